#pragma once

#include "app/platform/imgui_layer.hpp"
#include "app/platform/input_queue.hpp"
#include "app/state/gamepad.hpp"
#include "app/state/opening_mark.hpp"
#include "app/state/ui_state.hpp"
#include "app/view/mouse_control.hpp"
#include "app/workbench/workbench.hpp"
#include "exports.hpp"
#include "quality.hpp"
#include "scene_files.hpp"
#include "scene_view.hpp"

#include "render/renderer.hpp"
#include "scenes/document/input_script.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ropewalk
{

/// Does what keys, mouse, menus and scripts ask for.
class Commands : public PatientEvents
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
        OpeningMark& mark;
    };
    Commands(const Targets& targets, std::vector<InputEvent> script)
        : targets_(targets), script_(std::move(script)),
          files_(targets.ui, targets.workbench, targets.view,
                 [this](std::unique_ptr<Scene> scene) { useScene(std::move(scene)); })
    {
    }

    /// Does what the script says up to that time [s].
    void playScript(double time);
    /// Takes the state of a gamepad, once a frame.
    void playGamepad(const std::optional<GamepadState>& state, double elapsed);
    /// Does what the panels asked for in the last frame.
    void grantRequests();

    /// Looks at a scene that has just been opened.
    void playRecording(); ///< that is offered, else what was done since the scene was opened
    void sceneOpened();
    /// Has the workbench's memory keep where the user turned the view.
    void keepView();

    /// Gives the constant whose handle the mouse holds the place of the mouse.
    bool isDown(int left, int right) const; ///< one of two keys of the same kind
    void dragConstant();
    /// What keys, script and mouse do to the scene now.
    Controls controls() const;
    /// The mass or the handle that a press of the mouse would take.
    std::optional<Marker> hint();
    std::optional<MouseControl::Lifted> lifted() const
    {
        return mouse_.lifted(targets_.view.camera, targets_.ui.viewport);
    }
    bool holds() const { return mouse_.holds(); } ///< the mouse a mass or a handle

    bool typing() const override { return targets_.imgui.wantsText(); }
    bool waits() const override;
    void onKey(int key, int scancode, int action, int modifiers) override;
    void onText(unsigned character) override { targets_.imgui.onText(character); }
    void onButton(int button, int action, int modifiers) override;
    void onCursor(double x, double y) override;
    void onScroll(double x, double y) override;
    void onFocus(bool focused) override;
    void onDrop(const std::vector<std::string>& files) override { files_.drop(files); }

private:
    /// Quarters of a turn by which the view turns the arrow keys.
    void pressKey(const Chord& chord, bool repeated, int quarters);
    bool givePanels(const Chord& chord, bool repeated); ///< whether a panel that has the keys takes this one
    void releaseKey(std::string_view name);
    void close();
    void goToPanel(const char* panel, const char* item = "");
    void perform(Action action);
    void performScripted(const InputEvent& event); ///< says why it cannot
    void toggleTheoryShapes();
    void toggleGhost();
    void showNeighbour(int by); ///< of the scene in the list
    void selectScene(std::string_view id);
    void useScene(std::unique_ptr<Scene> scene);
    /// Takes the change back or makes it again, which may open another scene.
    void travel(std::string_view done, const UndoList::Change* change, void (Workbench::*move)());
    void reloadShaders();
    void togglePin();                      ///< of the mass under the mouse
    void removeSolid();                    ///< under the mouse
    void addSolid();                       ///< at the mouse
    void performOnThing(const char* verb); ///< on that under the mouse
    /// Does what a verb says; a refusal is shown, and then false.
    bool performVerb(const std::string& line, std::optional<int> gesture = std::nullopt);
    void follow(const SetUp& setUp, std::optional<int> gesture); ///< has the scene follow it; a refusal is shown
    void pressVerb(const MouseLook& look, bool other);
    void releaseVerb();
    void openVerbMenu(); ///< for the thing under the mouse
    void grantVerbs();
    void finishVerb();
    std::optional<MouseLook> mouseLook() const; ///< at a set-up; nothing where the scene has none
    /// Moves the solid that the mouse holds to the place of the mouse, or turns it as the mouse goes.
    void dragSolid(int number, const Vec3& target);
    void place(SceneSolid& solid, const Vec3& target);
    bool swings(int number) const; ///< a free body while time runs: it is pulled and not placed
    void refuseWhilePaused();      ///< says so where a pause is why nothing moves
    bool overViewport() const;     ///< the mouse, and over no panel
    void waitFrames(int count);    ///< before the next event is answered
    float reach() const;           ///< of the mouse, in window coordinates

    Targets targets_;
    std::vector<InputEvent> script_;
    SceneFiles files_;
    std::size_t nextEvent_ = 0;
    std::set<std::string, std::less<>> left_;    ///< ids of scenes, in this session
    std::vector<std::string> scriptedModifiers_; ///< that the script has pressed
    PressedControls keys_;
    Gamepad gamepad_;
    bool altAlone_ = false; ///< Alt went down, and nothing else since
    int framesToWait_ = 0;
    int framesOfField_ = 0; ///< for which a text field has asked for the keyboard
    MouseControl mouse_;
    std::optional<double> pressedSince_; ///< [s], when a finger went down that may open the verbs
    /// Where the cursor was when the solid was turned last; none: the mouse moves solids.
    std::optional<glm::vec2> turnedFrom_;
};

} // namespace ropewalk
