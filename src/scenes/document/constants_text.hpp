#pragma once

#include "scenes/scene_constants.hpp"

#include <string>
#include <string_view>

// What a user made of a scene as a line of a script says it, each part without spaces.

namespace ropewalk
{

/// "mass=2 gravity=0,-1.62,0 pins=[...] solids=[...] setup={...}"; what a scene has of its own is not said.
std::string constantsText(const SceneConstants& constants);
/// Reads that, with the bodies and the beginning that the scene has. Throws std::invalid_argument that names the part.
SceneConstants constantsFrom(std::string_view text, const Scene& scene);

std::string solidsText(const OwnSolids& solids); ///< "own" for the scene's
OwnSolids solidsFrom(std::string_view text);

std::string setUpText(const SetUpPtr& setUp); ///< "own" for the scene's
SetUpPtr setUpFrom(std::string_view text);

} // namespace ropewalk
