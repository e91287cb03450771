#include "theme_colours.hpp"

#include <glm/geometric.hpp>

#include <cmath>

namespace ropewalk
{

glm::vec3 linearFromSrgb(const glm::vec3& colour)
{
    const auto channel = [](float x) { return x <= 0.04045f ? x / 12.92f : std::pow((x + 0.055f) / 1.055f, 2.4f); };
    return {channel(colour.x), channel(colour.y), channel(colour.z)};
}

const ThemeColours& themeColours(Theme theme)
{
    const auto srgb = [](int rgb)
    {
        const auto channel = [rgb](int shift) { return static_cast<float>((rgb >> shift) & 255) / 255.0f; };
        return linearFromSrgb({channel(16), channel(8), channel(0)});
    };
    static const ThemeColours light{
        glm::normalize(glm::vec3(-0.70f, 0.62f, 0.42f)), // sun
        glm::vec3(2.05f, 1.80f, 1.48f),                  // sunColour
        glm::vec3(0.62f, 0.72f, 0.86f),                  // skyLight
        glm::vec3(0.46f, 0.40f, 0.34f),                  // groundLight
        srgb(0x6a9fd6),                                  // zenith
        srgb(0xe6e8ea),                                  // horizon
        srgb(0xffd9a0),                                  // glow
        0.45f,                                           // glowStrength
        srgb(0xcdd1d4),                                  // groundNear
        srgb(0x838b9f),                                  // groundShade
        srgb(0x6f7a8c),                                  // gridLine
        0.55f,                                           // gridStrength
    };
    static const ThemeColours dark{
        glm::normalize(glm::vec3(-0.70f, 0.62f, 0.42f)), // sun
        glm::vec3(2.10f, 1.72f, 1.30f),                  // sunColour
        glm::vec3(0.26f, 0.36f, 0.56f),                  // skyLight
        glm::vec3(0.14f, 0.14f, 0.17f),                  // groundLight
        srgb(0x0b1220),                                  // zenith
        srgb(0x27364a),                                  // horizon
        srgb(0xd08a55),                                  // glow
        0.42f,                                           // glowStrength
        srgb(0x27303d),                                  // groundNear
        srgb(0x10151d),                                  // groundShade
        srgb(0x6f8fae),                                  // gridLine
        0.42f,                                           // gridStrength
    };
    return theme == Theme::light ? light : dark;
}

} // namespace ropewalk
