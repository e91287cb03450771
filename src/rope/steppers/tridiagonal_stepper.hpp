#pragma once

#include "implicit_rope.hpp"
#include "rope_stepper.hpp"

namespace rope
{

/// Takes implicit steps of ropes that neither twist nor have a thickness: implicit Euler, the implicit midpoint and the
/// energy-momentum rule.
class TridiagonalStepper final : public RopeStepper
{
public:
    void step(std::vector<Mass>& masses, RopeState& state, double dt, StepReport& report) override;

private:
    ImplicitRope rope_;
    std::vector<Mass> before_;
};

} // namespace rope
