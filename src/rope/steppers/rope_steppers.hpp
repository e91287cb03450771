#pragma once

#include "explicit_stepper.hpp"
#include "newton_stepper.hpp"
#include "tridiagonal_stepper.hpp"

namespace rope
{

/// The three ways to take a step; the only place that knows all of them.
class RopeSteppers
{
public:
    RopeStepper& of(const RopeState& state)
    {
        if (state.byNewton)
            return newton_;
        if (state.world.integrator == RopeIntegrator::semi_implicit_euler)
            return explicit_;
        return tridiagonal_;
    }
    NewtonStepper& newton() { return newton_; }

private:
    ExplicitStepper explicit_;
    TridiagonalStepper tridiagonal_;
    NewtonStepper newton_;
};

} // namespace rope
