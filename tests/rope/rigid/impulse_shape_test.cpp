#include "bodies.hpp"
#include "catch.hpp"
#include "reference.hpp"

#include <rope/detail/manifold.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

using rope::Vec2;

namespace
{

rope::PlacedShape placed(const rope::Shape& shape, const Vec2& position, double angle, std::vector<Vec2>& corners)
{
    const rope::Polygon* polygon = std::get_if<rope::Polygon>(&shape);
    const std::size_t count = polygon ? polygon->vertices.size() : 0;
    corners.resize(2 * count);
    return place(shape, position, rope::rotation(angle), corners.data(), corners.data() + count);
}

} // namespace

TEST_CASE("area, centroid and inertia of polygons", "[impulse]")
{
    const std::string id = GENERATE("H.inertia.square", "H.inertia.tri", "H.inertia.L");
    INFO(id);
    const nlohmann::json item = referenceItem(id, "impulse_reference.json");
    std::vector<Vec2> vertices;
    for (const nlohmann::json& vertex : item.at("setup").at("vertices"))
        vertices.emplace_back(vertex.at(0).get<double>(), vertex.at(1).get<double>());
    const bool clockwise = GENERATE(false, true);
    if (clockwise)
        std::reverse(vertices.begin(), vertices.end());
    const rope::MassProperties got = rope::massProperties(vertices, item.at("setup").at("mass").get<double>());
    const nlohmann::json& value = item.at("value");
    CHECK(got.area == Approx(value.at("area").get<double>()).epsilon(1e-12));
    CHECK(got.centroid.x == Approx(value.at("centroid").at(0).get<double>()).epsilon(1e-12));
    CHECK(got.centroid.y == Approx(value.at("centroid").at(1).get<double>()).epsilon(1e-12));
    CHECK(got.inertia == Approx(value.at("I").get<double>()).epsilon(1e-12));
}

TEST_CASE("inertia of regular polygons", "[impulse]")
{
    const nlohmann::json values = referenceItem("H.inertia.regular", "impulse_reference.json").at("value");
    for (const auto& [corners, inertia] : values.items())
    {
        const int n = std::stoi(corners);
        std::vector<Vec2> vertices;
        for (int i = 0; i < n; ++i)
            vertices.emplace_back(std::cos(2.0 * std::numbers::pi * i / n), std::sin(2.0 * std::numbers::pi * i / n));
        CHECK(rope::massProperties(vertices, 1.0).inertia == Approx(inertia.get<double>()).epsilon(1e-12));
    }
    CHECK(rope::massProperties(rope::Circle{2.0}, 3.0).inertia == Approx(6.0).epsilon(1e-15));
}

TEST_CASE("a polygon takes its vertices in any order", "[impulse]")
{
    const rope::Polygon polygon = rope::convexPolygon({{1.0, 1.0}, {0.0, 0.0}, {0.0, 1.0}, {1.0, 0.0}, {0.5, 0.0}});
    REQUIRE(polygon.vertices.size() == 4); // the one on the edge is no corner
    CHECK(rope::massProperties(polygon.vertices, 1.0).area == Approx(1.0).epsilon(1e-15));
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(rope::cross(polygon.vertices[(i + 1) % 4] - polygon.vertices[i],
                          polygon.vertices[(i + 2) % 4] - polygon.vertices[i]) > 0.0);
}

