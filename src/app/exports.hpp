#pragma once

#include "app/platform/glfw_window.hpp"
#include "app/platform/host.hpp"
#include "app/state/ui_state.hpp"
#include "app/workbench/workbench.hpp"

#include "render/gl/image.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/snapshot.hpp"

#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ropewalk
{

/// What the window gives away on demand: files in the current folder (screenshots, films, the plots' numbers, rope
/// cards), and a link.
/// A toast says where each went, or what went wrong.
class Exports
{
public:
    Exports(const GlfwWindow& window, const Workbench& workbench, UiState& ui)
        : window_(window), workbench_(workbench), ui_(ui)
    {
    }

    /// Writes the texts that the panels asked for, and tells of a film that is complete.
    void grantRequests();
    /// Asks for a screenshot of the scene as the next frame draws it.
    void takeScreenshot() { sceneWanted_ = true; }

    /// Begins a film of the window as it is seen, or completes the one that is being made.
    void toggleFilm();
    bool filming() const { return film_ != nullptr; } ///< a film is being made or completed
    /// Ends a film that is being made, and waits for its file. Returns what went wrong, else nothing.
    std::string completeFilm();

    /// Writes what somebody needs who is to see what the user saw; the scene is between two ticks.
    void saveReport(const FileExtras& extras);

    /// Writes the present moment for programs that make scenes and films.
    void saveGltf();
    /// Begins a film of the scene for such programs, or writes the one that is being made.
    void toggleGltfFilm();
    void filmGltf(); ///< after each tick: a frame may have several

    /// Puts a link to the scene with its constants into the clipboard.
    void shareLink();
    void shareRecording(); ///< the same, with all edits since the scene was opened

    // Called while a frame is drawn, with its framebuffer bound.
    void sceneDrawn();  ///< without the panels
    void panelsDrawn(); ///< over the scene

    /// Writes the whole window; throws std::runtime_error where it has no pixels.
    void writeWindow(const std::filesystem::path& file) const;

private:
    /// Writes a file whose name is still free: "NAME-1.png". False when that failed.
    bool save(const std::string& name, const std::string& extension, const std::string& what,
              const std::function<void(const std::filesystem::path&)>& write);
    bool saveText(const std::string& name, const std::string& extension, const std::string& what,
                  const std::string& text);
    void saveArea(const std::string& name, const std::string& what, const Rectangle& area);
    std::string sceneName() const; ///< "ropewalk-rope"
    void endFilm();                ///< its file completes by itself
    Image frame() const;

    const GlfwWindow& window_;
    const Workbench& workbench_;
    UiState& ui_;
    bool sceneWanted_ = false;
    std::unique_ptr<Film> film_; ///< null where none is being made or completed
    std::filesystem::path filmFile_;
    std::future<void> filmComplete_;  ///< valid once the film has ended
    glm::ivec2 filmSize_{0};          ///< [pixels]
    std::vector<Snapshot> moments_;   ///< of the glTF film
    std::string gltfScene_;           ///< id of its scene
    std::optional<PlotExport> plots_; ///< whose screenshot the next frame gives: by then, the menu is closed
};

} // namespace ropewalk
