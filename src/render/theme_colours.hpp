#pragma once

#include "renderer.hpp"

namespace ropewalk
{

/// Light and surfaces of a theme, linear.
struct ThemeColours
{
    glm::vec3 sunDirection; ///< towards the sun, length 1
    glm::vec3 sun;
    glm::vec3 skyLight;    ///< from above
    glm::vec3 groundLight; ///< from below
    glm::vec3 zenith;
    glm::vec3 horizon;
    glm::vec3 glow;
    float glowStrength;
    glm::vec3 groundNear;  ///< what the eye sees of the lit ground
    glm::vec3 groundShade; ///< what it sees where no sun comes
    glm::vec3 gridLine;
    float gridStrength;
};

const ThemeColours& themeColours(Theme theme);

glm::vec3 linearFromSrgb(const glm::vec3& colour);

} // namespace ropewalk
