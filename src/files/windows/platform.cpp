#include "files/platform.hpp"

#include <csignal>
#include <system_error>

#include <io.h>

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
