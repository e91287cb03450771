#include "body_pieces.hpp"

#include "drawn_ground.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ropewalk
{

namespace
{

bool isGood(const PlanarShape& shape, const Snapshot& snapshot)
{
    if (!isFinite({shape.position, shape.angle}))
        return false;
    if (shape.vertexCount == 0)
        return shape.radius > 0.0f && std::isfinite(shape.radius);
    return shape.vertexCount >= 3 &&
           static_cast<std::uint64_t>(shape.firstVertex) + shape.vertexCount <= snapshot.outlines.size();
}

} // namespace

Rgba8 bodyColour(int identity, bool fixed)
{
    static constexpr std::array<Rgba8, 10> palette{{{58, 134, 168, 255},
                                                    {233, 167, 72, 255},
                                                    {204, 92, 76, 255},
                                                    {104, 161, 106, 255},
                                                    {138, 110, 178, 255},
                                                    {226, 126, 92, 255},
                                                    {74, 164, 154, 255},
                                                    {199, 116, 148, 255},
                                                    {92, 116, 180, 255},
                                                    {190, 176, 84, 255}}};
    if (fixed)
        return {128, 136, 148, 255};
    return palette[static_cast<std::uint32_t>(identity) % palette.size()];
}

void BodyPieces::pack(const Snapshot& snapshot, const glm::vec3& sun, bool fromFront)
{
    surfaceVertices.clear();
    surfaceIndices.clear();
    spheres.clear();
    cubes.clear();
    discs.clear();
    polygons.clear();
    shadows.clear();
    sun_ = sun;
    hasGround_ = snapshot.hasGround;
    ground_ = drawnGroundHeight(snapshot);

    for (const Surface& surface : snapshot.surfaces)
        addSurface(surface);

    for (const Solid& solid : snapshot.solids)
    {
        if (!isFinite(solid.position) || !(solid.size > 0.0f) || !std::isfinite(solid.size))
            continue;
        const SolidInstance instance{solid.position, solid.size, packed(solid.colour)};
        if (solid.kind == Solid::Kind::sphere)
        {
            spheres.push_back(instance);
            continue;
        }
        cubes.push_back(instance);
        if (!hasGround_)
            continue;
        for (int corner = 0; corner < 8; ++corner)
            hull_.push_back(solid.position + solid.size * glm::vec3((corner & 1) ? 1.0f : -1.0f,
                                                                    (corner & 2) ? 1.0f : -1.0f,
                                                                    (corner & 4) ? 1.0f : -1.0f));
        addHullShadow();
    }

    findThickness(snapshot);
    for (const PlanarShape& shape : snapshot.planarShapes)
    {
        if (!isGood(shape, snapshot))
            continue;
        if (shape.vertexCount > 0)
        {
            addPolygon(shape, snapshot.outlines.data() + shape.firstVertex, fromFront);
            continue;
        }
        discs.push_back({shape.position, shape.angle, shape.radius, bodyColour(shape.identity, shape.fixed)});
        if (!hasGround_)
            continue;
        constexpr int sides = 16;
        for (int i = 0; i < sides; ++i)
        {
            const float angle = 6.28318530718f * static_cast<float>(i) / sides;
            const glm::vec2 rim = shape.position + shape.radius * glm::vec2(std::cos(angle), std::sin(angle));
            hull_.emplace_back(rim, 0.0f);
            hull_.emplace_back(rim, -thickness);
        }
        addHullShadow();
    }
}

void BodyPieces::addSurface(const Surface& surface)
{
    if (surface.columns < 2 || surface.rows < 2 ||
        static_cast<std::uint64_t>(surface.columns) * static_cast<std::uint64_t>(surface.rows) != surface.points.size())
        return;
    const auto columns = static_cast<std::size_t>(surface.columns);
    const auto rows = static_cast<std::size_t>(surface.rows);
    const std::size_t first = surfaceVertices.size();
    surfaceVertices.resize(first + surface.points.size());
    SurfaceVertex* const vertices = surfaceVertices.data() + first;

    glm::vec3 good = firstFinite(surface.points);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
        {
            const std::size_t i = row * columns + column;
            if (isFinite(surface.points[i]))
                good = surface.points[i];
            vertices[i].position = good;
            vertices[i].weave = {column, row};
        }
    const float cell = glm::distance(vertices[0].position, vertices[1].position);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
        {
            const auto at = [&](std::size_t r, std::size_t c) { return vertices[r * columns + c].position; };
            const glm::vec3 across = at(row, std::min(column + 1, columns - 1)) - at(row, column > 0 ? column - 1 : 0);
            const glm::vec3 down = at(std::min(row + 1, rows - 1), column) - at(row > 0 ? row - 1 : 0, column);
            const glm::vec3 normal = glm::cross(down, across);
            const float length = glm::length(normal);
            vertices[row * columns + column].normal = length > 1e-20f ? normal / length : glm::vec3(0.0f, 0.0f, 1.0f);
        }
    if (hasGround_)
    {
        addSurfaceShadow(first, surface.columns, surface.rows);
        // The ground is a soft spring into which cloth sinks; the layers stay apart, but out of the ground.
        for (std::size_t i = 0; i < surface.points.size(); ++i)
            if (const float depth = ground_ - vertices[i].position.y; depth > 0.0f)
                vertices[i].position.y = ground_ - 0.1f * cell * depth / (depth + cell + 1e-9f);
    }
    for (std::size_t row = 0; row + 1 < rows; ++row)
        for (std::size_t column = 0; column + 1 < columns; ++column)
        {
            const auto a = static_cast<std::uint32_t>(first + row * columns + column);
            const auto c = static_cast<std::uint32_t>(a + columns);
            for (const std::uint32_t index : {a, c, a + 1, a + 1, c, c + 1})
                surfaceIndices.push_back(index);
        }
}

glm::vec3 BodyPieces::onGround(const glm::vec3& point) const
{
    const float height = std::max(point.y - ground_, 0.0f);
    const glm::vec3 place = point - sun_ * (height / sun_.y);
    return {place.x, ground_, place.z};
}

float BodyPieces::softness(const glm::vec3& point) const
{
    return 0.004f + 0.035f * std::max(point.y - ground_, 0.0f) / sun_.y;
}

/// The grid with a rim: dark fades from the points next to the edge to as far outside of it.
void BodyPieces::addSurfaceShadow(std::size_t first, int columns, int rows)
{
    const int width = columns + 2;
    const int height = rows + 2;
    grid_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    const auto vertex = [&](int row, int column)
    { return surfaceVertices[first + static_cast<std::size_t>(row * columns + column)].position; };
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column)
        {
            const int ownRow = std::clamp(row - 1, 0, rows - 1);
            const int ownColumn = std::clamp(column - 1, 0, columns - 1);
            const glm::vec3 own = vertex(ownRow, ownColumn);
            ShadowVertex& out = grid_[static_cast<std::size_t>(row * width + column)];
            out.place = onGround(own);
            const bool edge = ownRow == 0 || ownRow == rows - 1 || ownColumn == 0 || ownColumn == columns - 1;
            out.dark = edge ? 0.5f : 1.0f;
            if (row - 1 == ownRow && column - 1 == ownColumn)
                continue;
            const glm::vec3 inner = onGround(vertex(std::clamp(ownRow, 1, std::max(1, rows - 2)),
                                                    std::clamp(ownColumn, 1, std::max(1, columns - 2))));
            const glm::vec3 outwards = out.place - inner;
            const float length = glm::length(outwards);
            if (length > 1e-9f)
                out.place += outwards * (softness(own) / length);
            out.dark = 0.0f;
        }
    for (int row = 0; row + 1 < height; ++row)
        for (int column = 0; column + 1 < width; ++column)
        {
            const ShadowVertex* const a = grid_.data() + row * width + column;
            const ShadowVertex* const c = a + width;
            shadows.insert(shadows.end(), {a[0], c[0], a[1], a[1], c[0], c[1]});
        }
}

