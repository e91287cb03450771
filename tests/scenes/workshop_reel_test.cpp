// Ropes of the workshop on reels, at either end, one or several.

#include "catch.hpp"

#include "scenes/set_up/set_up_check.hpp"
#include "scenes/set_up/set_up_solid.hpp"
#include "scenes/workshop/workshop.hpp"

#include <glm/geometric.hpp>

#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using namespace ropewalk;

namespace
{

constexpr double speed = 0.2; // [m/s]

SetUpRope hung(const char* name, double x)
{
    SetUpRope rope;
    rope.name = name;
    rope.path = {Vec3(x, 2.0, 0.0), Vec3(x, 1.0, 0.0)};
    rope.massCount = 21;
    return rope;
}

/// Adds a weight on a rope whose upper end is on a reel.
void addCrane(SetUp& setUp, const char* name, const char* weight, double x, double mass, rope::RopeEnd reel)
{
    SetUpRope cable = hung(name, x);
    SetUpSolid load;
    load.name = weight;
    load.shape = SceneSolid::Shape::weight;
    load.moves = Moves::free;
    load.mass = mass;
    load.position = Vec3(x, 1.0 - load.radius, 0.0);
    cable.path[1] = SolidPlace{weight, Vec3(0.0, load.radius, 0.0), {}};
    if (reel == rope::RopeEnd::last)
        std::swap(cable.path[0], cable.path[1]);
    cable.reel = reel;
    setUp.solids.push_back(load);
    setUp.ropes.push_back(cable);
    setUp.holds.push_back({{name, reel}, {x, 2.0, 0.0}});
}

/// A crane beside a rope that comes first.
SetUp winding(rope::RopeEnd reel)
{
    SetUp setUp;
    setUp.ropes = {hung("other", 0.5)};
    setUp.holds = {{{"other", rope::RopeEnd::first}, {0.5, 2.0, 0.0}}};
    addCrane(setUp, "cable", "load", 0.0, 2.0, reel);
    return setUp;
}

SetUp twoCranes(rope::RopeEnd reel)
{
    SetUp setUp;
    addCrane(setUp, "left", "light", -0.5, 2.0, rope::otherEnd(reel));
    addCrane(setUp, "cable", "load", 0.5, 3.0, reel);
    return setUp;
}

SetUpPtr at(SetUp setUp, double ofFirst, double ofSecond)
{
    setUp.ropes[0].payoutSpeed = ofFirst;
    setUp.ropes[1].payoutSpeed = ofSecond;
    return std::make_shared<const SetUp>(setUp);
}

SetUpPtr at(const SetUp& setUp, double payout)
{
    return at(setUp, 0.0, payout);
}

Workshop made(const SetUpPtr& setUp, double damping = 1.0)
{
    WorkshopSettings settings;
    settings.damping = damping;
    Workshop sim(settings, setUp);
    sim.setBooks(true);
    return sim;
}

} // namespace

TEST_CASE("A reel lets a weight down and takes it up, at either end of its rope", "[workshop][reel]")
{
    const rope::RopeEnd end = GENERATE(rope::RopeEnd::first, rope::RopeEnd::last);
    const SetUp setUp = winding(end);
    const RopePlace quarter{"cable", std::nullopt, end == rope::RopeEnd::first ? 0.75 : 0.25};
    Workshop sim = made(at(setUp, 0.0));
    sim.advance(1.0);
    const double high = sim.bodyOf("load").position.y;
    const double place = sim.positionOf(quarter).y;
    CHECK_THAT(place, WithinAbs(1.25, 0.01));
    CHECK_THAT(sim.positionOf(RopePlace{"cable", end}).y, WithinAbs(2.0, 1e-9));

    sim.follow(at(setUp, speed));
    CHECK(sim.bodyOf("load").position.y == high);
    sim.advance(1.0);
    sim.follow(at(setUp, 0.0));
    sim.advance(1.0);
    CHECK_THAT(sim.bodyOf("load").position.y, WithinAbs(high - speed, 2e-3));
    CHECK_THAT(sim.positionOf(quarter).y, WithinAbs(place - speed, 2e-3));
    CHECK_THAT(sim.lengthOf("cable"), WithinAbs(1.0 + speed, 5e-3));

    sim.follow(at(setUp, -speed));
    sim.advance(2.0);
    sim.follow(at(setUp, 0.0));
    sim.advance(1.0);
    CHECK_THAT(sim.bodyOf("load").position.y, WithinAbs(high + speed, 2e-3));
    CHECK(sim.pieces().size() == 2);
    CHECK(std::abs(sim.energyBook().imbalance()) < 1e-6 * sim.energyBook().throughput());
}

