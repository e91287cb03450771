#include "catch.hpp"

#include <rope/fixed_timestep.hpp>

#include <limits>
#include <stdexcept>

TEST_CASE("every display gets the same number of ticks a second")
{
    const double rate = GENERATE(24.0, 30.0, 59.94, 60.0, 75.0, 144.0, 1000.0);
    rope::FixedTimestep timestep;
    int ticks = 0;
    for (int frame = 1; frame <= static_cast<int>(10.0 * rate); ++frame)
    {
        ticks += timestep.advance(1.0 / rate);
        CHECK(timestep.fraction() >= 0.0);
        CHECK(timestep.fraction() < 1.0);
        const double now = frame / rate;
        const double shown = (ticks + timestep.fraction()) / 60.0;
        CHECK(shown == Approx(now).margin(1e-9));
    }
    CHECK(timestep.dropped() == 0.0);
}

TEST_CASE("a display as fast as the tick gives one tick a frame")
{
    rope::FixedTimestep timestep;
    for (int frame = 0; frame < 10'000; ++frame)
        REQUIRE(timestep.advance(1.0 / 60.0) == 1);
}

TEST_CASE("rounding does not delay a tick")
{
    rope::FixedTimestep timestep(0.1);
    for (int i = 0; i < 9; ++i)
        CHECK(timestep.advance(0.01) == 0);
    CHECK(timestep.advance(0.01) == 1); // ten times 0.01 is 0.09999999999999999
    CHECK(timestep.fraction() == Approx(0.0).margin(1e-9));
}

TEST_CASE("after a stall the time beyond the limit is dropped")
{
    rope::FixedTimestep timestep(1.0 / 60.0, 0.25);
    CHECK(timestep.advance(10.0) == 15);       // 0.25 s / (1/60 s)
    CHECK(timestep.dropped() == Approx(9.75)); // 10 s - 0.25 s
    CHECK(timestep.advance(1.0 / 60.0) == 1);
}

TEST_CASE("a clock that stands still or runs backwards gives no tick")
{
    rope::FixedTimestep timestep;
    timestep.advance(0.01);
    const double fraction = timestep.fraction();
    for (const double elapsed :
         {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        CHECK(timestep.advance(elapsed) == 0);
    CHECK(timestep.fraction() == fraction);
    timestep.clear();
    CHECK(timestep.fraction() == 0.0);
}

TEST_CASE("a tick must be positive, and the limit not below it")
{
    CHECK_THROWS_AS(rope::FixedTimestep(0.0), std::invalid_argument);
    CHECK_THROWS_AS(rope::FixedTimestep(-1.0), std::invalid_argument);
    CHECK_THROWS_AS(rope::FixedTimestep(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
    CHECK_THROWS_AS(rope::FixedTimestep(0.1, 0.05), std::invalid_argument);
    CHECK_NOTHROW(rope::FixedTimestep(0.1, 0.1));
}
