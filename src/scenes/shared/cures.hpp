#pragma once

#include "scenes/scene.hpp"

#include <functional>
#include <vector>

namespace ropewalk
{

/// Changes of one constant each, after which `holds` is true: constants lowered or raised as little as two digits
/// allow, at most a thousandfold; another integrator; `auto_steps` switched on. The mildest come first. `parameters`
/// are those that `holds` goes by, and are as before afterwards: rows of a copy of the scene's settings.
std::vector<Cure> curesAmong(rope::Parameters& parameters, const std::function<bool()>& holds);

/// The same for settings that know the step they take at most and the one they advise. Without auto_steps they hold
/// where max_dt is at most the advised step.
template <typename Settings, typename AdvisedStep>
std::vector<Cure> curesOf(Settings settings, const AdvisedStep& advisedStep)
{
    rope::Parameters rows;
    settings.describe(rows);
    return curesAmong(rows, [&] { return settings.longestStep() <= advisedStep(settings) * (1.0 + 1e-9); });
}

} // namespace ropewalk
