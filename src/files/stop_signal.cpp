#include "stop_signal.hpp"

#include "platform.hpp"

#include <csignal>

namespace ropewalk
{

namespace
{

// A signal handler can reach nothing but a variable of this kind.
volatile std::sig_atomic_t stopRequested = 0;

extern "C" void rememberStop(int signal)
{
    // Some senders signal the process and then its group: only the third signal ends the program at once, which leaves
    // its temporary file behind.
    handleSignal(signal, stopRequested == 0 ? rememberStop : SIG_DFL);
    stopRequested = 1;
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
    stopRequested = 0;
    handleSignals(rememberStop);
}

StopSignal::~StopSignal()
{
    handleSignals(SIG_DFL);
}

bool StopSignal::received() const
{
    return stopRequested != 0;
}

void StopSignal::check() const
{
    if (received())
        throw Interrupted();
}

} // namespace ropewalk
