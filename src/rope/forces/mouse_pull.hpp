#pragma once

#include "rope/solver/outside_force.hpp"

namespace rope
{

/// The mouse's pull [N] on a mass at `position` with `velocity`, and how it grows with the way to the target and
/// shrinks with the velocity, at most: `strength` [N].
///
///     F = F_max s / sqrt(1 + s²),   s = (target - x)/reach - v/pace
///
/// The mass follows at 20 m/s a metre, and a rope that F_max can bear is not let go of.
struct GrabPull
{
    static constexpr double reach = 0.05; ///< [m]
    static constexpr double pace = 1.0;   ///< [m/s]

    GrabPull(const MouseGrab& grab, const Vec3& position, const Vec3& velocity);

    Vec3 force{0.0};
    double strength = 0.0; ///< [N]
};

/// The mouse pulls a mass or a body, at the end of a step.
class MousePull final : public OutsideForce
{
public:
    void add(const StepView& step, Hessian hessian, OutsideForces& sum) override;
    void book(const StepView& step, ForceSum& sum, PieceWork& work) const override;

private:
    struct Pulled
    {
        Vec3 place{0.0}; ///< [m]
        GrabPull pull;
    };
    static Pulled pullIn(const StepView& step);
    static std::size_t bodyOf(const StepView& step);
};

} // namespace rope
