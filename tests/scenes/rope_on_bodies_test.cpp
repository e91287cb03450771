// A rope with a radius and the bodies of a plane push each other: what one gains the other loses, and no energy comes
// from it.

#include "catch.hpp"
#include "random_states.hpp"

#include "rope/distance/segment_distance.hpp"
#include "scenes/wrecking_ball/wrecking_ball.hpp"

#include <rope/rope_settings.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace ropewalk;

namespace
{

/// A rope and bodies without a crane, a ball or a stack.
struct RopeAndBodies
{
    RopeAndBodies(rope::RopeSettings settings, const std::vector<Vec3>& positions, const Vec3& velocity,
                  const std::vector<rope::BodyDefinition>& definitions, rope::ImpulseSettings impulses)
        : rope((settings.massCount = static_cast<int>(positions.size()),
                settings.integrator = rope::RopeIntegrator::implicit_euler, settings)),
          bodies(definitions, impulses)
    {
        rope.layOut(positions);
        rope::WrittenMoment moment = rope.written();
        moment.velocities.assign(positions.size(), velocity);
        rope.beginAt(moment);
        rope.setConnectionVelocity(velocity);
        touching.choose(bodies, settings.groundHeight);
    }

    void step(double dt)
    {
        touching.meet(rope, bodies);
        rope.step(dt);
        touching.push(rope, bodies, dt);
        bodies.step(dt);
    }

    const rope::RigidBody& body(std::size_t number) const { return bodies.bodies()[number]; }

    rope::RopeSimulation rope;
    rope::ImpulseSimulation bodies;
    RopeOnBodies touching;
};

/// Without weight, air, friction inside the springs, and ground.
rope::RopeSettings floating()
{
    rope::RopeSettings s;
    s.mass = 0.5;
    s.springConstant = 1e6;
    s.springLength = 0.2;
    s.springFriction = s.airFriction = 0.0;
    s.gravity = Vec3(0.0);
    s.groundHeight = -1000.0;
    s.ropeRadius = 0.02;
    return s;
}

rope::ImpulseSettings bodiesUnder(const Vec3& gravity)
{
    rope::ImpulseSettings s;
    s.gravity = gravity;
    s.restitution = 0.0;
    s.friction = 0.5;
    return s;
}

std::vector<Vec3> line(const Vec3& from, const Vec3& step, int count)
{
    std::vector<Vec3> positions;
    for (int i = 0; i < count; ++i)
        positions.push_back(from + static_cast<double>(i) * step);
    return positions;
}

WreckingBallSettings thickRope()
{
    WreckingBallSettings s;
    s.ropeRadius = 0.03;
    s.contactFriction = 0.3;
    return s;
}

/// [m], from the rope's line to the nearest of the bodies that `first` and those after it are: below 0 inside.
double nearestBody(const rope::RopeSimulation& rope, const rope::ImpulseSimulation& bodies, std::size_t first)
{
    double least = 1e9;
    for (std::size_t b = first; b < bodies.bodies().size(); ++b)
    {
        const rope::RigidBody& body = bodies.bodies()[b];
        const rope::Rotation back = rope::rotation(-body.angle);
        const Vec2 half = glm::abs(std::get<rope::Polygon>(body.shape).vertices.front());
        for (std::size_t i = 0; i + 1 < rope.masses().size(); ++i)
            for (int k = 0; k <= 20; ++k)
            {
                const Vec3 at = glm::mix(rope.masses()[i].position, rope.masses()[i + 1].position, 0.05 * k);
                const Vec2 out = glm::abs(back(Vec2(at) - body.position)) - half;
                least = std::min(least, std::max({out.x, out.y, std::abs(at.z) - half.x}));
            }
    }
    return least;
}

} // namespace

