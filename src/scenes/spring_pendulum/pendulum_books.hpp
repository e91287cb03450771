#pragma once

#include <rope/detail/book_keeper.hpp>
#include <rope/integrator.hpp>
#include <rope/vec.hpp>

#include <array>
#include <cstddef>

namespace ropewalk
{

/// The forces on the pendulum's sphere [N].
struct PendulumForces
{
    rope::Vec3 gravity{0.0};
    rope::Vec3 elastic{0.0};  ///< of the spring
    rope::Vec3 friction{0.0}; ///< inside it
    rope::Vec3 drag{0.0};
    rope::Vec3 mouse{0.0};

    rope::Vec3 spring() const { return elastic + friction; }
    rope::Vec3 sum() const { return gravity + elastic + friction + drag + mouse; }
};

/// Where in a step an integrator asked for the forces.
struct ForceNodes
{
    struct Node
    {
        double time = 0.0; ///< [s] since the beginning of the step
        rope::Motion motion;
    };
    std::array<Node, 4> nodes;
    std::size_t count = 0; ///< asked; only the first four are kept

    void add(double time, const rope::Vec3& x, const rope::Vec3& v)
    {
        if (count < nodes.size())
            nodes[count] = {time, {x, v}};
        ++count;
    }
};

/// A step of the sphere for its books.
struct PendulumStep
{
    rope::Integrator integrator = rope::Integrator::forward_euler;
    double h = 0.0;    ///< [s]
    double mass = 0.0; ///< [kg]
    rope::Motion before;
    rope::Motion after;
    rope::Vec3 cubeVelocity{0.0};       ///< [m/s] during the step
    rope::Vec3 cubeVelocityBefore{0.0}; ///< [m/s] during the step before
    double potentialChange = 0.0;       ///< [J] of gravity and spring
};

/// Books of the spring pendulum: docs/physics.md, "Where the energy goes". Energy is the sphere's and the spring's; the
/// cube's way is the hand's work.
class PendulumBooks
{
public:
    explicit PendulumBooks(const rope::RopeTotals& start) : books_(start)
    {
        using rope::EnergyLine;
        using rope::MomentumLine;
        books_.energy.hasGround = false;
        for (const EnergyLine line : {EnergyLine::reel, EnergyLine::ground_friction, EnergyLine::ground_absorption})
            books_.energy.kept[static_cast<std::size_t>(line)] = false;
        for (const MomentumLine line : {MomentumLine::reel, MomentumLine::ground, MomentumLine::spring_friction})
            books_.momentum.kept[static_cast<std::size_t>(line)] = false;
    }

    const rope::Books& books() const { return books_; }
    double dt() const { return books_.dt; } ///< [s] of the last step

    void constantsChanged(const rope::RopeTotals& before, const rope::RopeTotals& after)
    {
        books_.event(rope::EnergyLine::constants, rope::MomentumLine::constants, before, after);
    }

    /// `forces(t, x, v)` are those at the time t since the beginning of the step.
    template <typename Forces>
    void book(const PendulumStep& step, ForceNodes asked, const Forces& forces)
    {
        using rope::Integrator;
        using rope::Vec3;
        // The weights with which the integrator adds the forces to m (v+ - v), and the velocities their works belong
        // to.
        static constexpr std::array<double, 4> thirds{1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
        std::size_t count = 1;
        if (step.integrator == Integrator::velocity_verlet)
            count = 2;
        else if (step.integrator == Integrator::runge_kutta_4)
            count = 4;
        else if (step.integrator == Integrator::implicit_midpoint)
        {
            const Vec3 way = step.after.position - step.before.position;
            asked.nodes[0] = {0.5 * step.h, {step.before.position + 0.5 * way, way / step.h}};
        }
        const Vec3 mean = 0.5 * (step.before.velocity + step.after.velocity);
        // Semi-implicit Euler's forces stand between two steps of the cube as between two of the sphere.
        const Vec3 cube = step.integrator == Integrator::semi_implicit_euler
                              ? 0.5 * (step.cubeVelocityBefore + step.cubeVelocity)
                              : step.cubeVelocity;
        PendulumForces impulse;
        double conservative = 0.0;
        double all = 0.0;
        double hand = 0.0;
        double friction = 0.0;
        double drag = 0.0;
        double mouse = 0.0;
        std::array<Vec3, 4> turning{};
        for (std::size_t i = 0; i < count; ++i)
        {
            const ForceNodes::Node& node = asked.nodes[i];
            const double weight = step.h * (count == 1 ? 1.0 : count == 2 ? 0.5 : thirds[i]);
            const PendulumForces f = forces(node.time, node.motion.position, node.motion.velocity);
            const Vec3 v = count == 4 ? node.motion.velocity : mean;
            conservative += weight * (glm::dot(f.gravity, v) + glm::dot(f.elastic, v - cube));
            all += weight * glm::dot(f.sum(), v);
            hand += weight * glm::dot(f.spring(), cube);
            friction += weight * glm::dot(f.friction, v - cube);
            drag += weight * glm::dot(f.drag, v);
            mouse += weight * glm::dot(f.mouse, v);
            impulse.gravity += weight * f.gravity;
            impulse.elastic += weight * f.spring();
            impulse.drag += weight * f.drag;
            impulse.mouse += weight * f.mouse;
            const Vec3 arm = weight * node.motion.position;
            turning[0] += glm::cross(arm, f.gravity);
            turning[1] += glm::cross(arm, f.spring());
            turning[2] += glm::cross(arm, f.drag);
            turning[3] += glm::cross(arm, f.mouse);
        }
        const double kinetic =
            0.5 * step.mass *
            glm::dot(step.after.velocity - step.before.velocity, step.after.velocity + step.before.velocity);

        using rope::EnergyLine;
        rope::EnergyBook& energy = books_.energy;
        energy.gain(EnergyLine::connection, hand);
        energy.gain(EnergyLine::grab, mouse);
        energy.gain(EnergyLine::air, drag);
        energy.gain(EnergyLine::spring_friction, friction);
        energy.gain(EnergyLine::integrator, step.potentialChange + conservative + kinetic - all);

        using rope::MomentumLine;
        rope::MomentumAccount& linear = books_.momentum.linear;
        linear.gain(MomentumLine::gravity, impulse.gravity);
        linear.gain(MomentumLine::connection, impulse.elastic);
        linear.gain(MomentumLine::air, impulse.drag);
        linear.gain(MomentumLine::grab, impulse.mouse);
        rope::MomentumAccount& angular = books_.momentum.angular;
        angular.gain(MomentumLine::gravity, turning[0]);
        angular.gain(MomentumLine::connection, turning[1]);
        angular.gain(MomentumLine::air, turning[2]);
        angular.gain(MomentumLine::grab, turning[3]);
        const Vec3 turned = step.mass * (glm::cross(step.after.position, step.after.velocity) -
                                         glm::cross(step.before.position, step.before.velocity));
        angular.gain(MomentumLine::integrator, turned - turning[0] - turning[1] - turning[2] - turning[3]);
        books_.dt = step.h;
    }

private:
    rope::Books books_;
};

} // namespace ropewalk
