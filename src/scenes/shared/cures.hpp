#pragma once

#include "scenes/scene.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ropewalk
{

// What would help where a step is too long or time is slowed. All of it tries values in copies: the scene that runs
// does not notice.

/// Gives the rows of `to` the values of the rows of `from`; both describe the same settings.
void copyConstants(const rope::Parameters& from, rope::Parameters& to);

/// A scene of the same kind with the same constants, at its beginning; null where the list of scenes has none.
std::unique_ptr<Scene> copyOfConstants(const Scene& scene);

/// Whether `holds` is true with this value; false beyond the parameter's range. The parameter keeps its value.
bool holdsAt(rope::Parameter& parameter, double value, const std::function<bool()>& holds);

/// The number nearest to the present one, farther from zero (`raise`) or nearer to it, with which `holds` is true: in
/// the parameter's range, and a thousandfold or a thousandth at most. Nothing where there is none, or the parameter is
/// zero or no number. Between the two, `holds` may change only once.
std::optional<double> nearestThatHolds(rope::Parameter& parameter, bool raise, const std::function<bool()>& holds);

/// Rounded to two digits, away from zero (`up`) or towards it; 0.1 is 0.1, with no tail of rounding.
double twoDigits(double value, bool up);

/// Changes of one constant each after which `holds` is true, the mildest first: constants lowered or raised as little
/// as two digits allow, another integrator, `auto_steps` switched on. `holds` looks at the settings that `parameters`
/// describe.
std::vector<Cure> curesAmong(rope::Parameters& parameters, const std::function<bool()>& holds);

/// The same for a copy of settings that know their longest step and the advised one: they hold where the longest step
/// is at most the advised one.
template <typename Settings, typename AdvisedStep>
std::vector<Cure> curesOf(Settings settings, const AdvisedStep& advisedStep)
{
    rope::Parameters rows;
    settings.describe(rows);
    return curesAmong(rows, [&] { return settings.longestStep() <= advisedStep(settings) * (1.0 + 1e-9); });
}

/// Changes of one constant each that bring `step` [s] down to 0.9 of the stable step: the constant behind the strongest
/// cause lowered, the mass raised, or a tick of `tick` [s] split into more steps. Empty where the step is short enough.
std::vector<Cure> stepCures(const Scene& scene, double step, double tick);

/// Changes of one constant each against slowed time, so that steps of `step` [s] would do: the same but for the shorter
/// step, and an integrator without a step limit.
std::vector<Cure> slownessCures(const Scene& scene, double step);

} // namespace ropewalk
