#pragma once

#include <stdexcept>

namespace ropewalk
{

/// Ctrl+C or a request to end; nothing is printed for it.
class Interrupted : public std::runtime_error
{
public:
    Interrupted() : std::runtime_error("interrupted") {}
};

/// While an object of this class exists, the first Ctrl+C (or SIGTERM, SIGHUP) makes `check` throw instead of ending
/// the process, so that temporary files are removed. The third one ends the process.
class InterruptGuard
{
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    void check() const; ///< throws Interrupted
};

} // namespace ropewalk
