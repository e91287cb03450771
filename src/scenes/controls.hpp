#pragma once

#include <rope/vec.hpp>

#include <cstddef>
#include <optional>

namespace ropewalk
{

using rope::Vec3;

/// What the person at the keys and the mouse does during a tick.
struct Controls
{
    Vec3 direction{0.0}; ///< of the connection point, each component in [-1, 1]

    /// Velocity [m/s] of the connection point from scripted input; takes the place of `direction`.
    std::optional<Vec3> velocity;

    struct Grab
    {
        std::size_t polyline = 0; ///< index; surfaces count on behind the polylines, all planar bodies are one more
        int identity = 0;         ///< index + Polyline::identity, index in the surface or PlanarShape::identity
        Vec3 target{0.0};         ///< [m]
    };
    std::optional<Grab> grab;

    /// [m/s], where the keys move the connection point with `speed` [m/s].
    Vec3 connectionVelocity(double speed) const { return velocity.value_or(speed * direction); }
};

} // namespace ropewalk
