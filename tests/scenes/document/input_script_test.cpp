#include "catch.hpp"

#include "scenes/document/input_script.hpp"

#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

using ropewalk::Controls;
using ropewalk::InputEvent;
using ropewalk::parseInputLine;
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
    CHECK(events[0].vector == Vec3(1.0, -2.0, 0.5));
    CHECK(events[1].kind == InputEvent::Kind::press); // the order of the file where times are equal
    CHECK(events[1].name == "Right");
    CHECK(events[1].time == 0.5);
    CHECK(events[2].kind == InputEvent::Kind::release);
    CHECK(parseInputScript("", "x").empty());
}

TEST_CASE("keys are known by their names in any spelling of capitals")
{
    CHECK(parseInputScript("0 press right", "x").front().name == "Right");
    CHECK(parseInputScript("0 press PAGE_UP", "x").front().name == "PageUp");
    CHECK(parseInputScript("0 press p", "x").front().name == "P");
    const auto& names = ropewalk::keyNames();
    CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
}

TEST_CASE("a bad line is named with its number and what would be right")
{
    CHECK(errorOf("0 press Right\n1 press Rihgt") == "drag.txt:2: unknown key 'Rihgt'; did you mean 'Right'?");
    CHECK(errorOf("x press Right") == "drag.txt:1: time 'x' is not a number");
    CHECK(errorOf("-1 press Right") == "drag.txt:1: time -1 is out of range; must be 0 to 1e+09");
    CHECK(errorOf("1 move 1 y 0") == "drag.txt:1: velocity 'y' is not a number");
    CHECK(errorOf("1 move 1e7 0 0").find("out of range") != std::string::npos);
    for (const char* text : {"1 press", "1 press A B"})
        CHECK(errorOf(text) == "drag.txt:1: must be 'SECONDS press KEY'");
    for (const char* text : {"1 move 1 2", "1 move 1 2 3 4"})
        CHECK(errorOf(text) == "drag.txt:1: must be 'SECONDS move VX VY VZ'");
    CHECK(errorOf("1 pres A") == "drag.txt:1: unknown word 'pres'; did you mean 'press'?");
    CHECK(errorOf("1") == "drag.txt:1: unknown word ''; there are press, release, move, set, do and others");
    CHECK(errorOf("@1.5 reset") == "drag.txt:1: tick '1.5' is not a whole number");
    CHECK(errorOf("0 steer 0 2 0") == "drag.txt:1: direction 2 is out of range; must be -1 to 1");
    CHECK(errorOf("0 pull 0 1 1 1 toghether") == "drag.txt:1: must be 'SECONDS pull HANDLE X Y Z [together]'");
    CHECK(errorOf("0 pose 5 1") == "drag.txt:1: ticks 5 is out of range; must be 0 to 4");
}

TEST_CASE("a line may say the successive ways of a drag, each a tick later or as many as it says")
{
    const auto events = parseInputScript("@30 by 1 -2 3 4 5 6 +4 7 8 9 -1 0 1 # a drag\n+2 release", "x");
    std::string all;
    for (const InputEvent& event : events)
        all += std::to_string(std::lround(60.0 * event.time)) + " " + ropewalk::lineOf(event) + "\n";
    CHECK(all == "30 by 1 -2 3\n31 by 4 5 6\n35 by 7 8 9\n36 by -1 0 1\n38 release\n");
    CHECK(events[3].source == "x:1");
    CHECK(ropewalk::linesOf("+9 by 1 2 3 +4 5 6 7 8 9 1") ==
          std::vector<std::string>{"+9 by 1 2 3", "+4 by 5 6 7", "+1 by 8 9 1"});
    CHECK(ropewalk::linesOf("+9 reset # all") == std::vector<std::string>{"+9 reset # all"});
    for (const char* text : {"0 by 1 2", "0 by 1 2 3 4", "0 by 1 2 3 +4", "0 by 1 2 3 +4 5 6"})
        CHECK(errorOf(text) == "drag.txt:1: must be 'SECONDS by X Y Z [[+TICKS] X Y Z ...]'");
    CHECK(errorOf("0 by 1 2 3 +x 5 6 7") == "drag.txt:1: tick 'x' is not a number");
}

TEST_CASE("bytes of a script that are not UTF-8 are answered with their line, but a comment may hold any")
{
    CHECK(errorOf("0 reset # caf\xe9\n1 caption caf\xe9") == "drag.txt:2: holds bytes that are not UTF-8");
    CHECK(parseInputScript("1 caption caf\xc3\xa9", "x").front().text == "caf\xc3\xa9");
}

