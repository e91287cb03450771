#include "rope_ends.hpp"

#include <rope/energy.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace rope
{

double Rope::twistedLength() const
{
    if (reeledLength > 0.0)
        return reeledLength;
    double sum = 0.0;
    for (const double perLength : perVertexLength)
        sum += perLength > 0.0 ? 1.0 / perLength : 0.0;
    return sum;
}

double uniformTwistStiffness(const Rope& rope)
{
    const bool held = rope.ends[0].angleHeld && rope.ends[1].angleHeld;
    return held ? rope.constants.torsionalStiffness / rope.twistedLength() : 0.0;
}

double uniformTwist(const Rope& rope, double totalReference)
{
    const EndHold& first = rope.ends[0];
    const EndHold& last = rope.ends[1];
    if (first.angleHeld && last.angleHeld)
        return last.angle - first.angle + totalReference;
    // The torque of a free end is the whole rope's. At the first end it turns the rod the other way.
    const double torque = last.angleHeld ? -first.torque : last.torque;
    return torque != 0.0 && rope.constants.torsionalStiffness > 0.0
               ? torque * rope.twistedLength() / rope.constants.torsionalStiffness
               : 0.0;
}

double angleOf(const Rope& rope, RopeEnd end)
{
    const EndHold& hold = rope.end(end);
    if (rope.waves() && !hold.clamped)
        return rope.twist.angle[end == RopeEnd::first ? 1 : rope.segments()];
    const EndHold& other = rope.end(otherEnd(end));
    if (hold.angleHeld || !other.angleHeld)
        return hold.angle;
    const double difference = uniformTwist(rope, rope.twist.total) - rope.twist.total;
    return end == RopeEnd::first ? other.angle - difference : other.angle + difference;
}

void holdAngle(Rope& rope, RopeEnd end, double angle)
{
    EndHold& hold = rope.end(end);
    hold.angle = angle;
    hold.angleHeld = true;
    if (!rope.waves())
        return;
    const std::size_t inner = end == RopeEnd::first ? 1 : rope.segments();
    const std::size_t outer = end == RopeEnd::first ? 0 : rope.segments() + 1;
    rope.twist.angle[hold.clamped ? outer : inner] = angle;
}

void letTurn(Rope& rope, RopeEnd end, double torque)
{
    EndHold& hold = rope.end(end);
    hold.angle = angleOf(rope, end);
    hold.angleHeld = hold.clamped = false;
    hold.torque = torque;
    rope.perVertexLength[end == RopeEnd::first ? 0 : rope.segments()] = 0.0;
}

void setTwistedLength(Rope& rope)
{
    const double whole = rope.whole.restLength;
    if (rope.springs.front().restLength == whole)
    {
        rope.reeledLength = 0.0;
        return;
    }
    // Half a segment at each end has no hinge that twist could lie in, but for a clamp's.
    const double hinged = restLength(rope.springs) - whole;
    const int clamps = (rope.ends[0].clamped ? 1 : 0) + (rope.ends[1].clamped ? 1 : 0);
    rope.reeledLength = std::max(hinged + 0.5 * clamps * whole, 0.0);
}

void forget(RopeState& state)
{
    for (Rope& rope : state.ropes)
    {
        rope.past.dt = 0.0;
        rope.past.restarts = 0;
        RopeTwist& twist = rope.twist;
        twist.total = 0.0;
        for (std::vector<double>* list : {&twist.angle, &twist.spin, &twist.reference})
            std::fill(list->begin(), list->end(), 0.0);
        for (EndHold& end : rope.ends)
        {
            end.angle = 0.0;
            end.tangentBefore = end.tangent;
        }
    }
    state.touches.clear();
    state.selfTouches.clear();
    state.bodyTouches.clear();
    state.passed.reset();
    state.placed = true;
}

} // namespace rope
