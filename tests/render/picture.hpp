#pragma once

#include "render/offscreen.hpp"

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cmath>
#include <cstddef>
#include <exception>
#include <string>

namespace ropewalk
{

/// The colour (0 to 1, sRGB) at a pixel, x to the right and y down.
inline glm::vec3 pixel(const Image& image, int x, int y)
{
    const std::size_t at =
        3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x));
    return glm::vec3(image.pixels.at(at), image.pixels.at(at + 1), image.pixels.at(at + 2)) / 255.0f;
}

inline float brightness(const glm::vec3& colour)
{
    return glm::dot(colour, glm::vec3(0.299f, 0.587f, 0.114f));
}

/// Where a point of the world is in a picture of this size.
inline glm::ivec2 pixelOf(const Camera& camera, const glm::vec3& point, const glm::ivec2& size)
{
    const glm::vec3 at = camera.project(point, static_cast<float>(size.x) / static_cast<float>(size.y));
    return {static_cast<int>(std::floor((0.5f + 0.5f * at.x) * static_cast<float>(size.x))),
            static_cast<int>(std::floor((0.5f - 0.5f * at.y) * static_cast<float>(size.y)))};
}

/// What a failure says.
template <typename Function>
std::string complaintOf(Function function)
{
    try
    {
        function();
    }
    catch (const std::exception& error)
    {
        return error.what();
    }
    return {};
}

/// A context and a renderer, small pictures of what is put in front of them.
struct Studio
{
    OffscreenContext context;
    Renderer renderer;
    glm::ivec2 size{480, 320};
    Camera camera;
    PictureOptions options;

    Image take(const Snapshot& snapshot) { return renderImage(renderer, snapshot, camera, options, size); }
    glm::ivec2 pixelAt(const glm::vec3& point) const { return pixelOf(camera, point, size); }
};

/// Straight, of many points, from one place to another.
inline Polyline straightRope(const glm::vec3& from, const glm::vec3& to, float radius, int points = 40)
{
    Polyline rope;
    rope.radius = radius;
    for (int i = 0; i < points; ++i)
        rope.points.push_back(from + (to - from) * (static_cast<float>(i) / static_cast<float>(points - 1)));
    rope.tension.assign(rope.points.size() - 1, 0.0f);
    return rope;
}

} // namespace ropewalk
