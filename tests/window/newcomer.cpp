#include "newcomer.hpp"

#include "catch.hpp"

#include <cmath>
#include <utility>

namespace windowtest
{

void Newcomer::begin()
{
    seconds_ = 0.0;
    operators_.clear();
}

void Newcomer::count(char sign, double seconds)
{
    operators_ += sign;
    seconds_ += seconds;
}

void Newcomer::choose()
{
    count('M', 1.35);
}

void Newcomer::press(int times)
{
    for (int i = 0; i < times; ++i)
        count('K', 0.28);
}

void Newcomer::toKeyboard()
{
    if (!std::exchange(atKeyboard_, true))
        count('H', 0.4);
}

void Newcomer::toMouse()
{
    if (std::exchange(atKeyboard_, false))
        count('H', 0.4);
    count('P', 1.1);
}

void Newcomer::click(const std::string& name, int times, const std::string& button)
{
    point(name);
    for (int i = 0; i < times; ++i)
        stage_.xdotool({"click", button});
    press(times);
    stage_.freshMap();
}

void Newcomer::drag(const std::string& name, double from, double to, const std::string& button)
{
    const nlohmann::json at = point(name, from);
    stage_.input({"mousedown", button});
    const double y = at[1].get<double>() + 0.5 * at[3].get<double>();
    for (int i = 1; i <= 5; ++i)
        stage_.pointAt(at[0].get<double>() + (from + 0.2 * i * (to - from)) * at[2].get<double>(), y);
    stage_.input({"mouseup", button});
    press();
    count('P', 1.1);
}

void Newcomer::clickThing(const std::string& mark, double right, double down, int times)
{
    pointAtThing(mark, right, down);
    stage_.xdotool({"click", "--repeat", std::to_string(times), "--delay", "60", "1"});
    press(times);
    stage_.freshMap();
}

void Newcomer::pull(const std::string& mark, double right, double down)
{
    pointAtThing(mark, 0.0, 0.0);
    stage_.input({"mousedown", "1"});
    stage_.xdotool({"mousemove_relative", "--", std::to_string(std::lround(right)), std::to_string(std::lround(down))});
    stage_.freshMap();
    stage_.input({"mouseup", "1"});
    press();
    count('P', 1.1);
}

void Newcomer::key(const std::string& name, int keys)
{
    choose();
    toKeyboard();
    press(keys);
    stage_.key(name);
    stage_.freshMap();
}

void Newcomer::again(const std::string& name, int keys)
{
    press(keys);
    stage_.input({"key", name});
}

void Newcomer::goTo(const std::string& item, bool back)
{
    choose();
    toKeyboard();
    press(back ? 1 : 0); // Shift is held
    constexpr int most = 40;
    for (int i = 0; i < most && stage_.freshMap()["keys"]["item"] != item; ++i)
    {
        press();
        stage_.key(back ? "shift+Tab" : "Tab");
    }
    INFO(item);
    CHECK(stage_.map()["keys"]["item"] == item);
}

void Newcomer::type(const std::string& text)
{
    toKeyboard();
    for (const char c : text)
    {
        const std::string name = c == '.'   ? "period"
                                 : c == ' ' ? "space"
                                 : c == '-' ? "minus"
                                 : c == '_' ? "underscore"
                                            : std::string(1, c);
        stage_.input({"key", name});
        press();
    }
}

/// What is chosen must be seen as it is: within its panel and the window, without scrolling.
nlohmann::json Newcomer::point(const std::string& name, double across)
{
    choose();
    toMouse();
    const nlohmann::json map = stage_.waitForMap(name + " in sight", [&](const nlohmann::json& now)
                                                 { return now["rectangles"].contains(name); });
    const nlohmann::json at = map["rectangles"][name];
    INFO(name);
    const double top = at[1].get<double>();
    const double bottom = top + at[3].get<double>();
    CHECK(top >= 0.0);
    CHECK(bottom <= map["window"][1].get<double>());
    const double x = at[0].get<double>() + across * at[2].get<double>();
    for (const auto& [panel, rectangle] : map["rectangles"].items())
    {
        const double left = rectangle[0].get<double>();
        const double edge = rectangle[1].get<double>();
        const double floor = edge + rectangle[3].get<double>();
        const bool over = panel.starts_with("panel ") && x > left && x < left + rectangle[2].get<double>();
        if (over && ((top < edge && bottom > edge) || (top < floor && bottom > floor)))
            FAIL_CHECK(name << " is cut off by the edge of " << panel);
    }
    stage_.pointAt(x, 0.5 * (top + bottom));
    return at;
}

void Newcomer::pointAtThing(const std::string& mark, double right, double down)
{
    choose();
    toMouse();
    const nlohmann::json map = stage_.freshMap();
    INFO(mark);
    REQUIRE(map["marks"].contains(mark));
    const nlohmann::json& at = map["marks"][mark]["window"];
    const double x = at[0].get<double>() + right;
    const double y = at[1].get<double>() + down;
    const nlohmann::json& picture = map["picture"];
    CHECK(x > picture[0].get<double>());
    CHECK(x < picture[0].get<double>() + picture[2].get<double>());
    CHECK(y > picture[1].get<double>());
    CHECK(y < picture[1].get<double>() + picture[3].get<double>());
    stage_.pointAt(x, y);
}

} // namespace windowtest
