#include "diagnostics.hpp"

namespace ropewalk
{

void describePoint(rope::Diagnostics& diagnostics, const std::string& prefix, const std::string& what,
                   const std::function<rope::Vec3()>& point)
{
    diagnostics.add(prefix + "x", "m", what + ", to the right.", [point] { return point().x; });
    diagnostics.add(prefix + "y", "m", what + ", up.", [point] { return point().y; });
    diagnostics.add(prefix + "z", "m", what + ", towards the viewer.", [point] { return point().z; });
}

} // namespace ropewalk
