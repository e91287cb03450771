#pragma once

#include "app/platform/glfw_window.hpp"
#include "app/platform/imgui_layer.hpp"
#include "app/state/ui_state.hpp"
#include "app/workbench/mouse_control.hpp"
#include "app/workbench/workbench.hpp"
#include "exports.hpp"
#include "quality.hpp"
#include "scene_view.hpp"

#include "render/renderer.hpp"
#include "scenes/input_script.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ropewalk
{

/// Does what keys, mouse, menus and scripts ask for.
class Commands : public WindowEvents
{
public:
    /// What the commands act on.
    struct Targets
    {
        Workbench& workbench;
        UiState& ui;
        GlfwWindow& window;
        ImGuiLayer& imgui;
        Renderer& renderer;
        SceneView& view;
        Quality& quality;
        Exports& exports;
    };
    Commands(const Targets& targets, std::vector<InputEvent> script) : targets_(targets), script_(std::move(script)) {}

    /// Does what the script says up to that time [s].
    void playScript(double time);
    /// Does what the panels asked for in the last frame.
    void grantRequests();

    /// Gives the constant whose handle the mouse holds the place of the mouse.
    void dragConstant();
    /// What keys, script and mouse do to the scene now.
    Controls controls() const;
    /// The mass or the handle that a press of the mouse would take.
    std::optional<Marker> hint() const;
    bool holds() const { return mouse_.holds(); } ///< the mouse a mass or a handle

    void onKey(int key, int scancode, int action, int modifiers) override;
    void onButton(int button, int action, int modifiers) override;
    void onCursor(double x, double y) override;
    void onScroll(double x, double y) override;
    void onFocus(bool focused) override;

private:
    void pressKey(const Chord& chord, bool repeated);
    void perform(Action action);
    void toggleTheoryShapes();
    void showNeighbour(int by); ///< of the scene in the list
    void showScene(std::unique_ptr<Scene> scene);
    void paste();
    void reloadShaders();
    void refuseWhilePaused();  ///< says so where a pause is why nothing moves
    bool overViewport() const; ///< the mouse, and over no panel
    float reach() const;       ///< of the mouse, in window coordinates

    Targets targets_;
    std::vector<InputEvent> script_;
    std::size_t nextEvent_ = 0;
    std::vector<std::string> scriptedModifiers_; ///< that the script has pressed
    PressedControls keys_;
    MouseControl mouse_;
};

} // namespace ropewalk
