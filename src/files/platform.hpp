#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

// What operating systems do differently below the window. This header and the folders posix/ and windows/, of which the
// build takes one, are the only places that ask for the system; app/platform has the rest.

namespace ropewalk
{

#if defined(_WIN32)
inline constexpr bool onWindows = true;
#else
inline constexpr bool onWindows = false;
#endif
#if defined(__APPLE__)
inline constexpr bool onApple = true;
#else
inline constexpr bool onApple = false;
#endif

/// Opens a file that is not there yet, for its owner alone where it is `secret`; null where it is there, as a link too.
std::FILE* openNewFile(const std::filesystem::path& file, bool secret);

/// The rule by which Linux follows links (protected_symlinks): in a folder that is open to all, such as /tmp, a link of
/// somebody else's might aim at a file of ours.
bool isTrustedLink(const std::filesystem::path& link);

/// Has what was written survive a loss of power. False where that failed.
bool writeToDisk(std::FILE* stream);

bool isTerminal(std::FILE* stream);

/// The user's language as locales name it: "de_DE.UTF-8", "de-AT", "C". In a browser, the page's first choice.
std::string userLocale();

/// A mark that one process has and others see; it goes with the process, however that ends.
class FileLock
{
public:
    /// Makes the file where it is not there.
    explicit FileLock(const std::filesystem::path& file);
    FileLock(FileLock&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}
    FileLock& operator=(FileLock&& other) noexcept
    {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~FileLock();

    bool held() const { return handle_ != -1; } ///< false where another process has it, or no file can be made

private:
    std::intptr_t handle_ = -1;
};

extern "C" using SignalHandler = void(*)(int);
/// A call that waits, for the reader of a pipe say, ends with EINTR instead of going on after the signal.
void handleSignal(int signal, SignalHandler handler);

/// The file of a program that PATH finds by its name; empty where it finds none.
std::filesystem::path findProgram(const std::string& name);

/// Another program that reads what this one writes to it. Ctrl+C in the terminal does not reach it.
class ChildProgram
{
public:
    /// Throws std::system_error where it cannot be started.
    ChildProgram(const std::filesystem::path& program, const std::vector<std::string>& arguments);
    ~ChildProgram(); ///< ends it
    ChildProgram(const ChildProgram&) = delete;
    ChildProgram& operator=(const ChildProgram&) = delete;

    /// Called many times a second during a wait. What it throws ends the wait.
    using Waiting = std::function<void()>;

    /// Waits until the child has read all of the bytes. False where it reads no more.
    bool write(std::span<const std::uint8_t> bytes, const Waiting& waiting);
    /// Closes its input and waits for its end; returns its exit code, -1 where it has none: a signal ended it.
    int finish(const Waiting& waiting);

private:
    void closeInput();

    int input_ = -1;   ///< the descriptor of a pipe, -1 once it is closed
    long process_ = 0; ///< 0 once it has ended
};

} // namespace ropewalk
