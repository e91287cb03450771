#include "process.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace windowtest
{
namespace
{

using Clock = std::chrono::steady_clock;

[[noreturn]] void become(const Command& command, std::vector<char*>& arguments)
{
    if (!command.folder.empty() && chdir(command.folder.c_str()) != 0)
        _exit(126);
    for (const auto& [name, value] : command.environment)
    {
        if (value)
            setenv(name.c_str(), value->c_str(), 1);
        else
            unsetenv(name.c_str());
    }
    if (!command.output.empty())
    {
        const int file = open(command.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(file, STDOUT_FILENO);
        dup2(file, STDERR_FILENO);
    }
    if (command.inherited >= 0)
        fcntl(command.inherited, F_SETFD, 0);
    execvp(arguments[0], arguments.data());
    _exit(127);
}

} // namespace

Process::Process(const Command& command)
{
    std::vector<std::string> copies = command.arguments;
    std::vector<char*> arguments;
    for (std::string& copy : copies)
        arguments.push_back(copy.data());
    arguments.push_back(nullptr);
    pid_ = fork();
    if (pid_ < 0)
        throw std::runtime_error("cannot start " + command.arguments.front());
    if (pid_ == 0)
        become(command, arguments);
}

Process::~Process()
{
    if (!running())
        return;
    kill(pid_, SIGCONT);
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
}

void Process::signal(int number) const
{
    if (!exit_)
        kill(pid_, number);
}

bool Process::running()
{
    if (exit_)
        return false;
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) != pid_)
        return true;
    exit_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return false;
}

int Process::wait(double seconds)
{
    const Clock::time_point end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    while (running() && Clock::now() < end)
        sleepFor(0.002);
    return exit_.value_or(-1);
}

void run(const Command& command, double seconds)
{
    Process process(command);
    const int code = process.wait(seconds);
    if (code == 0)
        return;
    std::string line;
    for (const std::string& argument : command.arguments)
        line += argument + ' ';
    throw std::runtime_error(code < 0 ? line + "does not end" : line + "failed with " + std::to_string(code));
}

void sleepFor(double seconds)
{
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

TemporaryFolder::TemporaryFolder()
{
    std::string name = (std::filesystem::temp_directory_path() / "ropewalk-window-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
        throw std::runtime_error("cannot make a folder like " + name);
    path_ = name;
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string textOf(const std::filesystem::path& file)
{
    std::ifstream stream(file);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

} // namespace windowtest
