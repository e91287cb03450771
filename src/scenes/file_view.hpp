#pragma once

#include <rope/vec.hpp>

namespace ropewalk
{

/// From where a scene file looks at its scene.
struct FileView
{
    rope::Vec3 target{0.0}; ///< [m]
    double yaw = 0.0;       ///< [rad]
    double pitch = 0.0;     ///< [rad]
    double distance = 1.0;  ///< [m]
};

} // namespace ropewalk
