#pragma once

#include "gamepad_state.hpp"

#include <glm/vec2.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

struct GLFWwindow;

namespace ropewalk
{

/// The events that a window passes to its owner while `GlfwWindow::poll` or `wait` run.
class WindowEvents
{
public:
    virtual ~WindowEvents() = default;
    virtual void onKey(int key, int scancode, int action, int modifiers) = 0;
    virtual void onText(unsigned character) = 0; ///< typed, by the key before or by an input method
    virtual void onButton(int button, int action, int modifiers) = 0;
    virtual void onCursor(double x, double y) = 0;
    virtual void onScroll(double x, double y) = 0;
    virtual void onFocus(bool focused) = 0;
    virtual void onDrop(const std::vector<std::string>& files) = 0; ///< from another program
};

/// A window with a current OpenGL 3.3 core context, whose functions are loaded. One at a time.
class GlfwWindow
{
public:
    struct Settings
    {
        std::string title;
        std::optional<glm::ivec2> size; ///< else a share of the monitor
        std::optional<glm::ivec2> position;
        bool fullscreen = false;
        bool verticalSync = true;
    };

    /// Throws NoOpenGL with one line that names the missing part and the commands that work without it.
    explicit GlfwWindow(const Settings& settings);
    ~GlfwWindow();
    GlfwWindow(const GlfwWindow&) = delete;
    GlfwWindow& operator=(const GlfwWindow&) = delete;

    GLFWwindow* handle() const;
    void setEvents(WindowEvents* events);

    void poll();
    void wait(double seconds); ///< for an event, at most that long
    void swap();

    std::optional<GamepadState> gamepad() const; ///< the first that there is, as GLFW maps it
    double time() const;                         ///< [s], monotonic
    bool closing() const;
    void close();
    bool visible() const; ///< has pixels: neither minimised nor of size zero

    glm::ivec2 size() const;            ///< window coordinates
    glm::ivec2 framebufferSize() const; ///< pixels
    float contentScale() const;         ///< how much larger than at 96 dpi text should be, in window coordinates

    bool fullscreen() const;
    void toggleFullscreen(); ///< and back to the same place and size
    /// A part of the screen, in window coordinates.
    struct Area
    {
        glm::ivec2 position{0};
        glm::ivec2 size{0};
    };
    const Area& windowed() const; ///< where the window is when not in full screen

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace ropewalk
