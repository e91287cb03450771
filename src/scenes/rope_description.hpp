#pragma once

#include <rope/rope_settings.hpp>

#include <string>
#include <vector>

namespace ropewalk
{

/// The rope of a scene, for those who write it down for somebody else.
struct RopeDescription
{
    rope::RopeSettings settings; ///< with as many masses as are out now
    /// What acts on the rope in its scene and has no constant in RopeSettings, each a phrase: "a load of 1 kg at its
    /// end".
    std::vector<std::string> besides;

    friend bool operator==(const RopeDescription&, const RopeDescription&) = default;
};

} // namespace ropewalk
