#include "rope/rod/rods.hpp"

#include <rope/rope_by_length.hpp>

// A rope between two clamps, one of which slides along the line under the pull T and is turned, winds round itself.
TEST_CASE("twist.plectoneme: the torque of a plectoneme at rest, and its strands touch", "[contact][long]")
{
    const nlohmann::json reference = item("twist.plectoneme.b");
    const double pull = reference["inputs"]["T"];
    RopeByLength settings;
    settings.massCount = 301;
    settings.radius = reference["inputs"]["r"];
    settings.length = 300.0 * settings.radius;
    settings.massPerLength = 0.05;
    settings.axialStiffness = 1e4;
    settings.bendingStiffness = reference["inputs"]["B"];
    settings.torsionalStiffness = settings.bendingStiffness;
    settings.gravity = Vec3(0.0);
    settings.airFriction = 0.4 * settings.radius;
    settings.selfContact = true;
    RopeSimulation rod(settings);
    rod.clamp(RopeEnd::first, Vec3(1.0, 0.0, 0.0));
    rod.clamp(RopeEnd::last, Vec3(1.0, 0.0, 0.0));
    constexpr std::size_t last = 300;
    rod.setForce(last / 2, Vec3(0.0, 1e-3, 0.0)); // a way to buckle
    constexpr double stepLength = 1.0 / 240.0;
    constexpr double turnsPerSecond = 2.0;
    double turns = 0.0;
    const auto run = [&](double toTurns, double seconds, double force)
    {
        for (double t = 0.0; t < seconds; t += stepLength)
        {
            turns = std::min(toTurns, turns + turnsPerSecond * stepLength);
            rod.turn(RopeEnd::last, 2.0 * pi * turns);
            const Vec3 edge = rod.masses()[last].position - rod.masses()[last - 1].position;
            constexpr double guide = 20.0; // [N s/m]
            const double excess = force - rod.tension(last - 1) * edge.x / glm::length(edge);
            rod.pin(last, Vec3(std::clamp(excess / guide, -1.0, 1.0), 0.0, 0.0));
            rod.step(stepLength);
        }
    };
    // Under a small pull it buckles at once; then the pull grows.
    run(14.0, 7.5, 0.5);
    run(14.0, 12.0, pull);
    CHECK_THAT(rod.torque(last / 2), WithinRel(reference["expected"]["torque"].get<double>(), 0.04));
    std::size_t touches = 0;
    for (const rope::RopeTouch& touch : rod.selfTouches())
    {
        CHECK(touch.distance > 0.97 * 2.0 * settings.radius);
        ++touches;
    }
    CHECK(touches > 50);
    CHECK_FALSE(rod.passed().has_value());
}

