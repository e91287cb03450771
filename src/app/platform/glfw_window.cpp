#include "glfw_window.hpp"

#include "display_loss.hpp"

#include "render/gl/image.hpp"

#include <glad/gl.h>

#include <GLFW/glfw3.h>

#include <algorithm>
#include <span>

namespace ropewalk
{
namespace
{

std::string reason()
{
    const char* description = nullptr;
    glfwGetError(&description);
    return description != nullptr ? description : "no reason given";
}

[[noreturn]] void giveUp(const std::string& what)
{
    const std::string line = what + " (" + reason() +
                             "); \"ropewalk render\" draws pictures and \"ropewalk run\" simulates without a display";
    throw NoOpenGL(line);
}

/// glfwInit to glfwTerminate; terminates also when the window cannot be made.
struct Library
{
    Library()
    {
        if (glfwInit() != GLFW_TRUE)
            giveUp("no usable display");
    }
    ~Library() { glfwTerminate(); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
};

using Area = GlfwWindow::Area;

Area workArea(GLFWmonitor* monitor)
{
    Area area;
    glfwGetMonitorWorkarea(monitor, &area.position.x, &area.position.y, &area.size.x, &area.size.y);
    return area;
}

int overlap(const Area& a, const Area& b)
{
    const int x = std::min(a.position.x + a.size.x, b.position.x + b.size.x) - std::max(a.position.x, b.position.x);
    const int y = std::min(a.position.y + a.size.y, b.position.y + b.size.y) - std::max(a.position.y, b.position.y);
    return std::max(0, x) * std::max(0, y);
}

std::span<GLFWmonitor*> monitors()
{
    int count = 0;
    GLFWmonitor** all = glfwGetMonitors(&count);
    return {all, static_cast<std::size_t>(count)};
}

/// The monitor that shows most of the area; null without any.
GLFWmonitor* monitorOf(const Area& area)
{
    GLFWmonitor* best = glfwGetPrimaryMonitor();
    int most = 0;
    for (GLFWmonitor* monitor : monitors())
        if (const int shown = overlap(area, workArea(monitor)); shown > most)
        {
            most = shown;
            best = monitor;
        }
    return best;
}

/// A place remembered from a monitor that is gone would open the window where nobody sees it.
bool reachable(const Area& area)
{
    const std::span<GLFWmonitor*> all = monitors();
    return std::any_of(all.begin(), all.end(),
                       [&area](GLFWmonitor* monitor)
                       { return overlap(area, workArea(monitor)) > area.size.x * area.size.y / 4; });
}

glm::ivec2 defaultSize()
{
    constexpr glm::ivec2 wanted{1280, 720};
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    if (monitor == nullptr)
        return wanted;
    float scale = 1.0f;
    glfwGetMonitorContentScale(monitor, &scale, nullptr);
    const glm::ivec2 room = workArea(monitor).size;
    if (room.x < 200 || room.y < 150)
        return wanted;
    const auto scaled = [scale](int length) { return static_cast<int>(static_cast<float>(length) * scale); };
    return {std::min(scaled(wanted.x), room.x), std::min(scaled(wanted.y), room.y)};
}

WindowEvents* eventsOf(GLFWwindow* window)
{
    return static_cast<WindowEvents*>(glfwGetWindowUserPointer(window));
}

void installCallbacks(GLFWwindow* window)
{
    glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int modifiers)
                       { eventsOf(w)->onKey(key, scancode, action, modifiers); });
    glfwSetCharCallback(window, [](GLFWwindow* w, unsigned character) { eventsOf(w)->onText(character); });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int modifiers)
                               { eventsOf(w)->onButton(button, action, modifiers); });
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) { eventsOf(w)->onCursor(x, y); });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) { eventsOf(w)->onScroll(x, y); });
    glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int focused) { eventsOf(w)->onFocus(focused != 0); });
    glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** files)
                        { eventsOf(w)->onDrop(std::vector<std::string>(files, files + count)); });
}

} // namespace

struct GlfwWindow::State
{
    Library library;
    GLFWwindow* window = nullptr;
    Area windowed;
    int interval = 1;

    ~State()
    {
        if (window != nullptr)
            glfwDestroyWindow(window);
    }

    void rememberPlace()
    {
        if (glfwGetWindowMonitor(window) != nullptr || glfwGetWindowAttrib(window, GLFW_ICONIFIED) != 0)
            return;
        glfwGetWindowPos(window, &windowed.position.x, &windowed.position.y);
        glfwGetWindowSize(window, &windowed.size.x, &windowed.size.y);
    }
};

