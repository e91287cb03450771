#pragma once

#include <vector>

struct GLFWwindow;

namespace ropewalk
{

/// Dear ImGui's context and its backends for GLFW and OpenGL; passes events on to it, but typed characters and whether
/// the mouse is in the window, which concern nobody else and come straight from GLFW. Works with ImGui 1.86 and later.
class ImGuiLayer
{
public:
    explicit ImGuiLayer(GLFWwindow* window);
    ~ImGuiLayer();
    ImGuiLayer(const ImGuiLayer&) = delete;
    ImGuiLayer& operator=(const ImGuiLayer&) = delete;

    void onKey(int key, int scancode, int action, int modifiers);
    void onButton(int button, int action, int modifiers);
    void onCursor(double x, double y);
    void onScroll(double x, double y);
    void onFocus(bool focused);

    bool wantsText() const;  ///< a text field has the focus and takes the keys
    bool wantsMouse() const; ///< the pointer is over a panel, or drags something of it

    void rebuildFonts(); ///< after Panels::applyStyle has returned true
    void makeAnew();     ///< after a loss of OpenGL's context
    void beginFrame();
    void endFrame(); ///< lays out; draws nothing yet
    void paint();    ///< draws into the current framebuffer

private:
    struct Key
    {
        int key;
        int scancode;
        int modifiers;
    };

    GLFWwindow* window_;
    std::vector<int> pressed_;  ///< keys that went down since the last frame
    std::vector<Key> released_; ///< those of them that are up again
};

} // namespace ropewalk
