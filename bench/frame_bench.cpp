// What a frame of 1/60 s of a hanging rope costs, ours beside other engines (bullet_bench.cpp, box2d_bench.cpp), and
// how far from its rest length each of them lets the rope hang: speed alone says little.

#include "hanging.hpp"

#include <rope/rope.hpp>

#include <benchmark/benchmark.h>

#include <vector>

namespace
{

rope::RopeSettings settings(int massCount)
{
    rope::RopeSettings settings;
    settings.massCount = massCount;
    settings.groundHeight = bench::noGround;
    return settings;
}

class ReadableRope
{
public:
    explicit ReadableRope(int massCount) : rope_(settings(massCount))
    {
        std::vector<rope::Vec3> positions;
        for (int i = 0; i < massCount; ++i)
            positions.emplace_back(0.0, -bench::segment * i, 0.0);
        rope_.layOut(positions);
    }
    void frame() { rope_.advance(bench::frameLength); }
    double length() const { return rope_.length(); }

private:
    rope::RopeSimulation rope_;
};

class FleetRope
{
public:
    explicit FleetRope(int massCount) : fleet_(fleetSettings(massCount))
    {
        fleet_.layOut([](int, int mass) { return rope::Vec3(0.0, -bench::segment * mass, 0.0); });
    }
    void frame() { fleet_.advance(bench::frameLength); }
    double length() const { return fleet_.length(0); }

private:
    static rope::RopeFleetSettings fleetSettings(int massCount)
    {
        rope::RopeFleetSettings fleet;
        fleet.ropeCount = 1;
        fleet.threads = 1;
        fleet.rope = settings(massCount);
        return fleet;
    }
    rope::RopeFleet fleet_;
};

} // namespace

BENCHMARK(bench::hangingRope<ReadableRope>)->Name("frame/RopeSimulation")->Arg(80)->Arg(800)->Arg(8000);
BENCHMARK(bench::hangingRope<FleetRope>)->Name("frame/RopeFleet")->Arg(80)->Arg(800)->Arg(8000);
