#include "snapshot.hpp"

#include <rope/elementary.hpp>

#include <glm/common.hpp>
#include <glm/exponential.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace ropewalk
{

namespace
{

/// Where the point of `after` was in `before`: point 0 is always point 0, the others go by identity.
std::optional<std::size_t> earlierPoint(const Polyline& before, const Polyline& after, std::size_t point)
{
    if (point == 0)
        return before.points.empty() ? std::nullopt : std::optional<std::size_t>(0);
    const long long index = static_cast<long long>(point) + after.identity - before.identity;
    if (index < 1 || index >= static_cast<long long>(before.points.size()))
        return std::nullopt;
    return static_cast<std::size_t>(index);
}

void mixLine(const Polyline& before, const Polyline& after, float fraction, Polyline& line)
{
    const std::size_t count = after.points.size();
    std::vector<bool> known(count, false);
    for (std::size_t i = 0; i < count; ++i)
        if (const std::optional<std::size_t> earlier = earlierPoint(before, after, i))
        {
            line.points[i] = glm::mix(before.points[*earlier], after.points[i], fraction);
            known[i] = true;
        }

    // A new point moves as its neighbour does: the reel's come before a known point, the free end's after one.
    const auto follow = [&](std::size_t point, std::size_t neighbour)
    {
        line.points[point] += line.points[neighbour] - after.points[neighbour];
        known[point] = true;
    };
    for (std::size_t i = count; i-- > 2;)
        if (known[i] && !known[i - 1])
            follow(i - 1, i);
    for (std::size_t i = 1; i < count; ++i)
        if (!known[i] && known[i - 1])
            follow(i, i - 1);

    for (std::size_t i = 0; i < line.tension.size(); ++i)
    {
        const std::optional<std::size_t> farEnd = earlierPoint(before, after, i + 1);
        if (farEnd && *farEnd <= before.tension.size())
            line.tension[i] = glm::mix(before.tension[*farEnd - 1], after.tension[i], fraction);
    }
    for (std::size_t i = 0; i < line.twist.size(); ++i)
        if (const std::optional<std::size_t> earlier = earlierPoint(before, after, i))
            if (*earlier < before.twist.size())
                line.twist[i] = glm::mix(before.twist[*earlier], after.twist[i], fraction);
    line.radius = glm::mix(before.radius, after.radius, fraction);
}

void mixSurface(const Surface& before, const Surface& after, float fraction, Surface& surface)
{
    if (before.columns != after.columns || before.points.size() != after.points.size())
        return; // another cloth
    for (std::size_t i = 0; i < after.points.size(); ++i)
        surface.points[i] = glm::mix(before.points[i], after.points[i], fraction);
}

/// `result` becomes `after`; then `mixItem` mixes each item that was there `before` as well.
template <typename Item, typename MixItem>
void mixItems(const std::vector<Item>& before, const std::vector<Item>& after, std::vector<Item>& result,
              const MixItem& mixItem)
{
    result.assign(after.begin(), after.end());
    for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i)
        mixItem(before[i], after[i], result[i]);
}

void mixField(const RopeField& before, const RopeField& after, float fraction, RopeField& result)
{
    const bool same = before.ropeCount == after.ropeCount && before.xyz.size() == after.xyz.size();
    result.ropeCount = after.ropeCount;
    result.pointsPerRope = after.pointsPerRope;
    result.radius = after.radius;
    result.spacing = after.spacing;
    result.xyz.resize(after.xyz.size());
    const float* from = same ? before.xyz.data() : after.xyz.data(); // else another field
    const float* to = after.xyz.data();
    float* out = result.xyz.data();
    for (std::size_t i = 0; i < after.xyz.size(); ++i)
        out[i] = from[i] + fraction * (to[i] - from[i]);
}

} // namespace

SpatialShape SpatialShape::sphere(const glm::vec3& middle, float radius, const glm::vec3& colour)
{
    return {.position = middle, .radius = radius, .colour = colour};
}

SpatialShape SpatialShape::post(const glm::vec3& middle, float radius, float length, const glm::vec3& colour)
{
    return {.kind = Kind::post, .position = middle, .radius = radius, .length = length, .colour = colour};
}

SpatialShape SpatialShape::box(const glm::vec3& middle, const glm::vec3& size, const glm::vec3& colour)
{
    return {.kind = Kind::box, .position = middle, .size = size, .colour = colour};
}

float SpatialShape::reach() const
{
    switch (kind)
    {
    case Kind::sphere:
        break;
    case Kind::bar:
        return radius + 0.5f * length;
    case Kind::post:
        return glm::length(glm::vec2(radius, 0.5f * length));
    case Kind::box:
        return glm::length(0.5f * size);
    case Kind::ring:
        return radius + thickness;
    }
    return radius;
}

