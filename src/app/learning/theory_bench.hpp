#pragma once

#include "theory/experiment.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace ropewalk
{

/// Runs experiments in a thread of its own, one after another. The window's thread asks for the state and never waits.
class TheoryBench
{
public:
    TheoryBench();
    ~TheoryBench(); ///< stops the experiment that runs
    TheoryBench(const TheoryBench&) = delete;
    TheoryBench& operator=(const TheoryBench&) = delete;

    void run(std::size_t experiment); ///< index in experiments(); runs it once more where it has run
    void runAll();
    void stop(); ///< the experiment that runs and those that wait; results stay
    void wait(); ///< until nothing runs or waits
    /// Runs an experiment that waits, where the system has no threads; else they run by themselves. Once a frame.
    void turn();

    enum class State
    {
        idle,
        waiting,
        running,
        done,
        failed ///< it threw; see Entry::error
    };
    struct Entry
    {
        State state = State::idle;
        double progress = 0.0;                          ///< while it runs
        std::shared_ptr<const ExperimentResult> result; ///< the latest; null where there is none yet
        std::string error;
    };
    Entry entry(std::size_t experiment) const;

    bool busy() const;
    double progress() const;      ///< of all experiments asked for since the bench was idle, 0 to 1
    std::size_t finished() const; ///< experiments with a result
    std::size_t passed() const;   ///< those that agree with theory

private:
    void work();
    void workOnce(std::unique_lock<std::mutex>& guard); ///< on the first of the queue
    void enqueue(std::size_t experiment);               ///< under the lock

    mutable std::mutex lock_;
    std::condition_variable wake_;
    std::vector<Entry> entries_;
    std::deque<std::size_t> queue_;
    std::shared_ptr<ExperimentProgress> running_;
    std::size_t asked_ = 0;    ///< experiments, since the bench was idle
    std::size_t answered_ = 0; ///< of these
    bool ends_ = false;
    std::thread thread_; ///< last: it uses all of the above
};

} // namespace ropewalk
