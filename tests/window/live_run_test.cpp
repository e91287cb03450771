// The live window computes what `run` computes: no result depends on a clock, on the load or on who asks.
#include "catch.hpp"
#include "stage.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace windowtest;

TEST_CASE("25 seconds of the live window are those of a run without one, bit for bit", "[window][long]")
{
    const auto [scene, settings] = GENERATE(table<std::string, std::vector<std::string>>(
        {{"real_rope", {}},
         {"rope", {"--set", "rope_radius=0.015", "--set", "self_contact=true", "--set", "payout_speed=0.5"}}}));
    const bool busy = GENERATE(false, true);
    CAPTURE(scene, busy);
    constexpr double seconds = 25.0;

    std::vector<std::string> options{"run", scene, "--seconds", "25", "--output", "run.csv"};
    options.insert(options.end(), settings.begin(), settings.end());
    const TemporaryFolder folder;
    REQUIRE(runProgram(options, folder, {}, 600.0) == 0);
    const std::string text = textOf(folder.path() / "run.csv");
    const Log run(text);
    std::vector<std::string> columns;
    std::string name;
    for (const char c : text.substr(0, text.find('\n')) + ',')
        if (c == ',')
            columns.push_back(std::exchange(name, {}));
        else
            name += c;

    Command spin;
    spin.arguments = {"/bin/sh", "-c", "while :; do :; done"};
    std::optional<Process> load;
    if (busy)
        load.emplace(spin);
    std::vector<std::string> window{scene};
    window.insert(window.end(), settings.begin(), settings.end());
    Stage stage(window);
    stage.waitFor(
        "25 seconds of the scene", [&] { return stage.log().size() > 0 && stage.log().last("time") > seconds; },
        1200.0);
    const Log live = stage.log();
    std::size_t row = 0;
    std::size_t equal = 0;
    for (std::size_t i = 0; i < live.size() && row < run.size(); ++i)
    {
        // A scene adds its steps up; `run` multiplies. Pauses have rows of their own.
        if (std::abs(live.at(i, "time") - run.at(row, "time")) > 1e-6)
            continue;
        for (const std::string& column : columns)
        {
            if (column == "time")
                continue;
            INFO(column << " at " << run.at(row, "time") << " s");
            REQUIRE(live.at(i, column) == run.at(row, column));
        }
        ++row;
        ++equal;
    }
    CHECK(equal == run.size());
    CHECK(run.size() > 1499);
}
