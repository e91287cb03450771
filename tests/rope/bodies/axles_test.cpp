#include "bodies.hpp"

#include "calm_mean.hpp"
#include "catch.hpp"

#include <rope/rope_by_length.hpp>

using namespace rope;

namespace
{

constexpr double g = 9.81;

} // namespace

TEST_CASE("Two weights over a wheel go with Atwood's acceleration, whatever the wheel's inertia")
{
    const double inertia = GENERATE(1e-8, 0.01 * 0.3 * 0.01, 0.3 * 0.01); // 0, 0.01 and 1 of m R²
    Atwood machine(1.0, 2.0, inertia);
    machine.settle();
    RopeSimulation& sim = machine.sim;
    sim.advance(0.2);
    // The weights still swing on the rope, as they were let go at once.
    const double w = machine.rope.massPerLength;
    const double moved = 3.0 + w * machine.rope.length + inertia / (Atwood::reach * Atwood::reach); // [kg]
    const EnergyBook before = sim.energyBook();
    constexpr double step = 1.0 / 240.0;
    std::vector<double> ratios; // of accelerations to Atwood's
    std::vector<double> rims;   // of the rim's speed to the rope's
    for (int i = 0; i < 96; ++i)
    {
        const double speed = sim.body(machine.heavy).velocity.y;
        sim.advance(step);
        const double sunk = -sim.body(machine.heavy).position.y - Atwood::hang;
        const double theory = g * (1.0 + 2.0 * w * sunk) / moved;
        ratios.push_back((speed - sim.body(machine.heavy).velocity.y) / step / theory);
        rims.push_back(sim.body(machine.wheel).spin.z * Atwood::reach / sim.body(machine.heavy).velocity.y);
    }
    CHECK(ropewalk::calmMean(ratios) == Approx(1.0).epsilon(2e-3));
    // But for what a polygon is shorter than its arc.
    CHECK(ropewalk::calmMean(rims) == Approx(1.0).epsilon(3e-3));
    // What runs onto the wheel is no blow: its steps take next to nothing.
    const EnergyBook after = sim.energyBook();
    CHECK(std::abs(after.gained(EnergyLine::integrator) - before.gained(EnergyLine::integrator)) <
          1e-3 * (after.throughput() - before.throughput()));
}

TEST_CASE("An axle with friction carries more on the side that sinks")
{
    Bearing bearing;
    bearing.radius = 0.02;
    bearing.friction = GENERATE(0.0, 0.1, 0.3);
    Atwood machine(1.0, 2.0, 1e-8, bearing);
    machine.settle();
    RopeSimulation& sim = machine.sim;
    sim.advance(0.5);
    const double a = -(sim.body(machine.heavy).velocity.y);
    sim.advance(1.0 / 240.0);
    const double acceleration = (-sim.body(machine.heavy).velocity.y - a) * 240.0;
    const double w = machine.rope.massPerLength;
    const double sunk = -sim.body(machine.heavy).position.y - Atwood::hang;
    // The ropes beside the wheel carry their own weight too.
    const double light = glm::length(sim.tieForce(machine.atLight)) + w * (Atwood::hang - sunk) * (g + acceleration);
    const double heavy = glm::length(sim.tieForce(machine.atHeavy)) + w * (Atwood::hang + sunk) * (g - acceleration);
    // R' (T2 - T1) = mu a (T1 + T2 + W), with the weight of the wheel on its axle.
    const double arm = bearing.friction * bearing.radius;
    const double wheel = sim.body(machine.wheel).mass * g;
    CHECK(heavy * (Atwood::reach - arm) == Approx(light * (Atwood::reach + arm) + arm * wheel).epsilon(4e-3));
    const EnergyBook book = sim.energyBook();
    CHECK(std::abs(book.imbalance()) < 1e-9 * book.throughput());
    CHECK((book.amount(EnergyLine::axles) > 1e-3) == (bearing.friction > 0.0));
}

