#pragma once

#include "app/imgui_input.hpp"
#include "catch.hpp"

#include "app/panels/panels.hpp"
#include "render/camera.hpp"

#include <imgui.h>

#include <string>

namespace ropewalk
{

/// The panels without a window: Dear ImGui needs no display to lay out, so the test is the mouse.
class Desk
{
public:
    Desk()
    {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DeltaTime = 1.0f / 60.0f;
        resize(1280.0f, 720.0f);
        promiseTextures();
        ui.mapWanted = true;
        ui.allPanels = true;
        workbench.setPaused(true);
        frames(2);
    }
    ~Desk() { ImGui::DestroyContext(); }
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;

    void resize(float width, float height) { ImGui::GetIO().DisplaySize = {width, height}; }

    void frames(int count)
    {
        for (int i = 0; i < count; ++i)
        {
            ui.now += 1.0 / 60.0;
            ui.map.clear();
            panels_.applyStyle(ui);
            ImGui::NewFrame();
            panels_.draw(workbench, ui, timings_, camera);
            ImGui::Render();
        }
    }

    void moveTo(float x, float y)
    {
        sendMouse(x, y);
        frames(2);
    }
    void button(int which, bool down)
    {
        sendButton(which, down);
        frames(2);
    }
    /// Turns the wheel, away from the user for positive numbers.
    void wheel(float clicks)
    {
        sendWheel(clicks);
        frames(1);
        sendWheel(0.0f);
        frames(1);
    }
    void click(int which = 0)
    {
        button(which, true);
        button(which, false);
    }
    /// `across` in [0, 1] from the left.
    void moveOver(const std::string& item, float across = 0.5f)
    {
        INFO(item);
        REQUIRE(ui.map.count(item) == 1);
        const Rectangle at = ui.map.at(item);
        moveTo(at.x + across * at.width, at.y + 0.5f * at.height);
    }
    void type(const std::string& text)
    {
        for (const char c : text)
            ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(c));
        frames(2);
    }
    /// A click elsewhere takes a typed entry over, as Enter does.
    void leave()
    {
        moveTo(600.0f, 300.0f);
        click();
        frames(40); // so that the next click is no double-click
    }
    void key(ImGuiKey which)
    {
        for (const bool down : {true, false})
        {
            sendKey(which, down);
            frames(2);
        }
    }
    /// A key for the panel that has the keys.
    void press(PanelKey which, bool fine = false, bool coarse = false)
    {
        ui.keys.press({which, fine, coarse});
        frames(3);
    }
    void startTyping(const std::string& item)
    {
        moveOver(item);
        click();
        click();
        frames(2);
    }

    TheoryBench& theoryBench() { return panels_.theoryBench(); }
    std::string value(const std::string& name) { return workbench.scene().parameters().find(name)->text(); }

    Workbench workbench{makeScene("rope"), [] { return 0.0; }};
    UiState ui;
    Camera camera;

private:
    Timings timings_;
    Panels panels_;
};

} // namespace ropewalk
