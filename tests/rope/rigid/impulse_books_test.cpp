// What acts on the bodies of the impulse engine in a step adds up to what they gain.

#include "catch.hpp"

#include <rope/detail/body_impulses.hpp>
#include <rope/impulse.hpp>

#include <cmath>
#include <vector>

using rope::BodyImpulses;
using rope::Effect;
using rope::Vec2;
using rope::Vec3;

namespace
{

Effect momenta(const rope::ImpulseSimulation& sim)
{
    return {0.0, Vec3(sim.momentum(), 0.0), Vec3(0.0, 0.0, sim.angularMomentum())};
}

/// A floor, a pile that falls into a heap, and a circle that flies by.
std::vector<rope::BodyDefinition> heap()
{
    std::vector<rope::BodyDefinition> bodies{rope::boxBody({40.0, 1.0}, 0.0, {0.0, -0.5}),
                                             rope::circleBody(0.3, 3.0, {-4.0, 1.5}, {6.0, 2.0}, 3.0)};
    for (const double i : {0.0, 1.0, 2.0, 3.0, 4.0})
        bodies.push_back(rope::boxBody({0.5, 0.4}, 1.0 + i, {0.15 * i, 0.6 + 0.5 * i}, {0.0, -1.0}, 0.5));
    return bodies;
}

} // namespace

TEST_CASE("bodies gain what acts on them, and to ask changes nothing", "[impulse][books]")
{
    const double restitution = GENERATE(0.0, 0.5, 1.0);
    CAPTURE(restitution);
    rope::ImpulseSettings settings;
    settings.restitution = restitution;
    settings.gravity = {0.5, -9.81, 0.0};
    rope::ImpulseSimulation sim(heap(), settings);
    rope::ImpulseSimulation unasked(heap(), settings);
    const auto act = [](rope::ImpulseSimulation& bodies, int step)
    {
        if (step == 200)
            bodies.grab(3, {1.0, 3.0});
        if (step == 500)
            bodies.release();
        if (step % 100 == 50)
            bodies.applyForce(2, {20.0, 5.0});
    };
    BodyImpulses sum;
    const Effect start = momenta(sim);
    for (int i = 0; i < 1000; ++i)
    {
        act(sim, i);
        act(unasked, i);
        sim.step(1.0 / 240.0, &sum);
        unasked.step(1.0 / 240.0);
    }
    for (std::size_t i = 0; i < sim.bodies().size(); ++i)
    {
        CHECK(sim.bodies()[i].position == unasked.bodies()[i].position);
        CHECK(sim.bodies()[i].angle == unasked.bodies()[i].angle);
    }
    const Effect gained = momenta(sim) - start;
    const Effect lines = sum.gravity + sum.force + sum.pull + sum.contact + sum.friction + sum.correction;
    // 18 kg fall for 4 s: 700 kg m/s go in and out, and 1000 steps round by 1e-16 of that: 1e-10.
    CHECK(glm::distance(gained.impulse, lines.impulse) < 1e-10);
    CHECK(glm::distance(gained.turning, lines.turning) < 1e-10);
    for (const Effect* line : {&sum.gravity, &sum.force, &sum.pull, &sum.contact, &sum.friction})
        CHECK(glm::length(line->impulse) > 0.1);
}

TEST_CASE("a body that flies gains its weight times time, at the middle of its way", "[impulse][books]")
{
    // x(t) = x0 + v t + g t^2/2 exactly, so x x p grows by m (x0 + v t/2) x g t.
    rope::ImpulseSimulation sim({rope::circleBody(0.1, 2.0, {1.0, 5.0}, {3.0, 4.0})});
    const double t = 0.25;
    BodyImpulses sum;
    sim.step(t, &sum);
    CHECK(sum.gravity.impulse.y == Approx(-2.0 * 9.81 * t).epsilon(1e-15));
    CHECK(sum.gravity.turning.z == Approx(2.0 * (1.0 + 0.5 * 3.0 * t) * -9.81 * t).epsilon(1e-15));
    for (const Effect* line : {&sum.force, &sum.pull, &sum.contact, &sum.friction, &sum.correction})
        CHECK(line->impulse == Vec3(0.0));
}
