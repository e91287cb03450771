#include "catch.hpp"

#include "set_up_example.hpp"

#include "scenes/document/input_script.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/document/scene_link.hpp"
#include "scenes/hosts.hpp"
#include "scenes/scene_constants.hpp"

#include <memory>
#include <string>

using namespace ropewalk;

namespace
{

/// A scene file with these things.
std::string fileWith(std::string_view things, std::string_view scene = "workshop")
{
    return "{\"ropewalk\": 1, \"scene\": \"" + std::string(scene) + "\", " + std::string(things.substr(1));
}

const SetUp& ownOf(const Scene& scene)
{
    const SetUpPtr own = ownSetUpOf(scene);
    REQUIRE(own);
    return *own;
}

std::string errorOf(const std::string& text)
{
    return refusalOf([&] { parseScene(text, "s.json"); });
}

} // namespace

TEST_CASE("A set-up of a file comes back, also through constants and links")
{
    const auto scene = parseScene(fileWith(tackleJson), "s.json");
    CHECK(ownOf(*scene) == setUpOf(tackleJson));
    const std::string text = sceneText(*scene);
    CHECK(sceneText(*parseScene(text, "s.json")) == text);

    const SceneConstants constants = constantsOf(*scene);
    const auto other = makeScene("workshop");
    CHECK(constantsOf(*other).empty());
    setConstants(*other, constants);
    CHECK(constantsOf(*other) == constants);
    CHECK(sceneText(*other) == text);
    setConstants(*other, {});
    CHECK_FALSE(ownSetUpOf(*other));

    scene->parameters().set("damping", "0.7");
    const std::string link = sceneLink(*scene);
    CHECK(link.find("&setup=") != std::string::npos);
    CHECK(link.find(' ') == std::string::npos);
    CHECK(sceneText(*openScene(readSceneLink("http://localhost/" + link)).scene) == sceneText(*scene));
    CHECK(refusalOf([] { openScene(readSceneLink("?scene=workshop&setup={\"rope\":[]}")); })
              .starts_with("setup:1:2: unknown key 'rope'; did you mean 'ropes'?"));
    CHECK(refusalOf([] { openScene(readSceneLink("?scene=rope&setup={}")); }) == "scene 'rope' takes no setup");
}

TEST_CASE("A scene without set-ups says what it does not take")
{
    CHECK(errorOf(fileWith("{\"ropes\": []}", "rope")) == "s.json:1:34: scene 'rope' takes no ropes");
    CHECK(errorOf(fileWith("{\"pins\": []}")) == "s.json:1:38: pins: use holds in this scene");
    CHECK(errorOf(fileWith("{\"holds\": 3}")) == "s.json:1:38: 'holds' is a number; must be a list of holds");
}

TEST_CASE("A script edits a set-up while it runs, and names its line where it cannot")
{
    const auto scene = parseScene(fileWith(tackleJson), "s.json");
    const auto say = [&](const std::string& line) { perform(*scene, parseInputScript(line, "s.txt").front(), {}); };
    scene->advance(1.0 / 60.0, {});
    say("0 do hang fall 1.2 5");
    CHECK(ownOf(*scene).solids.back().name == "weight1");
    scene->advance(1.0 / 60.0, {});
    CHECK_FALSE(scene->divergence());
    CHECK(refusalOf([&] { say("0 do let_go fall 2"); }) == "s.txt:1: let_go: 'fall 2' is loose");
    const auto other = makeScene("rope");
    CHECK(refusalOf([&] { perform(*other, parseInputScript("0 do drop", "s.txt").front(), {}); }) ==
          "s.txt:1: scene 'rope' has no set-up");
}

TEST_CASE("A constant of a thing is set by its name beside those of the scene")
{
    const auto scene = parseScene(fileWith(tackleJson), "s.json");
    setConstant(*scene, "fall.length", "5");
    setConstant(*scene, "damping", "0.3");
    CHECK(ownOf(*scene).ropes[0].length == 5.0);
    CHECK(scene->parameters().at("damping").number() == 0.3);
    CHECK(refusalOf([&] { setConstant(*scene, "fall.lengt", "5"); }).find("did you mean 'fall.length'?") !=
          std::string::npos);
}
