#include "catch.hpp"

#include "set_up_example.hpp"

#include "scenes/set_up/set_up_check.hpp"
#include "scenes/set_up/set_up_solid.hpp"

#include <functional>
#include <string>

using namespace ropewalk;

namespace
{

/// What the tackle is refused with after that change.
std::string faultAfter(const std::function<void(SetUp&)>& change)
{
    SetUp setUp = setUpOf(tackleJson);
    change(setUp);
    return refusalOf([&] { validate(setUp); });
}

SetUpSolid standing(const std::string& name)
{
    SetUpSolid solid;
    solid.name = name;
    solid.shape = SceneSolid::Shape::post;
    return solid;
}

Place onFall(double along)
{
    return RopePlace{"fall", std::nullopt, along};
}

SetUpRope ropeCalled(const std::string& name)
{
    SetUpRope rope;
    rope.name = name;
    rope.path = {Vec3(0.0), Vec3(1.0, 0.0, 0.0)};
    return rope;
}

} // namespace

TEST_CASE("A set-up says which solid is wrong, and how")
{
    CHECK(faultAfter([](SetUp&) {}) == "no error");
    CHECK(faultAfter([](SetUp& s) { s.solids[2].mass = 0.0; }) ==
          "solid 'block': mass = 0 kg: must be above 0 where it moves free");
    CHECK(faultAfter([](SetUp& s) { s.solids[1].mass = 0.0; }) == "no error"); // a pulley may weigh nothing
    CHECK(faultAfter([](SetUp& s) { s.solids[1].axleRadius = 0.1; }) ==
          "solid 'top': axle_radius = 0.1 m: must be at most its radius, 0.08 m");
    CHECK(faultAfter([](SetUp& s) { s.solids[1].radius = 100.0; }) == "solid 'top': radius = 100: must be 0.005 to 50");
    CHECK(faultAfter([](SetUp& s) { s.solids[1].moves = Moves::free; }).starts_with("solid 'top': moves = "));
    CHECK(faultAfter([](SetUp& s) { s.solids[0].name = "Beam"; }) ==
          "solid 0: name 'Beam': must be a small letter, then small letters, digits and _, at most 16");
    CHECK(faultAfter([](SetUp& s) { s.ropes[0].name = "top"; }) ==
          "two things are called 'top': each needs its own name");
    CHECK(faultAfter(
              [](SetUp& s)
              {
                  for (int i = 0; i < 40; ++i)
                      s.solids.push_back(standing("p" + std::to_string(i)));
              }) == "more than 40 solids");
    CHECK(faultAfter(
              [](SetUp& s)
              {
                  for (int i = 0; i < 15; ++i)
                  {
                      s.solids.push_back(standing("p" + std::to_string(i)));
                      s.solids.back().moves = Moves::free;
                  }
              }) == "solid 'p14': more than 16 move free");
}

