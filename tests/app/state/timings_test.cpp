#include "app/state/timings.hpp"

#include "catch.hpp"

using namespace ropewalk;

TEST_CASE("timings: average and worst of the last two seconds", "[timings]")
{
    Timings timings;
    CHECK(timings.framesPerSecond() == 0.0);
    CHECK(timings.summary(Timings::step).worst == 0.0);
    timings.add({1.0, 0.0, 0.0, 0.0, 0.0, 1.0}, 0.0);
    for (int frame = 1; frame <= 300; ++frame)
        timings.add({frame % 2 == 0 ? 0.002 : 0.004, 0.0, 0.0, 0.0, 0.0, 1.0 / 60.0}, 1.0 + frame / 60.0);
    CHECK(timings.framesPerSecond() == Approx(60.0));
    CHECK(timings.summary(Timings::step).average == Approx(0.003).epsilon(0.01));
    CHECK(timings.summary(Timings::step).worst == 0.004);
}
