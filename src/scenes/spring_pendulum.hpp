#pragma once

#include "scene.hpp"

#include <rope/integrator.hpp>
#include <rope/simulation.hpp>
#include <rope/spring.hpp>

#include <optional>

namespace ropewalk
{

using rope::Integrator;
using rope::Motion;

/// The constants of the spring pendulum; SI units. The defaults are the tutorial's.
struct PendulumSettings
{
    double mass = 1.0;
    Vec3 spherePosition{0.0, 0.0, 0.0};
    Vec3 cubePosition{0.0, 5.0, 0.0};
    double springConstant = 8.0;
    double springFriction = 0.1;
    Vec3 gravity{0.0, -9.81, 0.0};
    double mediumDrag = 0.5;
    Integrator integrator = Integrator::forward_euler;
    double connectionSpeed = 6.0;
    double maxDt = 1.0 / 60.0;

    friend bool operator==(const PendulumSettings&, const PendulumSettings&) = default;

    void describe(rope::Parameters& p)
    {
        p.group("Bodies");
        p.add("mass", &mass, {1e-3, 1000.0, "kg", "Mass of the sphere."});
        p.add("sphere_position", &spherePosition,
              {-100.0, 100.0, "m", "Where the sphere starts; acts at the next reset."});
        p.add("cube_position", &cubePosition, {-100.0, 100.0, "m", "Where the cube starts; acts at the next reset."});

        p.group("Spring");
        p.add("spring_constant", &springConstant,
              {0.0, 1e4, "N/m", "Stiffness of the spring; its rest length is the distance at the start."});
        p.add("spring_friction", &springFriction, {0.0, 100.0, "N s/m", "Internal friction of the spring."});

        p.group("Surroundings");
        p.add("gravity", &gravity, {-50.0, 50.0, "m/s2", "Acceleration of gravity."});
        p.add("medium_drag", &mediumDrag, {0.0, 100.0, "N s/m", "Friction of the sphere in the medium."});

        p.group("Run");
        p.add("integrator", &integrator,
              {"forward_euler", "semi_implicit_euler", "velocity_verlet", "runge_kutta_4", "implicit_midpoint"},
              "forward_euler: the tutorial's, gains energy; semi_implicit_euler and velocity_verlet: keep it on the "
              "mean; runge_kutta_4: the most accurate, loses a little; implicit_midpoint: stable at any step.");
        p.add("connection_speed", &connectionSpeed, {0.0, 100.0, "m/s", "Speed of the cube while a key is held."});
        p.add("max_dt", &maxDt, {1e-5, 0.1, "s", "Longest step; a tick is split into the fewest that fit."});
    }
};

/// A cube that is moved from outside, a sphere that hangs from it by a spring, and the same motion with fine steps
/// beside it.
class SpringPendulum
{
public:
    explicit SpringPendulum(const PendulumSettings& settings)
        : settings_(settings), sphere_{settings.spherePosition, Vec3(0.0)}, exact_(sphere_),
          cube_(settings.cubePosition), restLength_(glm::length(settings.cubePosition - settings.spherePosition))
    {
    }

    const PendulumSettings& settings() const { return settings_; }
    void setSettings(const PendulumSettings& settings)
    {
        settings_ = settings;
        exact_ = sphere_; // with other constants the comparison begins anew
    }
    void setCubeVelocity(const Vec3& velocity) { cubeVelocity_ = velocity; }
    void setHand(const std::optional<Vec3>& target) { hand_ = target; }

    int advance(double h)
    {
        if (!(h > 0.0))
            return 0;
        const int steps = rope::Simulation::stepCount(h, settings_.maxDt);
        for (int i = 0; i < steps; ++i)
            step(h / steps);
        return steps;
    }

    void step(double h)
    {
        const auto a = [this](double t, const Vec3& x, const Vec3& v) { return acceleration(t, x, v); };
        sphere_ = rope::integrated(settings_.integrator, sphere_, 0.0, h, a);
        constexpr int fine = 8;
        for (int i = 0; i < fine; ++i)
            exact_ = rope::integrated(Integrator::runge_kutta_4, exact_, i * h / fine, h / fine, a);
        cube_ += cubeVelocity_ * h;
        time_ += h;
    }

    double time() const { return time_; }
    const Motion& sphere() const { return sphere_; }
    const Motion& exact() const { return exact_; }
    const Vec3& cube() const { return cube_; }
    const Vec3& cubeVelocity() const { return cubeVelocity_; }
    const std::optional<Vec3>& hand() const { return hand_; }
    rope::Spring spring() const { return {0, 1, settings_.springConstant, restLength_, settings_.springFriction}; }
    double springLength(const Motion& motion) const { return glm::length(motion.position - cube_); }

    double kineticEnergy(const Motion& motion) const
    {
        return 0.5 * settings_.mass * glm::dot(motion.velocity, motion.velocity);
    }
    double potentialEnergy(const Motion& motion) const
    {
        return -settings_.mass * glm::dot(settings_.gravity, motion.position);
    }
    double elasticEnergy(const Motion& motion) const
    {
        const double stretch = springLength(motion) - restLength_;
        return 0.5 * settings_.springConstant * stretch * stretch;
    }
    double totalEnergy(const Motion& motion) const
    {
        return kineticEnergy(motion) + potentialEnergy(motion) + elasticEnergy(motion);
    }

private:
    /// [m/s2], t seconds after the beginning of the step
    Vec3 acceleration(double t, const Vec3& x, const Vec3& v) const
    {
        const Vec3 pull =
            spring().force(x - (cube_ + cubeVelocity_ * t), v - cubeVelocity_, rope::FrictionDirection::full);
        Vec3 a = settings_.gravity + (pull - settings_.mediumDrag * v) / settings_.mass;
        if (hand_)
        {
            // A critically damped hand, slow enough for every integrator at the longest step.
            const double w = std::min(10.0, 0.2 / settings_.maxDt);
            a += w * w * (*hand_ - x) - 2.0 * w * v;
        }
        return a;
    }

    PendulumSettings settings_;
    Motion sphere_;
    Motion exact_;
    Vec3 cube_;
    Vec3 cubeVelocity_{0.0};
    double restLength_;
    std::optional<Vec3> hand_;
    double time_ = 0.0;
};

} // namespace ropewalk
