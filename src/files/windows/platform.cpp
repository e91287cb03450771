#include "files/platform.hpp"

#include <csignal>
#include <system_error>

#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <sys/stat.h>
#include <windows.h>

namespace ropewalk
{

std::FILE* openNewFile(const std::filesystem::path& file, bool)
{
    return _wfopen(file.c_str(), L"wbx");
}

bool isTrustedLink(const std::filesystem::path&)
{
    return true;
}

bool writeToDisk(std::FILE* stream)
{
    return _commit(_fileno(stream)) == 0;
}

bool isTerminal(std::FILE* stream)
{
    return _isatty(_fileno(stream)) != 0;
}

std::string userLocale()
{
    wchar_t name[LOCALE_NAME_MAX_LENGTH] = {};
    GetUserDefaultLocaleName(name, LOCALE_NAME_MAX_LENGTH);
    return std::filesystem::path(name).string();
}

FileLock::FileLock(const std::filesystem::path& file)
{
    int descriptor = -1;
    if (_wsopen_s(&descriptor, file.c_str(), _O_RDWR | _O_CREAT | _O_NOINHERIT, _SH_DENYRW, _S_IREAD | _S_IWRITE) == 0)
        handle_ = descriptor;
}

FileLock::~FileLock()
{
    if (held())
        _close(static_cast<int>(handle_));
}

void handleSignal(int signal, SignalHandler handler)
{
    std::signal(signal, handler);
}

// No film is made on Windows yet: no other program is found there, so none is started.
std::filesystem::path findProgram(const std::string&)
{
    return {};
}

ChildProgram::ChildProgram(const std::filesystem::path&, const std::vector<std::string>&)
{
    throw std::system_error(std::make_error_code(std::errc::function_not_supported));
}

ChildProgram::~ChildProgram() = default;

bool ChildProgram::write(std::span<const std::uint8_t>, const Waiting&)
{
    return false;
}

int ChildProgram::finish(const Waiting&)
{
    return -1;
}

void ChildProgram::closeInput() {}

} // namespace ropewalk
