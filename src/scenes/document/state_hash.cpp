#include "state_hash.hpp"

#include "scenes/scene.hpp"

#include <cstddef>
#include <cstring>

namespace ropewalk
{

std::uint32_t stateHash(const Scene& scene)
{
    constexpr std::size_t most = 250; // masses: a hash must not be seen in a frame's time
    std::uint64_t hash = 0;
    const auto add = [&hash](double number)
    {
        std::uint64_t bits = 0; // -0 is not 0
        std::memcpy(&bits, &number, sizeof bits);
        hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32; // high bits reach the low ones: two changes of a sign do not cancel
    };
    add(scene.time());
    const std::size_t count = scene.massCount();
    add(static_cast<double>(count));
    for (std::size_t mass = 0; mass < count; mass += 1 + count / most)
        for (const double number : scene.massRow(mass))
            add(number);
    return static_cast<std::uint32_t>(hash);
}

} // namespace ropewalk
