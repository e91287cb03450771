#pragma once

#include <rope/body.hpp>
#include <rope/detail/free_end.hpp>
#include <rope/detail/glide.hpp>
#include <rope/detail/held_mass.hpp>
#include <rope/pin.hpp>
#include <rope/reel.hpp>
#include <rope/rope_constants.hpp>
#include <rope/rope_end.hpp>
#include <rope/solid.hpp>
#include <rope/spring.hpp>
#include <rope/touch.hpp>
#include <rope/vec.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace rope
{

/// How an end of a rope is held, apart from the pin of its mass.
struct EndHold
{
    bool clamped = false;
    bool angleHeld = false;
    Vec3 tangent{1.0, 0.0, 0.0};       ///< of the clamp
    Vec3 tangentBefore{1.0, 0.0, 0.0}; ///< at the start of the step
    double angle = 0.0;                ///< [rad], where it is held
    double torque = 0.0;               ///< [N m] about the tangent, where it is not
};

/// The twist of a rope.
struct RopeTwist
{
    std::vector<double> angle;     ///< theta [rad], n + 2 slots; TwistModel::waves only
    std::vector<double> spin;      ///< d theta/dt [rad/s], n + 2 slots
    std::vector<double> reference; ///< m [rad], n + 1 vertices; TwistModel::waves only
    double total = 0.0;            ///< [rad], the sum of all m
};

/// What holds a mass, if anything: bits.
enum Hold : char
{
    heldByPin = 1, ///< it keeps its velocity
    led = 2        ///< in the present step it is among Rope::held
};

/// A rope before the last step. dt = 0 says that there is none.
struct RopePast
{
    double dt = 0.0; ///< [s]
    std::vector<Vec3> positions;
    std::vector<Vec3> velocities;
    std::vector<double> angle;
    std::vector<double> spin;
    double totalReference = 0.0; ///< [rad], RopeTwist::total
    /// For how many pieces of steps more the rope takes implicit Euler, because it has hit something.
    unsigned char restarts = 0;
};

/// How a reel changes the first segment.
struct Feed
{
    double speed = 0.0;  ///< [m/s] of its rest length
    double length = 0.0; ///< [m], its rest length at the end of the last piece of a step; 0: a whole one's
};

/// Names a rope of a simulation, while others come and go.
enum class RopeId : std::uint32_t
{
};

/// Names a tie between two ropes.
enum class TieId : std::uint32_t
{
};

/// A rope at a moment: what its next step goes on from. Copying it saves the moment.
///
/// Slots number its n edges with an imagined one before the first and one behind the last: edge j has the slot j + 1.
/// The vertex at mass i lies between the slots i and i + 1. So a clamp is an imagined edge that never moves, and all
/// vertices have one formula.
struct Rope
{
    RopeId id{};
    RopeConstants constants;   ///< as wanted; the segments glide to their length
    std::size_t first = 0;     ///< index of its first mass among the masses of all ropes
    std::size_t firstSlot = 0; ///< of its slots among the slots of all ropes
    RopeTwist twist;
    RopePast past;
    Reel reel;
    Feed feed;
    FreeEnd freeEnd;
    Glide segmentLength;
    bool whipping = false;        ///< some segment turns so fast that a step must be shorter (whippingStep)
    int stepsToWhippingCheck = 0; ///< until that is looked at again

    std::array<EndHold, 2> ends;
    Vec3 connectionPosition{0.0}; ///< [m], where RopeConstants::endHeld says that the first mass is held
    Vec3 connectionVelocity{0.0}; ///< [m/s]
    Pins pins;
    std::vector<char> pinned;      ///< n + 1, of Hold
    std::vector<HeldMass> held;    ///< of the present step, by mass
    std::vector<Vec3> loads;       ///< n + 1 [N]
    double endLoad = 0.0;          ///< [kg], at the last mass
    std::array<bool, 2> cut{};     ///< ends where half a mass is left
    std::array<double, 2> discs{}; ///< [kg m2] at the ends, beside spinInertia

    // These follow from the constants and the reel.
    Spring whole;                        ///< a whole segment's
    std::vector<Spring> springs;         ///< n
    std::vector<double> perVertexLength; ///< n + 1, 1/l [1/m]; 0 where no hinge is
    std::vector<double> spinInertia;     ///< n + 2 slots [kg m2]
    /// [m], length over which a uniform twist is spread while a reel changes the first segment; 0: sum over the hinges.
    double reeledLength = 0.0;

    std::size_t segments() const { return springs.size(); }
    std::size_t masses() const { return springs.size() + 1; }
    /// Whether a mass is the rope's, by its index among the masses of all ropes.
    bool has(std::size_t mass) const { return mass >= first && mass < first + masses(); }
    /// Whether an angle an edge carries its twist: TwistModel::waves.
    bool waves() const { return !twist.angle.empty(); }
    EndHold& end(RopeEnd e) { return ends[static_cast<std::size_t>(e)]; }
    const EndHold& end(RopeEnd e) const { return ends[static_cast<std::size_t>(e)]; }
    /// Whether what holds an end holds the angle of an edge.
    bool angleHeld(std::size_t slot) const
    {
        return (slot == 1 && ends[0].angleHeld && !ends[0].clamped) ||
               (slot == segments() && ends[1].angleHeld && !ends[1].clamped);
    }
    /// Whether its first segment or its masses are others than without a reel.
    bool reeled() const { return reel.netInsertions() != 0 || reel.restLength() != segmentLength.value(); }
    bool touches() const { return constants.ropeRadius > 0.0; }
    bool touchesItself() const { return constants.ropeRadius > 0.0 && constants.selfContact; }
    double twistedLength() const; ///< [m], that a uniform twist has: of all vertices, or `reeledLength`
};

/// The mouse pulls a mass or a place of a body towards its target; the force is bounded.
struct MouseGrab
{
    std::size_t mass = 0;
    std::optional<BodyPlace> body = {}; ///< takes the place of `mass`
    Vec3 target{0.0};                   ///< [m]
    double strongest = 0.0;             ///< [N], of an implicit step
    double stiffness = 0.0;             ///< [N/m], of an explicit step
    double longest = 0.0;               ///< [s], the longest explicit step
};

/// What a tie holds there: a place on the edge behind a mass of a rope, of a body, or of space.
struct TiePlace
{
    enum class On
    {
        rope,
        body,
        space
    };
    On on = On::rope;
    std::size_t rope = 0; ///< its number
    std::size_t edge = 0;
    double along = 0.0; ///< 0 at its first mass, 1 at the next
    BodyId body{};
    Vec3 at{0.0}; ///< [m], in the axes of the body, or in space
};

/// A spring of no length between two places; while it draws them together, its ends still rest apart.
struct Tie
{
    TieId id{};
    TiePlace one;
    TiePlace other;
    Vec3 gap{0.0};      ///< [m], from the other place to the one, at rest
    double speed = 0.0; ///< [m/s], with which the gap closes
};

/// A body before the last step, as RopePast.
struct BodyPast
{
    Vec3 position{0.0};
    glm::dmat3 axes{1.0};
    Vec3 velocity{0.0};
    Vec3 spin{0.0};
    Vec3 turn{0.0}; ///< [rad], by which the last step turned the body
};

/// A body at a moment.
struct BodyNow
{
    BodyId id{};
    Body body;
    BodyPast past;
};

/// A bearing at a moment. Friction of the axle is a spring that slips, as at a touch.
struct BearingState
{
    BearingId id{};
    Bearing bearing;
    glm::dmat3 axes{1.0}; ///< of the body at the beginning, in the axes of its carrier
    Vec3 place{0.0};      ///< [m], of the bearing in the axes of its carrier
    double turned = 0.0;  ///< [rad], about the axis since the beginning
    double drawn = 0.0;   ///< [rad], how far friction is drawn
    Vec3 force{0.0};      ///< [N], on the body
    double torque = 0.0;  ///< [N m], on the body about the axis
    Vec3 velocity{0.0};   ///< [m/s], of a bearing in space in the next step
};

/// All ropes and bodies at a moment, and what they touch.
struct RopeState
{
    WorldConstants world;  ///< with the ground where it is now
    bool byNewton = false; ///< Newton's method takes the steps
    Glide groundHeight;
    std::vector<Rope> ropes; ///< their masses stand one rope behind the other
    std::vector<Tie> ties;
    RopeId nextRope{};
    TieId nextTie{};
    std::vector<SolidBody> solids; ///< the world's ground, then `solidIds`, the bodies' shapes, and guests
    std::vector<SolidId> solidIds; ///< in ascending order
    SolidId nextSolid{};
    std::vector<BodyNow> bodies;
    std::vector<BearingState> bearings;
    std::vector<BodyTouch> bodyTouches;
    BodyId nextBody{};
    BearingId nextBearing{};
    std::vector<std::uint32_t> shapeBodies; ///< the bodies to which the solids behind `solidIds` belong
    bool groundIsSolid = false;      ///< a rope with a radius touches the world's ground as the first of the solids
    std::vector<SolidTouch> touches; ///< by solid, mass, and the mass before its edge
    std::vector<RopeTouch> selfTouches;
    std::optional<Passage> passed;
    std::vector<SolidPush> pushes; ///< of the last step, by solids
    bool placed = true;            ///< ropes or solids, since the last step: they may be within each other
    std::optional<MouseGrab> grab;

    /// Of the solids, by their number.
    std::size_t firstShape() const { return solidIds.size() + (groundIsSolid ? 1 : 0); }
    std::size_t firstGuest() const { return firstShape() + shapeBodies.size(); }
    bool isShape(std::size_t solid) const { return solid >= firstShape() && solid < firstGuest(); }
    std::size_t bodyOfShape(std::size_t solid) const { return shapeBodies[solid - firstShape()]; }
    std::size_t numberOf(BodyId id) const ///< of a body that is there
    {
        std::size_t number = 0;
        while (bodies[number].id != id)
            ++number;
        return number;
    }
    /// The rope that has a mass, by its index among the masses of all ropes.
    const Rope& ropeAt(std::size_t mass) const
    {
        std::size_t r = 0;
        while (r + 1 < ropes.size() && mass >= ropes[r + 1].first)
            ++r;
        return ropes[r];
    }
    /// Whether ropes may touch each other or themselves.
    bool ropesTouch() const
    {
        std::size_t thick = 0;
        for (const Rope& rope : ropes)
        {
            if (rope.touchesItself())
                return true;
            thick += rope.touches() ? 1 : 0;
        }
        return thick > 1;
    }
    bool touchesSolids() const
    {
        if (solids.empty())
            return false;
        for (const Rope& rope : ropes)
            if (rope.touches())
                return true;
        return false;
    }
};

/// What ropes have stored at a moment, as their books compare before and after a step.
struct StoredEnergy
{
    double potential = 0.0; ///< [J] of stretch, bending and twist
    double spin = 0.0;      ///< [J]
    double contact = 0.0;   ///< [J]
    double onGround = 0.0;  ///< [J] of it, where the world's ground is touched
    double ground = 0.0;    ///< [J], in the springs of the ground
};

} // namespace rope
