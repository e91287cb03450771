#include "files/platform.hpp"

#include <csignal>

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

} // namespace ropewalk
