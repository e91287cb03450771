#include "monkey.hpp"

#include <algorithm>
#include <cmath>

namespace windowtest
{

Monkey::Words Monkey::act()
{
    const int choice = below(100);
    if (choice < 40)
        return clickOnSomething();
    if (choice < 65)
        return key();
    if (choice < 75)
        return drag();
    if (choice < 83)
        return scroll();
    if (choice < 93)
        return type();
    if (choice < 97)
        return paste();
    return {"windowsize", stage_.window(), std::to_string(200 + below(1200)), std::to_string(150 + below(750))};
}

Monkey::Words Monkey::moveTo(double x, double y) const
{
    // A part of a widget may lie beyond the window's edge, and xdotool takes "-15" for an option.
    return {"mousemove", "--window", stage_.window(), std::to_string(std::lround(std::max(0.0, x))),
            std::to_string(std::lround(std::max(0.0, y)))};
}

/// A place in the window: within a rectangle of the map that was not yet clicked on, in any of them, or anywhere.
Monkey::Words Monkey::moveSomewhere()
{
    const nlohmann::json map = stage_.map();
    const double width = map.at("window").at(0);
    const double height = map.at("window").at(1);
    std::vector<std::string> names;
    std::vector<std::string> fresh;
    for (const auto& [name, at] : map.at("rectangles").items())
    {
        const double x = at.at(0).get<double>() + 0.5 * at.at(2).get<double>();
        const double y = at.at(1).get<double>() + 0.5 * at.at(3).get<double>();
        if (x < 0.0 || y < 0.0 || x >= width || y >= height)
            continue;
        names.push_back(name);
        if (!clicked_.contains(name))
            fresh.push_back(name);
    }
    const std::vector<std::string>& choice = fresh.empty() || below(3) == 0 ? names : fresh;
    if (choice.empty() || below(5) == 0)
        return moveTo(width * below(1000) / 1000.0, height * below(1000) / 1000.0);
    const std::string name = choice[static_cast<std::size_t>(below(static_cast<int>(choice.size())))];
    clicked_.insert(name);
    const nlohmann::json& at = map.at("rectangles").at(name);
    return moveTo(at.at(0).get<double>() + at.at(2).get<double>() * (1 + below(9)) / 10.0,
                  at.at(1).get<double>() + at.at(3).get<double>() * (1 + below(9)) / 10.0);
}

Monkey::Words Monkey::clickOnSomething()
{
    Words words = moveSomewhere();
    const int choice = below(10);
    for (int i = choice == 0 ? 2 : 1; i > 0; --i)
        words.insert(words.end(), {"click", choice == 1 ? "3" : choice == 2 ? "2" : "1"});
    return words;
}

Monkey::Words Monkey::key()
{
    static constexpr std::array<const char*, 68> keys{"a",           "b",
                                                      "c",           "d",
                                                      "e",           "f",
                                                      "g",           "h",
                                                      "i",           "j",
                                                      "k",           "l",
                                                      "m",           "n",
                                                      "o",           "p",
                                                      "q",           "r",
                                                      "s",           "t",
                                                      "u",           "v",
                                                      "w",           "x",
                                                      "y",           "z",
                                                      "0",           "1",
                                                      "5",           "9",
                                                      "F1",          "F2",
                                                      "F3",          "F5",
                                                      "F6",          "F10",
                                                      "F11",         "F12",
                                                      "Left",        "Right",
                                                      "Up",          "Down",
                                                      "Home",        "End",
                                                      "Prior",       "Next",
                                                      "space",       "Tab",
                                                      "Return",      "Escape",
                                                      "BackSpace",   "Delete",
                                                      "Insert",      "minus",
                                                      "equal",       "comma",
                                                      "period",      "slash",
                                                      "semicolon",   "apostrophe",
                                                      "bracketleft", "bracketright",
                                                      "grave",       "backslash",
                                                      "Alt_L",       "Menu",
                                                      "KP_Add",      "KP_5"};
    const std::string name = oneOf(keys);
    static constexpr std::array<const char*, 8> modifiers{"", "", "", "", "shift+", "ctrl+", "alt+", "ctrl+shift+"};
    const std::string modifier = oneOf(modifiers);
    const bool quits = name == "q" && modifier.find("ctrl") != std::string::npos;
    if (quits || below(4) > 0)
        return {"key", (quits ? "" : modifier) + name};
    return {"keydown", name, "sleep", "0.05", "keyup", name};
}

Monkey::Words Monkey::drag()
{
    Words words = moveSomewhere();
    const std::string button = below(4) == 0 ? "3" : "1";
    words.insert(words.end(), {"mousedown", button});
    for (int i = below(3); i >= 0; --i)
    {
        const Words move = moveSomewhere();
        words.insert(words.end(), move.begin(), move.end());
    }
    words.insert(words.end(), {"mouseup", button});
    return words;
}

Monkey::Words Monkey::scroll()
{
    Words words = moveSomewhere();
    words.insert(words.end(),
                 {"click", "--repeat", std::to_string(1 + below(12)), "--delay", "1", below(2) == 0 ? "4" : "5"});
    return words;
}

/// What people and files would never write. A field takes it, or it is keys.
std::string Monkey::text()
{
    static constexpr std::array<const char*, 14> texts{
        "0",
        "1e308",
        "-1e-308",
        "nan",
        "inf",
        "1/0",
        "1,2,3",
        "%n%s{}",
        "../../x",
        "rope",
        "\xc3\xa4\xe2\x82\xac",
        "{\"ropewalk\":1,\"scene\":\"rope\"}",
        "{\"ropewalk\":1,\"scene\":\"cloth\",\"parameters\":{\"rows\":1e9}}",
        "9999999999999999999999"};
    return oneOf(texts);
}

Monkey::Words Monkey::type()
{
    return {"type", "--delay", "1", "--args", "1", "--", text() + (below(2) == 0 ? "\n" : "")};
}

/// Any clipboard: the scene's own text, or what stands in the field that has the keys.
Monkey::Words Monkey::paste()
{
    Words words;
    if (below(2) == 0)
        words = {"type", "--delay", "1", "--args", "1", "--", text()};
    for (const char* keys : {"ctrl+a", "ctrl+c", "Escape", "ctrl+v"})
        words.insert(words.end(), {"key", keys});
    return words;
}

} // namespace windowtest
