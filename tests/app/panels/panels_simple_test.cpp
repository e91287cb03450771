#include "desk.hpp"

#include "files/plain_name.hpp"

#include <algorithm>
#include <string>

using namespace ropewalk;

namespace
{

/// The simple view of a window of 1280 x 720.
struct SimpleDesk : Desk
{
    SimpleDesk()
    {
        ui.allPanels = false;
        frames(3);
    }
    void press(const std::string& item)
    {
        moveOver(item);
        click();
        frames(3);
    }
};

bool within(const Rectangle& inner, const Rectangle& outer)
{
    return inner.y >= outer.y && inner.bottom() <= outer.bottom() && inner.x >= outer.x &&
           inner.right() <= outer.right();
}

} // namespace

TEST_CASE("The main constants of each scene are constants that it has", "[simple]")
{
    for (const SceneEntry& entry : scenes())
    {
        const std::unique_ptr<Scene> scene = entry.make();
        std::string_view names = entry.info.main;
        int count = 0;
        for (; !names.empty(); ++count)
        {
            const std::size_t end = std::min(names.find(' '), names.size());
            INFO(entry.info.id << ": " << names.substr(0, end));
            CHECK(scene->parameters().find(names.substr(0, end)) != nullptr);
            names.remove_prefix(std::min(end + 1, names.size()));
        }
        CHECK(count >= 4);
        CHECK(count <= 7);
        CHECK(entry.info.name.size() <= 14);
    }
}

TEST_CASE("All scenes are seen at once by picture and name, and a click opens one", "[simple]")
{
    SimpleDesk desk;
    const Rectangle panel = desk.ui.map.at("panel scenes");
    for (const SceneEntry& entry : scenes())
    {
        INFO(entry.info.id);
        CHECK(within(desk.ui.map.at("scene " + std::string(entry.info.id)), panel));
        CHECK(within(desk.ui.map.at("scene title " + std::string(entry.info.id)), panel));
    }
    desk.press("scene cloth");
    CHECK(desk.ui.sceneRequest == "cloth");
}

TEST_CASE("The constants are a short list, and all of them one click away", "[simple]")
{
    SimpleDesk desk;
    CHECK(desk.ui.map.contains("slider spring_constant"));
    CHECK_FALSE(desk.ui.map.contains("slider max_dt"));
    desk.press("button all constants");
    CHECK(desk.ui.map.contains("slider max_dt"));
    desk.press("button main constants");
    CHECK_FALSE(desk.ui.map.contains("slider max_dt"));

    // What was changed is in the list, and what the lesson asks for.
    desk.workbench.setParameter("max_dt", "0.001", 1);
    desk.frames(2);
    CHECK(desk.ui.map.contains("slider max_dt"));
    desk.workbench.setParameter("max_dt", "0.002", 2);
    desk.frames(2);
    CHECK(desk.ui.map.contains("slider max_dt")); // a row does not go away under the mouse
    CHECK_FALSE(desk.ui.map.contains("slider auto_steps"));
    desk.ui.lesson.go(4); // "Switch Solid rope and Auto steps off ..."
    desk.frames(2);
    CHECK(desk.ui.map.contains("slider auto_steps"));

    desk.moveOver("field filter");
    desk.click();
    desk.type("insertion");
    CHECK(desk.ui.map.contains("slider insertion"));
}

TEST_CASE("Small curves stand below the picture, and a click opens the plots with theirs", "[simple]")
{
    SimpleDesk desk;
    desk.workbench.setPaused(false);
    for (int i = 0; i < 60; ++i)
    {
        desk.workbench.tick({});
        desk.frames(1);
    }
    const Rectangle sparks = desk.ui.map.at("panel sparks");
    CHECK(within(desk.ui.map.at("spark top_tension"), sparks));
    CHECK_FALSE(desk.ui.map.contains("panel plots"));
    desk.press("spark top_tension");
    CHECK(desk.ui.map.contains("panel plots"));
    CHECK_FALSE(desk.ui.map.contains("panel sparks"));
    desk.press("button plots close");
    CHECK(desk.ui.map.contains("panel sparks"));
}

TEST_CASE("A preset is two clicks away from the constants", "[simple]")
{
    SimpleDesk desk;
    desk.press("button presets");
    desk.press("item preset moon");
    CHECK(desk.workbench.scene().parameters().find("gravity")->text() == "0,-1.62,0");
}

TEST_CASE("The word beside the dot tells of the step, and a click keeps its panel", "[simple]")
{
    SimpleDesk desk;
    CHECK(desk.ui.map.at("status step").width < 140.0f);
    desk.press("status step");
    CHECK(desk.ui.tools.seen(Tool::stepMeter));
}
