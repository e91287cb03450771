#include "small_motions.hpp"

#include <rope/elementary.hpp>
#include <rope/stability.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rope
{

double stableStep(double m, double K, double C)
{
    const double square = C * C + 4.0 * m * K;
    const double sum = square >= 0.0 ? C + std::sqrt(square) : 0.0; // below 0 the motion buckles and does not oscillate
    return sum > 0.0 ? 4.0 * m / sum : StepLimits::none;
}

double resonanceStep(double omega, double zeta)
{
    return omega > 0.0 ? std::max(0.6, 6.0 * elementary::pow(zeta, 0.25)) / omega : StepLimits::none;
}

double whippingStep(double omega, double zeta)
{
    return omega > 0.0 ? std::max(0.6, 4.0 * elementary::pow(zeta, 0.25)) / omega : StepLimits::none;
}

void RestrainedMass::addSpring(const SpringLink& link, double factor)
{
    share(StepCause::springs).stiffness += factor * std::max(link.along, 0.0);
    share(StepCause::spring_friction).friction += factor * link.friction;
}

void RestrainedMass::addGrab(double k, double dt)
{
    stiffness += Vec3(k);
    friction += Vec3(k * dt);
    share(StepCause::grab) = {k, k * dt};
}

double RestrainedMass::stableStep(const StepCauses& causes) const
{
    if (pinned)
        return StepLimits::none;
    Restraint sum;
    for (std::size_t i = 0; i < shares.size(); ++i)
        if (causes.has(static_cast<StepCause>(i)))
        {
            sum.stiffness += shares[i].stiffness;
            sum.friction += shares[i].friction;
        }
    const double step = rope::stableStep(mass, sum.stiffness, sum.friction);
    return causes.has(StepCause::ground_absorption) ? std::min(step, landingStep) : step;
}

SpringLink linkOf(const Spring& spring, const Vec3& d, FrictionDirection frictionDirection)
{
    const double r = glm::length(d);
    const double k = spring.springConstant;
    return {r > 0.0 ? d / r : Vec3(1.0, 0.0, 0.0), k, r > 0.0 ? k * (1.0 - spring.restLength / r) : 0.0,
            spring.friction, frictionDirection == FrictionDirection::axial};
}

std::size_t fastest(const std::vector<Vec3>& motion)
{
    const auto slower = [](const Vec3& u, const Vec3& v) { return glm::dot(u, u) < glm::dot(v, v); };
    return static_cast<std::size_t>(std::max_element(motion.begin(), motion.end(), slower) - motion.begin());
}

SystemLimit rowLimit(std::span<const RestrainedMass> masses)
{
    SystemLimit limit;
    for (std::size_t i = 0; i < masses.size(); ++i)
        if (const double step = masses[i].stableStep(); step < limit.stable)
            limit = {step, i};
    return limit;
}

StepLimits limitsOf(std::span<const RestrainedMass> masses, const SystemLimit& limit)
{
    StepLimits limits;
    limits.stable = limit.stable;
    limits.mass = limit.mass;
    for (std::size_t i = 0; i < masses.size(); ++i)
        if (masses[i].landingStep < limits.stable)
        {
            limits.stable = masses[i].landingStep;
            limits.mass = i;
        }
    splitByCause(limits,
                 [masses](const StepCauses& causes)
                 {
                     double least = StepLimits::none;
                     for (const RestrainedMass& mass : masses)
                         least = std::min(least, mass.stableStep(causes));
                     return least;
                 });
    return limits;
}

double advisedStep(const RestrainedMass& worst, double margin, bool whipping)
{
    const double friction = worst.share(StepCause::spring_friction).friction + worst.share(StepCause::air).friction;
    const double stiffness = worst.share(StepCause::springs).stiffness + worst.share(StepCause::bending).stiffness;
    const double omega = std::sqrt(stiffness / worst.mass);
    const double zeta = omega > 0.0 ? friction / (2.0 * worst.mass * omega) : 0.0; // 0: of no springs, not asked for
    return std::min({margin * worst.stableStep(), 0.5 * worst.landingStep,
                     whipping ? whippingStep(omega, zeta) : resonanceStep(omega, zeta)});
}

double reelStep(double segmentLength, double speed)
{
    return speed < 0.0 ? 0.25 * segmentLength / -speed : StepLimits::none;
}

double largestEigenvalue(int massCount, double firstStiffness)
{
    const double c = elementary::cos(std::numbers::pi / (2.0 * massCount - 1.0));
    if (firstStiffness <= 1.0)
        return 4.0 * c * c;
    return massCount == 2 ? firstStiffness : std::max(4.0, firstStiffness + 2.0);
}

} // namespace rope
