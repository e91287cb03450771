#pragma once

#include "scenes/scene.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// The constants that a cause of the step limit comes from: the limit grows as the first is lowered, and as mass is
/// raised.
std::string_view constantOf(rope::StepCause cause);

/// Changes of one constant each that let `step` [s] be at most 0.9 of the stable one: what the strongest cause comes
/// from lowered, the mass raised, or the step shortened. Empty where the step is short enough, or nothing helps.
std::vector<Cure> stepCures(Scene& scene, double step);

/// The way out when time is slowed: an integrator without a step limit. None where the scene has no choice of one.
std::vector<Cure> implicitCure(Scene& scene);

/// "halve spring_constant, double mass, or 14 steps a frame".
std::string sentenceOf(const std::vector<Cure>& cures);

/// "1,000,000".
std::string grouped(double number);

} // namespace ropewalk
