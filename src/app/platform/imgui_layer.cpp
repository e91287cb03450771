#include "imgui_layer.hpp"

#include "render/gl/shader_library.hpp"

#include <GLFW/glfw3.h>

#include <imgui.h>

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui_internal.h>

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
    glfwSetCursorEnterCallback(window, ImGui_ImplGlfw_CursorEnterCallback);
    ImGui_ImplOpenGL3_Init(glslVersion());
}

ImGuiLayer::~ImGuiLayer()
{
    glfwSetCursorEnterCallback(window_, nullptr);
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

void ImGuiLayer::onKey(int key, int scancode, int action, int modifiers)
{
    if (action == GLFW_RELEASE || wantsText() || !onlyForText(key))
        ImGui_ImplGlfw_KeyCallback(window_, key, scancode, action, modifiers);
}

void ImGuiLayer::onText(unsigned character)
{
    ImGui_ImplGlfw_CharCallback(window_, character);
}

void ImGuiLayer::onButton(int button, int action, int modifiers)
{
    if (button >= 0 && button < static_cast<int>(mouse_.down.size()))
        mouse_.down[static_cast<std::size_t>(button)] = action == GLFW_PRESS;
    ImGui_ImplGlfw_MouseButtonCallback(window_, button, action, modifiers);
}

void ImGuiLayer::onCursor(double x, double y)
{
    mouse_.x = static_cast<float>(x);
    mouse_.y = static_cast<float>(y);
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
    // Dear ImGui's WantTextInput knows of a field one frame late.
    const ImGuiID active = ImGui::GetActiveID();
    return active != 0 && ImGui::GetInputTextState(active) != nullptr;
}

bool ImGuiLayer::wantsMouse(float x, float y) const
{
    // Dear ImGui's WantCaptureMouse is about where the pointer was in the last frame.
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    const ImGuiIO& io = context.IO;
    bool drags = false;
    for (std::size_t i = 0; i < mouse_.down.size(); ++i)
        drags = drags || (io.MouseDown[i] && io.MouseDownOwned[i]);
    const auto covers = [x, y](const ImGuiWindow* window)
    {
        return window->Active && !window->Hidden && (window->Flags & ImGuiWindowFlags_NoMouseInputs) == 0 &&
               window->OuterRectClipped.Contains(ImVec2(x, y));
    };
    return drags || context.OpenPopupStack.Size > 0 ||
           std::any_of(context.Windows.begin(), context.Windows.end(), covers);
}

void ImGuiLayer::rebuildFonts()
{
#if IMGUI_VERSION_NUM < 19200 // from then on the backend follows by itself
    panels_.forget();
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

void ImGuiLayer::makeAnew()
{
    panels_.forget();
    ImGui_ImplOpenGL3_Shutdown(); // it also remembers the sizes of its buffers
    ImGui_ImplOpenGL3_Init(glslVersion());
}

void ImGuiLayer::beginFrame([[maybe_unused]] bool behind)
{
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGuiIO& io = ImGui::GetIO();
    io.MouseDoubleClickTime = std::max(0.3f, 4.0f * io.DeltaTime); // press, release and press take three frames
#if IMGUI_VERSION_NUM < 18700                                      // its backend asks GLFW
    if (behind)
    {
        io.MousePos = {mouse_.x, mouse_.y};
        for (std::size_t i = 0; i < mouse_.down.size(); ++i)
            io.MouseDown[i] = mouse_.down[i];
    }
#endif
    ImGui::NewFrame();
}

void ImGuiLayer::endFrame()
{
    ImGui::Render();
}

void ImGuiLayer::paint()
{
    panels_.paint(*ImGui::GetDrawData());
}

} // namespace ropewalk
