#pragma once

#include <rope/fixed_timestep.hpp>

namespace rope
{

/// Splits `h` [s] into the fewest equal steps, none longer than `longest` [s], and calls `step` with their length for
/// each. Returns how many; none where there is no time.
template <typename Step>
int takeSteps(double h, double longest, const Step& step)
{
    if (!(h > 0.0))
        return 0;
    const int steps = static_cast<int>(fewestSteps(h, longest));
    for (int i = 0; i < steps; ++i)
        step(h / steps);
    return steps;
}

} // namespace rope
