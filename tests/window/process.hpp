// Child processes of the window tests: the program itself, the X server and xdotool.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace windowtest
{

struct Command
{
    std::vector<std::string> arguments;                            ///< the program first
    std::map<std::string, std::optional<std::string>> environment; ///< nothing: not set
    std::filesystem::path folder;                                  ///< current folder; empty: the test's
    std::filesystem::path output;                                  ///< standard output and error; empty: the test's
    int inherited = -1;                                            ///< a file descriptor that the child keeps
};

/// A running child; killed when this goes away before it has ended.
class Process
{
public:
    explicit Process(const Command& command);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void signal(int number) const;
    bool running();
    /// The exit code, 128 + the signal that ended it, or -1 when it still runs after so many seconds.
    int wait(double seconds);

private:
    pid_t pid_ = -1;
    std::optional<int> exit_;
};

/// Runs a command to its end; throws std::runtime_error when it fails or takes longer than `seconds`.
void run(const Command& command, double seconds = 20.0);

void sleepFor(double seconds);

/// A folder for one test that goes away with it.
class TemporaryFolder
{
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

std::string textOf(const std::filesystem::path& file); ///< empty when there is none

} // namespace windowtest
