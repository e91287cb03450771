#include "rope/forces/mass_forces.hpp"

#include <rope/rope_settings.hpp>
#include <rope/stability.hpp>

#include <algorithm>
#include <array>
#include <cmath>

// The stable step of a rope in its worst state, and the advised step.

namespace rope
{

namespace
{

/// By how much the fastest mode of a rope with sharp bends and squeezed segments may be stiffer than in a straight
/// one, which auto_steps allows for. Of 4,000 ropes that were thrown about with friction, 55 ran away without it, and
/// one with 1.5 as with 4.5.
constexpr double bentShare = 2.0;

/// A mass in the fastest mode of a rope that lies on the ground, straight or `bent`.
RestrainedMass worstMass(const RopeSettings& s, int massCount, double firstStiffness, bool bent,
                         double countedAbsorption)
{
    RestrainedMass worst{s.mass};
    worst.addBending(bendingRow(s, massCount, firstStiffness > 1.0 || s.insertion == Insertion::article, bent));
    if (s.implicit())
        return worst; // all else is solved for
    const double lambda = largestEigenvalue(massCount, firstStiffness);
    worst.addSpring({.along = s.springConstant, .friction = s.springFriction}, lambda);
    MassForces({s, s}).each([&](const auto& force) { force.restrain(worst, nullptr, countedAbsorption); });
    return worst;
}

} // namespace

double bendingRow(const RopeSettings& s, int massCount, bool shortFirst, bool bent)
{
    if (massCount < 3 || s.bendingStiffness == 0.0)
        return 0.0;
    const double straight = (shortFirst ? 20.0 : 16.0) * s.bendingStiffness / (s.springLength * s.springLength);
    return (bent ? bentShare : 1.0) * straight / s.springLength;
}

StepLimits worstStepLimits(const RopeSettings& s, int massCount, double firstStiffness, bool whipping)
{
    constexpr double margin = 0.93;
    if (s.implicit() && (s.bendingStiffness == 0.0 || s.byNewton()))
        return {};
    const std::array worst{worstMass(s, massCount, firstStiffness, false, 0.5)};
    const RestrainedMass bent = worstMass(s, massCount, firstStiffness, true, 1.0);
    StepLimits limits = limitsOf(worst, rowLimit(worst));
    limits.mass = static_cast<std::size_t>(massCount - 1);
    if (s.implicit())
    {
        limits.advised = margin * bent.stableStep();
        return limits;
    }
    limits.advised = advisedStep(bent, margin, whipping);
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
