#include "app/imgui_input.hpp"

#include "app/platform/kept_panels.hpp"
#include "render/gl/gl_objects.hpp"
#include "render/gl/shader_library.hpp"
#include "render/offscreen.hpp"

#include "catch.hpp"

#include <imgui.h>

#include <backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>

using namespace ropewalk;

namespace
{

constexpr int width = 320;
constexpr int height = 200;

/// Dear ImGui with a framebuffer and no window.
class Painter
{
public:
    Painter()
    {
        ImGui::CreateContext();
        ImGui::GetIO().IniFilename = nullptr;
        ImGui::GetStyle().WindowBorderSize = 0.0f; // the line of a border reaches half a pixel beyond the panel
        ImGui_ImplOpenGL3_Init(glslVersion());
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
        attach(colour_, GL_RGBA8, GL_COLOR_ATTACHMENT0, {width, height});
    }
    ~Painter()
    {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui::DestroyContext();
    }
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;

    /// Paints the frame by `kept`, and plainly; they must not differ by more than what blending rounds.
    void frame(const std::function<void()>& panels)
    {
        ImGui::GetIO().DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
        ImGui_ImplOpenGL3_NewFrame();
        ImGui::NewFrame();
        panels();
        ImGui::Render();
        clear();
        kept.paint(*ImGui::GetDrawData(), framebuffer_.id());
        const Image image = readFramebuffer(width, height);
        clear();
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
        const Image plain = readFramebuffer(width, height);
        int most = 0;
        int brightest = 0;
        for (std::size_t i = 0; i < plain.pixels.size(); ++i)
        {
            most = std::max(most, std::abs(image.pixels[i] - plain.pixels[i]));
            brightest = std::max<int>(brightest, plain.pixels[i]);
        }
        CHECK(most <= 1);
        CHECK(brightest > 200); // else nothing was drawn
    }

    KeptPanels kept;

private:
    static void clear()
    {
        glClearColor(0.2f, 0.3f, 0.4f, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
    }

    OffscreenContext context_;
    Framebuffer framebuffer_;
    Renderbuffer colour_;
};

void panel(const char* name, const ImVec2& at, const ImVec2& size, float opacity, const std::string& text)
{
    ImGui::SetNextWindowPos(at);
    ImGui::SetNextWindowSize(size);
    ImGui::SetNextWindowBgAlpha(opacity);
    ImGui::Begin(name, nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    ImGui::TextUnformatted(text.c_str());
    ImGui::BeginChild("rows", {0.0f, 0.0f}, true);
    for (int i = 0; i < 20; ++i)
        ImGui::TextUnformatted("a row that is longer than the panel is wide");
    ImGui::EndChild();
    ImGui::End();
}

} // namespace

TEST_CASE("an opaque panel that stays as it is is copied, and looks the same")
{
    Painter painter;
    const auto both = [](const std::string& left, const std::string& right)
    {
        return [=]
        {
            panel("left", {0.0f, 0.0f}, {100.0f, 200.0f}, 1.0f, left);
            panel("right", {220.0f, 0.0f}, {100.0f, 200.0f}, 1.0f, right);
            panel("glass", {120.0f, 20.0f}, {80.0f, 100.0f}, 0.6f, "glass");
        };
    };
    painter.frame(both("left", "right"));
    CHECK(painter.kept.copied() == 0);
    for (int i = 0; i < 3; ++i) // Dear ImGui learns the size of new windows
        painter.frame(both("left", "right"));
    CHECK(painter.kept.copied() == 2);
    for (int i = 0; i < 5; ++i)
    {
        painter.frame(both("left", std::to_string(i)));
        CHECK(painter.kept.copied() == 1);
    }
    painter.frame(both("left", "4"));
    CHECK(painter.kept.copied() == 2);
    painter.kept.forget();
    painter.frame(both("left", "4"));
    CHECK(painter.kept.copied() == 0);
    painter.frame(both("left", "4"));
    CHECK(painter.kept.copied() == 2);
}

TEST_CASE("a panel over another one is painted, and so is one that moves")
{
    Painter painter;
    const auto over = [](float at)
    {
        return [=]
        {
            panel("below", {0.0f, 0.0f}, {150.0f, 200.0f}, 1.0f, "below");
            panel("above", {at, 50.0f}, {100.0f, 100.0f}, 1.0f, "above");
        };
    };
    for (int i = 0; i < 4; ++i)
        painter.frame(over(100.0f));
    CHECK(painter.kept.copied() == 1); // the one below
    for (int i = 0; i < 4; ++i)
        painter.frame(over(100.0f + 20.0f * static_cast<float>(i)));
    CHECK(painter.kept.copied() == 1);
    for (int i = 0; i < 3; ++i)
        painter.frame(over(180.0f));
    CHECK(painter.kept.copied() == 2);
}
