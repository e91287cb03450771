#include "catch.hpp"
#include "reference.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/simulation.hpp>
#include <rope/spring.hpp>

#include <cmath>

using rope::Mass;
using rope::Vec3;

namespace
{

/// Two masses on a spring, free in space.
class Dumbbell : public rope::Simulation
{
public:
    Dumbbell(double mass, const rope::Spring& spring, rope::FrictionDirection direction, double spin)
        : spring_(spring), direction_(direction)
    {
        const Vec3 half(spring.restLength / 2.0, 0.0, 0.0);
        const Vec3 velocity(0.0, spin * spring.restLength / 2.0, 0.0);
        masses_ = {Mass{mass, half, velocity}, Mass{mass, -half, -velocity}};
    }

    double angularMomentum() const
    {
        double sum = 0.0;
        for (const Mass& m : masses_)
            sum += m.mass * (m.position.x * m.velocity.y - m.position.y * m.velocity.x);
        return sum;
    }

private:
    void applyForces() override
    {
        const Vec3 force = spring_.force(masses_[0].position - masses_[1].position,
                                         masses_[0].velocity - masses_[1].velocity, direction_);
        masses_[0].applyForce(force);
        masses_[1].applyForce(-force);
    }

    rope::Spring spring_;
    rope::FrictionDirection direction_;
};

} // namespace

TEST_CASE("friction on the whole relative velocity brakes rotation, axial friction does not", "[friction]")
{
    const nlohmann::json item = referenceItem("Dm.spin");
    const double c = item.at("setup").at("c").get<double>();
    const double m = item.at("setup").at("m").get<double>();
    const rope::Spring spring{0, 1, item.at("setup").at("k").get<double>(), item.at("setup").at("L").get<double>(), c};
    const double dt = 1e-4;
    const int steps = 2000;

    Dumbbell full(m, spring, rope::FrictionDirection::full, 5.0); // 5 rad/s; the rate does not depend on it
    const double initial = full.angularMomentum();
    for (int i = 0; i < steps; ++i)
        full.step(dt);
    // dL/dt = -(2c/m) L; the semi-implicit step multiplies L by exactly (1 - 2c/m dt).
    const double perStep = 1.0 - 2.0 * c / m * dt;
    CHECK(full.angularMomentum() / initial == Approx(std::pow(perStep, steps)).epsilon(1e-9));
    CHECK(-std::log(full.angularMomentum() / initial) / (steps * dt) ==
          Approx(item.at("value").at("decay_rate").get<double>()).epsilon(1e-3));

    Dumbbell axial(m, spring, rope::FrictionDirection::axial, 5.0);
    for (int i = 0; i < steps; ++i)
        axial.step(dt);
    CHECK(axial.angularMomentum() == Approx(initial).epsilon(1e-12));
}

TEST_CASE("a two-mass rope swings and decays as a damped pendulum", "[friction]")
{
    // The amplitude decays with the rate (c + b) / (2 m): the source tutorial's spring friction c brakes the rigid
    // swing too, like the air's friction b.
    const nlohmann::json item = referenceItem("Dm.pend2");
    rope::RopeSettings settings;
    settings.massCount = 2;
    settings.groundHeight = -1000.0;
    settings.gravity = Vec3(0.2, -9.81, 0.0);
    settings.maxDt = 5e-4;
    rope::RopeSimulation sim(settings);
    for (int i = 0; i < 40'000; ++i)
        sim.step(settings.maxDt); // comes to rest along this gravity, 0.2 / 9.81 = 0.02 rad from the vertical
    settings.gravity = Vec3(0.0, -9.81, 0.0);
    sim.setSettings(settings);

    const auto amplitude = [](const rope::Mass& m)
    {
        // Of x'' + 2 G x' + w0^2 x = 0 with G = (0.2 + 0.02) / (2 0.05) and w0^2 = g / (L + m g/k), the quantity
        // sqrt(w^2 x^2 + (v + G x)^2) with the damped frequency w^2 = w0^2 - G^2 decays as e^(-G t).
        const double G = 2.2;
        const double w2 = 9.81 / (0.05 + 0.05 * 9.81 / 1e4) - G * G;
        const double v = m.velocity.x + G * m.position.x;
        return std::sqrt(w2 * m.position.x * m.position.x + v * v);
    };
    const double first = amplitude(sim.masses()[1]);
    const double seconds = 1.0;
    for (int i = 0; i < 2000; ++i)
        sim.step(settings.maxDt);
    CHECK(-std::log(amplitude(sim.masses()[1]) / first) / seconds ==
          Approx(item.at("value").at("decay_rate").get<double>()).epsilon(0.01));
}

TEST_CASE("the terminal speed in air is m g / b", "[friction]")
{
    // Without stiffness every mass falls alone: v+ = v + (g - b/m v) h has the fixed point m g / b.
    rope::RopeSettings settings;
    settings.massCount = 2;
    settings.springConstant = 0.0;
    settings.springFriction = 0.0;
    settings.airFriction = 0.1;
    settings.groundHeight = -1000.0;
    rope::RopeSimulation sim(settings);
    for (int i = 0; i < 10'000; ++i)
        sim.step(0.002);
    CHECK(sim.masses()[1].velocity.y == Approx(-0.05 * 9.81 / 0.1).epsilon(1e-12));
}