TEST_CASE("A set-up says which rope is wrong, and how")
{
    using Side = RoundStop::Side;
    CHECK(faultAfter([](SetUp& s) { s.ropes[0].path[1] = ThroughStop{"top"}; }) ==
          "rope 'fall': runs through 'top': must be a ring");
    CHECK(faultAfter(
              [](SetUp& s) {
                  s.ropes[0].path[1] = RoundStop{"load", Side::left, 0};
              }) == "rope 'fall': runs round 'load': must be a pulley, a bar, a post, a sphere or a block");
    CHECK(faultAfter(
              [](SetUp& s) {
                  s.ropes[0].path[1] = RoundStop{"block", Side::left, 50};
              }) == "rope 'fall': turns = 50 round 'block': must be 0 to 20");
    CHECK(faultAfter([](SetUp& s) { s.ropes[0].path.resize(3); }) ==
          "rope 'fall': path begins or ends at what it runs round or through: must be a point or a place of a solid");
    CHECK(faultAfter([](SetUp& s) { s.ropes[0].path.resize(1); }) ==
          "rope 'fall': path has 1 stops: must have 2 to 200");
    CHECK(faultAfter([](SetUp& s) { s.ropes[0].path[3] = Vec3(0.25, 2.0, 0.0); }) ==
          "rope 'fall': a stop beside 'top' is within the circle in which it runs round it: must be more than 0.085 m "
          "from its axis");
    CHECK(faultAfter(
              [](SetUp& s)
              {
                  s.ropes.push_back(ropeCalled("a"));
                  s.ropes.back().path[1] = s.ropes.back().path[0];
              }) == "rope 'a': two stops of its path are at one place, [0, 0, 0]");
    CHECK(faultAfter([](SetUp& s) { s.ropes[0].massCount = 5; }) ==
          "rope 'fall': mass_count = 5: must be 0 or at least 9");
    CHECK(faultAfter(
              [](SetUp& s)
              {
                  s.ropes.push_back(ropeCalled("a"));
                  s.ropes.back().closed = true;
              }) == "rope 'a': a ring through two places: must have a third or run round something");
    CHECK(faultAfter(
              [](SetUp& s)
              {
                  s.ropes.push_back(ropeCalled("a"));
                  s.ropes.back().closed = true;
                  s.ropes.back().reel = rope::RopeEnd::first;
              }) == "rope 'a': a closed rope on a reel: must have two ends");
    CHECK(faultAfter([](SetUp& s) { s.ropes[0].reel = rope::RopeEnd::last; }) == "no error");
    CHECK(faultAfter(
              [](SetUp& s)
              {
                  s.ropes.push_back(ropeCalled("a"));
                  s.ropes.back().reel = rope::RopeEnd::last;
              }) == "rope 'a': reel at 'a.last', which is loose: hold it first");
    CHECK(faultAfter(
              [](SetUp& s)
              {
                  s.ropes.push_back(ropeCalled("a"));
                  s.ropes.back().massCount = 3000;
              })
              .find("rope 'a': the ropes up to it have 3,") == 0);
    CHECK(faultAfter(
              [](SetUp& s)
              {
                  for (int i = 0; i < 24; ++i)
                      s.ropes.push_back(ropeCalled("r" + std::to_string(i)));
              }) == "25 ropes: must be at most 24");
}

TEST_CASE("A set-up says which tie or hold is wrong, and how")
{
    const auto tie = [](const Place& a, const Place& b)
    {
        return faultAfter(
            [&](SetUp& s)
            {
                s.solids.push_back(standing("post1"));
                s.ties.push_back({a, b});
            });
    };
    CHECK(tie(SolidPlace{"beam", Vec3(0.0), ""}, SolidPlace{"post1", Vec3(0.0), ""}) ==
          "tie: 'beam' and 'post1' both stand still: one end must move");
    CHECK(tie(Vec3(1.0), SolidPlace{"post1", Vec3(0.0), ""}) ==
          "tie: [1, 1, 1] and 'post1' both stand still: one end must move");
    CHECK(tie(SolidPlace{"block", Vec3(0.0), ""}, SolidPlace{"block", Vec3(0.0), "top"}) ==
          "tie: both ends are on 'block': must be two things");
    CHECK(tie(onFall(1.0), onFall(1.03)) ==
          "tie: 'fall' is 0.03 m of rope from there: must be at least 0.06 m, or its other end for a ring");
    CHECK(tie(onFall(1.0), onFall(1.07)) == "no error");
    CHECK(tie(RopePlace{"fall", rope::RopeEnd::first}, RopePlace{"fall", rope::RopeEnd::last}) == "no error");
    CHECK(tie(onFall(5.0), Vec3(0.0)) == "tie: 5 m of 'fall': must be 0 to 4.5 m, its length");
    CHECK(tie(SolidPlace{"bloc", Vec3(0.0), ""}, onFall(1.0)) == "tie: 'bloc' is no solid; did you mean 'block'?");
    CHECK(tie(SolidPlace{"top", Vec3(0.0), "side"}, onFall(1.0)) ==
          "tie: 'top' has no eye 'side': must be a point of it");
    CHECK(faultAfter([](SetUp& s) { s.holds.push_back(s.holds[0]); }) == "hold: 'fall.last' is held already");
    CHECK(faultAfter([](SetUp& s) { s.holds[0].at.x = 1e3; }) ==
          "hold: [1000, 0.5, 0] is too far: must be -100 to 100 m along each axis");
    CHECK(faultAfter([](SetUp& s) { s.holds.clear(); }) == "role 'hand': 'fall.last' is loose: hold it first");
    CHECK(faultAfter([](SetUp& s) { s.ties.resize(201, s.ties[0]); }) == "201 ties: must be at most 200");
}

