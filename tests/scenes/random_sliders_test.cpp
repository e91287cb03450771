#include "scenes/scene.hpp"

#include "catch.hpp"
#include "random_states.hpp"
#include "scene_runs.hpp"
#include "sliders.hpp"

#include "text/text.hpp"
#include <rope/step_watch.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

// Every slider of every scene anywhere in its range: nothing explodes where the scene chooses its steps, and elsewhere
// it says so. tests/random_states.hpp says how to try more of them; tests/soak/frames.cpp looks at what they cost.

using namespace ropewalk;

namespace
{

/// What is wrong with the scene at this moment.
std::optional<std::string> fault(const Scene& scene)
{
    for (std::size_t mass = 0; mass < scene.massCount(); ++mass)
        for (const double value : scene.massRow(mass))
            if (!std::isfinite(value))
                return fmt::format("mass {} is not finite", mass);
    for (const rope::Diagnostic& row : scene.diagnostics().rows())
        if (const double value = row.value(); std::isinf(value)) // not a number: there is none
            return fmt::format("{} is not finite", row.name);
    if (const std::optional<Divergence> found = scene.divergence())
        return found->text;
    return std::nullopt;
}

/// Two seconds, or fewer where that takes too many steps, but never less than some hundred, in which a step beyond its
/// limit would show. The sliders of three of ten scenes are moved once more during the run.
struct Run
{
    std::optional<std::string> fault;
    double seconds = 0.0;
};

/// Ends a tick whose equations are very hard to solve.
struct TooHard
{
};

Run run(Scene& scene, Sliders& sliders)
{
    Controls controls;
    if (sliders.chance(0.5))
        controls.direction = Vec3(sliders.uniform(-1.0, 1.0), sliders.uniform(-1.0, 1.0), sliders.uniform(-1.0, 1.0));
    Run result;
    // Steps of one mass, each step as good as ten more. A step of a rod solves equations, up to a hundred times.
    const bool solves = scene.parameters().find("auto_steps") == nullptr && scene.massCount() > 1;
    const double affordable = solves ? 3e3 : 3e5;
    // A step of a rod may take half a second: a state that is so hard shows its fault in few steps, or does not.
    double solved = 0.0; // unknowns, once each in every iteration
    const rope::StepWatch watch(
        [&](int steps)
        {
            constexpr double affordableSolutions = 3e5;
            if (steps == 0 && (solved += 10.0 + static_cast<double>(scene.massCount())) > affordableSolutions)
                throw TooHard();
        });
    double work = 0.0;
    bool moves = sliders.chance(0.3);
    while (result.seconds < 2.0 && work < affordable && !result.fault)
    {
        if (moves && work > 0.5 * affordable)
        {
            moves = false;
            sliders.move(scene);
            try
            {
                scene.validate();
            }
            catch (const std::invalid_argument&)
            {
                break; // the window would not have moved them
            }
        }
        const double tick = std::min(1.0 / 60.0, 500.0 * scene.longestStep());
        try
        {
            work += scene.advance(tick, controls) * (10.0 + static_cast<double>(scene.massCount()));
        }
        catch (const TooHard&)
        {
            break;
        }
        result.seconds += tick;
        result.fault = fault(scene);
    }
    return result;
}

/// States of one scene.
struct Tried
{
    int refused = 0; ///< constants that do not go together, and the scene says so
    int faults = 0;
    int told = 0;         ///< runaways that the scene tells of
    int explicitTold = 0; ///< of these, where the scene itself chose its explicit steps
    double seconds = 0.0;
};

/// The mass that the scene names is out of sight, or the rope went through itself.
bool isTrue(const Scene& scene, const Divergence& told)
{
    constexpr double outOfSight = 1e4; // [m]
    const std::vector<double> row = scene.massRow(told.mass);
    return told.text.find("passed through itself") != std::string::npos ||
           std::any_of(row.begin(), row.end(), [](double value) { return !(std::abs(value) < outOfSight); });
}

/// Where the scene itself chooses its steps, next to none runs away: an explicit step knows nothing of a segment that
/// flies through its own length of 0, and an implicit one has no limit.
void trySliders(const SceneEntry& entry, int seed, bool choosesSteps, Tried& tried)
{
    Sliders sliders(static_cast<unsigned>(seed));
    const std::unique_ptr<Scene> scene = entry.make();
    sliders.move(*scene);
    const std::string beginning = optionsOf(*scene);
    try
    {
        scene->validate();
    }
    catch (const std::invalid_argument&)
    {
        ++tried.refused;
        return;
    }
    scene->reset();
    const Run done = run(*scene, sliders);
    tried.seconds += done.seconds;
    INFO(entry.info.id << ", state " << seed << ":" << beginning << ", at the end" << optionsOf(*scene));
    const std::optional<Divergence> told = scene->divergence();
    if (told)
    {
        const bool implicit = told->text.find("no stability limit") != std::string::npos ||
                              told->text.find("passed through itself") != std::string::npos;
        ++tried.told;
        tried.explicitTold += choosesSteps && !implicit ? 1 : 0;
        REQUIRE(told->mass < scene->massCount());
        CHECK(told->time <= scene->time());
        CHECK(!told->text.empty());
        CHECK((choosesSteps || isTrue(*scene, *told)));
        return;
    }
    tried.faults += done.fault.has_value();
    CHECK(done.fault.value_or("") == "");
}

/// A section for each scene, so that `--section SCENE` runs one alone.
void tryAllScenes(const RandomStates& states)
{
    for (const SceneEntry& entry : scenes())
        DYNAMIC_SECTION(entry.info.id)
        {
            const bool choosesSteps = entry.make()->parameters().find("auto_steps") != nullptr;
            Tried tried;
            for (int seed = states.first; seed < states.end(); ++seed)
                trySliders(entry, seed, choosesSteps, tried);
            if (states.asked)
                WARN(entry.info.id << ": " << states.count - tried.refused << " states, " << tried.seconds << " s, "
                                   << tried.told << " runaways told, " << tried.faults << " faults");
            CHECK(tried.refused < std::max(2, states.count / 2));
            CHECK(tried.explicitTold <= states.count / 100);
            CHECK((!choosesSteps || tried.told <= states.count / 12));
        }
}

} // namespace

