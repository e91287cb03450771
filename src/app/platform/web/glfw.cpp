// GLFW for a page: the functions that the program and Dear ImGui's backend call, over one canvas. (The GLFW that comes
// with Emscripten has no content scale, no clipboard and no names of keys.) The page's events wait in a queue until
// they are polled, as GLFW's do.

#include "page.hpp"

#include <emscripten.h>
#include <emscripten/html5.h>

#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <string>
#include <utility>

struct GLFWwindow
{
    void* owner = nullptr;
    GLFWkeyfun onKey = nullptr;
    GLFWcharfun onCharacter = nullptr;
    GLFWmousebuttonfun onButton = nullptr;
    GLFWcursorposfun onCursor = nullptr;
    GLFWcursorenterfun onEnter = nullptr;
    GLFWscrollfun onScroll = nullptr;
    GLFWwindowfocusfun onFocus = nullptr;
    GLFWdropfun onDrop = nullptr;
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = 0;
    bool closing = false;
    bool focused = false;
    double x = -1.0; // over nothing
    double y = -1.0;
    std::array<bool, GLFW_KEY_LAST + 1> keys{};
    std::array<bool, GLFW_MOUSE_BUTTON_LAST + 1> buttons{};
};
struct GLFWcursor
{
    const char* cssName;
};
struct GLFWmonitor
{
};

namespace
{

GLFWwindow window;
GLFWmonitor screen;
std::deque<std::function<void()>> events;
bool frameEnds = false; ///< the events behind this one wait for the next frame
std::string clipboard;
/// What a key types on the present layout, by GLFW's key: seen when it was last pressed.
std::array<std::string, GLFW_KEY_LAST + 1> typedBy;

std::array<int, 4> sizes()
{
    std::array<int, 4> all{1, 1, 1, 1};
    pageSize(all.data());
    return all;
}

template <typename Number>
void give(Number* x, Number* y, Number valueX, Number valueY)
{
    if (x != nullptr)
        *x = valueX;
    if (y != nullptr)
        *y = valueY;
}

/// Calls the program back, where it wants that.
template <typename... Parameters, typename... Values>
void call(void (*callback)(GLFWwindow*, Parameters...), Values... values)
{
    if (callback != nullptr)
        callback(&window, values...);
}

void changeKey(int key, int action, int modifiers)
{
    window.keys[static_cast<std::size_t>(key)] = action != GLFW_RELEASE;
    call(window.onKey, key, key, action, modifiers);
}

void changeFocus(bool focused)
{
    window.focused = focused;
    for (int key = 0; !focused && key <= GLFW_KEY_LAST; ++key)
        if (window.keys[static_cast<std::size_t>(key)])
            changeKey(key, GLFW_RELEASE, 0);
    call(window.onFocus, focused ? GLFW_TRUE : GLFW_FALSE);
}

} // namespace

