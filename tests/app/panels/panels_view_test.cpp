#include "catch.hpp"
#include "desk.hpp"

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
