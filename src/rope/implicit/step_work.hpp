#pragma once

#include <rope/detail/book_keeper.hpp>
#include <rope/vec.hpp>

namespace rope
{

/// What one force, or all forces on the pinned masses, did in a step: its impulse J = h F, the work J.v with the mean
/// velocity v = (v + v+)/2 of the mass, so that the works on a mass add up to the change of its m v²/2 exactly, and the
/// turning impulse x × J.
struct Effect
{
    double work = 0.0; ///< [J]
    Vec3 impulse{0.0}; ///< [N s]
    Vec3 turning{0.0}; ///< [kg m2/s], about the origin

    void add(const Vec3& j, const Vec3& meanVelocity, const Vec3& arm)
    {
        work += glm::dot(j, meanVelocity);
        impulse += j;
        turning += glm::cross(arm, j);
    }
};

/// What the forces of one step did to all masses.
struct StepWork
{
    Effect gravity;
    Effect air;
    Effect grab;
    Effect groundPush;
    Effect groundFriction;
    Effect groundAbsorption;
    Effect pinned;         ///< of all these forces, on the pinned masses, which they do not move
    double springs = 0.0;  ///< [J] work of the springs
    double friction = 0.0; ///< [J] work of their friction on what is strain and no flow; negative
    double flow = 0.0;     ///< [J] of it on what flows out of the reel
    Vec3 frictionTurning{0.0};
    double potentialChange = 0.0; ///< [J] of gravity, springs and ground

    /// Energy that the potentials gained beyond the work done against them.
    double made() const { return potentialChange + springs + gravity.work + groundPush.work; }
};

} // namespace rope
