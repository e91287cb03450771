#include "impulse_check.hpp"
#include "impulse_presets.hpp"

#include <rope/impulse.hpp>
#include <rope/text.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ropewalk
{

namespace
{

using rope::BodyDefinition;
using rope::ImpulseSettings;
using rope::ImpulseSimulation;
using rope::Vec2;

constexpr double g = 9.81;

ImpulseSettings weightless(double restitution)
{
    ImpulseSettings settings;
    settings.restitution = restitution;
    settings.friction = 0.0;
    settings.gravity = rope::Vec3(0.0);
    return settings;
}

ImpulseSettings heavy(double restitution, double friction)
{
    ImpulseSettings settings;
    settings.restitution = restitution;
    settings.friction = friction;
    settings.gravity = rope::Vec3(0.0, -g, 0.0);
    return settings;
}

BodyDefinition circle(double radius, double mass, const Vec2& position, const Vec2& velocity, double w = 0.0)
{
    BodyDefinition body;
    body.radius = radius;
    body.mass = mass;
    body.position = position;
    body.velocity = velocity;
    body.angularVelocity = w;
    return body;
}

BodyDefinition rectangle(const Vec2& size, double mass, const Vec2& position, const Vec2& velocity = Vec2(0.0),
                         double w = 0.0)
{
    BodyDefinition body = circle(0.0, mass, position, velocity, w);
    for (const Vec2& vertex : rope::box(size.x, size.y).vertices)
        body.vertices.push_back(vertex);
    return body;
}

void run(ImpulseSimulation& sim, double seconds)
{
    for (long i = std::lround(seconds / sim.settings().maxDt); i > 0; --i)
        sim.step(sim.settings().maxDt);
}

void checkSingleCollisions(std::vector<CheckRow>& rows)
{
    constexpr const char* formula = "J = -(1+E) vn / (1/m1 + 1/m2 + (r1 x n)^2/I1 + (r2 x n)^2/I2)";
    constexpr double exact = 1e-12;

    for (const auto& [restitution, v1] :
         {std::pair(0.0, -0.25), std::pair(0.5, -1.375), std::pair(1.0, -2.5), std::pair(-0.5, 0.875)})
    {
        ImpulseSimulation sim({circle(1.0, 1.0, {-1.0, 0.0}, {2.0, 0.0}), circle(1.0, 3.0, {1.0, 0.0}, {-1.0, 0.0})},
                              weightless(restitution));
        run(sim, 0.1);
        rows.push_back({"circles head on, E = " + rope::numberText(restitution) + ", v1", "m/s", v1,
                        sim.bodies()[0].velocity.x, exact, formula});
    }

    ImpulseSimulation offset({circle(1.0, 1.0, {0.25, 1.5}, {0.0, -3.0}), rectangle({1.0, 1.0}, 2.0, {0.0, 0.0})},
                             weightless(0.5));
    run(offset, 0.1);
    rows.push_back(
        {"circle on a square off its centre, w2", "rad/s", -2.0, offset.bodies()[1].angularVelocity, exact, formula});

    ImpulseSimulation spinning(
        {rectangle({2.0, 1.0}, 3.0, {0.0, 0.0}, {1.0, 0.0}, 0.5), circle(0.5, 1.0, {1.5, 0.3}, {-2.0, 1.0}, -1.0)},
        weightless(1.0));
    spinning.step(1e-3);
    rows.push_back({"turning rectangle and circle, E = 1, w1", "rad/s", 1.4734345351043643,
                    spinning.bodies()[0].angularVelocity, exact, formula});
    rows.push_back({"turning rectangle and circle, E = 1, energy", "J", 4.21875, spinning.kineticEnergy(), exact,
                    "E = 1 keeps the kinetic energy"});
}

void checkUnderGravity(std::vector<CheckRow>& rows)
{
    ImpulseSimulation bouncing({rectangle({10.0, 1.0}, 0.0, {0.0, -0.5}), circle(0.1, 1.0, {0.0, 1.1}, {0.0, 0.0})},
                               heavy(0.5, 0.0));
    double apex = 0.0;
    for (int i = 0; i < 240; ++i)
    {
        bouncing.step(1.0 / 240.0);
        if (bouncing.time() > 0.5 && bouncing.time() < 0.85)
            apex = std::max(apex, bouncing.bodies()[1].position.y - 0.1);
    }
    rows.push_back({"height of the first bounce, E = 0.5", "m", 0.25, apex, 1e-4, "h E^2"});

    const auto slide = [](double degrees)
    {
        const double angle = degrees * std::numbers::pi / 180.0;
        const Vec2 down(-std::cos(angle), -std::sin(angle));
        const Vec2 up(-down.y, down.x);
        BodyDefinition plane = rectangle({40.0, 1.0}, 0.0, 0.5 * up);
        plane.angle = angle;
        BodyDefinition block = rectangle({0.5, 0.5}, 1.0, -0.25 * up);
        block.angle = angle;
        ImpulseSimulation sim({plane, block}, heavy(0.0, 0.3));
        run(sim, 1.0);
        return glm::dot(sim.bodies()[1].position + 0.25 * up, down);
    };
    const double angle = 30.0 * std::numbers::pi / 180.0;
    const double slope = g * (std::sin(angle) - 0.3 * std::cos(angle));
    rows.push_back({"block on a slope of 30 degrees, way in 1 s", "m", slope / 2.0, slide(30.0), 0.01 * slope,
                    "g (sin - mu cos) t^2 / 2, mu = 0.3"});
    rows.push_back({"block on a slope of 15 degrees, way in 1 s", "m", 0.0, slide(15.0), 1e-6, "tan < mu: it sticks"});

    std::vector<BodyDefinition> boxes{rectangle({20.0, 1.0}, 0.0, {0.0, -0.5})};
    for (int i = 0; i < 10; ++i)
        boxes.push_back(rectangle({1.0, 1.0}, 2.0, {0.0, 0.5 + i}));
    ImpulseSimulation stack(boxes, heavy(0.0, 0.5));
    run(stack, 0.25);
    double load = 0.0;
    for (const rope::Contact& contact : stack.contacts())
        for (std::size_t i = 0; i < contact.count && contact.first == 0; ++i)
            load += contact.points[i].normalImpulse * 240.0;
    rows.push_back({"ten boxes of 2 kg, force on the ground", "N", 20.0 * g, load, 1e-3, "N m g"});
}

void checkPresets(std::vector<CheckRow>& rows)
{
    const PresetConstants constants = presetConstants(ImpulsePreset::cradle);
    ImpulseSimulation cradle(presetLayout(ImpulsePreset::cradle, 5).bodies,
                             heavy(constants.restitution, constants.friction));
    double highest = 0.0;
    for (int i = 0; i < 480; ++i)
    {
        cradle.step(1.0 / 240.0);
        highest = std::max(highest, cradle.bodies()[4].angle);
    }
    rows.push_back({"cradle, the last ball swings as far as the first", "rad", 0.7, highest, 1e-3,
                    "momentum and energy of equal masses"});

    ImpulseSettings table = weightless(1.0);
    ImpulseSimulation billiard(presetLayout(ImpulsePreset::billiard, 15).bodies, table);
    const double energy = billiard.kineticEnergy();
    run(billiard, 3.0);
    rows.push_back({"billiard break, E = 1, kinetic energy after 3 s", "J", energy, billiard.kineticEnergy(), 1e-10,
                    "E = 1 keeps the kinetic energy"});
}

} // namespace

std::vector<CheckRow> checkImpulses()
{
    std::vector<CheckRow> rows;
    checkSingleCollisions(rows);
    checkUnderGravity(rows);
    checkPresets(rows);
    return rows;
}

} // namespace ropewalk
