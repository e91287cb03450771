#pragma once

#include "scene.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// What a link to a scene asks for: the query of an address, such as "?scene=rope&set=mass_count=40".
struct LinkedScene
{
    std::string scene = "rope";                                    ///< its id
    std::vector<std::pair<std::string, std::string>> settings;     ///< NAME, VALUE of each `set`
    std::string input;                                             ///< the text of an input script; `;` ends a line too
    std::vector<std::pair<std::string, std::string>> otherOptions; ///< of the window: {"theme", "dark"}, {"paused", ""}

    /// The command line that opens the same, without the input.
    std::vector<std::string> arguments() const;
};

/// Reads the part of a link from its question mark on. Throws std::invalid_argument: an unknown scene or key.
LinkedScene readSceneLink(std::string_view link);

/// The query of a link to the scene with the constants that differ from the defaults.
std::string sceneLink(const Scene& scene);

/// Whether the link says all: bodies, pins and the moment of a scene file are in none.
bool linkSaysAll(const Scene& scene);

} // namespace ropewalk
