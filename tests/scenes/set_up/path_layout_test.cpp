#include "catch.hpp"

#include "set_up_example.hpp"

#include "scenes/set_up/path_layout.hpp"
#include "scenes/set_up/set_up_check.hpp"
#include "scenes/set_up/set_up_rows.hpp"
#include "scenes/set_up/set_up_solid.hpp"

#include <rope/statics.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace ropewalk;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{

constexpr double pi = std::numbers::pi;
constexpr Vec3 down(0.0, -9.81, 0.0);
using Side = RoundStop::Side;

/// A pulley about the z axis.
SetUpSolid pulleyAt(const std::string& name, const Vec3& position, double radius)
{
    SetUpSolid pulley = usualSolid(SceneSolid::Shape::pulley);
    pulley.name = name;
    pulley.position = position;
    pulley.radius = radius;
    return pulley;
}

SetUpRope ropeAlong(const std::vector<Stop>& path)
{
    SetUpRope rope;
    rope.name = "a";
    rope.path = path;
    rope.ropeRadius = 0.01;
    return rope;
}

SetUp setUpWith(const std::vector<SetUpSolid>& solids, const SetUpRope& rope)
{
    SetUp setUp;
    setUp.solids = solids;
    setUp.ropes = {rope};
    validate(setUp);
    return setUp;
}

/// Neighbours are a segment apart, and the ends are where the path ends.
void checkEven(const SetUp& setUp, const RopeLayout& layout)
{
    const SetUpRope& rope = setUp.ropes[0];
    REQUIRE(layout.positions.size() == static_cast<std::size_t>(massCountOf(setUp, rope)));
    for (std::size_t i = 0; i + 1 < layout.positions.size(); ++i)
        REQUIRE_THAT(glm::distance(layout.positions[i], layout.positions[i + 1]), WithinRel(layout.segment, 1e-9));
}

double lowest(const RopeLayout& layout)
{
    double y = 1e9;
    for (const Vec3& point : layout.positions)
        y = std::min(y, point.y);
    return y;
}

} // namespace

TEST_CASE("A rope over a pulley has two tangents and an arc")
{
    const double R = 0.1 + 0.01; // of its line
    for (const Side side : {Side::left, Side::right})
    {
        // Both ends straight below its sides: half a turn over the top, or three quarters and more the other way.
        const Vec3 from(side == Side::right ? -R : R, -1.0, 0.0);
        const Vec3 to(-from.x, -0.6, 0.0);
        const SetUp setUp = setUpWith({pulleyAt("p", Vec3(0.0), 0.1)}, ropeAlong({from, RoundStop{"p", side, 0}, to}));
        const std::vector<PathPiece> path = pathOf(setUp, setUp.ropes[0]);
        REQUIRE(path.size() == 3);
        CHECK_THAT(path[0].length, WithinRel(1.0, 1e-12));
        CHECK_THAT(path[1].angle, WithinRel(pi, 1e-12));
        CHECK_THAT(path[1].length, WithinRel(pi * R, 1e-12));
        CHECK_THAT(path[2].length, WithinRel(0.6, 1e-12));
        CHECK_THAT(path[1].at(0.5).y, WithinAbs(R, 1e-12));
        const RopeLayout layout = layOut(setUp, setUp.ropes[0], down);
        checkEven(setUp, layout);
        CHECK_THAT(layout.segment * static_cast<double>(layout.positions.size() - 1),
                   WithinRel(1.6 + pi * R, 5e-3)); // chords
        for (const Vec3& point : layout.positions)
            CHECK(glm::length(point) > R * (1.0 - 1e-4));
    }
}

TEST_CASE("Between two pulleys a rope runs along their outer or inner tangent")
{
    const double R = 0.2 + 0.01;
    const double r = 0.1 + 0.01;
    const double d = 1.5;
    const std::vector<SetUpSolid> pulleys{pulleyAt("p", Vec3(0.0), 0.2), pulleyAt("q", Vec3(d, 0.0, 0.0), 0.1)};
    const Vec3 from(-1.0, -1.0, 0.0);
    const Vec3 to(3.0, -1.0, 0.0);
    const auto between = [&](Side one, Side next)
    {
        const SetUp setUp = setUpWith(pulleys, ropeAlong({from, RoundStop{"p", one, 0}, RoundStop{"q", next, 0}, to}));
        const std::vector<PathPiece> path = pathOf(setUp, setUp.ropes[0]);
        REQUIRE(path.size() == 5);
        // A tangent is square to both radii, and arcs go on in its direction.
        const Vec3 way = glm::normalize(path[2].to - path[2].from);
        CHECK_THAT(glm::dot(way, path[2].from), WithinAbs(0.0, 1e-12));
        CHECK_THAT(glm::dot(way, path[2].to - Vec3(d, 0.0, 0.0)), WithinAbs(0.0, 1e-12));
        CHECK(glm::dot(way, path[1].to - path[1].at(0.99)) > 0.0);
        CHECK(glm::dot(way, path[3].at(0.01) - path[3].from) > 0.0);
        return path[2].length;
    };
    CHECK_THAT(between(Side::right, Side::right), WithinRel(std::sqrt(d * d - (R - r) * (R - r)), 1e-12));
    CHECK_THAT(between(Side::left, Side::left), WithinRel(std::sqrt(d * d - (R - r) * (R - r)), 1e-12));
    CHECK_THAT(between(Side::right, Side::left), WithinRel(std::sqrt(d * d - (R + r) * (R + r)), 1e-12));
    CHECK_THAT(between(Side::left, Side::right), WithinRel(std::sqrt(d * d - (R + r) * (R + r)), 1e-12));
}

