#include "catch.hpp"

#include "scenes/spring_pendulum/spring_pendulum.hpp"

#include <cmath>
#include <random>

using rope::Integrator;
using rope::Vec3;
using ropewalk::PendulumSettings;
using ropewalk::SpringPendulum;

namespace
{

constexpr double exploded = 1e9;

double decades(std::mt19937_64& random, double a, double b)
{
    return std::exp(std::uniform_real_distribution<double>(std::log(a), std::log(b))(random));
}

/// True when small motions about the rest grow at this step.
bool grows(const SpringPendulum& hanging, double h)
{
    SpringPendulum pendulum = hanging;
    const auto largest = [&](int steps)
    {
        double result = 0.0;
        for (int i = 0; i < steps; ++i)
        {
            pendulum.step(h);
            result = std::max(result, glm::length(pendulum.sphere().velocity));
            if (!(result < 0.1))
                return exploded;
        }
        return result;
    };
    largest(2500);
    const double before = largest(500);
    largest(2500);
    const double after = largest(500);
    return after == exploded || after > 1.01 * before + 1e-13;
}

} // namespace

TEST_CASE("the pendulum's step limit is where each explicit integrator begins to explode", "[pendulum]")
{
    const Integrator integrator = GENERATE(Integrator::forward_euler, Integrator::semi_implicit_euler,
                                           Integrator::velocity_verlet, Integrator::runge_kutta_4);
    for (unsigned seed = 1; seed <= 50; ++seed)
    {
        std::mt19937_64 random(seed);
        PendulumSettings s;
        s.integrator = integrator;
        s.autoSteps = false;
        s.mass = decades(random, 0.1, 10.0);
        // Much stiffer than its weight, so that it is taut; damped between 10 % of critical and all of it.
        const double w = decades(random, 10.0, 100.0);
        s.springConstant = s.mass * w * w;
        s.springFriction = s.mass * w * decades(random, 0.1, 1.0);
        s.mediumDrag = s.mass * w * decades(random, 0.1, 1.0);

        PendulumSettings calm = s;
        calm.integrator = Integrator::implicit_midpoint;
        calm.mediumDrag = 2.0 * s.mass * std::sqrt(9.81 / 5.0); // critical for a pendulum of 5 m
        calm.springFriction = 0.0;
        SpringPendulum hanging(calm);
        for (int i = 0; i < 4000; ++i)
            hanging.step(1.0 / 60.0);
        s.gravity += Vec3(1e-8, 2e-8, -1e-8);
        hanging.setSettings(s);

        const bool grabbed = seed % 3 == 0;
        if (grabbed)
        {
            s.maxDt = 0.02; // the grab is as stiff as this step allows
            hanging.setSettings(s);
            hanging.setGrab(hanging.sphere().position);
        }
        const double predicted = hanging.stepLimits().stable;
        CAPTURE(static_cast<int>(integrator), seed, grabbed, s.mass, s.springConstant, s.springFriction, s.mediumDrag,
                predicted);
        CHECK_FALSE(grows(hanging, 0.99 * predicted));
        CHECK(grows(hanging, 1.01 * predicted));
    }
}
