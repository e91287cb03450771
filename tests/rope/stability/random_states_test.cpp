#include "catch.hpp"
#include "random_states.hpp"
#include "rope/stability/random_ropes.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>

// With auto_steps nothing explodes, wherever the sliders stand. tests/random_states.hpp says how to try more of them.

using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

constexpr int usualStates = 300;

bool finite(const RopeSimulation& sim)
{
    return std::all_of(sim.masses().begin(), sim.masses().end(),
                       [](const rope::Mass& mass)
                       { return std::isfinite(glm::length(mass.position) + glm::length(mass.velocity)); });
}

/// Length [m] at rest of a rope that is dragged through the air and over the ground at this speed: every segment
/// carries the weight and the drag of the masses behind it.
double restLength(const RopeSimulation& sim, double speed)
{
    const RopeSettings& s = sim.settings();
    const double each =
        s.mass * glm::length(s.gravity) + (s.airFriction + s.groundFriction + s.groundAbsorption) * speed;
    double carried = each * static_cast<double>(sim.springs().size());
    double sum = 0.0;
    for (const rope::Spring& spring : sim.springs())
    {
        sum += spring.restLength + carried / spring.springConstant;
        carried -= each;
    }
    return sum;
}

} // namespace

TEST_CASE("no slider position explodes", "[step limit]")
{
    double worst = 0.0;
    const RandomStates states(usualStates);
    for (int seed = states.first; seed < states.end(); ++seed)
    {
        Sliders sliders(static_cast<unsigned>(seed));
        const RopeSettings settings = sliders.rope();
        RopeSimulation sim(settings);
        const Vec3 velocity = seed % 2 == 0 ? Vec3(0.0) : sliders.vector(settings.connectionSpeed);
        sim.setConnectionVelocity(velocity);
        const double speed = glm::length(velocity);
        double rest = restLength(sim, speed);
        bool sound = true;
        runTicks(sim, 2.0, 3e5,
                 [&]
                 {
                     sound = sound && finite(sim);
                     rest = std::max(rest, restLength(sim, speed));
                     // A rope that is stopped at the speed v of a key or the reel stretches by v / omega, omega of its
                     // slowest motion: about sqrt(k/m) / n.
                     const double moved = (speed + std::abs(settings.payoutSpeed)) *
                                          static_cast<double>(sim.masses().size()) *
                                          std::sqrt(settings.mass / settings.springConstant);
                     worst = std::max(worst, sim.length() / (rest + moved));
                     return true;
                 });
        CAPTURE(seed, settings.massCount, settings.mass, settings.springConstant, settings.springLength,
                settings.springFriction, settings.airFriction, settings.groundRepulsion, settings.groundAbsorption,
                settings.payoutSpeed, sim.longestStep(), sim.time(), sim.length(), rest);
        REQUIRE(sound);
        REQUIRE(worst < 5.0); // docs/physics.md: within five times its length at rest
        REQUIRE_FALSE(sim.runawayMass());
    }
    INFO("longest: " << worst << " times its length at rest");
    CHECK(worst > 1.0); // a falling rope becomes longer than a hanging one
}

TEST_CASE("no sliders that are moved while the rope moves and is grabbed make it explode", "[step limit]")
{
    const RandomStates states(usualStates / 4);
    for (int seed = states.first; seed < states.end(); ++seed)
    {
        Sliders sliders(static_cast<unsigned>(seed) + 1'000'000);
        RopeSimulation sim(sliders.rope());
        bool sound = true;
        for (int change = 0; change < 3; ++change)
        {
            if (sliders.chance(0.5))
                sim.grab(static_cast<std::size_t>(sliders.uniform(1.0, static_cast<double>(sim.masses().size()))),
                         sliders.vector(3.0));
            runTicks(sim, 0.5, 3e5, [&] { return sound = sound && finite(sim); });
            sim.release();
            if (change < 2)
                sim.setSettings(sliders.rope());
        }
        CAPTURE(seed, sim.longestStep(), sim.time(), sim.length());
        REQUIRE(sound);
    }
}
