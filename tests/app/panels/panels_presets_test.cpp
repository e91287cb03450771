#include "catch.hpp"

#include "desk.hpp"

using namespace ropewalk;

namespace
{

void choosePreset(Desk& desk, const std::string& name)
{
    desk.moveOver("menu Scene");
    desk.click();
    desk.moveOver("menu presets");
    desk.frames(40);
    desk.moveOver("item preset " + name);
    desk.click();
}

} // namespace

TEST_CASE("A preset is chosen in the Scene menu, and undone at once")
{
    Desk desk;
    choosePreset(desk, "moon");
    CHECK(desk.value("gravity") == "0,-1.62,0");
    CHECK(desk.value("air_friction") == "0");
    desk.frames(2); // the constants with their marks
    desk.workbench.undo();
    CHECK(desk.workbench.hasDefaults());
}

TEST_CASE("A preset that the scene cannot have is grey")
{
    Desk desk;
    desk.workbench.selectScene("cloth");
    desk.frames(2);
    choosePreset(desk, "steel");
    CHECK(desk.workbench.hasDefaults());
    CHECK(desk.workbench.changes().last() == nullptr);
}
