#pragma once

#include "one_mass_settings.hpp"
#include "scenes/scene.hpp"

namespace ropewalk
{

/// The mass after `steps` steps of `dt` [s] from the start, in a fresh run.
rope::Mass freshRun(const OneMassSettings& settings, double dt, int steps);

/// Put at the end of a scene's file: adds a scene of one mass with these constants. `sceneCheck` is its check.
struct ElementaryRegistration
{
    ElementaryRegistration(SceneInfo info, std::span<const LessonStep> lesson, const OneMassSettings& settings,
                           SceneCheck sceneCheck);
};

} // namespace ropewalk
