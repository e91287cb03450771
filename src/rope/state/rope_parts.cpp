#include "rope_parts.hpp"

#include "rope_ends.hpp"

#include "rope/core/bend.hpp"

#include <rope/energy.hpp>

#include <algorithm>

namespace rope
{

namespace
{

/// A ring has one edge twice: the masses and the spring of that edge count half.
bool countsHalf(const Rope& rope, std::size_t mass, std::size_t last)
{
    const RopeConstants& c = rope.constants;
    const bool atEnd = (mass == 0 && rope.cut[0]) || (mass == last && rope.cut[1]);
    return atEnd || ((c.byLength || c.closed) && (mass == 0 || mass == last)) ||
           (c.closed && (mass == 1 || mass + 1 == last));
}

/// The connection point holds the angle of the rope there, and so does a pinned free end; a loose end turns freely, and
/// the rope has no torque. One segment has no place for a twist.
void holdEnds(Rope& rope)
{
    if (rope.constants.closed)
        for (EndHold& end : rope.ends) // the angle of the edge that a ring has twice is one
            end.angleHeld = true;
    if (rope.constants.byLength || rope.constants.closed)
        return;
    const bool twists = rope.segments() > 1;
    const bool pinned = rope.constants.pinFreeEnd && twists;
    if (twists && rope.constants.endHeld)
        holdAngle(rope, RopeEnd::first, 0.0);
    else
        letTurn(rope, RopeEnd::first, 0.0);
    if (pinned && !rope.end(RopeEnd::last).angleHeld)
        holdAngle(rope, RopeEnd::last, angleOf(rope, RopeEnd::last));
    if (!pinned)
        letTurn(rope, RopeEnd::last, 0.0);
}

/// New edges get the angles of the last edge.
void resizeTwist(Rope& rope, std::size_t count, bool waves)
{
    RopeTwist& twist = rope.twist;
    if (!waves)
    {
        twist.angle.clear();
        twist.spin.clear();
        twist.reference.clear();
        return;
    }
    const double outer = twist.angle.empty() ? 0.0 : twist.angle.back();
    const double angle = twist.angle.size() < 2 ? 0.0 : twist.angle[twist.angle.size() - 2];
    const double spin = twist.spin.size() < 2 ? 0.0 : twist.spin[twist.spin.size() - 2];
    twist.angle.resize(twist.angle.empty() ? 0 : twist.angle.size() - 1);
    twist.angle.resize(count, angle);
    twist.angle.push_back(outer);
    twist.spin.resize(twist.spin.empty() ? 0 : twist.spin.size() - 1);
    twist.spin.resize(count, spin);
    twist.spin.push_back(0.0);
    twist.reference.resize(count, 0.0);
}

void resize(RopeState& state, std::size_t number, std::size_t count)
{
    Rope& rope = state.ropes[number];
    rope.pinned.resize(count, 0);
    rope.loads.resize(count, Vec3(0.0));
    resizeTwist(rope, count, state.world.twist == TwistModel::waves);
    rope.past.dt = 0.0;
    rope.past.restarts = 0;
    state.placed = true;
    const std::size_t end = rope.first + count;
    const auto beyond = [&](std::size_t mass) { return mass >= end && state.ropes.size() == number + 1; };
    std::erase_if(state.touches, [&](const SolidTouch& touch)
                  { return beyond(touch.mass + (touch.edge ? std::size_t{1} : std::size_t{0})); });
    std::erase_if(state.selfTouches, [&](const RopeTouch& touch) { return beyond(touch.other + std::size_t{1}); });
}

/// Hinges and twist follow the springs.
void followSprings(Rope& rope)
{
    const double whole = rope.whole.restLength;
    const std::size_t n = rope.segments();
    rope.perVertexLength.assign(n + 1, 0.0);
    for (std::size_t i = 1; i < n; ++i)
        rope.perVertexLength[i] =
            hingeStiffness(1.0, rope.springs[i - 1].restLength, rope.springs[i].restLength, whole);
    if (rope.ends[0].clamped)
        rope.perVertexLength.front() = 2.0 / whole;
    if (rope.ends[1].clamped)
        rope.perVertexLength.back() = 2.0 / whole;
    rope.spinInertia.assign(n + 2, rope.constants.spinInertia * whole);
    rope.spinInertia[1] += rope.discs[0];
    rope.spinInertia[n] += rope.discs[1];
    rope.feed.length = rope.springs.front().restLength;
    setTwistedLength(rope);
}

} // namespace

ReelSettings reelSettings(const Rope& rope)
{
    const RopeConstants& c = rope.constants;
    const double length = rope.segmentLength.value();
    return {c.payoutSpeed, c.minMassCount, c.maxMassCount, c.insertion, length, length};
}

int missingMasses(const Rope& rope)
{
    return rope.constants.massCount + rope.reel.netInsertions() - static_cast<int>(rope.masses());
}

std::optional<std::size_t> massOf(const Rope& rope, const Pin& pin)
{
    const int index = pin.mass + rope.reel.netInsertions();
    const int first = rope.constants.endHeld ? 1 : 0;
    const int end = static_cast<int>(rope.masses()) - (rope.constants.pinFreeEnd ? 1 : 0);
    return index >= first && index < end ? std::optional(static_cast<std::size_t>(index)) : std::nullopt;
}

bool pinned(const Rope& rope, std::size_t mass)
{
    return (mass == 0 && rope.constants.endHeld) || (rope.constants.pinFreeEnd && mass + 1 == rope.masses()) ||
           (rope.pinned[mass] & heldByPin) != 0 ||
           (!rope.pins.empty() && pinOf(rope.pins, static_cast<int>(mass) - rope.reel.netInsertions()));
}

Spring wholeSpring(const Rope& rope, std::size_t index)
{
    const RopeConstants& c = rope.constants;
    return {index, index + 1, c.springConstant, rope.segmentLength.value(), c.springFriction};
}

void distributeMass(const Rope& rope, std::vector<Mass>& masses)
{
    const std::size_t last = rope.masses() - 1;
    for (std::size_t k = 0; k <= last; ++k)
        masses[rope.first + k].mass = (countsHalf(rope, k, last) ? 0.5 : 1.0) * rope.constants.mass;
    masses[rope.first + last].mass += rope.endLoad;
}

void shapeRope(RopeState& state, std::size_t number, std::size_t count)
{
    Rope& rope = state.ropes[number];
    rope.whole = wholeSpring(rope, 0);
    rope.springs.resize(count - 1);
    for (std::size_t i = 0; i < rope.springs.size(); ++i)
        rope.springs[i] = wholeSpring(rope, i);
    rope.reel.shapeFirstSegment(reelSettings(rope), rope.springs.front());
    if (rope.constants.closed)
        for (Spring* const half : {&rope.springs.front(), &rope.springs.back()})
            half->springConstant *= 0.5;
    if (rope.pinned.size() != count)
        resize(state, number, count);
    followSprings(rope);
    holdEnds(rope);
}

} // namespace rope
