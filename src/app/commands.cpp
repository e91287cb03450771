#include "commands.hpp"

#include "app/platform/key_names.hpp"
#include "files/plain_name.hpp"
#include "files/platform.hpp"

#include <GLFW/glfw3.h>

#include <fmt/format.h>
#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace ropewalk
{
namespace
{

/// By how many quarters the arrow keys are turned so that they move along the viewport. What moves in a plane stays in
/// it: seen from the back, right is left.
int quartersOf(const Camera& camera, const Snapshot& snapshot)
{
    if (!snapshot.planarShapes.empty())
        return std::cos(camera.yaw) < 0.0f ? 2 : 0;
    constexpr float quarter = 0.5f * std::numbers::pi_v<float>; // [rad]
    return static_cast<int>(std::lround(camera.yaw / quarter));
}

bool isControl(std::string_view key)
{
    return key == "LeftControl" || key == "RightControl";
}
bool isShift(std::string_view key)
{
    return key == "LeftShift" || key == "RightShift";
}

std::optional<MouseControl::Button> buttonOf(int button)
{
    return button == GLFW_MOUSE_BUTTON_LEFT     ? std::optional(MouseControl::Button::left)
           : button == GLFW_MOUSE_BUTTON_RIGHT  ? std::optional(MouseControl::Button::right)
           : button == GLFW_MOUSE_BUTTON_MIDDLE ? std::optional(MouseControl::Button::middle)
                                                : std::nullopt;
}

} // namespace

void Commands::onKey(int key, int scancode, int action, int modifiers)
{
    const std::string_view name = nameOfKey(key, scancode);
    constexpr int control = onApple ? GLFW_MOD_CONTROL | GLFW_MOD_SUPER : GLFW_MOD_CONTROL;
    constexpr int foreign = onApple ? GLFW_MOD_ALT : GLFW_MOD_ALT | GLFW_MOD_SUPER; // the window manager's
    // Alt alone is a key of ours; with another one it is the window manager's.
    const Chord alt{"LeftAlt"};
    if (action == GLFW_RELEASE && name == alt.key && std::exchange(altAlone_, false))
        pressKey(alt, false, 0);
    else if (action == GLFW_PRESS)
        altAlone_ = name == alt.key && (modifiers & ~GLFW_MOD_ALT) == 0;
    const Chord chord{name, (modifiers & control) != 0, (modifiers & GLFW_MOD_SHIFT) != 0};
    const bool ours = action != GLFW_RELEASE && !name.empty() && name != alt.key && (modifiers & foreign) == 0;
    const bool fresh = action == GLFW_PRESS && !isControl(name) && !isShift(name);
    if (ours && givePanels(chord, action == GLFW_REPEAT))
        return waitFrames(!fresh ? 0 : panelKeyOf(chord) == PanelKey::press ? 2 : 1);
    const UiState& ui = targets_.ui;
    const auto whoHasKeys = [&ui] { return std::tuple(ui.keys.panel(), ui.typingOverlay(), ui.helpOpen); };
    const auto before = whoHasKeys();
    targets_.imgui.onKey(key, scancode, action, modifiers);
    if (action == GLFW_RELEASE)
        releaseKey(name);
    else if (ours)
        pressKey(chord, action == GLFW_REPEAT, quartersOf(targets_.view.camera, targets_.workbench.snapshot()));
    if (fresh && whoHasKeys() != before)
        waitFrames(2); // a panel is drawn before it has the keys
    else if (fresh && (targets_.imgui.wantsText() || ui.typingOverlay() || ui.keys.taken()))
        waitFrames(1); // letters typed after this key come after its effect
}

bool Commands::waits() const
{
    constexpr int patience = 5; // frames: a field that never gets the keyboard must not hold up the keys for ever
    return framesToWait_ > 0 || (targets_.ui.textAwaited && framesOfField_ <= patience);
}

void Commands::waitFrames(int count)
{
    framesToWait_ = std::max(framesToWait_, count);
}

void Commands::releaseKey(std::string_view name)
{
    const auto release = [this](std::string_view key) {
        keys_.apply({0.0, InputEvent::Kind::release, std::string(key), Vec3(0.0)});
    };
    for (const KeyBinding& binding : keyBindings())
        for (const Chord& chord : binding.chords)
            if (binding.action == Action::drag && chord.key == name)
                release(dragKeyOf(binding));
}

bool Commands::givePanels(const Chord& chord, bool repeated)
{
    UiState& ui = targets_.ui;
    const std::optional<PanelKey> key = panelKeyOf(chord);
    if (!key || !ui.keys.taken() || ui.typingOverlay() || ui.helpOpen)
        return false;
    const bool leaves =
        *key == PanelKey::next || *key == PanelKey::previous || *key == PanelKey::up || *key == PanelKey::down;
    if (ui.keys.onText() && !leaves)
        return false; // it is typed
    ui.keys.press({*key, chord.shift, chord.control, repeated});
    return true;
}

void Commands::pressKey(const Chord& chord, bool repeated, int quarters)
{
    const KeyBinding* binding = bindingOf(chord);
    // The user may hold Shift to shift the view with the mouse.
    if (binding == nullptr && chord.shift && !chord.control)
        if (const KeyBinding* plain = bindingOf({chord.key}); plain != nullptr && plain->action == Action::drag)
            binding = plain;
    if (binding == nullptr)
        return;
    const Action action = binding->action;
    // A text that is being typed takes the keys, except those that close the list that it searches or give the keys
    // to something else.
    const KeyFocus& keys = targets_.ui.keys;
    const bool overlay = targets_.ui.typingOverlay();
    const bool typing = overlay || (keys.taken() ? keys.onText() : targets_.imgui.wantsText());
    const bool closes = action == Action::closeOverlay || (action == Action::searchScenes && targets_.ui.sceneListOpen);
    const bool leaves = action == Action::nextPanel || action == Action::previousPanel || action == Action::menuBar ||
                        action == Action::findConstant || action == Action::closeOverlay;
    if (typing && !(overlay ? closes : keys.taken() && leaves))
        return;
    if (action == Action::drag)
    {
        refuseWhilePaused();
        keys_.apply({0.0, InputEvent::Kind::press, std::string(dragKeyOf(*binding)), Vec3(0.0)}, quarters);
    }
    else if (!repeated && binding->tool)
        targets_.ui.toggle(*binding->tool);
    else if (!repeated && binding->verb)
    {
        if (mouseLook())
            targets_.ui.verb.begin(*binding->verb);
    }
    else if (!repeated && action == Action::nextLessonStep && targets_.ui.verb.verb())
        finishVerb();
    else if (!repeated || action == Action::tick || action == Action::tickBack)
        perform(action);
}

void Commands::close()
{
    UiState& ui = targets_.ui;
    if (ui.keys.popupOpen())
        return; // it closes itself
    if (targets_.workbench.seekGoal())
        return targets_.workbench.stopSeeking();
    if (ui.verb.verb() && !ui.typingOverlay() && !ui.helpOpen)
        ui.verb.end();
    else if (ui.typingOverlay() || ui.helpOpen || !ui.keys.taken())
        ui.closeTopmost();
    else if (ui.keys.onText())
        ui.keys.press({PanelKey::back});
    else
        ui.keys.release();
}

void Commands::goToPanel(const char* panel, const char* item)
{
    targets_.ui.panelsVisible = true;
    targets_.ui.keys.goTo(panel, item);
}

void Commands::playGamepad(const std::optional<GamepadState>& state, double elapsed)
{
    for (const Action action : gamepad_.take(state))
        perform(action);
    const glm::vec2 turn = gamepad_.turn() * static_cast<float>(elapsed);
    if (turn == glm::vec2(0.0f))
        return;
    targets_.view.camera.orbit(turn.x, turn.y);
    targets_.view.turned();
}

void Commands::playScript(double time)
{
    constexpr double rounding = 1e-9;
    for (; nextEvent_ < script_.size() && script_[nextEvent_].time <= time + rounding; ++nextEvent_)
    {
        const InputEvent& event = script_[nextEvent_];
        const bool isKey =
            event.kind == InputEvent::Kind::press || (event.kind == InputEvent::Kind::release && !event.name.empty());
        if (!event.isControl())
            performScripted(event);
        else if (!isKey)
            keys_.apply(event);
        else if (isControl(event.name) || isShift(event.name))
        {
            std::erase(scriptedModifiers_, event.name);
            if (event.kind == InputEvent::Kind::press)
                scriptedModifiers_.push_back(event.name);
        }
        else if (event.kind == InputEvent::Kind::press)
        {
            const Chord chord{event.name, std::any_of(scriptedModifiers_.begin(), scriptedModifiers_.end(), isControl),
                              std::any_of(scriptedModifiers_.begin(), scriptedModifiers_.end(), isShift)};
            if (!givePanels(chord, false))
                pressKey(chord, false, 0);
        }
        else
            releaseKey(event.name);
    }
}

void Commands::performScripted(const InputEvent& event)
{
    try
    {
        targets_.workbench.perform(event);
    }
    catch (const std::invalid_argument& error)
    {
        targets_.ui.toast(error.what(), 8.0);
    }
}

void Commands::onButton(int button, int action, int modifiers)
{
    targets_.imgui.onButton(button, action, modifiers);
    altAlone_ = false;
    const std::optional<MouseControl::Button> which = buttonOf(button);
    if (!which)
        return;
    if (action == GLFW_RELEASE)
    {
        pressedSince_.reset();
        const bool turned = !mouse_.busy() || mouse_.dragged();
        mouse_.release(*which);
        if (*which == MouseControl::Button::right && !turned)
            openVerbMenu();
        if (*which != MouseControl::Button::left)
            return;
        releaseVerb();
    }
    else if (overViewport() && *which == MouseControl::Button::left && targets_.ui.verb.verb() &&
             !targets_.ui.verb.dragsInFront())
    {
        targets_.ui.keys.release();
        if (const std::optional<MouseLook> look = mouseLook())
            pressVerb(*look, (modifiers & GLFW_MOD_SHIFT) != 0);
    }
    else if (overViewport())
    {
        targets_.ui.keys.release(); // after a press on the scene the keys belong to it
        if (*which == MouseControl::Button::left && targets_.ui.touched)
            pressedSince_ = targets_.ui.now;
        mouse_.press(*which, (modifiers & GLFW_MOD_SHIFT) != 0, targets_.workbench.snapshot(), targets_.view.camera,
                     targets_.ui.viewport, reach());
        if (*which == MouseControl::Button::left && mouse_.isSecondPress(targets_.ui.now))
            togglePin();
        if (*which == MouseControl::Button::left)
            turnedFrom_ = (modifiers & GLFW_MOD_CONTROL) != 0 ? std::optional(mouse_.cursor()) : std::nullopt;
        if (*which == MouseControl::Button::left && mouse_.holds())
        {
            ++targets_.ui.gesture; // what the mouse does to a constant until it lets go is undone in one step
            refuseWhilePaused();
        }
    }
}

void Commands::togglePin()
{
    const Snapshot& snapshot = targets_.workbench.snapshot();
    const std::optional<Pick> under =
        pick(snapshot, targets_.view.camera, targets_.ui.viewport, mouse_.cursor(), reach());
    if (!under)
        return;
    if (under->handle)
    {
        if (const std::optional<int> mass = snapshot.handles[*under->handle].pin)
        {
            mouse_.release(MouseControl::Button::left);
            targets_.workbench.setPin(*mass, std::nullopt);
        }
    }
    else if (targets_.workbench.scene().canPin(under->polyline, under->identity))
    {
        mouse_.release(MouseControl::Button::left);
        targets_.workbench.setPin(under->identity, roundedPlace(Vec3(under->position)));
        targets_.ui.toast("Pinned; double-click frees it");
    }
}

void Commands::refuseWhilePaused()
{
    if (targets_.workbench.paused() && !targets_.workbench.canPose())
        targets_.ui.refusedAt = targets_.ui.now;
}

void Commands::onCursor(double x, double y)
{
    targets_.imgui.onCursor(x, y);
    SceneView& view = targets_.view;
    const MouseControl::Moved moved =
        mouse_.move({static_cast<float>(x), static_cast<float>(y)}, view.camera, targets_.ui.viewport);
    if (moved == MouseControl::Moved::turned)
        view.turned();
    if (moved == MouseControl::Moved::shifted)
        view.shifted();
}

void Commands::onScroll(double x, double y)
{
    targets_.imgui.onScroll(x, y);
    if (!overViewport())
        return;
    SceneView& view = targets_.view;
    if (mouse_.lift(static_cast<float>(y), targets_.workbench.snapshot(), view.camera, targets_.ui.viewport,
                    0.5f * reach()))
        return;
    mouse_.scroll(static_cast<float>(y), view.camera, targets_.ui.viewport);
    view.zoomed(targets_.workbench.snapshot(), viewportFromWindow(targets_.ui.viewport, mouse_.cursor()));
}

void Commands::onFocus(bool focused)
{
    targets_.imgui.onFocus(focused);
    if (focused)
        return;
    altAlone_ = false;
    keys_.releaseAll();
    mouse_.releaseAll();
}

void Commands::grantRequests()
{
    framesToWait_ = std::max(0, framesToWait_ - 1);
    framesOfField_ = targets_.ui.textAwaited ? framesOfField_ + 1 : 0;
    const std::vector<Action> actions = std::exchange(targets_.ui.requests, {});
    for (const Action action : actions)
        perform(action);
    grantVerbs();
    targets_.exports.grantRequests();
    if (const std::optional<std::string> id = std::exchange(targets_.ui.sceneRequest, std::nullopt))
        selectScene(*id);
    files_.grantRequests();
}

bool Commands::isDown(int left, int right) const
{
    const auto down = [this](int key) { return glfwGetKey(targets_.window.handle(), key) == GLFW_PRESS; };
    return down(left) || down(right);
}

void Commands::dragConstant()
{
    mouse_.pullIn(isDown(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT) ? DragPlane::ground : DragPlane::view,
                  targets_.view.camera, targets_.ui.viewport);

    const Snapshot& snapshot = targets_.workbench.snapshot();
    if (const std::optional<bool> inFront = targets_.ui.verb.dragsInFront())
        mouse_.pass(*inFront, snapshot, targets_.view.camera, targets_.ui.viewport, 0.5f * reach());
    const std::optional<Controls::Pull> pull = mouse_.pull(snapshot, targets_.view.camera, targets_.ui.viewport);
    if (pull && snapshot.handles[pull->handle].pin)
        targets_.workbench.setPin(*snapshot.handles[pull->handle].pin,
                                  glm::clamp(roundedPlace(pull->target), -farthestPin, farthestPin),
                                  targets_.ui.gesture);
    if (pull && snapshot.handles[pull->handle].solid)
        dragSolid(*snapshot.handles[pull->handle].solid, pull->target);
    const std::string_view constant = pull ? snapshot.handles[pull->handle].parameter : std::string_view();
    if (constant.empty())
        return;
    const rope::Parameter& row = *targets_.workbench.scene().parameters().find(constant);
    const Vec3 within = glm::clamp(roundedPlace(pull->target), Vec3(row.minimum()), Vec3(row.maximum()));
    if (!isLocked(targets_.workbench.scene(), constant))
        targets_.workbench.setParameter(row, within, targets_.ui.gesture);
    else
        targets_.ui.toast(fmt::format("{} is locked by the lesson", withPlainNames(constant)));
}

Controls Commands::controls() const
{
    const Snapshot& snapshot = targets_.workbench.snapshot();
    Controls controls = keys_.controls();
    controls.direction = glm::clamp(controls.direction + gamepad_.direction(targets_.view.camera.yaw), -1.0, 1.0);
    if (mouse_.holds())
    {
        controls.grab = mouse_.grab(snapshot, targets_.view.camera, targets_.ui.viewport);
        controls.pull = mouse_.pull(snapshot, targets_.view.camera, targets_.ui.viewport);
    }
    const std::optional<int> solid =
        controls.pull ? snapshot.handles[controls.pull->handle].solid : std::optional<int>();
    if (controls.pull && snapshot.handles[controls.pull->handle].isPlaced() && !(solid && swings(*solid)))
    {
        controls.pull.reset();
        controls.placing = true;
    }
    if (controls.pull)
        controls.pull->together = isDown(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL);
    return controls;
}

std::optional<Marker> Commands::hint()
{
    if (const std::optional<MouseLook> look = mouseLook(); look && targets_.ui.verb.verb())
        targets_.ui.verb.look(*look);
    else
        targets_.ui.verb.end(); // another scene has none
    if (targets_.ui.verb.verb() && !targets_.ui.verb.dragsInFront())
        return std::nullopt; // its own rings say what a press would take
    if (mouse_.busy() || !targets_.imgui.wantsMouse(mouse_.cursor().x, mouse_.cursor().y))
        return mouse_.hint(targets_.workbench.snapshot(), targets_.view.camera, targets_.ui.viewport, reach());
    return std::nullopt;
}

bool Commands::overViewport() const
{
    const glm::vec2& at = mouse_.cursor();
    return !targets_.imgui.wantsMouse(at.x, at.y) && targets_.ui.viewport.contains(at.x, at.y);
}

float Commands::reach() const
{
    return 20.0f * targets_.ui.scale;
}

} // namespace ropewalk
