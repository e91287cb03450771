#pragma once

#include "scene_file.hpp"

#include <memory>
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
    std::string recording;                                         ///< packed; empty: none
    std::string setUp;                                             ///< JSON of a set-up; empty: none
    std::string lesson;                                            ///< JSON of a lesson; empty: none
    std::string input;                                             ///< the text of an input script; `;` ends a line too
    std::vector<std::pair<std::string, std::string>> otherOptions; ///< of the window: {"theme", "dark"}, {"paused", ""}

    /// The command line that opens the same, without the set-up, the lesson and the input.
    std::vector<std::string> arguments() const;
};

/// Reads the part of a link from its question mark on. Throws std::invalid_argument: an unknown scene or key.
LinkedScene readSceneLink(std::string_view link);

/// Makes the scene of a link, with its settings, its set-up, its lesson and its recording. Throws std::invalid_argument
/// as openScene().
SceneFile openScene(const LinkedScene& linked);

/// The query of a link to the scene with the constants that differ from the defaults, its set-up and its lesson. Throws
/// std::invalid_argument where that is too long.
std::string sceneLink(const Scene& scene);

/// The query of a link to a recording. Throws std::invalid_argument where that is too long, or where the start of the
/// recording is more than a link says.
std::string recordingLink(const Recording& recording);

/// Whether the link says all: bodies, pins and the moment of a scene file are in none.
bool linkSaysAll(const Scene& scene);

} // namespace ropewalk
