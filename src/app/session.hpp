#pragma once

#include "app/panels/panels.hpp"
#include "app/platform/glfw_window.hpp"
#include "app/platform/imgui_layer.hpp"
#include "app/state/preferences.hpp"
#include "app/state/run_log.hpp"
#include "app/state/timings.hpp"
#include "app/state/ui_state.hpp"
#include "app/workbench/scene_thumbnails.hpp"
#include "app/workbench/viewport_target.hpp"
#include "app/workbench/workbench.hpp"
#include "commands.hpp"
#include "exports.hpp"
#include "quality.hpp"
#include "scene_view.hpp"

#include "cli/command_line.hpp"
#include "files/stop_signal.hpp"
#include "render/renderer.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <vector>

namespace ropewalk
{

/// One run of the window, from start to close: its loop takes events, advances the workbench and draws.
class Session
{
public:
    /// Opens the window. Throws NoOpenGL where it cannot, std::invalid_argument for bad input.
    explicit Session(const WindowOptions& options);

    int run(); ///< until the window is closed; returns the exit code

private:
    void frame(double elapsed);
    void layOut(bool moved, double elapsed);
    void makeThumbnails();
    void draw();
    void writeScreenshot() const;
    void writeMap() const;
    void savePreferences();
    bool finished() const;

    WindowOptions options_;
    std::filesystem::path preferencesFile_;
    Preferences preferences_;
    std::vector<InputEvent> script_; ///< read first, so that a wrong script opens no window; the commands take it
    std::optional<RunLog> log_;
    Workbench workbench_;

    StopSignal stop_;
    GlfwWindow window_;
    ImGuiLayer imgui_;
    Renderer renderer_;
    ViewportTarget target_;
    SceneThumbnails thumbnails_;
    Panels panels_;

    UiState ui_;
    Timings timings_;
    SceneView view_;
    Quality quality_;
    Exports exports_;
    Commands commands_;

    std::optional<Tool> tool_;                      ///< seen in the last frame
    std::array<double, Timings::partCount> cost_{}; ///< [s], of this frame
    int frames_ = 0;
};

} // namespace ropewalk