TEST_CASE("a mass thrown at a free box, step by step, and what both have in the end", "[wrecking ball][bodies]")
{
    // The rope hangs beside the box and moves on sideways; only its last mass touches, at half the height of the box.
    // In a step, with the speeds v of the mass m and V of the box M, and o the overlap,
    //
    //     F = K (o + h (v⁺ - V)),  v⁺ = v - h F/m,  V⁺ = V + h F/M,  1/K = 1/k + 2 h² W
    //
    // where W is the mobility of the box there, 1/M + a²/I with the arm a and the inertia I.
    const double h = 5e-4;
    const double boxMass = GENERATE(0.1, 2.0, 50.0);
    CAPTURE(boxMass);
    rope::RopeSettings settings = floating();
    settings.springLength = 10.0;
    const double m = settings.mass;
    const double k = settings.springConstant;
    const double r = settings.ropeRadius;
    const double speed = 0.02; // so slow that the first mass, which goes on, does not pull by what the rope bends
    const double gap = 3e-6;
    const Vec2 size(0.8, 0.02);
    RopeAndBodies sim(settings, line({-r - gap, 10.0, 0.0}, {0.0, -10.0, 0.0}, 2), {speed, 0.0, 0.0},
                      {rope::boxBody(size, boxMass, {0.5 * size.x, 0.0})}, bodiesUnder(Vec3(0.0)));
    const double inertia = boxMass * glm::dot(size, size) / 12.0;
    double v = speed;
    double box = 0.0;
    double overlap = -gap;
    bool touched = false;
    for (int i = 0; i < 60; ++i)
    {
        const double arm = 0.5 * size.x + r - overlap;
        const double give = 1.0 / k + 2.0 * h * h * (1.0 / boxMass + arm * arm / inertia);
        const double force = std::max(0.0, (overlap + h * (v - box)) / (give + h * h / m));
        v -= h * force / m;
        box += h * force / boxMass;
        overlap += h * (v - box);
        touched = touched || force > 0.0;
        sim.step(h);
        REQUIRE(sim.rope.masses()[1].velocity.x == Approx(v).epsilon(1e-6));
        REQUIRE(sim.body(0).velocity.x == Approx(box).epsilon(1e-6).margin(1e-9));
    }
    CHECK(touched);
    CHECK(overlap < 0.0); // they have parted
    // Between an inelastic push and an elastic one.
    const double together = m * speed / (m + boxMass);
    CHECK(sim.body(0).velocity.x >= together * (1.0 - 1e-6));
    CHECK(sim.body(0).velocity.x <= 2.0 * together * (1.0 + 1e-6));
}

TEST_CASE("rope, ball, box and plane keep their momentum", "[wrecking ball][bodies]")
{
    // Beside the plane's middle, the ball pushes the rope out of it. The connection point pulls with the first spring.
    rope::RopeSettings settings = floating();
    settings.contactFriction = 0.4;
    RopeAndBodies sim(settings, line({-0.7, 0.33, 0.1}, {0.2, 0.0, 0.0}, 8), {0.5, -2.0, 0.0},
                      {rope::circleBody(0.3, 3.0, {0.1, 0.0}), rope::boxBody({0.4, 0.3}, 2.0, {0.75, 0.0})},
                      bodiesUnder(Vec3(0.0)));
    const auto momentum = [&sim]
    {
        Vec3 sum(sim.bodies.momentum(), sim.touching.planeMomentum());
        for (std::size_t i = 1; i < sim.rope.masses().size(); ++i)
            sum += sim.rope.masses()[i].mass * sim.rope.masses()[i].velocity;
        return sum;
    };
    Vec3 expected = momentum();
    const double h = 5e-4;
    double slipping = 0;
    for (int i = 0; i < 1000; ++i)
    {
        sim.step(h);
        const std::vector<rope::Mass>& masses = sim.rope.masses();
        expected -= h * sim.rope.tension(0) * glm::normalize(masses[1].position - masses[0].position);
        slipping += static_cast<double>(sim.rope.touches().size());
        REQUIRE(glm::length(momentum() - expected) < 1e-9);
    }
    CHECK(slipping > 10.0);
    CHECK(sim.touching.planeMomentum() < -0.05);
    CHECK(glm::length(sim.body(0).velocity) > 0.2);
    CHECK(glm::length(sim.body(1).velocity) > 0.2);
}

TEST_CASE("a mass that hits a box beside its middle gives it what it loses of angular momentum",
          "[wrecking ball][bodies]")
{
    // One step: the rope is straight but for what the blow has bent it, and its springs pull along it.
    rope::RopeSettings settings = floating();
    settings.contactFriction = 0.4;
    const double r = settings.ropeRadius;
    RopeAndBodies sim(settings, line({-0.5, 0.25 + r, 0.0}, {0.2, 0.0, 0.0}, 4), {0.3, -1.0, 0.0},
                      {rope::boxBody({0.4, 0.5}, 2.0, {0.2, 0.0})}, bodiesUnder(Vec3(0.0)));
    const auto angularMomentum = [&sim]
    {
        double sum = sim.bodies.angularMomentum();
        for (std::size_t i = 1; i < 4; ++i)
            sum +=
                sim.rope.masses()[i].mass * glm::cross(sim.rope.masses()[i].position, sim.rope.masses()[i].velocity).z;
        return sum;
    };
    const double before = angularMomentum();
    sim.step(1e-5);
    CHECK(std::abs(sim.body(0).angularVelocity) > 1e-5);
    CHECK(std::abs(sim.body(0).velocity.x) > 1e-7); // by friction
    CHECK(angularMomentum() == Approx(before).margin(1e-10));
}

