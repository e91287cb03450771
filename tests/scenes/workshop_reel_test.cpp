// A rope of the workshop on a reel, at either end, beside others.

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

using Catch::Matchers::WithinAbs;
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

/// A weight on a rope whose upper end is on a reel, beside another rope that comes first.
SetUp winding(rope::RopeEnd reel)
{
    SetUp setUp;
    setUp.ropes = {hung("other", 0.5), hung("cable", 0.0)};
    SetUpRope& cable = setUp.ropes[1];
    SetUpSolid load;
    load.name = "load";
    load.shape = SceneSolid::Shape::weight;
    load.moves = Moves::free;
    load.mass = 2.0;
    load.position = Vec3(0.0, 1.0 - load.radius, 0.0);
    setUp.solids = {load};
    cable.path[1] = SolidPlace{"load", Vec3(0.0, load.radius, 0.0), {}};
    if (reel == rope::RopeEnd::last)
        std::swap(cable.path[0], cable.path[1]);
    cable.reel = reel;
    setUp.holds = {{{"other", rope::RopeEnd::first}, {0.5, 2.0, 0.0}}, {{"cable", reel}, {0.0, 2.0, 0.0}}};
    return setUp;
}

SetUpPtr at(SetUp setUp, double payout)
{
    setUp.ropes[1].payoutSpeed = payout;
    return std::make_shared<const SetUp>(setUp);
}

Workshop made(const SetUpPtr& setUp)
{
    WorkshopSettings settings;
    settings.damping = 1.0;
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

TEST_CASE("A second reel is refused by the name of its rope", "[workshop][reel]")
{
    SetUp setUp = winding(rope::RopeEnd::first);
    setUp.ropes[0].reel = rope::RopeEnd::first;
    CHECK_THROWS_WITH(validate(setUp), "rope 'cable': a second reel: must be one, and 'other' is on one");
}
