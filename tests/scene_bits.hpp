#pragma once

#include "scenes/scene.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ropewalk
{

/// Time, and all that a scene says of its masses, bit by bit: -0 is not 0.
inline std::vector<std::uint64_t> bitsOf(const Scene& scene)
{
    std::vector<std::uint64_t> bits{std::bit_cast<std::uint64_t>(scene.time())};
    for (std::size_t mass = 0; mass < scene.massCount(); ++mass)
        for (const double number : scene.massRow(mass))
            bits.push_back(std::bit_cast<std::uint64_t>(number));
    return bits;
}

} // namespace ropewalk
