#include "turn_thread.hpp"

#include <system_error>
#include <utility>

namespace ropewalk
{

namespace
{

/// Unwinds work that is given up. No std::exception: whoever catches those in the work must not catch this.
struct GivenUp
{
};

} // namespace

TurnThread::~TurnThread()
{
    giveUp();
    if (!thread_.joinable())
        return;
    give(Turn::ended);
    thread_.join();
}

bool TurnThread::begin(std::function<void()> work)
{
    work_ = std::move(work);
    if (start())
        return take();
    std::exchange(work_, nullptr)();
    return true;
}

bool TurnThread::goOn()
{
    return take();
}

void TurnThread::giveUp()
{
    if (!resting_)
        return;
    givenUp_ = true;
    take();
    givenUp_ = false;
}

void TurnThread::rest()
{
    resting_ = true;
    give(Turn::callers);
    waitFor(Turn::works);
    resting_ = false;
    if (givenUp_)
        throw GivenUp();
}

bool TurnThread::start()
{
    if (thread_.joinable())
        return true;
    if (!wanted_)
        return false;
    try
    {
        thread_ = std::thread([this] { loop(); });
    }
    catch (const std::system_error&)
    {
        return false;
    }
    return true;
}

bool TurnThread::take()
{
    give(Turn::works);
    waitFor(Turn::callers);
    if (thrown_)
        std::rethrow_exception(std::exchange(thrown_, nullptr));
    return !resting_;
}

void TurnThread::loop()
{
    for (;;)
    {
        waitFor(Turn::works);
        if (turn_ == Turn::ended)
            return;
        try
        {
            work_();
        }
        catch (const GivenUp&)
        {
        }
        catch (...)
        {
            thrown_ = std::current_exception();
        }
        work_ = nullptr;
        give(Turn::callers);
    }
}

void TurnThread::give(Turn turn)
{
    {
        const std::lock_guard guard(lock_);
        turn_ = turn;
    }
    changed_.notify_all();
}

void TurnThread::waitFor(Turn turn)
{
    std::unique_lock guard(lock_);
    changed_.wait(guard, [&] { return turn_ == turn || turn_ == Turn::ended; });
}

} // namespace ropewalk
