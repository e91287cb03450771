#pragma once

#include "scenes/scene.hpp"

#include <rope/deployment.hpp>

namespace ropewalk
{

/// Put at the end of a scene's file: adds a scene of a thread that comes out of an anchor, with these constants.
/// `grows` false: no masses are inserted. `sceneCheck` is its check.
struct ThreadRegistration
{
    ThreadRegistration(SceneInfo info, std::span<const LessonStep> lesson, const rope::DeploymentSettings& settings,
                       bool grows, SceneCheck sceneCheck);
};

} // namespace ropewalk
