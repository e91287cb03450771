// Reels of several ropes: each winds as the reel of a rope alone does, and what all ropes remember follows.
#include "catch.hpp"
#include "straight_line.hpp"

#include <rope/rope_by_length.hpp>
#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using rope::EnergyLine;
using rope::Mass;
using rope::MomentumLine;
using rope::RopeByLength;
using rope::RopeEnd;
using rope::RopeId;
using rope::RopeIntegrator;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::TwistModel;
using rope::Vec3;

namespace
{

constexpr double stepLength = 1.0 / 480.0;

RopeSettings byMasses(RopeIntegrator integrator)
{
    RopeSettings settings;
    settings.massCount = 21;
    settings.integrator = integrator;
    settings.springConstant = 2000.0;
    settings.bendingStiffness = integrator == RopeIntegrator::bdf2 ? 0.01 : 0.0;
    settings.airFriction = 0.05;
    settings.groundHeight = -1000.0;
    return settings;
}

/// Of a rope that hangs from a pin.
RopeSettings byLength(TwistModel twist)
{
    RopeByLength rope;
    rope.massCount = 21;
    rope.minMassCount = 5;
    rope.maxMassCount = 60;
    rope.twist = twist;
    rope.spinInertia = 1e-5;
    rope.airFriction = 0.02;
    rope.axialStiffness = 1000.0;
    return RopeSettings(rope);
}

/// Each way to take steps.
RopeSettings any()
{
    const int way = GENERATE(0, 1, 2, 3, 4);
    CAPTURE(way);
    constexpr RopeIntegrator integrators[] = {RopeIntegrator::semi_implicit_euler, RopeIntegrator::implicit_euler,
                                              RopeIntegrator::bdf2};
    return way < 3 ? byMasses(integrators[way]) : byLength(way == 3 ? TwistModel::uniform : TwistModel::waves);
}

/// A rope that hangs askew from its first mass, `x` [m] from the origin.
std::vector<Vec3> askew(double x)
{
    return straight({x, 0.0, 0.0}, {x + 0.6, -0.8, 0.0}, 21);
}

RopeSimulation alone(const RopeSettings& settings, double x)
{
    RopeSimulation sim(settings);
    sim.layOut(askew(x));
    if (settings.byLength)
        sim.pin(0);
    return sim;
}

RopeId add(RopeSimulation& sim, double x)
{
    const RopeId id = sim.addRope(sim.settings(), askew(x));
    if (sim.settings().byLength)
        sim.pin(sim.rope(id).first);
    return id;
}

double imbalance(const RopeSimulation& sim)
{
    const rope::EnergyBook book = sim.energyBook();
    const rope::MomentumBook momentum = sim.momentumBook();
    const auto share = [](double part, double whole) { return std::abs(part) / std::max(whole, 1e-300); };
    return std::max({share(book.imbalance(), book.throughput()),
                     share(glm::length(momentum.linear.imbalance()), momentum.linear.throughput()),
                     share(glm::length(momentum.angular.imbalance()), momentum.angular.throughput())});
}

void checkSame(const RopeSimulation& all, RopeId id, const RopeSimulation& one)
{
    const rope::Rope& rope = all.rope(id);
    REQUIRE(rope.masses() == one.masses().size());
    CHECK(rope.reel.netInsertions() == one.netInsertions());
    CHECK(rope.reel.restLength() == one.reel().restLength());
    for (std::size_t i = 0; i < rope.masses(); ++i)
    {
        CHECK(all.masses()[rope.first + i].position == one.masses()[i].position);
        CHECK(all.masses()[rope.first + i].velocity == one.masses()[i].velocity);
    }
}

} // namespace