glm::vec3 SpatialShape::extent() const
{
    const glm::mat3 along(glm::abs(axes[0]), glm::abs(axes[1]), glm::abs(axes[2]));
    // A circle about an axis: along x it is as wide as that axis leaves it.
    const glm::vec3 round = radius * glm::sqrt(glm::max(1.0f - along[1] * along[1], 0.0f));
    switch (kind)
    {
    case Kind::sphere:
        break;
    case Kind::bar:
        return 0.5f * length * along[1] + radius;
    case Kind::post:
        return round + 0.5f * length * along[1];
    case Kind::box:
        return along * (0.5f * size);
    case Kind::ring:
        return round + thickness;
    }
    return glm::vec3(radius);
}

void Snapshot::clear()
{
    std::vector<float> memory = std::move(field.xyz);
    memory.clear();
    *this = Snapshot{};
    field.xyz = std::move(memory);
}

float tensionLegendTop(double force)
{
    constexpr double least = 1e-3;
    const double top = std::max(force, least);
    const double decade = rope::elementary::pow(10.0, std::floor(rope::elementary::log10(top)));
    for (const double step : {1.0, 2.0, 5.0})
        if (top <= step * decade)
            return static_cast<float>(step * decade);
    return static_cast<float>(10.0 * decade);
}

void mix(const Snapshot& before, const Snapshot& after, float fraction, Snapshot& result)
{
    result.time = glm::mix(before.time, after.time, static_cast<double>(fraction));
    result.hasGround = after.hasGround;
    result.groundHeight =
        before.hasGround ? glm::mix(before.groundHeight, after.groundHeight, fraction) : after.groundHeight;
    result.tensionScale = after.tensionScale;
    result.colourTitle = after.colourTitle;
    result.colourScaleFixed = after.colourScaleFixed;
    result.view = after.view;
    result.outlines = after.outlines;

    const auto line = [fraction](const Polyline& from, const Polyline& to, Polyline& mixed)
    { mixLine(from, to, fraction, mixed); };
    mixItems(before.polylines, after.polylines, result.polylines, line);
    const bool sameTheory = before.theory.size() == after.theory.size(); // else other shapes
    mixItems(sameTheory ? before.theory : after.theory, after.theory, result.theory, line);
    mixItems(before.surfaces, after.surfaces, result.surfaces,
             [fraction](const Surface& from, const Surface& to, Surface& mixed)
             { mixSurface(from, to, fraction, mixed); });
    mixField(before.field, after.field, fraction, result.field);

    const auto place = [fraction](const auto& from, const auto& to, auto& mixed)
    { mixed.position = glm::mix(from.position, to.position, fraction); };
    const auto placeOfKind = [&place](const auto& from, const auto& to, auto& mixed)
    {
        if (from.kind == to.kind)
            place(from, to, mixed);
    };
    mixItems(before.markers, after.markers, result.markers, placeOfKind);
    mixItems(before.labels, after.labels, result.labels, place);
    mixItems(before.planarShapes, after.planarShapes, result.planarShapes,
             [&](const PlanarShape& from, const PlanarShape& to, PlanarShape& mixed)
             {
                 if (from.identity != to.identity)
                     return;
                 place(from, to, mixed);
                 mixed.angle = glm::mix(from.angle, to.angle, fraction);
             });
    const auto spatial = [&](const SpatialShape& from, const SpatialShape& to, SpatialShape& mixed)
    {
        if (from.identity != to.identity || from.kind != to.kind)
            return;
        place(from, to, mixed);
        mixed.axes[1] = glm::normalize(glm::mix(from.axes[1], to.axes[1], fraction));
        const glm::vec3 first = glm::mix(from.axes[0], to.axes[0], fraction);
        mixed.axes[2] = glm::normalize(glm::cross(first, mixed.axes[1]));
        mixed.axes[0] = glm::cross(mixed.axes[1], mixed.axes[2]);
    };
    for (const auto list : {&Snapshot::solids, &Snapshot::spatialShapes, &Snapshot::furniture})
        mixItems(before.*list, after.*list, result.*list, spatial);
    mixItems(before.handles, after.handles, result.handles,
             [&](const Handle& from, const Handle& to, Handle& mixed)
             {
                 if (from.parameter == to.parameter && from.pin == to.pin && from.solid == to.solid)
                     place(from, to, mixed);
             });
}

std::optional<glm::vec3> pointOf(const Snapshot& snapshot, std::size_t mass)
{
    for (const Polyline& line : snapshot.polylines)
    {
        if (mass < line.points.size())
            return line.points[mass];
        mass -= line.points.size();
    }
    for (const Surface& surface : snapshot.surfaces)
    {
        if (mass < surface.points.size())
            return surface.points[mass];
        mass -= surface.points.size();
    }
    return std::nullopt;
}

} // namespace ropewalk
