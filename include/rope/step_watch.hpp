#pragma once

#include <rope/export.hpp>

#include <functional>

namespace rope
{

/// While it lives, the simulations of its thread call `look` before their steps, with the number of steps that follow
/// (fleets take several at a time), and with 0 in the middle of steps that take long. What `look` throws comes out of
/// `advance`: so a long tick can be given up. Thrown at 0 it leaves the simulation in the middle of a step: a copy from
/// before must take its place.
class ROPE_API StepWatch
{
public:
    explicit StepWatch(std::function<void(int steps)> look);
    ~StepWatch();
    StepWatch(const StepWatch&) = delete;
    StepWatch& operator=(const StepWatch&) = delete;

    // What a simulation calls.
    static void look(int steps = 1);
    static void lookWithin() { look(0); }

    /// `look` may call it: after the present step `Simulation::advance` returns, and `goOn` takes the steps that are
    /// left. What has no `goOn` runs to its end.
    static void askForRest();
    static bool restAsked();

private:
    std::function<void(int)> look_;
    bool restAsked_ = false;
    StepWatch* outer_; ///< the one that this one stands in for
};

} // namespace rope
