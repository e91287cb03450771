#include "stop_signal.hpp"

#include <csignal>

namespace ropewalk
{

namespace
{

// A signal handler can reach nothing but a variable of this kind.
volatile std::sig_atomic_t stopRequested = 0;

extern "C" using Handler = void(*)(int);

/// A call that waits, for the reader of a pipe say, ends with EINTR instead of going on after the signal.
void handle(int signal, Handler handler)
{
#ifdef _WIN32
    std::signal(signal, handler);
#else
    struct sigaction action = {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
#endif
}

extern "C" void rememberStop(int signal)
{
    // Some senders signal the process and then its group: only the third signal ends the program at once, which leaves
    // its temporary file behind.
    handle(signal, stopRequested == 0 ? rememberStop : SIG_DFL);
    stopRequested = 1;
}

void handleSignals(Handler handler)
{
    handle(SIGINT, handler);
    handle(SIGTERM, handler);
#ifdef SIGHUP
    handle(SIGHUP, handler);
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
