// What keys, mouse, menus and scripts make the session do.

#include "session.hpp"

#include "app/platform/key_names.hpp"

#include "scenes/scene_file.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <exception>

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

} // namespace

void Session::onKey(int key, int scancode, int action, int modifiers)
{
    imgui_.onKey(key, scancode, action, modifiers);
    const std::string_view name = keyName(key, scancode);
    if (name.empty())
        return;
    if (action == GLFW_RELEASE)
        return releaseKey(name);
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

void Session::pressKey(const Chord& chord, bool repeated)
{
    std::optional<Action> action = actionOf(chord);
    // Shift may be down to shift the view meanwhile.
    if (!action && chord.shift && !chord.control && actionOf({chord.key}) == Action::drag)
        action = Action::drag;
    if (!action)
        return;
    // While a text is typed, keys are its own; those that close the list that it searches still do.
    const bool closes = action == Action::closeOverlay || action == Action::searchScenes;
    if (imgui_.wantsText() && !(closes && ui_.sceneListOpen))
        return;
    if (action == Action::drag)
        held_.apply({0.0, InputEvent::Kind::press, std::string(chord.key), Vec3(0.0)});
    else if (!repeated || action == Action::tick || action == Action::tickBack)
        perform(*action);
}

void Session::releaseKey(std::string_view key)
{
    held_.apply({0.0, InputEvent::Kind::release, std::string(key), Vec3(0.0)});
}

void Session::playScript(double time)
{
    constexpr double rounding = 1e-9;
    for (; nextEvent_ < script_.size() && script_[nextEvent_].time <= time + rounding; ++nextEvent_)
    {
        const InputEvent& event = script_[nextEvent_];
        if (event.kind == InputEvent::Kind::move)
        {
            held_.apply(event);
        }
        else if (isControl(event.key) || isShift(event.key))
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
            releaseKey(event.key);
        }
    }
}

void Session::onCharacter(unsigned codepoint)
{
    imgui_.onCharacter(codepoint);
}

void Session::onButton(int button, int action, int modifiers)
{
    imgui_.onButton(button, action, modifiers);
    const std::optional<MouseControl::Button> which = buttonOf(button);
    if (!which)
        return;
    if (action == GLFW_RELEASE)
        mouse_.release(*which);
    else if (!imgui_.wantsMouse() && ui_.viewport.contains(mouse_.cursor().x, mouse_.cursor().y))
        mouse_.press(*which, (modifiers & GLFW_MOD_SHIFT) != 0, workbench_.snapshot(), camera_, ui_.viewport, reach());
}

void Session::onCursor(double x, double y)
{
    imgui_.onCursor(x, y);
    mouse_.move({static_cast<float>(x), static_cast<float>(y)}, camera_, ui_.viewport);
}

void Session::onCursorEnter(bool entered)
{
    imgui_.onCursorEnter(entered);
}

void Session::onScroll(double x, double y)
{
    imgui_.onScroll(x, y);
    if (!imgui_.wantsMouse() && ui_.viewport.contains(mouse_.cursor().x, mouse_.cursor().y))
        mouse_.scroll(static_cast<float>(y), camera_, ui_.viewport);
}

void Session::onFocus(bool focused)
{
    imgui_.onFocus(focused);
    if (focused)
        return;
    held_.releaseAll();
    mouse_.releaseAll();
}

void Session::followRequests()
{
    const std::vector<Action> requests = std::exchange(ui_.requests, {});
    for (const Action action : requests)
        perform(action);
    if (std::optional<PlotExport> plots = std::exchange(ui_.plotExport, std::nullopt))
    {
        saveTables(plots->tables);
        if (plots->screenshot)
            plotScreenshot_ = std::move(plots);
    }
    if (const std::optional<std::string> id = std::exchange(ui_.sceneRequest, std::nullopt))
        showScene(makeScene(*id));
    if (const std::optional<ToolPanels::TextFile> file = std::exchange(ui_.tools.saveRequest, std::nullopt))
        saveText(*file);
}

