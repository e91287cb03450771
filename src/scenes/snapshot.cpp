#include "snapshot.hpp"

#include <glm/common.hpp>

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

void mixPoints(const Polyline& before, const Polyline& after, float fraction, Polyline& result)
{
    const std::size_t count = after.points.size();
    result.points.assign(after.points.begin(), after.points.end());
    std::vector<bool> known(count, false);
    for (std::size_t i = 0; i < count; ++i)
        if (const std::optional<std::size_t> earlier = earlierPoint(before, after, i))
        {
            result.points[i] = glm::mix(before.points[*earlier], after.points[i], fraction);
            known[i] = true;
        }

    // A new point moves as its neighbour does: the reel's come before a known point, the free end's after one.
    const auto follow = [&](std::size_t point, std::size_t neighbour)
    {
        result.points[point] += result.points[neighbour] - after.points[neighbour];
        known[point] = true;
    };
    for (std::size_t i = count; i-- > 2;)
        if (known[i] && !known[i - 1])
            follow(i - 1, i);
    for (std::size_t i = 1; i < count; ++i)
        if (!known[i] && known[i - 1])
            follow(i, i - 1);
}

void mixTension(const Polyline& before, const Polyline& after, float fraction, Polyline& result)
{
    result.tension.assign(after.tension.begin(), after.tension.end());
    for (std::size_t i = 0; i < result.tension.size(); ++i)
    {
        const std::optional<std::size_t> farEnd = earlierPoint(before, after, i + 1);
        if (farEnd && *farEnd <= before.tension.size())
            result.tension[i] = glm::mix(before.tension[*farEnd - 1], after.tension[i], fraction);
    }
}

void mixSurface(const Surface& before, const Surface& after, float fraction, Surface& result)
{
    result = after;
    if (before.columns != after.columns || before.points.size() != after.points.size())
        return; // another cloth
    for (std::size_t i = 0; i < result.points.size(); ++i)
        result.points[i] = glm::mix(before.points[i], after.points[i], fraction);
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
    const double decade = std::pow(10.0, std::floor(std::log10(top)));
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
    result.theory = after.theory;
    if (before.theory.size() == after.theory.size()) // else other shapes
        for (std::size_t i = 0; i < after.theory.size(); ++i)
            mixPoints(before.theory[i], after.theory[i], fraction, result.theory[i]);
    result.view = after.view;

    result.polylines.resize(after.polylines.size());
    for (std::size_t i = 0; i < after.polylines.size(); ++i)
    {
        const Polyline& to = after.polylines[i];
        Polyline& line = result.polylines[i];
        if (i >= before.polylines.size())
        {
            line = to;
            continue;
        }
        const Polyline& from = before.polylines[i];
        mixPoints(from, to, fraction, line);
        mixTension(from, to, fraction, line);
        line.radius = glm::mix(from.radius, to.radius, fraction);
        line.identity = to.identity;
        line.grabbable = to.grabbable;
        line.style = to.style;
        line.colour = to.colour;
    }

    result.surfaces.resize(after.surfaces.size());
    for (std::size_t i = 0; i < after.surfaces.size(); ++i)
        mixSurface(i < before.surfaces.size() ? before.surfaces[i] : after.surfaces[i], after.surfaces[i], fraction,
                   result.surfaces[i]);

    mixField(before.field, after.field, fraction, result.field);

    result.solids.assign(after.solids.begin(), after.solids.end());
    for (std::size_t i = 0; i < result.solids.size() && i < before.solids.size(); ++i)
        if (before.solids[i].kind == after.solids[i].kind)
            result.solids[i].position = glm::mix(before.solids[i].position, after.solids[i].position, fraction);

    result.labels.assign(after.labels.begin(), after.labels.end());
    for (std::size_t i = 0; i < result.labels.size() && i < before.labels.size(); ++i)
        result.labels[i].position = glm::mix(before.labels[i].position, after.labels[i].position, fraction);

    result.planarShapes.assign(after.planarShapes.begin(), after.planarShapes.end());
    result.outlines.assign(after.outlines.begin(), after.outlines.end());
    for (std::size_t i = 0; i < result.planarShapes.size() && i < before.planarShapes.size(); ++i)
    {
        const PlanarShape& from = before.planarShapes[i];
        PlanarShape& shape = result.planarShapes[i];
        if (from.identity != shape.identity)
            continue;
        shape.position = glm::mix(from.position, shape.position, fraction);
        shape.angle = glm::mix(from.angle, shape.angle, fraction);
    }

    result.markers.assign(after.markers.begin(), after.markers.end());
    for (std::size_t i = 0; i < result.markers.size() && i < before.markers.size(); ++i)
        if (before.markers[i].kind == after.markers[i].kind)
            result.markers[i].position = glm::mix(before.markers[i].position, after.markers[i].position, fraction);

    result.handles.assign(after.handles.begin(), after.handles.end());
    for (std::size_t i = 0; i < result.handles.size() && i < before.handles.size(); ++i)
        if (before.handles[i].parameter == after.handles[i].parameter)
            result.handles[i].position = glm::mix(before.handles[i].position, after.handles[i].position, fraction);
}

} // namespace ropewalk
