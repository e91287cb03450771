#include "rope/steppers/newton_stepper.hpp"
#include "rope/steppers/rope_readings.hpp"

#include <rope/rod.hpp>

#include <numbers>

// Readings of a rod: energies, twist, torque, tension, forces.

namespace rope
{

double RodSimulation::bendingEnergy() const
{
    return rope::bendingEnergy(rope(), masses_);
}

double RodSimulation::torque(std::size_t vertex) const
{
    return rope::torque(rope(), demandIndex(vertex, masses_.size(), "mass"));
}

double RodSimulation::curvature(std::size_t vertex) const
{
    const auto tangent = [this](std::size_t slot)
    {
        if (slot == 0 || slot == masses_.size())
            return rope().ends[slot == 0 ? 0 : 1].tangent;
        return glm::normalize(masses_[slot].position - masses_[slot - 1].position);
    };
    if (rope().perVertexLength[demandIndex(vertex, masses_.size(), "mass")] == 0.0)
        return 0.0;
    const Vec3 before = tangent(vertex);
    const Vec3 behind = tangent(vertex + 1);
    return 2.0 * rope().perVertexLength[vertex] * glm::length(before - behind) / glm::length(before + behind);
}

double RodSimulation::twist() const
{
    return rope::twist(rope());
}

std::vector<double> RodSimulation::turned() const
{
    const RopeTwist& state = rope().twist;
    const std::size_t edges = rope().segments();
    std::vector<double> turned;
    turned.reserve(edges + 1);
    double before = angle(RodEnd::first); // of the edge before the mass
    const double twist = this->twist();
    for (std::size_t i = 0; i <= edges && !rope().waves(); ++i)
        turned.push_back(before + twist * static_cast<double>(i) / static_cast<double>(edges));
    for (std::size_t i = 0; i <= edges && rope().waves(); ++i)
    {
        const bool inner = i > 0 && i < edges;
        const double here = inner ? state.angle[i + 1] - state.angle[i] + state.reference[i] : 0.0;
        turned.push_back(before + 0.5 * here);
        before += here;
    }
    return turned;
}

double RodSimulation::twistEnergy() const
{
    return rope::twistEnergy(rope());
}

double RodSimulation::elasticEnergy() const
{
    return stretchEnergy(rope(), masses_);
}

double RodSimulation::link() const
{
    std::vector<Vec3> points;
    for (std::size_t i = 0; i + 2 < masses_.size(); ++i)
        points.push_back(masses_[i].position);
    return writhe(points) + twist() / (2.0 * std::numbers::pi);
}

double RodSimulation::potentialEnergy() const
{
    return gravityEnergy(masses_, settings_.gravity);
}

double RodSimulation::spinEnergy() const
{
    return rope::spinEnergy(rope());
}

double RodSimulation::contactEnergy() const
{
    return rope::contactEnergy(state_);
}

double RodSimulation::totalEnergy() const
{
    return kineticEnergy() + potentialEnergy() + elasticEnergy() + bendingEnergy() + twistEnergy() + spinEnergy() +
           contactEnergy();
}

double RodSimulation::tension(std::size_t spring) const
{
    const Spring& one = rope().springs[demandIndex(spring, rope().springs.size(), "spring")];
    return one.tension(springLength(masses_, one));
}

std::vector<Vec3> RodSimulation::elasticForces()
{
    return stepper_->elasticForces(masses_, state_);
}

} // namespace rope
