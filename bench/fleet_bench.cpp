// RopeFleet: one rope cut into lanes, a few, and a million masses, on each instruction set of this processor.

#include "motion.hpp"

#include <rope/rope_fleet.hpp>

#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

namespace
{

using rope::InstructionSet;
using rope::RopeFleet;
using rope::RopeFleetSettings;

struct FleetCase
{
    std::string name;
    int ropeCount = 1;
    int massCount = 80;
    int steps = bench::burst; ///< a call
    double groundHeight = bench::noGround;
    int threads = 1;
    InstructionSet set = InstructionSet::best;
    double bendingStiffness = 0.0; ///< [N m2]
};

/// A moving fleet, kept between repetitions: a million masses take longer to warm up than to be measured.
class MovingFleet
{
public:
    explicit MovingFleet(const FleetCase& what) : what_(what) {}

    RopeFleet& get()
    {
        if (!fleet_)
        {
            RopeFleetSettings settings;
            settings.ropeCount = what_.ropeCount;
            settings.threads = what_.threads;
            settings.instructionSet = what_.set;
            settings.rope.massCount = what_.massCount;
            settings.rope.groundHeight = what_.groundHeight;
            settings.rope.bendingStiffness = what_.bendingStiffness;
            fleet_ = std::make_unique<RopeFleet>(settings, [](int rope) { return rope::Vec3(0.0, 0.0, 0.1 * rope); });
            while (fleet_->time() < bench::warmUp)
                advance();
        }
        return *fleet_;
    }

    void advance()
    {
        const bench::CircleVelocity v = bench::circle(fleet_->time());
        fleet_->setConnectionVelocity({v.x, v.y, v.z});
        fleet_->advance(what_.steps * bench::stepLength);
    }

private:
    FleetCase what_;
    std::unique_ptr<RopeFleet> fleet_;
};

void add(const FleetCase& what)
{
    const auto moving = std::make_shared<MovingFleet>(what);
    benchmark::internal::Benchmark* added = benchmark::RegisterBenchmark(
        what.name.c_str(),
        [moving, what](benchmark::State& state)
        {
            const RopeFleet& fleet = moving->get();
            for (auto _ : state)
                moving->advance();
            const auto steps = static_cast<double>(state.iterations()) * what.steps;
            state.SetItemsProcessed(static_cast<std::int64_t>(steps) * what.ropeCount * what.massCount);
            using benchmark::Counter;
            state.counters["lanes"] = fleet.lanes();
            state.counters["pieces"] = fleet.pieces();
            if (what.ropeCount > 1000)
                state.counters["times_real_time"] = Counter(steps * bench::stepLength, Counter::kIsRate);
        });
    if (what.threads != 1)
        added->UseRealTime();
}

void addReading(int stride)
{
    const auto moving = std::make_shared<MovingFleet>(FleetCase{"", 12'500, 80, 1, bench::noGround, 1});
    benchmark::RegisterBenchmark(("RopeFleet/read/12500x80/stride" + std::to_string(stride)).c_str(),
                                 [moving, stride](benchmark::State& state)
                                 {
                                     const RopeFleet& fleet = moving->get();
                                     const int points = fleet.ropeCount() * fleet.pointsPerRope(stride);
                                     std::vector<float> xyz(static_cast<std::size_t>(3 * points));
                                     for (auto _ : state)
                                     {
                                         fleet.readPositions(xyz, stride);
                                         benchmark::DoNotOptimize(xyz.data());
                                     }
                                     state.counters["points"] = points;
                                 });
}

bool addAll()
{
    for (const InstructionSet set : rope::availableInstructionSets())
    {
        const std::string name = "RopeFleet/" + std::string(rope::instructionSetName(set)) + "/";
        const double ground = bench::defaultGround;
        add({name + "1x80", 1, 80, bench::burst, bench::noGround, 1, set});
        add({name + "1x80/ground", 1, 80, bench::burst, ground, 1, set});
        add({name + "8x80", 8, 80, bench::burst, bench::noGround, 1, set});
        add({name + "1000x80", 1000, 80, bench::burst, bench::noGround, 1, set});
        add({name + "1000x80/ground", 1000, 80, bench::burst, ground, 1, set});
        if (set == InstructionSet::portable)
            continue; // a million masses take it minutes
        add({name + "12500x80", 12'500, 80, bench::burst, bench::noGround, 1, set});
    }
    const std::string best = "RopeFleet/best/";
    for (const int massCount : {10, 81, 800, 8000})
        add({best + "1x" + std::to_string(massCount), 1, massCount});
    add({best + "9x80", 9, 80});
    add({best + "1000x10", 1000, 10});
    add({best + "100x1000", 100, 1000});
    constexpr double stiff = 0.001; // little enough that steps of 2 ms stay stable
    for (const int ropeCount : {1, 1000})
        add({best + std::to_string(ropeCount) + "x80/bending", ropeCount, 80, bench::burst, bench::noGround, 1,
             InstructionSet::best, stiff});
    add({best + "12500x80/frame", 12'500, 80, 9});
    add({best + "12500x80/threads", 12'500, 80, bench::burst, bench::noGround, 0});
    for (const int stride : {1, 4, 16})
        addReading(stride);
    return true;
}

[[maybe_unused]] const bool added = addAll();

} // namespace
