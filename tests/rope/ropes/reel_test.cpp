#include "catch.hpp"
#include "reference.hpp"

#include <rope/deployment.hpp>
#include <rope/reel.hpp>
#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using rope::Insertion;
using rope::Mass;
using rope::Reel;
using rope::ReelSettings;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

Vec3 vector(const nlohmann::json& v)
{
    return {v.at(0).get<double>(), v.at(1).get<double>(), v.at(2).get<double>()};
}

/// A rope of 20 masses that hangs at rest, far above the ground.
RopeSimulation hangingRope(Insertion insertion)
{
    RopeSettings settings;
    settings.massCount = 20;
    settings.groundHeight = -1000.0;
    settings.insertion = insertion;
    settings.airFriction = 0.3;
    RopeSimulation sim(settings);
    for (int i = 0; i < 10'000; ++i)
        sim.step(settings.maxDt);
    return sim;
}

void payOut(RopeSimulation& sim, double speed)
{
    RopeSettings settings = sim.settings();
    settings.payoutSpeed = speed;
    sim.setSettings(settings);
}

} // namespace

TEST_CASE("an inserted mass takes the place and the velocity of the rope's material", "[reel]")
{
    const nlohmann::json example = referenceItem("E.insert.formula").at("value").at("worked_example");
    const double l = example.at("l").get<double>();
    ReelSettings settings;
    settings.segmentLength = example.at("nl").get<double>();
    settings.fullLength = settings.segmentLength;

    // The worked example inserts a mass at l = 1.06 L, the reel at l = 1.5 L: the formula is compared there.
    const Vec3 x1 = vector(example.at("x1"));
    const Vec3 v1 = vector(example.at("v1"));
    const double s = settings.payoutSpeed = example.at("vd").get<double>();
    const double dt = 1e-3;
    Reel reel(1.5 * settings.segmentLength);
    std::vector<Mass> masses{Mass{1.0}, Mass{1.0, x1, v1}};
    reel.advance(settings, dt, masses);
    REQUIRE(masses.size() == 3);
    const double lengthThen = 1.5 * settings.segmentLength + s * dt;
    const double f = (lengthThen - settings.segmentLength) / lengthThen;
    CHECK(glm::distance(masses[1].position, f * x1) < 1e-12);
    CHECK(glm::distance(masses[1].velocity, f * v1 + (1.0 - f) * (s / lengthThen) * x1) < 1e-12);
    CHECK(reel.restLength() == Approx(lengthThen - settings.segmentLength).epsilon(1e-12));
    CHECK(glm::distance(reel.insertedMomentum(), masses[1].velocity) < 1e-12);

    // The formula itself gives the numbers of the worked example.
    const double fThere = (l - settings.segmentLength) / l;
    CHECK(fThere == Approx(example.at("f").get<double>()).epsilon(1e-12));
    CHECK(glm::distance(fThere * v1 + (1.0 - fThere) * (s / l) * x1, vector(example.at("v_new"))) < 1e-12);
}

TEST_CASE("a mass that goes in as the rope ends has the velocity of rope that flows at the payout speed", "[reel]")
{
    // The last step feeds a tenth of what it could: until then the rope flows as fast as ever.
    ReelSettings settings;
    settings.payoutSpeed = 2.0;
    settings.segmentLength = 0.5;
    settings.fullLength = 0.1;
    settings.maxMassCount = 3;
    const double dt = 0.01;
    const Vec3 x1(0.3, -0.5, 0.1);
    const Vec3 v1(0.2, -1.0, 0.3);
    Reel reel(settings.segmentLength + settings.fullLength - 0.1 * settings.payoutSpeed * dt);
    std::vector<Mass> masses{Mass{1.0}, Mass{1.0, x1, v1}};
    reel.advance(settings, dt, masses);
    REQUIRE(masses.size() == 3);
    const double l = settings.segmentLength + settings.fullLength;
    const double f = settings.fullLength / l;
    CHECK(glm::distance(masses[1].velocity, f * v1 + (1.0 - f) * (settings.payoutSpeed / l) * x1) < 1e-12);
    CHECK(reel.feedSpeed() == Approx(0.1 * settings.payoutSpeed).epsilon(1e-12)); // of the whole step
    reel.advance(settings, dt, masses);
    CHECK(std::abs(reel.feedSpeed()) < 1e-12);
}

TEST_CASE("the last mass of a thread comes in with one speed, wherever the steps end", "[reel]")
{
    // The thread is out after 1.4 s; the steps divide that with every remainder.
    rope::DeploymentSettings settings;
    settings.maxMassCount = 5;
    settings.totalLength = 2.0;
    settings.initialAnchorSegment = 0.05;
    std::vector<double> speeds;
    for (int i = 0; i < 10; ++i)
    {
        const double dt = 1e-4 * (1.0 - 1.37e-4 * i);
        rope::DeploymentSimulation sim(settings);
        while (static_cast<int>(sim.masses().size()) <= settings.maxMassCount && sim.time() < 2.0)
            sim.step(dt);
        REQUIRE(static_cast<int>(sim.masses().size()) == settings.maxMassCount + 1);
        speeds.push_back(glm::length(sim.masses()[1].velocity));
    }
    const auto [slowest, fastest] = std::minmax_element(speeds.begin(), speeds.end());
    CAPTURE(*slowest);
    CHECK(*fastest - *slowest < 0.02);
}