void BodyPieces::addHullShadow()
{
    float highest = ground_;
    for (glm::vec3& point : hull_)
    {
        highest = std::max(highest, point.y);
        point = onGround(point);
    }
    const float soft = softness({0.0f, 0.5f * (highest + ground_), 0.0f});
    if (!(highest > ground_))
    {
        hull_.clear();
        return;
    }
    // Monotone chain in the ground's plane.
    std::sort(hull_.begin(), hull_.end(),
              [](const glm::vec3& a, const glm::vec3& b) { return a.x != b.x ? a.x < b.x : a.z < b.z; });
    ordered_.clear();
    const auto turns = [](const glm::vec3& a, const glm::vec3& b, const glm::vec3& c)
    { return (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x); };
    const auto chain = [&](auto begin, auto end)
    {
        const std::size_t base = ordered_.size();
        for (auto it = begin; it != end; ++it)
        {
            while (ordered_.size() >= base + 2 &&
                   turns(ordered_[ordered_.size() - 2], ordered_[ordered_.size() - 1], *it) <= 0.0f)
                ordered_.pop_back();
            ordered_.push_back(*it);
        }
        ordered_.pop_back();
    };
    chain(hull_.begin(), hull_.end());
    chain(hull_.rbegin(), hull_.rend());
    hull_.clear();
    if (ordered_.size() < 3)
        return;

    glm::vec3 middle(0.0f);
    for (const glm::vec3& point : ordered_)
        middle += point / static_cast<float>(ordered_.size());
    for (std::size_t i = 0; i < ordered_.size(); ++i)
    {
        const glm::vec3& a = ordered_[i];
        const glm::vec3& b = ordered_[(i + 1) % ordered_.size()];
        const auto shifted = [&](const glm::vec3& point, float by)
        {
            const float length = glm::distance(point, middle);
            return middle + (point - middle) * std::max(0.0f, 1.0f + by / std::max(length, 1e-9f));
        };
        const ShadowVertex centre{middle, 1.0f};
        const ShadowVertex innerA{shifted(a, -soft), 1.0f};
        const ShadowVertex innerB{shifted(b, -soft), 1.0f};
        const ShadowVertex outerA{shifted(a, soft), 0.0f};
        const ShadowVertex outerB{shifted(b, soft), 0.0f};
        shadows.insert(shadows.end(), {centre, innerA, innerB, innerA, outerA, innerB, innerB, outerA, outerB});
    }
}

