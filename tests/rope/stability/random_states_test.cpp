#include "catch.hpp"
#include "random_states.hpp"

#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>
#include <random>

// With auto_steps nothing explodes, wherever the sliders stand. tests/random_states.hpp says how to try more of them.

using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

constexpr int usualStates = 300;

class Sliders
{
public:
    explicit Sliders(unsigned seed) : random_(seed) {}

    double uniform(double a, double b) { return std::uniform_real_distribution<double>(a, b)(random_); }
    bool chance(double p) { return uniform(0.0, 1.0) < p; }
    Vec3 vector(double size) { return Vec3(uniform(-size, size), uniform(-size, size), uniform(-size, size)); }

    /// In three of ten cases a slider keeps its default. Otherwise it is anywhere in its range, as often in each decade
    /// where the range is wide; many friction sliders are 0.
    RopeSettings rope()
    {
        RopeSettings s;
        s.massCount = static_cast<int>(decades(80.0, 2.0, 10'000.0, 0.0));
        s.mass = decades(s.mass, 1e-6, 1000.0, 0.0);
        s.springConstant = decades(s.springConstant, 0.1, 1e7, 0.0);
        s.springLength = decades(s.springLength, 1e-4, 10.0, 0.0);
        s.springFriction = decades(s.springFriction, 1e-3, 1000.0, 0.3);
        s.airFriction = decades(s.airFriction, 1e-3, 100.0, 0.3);
        s.groundRepulsion = decades(s.groundRepulsion, 1.0, 1e6, 0.1);
        s.groundFriction = decades(s.groundFriction, 0.01, 1000.0, 0.2);
        s.groundAbsorption = decades(s.groundAbsorption, 0.01, 1000.0, 0.3);
        s.frictionDirection = chance(0.5) ? rope::FrictionDirection::full : rope::FrictionDirection::axial;
        s.insertion = chance(0.5) ? rope::Insertion::consistent : rope::Insertion::article;
        if (chance(0.7))
            s.gravity = vector(50.0);
        if (chance(0.7))
            s.groundHeight = chance(0.5) ? uniform(-5.0, 0.0) : uniform(-1000.0, 1000.0);
        if (chance(0.3))
            s.payoutSpeed = uniform(-20.0, 20.0);
        s.maxMassCount = std::max(s.massCount, static_cast<int>(decades(1000.0, 2.0, 10'000.0, 0.0)));
        if (chance(0.5))
            s.maxDt = decades(s.maxDt, 1e-5, 0.1, 0.0);
        return s;
    }

private:
    double decades(double usual, double a, double b, double zero)
    {
        if (chance(0.3))
            return usual;
        return chance(zero) ? 0.0 : std::exp(uniform(std::log(a), std::log(b)));
    }

    std::mt19937_64 random_;
};

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

/// Runs up to `seconds` in ticks. The work is bounded: with steps of microseconds the ticks are fewer and shorter, but
/// at least some thousand steps are taken, in which a step beyond the stable step would show.
template <typename AfterTick>
void run(RopeSimulation& sim, double seconds, const AfterTick& afterTick)
{
    double work = 3e5; // in steps of one mass; a step by itself costs as much as ten masses
    for (double t = 0.0; t < seconds && work > 0.0;)
    {
        const double tick = std::min(1.0 / 60.0, 500.0 * sim.longestStep());
        work -= sim.advance(tick) * (10.0 + static_cast<double>(sim.masses().size()));
        t += tick;
        afterTick();
    }
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
        run(sim, 2.0,
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
            run(sim, 0.5, [&] { sound = sound && finite(sim); });
            sim.release();
            if (change < 2)
                sim.setSettings(sliders.rope());
        }
        CAPTURE(seed, sim.longestStep(), sim.time(), sim.length());
        REQUIRE(sound);
    }
}
