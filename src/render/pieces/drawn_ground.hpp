#pragma once

#include "scenes/snapshot.hpp"

#include <algorithm>

namespace ropewalk
{

/// Height at which the ground is drawn. The ground holds the masses, which are the middle of the tube: drawn at its own
/// height it would swallow half of every rope that lies on it.
inline float drawnGroundHeight(const Snapshot& snapshot)
{
    float thickest = snapshot.field.ropeCount > 0 ? snapshot.field.radius : 0.0f;
    for (const Polyline& polyline : snapshot.polylines)
        thickest = std::max(thickest, polyline.radius);
    return snapshot.groundHeight - thickest;
}

} // namespace ropewalk
