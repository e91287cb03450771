#include "random_states.hpp"
#include "ropes_on_solids.hpp"

#include <array>
#include <random>

namespace
{

constexpr double radius = 0.005;

struct Random
{
    std::mt19937 engine;
    explicit Random(int seed) : engine(static_cast<unsigned>(seed)) {}
    double number() { return std::uniform_real_distribution<double>(-1.0, 1.0)(engine); }
    Vec3 vector() { return {number(), number(), number()}; }
};

/// How often the rope, closed beyond its ends at a great distance, runs round the z axis through `middle`: an end that
/// goes round changes it little by little, a rope that passes through the post by one.
double turnsAround(const RodSimulation& rod, const Vec3& middle)
{
    double angle = 0.0;
    for (std::size_t i = 0; i + 1 < rod.masses().size(); ++i)
    {
        const Vec3 a = rod.masses()[i].position - middle;
        const Vec3 b = rod.masses()[i + 1].position - middle;
        angle += std::atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y);
    }
    return angle / (2.0 * pi);
}

void throwRope(int seed)
{
    CAPTURE(seed);
    Random random(seed);
    RodSettings settings;
    settings.massCount = 40 + static_cast<int>(40.0 * (1.0 + random.number()));
    settings.length = 1.5 * radius * (settings.massCount - 1);
    settings.massPerLength = 0.05;
    settings.axialStiffness = 2e4;
    settings.bendingStiffness = 1e-5 * (1.0 + random.number());
    settings.torsionalStiffness = 0.0;
    settings.radius = radius;
    settings.contactFriction = 0.3 * (1.0 + random.number());
    RodSimulation rod(settings);
    std::vector<Vec3> positions;
    const double edge = rod.springs().front().restLength;
    for (int i = 0; i < settings.massCount; ++i)
        positions.emplace_back(edge * i - 0.5 * settings.length, 0.5, 0.0);
    rod.layOut(positions);
    constexpr double floor = -0.2;
    rod.addSolid(SolidBody::plane(Vec3(0.0, floor, 0.0), Vec3(0.0, 1.0, 0.0)));
    std::array<Vec3, 3> posts;
    for (std::size_t p = 0; p < posts.size(); ++p)
    {
        posts[p] = Vec3(0.3 * (static_cast<double>(p) - 1.0) + 0.05 * random.number(), 0.1 * random.number(), 0.0);
        rod.addSolid(SolidBody::cylinder(posts[p] - Vec3(0, 0, 5), posts[p] + Vec3(0, 0, 5), 0.01));
    }
    const std::size_t last = rod.masses().size() - 1;
    const Vec3 thrown = 10.0 * (1.0 + random.number()) * glm::normalize(Vec3(random.number(), -1.0, random.number()));
    const Vec3 turning = 0.5 * glm::length(thrown) / settings.length * random.vector();
    std::array<double, 3> turns{};
    std::array<double, 3> ends{};
    int passed = 0;
    int tooNear = 0;
    for (int step = 0; step < 72; ++step)
    {
        if (step == 0)
            for (std::size_t i = 0; i <= last; ++i)
                rod.pin(i, thrown + glm::cross(turning, rod.masses()[i].position - Vec3(0.0, 0.5, 0.0)));
        if (step == 2)
            for (std::size_t i = 0; i <= last; ++i)
                rod.unpin(i);
        rod.step(stepLength);
        for (const rope::Mass& mass : rod.masses())
        {
            REQUIRE(rope::finite(mass.position));
            tooNear += mass.position.y - floor < 0.8 * radius ? 1 : 0;
        }
        // The turns less the angle between the ends are a whole number. In a step the turns change only by what the
        // ends do.
        for (std::size_t p = 0; p < posts.size(); ++p)
        {
            const Vec3 a = rod.masses()[0].position - posts[p];
            const Vec3 b = rod.masses()[last].position - posts[p];
            const double angle = (std::atan2(b.y, b.x) - std::atan2(a.y, a.x)) / (2.0 * pi);
            const double now = turnsAround(rod, posts[p]);
            double byEnds = angle - ends[p];
            byEnds -= std::round(byEnds);
            passed += step > 0 && std::abs(now - turns[p] - byEnds) > 1e-6 ? 1 : 0;
            turns[p] = now;
            ends[p] = angle;
            for (const rope::Mass& mass : rod.masses())
                tooNear += glm::length(Vec3(mass.position - posts[p]) * Vec3(1, 1, 0)) < 0.01 + 0.8 * radius ? 1 : 0;
        }
    }
    CHECK(passed == 0);
    CHECK(tooNear == 0);
}

} // namespace

// The whole rope is thrown downwards.
TEST_CASE("Ropes thrown at up to 20 m/s pass through no floor and no post", "[contact]")
{
    const RandomStates states(6);
    for (int seed = states.first; seed < states.end(); ++seed)
        throwRope(seed);
}
