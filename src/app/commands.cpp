#include "commands.hpp"

#include "app/platform/key_names.hpp"

#include "scenes/scene_file.hpp"

#include <GLFW/glfw3.h>

#include <glm/common.hpp>

#include <algorithm>
#include <array>
#include <exception>
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
    return button == GLFW_MOUSE_BUTTON_LEFT     ? std::optional(MouseControl::Button::left)
           : button == GLFW_MOUSE_BUTTON_RIGHT  ? std::optional(MouseControl::Button::right)
           : button == GLFW_MOUSE_BUTTON_MIDDLE ? std::optional(MouseControl::Button::middle)
                                                : std::nullopt;
}

void flip(bool& value)
{
    value = !value;
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
    {
        refuseWhilePaused();
        keys_.apply({0.0, InputEvent::Kind::press, std::string(chord.key), Vec3(0.0)});
    }
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

void Commands::onButton(int button, int action, int modifiers)
{
    targets_.imgui.onButton(button, action, modifiers);
    const std::optional<MouseControl::Button> which = buttonOf(button);
    if (!which)
        return;
    if (action == GLFW_RELEASE)
        mouse_.release(*which);
    else if (overViewport())
    {
        mouse_.press(*which, (modifiers & GLFW_MOD_SHIFT) != 0, targets_.workbench.snapshot(), targets_.view.camera,
                     targets_.ui.viewport, reach());
        if (*which == MouseControl::Button::left && mouse_.holds())
        {
            ++targets_.ui.gesture; // what the mouse does to a constant until it lets go is undone in one step
            refuseWhilePaused();
        }
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
    mouse_.move({static_cast<float>(x), static_cast<float>(y)}, targets_.view.camera, targets_.ui.viewport);
}

void Commands::onScroll(double x, double y)
{
    targets_.imgui.onScroll(x, y);
    if (overViewport())
        mouse_.scroll(static_cast<float>(y), targets_.view.camera, targets_.ui.viewport);
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

void Commands::dragConstant()
{
    const auto down = [this](int key) { return glfwGetKey(targets_.window.handle(), key) == GLFW_PRESS; };
    const bool shift = down(GLFW_KEY_LEFT_SHIFT) || down(GLFW_KEY_RIGHT_SHIFT);
    mouse_.pullIn(shift ? DragPlane::ground : DragPlane::view, targets_.view.camera, targets_.ui.viewport);

    const Snapshot& snapshot = targets_.workbench.snapshot();
    const std::optional<Controls::Pull> pull = mouse_.pull(snapshot, targets_.view.camera, targets_.ui.viewport);
    const std::string_view constant = pull ? snapshot.handles[pull->handle].parameter : std::string_view();
    if (constant.empty())
        return;
    const rope::Parameter& row = *targets_.workbench.scene().parameters().find(constant);
    const Vec3 within = glm::clamp(pull->target, Vec3(row.minimum()), Vec3(row.maximum()));
    targets_.workbench.setParameter(row, within, targets_.ui.gesture);
}

Controls Commands::controls() const
{
    const Snapshot& snapshot = targets_.workbench.snapshot();
    Controls controls = keys_.controls();
    controls.grab = mouse_.grab(snapshot, targets_.view.camera, targets_.ui.viewport);
    controls.pull = mouse_.pull(snapshot, targets_.view.camera, targets_.ui.viewport);
    if (controls.pull && !snapshot.handles[controls.pull->handle].parameter.empty())
        controls.pull.reset();
    return controls;
}

std::optional<Marker> Commands::hint() const
{
    if (!targets_.imgui.wantsMouse() || mouse_.busy())
        if (const std::optional<Pick> under =
                mouse_.hover(targets_.workbench.snapshot(), targets_.view.camera, targets_.ui.viewport, reach()))
            return Marker{Marker::Kind::grabbed, under->position,
                          under->handle ? targets_.workbench.snapshot().handles[*under->handle].radius
                                        : Marker{}.radius};
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
    struct Row
    {
        Action action;
        void (*perform)(Commands& commands, const Targets& on);
    };
    static constexpr std::array rows{
        Row{Action::pause, [](Commands&, const Targets& on) { on.workbench.setPaused(!on.workbench.paused()); }},
        Row{Action::tick,
            [](Commands& commands, const Targets& on)
            {
                on.workbench.setPaused(true);
                on.workbench.tick(commands.controls());
            }},
        Row{Action::tickBack,
            [](Commands&, const Targets& on)
            {
                if (!on.workbench.keepsEveryTick())
                    on.ui.toast(
                        "This scene is too big to keep every tick: there is no way back but to the beginning (R)");
                on.workbench.tickBack();
            }},
        Row{Action::reset,
            [](Commands& commands, const Targets& on)
            {
                commands.mouse_.release(MouseControl::Button::left);
                on.workbench.reset();
            }},
        Row{Action::slower, [](Commands&, const Targets& on) { on.workbench.slower(); }},
        Row{Action::faster, [](Commands&, const Targets& on) { on.workbench.faster(); }},
        Row{Action::previousScene, [](Commands& commands, const Targets&) { commands.showNeighbour(-1); }},
        Row{Action::nextScene, [](Commands& commands, const Targets&) { commands.showNeighbour(1); }},
        Row{Action::searchScenes, [](Commands&, const Targets& on) { flip(on.ui.sceneListOpen); }},
        Row{Action::frameScene, [](Commands&, const Targets& on) { on.view.showAll(); }},
        Row{Action::fullscreen, [](Commands&, const Targets& on) { on.window.toggleFullscreen(); }},
        Row{Action::panels, [](Commands&, const Targets& on) { flip(on.ui.panelsVisible); }},
        Row{Action::help, [](Commands&, const Targets& on) { flip(on.ui.helpOpen); }},
        Row{Action::timings, [](Commands&, const Targets& on) { flip(on.ui.timingsOpen); }},
        Row{Action::books, [](Commands&, const Targets& on) { flip(on.ui.booksOpen); }},
        Row{Action::tensionColours, [](Commands&, const Targets& on) { flip(on.ui.tensionColours); }},
        Row{Action::theoryShapes, [](Commands& commands, const Targets&) { commands.toggleTheoryShapes(); }},
        Row{Action::theoryBench, [](Commands&, const Targets& on) { flip(on.ui.theoryBenchOpen); }},
        Row{Action::theme, [](Commands&, const Targets& on)
            { on.ui.theme = on.ui.theme == Theme::dark ? Theme::light : Theme::dark; }},
        Row{Action::reloadShaders, [](Commands& commands, const Targets&) { commands.reloadShaders(); }},
        Row{Action::advisor,
            [](Commands&, const Targets& on)
            {
                flip(on.ui.advisorOpen);
                on.ui.cardOpen = false;
            }},
        Row{Action::card,
            [](Commands&, const Targets& on)
            {
                flip(on.ui.cardOpen);
                on.ui.advisorOpen = false;
            }},
        Row{Action::physics, [](Commands&, const Targets& on) { flip(on.ui.physicsOpen); }},
        Row{Action::screenshot, [](Commands&, const Targets& on) { on.exports.takeScreenshot(); }},
        Row{Action::copy,
            [](Commands&, const Targets& on)
            {
                glfwSetClipboardString(on.window.handle(), sceneText(on.workbench.scene()).c_str());
                on.ui.toast("Scene copied as text");
            }},
        Row{Action::paste, [](Commands& commands, const Targets&) { commands.paste(); }},
        Row{Action::undo, [](Commands&, const Targets& on) { on.workbench.undo(); }},
        Row{Action::redo, [](Commands&, const Targets& on) { on.workbench.redo(); }},
        Row{Action::quit, [](Commands&, const Targets& on) { on.window.close(); }},
        Row{Action::closeOverlay, [](Commands&, const Targets& on) { on.ui.closeTopmost(); }},
    };
    static_assert(rows.size() == static_cast<std::size_t>(Action::closeOverlay), "a row for each action but drag");
    for (const Row& row : rows)
        if (row.action == action)
            row.perform(*this, targets_);
}

void Commands::toggleTheoryShapes()
{
    flip(targets_.ui.theoryShapes);
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
