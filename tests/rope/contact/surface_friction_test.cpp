// Friction at a rope's surface, which turns the rope about its own line.
#include "ropes_on_solids.hpp"

#include <rope/books.hpp>
#include <rope/rope_by_length.hpp>

using rope::EnergyLine;
using rope::MomentumLine;

namespace
{

constexpr double mu = 0.4;
constexpr double gravity = 9.81; // [m/s2]

/// A solid rope, the friction of which acts at its surface.
RopeByLength thickRope(int masses)
{
    RopeByLength settings;
    settings.massCount = masses;
    settings.length = 0.02 * (masses - 1);
    settings.radius = 0.01;
    settings.contactFriction = mu;
    settings.surfaceFriction = true;
    settings.tolerance = 1e-10;
    settings.twist = TwistModel::waves;
    settings.spinInertia = 0.5 * settings.massPerLength * settings.radius * settings.radius;
    return settings;
}

/// The rope lies along x on the floor y = 0, as deep in it as its weight brings it.
RopeSimulation lyingRope(const RopeByLength& settings)
{
    RopeSimulation rod(settings);
    const double stiffness = rod.springs().front().springConstant; // a touch has that of a segment
    std::vector<Vec3> points;
    for (const rope::Mass& mass : rod.masses())
        points.emplace_back(mass.position.x, settings.radius - mass.mass * gravity / stiffness, 0.0);
    rod.layOut(points);
    rod.addSolid(SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0}));
    rod.advance(1.0);
    return rod;
}

/// [rad/s], of an edge about its own line, from two moments of its end's angle.
double spinOf(RopeSimulation& rod)
{
    const double h = rod.settings().maxDt;
    const double before = rod.angle(RopeEnd::first);
    rod.step(h);
    return (rod.angle(RopeEnd::first) - before) / h;
}

double imbalance(const RopeSimulation& rod)
{
    const rope::EnergyBook energy = rod.energyBook();
    const rope::MomentumBook momentum = rod.momentumBook();
    return std::max({std::abs(energy.imbalance()) / energy.throughput(),
                     glm::length(momentum.linear.imbalance()) / momentum.linear.throughput(),
                     glm::length(momentum.angular.imbalance()) / momentum.angular.throughput()});
}

} // namespace

// The floor moves with w under the rope at rest. It drives the rope by v = mu g t, and spins it by 2 mu g t/r, until
// what touches no longer slips: w - v = r spin at t = w/(3 mu g), v = w/3. In the floor's frame a cylinder that slides
// at w ends rolling at 2 w/3.
TEST_CASE("A rope that slides across its floor comes to roll at two thirds of its speed", "[contact]")
{
    constexpr double speed = 0.8;
    constexpr double h = stepLength / 8.0;
    RopeByLength settings = thickRope(9);
    settings.maxDt = h;
    settings.bendingStiffness = 0.0; // each mass then presses with its own weight
    RopeSimulation rod = lyingRope(settings);
    setVelocity(rod, rope::SolidId{}, Vec3(0.0, 0.0, speed));
    rod.setBooks(true);
    const double end = speed / (3.0 * mu * gravity);
    for (int n = 1; n * h < end; ++n)
    {
        rod.step(h);
        // BDF2 from rest under the acceleration a: v = a h (n - 1/2 + 3^-n/2)
        const double speedNow = mu * gravity * h * (n - 0.5 + 0.5 * std::pow(3.0, -n));
        for (const rope::Mass& mass : rod.masses())
            CHECK_THAT(mass.velocity.z, WithinRel(speedNow, 1e-6));
        CHECK_THAT(rod.spinEnergy(), WithinRel(0.5 * settings.spinInertia * settings.length *
                                                   std::pow(2.0 * speedNow / settings.radius, 2),
                                               1e-6));
        CHECK(rod.touches().front().slips);
    }
    rod.advance(1.0);
    // Each edge by itself, as a limp rope has no twist that would even them out.
    for (const rope::Mass& mass : rod.masses())
        CHECK_THAT(mass.velocity.z, WithinRel(speed / 3.0, 4e-6));
    CHECK_THAT(std::abs(spinOf(rod)), WithinRel(2.0 / 3.0 * speed / settings.radius, 4e-6));

    const double mass = settings.massPerLength * settings.length;
    CHECK_THAT(rod.energyBook().amount(EnergyLine::contact_friction), WithinRel(mass * speed * speed / 6.0, 0.02));
    // m v/3, and as much about the floor as the spin has of the other sense
    const rope::MomentumBook book = rod.momentumBook();
    CHECK_THAT(book.linear.gained(MomentumLine::contact_friction).z, WithinRel(mass * speed / 3.0, 0.01));
    CHECK(std::abs(book.angular.gained(MomentumLine::contact_friction).x) < 1e-4 * mass * speed * settings.radius);
    CHECK(imbalance(rod) < 1e-11);
}