/// All bodies are equally thick, as if cut from one board: their fronts touch where the bodies do.
void BodyPieces::findThickness(const Snapshot& snapshot)
{
    std::array<float, 2> sum{};
    std::array<float, 2> count{};
    for (const PlanarShape& shape : snapshot.planarShapes)
    {
        if (!isGood(shape, snapshot))
            continue;
        float least = shape.vertexCount > 0 ? std::numeric_limits<float>::max() : shape.radius;
        for (std::uint32_t i = 0; i < shape.vertexCount; ++i)
            least = std::min(least, glm::length(snapshot.outlines[shape.firstVertex + i]));
        const std::size_t kind = shape.fixed ? 1 : 0;
        sum[kind] += least;
        count[kind] += 1.0f;
    }
    // Walls count only where there is nothing else: they are often much larger.
    const std::size_t kind = count[0] > 0.0f ? 0 : 1;
    thickness = count[kind] > 0.0f ? 0.6f * sum[kind] / count[kind] : 0.0f;
}

void BodyPieces::addPolygon(const PlanarShape& shape, const glm::vec2* outline, bool fromFront)
{
    const float c = std::cos(shape.angle);
    const float s = std::sin(shape.angle);
    corners_.clear();
    glm::vec2 middle(0.0f);
    for (std::uint32_t i = 0; i < shape.vertexCount; ++i)
    {
        const glm::vec2& v = outline[i];
        if (!std::isfinite(v.x) || !std::isfinite(v.y))
            return;
        corners_.push_back(shape.position + glm::vec2(c * v.x - s * v.y, s * v.x + c * v.y));
        middle += corners_.back() / static_cast<float>(shape.vertexCount);
    }
    // The outline is as wide along a short edge as along a long one.
    float inner = std::numeric_limits<float>::max();
    for (std::size_t i = 0; i < corners_.size(); ++i)
    {
        const glm::vec2& a = corners_[i];
        const glm::vec2 edge = corners_[(i + 1) % corners_.size()] - a;
        const float length = glm::length(edge);
        if (length > 0.0f)
            inner = std::min(inner, glm::dot(a - middle, glm::vec2(edge.y, -edge.x)) / length);
    }
    const Rgba8 colour = bodyColour(shape.identity, shape.fixed);
    const float lid = fromFront ? 0.0f : -thickness;
    const auto facing = static_cast<std::int8_t>(fromFront ? 127 : -127);
    for (std::size_t i = 0; i < corners_.size(); ++i)
    {
        const glm::vec2& a = corners_[i];
        const glm::vec2& b = corners_[(i + 1) % corners_.size()];
        const glm::vec2 edge = b - a;
        const float length = glm::length(edge);
        if (!(length > 0.0f))
            continue;
        const glm::vec2 out(edge.y / length, -edge.x / length);
        const float depth = glm::dot(a - middle, out);
        const std::array<std::int8_t, 4> front{0, 0, facing, 0};
        polygons.push_back({{middle, lid}, depth, inner, colour, front});
        polygons.push_back({{a, lid}, 0.0f, inner, colour, front});
        polygons.push_back({{b, lid}, 0.0f, inner, colour, front});
        const std::array<std::int8_t, 4> wall{static_cast<std::int8_t>(127.0f * out.x),
                                              static_cast<std::int8_t>(127.0f * out.y), 0, 0};
        for (const glm::vec3& corner : {glm::vec3(a, 0.0f), glm::vec3(a, -thickness), glm::vec3(b, 0.0f),
                                        glm::vec3(b, 0.0f), glm::vec3(a, -thickness), glm::vec3(b, -thickness)})
            polygons.push_back({corner, 0.0f, 0.0f, colour, wall});
        if (hasGround_)
        {
            hull_.emplace_back(a, 0.0f);
            hull_.emplace_back(a, -thickness);
        }
    }
    if (!hull_.empty())
        addHullShadow();
}

} // namespace ropewalk
