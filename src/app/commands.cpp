#include "commands.hpp"

#include "app/panels/frame/panel_context.hpp"
#include "app/platform/key_names.hpp"

#include "scenes/scene_file.hpp"

#include <GLFW/glfw3.h>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <set>
#include <utility>

namespace ropewalk
{
namespace
{

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

std::string_view titleOf(std::string_view scene)
{
    for (const SceneEntry& entry : scenes())
        if (entry.info.id == scene)
            return entry.info.title;
    return scene;
}

/// "Spring constant in Rope with ground and air"
std::string describe(const UndoList::Change& change)
{
    const std::string_view title = titleOf(change.after.scene);
    if (change.before.scene != change.after.scene)
        return fmt::format("the opening of {}", title);
    using Row = std::pair<const std::string, std::string>;
    const auto& before = change.before.constants.values;
    const auto& after = change.after.constants.values;
    std::vector<Row> rows;
    std::set_symmetric_difference(before.begin(), before.end(), after.begin(), after.end(), std::back_inserter(rows));
    std::set<std::string> names;
    for (const Row& row : rows)
        names.insert(row.first);
    return names.size() == 1 ? fmt::format("{} in {}", plainName(*names.begin()), title)
                             : fmt::format("{} constants in {}", names.size(), title);
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
        pressKey({name, (modifiers & control) != 0, (modifiers & GLFW_MOD_SHIFT) != 0}, action == GLFW_REPEAT);
}

void Commands::pressKey(const Chord& chord, bool repeated)
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
        keys_.apply({0.0, InputEvent::Kind::press, std::string(chord.key), Vec3(0.0)});
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
                     false);
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
    mouse_.move({static_cast<float>(x), static_cast<float>(y)}, targets_.view.camera, targets_.ui.viewport);
    if (mouse_.movesView())
        targets_.view.take();
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
    targets_.view.take();
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
        selectScene(*id);
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
        travel("Undid", targets_.workbench.changes().last(), &Workbench::undo);
        break;
    case Action::redo:
        travel("Redid", targets_.workbench.changes().next(), &Workbench::redo);
        break;
    case Action::restoreDefaults:
        targets_.workbench.restoreDefaults();
        targets_.quality.sceneOpened(); // its size is the machine's again
        break;
    case Action::restoreLeft:
        targets_.workbench.restoreLeft();
        targets_.view.open(targets_.workbench.memory().of(targets_.workbench.scene().info().id).view);
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

void Commands::keepView()
{
    targets_.workbench.memory().look(targets_.workbench.scene().info().id, targets_.view.taken());
}

void Commands::sceneOpened()
{
    const Workbench& workbench = targets_.workbench;
    const std::string_view id = workbench.scene().info().id;
    const LeftScene& left = workbench.memory().of(id);
    if (left.users && !left.constants.empty())
        targets_.mark.set(id);
    mouse_.releaseAll();
    targets_.ui.toasts.clear(); // they are about the scene before
    targets_.view.open(left.view);
    targets_.quality.sceneOpened();
    if (const LeftScene* before = workbench.leftBefore(); before && before->doubtful)
        targets_.ui.toast(fmt::format("The last time, this scene ran away or froze with your constants: it has its "
                                      "defaults now. \"{}\" in the Scene menu brings yours back.",
                                      keyBinding(Action::restoreLeft).label),
                          10.0);
}

void Commands::useScene(std::unique_ptr<Scene> scene)
{
    keepView();
    targets_.workbench.useScene(std::move(scene));
    sceneOpened();
}

void Commands::selectScene(std::string_view id)
{
    keepView();
    targets_.workbench.selectScene(id);
    sceneOpened();
}

void Commands::travel(std::string_view done, const UndoList::Change* change, void (Workbench::*move)())
{
    if (!change)
        return;
    const std::string what = describe(*change);
    const std::string_view from = targets_.workbench.scene().info().id;
    keepView();
    (targets_.workbench.*move)();
    const SceneInfo& info = targets_.workbench.scene().info();
    if (info.id == from)
        return;
    sceneOpened();
    targets_.ui.toast(fmt::format("{} {}", done, what));
}

void Commands::showNeighbour(int by)
{
    const std::vector<SceneEntry>& all = scenes();
    const auto count = static_cast<int>(all.size());
    int present = 0;
    for (int i = 0; i < count; ++i)
        if (all[static_cast<std::size_t>(i)].info.id == targets_.workbench.scene().info().id)
            present = i;
    selectScene(all[static_cast<std::size_t>((present + by + count) % count)].info.id);
}

void Commands::paste()
{
    const char* text = glfwGetClipboardString(targets_.window.handle());
    try
    {
        useScene(parseScene(text != nullptr ? text : "", "clipboard"));
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
