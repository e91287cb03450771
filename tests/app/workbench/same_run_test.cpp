// What the window shows is the run: whatever the clock says, whatever is changed in the middle of a tick.

#include "app/workbench/workbench.hpp"
#include "scenes/scene.hpp"

#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using namespace ropewalk;

namespace
{

constexpr double tick = TickRunner::tickLength; // [s]

/// A scene as it opens; the field with few ropes, by the kernel that is the same everywhere.
std::unique_ptr<Scene> opened(std::string_view id)
{
    std::unique_ptr<Scene> scene = makeScene(id);
    if (rope::Parameter* const portable = scene->parameters().find("portable"))
    {
        portable->parse("true");
        scene->parameters().set("rope_count", "50");
        scene->reset();
    }
    return scene;
}

/// What somebody does who holds the right arrow from the second second to the third.
Controls controlsAt(int number)
{
    Controls controls;
    if (number >= 60 && number < 120)
        controls.direction = {1.0, 0.0, 0.0};
    return controls;
}

/// All that the scene says of its masses and of itself. The race's costs are times by the clock.
std::vector<double> momentOf(const Scene& scene)
{
    std::vector<double> moment{scene.time()};
    for (std::size_t mass = 0; mass < scene.massCount(); ++mass)
        for (const double value : scene.massRow(mass))
            moment.push_back(value);
    for (const rope::Diagnostic& row : scene.diagnostics().rows())
        if (row.name.find("cost") == std::string::npos)
            moment.push_back(row.value());
    return moment;
}

/// The same bits: equal, or not a number in both.
bool same(const std::vector<double>& one, const std::vector<double>& other)
{
    const auto equal = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    return one.size() == other.size() && std::equal(one.begin(), one.end(), other.begin(), equal);
}

/// A workbench whose clock goes on by 0, 20 or 300 ms each time that it is read: a tick is parked at any of its looks,
/// or, without threads, between any of its steps.
class RestlessBench
{
public:
    explicit RestlessBench(std::string_view id, unsigned seed, bool threads = true)
        : random_(seed),
          workbench(
              opened(id), [this] { return now_ += costs_[random_() % costs_.size()]; }, SceneMemory(), threads)
    {
        workbench.setTickListener([this](const Scene&) { ++ended; });
    }

private:
    std::vector<double> costs_{0.0, 0.02, 0.3};
    std::mt19937 random_;
    double now_ = 0.0;

public:
    int ended = 0; ///< ticks
    Workbench workbench;
};

/// Each scene in a window and without one; in the window ticks are parked at random.
void expectSameRuns(int ticks, bool threads)
{
    for (const SceneEntry& entry : scenes())
    {
        const std::string_view id = entry.info.id;
        CAPTURE(id, threads);
        const std::unique_ptr<Scene> run = opened(id);
        for (int i = 0; i < ticks; ++i)
            run->advance(tick, controlsAt(i));
        REQUIRE_FALSE(run->divergence());

        RestlessBench bench(id, 1, threads);
        int frames = 0;
        for (; bench.ended < ticks && !bench.workbench.divergence(); ++frames)
            bench.workbench.advance(tick, controlsAt(bench.ended));
        CHECK(frames > ticks);
        bench.workbench.settle();
        CHECK(same(momentOf(bench.workbench.scene()), momentOf(*run)));
    }
}

} // namespace

TEST_CASE("twenty seconds in the window are those of a run, whatever the clock says", "[same_run]")
{
    expectSameRuns(20 * 60, true);
}

TEST_CASE("three seconds of a page, which has no threads, are those of a run, whatever the clock says", "[same_run]")
{
    expectSameRuns(3 * 60, false);
}

TEST_CASE("a change in the middle of a tick acts between that tick and the one before", "[same_run]")
{
    struct Change
    {
        std::string_view scene;
        std::string_view constant;
        std::vector<std::string> values; ///< one each half second
    };
    const std::vector<Change> all = {
        {"rope", "mass_count", {"40", "90", "2", "60"}},
        {"rope", "payout_speed", {"1", "-0.5", "2"}},
        {"rope", "rope_radius", {"0.02", "0", "0.015"}},
        {"real_rope", "payout_speed", {"0.5", "-0.5", "1"}},
        {"real_rope", "length", {"3", "2.5"}},
        {"twist", "turns", {"2", "-1", "3"}},
        {"cloth", "rows", {"10", "25"}},
        {"deployment", "deployment_speed", {"0.5", "1"}},
        {"wrecking_ball", "ball_mass", {"1", "20"}},
        {"cantilever", "tip_load", {"0.1", "0"}},
    };
    constexpr int between = 30; // ticks
    const bool threads = GENERATE(true, false);
    int inMidTicks = 0;
    for (const Change& change : all)
    {
        CAPTURE(change.scene, change.constant, threads);
        const int count = between * (static_cast<int>(change.values.size()) + 1);
        const auto due = [&](int number) { return number % between == 0 && number > 0 && number < count; };
        const auto value = [&](int number) { return change.values[static_cast<std::size_t>(number / between - 1)]; };

        const std::unique_ptr<Scene> run = opened(change.scene);
        for (int i = 0; i < count; ++i)
        {
            if (due(i))
                run->parameters().set(change.constant, value(i));
            run->advance(tick, controlsAt(i));
        }

        RestlessBench bench(change.scene, 2, threads);
        int changed = 0;
        int inMidTick = 0;
        while (bench.ended < count)
        {
            bench.workbench.advance(tick, controlsAt(bench.ended));
            const int number = bench.ended;
            const bool parked = bench.workbench.parked();
            // Without threads a tick of few steps may end before it is parked.
            const bool parks = threads || bench.workbench.stepsNeeded() > 5.0;
            if (!due(number) || number / between == changed || (parks && !parked))
                continue;
            if (parked)
            {
                // The tick that is given up had begun with another value: nothing of it may stay.
                ++inMidTick;
                bench.workbench.setParameter(change.constant, run->parameters().at(change.constant).text(), 1);
                bench.workbench.advance(0.0, controlsAt(number));
            }
            bench.workbench.setParameter(change.constant, value(number), 1);
            ++changed;
        }
        CHECK(changed == static_cast<int>(change.values.size()));
        inMidTicks += inMidTick;
        CHECK((inMidTick > 0 || !threads));
        bench.workbench.settle();
        CHECK(same(momentOf(bench.workbench.scene()), momentOf(*run)));
    }
    CHECK(inMidTicks > 5);
}
