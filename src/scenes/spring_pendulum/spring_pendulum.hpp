#pragma once

#include "pendulum_books.hpp"

#include <rope/detail/take_steps.hpp>
#include <rope/integrator.hpp>
#include <rope/parameters.hpp>
#include <rope/spring.hpp>
#include <rope/stability.hpp>
#include <rope/step_watch.hpp>
#include <rope/written_moment.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

// The tutorial's first scene: a passive cube that the keys move, and an active sphere that hangs from it by a spring.
//
//     m x'' = m g + F_spring(x - c, v - c') - b v,   c the cube, the rest length its distance at the start
//
// Beside it runs the same motion with steps so fine that it counts as exact: what the integrator adds or loses shows.

namespace ropewalk
{

using rope::Integrator;
using rope::Motion;
using rope::Vec3;

/// The constants of the spring pendulum; SI units.
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
    bool autoSteps = true;

    friend bool operator==(const PendulumSettings&, const PendulumSettings&) = default;

    void describe(rope::Parameters& p)
    {
        p.group("Bodies");
        p.add("mass", &mass, {1e-3, 1000.0, "kg", "Mass of the sphere.", rope::StepRole::mass});
        p.add("sphere_position", &spherePosition,
              {-100.0, 100.0, "m", "Where the sphere starts; acts at the next reset."});
        p.add("cube_position", &cubePosition, {-100.0, 100.0, "m", "Where the cube starts; acts at the next reset."});

        p.group("Spring");
        p.add("spring_constant", &springConstant,
              {0.0, 1e4, "N/m", "Stiffness of the spring; its rest length is the distance at the start.",
               rope::StepRole::springs});
        p.add("spring_friction", &springFriction,
              {0.0, 100.0, "N s/m", "Internal friction of the spring.", rope::StepRole::springFriction});

        p.group("Surroundings");
        p.add("gravity", &gravity, {-50.0, 50.0, "m/s2", "Acceleration of gravity."});
        p.add("medium_drag", &mediumDrag,
              {0.0, 100.0, "N s/m", "Friction of the sphere in the medium.", rope::StepRole::other});

        p.group("Run");
        p.add("integrator", &integrator,
              {"forward_euler", "semi_implicit_euler", "velocity_verlet", "runge_kutta_4", "implicit_midpoint"},
              "forward_euler: the tutorial's, gains energy; semi_implicit_euler and velocity_verlet: keep it on the "
              "mean; runge_kutta_4: the most accurate, loses a little; implicit_midpoint: stable at any step.",
              rope::StepRole::integrator);
        p.add("connection_speed", &connectionSpeed, {0.0, 100.0, "m/s", "Speed of the cube while a key is held."});
        p.add("max_dt", &maxDt,
              {1e-5, 0.1, "s", "Longest step; a tick is split into the fewest that fit.", rope::StepRole::longestStep});
        p.add(
            "auto_steps", &autoSteps,
            "Steps also stay below what is stable with these constants. Off, max_dt alone decides, and the sphere may "
            "fly away.",
            rope::StepRole::automatic);
    }

    /// [s] without a grab, at any length of the spring: the sphere swings across the spring at a frequency between 0
    /// and that along it.
    double stableStep() const
    {
        const double gamma = (springFriction + mediumDrag) / mass;
        return std::min(rope::stableStep(integrator, std::sqrt(springConstant / mass), gamma),
                        rope::stableStep(integrator, 0.0, gamma));
    }

    /// [s] at which the sphere does not fly away: 0.9 of the stable step. Very weak friction does not damp the
    /// resonance of third order at step x w = sqrt(3): then at most 1.2 / w. Where forward Euler has no stable step,
    /// the motion may grow e-fold in 100 s.
    double advisedStep() const
    {
        const double w = std::sqrt(springConstant / mass);
        const double gamma = (springFriction + mediumDrag) / mass;
        double step = 0.9 * stableStep();
        if (integrator == Integrator::forward_euler)
        {
            // Only an oscillation grows slowly: beyond 2/gamma friction turns the velocity round.
            const double turning = gamma > 0.0 ? 2.0 / gamma : rope::StepLimits::none;
            step = std::max(step, std::min(w > 0.0 ? 0.02 / (w * w) : rope::StepLimits::none, 0.9 * turning));
        }
        else if (integrator != Integrator::implicit_midpoint && gamma < 2e-3 * w)
            step = std::min(step, 1.2 / w);
        return step;
    }
    double longestStep() const { return autoSteps ? std::min(maxDt, advisedStep()) : maxDt; }
};

