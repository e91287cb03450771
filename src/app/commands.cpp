#include "commands.hpp"

#include "app/platform/key_names.hpp"

#include "scenes/scene_file.hpp"

#include <GLFW/glfw3.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <numbers>
#include <utility>

namespace ropewalk
{
namespace
{

constexpr float quarter = 0.5f * std::numbers::pi_v<float>; ///< [rad]

/// By how many quarters the arrow keys are turned so that they move along the picture. What moves in a plane stays in
/// it: seen from the back, right is left.
int quartersOf(const Camera& camera, const Snapshot& snapshot)
{
    if (!snapshot.planarShapes.empty())
        return std::cos(camera.yaw) < 0.0f ? 2 : 0;
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
    switch (button)
    {
    case GLFW_MOUSE_BUTTON_LEFT:
        return MouseControl::Button::left;
    case GLFW_MOUSE_BUTTON_RIGHT:
        return MouseControl::Button::right;
    case GLFW_MOUSE_BUTTON_MIDDLE:
        return MouseControl::Button::middle;
    default:
        return std::nullopt;
    }
}

} // namespace

void Commands::onKey(int key, int scancode, int action, int modifiers)
{
    targets_.imgui.onKey(key, scancode, action, modifiers);
    const std::string_view name = nameOfKey(key, scancode);
    if (name.empty())
        return;
    if (action == GLFW_RELEASE)
        return keys_.apply({0.0, InputEvent::Kind::release, std::string(name), Vec3(0.0)});
#if defined(__APPLE__)
    constexpr int control = GLFW_MOD_CONTROL | GLFW_MOD_SUPER;
    constexpr int foreign = GLFW_MOD_ALT;
#else
    constexpr int control = GLFW_MOD_CONTROL;
    constexpr int foreign = GLFW_MOD_ALT | GLFW_MOD_SUPER; // the window manager's
#endif
    if ((modifiers & foreign) == 0)
        pressKey({name, (modifiers & control) != 0, (modifiers & GLFW_MOD_SHIFT) != 0}, action == GLFW_REPEAT,
                 quartersOf(targets_.view.camera, targets_.workbench.snapshot()));
}

void Commands::pressKey(const Chord& chord, bool repeated, int quarters)
{
    std::optional<Action> action = actionOf(chord);
    // The user may hold Shift to shift the view with the mouse.
    if (!action && chord.shift && !chord.control && actionOf({chord.key}) == Action::drag)
        action = Action::drag;
    if (!action)
        return;
    // A text that is being typed takes the keys, except those that close the list that it searches.
    const bool closes = action == Action::closeOverlay || action == Action::searchScenes;
    if (targets_.imgui.wantsText() && !(closes && targets_.ui.sceneListOpen))
        return;
    if (action == Action::drag)
        keys_.apply({0.0, InputEvent::Kind::press, std::string(chord.key), Vec3(0.0)}, quarters);
    else if (!repeated || action == Action::tick || action == Action::tickBack)
        perform(*action);
}

void Commands::playScript(double time)
{
    constexpr double rounding = 1e-9;
    for (; nextEvent_ < script_.size() && script_[nextEvent_].time <= time + rounding; ++nextEvent_)
    {
        const InputEvent& event = script_[nextEvent_];
        if (isControl(event.key) || isShift(event.key))
        {
            std::erase(scriptedModifiers_, event.key);
            if (event.kind == InputEvent::Kind::press)
                scriptedModifiers_.push_back(event.key);
        }
        else if (event.kind == InputEvent::Kind::press)
        {
            pressKey({event.key, std::any_of(scriptedModifiers_.begin(), scriptedModifiers_.end(), isControl),
                      std::any_of(scriptedModifiers_.begin(), scriptedModifiers_.end(), isShift)},
                     false, 0);
        }
        else
        {
            keys_.apply(event);
        }
    }
}

void Commands::onCharacter(unsigned codepoint)
{
    targets_.imgui.onCharacter(codepoint);
}

void Commands::onButton(int button, int action, int modifiers)
{
    targets_.imgui.onButton(button, action, modifiers);
    const std::optional<MouseControl::Button> which = buttonOf(button);
    if (!which)
        return;
    if (action == GLFW_RELEASE)
        mouse_.release(*which);
    else if (overViewport())
        mouse_.press(*which, (modifiers & GLFW_MOD_SHIFT) != 0, targets_.workbench.snapshot(), targets_.view.camera,
                     targets_.ui.viewport, reach());
}

void Commands::onCursor(double x, double y)
{
    targets_.imgui.onCursor(x, y);
    if (mouse_.move({static_cast<float>(x), static_cast<float>(y)}, targets_.view.camera, targets_.ui.viewport))
        takeView();
}

void Commands::onCursorEnter(bool entered)
{
    targets_.imgui.onCursorEnter(entered);
}

void Commands::onScroll(double x, double y)
{
    targets_.imgui.onScroll(x, y);
    if (!overViewport())
        return;
    mouse_.scroll(static_cast<float>(y), targets_.view.camera, targets_.ui.viewport);
    takeView();
}

void Commands::takeView()
{
    if (targets_.view.follows() && !std::exchange(toldOfView_, true))
        targets_.ui.toast(fmt::format("The view is yours: it follows nothing now. {} brings the first view back, {} "
                                      "shows all from here; both follow again.",
                                      shortcut(Action::resetView), shortcut(Action::frameScene)),
                          8.0);
    targets_.view.taken();
}

void Commands::onFocus(bool focused)
{
    targets_.imgui.onFocus(focused);
    if (focused)
        return;
    keys_.releaseAll();
    mouse_.releaseAll();
}

void Commands::grantRequests()
{
    const std::vector<Action> actions = std::exchange(targets_.ui.requests, {});
    for (const Action action : actions)
        perform(action);
    targets_.exports.grantRequests();
    if (const std::optional<std::string> id = std::exchange(targets_.ui.sceneRequest, std::nullopt))
        showScene(makeScene(*id));
}

Controls Commands::controls() const
{
    Controls controls = keys_.controls();
    controls.grab = mouse_.grab(targets_.workbench.snapshot(), targets_.view.camera, targets_.ui.viewport);
    return controls;
}

std::optional<Marker> Commands::hint() const
{
    if (!targets_.imgui.wantsMouse() || mouse_.busy())
        if (const std::optional<Pick> under =
                mouse_.hover(targets_.workbench.snapshot(), targets_.view.camera, targets_.ui.viewport, reach()))
            return Marker{Marker::Kind::grabbed, under->position};
    return std::nullopt;
}

bool Commands::overViewport() const
{
    return !targets_.imgui.wantsMouse() && targets_.ui.viewport.contains(mouse_.cursor().x, mouse_.cursor().y);
}

float Commands::reach() const
{
    return 20.0f * targets_.ui.scale;
}

void Commands::perform(Action action)
{
    switch (action)
    {
    case Action::drag:
        break;
    case Action::pause:
        targets_.workbench.setPaused(!targets_.workbench.paused());
        break;
    case Action::tick:
        targets_.workbench.setPaused(true);
        targets_.workbench.tick(controls());
        break;
    case Action::tickBack:
        if (!targets_.workbench.keepsEveryTick())
            targets_.ui.toast(
                "This scene is too big to keep every tick: there is no way back but to the beginning (R)");
        targets_.workbench.tickBack();
        break;
    case Action::reset:
        mouse_.release(MouseControl::Button::left);
        targets_.workbench.reset();
        targets_.view.open();
        break;
    case Action::slower:
        targets_.workbench.slower();
        break;
    case Action::faster:
        targets_.workbench.faster();
        break;
    case Action::previousScene:
        showNeighbour(-1);
        break;
    case Action::nextScene:
        showNeighbour(1);
        break;
    case Action::searchScenes:
        targets_.ui.sceneListOpen = !targets_.ui.sceneListOpen;
        break;
    case Action::frameScene:
        targets_.view.showAll();
        break;
    case Action::resetView:
        targets_.view.reset();
        break;
    case Action::viewFront:
        targets_.view.lookFrom(0.0f, 0.0f);
        break;
    case Action::viewBack:
        targets_.view.lookFrom(2.0f * quarter, 0.0f);
        break;
    case Action::viewRight:
        targets_.view.lookFrom(quarter, 0.0f);
        break;
    case Action::viewLeft:
        targets_.view.lookFrom(-quarter, 0.0f);
        break;
    case Action::viewTop:
        targets_.view.lookFrom(0.0f, quarter);
        break;
    case Action::viewBelow:
        targets_.view.lookFrom(0.0f, -quarter);
        break;
    case Action::fullscreen:
        targets_.window.toggleFullscreen();
        break;
    case Action::panels:
        targets_.ui.panelsVisible = !targets_.ui.panelsVisible;
        break;
    case Action::help:
        targets_.ui.helpOpen = !targets_.ui.helpOpen;
        break;
    case Action::books:
        targets_.ui.booksOpen = !targets_.ui.booksOpen;
        break;
    case Action::timings:
        targets_.ui.timingsOpen = !targets_.ui.timingsOpen;
        break;
    case Action::tensionColours:
        targets_.ui.tensionColours = !targets_.ui.tensionColours;
        break;
    case Action::theoryShapes:
        toggleTheoryShapes();
        break;
    case Action::theoryBench:
        targets_.ui.theoryBenchOpen = !targets_.ui.theoryBenchOpen;
        break;
    case Action::advisor:
        targets_.ui.advisorOpen = !targets_.ui.advisorOpen;
        targets_.ui.cardOpen = false;
        break;
    case Action::card:
        targets_.ui.cardOpen = !targets_.ui.cardOpen;
        targets_.ui.advisorOpen = false;
        break;
    case Action::physics:
        targets_.ui.physicsOpen = !targets_.ui.physicsOpen;
        break;
    case Action::theme:
        targets_.ui.theme = targets_.ui.theme == Theme::dark ? Theme::light : Theme::dark;
        break;
    case Action::reloadShaders:
        reloadShaders();
        break;
    case Action::screenshot:
        targets_.exports.takeScreenshot();
        break;
    case Action::copy:
        glfwSetClipboardString(targets_.window.handle(), sceneText(targets_.workbench.scene()).c_str());
        targets_.ui.toast("Scene copied as text");
        break;
    case Action::paste:
        paste();
        break;
    case Action::undo:
        targets_.workbench.undo();
        break;
    case Action::redo:
        targets_.workbench.redo();
        break;
    case Action::quit:
        targets_.window.close();
        break;
    case Action::closeOverlay:
        targets_.ui.closeTopmost();
        break;
    }
}

void Commands::toggleTheoryShapes()
{
    targets_.ui.theoryShapes = !targets_.ui.theoryShapes;
    if (!targets_.ui.theoryShapes)
        return;
    Snapshot shapes;
    targets_.workbench.scene().fillTheory(shapes);
    if (shapes.theory.empty())
        targets_.ui.toast("No shape is predicted here: theory knows ropes that hang free of the ground.", 6.0);
}

void Commands::showScene(std::unique_ptr<Scene> scene)
{
    mouse_.releaseAll();
    targets_.workbench.useScene(std::move(scene));
    targets_.view.open();
    targets_.quality.sceneOpened();
}

void Commands::showNeighbour(int by)
{
    const std::vector<SceneEntry>& all = scenes();
    const auto count = static_cast<int>(all.size());
    int present = 0;
    for (int i = 0; i < count; ++i)
        if (all[static_cast<std::size_t>(i)].info.id == targets_.workbench.scene().info().id)
            present = i;
    showScene(all[static_cast<std::size_t>((present + by + count) % count)].make());
}

void Commands::paste()
{
    const char* text = glfwGetClipboardString(targets_.window.handle());
    try
    {
        showScene(parseScene(text != nullptr ? text : "", "clipboard"));
        targets_.ui.toast("Scene pasted");
    }
    catch (const std::exception& error)
    {
        targets_.ui.toast(error.what(), 8.0);
    }
}

void Commands::reloadShaders()
{
    try
    {
        targets_.renderer.reloadShaders();
        targets_.ui.toast("Shaders reloaded");
    }
    catch (const std::exception& error)
    {
        targets_.ui.toast(error.what(), 12.0);
    }
}

} // namespace ropewalk
