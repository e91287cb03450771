#include "bodies.hpp"
#include "catch.hpp"
#include "reference.hpp"

#include <rope/detail/body_impulses.hpp>
#include <rope/detail/contact.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using rope::Vec2;

namespace
{

Vec2 vectorOf(const nlohmann::json& json)
{
    return {json.at(0).get<double>(), json.at(1).get<double>()};
}

/// A body with the mass and inertia that the reference gives, whatever its shape; fixed where it gives none.
rope::RigidBody bodyOf(const nlohmann::json& json)
{
    rope::RigidBody body;
    if (!json.at("mass").is_null())
    {
        body.mass = json.at("mass").get<double>();
        body.inertia = json.at("I").get<double>();
        body.inverseMass = 1.0 / body.mass;
        body.inverseInertia = 1.0 / body.inertia;
    }
    body.position = vectorOf(json.at("x"));
    body.velocity = vectorOf(json.at("v"));
    body.angularVelocity = json.at("w").get<double>();
    return body;
}

void checkBody(const rope::RigidBody& body, const nlohmann::json& after, const std::string& number)
{
    CHECK(body.velocity.x == Approx(after.at("v" + number).at(0).get<double>()).margin(1e-12));
    CHECK(body.velocity.y == Approx(after.at("v" + number).at(1).get<double>()).margin(1e-12));
    CHECK(body.angularVelocity == Approx(after.at("w" + number).get<double>()).margin(1e-12));
}

} // namespace

TEST_CASE("the impulse of a collision is that of the worked cases", "[impulse]")
{
    const std::string id =
        GENERATE("H.circles.1", "H.square.1", "H.square.2", "H.square.3", "H.square.4", "H.square.5");
    const nlohmann::json item = referenceItem(id, "impulse_reference.json");
    const Vec2 contact = vectorOf(item.at("setup").at("contact"));
    const Vec2 normal = vectorOf(item.at("setup").at("normal_2to1"));
    for (const nlohmann::json& after : item.at("value"))
    {
        INFO(id << " E = " << after.at("E"));
        rope::RigidBody first = bodyOf(item.at("setup").at("body1"));
        rope::RigidBody second = bodyOf(item.at("setup").at("body2"));
        const rope::Arms arms{contact - first.position, contact - second.position};
        const double vn = glm::dot(rope::relativeVelocity(first, second, arms), normal);
        const double k = rope::inverseEffectiveMass(first, second, arms, normal);
        const double impulse = -(1.0 + after.at("E").get<double>()) * vn / k;
        rope::applyImpulse(first, second, arms, impulse * normal);
        CHECK(impulse == Approx(after.at("J").get<double>()).margin(1e-12));
        checkBody(first, after, "1");
        checkBody(second, after, "2");
        CHECK(first.kineticEnergy() + second.kineticEnergy() ==
              Approx(after.at("KE_after").get<double>()).margin(1e-12));
    }
}

TEST_CASE("bodies that meet in a run part with the velocities of the worked cases", "[impulse]")
{
    struct Case
    {
        std::string id;
        rope::BodyDefinition first;
        rope::BodyDefinition second;
    };
    const Case c = GENERATE(values<Case>({{"H.circles.1", rope::circleBody(1.0, 1.0, {-1.0, 0.0}, {2.0, 0.0}),
                                           rope::circleBody(1.0, 3.0, {1.0, 0.0}, {-1.0, 0.0})},
                                          {"H.square.1", rope::circleBody(1.0, 1.0, {0.25, 1.5}, {0.0, -3.0}),
                                           rope::boxBody({1.0, 1.0}, 2.0, {0.0, 0.0})},
                                          {"H.square.3", rope::boxBody({1.0, 1.0}, 1.0, {-0.5, 0.0}, {2.0, 0.0}),
                                           rope::boxBody({1.0, 1.0}, 1.0, {0.5, 0.4})},
                                          {"H.square.5", rope::boxBody({2.0, 1.0}, 3.0, {0.0, 0.0}, {1.0, 0.0}, 0.5),
                                           rope::circleBody(0.5, 1.0, {1.5, 0.3}, {-2.0, 1.0}, -1.0)}}));
    const nlohmann::json item = referenceItem(c.id, "impulse_reference.json");
    for (const nlohmann::json& after : item.at("value"))
    {
        INFO(c.id << " E = " << after.at("E"));
        rope::ImpulseSimulation sim({c.first, c.second}, impulseSettings(after.at("E").get<double>(), 0.0, 0.0));
        sim.step(1e-3); // one only: with E = 0 they stay in touch, and push each other as they turn
        checkBody(sim.bodies()[0], after, "1");
        checkBody(sim.bodies()[1], after, "2");
    }
}

