#include "million_check.hpp"

#include "fleet_field.hpp"

#include <rope/rope_simulation.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace ropewalk
{

namespace
{

void runFor(FleetField& field, double seconds, const Vec3& velocity = Vec3(0.0))
{
    constexpr double tick = 1.0 / 60.0;
    for (long i = std::lround(seconds / tick); i > 0; --i)
        field.advance(tick, velocity);
}

} // namespace

std::vector<CheckRow> checkMillion()
{
    std::vector<CheckRow> rows;

    // A calm field under its own weight, from the straight line into which it is laid out: what stands is right.
    FieldSettings hangingSettings;
    hangingSettings.ropeCount = 40;
    hangingSettings.buoyancy = 0.0;
    hangingSettings.wind = Vec3(0.0);
    hangingSettings.rope.groundHeight = -100.0;
    hangingSettings.rope.airFriction = 0.2;
    FleetField hanging(hangingSettings);
    runFor(hanging, 20.0);
    const rope::RopeSettings& r = hangingSettings.rope;
    const double n = r.massCount;
    const double weight = r.mass * 9.81;
    const double hungLength = (n - 1.0) * r.springLength + weight / r.springConstant * n * (n - 1.0) / 2.0;
    rows.push_back({"hanging rope, length", "m", hungLength, hanging.length(17), 1e-5 * hungLength,
                    "(N-1) L + (m g/k) N (N-1)/2"});

    // From upright into a steady wind: after the swing every rope leans by the angle of its force.
    FieldSettings leaningSettings;
    leaningSettings.ropeCount = 40;
    leaningSettings.wind = Vec3(0.0);
    leaningSettings.gustiness = 0.0;
    leaningSettings.rope.airFriction = 0.1;
    FleetField leaning(leaningSettings);
    leaningSettings.wind = Vec3(3.0, 0.0, 0.0);
    leaning.setSettings(leaningSettings);
    runFor(leaning, 40.0);
    const int tip = leaning.massCount() - 1;
    const Vec3 reach = leaning.position(3, tip) - leaning.connectionPosition(3);
    const double force = std::hypot(weight, leaningSettings.rope.airFriction * 3.0);
    const double leaningLength = (n - 1.0) * r.springLength + force / r.springConstant * n * (n - 1.0) / 2.0;
    rows.push_back({"free end in a wind of 3 m/s, downwind", "m",
                    leaningLength * leaningSettings.rope.airFriction * 3.0 / force, reach.x, 1e-4,
                    "straight, tan(angle) = a w / (m g), segment i stretched by (N-1-i) |f| / k"});
    rows.push_back({"free end in a wind of 3 m/s, height", "m", leaningLength * weight / force, reach.y, 1e-4,
                    "straight, tan(angle) = a w / (m g), segment i stretched by (N-1-i) |f| / k"});

    // The same rope in double, dragged the same way.
    FieldSettings draggedSettings;
    draggedSettings.ropeCount = 40;
    draggedSettings.wind = Vec3(0.0);
    FleetField dragged(draggedSettings);
    rope::RopeSimulation readable(draggedSettings.effectiveRope());
    const Vec3 root = dragged.connectionPosition(0);
    std::vector<Vec3> upright;
    for (int mass = 0; mass < dragged.massCount(); ++mass)
        upright.push_back(dragged.position(0, mass) - root);
    readable.layOut(upright);
    readable.setConnectionVelocity({3.0, 0.0, 0.0});
    for (int tick = 0; tick < 30; ++tick)
    {
        dragged.advance(1.0 / 60.0, {3.0, 0.0, 0.0});
        readable.advance(1.0 / 60.0);
    }
    double apart = 0.0;
    for (int mass = 0; mass < dragged.massCount(); ++mass)
        apart = std::max(apart, glm::distance(dragged.position(0, mass) - root,
                                              readable.masses()[static_cast<std::size_t>(mass)].position));
    rows.push_back({"dragged for 0.5 s, distance from RopeSimulation", "m", 0.0, apart, 2e-5,
                    "the same constants in double precision"});

    // The farthest row has done what the nearest did so much earlier.
    FieldSettings combedSettings;
    combedSettings.ropeCount = 40;
    combedSettings.combDelay = 0.25;
    FleetField combed(combedSettings);
    const int last = combed.ropeCount() - 1;
    const double before = combed.connectionPosition(last).x;
    runFor(combed, 1.0, {2.0, 0.0, 0.0});
    const double delay = combedSettings.combDelay * combed.rowDistance(combed.rowOf(last));
    rows.push_back({"way of the farthest row, combed at 2 m/s for 1 s", "m", 2.0 * (1.0 - delay),
                    combed.connectionPosition(last).x - before, 1e-9, "v (t - delay times distance)"});
    return rows;
}

} // namespace ropewalk
