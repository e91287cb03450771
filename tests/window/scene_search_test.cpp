#include "stage.hpp"

#include "catch.hpp"

using namespace windowtest;

TEST_CASE("scenes are found by typing", "[window]")
{
    Stage stage({}, "1000x600");
    const auto waitForCards = [&stage](const std::vector<std::string>& expected)
    {
        stage.waitForMap("the cards",
                         [&expected](const nlohmann::json& map)
                         {
                             const std::string prefix = "found title ";
                             std::vector<std::string> found;
                             for (const auto& [name, rectangle] : map["rectangles"].items())
                                 if (name.rfind(prefix, 0) == 0)
                                     found.push_back(name.substr(prefix.size()));
                             return map["open"]["scene list"] == true && found == expected;
                         });
    };
    const auto open = [&stage](const std::string& first)
    {
        stage.key("ctrl+o");
        stage.waitForMap("the list of scenes",
                         [&first](const nlohmann::json& map) { return map["rectangles"].contains("found " + first); });
        stage.freshMap(); // the field takes the letters from the next frame on
    };
    const auto waitForScene = [&stage](const std::string& scene)
    {
        stage.waitForMap(scene, [&scene](const nlohmann::json& map)
                         { return map["open"]["scene list"] == false && map["scene"] == scene; });
        stage.freshMap(); // the field gives the keys back in the next frame
    };
    open("rope");
    // Letters go to the field: none of them acts as a key of the scene ("o" would be one tick).
    for (const char* letter : {"c", "l", "o"})
        stage.input({"key", letter});
    waitForCards({"cloth", "workshop/clothes_line", "workshop/tied_clove_hitch"});
    stage.key("Return");
    waitForScene("cloth");

    open("rope");
    for (int i = 0; i < 3; ++i)
        stage.input({"key", "z"});
    waitForCards({});
    stage.key("Return");
    stage.key("Escape");
    waitForScene("cloth");
    CHECK(stage.log().last("paused") == 0.0);
    CHECK(stage.log().finite());
    CHECK(stage.complaints().empty());
}

TEST_CASE("the brackets go through all scenes, round and back", "[window]")
{
    const TemporaryFolder folder;
    REQUIRE(runProgram({"list", "--json"}, folder, {}) == 0);
    const nlohmann::json scenes = nlohmann::json::parse(textOf(folder.path() / "output.txt"));

    // A press in every second frame, so that each scene is simulated and drawn before the next one opens.
    std::string script;
    auto press = [&script, presses = 0](const std::string& key) mutable
    { script += std::to_string(presses++ * 2 / 60.0) + " press " + key + '\n'; };
    for (std::size_t i = 0; i < scenes.size(); ++i)
        press("RightBracket");
    press("LeftBracket");
    const ScriptedRun run(2 * static_cast<int>(scenes.size() + 1), script, {"--size", "800x500"});
    CHECK(run.exitCode() == 0);
    CHECK(run.complaints().empty());
    // Once round is back at the first; the one before it is the last of the list.
    CHECK(run.map()["scene"] == scenes.back().at("id"));
    CHECK(run.log().finite());
}
