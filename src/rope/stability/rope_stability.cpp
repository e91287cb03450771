#include "small_motions.hpp"

#include <algorithm>
#include <array>
#include <cmath>

// The stable step of a rope in its worst state, and the advised step.

namespace rope
{

namespace
{

/// A mass in the fastest mode of a rope that lies on the ground.
RestrainedMass worstMass(const RopeSettings& s, double lambda, double countedAbsorption)
{
    RestrainedMass worst{s.mass};
    worst.addSpring({.along = s.springConstant, .friction = s.springFriction}, lambda);
    worst.addSurroundings(s.surroundings(), true, countedAbsorption);
    return worst;
}

} // namespace

StepLimits worstStepLimits(const RopeSettings& s, int massCount, double firstStiffness, bool whipping)
{
    if (s.implicit())
        return {};
    const double lambda = largestEigenvalue(massCount, firstStiffness);
    const std::array worst{worstMass(s, lambda, 0.5)};
    StepLimits limits = limitsOf(worst, rowLimit(worst));
    limits.mass = static_cast<std::size_t>(massCount - 1);
    limits.advised = advisedStep(worstMass(s, lambda, 1.0), 0.93, whipping);
    const double bounce = std::sqrt(s.groundRepulsion / s.mass);
    if (s.groundAbsorption < 0.2 * s.mass * bounce)
        limits.advised = std::min(limits.advised, 0.3 / bounce);
    return limits;
}

StepLimits worstStepLimits(const RopeSettings& settings)
{
    if (settings.payoutSpeed == 0.0)
        return worstStepLimits(settings, settings.massCount, 1.0);
    return worstStepLimits(settings, std::max({settings.massCount, settings.maxMassCount, 3}), 2.0);
}

double RopeSettings::longestStep() const
{
    if (implicit())
        return std::min(implicitMaxDt, advisedStep());
    return autoSteps ? std::min(maxDt, advisedStep()) : maxDt;
}

double RopeSettings::advisedStep() const
{
    return std::min(worstStepLimits(*this).advised, reelStep(springLength, payoutSpeed));
}

} // namespace rope