void Session::perform(Action action)
{
    switch (action)
    {
    case Action::drag:
        break;
    case Action::pause:
        workbench_.setPaused(!workbench_.paused());
        break;
    case Action::tick:
    {
        workbench_.setPaused(true);
        Controls controls = held_.controls();
        controls.grab = mouse_.grab(workbench_.snapshot(), camera_, ui_.viewport);
        workbench_.tick(controls);
        break;
    }
    case Action::tickBack:
        if (!workbench_.keepsEveryTick())
            ui_.toast("This scene is too big to keep every tick: there is no way back but to the beginning (R)");
        workbench_.tickBack();
        break;
    case Action::reset:
        mouse_.release(MouseControl::Button::left);
        workbench_.reset();
        break;
    case Action::slower:
        workbench_.slower();
        break;
    case Action::faster:
        workbench_.faster();
        break;
    case Action::previousScene:
        stepScene(-1);
        break;
    case Action::nextScene:
        stepScene(1);
        break;
    case Action::searchScenes:
        ui_.sceneListOpen = !ui_.sceneListOpen;
        break;
    case Action::frameScene:
        frameWanted_ = true;
        break;
    case Action::fullscreen:
        window_.toggleFullscreen();
        break;
    case Action::panels:
        ui_.panelsVisible = !ui_.panelsVisible;
        break;
    case Action::help:
        ui_.helpOpen = !ui_.helpOpen;
        break;
    case Action::books:
        ui_.booksOpen = !ui_.booksOpen;
        break;
    case Action::timings:
        ui_.timingsOpen = !ui_.timingsOpen;
        break;
    case Action::tensionColours:
        ui_.tensionColours = !ui_.tensionColours;
        break;
    case Action::theoryShapes:
        ui_.theoryShapes = !ui_.theoryShapes;
        if (Snapshot shapes; ui_.theoryShapes)
        {
            workbench_.scene().fillTheory(shapes);
            if (shapes.theory.empty())
                ui_.toast("No shape is predicted here: theory knows ropes that hang free of the ground.", 6.0);
        }
        break;
    case Action::theoryBench:
        ui_.theoryBenchOpen = !ui_.theoryBenchOpen;
        break;
    case Action::advisor:
        ui_.tools.advisorOpen = !ui_.tools.advisorOpen;
        ui_.tools.cardOpen = false;
        break;
    case Action::card:
        ui_.tools.cardOpen = !ui_.tools.cardOpen;
        ui_.tools.advisorOpen = false;
        break;
    case Action::physics:
        ui_.tools.physicsOpen = !ui_.tools.physicsOpen;
        break;
    case Action::theme:
        ui_.theme = ui_.theme == Theme::dark ? Theme::light : Theme::dark;
        break;
    case Action::reloadShaders:
        reloadShaders();
        break;
    case Action::screenshot:
        screenshotWanted_ = true;
        break;
    case Action::copy:
        glfwSetClipboardString(window_.handle(), sceneText(workbench_.scene()).c_str());
        ui_.toast("Scene copied as text");
        break;
    case Action::paste:
        paste();
        break;
    case Action::undo:
        workbench_.undo();
        break;
    case Action::redo:
        workbench_.redo();
        break;
    case Action::quit:
        window_.close();
        break;
    case Action::closeOverlay:
        ui_.closeTopmost();
        break;
    }
}

void Session::showScene(std::unique_ptr<Scene> scene)
{
    mouse_.releaseAll();
    workbench_.useScene(std::move(scene));
    faceWanted_ = true;
    frameWanted_ = true;
    startFindingSize();
}

void Session::stepScene(int by)
{
    const std::vector<SceneEntry>& all = scenes();
    const auto count = static_cast<int>(all.size());
    int present = 0;
    for (int i = 0; i < count; ++i)
        if (all[static_cast<std::size_t>(i)].info.id == workbench_.scene().info().id)
            present = i;
    showScene(all[static_cast<std::size_t>((present + by + count) % count)].make());
}

void Session::paste()
{
    const char* text = glfwGetClipboardString(window_.handle());
    try
    {
        showScene(parseScene(text != nullptr ? text : "", "clipboard"));
        ui_.toast("Scene pasted");
    }
    catch (const std::exception& error)
    {
        ui_.toast(error.what(), 8.0);
    }
}

void Session::reloadShaders()
{
    try
    {
        renderer_.reloadShaders();
        ui_.toast("Shaders reloaded");
    }
    catch (const std::exception& error)
    {
        ui_.toast(error.what(), 12.0);
    }
}

} // namespace ropewalk
