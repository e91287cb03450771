#include "catch.hpp"

#include "app/panels/panels.hpp"

#include <imgui.h>

#include <memory>
#include <string>

using namespace ropewalk;

namespace
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
#if IMGUI_VERSION_NUM >= 19200
        io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
#endif
        ui.mapWanted = true;
        workbench.setPaused(true);
        frames(2);
    }
    ~Desk()
    {
        ImGui::DestroyContext();
    }
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;

    void resize(float width, float height)
    {
        ImGui::GetIO().DisplaySize = {width, height};
    }

    void frames(int count)
    {
        for (int i = 0; i < count; ++i)
        {
            ui.now += 1.0 / 60.0;
            ui.map.clear();
            panels_.applyStyle(ui);
            ImGui::NewFrame();
            panels_.draw(workbench, ui, timings_, Camera{});
            ImGui::Render();
        }
    }

    void moveTo(float x, float y)
    {
#if IMGUI_VERSION_NUM >= 18700
        ImGui::GetIO().AddMousePosEvent(x, y);
#else
        ImGui::GetIO().MousePos = {x, y};
#endif
        frames(2);
    }
    void button(int which, bool down)
    {
#if IMGUI_VERSION_NUM >= 18700
        ImGui::GetIO().AddMouseButtonEvent(which, down);
#else
        ImGui::GetIO().MouseDown[which] = down;
#endif
        frames(2);
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
    void startTyping(const std::string& item)
    {
        moveOver(item);
        click();
        click();
        frames(2);
    }

    std::string value(const std::string& name)
    {
        return workbench.scene().parameters().at(name).text();
    }

    Workbench workbench{makeScene("rope"), [] { return 0.0; }};
    UiState ui;

private:
    Timings timings_;
    Panels panels_;
};

} // namespace

TEST_CASE("Dragging a slider changes the constant, and is one step for undo")
{
    Desk desk;
    desk.moveOver("slider spring_constant", 0.3f);
    desk.button(0, true);
    CHECK(desk.value("spring_constant") == "10000"); // a press alone moves nothing
    desk.moveOver("slider spring_constant", 0.5f);
    desk.moveOver("slider spring_constant", 0.6f);
    desk.moveOver("slider spring_constant", 0.9f);
    CHECK(std::stod(desk.value("spring_constant")) > 1e5);
    const Rectangle at = desk.ui.map.at("slider spring_constant");
    desk.moveTo(at.x + 2.0f * at.width, at.y);
    CHECK(std::stod(desk.value("spring_constant")) == 1e7); // the end is reached
    desk.button(0, false);

    desk.workbench.undo();
    CHECK(desk.value("spring_constant") == "10000");
    CHECK_FALSE(desk.workbench.canUndo());
}

TEST_CASE("A double-click types a number, and nonsense keeps the old one")
{
    Desk desk;
    desk.startTyping("slider air_friction");
    desk.type("0.5");
    desk.leave();
    CHECK(desk.value("air_friction") == "0.5");

    for (const char* nonsense : {"banana", "1e99", "-1", "nan", ""})
    {
        INFO(nonsense);
        desk.startTyping("slider air_friction");
        desk.type(nonsense);
        desk.leave();
        CHECK(desk.value("air_friction") == "0.5");
    }

    desk.startTyping("slider mass_count");
    desk.type("12.5");
    desk.leave();
    CHECK(desk.value("mass_count") == "80");
}

TEST_CASE("A right-click restores the default")
{
    Desk desk;
    desk.workbench.setParameter("mass", "0.3", ++desk.ui.gesture);
    desk.workbench.setParameter("gravity", "1,2,3", ++desk.ui.gesture);
    desk.frames(2);
    desk.moveOver("slider mass");
    desk.click(1);
    CHECK(desk.value("mass") == "0.05");
    desk.moveOver("slider gravity y");
    desk.click(1);
    CHECK(desk.value("gravity") == "0,-9.81,0");
}

TEST_CASE("A choice and a component of a vector are changed with the mouse")
{
    Desk desk;
    desk.moveOver("slider friction_direction");
    desk.click();
    desk.moveOver("choice friction_direction axial");
    desk.click();
    CHECK(desk.value("friction_direction") == "axial");

    desk.moveOver("slider gravity y");
    desk.button(0, true);
    const Rectangle at = desk.ui.map.at("slider gravity y");
    desk.moveTo(at.x + 0.5f * at.width + 40.0f, at.y + 5.0f);
    desk.button(0, false);
    const std::string gravity = desk.value("gravity");
    CHECK(gravity.substr(0, 2) == "0,");
    CHECK(gravity != "0,-9.81,0");
}

TEST_CASE("Buttons and menu items ask for actions")
{
    Desk desk;
    desk.moveOver("button pause");
    desk.click();
    REQUIRE(desk.ui.requests.size() == 1);
    CHECK(desk.ui.requests[0] == Action::pause);

    desk.ui.requests.clear();
    desk.moveOver("menu Run");
    desk.click();
    desk.moveOver("item " + std::string(keyBinding(Action::reset).label));
    desk.click();
    REQUIRE(desk.ui.requests.size() == 1);
    CHECK(desk.ui.requests[0] == Action::reset);
}

TEST_CASE("A splitter gives the panel another width")
{
    Desk desk;
    const float before = desk.ui.map.at("panel parameters").width;
    desk.moveOver("splitter parameters edge");
    desk.button(0, true);
    const Rectangle at = desk.ui.map.at("splitter parameters edge");
    desk.moveTo(at.x - 60.0f, at.y + 0.5f * at.height);
    desk.button(0, false);
    CHECK(desk.ui.map.at("panel parameters").width == Approx(before + 60.0f).margin(4.0));
}

TEST_CASE("The panels survive any window, theme and scale, with everything open")
{
    Desk desk;
    desk.ui.helpOpen = true;
    desk.ui.timingsOpen = true;
    desk.ui.tensionColours = true;
    desk.ui.sceneListOpen = true;
    for (const float scale : {1.0f, 2.0f})
    {
        desk.ui.scale = scale;
        desk.ui.theme = desk.ui.theme == Theme::light ? Theme::dark : Theme::light;
        for (const float width : {1.0f, 30.0f, 330.0f, 600.0f, 900.0f, 1920.0f})
            for (const float height : {1.0f, 50.0f, 210.0f, 410.0f, 1080.0f})
            {
                desk.resize(width, height);
                desk.ui.toast("a message");
                desk.frames(3);
                INFO(width << " x " << height << ", scale " << scale);
                CHECK(desk.ui.picture.width > 0.0f);
                CHECK(desk.ui.picture.x + desk.ui.picture.width <= width);
                CHECK(desk.ui.picture.y + desk.ui.picture.height <= height);
            }
    }
    desk.resize(1280.0f, 720.0f);
    desk.ui.scale = 1.0f;
    desk.ui.panelsVisible = false;
    desk.frames(2);
    CHECK(desk.ui.picture.width == 1280.0f);
    CHECK(desk.ui.picture.height == 720.0f);
}
