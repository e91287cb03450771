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
    rope::Vec3 friction{0.0}; ///< inside the spring
    rope::Vec3 drag{0.0};
    rope::Vec3 grab{0.0};

    rope::Vec3 spring() const { return elastic + friction; }
    rope::Vec3 sum() const { return gravity + elastic + friction + drag + grab; }
};

/// The moments of a step at which an integrator asked for the forces.
struct ForceNodes
{
    struct Node
    {
        double time = 0.0; ///< [s] since the beginning of the step
        rope::Motion motion;
    };
    std::array<Node, 4> nodes;
    std::size_t count = 0; ///< of all requests; `nodes` holds the first four

    void add(double time, const rope::Vec3& x, const rope::Vec3& v)
    {
        if (count < nodes.size())
            nodes[count] = {time, {x, v}};
        ++count;
    }
};

/// A step of the sphere, for the books.
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

/// What the forces of a step of the pendulum did: docs/physics.md, "Where the energy goes". Sphere and
/// spring have energy; moving the cube is work at the connection point. `forces(t, x, v)` are the forces at the time t
/// since the beginning of the step.
template <typename Forces>
rope::StepWork pendulumWork(const PendulumStep& step, ForceNodes asked, const Forces& forces)
{
    using rope::Integrator;
    using rope::Vec3;
    // The weights with which the integrator adds the forces to m (v+ - v), and the velocities that their works belong
    // to.
    constexpr std::array<double, 4> thirds{1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
    std::size_t count = 1;
    if (step.integrator == Integrator::velocity_verlet)
        count = 2;
    else if (step.integrator == Integrator::runge_kutta_4)
        count = 4;
    else if (step.integrator == Integrator::implicit_midpoint)
    {
        const Vec3 travel = step.after.position - step.before.position;
        asked.nodes[0] = {0.5 * step.h, {step.before.position + 0.5 * travel, travel / step.h}};
    }
    const Vec3 mean = 0.5 * (step.before.velocity + step.after.velocity);
    // Semi-implicit Euler's forces stand between two steps of the cube as between two of the sphere.
    const Vec3 cube = step.integrator == Integrator::semi_implicit_euler
                          ? 0.5 * (step.cubeVelocityBefore + step.cubeVelocity)
                          : step.cubeVelocity;
    rope::StepWork work;
    double conservative = 0.0;
    double all = 0.0;
    for (std::size_t i = 0; i < count; ++i)
    {
        const ForceNodes::Node& node = asked.nodes[i];
        const double weight = step.h * (count == 1 ? 1.0 : count == 2 ? 0.5 : thirds[i]);
        const PendulumForces f = forces(node.time, node.motion.position, node.motion.velocity);
        const Vec3 v = count == 4 ? node.motion.velocity : mean;
        const Vec3 arm = weight * node.motion.position;
        const auto add = [&](rope::Effect& effect, const Vec3& force, const Vec3& velocity)
        {
            effect.work += weight * glm::dot(force, velocity);
            effect.impulse += weight * force;
            effect.turning += glm::cross(arm, force);
        };
        add(work.support, f.spring(), cube);
        add(work.air, f.drag, v);
        add(work.grab, f.grab, v);
        add(work.gravity, f.gravity, Vec3(0.0));
        conservative += weight * (glm::dot(f.gravity, v) + glm::dot(f.elastic, v - cube));
        all += weight * glm::dot(f.sum(), v);
        work.friction += weight * glm::dot(f.friction, v - cube);
    }
    const double kinetic =
        0.5 * step.mass *
        glm::dot(step.after.velocity - step.before.velocity, step.after.velocity + step.before.velocity);
    // What the integrator made: the potentials gained more than the work against them, the sphere more than all work.
    work.potentialChange = step.potentialChange + conservative + kinetic - all;
    return work;
}

} // namespace ropewalk
