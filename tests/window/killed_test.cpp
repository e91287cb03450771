// A session may be killed at any moment: the next one offers what was done up to its last second.
#include "monkey.hpp"

#include "catch.hpp"
#include "random_states.hpp"

#include <algorithm>
#include <csignal>
#include <optional>
#include <random>
#include <string>
#include <vector>

using namespace windowtest;

namespace
{

/// What a session has recorded, by its map.
struct Recorded
{
    double now = 0.0; ///< [s], by the clock of the program
    int stretch = 0;
    long long ticks = 0;
    long long events = 0;
};

Recorded recordedOf(const nlohmann::json& map)
{
    return {map.at("now"), map.at("kept").at(0), map.at("kept").at(1), map.at("kept").at(2)};
}

nlohmann::json keptRecording(const Stage& stage)
{
    const std::string text = textOf(stage.folder() / "config" / "ropewalk" / "recording-1.json");
    return text.empty() ? nlohmann::json() : nlohmann::json::parse(text).at("recording");
}

/// Something other than captions, which move nothing.
bool saysSomething(const nlohmann::json& recording)
{
    if (recording.is_null())
        return false;
    const nlohmann::json& events = recording.at("events");
    return std::any_of(events.begin(), events.end(),
                       [](const nlohmann::json& event)
                       { return event.get<std::string>().find(" caption ") == std::string::npos; });
}

/// The state of the recording that must be in the file of a session that is killed now: a second is between two files,
/// and a busy machine takes a while to write one. None where the session began another one since.
std::optional<Recorded> mustBeKept(const std::vector<Recorded>& seen)
{
    constexpr double longest = 2.5; // [s]
    std::optional<Recorded> must;
    for (const Recorded& recorded : seen)
        if (recorded.now <= seen.back().now - longest && recorded.stretch == seen.back().stretch && recorded.events > 0)
            must = recorded;
    return must;
}

/// Uses the window at random for this time; returns what was seen.
std::vector<Recorded> play(Stage& stage, unsigned seed, double seconds)
{
    Monkey monkey(stage, seed);
    std::vector<Recorded> seen{recordedOf(stage.map())};
    while (stage.program().running() && seen.back().now - seen.front().now < seconds)
    {
        stage.xdotool(monkey.act());
        seen.push_back(recordedOf(stage.map()));
        sleepFor(0.02);
    }
    return seen;
}

} // namespace

TEST_CASE("a session that is killed at a random moment is offered up to its last second", "[window][long]")
{
    const RandomStates states(100);
    Stage stage({}, "1000x700");
    int offers = 0;
    int checked = 0;
    for (int state = states.first; state < states.end(); ++state)
    {
        INFO("state " << state);
        std::mt19937 random(static_cast<unsigned>(state));
        const double seconds = 3.0 + 1e-3 * static_cast<double>(random() % 4000);
        const std::vector<Recorded> seen = play(stage, static_cast<unsigned>(random()), seconds);
        if (!stage.program().running()) // closed by its menu
        {
            REQUIRE(stage.program().wait(1.0) == 0);
            CHECK(keptRecording(stage).is_null());
        }
        else
        {
            stage.program().signal(SIGKILL);
            stage.program().wait(30.0);
            if (const std::optional<Recorded> must = mustBeKept(seen))
            {
                ++checked;
                const nlohmann::json kept = keptRecording(stage);
                REQUIRE_FALSE(kept.is_null());
                CHECK(kept.at("ticks") >= must->ticks);
                CHECK(kept.at("events").size() >= static_cast<std::size_t>(must->events));
            }
        }
        const bool offered = saysSomething(keptRecording(stage));
        offers += offered ? 1 : 0;
        stage.restart({});
        CHECK(stage.freshMap()["rectangles"].contains("button play") == offered);
        if (!offered)
            continue;
        stage.clickOn("button play");
        stage.waitForMap("the replay",
                         [](const nlohmann::json& map) { return !map["rectangles"].contains("button play"); });
        CHECK_FALSE(
            stage.freshMap()["rectangles"].contains("button parted")); // it is another run than the recorded one
    }
    WARN(offers << " of " << states.count << " sessions offered, " << checked << " compared with what was seen");
    CHECK(2 * offers > states.count);
    CHECK(stage.complaints().find("rror:") == std::string::npos);
}
