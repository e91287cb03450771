#include "app/platform/host.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ropewalk
{

namespace
{

/// A software renderer takes megabytes for each frame and gives them back: the allocator keeps them for the next one,
/// as pages that the system clears anew cost up to a tenth of a frame.
void keepMemory()
{
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, 512 << 20);
    mallopt(M_TOP_PAD, 16 << 20);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

} // namespace

int runLoop(std::unique_ptr<Turned> session)
{
    keepMemory();
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

bool touched()
{
    return false;
}

std::string pageAddress()
{
    return {};
}

} // namespace ropewalk
