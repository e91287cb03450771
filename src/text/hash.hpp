#pragma once

#include <cstdint>
#include <string_view>

namespace text
{

/// FNV-1a of all bytes, 64 bits.
constexpr std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = 14695981039346656037u;
    for (const char letter : text)
        hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211u;
    return hash;
}

} // namespace text
