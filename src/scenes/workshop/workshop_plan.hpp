#pragma once

#include "workshop.hpp"

#include <rope/rope_settings.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace ropewalk
{

/// A rope as it will be made.
struct Workshop::Plan
{
    Piece piece;
    rope::RopeSettings settings;
    std::vector<Vec3> positions;            ///< [m]
    std::optional<std::size_t> goesOn = {}; ///< number of the rope that it is already
    bool turned = false;                    ///< whose masses have been the other way round
};

} // namespace ropewalk
