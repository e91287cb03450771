#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/step_watch.hpp>

#include "catch.hpp"

#include <stdexcept>
#include <thread>

TEST_CASE("a watch looks before each step of its thread, and ends a tick between two of them")
{
    rope::RopeSettings settings;
    settings.maxDt = 0.001;
    settings.autoSteps = false;
    rope::RopeSimulation sim(settings);
    int looks = 0;
    {
        const rope::StepWatch watch([&looks](int steps) { looks += steps; });
        sim.advance(0.01);
        CHECK(looks == 10); // 10 ms in steps of 1 ms
        {
            const rope::StepWatch inner(
                [&sim](int)
                {
                    if (sim.time() > 0.0145)
                        throw std::runtime_error("enough");
                });
            CHECK_THROWS_WITH(sim.advance(1.0), "enough");
            CHECK(sim.time() == Approx(0.015));
        }
        CHECK(looks == 10); // the inner one stood in for it
        sim.step(0.001);
        CHECK(looks == 11);
        std::thread([&sim] { sim.step(0.001); }).join();
        CHECK(looks == 11);
    }
    sim.step(0.001);
    CHECK(looks == 11);
}
