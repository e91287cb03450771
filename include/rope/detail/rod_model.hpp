#pragma once

#include <rope/spring.hpp>
#include <rope/vec.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace rope
{

/// How a rod carries twist.
enum class TwistModel
{
    uniform, ///< a torque spreads at once: one twist for the whole rod, which costs no unknowns
    waves    ///< an angle an edge with its own inertia: torsional waves. The spin turns the edge and nothing else: it
             ///< has no gyroscopic part
};

enum class RodEnd
{
    first,
    last
};

/// How an end of a rod is held, apart from the pin of its mass.
struct RodHold
{
    bool clamped = false;
    bool angleHeld = false;
    Vec3 tangent{1.0, 0.0, 0.0};       ///< of the clamp
    Vec3 tangentBefore{1.0, 0.0, 0.0}; ///< at the start of the step
    double angle = 0.0;                ///< [rad], where it is held
    double torque = 0.0;               ///< [N m] about the tangent, where it is not
};

/// What a rod of n segments is made of, how it is held, and what acts on it everywhere. Slots number the edges with an
/// imagined one before the first and one behind the last: edge j has the slot j + 1. The vertex at mass i lies between
/// the slots i and i + 1. So a clamp is an imagined edge that never moves, and all vertices have one formula.
struct RodModel
{
    std::vector<Spring> springs;         ///< n
    std::vector<double> perVertexLength; ///< n + 1, 1/l [1/m]; 0 where no hinge is
    std::vector<double> spinInertia;     ///< n + 2 slots [kg m2]
    double bendingStiffness = 0.0;       ///< B [N m2]
    double torsionalStiffness = 0.0;     ///< C [N m2]
    double reeledLength = 0.0; ///< [m], that a uniform twist has where a reel changes the first segment; 0: the hinges'
    bool waves = false;        ///< TwistModel::waves
    std::vector<char> pinned;  ///< n + 1
    std::vector<Vec3> loads;   ///< n + 1 [N]
    Vec3 gravity{0.0};         ///< g [m/s2]
    double airFriction = 0.0;  ///< b [N s/m], on each mass
    std::array<RodHold, 2> ends;

    std::size_t segments() const { return springs.size(); }
    RodHold& end(RodEnd e) { return ends[static_cast<std::size_t>(e)]; }
    const RodHold& end(RodEnd e) const { return ends[static_cast<std::size_t>(e)]; }
    /// Whether what holds an end holds the angle of an edge.
    bool angleHeld(std::size_t slot) const
    {
        return (slot == 1 && ends[0].angleHeld && !ends[0].clamped) ||
               (slot == segments() && ends[1].angleHeld && !ends[1].clamped);
    }
    double twistedLength() const; ///< [m], that a uniform twist has: of all vertices, or `reeledLength`
};

/// The mouse's part of the load of a mass.
struct RodPull
{
    std::size_t mass = 0;
    Vec3 force{0.0}; ///< [N]
};

/// What a rod has stored at a moment, as its books compare before and after a step.
struct RodStored
{
    double potential = 0.0;      ///< [J] of stretch, bending and twist
    double spin = 0.0;           ///< [J]
    double contact = 0.0;        ///< [J]
    double totalReference = 0.0; ///< [rad], RodTwist::total
};

/// The twist of a rod.
struct RodTwist
{
    std::vector<double> angle;     ///< theta [rad], n + 2 slots; TwistModel::waves only
    std::vector<double> spin;      ///< d theta/dt [rad/s], n + 2 slots
    std::vector<double> reference; ///< m [rad], n + 1 vertices; TwistModel::waves only
    double total = 0.0;            ///< [rad], the sum of all m
};

/// The state before the last step. dt = 0 says that there is none.
struct RodPast
{
    double dt = 0.0; ///< [s]
    std::vector<Vec3> positions;
    std::vector<Vec3> velocities;
    std::vector<double> angle;
    std::vector<double> spin;
    /// For how many pieces of steps more the rod takes implicit Euler, because it has hit something.
    unsigned char restarts = 0;
};

} // namespace rope
