#include "catch.hpp"
#include "desk.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace ropewalk;

TEST_CASE("A click on an end of an axis looks from there, and from the other side where it points at the viewer")
{
    Desk desk;
    const auto asked = [&desk](const std::string& axis)
    {
        desk.ui.requests.clear();
        desk.moveOver("axis " + axis);
        desk.click();
        REQUIRE(desk.ui.requests.size() == 1);
        return desk.ui.requests.front();
    };
    CHECK(asked("x") == Action::viewRight);
    CHECK(asked("-x") == Action::viewLeft);
    CHECK(asked("y") == Action::viewTop);
    CHECK(asked("-y") == Action::viewBelow);
    CHECK(asked("z") == Action::viewFront); // a little from above: not quite at the viewer
    desk.camera.pitch = 0.0f;
    desk.frames(1);
    CHECK(asked("z") == Action::viewBack);
}

TEST_CASE("The gizmo is as large as the scale, and absent without panels or room")
{
    Desk desk;
    const Rectangle at = desk.ui.map.at("overlay gizmo");
    const Rectangle& viewport = desk.ui.viewport;
    CHECK(viewport.contains(at.x, at.y));
    CHECK(viewport.contains(at.x + at.width - 1.0f, at.y + at.height - 1.0f));
    desk.ui.scale = 1.5f;
    desk.resize(1920.0f, 1080.0f);
    desk.frames(2);
    CHECK(desk.ui.map.at("overlay gizmo").width == Approx(1.5f * at.width));
    desk.ui.panelsVisible = false;
    desk.frames(2);
    CHECK(desk.ui.map.count("overlay gizmo") == 0);
    desk.ui.panelsVisible = true;
    desk.resize(400.0f, 300.0f);
    desk.frames(2);
    CHECK(desk.ui.map.count("overlay gizmo") == 0);
}

TEST_CASE("What the user's view has lost is pointed at, and a click asks for it")
{
    Desk desk;
    desk.camera.frame(desk.workbench.snapshot(), aspectOf(desk.ui.viewport));
    desk.frames(2);
    CHECK(desk.ui.map.count("button edge arrow") == 0);
    CHECK(desk.ui.map.count("button follow") == 0);

    desk.camera.target.x += 100.0f;
    desk.ui.viewFollows = false;
    desk.frames(2);
    const Rectangle arrow = desk.ui.map.at("button edge arrow");
    CHECK(arrow.x < desk.ui.viewport.x + 20.0f); // it is on the left
    desk.moveOver("button edge arrow");
    desk.click();
    CHECK(desk.ui.requests == std::vector<Action>{Action::frameScene});
    desk.ui.requests.clear();
    desk.moveOver("button follow");
    desk.click();
    CHECK(desk.ui.requests == std::vector<Action>{Action::resetView});

    // On every side the arrow is all in the viewport, and clear of the gizmo.
    const Rectangle gizmo = desk.ui.map.at("overlay gizmo");
    for (int i = 0; i < 24; ++i)
    {
        const float angle = 0.2618f * static_cast<float>(i);
        desk.camera.target = {100.0f * std::cos(angle), 100.0f * std::sin(angle), 0.0f};
        desk.frames(2);
        CAPTURE(i);
        const Rectangle at = desk.ui.map.at("button edge arrow");
        const Rectangle& viewport = desk.ui.viewport;
        CHECK(viewport.contains(at.x, at.y));
        CHECK(viewport.contains(at.x + at.width - 1.0f, at.y + at.height - 1.0f));
        const bool apart = at.x + at.width <= gizmo.x || at.y + at.height <= gizmo.y;
        CHECK(apart);
    }
}

TEST_CASE("A remark stands clear of the gizmo, with all its buttons in it")
{
    Desk desk;
    desk.workbench.setParameter("bending_stiffness", "1.4", ++desk.ui.gesture);
    for (const float width : {1280.0f, 1000.0f, 860.0f})
    {
        CAPTURE(width);
        desk.resize(width, 720.0f);
        desk.frames(3);
        REQUIRE(desk.ui.map.count("remark") == 1);
        const Rectangle remark = desk.ui.map.at("remark");
        if (const auto gizmo = desk.ui.map.find("overlay gizmo"); gizmo != desk.ui.map.end())
        {
            const bool clear = remark.right() <= gizmo->second.x || remark.bottom() <= gizmo->second.y;
            CHECK(clear);
        }
        CHECK(remark.x >= desk.ui.viewport.x);
        int cures = 0;
        for (const auto& [name, at] : desk.ui.map)
            if (name.starts_with("cure "))
            {
                ++cures;
                CHECK(remark.contains(at.x, at.y));
                CHECK(remark.contains(at.right() - 1.0f, at.bottom() - 1.0f));
            }
        CHECK(cures > 0);
    }
}

TEST_CASE("The numbers of the tension's legend stand beside each other")
{
    Desk desk;
    desk.ui.tensionColours = true;
    for (const char* mass : {"0.05", "0.5", "5", "20", "50", "1000"})
    {
        CAPTURE(mass);
        desk.workbench.setParameter("mass", mass, ++desk.ui.gesture);
        desk.workbench.reset();
        desk.frames(2);
        float end = 0.0f;
        int ticks = 0;
        std::vector<Rectangle> places;
        for (const auto& [name, at] : desk.ui.map)
            if (name.starts_with("tension tick "))
                places.push_back(at);
        std::sort(places.begin(), places.end(), [](const Rectangle& a, const Rectangle& b) { return a.x < b.x; });
        for (const Rectangle& at : places)
        {
            CHECK(at.x > end);
            end = at.right();
            ++ticks;
        }
        CHECK(ticks >= 2);
    }
}

TEST_CASE("A message waits while a dialog is open")
{
    Desk desk;
    desk.ui.toast("a message", 1.0);
    desk.frames(2);
    CHECK(desk.ui.map.count("toast") == 1);
    desk.ui.fileDialog = FileDialog{};
    desk.frames(120);
    CHECK(desk.ui.map.count("toast") == 0);
    desk.ui.fileDialog.reset();
    desk.frames(2);
    CHECK(desk.ui.map.count("toast") == 1);
}