TEST_CASE("the rope paid out is speed times time, and comes back whole", "[reel]")
{
    const Insertion insertion = GENERATE(Insertion::consistent, Insertion::article);
    const double speed = GENERATE(0.3, 1.0);
    RopeSettings settings;
    settings.massCount = 30;
    settings.insertion = insertion;
    settings.springConstant = 5000.0;
    RopeSimulation sim(settings);
    const double rest = sim.restLength();

    payOut(sim, speed);
    for (int i = 0; i < 15'000; ++i)
    {
        sim.step(0.002);
        if (i % 1000 == 999)
            REQUIRE(sim.restLength() - rest == Approx(speed * 0.002 * (i + 1)).margin(1e-9));
    }
    // There is one mass for each segment; the first segment is up to half a segment longer or shorter than the others.
    const double segments = sim.restLength() / settings.springLength;
    CHECK(std::abs(static_cast<double>(sim.masses().size()) - 1.0 - segments) <= 1.0);

    payOut(sim, -speed);
    for (int i = 0; i < 15'000; ++i)
        sim.step(0.002);
    CHECK(sim.restLength() == Approx(rest).margin(1e-9));
    CHECK(sim.masses().size() == 30);
    REQUIRE_FALSE(sim.runawayMass());
}

TEST_CASE("the reel stops at the most and the fewest masses", "[reel]")
{
    RopeSettings settings;
    settings.massCount = 10;
    settings.maxMassCount = 12;
    settings.minMassCount = 5;
    RopeSimulation sim(settings);
    payOut(sim, 1.0);
    for (int i = 0; i < 1000; ++i)
        sim.step(0.002);
    CHECK(sim.masses().size() == 12);
    CHECK(sim.restLength() == Approx(11 * 0.05).epsilon(1e-12));
    CHECK(sim.reel().feedSpeed() == 0.0);

    payOut(sim, -1.0);
    for (int i = 0; i < 1000; ++i)
        sim.step(0.002);
    CHECK(sim.masses().size() == 5);
    CHECK(sim.restLength() == Approx(3.5 * 0.05).epsilon(1e-12));
}

TEST_CASE("the tension does not jump at an insertion, by the article's rule it drops to zero", "[reel]")
{
    SECTION("consistent")
    {
        RopeSimulation sim = hangingRope(Insertion::consistent);
        payOut(sim, 0.5);
        double before = sim.tension(0);
        double change = 0.0;
        int insertions = 0;
        for (int i = 0; i < 2000; ++i)
        {
            // The tension changes across an insertion by no more than across the steps before and after it.
            const int count = sim.netInsertions();
            sim.step(0.002);
            const double now = sim.tension(0);
            if (sim.netInsertions() > count)
            {
                ++insertions;
                sim.step(0.002);
                const double next = sim.tension(0);
                CAPTURE(i, change, now - before, next - now);
                const double usual = std::max(std::abs(change), std::abs(next - now));
                CHECK(std::abs(now - before) <= usual + 1e-6);
                before = next;
                change = next - now;
                continue;
            }
            change = now - before;
            before = now;
        }
        CHECK(insertions >= 30); // 2 m, 4 s at 0.5 m/s, hold 40 segments
    }
    SECTION("article")
    {
        RopeSimulation sim = hangingRope(Insertion::article);
        payOut(sim, 0.5);
        const double hanging = sim.tension(0);
        REQUIRE(hanging > 5.0); // N: 19 masses weigh 19 x 0.05 x 9.81 = 9.3 N
        double least = hanging;
        for (int i = 0; i < 100; ++i)
        {
            sim.step(0.002);
            least = std::min(least, sim.tension(0));
        }
        CHECK(least < 0.05 * hanging);
    }
}

TEST_CASE("dividing the first segment leaves every force as it was", "[reel]")
{
    // The segment is stretched, and both its ends move. The force of spring and friction on its two ends is the same
    // before and after the insertion.
    ReelSettings settings;
    settings.segmentLength = 0.5;
    settings.fullLength = 0.5;
    settings.payoutSpeed = 1.5;
    const rope::Spring whole{0, 1, 200.0, 0.5, 0.7};
    const std::vector<Mass> undivided{Mass{0.1, {0.1, 2.0, 0.3}, {0.4, 0.1, -0.2}},
                                      Mass{0.1, {0.2, 1.2, 0.2}, {0.3, -2.0, 0.1}}};
    const auto firstForce = [&](const Reel& reel, const std::vector<Mass>& masses, rope::FrictionDirection direction)
    {
        rope::Spring spring = whole;
        reel.shapeFirstSegment(settings, spring);
        const Vec3 d = masses[0].position - masses[1].position;
        return spring.force(d, masses[0].velocity - masses[1].velocity - reel.flowVelocity(settings, d), direction);
    };
    const auto direction = GENERATE(rope::FrictionDirection::full, rope::FrictionDirection::axial);

    settings.maxMassCount = 2; // so that nothing is inserted yet
    settings.fullLength = 10.0;
    Reel reel(1.5 * settings.segmentLength);
    std::vector<Mass> masses = undivided;
    reel.advance(settings, 1e-3, masses);
    REQUIRE(masses.size() == 2);
    const Vec3 before = firstForce(reel, masses, direction);

    settings.maxMassCount = 10;
    Reel divided(1.5 * settings.segmentLength);
    masses = undivided;
    divided.advance(settings, 1e-3, masses);
    REQUIRE(masses.size() == 3);
    CHECK(glm::distance(firstForce(divided, masses, direction), before) < 1e-12 * glm::length(before));
    const Vec3 second =
        whole.force(masses[1].position - masses[2].position, masses[1].velocity - masses[2].velocity, direction);
    CHECK(glm::distance(second, before) < 1e-12 * glm::length(before));
}

TEST_CASE("momentum of a rope being paid out balances", "[reel]")
{
    // Of the free masses, p(t) - p(0) = impulse of weight, air and the connection point's pull + momentum of the
    // inserted masses, to rounding. The pull is the first segment's force on mass 1. `reel_momentum` of the theory
    // bench computes such a rope by itself.
    RopeSettings settings;
    settings.massCount = 20;
    settings.groundHeight = -1000.0;
    RopeSimulation sim(settings);
    payOut(sim, 1.0);
    sim.setConnectionVelocity({0.5, 0.0, 0.2});

    const auto momentum = [](const RopeSimulation& s)
    {
        Vec3 sum(0.0);
        for (std::size_t i = 1; i < s.masses().size(); ++i)
            sum += s.masses()[i].mass * s.masses()[i].velocity;
        return sum;
    };
    const Vec3 initial = momentum(sim);
    Vec3 impulse(0.0);
    for (int i = 0; i < 2000; ++i)
    {
        sim.step(0.002);
        // The forces of the step just taken. The forces between free masses cancel in the sum.
        for (std::size_t j = 1; j < sim.masses().size(); ++j)
            impulse += sim.masses()[j].force * 0.002;
    }
    const Vec3 gained = momentum(sim) - initial;
    CHECK(sim.netInsertions() > 70); // 4 m hold 80 segments
    CHECK(glm::distance(gained, impulse + sim.reel().insertedMomentum()) < 1e-9);
}

TEST_CASE("the momentum that masses bring is that of rope that leaves the reel stretched", "[reel]")
{
    // What the forces have not given: of a slow rope, m s (1 + T/EA) a mass, with the pull T of what hangs below it.
    RopeSimulation sim = hangingRope(Insertion::consistent);
    const double speed = 0.2;
    payOut(sim, speed);
    const RopeSettings& settings = sim.settings();
    double expected = 0.0;
    double brought = 0.0;
    for (int i = 0; i < 3000; ++i)
    {
        double before = 0.0;
        for (std::size_t j = 1; j < sim.masses().size(); ++j)
            before += sim.masses()[j].mass * sim.masses()[j].velocity.y;
        const int count = sim.netInsertions();
        sim.step(0.002);
        double impulse = 0.0; // of the step just taken, and so without a mass that came in after it
        double after = 0.0;
        for (std::size_t j = 1; j < sim.masses().size(); ++j)
        {
            impulse += sim.masses()[j].force.y * 0.002;
            after += sim.masses()[j].mass * sim.masses()[j].velocity.y;
        }
        const double weight = 9.81 * settings.mass * static_cast<double>(sim.masses().size() - 2);
        if (sim.netInsertions() > count)
            expected += settings.mass * speed * (1.0 + weight / (settings.springConstant * settings.springLength));
        brought += before + impulse - after;
    }
    CHECK(sim.netInsertions() >= 23); // 1.2 m hold 24 segments
    CHECK(brought == Approx(expected).epsilon(0.01));
}

TEST_CASE("a swinging rope that is taken in whirls but does not diverge", "[reel]")
{
    const double speed = GENERATE(-1.0, -2.0, -5.0, -20.0);
    CAPTURE(speed);
    RopeSimulation sim;
    payOut(sim, speed);
    for (int i = 0; i < 3000; ++i)
    {
        sim.advance(0.002); // at 20 m/s in steps of 0.6 ms, which take in a quarter of a segment
        REQUIRE_FALSE(sim.runawayMass());
    }
    CHECK(sim.masses().size() == 2);
}
