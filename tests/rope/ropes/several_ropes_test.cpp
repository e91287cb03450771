// Several ropes in one simulation: each moves as it does alone, ties hold, what is cut parts and what is joined holds.
#include "catch.hpp"
#include "straight_line.hpp"

#include "rope/distance/segment_distance.hpp"

#include <rope/rope_by_length.hpp>
#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using rope::RopeByLength;
using rope::RopeEnd;
using rope::RopeId;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

constexpr double stepLength = 1.0 / 240.0;

RopeByLength bendy(int count = 21)
{
    RopeByLength rope;
    rope.massCount = count;
    rope.torsionalStiffness = 0.0;
    rope.airFriction = 0.01;
    return rope;
}

double imbalance(const RopeSimulation& sim)
{
    const rope::EnergyBook book = sim.energyBook();
    const rope::MomentumBook momentum = sim.momentumBook();
    const double ofMomentum = glm::length(momentum.linear.imbalance()) / std::max(momentum.linear.throughput(), 1e-300);
    const double ofAngular =
        glm::length(momentum.angular.imbalance()) / std::max(momentum.angular.throughput(), 1e-300);
    return std::max({std::abs(book.imbalance()) / std::max(book.throughput(), 1e-300), ofMomentum, ofAngular});
}

/// A rope in a simulation that has it alone.
RopeSimulation alone(const RopeSettings& settings, const std::vector<Vec3>& positions)
{
    RopeSimulation sim(settings);
    sim.layOut(positions);
    return sim;
}

} // namespace

TEST_CASE("any rope has pins and a connection point of its own")
{
    for (const rope::RopeIntegrator integrator :
         {rope::RopeIntegrator::semi_implicit_euler, rope::RopeIntegrator::implicit_euler, rope::RopeIntegrator::bdf2})
    {
        INFO(static_cast<int>(integrator));
        RopeSettings settings;
        settings.massCount = 8;
        settings.integrator = integrator;
        RopeSimulation sim(settings);
        sim.setPins({{6, {0.2, 0.1, 0.0}}});
        const RopeId second = sim.addRope(settings, straight({0.0, 0.0, 1.0}, {0.35, 0.0, 1.0}, 8));
        sim.setPins(second, {{5, {0.3, 0.2, 1.0}}});
        sim.setConnectionVelocity(second, {0.0, 0.1, 0.0});
        for (int i = 0; i < 2000; ++i)
            sim.step(0.001); // the glide leaves a part of 2e-6 of the way
        const std::size_t first = sim.rope(second).first;
        CHECK(glm::distance(sim.masses()[6].position, {0.2, 0.1, 0.0}) < 1e-6);
        CHECK(glm::distance(sim.masses()[first + 5].position, {0.3, 0.2, 1.0}) < 1e-6);
        CHECK_THAT(sim.masses()[first].position.y, WithinAbs(0.2, 1e-9));
        CHECK(sim.connectionPosition() == Vec3(0.0));
        CHECK_FALSE(sim.pinned(first + 6));
        CHECK(sim.pinned(first + 5));
    }
    CHECK_THROWS(RopeSimulation().setPins(RopeId{7}, {}));
}

TEST_CASE("Ropes that touch nothing move with the bits that each has alone", "[ropes][several]")
{
    RopeSettings settings = bendy();
    if (GENERATE(true, false)) // by Newton's method, or explicitly
    {
        settings = RopeSettings{};
        settings.massCount = 21;
        settings.airFriction = 0.05;
        settings.groundHeight = -0.2;
    }
    rope::RopeConstants stiffer = settings;
    stiffer.bendingStiffness = settings.byNewton() ? 0.3 : 0.0;
    stiffer.mass *= 2.0;
    const std::vector<Vec3> one = straight(Vec3(0.0), {1.0, 0.1, 0.0}, 21);
    const std::vector<Vec3> two = straight({0.0, 0.0, 5.0}, {0.42, 0.56, 5.0}, 15);
    RopeSettings other = settings;
    static_cast<rope::RopeConstants&>(other) = stiffer;
    other.massCount = 15;
    RopeSimulation first = alone(settings, one);
    RopeSimulation second = alone(other, two);
    RopeSimulation both = alone(settings, one);
    both.addRope(stiffer, two);
    REQUIRE(both.masses().size() == 36);
    if (settings.byNewton())
        for (RopeSimulation* sim : {&first, &second, &both})
            sim->pin(0);
    if (settings.byNewton())
        both.pin(21);
    const double dt = settings.byNewton() ? stepLength : 1e-3;
    for (int step = 0; step < 120; ++step)
    {
        for (RopeSimulation* sim : {&first, &second, &both})
            sim->step(dt);
    }
    for (std::size_t i = 0; i < 21; ++i)
        CHECK(both.masses()[i].position == first.masses()[i].position);
    for (std::size_t i = 0; i < 15; ++i)
        CHECK(both.masses()[21 + i].position == second.masses()[i].position);
    CHECK_THAT(both.totalEnergy(), WithinRel(first.totalEnergy() + second.totalEnergy(), 1e-12));
}

