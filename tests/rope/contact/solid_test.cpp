#include "catch.hpp"
#include "random_states.hpp"

#include "rope/distance/edge_distance.hpp"

#include <rope/solid.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using Catch::Matchers::WithinAbs;
using rope::Clearance;
using rope::SolidBody;
using rope::SolidShape;
using rope::Vec3;

namespace
{

struct Random
{
    std::mt19937 engine;
    explicit Random(int seed) : engine(static_cast<unsigned>(seed)) {}
    double number() { return std::uniform_real_distribution<double>(-1.0, 1.0)(engine); }
    Vec3 vector() { return {number(), number(), number()}; }
    Vec3 direction() { return glm::normalize(vector() + Vec3(0.0, 0.0, 1e-9)); }
};

/// One of each shape, placed at random.
std::vector<SolidBody> solids(Random& random)
{
    const Vec3 x = random.direction();
    const Vec3 y = glm::normalize(glm::cross(x, random.direction()));
    return {SolidBody::plane(random.vector(), random.direction()), SolidBody::sphere(random.vector(), 0.4),
            SolidBody::capsule(random.vector(), random.vector(), 0.3),
            SolidBody::cylinder(random.vector(), random.vector(), 0.3),
            SolidBody::box(random.vector(), {0.3, 0.5, 0.2}, {x, y, glm::cross(x, y)})};
}

/// How far the solid reaches in a direction of the length 1.
double reach(const SolidBody& solid, const Vec3& n)
{
    const double axis = std::abs(glm::dot(n, solid.axes[1]));
    const double radius = solid.halfSize.x;
    const double half = solid.halfSize.y;
    const double middle = glm::dot(n, solid.position);
    switch (solid.shape)
    {
    case SolidShape::plane:
        return axis > 1.0 - 1e-12 && glm::dot(n, solid.axes[1]) > 0.0 ? middle
                                                                      : std::numeric_limits<double>::infinity();
    case SolidShape::sphere:
        return middle + radius;
    case SolidShape::capsule:
        return middle + radius + half * axis;
    case SolidShape::cylinder:
        return middle + half * axis + radius * std::sqrt(std::max(0.0, 1.0 - axis * axis));
    case SolidShape::box:
    {
        double sum = middle;
        for (int k = 0; k < 3; ++k)
            sum += solid.halfSize[k] * std::abs(glm::dot(n, solid.axes[k]));
        return sum;
    }
    }
    return 0.0;
}

/// The distance by trial: that to the farthest of all half spaces in which the solid lies, also for a point inside.
double distanceByTrial(const SolidBody& solid, const Vec3& point, Random& random)
{
    if (solid.shape == SolidShape::plane)
        return glm::dot(solid.axes[1], point) - reach(solid, solid.axes[1]);
    std::vector<Vec3> starts = {solid.axes[0], solid.axes[1], solid.axes[2]};
    for (int k = 0; k < 3; ++k)
        starts.push_back(-starts[static_cast<std::size_t>(k)]);
    for (int i = 0; i < 400; ++i)
        starts.push_back(random.direction());
    const auto value = [&](const Vec3& n) { return glm::dot(n, point) - reach(solid, n); };
    Vec3 best = *std::ranges::max_element(starts, {}, value);
    double largest = value(best);
    for (double size = 0.3; size > 1e-9; size *= 0.85)
        for (int i = 0; i < 40; ++i)
        {
            const Vec3 n = glm::normalize(best + size * random.vector());
            if (value(n) > largest)
            {
                largest = value(n);
                best = n;
            }
        }
    return largest;
}

} // namespace

TEST_CASE("Distances to solids are those to all half spaces that hold them", "[contact]")
{
    const RandomStates states(20);
    for (int seed = states.first; seed < states.end(); ++seed)
    {
        Random random(seed);
        for (const SolidBody& solid : solids(random))
        {
            const Vec3 point = solid.position + 0.9 * random.vector();
            CAPTURE(seed, static_cast<int>(solid.shape));
            // The search ends a little below the farthest.
            const double tried = distanceByTrial(solid, point, random);
            CHECK(clearance(solid, point).distance > tried - 1e-7);
            CHECK(clearance(solid, point).distance < tried + 1e-3);
        }
    }
}

TEST_CASE("Normals and curvatures of solids are the derivatives of the distance", "[contact]")
{
    const RandomStates states(60);
    constexpr double step = 1e-6;
    for (int seed = states.first; seed < states.end(); ++seed)
    {
        Random random(seed);
        for (const SolidBody& solid : solids(random))
        {
            const Vec3 point = solid.position + 0.9 * random.vector();
            const Clearance here = clearance(solid, point);
            CAPTURE(seed, static_cast<int>(solid.shape), here.distance);
            for (int k = 0; k < 3; ++k)
            {
                Vec3 aside(0.0);
                aside[k] = step;
                const Clearance ahead = clearance(solid, point + aside);
                const Clearance behind = clearance(solid, point - aside);
                CHECK_THAT((ahead.distance - behind.distance) / (2.0 * step), WithinAbs(here.normal[k], 1e-7));
                const Vec3 bent = (ahead.normal - behind.normal) / (2.0 * step) - here.curvature[k];
                CHECK(glm::length(bent) < 1e-6 * (1.0 + 1.0 / (step + std::abs(here.distance))));
            }
        }
    }
}

TEST_CASE("An edge's place nearest to a solid is found, and its distance bounded", "[contact]")
{
    const RandomStates states(60);
    for (int seed = states.first; seed < states.end(); ++seed)
    {
        Random random(seed);
        for (const SolidBody& solid : solids(random))
        {
            const Vec3 a = solid.position + 1.2 * random.vector();
            const Vec3 edge = solid.position + 1.2 * random.vector() - a;
            double least = std::numeric_limits<double>::infinity();
            for (int i = 0; i <= 2000; ++i)
                least = std::min(least, clearance(solid, a + i / 2000.0 * edge).distance);
            CAPTURE(seed, static_cast<int>(solid.shape));
            const double along = nearestAlong(solid, a, edge, clearance(solid, a), clearance(solid, a + edge));
            const double found = clearance(solid, a + along * edge).distance;
            CHECK(found <= least + 1e-9);
            CHECK(found >= least - glm::length(edge) / 2000.0); // the distance changes by no more than the place
            CHECK(leastDistance(clearance(solid, a), clearance(solid, a + edge), edge) <= found + 1e-12);
        }
    }
}

TEST_CASE("A solid moves and turns as its velocities say", "[contact]")
{
    Random random(5);
    for (SolidBody solid : solids(random))
    {
        solid.velocity = random.vector();
        solid.spin = 3.0 * random.vector();
        const Vec3 onIt = solid.position + 0.2 * solid.axes[0] - 0.1 * solid.axes[2];
        // The velocity of a point of it by differences of where the point is.
        const double dt = 1e-6;
        const auto carried = [&](double t)
        {
            const SolidBody moved = solid.after(t);
            return moved.position + 0.2 * moved.axes[0] - 0.1 * moved.axes[2];
        };
        CHECK(glm::distance((carried(dt) - carried(-dt)) / (2.0 * dt), solid.velocityAt(onIt)) < 1e-8);
        SolidBody turned = solid;
        for (int i = 0; i < 1000; ++i)
            turned = turned.after(0.01);
        const SolidBody atOnce = solid.after(10.0);
        for (int k = 0; k < 3; ++k)
            CHECK(glm::distance(turned.axes[k], atOnce.axes[k]) < 1e-11);
    }
}