TEST_CASE("bodies that start apart meet exactly, however long the step", "[impulse]")
{
    // The circle would be far inside the wall after the first step, and through the plate after the second.
    const double dt = GENERATE(1.0 / 30.0, 1.0 / 60.0, 1.0 / 1000.0);
    rope::ImpulseSimulation sim(
        {rope::boxBody({0.1, 4.0}, 0.0, {2.0, 0.0}), rope::circleBody(0.25, 2.0, {0.1, 0.0}, {30.0, 0.0})},
        impulseSettings(1.0, 0.0, 0.0));
    double farthest = 0.0;
    for (int i = 0; i * dt < 0.2; ++i)
    {
        sim.step(dt);
        farthest = std::max(farthest, sim.bodies()[1].position.x);
    }
    CHECK(farthest < 1.7 + 1e-9);
    CHECK(sim.bodies()[1].velocity.x == Approx(-30.0).epsilon(1e-14));
    // 1.6 m there and the rest of the way back: no time is lost at the wall.
    CHECK(sim.bodies()[1].position.x == Approx(1.7 - (30.0 * sim.time() - 1.6)).margin(1e-5));
}

TEST_CASE("a negative restitution gives one impulse and lets the bodies go on into each other", "[impulse]")
{
    rope::ImpulseSimulation sim(
        {rope::circleBody(1.0, 1.0, {-1.5, 0.0}, {1.0, 0.0}), rope::circleBody(1.0, 1.0, {1.5, 0.0})},
        impulseSettings(-0.5, 0.0, 0.0));
    bool overlapped = false;
    for (int i = 0; i < 3000; ++i)
    {
        sim.step(0.01);
        overlapped = overlapped || sim.deepestOverlap() > 1.0;
    }
    CHECK(overlapped);
    CHECK(sim.bodies()[0].velocity.x - sim.bodies()[1].velocity.x == Approx(0.5).epsilon(1e-12));
    CHECK(sim.bodies()[0].position.x > sim.bodies()[1].position.x + 2.0);
}

TEST_CASE("momenta stay in every step of a thousand colliding bodies", "[impulse]")
{
    const double restitution = GENERATE(1.0, 0.5, 0.0, -0.5);
    rope::ImpulseSimulation sim(crowd(40, 25), impulseSettings(restitution, 0.3, 0.0));
    REQUIRE(sim.bodies().size() == 1000);
    double scale = 0.0; // sum of m |v|
    double turningScale = 0.0;
    for (const rope::RigidBody& body : sim.bodies())
    {
        scale += body.mass * glm::length(body.velocity);
        turningScale += body.mass * glm::length(body.velocity) * glm::length(body.position);
    }
    double worst = 0.0;
    double worstTurning = 0.0;
    double pushedOut = 0.0;
    std::size_t contacts = 0;
    for (int i = 0; i < 240; ++i)
    {
        const Vec2 before = sim.momentum();
        const double turningBefore = sim.angularMomentum();
        rope::BodyImpulses impulses;
        sim.step(1.0 / 240.0, &impulses);
        // An overlap that is pushed out moves bodies with their momentum, which turns x x p; nothing else does.
        const double pushed = impulses.correction.turning.z;
        worst = std::max(worst, glm::length(sim.momentum() - before));
        worstTurning = std::max(worstTurning, std::abs(sim.angularMomentum() - turningBefore - pushed));
        pushedOut += std::abs(pushed);
        contacts += sim.contacts().size();
    }
    CHECK(contacts > 1000);
    CHECK(worst < 1e-12 * scale);
    CHECK(worstTurning < 1e-12 * turningScale);
    CHECK(pushedOut < 1e-3 * turningScale);
    CHECK_FALSE(sim.runaway());
}

