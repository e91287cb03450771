#pragma once

#include "app/platform/glfw_window.hpp"
#include "app/platform/imgui_layer.hpp"
#include "app/platform/stop_signal.hpp"
#include "app/state/preferences.hpp"
#include "app/state/run_log.hpp"
#include "app/state/timings.hpp"
#include "app/state/ui_state.hpp"
#include "app/workbench/mouse_control.hpp"
#include "app/workbench/scene_thumbnails.hpp"
#include "app/workbench/viewport_target.hpp"
#include "app/workbench/workbench.hpp"
#include "size_finder.hpp"

#include "app/panels/panels.hpp"
#include "cli/command_line.hpp"
#include "render/camera.hpp"
#include "render/gl/image.hpp"
#include "render/renderer.hpp"
#include "scenes/input_script.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// One run of the window, from start to close: takes events, advances the workbench, draws.
class Session : private WindowEvents
{
public:
    explicit Session(const WindowOptions& options);

    int run(); ///< until the window is closed; returns the exit code

private:
    // Events of the window.
    void onKey(int key, int scancode, int action, int modifiers) override;
    void onCharacter(unsigned codepoint) override;
    void onButton(int button, int action, int modifiers) override;
    void onCursor(double x, double y) override;
    void onCursorEnter(bool entered) override;
    void onScroll(double x, double y) override;
    void onFocus(bool focused) override;

    /// A key by its name, real or scripted.
    void pressKey(const Chord& chord, bool repeated);
    void releaseKey(std::string_view key);
    void playScript(double time);

    void perform(Action action);
    void stepScene(int by);
    void showScene(std::unique_ptr<Scene> scene);
    void paste();
    void reloadShaders();
    void saveScreenshot();
    void saveText(const ToolPanels::TextFile& text);
    void saveTables(const std::vector<PlotExport::Table>& tables);
    void savePlotScreenshot();
    Image cropOfFrame(const Rectangle& area) const;

    void frame(double elapsed);
    void followRequests();
    void draw();
    void makeThumbnails();
    void chooseSamples();
    void startFindingSize();       ///< of a scene that has just been opened
    void findSize(double seconds); ///< that the last frame took
    void followConnection(double elapsed);
    void writeScreenshot();
    void writeMap();
    void keepPreferences();
    bool finished() const;
    float reach() const; ///< of the mouse, in window coordinates

    WindowOptions options_;
    std::filesystem::path preferencesFile_;
    Preferences preferences_;
    std::vector<InputEvent> script_;
    std::size_t nextEvent_ = 0;
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
    Camera camera_;
    MouseControl mouse_;
    HeldControls held_;
    std::vector<std::string> scriptedModifiers_; ///< held by the script
    std::array<double, Timings::partCount> cost_{};
    int frames_ = 0;
    bool frameWanted_ = true; ///< show all of the scene once the viewport is known
    bool faceWanted_ = true;  ///< by a scene that has just been opened
    bool screenshotWanted_ = false;
    std::optional<PlotExport> plotScreenshot_; ///< to be taken of the next frame: by then, the menu is closed
    int samples_ = 4;                          ///< a pixel of the viewport
    std::optional<SizeFinder> size_;           ///< while it looks for one
    int sizeWanted_ = 0;                       ///< the scene's own
    double followUntil_ = 0.0;                 ///< in the time of UiState::now
    float styledScale_ = 0.0f;
    Theme styledTheme_ = Theme::light;
};

} // namespace ropewalk
