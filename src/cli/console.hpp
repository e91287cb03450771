#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace ropewalk
{

/// Nobody reads standard output any more (`| head`): the end of the work, and no error.
class ReaderGone : public std::runtime_error
{
public:
    ReaderGone() : std::runtime_error("nobody reads standard output") {}
};

/// From now on a reader that goes away (`| head`) is an error of the write instead of a signal that ends the process
/// before its temporary files are removed.
void ignoreBrokenPipes();

/// Writes to standard output; throws ReaderGone, or std::runtime_error where it cannot be written (a full disk).
void writeOutput(std::string_view text);
void flushOutput();

/// One line "ropewalk: MESSAGE" on standard error; control characters become blanks.
void writeError(std::string_view message);

/// How far the work is, on standard error; silent unless that is a terminal that standard output does not share.
class ProgressBar
{
public:
    /// `outputIsFile`: standard output stays free of results.
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
