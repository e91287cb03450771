#pragma once

#include <string>
#include <string_view>

namespace rope
{
struct StepLimits;
}

namespace ropewalk
{

/// "the step of 2.1 ms is beyond the stable 1.9 ms" or "the step of 1.8 ms is within the linear limit of 1.9 ms", and
/// after the one or the other what else there is to say. Both steps in seconds.
std::string stepVerdict(double step, double stable, std::string_view beyond = {}, std::string_view within = {});

/// The same with the strongest cause, or within the limit with the forces that help.
std::string stepVerdict(double step, const rope::StepLimits& limits);

} // namespace ropewalk
