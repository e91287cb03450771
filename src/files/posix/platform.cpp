#include "files/platform.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ropewalk
{

namespace
{

constexpr int glance = 10; ///< [ms] between two looks at a child

} // namespace

std::FILE* openNewFile(const std::filesystem::path& file, bool secret)
{
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, secret ? 0600 : 0666);
    return descriptor < 0 ? nullptr : ::fdopen(descriptor, "wb");
}

bool isTrustedLink(const std::filesystem::path& link)
{
    struct stat own = {};
    struct stat folder = {};
    if (::lstat(link.c_str(), &own) == 0 && ::stat(std::filesystem::absolute(link).parent_path().c_str(), &folder) == 0)
        return (folder.st_mode & (S_ISVTX | S_IWOTH)) != (S_ISVTX | S_IWOTH) || own.st_uid == ::geteuid() ||
               own.st_uid == folder.st_uid;
    return true;
}

bool writeToDisk(std::FILE* stream)
{
    return ::fsync(::fileno(stream)) == 0;
}

bool isTerminal(std::FILE* stream)
{
    return ::isatty(::fileno(stream)) != 0;
}

std::string userLocale()
{
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (const char* value = std::getenv(name); value != nullptr && *value != '\0')
            return value;
    return "C";
}

FileLock::FileLock(const std::filesystem::path& file)
{
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor >= 0 && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        handle_ = descriptor;
    else if (descriptor >= 0)
        ::close(descriptor);
}

FileLock::~FileLock()
{
    if (held())
        ::close(static_cast<int>(handle_));
}

void handleSignal(int signal, SignalHandler handler)
{
    struct sigaction action = {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
}

std::filesystem::path findProgram(const std::string& name)
{
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "/usr/bin:/bin");
    for (std::string folder; std::getline(folders, folder, ':');)
    {
        std::filesystem::path file = std::filesystem::path(folder) / name;
        std::error_code ignored;
        if (std::filesystem::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0)
            return file;
    }
    return {};
}

ChildProgram::ChildProgram(const std::filesystem::path& program, const std::vector<std::string>& arguments)
{
    const auto require = [](int error)
    {
        if (error != 0)
            throw std::system_error(error, std::generic_category());
    };
    handleSignal(SIGCHLD, SIG_DFL); // where it is ignored, as a parent may have left it, a child has no exit code
    int ends[2];
    require(::pipe(ends) == 0 ? 0 : errno);
    ::fcntl(ends[1], F_SETFD, FD_CLOEXEC); // else the child would never see the end of its input
    ::fcntl(ends[1], F_SETFL, O_NONBLOCK); // so that a child that stands still cannot hold up this program

    std::vector<std::string> words{program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers(words.size() + 1, nullptr);
    std::transform(words.begin(), words.end(), pointers.begin(), [](std::string& word) { return word.data(); });

    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    ::posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP); // a group of its own: the terminal signals ours
    pid_t process = 0;
    const int error = ::posix_spawn(&process, program.c_str(), &actions, &attributes, pointers.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[0]);
    input_ = ends[1];
    if (error != 0)
        closeInput();
    require(error);
    process_ = process;
}

ChildProgram::~ChildProgram()
{
    if (process_ == 0)
        return;
    ::kill(static_cast<pid_t>(process_), SIGKILL);
    finish([] {});
}

bool ChildProgram::write(std::span<const std::uint8_t> bytes, const Waiting& waiting)
{
    for (; !bytes.empty(); waiting())
    {
        pollfd room{input_, POLLOUT, 0};
        if (::poll(&room, 1, glance) <= 0)
            continue;
        const ssize_t taken = ::write(input_, bytes.data(), bytes.size());
        if (taken < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        bytes = bytes.subspan(static_cast<std::size_t>(std::max<ssize_t>(0, taken)));
    }
    return true;
}

int ChildProgram::finish(const Waiting& waiting)
{
    closeInput();
    int status = 0;
    pid_t ended = 0;
    for (;; waiting())
    {
        ended = ::waitpid(static_cast<pid_t>(process_), &status, WNOHANG);
        if (ended != 0)
            break;
        ::poll(nullptr, 0, glance);
    }
    process_ = 0;
    return ended > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void ChildProgram::closeInput()
{
    if (input_ >= 0)
        ::close(input_);
    input_ = -1;
}

} // namespace ropewalk
