#pragma once

#include <stdexcept>
#include <string>

namespace rope
{

/// Throws std::invalid_argument with the message unless it is right.
inline void demand(bool right, const std::string& otherwise)
{
    if (!right)
        throw std::invalid_argument(otherwise);
}

} // namespace rope
