#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace ropewalk
{

/// Work that can rest before its end. A thread of its own does it, strictly in turns with the caller: one of the two
/// always waits for the other, so what both of them use needs no lock. Where there are no threads, as on a page in a
/// browser, it runs to its end.
class TurnThread
{
public:
    explicit TurnThread(bool wanted = true) : wanted_(wanted) {}
    TurnThread(const TurnThread&) = delete;
    TurnThread& operator=(const TurnThread&) = delete;
    ~TurnThread(); ///< gives up what rests

    // Each returns when the work is over, true, or rests, false; it throws what the work has thrown.
    bool begin(std::function<void()> work); ///< while none rests
    bool goOn();                            ///< while one rests

    /// Ends the work that rests: an exception unwinds it.
    void giveUp();
    bool resting() const { return resting_; }

    // Called by the work.
    bool canRest() const { return thread_.joinable(); }
    void rest(); ///< waits for the caller's next call

private:
    enum class Turn
    {
        callers,
        works,
        ended ///< the thread is to end
    };

    bool start(); ///< the thread, once; false where there are none, or none is wanted
    void loop();
    void give(Turn turn);
    void waitFor(Turn turn);
    bool take(); ///< the caller lets the work have its turn

    bool wanted_;
    std::mutex lock_;
    std::condition_variable changed_;
    Turn turn_ = Turn::callers;
    std::function<void()> work_;
    std::exception_ptr thrown_;
    bool resting_ = false;
    bool givenUp_ = false;
    std::thread thread_;
};

} // namespace ropewalk
