#pragma once

#include "rod_elastic.hpp"

#include <rope/mass.hpp>

#include <glm/mat3x3.hpp>

#include <cstddef>
#include <vector>

namespace rope
{

/// Where a rod goes in a step: it minimises
///
///     sum s m |x - target|²/2 + b r |x - dragged|²/2 + s J (theta - angleTarget)²/2 + E(x, theta) - (m g + F).x
///
/// with s the `inertia` and r the `drag` of each mass; E is the elastic energy.
struct RodGoal
{
    std::vector<double> inertia; ///< s [1/s2]
    std::vector<double> drag;    ///< r [1/s]
    std::vector<double> length;  ///< 1/r [s]
    std::vector<Vec3> target;
    std::vector<Vec3> dragged;
    double angleInertia = 0.0;        ///< s [1/s2] of the spins
    double angleLength = 0.0;         ///< 1/r [s] of the spins
    std::vector<double> angleTarget;  ///< by slots
    std::vector<double> angleDragged; ///< by slots; no air acts on a spin

    /// [m/s], of a mass that the step brings to `position`.
    Vec3 velocity(std::size_t mass, const Vec3& position) const { return (position - dragged[mass]) / length[mass]; }
    /// Implicit Euler for one mass, which takes no notice of its past.
    void restart(std::size_t number, const Mass& mass, double dt)
    {
        inertia[number] = 1.0 / (dt * dt);
        drag[number] = 1.0 / dt;
        length[number] = dt;
        dragged[number] = mass.position;
        target[number] = mass.position + dt * mass.velocity;
    }
};

/// A part of -dF/dx [N/m] without a transpose: of the force on a mass, by what moves it or a neighbour.
struct OneSidedStiffness
{
    std::size_t force = 0; ///< the mass on which it acts
    std::size_t moved = 0; ///< the mass that moves
    glm::dmat3 stiffness{0.0};
};

/// The sum of all forces on the masses of a rod from outside of it.
struct OutsideForces
{
    std::vector<Vec3> force;        ///< F [N] by masses
    std::vector<glm::dmat3> own;    ///< -dF_i/dx_i [N/m], symmetric
    std::vector<glm::dmat3> beside; ///< -dF_i/dx_(i+1) [N/m], of a mass and the next; its transpose is -dF_(i+1)/dx_i
    std::vector<OneSidedStiffness> oneSided; ///< what is not symmetric, besides

    void clear(std::size_t masses)
    {
        force.assign(masses, Vec3(0.0));
        own.assign(masses, glm::dmat3(0.0));
        beside.assign(masses - 1, glm::dmat3(0.0));
        oneSided.clear();
    }
};

/// A force on masses of a rod from outside of it, implicit in the rod's steps: ground, grab, contact. Newton's method
/// asks for it in every iteration (RodSolver::outside).
class OutsideForce
{
public:
    virtual ~OutsideForce() = default;

    /// Adds the forces with the masses at these positions, and their stiffness. A force of velocity takes it from the
    /// goal, and adds its derivative times `goal.drag`. For RodHessian::gauss_newton no direction of the stiffness may
    /// be negative, and none is one-sided. A derivative that is left out costs iterations, not accuracy.
    virtual void add(const std::vector<Vec3>& positions, const RodGoal& goal, RodHessian hessian,
                     OutsideForces& sum) = 0;
    /// Whether what `add` said last is the force, and not one that only finds the way.
    virtual bool settled() const { return true; }
};

} // namespace rope
