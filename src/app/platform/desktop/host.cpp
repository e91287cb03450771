#include "app/platform/host.hpp"

namespace ropewalk
{

int runLoop(std::unique_ptr<Turned> session)
{
    while (session->turn())
    {
    }
    return session->end();
}

std::vector<std::string> startArguments(int argc, char** argv)
{
    return std::vector<std::string>(argv, argv + argc);
}

std::string handOver(const std::filesystem::path&)
{
    return {};
}

bool chooseFile()
{
    return false;
}

std::string pageAddress()
{
    return {};
}

} // namespace ropewalk
