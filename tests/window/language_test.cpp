#include "stage.hpp"

#include "catch.hpp"

using namespace windowtest;

namespace
{

void speak(Stage& stage, const std::string& language)
{
    stage.clickOn("menu View");
    stage.clickOn("menu language");
    stage.clickOn("item language " + language);
}

nlohmann::json waitForLanguage(Stage& stage, const std::string& language)
{
    return stage.waitForMap("the language " + language,
                            [&](const nlohmann::json& map) { return map["language"] == language; });
}

void quit(Stage& stage)
{
    stage.askToClose();
    REQUIRE(stage.program().wait(30.0) == 0);
}

double widthOf(const nlohmann::json& map, const char* item)
{
    return map["rectangles"][item][2].get<double>();
}

} // namespace

TEST_CASE("the language changes at once, is kept, and leaves the names of the map as they are", "[window]")
{
    Stage stage({}, "1280x720");
    const nlohmann::json english = waitForLanguage(stage, "en");
    speak(stage, "de");
    waitForLanguage(stage, "de");
    const nlohmann::json german = stage.freshMap();
    for (const auto& [name, place] : english["rectangles"].items())
        if (name.starts_with("button ") || name.starts_with("menu ") || name.starts_with("slider "))
        {
            INFO(name);
            CHECK(german["rectangles"].contains(name));
        }
    CHECK(widthOf(german, "menu File") != widthOf(english, "menu File"));

    quit(stage);
    stage.restart({"--language", "en"}); // for this run alone
    waitForLanguage(stage, "en");
    quit(stage);
    stage.restart({});
    waitForLanguage(stage, "de");
}

TEST_CASE("a scripted window is English unless it is told otherwise", "[window]")
{
    CHECK(ScriptedRun(2, "").map()["language"] == "en");
    CHECK(ScriptedRun(2, "", {"--language", "de"}).map()["language"] == "de");
}
