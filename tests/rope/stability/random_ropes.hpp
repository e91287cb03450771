#pragma once

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>
#include <random>

/// Random constants of ropes, and what a hand may do with one.
class Sliders
{
public:
    explicit Sliders(unsigned seed) : random_(seed) {}

    double uniform(double a, double b) { return std::uniform_real_distribution<double>(a, b)(random_); }
    bool chance(double p) { return uniform(0.0, 1.0) < p; }
    rope::Vec3 vector(double size)
    {
        return rope::Vec3(uniform(-size, size), uniform(-size, size), uniform(-size, size));
    }

    /// In three of ten cases a slider keeps its default. Otherwise it is anywhere in its range, as often in each decade
    /// where the range is wide; many friction sliders are 0.
    rope::RopeSettings rope()
    {
        rope::RopeSettings s;
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
        // Up to where segments are easier to stretch than to turn, and anywhere.
        const double stretching = s.springConstant * s.springLength * s.springLength * s.springLength;
        if (chance(0.5))
            s.bendingStiffness = std::min(1000.0, std::exp(uniform(std::log(1e-5), 0.0)) * 0.5 * stretching);
        else if (chance(0.3))
            s.bendingStiffness = decades(1.0, 1e-6, 1000.0, 0.0);
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

/// Runs up to `seconds` in ticks while `afterTick` says true. The work is bounded: with steps of microseconds the ticks
/// are fewer and shorter, but at least some thousand steps are taken, in which a step beyond the stable step would
/// show.
template <typename AfterTick>
void runTicks(rope::RopeSimulation& sim, double seconds, double work, const AfterTick& afterTick)
{
    for (double t = 0.0; t < seconds && work > 0.0;)
    {
        const double tick = std::min(1.0 / 60.0, 500.0 * sim.longestStep());
        // In steps of one mass; a step by itself costs as much as ten masses.
        work -= sim.advance(tick) * (10.0 + static_cast<double>(sim.masses().size()));
        t += tick;
        if (!afterTick())
            return;
    }
}
