#include "scenes/scene.hpp"

#include "catch.hpp"
#include "random_states.hpp"
#include "scene_runs.hpp"
#include "sliders.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

// A runaway is told with cures, and one of them at least ends it, from half a second before on, as in the window.

using namespace ropewalk;

namespace
{

constexpr double tick = 1.0 / 60.0; // [s]

using Moments = std::deque<std::unique_ptr<SceneState>>; ///< of the last half second

/// Runs until the scene tells of a runaway, for two seconds at most.
std::optional<Divergence> run(Scene& scene, Moments* past = nullptr)
{
    constexpr std::size_t halfASecond = 30;
    double work = 0.0;
    for (int i = 0; i < 120 && work < 2e6; ++i)
    {
        if (past != nullptr)
        {
            past->push_back(scene.save());
            if (past->size() > halfASecond)
                past->pop_front();
        }
        const double length = std::min(tick, 500.0 * scene.longestStep());
        const double iterations = scene.stepParameter() == "implicit_max_dt" ? 20.0 : 1.0;
        work += iterations * scene.advance(length, {}) * (10.0 + static_cast<double>(scene.massCount()));
        if (std::optional<Divergence> told = scene.divergence())
            return told;
    }
    return std::nullopt;
}

bool ends(Scene& scene, const SceneState& sound, const Cure& cure)
{
    rope::Parameter& row = scene.parameters().at(cure.parameter);
    const std::string before = row.text();
    row.parse(cure.value);
    scene.restore(sound);
    const bool ended = !run(scene);
    row.parse(before);
    return ended;
}

} // namespace

namespace
{

/// With `auto_steps` and without it in turns. One in two hundred has none: a thread of a gram that 70 m/s2 pull for
/// kilometres.
void cureRunaways(const std::vector<const char*>& ids, const RandomStates& states)
{
    int told = 0;
    std::string uncured;
    int uncuredCount = 0;
    for (const char* const id : ids)
        for (int seed = states.first; seed < states.end(); ++seed)
        {
            Sliders sliders(static_cast<unsigned>(seed));
            const std::unique_ptr<Scene> scene = makeScene(id);
            sliders.move(*scene);
            rope::Parameter* const automatic = scene->parameters().find("auto_steps");
            if (automatic != nullptr && seed % 2 == 0)
                automatic->parse("false");
            try
            {
                scene->validate();
            }
            catch (const std::invalid_argument&)
            {
                continue;
            }
            scene->reset();
            Moments past;
            const std::optional<Divergence> found = run(*scene, &past);
            if (!found)
                continue;
            ++told;
            if (std::any_of(found->cures.begin(), found->cures.end(),
                            [&](const Cure& cure) { return ends(*scene, *past.front(), cure); }))
                continue;
            ++uncuredCount;
            uncured += fmt::format("{}, state {}:{}\n{}\n", id, seed, optionsOf(*scene), found->text);
        }
    INFO(told << " runaways, without a cure:\n" << uncured);
    CHECK(told > 4);
    CHECK(uncuredCount <= told / 200);
}

} // namespace

TEST_CASE("each runaway is told with a cure that ends it", "[cures][sliders]")
{
    cureRunaways({"rope", "spring_pendulum", "race"}, RandomStates(25));
}

TEST_CASE("each of many runaways is told with a cure that ends it", "[cures][sliders][long]")
{
    cureRunaways({"rope", "cloth", "deployment", "weightless_deployment", "spring_pendulum", "race"},
                 RandomStates(400));
}