// A solid cylinder rolls down by 2/3 g sin a as long as tan a < 3 mu, and beyond that slides by g (sin a - mu cos a).
TEST_CASE("A rope on an incline rolls by two thirds of its slope, or slides", "[contact]")
{
    const bool rolls = GENERATE(true, false);
    const double slope = std::atan((rolls ? 0.9 : 1.1) * 3.0 * mu);
    RopeByLength settings = thickRope(9);
    settings.gravity = gravity * Vec3(0.0, -std::cos(slope), 0.0);
    RopeSimulation rod = lyingRope(settings);
    settings.gravity = gravity * Vec3(0.0, -std::cos(slope), std::sin(slope));
    rod.setSettings(settings);
    constexpr int steps = 240;
    for (int n = 0; n < steps; ++n)
        rod.step(stepLength);
    const double share = rolls ? 2.0 / 3.0 * std::sin(slope) : std::sin(slope) - mu * std::cos(slope);
    const double start = stepLength * (steps - 0.5); // BDF2 takes half a step to start
    const double spin = rolls ? share * gravity * start / settings.radius
                              : 2.0 * mu * std::cos(slope) * gravity * start / settings.radius;
    for (const rope::Mass& mass : rod.masses())
        CHECK_THAT(mass.velocity.z, WithinRel(share * gravity * start, 1e-6));
    CHECK_THAT(rod.spinEnergy(), WithinRel(0.5 * settings.spinInertia * settings.length * spin * spin, 1e-6));
}

// Two equal posts that turn alike press the rope between them: it spins the other way, by the ratio of the radii, and
// stays.
TEST_CASE("A rope between two turning posts spins as a wheel between two wheels", "[contact]")
{
    constexpr double post = 0.05;   // [m], radius
    constexpr double turning = 3.0; // [rad/s]
    constexpr double deep = 1e-6;   // [m], of the rope within each post
    RopeByLength settings = withoutWeight(thickRope(9));
    RopeSimulation rod(settings);
    for (const double side : {-1.0, 1.0})
    {
        const double height = side * (post + settings.radius - deep);
        SolidBody solid = SolidBody::cylinder({-1.0, height, 0.0}, {1.0, height, 0.0}, post);
        solid.spin = Vec3(turning, 0.0, 0.0);
        rod.addSolid(solid);
    }
    rod.advance(1.0);
    CHECK(rod.touches().size() >= 18);
    CHECK_THAT(spinOf(rod), WithinRel(-turning * (post - deep) / settings.radius, 1e-6));
    for (const rope::Mass& mass : rod.masses())
        CHECK(std::abs(mass.position.z) < 1e-6);
}

// In a groove of two planes at 45 degrees a rope of the weight w a metre that is turned presses on both by
// sqrt(2) w/(1 + mu²) together, so that friction takes up the torque q = mu r sqrt(2) w/(1 + mu²) a metre. An end that
// is turned by Phi twists it as far as s = sqrt(2 C Phi/q), and the torque falls along it by q a metre.
TEST_CASE("A groove holds the twist of a rope", "[contact]")
{
    RopeByLength settings = thickRope(101);
    settings.torsionalStiffness = 0.002;
    RopeSimulation rod(settings);
    const double half = std::sqrt(0.5);
    std::vector<Vec3> points;
    for (int i = 0; i < settings.massCount; ++i)
        points.emplace_back(0.02 * i, settings.radius / half, 0.0);
    rod.layOut(points);
    rod.addSolid(SolidBody::plane(Vec3(0.0), {0.0, half, half}));
    rod.addSolid(SolidBody::plane(Vec3(0.0), {0.0, half, -half}));
    rod.turn(RopeEnd::first, 0.0);
    rod.advance(0.5);
    constexpr double end = 1.2; // [rad]
    constexpr int steps = 960;
    for (int n = 1; n <= steps; ++n)
    {
        rod.turn(RopeEnd::first, -end * n / steps);
        rod.step(stepLength);
    }
    const double weight = settings.massPerLength * gravity;
    const double q = mu * settings.radius * weight / half / (1.0 + mu * mu);
    const double reach = std::sqrt(2.0 * settings.torsionalStiffness * end / q);
    CHECK(reach > 0.9);
    const auto twisted = static_cast<std::size_t>(reach / 0.02);
    for (std::size_t i = 4; i + 3 < twisted; ++i) // the held end lies a little otherwise
        CHECK_THAT(rod.torque(i) - rod.torque(i + 1), WithinRel(q * 0.02, 1e-3));
    CHECK_THAT(rod.torque(1), WithinRel(q * (reach - 0.02), 0.02));
    CHECK(std::abs(rod.torque(twisted + 2)) < 1e-3 * rod.torque(1));

    // What friction holds does not creep.
    rod.advance(1.0);
    const double held = rod.twistEnergy();
    CHECK_THAT(held, WithinRel(q * q * std::pow(reach, 3) / (6.0 * settings.torsionalStiffness), 0.05));
    rod.advance(10.0);
    CHECK_THAT(rod.twistEnergy(), WithinRel(held, 1e-9));
    CHECK(std::sqrt(2.0 * rod.spinEnergy() / (settings.spinInertia * settings.length)) < 1e-10);
    CHECK(fastest(rod) < 1e-10);
}