TEST_CASE("A solid of a set-up has the inertia of its shape")
{
    const auto inertia = [](SceneSolid::Shape shape)
    {
        SetUpSolid solid = usualSolid(shape);
        solid.mass = 6.0;
        solid.radius = 0.2;
        solid.length = 0.5;
        solid.size = Vec3(0.1, 0.2, 0.3);
        return bodyOf(solid).inertia;
    };
    CHECK_THAT(inertia(SceneSolid::Shape::sphere).x, Catch::Matchers::WithinRel(0.4 * 6.0 * 0.04, 1e-12));
    CHECK_THAT(inertia(SceneSolid::Shape::post).y, Catch::Matchers::WithinRel(0.5 * 6.0 * 0.04, 1e-12));
    CHECK_THAT(inertia(SceneSolid::Shape::post).x, Catch::Matchers::WithinRel(6.0 * (0.25 + 3.0 * 0.04) / 12.0, 1e-12));
    CHECK_THAT(inertia(SceneSolid::Shape::plank).x, Catch::Matchers::WithinRel(0.5 * (0.04 + 0.09), 1e-12));
    // Of thin bar around the ring: m R^2 about the axis.
    CHECK_THAT(inertia(SceneSolid::Shape::ring).y,
               Catch::Matchers::WithinRel(6.0 * (0.04 + 0.75 * 0.02 * 0.02), 1e-12));
    // A capsule is between a cylinder as long as its axis and one as long as all of it, of the same mass.
    CHECK(inertia(SceneSolid::Shape::bar).x > 6.0 * (0.25 + 3.0 * 0.04) / 12.0);
    CHECK(inertia(SceneSolid::Shape::bar).x < 6.0 * (0.81 + 3.0 * 0.04) / 12.0);

    // A hub and two rims: between the disc of the hub and the disc of the rims.
    SetUpSolid pulley = usualSolid(SceneSolid::Shape::pulley);
    const double wheel = bodyOf(pulley).inertia.y;
    CHECK(wheel > 0.5 * pulley.mass * pulley.radius * pulley.radius);
    CHECK(wheel < 0.5 * pulley.mass * (pulley.radius + pulley.depth) * (pulley.radius + pulley.depth));
    CHECK(shapesOf(pulley).size() == 3);

    // A block is its cheeks and its wheel, about its third axis.
    const SetUpSolid block = usualSolid(SceneSolid::Shape::block);
    CHECK(bodyOf(block).mass + wheelOf(block).mass == block.mass);
    CHECK(wheelOf(block).axis == Vec3(0.0, 0.0, 1.0));
    CHECK(shapesOf(block).size() == 2);
}

TEST_CASE("A small ring has half as many pieces, and eyes are where the shape ends")
{
    SetUpSolid ring = usualSolid(SceneSolid::Shape::ring);
    CHECK(shapesOf(ring).size() == 24);
    ring.radius = 0.04;
    CHECK(shapesOf(ring).size() == 12);
    SetUpSolid weight = usualSolid(SceneSolid::Shape::weight);
    weight.position = {1.0, 2.0, 3.0};
    CHECK(pointOn(weight, {"", Vec3(0.0), "top"}) == Vec3(1.0, 2.0 + 0.5 * weight.length, 3.0));
    const SetUpSolid plank = usualSolid(SceneSolid::Shape::plank);
    CHECK(eyesOf(plank).size() == 3);
    CHECK(ownPoint(plank, {"", Vec3(0.0), "right"}) == Vec3(0.5 * plank.size.x, 0.0, 0.0));
}
