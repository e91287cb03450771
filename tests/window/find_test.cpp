// How long it takes to find what one wants to do, by what is on screen: the keystroke-level model (S. K. Card, T. P.
// Moran and A. Newell, Communications of the ACM 23, 1980) of real clicks and keys in the simple view.
#include "stage.hpp"

#include "catch.hpp"

#include <cstdio>
#include <functional>

using namespace windowtest;

namespace
{

/// Somebody with one hand at the mouse who has not read anything. Each act does what it says and counts its time.
class Newcomer
{
public:
    explicit Newcomer(Stage& stage) : stage_(stage) {}

    double seconds() const { return seconds_; }
    void begin() { seconds_ = 0.0; }

    /// Chooses something that is seen now, points at it and clicks.
    void click(const std::string& name, int times = 1, const std::string& button = "1")
    {
        point(name);
        for (int i = 0; i < times; ++i)
            stage_.xdotool({"click", button});
        seconds_ += times * press;
        stage_.freshMap();
    }
    void drag(const std::string& name, double from, double to, const std::string& button = "1")
    {
        const nlohmann::json at = point(name, from);
        stage_.input({"mousedown", button});
        const double y = at[1].get<double>() + 0.5 * at[3].get<double>();
        for (int i = 1; i <= 5; ++i)
            stage_.pointAt(at[0].get<double>() + (from + 0.2 * i * (to - from)) * at[2].get<double>(), y);
        stage_.input({"mouseup", button});
        seconds_ += press + pointing;
    }
    /// From a mark of the scene ("connection", "mass 40") by so many pixels.
    void pull(const std::string& mark, double right, double down)
    {
        const nlohmann::json at = stage_.freshMap()["marks"].at(mark).at("window");
        choose();
        stage_.pointAt(at[0].get<double>(), at[1].get<double>());
        stage_.input({"mousedown", "1"});
        stage_.pointAt(at[0].get<double>() + right, at[1].get<double>() + down);
        stage_.input({"mouseup", "1"});
        seconds_ += 2.0 * pointing + press;
    }
    void doubleClickOn(const std::string& mark)
    {
        const nlohmann::json at = stage_.freshMap()["marks"].at(mark).at("window");
        choose();
        stage_.pointAt(at[0].get<double>(), at[1].get<double>());
        stage_.xdotool({"click", "--repeat", "2", "--delay", "60", "1"});
        seconds_ += pointing + 2.0 * press;
        stage_.freshMap();
    }
    void key(const std::string& name, int keys = 1)
    {
        choose();
        toKeyboard();
        seconds_ += keys * press;
        stage_.key(name);
        stage_.freshMap();
    }
    void type(const std::string& text)
    {
        toKeyboard();
        for (const char c : text)
        {
            stage_.input({"key", c == '.' ? "period" : std::string(1, c)});
            seconds_ += press;
        }
    }

private:
    static constexpr double press = 0.28;    // [s]
    static constexpr double pointing = 1.1;  // [s]
    static constexpr double homing = 0.4;    // [s]
    static constexpr double thinking = 1.35; // [s], before each choice

    void choose() { seconds_ += thinking; }
    void toKeyboard()
    {
        seconds_ += atKeyboard_ ? 0.0 : homing;
        atKeyboard_ = true;
    }

    /// What is chosen must be seen as it is: in the window, without scrolling.
    nlohmann::json point(const std::string& name, double across = 0.5)
    {
        choose();
        seconds_ += (atKeyboard_ ? homing : 0.0) + pointing;
        atKeyboard_ = false;
        const nlohmann::json map = stage_.waitForMap(name + " in sight", [&](const nlohmann::json& now)
                                                     { return now["rectangles"].contains(name); });
        const nlohmann::json at = map["rectangles"][name];
        INFO(name);
        CHECK(at[1].get<double>() >= 0.0);
        CHECK(at[1].get<double>() + at[3].get<double>() <= map["window"][1].get<double>());
        stage_.pointAt(at[0].get<double>() + across * at[2].get<double>(),
                       at[1].get<double>() + 0.5 * at[3].get<double>());
        return at;
    }

    Stage& stage_;
    double seconds_ = 0.0;
    bool atKeyboard_ = false;
};

} // namespace

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
        "pin a mass", [&] { newcomer.doubleClickOn("mass 20"); }, [&] { return toasted("inned"); });
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
