#include "random_states.hpp"
#include "ropes_on_solids.hpp"

#include "rope/distance/edge_tree.hpp"
#include "rope/state/rope_shape.hpp"

#include <rope/rope_by_length.hpp>

#include <limits>
#include <random>
#include <set>
#include <utility>

using rope::Segment;

namespace
{

struct Random
{
    std::mt19937 engine;
    explicit Random(int seed) : engine(static_cast<unsigned>(seed)) {}
    double number() { return std::uniform_real_distribution<double>(-1.0, 1.0)(engine); }
    Vec3 vector() { return {number(), number(), number()}; }
};

/// The writhe of an open polygon by itself (Gauss's integral over pairs of edges): it changes little by little, and by
/// 2 where two edges pass through each other.
double openWrithe(const std::vector<Vec3>& x)
{
    double sum = 0.0;
    for (std::size_t i = 0; i + 1 < x.size(); ++i)
        for (std::size_t j = i + 2; j + 1 < x.size(); ++j)
        {
            const Vec3 ac = glm::normalize(x[j] - x[i]);
            const Vec3 bc = glm::normalize(x[j] - x[i + 1]);
            const Vec3 bd = glm::normalize(x[j + 1] - x[i + 1]);
            const Vec3 ad = glm::normalize(x[j + 1] - x[i]);
            sum += 2.0 * (std::arg(rope::halfAngle(ac, bc, bd)) + std::arg(rope::halfAngle(ac, bd, ad)));
        }
    return sum / (2.0 * pi);
}

/// Follows a rope: how often it passes through itself by the writhe, and is too near in two steps running.
class Follower
{
public:
    explicit Follower(const RopeSimulation& rod) : positions_(positionsOf(rod)), writhe_(openWrithe(positions_)) {}

    void look(const RopeSimulation& rod)
    {
        const std::vector<Vec3> before = positions_;
        positions_ = positionsOf(rod);
        const double writhe = openWrithe(positions_);
        // An end that whips round changes the writhe much, and yet little by little.
        constexpr int parts = 64;
        for (int part = 1; std::abs(writhe - writhe_) > 1.0 && part <= parts; ++part)
        {
            std::vector<Vec3> between = before;
            for (std::size_t i = 0; i < between.size(); ++i)
                between[i] = glm::mix(before[i], positions_[i], static_cast<double>(part) / parts);
            const double then = openWrithe(between);
            passages_ += std::abs(then - writhe_) > 1.0 ? 1 : 0;
            writhe_ = then;
        }
        writhe_ = writhe;
        const double distance = leastDistance(rod);
        tooNear_ += near_ && distance < 0.8 ? 1 : 0;
        near_ = distance < 0.8;
        finite_ = finite_ && std::isfinite(rod.totalEnergy());
    }
    void check(const RopeSimulation& rod) const
    {
        CHECK(finite_);
        CHECK(passages_ == 0);
        CHECK(tooNear_ == 0);
        CHECK_FALSE(rod.passed().has_value());
    }

private:
    std::vector<Vec3> positions_;
    double writhe_;
    int passages_ = 0;
    int tooNear_ = 0;
    bool near_ = false;
    bool finite_ = true;
};

/// A limp weightless rope of which one strand lies over another at a right angle, half a turn round it, and hangs down
/// on both sides. The strand below is held; slack rope joins the two.
struct Hitch
{
    static constexpr double radius = 0.005;
    static constexpr double segment = 0.5 * radius;
    static constexpr int bar = 20;   ///< edges of the strand below
    static constexpr int slack = 60; ///< edges between
    static constexpr int tail = 12;  ///< edges that hang down, on each side

