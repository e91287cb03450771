#include "end_watch.hpp"

#include <chrono>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace ropewalk
{

EndWatch::EndWatch(std::function<bool()> asked, Save save) : asked_(std::move(asked)), save_(std::move(save))
{
    try
    {
        thread_ = std::thread([this] { watch(); });
    }
    catch (const std::system_error&)
    {
        // a page in a browser has no threads, and no signals either
    }
}

EndWatch::~EndWatch()
{
    loopEnds();
    if (thread_.joinable())
        thread_.join();
}

void EndWatch::keep(std::optional<Preferences> preferences)
{
    const std::lock_guard guard(lock_);
    kept_ = std::move(preferences);
}

void EndWatch::loopEnds()
{
    {
        const std::lock_guard guard(lock_);
        over_ = true;
    }
    wake_.notify_all();
}

void EndWatch::watch()
{
    constexpr std::chrono::milliseconds glance(50);
    std::unique_lock guard(lock_);
    const auto over = [this] { return over_; };
    while (!wake_.wait_for(guard, glance, over))
        if (asked_() && !wake_.wait_for(guard, std::chrono::duration<double>(patience), over) && kept_)
            end();
}

/// Under the lock: the loop cannot begin to save them at the same time.
void EndWatch::end() const
{
    save_(*kept_);
    std::_Exit(EXIT_SUCCESS); // the loop's thread is within a driver: nothing of it can be taken down
}

} // namespace ropewalk
