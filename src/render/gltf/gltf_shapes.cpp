#include "gltf_shapes.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace ropewalk
{

namespace
{

constexpr int around = 32; // parts of a full turn
constexpr float pi = std::numbers::pi_v<float>;

/// A corner of a profile in the half plane that is turned about y: x is the distance from the axis.
struct ProfilePoint
{
    glm::vec2 place;
    glm::vec2 normal;
};

/// The solid of revolution of a profile that goes upwards on its outside.
Triangles revolved(const std::vector<ProfilePoint>& profile)
{
    Triangles result;
    for (int i = 0; i <= around; ++i)
    {
        const float angle = 2.0f * pi * static_cast<float>(i) / around;
        const auto turned = [&](const glm::vec2& p)
        { return glm::vec3(p.x * std::cos(angle), p.y, -p.x * std::sin(angle)); };
        for (const ProfilePoint& point : profile)
        {
            result.positions.push_back(turned(point.place));
            result.normals.push_back(turned(point.normal));
        }
    }
    const auto rows = static_cast<std::uint32_t>(profile.size());
    for (std::uint32_t i = 0; i < around; ++i)
        for (std::uint32_t j = 0; j + 1 < rows; ++j)
        {
            if (profile[j].place == profile[j + 1].place)
                continue; // an edge between two normals
            const std::uint32_t at = i * rows + j;
            for (const std::uint32_t corner : {at, at + rows, at + rows + 1, at, at + rows + 1, at + 1})
                result.indices.push_back(corner);
        }
    return result;
}

/// A part of a circle about `middle`, from one angle to another [rad].
void addArc(std::vector<ProfilePoint>& profile, const glm::vec2& middle, float radius, float from, float to, int parts)
{
    for (int i = 0; i <= parts; ++i)
    {
        const float angle = from + (to - from) * static_cast<float>(i) / static_cast<float>(parts);
        const glm::vec2 normal(std::cos(angle), std::sin(angle));
        glm::vec2 place = middle + radius * normal;
        place.x = std::abs(place.x) < 1e-6f * radius ? 0.0f : place.x;
        profile.push_back({place, normal});
    }
}

void addFace(Triangles& triangles, std::initializer_list<glm::vec3> corners, const glm::vec3& normal)
{
    const auto first = static_cast<std::uint32_t>(triangles.positions.size());
    for (const glm::vec3& corner : corners)
    {
        triangles.positions.push_back(corner);
        triangles.normals.push_back(normal);
    }
    for (std::uint32_t i = 2; i < corners.size(); ++i)
        for (const std::uint32_t corner : {first, first + i - 1, first + i})
            triangles.indices.push_back(corner);
}

} // namespace

Triangles ballTriangles(float radius)
{
    return barTriangles(radius, 0.0f);
}

Triangles barTriangles(float radius, float length)
{
    std::vector<ProfilePoint> profile;
    addArc(profile, {0.0f, -0.5f * length}, radius, -0.5f * pi, 0.0f, around / 4);
    addArc(profile, {0.0f, 0.5f * length}, radius, 0.0f, 0.5f * pi, around / 4);
    return revolved(profile);
}

Triangles postTriangles(float radius, float length)
{
    const float half = 0.5f * length;
    return revolved({{{0.0f, -half}, {0.0f, -1.0f}},
                     {{radius, -half}, {0.0f, -1.0f}},
                     {{radius, -half}, {1.0f, 0.0f}},
                     {{radius, half}, {1.0f, 0.0f}},
                     {{radius, half}, {0.0f, 1.0f}},
                     {{0.0f, half}, {0.0f, 1.0f}}});
}

Triangles ringTriangles(float radius, float thickness)
{
    std::vector<ProfilePoint> profile;
    addArc(profile, {radius, 0.0f}, thickness, -pi, pi, around / 2);
    return revolved(profile);
}

Triangles prismTriangles(std::span<const glm::vec2> outline, float depth)
{
    Triangles result;
    const float half = 0.5f * depth;
    for (std::size_t i = 0; i < outline.size(); ++i)
    {
        const glm::vec2& a = outline[i];
        const glm::vec2& b = outline[(i + 1) % outline.size()];
        const glm::vec2 along = b - a;
        if (glm::dot(along, along) == 0.0f)
            continue;
        const glm::vec3 outside = glm::normalize(glm::vec3(along.y, -along.x, 0.0f));
        addFace(result, {{a, half}, {a, -half}, {b, -half}, {b, half}}, outside);
        addFace(result, {{0.0f, 0.0f, half}, {a, half}, {b, half}}, {0.0f, 0.0f, 1.0f});
        addFace(result, {{0.0f, 0.0f, -half}, {b, -half}, {a, -half}}, {0.0f, 0.0f, -1.0f});
    }
    return result;
}

Triangles boxTriangles(const glm::vec3& size)
{
    const glm::vec2 half(0.5f * size.x, 0.5f * size.y);
    const glm::vec2 corners[] = {{-half.x, -half.y}, {half.x, -half.y}, half, {-half.x, half.y}};
    return prismTriangles(corners, size.z);
}

Triangles floorTriangles(float halfSize)
{
    Triangles result;
    addFace(result,
            {{-halfSize, 0.0f, -halfSize},
             {-halfSize, 0.0f, halfSize},
             {halfSize, 0.0f, halfSize},
             {halfSize, 0.0f, -halfSize}},
            {0.0f, 1.0f, 0.0f});
    return result;
}

} // namespace ropewalk