    explicit Hitch(double friction)
    {
        std::vector<Vec3> path;
        for (int i = 0; i <= bar; ++i)
            path.emplace_back(0.0, 0.0, (i - bar / 2) * segment);
        // The slack: half a circle from the end of the bar to the start of the hanging strand, in a plane that holds
        // both.
        std::vector<Vec3> over;
        const double round = 2.0 * radius;
        const int turns = static_cast<int>(std::round(pi * round / segment));
        const double start = 2.0 * round * std::sin(0.5 * pi / turns) / segment; // of a segment
        for (int i = 0; i < tail; ++i)
            over.emplace_back(-round, -(tail - i) * segment * start, 0.0);
        for (int i = 0; i <= turns; ++i)
            over.emplace_back(-round * std::cos(pi * i / turns), round * std::sin(pi * i / turns), 0.0);
        for (int i = 1; i <= tail; ++i)
            over.emplace_back(round, -i * segment * start, 0.0);
        const Vec3 from = path.back();
        const Vec3 way = over.front() - from;
        const Vec3 aside = glm::normalize(glm::cross(way, Vec3(0.0, 1.0, 0.0)));
        // An arc of chords of one length.
        double angle = 0.0; // of a chord
        double high = 2.0 * pi / slack;
        for (int i = 0; i < 60; ++i)
        {
            const double middle = 0.5 * (angle + high);
            (std::sin(0.5 * slack * middle) * segment > glm::length(way) * std::sin(0.5 * middle) ? angle : high) =
                middle;
        }
        const Vec3 along = glm::normalize(way);
        for (int i = 0; i + 1 < slack; ++i)
        {
            const double heading = angle * (0.5 * (slack - 1) - i);
            path.push_back(path.back() + segment * (std::cos(heading) * along - std::sin(heading) * aside));
        }
        first = path.size();
        path.insert(path.end(), over.begin(), over.end());
        last = path.size() - 1;
        RopeByLength settings = limpRope(path, 0.05);
        settings.length = segment * static_cast<double>(path.size() - 1);
        settings.axialStiffness = 2e3;
        settings.tolerance = 1e-7;
        settings.radius = radius;
        settings.contactFriction = friction;
        settings.selfContact = true;
        settings.airFriction = 0.2 * settings.massPerLength * segment / stepLength;
        rod.emplace_back(settings);
        rod[0].layOut(path);
        for (std::size_t i = 0; i <= bar; ++i)
            rod[0].pin(i);
    }

    void run(double hold, double load, double seconds)
    {
        rod[0].setForce(first, {0.0, -hold, 0.0});
        rod[0].setForce(last, {0.0, -load, 0.0});
        for (double t = 0.0; t < seconds; t += stepLength)
            rod[0].step(stepLength);
    }

    std::size_t first = 0;
    std::size_t last = 0;
    std::vector<RopeSimulation> rod; // one
};

/// A smooth random curve of edges of one length, that keeps its strands apart.
std::vector<Vec3> tangle(Random& random, int edges, double segment, double radius)
{
    for (;;)
    {
        std::vector<Vec3> points{Vec3(0.0)};
        Vec3 way = glm::normalize(random.vector());
        Vec3 turn = random.vector();
        for (int i = 0; i < edges; ++i)
        {
            turn += 0.3 * random.vector() - 0.1 * turn;
            way =
                glm::normalize(way + 0.25 * glm::cross(turn, way) - 0.01 * segment / (radius * radius) * points.back());
            points.push_back(points.back() + segment * way);
        }
        bool apart = true;
        for (std::size_t i = 0; i < points.size() && apart; ++i)
            for (std::size_t j = i + 5; j < points.size() && apart; ++j)
                apart = glm::distance(points[i], points[j]) > 3.0 * radius;
        if (apart)
            return points;
    }
}

/// Returns how many touches there were in all steps.
std::size_t throwAtItself(int seed)
{
    CAPTURE(seed);
    Random random(seed);
    constexpr double radius = 0.005;
    constexpr double segment = 1.5 * radius;
    RopeByLength settings;
    settings.massCount = 61;
    settings.length = segment * (settings.massCount - 1);
    settings.massPerLength = 0.05;
    settings.axialStiffness = 2e4;
    settings.bendingStiffness = 1e-4 * (1.01 + random.number());
    settings.torsionalStiffness = 0.0;
    settings.gravity = Vec3(0.0);
    settings.radius = radius;
    settings.contactFriction = 0.25 * (1.0 + random.number());
    settings.selfContact = true;
    RopeSimulation rod(settings);
    rod.layOut(tangle(random, settings.massCount - 1, segment, radius));
    // The two halves fly at each other, and the whole turns.
    const double speed = 10.0 * (1.0 + random.number());
    const std::vector<Vec3> positions = positionsOf(rod);
    const Vec3 direction = glm::normalize(positions[45] - positions[15]);
    const Vec3 turning = 0.3 * speed / settings.length * random.vector();
    const std::size_t last = rod.masses().size() - 1;
    for (std::size_t i = 0; i <= last; ++i)
        rod.pin(i, (i < last / 2 ? 0.5 : -0.5) * speed * direction + glm::cross(turning, rod.masses()[i].position));
    rod.step(1e-5);
    for (std::size_t i = 0; i <= last; ++i)
        rod.unpin(i);
    Follower follower(rod);
    Gain gain(rod);
    const Vec3 momentum = rod.momentum();
    std::size_t touches = 0;
    for (int step = 0; step < 48; ++step)
    {
        rod.step(stepLength);
        follower.look(rod);
        gain.look(rod);
        touches += rod.selfTouches().size();
    }
    CHECK(gain.share() < 0.005);
    follower.check(rod);
    const double mass = settings.massPerLength * settings.length;
    CHECK(glm::length(rod.momentum() - momentum) < 1e-11 * mass * speed);
    return touches;
}

} // namespace

