#pragma once

#include <rope/impulse.hpp>
#include <rope/rope_simulation.hpp>

#include <cstddef>
#include <limits>
#include <vector>

namespace ropewalk
{

using rope::Vec3;

/// A rope with a radius and the bodies of a plane, which push each other. In each step
///
///     1. the rope moves; to it the bodies are solids that go on with their velocities, and give way as their masses
///        let them (rope::SolidBody),
///     2. each body takes the opposite of the impulses that the rope had from it, where they touch,
///     3. the bodies collide, rest on each other and move.
///
/// The bodies are kept in the plane z = 0: they take the impulse along x and y, and turn about z. The plane takes the
/// rest.
class RopeOnBodies
{
public:
    /// Which bodies the rope touches: a circle as a ball, a rectangle as a box that is as deep as it is wide. No other
    /// polygon, and nothing that ends at the height of the ground [m] or below it, as the rope has that ground itself.
    void choose(const rope::ImpulseSimulation& bodies, double groundHeight);
    /// One of them hangs at the end of the rope, and only this number of masses of the rope touch it.
    void hang(std::size_t body, std::size_t touchingMasses);

    /// Before a step of the rope.
    void meet(rope::RopeSimulation& rope, const rope::ImpulseSimulation& bodies) const;
    /// After it, and before the bodies' step, which is as long.
    void push(const rope::RopeSimulation& rope, rope::ImpulseSimulation& bodies, double dt);
    /// The plane stops what the rope has given along z to a mass that is a body.
    void hold(const rope::Mass& mass) { planeMomentum_ += mass.mass * mass.velocity.z; }

    /// The bodies, as the rope numbers them from 0 on.
    const std::vector<std::size_t>& touched() const { return touched_; }

    Vec3 force(std::size_t body) const;                     ///< [N], on a body in the last step
    double planeMomentum() const { return planeMomentum_; } ///< [kg m/s] along z that the plane has taken so far

private:
    std::vector<std::size_t> touched_; ///< the bodies
    std::vector<Vec3> forces_;         ///< [N], on each of them
    std::size_t hung_ = std::numeric_limits<std::size_t>::max();
    std::size_t touchingMasses_ = 0;
    double planeMomentum_ = 0.0;
};

} // namespace ropewalk