TEST_CASE("a box bears the weight of the rope that lies on it", "[wrecking ball][bodies]")
{
    rope::RopeSettings settings = floating();
    settings.gravity = Vec3(0.0, -9.81, 0.0);
    settings.airFriction = 1.0;
    settings.contactFriction = 0.4;
    settings.groundHeight = 0.0;
    const double boxMass = GENERATE(1.0, 20.0);
    const double r = settings.ropeRadius;
    RopeAndBodies sim(settings, line({-0.8, 0.5 + r, 0.0}, {0.2, 0.0, 0.0}, 9), Vec3(0.0),
                      {rope::boxBody({20.0, 1.0}, 0.0, {0.0, -0.5}), rope::boxBody({4.0, 0.5}, boxMass, {0.0, 0.25})},
                      bodiesUnder(settings.gravity));
    for (int i = 0; i < 4000; ++i)
        sim.step(5e-4);
    // All but the mass at the connection point, which is held.
    CHECK(sim.touching.force(1).y == Approx(-8.0 * 0.5 * 9.81).epsilon(1e-6));
    CHECK(sim.body(1).position.y == Approx(0.25).margin(2e-4));
    CHECK(std::abs(sim.body(1).velocity.y) < 1e-9);
}

TEST_CASE("a light box that a heavy rope hits takes no energy from nowhere", "[wrecking ball][bodies]")
{
    const RandomStates states(60);
    for (int seed = states.first; seed < states.end(); ++seed)
    {
        CAPTURE(seed);
        std::mt19937 random(static_cast<unsigned>(seed));
        const auto between = [&random](double low, double high)
        { return std::uniform_real_distribution<>(low, high)(random); };
        rope::RopeSettings settings = floating();
        settings.mass = between(0.5, 50.0);
        settings.contactFriction = between(0.0, 1.0);
        const double boxMass = std::pow(10.0, between(-2.0, 1.0));
        rope::BodyDefinition box = rope::boxBody({0.5, 0.4}, boxMass, {0.4, between(-0.8, 0.8)},
                                                 {between(-3.0, -1.0), between(-1.0, 1.0)}, between(-2.0, 2.0));
        box.angle = between(-1.0, 1.0);
        RopeAndBodies sim(settings, line({0.0, 1.0, 0.0}, {0.0, -0.2, 0.0}, 11), Vec3(0.0), {box},
                          bodiesUnder(Vec3(0.0)));
        rope::WrittenMoment moment = sim.rope.written();
        for (std::size_t i = 1; i < moment.velocities.size(); ++i)
            moment.velocities[i] = Vec3(between(0.0, 2.0), between(-1.0, 1.0), 0.0);
        sim.rope.beginAt(moment);
        const auto energy = [&sim]
        { return sim.rope.kineticEnergy() + sim.rope.elasticEnergy() + sim.bodies.kineticEnergy(); };
        const double start = energy();
        const double h = seed % 2 == 0 ? 5e-4 : 1e-3;
        bool touched = false;
        for (int i = 0; i < 800; ++i)
        {
            sim.step(h);
            touched = touched || !sim.rope.touches().empty();
            REQUIRE(energy() <= start * (1.0 + 1e-9));
            REQUIRE(nearestBody(sim.rope, sim.bodies, 0) > 0.0);
        }
        CHECK(touched);
    }
}

// The bodies shift the ball after the rope's step. With the coupled step h of the scene that returns at most
// (1 + E)/(1 - E) (h w)^2 of the energy of the ball that hits, w^2 = k/(M + m): wrecking_ball.hpp.
TEST_CASE("a ball that is light for its rope gets no energy from what stops it", "[wrecking ball][bodies]")
{
    WreckingBallSettings settings;
    settings.ballMass = 0.5;
    settings.mass = 2.0;
    settings.startAngle = -1.5;
    settings.restitution = 0.5;
    settings.ropeRadius = 0.01;
    settings.bendingStiffness = settings.torsionalStiffness = 10.0;
    settings.maxDt = 0.01;
    const double ballMass = settings.ballMass + settings.mass;
    const double hw = 0.3;
    CHECK(settings.longestStep() == Approx(hw * std::sqrt(ballMass / settings.springConstant)));

    WreckingBall sim(settings);
    double fastest = 0.0; // [m/s]
    double rise = 0.0;    // [J] in a tick
    double before = sim.totalEnergy();
    while (sim.time() < 2.0)
    {
        sim.advance(1.0 / 60.0);
        fastest = std::max(fastest, glm::length(sim.bodies().bodies()[WreckingBall::ball].velocity));
        rise = std::max(rise, sim.totalEnergy() - before);
        before = sim.totalEnergy();
    }
    CHECK(fastest > 10.0); // it has hit the stack, at the end of a fall of 6 m
    CHECK(rise < 3.0 * hw * hw * 0.5 * ballMass * fastest * fastest);
}

