#include "stage.hpp"

#include "catch.hpp"

using namespace windowtest;

TEST_CASE("scenes are found by typing and walked through with the brackets", "[window]")
{
    Stage stage;
    const auto shows = [&stage](const std::string& scene)
    { stage.waitFor(scene, [&stage, &scene] { return stage.map()["scene"] == scene; }); };
    const auto cards = [&stage]
    {
        std::vector<std::string> found;
        const nlohmann::json map = stage.freshMap();
        for (const auto& [name, rectangle] : map["rectangles"].items())
            if (name.rfind("found title ", 0) == 0)
                found.push_back(name.substr(12));
        return found;
    };
    shows("rope");

    stage.key("ctrl+o");
    stage.waitFor("the cards", [&stage] { return stage.map()["open"]["scene list"] == true; });
    stage.waitFor("the first card", [&stage] { return stage.map()["rectangles"].contains("found rope"); });

    // Letters go to the field: none of them acts as a key of the scene ("o" would be one tick).
    stage.xdotool({"type", "--delay", "60", "clo"});
    stage.waitFor("one card", [&cards] { return cards() == std::vector<std::string>{"cloth"}; });
    stage.key("Return");
    shows("cloth");
    CHECK(stage.freshMap()["open"]["scene list"] == false);

    stage.key("ctrl+o");
    stage.waitFor("the cards", [&stage] { return stage.map()["open"]["scene list"] == true; });
    stage.xdotool({"type", "--delay", "60", "zzz"});
    stage.waitFor("no card", [&cards] { return cards().empty(); });
    stage.key("Return");
    stage.key("Escape");
    CHECK(stage.freshMap()["open"]["scene list"] == false);
    CHECK(stage.map()["scene"] == "cloth");

    // All the way round with ], and back with [.
    std::vector<std::string> seen = {"cloth"};
    do
    {
        const std::string before = seen.back();
        stage.key("bracketright");
        stage.waitFor("the scene after " + before, [&stage, &before] { return stage.map()["scene"] != before; });
        seen.push_back(stage.map()["scene"]);
    } while (seen.back() != "cloth" && seen.size() < 50);
    CHECK(seen.back() == "cloth");
    CHECK(seen.size() >= 11);
    stage.key("bracketleft");
    shows(seen[seen.size() - 2]);
    CHECK(stage.log().finite());
    CHECK(stage.complaints().empty());
}
