#pragma once

#include <rope/rope_settings.hpp>

#include <string>
#include <vector>

namespace ropewalk
{

/// The rope of a scene, for what tells others about it.
struct SceneRope
{
    rope::RopeSettings settings; ///< with as many masses as are out now
    /// What acts on it in the scene and has no constant in RopeSettings, each a phrase: "a load of 1 kg at its end".
    std::vector<std::string> besides;

    friend bool operator==(const SceneRope&, const SceneRope&) = default;
};

} // namespace ropewalk
