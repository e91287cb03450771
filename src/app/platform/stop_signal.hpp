#pragma once

namespace ropewalk
{

/// While it lives, SIGINT and SIGTERM do not end the program but are remembered, so that the window closes in order and
/// preferences are kept. One at a time.
class StopSignal
{
public:
    StopSignal();
    ~StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;

    bool received() const;

private:
    using Handler = void (*)(int);
    Handler beforeInterrupt_;
    Handler beforeTerminate_;
};

} // namespace ropewalk
