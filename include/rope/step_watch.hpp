#pragma once

#include <rope/export.hpp>

#include <functional>

namespace rope
{

/// While it lives, the simulations of its thread call `look` before their steps, fleets before some of them. What
/// `look` throws comes out of `advance` and leaves the simulation between two steps: so a long tick can be given up.
class ROPE_API StepWatch
{
public:
    explicit StepWatch(std::function<void()> look);
    ~StepWatch();
    StepWatch(const StepWatch&) = delete;
    StepWatch& operator=(const StepWatch&) = delete;

    /// What a simulation calls.
    static void look();

private:
    std::function<void()> look_;
    const StepWatch* outer_; ///< the one that this one stands in for
};

/// While it lives, steps of its thread whose equations are hard to solve end sooner, and less exactly: for a window,
/// which has to answer. Steps that are solved at once keep their bits.
class ROPE_API StepHaste
{
public:
    StepHaste();
    ~StepHaste();
    StepHaste(const StepHaste&) = delete;
    StepHaste& operator=(const StepHaste&) = delete;

    static bool any(); ///< of this thread
};

} // namespace rope