TEST_CASE("A motor winds a weight up by its own work")
{
    Bearing bearing;
    bearing.speed = 2.0;
    bearing.mostTorque = 50.0;
    Atwood machine(1.0, 1.0, 1e-3, bearing, 1.0);
    RopeSimulation& sim = machine.sim;
    sim.advance(1.0);
    const double turned = sim.bearingTurn(machine.axle);
    const double work = sim.energyLine(EnergyLine::motors);
    const double height = sim.body(machine.heavy).position.y;
    sim.advance(0.2);
    CHECK(sim.bearingTurn(machine.axle) - turned == Approx(2.0 * 0.2).epsilon(1e-3));
    CHECK(sim.body(machine.heavy).position.y - height == Approx(2.0 * 0.2 * Atwood::reach).epsilon(5e-3));
    CHECK(std::abs(sim.energyLine(EnergyLine::motors) - work) < 1.0); // equal weights carry each other
    // A weak motor stands, and its torque is its most.
    Bearing weak = bearing;
    weak.mostTorque = 0.01;
    Atwood heavy(1.0, 2.0, 1e-3, weak, 1.0);
    heavy.sim.advance(0.3);
    CHECK(heavy.sim.bearingTurn(heavy.axle) < 0.0);
}

TEST_CASE("A body's weight hangs on its bearing")
{
    RopeSimulation sim = aside();
    const BodyId id = sim.addBody(weight(5.0, {1.0, 0.0, 0.0}));
    Bearing bearing;
    bearing.body = id;
    const BearingId axle = sim.addBearing(bearing);
    sim.advance(0.5);
    CHECK(sim.bearingForce(axle).y == Approx(5.0 * g).epsilon(1e-6));
    CHECK(glm::length(sim.bearingForce(axle) - Vec3(0.0, 5.0 * g, 0.0)) < 1e-4);
}

TEST_CASE("A moment with ropes, bodies, ties and axles goes on with the same bits")
{
    Bearing bearing;
    bearing.radius = 0.01;
    bearing.friction = 0.2;
    Atwood machine(1.0, 2.0, 1e-4, bearing);
    RopeSimulation& sim = machine.sim;
    RopeConstants second = sim.settings();
    sim.addRope(second, {{2.0, 0.0, 0.0}, {2.0, -0.02, 0.0}, {2.0, -0.04, 0.0}, {2.0, -0.06, 0.0}});
    sim.addSolid(SolidBody::plane({0.0, -3.0, 0.0}, {0.0, 1.0, 0.0}));
    sim.addBody(ball(0.5, 0.1, {3.0, -2.8, 0.0}));
    RopeSimulation again = sim;
    sim.advance(0.4);
    const WrittenMoment moment = sim.written();
    again.beginAt(moment);
    sim.advance(0.3);
    again.advance(0.3);
    for (std::size_t i = 0; i < sim.masses().size(); ++i)
        REQUIRE(sim.masses()[i].position == again.masses()[i].position);
    for (const BodyId id : sim.bodies())
        REQUIRE(sim.body(id).position == again.body(id).position);
    WrittenMoment wrong = moment;
    wrong.lists.erase("rod_masses");
    CHECK_THROWS_WITH(again.beginAt(wrong), "list rod_masses: must tell the masses of 2 ropes, as they are laid out or "
                                            "their reels leave them");
}

TEST_CASE("What is no body and no tie is refused by name")
{
    RopeSimulation sim = aside();
    Body nothing = weight(1.0, Vec3(0.0));
    nothing.mass = 0.0;
    CHECK_THROWS_WITH(sim.addBody(nothing), "mass of a body = 0 kg: must be above 0");
    CHECK_THROWS_WITH(sim.tie(Vec3(0.0), Vec3(1.0)), "a tie of two points of space: one end must be able to move");
    const BodyId id = sim.addBody(weight(1.0, Vec3(0.0)));
    CHECK_THROWS_WITH(sim.tie(BodyPlace{id, Vec3(0.0)}, BodyPlace{id, Vec3(1.0)}),
                      "a tie of a mass or a body to itself: must hold two things");
    sim.removeBody(id);
    CHECK_THROWS_WITH(sim.body(id), "body 0: must be one that is there");
    CHECK(sim.bodies().empty());
}

