#include "rope/steppers/rope_energies.hpp"

#include "rope/state/rope_ends.hpp"
#include "rope/steppers/rope_steppers.hpp"
#include "rope/steppers/rope_work.hpp"

#include <rope/rope_simulation.hpp>
#include <rope/writhe.hpp>

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

// What a rope can be asked.

namespace rope
{

double RopeReadings::elasticEnergy() const
{
    double sum = tieEnergy(state_, masses_);
    for (const Rope& rope : state_.ropes)
        sum += stretchEnergy(rope, masses_);
    return sum;
}

double RopeReadings::groundEnergy() const
{
    const WorldConstants world = worldNow();
    double sum = 0.0;
    for (const Rope& rope : state_.ropes)
        sum += rope::groundEnergy(massesOf(rope, masses_), GroundForce::of({rope.constants, world}).ground);
    return sum;
}

double RopeReadings::bendingEnergy() const
{
    double sum = 0.0;
    for (const Rope& rope : state_.ropes)
        sum += state_.byNewton ? rope::bendingEnergy(rope, masses_)
                               : HingeForces::of(rope).energy(massesOf(rope, masses_));
    return sum;
}

double RopeReadings::twistEnergy() const
{
    double sum = 0.0;
    for (const Rope& rope : state_.ropes)
        sum += rope::twistEnergy(rope);
    return sum;
}

double RopeReadings::spinEnergy() const
{
    double sum = 0.0;
    for (const Rope& rope : state_.ropes)
        sum += rope::spinEnergy(rope);
    return sum;
}

double RopeReadings::contactEnergy() const
{
    return rope::contactEnergy(state_);
}

double RopeReadings::totalEnergy() const
{
    return kineticEnergy() + potentialEnergy() + elasticEnergy() + groundEnergy() + bendingEnergy() + twistEnergy() +
           spinEnergy() + contactEnergy();
}

double RopeReadings::segmentLength(std::size_t spring) const
{
    return springLength(masses_, springs()[demandIndex(spring, springs().size(), "spring")]);
}

double RopeReadings::tension(std::size_t spring) const
{
    const double length = segmentLength(spring);
    return springs()[spring].tension(length);
}

double RopeReadings::curvature(std::size_t mass) const
{
    const auto tangent = [this](std::size_t slot)
    {
        if (slot == 0 || slot == rope().masses())
            return rope().ends[slot == 0 ? 0 : 1].tangent;
        return glm::normalize(masses_[slot].position - masses_[slot - 1].position);
    };
    const double perLength = rope().perVertexLength[demandIndex(mass, rope().masses(), "mass")];
    if (perLength == 0.0)
        return 0.0;
    const Vec3 before = tangent(mass);
    const Vec3 behind = tangent(mass + 1);
    return 2.0 * perLength * glm::length(before - behind) / glm::length(before + behind);
}

double RopeReadings::torque(std::size_t mass) const
{
    return rope::torque(rope(), demandIndex(mass, rope().masses(), "mass"));
}

double RopeReadings::twist() const
{
    return rope::twist(rope());
}

std::vector<double> RopeReadings::turned() const
{
    const RopeTwist& state = rope().twist;
    const std::size_t edges = rope().segments();
    std::vector<double> turned;
    turned.reserve(edges + 1);
    double before = angle(RopeEnd::first); // of the edge before the mass
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

double RopeReadings::link() const
{
    std::vector<Vec3> points;
    for (std::size_t i = 0; i + 2 < masses_.size(); ++i)
        points.push_back(masses_[i].position);
    return writhe(points) + twist() / (2.0 * std::numbers::pi);
}

std::vector<Vec3> RopeReadings::elasticForces()
{
    return steppers_->newton().elasticForces(masses_, state_);
}

int RopeReadings::modesBelow(double squaredFrequency)
{
    return steppers_->newton().modesBelow(masses_, state_, squaredFrequency);
}

double RopeReadings::frequency(int number)
{
    constexpr double all = 1e30; // [1/s2], above the square of every frequency
    if (const int count = modesBelow(all); number < 0 || number >= count)
        throw std::out_of_range("motion " + std::to_string(number) + ": must be 0 to " + std::to_string(count - 1));
    double high = 1.0;
    while (modesBelow(high) <= number && high < all)
        high *= 4.0;
    double low = 0.25 * high;
    while (modesBelow(low) > number && low > 1e-30)
        low *= 0.25;
    for (int i = 0; i < 60 && high - low > 1e-15 * high; ++i)
    {
        const double middle = 0.5 * (low + high);
        (modesBelow(middle) > number ? high : low) = middle;
    }
    return std::sqrt(0.5 * (low + high));
}

} // namespace rope