// Pins hold two strands side by side. The torque on the first edge spins it; the last edge, which lies beside it and
// leads the other way, turns with it as one wheel with another, by as much about its own line.
TEST_CASE("Strands that lie side by side turn each other as gears do", "[contact]")
{
    const bool surface = GENERATE(true, false);
    constexpr int straight = 20;
    RopeByLength settings = withoutWeight(thickRope(2 * straight + 8));
    settings.torsionalStiffness = 0.0;
    settings.selfContact = true;
    settings.surfaceFriction = surface;
    RopeSimulation rod(settings);
    const double beside = 0.99 * settings.radius;
    std::vector<Vec3> points;
    for (int i = 0; i < settings.massCount; ++i)
    {
        const int bend = std::clamp(i - straight, 0, 7);
        const double angle = pi * bend / 7.0;
        const double along = i <= straight ? 0.02 * i : i >= straight + 7 ? 0.02 * (2 * straight + 7 - i) : 0.4;
        points.emplace_back(along + 0.1 * std::sin(angle), -beside * std::cos(angle), 0.0);
    }
    rod.layOut(points);
    for (std::size_t i = 0; i < points.size(); ++i)
        rod.pin(i);
    rod.advance(0.5); // pressure comes
    constexpr double torque = 1e-5;
    rod.release(RopeEnd::first, torque);
    rod.advance(0.5);
    REQUIRE(rod.selfTouches().size() >= 20);
    const double lastBefore = rod.angle(RopeEnd::last);
    const double spin = spinOf(rod);
    const double other = (rod.angle(RopeEnd::last) - lastBefore) / stepLength;
    const double alone = torque / (settings.spinInertia * 0.02) * rod.time(); // more than it spins with friction
    CHECK(spin > 0.0);
    if (surface)
    {
        CHECK(spin < 0.2 * alone);
        CHECK_THAT(other, WithinRel(spin, 1e-6));
    }
    else
        CHECK(other == 0.0);
}

// A strand that is drawn along its line over another one, across it, spins that as a belt drives a wheel.
TEST_CASE("A strand that is drawn over another spins it", "[contact]")
{
    constexpr double speed = 0.1;
    RopeByLength settings = withoutWeight(thickRope(60));
    settings.torsionalStiffness = 0.0;
    settings.selfContact = true;
    RopeSimulation rod(settings);
    const double above = 1.98 * settings.radius;
    std::vector<Vec3> points;
    for (int i = 0; i < 40; ++i)
        points.emplace_back(0.02 * i - 0.41, above, 0.0); // along x
    for (int i = 40; i < 58; ++i)
        points.emplace_back(0.4, above - 0.01 * (i - 39), 0.02 * (i - 39));
    for (const double z : {-0.01, 0.01}) // the last edge, below the first strand
        points.emplace_back(0.0, 0.0, z);
    rod.layOut(points);
    for (std::size_t i = 0; i < points.size(); ++i)
        rod.pin(i);
    rod.advance(0.5);
    for (std::size_t i = 0; i < 40; ++i)
        rod.pin(i, {speed, 0.0, 0.0});
    for (int step = 0; step < 240; ++step)
        rod.step(stepLength);
    const double before = rod.angle(RopeEnd::last);
    rod.step(stepLength);
    const double spin = (rod.angle(RopeEnd::last) - before) / stepLength;
    CHECK_THAT(spin, WithinRel(-speed / (0.5 * above), 1e-6)); // z × y = -x
}
