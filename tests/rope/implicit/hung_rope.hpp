#pragma once

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/statics.hpp>

#include <algorithm>
#include <vector>

/// Hung straight down without tension, and far from any ground.
inline rope::RopeSimulation hung(rope::RopeSettings settings, double load)
{
    settings.groundHeight = -1000.0;
    rope::RopeSimulation sim(settings);
    std::vector<rope::Vec3> positions;
    for (int i = 0; i < settings.massCount; ++i)
        positions.emplace_back(0.0, -i * settings.springLength, 0.0);
    sim.layOut(positions);
    sim.setLoad(load);
    return sim;
}

/// Stretch of the rope at rest with its load. Air that brakes the bounce at half of critical brings it to rest soon;
/// what is left of it after 24 radians is e^-12.
inline double settledStretch(rope::RopeSettings settings, double load)
{
    const rope::LoadedChain::Bounce bounce = rope::LoadedChain::of(settings, load).bounce();
    settings.airFriction = std::min(100.0, bounce.frequency * settings.mass / bounce.ropeShare);
    rope::RopeSimulation sim = hung(settings, load);
    const double step = std::min(settings.maxDt, 0.9 * sim.stableStep());
    while (sim.time() < 24.0 / bounce.frequency)
        sim.step(step);
    return sim.length() / sim.restLength() - 1.0;
}
