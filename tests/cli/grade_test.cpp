#include "catch.hpp"
#include "program.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>

namespace
{

/// A folder that goes with it.
class Folder
{
public:
    Folder()
        : path_(std::filesystem::temp_directory_path() / ("ropewalk_grade_" + std::to_string(std::random_device{}())))
    {
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string write(const std::string& name, const std::string& text) const
    {
        const std::filesystem::path file = path_ / name;
        std::ofstream(file) << text;
        return file.string();
    }

private:
    std::filesystem::path path_;
};

constexpr std::string_view lesson = R"("lesson": {"lock": ["gravity"], "steps": [
    {"text": "Give the sphere 2 kg", "until": "mass = 2"},
    {"text": "Pull until it is 2 m down", "until": "y < -2"}]})";

/// What somebody did in two seconds of the lesson.
std::string recording(std::string_view events, std::string_view start = "", std::string_view of = lesson)
{
    return fmt::format("{{\"ropewalk\": 1, \"scene\": \"spring_pendulum\", {} {}, \"recording\": {{\"version\": 1, "
                       "\"ticks\": 120, \"events\": [{}], \"hashes\": []}}}}",
                       start, of, events);
}

} // namespace

TEST_CASE("grade lists which steps a recording did, and when", "[lesson]")
{
    const Folder folder;
    const std::string anna = folder.write("anna.json", recording(R"("+30 set mass 2", "+0 set spring_constant 1")"));
    const std::string ben = folder.write("ben.json", recording(R"("+30 set mass 3")"));
    const Outcome text = runProgram({"grade", anna, ben});
    CHECK(text.code == 0);
    CHECK(text.error.empty());
    CHECK(text.out.find("Give the sphere 2 kg") != std::string::npos);
    CHECK(text.out.find("2 of 2  0.52 s") != std::string::npos);
    CHECK(text.out.find("0 of 2       -       -") != std::string::npos);
    CHECK(runProgram({"grade", anna, ben, "--jobs", "1"}).out == text.out);

    const nlohmann::json json = nlohmann::json::parse(runProgram({"grade", anna, ben, "--json"}).out);
    REQUIRE(json.size() == 2);
    CHECK(json[0]["file"] == anna);
    CHECK(json[0]["done"] == 2);
    CHECK(json[0]["steps"][0]["seconds"].get<double>() == Approx(31.0 / 60.0));
    CHECK(json[0]["steps"][1]["seconds"] > 31.0 / 60.0);
    CHECK(json[0]["parted"].is_null());
    CHECK(json[1]["done"] == 0);
    CHECK(json[1]["steps"][0]["seconds"].is_null());
}

TEST_CASE("grade does not count what was so at the beginning", "[lesson]")
{
    const Folder folder;
    const std::string carl =
        folder.write("carl.json", recording(R"("+30 set spring_constant 1")", R"("parameters": {"mass": 2},)"));
    CHECK(runProgram({"grade", carl}).out.find("1 of 2  already so") != std::string::npos);
    const nlohmann::json json = nlohmann::json::parse(runProgram({"grade", carl, "--json"}).out);
    CHECK(json[0]["done"] == 1);
    CHECK(json[0]["steps"][0]["seconds"] == 0.0);
}

TEST_CASE("a recording that cannot be graded is named, and the others are graded", "[lesson]")
{
    const Folder folder;
    const std::string anna = folder.write("anna.json", recording(R"("+30 set mass 2")"));
    const std::string plain = folder.write("plain.json", recording("", "", R"("parameters": {})"));
    const std::string cheat = folder.write("cheat.json", recording(R"("+1 set gravity 0,-50,0", "+1 set mass 2")"));
    const std::string missing = anna + "x.json";

    const Outcome refused = runProgram({"grade", missing, anna, plain});
    CHECK(refused.code == 2);
    CHECK(refused.out.find("2 of 2") != std::string::npos);
    CHECK(std::count(refused.error.begin(), refused.error.end(), '\n') == 2);
    CHECK(refused.error.find(plain + ": holds no lesson") != std::string::npos);
    CHECK(runProgram({"grade"}).code == 2);

    const Outcome parted = runProgram({"grade", cheat});
    CHECK(parted.code == 1);
    CHECK(parted.error.find("gravity is locked by the lesson of this file: it stays 0,-9.81,0") != std::string::npos);
    CHECK(parted.out.find("2 of 2") != std::string::npos); // what is locked is left out, and the rest goes on
}

TEST_CASE("with the lesson's own file its steps count, for recordings that begin as it does", "[lesson]")
{
    const Folder folder;
    const std::string easy = R"("lesson": {"steps": [{"text": "Anything", "until": "time > 0"}]})";
    const std::string own =
        folder.write("lesson.json", fmt::format("{{\"ropewalk\": 1, \"scene\": \"spring_pendulum\", {}}}", lesson));
    const std::string changed = folder.write("changed.json", recording("", "", easy));
    const std::string other = folder.write("other.json", recording("", R"("parameters": {"mass": 2},)"));
    CHECK(runProgram({"grade", changed}).out.find("1 of 1") != std::string::npos);
    CHECK(runProgram({"grade", changed, "--lesson", own}).out.find("0 of 2") != std::string::npos);
    const Outcome refused = runProgram({"grade", other, "--lesson", own});
    CHECK(refused.code == 2);
    CHECK(refused.error == fmt::format("ropewalk: {}: begins otherwise than {}\n", other, own));
    CHECK(runProgram({"grade", other, "--lesson", "rope"}).code == 2);
}

TEST_CASE("the scripts beside the lessons of the teacher's sheet do each of their tasks", "[lesson]")
{
    const Folder folder;
    const std::string lessons = ROPEWALK_SOURCE_DIR "/examples/lessons/";
    for (const std::string name : {"atwood", "capstan", "tackle"})
    {
        INFO(name);
        std::ifstream file(lessons + name + ".json");
        std::ifstream script(lessons + name + "_played.txt");
        nlohmann::ordered_json played = nlohmann::ordered_json::parse(file);
        played["recording"] = {
            {"version", 1}, {"ticks", 600}, {"events", nlohmann::json::array()}, {"hashes", nlohmann::json::array()}};
        for (std::string line; std::getline(script, line);)
            if (!line.starts_with('#'))
                played["recording"]["events"].push_back(line);
        const std::string anna = folder.write(name + ".json", played.dump());
        const Outcome graded = runProgram({"grade", anna, "--lesson", lessons + name + ".json", "--json"});
        CHECK(graded.code == 0);
        CHECK(graded.error.empty());
        const nlohmann::json json = nlohmann::json::parse(graded.out);
        CHECK(json[0]["done"] == played["lesson"]["steps"].size());
    }
}
