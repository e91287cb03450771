#include "stop_signal.hpp"

#include "platform.hpp"

#include <atomic>
#include <csignal>

namespace ropewalk
{

namespace
{

// A signal handler can reach nothing but a variable without a lock; other threads look at it too.
std::atomic<bool> stopRequested = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void rememberStop(int signal)
{
    // Some senders signal the process and then its group: only the third signal ends the program at once, which leaves
    // its temporary file behind.
    handleSignal(signal, stopRequested ? SIG_DFL : rememberStop);
    stopRequested = true;
}

void handleSignals(SignalHandler handler)
{
    handleSignal(SIGINT, handler);
    handleSignal(SIGTERM, handler);
#ifdef SIGHUP
    handleSignal(SIGHUP, handler);
#endif
}

} // namespace

StopSignal::StopSignal()
{
    stopRequested = false;
    handleSignals(rememberStop);
}

StopSignal::~StopSignal()
{
    handleSignals(SIG_DFL);
}

bool StopSignal::received() const
{
    return stopRequested;
}

void StopSignal::check() const
{
    if (received())
        throw Interrupted();
}

} // namespace ropewalk