/// The pendulum, the same motion with steps so fine that it counts as exact, and the books.
class SpringPendulum : public rope::BookKeeper
{
public:
    explicit SpringPendulum(const PendulumSettings& settings)
        : settings_(settings), sphere_{settings.spherePosition, Vec3(0.0)}, exact_(sphere_),
          cube_(settings.cubePosition), restLength_(glm::length(settings.cubePosition - settings.spherePosition))
    {
        setBooks(true);
    }

    const PendulumSettings& settings() const { return settings_; }
    void setSettings(const PendulumSettings& settings)
    {
        booked(rope::EnergyLine::constants, rope::MomentumLine::constants, [&] { settings_ = settings; });
        exact_ = sphere_; // with other constants the comparison begins anew
    }
    void setCubeVelocity(const Vec3& velocity) { cubeVelocity_ = velocity; }
    void setGrab(const std::optional<Vec3>& target) { grabTarget_ = target; }

    int advance(double h)
    {
        return rope::takeSteps(h, settings_.longestStep(), [this](double dt) { step(dt); });
    }

    /// Moves what is pulled while time stands: the pendulum goes on by `h` seconds without weight, then it stands where
    /// it is, and the comparison begins anew. The books count all of it as work at the connection point. Returns the
    /// steps.
    int pose(double h)
    {
        int steps = 0;
        booked(rope::EnergyLine::connection, rope::MomentumLine::connection,
               [&]
               {
                   std::optional<rope::Books> books;
                   books.swap(books_);
                   const Vec3 gravity = std::exchange(settings_.gravity, Vec3(0.0));
                   const double time = time_;
                   sphere_.velocity = Vec3(0.0);
                   steps = advance(h);
                   time_ = time;
                   settings_.gravity = gravity;
                   sphere_.velocity = cubeVelocity_ = cubeBefore_ = Vec3(0.0);
                   books_.swap(books);
               });
        exact_ = sphere_;
        return steps;
    }

    void step(double h)
    {
        rope::StepWatch::look();
        const auto a = [this](double t, const Vec3& x, const Vec3& v) { return acceleration(t, x, v); };
        ForceNodes nodes;
        const auto watched = [&](double t, const Vec3& x, const Vec3& v)
        {
            nodes.add(t, x, v);
            return acceleration(t, x, v);
        };
        PendulumStep taken{settings_.integrator, h, settings_.mass, sphere_, sphere_, cubeVelocity_, cubeBefore_};
        taken.potentialChange = -potentialEnergy(sphere_) - elasticEnergy(sphere_);
        sphere_ = rope::integrated(settings_.integrator, sphere_, 0.0, h, watched);
        // Always far below its own limit: implicit steps may be as long as they like.
        const double rate = h * (std::sqrt(settings_.springConstant / settings_.mass) +
                                 (settings_.springFriction + settings_.mediumDrag) / settings_.mass);
        const int fine = std::max(8, static_cast<int>(std::ceil(rate)));
        for (int i = 0; i < fine; ++i)
            exact_ = rope::integrated(Integrator::runge_kutta_4, exact_, i * h / fine, h / fine, a);
        const auto forces = [this, cube = cube_](double t, const Vec3& x, const Vec3& v)
        { return forcesAt(cube + cubeVelocity_ * t, x, v); };
        taken.after = sphere_;
        cube_ += cubeVelocity_ * h;
        taken.potentialChange += potentialEnergy(sphere_) + elasticEnergy(sphere_);
        book(taken, pendulumWork(taken, nodes, forces));
        cubeBefore_ = cubeVelocity_;
        time_ += h;
    }

    /// The present moment for a file: cube and sphere.
    rope::WrittenMoment written() const
    {
        rope::WrittenMoment moment{time_, {cube_, sphere_.position}, {cubeVelocity_, sphere_.velocity}, {}, {}};
        moment.note(state());
        return moment;
    }
    /// Begins at that moment, with new books, and the comparison begins there. Throws std::invalid_argument for what is
    /// no moment of a pendulum, and then changes nothing.
    void beginAt(const rope::WrittenMoment& moment)
    {
        moment.check(2, 2);
        restLength_ = moment.numbers(state())[0];
        time_ = moment.time;
        cube_ = moment.positions[0];
        cubeVelocity_ = cubeBefore_ = moment.velocities[0];
        sphere_ = exact_ = {moment.positions[1], moment.velocities[1]};
        setBooks(true);
    }

    double time() const { return time_; }
    const Motion& sphere() const { return sphere_; }
    const Motion& exact() const { return exact_; }
    const Vec3& cube() const { return cube_; }

