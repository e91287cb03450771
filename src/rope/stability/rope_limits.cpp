#include <rope/stability.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rope
{

namespace
{

/// What acts on the stiffest mode of the worst state.
struct StiffestMode
{
    double mass = 0.0;
    double springs = 0.0;    ///< [N/m]
    double friction = 0.0;   ///< [N s/m] of the springs
    double air = 0.0;        ///< [N s/m]
    double repulsion = 0.0;  ///< [N/m]
    double absorption = 0.0; ///< [N s/m]
    double sliding = 0.0;    ///< [N s/m], friction along the ground

    /// 4 m / (C + sqrt(C^2 + 4 m K)) = (-C + sqrt(C^2 + 4 m K)) / K, which divides nothing by zero.
    double step(double absorbed) const
    {
        const double K = springs + repulsion;
        const double C = friction + air + std::max(absorbed * absorption, sliding);
        const double root = std::sqrt(C * C + 4.0 * mass * K);
        return C + root > 0.0 ? 4.0 * mass / (C + root) : StepLimits::none;
    }
    double stable() const { return std::min(step(0.5), absorption > 0.0 ? 2.0 * mass / absorption : StepLimits::none); }
};

/// Largest eigenvalue of the chain in units of k. A first segment that is stiffer than the others moves it to at most
/// the largest sum of a row.
double stiffestEigenvalue(int massCount, double firstStiffness)
{
    const double c = std::cos(std::numbers::pi / (2.0 * massCount - 1.0));
    if (firstStiffness <= 1.0)
        return 4.0 * c * c;
    return massCount == 2 ? firstStiffness : std::max(4.0, firstStiffness + 2.0);
}

/// A reel that takes in more than the first segment has during a step would leave it shorter than nothing, and as
/// stiff.
double reelStep(const RopeSettings& s)
{
    return s.payoutSpeed < 0.0 ? 0.25 * s.springLength / -s.payoutSpeed : StepLimits::none;
}

} // namespace

StepLimits worstStepLimits(const RopeSettings& s, int massCount, double firstStiffness, bool whipping)
{
    StepLimits limits;
    if (s.implicit())
        return limits;

    const double lambda = stiffestEigenvalue(massCount, firstStiffness);
    const StiffestMode all{s.mass,          lambda * s.springConstant, lambda * s.springFriction,
                           s.airFriction,   s.groundRepulsion,         s.groundAbsorption,
                           s.groundFriction};
    limits.stable = all.stable();

    const auto only = [&](double StiffestMode::*cause)
    {
        StiffestMode mode{s.mass};
        mode.*cause = all.*cause;
        return mode.stable();
    };
    const auto without = [&](double StiffestMode::*cause)
    {
        StiffestMode mode = all;
        mode.*cause = 0.0;
        return mode.stable();
    };
    constexpr std::array causes{&StiffestMode::springs, &StiffestMode::friction, &StiffestMode::air,
                                &StiffestMode::repulsion, &StiffestMode::absorption};
    double longest = 0.0;
    for (std::size_t i = 0; i < causes.size(); ++i)
    {
        limits.alone[i] = only(causes[i]);
        if (const double rest = without(causes[i]); rest > longest * (1.0 + 1e-12))
        {
            longest = rest;
            limits.strongest = static_cast<StepCause>(i);
        }
    }
    limits.mass = static_cast<std::size_t>(massCount - 1);

    limits.advised = 0.93 * all.step(1.0);
    const auto keepBelow = [&limits](double step) { limits.advised = std::min(limits.advised, step); };
    if (s.groundAbsorption > 0.0)
        keepBelow(s.mass / s.groundAbsorption);
    const double omega = std::sqrt(all.springs / s.mass);
    if (omega > 0.0)
    {
        const double zeta = (all.friction + all.air) / (2.0 * s.mass * omega);
        keepBelow(whipping ? whippingStep(omega, zeta) : resonanceStep(omega, zeta));
    }
    const double bounce = std::sqrt(s.groundRepulsion / s.mass);
    if (s.groundAbsorption < 0.2 * s.mass * bounce)
        keepBelow(0.3 / bounce);
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
    return std::min(worstStepLimits(*this).advised, reelStep(*this));
}

} // namespace rope
