#include "rope_energies.hpp"

#include "rope/contact/body_contacts.hpp"
#include "rope/contact/rope_contacts.hpp"
#include "rope/contact/solid_contacts.hpp"
#include "rope/forces/ground_force.hpp"
#include "rope/solver/elastic.hpp"
#include "rope/state/rope_ends.hpp"
#include "rope/ties/bearings.hpp"
#include "rope/ties/rope_ties.hpp"

#include <rope/energy.hpp>

#include <span>

namespace rope
{

namespace
{

/// [J], by the edges of a rope, without the ties of a ring.
struct EdgeEnergies
{
    double stretch = 0.0;
    double bending = 0.0;
};

EdgeEnergies edgeEnergies(const Rope& rope, const std::vector<Mass>& masses)
{
    EdgeEnergies sum;
    const bool bends = rope.constants.bendingStiffness > 0.0; // else it may be folded
    const bool clamped = rope.ends[0].clamped;
    Vec3 before = rope.ends[0].tangent;
    for (std::size_t i = 0; i < rope.masses(); ++i)
    {
        Vec3 behind = rope.ends[1].clamped ? rope.ends[1].tangent : before;
        if (i < rope.segments())
        {
            const Vec3 edge = masses[rope.first + i + 1].position - masses[rope.first + i].position;
            const double length = glm::length(edge);
            behind = (length > 0.0 ? 1.0 / length : 0.0) * edge;
            sum.stretch += rope.springs[i].energy(length);
        }
        // (1 - c)/(1 + c) = |t - u|²/|t + u|², which keeps its digits where t and u are nearly the same.
        const Vec3 difference = before - behind;
        const Vec3 both = before + behind;
        if (bends && (i > 0 || clamped))
            sum.bending += 2.0 * rope.constants.bendingStiffness * rope.perVertexLength[i] *
                           glm::dot(difference, difference) / glm::dot(both, both);
        before = behind;
    }
    return sum;
}

/// [J], of the ties of a ring.
double ringEnergy(const Rope& rope, const std::vector<Mass>& masses)
{
    double sum = 0.0;
    if (rope.constants.closed)
        for (const FarCoupling& tie : ringTies(rope))
            sum += tieEnergy(tie, masses);
    return sum;
}

} // namespace

double bendingEnergy(const Rope& rope, const std::vector<Mass>& masses)
{
    return edgeEnergies(rope, masses).bending;
}

double torque(const Rope& rope, std::size_t vertex)
{
    if (rope.perVertexLength[vertex] == 0.0)
        return 0.0;
    if (rope.waves())
        return rope.constants.torsionalStiffness * rope.perVertexLength[vertex] *
               (rope.twist.angle[vertex + 1] - rope.twist.angle[vertex] + rope.twist.reference[vertex]);
    return rope.constants.torsionalStiffness * twist(rope) / rope.twistedLength();
}

double twist(const Rope& rope)
{
    if (!rope.waves())
        return uniformTwist(rope, rope.twist.total);
    double sum = 0.0;
    for (std::size_t i = 0; i < rope.twist.reference.size(); ++i)
        if (rope.perVertexLength[i] > 0.0)
            sum += rope.twist.angle[i + 1] - rope.twist.angle[i] + rope.twist.reference[i];
    return sum;
}

double twistEnergy(const Rope& rope)
{
    const double stiffness = rope.constants.torsionalStiffness;
    if (stiffness == 0.0)
        return 0.0;
    if (!rope.waves())
    {
        const double uniform = twist(rope);
        const double length = uniform == 0.0 ? 0.0 : rope.twistedLength(); // none of one segment
        return length == 0.0 ? 0.0 : 0.5 * stiffness * uniform * uniform / length;
    }
    double sum = 0.0;
    for (std::size_t i = 0; i < rope.perVertexLength.size(); ++i)
        if (rope.perVertexLength[i] > 0.0)
            sum += 0.5 * torque(rope, i) * torque(rope, i) / (stiffness * rope.perVertexLength[i]);
    return sum;
}

double stretchEnergy(const Rope& rope, const std::vector<Mass>& masses)
{
    return edgeEnergies(rope, masses).stretch + ringEnergy(rope, masses);
}

double tieEnergy(const RopeState& state, const std::vector<Mass>& masses)
{
    double sum = 0.0;
    for (const Tie& tie : state.ties)
        sum += tieEnergy(state, tie, masses);
    for (const BearingState& bearing : state.bearings)
        sum += bearingEnergy(state, bearing);
    return sum;
}

double softGroundEnergy(const RopeState& state, const Rope& rope, const std::vector<Mass>& masses)
{
    return groundEnergy(std::span(masses).subspan(rope.first, rope.masses()),
                        GroundForce::of({rope.constants, state.world}).ground);
}

double spinEnergy(const Rope& rope)
{
    double spin = 0.0;
    for (std::size_t slot = 1; slot + 1 < rope.twist.spin.size(); ++slot)
        spin += 0.5 * rope.spinInertia[slot] * rope.twist.spin[slot] * rope.twist.spin[slot];
    return spin;
}

double energyOf(const RopeState& state, const SolidTouch& touch)
{
    const PressSpring press = pressesBody(state, touch)
                                  ? PressSpring::straight(touch.stiffness)
                                  : pressOf(state, contactLaw(state, state.ropeAt(touch.mass), 0.0), touch.solid);
    return press.energyAt(touch.pressure) + 0.5 * touch.stiffness * glm::dot(touch.slip, touch.slip);
}

double contactEnergy(const RopeState& state)
{
    double sum = 0.0;
    for (const SolidTouch& touch : state.touches)
        sum += energyOf(state, touch);
    for (const RopeTouch& touch : state.selfTouches)
        sum += RopeContacts::energy(pairLaw(contactLaw(state, state.ropeAt(touch.edge), 0.0),
                                            contactLaw(state, state.ropeAt(touch.other), 0.0)),
                                    touch);
    for (const BodyTouch& touch : state.bodyTouches)
        sum += energyOf(touch);
    return sum;
}

StoredEnergy stored(const RopeState& state, const std::vector<Mass>& masses)
{
    StoredEnergy sum;
    for (const Rope& rope : state.ropes)
    {
        const EdgeEnergies edges = edgeEnergies(rope, masses);
        sum.potential += edges.stretch + ringEnergy(rope, masses) + edges.bending + twistEnergy(rope);
        sum.spin += spinEnergy(rope);
        sum.ground += softGroundEnergy(state, rope, masses);
    }
    sum.potential += tieEnergy(state, masses);
    sum.contact = contactEnergy(state);
    for (const SolidTouch& touch : state.touches)
        sum.onGround += state.groundIsSolid && touch.solid == 0 ? energyOf(state, touch) : 0.0;
    return sum;
}

} // namespace rope
