#include "tick_runner.hpp"

#include <cmath>
#include <limits>

namespace ropewalk
{

void TickRunner::start(const Scene& scene)
{
    const double needed = stepsNeeded(scene);
    steps_ = static_cast<int>(std::min(needed, static_cast<double>(stepBudget_)));
    stepLength_ = tickLength / needed;
    timeShare_ = steps_ / needed;
    slowedByCost_ = false;
    stepCost_ = std::numeric_limits<double>::quiet_NaN(); // not known before the first tick
}

void TickRunner::run(Scene& scene, const Controls& controls)
{
    const double needed = stepsNeeded(scene);
    const double allowed = std::min(needed, static_cast<double>(stepBudget_));
    const double begin = clock_();
    const double expected = std::isnan(stepCost_) ? std::numeric_limits<double>::infinity() : stepCost_ * allowed;
    double done = 0.0;
    if (expected <= tickBudget_)
    {
        steps_ = scene.advance(tickLength * (allowed / needed), controls);
        done = allowed;
    }
    else
    {
        // In pieces that the clock times: the cost of a step is unknown yet, or too high for the whole tick.
        steps_ = 0;
        double piece = 1.0;
        for (double spent = 0.0; done < allowed && spent < tickBudget_; spent = clock_() - begin)
        {
            if (done > 0.0)
                piece = std::clamp(std::floor((tickBudget_ - spent) * done / std::max(spent, 1e-9)), 1.0, 2.0 * piece);
            piece = std::min(piece, allowed - done);
            steps_ += scene.advance(tickLength * (piece / needed), controls);
            done += piece;
        }
    }
    slowedByCost_ = done < allowed;
    timeShare_ = done / needed;
    steps_ = std::max(1, steps_);
    stepLength_ = timeShare_ * tickLength / steps_;
    const double cost = (clock_() - begin) / steps_;
    stepCost_ = std::isnan(stepCost_) ? cost : stepCost_ + 0.05 * (cost - stepCost_);
}

void TickRunner::pose(Scene& scene, Controls controls)
{
    const double needed = stepsNeeded(scene);
    double ticks = std::min(Controls::poseSeconds, stepBudget_ / needed);
    if (stepCost_ > 0.0)
        ticks = std::min(ticks, std::max(1.0, tickBudget_ / stepCost_) / needed);
    controls.posing = true;
    controls.velocity.reset(); // a script's belongs to its time
    scene.advance(ticks * tickLength, controls);
}

} // namespace ropewalk