// Three ropes of one weight hang from two places and from each other: at the knot their tensions add up to nothing.
// Each is a chain of given masses, so the knot's place follows from the balance of forces alone.
TEST_CASE("Three ropes in a Y balance at their knot", "[ropes][several]")
{
    RopeByLength limp = bendy(11);
    limp.bendingStiffness = 0.0;
    limp.axialStiffness = 1e5;
    limp.length = 1.0;
    RopeSimulation sim(limp);
    const Vec3 knot{0.6, -0.8, 0.0};
    sim.layOut(straight(Vec3(0.0), knot, 11));
    const RopeSettings constants = limp;
    sim.addRope(constants, straight({1.3, 0.0, 0.0}, knot, 11));
    sim.addRope(constants, straight(knot, knot + Vec3(0.0, -1.0, 0.0), 11));
    sim.pin(0);
    sim.pin(11);
    sim.tie(10, 21);
    sim.tie(21, 22);
    REQUIRE(sim.rest());
    const auto pull = [&](std::size_t at, std::size_t beside)
    {
        const Vec3 way = sim.masses()[beside].position - sim.masses()[at].position;
        const double length = glm::length(way);
        return constants.springConstant * (length - constants.springLength) / length * way;
    };
    const double ends = 3.0 * 0.5 * constants.mass;
    const Vec3 sum = pull(10, 9) + pull(21, 20) + pull(22, 23) + ends * constants.gravity;
    CHECK(glm::length(sum) < 1e-9 * glm::length(pull(10, 9)));
    // The third rope hangs straight down with its own weight, less the half mass at the knot.
    const double hanging = (limp.massPerLength * limp.length - 0.5 * constants.mass) * 9.81;
    CHECK_THAT(glm::length(pull(22, 23)), WithinRel(hanging, 1e-9));
    CHECK_THAT(pull(22, 23).y, WithinRel(-hanging, 1e-9));
    CHECK(glm::distance(sim.masses()[10].position, sim.masses()[21].position) < 1e-5 * constants.springLength);
}

TEST_CASE("Two ropes that cross under load keep their momentum, and neither passes the other", "[ropes][several]")
{
    RopeByLength thick = bendy(41);
    thick.radius = 0.01;
    thick.contactFriction = 0.3;
    thick.gravity = Vec3(0.0);
    thick.airFriction = 0.0;
    thick.tolerance = 1e-9;
    RopeSimulation sim(thick);
    sim.layOut(straight({-0.5, 0.0, 0.0}, {0.5, 0.0, 0.0}, 41));
    RopeSettings thin = thick;
    thin.ropeRadius = 0.006;
    thin.contactFriction = 0.1;
    sim.addRope(thin, straight({0.0, 0.018, -0.5}, {0.0, 0.018, 0.5}, 41));
    // They are drawn across each other, by forces that add up to nothing.
    for (const std::size_t end : {std::size_t{0}, std::size_t{40}})
        sim.setForce(end, {0.0, 2.0, 0.0});
    for (const std::size_t end : {std::size_t{41}, std::size_t{81}})
        sim.setForce(end, {0.0, -2.0, 0.0});
    double nearest = 1.0;
    double farthest = 0.0;
    bool touched = false;
    for (int step = 0; step < 120; ++step)
    {
        sim.step(stepLength);
        touched = touched || !sim.selfTouches().empty();
        farthest = std::max(farthest, glm::length(sim.momentum()));
        for (std::size_t i = 0; i < 40; ++i)
            for (std::size_t k = 41; k < 81; ++k)
            {
                const auto edge = [&](std::size_t m) {
                    return rope::Segment{sim.masses()[m].position,
                                         sim.masses()[m + 1].position - sim.masses()[m].position};
                };
                nearest = std::min(nearest, rope::distance(edge(i), edge(k)));
            }
    }
    CHECK(touched);
    CHECK(nearest > 0.8 * 0.016);
    CHECK(farthest < 1e-11 * 120 * stepLength * 4.0);
}