TEST_CASE("Turns lie beside each other along the axis")
{
    const double R = 0.1 + 0.01;
    const SetUp setUp = setUpWith({pulleyAt("p", Vec3(0.0), 0.1)},
                                  ropeAlong({Vec3(-R, -1.0, 0.0), RoundStop{"p", Side::right, 3}, Vec3(R, -1.0, 0.0)}));
    const std::vector<PathPiece> path = pathOf(setUp, setUp.ropes[0]);
    const double angle = 7.0 * pi; // half a turn and three
    const double rise = 2.02 * 0.01 * angle / (2.0 * pi);
    CHECK_THAT(path[1].angle, WithinRel(angle, 1e-12));
    CHECK_THAT(path[1].rise, WithinRel(rise, 1e-12));
    CHECK_THAT(path[1].length, WithinRel(std::hypot(R * angle, rise), 1e-12));
    CHECK_THAT(glm::distance(path[1].at(0.0), path[1].at(2.0 / 7.0)), WithinRel(0.0202, 1e-9)); // a turn later
    CHECK_THAT(path[1].from.z + path[1].to.z, WithinAbs(0.0, 1e-12));
    checkEven(setUp, layOut(setUp, setUp.ropes[0], down));
}

TEST_CASE("A rope that comes to a pulley aslant leaves its circle along the tangent in its plane")
{
    const SetUp setUp =
        setUpWith({pulleyAt("p", Vec3(0.0), 0.1)},
                  ropeAlong({Vec3(-0.5, -1.0, 0.3), RoundStop{"p", Side::right, 0}, Vec3(0.5, -1.0, -0.4)}));
    const std::vector<PathPiece> path = pathOf(setUp, setUp.ropes[0]);
    for (const Vec3& end : {path[1].from, path[1].to})
    {
        CHECK_THAT(glm::length(end), WithinRel(0.11, 1e-12));
        CHECK_THAT(end.z, WithinAbs(0.0, 1e-12));
    }
    CHECK_THAT(glm::dot(path[0].to - path[0].from, path[1].from), WithinAbs(0.0, 1e-12));
}

TEST_CASE("What a rope is longer than its path hangs in its widest span as a chain does")
{
    SetUpRope rope = ropeAlong({Vec3(0.0, 1.0, 0.0), Vec3(2.0, 1.0, 0.0), Vec3(2.5, 1.3, 0.0)});
    rope.length = 3.2 + std::hypot(0.5, 0.3);
    rope.massCount = 401;
    const SetUp setUp = setUpWith({}, rope);
    const RopeLayout layout = layOut(setUp, rope, down);
    checkEven(setUp, layout);
    CHECK_THAT(layout.segment, WithinRel(rope.length / 400.0, 1e-12));
    CHECK(layout.positions.front() == Vec3(0.0, 1.0, 0.0));
    CHECK(layout.positions.back() == Vec3(2.5, 1.3, 0.0));
    // The catenary y = a cosh(x/a) of the span 2 m and the length 3.2 m: 2 a sinh(1/a) = 3.2.
    double a = 0.5;
    for (int i = 0; i < 60; ++i)
        a = 1.0 / std::asinh(1.6 / a);
    CHECK_THAT(1.0 - lowest(layout), WithinRel(a * (std::cosh(1.0 / a) - 1.0), 2e-3));
}

TEST_CASE("A rope between a point and another below it hangs beside them")
{
    SetUpRope rope = ropeAlong({Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 0.0)});
    rope.length = 1.5;
    const SetUp setUp = setUpWith({}, rope);
    for (const Vec3& gravity : {down, Vec3(0.0)})
    {
        const RopeLayout layout = layOut(setUp, rope, gravity);
        checkEven(setUp, layout);
        CHECK(layout.positions.back() == Vec3(0.0));
    }
}

