#pragma once

#include "rope/implicit/implicit_rope.hpp"
#include "rope/solver/outside_force.hpp"

#include <rope/detail/rope_state.hpp>
#include <rope/mass.hpp>

#include <vector>

namespace rope
{

/// The lesson's forces on a rope that is stepped as a rod, at the end of each piece of a step: friction inside the
/// springs, the ground of springs, the mouse. Air and weight are the rod's own.
class RopeSurroundings final : public OutsideForce
{
public:
    /// For the pieces of a step, which must outlive them.
    void prepare(const ImplicitStep& step) { step_ = &step; }

    bool begin(const StepView& step) override;

    void add(const StepView& step, Hessian hessian, OutsideForces& sum) override;

private:
    void addFriction(const StepView& step, OutsideForces& sum) const;

    const ImplicitStep* step_ = nullptr;
    /// For which part of the piece each mass is below the ground, if it goes where it is predicted: decided by the
    /// iterations, friction would come and go, and they would go round in circles.
    std::vector<double> below_;
};

/// [1/s], by which rope that flows out of the reel lengthens the first segment without straining it.
double flowRate(const ImplicitStep& step, const Spring& first);

/// A friction on a spring [N] that acts on its first mass, and against its second; `strain` [m/s] is the first's
/// velocity against the second's, and `e` [m] leads from the second to the first.
Vec3 springFriction(const Spring& spring, FrictionDirection direction, const Vec3& e, const Vec3& strain);

/// The mouse's pull [N] on a mass at `position` with `velocity`, and how it grows with the way to the target and
/// shrinks with the velocity, at most: `strength` [N].
struct GrabPull
{
    static constexpr double reach = 0.05; ///< [m]
    static constexpr double pace = 1.0;   ///< [m/s]

    GrabPull(const ImplicitGrab& grab, const Vec3& position, const Vec3& velocity);

    Vec3 force{0.0};
    double strength = 0.0; ///< [N]
};

} // namespace rope