TEST_CASE("E = 1 without friction keeps the kinetic energy of a thousand colliding bodies", "[impulse]")
{
    rope::ImpulseSimulation sim(crowd(40, 25), impulseSettings(1.0, 0.0, 0.0));
    const double energy = sim.kineticEnergy();
    for (int i = 0; i < 240; ++i)
        sim.step(1.0 / 240.0);
    CHECK(sim.kineticEnergy() == Approx(energy).epsilon(1e-9));
}

TEST_CASE("a light body between two heavy ones does not push them apart", "[impulse]")
{
    // Masses of 80 and 50 kg squeeze one of 10 to 50 g: the sweeps end long before they have found the impulses, and
    // what they leave must not come back as energy.
    for (const double light : {0.01, 0.02, 0.05})
        for (const double offset : {0.0, 0.05, 0.1})
        {
            rope::ImpulseSimulation sim({rope::circleBody(0.25, 80.0, {-1.2, 0.0}, {2.0, 0.0}),
                                         rope::circleBody(0.7, light, {0.0, offset}),
                                         rope::circleBody(0.7, 50.0, {1.7, 0.0}, {-1.0, 0.0})},
                                        impulseSettings(0.2, 0.1, 0.0));
            double energy = sim.kineticEnergy();
            for (int step = 0; step < 480; ++step)
            {
                sim.step(1.0 / 240.0);
                CAPTURE(light, offset, step);
                REQUIRE(sim.kineticEnergy() <= energy * (1.0 + 1e-12));
                energy = sim.kineticEnergy();
            }
        }
}

TEST_CASE("boxes thrown at a stack on the ground never add energy", "[impulse]")
{
    const double restitution = GENERATE(0.8, 0.0);
    const double friction = GENERATE(0.3, 0.7, 1.0);
    CAPTURE(restitution, friction);
    std::vector<rope::BodyDefinition> bodies{rope::boxBody({40.0, 1.0}, 0.0, {0.0, -0.5})};
    for (int i = 0; i < 4; ++i)
    {
        bodies.push_back(rope::boxBody({0.5, 0.5}, 1.0, {0.0, 0.25 + 0.5 * i}));
        bodies.push_back(rope::boxBody({0.5, 0.5}, 1.0 + i, {2.0 + i, 0.25}, {-5.0, 0.0}));
    }
    rope::ImpulseSimulation sim(bodies, impulseSettings(restitution, friction, 9.81));
    EnergyGain gain;
    std::size_t resting = 0;
    for (int i = 0; i < 720; ++i)
    {
        sim.step(1.0 / 240.0);
        gain.look(sim.totalEnergy());
        for (const rope::Contact& contact : sim.contacts())
            resting += contact.points[0].normalImpulse > 0.0 ? 1 : 0;
    }
    CHECK(resting > 720);
    CHECK(gain.value() < 2e-3); // of 150 J: overlaps that are pushed out lift a body by a tenth of a millimetre
}

TEST_CASE("collisions with E <= 1 and friction never add energy", "[impulse]")
{
    const double restitution = GENERATE(1.0, 0.8, 0.0, -0.5, -1.0);
    rope::ImpulseSimulation sim(crowd(20, 10), impulseSettings(restitution, 0.5, 0.0));
    double energy = sim.kineticEnergy();
    double worst = 0.0;
    for (int i = 0; i < 480; ++i)
    {
        sim.step(1.0 / 240.0);
        worst = std::max(worst, sim.kineticEnergy() - energy);
        energy = sim.kineticEnergy();
    }
    CHECK(worst < 1e-10);
}
