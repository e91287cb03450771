#pragma once

#include <rope/export.hpp>
#include <rope/vec.hpp>

#include <optional>
#include <vector>

namespace rope
{

// What theory says of rods: shapes at rest and limits of stability, without masses and springs. SI units.

/// A rod clamped horizontally at one end, with its weight and a load at the other.
struct CantileverLoad
{
    double bendingStiffness = 0.01; ///< B [N m2]
    double length = 1.0;            ///< L [m]
    double weight = 0.0;            ///< w [N/m]
    double tipLoad = 0.0;           ///< P [N], down
};

/// A rod that hangs down from its clamp, in the plane.
struct BentShape
{
    std::vector<Vec2> points;      ///< [m] from the clamp, x along it and y up
    std::vector<double> curvature; ///< [1/m] at the points
    double tipAngle = 0.0;         ///< [rad], of the end below the clamp's direction

    double reach() const { return points.back().x; }  ///< [m]
    double droop() const { return -points.back().y; } ///< [m]
};

/// The elastica under its weight: B theta'' = -(P + w (L - s)) cos theta, theta(0) = 0, theta'(L) = 0, by shooting from
/// the free end with the Runge-Kutta method. K. E. Bisshopp, D. C. Drucker, Large deflection of cantilever beams,
/// Quarterly of Applied Mathematics 3 (1945), solve it without weight by elliptic integrals. `parts` is the number of
/// pieces between the points. None where the rod is so limp (w L + P beyond 1e5 B/L²) that its shape is a boundary
/// layer at the clamp, or where it has no stiffness.
ROPE_API std::optional<BentShape> elastica(const CantileverLoad& load, int parts = 100);

/// The same of `edges` rigid edges with hinges of the energy (2 B/l) tan²(phi/2), as RopeSimulation has them: 2 B/l in
/// the place of B/l at the clamp, half of an edge's weight at each of its ends.
ROPE_API std::optional<BentShape> bentChain(const CantileverLoad& load, int edges);

/// The bending stiffness [N m2] with which the elastica, or the chain where `edges` > 0, droops by so much of its
/// reach; none where no stiffness does. The stiffness of `load` is not read.
ROPE_API std::optional<double> stiffnessOfDroop(CantileverLoad load, double droopOverReach, int edges = 0);

/// The torque M L/B under which a straight rod between two clamps, under the pull T L²/B, leaves its line: the least
/// root of 2 d (cos d - cos a) = (T L²/B) sin d with a = M L/2B, d² = a² - T L²/B. It is the determinant of
/// B u'''' - i M u''' - T u'' = 0 with u = u' = 0 at both ends; without pull tan a = a. 0 where the pull is a push
/// beyond Euler's load 4 pi². A. G. Greenhill, Proc. Inst. Mech. Eng. 34 (1883); A. E. H. Love, A Treatise on the
/// Mathematical Theory of Elasticity, art. 272.
ROPE_API double clampedTorque(double pull);

/// The localized buckle of a long rod under the pull T and the torque M: cos phi = 1 - A sech²(s/l), with phi the angle
/// between rod and line, A = 2 - M²/2BT, 1/l² = T/B - M²/4B². J. Coyne, Analysis of the formation and elimination of
/// loops in twisted cable, IEEE J. Oceanic Eng. 15 (1990).
struct ROPE_API LocalizedHelix
{
    double bendingStiffness = 0.0; ///< B [N m2]
    double pull = 0.0;             ///< T [N]
    double torque = 0.0;           ///< M [N m]
    double decayLength = 0.0;      ///< l [m]
    double depth = 0.0;            ///< A

    double largestAngle() const;  ///< [rad] between rod and line
    double endShortening() const; ///< [m], 4 B/(T l)
    double endRotation() const;   ///< [rad], 4 acos(M/2 sqrt(B T)), beyond M L/C
    /// Points [m] of `edges` edges of a rod of that length, its middle edge in the middle of the buckle; they begin at
    /// the origin and go along +x.
    std::vector<Vec3> points(double length, int edges) const;
};

/// None where there is no such buckle: T is no pull, or M² >= 4 B T.
ROPE_API std::optional<LocalizedHelix> localizedHelix(double bendingStiffness, double pull, double torque);

} // namespace rope
