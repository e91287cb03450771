#include "catch.hpp"

#include "scenes/input_script.hpp"

#include <set>
#include <stdexcept>

using ropewalk::InputEvent;
using ropewalk::parseInputScript;
using ropewalk::Vec3;

namespace
{

std::string errorOf(std::string_view text)
{
    try
    {
        parseInputScript(text, "drag.txt");
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "no error";
}

} // namespace

TEST_CASE("a script is read line by line and sorted by time")
{
    const auto events = parseInputScript("# a comment\n"
                                         "1/2 press Right   # another\r\n"
                                         "\n"
                                         "\t0.25  move 1 -2 0.5\n"
                                         "0.5 release Right",
                                         "x");
    REQUIRE(events.size() == 3);
    CHECK(events[0].kind == InputEvent::Kind::move);
    CHECK(events[0].time == 0.25);
    CHECK(events[0].velocity == Vec3(1.0, -2.0, 0.5));
    CHECK(events[1].kind == InputEvent::Kind::press); // the order of the file where times are equal
    CHECK(events[1].key == "Right");
    CHECK(events[1].time == 0.5);
    CHECK(events[2].kind == InputEvent::Kind::release);
    CHECK(parseInputScript("", "x").empty());
}

TEST_CASE("keys are known by their names in any spelling of capitals")
{
    CHECK(parseInputScript("0 press right", "x").front().key == "Right");
    CHECK(parseInputScript("0 press PAGE_UP", "x").front().key == "PageUp");
    CHECK(parseInputScript("0 press p", "x").front().key == "P");
    const auto& names = ropewalk::keyNames();
    CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
}

TEST_CASE("a bad line is named with its number and what would be right")
{
    CHECK(errorOf("0 press Right\n1 press Rihgt") == "drag.txt:2: unknown key 'Rihgt'; did you mean 'Right'?");
    CHECK(errorOf("x press Right") == "drag.txt:1: time 'x' is not a number");
    CHECK(errorOf("-1 press Right") == "drag.txt:1: time -1 s is before the beginning; must be 0 or more");
    CHECK(errorOf("1 move 1 y 0") == "drag.txt:1: velocity 'y' is not a number");
    CHECK(errorOf("1 move 1e7 0 0").find("out of range") != std::string::npos);
    for (const char* text : {"1", "1 press", "1 press A B", "1 move 1 2", "1 move 1 2 3 4", "1 pres A"})
        CHECK(errorOf(text) == "drag.txt:1: must be 'SECONDS press|release KEY', 'SECONDS move VX VY VZ' or "
                               "'SECONDS do VERB ...'");
}

TEST_CASE("a line may say a verb of a set-up, which is given out once, at its time")
{
    const std::vector<InputEvent> events =
        parseInputScript("# tie it\n0.5 do tie  a.last post1 0 0.2 0 # here", "drag.txt");
    REQUIRE(events.size() == 1);
    CHECK(events[0].kind == InputEvent::Kind::perform);
    CHECK(events[0].verb == "tie a.last post1 0 0.2 0");
    CHECK(events[0].source == "drag.txt:2");
    CHECK(errorOf("1 do cutt a 1.3") == "drag.txt:1: unknown verb 'cutt'; did you mean 'cut'?");
    CHECK(errorOf("1 do cut a") == "drag.txt:1: must be 'cut PLACE'");
    ropewalk::ScriptedControls script(events);
    script.at(0.4);
    CHECK(script.performances().empty());
    script.at(0.5);
    REQUIRE(script.performances().size() == 1);
    CHECK(script.performances()[0].verb == events[0].verb);
    script.at(0.6);
    CHECK(script.performances().empty());
}

TEST_CASE("a script of an editor that marks UTF-8 is read")
{
    const std::vector<InputEvent> events = parseInputScript("\xEF\xBB\xBF"
                                                            "1 press Right",
                                                            "drag.txt");
    REQUIRE(events.size() == 1);
    CHECK(events[0].key == "Right");
}

TEST_CASE("a message stays short however long the line is")
{
    const std::string million(1'000'000, '7');
    for (const std::string& line :
         {"0 press " + million, million + " press A", "-1" + std::string(300, '0') + " press A",
          "1 move 1" + std::string(300, '0') + " 0 0", "1 move " + million + " 0 0"})
        CHECK(errorOf(line).size() < 200);
    // More letters than any name has, though all but five do not count.
    CHECK(errorOf("0 press right________________").find("unknown key 'right____") != std::string::npos);
}

TEST_CASE("keys drag along the axes")
{
    CHECK(ropewalk::dragDirection("Right") == Vec3(1.0, 0.0, 0.0));
    CHECK(ropewalk::dragDirection("Left") == Vec3(-1.0, 0.0, 0.0));
    CHECK(ropewalk::dragDirection("Up") == Vec3(0.0, 0.0, -1.0));
    CHECK(ropewalk::dragDirection("Down") == Vec3(0.0, 0.0, 1.0));
    CHECK(ropewalk::dragDirection("Home") == Vec3(0.0, 1.0, 0.0));
    CHECK(ropewalk::dragDirection("End") == Vec3(0.0, -1.0, 0.0));
    CHECK(ropewalk::dragDirection("Space") == Vec3(0.0));
}

TEST_CASE("keys turn with the view by quarters, and a held key keeps its direction")
{
    // Seen from +x (a quarter turn), right is -z and away is -x; from the back, right is -x.
    CHECK(ropewalk::dragDirection("Right", 1) == Vec3(0.0, 0.0, -1.0));
    CHECK(ropewalk::dragDirection("Up", 1) == Vec3(-1.0, 0.0, 0.0));
    CHECK(ropewalk::dragDirection("Right", 2) == Vec3(-1.0, 0.0, 0.0));
    CHECK(ropewalk::dragDirection("Down", -1) == Vec3(-1.0, 0.0, 0.0));
    CHECK(ropewalk::dragDirection("Right", -2) == ropewalk::dragDirection("Right", 2));
    CHECK(ropewalk::dragDirection("Left", 4) == ropewalk::dragDirection("Left"));
    for (const int quarters : {-1, 0, 1, 2, 3})
    {
        CHECK(ropewalk::dragDirection("Home", quarters) == Vec3(0.0, 1.0, 0.0));
        CHECK(ropewalk::dragDirection("End", quarters) == Vec3(0.0, -1.0, 0.0));
    }

    ropewalk::PressedControls pressed;
    const InputEvent right{0.0, InputEvent::Kind::press, "Right", Vec3(0.0)};
    pressed.apply(right);
    pressed.apply(right, 1); // the keyboard repeats it after the view has turned
    CHECK(pressed.controls().direction == Vec3(1.0, 0.0, 0.0));
    pressed.apply({0.0, InputEvent::Kind::release, "Right", Vec3(0.0)}, 1);
    CHECK(pressed.controls().direction == Vec3(0.0));
    pressed.apply(right, 1);
    CHECK(pressed.controls().direction == Vec3(0.0, 0.0, -1.0));
}

TEST_CASE("pressed keys add up and are released")
{
    ropewalk::PressedControls pressed;
    for (const InputEvent& event : parseInputScript("0 press Right\n0 press Home\n0 press Right", "x"))
        pressed.apply(event);
    CHECK(pressed.controls().direction == Vec3(1.0, 1.0, 0.0));
    CHECK_FALSE(pressed.controls().velocity.has_value());
    pressed.apply({0.0, InputEvent::Kind::press, "Left", Vec3(0.0)});
    CHECK(pressed.controls().direction == Vec3(0.0, 1.0, 0.0));
    pressed.apply({0.0, InputEvent::Kind::release, "Right", Vec3(0.0)});
    CHECK(pressed.controls().direction == Vec3(-1.0, 1.0, 0.0));
    pressed.apply({0.0, InputEvent::Kind::move, "", Vec3(0.0, 0.0, 2.0)});
    CHECK(pressed.controls().velocity == Vec3(0.0, 0.0, 2.0));
    pressed.apply({0.0, InputEvent::Kind::move, "", Vec3(0.0)});
    CHECK_FALSE(pressed.controls().velocity.has_value());
    pressed.apply({0.0, InputEvent::Kind::move, "", Vec3(1.0)});
    pressed.releaseAll();
    CHECK(pressed.controls().direction == Vec3(0.0));
    CHECK_FALSE(pressed.controls().velocity.has_value());
}

TEST_CASE("an event acts from the first tick on that does not start before it")
{
    ropewalk::ScriptedControls script(parseInputScript("1 press Right\n2.01 release Right", "x"));
    int ticksPressed = 0;
    for (int tick = 0; tick < 180; ++tick)
    {
        // A simulation's time is a sum of ticks: after 60 of them it is 0.9999999999999999 or so.
        double start = 0.0;
        for (int i = 0; i < tick; ++i)
            start += 1.0 / 60.0;
        const bool pressed = script.at(start).direction.x > 0.0;
        CHECK(pressed == (tick >= 60 && tick < 121));
        ticksPressed += pressed ? 1 : 0;
    }
    CHECK(ticksPressed == 61); // from 1 s = 60/60 s to 2.01 s = 120.6/60 s
}
