#include "rope/forces/air_force.hpp"
#include "rope/forces/ground_force.hpp"
#include "rope/stability/network_stability.hpp"

#include <rope/cloth.hpp>

#include <algorithm>
#include <array>

// How long the steps of a cloth may be.

namespace rope
{

namespace
{

/// A mass with twelve springs, on the ground.
RestrainedMass worstMass(const ClothSettings& s, double countedAbsorption)
{
    RestrainedMass worst{s.mass};
    if (s.springs)
        for (const double stiffness : {s.structuralStiffness, s.shearStiffness, s.bendStiffness})
            worst.addSpring({.along = stiffness, .friction = s.springFriction}, 4 * 2.0);
    AirForce(s.mediumDrag).restrain(worst, nullptr, countedAbsorption);
    GroundForce(s.ground()).restrain(worst, nullptr, countedAbsorption);
    return worst;
}

} // namespace

StepLimits worstStepLimits(const ClothSettings& settings)
{
    const std::array worst{worstMass(settings, 0.5)};
    StepLimits limits = limitsOf(worst, rowLimit(worst));
    // A cloth buckles and crumples, and so whips as hard as a rope can.
    limits.advised = advisedStep(worstMass(settings, 1.0), 0.9, true);
    return limits;
}

double ClothSettings::longestStep() const
{
    return autoSteps ? std::min(maxDt, worstStepLimits(*this).advised) : maxDt;
}

double ClothSimulation::grabFrequency() const
{
    return std::min(25.0, 0.2 / longestStep());
}

StepLimits ClothSimulation::stepLimits() const
{
    const AirForce air(settings_.mediumDrag);
    const GroundForce ground(this->ground());
    NetworkStability network;
    network.masses.resize(masses_.size());
    for (std::size_t i = 0; i < masses_.size(); ++i)
    {
        RestrainedMass& mass = network.masses[i];
        mass.mass = inertia(i);
        mass.pinned = pinned(i);
        air.restrain(mass, &masses_[i], 0.5);
        ground.restrain(mass, &masses_[i], 0.5);
    }
    if (settings_.springs)
        for (const Spring& spring : springs_)
        {
            const Vec3 d = masses_[spring.first].position - masses_[spring.second].position;
            const SpringLink link = linkOf(spring, d, FrictionDirection::axial);
            network.masses[spring.first].addSpring(link, pinned(spring.second) ? 1.0 : 2.0);
            network.masses[spring.second].addSpring(link, pinned(spring.first) ? 1.0 : 2.0);
            network.links.push_back({spring.first, spring.second, link});
        }
    if (const std::optional<std::size_t> mass = grabbed())
    {
        const double w = grabFrequency();
        network.masses[*mass].addGrab(inertia(*mass) * w * w, 2.0 / w); // critically damped: c = 2 m w = k 2/w
    }

    // For a big cloth, row sums must do, up to half too low: the search would take a tenth of a second.
    const bool big = network.links.size() > 6000;
    StepLimits limits = limitsOf(network.masses, big ? rowLimit(network.masses) : network.find());
    limits.advised = worstStepLimits(settings_).advised;
    // By cause they must do for every cloth: a search for each cause would take a frame. One cause alone never allows
    // less than all causes together.
    for (double& step : limits.alone)
        step = std::max(step, limits.stable);
    return limits;
}

} // namespace rope
