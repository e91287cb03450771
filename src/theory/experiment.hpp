#pragma once

#include "sketch.hpp"

#include <rope/vec.hpp>

#include <atomic>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

/// Thrown by an experiment that was asked to stop.
struct ExperimentStopped
{
};

/// Connects a running experiment with whoever waits for it, perhaps in another thread.
class ExperimentProgress
{
public:
    /// Says how much is done, from 0 to 1. Throws ExperimentStopped after stop().
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
    /// Calls `listener` at each report, in the experiment's thread; what it throws ends the experiment. Set before the
    /// experiment runs.
    void setListener(std::function<void()> listener) { listener_ = std::move(listener); }

private:
    std::atomic<double> done_{0.0};
    std::atomic<bool> stopped_{false};
    std::function<void()> listener_;
};

/// Constants of the predictions; the simulations have their own. With other values than these, the verdicts must fail:
/// a test shows so that they can.
struct Theory
{
    double gravity = 9.81;   ///< [m/s2]
    double massFactor = 1.0; ///< of every mass
};

/// A predicted number beside the measured one.
struct Finding
{
    double predicted = 0.0;
    double measured = 0.0;
    double tolerance = 0.0; ///< absolute

    double difference() const { return measured - predicted; }
    bool passed() const; ///< also false if a number is not finite
};

/// Measurements, drawn as points, and predictions, drawn as a line.
struct Chart
{
    std::string_view across; ///< name and unit of the horizontal axis
    std::string_view up;
    bool equalScales = false; ///< for a shape: both axes have one scale
    bool logarithmic = false; ///< both axes are
    std::vector<rope::Vec2> predicted{};
    std::vector<rope::Vec2> measured{};
};

struct ExperimentResult
{
    Finding discrete;                ///< against the formula for the same masses, springs and steps
    std::optional<Finding> textbook; ///< against the formula for the continuous or exact system
    Chart chart;

    bool passed() const { return discrete.passed() && (!textbook || textbook->passed()); }
};

/// A formula, its source, and how near the measured number must come to it.
struct Prediction
{
    std::string_view formula;
    std::string_view source;
    std::string_view tolerance; ///< its size and the reason for it
};

/// A comparison of the simulation with theory that anybody can repeat. Knows no window and no clock.
struct Experiment
{
    std::string_view id;
    std::string_view title;
    std::string_view sentence; ///< the procedure
    std::string_view unit;
    Prediction discrete;
    Prediction textbook; ///< its formula may be empty
    /// Throws ExperimentStopped; may run in several threads at once.
    std::function<ExperimentResult(ExperimentProgress&, const Theory&)> run;
    Sketch sketch;
};

/// All experiments, in the order in which they are shown.
const std::vector<Experiment>& experiments();

/// Published experiments with knots, which take minutes.
const std::vector<Experiment>& knotBench();

// Their parts, each in a source file of its own.
std::vector<Experiment> staticExperiments();       ///< stretch, catenary
std::vector<Experiment> modeExperiments();         ///< swings of the hanging rope and their damping
std::vector<Experiment> waveExperiments();         ///< waves on a taut rope
std::vector<Experiment> motionExperiments();       ///< air, reel, the elementary scenes
std::vector<Experiment> integratorExperiments();   ///< how the error shrinks with the step
std::vector<Experiment> impactExperiments();       ///< restitution, friction of boxes
std::vector<Experiment> rodBendingExperiments();   ///< cantilevers, struts
std::vector<Experiment> rodVibrationExperiments(); ///< stiff strings, bars, torsion, rings
std::vector<Experiment> rodTwistExperiments();     ///< torque, buckling, link
std::vector<Experiment> rodContactExperiments();   ///< round a post, on slopes and floors, on itself
std::vector<Experiment> clothAndFleetExperiments();
std::vector<Experiment> knotExperiments(); ///< of knotBench()

/// The experiment of that id; throws std::invalid_argument naming it and the nearest known id.
const Experiment& experimentOf(std::string_view id, const std::vector<Experiment>& list = experiments());

} // namespace ropewalk
