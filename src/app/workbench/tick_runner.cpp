#include "tick_runner.hpp"

#include <rope/step_watch.hpp>

#include <cmath>
#include <limits>
#include <utility>

namespace ropewalk
{

TickRunner::TickRunner(std::function<double()> clock) : clock_(std::move(clock)) {}

void TickRunner::start(const Scene& scene)
{
    constexpr double most = std::numeric_limits<int>::max();
    steps_ = static_cast<int>(std::min(stepsNeeded(scene), most));
    stepCost_ = std::numeric_limits<double>::quiet_NaN(); // not known before the first tick
}

void TickRunner::beginFrame(int due)
{
    frameBegan_ = clock_();
    stepsLeft_ = static_cast<long long>(stepBudget_) * std::max(1, due);
}

bool TickRunner::hasTime() const
{
    return clock_() - frameBegan_ < tickBudget_;
}

bool TickRunner::mayPark(const Scene& scene) const
{
    const double needed = stepsNeeded(scene);
    return needed > stepBudget_ || !(2.0 * stepCost_ * needed < tickBudget_);
}

bool TickRunner::run(Scene& scene, const Controls& controls)
{
    return work(
        [this, &scene, controls]
        {
            const double begin = workClock();
            steps_ = std::max(1, scene.advance(tickLength, controls));
            tickCost_ = workClock() - begin;
            const double cost = tickCost_ / steps_;
            constexpr double jump =
                2.0; // what suddenly costs more, a rope that touches itself say, is believed at once
            const bool believed = std::isnan(stepCost_) || cost > jump * stepCost_;
            stepCost_ = believed ? cost : stepCost_ + 0.05 * (cost - stepCost_);
        });
}

bool TickRunner::pose(Scene& scene, double ticks, Controls controls)
{
    controls.posing = true;
    controls.velocity.reset(); // a script's belongs to its time
    return work([&scene, controls, ticks] { scene.advance(ticks * tickLength, controls); });
}

bool TickRunner::work(std::function<void()> work)
{
    return thread_.begin(
        [this, work = std::move(work)]
        {
            const rope::StepWatch watch([this](int steps) { look(steps); });
            work();
        });
}

bool TickRunner::goOn()
{
    return thread_.goOn();
}

void TickRunner::finish()
{
    unbounded_ = true;
    while (parked())
        goOn();
    unbounded_ = false;
}

/// Called by the tick, before its steps and within long ones.
void TickRunner::look(int steps)
{
    const bool affordable = steps == 0 || stepsLeft_ > 0;
    if (!unbounded_ && !(affordable && hasTime()))
    {
        const double begin = clock_();
        thread_.rest();
        parkedSeconds_ += clock_() - begin;
    }
    stepsLeft_ -= steps;
}

} // namespace ropewalk
