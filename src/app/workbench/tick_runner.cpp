#include "tick_runner.hpp"

#include <rope/step_watch.hpp>

#include <cmath>
#include <limits>
#include <utility>

namespace ropewalk
{

TickRunner::TickRunner(std::function<double()> clock, bool threads) : clock_(std::move(clock)), thread_(threads) {}

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
    scene_ = &scene;
    poses_ = false;
    tickBegan_ = workClock();
    return take([&scene, controls] { return scene.advance(tickLength, controls); });
}

bool TickRunner::pose(Scene& scene, double ticks, Controls controls)
{
    scene_ = &scene;
    poses_ = true;
    controls.posing = true;
    controls.velocity.reset(); // a script's belongs to its time
    return take([&scene, controls, ticks] { return scene.advance(ticks * tickLength, controls); });
}

/// Takes `steps`, and returns whether they end what was begun.
bool TickRunner::take(std::function<int()> steps)
{
    rests_ = false;
    thread_.begin(
        [this, steps = std::move(steps)]
        {
            const rope::StepWatch watch([this](int count) { look(count); });
            const int taken = steps();
            rests_ = scene_->rests();
            if (!rests_ && !poses_)
                noteCost(taken);
        });
    if (rests_)
        restedAt_ = clock_();
    return !parked();
}

void TickRunner::noteCost(int steps)
{
    steps_ = std::max(1, steps);
    tickCost_ = workClock() - tickBegan_;
    const double cost = tickCost_ / steps_;
    constexpr double jump = 2.0; // what suddenly costs more, a rope that touches itself say, is believed at once
    const bool believed = std::isnan(stepCost_) || cost > jump * stepCost_;
    stepCost_ = believed ? cost : stepCost_ + 0.05 * (cost - stepCost_);
}

bool TickRunner::goOn()
{
    if (!rests_)
        return thread_.goOn();
    parkedSeconds_ += clock_() - restedAt_;
    return take([this] { return scene_->goOn(); });
}

void TickRunner::finish()
{
    unbounded_ = true;
    while (parked())
        goOn();
    unbounded_ = false;
}

void TickRunner::giveUp()
{
    rests_ = false;
    thread_.giveUp();
}

/// Called by the tick, before its steps and within long ones.
void TickRunner::look(int steps)
{
    const bool affordable = steps == 0 || stepsLeft_ > 0;
    if (!unbounded_ && !(affordable && hasTime()))
        rest();
    stepsLeft_ -= steps;
}

void TickRunner::rest()
{
    if (!thread_.canRest())
    {
        rope::StepWatch::askForRest();
        return;
    }
    const double begin = clock_();
    thread_.rest();
    parkedSeconds_ += clock_() - begin;
}

} // namespace ropewalk
