// How long it takes to find what one wants to do, by what is on screen in the simple view.
#include "catch.hpp"
#include "newcomer.hpp"

#include <cstdio>
#include <functional>

using namespace windowtest;

TEST_CASE("what one wants to do is found within 15 seconds, by what is on screen", "[window][long]")
{
    Stage stage({}, "1280x720", Stage::View::simple);
    Newcomer newcomer(stage);
    const auto wish = [&](const char* what, const std::function<void()>& act, const std::function<bool()>& granted)
    {
        newcomer.begin();
        act();
        stage.waitFor(what, granted);
        std::printf("%-28s %5.1f s\n", what, newcomer.seconds());
        CHECK(newcomer.seconds() <= 15.0);
    };
    const auto open = [&](const char* what) { return stage.map()["open"][what] == true; };
    const auto toasted = [&](const char* part) { return stage.map()["toasts"].dump().find(part) != std::string::npos; };
    const auto value = [&](const char* column) { return stage.log().last(column); };

    const double x = value("connection_x");
    wish(
        "drag the ball", [&] { newcomer.pull("connection", 120.0, 0.0); },
        [&] { return value("connection_x") > x + 0.1; });
    const double yaw = stage.map()["camera"]["yaw"];
    wish(
        "orbit", [&] { newcomer.drag("panel lesson", 1.3, 1.5, "3"); },
        [&] { return stage.map()["camera"]["yaw"] != yaw; });
    const double mass = value("mass");
    wish(
        "change a constant", [&] { newcomer.drag("slider mass", 0.5, 0.7); }, [&] { return value("mass") > mass; });
    wish(
        "take it back", [&] { newcomer.key("ctrl+z", 2); }, [&] { return value("mass") == mass; });
    wish(
        "type a constant",
        [&]
        {
            newcomer.click("slider mass", 2);
            newcomer.type("0.1");
            newcomer.key("Return");
        },
        [&] { return value("mass") == 0.1; });
    wish(
        "restore it", [&] { newcomer.click("slider mass", 1, "3"); }, [&] { return value("mass") == mass; });
    wish(
        "pause", [&] { newcomer.click("button pause"); }, [&] { return stage.map()["paused"] == true; });
    const double behind = stage.map()["recorded"][0];
    wish(
        "go back in time", [&] { newcomer.drag("timeline", 0.95, 0.5); },
        [&] { return stage.map()["recorded"][0].get<double>() < behind; });
    wish(
        "go on", [&] { newcomer.key("space"); }, [&] { return stage.map()["paused"] == false; });
    wish(
        "colour by tension",
        [&]
        {
            newcomer.click("menu View");
            newcomer.click("menu colours");
            newcomer.click("item colours tension");
        },
        [&] { return open("tension colours"); });
    wish(
        "pay rope out", [&] { newcomer.drag("slider payout_speed", 0.5, 0.7); },
        [&] { return value("payout_speed") > 0.0; });
    wish(
        "see a pile of it", [&] { newcomer.click("switch solid"); },
        [&] { return value("rope_radius") > 0.0 && value("touching_itself") > 5.0; });
    wish(
        "another world",
        [&]
        {
            newcomer.click("button presets");
            newcomer.click("item preset moon");
        },
        [&] { return value("gravity_y") == -1.62; });
    wish(
        "pin a mass", [&] { newcomer.clickThing("mass 20", 0.0, 0.0, 2); }, [&] { return toasted("inned"); });
    wish(
        "larger text",
        [&]
        {
            newcomer.click("menu View");
            newcomer.click("item Larger text");
        },
        [&] { return toasted("Text 110"); });
    wish(
        "all panels", [&] { newcomer.key("F7"); }, [&] { return stage.map()["rectangles"].contains("panel plots"); });
    newcomer.key("F7");
    wish(
        "save the scene",
        [&]
        {
            newcomer.click("menu File");
            newcomer.click("item Save as...");
        },
        [&] { return open("file dialog"); });
    stage.key("Escape");
    wish(
        "take a screenshot",
        [&]
        {
            newcomer.click("menu Export");
            newcomer.click("item Save screenshot");
        },
        [&] { return toasted(".png"); });
    newcomer.click("button restore all");
    wish(
        "break it",
        [&]
        {
            newcomer.click("field filter");
            newcomer.type("auto");
            newcomer.click("slider auto_steps");
            newcomer.click("button clear filter");
            newcomer.drag("slider spring_constant", 0.5, 0.95);
        },
        [&] { return stage.map()["divergence"] != ""; });
    wish(
        "cure it", [&] { newcomer.click("cure auto_steps"); }, [&] { return stage.map()["divergence"] == ""; });
    wish(
        "find a scene", [&] { newcomer.click("scene capstan"); }, [&] { return stage.map()["scene"] == "capstan"; });
}