TEST_CASE("The nearest places of two segments are those of a fine search", "[contact]")
{
    for (int seed = 0; seed < 300; ++seed)
    {
        CAPTURE(seed);
        Random random(seed);
        const Segment a{random.vector(), random.vector()};
        const Segment b{random.vector(), seed % 3 == 0 ? 0.7 * a.way + 1e-4 * random.vector() : random.vector()};
        double least = std::numeric_limits<double>::infinity();
        for (int i = 0; i <= 100; ++i)
            for (int j = 0; j <= 100; ++j)
                least = std::min(least, glm::distance(a.at(0.01 * i), b.at(0.01 * j)));
        const double found = rope::distance(a, b);
        CHECK(found <= least + 1e-12);
        CHECK(found > least - 0.01 * (glm::length(a.way) + glm::length(b.way)));
    }
}

TEST_CASE("Parallel segments are nearest in the middle of where they are equally near", "[contact]")
{
    const Segment a{Vec3(0.0), Vec3(1.0, 0.0, 0.0)};
    const Segment b{Vec3(0.5, 0.2, 0.0), Vec3(1.0, 0.0, 0.0)};
    const rope::SegmentPlaces places = rope::nearestPlaces(a, b, 1e-3);
    CHECK_THAT(places.first, WithinAbs(0.75, 1e-3));
    CHECK_THAT(places.second, WithinAbs(0.25, 1e-3));
    // They turn a little, and the places move a little.
    const rope::SegmentPlaces turned = rope::nearestPlaces(a, {b.start, Vec3(1.0, 1e-4, 0.0)}, 1e-3);
    CHECK_THAT(turned.first, WithinAbs(places.first, 0.02));
}

TEST_CASE("Segments go a share of their way that leaves them apart, and all of it where nothing is in the way",
          "[contact]")
{
    int stopped = 0;
    for (int seed = 0; seed < 300; ++seed)
    {
        CAPTURE(seed);
        Random random(seed);
        const Segment a{random.vector(), random.vector()};
        const Segment b{random.vector(), random.vector()};
        const Segment aAfter{random.vector(), random.vector()};
        const Segment bAfter{random.vector(), random.vector()};
        const double share = rope::safeShare(a, b, aAfter, bAfter);
        const double before = rope::distance(a, b);
        const auto between = [](const Segment& from, const Segment& to, double t) {
            return Segment{glm::mix(from.start, to.start, t), glm::mix(from.way, to.way, t)};
        };
        double least = before;
        for (int i = 0; i <= 2000; ++i)
        {
            const double t = i / 2000.0;
            const double now = rope::distance(between(a, aAfter, t), between(b, bAfter, t));
            least = std::min(least, now);
            if (t <= share)
                CHECK(now >= 0.0999 * before);
        }
        stopped += share < 1.0 ? 1 : 0;
        if (least > 0.2 * before)
            CHECK(share == 1.0);
    }
    CHECK(stopped > 10);
}

TEST_CASE("The tree of edges finds the pairs of boxes that overlap, each once", "[contact]")
{
    for (const std::size_t edges : {1u, 2u, 7u, 64u, 101u})
    {
        Random random(static_cast<int>(edges));
        std::vector<rope::EdgeTree::Box> boxes;
        for (std::size_t i = 0; i < edges; ++i)
        {
            const Vec3 point = 2.0 * random.vector();
            boxes.push_back({point, point});
            boxes.back().hold(point + 0.5 * random.vector());
            boxes.back().grow(0.1);
        }
        rope::EdgeTree tree;
        tree.build(edges, [&](std::size_t i) { return boxes[i]; });
        for (const std::size_t apart : {1u, 4u})
        {
            std::set<std::pair<std::size_t, std::size_t>> found;
            std::size_t visits = 0;
            tree.forEachPair(apart,
                             [&](std::size_t i, std::size_t j)
                             {
                                 found.insert({i, j});
                                 ++visits;
                             });
            std::set<std::pair<std::size_t, std::size_t>> expected;
            for (std::size_t i = 0; i < edges; ++i)
                for (std::size_t j = i + apart; j < edges; ++j)
                    if (boxes[i].overlaps(boxes[j]))
                        expected.insert({i, j});
            CHECK(found == expected);
            CHECK(visits == found.size());
        }
    }
}