TEST_CASE("A rope on a reel goes on from its moment with the same bits", "[workshop][reel]")
{
    const rope::RopeEnd end = GENERATE(rope::RopeEnd::first, rope::RopeEnd::last);
    const double payout = speed * GENERATE(1.0, -1.0);
    const SetUpPtr setUp = at(winding(end), payout);
    Workshop sim = made(setUp);
    sim.advance(0.9);
    Workshop opened = made(setUp);
    opened.beginAt(sim.written());
    CHECK(opened.written() == sim.written());
    sim.advance(0.5);
    opened.advance(0.5);
    CHECK(opened.written() == sim.written());
}

TEST_CASE("A rope on a reel is cut", "[workshop][reel]")
{
    Workshop sim = made(at(winding(rope::RopeEnd::last), speed));
    sim.advance(0.5);
    sim.cut({"cable", std::nullopt, 0.5});
    sim.advance(0.2);
    CHECK(sim.pieces().size() == 3);
    CHECK(sim.bodyOf("load").velocity.y < -1.0);
    CHECK_THAT(sim.positionOf(RopePlace{"cable", rope::RopeEnd::last}).y, WithinAbs(2.0, 1e-9));
    CHECK(sim.positionOf(RopePlace{"cable", rope::RopeEnd::first}).y < 0.9);
}

TEST_CASE("A rope is cut where a reel has paid it out: what hangs below falls, and the rest goes on",
          "[workshop][reel]")
{
    const rope::RopeEnd end = GENERATE(rope::RopeEnd::first, rope::RopeEnd::last);
    const double ahead = end == rope::RopeEnd::first ? -0.2 : 1.2; // [m], where 0.4 m have been paid out
    Workshop sim = made(at(winding(end), speed));
    sim.advance(2.0);
    sim.cut({"cable", std::nullopt, ahead});
    sim.advance(0.2);
    REQUIRE(sim.pieces().size() == 3);
    CHECK(sim.bodyOf("load").velocity.y < -1.0);
    CHECK_THAT(sim.positionOf(RopePlace{"cable", end}).y, WithinAbs(2.0, 1e-9));
    CHECK(sim.positionOf(RopePlace{"cable", rope::otherEnd(end)}).y < 0.5);
    CHECK_THAT(sim.masses()[sim.ropeOf(sim.pieces()[0]).first].position.y, WithinAbs(2.0, 1e-9));
}

TEST_CASE("Of two cranes one pays out while the other winds in: each load goes at its speed under its weight",
          "[workshop][reel]")
{
    const SetUp setUp = twoCranes(GENERATE(rope::RopeEnd::first, rope::RopeEnd::last));
    const std::string names[] = {"left", "cable"};
    const std::string loads[] = {"light", "load"};
    const double speeds[] = {0.2, -0.15};
    constexpr double damping = 4.0; // [1/s]
    Workshop sim = made(at(setUp, 0.0, 0.0), damping);
    sim.advance(1.0);
    double high[2];
    const auto length = [&](std::size_t crane) -> double { return sim.lengthOf(names[crane]); };
    for (const std::size_t crane : {0U, 1U})
        high[crane] = sim.bodyOf(loads[crane]).position.y;
    sim.follow(at(setUp, speeds[0], speeds[1]));
    for (const std::size_t crane : {0U, 1U})
        CHECK(sim.bodyOf(loads[crane]).position.y == high[crane]);
    sim.advance(2.0);
    for (const std::size_t crane : {0U, 1U})
    {
        CAPTURE(names[crane]);
        CHECK_THAT(sim.bodyOf(loads[crane]).velocity.y, WithinAbs(-speeds[crane], 2e-3));
        const SetUpRope& rope = setUp.ropes[crane];
        const double mass = setUp.solids[crane].mass + rope.massPerLength * length(crane);
        // Air pushes with 2 c m v against the motion.
        CHECK_THAT(sim.forceAt(RopePlace{names[crane], *rope.reel}),
                   WithinRel(mass * (9.81 - 2.0 * damping * speeds[crane]), 2e-3));
    }
    sim.follow(at(setUp, 0.0, 0.0));
    sim.advance(1.0);
    for (const std::size_t crane : {0U, 1U})
    {
        CHECK_THAT(sim.bodyOf(loads[crane]).position.y, WithinAbs(high[crane] - 2.0 * speeds[crane], 4e-3));
        CHECK_THAT(length(crane), WithinAbs(1.0 + 2.0 * speeds[crane], 8e-3));
    }
    CHECK(sim.pieces().size() == 2);
    CHECK(std::abs(sim.energyBook().imbalance()) < 1e-6 * sim.energyBook().throughput());
}

