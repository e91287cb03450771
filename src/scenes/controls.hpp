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

    /// The mouse holds a connection point.
    struct Pull
    {
        std::size_t handle = 0; ///< index of Snapshot::handles
        Vec3 target{0.0};       ///< [m]
        bool together = false;  ///< with the other points that the keys move
    };
    std::optional<Pull> pull; ///< takes the place of `velocity` and `direction`

    /// Time stands, and the scene goes where it is pulled: a second of the user's is `poseSeconds` of its motion, so
    /// that what hangs on the pulled point has the time to follow.
    bool posing = false;
    static constexpr double poseSeconds = 4.0;

    /// The mouse drags a pinned mass, whose place is a constant.
    bool placing = false;

    /// The mouse holds the same thing, or nothing, in both.
    bool holdsAs(const Controls& other) const;

    /// Something moves the scene, besides a script.
    bool pulls() const { return grab || pull || placing || direction != Vec3(0.0); }

    /// [m/s] of the connection point at `position` [m] for the next `h` [s]. Keys move it with `speed` [m/s].
    Vec3 connectionVelocity(double speed, const Vec3& position, double h) const;
};

} // namespace ropewalk
