#include "catch.hpp"
#include "desk.hpp"

#include <cmath>
#include <numbers>
#include <string>

using namespace ropewalk;

TEST_CASE("A press never makes a slider jump, wherever on it")
{
    Desk desk;
    const std::string before = desk.value("mass");
    const double start = std::stod(before);
    for (const float place : {0.1f, 0.5f, 0.9f})
    {
        desk.moveOver("slider mass", place);
        desk.button(0, true);
        desk.frames(60);
        CHECK(desk.value("mass") == before);
        const Rectangle at = desk.ui.map.at("slider mass");
        const float x = at.x + place * at.width;
        desk.moveTo(x + 3.0f, at.y + 0.5f * at.height); // the threshold, which does not count as movement
        CHECK(desk.value("mass") == before);
        desk.moveTo(x + 4.0f, at.y + 0.5f * at.height);
        // 9 decades (1e-6 to 1000 kg) lie on the slider, so that a pixel is 9/width decades; then two digits are kept.
        const double pixel = std::pow(10.0, 9.0 / static_cast<double>(at.width));
        CHECK(std::stod(desk.value("mass")) == Approx(start * pixel).epsilon(0.05));
        desk.button(0, false);
        desk.workbench.undo();
        REQUIRE(desk.value("mass") == before);
    }
}

TEST_CASE("What lays the scene out anew does so once, where the drag ends")
{
    Desk desk;
    desk.workbench.useScene(makeScene("cloth"));
    desk.frames(2);
    const std::string before = desk.value("columns");
    desk.moveOver("slider columns", 0.3f);
    desk.button(0, true);
    desk.moveOver("slider columns", 0.4f);
    desk.moveOver("slider columns", 0.5f);
    desk.moveOver("slider columns", 0.6f);
    CHECK(desk.value("columns") == before);
    desk.button(0, false);
    CHECK(desk.value("columns") != before);
    desk.workbench.undo();
    CHECK(desk.value("columns") == before);
}

TEST_CASE("Dragging a slider changes the constant, and is one step for undo")
{
    Desk desk;
    desk.moveOver("slider spring_constant", 0.3f);
    desk.button(0, true);
    CHECK(desk.value("spring_constant") == "10000"); // a press alone moves nothing
    desk.moveOver("slider spring_constant", 0.5f);
    desk.moveOver("slider spring_constant", 0.6f);
    desk.moveOver("slider spring_constant", 0.9f);
    CHECK(std::stod(desk.value("spring_constant")) > 1e5); // the slider is logarithmic
    const Rectangle at = desk.ui.map.at("slider spring_constant");
    desk.moveTo(at.x + 2.0f * at.width, at.y);
    CHECK(std::stod(desk.value("spring_constant")) == 1e7); // the maximum of its row
    desk.button(0, false);

    desk.workbench.undo();
    CHECK(desk.value("spring_constant") == "10000");
    CHECK_FALSE(desk.workbench.changes().last());
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

TEST_CASE("An angle is shown and typed in degrees, and kept in radians")
{
    Desk desk;
    desk.workbench.useScene(makeScene("capstan"));
    desk.frames(4);
    desk.startTyping("slider wrap_angle");
    desk.type("540");
    desk.leave();
    CHECK(std::stod(desk.value("wrap_angle")) == Approx(3.0 * std::numbers::pi).epsilon(1e-12));
    desk.workbench.setParameter("wrap_angle", "9.5", ++desk.ui.gesture);
    desk.frames(2);
    desk.startTyping("slider wrap_angle");
    desk.leave(); // as it was shown
    CHECK(desk.value("wrap_angle") == "9.5");
    desk.workbench.undo();
    desk.startTyping("slider wrap_angle");
    desk.type("banana");
    desk.leave();
    CHECK(std::stod(desk.value("wrap_angle")) == Approx(3.0 * std::numbers::pi).epsilon(1e-12));
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

TEST_CASE("All constants are restored, and come back, at one stroke")
{
    Desk desk;
    desk.workbench.setParameter("mass", "0.3", ++desk.ui.gesture);
    desk.workbench.setParameter("gravity", "1,2,3", ++desk.ui.gesture);
    desk.frames(2);
    desk.moveOver("button restore all");
    desk.click();
    CHECK(desk.ui.requests == std::vector{Action::restoreDefaults});
    desk.workbench.restoreDefaults();
    CHECK(desk.value("mass") == "0.05");
    CHECK(desk.value("gravity") == "0,-9.81,0");
    desk.workbench.undo();
    CHECK(desk.value("mass") == "0.3");
    CHECK(desk.value("gravity") == "1,2,3");
    desk.workbench.redo();
    CHECK(desk.value("mass") == "0.05");
    CHECK(desk.value("gravity") == "0,-9.81,0");
    desk.workbench.undo();
    desk.workbench.undo();
    CHECK(desk.value("mass") == "0.3");
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

TEST_CASE("The viewport stays in the window at any size, theme and scale, with everything open")
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
                CHECK(desk.ui.viewport.width > 0.0f);
                CHECK(desk.ui.viewport.x + desk.ui.viewport.width <= width);
                CHECK(desk.ui.viewport.y + desk.ui.viewport.height <= height);
            }
    }
    desk.resize(1280.0f, 720.0f);
    desk.ui.scale = 1.0f;
    desk.ui.panelsVisible = false;
    desk.frames(2);
    CHECK(desk.ui.viewport.width == 1280.0f);
    CHECK(desk.ui.viewport.height == 720.0f);
}