// A turn of the end makes about half a turn of the helix, and the foot of the plectoneme takes two of them alike: the
// torque swings by 4 % from turn to turn, and the slope is read over four. The rope must be long: the end loop takes 6
// sqrt(B/T), and a tail that is not a few sqrt(B/T) long pulls at the foot. The end that slides is free along and
// across the line, so that no guide rattles at it.
TEST_CASE("twist.plectoneme.a: torque and end shortening of a long plectoneme", "[contact][long]")
{
    const nlohmann::json reference = item("twist.plectoneme.a");
    constexpr std::size_t last = 450;
    RopeByLength settings;
    settings.massCount = static_cast<int>(last) + 1;
    settings.radius = reference["inputs"]["r"];
    settings.length = static_cast<double>(last) * settings.radius;
    settings.massPerLength = 0.05;
    settings.axialStiffness = 1e3;
    settings.bendingStiffness = reference["inputs"]["B"];
    settings.torsionalStiffness = 4.0 * settings.bendingStiffness; // it buckles at fewer turns
    settings.gravity = Vec3(0.0);
    settings.airFriction = 0.4 * settings.radius;
    settings.selfContact = true;
    RopeSimulation rod(settings);
    rod.clamp(RopeEnd::first, Vec3(1.0, 0.0, 0.0));
    rod.clamp(RopeEnd::last, Vec3(1.0, 0.0, 0.0));
    rod.unpin(last);
    rod.setForce(last, Vec3(reference["inputs"]["T"].get<double>(), 0.0, 0.0));
    rod.setForce(last / 2, Vec3(0.0, 1e-3, 0.0)); // a way to buckle
    double turns = 0.0;
    double torque = 1e9; // the least: what holds the foot back adds to it
    const auto run = [&](double toTurns, double seconds)
    {
        constexpr double stepLength = 1.0 / 240.0;
        for (double t = 0.0; t < seconds; t += stepLength)
        {
            turns = std::min(toTurns, turns + 2.0 * stepLength);
            rod.turn(RopeEnd::last, 2.0 * pi * turns);
            rod.step(stepLength);
        }
        CHECK(rod.kineticEnergy() < 2e-5); // it rests
        torque = std::min(torque, rod.torque(last / 2));
        return rod.masses()[last].position.x;
    };
    const double before = 0.5 * (run(8.0, 9.0) + run(9.0, 5.0));
    const double after = 0.5 * (run(12.0, 6.0) + run(13.0, 5.0));
    const double tolerance = reference["tolerance"]["rel"];
    CHECK_THAT((before - after) / 4.0,
               WithinRel(reference["expected"]["end_shortening_per_turn"].get<double>(), tolerance));
    CHECK_THAT(torque, WithinRel(reference["expected"]["torque"].get<double>(), tolerance));
    for (const rope::RopeTouch& touch : rod.selfTouches())
        CHECK(touch.distance > 0.97 * 2.0 * settings.radius);
    CHECK_FALSE(rod.passed().has_value());
}

// Nothing but the air takes energy out of a plectoneme without friction: blows that were found again and again would
// make some. So it must come to rest by BDF2 as well.
TEST_CASE("A plectoneme without friction comes to rest, and steps end at once there", "[contact]")
{
    constexpr std::size_t last = 180;
    RopeByLength settings;
    settings.massCount = static_cast<int>(last) + 1;
    settings.radius = 0.003;
    settings.length = static_cast<double>(last) * settings.radius;
    settings.massPerLength = 0.05;
    settings.axialStiffness = 1e4;
    settings.bendingStiffness = 5e-4;
    settings.torsionalStiffness = 4.0 * settings.bendingStiffness;
    settings.gravity = Vec3(0.0);
    settings.airFriction = 0.4 * settings.radius;
    settings.selfContact = true;
    RopeSimulation rod(settings);
    rod.setBooks(true);
    rod.clamp(RopeEnd::first, Vec3(1.0, 0.0, 0.0));
    rod.clamp(RopeEnd::last, Vec3(1.0, 0.0, 0.0));
    rod.unpin(last);
    rod.setForce(last / 2, Vec3(0.0, 1e-2, 0.0)); // a way to buckle
    double turns = 0.0;
    const auto run = [&](double seconds, double pull)
    {
        constexpr double stepLength = 1.0 / 240.0;
        rod.setForce(last, Vec3(pull, 0.0, 0.0));
        for (double t = 0.0; t < seconds; t += stepLength)
        {
            turns = std::min(7.0, turns + 2.0 * stepLength);
            rod.turn(RopeEnd::last, 2.0 * pi * turns);
            rod.step(stepLength);
        }
    };
    run(4.5, 1.0);
    run(2.0, 8.0);
    rod.setForce(last / 2, Vec3(0.0));
    run(2.5, 8.0);
    const rope::ImplicitEffort before = rod.effort();
    const double absorbed = rod.energyLine(rope::EnergyLine::contact_absorption);
    run(0.5, 8.0);
    CHECK(rod.selfTouches().size() > 40);
    for (const rope::Mass& mass : rod.masses())
        CHECK(glm::length(mass.velocity) < 1e-5);
    CHECK_THAT(rod.energyLine(rope::EnergyLine::contact_absorption), WithinAbs(absorbed, 1e-9));
    CHECK(rod.effort().iterations - before.iterations <= 2 * (rod.effort().steps - before.steps));
    CHECK_FALSE(rod.passed().has_value());
}