TEST_CASE("a rope stops a ball as an obstacle of its height does", "[wrecking ball][bodies]")
{
    // Pulled at its middle by F, a ball of the radius R climbs over a bar of the radius r on the ground from
    // F/(M g) = 2 sqrt(R r)/(R - r) on: the torques about the bar, where the ball leaves the ground.
    const double part = GENERATE(0.97, 1.03);
    rope::RopeSettings settings = floating();
    settings.gravity = Vec3(0.0, -9.81, 0.0);
    settings.groundHeight = 0.0;
    settings.contactFriction = 0.5;
    const double r = settings.ropeRadius = 0.05;
    const double R = 0.3;
    const double away = 2.0 * std::sqrt(R * r);
    const double mass = 5.0;
    RopeAndBodies sim(settings, line({0.0, r, -0.2}, {0.0, 0.0, 0.2}, 3), Vec3(0.0),
                      {rope::boxBody({40.0, 1.0}, 0.0, {0.0, -0.5}), rope::circleBody(R, mass, {-away, R})},
                      bodiesUnder(settings.gravity));
    sim.rope.setPins({{1, Vec3(0.0, r, 0.0)}, {2, Vec3(0.0, r, 0.2)}});
    double farthest = -away;
    for (int i = 0; i < 8000 && farthest < 0.5; ++i)
    {
        sim.bodies.applyForce(1, {part * mass * 9.81 * away / (R - r), 0.0});
        sim.step(5e-4);
        farthest = std::max(farthest, sim.body(1).position.x);
    }
    if (part < 1.0)
        CHECK(farthest < -away + 0.01);
    else
        CHECK(farthest >= 0.5);
}

TEST_CASE("no box passes through the crane's rope", "[wrecking ball][bodies]")
{
    const RandomStates states(12);
    for (int seed = states.first; seed < states.end(); ++seed)
    {
        CAPTURE(seed);
        std::mt19937 random(static_cast<unsigned>(seed));
        const auto between = [&random](double low, double high)
        { return std::uniform_real_distribution<>(low, high)(random); };
        WreckingBallSettings settings = thickRope();
        settings.startAngle = between(-0.3, 0.3);
        settings.selfContact = seed % 3 == 0;
        std::vector<rope::BodyDefinition> around{rope::boxBody({2000.0, 1.0}, 0.0, {0.0, -0.5})};
        for (int i = 0; i < 3; ++i)
            around.push_back(rope::boxBody({0.6, 0.5}, between(5.0, 200.0), {between(-6.0, -4.0), 2.5 + 1.2 * i},
                                           {between(5.0, 10.0), between(0.0, 5.0)}, between(-3.0, 3.0)));
        WreckingBall sim(settings, around);
        bool touched = false;
        for (int tick = 0; tick < 150; ++tick)
        {
            sim.advance(1.0 / 60.0);
            for (std::size_t i = 2; i < sim.bodies().bodies().size(); ++i)
                touched = touched || sim.push(i) != Vec3(0.0);
            REQUIRE(nearestBody(sim.rope(), sim.bodies(), 2) > 0.0);
        }
        CHECK(touched);
        CHECK(sim.planeMomentum() == 0.0); // the rope is in the plane, and nothing pushes it out
    }
}

TEST_CASE("a thick rope goes back to a moment with the same bits", "[wrecking ball][bodies]")
{
    WreckingBallSettings settings = thickRope();
    settings.selfContact = true;
    settings.torsionalStiffness = 10.0;
    settings.bendingStiffness = 5.0;
    WreckingBall sim(settings);
    sim.setConnectionVelocity({0.5, -1.0});
    for (int i = 0; i < 100; ++i)
        sim.advance(1.0 / 60.0);
    const WreckingBall::Moment moment = sim.moment();
    const auto state = [&sim]
    {
        std::vector<double> numbers;
        for (const rope::Mass& mass : sim.rope().masses())
            for (int k = 0; k < 3; ++k)
                numbers.insert(numbers.end(), {mass.position[k], mass.velocity[k]});
        for (const rope::RigidBody& body : sim.bodies().bodies())
            numbers.insert(numbers.end(), {body.position.x, body.position.y, body.angle, body.angularVelocity});
        return numbers;
    };
    bool touched = false;
    for (int i = 0; i < 100; ++i)
    {
        sim.advance(1.0 / 60.0);
        touched = touched || !sim.rope().touches().empty();
    }
    const std::vector<double> first = state();
    sim.restore(moment);
    for (int i = 0; i < 100; ++i)
        sim.advance(1.0 / 60.0);
    CHECK(touched);
    CHECK(state() == first);
}