TEST_CASE("Ropes on reels go on from their moment with the same bits, cut or whole", "[workshop][reel]")
{
    const SetUpPtr setUp = at(twoCranes(GENERATE(rope::RopeEnd::first, rope::RopeEnd::last)), 0.3, -0.2);
    Workshop sim = made(setUp);
    sim.advance(0.8);
    if (GENERATE(false, true))
        sim.cut({"left", std::nullopt, 0.5});
    sim.advance(0.1);
    Workshop opened = made(setUp);
    opened.beginAt(sim.written());
    CHECK(opened.written() == sim.written());
    sim.advance(0.5);
    opened.advance(0.5);
    CHECK(opened.written() == sim.written());
}

TEST_CASE("A reel that comes or goes leaves the other rope's as it is", "[workshop][reel]")
{
    SetUp both = twoCranes(rope::RopeEnd::first);
    SetUp one = both;
    one.ropes[0].reel.reset();
    Workshop sim = made(at(one, 0.0, -0.2));
    sim.advance(0.5);
    Workshop wound = sim;
    wound.follow(at(both, 0.3, -0.2));
    for (Workshop* each : {&sim, &wound})
        each->advance(0.5);
    CHECK_THAT(wound.bodyOf("light").position.y, WithinAbs(sim.bodyOf("light").position.y - 0.15, 5e-3));
    CHECK_THAT(wound.bodyOf("load").position.y, WithinAbs(sim.bodyOf("load").position.y, 1e-4));
    wound.follow(at(one, 0.0, -0.2));
    for (Workshop* each : {&sim, &wound})
        each->advance(0.5);
    CHECK_THAT(wound.bodyOf("load").position.y, WithinAbs(sim.bodyOf("load").position.y, 1e-4));
}

TEST_CASE("Each reel stops where its rope is wound in", "[workshop][reel]")
{
    const rope::RopeEnd end = GENERATE(rope::RopeEnd::first, rope::RopeEnd::last);
    Workshop sim = made(at(twoCranes(end), -0.5, -0.4));
    sim.advance(4.0);
    for (const Workshop::Piece& piece : sim.pieces())
    {
        CHECK(sim.ropeOf(piece).masses() == 9);
        CHECK_THAT(rope::restLength(sim.ropeOf(piece).springs), WithinAbs(7.5 * 0.05, 1e-9));
    }
    sim.follow(at(twoCranes(end), 0.5, 0.0));
    sim.advance(0.5);
    CHECK_THAT(rope::restLength(sim.ropeOf(sim.pieces()[0]).springs), WithinAbs(7.5 * 0.05 + 0.25, 1e-9));
    CHECK(sim.ropeOf(sim.pieces()[1]).masses() == 9);
}

TEST_CASE("An end that was on a reel is joined to nothing", "[workshop][reel]")
{
    const SetUp setUp = winding(rope::RopeEnd::first);
    Workshop sim = made(at(setUp, 0.3));
    sim.advance(1.0);
    sim.cut({"cable", std::nullopt, 0.5});
    SetUp loose = setUp;
    loose.holds.pop_back();
    loose.ropes[1].reel.reset();
    sim.follow(at(loose, 0.0));
    CHECK_THROWS_WITH(sim.join({"cable", rope::RopeEnd::first, 0.0}, {"cable_2", rope::RopeEnd::last, 0.0}),
                      ContainsSubstring("join: cable.first has been on a reel: must be an end that was on none"));
}
