#include "catch.hpp"

#include "scenes/document/scene_file.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace
{

std::string textOf(std::string_view parameters)
{
    return R"({"ropewalk": 1, "scene": "rope", "parameters": {)" + std::string(parameters) + "}}";
}

std::string errorOf(std::string_view json)
{
    try
    {
        ropewalk::parseScene(json, "s.json");
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "no error";
}

} // namespace

TEST_CASE("a scene file sets the constants and lays the scene out with them")
{
    const auto scene = ropewalk::parseScene(
        textOf(R"("spring_constant": 8000, "gravity": [0, -1.62, 0], "insertion": "article", "mass_count": 12)"), "x");
    CHECK(scene->info().id == "rope");
    CHECK(scene->parameters().at("spring_constant").text() == "8000");
    CHECK(scene->parameters().at("gravity").text() == "0,-1.62,0");
    CHECK(scene->parameters().at("insertion").text() == "article");
    CHECK(scene->massCount() == 12);
    CHECK(ropewalk::parseScene(R"({"scene": "rope", "ropewalk": 1})", "x")->massCount() == 80);
}

TEST_CASE("the text of a scene reads back as the same scene")
{
    const auto scene = ropewalk::makeScene("rope");
    CHECK(ropewalk::sceneText(*scene) == "{\n  \"ropewalk\": 1,\n  \"scene\": \"rope\",\n  \"parameters\": {}\n}\n");
    scene->parameters().set("spring_constant", "1e7");
    scene->parameters().set("gravity", "0.1,-9.81,1/3");
    scene->parameters().set("friction_direction", "axial");
    scene->parameters().set("mass_count", "7");
    const std::string text = ropewalk::sceneText(*scene);
    CHECK(text.find("mass\"") == std::string::npos); // defaults are left out
    const auto again = ropewalk::parseScene(text, "clipboard");
    for (std::size_t i = 0; i < scene->parameters().rows().size(); ++i)
        CHECK(again->parameters().rows()[i].text() == scene->parameters().rows()[i].text());
    CHECK(ropewalk::sceneText(*again) == text);
}

TEST_CASE("errors of a scene file name the place and what would be right")
{
    CHECK(errorOf("{\n  \"ropewalk\": 1,\n  \"scene\": \"rope\",\n  \"parameters\": {\"sping_constant\": 1}\n}") ==
          "s.json:4:18: unknown parameter 'sping_constant'; did you mean 'spring_constant'?");
    CHECK(errorOf(textOf(R"("mass": "1")")) == "s.json:1:49: 'mass' is a text; must be a number, 1e-06 to 1000");
    CHECK(errorOf(textOf(R"("mass": -1)")) == "s.json:1:49: mass = -1: must be 1e-06 to 1000 kg");
    CHECK(errorOf(textOf(R"("mass": 1, "mass": 2)")) == "s.json:1:60: key 'mass' is there twice; must be there once");
    CHECK(errorOf(textOf(R"("insertion": 1)")) ==
          "s.json:1:49: 'insertion' is a number; must be one of the texts, consistent | article");
    CHECK(errorOf(textOf(R"("insertion": "x")")) == "s.json:1:49: insertion = 'x': must be consistent | article");
    CHECK(errorOf(textOf(R"("gravity": 9.81)")).find("must be three numbers in []") != std::string::npos);
    CHECK(errorOf(textOf(R"("gravity": [1, 2])")).find("must be three numbers") != std::string::npos);
    CHECK(errorOf(textOf(R"("gravity": [1, [2], 3])")) == "s.json:1:49: 'gravity' holds a list; must be three numbers");
    CHECK(errorOf(textOf(R"("mass": null)")).find("'mass' is null") != std::string::npos);
    CHECK(errorOf(textOf(R"("mass": {})")).find("'mass' is an object") != std::string::npos);
    CHECK(errorOf(textOf(R"("mass_count": 2.5)")) ==
          "s.json:1:49: mass_count = '2.5': must be a whole number, 2 to 10000");
    CHECK(errorOf(textOf("\"m\xc3\xa4ss_count\\\"\": 1")) ==
          "s.json:1:49: unknown parameter 'm\xc3\xa4ss_count\"'; did you mean 'mass_count'?");
    CHECK(errorOf(R"({"ropewalk": 2, "scene": "rope"})") == "s.json:1:2: version 2 is not known; must be 1");
    CHECK(errorOf(R"({"ropewalk": "1"})") == "s.json:1:2: 'ropewalk' is a text; must be the number 1");
    CHECK(errorOf(R"({"scene": "rope"})") == "s.json:1:1: key 'ropewalk' is missing; must be \"ropewalk\": 1");
    CHECK(errorOf(R"({"ropewalk": 1})").find("key 'scene' is missing") != std::string::npos);
    CHECK(errorOf(R"({"ropewalk": 1, "scene": "rpe"})") == "s.json:1:17: unknown scene 'rpe'; did you mean 'rope'?");
    CHECK(errorOf(R"({"ropewalk": 1, "scen": "rope"})") == "s.json:1:17: unknown key 'scen'; did you mean 'scene'?");
    CHECK(errorOf("[1]").find("s.json:1:1: is a list; must be an object") == 0);
}

TEST_CASE("bad syntax is an error with its place, in plain words")
{
    CHECK(errorOf("") == "s.json:1:1: not JSON: the end where a value must stand");
    CHECK(errorOf("{\n\"ropewalk\": 1,,") == "s.json:2:15: not JSON: ',' where a key in quotation marks must stand");
    CHECK(errorOf("{ropewalk: 1}") == "s.json:1:2: not JSON: a key in quotation marks must stand here");
    CHECK(errorOf(R"({"a" 1})") == "s.json:1:6: not JSON: a number where ':' must stand");
    CHECK(errorOf(R"({"a": [1, 2})") == "s.json:1:12: not JSON: '}' where ',' or ']' must stand");
    CHECK(errorOf(R"({"a": 1 "b": 2})") == "s.json:1:11: not JSON: a text where ',' or '}' must stand");
    CHECK(errorOf(R"({"a": yes})") == "s.json:1:7: not JSON: a value must stand here");
    CHECK(errorOf(R"({"a": "; expected ':'"; expected ':'})") == "s.json:1:23: not JSON: ',' or '}' must stand here");
    CHECK(errorOf(R"({"a": 1.})") == "s.json:1:9: not JSON: a number lacks a digit");
    CHECK(errorOf(R"({"a": "b})") == "s.json:1:10: not JSON: a text lacks its closing quotation mark");
    CHECK(errorOf("{\"a\": \"b\n\"}").find("not JSON: a text holds a line's end, a tab or") != std::string::npos);
    CHECK(errorOf(R"({"a": "\x"})").find("not JSON: a backslash stands before characters") != std::string::npos);
    CHECK(errorOf(textOf("\"mass\": 1e999")).find("not JSON: a number is too large") != std::string::npos);
    CHECK(errorOf("{\"a\xff\": 1}").find("not JSON: a text holds bytes that are not UTF-8") != std::string::npos);
    CHECK(errorOf(R"({"ropewalk": 1, "scene": "rope"} x)").find("not JSON: the end must stand here") !=
          std::string::npos);
}

TEST_CASE("errors of a scene file stay short however long the file's texts are")
{
    const std::string zeros(100'000, '0');
    const std::string letters(100'000, 'x');
    for (const std::string& text :
         {textOf("\"mass\": 1001." + zeros), textOf("\"mass_count\": 2." + zeros + "1"),
          textOf("\"gravity\": [51." + zeros + ", 0, 0]"), textOf("\"gravity\": [1" + zeros + ", 0, 0]"),
          textOf("\"insertion\": \"" + letters + "\""), textOf("\"" + letters + "\": 1"),
          "{\"ropewalk\": 1, \"scene\": \"" + letters + "\"}", "{\"" + letters + "\": 1}",
          "{\"ropewalk\": 1" + zeros + "}",
          "{\"ropewalk\": 1, \"scene\": \"impulse\", \"bodies\": [{\"shape\": \"" + letters + "\"}]}",
          "{\"ropewalk\": 1, \"scene\": \"rope\", \"moment\": {\"state\": {\"" + letters + "\": 1}}}", letters,
          "\"" + letters})
    {
        const std::string error = errorOf(text);
        INFO(error.substr(0, 200));
        CHECK(error.size() < 600); // the longest names all parameters of the rope
    }
}

TEST_CASE("deep nesting and large files are refused, not run into")
{
    const std::string brackets(500'000, '[');
    CHECK(errorOf(brackets) == "s.json:1:7: nested too deep; must be at most 6 levels");
    CHECK(errorOf(textOf("\"gravity\": " + brackets)).find("nested too deep") != std::string::npos);

    // What would keep the window waiting for seconds is refused before it is read to its end.
    const auto listOf = [](const std::string& entry, int count)
    {
        std::string list = "[" + entry;
        for (int i = 1; i < count; ++i)
            list += "," + entry;
        return list + "]";
    };
    CHECK(errorOf(textOf("\"gravity\": " + listOf("{}", 30'000))).find("more than 20000 objects") != std::string::npos);
    CHECK(errorOf(textOf("\"gravity\": " + listOf("0", 700'000))).find("too many values") != std::string::npos);
    std::string keys = "\"k\": 0";
    for (int i = 0; i < 1500; ++i)
        keys += ", \"k" + std::to_string(i) + "\": 0";
    CHECK(errorOf(textOf(keys)).find("more than 1000 keys") != std::string::npos);
    CHECK(errorOf(textOf("\"gravity\": [" + std::string(900'000, '1') + "]")).size() < 400);
    CHECK(errorOf(std::string((16u << 20) + 1, ' ')) == "s.json: is too large, must be at most 16384 KiB");
}

TEST_CASE("a scene is opened by its id or from a file")
{
    CHECK(ropewalk::openScene("rope")->info().id == "rope");
    CHECK_THROWS_WITH(ropewalk::openScene("rpoe"), "unknown scene 'rpoe'; did you mean 'rope'?");
    CHECK_THROWS_WITH(ropewalk::openScene("none.json"), "none.json: cannot be read: No such file or directory");

    const std::string file =
        (std::filesystem::temp_directory_path() / "ropewalk \xc3\xa4 scene_file_test.json").string();
    std::ofstream(file) << textOf("\"mass_count\": 5");
    CHECK(ropewalk::openScene(file)->massCount() == 5);
    CHECK(ropewalk::openScene(file, {{"mass_count", "9"}})->massCount() == 9);
    std::filesystem::remove(file);

    const std::string folder = std::filesystem::temp_directory_path().string();
    CHECK_THROWS_WITH(ropewalk::openScene(folder), folder + ": is a folder, must be a file");
}
