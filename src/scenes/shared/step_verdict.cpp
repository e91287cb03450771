#include "step_verdict.hpp"

#include <rope/step_limits.hpp>

#include <fmt/format.h>

namespace ropewalk
{

std::string stepVerdict(double step, double stable, std::string_view beyond, std::string_view within)
{
    const bool tooLong = step > stable;
    return fmt::format("the step of {:.4g} ms is {} {:.4g} ms{}", 1e3 * step,
                       tooLong ? "beyond the stable" : "within the linear limit of", 1e3 * stable,
                       tooLong ? beyond : within);
}

std::string stepVerdict(double step, const rope::StepLimits& limits)
{
    return stepVerdict(step, limits.stable, fmt::format(", mostly because of the {}", limits.strongestName()),
                       "; lower max_dt or add friction");
}

} // namespace ropewalk
