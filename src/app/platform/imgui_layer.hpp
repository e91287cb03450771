#pragma once

#include "kept_panels.hpp"

#include <array>

struct GLFWwindow;

namespace ropewalk
{

/// Dear ImGui's context and its backends for GLFW and OpenGL; passes events on to it, but whether the mouse is in the
/// window, which concerns nobody else and comes straight from GLFW. Works with ImGui 1.86 and later.
class ImGuiLayer
{
public:
    explicit ImGuiLayer(GLFWwindow* window);
    ~ImGuiLayer();
    ImGuiLayer(const ImGuiLayer&) = delete;
    ImGuiLayer& operator=(const ImGuiLayer&) = delete;

    void onKey(int key, int scancode, int action, int modifiers);
    void onText(unsigned character);
    void onButton(int button, int action, int modifiers);
    void onCursor(double x, double y);
    void onScroll(double x, double y);
    void onFocus(bool focused);

    bool wantsText() const; ///< a text field has the focus and takes the keys
    /// The mouse belongs to a panel there: it is over one, drags something of it, or a list is open.
    bool wantsMouse(float x, float y) const;

    void rebuildFonts(); ///< after Panels::applyStyle has returned true
    void makeAnew();     ///< after a loss of OpenGL's context
    /// `behind`: pointer and buttons are where the last event put them, although they may be elsewhere by now.
    void beginFrame(bool behind);
    void endFrame(); ///< lays out; draws nothing yet
    void paint();    ///< draws into the current framebuffer

private:
    GLFWwindow* window_;
    KeptPanels panels_;
    struct
    {
        float x = 0.0f;
        float y = 0.0f;
        std::array<bool, 5> down{}; ///< by button
    } mouse_;                       ///< by the last events
};

} // namespace ropewalk
