#include "diagnostics.hpp"

namespace ropewalk
{

void describeVector(rope::Diagnostics& diagnostics, const std::string& prefix, std::string_view unit,
                    const std::string& what, const std::function<rope::Vec3()>& vector)
{
    diagnostics.add(prefix + "x", unit, what + ", to the right.", [vector] { return vector().x; });
    diagnostics.add(prefix + "y", unit, what + ", up.", [vector] { return vector().y; });
    diagnostics.add(prefix + "z", unit, what + ", towards the viewer.", [vector] { return vector().z; });
}

} // namespace ropewalk
