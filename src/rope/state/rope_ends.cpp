#include "rope_ends.hpp"

#include <cstddef>

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
    return rope.constants.torsionalStiffness > 0.0 ? torque * rope.twistedLength() / rope.constants.torsionalStiffness
                                                   : 0.0;
}

double angleOf(const Rope& rope, RodEnd end)
{
    const EndHold& hold = rope.end(end);
    if (rope.waves() && !hold.clamped)
        return rope.twist.angle[end == RodEnd::first ? 1 : rope.segments()];
    const EndHold& other = rope.end(end == RodEnd::first ? RodEnd::last : RodEnd::first);
    if (hold.angleHeld || !other.angleHeld)
        return hold.angle;
    const double difference = uniformTwist(rope, rope.twist.total) - rope.twist.total;
    return end == RodEnd::first ? other.angle - difference : other.angle + difference;
}

void holdAngle(Rope& rope, RodEnd end, double angle)
{
    EndHold& hold = rope.end(end);
    hold.angle = angle;
    hold.angleHeld = true;
    if (!rope.waves())
        return;
    const std::size_t inner = end == RodEnd::first ? 1 : rope.segments();
    const std::size_t outer = end == RodEnd::first ? 0 : rope.segments() + 1;
    rope.twist.angle[hold.clamped ? outer : inner] = angle;
}

void letTurn(Rope& rope, RodEnd end, double torque)
{
    EndHold& hold = rope.end(end);
    hold.angle = angleOf(rope, end);
    hold.angleHeld = hold.clamped = false;
    hold.torque = torque;
    rope.perVertexLength[end == RodEnd::first ? 0 : rope.segments()] = 0.0;
}

void forget(RopeState& state)
{
    for (Rope& rope : state.ropes)
    {
        rope.past.dt = 0.0;
        rope.past.restarts = 0;
        rope.twist.total = 0.0;
    }
    state.touches.clear();
    state.selfTouches.clear();
    state.passed.reset();
    state.solids.clear();
    state.placed = true;
}

} // namespace rope
