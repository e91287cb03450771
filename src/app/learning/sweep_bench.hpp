#pragma once

#include "cli/sweep.hpp"

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace ropewalk
{

/// Runs a sweep beside the window, on all cores but one. The window's thread asks for what is there and never waits.
class SweepBench
{
public:
    SweepBench() = default;
    ~SweepBench() { stop(); }
    SweepBench(const SweepBench&) = delete;
    SweepBench& operator=(const SweepBench&) = delete;

    /// Throws std::invalid_argument as Sweep does; the sweep before goes on then.
    void start(SweepPlan plan);
    void stop(); ///< results stay
    /// Does a run, where the system has no threads; else they go by themselves. Once a frame.
    void turn();

    const Sweep* sweep() const { return sweep_.get(); } ///< null before the first
    /// Counts the results that have come.
    std::size_t done() const { return done_; }
    bool busy() const { return sweep_ && !ends_ && done_ < sweep_->grid().runs(); }
    std::map<std::size_t, SweepResult> results() const; ///< by run, counted from 0

private:
    void work(std::size_t run);

    std::unique_ptr<const Sweep> sweep_;
    mutable std::mutex lock_; ///< for the results
    std::map<std::size_t, SweepResult> results_;
    std::atomic<std::size_t> done_{0};
    std::atomic<bool> ends_{false};
    bool threads_ = true; ///< the system has some
    std::thread thread_;
};

} // namespace ropewalk
