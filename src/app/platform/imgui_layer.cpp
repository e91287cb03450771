#include "imgui_layer.hpp"

#include "render/gl/shader_library.hpp"

#include <GLFW/glfw3.h>

#include <imgui.h>

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <array>

namespace ropewalk
{
namespace
{

/// Keys that move the focus between widgets or belong to the rope's end: ImGui gets them in text fields only. (Tab
/// would open the first number for typing while it hides the panels.)
bool onlyForText(int key)
{
    constexpr std::array keys{GLFW_KEY_TAB,  GLFW_KEY_LEFT, GLFW_KEY_RIGHT, GLFW_KEY_UP,
                              GLFW_KEY_DOWN, GLFW_KEY_HOME, GLFW_KEY_END};
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

} // namespace

ImGuiLayer::ImGuiLayer(GLFWwindow* window) : window_(window)
{
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // we have preferences of our own
    io.LogFilename = nullptr;
    ImGui_ImplGlfw_InitForOpenGL(window, false);
    glfwSetCharCallback(window, ImGui_ImplGlfw_CharCallback);
    glfwSetCursorEnterCallback(window, ImGui_ImplGlfw_CursorEnterCallback);
    ImGui_ImplOpenGL3_Init(glslVersion());
}

ImGuiLayer::~ImGuiLayer()
{
    glfwSetCharCallback(window_, nullptr);
    glfwSetCursorEnterCallback(window_, nullptr);
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

void ImGuiLayer::onKey(int key, int scancode, int action, int modifiers)
{
#if IMGUI_VERSION_NUM < 18700
    // It only sees which keys are down when a frame begins. A key that went down and up since the last frame would be
    // lost: at 10 frames a second most of what is typed.
    if (action == GLFW_PRESS)
        pressed_.push_back(key);
    if (action == GLFW_RELEASE && std::find(pressed_.begin(), pressed_.end(), key) != pressed_.end())
    {
        released_.push_back({key, scancode, modifiers});
        return;
    }
#endif
    if (action == GLFW_RELEASE || wantsText() || !onlyForText(key))
        ImGui_ImplGlfw_KeyCallback(window_, key, scancode, action, modifiers);
}

void ImGuiLayer::onButton(int button, int action, int modifiers)
{
    ImGui_ImplGlfw_MouseButtonCallback(window_, button, action, modifiers);
}

void ImGuiLayer::onCursor([[maybe_unused]] double x, [[maybe_unused]] double y)
{
#if IMGUI_VERSION_NUM >= 18700 // before, the backend asks GLFW in each frame
    ImGui_ImplGlfw_CursorPosCallback(window_, x, y);
#endif
}

void ImGuiLayer::onScroll(double x, double y)
{
    ImGui_ImplGlfw_ScrollCallback(window_, x, y);
}

void ImGuiLayer::onFocus(bool focused)
{
    ImGui_ImplGlfw_WindowFocusCallback(window_, focused ? 1 : 0);
}

bool ImGuiLayer::wantsText() const
{
    return ImGui::GetIO().WantTextInput;
}

bool ImGuiLayer::wantsMouse() const
{
    return ImGui::GetIO().WantCaptureMouse;
}

void ImGuiLayer::rebuildFonts()
{
#if IMGUI_VERSION_NUM < 19200 // from then on the backend follows by itself
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

void ImGuiLayer::makeAnew()
{
    ImGui_ImplOpenGL3_Shutdown(); // it also remembers the sizes of its buffers
    ImGui_ImplOpenGL3_Init(glslVersion());
}

void ImGuiLayer::beginFrame()
{
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
}

void ImGuiLayer::endFrame()
{
    ImGui::Render();
    // Not before: modifiers must not change within a frame.
    for (const Key& key : released_)
        ImGui_ImplGlfw_KeyCallback(window_, key.key, key.scancode, GLFW_RELEASE, key.modifiers);
    released_.clear();
    pressed_.clear();
}

void ImGuiLayer::paint()
{
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

} // namespace ropewalk
