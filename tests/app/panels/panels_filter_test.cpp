#include "catch.hpp"
#include "desk.hpp"

using namespace ropewalk;

namespace
{

bool showsAll(const Desk& desk)
{
    return desk.ui.map.count("slider spring_constant") == 1 && desk.ui.map.count("slider mass") == 1;
}

void filter(Desk& desk, const std::string& text)
{
    desk.moveOver("field filter");
    desk.click();
    desk.type(text);
    REQUIRE_FALSE(showsAll(desk));
}

} // namespace

TEST_CASE("The filter of the constants goes with its scene")
{
    Desk desk;
    filter(desk, "spring c");
    desk.leave();
    desk.workbench.selectScene("capstan");
    desk.frames(2);
    CHECK(desk.ui.map.count("slider load") == 1);
    desk.workbench.selectScene("rope");
    desk.frames(2);
    CHECK(showsAll(desk));
}

TEST_CASE("Esc, the cross in the field and a button of the empty list show all constants again")
{
    Desk desk;
    filter(desk, "spring c");
    desk.key(ImGuiKey_Escape);
    CHECK(showsAll(desk));

    // What was typed before does not come back either.
    filter(desk, "spring c");
    desk.leave();
    desk.moveOver("field filter");
    desk.click();
    desk.type("onst");
    desk.key(ImGuiKey_Escape);
    CHECK(showsAll(desk));

    filter(desk, "spring c");
    desk.moveOver("button clear filter");
    desk.click();
    CHECK(showsAll(desk));
    CHECK(desk.ui.map.count("button clear filter") == 0);

    filter(desk, "no such thing");
    desk.moveOver("button show all");
    desk.click();
    CHECK(showsAll(desk));
}

TEST_CASE("While the list of constants moves under the mouse, a tooltip has one line")
{
    Desk desk;
    desk.moveOver("slider air_friction");
    desk.frames(120);
    const auto height = [&desk]
    {
        for (const auto& [name, at] : desk.ui.map)
            if (name.starts_with("tooltip of "))
                return at.height;
        return 0.0f;
    };
    const float whole = height();
    CHECK(whole > 60.0f); // sentence, range, default ...
    desk.wheel(-1.0f);
    desk.frames(20);
    const float moving = height();
    CHECK(moving > 0.0f);
    CHECK(moving < 2.5f * ImGui::GetFontSize());
    desk.frames(120);
    CHECK(height() > 60.0f);
}
