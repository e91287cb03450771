#include "rope_energies.hpp"

#include "rope/contact/body_contacts.hpp"
#include "rope/contact/rope_contacts.hpp"
#include "rope/contact/solid_contacts.hpp"
#include "rope/forces/ground_force.hpp"
#include "rope/solver/elastic.hpp"
#include "rope/state/rope_ends.hpp"
#include "rope/state/rope_shape.hpp"
#include "rope/ties/bearings.hpp"
#include "rope/ties/rope_ties.hpp"

#include <rope/energy.hpp>

#include <span>

namespace rope
{

double bendingEnergy(const Rope& rope, const std::vector<Mass>& masses)
{
    RopeShape shape;
    std::vector<Vec3> positions;
    for (const Mass& mass : std::span(masses).subspan(rope.first, rope.masses()))
        positions.push_back(mass.position);
    shape.set(rope, positions);
    return bendingEnergy(rope, shape);
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
    if (rope.reeledLength > 0.0 && !rope.waves())
        return 0.5 * stiffness * twist(rope) * twist(rope) / rope.reeledLength;
    const double uniform = rope.waves() ? 0.0 : stiffness * twist(rope) / rope.twistedLength();
    double sum = 0.0;
    for (std::size_t i = 0; i < rope.perVertexLength.size(); ++i)
        if (rope.perVertexLength[i] > 0.0)
        {
            const double m = rope.waves() ? torque(rope, i) : uniform;
            sum += 0.5 * m * m / (stiffness * rope.perVertexLength[i]);
        }
    return sum;
}

double stretchEnergy(const Rope& rope, const std::vector<Mass>& masses)
{
    const double springs = elasticEnergy(std::span(masses).subspan(rope.first, rope.masses()), rope.springs);
    if (!rope.constants.closed)
        return springs;
    double ties = 0.0;
    for (const FarCoupling& tie : ringTies(rope))
        ties += tieEnergy(tie, masses);
    return springs + ties;
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
        sum.potential += stretchEnergy(rope, masses) + bendingEnergy(rope, masses) + twistEnergy(rope);
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
