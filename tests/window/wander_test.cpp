// A newcomer who drags, presses keys, changes scenes and starts anew without a plan: the picture keeps its subject.
#include "stage.hpp"

#include "catch.hpp"
#include "random_states.hpp"

#include <array>
#include <cmath>
#include <random>
#include <string>

using namespace windowtest;

namespace
{

class Wanderer
{
public:
    Wanderer(Stage& stage, unsigned seed) : stage_(stage), random_(seed) {}

    /// One thing that somebody does, up to letting go; its name.
    std::string act()
    {
        const int choice = below(20);
        if (choice < 8)
            return drag();
        if (choice < 14)
            return holdKey();
        if (choice < 17)
            return press(below(2) == 0 ? "n" : "shift+n");
        return press("r");
    }

private:
    int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

    std::string press(const std::string& key)
    {
        stage_.key(key);
        return key;
    }

    std::string holdKey()
    {
        static constexpr std::array<const char*, 8> keys{"Left", "Right", "Up", "Down", "Home", "End", "i", "k"};
        const std::string key = keys[static_cast<std::size_t>(below(8))];
        stage_.xdotool({"keydown", key});
        for (int frames = below(12); frames >= 0; --frames)
            stage_.freshMap();
        stage_.xdotool({"keyup", key});
        return key + " held";
    }

    /// With the left button, from the connection point, a mass or anywhere.
    std::string drag()
    {
        const nlohmann::json map = stage_.map();
        const nlohmann::json& picture = map.at("picture");
        const auto somewhere = [&](int axis)
        {
            const double from = picture.at(static_cast<std::size_t>(axis)).get<double>();
            return from + picture.at(static_cast<std::size_t>(axis + 2)).get<double>() * (below(81) + 10) / 100.0;
        };
        double x = somewhere(0);
        double y = somewhere(1);
        std::string what = "the viewport";
        if (const nlohmann::json& marks = map.at("marks"); !marks.empty() && below(4) > 0)
        {
            auto mark = marks.begin();
            std::advance(mark, below(2) == 0 ? 0 : below(static_cast<int>(marks.size())));
            const nlohmann::json& at = mark->at("window");
            const bool seen =
                std::abs(at.at(0).get<double>() - picture.at(0).get<double>() - 0.5 * picture.at(2).get<double>()) <
                    0.45 * picture.at(2).get<double>() &&
                std::abs(at.at(1).get<double>() - picture.at(1).get<double>() - 0.5 * picture.at(3).get<double>()) <
                    0.45 * picture.at(3).get<double>();
            if (seen)
            {
                x = at.at(0).get<double>();
                y = at.at(1).get<double>();
                what = mark.key();
            }
        }
        stage_.pointAt(x, y);
        stage_.xdotool({"mousedown", "1"});
        for (int i = below(3); i >= 0; --i)
            stage_.pointAt(somewhere(0), somewhere(1));
        stage_.xdotool({"mouseup", "1"});
        return what + " dragged";
    }

    Stage& stage_;
    std::mt19937 random_;
};

} // namespace

TEST_CASE("whatever is dragged, pressed, opened or begun anew, the subject is back in the viewport within two seconds",
          "[window]")
{
    Stage stage({}, "800x500");
    const RandomStates acts(200);
    Wanderer wanderer(stage, static_cast<unsigned>(acts.first));
    std::string last = "the start";
    for (int act = 0; act < acts.count; ++act)
    {
        const std::string done = wanderer.act();
        INFO("act " << act << ": " << done << ", after " << last);
        const nlohmann::json letGo = stage.freshMap();
        const double until = letGo.at("now").get<double>() + 2.0; // [s] of the window's own clock
        const nlohmann::json map = stage.waitForMap(
            "the subject in the viewport", [until](const nlohmann::json& now)
            { return now["view"]["subject inside"].get<double>() >= 0.5 || now["now"].get<double>() > until; });
        INFO(map["scene"] << " at " << map["time"] << " s " << map["camera"]);
        CHECK(map["view"]["subject inside"].get<double>() >= 0.5);
        CHECK(map["view"]["follows"] == true);
        CHECK(map["divergence"].get<std::string>().empty());
        last = done;
    }
    CHECK(stage.log().finite());
}
