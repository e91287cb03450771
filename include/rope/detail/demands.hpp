#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>

// What a caller must not get wrong is refused, and nothing is changed.

namespace rope
{

/// The index. Throws std::out_of_range that names the thing and the index where there are fewer.
inline std::size_t demandIndex(std::size_t index, std::size_t count, const char* thing)
{
    if (index >= count)
        throw std::out_of_range(std::string(thing) + " " + std::to_string(index) + ": must be below " +
                                std::to_string(count));
    return index;
}

/// The grab. Throws std::logic_error where there is none.
template <typename Grab>
const Grab& demandGrab(const std::optional<Grab>& grab)
{
    if (!grab)
        throw std::logic_error("nothing is grabbed");
    return *grab;
}

} // namespace rope
