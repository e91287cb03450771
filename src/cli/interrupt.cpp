#include "interrupt.hpp"

#include <csignal>

namespace ropewalk
{

namespace
{

// A signal handler may only write a variable of this type.
volatile std::sig_atomic_t interruptRequested = 0;

extern "C" void requestInterrupt(int signal)
{
    // Some senders signal the process and then its group, so the second signal only restores the default: the third one
    // ends the program at once and leaves its temporary file.
    std::signal(signal, interruptRequested == 0 ? requestInterrupt : SIG_DFL);
    interruptRequested = 1;
}

template <typename Handler>
void handleSignals(Handler handler)
{
    std::signal(SIGINT, handler);
    std::signal(SIGTERM, handler);
#ifdef SIGHUP
    std::signal(SIGHUP, handler);
#endif
}

} // namespace

InterruptGuard::InterruptGuard()
{
    interruptRequested = 0;
    handleSignals(requestInterrupt);
}

InterruptGuard::~InterruptGuard()
{
    handleSignals(SIG_DFL);
}

void InterruptGuard::check() const
{
    if (interruptRequested != 0)
        throw Interrupted();
}

} // namespace ropewalk
