// For libFuzzer: searches for inputs of the harness that the environment variable ROPEWALK_HARNESS names.
#include "harness.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace
{

const fuzz::Harness* chosen()
{
    const char* name = std::getenv("ROPEWALK_HARNESS");
    const auto found = std::find_if(fuzz::harnesses.begin(), fuzz::harnesses.end(),
                                    [name](const fuzz::Harness& harness) { return name && harness.name == name; });
    if (found != fuzz::harnesses.end())
        return &*found;
    std::fputs("ROPEWALK_HARNESS has to be one of:", stderr);
    for (const fuzz::Harness& harness : fuzz::harnesses)
        std::fprintf(stderr, " %.*s", static_cast<int>(harness.name.size()), harness.name.data());
    std::fputc('\n', stderr);
    std::exit(2);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const fuzz::Harness* const harness = chosen();
    harness->run({reinterpret_cast<const char*>(data), size});
    return 0;
}