TEST_CASE("what is no convex polygon is refused, and the error says why", "[impulse]")
{
    CHECK_THROWS_WITH(rope::convexPolygon({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}),
                      "polygon is concave: vertex 3 (1, 1) lies inside the hull of the others; must be convex");
    CHECK_THROWS_WITH(rope::convexPolygon({{0, 0}, {2, 0}, {1, 0}}),
                      "polygon has no area: its vertices lie on one line");
    CHECK_THROWS_WITH(rope::convexPolygon({{0, 0}, {2, 0}}), "polygon has 2 vertices; must have 3 to 256");
    CHECK_THROWS_WITH(rope::convexPolygon({{0, 0}, {2, 0}, {1, 1}, {2, 0}}),
                      "polygon: vertex 3 (2, 0) is vertex 1 again; each must be there once");
    CHECK_THROWS_WITH(rope::convexPolygon({{0, 0}, {2, 0}, {1, std::nan("")}}),
                      "polygon: vertex 2 (1, nan) must be finite");
    CHECK_THROWS_WITH(rope::makeBody(rope::circleBody(-1.0, 1.0, {0, 0})), "radius = -1 m: must be 1e-30 to 1e+30 m");
    CHECK_THROWS_WITH(rope::makeBody(rope::circleBody(1.0, -1.0, {0, 0})),
                      "mass = -1 kg: must be 0 (fixed) or 1e-30 to 1e+30 kg");
    CHECK_THROWS_WITH(rope::makeBody(rope::circleBody(1.0, 0.0, {0, 0}, {1, 0})),
                      "a fixed body (mass 0) must have no velocity and no angular_velocity");
    CHECK_THROWS_WITH(rope::ImpulseSimulation({rope::circleBody(1.0, 1.0, {0, 0}), rope::circleBody(0.0, 1.0, {0, 0})}),
                      "body 1: radius = 0 m: must be 1e-30 to 1e+30 m");
}

TEST_CASE("a body beyond what numbers can hold is refused, and the largest and smallest ones move", "[impulse]")
{
    // Of a radius of 1e155 m the square is no number any more, nor is the inertia m r²/2 of 1e308 kg and 2 m.
    CHECK_THROWS_WITH(rope::makeBody(rope::circleBody(1e155, 1.0, {0, 0})),
                      "radius = 1e+155 m: must be 1e-30 to 1e+30 m");
    CHECK_THROWS_WITH(rope::makeBody(rope::circleBody(2.0, 1e308, {0, 0})),
                      "mass = 1e+308 kg: must be 0 (fixed) or 1e-30 to 1e+30 kg");
    CHECK_THROWS_WITH(rope::makeBody(rope::circleBody(1e-155, 1.0, {0, 0})),
                      "radius = 1e-155 m: must be 1e-30 to 1e+30 m");
    CHECK_THROWS_WITH(rope::makeBody(rope::circleBody(1.0, std::nan(""), {0, 0})),
                      "mass = nan kg: must be 0 (fixed) or 1e-30 to 1e+30 kg");
    CHECK_THROWS_WITH(rope::makeBody(rope::boxBody({2e155, 2.0}, 1.0, {0, 0})),
                      "vertex (-1e+155, -1): must be within 1e+30 m of the body's origin");
    for (const double size : {1e-30, 1e30})
    {
        const rope::RigidBody body = rope::makeBody(rope::circleBody(size, size, {0, 0}, {1.0, 0.0}, 1.0));
        CHECK(std::isfinite(body.kineticEnergy()));
        CHECK(body.inertia == Approx(0.5 * size * size * size).epsilon(1e-14)); // m r²/2
        CHECK(std::isfinite(body.inverseInertia));
    }
}

TEST_CASE("a body keeps its own origin where its vertices put it", "[impulse]")
{
    rope::BodyDefinition body = rope::boxBody({1.0, 1.0}, 1.0, {3.0, 4.0}, {1.0, 2.0}, 0.5);
    body.angle = 0.3;
    body.vertices = {{0.0, 0.0}, {2.0, 0.0}, {2.0, 1.0}, {0.0, 1.0}};
    const rope::RigidBody made = rope::makeBody(body);
    CHECK(glm::length(made.origin() - Vec2(3.0, 4.0)) < 1e-15);
    CHECK(glm::length(made.originVelocity() - Vec2(1.0, 2.0)) < 1e-15);
    CHECK(glm::length(made.centre() - (Vec2(3.0, 4.0) + rope::rotation(0.3)({1.0, 0.5}))) < 1e-15);
    CHECK(made.inertia == Approx(5.0 / 12.0).epsilon(1e-14));
}