TEST_CASE("A segment is short enough for what the rope runs round and where it touches itself")
{
    SetUpRope rope = ropeAlong({Vec3(-1.0, -1.0, 0.0), RoundStop{"p", Side::right, 0}, Vec3(1.0, -1.0, 0.0)});
    const auto segmentOf = [&](double radius, double ropeRadius, bool selfContact)
    {
        rope.ropeRadius = ropeRadius;
        rope.selfContact = selfContact;
        const SetUp setUp = setUpWith({pulleyAt("p", Vec3(0.0), radius)}, rope);
        return lengthOf(setUp, rope) / (massCountOf(setUp, rope) - 1);
    };
    // 0.9 sqrt(2 r (R + r)): the middle of an edge stays a fifth of the rope's radius from where it touches.
    CHECK(segmentOf(0.1, 0.01, false) <= 0.0423);
    CHECK(segmentOf(0.1, 0.01, false) > 0.041);
    CHECK(segmentOf(0.5, 0.01, false) <= 0.091);
    CHECK(segmentOf(0.5, 0.01, false) > 0.088);
    CHECK(segmentOf(0.02, 0.01, false) <= 0.01);
    CHECK(segmentOf(0.1, 0.01, true) <= 0.015);
    CHECK(segmentOf(0.1, 0.01, true) > 0.0148);
    const SetUpRope little = ropeAlong({Vec3(0.0), Vec3(0.05, 0.0, 0.0)});
    CHECK(massCountOf(setUpWith({}, little), little) == 9);
}

TEST_CASE("A closed rope is a ring through its stops")
{
    SetUpRope belt = ropeAlong({RoundStop{"p", Side::left, 0}, RoundStop{"q", Side::left, 0}});
    belt.closed = true;
    const SetUp setUp = setUpWith({pulleyAt("p", Vec3(0.0), 0.1), pulleyAt("q", Vec3(1.0, 0.0, 0.0), 0.1)}, belt);
    CHECK_THAT(lengthOf(setUp, belt), WithinRel(2.0 + 2.0 * pi * 0.11, 1e-12));
    const RopeLayout layout = layOut(setUp, belt, down);
    checkEven(setUp, layout);
    const std::size_t count = layout.positions.size();
    CHECK(layout.positions[count - 2] == layout.positions[0]);
    CHECK(layout.positions[count - 1] == layout.positions[1]);

    SetUpSolid eye = usualSolid(SceneSolid::Shape::ring);
    eye.name = "eye";
    eye.position = {0.5, -1.0, 0.0};
    SetUpRope loop = ropeAlong({Vec3(0.0), ThroughStop{"eye"}, Vec3(1.0, 0.0, 0.0)});
    loop.closed = true;
    CHECK_THAT(lengthOf(setUpWith({eye}, loop), loop), WithinRel(1.0 + 2.0 * std::hypot(0.5, 1.0), 1e-12));
}

TEST_CASE("The tackle is as long as its way, which a shorter rope is told")
{
    SetUp setUp = setUpOf(tackleJson);
    SetUpRope& fall = setUp.ropes[0];
    checkEven(setUp, layOut(setUp, fall, down));
    fall.length = 0.0;
    const double least = lengthOf(setUp, fall);
    CHECK(least > 4.37);
    CHECK(least < 4.39);
    checkEven(setUp, layOut(setUp, fall, down));
    fall.length = least;
    checkEven(setUp, layOut(setUp, fall, down));
    fall.length = 0.999 * least;
    CHECK(refusalOf([&] { layOut(setUp, fall, down); }).find("the way along its path") != std::string::npos);
    fall.length = 0.0;
    CHECK(laidOutAlike(fall, setUp.ropes[0]));
    SetUpRope loose = fall;
    loose.path.front() = Vec3(0.0, 2.35, 0.0);
    CHECK(laidOutAlike(fall, loose));
    loose.path[1] = RoundStop{"block", Side::right, 0};
    CHECK_FALSE(laidOutAlike(fall, loose));
}

TEST_CASE("Coarse ropes with turns are nowhere stretched")
{
    SetUpRope rope = ropeAlong({Vec3(-1.0, -1.0, 0.0), RoundStop{"p", Side::right, 4}, Vec3(1.0, -1.0, 0.0)});
    for (const int count : {9, 13, 40, 300})
        for (const double more : {0.0, 0.5, 3.0})
        {
            rope.massCount = count;
            rope.length = 0.0;
            SetUp setUp = setUpWith({pulleyAt("p", Vec3(0.0), 0.1)}, rope);
            if (more > 0.0)
                rope.length = lengthOf(setUp, rope) + more;
            setUp.ropes[0] = rope;
            CAPTURE(count, more);
            const RopeLayout layout = layOut(setUp, rope, down);
            REQUIRE(layout.positions.size() == static_cast<std::size_t>(count));
            for (std::size_t i = 0; i + 1 < layout.positions.size(); ++i)
                CHECK(glm::distance(layout.positions[i], layout.positions[i + 1]) < layout.segment * (1.0 + 1e-9));
            CHECK(layout.positions.back() == Vec3(1.0, -1.0, 0.0));
        }
}