TEST_CASE("A reel of masses among others leaves those as they are, and winds its own by the same formula", "[reel]")
{
    rope::ReelSettings settings;
    settings.segmentLength = 0.5;
    settings.fullLength = 0.5;
    settings.insertion = GENERATE(rope::Insertion::consistent, rope::Insertion::article);
    const std::vector<Mass> own{Mass{1.0, {0.0, 0.1, 0.0}, {0.1, 0.0, 0.0}},
                                Mass{2.0, {0.1, -0.6, 0.2}, {0.3, -1.0, 0.1}},
                                Mass{3.0, {0.1, -1.1, 0.2}, {0.2, -1.0, 0.1}}};
    const std::vector<Mass> before{Mass{4.0, {1.0, 0.0, 0.0}}, Mass{5.0, {2.0, 0.0, 0.0}}};
    const std::vector<Mass> behind{Mass{6.0, {3.0, 0.0, 0.0}}};
    std::vector<Mass> all = before;
    all.insert(all.end(), own.begin(), own.end());
    all.insert(all.end(), behind.begin(), behind.end());
    std::vector<Mass> one = own;
    rope::Reel reel(0.7);
    rope::Reel among(0.7);
    for (const double speed : {1.5, 1.5, -1.5, -2.0, -2.0})
    {
        settings.payoutSpeed = speed;
        const std::size_t count = one.size();
        reel.advance(settings, 0.3, one);
        among.advance(settings, 0.3, all, before.size(), count);
        REQUIRE(all.size() == before.size() + one.size() + behind.size());
        CHECK(among.restLength() == reel.restLength());
        CHECK(among.netInsertions() == reel.netInsertions());
        CHECK(among.insertedMomentum() == reel.insertedMomentum());
        for (std::size_t i = 0; i < one.size(); ++i)
        {
            CHECK(all[before.size() + i].position == one[i].position);
            CHECK(all[before.size() + i].velocity == one[i].velocity);
        }
        CHECK(all[1].mass == 5.0);
        CHECK(all.back().mass == 6.0);
    }
}

TEST_CASE("Ropes on reels that touch nothing move with the bits that each has alone", "[reel][several]")
{
    const RopeSettings settings = any();
    const double ofFirst = GENERATE(0.0, 0.5);
    RopeSimulation first = alone(settings, 0.0);
    RopeSimulation second = alone(settings, 5.0);
    RopeSimulation third = alone(settings, 9.0);
    RopeSimulation all = alone(settings, 0.0);
    const RopeId one = all.ropes().front();
    const RopeId two = add(all, 5.0);
    const RopeId three = add(all, 9.0);
    for (RopeSimulation* sim : {&first, &second, &third, &all})
        sim->setBooks(true);
    const auto wind = [](RopeSimulation& sim, RopeId id, double speed) { sim.setPayoutSpeed(id, speed); };
    for (const double ofSecond : {-0.6, 0.9, -0.9})
    {
        wind(first, one, ofFirst);
        wind(all, one, ofFirst);
        wind(second, one, ofSecond);
        wind(all, two, ofSecond);
        wind(third, one, -0.5 * ofSecond);
        wind(all, three, -0.5 * ofSecond);
        for (int i = 0; i < 240; ++i)
            for (RopeSimulation* sim : {&first, &second, &third, &all})
                sim->step(stepLength);
        checkSame(all, one, first);
        checkSame(all, two, second);
        checkSame(all, three, third);
        CHECK(imbalance(all) < 1e-11);
        const auto sum = [&](EnergyLine line) -> double
        { return first.energyLine(line) + second.energyLine(line) + third.energyLine(line); };
        for (const EnergyLine line : {EnergyLine::reel, EnergyLine::connection, EnergyLine::air})
            CHECK_THAT(all.energyLine(line), WithinAbs(sum(line), 1e-11 * all.energyBook().throughput()));
        const auto brought = [](const RopeSimulation& sim) -> Vec3
        { return sim.momentumBook().linear.gained(MomentumLine::reel); };
        CHECK(glm::distance(brought(all), brought(first) + brought(second) + brought(third)) < 1e-11);
    }
    CHECK(all.rope(two).reel.netInsertions() != 0);
    CHECK(all.rope(three).reel.netInsertions() != 0);
}