namespace
{

/// A load that swings under a block, whose wheel hangs in a rope; the rope's other end goes over a fixed wheel to a
/// weight of half as much.
RopeSimulation tackle(double blockMass, double load)
{
    constexpr double radius = 0.06;
    constexpr double reach = radius + 0.005;
    constexpr double high = 0.8;
    constexpr double pi = std::numbers::pi;
    RopeByLength rope;
    rope.radius = reach - radius;
    rope.massPerLength = 0.05;
    rope.axialStiffness = 2e4;
    rope.bendingStiffness = rope.torsionalStiffness = 1e-4;
    rope.contactFriction = 0.3;
    rope.length = 1.0 + 2.0 * pi * reach + 2.0 * high;
    rope.massCount = 230;
    std::vector<Vec3> line;
    for (int i = 0; i < rope.massCount; ++i)
    {
        double along = i * rope.segment();
        const auto upTo = [&along](double length)
        {
            const double part = std::clamp(along, 0.0, length);
            along -= length;
            return part;
        };
        const double down = upTo(1.0);
        const double under = upTo(pi * reach) / reach;
        const double up = upTo(high);
        const double over = upTo(pi * reach) / reach;
        const double again = std::max(along, 0.0);
        line.push_back({-reach * std::cos(under) + reach * (1.0 - std::cos(over)),
                        1.0 - down - reach * std::sin(under) + up + reach * std::sin(over) - again, 0.0});
    }
    RopeSimulation sim(rope);
    sim.layOut(line);
    sim.pin(0);
    const auto wheel = [&](const Vec3& middle, double mass)
    {
        Body body;
        body.mass = mass;
        body.inertia = mass * radius * radius * Vec3(0.25, 0.25, 0.5);
        body.position = middle;
        body.shapes = {SolidBody::cylinder({0.0, 0.0, -0.01}, {0.0, 0.0, 0.01}, radius)};
        return sim.addBody(body);
    };
    Bearing fixed;
    fixed.body = wheel({2.0 * reach, high, 0.0}, 0.3);
    sim.addBearing(fixed);
    Body cheeks = weight(0.5 * blockMass, Vec3(0.0));
    cheeks.inertia = Vec3(0.5 * blockMass * radius * radius);
    const BodyId block = sim.addBody(cheeks);
    Bearing own;
    own.body = wheel(Vec3(0.0), 0.5 * blockMass);
    own.other = block;
    sim.addBearing(own);
    Body hung = weight(load, {0.0, -0.25, 0.0});
    hung.velocity = {0.5, 0.0, 0.2};
    sim.tie(BodyPlace{block, {0.0, -0.1, 0.0}}, BodyPlace{sim.addBody(hung), {0.0, 0.15, 0.0}});
    const BodyId counterweight = sim.addBody(weight(0.5 * (load + blockMass), line.back()));
    sim.tie(TieEnd(sim.masses().size() - 1), BodyPlace{counterweight, Vec3(0.0)});
    return sim;
}

} // namespace

TEST_CASE("A block of a gram carries fifty kilograms that swing, in as few solves as one of a kilogram")
{
    RopeSimulation sim = tackle(GENERATE(1.0, 0.001), 50.0);
    sim.advance(0.5); // the load falls into the rope
    const ImplicitEffort before = sim.effort();
    sim.advance(0.5);
    const auto steps = static_cast<double>(sim.effort().steps - before.steps);
    CHECK(static_cast<double>(sim.effort().iterations - before.iterations) < 7.0 * steps);
    CHECK(sim.effort().unsolved == before.unsolved);
    CHECK(sim.effort().stood == 0);
}

TEST_CASE("A copy of ropes and bodies goes on with the bits of the original")
{
    RopeSimulation sim = tackle(1.0, 5.0);
    sim.advance(0.3);
    RopeSimulation copy = sim;
    sim.advance(0.2);
    copy.advance(0.2);
    for (std::size_t i = 0; i < sim.masses().size(); ++i)
        REQUIRE(sim.masses()[i].position == copy.masses()[i].position);
}