// n (w - w0): the slowest frequencies of ropes in a row, tied end to end, are those of one rope of their length.
TEST_CASE("Ten tied ropes have the frequencies of one", "[ropes][several]")
{
    RopeByLength limp = bendy(11);
    limp.bendingStiffness = 0.0;
    limp.gravity = Vec3(0.0);
    limp.length = 0.1;
    limp.axialStiffness = 1e4;
    constexpr double strain = 1.001;
    RopeByLength whole = limp;
    whole.massCount = 101;
    whole.length = 1.0;
    RopeSimulation one(whole);
    one.layOut(straight(Vec3(0.0), {strain, 0.0, 0.0}, 101));
    one.pin(0);
    one.pin(100);
    RopeSimulation ten(limp);
    ten.layOut(straight(Vec3(0.0), {0.1 * strain, 0.0, 0.0}, 11));
    const RopeSettings constants = limp;
    for (int k = 1; k < 10; ++k)
        ten.addRope(constants, straight({0.1 * k * strain, 0.0, 0.0}, {0.1 * (k + 1) * strain, 0.0, 0.0}, 11));
    for (std::size_t k = 1; k < 10; ++k)
        ten.tie(11 * k - 1, 11 * k);
    ten.pin(0);
    ten.pin(109);
    for (const int number : {0, 2, 4}) // each swings both ways across
        CHECK_THAT(ten.frequency(number), WithinRel(one.frequency(number), 1e-4));
}

TEST_CASE("The books balance through ties, a cut and a join", "[ropes][several][books]")
{
    RopeByLength rope = bendy(21);
    rope.torsionalStiffness = 0.01;
    rope.radius = GENERATE(0.0, 0.01);
    rope.selfContact = rope.radius > 0.0;
    rope.tolerance = 1e-7;
    RopeSimulation sim(rope);
    sim.layOut(straight(Vec3(0.0), {1.0, 0.0, 0.0}, 21));
    const RopeId other = sim.addRope(RopeSettings(rope), straight({0.2, 0.0, 0.3}, {1.2, 0.0, 0.3}, 21));
    sim.pin(0);
    sim.pin(21);
    sim.setBooks(true);
    const rope::TieId tie = sim.tie(15, 36);
    double worst = 0.0;
    const auto advance = [&](int steps)
    {
        for (int i = 0; i < steps; ++i)
        {
            sim.step(stepLength);
            worst = std::max(worst, imbalance(sim));
        }
    };
    advance(60);
    const Vec3 momentum = sim.momentum();
    const RopeId behind = sim.cut(10);
    CHECK(glm::distance(sim.momentum(), momentum) < 1e-13);
    CHECK(sim.ropes().size() == 3);
    CHECK(sim.masses().size() == 43);
    CHECK_THAT(sim.masses()[10].mass, WithinRel(0.5 * RopeSettings(rope).mass, 1e-12));
    CHECK(sim.masses()[10].position == sim.masses()[11].position);
    CHECK(imbalance(sim) < 1e-11);
    sim.join(sim.ropes().front(), RopeEnd::last, behind, RopeEnd::first);
    CHECK(sim.ropes().size() == 2);
    CHECK(sim.masses().size() == 42);
    CHECK(glm::distance(sim.momentum(), momentum) < 1e-13);
    advance(30);
    sim.untie(tie);
    sim.cut(25);
    advance(30);
    sim.removeRope(other);
    CHECK(sim.ropes().size() == 2);
    advance(30);
    CHECK(worst < 1e-11);
}

