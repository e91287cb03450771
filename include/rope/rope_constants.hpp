#pragma once

#include <rope/reel.hpp>
#include <rope/spring.hpp>
#include <rope/vec.hpp>

namespace rope
{

/// How a rope's steps are taken.
enum class RopeIntegrator
{
    semi_implicit_euler, ///< the source tutorial's: explicit; a step is cheap, and its length has a limit
    implicit_euler,      ///< no step limit; loses energy, the more the longer the step
    bdf2,                ///< no step limit, bends included; order 2; damps motions that are fast for the step
    implicit_midpoint,   ///< no limit from stiff springs alone; order 2; may gain energy where segments turn fast
    energy_momentum      ///< no step limit; order 2; keeps the energy, and solves more systems while a rope whips
};

/// How a rope carries twist.
enum class TwistModel
{
    uniform, ///< a torque spreads at once: one twist for the whole rope, which costs no unknowns
    waves    ///< an angle an edge with its own inertia: torsional waves. The spin turns the edge and nothing else: it
             ///< has no gyroscopic part
};

/// The constants of one rope; SI units. The defaults are the source tutorial's.
struct RopeConstants
{
    int massCount = 80;               ///< N, masses laid out, the connection point counted
    double mass = 0.05;               ///< m [kg], of each mass
    double springConstant = 10'000.0; ///< k [N/m], of one segment
    double springLength = 0.05;       ///< L [m], rest length of one segment
    double springFriction = 0.2;      ///< c [N s/m], of one segment
    FrictionDirection frictionDirection = FrictionDirection::full;
    double bendingStiffness = 0.0;   ///< B = EI [N m2]; 0: masses and springs alone, which bend freely
    double torsionalStiffness = 0.0; ///< C = GJ [N m2]; a pinned free end holds the rope's angle, a loose one turns
    double spinInertia = 0.0;        ///< rho J [kg m], of a metre of rope that spins about its own line
    double airFriction = 0.02;       ///< b [N s/m], on each mass
    /// Made of RopeByLength: a mass at an end carries half a segment, and what holds an end against turning is said by
    /// calls.
    bool byLength = false;
    bool endHeld = true; ///< the first mass is a connection point, which is moved from outside
    /// A ring: its last edge lies on its first one, so the last two masses are the first two once more.
    bool closed = false;
    bool pinFreeEnd = false;             ///< the last mass is pinned at freeEndPosition
    Vec3 freeEndPosition{2.0, 0.0, 0.0}; ///< [m]
    double ropeRadius = 0.0; ///< r [m], so far the rope's line stays from the ground; 0: the source tutorial's ground
    double contactFriction = 0.0; ///< mu, Coulomb's, where a rope with a radius touches
    bool selfContact = false;     ///< a rope with a radius touches itself: edges farther apart along it than pi r
    /// Friction acts at the rope's surface and turns it: it rolls, and strands turn each other. For TwistModel::waves
    /// and a spinInertia above 0, m r²/2 of a solid rope with m a metre. Off, it acts on the rope's line.
    bool surfaceFriction = false;
    double payoutSpeed = 0.0; ///< [m/s], rest length paid out a second; negative reels in
    int maxMassCount = 1000;  ///< paying out stops at this number of masses
    int minMassCount = 2;     ///< reeling in stops at this number of masses
    Insertion insertion = Insertion::consistent;

    bool reels() const { return minMassCount < maxMassCount; }                      ///< there is a reel
    double length() const { return springLength * (massCount - (closed ? 2 : 1)); } ///< [m], at rest, of the whole rope
    double axialStiffness() const { return springConstant * springLength; }         ///< EA [N]
    double massPerLength() const { return mass / springLength; }                    ///< w [kg/m]

    friend bool operator==(const RopeConstants&, const RopeConstants&) = default;
};

/// What all ropes of a simulation have in common; SI units.
struct WorldConstants
{
    Vec3 gravity{0.0, -9.81, 0.0};  ///< g [m/s2]
    bool ground = true;             ///< there is one
    double groundRepulsion = 100.0; ///< [N/m], on a mass below the ground
    double groundFriction = 0.2;    ///< [N s/m], along the ground
    double groundAbsorption = 2.0;  ///< A [N s/m], against sinking in
    double groundHeight = -1.5;     ///< [m]
    double connectionSpeed = 3.0;   ///< [m/s], the fastest that the connection point is meant to move
    RopeIntegrator integrator = RopeIntegrator::semi_implicit_euler;
    double maxDt = 0.002;              ///< [s], longest step of the explicit integrator
    bool autoSteps = true;             ///< steps also stay within advisedStep()
    double implicitMaxDt = 1.0 / 60.0; ///< [s], longest step of the implicit integrators
    /// Newton's method stops at a correction below tolerance times a segment. Its error then is about the square of
    /// tolerance times a segment.
    double tolerance = 1e-4;
    TwistModel twist = TwistModel::uniform;
    /// Where a rope does not touch itself, looks after each step whether it has passed through itself; O(N).
    bool watchPassages = false;

    friend bool operator==(const WorldConstants&, const WorldConstants&) = default;
};

} // namespace rope
