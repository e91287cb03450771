#include "spring_pendulum.hpp"

#include <array>
#include <utility>

namespace ropewalk
{

/// Of small motions about the present moment: along the spring with the stiffness k, across it with k (1 - L/r), which
/// below zero is no oscillation and counts as none.
rope::StepLimits SpringPendulum::stepLimits() const
{
    const PendulumSettings& s = settings_;
    const double r = springLength(sphere_);
    const double across = r > 0.0 ? std::max(0.0, 1.0 - restLength_ / r) : 0.0;
    const double w2 = s.springConstant / s.mass;
    const double grab = grabTarget_ ? grabFrequency() : 0.0;
    const auto limit = [&](bool spring, double gamma, double w)
    {
        double least = rope::StepLimits::none;
        for (const double part : {across, 1.0})
            least = std::min(
                least, rope::stableStep(s.integrator, std::sqrt((spring ? part * w2 : 0.0) + w * w), gamma + 2.0 * w));
        return least;
    };

    const double friction = s.springFriction / s.mass;
    const double air = s.mediumDrag / s.mass;
    rope::StepLimits limits;
    limits.stable = limit(true, friction + air, grab);
    limits.advised = s.advisedStep();
    limits.mass = 1;
    const auto set = [&limits](rope::StepCause cause, double step)
    { limits.alone[static_cast<std::size_t>(cause)] = step; };
    set(rope::StepCause::springs, limit(true, 0.0, 0.0));
    set(rope::StepCause::spring_friction, limit(false, friction, 0.0));
    set(rope::StepCause::air, limit(false, air, 0.0));
    set(rope::StepCause::grab, limit(false, 0.0, grab));
    const std::array<std::pair<rope::StepCause, double>, 4> without{
        {{rope::StepCause::springs, limit(false, friction + air, grab)},
         {rope::StepCause::spring_friction, limit(true, air, grab)},
         {rope::StepCause::air, limit(true, friction, grab)},
         {rope::StepCause::grab, limit(true, friction + air, 0.0)}}};
    limits.strongest = std::max_element(without.begin(), without.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; })
                           ->first;
    return limits;
}

} // namespace ropewalk
