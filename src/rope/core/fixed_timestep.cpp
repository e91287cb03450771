#include "text/text.hpp"
#include <rope/fixed_timestep.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace rope
{

double fewestSteps(double time, double longest)
{
    // 10 ms / 2 ms is 5.000000000000001 in places: without the slack a rounding error would cost a step.
    constexpr double slack = 1e-9;
    return std::max(1.0, std::ceil(time / longest * (1.0 - slack)));
}

FixedTimestep::FixedTimestep(double tick, double maxElapsed) : tick_(tick), maxElapsed_(maxElapsed)
{
    if (!std::isfinite(tick) || tick <= 0.0)
        throw std::invalid_argument("tick = " + text::numberText(tick) + " s: must be finite and above 0");
    if (!std::isfinite(maxElapsed) || maxElapsed < tick)
        throw std::invalid_argument("max_elapsed = " + text::numberText(maxElapsed) +
                                    " s: must be finite and not below the tick of " + text::numberText(tick) + " s");
}

int FixedTimestep::advance(double elapsed)
{
    if (!std::isfinite(elapsed) || elapsed <= 0.0)
        return 0;
    const double used = std::min(elapsed, maxElapsed_);
    dropped_ += elapsed - used;
    remainder_ += used;
    // Ten times a tenth of a tick is 0.9999999999999999 ticks: without the slack the tick would come a call late.
    constexpr double slack = 1e-9;
    const double due = std::floor(remainder_ / tick_ + slack);
    remainder_ = std::max(0.0, remainder_ - due * tick_);
    return static_cast<int>(due);
}

} // namespace rope