TEST_CASE("polygons of many corners are as far apart as if each corner was looked at", "[impulse]")
{
    // Two polygons of 200 and 90 corners, long and flat; the distance along the best of all normals, by every pair.
    const auto flat = [](int corners, double turn)
    {
        std::vector<Vec2> vertices;
        for (int i = 0; i < corners; ++i)
            vertices.push_back(rope::rotation(2.0 * std::numbers::pi * i / corners)(Vec2(1.0, 0.0)) * Vec2(1.0, 0.4));
        for (Vec2& vertex : vertices)
            vertex = rope::rotation(turn)(vertex);
        return rope::convexPolygon(vertices);
    };
    for (int i = 0; i < 60; ++i)
    {
        const rope::Polygon a = flat(200, 0.1 * i);
        rope::Polygon b = flat(90, 0.37 * i);
        const Vec2 at = rope::rotation(0.7 * i)(Vec2(0.2 + 0.03 * i, 0.0));
        for (Vec2& vertex : b.vertices)
            vertex += at;
        const auto farthest = [](const rope::Polygon& faces, const rope::Polygon& corners)
        {
            double best = -1e300;
            for (std::size_t face = 0; face < faces.normals.size(); ++face)
            {
                double nearest = 1e300;
                for (const Vec2& corner : corners.vertices)
                    nearest = std::min(nearest, glm::dot(faces.normals[face], corner - faces.vertices[face]));
                best = std::max(best, nearest);
            }
            return best;
        };
        const auto placed = [](const rope::Polygon& p) {
            return rope::PlacedShape{{}, 0.0, p.vertices.data(), p.normals.data(), p.vertices.size()};
        };
        CHECK(rope::separation(placed(a), placed(b)) == Approx(std::max(farthest(a, b), farthest(b, a))).margin(1e-12));
    }
}

TEST_CASE("circles, corners and faces touch where they should", "[impulse]")
{
    std::vector<Vec2> a;
    std::vector<Vec2> b;
    const rope::Shape square = rope::box(1.0, 1.0);
    const rope::Shape ball = rope::Circle{0.5};

    const rope::Manifold balls = rope::collide(placed(ball, {0.0, 0.0}, 0.0, a), placed(ball, {0.6, 0.8}, 0.0, b), 0.0);
    REQUIRE(balls.count == 1);
    CHECK(glm::length(balls.normal - Vec2(-0.6, -0.8)) < 1e-15);
    CHECK(glm::length(balls.points[0].position - Vec2(0.3, 0.4)) < 1e-15);

    // A ball beyond a corner is met along the line to the corner: the faces alone would say it overlaps.
    const rope::Manifold corner =
        rope::collide(placed(ball, {0.8, 0.9}, 0.0, a), placed(square, {0.0, 0.0}, 0.0, b), 0.1);
    REQUIRE(corner.count == 1);
    CHECK(corner.separation == Approx(0.0).margin(1e-15));
    CHECK(glm::length(corner.normal - Vec2(0.6, 0.8)) < 1e-15);
    CHECK(rope::collide(placed(ball, {0.9, 0.9}, 0.0, a), placed(square, {0.0, 0.0}, 0.0, b), 0.0).count == 0);

    const rope::Manifold flat =
        rope::collide(placed(square, {0.25, 1.0}, 0.0, a), placed(square, {0.0, 0.0}, 0.0, b), 1e-9);
    REQUIRE(flat.count == 2);
    CHECK(glm::length(flat.normal - Vec2(0.0, 1.0)) < 1e-15);
    CHECK(std::min(flat.points[0].position.x, flat.points[1].position.x) == Approx(-0.25).margin(1e-15));
    CHECK(std::max(flat.points[0].position.x, flat.points[1].position.x) == Approx(0.5).margin(1e-15));

    const double half = std::sqrt(0.5);
    const rope::Manifold tip = rope::collide(placed(square, {0.1, 0.5 + half}, std::numbers::pi / 4.0, a),
                                             placed(square, {0.0, 0.0}, 0.0, b), 1e-9);
    REQUIRE(tip.count == 1);
    CHECK(glm::length(tip.points[0].position - Vec2(0.1, 0.5)) < 1e-12);

    // The second polygon's normals point the other way when it comes first.
    const rope::Manifold turned =
        rope::collide(placed(ball, {0.0, 0.0}, 0.0, a), placed(square, {0.0, 0.9}, 0.0, b), 0.0);
    CHECK(turned.normal.y == Approx(-1.0).epsilon(1e-15));
    const rope::Manifold back =
        rope::collide(placed(square, {0.0, 0.9}, 0.0, a), placed(ball, {0.0, 0.0}, 0.0, b), 0.0);
    CHECK(back.normal.y == Approx(1.0).epsilon(1e-15));
    CHECK(back.separation == Approx(-0.1).epsilon(1e-12));
}