    rope::StepLimits stepLimits() const;
    const Vec3& cubeVelocity() const { return cubeVelocity_; }
    const std::optional<Vec3>& grabTarget() const { return grabTarget_; }
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
    double kineticEnergy() const { return kineticEnergy(sphere_); }
    double potentialEnergy() const { return potentialEnergy(sphere_); }
    double elasticEnergy() const { return elasticEnergy(sphere_); }
    double totalEnergy(const Motion& motion) const
    {
        return kineticEnergy(motion) + potentialEnergy(motion) + elasticEnergy(motion);
    }

    Vec3 momentum() const { return settings_.mass * sphere_.velocity; } ///< [kg m/s]

private:
    std::array<rope::StateNumber, 1> state() const
    {
        const double atStart = glm::length(settings_.cubePosition - settings_.spherePosition);
        return {{{"rest_length", restLength_, atStart, 0.0, 1e6}}};
    }

    /// [m/s2], t seconds after the beginning of the step
    Vec3 acceleration(double t, const Vec3& x, const Vec3& v) const
    {
        if (grabTarget_)
            return grabAcceleration(x, v);
        const Vec3 pull =
            spring().force(x - (cube_ + cubeVelocity_ * t), v - cubeVelocity_, rope::FrictionDirection::full);
        return settings_.gravity + (pull - settings_.mediumDrag * v) / settings_.mass;
    }

    PendulumForces forcesAt(const Vec3& cube, const Vec3& x, const Vec3& v) const
    {
        PendulumForces forces;
        forces.gravity = settings_.mass * settings_.gravity;
        const Vec3 pull = spring().force(x - cube, v - cubeVelocity_, rope::FrictionDirection::full);
        forces.friction = -settings_.springFriction * (v - cubeVelocity_);
        forces.elastic = pull - forces.friction;
        forces.drag = -settings_.mediumDrag * v;
        if (grabTarget_)
            forces.grab = settings_.mass * grabAcceleration(x, v) - forces.sum();
        return forces;
    }

    /// [rad/s], of a critically damped grab that is slow enough for every integrator at the longest step. The grab
    /// cancels all other forces on the sphere, so that it comes to rest where the mouse is.
    double grabFrequency() const { return std::min(10.0, 0.2 / settings_.longestStep()); }
    Vec3 grabAcceleration(const Vec3& x, const Vec3& v) const
    {
        const double w = grabFrequency();
        return w * w * (*grabTarget_ - x) - 2.0 * w * v;
    }

    void book(const PendulumStep& step, const rope::StepWork& work)
    {
        bookStep(work, step.h);
        const Vec3 turned = step.mass * (glm::cross(step.after.position, step.after.velocity) -
                                         glm::cross(step.before.position, step.before.velocity));
        gain(rope::MomentumLine::integrator,
             {0.0, Vec3(0.0),
              turned - work.gravity.turning - work.support.turning - work.air.turning - work.grab.turning});
    }

    bool uses(rope::EnergyLine line) const override
    {
        return BookKeeper::uses(line) && line != rope::EnergyLine::reel && line != rope::EnergyLine::ground_friction &&
               line != rope::EnergyLine::ground_absorption;
    }
    bool uses(rope::MomentumLine line) const override
    {
        return BookKeeper::uses(line) && line != rope::MomentumLine::reel && line != rope::MomentumLine::ground &&
               line != rope::MomentumLine::spring_friction;
    }

    rope::BookTotals totals() const override
    {
        rope::BookTotals sum;
        sum.add({settings_.mass, sphere_.position, sphere_.velocity});
        sum.energy = {0.5 * glm::dot(settings_.mass * sphere_.velocity, sphere_.velocity), potentialEnergy(sphere_),
                      elasticEnergy(sphere_), 0.0};
        return sum;
    }

    double swayPower() const override
    {
        if (settings_.integrator != Integrator::semi_implicit_euler)
            return 0.0;
        const Vec3 pull = forcesAt(cube_, sphere_.position, sphere_.velocity).elastic;
        return -(glm::dot(pull, sphere_.velocity - cubeVelocity_) +
                 settings_.mass * glm::dot(settings_.gravity, sphere_.velocity));
    }

    PendulumSettings settings_;
    Motion sphere_;
    Motion exact_;
    Vec3 cube_;
    Vec3 cubeVelocity_{0.0};
    Vec3 cubeBefore_{0.0}; ///< [m/s] during the step before
    double restLength_;
    std::optional<Vec3> grabTarget_;
    double time_ = 0.0;
};

} // namespace ropewalk