TEST_CASE("A strand that hangs over another presses on it with the loads at its ends", "[contact]")
{
    Hitch hitch(0.0);
    hitch.run(2.0, 2.0, 1.5);
    CHECK(fastest(hitch.rod[0]) < 1e-5);
    Vec3 push(0.0);
    double pressure = 0.0;
    for (const rope::RopeTouch& touch : hitch.rod[0].selfTouches())
    {
        push += touch.pressure * -touch.normal; // on the strand that hangs, which comes later along the rope
        pressure += touch.pressure;
    }
    CHECK_THAT(push.y, WithinRel(4.0, 1e-5));
    CHECK_THAT(std::abs(push.x) + std::abs(push.z), WithinAbs(0.0, 1e-4));
    // Round a bar the pressure is T a turn of one: pi T (within what the polygon adds).
    CHECK_THAT(pressure, WithinRel(2.0 * pi, 0.03));
}

TEST_CASE("A rope that is laid out through itself comes out of itself slowly", "[contact]")
{
    // A loop that crosses itself at a distance of a radius.
    constexpr double radius = 0.005;
    constexpr int edges = 60;
    std::vector<Vec3> path;
    for (int i = 0; i <= edges; ++i)
    {
        const double angle = 2.4 * pi * i / edges;
        path.emplace_back(0.05 * std::cos(angle), 0.05 * std::sin(angle), radius * angle / (2.0 * pi));
    }
    RopeByLength settings = limpRope(path, 0.05);
    settings.axialStiffness = 1e4;
    settings.radius = radius;
    settings.selfContact = true;
    settings.airFriction = 1e-3;
    RopeSimulation rod(settings);
    rod.layOut(path);
    REQUIRE(leastDistance(rod) < 0.6);
    double fast = 0.0;
    for (double t = 0.0; t < 1.0; t += stepLength)
    {
        rod.step(stepLength);
        fast = std::max(fast, fastest(rod));
        for (const rope::RopeTouch& touch : rod.selfTouches())
            CHECK(touch.overlap <= std::max(0.0, 1.001 * radius - 4.0 * radius * t));
    }
    CHECK(leastDistance(rod) > 0.97);
    CHECK(fast < 0.5);
}

// Friction acts at the surface of both: on a limp rope of radius r round a bar of the same, R + r from the middle, it
// has the arm R and the tension the arm R + r.
TEST_CASE("A strand hung over another holds below e^(mu pi R/(R + r)) and slides above", "[contact]")
{
    constexpr double friction = 0.3;
    const double ratio = std::exp(friction * pi * 0.5);
    Hitch holds(friction);
    holds.run(1.0, 1.0, 0.5);
    for (int i = 1; i <= 10; ++i)
        holds.run(1.0, 1.0 + 0.1 * i * (0.9 * ratio - 1.0), 0.1);
    holds.run(1.0, 0.9 * ratio, 1.0);
    const double before = holds.rod[0].masses()[holds.last].position.y;
    holds.run(1.0, 0.9 * ratio, 0.5);
    CHECK_THAT(holds.rod[0].masses()[holds.last].position.y, WithinAbs(before, 1e-7));
    holds.run(1.0, 1.12 * ratio, 0.25);
    CHECK(holds.rod[0].masses()[holds.last].position.y < before - 1e-3);
}

TEST_CASE("A copy of a rope that touches itself goes on with the same bits", "[contact]")
{
    Hitch hitch(0.3);
    hitch.run(1.0, 1.5, 0.25);
    REQUIRE_FALSE(hitch.rod[0].selfTouches().empty());
    RopeSimulation copy = hitch.rod[0];
    for (int tick = 0; tick < 100; ++tick)
    {
        hitch.rod[0].advance(1.0 / 60.0);
        copy.advance(1.0 / 60.0);
    }
    for (std::size_t i = 0; i < copy.masses().size(); ++i)
    {
        CHECK(copy.masses()[i].position == hitch.rod[0].masses()[i].position);
        CHECK(copy.masses()[i].velocity == hitch.rod[0].masses()[i].velocity);
    }
}

