#pragma once

#include "scene.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

/// Makes the scene of that id, or of a JSON scene file (a name that ends in .json or names a file), with its parameters
/// set. Throws std::invalid_argument with one line that names the file, the position (line and column, or the key) and
/// what would be right.
std::unique_ptr<Scene> openScene(const std::string& idOrFile);

/// The same, then with these constants (NAME, VALUE) on top, laid out anew with them.
std::unique_ptr<Scene> openScene(const std::string& idOrFile,
                                 const std::vector<std::pair<std::string, std::string>>& settings);

/// The same from text, for the clipboard; `name` is what errors call it.
std::unique_ptr<Scene> parseScene(std::string_view text, std::string_view name);

/// The scene and those of its constants that differ from the defaults, as the text of a scene file.
std::string sceneText(const Scene& scene);

} // namespace ropewalk
