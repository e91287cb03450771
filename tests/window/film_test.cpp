#include "stage.hpp"

#include "catch.hpp"

#include <csignal>
#include <cstdlib>
#include <fstream>

using namespace windowtest;

namespace
{

void waitForToast(Stage& stage, const std::string& words)
{
    stage.waitForMap(words,
                     [&](const nlohmann::json& map) { return map["toasts"].dump().find(words) != std::string::npos; });
}

/// Begins a film and waits for so many ticks.
void beginFilm(Stage& stage, std::size_t ticks)
{
    stage.key("F9");
    stage.waitForTicks(ticks);
}

/// Ends it, and sees that the window goes on meanwhile.
void endFilm(Stage& stage)
{
    stage.key("F9");
    stage.waitForTicks(30);
}

/// Files of films in the program's current folder, those that are not complete too.
std::vector<std::string> films(const Stage& stage)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(stage.folder()))
        if (const std::string name = entry.path().filename().string(); name.find(".webm") != std::string::npos)
            names.push_back(name);
    return names;
}

/// PATH with programs of the test's own before the others, while it lives.
class OwnPrograms
{
public:
    OwnPrograms() : before_(std::getenv("PATH"))
    {
        setenv("PATH", (folder_.path().string() + ":" + before_).c_str(), 1);
    }
    ~OwnPrograms() { setenv("PATH", before_.c_str(), 1); }
    OwnPrograms(const OwnPrograms&) = delete;
    OwnPrograms& operator=(const OwnPrograms&) = delete;

    void add(const std::string& name, const std::string& script) const
    {
        const std::filesystem::path file = folder_.path() / name;
        std::ofstream(file) << "#!/bin/sh\n" << script << '\n';
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    }

private:
    TemporaryFolder folder_;
    std::string before_;
};

} // namespace

TEST_CASE("F9 films the window, and the window goes on while the film is completed", "[window]")
{
    const OwnPrograms programs;
    programs.add("ffmpeg", "for file; do :; done; cat >/dev/null; sleep 2; echo film >\"${file#file:}\"");
    Stage stage;
    beginFilm(stage, 10);
    endFilm(stage);
    CHECK(films(stage).size() == 1);
    CHECK(films(stage).front().ends_with(".part"));
    waitForToast(stage, "Film saved");
    CHECK(films(stage) == std::vector<std::string>{"ropewalk-rope-1.webm"});
    CHECK(textOf(stage.folder() / "ropewalk-rope-1.webm") == "film\n");

    // The end of the program completes a film that is being made.
    beginFilm(stage, 10);
    stage.program().signal(SIGTERM);
    CHECK(stage.program().wait(20.0) == 0);
    CHECK(films(stage).size() == 2);
    CHECK(textOf(stage.folder() / "ropewalk-rope-2.webm") == "film\n");
    CHECK(stage.complaints().empty());
}

TEST_CASE("an ffmpeg that stands still holds neither the window nor its end up", "[window][long]")
{
    const OwnPrograms programs;
    programs.add("ffmpeg", "exec sleep 1000");
    Stage stage;
    beginFilm(stage, 30);
    endFilm(stage);
    waitForToast(stage, "ffmpeg has stood still for 20 s");

    beginFilm(stage, 30);
    stage.program().signal(SIGTERM);
    CHECK(stage.program().wait(40.0) == 0);
    CHECK(stage.complaints() == "ropewalk: no film: ffmpeg has stood still for 20 s\n");
    CHECK(std::filesystem::exists(stage.folder() / "config" / "ropewalk" / "preferences.json"));
    CHECK(films(stage).empty());
}

TEST_CASE("the Export menu films the scene as glTF, 30 moments a second of its time", "[window]")
{
    Stage stage({"--speed", "4"}, "800x500"); // several ticks a frame
    stage.clickOn("menu Export");
    stage.clickOn("item Record glTF film");
    const double begin = stage.log().last("time");
    stage.waitForTicks(120);
    const double end = stage.log().last("time");
    stage.clickOn("button gltf film");
    waitForToast(stage, "glTF film saved");
    const std::string film = textOf(stage.folder() / "ropewalk-rope-1.glb");
    REQUIRE(film.starts_with("glTF"));
    const nlohmann::json json = nlohmann::json::parse(film.substr(20, film.find("BIN", 20) - 24)); // behind two heads
    const std::size_t input = json.at("animations").at(0).at("samplers").at(0).at("input");
    const nlohmann::json& times = json.at("accessors").at(input);
    const double seconds = times.at("max").at(0);
    CHECK(seconds >= end - begin - 0.1);
    CHECK(times.at("count").get<double>() == Approx(30.0 * seconds + 1.0).margin(1.0));
}
