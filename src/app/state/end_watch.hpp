#pragma once

#include "preferences.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace ropewalk
{

/// Answers a request to end while a frame takes long: a driver that draws in software, a scene of many masses. A thread
/// of its own waits for the loop to end by itself; where it does not, it saves the preferences of the last frame and
/// ends the process. Where the system has no threads it does nothing.
class EndWatch
{
public:
    using Save = std::function<void(const Preferences&)>;
    /// `asked` tells whether the process is to end; both are called from any thread.
    EndWatch(std::function<bool()> asked, Save save);
    ~EndWatch();
    EndWatch(const EndWatch&) = delete;
    EndWatch& operator=(const EndWatch&) = delete;

    static constexpr double patience = 0.2; ///< [s] that the loop has

    /// What to save if the frame that follows takes long. Nothing: the loop may take as long as it does, as where it
    /// has a file to complete.
    void keep(std::optional<Preferences> preferences);
    /// The loop has ended and saves them itself. From now on nothing is watched.
    void loopEnds();

private:
    void watch();
    [[noreturn]] void end() const;

    std::function<bool()> asked_;
    Save save_;
    mutable std::mutex lock_;
    std::condition_variable wake_;
    std::optional<Preferences> kept_; ///< under the lock, as `over_`
    bool over_ = false;
    std::thread thread_;
};

} // namespace ropewalk
