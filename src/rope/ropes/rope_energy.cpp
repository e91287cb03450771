#include <rope/rope_simulation.hpp>

// What a rope's state says: energies, lengths, tensions.

namespace rope
{

double RopeSimulation::kineticEnergy() const
{
    double sum = 0.0;
    for (const Mass& mass : masses_)
        sum += 0.5 * mass.mass * glm::dot(mass.velocity, mass.velocity);
    return sum;
}

double RopeSimulation::potentialEnergy() const
{
    double sum = 0.0;
    for (const Mass& mass : masses_)
        sum -= mass.mass * glm::dot(settings_.gravity, mass.position);
    return sum;
}

double RopeSimulation::elasticEnergy() const
{
    double sum = 0.0;
    for (std::size_t i = 0; i < springs_.size(); ++i)
    {
        const double stretch = segmentLength(i) - springs_[i].restLength;
        sum += 0.5 * springs_[i].springConstant * stretch * stretch;
    }
    return sum;
}

double RopeSimulation::groundEnergy() const
{
    double sum = 0.0;
    for (const Mass& mass : masses_)
        sum += ground().energy(mass);
    return sum;
}

double RopeSimulation::totalEnergy() const
{
    return kineticEnergy() + potentialEnergy() + elasticEnergy() + groundEnergy();
}

double RopeSimulation::segmentLength(std::size_t spring) const
{
    const Spring& s = springs_[spring];
    return glm::length(masses_[s.first].position - masses_[s.second].position);
}

double RopeSimulation::length() const
{
    double sum = 0.0;
    for (std::size_t i = 0; i < springs_.size(); ++i)
        sum += segmentLength(i);
    return sum;
}

double RopeSimulation::restLength() const
{
    double sum = 0.0;
    for (const Spring& spring : springs_)
        sum += spring.restLength;
    return sum;
}

double RopeSimulation::tension(std::size_t spring) const
{
    return springs_[spring].tension(segmentLength(spring));
}

} // namespace rope