TEST_CASE("A rope that is dropped upright onto a floor piles up and passes through nothing", "[contact]")
{
    constexpr double radius = 0.005;
    RopeByLength settings;
    settings.massCount = 101;
    settings.length = 0.75;
    settings.massPerLength = 0.05;
    settings.bendingStiffness = 1e-4;
    settings.torsionalStiffness = 0.0;
    settings.radius = radius;
    settings.contactFriction = 0.3;
    settings.selfContact = true;
    RopeSimulation rod(settings);
    std::vector<Vec3> positions;
    for (int i = 0; i <= 100; ++i)
        positions.emplace_back(1e-3 * std::sin(0.3 * i), 0.02 + 0.0075 * i, 1e-3 * std::cos(0.37 * i));
    rod.layOut(positions);
    rod.addSolid(SolidBody::plane(Vec3(0.0), Vec3(0.0, 1.0, 0.0)));
    Follower follower(rod);
    const double energy = rod.totalEnergy();
    Gain gain(rod);
    std::size_t touches = 0;
    for (int step = 0; step < 192; ++step)
    {
        rod.step(stepLength);
        follower.look(rod);
        gain.look(rod);
        touches = std::max(touches, rod.selfTouches().size());
    }
    follower.check(rod);
    CHECK(gain.share() < 0.005);
    CHECK(touches > 0); // two to seven, as the last bit of a position decides
    CHECK(rod.totalEnergy() < 0.5 * energy);
}

TEST_CASE("Ropes thrown at themselves at up to 20 m/s pass through nothing and keep their momentum", "[contact]")
{
    const RandomStates states(6);
    std::size_t touches = 0;
    for (int seed = states.first; seed < states.end(); ++seed)
        touches += throwAtItself(seed);
    CHECK(touches > 0);
}

// Both fly apart soon, and whip round: there BDF2 alone gains 2 to 4 % of what is left.
TEST_CASE("A rope that may touch itself gains no energy where it flies free", "[contact]")
{
    for (const int seed : {6, 23})
        throwAtItself(seed);
}

TEST_CASE("Forty ropes thrown at themselves pass through nothing and keep their momentum", "[contact][long]")
{
    std::size_t touches = 0;
    for (int seed = 0; seed < 40; ++seed)
        touches += throwAtItself(seed);
    CHECK(touches > 1000);
}

TEST_CASE("Pins that draw a rope through itself are told of", "[contact]")
{
    // Two straight strands that cross, joined by a wide bow; all is pinned.
    constexpr double radius = 0.005;
    constexpr double segment = 0.01;
    std::vector<Vec3> path;
    for (int i = -10; i <= 10; ++i)
        path.emplace_back(i * segment, 0.0, 0.0);
    for (int i = 1; i < 20; ++i)
        path.emplace_back(0.1 + 0.1 * std::sin(pi * i / 20.0), 0.03 * i / 20.0, -0.1 * i / 20.0);
    const std::size_t upper = path.size();
    for (int i = -10; i <= 10; ++i)
        path.emplace_back(0.003, 0.03, i * segment);
    RopeByLength settings = limpRope(path, 0.05);
    settings.radius = radius;
    settings.selfContact = true;
    RopeSimulation rod(settings);
    rod.layOut(path);
    const double down = -1.0; // [m/s]
    for (std::size_t i = 0; i < path.size(); ++i)
        rod.pin(i, i < upper ? Vec3(0.0) : Vec3(0.0, down, 0.0));
    const double writheBefore = openWrithe(positionsOf(rod));
    double jump = 0.0;
    double last = writheBefore;
    for (int step = 0; step < 14; ++step)
    {
        rod.step(stepLength);
        const double writhe = openWrithe(positionsOf(rod));
        jump = std::max(jump, std::abs(writhe - last));
        last = writhe;
    }
    REQUIRE(rod.passed().has_value());
    CHECK_THAT(rod.passed()->time, WithinAbs(0.03, 0.0043));
    CHECK(rod.passed()->edge < 21);
    CHECK(rod.passed()->other >= upper);
    CHECK(jump > 1.0);
    rod.layOut(path);
    CHECK_FALSE(rod.passed().has_value());
}