// A rope under the tension T that is cut: its end sets off with c T/EA, c the speed of sound in the chain, and a taut
// rope of the same length goes on as one when it is joined again.
TEST_CASE("A rope that is cut recoils, and one that is joined at once goes on as before", "[ropes][several]")
{
    RopeByLength taut = bendy(81);
    taut.bendingStiffness = 0.0;
    taut.gravity = Vec3(0.0);
    taut.airFriction = 0.0;
    taut.axialStiffness = 1e4;
    constexpr double strain = 0.01;
    const std::vector<Vec3> positions = straight(Vec3(0.0), {1.0 + strain, 0.0, 0.0}, 81);
    RopeSimulation sim = alone(taut, positions);
    sim.pin(0);
    sim.pin(80);
    const double sound = std::sqrt(taut.axialStiffness / taut.massPerLength); // 316 m/s
    const RopeId behind = sim.cut(40);
    const double dt = 0.02 / sound; // within a segment's time
    for (int i = 0; i < 20; ++i)
        sim.step(dt);
    // 0.4 m of rope on each side move by then, with the speed strain times sound.
    CHECK_THAT(-sim.masses()[35].velocity.x, WithinRel(strain * sound, 0.1));
    CHECK_THAT(sim.masses()[46].velocity.x, WithinRel(strain * sound, 0.1));
    CHECK_THROWS_WITH(sim.join(sim.ropes().front(), RopeEnd::last, behind, RopeEnd::first),
                      ContainsSubstring("must be nearer than half a segment"));

    RopeSimulation again = alone(taut, positions);
    again.pin(0);
    again.pin(80);
    again.join(again.ropes().front(), RopeEnd::last, again.cut(40), RopeEnd::first);
    REQUIRE(again.masses().size() == 81);
    for (int i = 0; i < 100; ++i)
        again.step(stepLength);
    for (std::size_t i = 0; i < 81; ++i)
        CHECK(glm::distance(again.masses()[i].position, positions[i]) < 1e-12);
}

TEST_CASE("Ends are joined whichever way their ropes lie", "[ropes][several]")
{
    const auto end = GENERATE(RopeEnd::first, RopeEnd::last);
    const auto otherEnd = GENERATE(RopeEnd::first, RopeEnd::last);
    RopeByLength rope = bendy(11);
    rope.gravity = Vec3(0.0);
    RopeSimulation sim(rope);
    std::vector<Vec3> one = straight(Vec3(0.0), {1.0, 0.0, 0.0}, 11);
    std::vector<Vec3> two = straight({1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}, 11);
    if (end == RopeEnd::first)
        std::reverse(one.begin(), one.end());
    if (otherEnd == RopeEnd::last)
        std::reverse(two.begin(), two.end());
    sim.layOut(one);
    const RopeId other = sim.addRope(RopeSettings(rope), two);
    sim.join(sim.ropes().front(), end, other, otherEnd);
    REQUIRE(sim.ropes().size() == 1);
    REQUIRE(sim.masses().size() == 21);
    REQUIRE(sim.springs().size() == 20);
    CHECK_THAT(sim.length(), WithinRel(2.0, 1e-12));
    for (std::size_t i = 0; i + 1 < 21; ++i)
        CHECK_THAT(glm::distance(sim.masses()[i].position, sim.masses()[i + 1].position), WithinRel(0.1, 1e-12));
    double mass = 0.0;
    for (const rope::Mass& each : sim.masses())
        mass += each.mass;
    CHECK_THAT(mass, WithinRel(2.0 * rope.massPerLength * rope.length, 1e-12));
    sim.advance(0.2); // it is at rest and stays there
    CHECK_THAT(sim.length(), WithinRel(2.0, 1e-9));
    CHECK(glm::length(sim.momentum()) < 1e-12);
}

TEST_CASE("The mouse pulls a mass of any rope", "[ropes][several]")
{
    const bool explicitly = GENERATE(true, false);
    RopeSettings settings = bendy(11);
    if (explicitly)
    {
        settings = RopeSettings{};
        settings.massCount = 11;
    }
    settings.gravity = Vec3(0.0);
    RopeSimulation sim(settings);
    sim.addRope(settings, straight({0.0, 1.0, 0.0}, {0.5, 1.0, 0.0}, 11));
    for (const std::size_t mass : {std::size_t{12}, std::size_t{21}, std::size_t{5}})
    {
        const Vec3 target = sim.masses()[mass].position + Vec3(0.0, 0.05, 0.02);
        const double before = glm::distance(sim.masses()[mass].position, target);
        sim.grab(mass, target);
        REQUIRE(sim.grabbed() == mass);
        CHECK(sim.stepLimits().stable > 0.0);
        sim.advance(0.25);
        CHECK(glm::distance(sim.masses()[mass].position, target) < before);
        sim.release();
    }
    if (explicitly)
    {
        const std::size_t cut = sim.rope(sim.cut(5)).first; // a first mass that nothing holds
        const Vec3 target = sim.masses()[cut].position + Vec3(0.0, 0.05, 0.0);
        sim.grab(cut, target);
        REQUIRE(sim.grabbed() == cut);
        sim.advance(0.25);
        CHECK(glm::distance(sim.masses()[cut].position, target) < 0.05);
        return;
    }
    sim.grab(0, {0.0, 0.1, 0.0}); // the free first end of a rope by its length
    CHECK(sim.stepLimits().stable > 1e6);
}

