#pragma once

#include "renderer.hpp"

namespace ropewalk
{

/// Light and surfaces of a theme, linear; aligned as a part of the uniform block (FrameBlock).
struct ThemeColours
{
    alignas(16) glm::vec3 sun; ///< towards the sun, length 1
    alignas(16) glm::vec3 sunColour;
    alignas(16) glm::vec3 skyLight;    ///< from above
    alignas(16) glm::vec3 groundLight; ///< from below
    alignas(16) glm::vec3 zenith;
    alignas(16) glm::vec3 horizon;
    alignas(16) glm::vec3 glow;
    float glowStrength;
    alignas(16) glm::vec3 groundNear;  ///< what the eye sees of the lit ground
    alignas(16) glm::vec3 groundShade; ///< what it sees where no sun comes
    alignas(16) glm::vec3 gridLine;
    float gridStrength;
};

const ThemeColours& themeColours(Theme theme);

glm::vec3 linearFromSrgb(const glm::vec3& colour);

} // namespace ropewalk
