#include "catch.hpp"
#include "desk.hpp"

#include <utility>
#include <vector>

using namespace ropewalk;

namespace
{

void run(Desk& desk, int ticks)
{
    for (int i = 0; i < ticks; ++i)
        desk.workbench.tick({});
    desk.frames(2);
}

} // namespace

TEST_CASE("the timeline is dragged to any moment that is kept", "[timeline]")
{
    Desk desk;
    desk.workbench.setPaused(false);
    run(desk, 100);
    const double end = desk.workbench.scene().time();
    desk.moveOver("timeline", 0.5f);
    desk.button(0, true);
    CHECK(desk.workbench.paused());
    CHECK(desk.workbench.moment().first == 50); // the middle of the bar
    CHECK(desk.workbench.scene().time() == Approx(0.5 * end));
    desk.moveOver("timeline", -1.0f); // beyond the bar is its end
    CHECK(desk.workbench.moment().first == 0);
    CHECK(desk.workbench.recorder().size() == 1);
    desk.moveOver("timeline", 1.0f);
    CHECK(desk.workbench.scene().time() == end);
    CHECK(desk.workbench.recorder().size() == 101);
    desk.moveOver("timeline", 0.5f);
    desk.button(0, false);
    desk.moveOver("timeline", 0.2f); // it is not held any more
    CHECK(desk.workbench.moment().first == 50);
    CHECK(desk.workbench.recorded().recording().ticks == 100);

    desk.workbench.setParameter("mass", "0.02", 1); // something new
    run(desk, 1);
    CHECK(desk.workbench.moment().first == 51);
    CHECK(desk.workbench.recorded().recording().ticks == 51);
}

TEST_CASE("the keys go along the timeline by one tick, and by ten with Ctrl", "[timeline][keys]")
{
    Desk desk;
    run(desk, 30);
    desk.ui.keys.goTo("panel status", "timeline");
    desk.frames(3);
    REQUIRE(desk.ui.keys.item() == "timeline");
    desk.press(PanelKey::left);
    CHECK(desk.workbench.moment().first == 29);
    desk.press(PanelKey::left, false, true);
    CHECK(desk.workbench.moment().first == 19);
    desk.press(PanelKey::right);
    CHECK(desk.workbench.moment().first == 20);
    CHECK(desk.workbench.recorded().recording().ticks == 30);
}

TEST_CASE("the Recording menu has all that can be done with what was done", "[timeline]")
{
    Desk desk;
    run(desk, 120);
    const auto choose = [&desk](const char* item)
    {
        desk.moveOver("menu Recording");
        desk.click();
        desk.moveOver(item);
        desk.click();
        return std::exchange(desk.ui.requests, {});
    };
    CHECK(choose("item Play the recording") == std::vector{Action::playRecording});
    CHECK(choose("item Share the recording") == std::vector{Action::shareRecording});
    CHECK(choose("item Compare with a file...") == std::vector{Action::compareFile});
    CHECK(choose("item save recording") == std::vector{Action::saveRecording});
    CHECK_FALSE(desk.ui.part);
    choose("item loop");
    CHECK(desk.workbench.looping());

    desk.workbench.seek(30);
    CHECK(choose("item save part") == std::vector{Action::saveRecording});
    CHECK(desk.ui.part == std::pair(30LL, 120LL)); // from here on
    choose("item no part");
    CHECK_FALSE(desk.ui.part);
    choose("item end replay");
    CHECK(desk.workbench.recorded().recording().ticks == 30);

    desk.moveOver("menu Recording");
    desk.click();
    desk.moveOver("menu branches");
    desk.frames(40);
    desk.moveOver("item compare 0");
    desk.click();
    CHECK(desk.workbench.other() != nullptr);
    choose("item end comparison");
    CHECK(desk.workbench.other() == nullptr);
}