TEST_CASE("the books of a rod balance wherever its sliders are", "[sliders][rod]")
{
    constexpr int usual = 6; // of each scene
    const RandomStates states(usual);
    for (const char* const id : {"cantilever", "twist", "capstan", "real_rope"})
        for (int seed = states.first; seed < states.end(); ++seed)
        {
            Sliders sliders(static_cast<unsigned>(seed));
            const std::unique_ptr<Scene> scene = makeScene(id);
            sliders.move(*scene);
            // A step of a rod costs more than one of masses and springs: few of them, and short.
            constexpr int mostMasses = 120;
            rope::Parameter& masses = *scene->parameters().find("mass_count");
            masses.parse(std::to_string(std::min(mostMasses, static_cast<int>(masses.number()))));
            const std::string beginning = optionsOf(*scene);
            scene->reset();
            std::string found;
            for (int tick = 0; tick < 20 && found.empty(); ++tick)
            {
                if (tick == 10)
                {
                    const double count = masses.number();
                    sliders.move(*scene);
                    masses.parse(text::numberText(count));
                }
                scene->advance(1.0 / 60.0, {});
                found = fault(*scene).value_or("");
                if (found.find("passed through itself") != std::string::npos)
                    found.clear();
                if (const std::optional<rope::EnergyBook> book = scene->energyBook())
                {
                    double stored = 0.0; // rounding goes with what is stored: 100 turns of a short rope are 1e10 J
                    for (const double energy : book->now)
                        stored += std::abs(energy);
                    if (std::abs(book->imbalance()) > 1e-9 * (book->throughput() + stored))
                        found = "the energy book does not balance";
                }
            }
            INFO(id << ", state " << seed << ":" << beginning << ", at the end" << optionsOf(*scene));
            CHECK(found == "");
        }
}

TEST_CASE("no sliders anywhere in their ranges make a scene explode, or it says so", "[sliders]")
{
    tryAllScenes(RandomStates(14)); // of each of the 16 scenes
}

TEST_CASE("ten thousand states of the sliders", "[sliders][long]")
{
    tryAllScenes(RandomStates(625));
}
