#pragma once

#include "rope/solver/outside_force.hpp"

#include <rope/mass.hpp>

#include <array>
#include <vector>

namespace rope
{

/// Closes a rod to a ring: its last edge lies on its first one, and springs of no length tie their masses to each
/// other. So the vertices between are the ring's, every one once, and the band of the matrix stays what it is.
/// The ties couple masses far from each other, three directions each: conjugate gradients find them in seven turns.
class RingTies final : public OutsideForce
{
public:
    /// Ties that give way ten thousand times less than a segment.
    void tie(const Rope& rope);

    bool begin(const StepView& step) override
    {
        tie(step.state.ropes.front());
        return true;
    }
    void add(const StepView& step, Hessian hessian, OutsideForces& sum) override;

    const std::array<FarCoupling, 2>& ties() const { return ties_; }
    double stiffness() const { return stiffness_; } ///< [N/m], of each tie

private:
    std::array<FarCoupling, 2> ties_;
    double stiffness_ = 0.0;
};

} // namespace rope