GlfwWindow::GlfwWindow(const Settings& settings) : state_(std::make_unique<State>())
{
    exitWhenDisplayIsLost();
    const glm::ivec2 size = settings.size.value_or(defaultSize());
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE); // macOS has no other core context
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);              // until it is in its place
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "ropewalk"); // the desktop entry finds its icon by it
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "ropewalk");
    state_->window = glfwCreateWindow(size.x, size.y, settings.title.c_str(), nullptr, nullptr);
    if (state_->window == nullptr)
        giveUp("no OpenGL 3.3 on this display");
    glfwMakeContextCurrent(state_->window);
    if (gladLoadGL(glfwGetProcAddress) == 0)
        giveUp("the functions of OpenGL 3.3 cannot be loaded");
    state_->interval = settings.verticalSync ? 1 : 0;
    glfwSwapInterval(state_->interval);

    if (settings.position && reachable({*settings.position, size}))
        glfwSetWindowPos(state_->window, settings.position->x, settings.position->y);
    glfwShowWindow(state_->window);
    state_->rememberPlace();
    if (settings.fullscreen)
        toggleFullscreen();
}

GlfwWindow::~GlfwWindow() = default;

GLFWwindow* GlfwWindow::handle() const
{
    return state_->window;
}

void GlfwWindow::setEvents(WindowEvents* events)
{
    glfwSetWindowUserPointer(state_->window, events);
    installCallbacks(state_->window);
}

void GlfwWindow::poll()
{
    glfwPollEvents();
    state_->rememberPlace();
}

void GlfwWindow::wait(double seconds)
{
    glfwWaitEventsTimeout(std::max(0.0005, seconds));
    state_->rememberPlace();
}

void GlfwWindow::swap()
{
    glfwSwapBuffers(state_->window);
}

double GlfwWindow::time() const
{
    return glfwGetTime();
}

std::optional<GamepadState> GlfwWindow::gamepad() const
{
    GLFWgamepadstate raw;
    int pad = GLFW_JOYSTICK_1;
    while (pad <= GLFW_JOYSTICK_LAST && glfwGetGamepadState(pad, &raw) != GLFW_TRUE)
        ++pad;
    if (pad > GLFW_JOYSTICK_LAST)
        return std::nullopt;
    const auto down = [&raw](int button) { return raw.buttons[button] == GLFW_PRESS; };
    const auto trigger = [&raw](int axis) { return 0.5f * (raw.axes[axis] + 1.0f); };
    GamepadState state;
    state.buttons = {down(GLFW_GAMEPAD_BUTTON_A), down(GLFW_GAMEPAD_BUTTON_Y), down(GLFW_GAMEPAD_BUTTON_LEFT_BUMPER),
                     down(GLFW_GAMEPAD_BUTTON_RIGHT_BUMPER)};
    state.left = {raw.axes[GLFW_GAMEPAD_AXIS_LEFT_X], raw.axes[GLFW_GAMEPAD_AXIS_LEFT_Y]};
    state.right = {raw.axes[GLFW_GAMEPAD_AXIS_RIGHT_X], raw.axes[GLFW_GAMEPAD_AXIS_RIGHT_Y]};
    state.lower = trigger(GLFW_GAMEPAD_AXIS_LEFT_TRIGGER);
    state.lift = trigger(GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER);
    return state;
}

bool GlfwWindow::closing() const
{
    return glfwWindowShouldClose(state_->window) != 0;
}

void GlfwWindow::close()
{
    glfwSetWindowShouldClose(state_->window, GLFW_TRUE);
}

bool GlfwWindow::visible() const
{
    const glm::ivec2 pixels = framebufferSize();
    return pixels.x > 0 && pixels.y > 0 && glfwGetWindowAttrib(state_->window, GLFW_ICONIFIED) == 0;
}

glm::ivec2 GlfwWindow::size() const
{
    glm::ivec2 result{0};
    glfwGetWindowSize(state_->window, &result.x, &result.y);
    return result;
}

glm::ivec2 GlfwWindow::framebufferSize() const
{
    glm::ivec2 result{0};
    glfwGetFramebufferSize(state_->window, &result.x, &result.y);
    return result;
}

float GlfwWindow::contentScale() const
{
    float scale = 1.0f;
    glfwGetWindowContentScale(state_->window, &scale, nullptr);
    // Where window coordinates are points (macOS), the pixels are scaled already.
    const float pixelsPerUnit =
        static_cast<float>(std::max(1, framebufferSize().x)) / static_cast<float>(std::max(1, size().x));
    return std::clamp(scale / pixelsPerUnit, 0.5f, 4.0f);
}

bool GlfwWindow::fullscreen() const
{
    return glfwGetWindowMonitor(state_->window) != nullptr;
}

void GlfwWindow::toggleFullscreen()
{
    if (fullscreen())
    {
        const Area& back = state_->windowed;
        glfwSetWindowMonitor(state_->window, nullptr, back.position.x, back.position.y, back.size.x, back.size.y,
                             GLFW_DONT_CARE);
    }
    else
    {
        state_->rememberPlace();
        GLFWmonitor* monitor = monitorOf(state_->windowed);
        const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
        if (mode == nullptr)
            return;
        glfwSetWindowMonitor(state_->window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    }
    glfwSwapInterval(state_->interval); // some drivers forget it
}

const GlfwWindow::Area& GlfwWindow::windowed() const
{
    return state_->windowed;
}

} // namespace ropewalk
