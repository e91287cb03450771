#include "spring_pendulum.hpp"

#include <rope/detail/step_causes.hpp>

namespace ropewalk
{

/// Of small motions about the present moment: along the spring with the stiffness k, across it with k (1 - L/r). Below
/// zero that stiffness is no oscillation and counts as none.
rope::StepLimits SpringPendulum::stepLimits() const
{
    using rope::StepCause;
    const PendulumSettings& s = settings_;
    const double r = springLength(sphere_);
    const double across = r > 0.0 ? std::max(0.0, 1.0 - restLength_ / r) : 0.0;
    const auto stableWith = [&](const rope::StepCauses& causes)
    {
        if (grabTarget_ && causes.has(StepCause::grab)) // it bears all other forces
            return rope::stableStep(s.integrator, grabFrequency(), 2.0 * grabFrequency());
        const double w2 = causes.has(StepCause::springs) ? s.springConstant / s.mass : 0.0;
        const double friction = (causes.has(StepCause::spring_friction) ? s.springFriction / s.mass : 0.0) +
                                (causes.has(StepCause::air) ? s.mediumDrag / s.mass : 0.0);
        const auto stable = [&](double part) { return rope::stableStep(s.integrator, std::sqrt(part * w2), friction); };
        return std::min(stable(across), stable(1.0));
    };
    rope::StepLimits limits;
    limits.stable = stableWith(rope::StepCauses::all());
    limits.advised = s.advisedStep();
    limits.mass = 1;
    rope::splitByCause(limits, stableWith);
    return limits;
}

} // namespace ropewalk
