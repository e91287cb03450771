// Knots while a mouse drags ropes: closed ones stay what they are, and what is tied in open ones has its name.
#include "slow_knot.hpp"

#include "random_states.hpp"
#include "rope/contact/ropes_on_solids.hpp"

#include <rope/rope_by_length.hpp>
#include <rope/strands.hpp>

#include <map>

namespace
{

constexpr double radius = 0.01;       // [m]
constexpr double edge = 1.5 * radius; // [m]

/// A springy rope of these masses that touches itself.
RopeByLength springy(int masses)
{
    RopeByLength settings;
    settings.massCount = masses;
    settings.length = edge * (masses - 1);
    settings.massPerLength = 0.08;
    settings.axialStiffness = 5000.0;
    settings.bendingStiffness = 0.0005;
    settings.torsionalStiffness = 0.0;
    settings.radius = radius;
    settings.contactFriction = 0.3;
    settings.selfContact = true;
    settings.airFriction = 2.0 * settings.massPerLength * edge;
    return settings;
}

/// The ring of a curve, of edges of one length.
RopeSimulation ringOf(const Points& fine, int edges)
{
    double round = 0.0;
    for (std::size_t i = 0; i < fine.size(); ++i)
        round += glm::distance(fine[i], fine[(i + 1) % fine.size()]);
    const double scale = edge * edges / round;
    Points points;
    double passed = 0.0;
    for (std::size_t i = 0; i < fine.size(); ++i)
    {
        const Vec3 from = scale * fine[i];
        const Vec3 way = scale * fine[(i + 1) % fine.size()] - from;
        for (; static_cast<double>(points.size()) * edge < passed + glm::length(way);)
            points.push_back(from + (static_cast<double>(points.size()) * edge - passed) / glm::length(way) * way);
        passed += glm::length(way);
    }
    points.resize(static_cast<std::size_t>(edges));
    RopeByLength settings = springy(edges + 2);
    settings.length = edge * edges;
    settings.closed = true;
    RopeSimulation ring(settings);
    ring.layOut(points);
    return ring;
}

Points pointsOf(const RopeSimulation& ring)
{
    Points points = positionsOf(ring);
    points.resize(points.size() - 2); // the last two are the first ones once more
    return points;
}

/// Whether no point of a rope lies farther out than its ends along the ways by which they are joined.
bool endsAreFree(const Points& points, const Points& joined)
{
    const auto isFree = [&points](const Vec3& end, const Vec3& corner)
    {
        const Vec3 way = glm::normalize(corner - end);
        return std::all_of(points.begin(), points.end(),
                           [&](const Vec3& point) { return glm::dot(point - end, way) < 1e-9 * radius; });
    };
    return isFree(points.back(), joined[points.size()]) && isFree(points.front(), joined.back());
}

/// Of a rope with an end within its knot, joined along random directions.
bool isThatOfSomeWayOut(const Points& points, const KnotType& type, Random& random)
{
    constexpr double far = 100.0; // [m]
    for (int way = 0; way < 60; ++way)
    {
        const Vec3 out = far * glm::normalize(random.vector());
        Points ring = points;
        ring.push_back(points.back() + out);
        ring.push_back(points.front() + out);
        if (Slow(ring).agrees(type.alexander))
            return true;
    }
    return false;
}

} // namespace

TEST_CASE("A knotted ring that the mouse drags at up to 20 m/s stays the knot that it is", "[knot][long]")
{
    const std::array<Points, 3> knots = {torusKnot(2, 3, 2000), torusKnot(2, 5, 2000),
                                         closedCurve(2000,
                                                     [](double t)
                                                     {
                                                         const double out = 2.0 + std::cos(2.0 * t);
                                                         return Vec3(out * std::cos(3.0 * t), out * std::sin(3.0 * t),
                                                                     std::sin(4.0 * t));
                                                     })};
    const std::array<std::string, 3> names = {"3_1", "5_1", "4_1"};
    const RandomStates states(1000);
    double least = 1.0; // diameters
    for (int state = states.first; state < states.end(); ++state)
    {
        CAPTURE(state);
        Random random(state);
        const auto which = static_cast<std::size_t>(random.whole(0, 2));
        RopeSimulation ring = ringOf(turned(knots[which], random.vector(), 3.0 * random.number()), 120);
        REQUIRE(rope::knotType(pointsOf(ring), CurveEnds::joined).name == names[which]);
        const auto mass = static_cast<std::size_t>(random.whole(0, 119));
        Vec3 mouse = ring.masses()[mass].position;
        Vec3 velocity(0.0);
        int near = 0; // steps in a row
        for (int step = 0; step < 240; ++step)
        {
            if (step % 24 == 0)
                velocity = 10.0 * (1.0 + random.number()) * glm::normalize(random.vector());
            mouse += velocity * stepLength;
            ring.grab(mass, mouse);
            ring.step(stepLength);
            const Points points = pointsOf(ring);
            const auto gap = rope::nearestStrands({points, CurveEnds::joined}, radius);
            const double distance = gap ? gap->distance / (2.0 * radius) : 1.0;
            least = std::min(least, distance);
            near = distance < 0.8 ? near + 1 : 0;
            CAPTURE(step, distance);
            REQUIRE(near < 2);
            if (step % 4 == 3)
                REQUIRE(rope::knotType(points, CurveEnds::joined).name == names[which]);
        }
    }
    INFO("nearest " << least << " diameters");
    CHECK(least > 0.5);
}

TEST_CASE("While a rope is tied at random, its name is right in every frame", "[knot][long]")
{
    const RandomStates states(5);
    constexpr int masses = 160;
    constexpr int drag = 40; // frames, of an end to a place between the strands
    int frames = 0;
    int free = 0; // with free ends
    std::map<std::string, int> names;
    for (int state = states.first; state < states.end(); ++state)
    {
        Random random(state);
        RopeByLength settings = springy(masses);
        settings.gravity = Vec3(0.0);
        settings.airFriction *= 5.0;
        RopeSimulation rope(settings);
        const std::size_t last = rope.masses().size() - 1;
        Vec3 to(0.0);
        for (int frame = 0; frame < 2000; ++frame)
        {
            CAPTURE(state, frame);
            const std::size_t end = frame / (2 * drag) % 2 == 0 ? last : 0;
            if (frame % drag == 0)
            {
                const auto near = static_cast<std::size_t>(random.whole(masses / 4, 3 * masses / 4));
                to = rope.masses()[near].position + 0.2 * random.vector();
            }
            for (int step = 0; step < 4; ++step)
            {
                const Vec3 way = to - rope.masses()[end].position;
                rope.unpin(last - end);
                rope.pin(end, way * std::min(2.0 / glm::length(way), 1.0 / stepLength));
                rope.step(stepLength);
            }
            const Points points = positionsOf(rope);
            const KnotType type = rope::knotType(points, CurveEnds::open);
            ++frames;
            ++names[type.name];
            const Points joined = rope::joinedCurve(points);
            if (endsAreFree(points, joined))
            {
                ++free;
                CHECK(type.share == 1.0);
                CHECK(Slow(joined).agrees(type.alexander));
            }
            else
                CHECK(isThatOfSomeWayOut(points, type, random));
        }
    }
    std::string told;
    for (const auto& [name, count] : names)
        told += name + " " + std::to_string(count) + ", ";
    INFO(told << free << " with free ends of " << frames);
    CHECK(free > frames / 2);
    CHECK(names["3_1"] > frames / 100);
    CHECK(names.size() > 3);
}
