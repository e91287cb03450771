#pragma once

#include "app/state/ui_state.hpp"
#include "app/workbench/workbench.hpp"
#include "scene_view.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

/// Opens and saves scene files, and the scene in the clipboard. A toast says what was done; what went wrong stands in
/// the file chooser, where that is open.
class SceneFiles
{
public:
    /// `use` shows a scene that was opened.
    SceneFiles(UiState& ui, Workbench& workbench, const SceneView& view,
               std::function<void(std::unique_ptr<Scene>)> use)
        : ui_(ui), workbench_(workbench), view_(view), use_(std::move(use))
    {
    }

    /// Opens the file chooser; `recording`: one is to be saved.
    void ask(FilePurpose purpose, bool recording = false);
    void grantRequests(); ///< of the file chooser and the menu
    void drop(const std::vector<std::string>& files);
    void paste(const char* text);                                ///< the clipboard's; null: it holds no text
    void openText(std::string_view text, std::string_view name); ///< a link, or the text of a scene file

private:
    void open(const std::string& file, const std::string& done);
    void openSweep(const std::string& file);
    void compareWith(const std::string& file);
    void offer(std::optional<Recording> recording); ///< of a file
    void save(const SceneSave& save);
    void complain(const std::string& error);

    UiState& ui_;
    Workbench& workbench_;
    const SceneView& view_;
    bool comparesNext_ = false; ///< with the file that the chooser of the system gives
    std::function<void(std::unique_ptr<Scene>)> use_;
};

} // namespace ropewalk