TEST_CASE("The reel of a second rope pays out its speed times time, and stops where the rope ends", "[reel][several]")
{
    RopeSettings settings = any();
    settings.minMassCount = 9;
    settings.maxMassCount = 30;
    RopeSimulation sim = alone(settings, 0.0);
    const RopeId two = add(sim, 5.0);
    const auto length = [&] { return rope::restLength(sim.rope(two).springs); };
    const double rest = length();
    sim.setPayoutSpeed(two, 0.25);
    for (int i = 0; i < 480; ++i)
        sim.step(stepLength);
    CHECK_THAT(length(), WithinAbs(rest + 0.25, 1e-9));
    CHECK(sim.restLength() == rest);
    for (int i = 0; i < 960; ++i)
        sim.step(stepLength);
    CHECK(sim.rope(two).masses() == 30);
    CHECK_THAT(length(), WithinRel(29 * settings.springLength, 1e-12));
    CHECK(sim.rope(two).reel.feedSpeed() == 0.0);
    sim.setPayoutSpeed(two, -0.5);
    for (int i = 0; i < 1440; ++i)
        sim.step(stepLength);
    CHECK(sim.rope(two).masses() == 9);
    CHECK_THAT(length(), WithinRel(7.5 * settings.springLength, 1e-12));
    CHECK(sim.rope(sim.ropes().front()).masses() == 21);
}

TEST_CASE("Pins, grabs and ties of all ropes stay at their rope while reels wind", "[reel][several]")
{
    const RopeSettings settings = byLength(TwistModel::uniform);
    RopeSimulation sim = alone(settings, 0.0);
    const RopeId two = add(sim, 5.0);
    const RopeId three = add(sim, 9.0);
    const auto massOf = [&](RopeId id, std::size_t number) { return sim.rope(id).first + number; };
    const auto end = [&](RopeId id) { return sim.rope(id).first + sim.rope(id).masses() - 1; };
    const auto at = [&](std::size_t mass) -> Vec3 { return sim.masses()[mass].position; };
    sim.setPins(two, {{10, at(massOf(two, 10))}});
    const Vec3 pinned = at(massOf(two, 10));
    const rope::TieId toSpace = sim.tie(massOf(three, 15), at(massOf(three, 15)));
    const Vec3 tied = at(massOf(three, 15));
    const rope::TieId toEnd = sim.tie(end(two), at(end(two)));
    const Vec3 last = at(end(two));
    sim.grab(massOf(three, 18), at(massOf(three, 18)));
    sim.setBooks(true);
    sim.setPayoutSpeed(two, 0.4);
    sim.setPayoutSpeed(three, -0.2);
    for (int i = 0; i < 720; ++i)
    {
        sim.step(stepLength);
        REQUIRE(sim.grabbed() == massOf(three, static_cast<std::size_t>(18 + sim.rope(three).reel.netInsertions())));
    }
    const int out = sim.rope(two).reel.netInsertions();
    const int in = -sim.rope(three).reel.netInsertions();
    REQUIRE(out >= 6);
    REQUIRE(in >= 3);
    CHECK(glm::distance(at(massOf(two, static_cast<std::size_t>(10 + out))), pinned) < 1e-9);
    CHECK(glm::distance(at(massOf(three, static_cast<std::size_t>(15 - in))), tied) < 1e-3);
    CHECK(glm::distance(at(end(two)), last) < 1e-3);
    CHECK(glm::length(sim.tieForce(toSpace)) > 0.1);
    CHECK(glm::length(sim.tieForce(toEnd)) > 0.1);
    CHECK(imbalance(sim) < 1e-9);
}

