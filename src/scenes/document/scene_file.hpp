#pragma once

#include "recording.hpp"
#include "scenes/scene.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

/// Makes the scene of an id or of a JSON scene file, with its parameters set. A name that ends in .json or names a
/// file is a scene file. Throws std::invalid_argument: one line with the file, line, column and what would be right.
std::unique_ptr<Scene> openScene(const std::string& idOrFile);

/// The same, then sets these constants (NAME, VALUE) and lays the scene out anew.
std::unique_ptr<Scene> openScene(const std::string& idOrFile,
                                 const std::vector<std::pair<std::string, std::string>>& settings);

/// The same from the text of a scene file, such as the clipboard's; errors call it `name`.
std::unique_ptr<Scene> parseScene(std::string_view text, std::string_view name,
                                  const std::vector<std::pair<std::string, std::string>>& settings = {});

/// A scene and what was done with it, where its file says that.
struct SceneFile
{
    std::unique_ptr<Scene> scene;
    std::optional<Recording> recording;
};
SceneFile openSceneFile(const std::string& idOrFile);
SceneFile parseSceneFile(std::string_view text, std::string_view name);
/// The recording of a file. Throws std::invalid_argument, as openScene() or where it holds none.
Recording openRecording(const std::string& file);

/// What a scene file may hold beside the constants.
struct FileExtras
{
    bool moment = false;                         ///< the present moment, where the scene begins when the file is opened
    std::optional<FileView> view = std::nullopt; ///< the camera
    /// As it begins: with the moment of its beginning, and with its size even where that is the default, which depends
    /// on the machine.
    bool beginning = false;
};

/// A beginning as a line of a script says it, without spaces; "own" for that of the scene. Reading throws
/// std::invalid_argument.
std::string beginningText(const Beginning& beginning);
Beginning beginningFrom(std::string_view text);

/// The text of a scene file with the scene's id and the constants that differ from the defaults. Throws
/// std::invalid_argument where a moment is asked for and the scene writes none, or is no longer finite.
std::string sceneText(const Scene& scene, const FileExtras& extras = {});

} // namespace ropewalk