TEST_CASE("a line may say a verb of a set-up, which is given out once, at its time")
{
    const std::vector<InputEvent> events =
        parseInputScript("# tie it\n0.5 do tie  a.last post1 0 0.2 0 # here", "drag.txt");
    REQUIRE(events.size() == 1);
    CHECK(events[0].kind == InputEvent::Kind::perform);
    CHECK(events[0].text == "tie a.last post1 0 0.2 0");
    CHECK(events[0].source == "drag.txt:2");
    CHECK(errorOf("1 do cutt a 1.3") == "drag.txt:1: unknown verb 'cutt'; did you mean 'cut'?");
    CHECK(errorOf("1 do cut a") == "drag.txt:1: must be 'cut PLACE'");
    ropewalk::ScriptedControls script(events);
    int times = 0;
    const auto count = [&times](const InputEvent& event, const Controls&)
    { times += event.text == "tie a.last post1 0 0.2 0" ? 1 : 0; };
    script.at(0.4, count);
    CHECK(times == 0);
    script.at(0.5, count);
    CHECK(times == 1);
    script.at(0.6, count);
    CHECK(times == 1);
}

TEST_CASE("times may be ticks, from the beginning or from the line before")
{
    const std::vector<InputEvent> events =
        parseInputScript("@90 reset\n+30 press Right\n+0 release Right\n2.5 reset", "x");
    REQUIRE(events.size() == 4);
    CHECK(events[0].time == Approx(1.5));
    CHECK(events[1].time == Approx(2.0));
    CHECK(events[2].time == events[1].time);
}

TEST_CASE("a line's ticks from the line before stay whole through an hour of lines")
{
    constexpr int hour = 216'000; // ticks
    int wrong = 0;
    double time = 0.0;
    for (int tick = 1; tick <= hour; ++tick)
    {
        time = parseInputLine("+1 by 1 0 0", time).time;
        wrong += time == tick * rope::FixedTimestep::usualTick ? 0 : 1;
    }
    CHECK(wrong == 0);
    CHECK(parseInputLine("+6 by 1 0 0", 0.51).time == Approx(0.61)); // behind a time between two ticks
}

TEST_CASE("what a line says is written as it was read")
{
    for (const char* line : {"press Right",
                             "release Right",
                             "release",
                             "move 1 -2 0.5",
                             "steer 0 0.25 -1",
                             "grab 0 17 0.1234 2 0",
                             "pull 3 1 2 3",
                             "pull 3 1 2 3 together",
                             "by 1 -22 0",
                             "do cut fall 1.3",
                             "set gravity 0,-1.62,0",
                             "set mass 0.1000000000000000055",
                             "constants",
                             "constants mass=2 pins=[[7,1,2,3]]",
                             "preset moon",
                             "reset",
                             "begin_here",
                             "pin 7 1 2 3",
                             "unpin 7",
                             "solids own",
                             "setup {\"ropes\":[]}",
                             "pose 0.75 12",
                             "back 90 4"})
    {
        const InputEvent event = parseInputLine(std::string("0 ") + line, 0.0);
        CHECK(ropewalk::lineOf(event) == line);
    }
}

TEST_CASE("a script of an editor that marks UTF-8 is read")
{
    const std::vector<InputEvent> events = parseInputScript("\xEF\xBB\xBF"
                                                            "1 press Right",
                                                            "drag.txt");
    REQUIRE(events.size() == 1);
    CHECK(events[0].name == "Right");
}

TEST_CASE("a message stays short however long the line is")
{
    const std::string million(1'000'000, '7');
    for (const std::string& line :
         {"0 press " + million, million + " press A", "-1" + std::string(300, '0') + " press A", "0 " + million,
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

TEST_CASE("what a script steers and holds is there until it is released")
{
    ropewalk::PressedControls pressed;
    const auto say = [&pressed](const std::string& line)
    {
        pressed.apply(parseInputLine("0 " + line, 0.0));
        return pressed.controls();
    };
    CHECK(say("steer 0.5 0 0").direction == Vec3(0.5, 0.0, 0.0));
    CHECK(say("press Right").direction == Vec3(1.0, 0.0, 0.0));
    CHECK(say("grab 1 7 1 2 3").grab->target == Vec3(1.0, 2.0, 3.0));
    CHECK(say("by 1 -22 0").grab->target == Vec3(1.0001, 1.9978, 3.0));
    const Controls pulled = say("pull 2 0 1 0 together");
    CHECK_FALSE(pulled.grab.has_value());
    CHECK(pulled.pull->handle == 2);
    CHECK(pulled.pull->together);
    CHECK_FALSE(say("release").pull.has_value());
    CHECK(say("release Right").direction == Vec3(0.5, 0.0, 0.0));
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
        const bool pressed = script.at(start, [](const InputEvent&, const Controls&) {}).direction.x > 0.0;
        CHECK(pressed == (tick >= 60 && tick < 121));
        ticksPressed += pressed ? 1 : 0;
    }
    CHECK(ticksPressed == 61); // from 1 s = 60/60 s to 2.01 s = 120.6/60 s
}
