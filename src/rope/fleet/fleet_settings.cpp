#include <rope/parameters.hpp>
#include <rope/rope_fleet.hpp>

namespace rope
{

void RopeFleetSettings::describe(Parameters& p)
{
    p.group("Fleet");
    p.add("rope_count", &ropeCount, {1, 1'000'000, "", "Ropes, all with the same constants."});
    p.add("wind", &wind, {-100.0, 100.0, "m/s", "Velocity of the air."});
    p.add("threads", &threads, {0, 1024, "", "Threads that share the work, at most; 0: one for each core."});
    p.add("instruction_set", &instructionSet, {instructionSetNames.begin(), instructionSetNames.end()},
          "Vector instructions that the fleet computes with; best: the fastest that the processor has.");
    rope.describe(p);
}

} // namespace rope
