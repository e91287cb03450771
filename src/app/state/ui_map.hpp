#pragma once

#include "app/workbench/workbench.hpp"
#include "ui_state.hpp"

#include "render/camera.hpp"

#include <glm/vec2.hpp>

#include <filesystem>

namespace ropewalk
{

/// Writes as JSON where things are on the screen, for tests that aim with a real mouse: the rectangles that the panels
/// named, the viewport, the projected masses ("connection", "mass 10", ...) and things of a set-up ("block1",
/// "fall.last", "fall.middle"), what a verb says, and the open windows. Throws std::runtime_error naming the file.
void writeUiMap(const std::filesystem::path& file, const UiState& ui, const Workbench& workbench, const Camera& camera,
                const glm::ivec2& windowSize, int frame);

} // namespace ropewalk