// The first ropes lie elsewhere; the one on the reel runs over a post, which presses and rubs it.
TEST_CASE("A rope that runs over a post is wound as it is alone", "[reel][several][contact]")
{
    RopeByLength thick;
    thick.massCount = 41;
    thick.length = 1.0;
    thick.minMassCount = 5;
    thick.maxMassCount = 90;
    thick.radius = 0.01;
    thick.contactFriction = 0.3;
    thick.bendingStiffness = 1e-3;
    thick.torsionalStiffness = GENERATE(0.0, 1e-3);
    thick.gravity = Vec3(0.0, -9.81, 0.0);
    thick.airFriction = 0.02;
    const std::vector<Vec3> over = straight({0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, 41);
    const auto away = [&](double z) -> std::vector<Vec3> {
        return straight({0.0, 0.0, z}, {1.0, 0.0, z}, 41);
    };
    const rope::SolidBody post = rope::SolidBody::capsule({0.5, -0.08, -0.5}, {0.5, -0.08, 0.5}, 0.06);
    RopeSimulation one(thick);
    one.layOut(over);
    RopeSimulation all(thick);
    all.layOut(away(3.0));
    const RopeId second = all.addRope(RopeSettings(thick), over);
    all.addRope(RopeSettings(thick), away(6.0));
    for (std::size_t rope = 0; rope < 3; ++rope)
        all.pin(41 * rope);
    one.pin(0);
    for (RopeSimulation* sim : {&one, &all})
    {
        sim->addSolid(post);
        sim->setBooks(true);
    }
    for (const double speed : {0.0, 0.4, -0.6})
    {
        one.setPayoutSpeed(one.ropes().front(), speed);
        all.setPayoutSpeed(second, speed);
        for (int i = 0; i < 480; ++i)
        {
            one.step(stepLength);
            all.step(stepLength);
        }
        const rope::Rope& rope = all.rope(second);
        REQUIRE(rope.masses() == one.masses().size());
        REQUIRE_FALSE(one.touches().empty());
        REQUIRE(all.touches().size() == one.touches().size());
        for (std::size_t k = 0; k < one.touches().size(); ++k)
            CHECK(all.touches()[k].mass == one.touches()[k].mass + rope.first);
        for (std::size_t i = 0; i < rope.masses(); ++i)
            CHECK(glm::distance(all.masses()[rope.first + i].position, one.masses()[i].position) < 1e-9);
        CHECK(imbalance(all) < 1e-9);
    }
}

// One rope presses down on another; both slide across the place as they are wound, one out and one in.
TEST_CASE("Ropes that cross while both are wound pass through nothing, whichever is the first",
          "[reel][several][contact]")
{
    RopeByLength thick;
    thick.massCount = 41;
    thick.length = 1.0;
    thick.minMassCount = 5;
    thick.maxMassCount = 90;
    thick.radius = 0.01;
    thick.contactFriction = 0.3;
    thick.bendingStiffness = 1e-3;
    thick.torsionalStiffness = 0.0;
    thick.gravity = Vec3(0.0);
    thick.airFriction = 0.05;
    thick.tolerance = 1e-9;
    const std::vector<Vec3> lower = straight({-0.5, 0.0, 0.0}, {0.5, 0.0, 0.0}, 41);
    const std::vector<Vec3> upper = straight({0.0, 0.021, -0.5}, {0.0, 0.021, 0.5}, 41);
    struct Crossed
    {
        RopeSimulation sim;
        RopeId lower;
        RopeId upper;
    };
    const auto made = [&](bool lowerFirst)
    {
        Crossed crossed{RopeSimulation(thick), {}, {}};
        RopeSimulation& sim = crossed.sim;
        sim.layOut(lowerFirst ? lower : upper);
        const RopeId first = sim.ropes().front();
        const RopeId second = sim.addRope(RopeSettings(thick), lowerFirst ? upper : lower);
        crossed.lower = lowerFirst ? first : second;
        crossed.upper = lowerFirst ? second : first;
        for (const RopeId id : {first, second})
            sim.pin(sim.rope(id).first);
        sim.setBooks(true);
        sim.setPayoutSpeed(crossed.lower, -0.2);
        sim.setPayoutSpeed(crossed.upper, 0.15);
        return crossed;
    };
    Crossed one = made(true);
    Crossed other = made(false);
    const auto step = [](Crossed& crossed)
    {
        RopeSimulation& sim = crossed.sim;
        const auto last = [&](RopeId id) { return sim.rope(id).first + sim.rope(id).masses() - 1; };
        sim.setForce(last(crossed.lower), {5.0, 0.0, 0.0});
        sim.setForce(last(crossed.upper), {0.0, -2.0, 5.0});
        sim.step(stepLength);
    };
    int touched = 0;
    for (int i = 0; i < 360; ++i)
    {
        step(one);
        step(other);
        touched += one.sim.selfTouches().empty() ? 0 : 1;
        for (const rope::RopeTouch& touch : one.sim.selfTouches())
        {
            REQUIRE(one.sim.rope(one.lower).has(touch.edge));
            REQUIRE(one.sim.rope(one.upper).has(touch.other));
            REQUIRE(touch.distance > 0.8 * 0.02);
        }
    }
    CHECK(touched > 300);
    for (Crossed* crossed : {&one, &other})
    {
        CHECK(imbalance(crossed->sim) < 1e-9);
        CHECK_FALSE(crossed->sim.passed());
    }
    for (const auto& [id, same] : {std::pair(one.lower, other.lower), std::pair(one.upper, other.upper)})
    {
        const rope::Rope& rope = one.sim.rope(id);
        const rope::Rope& again = other.sim.rope(same);
        REQUIRE(rope.reel.netInsertions() == again.reel.netInsertions());
        CHECK(std::abs(rope.reel.netInsertions()) >= 3);
        for (std::size_t i = 0; i < rope.masses(); ++i)
            CHECK(glm::distance(one.sim.masses()[rope.first + i].position,
                                other.sim.masses()[again.first + i].position) <
                  2e-5); // what slides is solved in another order
    }
}

TEST_CASE("A second rope that is wound is cut, joined and taken away, and the books balance", "[reel][several][books]")
{
    const RopeSettings settings = byLength(GENERATE(TwistModel::uniform, TwistModel::waves));
    RopeSimulation sim = alone(settings, 0.0);
    const RopeId two = add(sim, 5.0);
    const RopeId three = add(sim, 9.0);
    sim.setBooks(true);
    sim.setPayoutSpeed(two, 0.4);
    sim.setPayoutSpeed(three, -0.2);
    double worst = 0.0;
    const auto run = [&](int steps)
    {
        for (int i = 0; i < steps; ++i)
        {
            sim.step(stepLength);
            worst = std::max(worst, imbalance(sim));
        }
    };
    const auto length = [&](RopeId id) { return rope::restLength(sim.rope(id).springs); };
    run(240);
    const double whole = length(two);
    const RopeId behind = sim.cut(sim.rope(two).first + 15);
    CHECK_THAT(length(two) + length(behind), WithinAbs(whole, 1e-12));
    sim.join(two, RopeEnd::last, behind, RopeEnd::first);
    CHECK_THAT(length(two), WithinAbs(whole, 1e-12));
    run(60);
    CHECK_THAT(length(two), WithinAbs(whole + 0.4 * 60 * stepLength, 1e-9));
    const RopeId fallen = sim.cut(sim.rope(two).first + 15);
    run(60);
    CHECK(sim.rope(fallen).reel.netInsertions() == 0);
    CHECK_THAT(length(two) + length(fallen), WithinAbs(whole + 0.4 * 120 * stepLength, 1e-9));
    const std::size_t first = sim.rope(three).first;
    const std::size_t gone = sim.rope(two).masses();
    sim.removeRope(two);
    CHECK(sim.rope(three).first == first - gone);
    run(60);
    CHECK(worst < 1e-11);
}

TEST_CASE("Ropes on reels go on from their moment with the same bits, whatever they were laid out with",
          "[reel][several][moment]")
{
    const RopeSettings settings = any();
    const auto made = [&]
    {
        RopeSimulation sim = alone(settings, 0.0);
        const RopeId two = add(sim, 5.0);
        const RopeId three = add(sim, 9.0);
        sim.setPayoutSpeed(sim.ropes().front(), -0.3);
        sim.setPayoutSpeed(two, 0.7);
        sim.setPayoutSpeed(three, -0.4);
        return sim;
    };
    RopeSimulation sim = made();
    for (int i = 0; i < 240; ++i)
        sim.step(stepLength);
    const rope::WrittenMoment moment = sim.written();
    RopeSimulation opened = made();
    opened.beginAt(moment);
    CHECK(opened.written() == moment);
    for (int i = 0; i < 240; ++i)
    {
        sim.step(stepLength);
        opened.step(stepLength);
    }
    CHECK(opened.written() == sim.written());
    opened.beginAt(moment); // it has wound on since
    CHECK(opened.written() == moment);
    RopeSettings same = opened.settings();
    opened.setSettings(same);
    opened.step(stepLength);
    CHECK(opened.masses().size() == moment.positions.size());

    rope::WrittenMoment wrong = moment;
    wrong.lists.at("rod_masses").front() += 1.0;
    CHECK_THROWS_WITH(opened.beginAt(wrong),
                      "list rod_masses: must tell the masses of 3 ropes, as they are laid out or "
                      "their reels leave them");
    wrong = moment;
    wrong.lists.at("rope2.rod_reel").front() = 0.0;
    CHECK_THROWS_WITH(opened.beginAt(wrong), "list rope2.rod_reel: must have a first segment above 0");
}

TEST_CASE("A rope that becomes the first one by a join brings its reel", "[reel][several]")
{
    const RopeSettings settings = byLength(TwistModel::uniform);
    RopeSimulation sim(settings);
    sim.layOut(straight({1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}, 21));
    const RopeId two = sim.addRope(settings, straight({0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, 21));
    sim.pin(21);
    sim.setPayoutSpeed(two, 0.4);
    sim.join(two, RopeEnd::last, sim.ropes().front(), RopeEnd::first);
    REQUIRE(sim.ropes() == std::vector<RopeId>{two});
    CHECK(sim.settings().payoutSpeed == 0.4);
    RopeSettings heavier = sim.settings();
    heavier.massCount = 41;
    heavier.mass *= 2.0;
    sim.setSettings(heavier);
    for (int i = 0; i < 240; ++i)
        sim.step(stepLength);
    CHECK_THAT(sim.restLength(), WithinAbs(2.0 + 0.2, 1e-9));
    CHECK(sim.netInsertions() == 4);
}

TEST_CASE("All reels stand while ropes are posed", "[reel][several][pose]")
{
    RopeSimulation sim = alone(byLength(TwistModel::uniform), 0.0);
    const RopeId two = add(sim, 5.0);
    sim.setPayoutSpeed(two, 0.5);
    const double step = sim.longestStep();
    sim.pose(0.5);
    CHECK(sim.rope(two).masses() == 21);
    CHECK(sim.longestStep() == step);
    sim.advance(0.5);
    CHECK(sim.rope(two).masses() == 26);
}

TEST_CASE("What reels cannot do is refused, and changes nothing", "[reel][several]")
{
    const RopeSettings settings = byLength(TwistModel::uniform);
    RopeSimulation sim = alone(settings, 0.0);
    const RopeId one = sim.ropes().front();
    const RopeId two = sim.addRope(settings, straight({0.6, -0.8, 0.0}, {1.6, -0.8, 0.0}, 21));
    CHECK_THROWS_WITH(sim.setPayoutSpeed(static_cast<RopeId>(7), 1.0), "rope 7: must be one that is there");
    CHECK_THROWS_WITH(sim.setPayoutSpeed(two, NAN), ContainsSubstring("payout_speed = nan: must be finite"));
    sim.setPayoutSpeed(two, 0.1);
    CHECK_THROWS_WITH(sim.join(one, RopeEnd::last, two, RopeEnd::first),
                      "an end that is on a reel: must be free to be joined");
    sim.setPayoutSpeed(two, 0.0);
    sim.join(one, RopeEnd::last, two, RopeEnd::first);
    CHECK(sim.masses().size() == 41);

    RopeByLength ring;
    ring.massCount = 12;
    ring.closed = true;
    RopeSimulation round(ring);
    CHECK_THROWS_WITH(round.setPayoutSpeed(round.ropes().front(), 0.1),
                      "a reel for a ring: must be a rope with two ends");
}
