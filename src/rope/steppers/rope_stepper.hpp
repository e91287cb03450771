#pragma once

#include <rope/detail/book_keeper.hpp>
#include <rope/detail/rope_state.hpp>
#include <rope/detail/runaway.hpp>
#include <rope/integrator.hpp>
#include <rope/mass.hpp>

#include <vector>

namespace rope
{

/// What a step tells besides where the masses are.
struct StepReport
{
    double now = 0.0;       ///< [s], when it begins
    Books* books = nullptr; ///< null where none are kept
    Runaway& runaway;
    ImplicitEffort& effort;
};

/// Takes steps of ropes, their held masses included; keeps working memory, no state.
class RopeStepper
{
public:
    virtual ~RopeStepper() = default;
    virtual void step(std::vector<Mass>& masses, RopeState& state, double dt, StepReport& report) = 0;
};

} // namespace rope
