#include "files/platform.hpp"

#include <csignal>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ropewalk
{

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

void handleSignal(int signal, SignalHandler handler)
{
    struct sigaction action = {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
}

} // namespace ropewalk
