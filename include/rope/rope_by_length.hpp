#pragma once

#include <rope/export.hpp>
#include <rope/parameters.hpp>
#include <rope/rope_constants.hpp>

namespace rope
{

struct RopeSettings;

/// A rope by its length and the properties of a metre; SI units. It converts to the constants of a rope, and a rope
/// that is made of it goes by Newton's method. Nothing holds it: its ends are free until a call of pin(), clamp() or
/// turn(), and there is no ground.
struct ROPE_API RopeByLength
{
    int massCount = 81;                     ///< N, at least 3
    double length = 1.0;                    ///< [m], of the whole rope
    double massPerLength = 0.1;             ///< w [kg/m]; a mass at an end carries half a segment
    double axialStiffness = 10'000.0;       ///< EA [N]
    double bendingStiffness = 0.01;         ///< B = EI [N m2]
    double torsionalStiffness = 0.01;       ///< C = GJ [N m2]; a rope that resists no bend resists no twist either
    double spinInertia = 0.0;               ///< rho J [kg m], of a metre of rope that spins about its own line;
                                            ///< an end of TwistModel::waves that is free to turn needs some
    TwistModel twist = TwistModel::uniform; ///< `uniform` takes no notice of spinInertia
    Vec3 gravity{0.0, -9.81, 0.0};          ///< g [m/s2]
    double airFriction = 0.0;               ///< b [N s/m], on each mass
    double tolerance = 1e-4;                ///< WorldConstants::tolerance
    double maxDt = 1.0 / 240.0;             ///< [s], longest step; no step is unstable
    RopeIntegrator integrator = RopeIntegrator::bdf2; ///< or implicit_euler
    double radius = 0.0;                              ///< r [m], of the rope round its line; at 0 it touches nothing
    double contactFriction = 0.0;                     ///< mu, Coulomb's
    bool surfaceFriction = false;                     ///< RopeConstants::surfaceFriction
    bool selfContact = false;   ///< the rope touches itself: edges farther apart along it than pi r
    bool watchPassages = false; ///< WorldConstants::watchPassages
    bool closed = false;        ///< a ring; then `length` measures massCount - 2 segments, and massCount is at least 6
    bool endHeld = false;       ///< the first end is a connection point
    double payoutSpeed = 0.0;   ///< [m/s], of a reel at the first end
    int minMassCount = 3;       ///< reeling in stops at this number of masses
    int maxMassCount = 0;       ///< paying out stops at this number of masses; 0: there is no reel

    /// L [m], of a segment.
    double segment() const { return length / (massCount - (closed ? 2 : 1)); }
    /// m = w L, k = EA/L. Throws std::invalid_argument naming the field, the value and the range.
    operator RopeSettings() const;

    /// One row for each field.
    void describe(Parameters& p);
};

/// The choice between the two integrators of a rope that goes by Newton's method.
ROPE_API Parameter::Choice bdf2OrEuler(RopeIntegrator& integrator);

} // namespace rope
