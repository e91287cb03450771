// Somebody who presses every key and clicks on everything without reading: the program answers, and lives.
#include "monkey.hpp"

#include "catch.hpp"
#include "random_states.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

using namespace windowtest;
using Words = Monkey::Words;

namespace
{

/// Waits until the program has answered; false where somebody has found the way out of it, and it has ended.
bool answered(Stage& stage)
{
    const int wanted = stage.map().at("frame").get<int>() + 3;
    bool lives = true;
    const auto answer = [&]
    {
        lives = stage.program().running();
        return !lives || stage.map().at("frame") >= wanted;
    };
    for (int i = 0; i < 12'000 && !answer(); ++i)
        sleepFor(0.005);
    REQUIRE((!lives || stage.map().at("frame") >= wanted)); // within a minute
    return lives;
}

std::string shown(const Words& words)
{
    std::string all;
    for (const std::string& word : words)
        all += word + ' ';
    return all;
}

} // namespace

TEST_CASE("a monkey presses and clicks and drags and types and pastes: the program answers and lives", "[window]")
{
    const char* asked = std::getenv("ROPEWALK_MONKEY_SECONDS"); // NOLINT(concurrency-mt-unsafe)
    const double seconds = asked ? std::atof(asked) : 60.0;
    Stage stage({}, "1000x700");
    Monkey monkey(stage, static_cast<unsigned>(RandomStates(1).first));
    const auto begin = std::chrono::steady_clock::now();
    std::vector<std::string> done;
    int acts = 0;
    for (; std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < seconds; ++acts)
    {
        const Words words = monkey.act();
        done.push_back(shown(words));
        std::string last;
        for (std::size_t i = done.size() - std::min<std::size_t>(done.size(), 12); i < done.size(); ++i)
            last += "\n  " + done[i];
        INFO("act " << acts << ", the last of" << last << "\n" << stage.complaints());
        stage.xdotool(words);
        if (!answered(stage))
        {
            REQUIRE(stage.program().wait(1.0) == 0); // closed by its menu
            stage.restart({});
        }
        REQUIRE(stage.complaints().find("rror:") == std::string::npos); // of a sanitizer, an assertion or the program
    }
    WARN(acts << " acts on " << monkey.clicked() << " places with a name");
    stage.askToClose();
    REQUIRE(stage.program().wait(60.0) == 0);
    stage.restart({}); // what it kept opens again
}
