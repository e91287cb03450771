// Boxes on rough ground: they slide as far as Coulomb's law says, stop, and tip where they must.

#include "bodies.hpp"
#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

using rope::Vec2;

namespace
{

constexpr double g = 9.81;
constexpr double thrown = 4.0;       // [m/s]
constexpr double step = 1.0 / 240.0; // [s]
constexpr double pi = std::numbers::pi;

/// A box of 2 kg, 1 m wide, that is thrown along the ground.
rope::ImpulseSimulation thrownBox(double friction, double height)
{
    return rope::ImpulseSimulation({rope::boxBody({100.0, 1.0}, 0.0, {0.0, -0.5}),
                                    rope::boxBody({1.0, height}, 2.0, {0.0, 0.5 * height}, {thrown, 0.0})},
                                   impulseSettings(0.0, friction, g));
}

/// A box 1 m wide that slides forwards on its lower front corner, or stands still on it: Newton and Euler about the
/// centre of mass, Coulomb's friction at the corner. Its steps are so short that they are exact beside those above.
class TippingBox
{
public:
    TippingBox(double friction, double height)
        : friction_(friction), radius_(0.5 * std::hypot(1.0, height)), upright_(std::atan2(height, 1.0)),
          inertia_((1.0 + height * height) / 12.0)
    {
    }

    double angle() const { return angle_; } ///< [rad], forwards

    void advance(double seconds)
    {
        constexpr int parts = 100;
        for (int i = 0; i < parts; ++i)
            move(seconds / parts);
    }

private:
    void move(double dt)
    {
        // The centre is at (-c, s) from the corner; so x'' = corner'' + s a + c w^2 and y'' = c a - s w^2. Mass 1.
        const double s = radius_ * std::sin(upright_ + angle_);
        const double c = radius_ * std::cos(upright_ + angle_);
        const double whirl = turning_ * turning_;
        double acceleration = 0.0;
        if (speed_ > 0.0)
        {
            const double arm = friction_ * s - c; // of the whole force at the corner, by its normal part
            acceleration = arm * (g - s * whirl) / (inertia_ - arm * c);
            const double normal = g + c * acceleration - s * whirl;
            speed_ = std::max(0.0, speed_ + dt * (-friction_ * normal - s * acceleration - c * whirl));
        }
        else
            acceleration = -g * c / (inertia_ + radius_ * radius_);
        turning_ += dt * acceleration;
        angle_ += dt * turning_;
    }

    double friction_;
    double radius_;  ///< [m], from the corner to the centre
    double upright_; ///< [rad], from the ground to that line while the box stands
    double inertia_;
    double speed_ = thrown; ///< [m/s], of the corner
    double angle_ = 0.0;
    double turning_ = 0.0; ///< [rad/s]
};

} // namespace

TEST_CASE("a box thrown along the ground slides v^2/(2 mu g), half a step's way less, and stops", "[impulse]")
{
    const double height = GENERATE(0.5, 0.8, 1.0, 1.2);
    for (const double friction : {0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.95, 1.2})
    {
        if (friction * height > 1.0)
            continue; // it tips instead
        CAPTURE(height, friction);
        rope::ImpulseSimulation sim = thrownBox(friction, height);
        EnergyGain gain;
        double tilt = 0.0;
        for (int i = 0; i < 1200; ++i)
        {
            sim.step(step);
            gain.look(sim.totalEnergy());
            tilt = std::max(tilt, std::abs(sim.bodies()[1].angle));
        }
        // Every step takes mu g h from the speed, and the box moves on with what is left.
        double way = 0.0;
        for (double v = thrown - friction * g * step; v > 0.0; v -= friction * g * step)
            way += v * step;
        const rope::RigidBody& box = sim.bodies()[1];
        CHECK(box.position.x == Approx(way).margin(1e-7));
        // The sum misses half of the first step's way, and at most an eighth of what friction does within a step.
        const double law = thrown * thrown / (2.0 * friction * g);
        CHECK(law - box.position.x == Approx(0.5 * thrown * step).margin(0.126 * friction * g * step * step + 1e-7));
        CHECK(glm::length(box.velocity) == 0.0);
        CHECK(tilt < 1e-7);
        CHECK(gain.value() < 1e-9);
    }
}

TEST_CASE("a box too rough for its height tips as it brakes", "[impulse]")
{
    // It tips where mu h > w. The last two fall over, the others come back.
    struct Case
    {
        double friction;
        double height;
    };
    const Case c = GENERATE(values<Case>({{1.4, 0.8}, {1.2, 1.0}, {0.95, 1.2}, {1.5, 1.0}, {1.2, 1.2}}));
    CAPTURE(c.friction, c.height);
    const double fallen = 1.4; // [rad], before it hits the ground
    for (const int shorter : {1, 4})
    {
        rope::ImpulseSimulation sim = thrownBox(c.friction, c.height);
        TippingBox theory(c.friction, c.height);
        EnergyGain gain;
        double farthest = 0.0;
        double most = 0.0;
        for (int i = 0; i < 288 * shorter && theory.angle() >= 0.0 && theory.angle() < fallen; ++i)
        {
            sim.step(step / shorter);
            theory.advance(step / shorter);
            gain.look(sim.totalEnergy());
            most = std::max(most, theory.angle());
            if (theory.angle() > 0.0)
                farthest = std::max(farthest, std::abs(-sim.bodies()[1].angle - theory.angle()));
        }
        CHECK(most > 0.25);
        CHECK(farthest < 0.006 / shorter); // the engine's steps are of the first order
        CHECK(gain.value() < 1e-9);
    }
}

TEST_CASE("a box on a slope slides as Coulomb says, or stays", "[impulse]")
{
    struct Case
    {
        double degrees;
        double friction;
    };
    const Case c =
        GENERATE(values<Case>({{25.0, 0.1}, {32.0, 0.6}, {40.0, 0.8}, {45.0, 0.95}, {30.0, 0.6}, {40.0, 0.85}}));
    const double height = GENERATE(0.8, 1.0);
    CAPTURE(c.degrees, c.friction, height);
    const double angle = c.degrees * pi / 180.0;
    const Vec2 down(std::cos(angle), -std::sin(angle));
    const Vec2 up(std::sin(angle), std::cos(angle));
    rope::BodyDefinition plane = rope::boxBody({200.0, 1.0}, 0.0, -0.5 * up);
    rope::BodyDefinition box = rope::boxBody({1.0, height}, 2.0, 0.5 * height * up);
    plane.angle = box.angle = -angle;
    rope::ImpulseSimulation sim({plane, box}, impulseSettings(0.0, c.friction, g));
    EnergyGain gain;
    constexpr int steps = 480;
    for (int i = 0; i < steps; ++i)
    {
        sim.step(step);
        gain.look(sim.totalEnergy());
    }
    const double acceleration = std::max(0.0, g * (std::sin(angle) - c.friction * std::cos(angle)));
    const double way = 0.5 * acceleration * step * step * steps * (steps + 1); // a step's speed is that at its end
    CHECK(glm::dot(sim.bodies()[1].position - 0.5 * height * up, down) == Approx(way).margin(1e-6));
    CHECK(gain.value() < 1e-9);
}
