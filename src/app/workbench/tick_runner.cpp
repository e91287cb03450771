#include "tick_runner.hpp"

#include <rope/step_watch.hpp>

#include <cmath>
#include <limits>
#include <optional>

namespace ropewalk
{

void TickRunner::start(const Scene& scene)
{
    const double needed = stepsNeeded(scene);
    steps_ = static_cast<int>(std::min(needed, static_cast<double>(stepBudget_)));
    stepLength_ = tickLength / needed;
    timeShare_ = steps_ / needed;
    slowedByCost_ = false;
    forgetCost();
}

void TickRunner::run(Scene& scene, const Controls& controls)
{
    const double needed = stepsNeeded(scene);
    const double allowed = std::min(needed, static_cast<double>(stepBudget_));
    const double begin = clock_();
    const double expected = std::isnan(stepCost_) ? std::numeric_limits<double>::infinity() : stepCost_ * allowed;
    std::optional<rope::StepHaste> haste;
    if (std::isfinite(tickBudget_))
        haste.emplace();
    double done = 0.0;
    if (firstPiece_ == 1.0 && expected <= tickBudget_)
    {
        steps_ = scene.advance(tickLength * (allowed / needed), controls);
        done = allowed;
    }
    else
    {
        // In pieces that the clock times: the cost of a step is unknown yet, or too high for the whole tick.
        steps_ = 0;
        double piece = std::min(firstPiece_, allowed);
        for (double spent = 0.0; done < allowed && spent < tickBudget_; spent = clock_() - begin)
        {
            if (done > 0.0)
                piece = std::clamp(std::floor((tickBudget_ - spent) * done / std::max(spent, 1e-9)), firstPiece_,
                                   2.0 * piece);
            piece = std::min(piece, allowed - done);
            steps_ += scene.advance(tickLength * (piece / needed), controls);
            done += piece;
        }
        chooseFirstPiece(done, clock_() - begin);
    }
    slowedByCost_ = done < allowed;
    timeShare_ = done / needed;
    steps_ = std::max(1, steps_);
    stepLength_ = timeShare_ * tickLength / steps_;
    const double cost = (clock_() - begin) / steps_;
    constexpr double jump = 2.0; // what suddenly costs more, a rope that touches itself say, is believed at once
    const bool believed = std::isnan(stepCost_) || cost > jump * stepCost_;
    stepCost_ = believed ? cost : stepCost_ + 0.05 * (cost - stepCost_);
}

/// Chooses the part of a step that the next tick begins with. A step that costs more than the budget all by itself is
/// split, as an implicit one has less to solve where it is shorter; where that saves nothing, it stays whole.
void TickRunner::chooseFirstPiece(double done, double spent)
{
    constexpr double least = 1.0 / 64.0;
    constexpr double saving = 0.9;
    const bool tooLong = done <= firstPiece_ && spent > tickBudget_;
    if (!tooLong)
        firstPiece_ = std::min(1.0, spent < 0.5 * tickBudget_ ? 2.0 * firstPiece_ : firstPiece_);
    else if (firstPiece_ > least && splits_)
    {
        if (firstPiece_ == 1.0)
            wholeCost_ = spent;
        firstPiece_ *= 0.5;
    }
    else if (spent > saving * wholeCost_)
    {
        firstPiece_ = 1.0;
        splits_ = false;
    }
}

void TickRunner::forgetCost()
{
    stepCost_ = std::numeric_limits<double>::quiet_NaN(); // not known before the next tick
    firstPiece_ = 1.0;
    splits_ = true;
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
