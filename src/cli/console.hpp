#pragma once

#include <functional>
#include <stdexcept>
#include <string_view>

namespace ropewalk
{

/// Nobody reads standard output any more (`| head`): the work ends, without an error.
class ReaderGone : public std::runtime_error
{
public:
    ReaderGone() : std::runtime_error("nobody reads standard output") {}
};

/// From now on a write fails where a reader has gone away (`| head`) or a file has reached its limit (`ulimit -f`).
/// Without this a signal would end the process before its temporary files are removed.
void ignoreWriteSignals();

/// Writes to standard output; throws ReaderGone, or std::runtime_error if it cannot be written (a full disk).
void writeOutput(std::string_view text);
void flushOutput();

/// Calls `open`, which opens an output file, and turns its std::runtime_error into std::invalid_argument: before the
/// work a file that cannot be written is bad usage, while a disk that fills up later is a failure.
void openBeforeWork(const std::function<void()>& open);

/// One line "ropewalk: MESSAGE" on standard error; control characters become blanks.
void writeError(std::string_view message);

/// Shows on standard error how much of the work is done, if that is a terminal that standard output does not share.
class ProgressBar
{
public:
    /// `outputIsFile` says that no results go to standard output.
    explicit ProgressBar(bool outputIsFile);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(double fraction);

private:
    bool visible_;
    int percent_ = -1;
};

} // namespace ropewalk
