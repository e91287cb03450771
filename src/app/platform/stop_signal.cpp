#include "stop_signal.hpp"

#include <csignal>

namespace ropewalk
{
namespace
{

// A signal handler reaches nothing but static storage.
volatile std::sig_atomic_t stopReceived = 0;

extern "C" void rememberStop(int)
{
    stopReceived = 1;
}

} // namespace

StopSignal::StopSignal()
{
    stopReceived = 0;
    beforeInterrupt_ = std::signal(SIGINT, rememberStop);
    beforeTerminate_ = std::signal(SIGTERM, rememberStop);
}

StopSignal::~StopSignal()
{
    std::signal(SIGINT, beforeInterrupt_);
    std::signal(SIGTERM, beforeTerminate_);
}

bool StopSignal::received() const
{
    return stopReceived != 0;
}

} // namespace ropewalk
