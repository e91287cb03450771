#include "console.hpp"

#include "files/platform.hpp"
#include "files/stop_signal.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <system_error>

namespace ropewalk
{

namespace
{

[[noreturn]] void failOutput()
{
    const int error = errno;
    if (error == EPIPE)
        throw ReaderGone();
    if (error == EINTR)
        throw Interrupted();
    throw std::runtime_error(
        fmt::format("standard output cannot be written: {}", std::generic_category().message(error)));
}

} // namespace

void ignoreWriteSignals()
{
#ifdef SIGPIPE
    std::signal(SIGPIPE, SIG_IGN);
#endif
#ifdef SIGXFSZ
    std::signal(SIGXFSZ, SIG_IGN);
#endif
}

void writeOutput(std::string_view text)
{
    errno = 0;
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
        failOutput();
}

void flushOutput()
{
    errno = 0;
    if (std::fflush(stdout) != 0)
        failOutput();
}

void openBeforeWork(const std::function<void()>& open)
{
    try
    {
        open();
    }
    catch (const Interrupted&)
    {
        throw;
    }
    catch (const std::runtime_error& error)
    {
        throw std::invalid_argument(error.what());
    }
}

void writeError(std::string_view message)
{
    std::string line = "ropewalk: ";
    for (const char c : message)
        line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    line += '\n';
    std::fputs(line.c_str(), stderr);
}

ProgressBar::ProgressBar(bool outputIsFile) : visible_(isTerminal(stderr) && (outputIsFile || !isTerminal(stdout))) {}

ProgressBar::~ProgressBar()
{
    if (percent_ >= 0)
        std::fputs("\r\x1b[K", stderr);
}

void ProgressBar::show(double fraction)
{
    const int percent = static_cast<int>(100.0 * fraction);
    if (!visible_ || percent == percent_)
        return;
    percent_ = percent;
    constexpr int width = 40;
    const int done = percent * width / 100;
    std::fputs(fmt::format("\r[{:#<{}}{:-<{}}] {:3d} %", "", done, "", width - done, percent).c_str(), stderr);
}

} // namespace ropewalk