TEST_CASE("All ropes stand after a pose, also those beside the first", "[ropes][several]")
{
    RopeSimulation sim(bendy(11));
    sim.addRope(RopeSettings(bendy(11)), straight({0.0, 0.0, 2.0}, {1.0, 0.0, 2.0}, 11));
    sim.advance(0.2);
    REQUIRE(sim.masses()[15].velocity.y < -1.0);
    sim.pose(1.0 / 60.0);
    const std::vector<rope::Mass> before = sim.masses();
    sim.step(stepLength);
    const double fall = 9.81 * stepLength * stepLength; // of implicit steps from rest
    for (const std::size_t mass : {std::size_t{5}, std::size_t{15}})
        CHECK_THAT(before[mass].position.y - sim.masses()[mass].position.y, WithinRel(fall, 0.01));
}

TEST_CASE("What cannot be done to ropes is refused, and changes nothing", "[ropes][several]")
{
    RopeSimulation sim(bendy(11));
    const RopeId first = sim.ropes().front();
    CHECK_THROWS_WITH(sim.cut(0), "a cut at mass 0: must be between two ends");
    CHECK_THROWS_WITH(sim.cut(11), "mass 11: must be below 11");
    CHECK_THROWS_WITH(sim.tie(3, 3), "a tie of a mass or a body to itself: must hold two things");
    CHECK_THROWS_WITH(sim.untie(rope::TieId{}), "tie 0: must be one that is there");
    CHECK_THROWS_WITH(sim.removeRope(first), "the first rope: must stay");
    CHECK_THROWS_WITH(sim.removeRope(static_cast<RopeId>(7)), "rope 7: must be one that is there");
    CHECK_THROWS_WITH(sim.join(first, RopeEnd::first, first, RopeEnd::last), ContainsSubstring("must be two ropes"));
    RopeSimulation limp;
    CHECK_THROWS_WITH(limp.addRope(RopeSettings(bendy(5)), straight(Vec3(0.0), {1.0, 0.0, 0.0}, 5)),
                      ContainsSubstring("must take the steps that they take"));
    CHECK_THROWS_WITH(limp.tie(3, 5), ContainsSubstring("must hold ropes that go by bdf2"));
    RopeByLength ring = bendy(12);
    ring.closed = true;
    RopeSimulation round(ring);
    CHECK_THROWS_WITH(round.cut(5), ContainsSubstring("of a rope with two ends"));
    std::vector<Vec3> positions;
    for (const rope::Mass& mass : round.masses())
        positions.push_back(mass.position);
    const RopeId other = round.addRope(RopeSettings(ring), positions);
    CHECK_THROWS_WITH(round.join(round.ropes().front(), RopeEnd::last, other, RopeEnd::first),
                      ContainsSubstring("must be of ropes with two ends"));
    CHECK(sim.masses().size() == 11);
    CHECK(sim.ropes().size() == 1);
}

TEST_CASE("Any rope that whips shortens the steps, and two ropes that fly past each other do not", "[rope]")
{
    RopeSettings settings;
    settings.massCount = 12;
    settings.ground = false;
    settings.autoSteps = true;
    const auto first = straight(Vec3(0.0), Vec3(0.0, -0.5, 0.0), 12);
    const auto second = straight(Vec3(3.0, 0.0, 0.0), Vec3(3.0, -0.5, 0.0), 12);
    const auto longestStepWith = [&](const Vec3& speedOfAll, const Vec3& speedOfEnd)
    {
        RopeSimulation sim(settings);
        sim.layOut(first);
        sim.addRope(settings, second);
        rope::WrittenMoment moment = sim.written();
        for (std::size_t i = 12; i < 24; ++i)
            moment.velocities[i] = speedOfAll;
        moment.velocities.back() += speedOfEnd;
        sim.beginAt(moment);
        const double calm = sim.longestStep();
        for (int i = 0; i < 20; ++i)
            sim.step(1e-4);
        return sim.longestStep() / calm;
    };
    CHECK(longestStepWith(Vec3(0.0), Vec3(0.0)) == 1.0);
    CHECK(longestStepWith(Vec3(500.0, 0.0, 0.0), Vec3(0.0)) == 1.0);
    CHECK(longestStepWith(Vec3(0.0), Vec3(200.0, 0.0, 0.0)) < 0.9);
}
