#pragma once

#include <stdexcept>

namespace ropewalk
{

/// Ctrl+C or a request to end. Nothing is printed for it.
class Interrupted : public std::runtime_error
{
public:
    Interrupted() : std::runtime_error("interrupted") {}
};

/// While it lives, the first Ctrl+C (or SIGTERM, SIGHUP) does not end the process but is remembered, so that temporary
/// files are removed and preferences are saved; a third one ends it. System calls that wait fail with EINTR then. One
/// at a time.
class StopSignal
{
public:
    StopSignal();
    ~StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;

    bool received() const;
    void check() const; ///< throws Interrupted once the signal was received
};

} // namespace ropewalk
