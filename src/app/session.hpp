#pragma once

#include "app/panels/panels.hpp"
#include "app/platform/glfw_window.hpp"
#include "app/platform/host.hpp"
#include "app/platform/imgui_layer.hpp"
#include "app/state/end_watch.hpp"
#include "app/state/opening_mark.hpp"
#include "app/state/preferences.hpp"
#include "app/state/recording_keeper.hpp"
#include "app/state/run_log.hpp"
#include "app/state/timings.hpp"
#include "app/state/ui_state.hpp"
#include "app/view/scene_thumbnails.hpp"
#include "app/view/viewport_target.hpp"
#include "app/workbench/workbench.hpp"
#include "commands.hpp"
#include "exports.hpp"
#include "quality.hpp"
#include "scene_view.hpp"

#include "cli/command_line.hpp"
#include "files/stop_signal.hpp"
#include "render/renderer.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ropewalk
{

/// One run of the window, from start to close: its loop takes events, advances the workbench and draws.
class Session : public Turned
{
public:
    /// Opens the window. Throws NoOpenGL where it cannot, std::invalid_argument for bad input.
    explicit Session(const WindowOptions& options);

    bool turn() override;
    int end() override;
    void savePreferences() override;
    void restoreGraphics() override;

private:
    /// [s]; with --frames it stands still during a frame, so that no picture and no decision depends on the machine.
    double clockSeconds() const;
    void frame(double elapsed);
    void layOut(double elapsed);
    void look(double elapsed);
    void draw();
    Preferences presentPreferences(); ///< what the next start is to know
    void writeScreenshot() const;
    void writeMap() const;
    void writeLog(const std::function<void()>& write);
    bool finished() const;

    WindowOptions options_;
    std::string systemLanguage_;
    std::filesystem::path preferencesFile_; ///< empty: they are not saved
    OpeningMark mark_;
    RecordingKeeper keeper_;
    std::string preferencesComplaint_;
    Preferences preferences_;
    std::vector<InputEvent> script_;  ///< until the commands take it: read before a window opens for nothing
    std::optional<Recording> replay_; ///< the same
    std::unique_ptr<RunLog> log_;     ///< null where none is asked for, and once it cannot be written
    int frames_ = 0;
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
    std::pair<const Scene*, std::uint64_t> constantsSeen_; ///< the scene and Parameters::revision, by the view
    Quality quality_;
    Exports exports_;
    Commands commands_;
    InputQueue input_; ///< between the window and the commands

    double begin_ = 0.0;                            ///< [s] of the window's clock, when the first turn began
    double last_ = 0.0;                             ///< when the last one did
    std::array<double, Timings::partCount> cost_{}; ///< [s], of this frame
    ExitCode exitCode_ = success;
    std::optional<EndWatch> endWatch_; ///< null where files are to be written at the end; gone before what it looks at
};

} // namespace ropewalk