// ---- What page.js reports. -----------------------------------------------------------------------------------------
extern "C"
{

    /// `typed`: the character that the key types, empty for others; also sent as text where `isText`.
    EMSCRIPTEN_KEEPALIVE void pageKey(int key, int action, int modifiers, const char* typed, int character)
    {
        events.emplace_back(
            [key, action, modifiers, typed = std::string(typed), character]
            {
                if (!typed.empty())
                    typedBy[static_cast<std::size_t>(key)] = typed;
                changeKey(key, action, modifiers);
                if (character != 0)
                    call(window.onCharacter, static_cast<unsigned>(character));
            });
    }

    /// Typed by no key: by the keyboard of a screen.
    EMSCRIPTEN_KEEPALIVE void pageCharacter(int character)
    {
        events.emplace_back([character] { call(window.onCharacter, static_cast<unsigned>(character)); });
    }

    EMSCRIPTEN_KEEPALIVE void pageCursorAt(double x, double y)
    {
        events.emplace_back(
            [x, y]
            {
                window.x = x;
                window.y = y;
                call(window.onCursor, x, y);
            });
    }

    EMSCRIPTEN_KEEPALIVE void pageButton(int button, int action, int modifiers)
    {
        events.emplace_back(
            [button, action, modifiers]
            {
                window.buttons[static_cast<std::size_t>(button)] = action == GLFW_PRESS;
                call(window.onButton, button, action, modifiers);
            });
    }

    EMSCRIPTEN_KEEPALIVE void pageScroll(double x, double y)
    {
        events.emplace_back([x, y] { call(window.onScroll, x, y); });
    }

    /// A finger comes from nowhere: before it presses, the panels have to see in a frame where it is.
    EMSCRIPTEN_KEEPALIVE void pageNextFrame()
    {
        events.emplace_back([] { frameEnds = true; });
    }

    EMSCRIPTEN_KEEPALIVE void pageEnter(int entered)
    {
        events.emplace_back([entered] { call(window.onEnter, entered); });
    }

    EMSCRIPTEN_KEEPALIVE void pageFocus(int focused)
    {
        events.emplace_back([focused] { changeFocus(focused != 0); });
    }

    EMSCRIPTEN_KEEPALIVE void pageDrop(const char* file)
    {
        events.emplace_back(
            [file = std::string(file)]
            {
                const char* files[]{file.c_str()};
                call(window.onDrop, 1, files);
            });
    }

    /// The browser gives its clipboard away only when the user pastes, so the keys that ask for it come with it.
    EMSCRIPTEN_KEEPALIVE void pagePaste(const char* text)
    {
        events.emplace_back(
            [text = std::string(text)]
            {
                clipboard = text;
                changeKey(GLFW_KEY_V, GLFW_PRESS, GLFW_MOD_CONTROL);
            });
        events.emplace_back([] { changeKey(GLFW_KEY_V, GLFW_RELEASE, GLFW_MOD_CONTROL); });
    }

    // ---- What the program calls.
    // ---------------------------------------------------------------------------------------

    int glfwInit()
    {
        return pageListen() != 0 ? GLFW_TRUE : GLFW_FALSE;
    }
    void glfwTerminate() {}
    int glfwGetError(const char** description)
    {
        if (description != nullptr)
            *description = pageListen() != 0 ? "the browser has no WebGL 2" : "this is no page in a browser";
        return GLFW_PLATFORM_ERROR;
    }
    GLFWerrorfun glfwSetErrorCallback(GLFWerrorfun)
    {
        return nullptr;
    }
    GLFWglproc glfwGetProcAddress(const char*)
    {
        return nullptr; // the functions of OpenGL ES are linked
    }

    void glfwWindowHint(int, int) {}
    void glfwWindowHintString(int, const char*) {}
    GLFWwindow* glfwCreateWindow(int, int, const char*, GLFWmonitor*, GLFWwindow*)
    {
        EmscriptenWebGLContextAttributes attributes;
        emscripten_webgl_init_context_attributes(&attributes);
        attributes.majorVersion = 2;
        attributes.alpha = EM_FALSE;     // else the page would shine through translucent drawings
        attributes.antialias = EM_FALSE; // the scene has its own samples
        attributes.depth = EM_TRUE;
        window.context = emscripten_webgl_create_context("#canvas", &attributes);
        return window.context > 0 ? &window : nullptr;
    }
    void glfwDestroyWindow(GLFWwindow*)
    {
        emscripten_webgl_destroy_context(window.context);
    }
    void glfwMakeContextCurrent(GLFWwindow*)
    {
        emscripten_webgl_make_context_current(window.context);
    }
    void glfwSwapInterval(int) {}
    void glfwSwapBuffers(GLFWwindow*) {}
    void glfwShowWindow(GLFWwindow*) {}
    void glfwSetWindowUserPointer(GLFWwindow*, void* owner)
    {
        window.owner = owner;
    }
    void* glfwGetWindowUserPointer(GLFWwindow*)
    {
        return window.owner;
    }
    int glfwWindowShouldClose(GLFWwindow*)
    {
        return window.closing ? GLFW_TRUE : GLFW_FALSE;
    }
    void glfwSetWindowShouldClose(GLFWwindow*, int value)
    {
        window.closing = value != 0;
    }
    int glfwGetWindowAttrib(GLFWwindow*, int attribute)
    {
        return attribute == GLFW_FOCUSED && window.focused ? GLFW_TRUE : GLFW_FALSE;
    }

    void glfwPollEvents()
    {
        frameEnds = false;
        while (!events.empty() && !frameEnds)
        {
            const std::function<void()> event = std::move(events.front());
            events.pop_front();
            event();
        }
    }
    void glfwWaitEventsTimeout(double) {} // the browser waits for the next frame
    double glfwGetTime()
    {
        return emscripten_get_now() / 1000.0;
    }

    void glfwGetWindowPos(GLFWwindow*, int* x, int* y)
    {
        give(x, y, 0, 0);
    }
    void glfwSetWindowPos(GLFWwindow*, int, int) {}
    void glfwGetWindowSize(GLFWwindow*, int* width, int* height)
    {
        const std::array<int, 4> all = sizes();
        give(width, height, all[0], all[1]);
    }
    void glfwGetFramebufferSize(GLFWwindow*, int* width, int* height)
    {
        const std::array<int, 4> all = sizes();
        give(width, height, all[2], all[3]);
    }
    void glfwGetWindowContentScale(GLFWwindow*, float* x, float* y)
    {
        const std::array<int, 4> all = sizes();
        const float scale = static_cast<float>(all[2]) / static_cast<float>(std::max(1, all[0]));
        give(x, y, scale, scale);
    }

    GLFWmonitor** glfwGetMonitors(int* count)
    {
        static GLFWmonitor* all[]{&screen};
        *count = 1;
        return all;
    }
    GLFWmonitor* glfwGetPrimaryMonitor()
    {
        return &screen;
    }
    void glfwGetMonitorWorkarea(GLFWmonitor*, int* x, int* y, int* width, int* height)
    {
        give(x, y, 0, 0);
        glfwGetWindowSize(&window, width, height);
    }
    void glfwGetMonitorContentScale(GLFWmonitor*, float* x, float* y)
    {
        glfwGetWindowContentScale(&window, x, y);
    }
    const GLFWvidmode* glfwGetVideoMode(GLFWmonitor*)
    {
        static GLFWvidmode mode{};
        const std::array<int, 4> all = sizes();
        mode = {all[2], all[3], 8, 8, 8, 60};
        return &mode;
    }
    GLFWmonitor* glfwGetWindowMonitor(GLFWwindow*)
    {
        return pageIsFullscreen() != 0 ? &screen : nullptr;
    }
    void glfwSetWindowMonitor(GLFWwindow*, GLFWmonitor* monitor, int, int, int, int, int)
    {
        pageFullscreen(monitor != nullptr ? 1 : 0);
    }
    GLFWmonitorfun glfwSetMonitorCallback(GLFWmonitorfun)
    {
        return nullptr;
    }

    GLFWkeyfun glfwSetKeyCallback(GLFWwindow*, GLFWkeyfun callback)
    {
        return std::exchange(window.onKey, callback);
    }
    GLFWcharfun glfwSetCharCallback(GLFWwindow*, GLFWcharfun callback)
    {
        return std::exchange(window.onCharacter, callback);
    }
    GLFWmousebuttonfun glfwSetMouseButtonCallback(GLFWwindow*, GLFWmousebuttonfun callback)
    {
        return std::exchange(window.onButton, callback);
    }
    GLFWcursorposfun glfwSetCursorPosCallback(GLFWwindow*, GLFWcursorposfun callback)
    {
        return std::exchange(window.onCursor, callback);
    }
    GLFWcursorenterfun glfwSetCursorEnterCallback(GLFWwindow*, GLFWcursorenterfun callback)
    {
        return std::exchange(window.onEnter, callback);
    }
    GLFWscrollfun glfwSetScrollCallback(GLFWwindow*, GLFWscrollfun callback)
    {
        return std::exchange(window.onScroll, callback);
    }
    GLFWwindowfocusfun glfwSetWindowFocusCallback(GLFWwindow*, GLFWwindowfocusfun callback)
    {
        return std::exchange(window.onFocus, callback);
    }
    GLFWdropfun glfwSetDropCallback(GLFWwindow*, GLFWdropfun callback)
    {
        return std::exchange(window.onDrop, callback);
    }

    int glfwGetKey(GLFWwindow*, int key)
    {
        return window.keys[static_cast<std::size_t>(key)] ? GLFW_PRESS : GLFW_RELEASE;
    }
    const char* glfwGetKeyName(int key, int)
    {
        const bool known = key >= 0 && key <= GLFW_KEY_LAST && !typedBy[static_cast<std::size_t>(key)].empty();
        return known ? typedBy[static_cast<std::size_t>(key)].c_str() : nullptr;
    }
    int glfwGetMouseButton(GLFWwindow*, int button)
    {
        return window.buttons[static_cast<std::size_t>(button)] ? GLFW_PRESS : GLFW_RELEASE;
    }
    void glfwGetCursorPos(GLFWwindow*, double* x, double* y)
    {
        *x = window.x;
        *y = window.y;
    }
    void glfwSetCursorPos(GLFWwindow*, double, double) {} // a page cannot move the mouse
    int glfwGetInputMode(GLFWwindow*, int)
    {
        return GLFW_CURSOR_NORMAL;
    }
    void glfwSetInputMode(GLFWwindow*, int mode, int value)
    {
        if (mode == GLFW_CURSOR && value == GLFW_CURSOR_HIDDEN)
            pageCursor("none");
    }
    GLFWcursor* glfwCreateStandardCursor(int shape)
    {
        static GLFWcursor arrow{"default"};
        static std::pair<int, GLFWcursor> others[]{{GLFW_IBEAM_CURSOR, {"text"}},
                                                   {GLFW_HAND_CURSOR, {"pointer"}},
                                                   {GLFW_HRESIZE_CURSOR, {"ew-resize"}},
                                                   {GLFW_VRESIZE_CURSOR, {"ns-resize"}}};
        for (auto& [meant, cursor] : others)
            if (meant == shape)
                return &cursor;
        return &arrow;
    }
    void glfwDestroyCursor(GLFWcursor*) {}
    void glfwSetCursor(GLFWwindow*, GLFWcursor* cursor)
    {
        pageCursor(cursor != nullptr ? cursor->cssName : "default");
    }

    const char* glfwGetClipboardString(GLFWwindow*)
    {
        return clipboard.c_str();
    }
    void glfwSetClipboardString(GLFWwindow*, const char* text)
    {
        clipboard = text;
        pageCopy(text);
    }

    const float* glfwGetJoystickAxes(int, int* count)
    {
        *count = 0;
        return nullptr;
    }
    const unsigned char* glfwGetJoystickButtons(int, int* count)
    {
        *count = 0;
        return nullptr;
    }
    int glfwGetGamepadState(int pad, GLFWgamepadstate* state)
    {
        std::array<float, 21> read{};
        if (pad != GLFW_JOYSTICK_1 || pageGamepad(read.data()) == 0)
            return GLFW_FALSE;
        // The browser's button for each of GLFW's; it counts the triggers among the buttons.
        constexpr std::array<std::size_t, 15> places{0, 1, 2, 3, 4, 5, 8, 9, 16, 10, 11, 12, 15, 13, 14};
        for (std::size_t i = 0; i < places.size(); ++i)
            state->buttons[i] = read[places[i]] > 0.5f ? GLFW_PRESS : GLFW_RELEASE;
        std::copy_n(read.begin() + 17, 4, state->axes);
        state->axes[GLFW_GAMEPAD_AXIS_LEFT_TRIGGER] = 2.0f * read[6] - 1.0f;
        state->axes[GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER] = 2.0f * read[7] - 1.0f;
        return GLFW_TRUE;
    }
}
