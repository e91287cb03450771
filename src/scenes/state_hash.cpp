#include "state_hash.hpp"

#include "scene.hpp"

#include "text/hash.hpp"

#include <cstddef>
#include <cstring>
#include <string>

namespace ropewalk
{

std::uint32_t stateHash(const Scene& scene)
{
    constexpr std::size_t most = 250; // masses: a hash must not be seen in a frame's time
    std::string bytes;
    const auto add = [&bytes](double number)
    {
        std::uint64_t bits = 0; // -0 is not 0
        std::memcpy(&bits, &number, sizeof bits);
        for (int shift = 0; shift < 64; shift += 8)
            bytes += static_cast<char>((bits >> shift) & 255u);
    };
    add(scene.time());
    const std::size_t count = scene.massCount();
    add(static_cast<double>(count));
    for (std::size_t mass = 0; mass < count; mass += 1 + count / most)
        for (const double number : scene.massRow(mass))
            add(number);
    const std::uint64_t hash = text::hashOf(bytes);
    return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

} // namespace ropewalk
