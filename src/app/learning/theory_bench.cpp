#include "theory_bench.hpp"

#include "theory/all_experiments.hpp"

#include <rope/step_watch.hpp>

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

namespace ropewalk
{

TheoryBench::TheoryBench() : entries_(allExperiments().size())
{
    try
    {
        thread_ = std::thread([this] { work(); });
    }
    catch (const std::system_error&)
    {
        // a page in a browser has no threads: see turn()
    }
}

TheoryBench::~TheoryBench()
{
    stop();
    {
        const std::lock_guard guard(lock_);
        ends_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable())
        thread_.join();
}

void TheoryBench::enqueue(std::size_t experiment)
{
    Entry& entry = entries_.at(experiment);
    if (entry.state == State::waiting || entry.state == State::running)
        return;
    if (queue_.empty() && !running_)
        asked_ = answered_ = 0;
    if (experiment >= experiments().size() && !thread_.joinable())
    {
        entry.state = State::failed;
        entry.error = "takes minutes: only outside of a browser";
        return;
    }
    entry.state = State::waiting;
    entry.error.clear();
    queue_.push_back(experiment);
    ++asked_;
}

void TheoryBench::run(std::size_t experiment)
{
    {
        const std::lock_guard guard(lock_);
        enqueue(experiment);
    }
    wake_.notify_all();
}

void TheoryBench::runAll()
{
    {
        const std::lock_guard guard(lock_);
        for (std::size_t i = 0; i < experiments().size(); ++i)
            enqueue(i);
    }
    wake_.notify_all();
}

void TheoryBench::stop()
{
    const std::lock_guard guard(lock_);
    for (const std::size_t experiment : queue_)
        entries_[experiment].state = entries_[experiment].result ? State::done : State::idle;
    queue_.clear();
    if (running_)
        running_->stop();
    wake_.notify_all();
}

void TheoryBench::wait()
{
    std::unique_lock guard(lock_);
    while (!thread_.joinable() && !queue_.empty())
        workOnce(guard);
    wake_.wait(guard, [this] { return !running_ && queue_.empty(); });
}

void TheoryBench::turn()
{
    std::unique_lock guard(lock_);
    if (!thread_.joinable() && !queue_.empty())
        workOnce(guard);
}

TheoryBench::Entry TheoryBench::entry(std::size_t experiment) const
{
    const std::lock_guard guard(lock_);
    Entry entry = entries_.at(experiment);
    if (entry.state == State::running && running_)
        entry.progress = running_->done();
    return entry;
}

bool TheoryBench::busy() const
{
    const std::lock_guard guard(lock_);
    return running_ || !queue_.empty();
}

double TheoryBench::progress() const
{
    const std::lock_guard guard(lock_);
    if (asked_ == 0)
        return 0.0;
    const double part = running_ ? running_->done() : 0.0;
    return std::min(1.0, (static_cast<double>(answered_) + part) / static_cast<double>(asked_));
}

std::size_t TheoryBench::finished() const
{
    const std::lock_guard guard(lock_);
    return static_cast<std::size_t>(
        std::count_if(entries_.begin(), entries_.end(), [](const Entry& entry) { return entry.result != nullptr; }));
}

std::size_t TheoryBench::passed() const
{
    const std::lock_guard guard(lock_);
    return static_cast<std::size_t>(std::count_if(
        entries_.begin(), entries_.end(), [](const Entry& entry) { return entry.result && entry.result->passed(); }));
}

void TheoryBench::work()
{
    std::unique_lock guard(lock_);
    for (;;)
    {
        wake_.wait(guard, [this] { return ends_ || !queue_.empty(); });
        if (ends_)
            return;
        workOnce(guard);
    }
}

void TheoryBench::workOnce(std::unique_lock<std::mutex>& guard)
{
    const std::size_t index = queue_.front();
    queue_.pop_front();
    const auto progress = std::make_shared<ExperimentProgress>();
    running_ = progress;
    entries_[index].state = State::running;
    guard.unlock();

    std::shared_ptr<const ExperimentResult> result;
    std::string error;
    try
    {
        const rope::StepWatch watch([&progress](int) { progress->report(progress->done()); }); // it throws when stopped
        result = std::make_shared<const ExperimentResult>(allExperiments()[index]->run(*progress, Theory{}));
    }
    catch (const ExperimentStopped&)
    {
    }
    catch (const std::exception& problem)
    {
        error = problem.what();
    }

    guard.lock();
    Entry& entry = entries_[index];
    if (result)
        entry.result = std::move(result);
    entry.error = error;
    entry.state = !error.empty() ? State::failed : entry.result ? State::done : State::idle;
    running_.reset();
    ++answered_;
    wake_.notify_all();
}

} // namespace ropewalk
