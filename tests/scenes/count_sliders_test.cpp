#include "scenes/hosts.hpp"
#include "scenes/scene.hpp"

#include "catch.hpp"
#include "random_states.hpp"
#include "sliders.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

// How many masses, columns, sweeps or bodies there are is dragged to either end while the scene runs, as a hand does
// it. tests/random_states.hpp says how to try more drags.

using namespace ropewalk;

namespace
{

constexpr double tick = 1.0 / 60.0; // [s]

/// [J] of motion and of all that is stretched, bent or sunk in.
double held(const Scene& scene)
{
    double sum = 0.0;
    for (const char* const form :
         {"kinetic_energy", "elastic_energy", "ground_energy", "bending_energy", "twist_energy"})
        if (const rope::Diagnostic* energy = scene.diagnostics().find(form))
            sum += energy->value();
    return sum;
}

std::string fault(const Scene& scene)
{
    if (const std::optional<Divergence> told = scene.divergence())
        return told->text;
    return std::isfinite(held(scene)) ? "" : "its energy is not finite";
}

int* countOf(const rope::Parameter& row)
{
    int* const* field = std::get_if<int*>(&row.field());
    return field != nullptr ? *field : nullptr;
}

int end(const rope::Parameter& row, bool most, Sizes sizes)
{
    const double value = most ? row.maximum() : row.minimum();
    const auto usual = enough.find(row.name());
    return static_cast<int>(usual != enough.end() && sizes == Sizes::small ? std::min(value, 1.0 * usual->second)
                                                                           : value);
}

/// Runs a scene, but for steps that would take too long: then it says that it would go on.
class Run
{
public:
    explicit Run(Scene& scene) : scene_(scene) {}

    /// False where that is all that it can afford.
    bool tickOn()
    {
        work_ += scene_.advance(tick, {}) * (10.0 + static_cast<double>(scene_.massCount()));
        const bool solves = scene_.parameters().find("auto_steps") == nullptr && scene_.massCount() > 1;
        return work_ < (solves ? 2e3 : 2e5);
    }

private:
    Scene& scene_;
    double work_ = 0.0;
};

/// Two and a half seconds after its beginning, and a reel turns where it is the reel's ends that are dragged.
void begin(Scene& scene, const rope::Parameter& row)
{
    if (const auto size = sizeParameterOf(scene))
        scene.parameters().at(size->name).setNumber(size->small);
    scene.reset();
    Run run(scene);
    for (int i = 0; i < 150 && run.tickOn(); ++i)
        ;
    if (rope::Parameter* const reel = scene.parameters().find("payout_speed"))
        reel->setNumber(row.name() == "max_mass_count" ? 1.0 : row.name() == "min_mass_count" ? -1.0 : 0.0);
}

/// One drag to an end, by decades as the slider goes, and two seconds afterwards. What lays the scene out anew waits
/// for the end of the drag.
void drag(Scene& scene, rope::Parameter& row, int seed, Sizes sizes)
{
    Sliders sliders(static_cast<unsigned>(seed));
    const double seconds = sliders.uniform(0.1, 1.0);
    const int from = *countOf(row);
    const int to = end(row, seed % 2 != 0, sizes);
    const int ticks = row.laysOut() ? 1 : static_cast<int>(std::lround(seconds / tick));
    INFO(scene.info().id << ": " << row.name() << " from " << from << " to " << to << " in " << seconds << " s");
    Run run(scene);
    for (int i = 0, most = ticks + 120; i < most; ++i)
    {
        const double share = std::min(1.0, (i + 1.0) / ticks);
        const double before = row.number();
        row.setNumber(std::round(from * std::pow(static_cast<double>(to) / from, share)));
        try
        {
            scene.validate();
        }
        catch (const std::invalid_argument&)
        {
            row.setNumber(before); // the window refuses it too, with a line
            break;
        }
        const bool goesOn = run.tickOn();
        REQUIRE(fault(scene) == "");
        if (!goesOn && share == 1.0)
            break;
    }
}

void dragAll(const RandomStates& states, Sizes sizes)
{
    for (const SceneEntry& entry : scenes())
        DYNAMIC_SECTION(entry.info.id)
        {
            const std::unique_ptr<Scene> scene = entry.make();
            for (rope::Parameter& row : scene->parameters().rows())
            {
                if (countOf(row) == nullptr)
                    continue;
                begin(*scene, row);
                const int usual = *countOf(row);
                const std::unique_ptr<SceneState> state = scene->save();
                for (int seed = states.first; seed < states.end(); ++seed)
                {
                    drag(*scene, row, seed, sizes);
                    row.setNumber(usual);
                    scene->restore(*state);
                }
            }
        }
}

} // namespace

TEST_CASE("no count that is dragged to either end makes a scene run away", "[sliders][count]")
{
    dragAll(RandomStates(4), Sizes::small);
}

TEST_CASE("a thousand drags of each count", "[sliders][count][long]")
{
    dragAll(RandomStates(1000), Sizes::any);
}
