#pragma once

#include <rope/fixed_timestep.hpp>
#include <rope/step_watch.hpp>

#include <algorithm>
#include <limits>

namespace rope
{

/// `advance` for a class `Sim` that derives from it, by its `step(dt)` and its `longestStep()`.
template <typename Sim>
class Advancing
{
public:
    /// Advances by `h` seconds, split into the fewest equal steps that are not longer than `longestStep`; returns how
    /// many. (The source tutorial takes int(h / maxDt) + 1: one more than is needed whenever h is an exact multiple.)
    /// Where `longestStep` becomes shorter before all are taken, or twice as long, the steps that are left do too.
    int advance(double h)
    {
        taken_ = 0;
        split(h);
        return goOn();
    }

    /// Whether `advance` rests between two steps, as a StepWatch has asked for it.
    bool rests() const { return left_ > 0; }
    /// Takes the steps that are left; returns how many there were since `advance`.
    int goOn()
    {
        while (left_ > 0)
        {
            self().step(dt_);
            ++taken_;
            --left_;
            if (left_ > 0 && unfit())
                split(left_ * dt_);
            if (StepWatch::restAsked())
                break;
        }
        return taken_;
    }

    /// The number of steps into which `h` [s] is split.
    static int stepCount(double h, double longestStep)
    {
        constexpr double most = std::numeric_limits<int>::max();
        return static_cast<int>(std::min(fewestSteps(h, longestStep), most));
    }

protected:
    /// Advances without a rest.
    int advanceWhole(double h)
    {
        int steps = advance(h);
        while (rests())
            steps = goOn();
        return steps;
    }

private:
    Sim& self() { return static_cast<Sim&>(*this); }
    void split(double h)
    {
        left_ = h > 0.0 ? stepCount(h, self().longestStep()) : 0;
        dt_ = h / std::max(1, left_);
    }
    /// A rope that is reeled in may become stiffer, and need shorter steps than before; what has parted needs short
    /// steps for a while.
    bool unfit()
    {
        const double longest = self().longestStep() * (1.0 + 1e-9);
        return dt_ > longest || 2.0 * dt_ < longest;
    }

    int taken_ = 0;
    int left_ = 0;
    double dt_ = 0.0; ///< [s], of those that are left
};

} // namespace rope
