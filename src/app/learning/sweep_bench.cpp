#include "sweep_bench.hpp"

#include "cli/jobs.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace ropewalk
{
namespace
{

/// Thrown within a run that is not wanted any more.
struct SweepStopped
{
};

} // namespace

void SweepBench::start(SweepPlan plan)
{
    auto wanted = std::make_unique<const Sweep>(std::move(plan)); // throws
    stop();
    sweep_ = std::move(wanted);
    results_.clear();
    done_ = 0;
    ends_ = false;
    const std::size_t threads = std::max<std::size_t>(1, usualThreads() - 1); // one is the window's
    try
    {
        thread_ = std::thread([this, threads]
                              { runJobs(sweep_->grid().runs(), threads, [this](std::size_t run) { work(run); }); });
    }
    catch (const std::system_error&)
    {
        threads_ = false; // a page in a browser has none: see turn()
    }
}

void SweepBench::stop()
{
    ends_ = true;
    if (thread_.joinable())
        thread_.join();
}

void SweepBench::turn()
{
    if (!threads_ && busy())
        work(done_);
}

std::map<std::size_t, SweepResult> SweepBench::results() const
{
    const std::lock_guard guard(lock_);
    return results_;
}

void SweepBench::work(std::size_t run)
{
    const auto check = [this]
    {
        if (ends_)
            throw SweepStopped();
    };
    try
    {
        check();
        SweepResult result = sweep_->run(run, check);
        const std::lock_guard guard(lock_);
        results_.emplace(run, std::move(result));
        ++done_;
    }
    catch (const SweepStopped&)
    {
        // what has come so far stays
    }
}

} // namespace ropewalk
