#pragma once

#include <rope/vec.hpp>

#include <atomic>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

/// Thrown out of an experiment that was asked to stop.
struct ExperimentStopped
{
};

/// Between a running experiment and whoever waits for it, perhaps in another thread.
class ExperimentProgress
{
public:
    /// How much is done, from 0 to 1. Throws ExperimentStopped once it was asked to stop.
    void report(double done)
    {
        if (stopped_.load(std::memory_order_relaxed))
            throw ExperimentStopped{};
        done_.store(done, std::memory_order_relaxed);
        if (listener_)
            listener_();
    }
    double done() const { return done_.load(std::memory_order_relaxed); }
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    /// Called at each report, in the experiment's thread; what it throws ends the experiment. Set before it runs.
    void setListener(std::function<void()> listener) { listener_ = std::move(listener); }

private:
    std::atomic<double> done_{0.0};
    std::atomic<bool> stopped_{false};
    std::function<void()> listener_;
};

/// What the predictions are computed with; the simulations have their own constants. With others than these the
/// verdicts must turn, which shows that they can.
struct Theory
{
    double gravity = 9.81;   ///< [m/s2]
    double massFactor = 1.0; ///< of every mass
};

/// A number that theory predicts beside the one that was measured.
struct Finding
{
    double predicted = 0.0;
    double measured = 0.0;
    double tolerance = 0.0; ///< absolute

    double difference() const { return measured - predicted; }
    bool passed() const; ///< false too where a number is not finite
};

/// What was measured as points, what was predicted as a line.
struct Chart
{
    std::string_view across; ///< name and unit of the horizontal axis
    std::string_view up;
    bool equalScales = false; ///< a shape: both axes in the same unit
    bool logarithmic = false; ///< both axes
    std::vector<rope::Vec2> predicted;
    std::vector<rope::Vec2> measured;
};

struct ExperimentResult
{
    Finding discrete;                ///< against the formula of the same masses, springs and steps
    std::optional<Finding> textbook; ///< against that of the continuous or exact system
    Chart chart;

    bool passed() const { return discrete.passed() && (!textbook || textbook->passed()); }
};

/// A formula, where it is from, and how near the measured number must come to it.
struct Prediction
{
    std::string_view formula;
    std::string_view source;
    std::string_view tolerance; ///< why it is as wide as it is
};

/// A comparison of the simulation with theory that anybody can repeat. Knows no window and no clock.
struct Experiment
{
    std::string_view id;
    std::string_view title;
    std::string_view sentence; ///< what is done
    std::string_view unit;
    Prediction discrete;
    Prediction textbook; ///< without a formula where there is none
    /// Throws ExperimentStopped; safe in several threads at once.
    std::function<ExperimentResult(ExperimentProgress&, const Theory&)> run;
};

/// All of them, in the order of their list.
const std::vector<Experiment>& experiments();

/// The experiment of that id; throws std::invalid_argument naming it and the nearest known id.
const Experiment& experimentOf(std::string_view id);

} // namespace ropewalk
