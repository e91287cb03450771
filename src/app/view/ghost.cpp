#include "ghost.hpp"

#include <rope/fixed_timestep.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

namespace ropewalk
{
namespace
{

constexpr glm::vec3 colour{0.50f, 0.54f, 0.95f}; ///< sRGB: apart from rope, cloth, bodies and theory in both themes

void add(std::vector<glm::vec3> points, float radius, int identity, std::vector<Polyline>& shapes)
{
    Polyline line;
    line.style = Polyline::Style::thread;
    line.colour = colour;
    line.points = std::move(points);
    line.radius = radius;
    line.identity = identity;
    shapes.push_back(std::move(line));
}

/// Some of the rows and columns of a sheet, its edges among them.
void addNet(const Surface& surface, std::vector<Polyline>& shapes)
{
    constexpr int lines = 8; // in each direction, about
    if (surface.columns < 2 || surface.rows < 2)
        return;
    const auto point = [&](int row, int column)
    {
        return surface.points[static_cast<std::size_t>(row) * static_cast<std::size_t>(surface.columns) +
                              static_cast<std::size_t>(column)];
    };
    const float radius = 0.1f * glm::distance(point(0, 0), point(0, 1));
    const auto along = [&](int count, int length, const auto& at)
    {
        const int stride = std::max(1, (count - 1) / lines);
        for (int i = 0; i < count; i = i + stride < count || i == count - 1 ? i + stride : count - 1)
        {
            std::vector<glm::vec3> points;
            points.reserve(static_cast<std::size_t>(length));
            for (int j = 0; j < length; ++j)
                points.push_back(at(i, j));
            add(std::move(points), radius, 0, shapes);
        }
    };
    along(surface.rows, surface.columns, point);
    along(surface.columns, surface.rows, [&point](int column, int row) { return point(row, column); });
}

void addOutline(const PlanarShape& shape, const std::vector<glm::vec2>& outlines, std::vector<Polyline>& shapes)
{
    constexpr std::uint32_t corners = 24; // of a circle
    const bool round = shape.vertexCount == 0;
    const std::uint32_t count = round ? corners : shape.vertexCount;
    std::vector<glm::vec3> points;
    float size = shape.radius;
    for (std::uint32_t i = 0; i <= count; ++i) // the first one closes it
    {
        const float turn = 2.0f * std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(count);
        const glm::vec2 corner =
            round ? shape.radius * glm::vec2(std::cos(turn), std::sin(turn)) : outlines[shape.firstVertex + i % count];
        size = std::max(size, glm::length(corner));
        const float c = std::cos(shape.angle);
        const float s = std::sin(shape.angle);
        points.emplace_back(shape.position.x + c * corner.x - s * corner.y,
                            shape.position.y + s * corner.x + c * corner.y, 0.0f);
    }
    add(std::move(points), 0.04f * size, 0, shapes);
}

std::size_t pointsOf(const Snapshot& moment)
{
    std::size_t points = 0;
    for (const Polyline& line : moment.polylines)
        points += line.points.size();
    return points;
}

} // namespace

std::vector<Polyline> ghostCurves(const Snapshot& snapshot)
{
    std::vector<Polyline> shapes;
    for (const Polyline& line : snapshot.polylines)
        add(line.points, line.radius, line.identity, shapes);
    for (const Surface& surface : snapshot.surfaces)
        addNet(surface, shapes);
    for (const SpatialShape& solid : snapshot.solids)
        add({solid.position}, solid.extent().x, 0, shapes);
    for (const PlanarShape& shape : snapshot.planarShapes)
        if (!shape.fixed)
            addOutline(shape, snapshot.outlines, shapes);
    return shapes;
}

void Ghost::clear()
{
    *this = {};
}

void Ghost::record(const Snapshot& snapshot)
{
    // A constant may lay the scene out anew, and then its first moment is one tick after the beginning.
    recording_ = recording_ || snapshot.time <= 1.001 * rope::FixedTimestep::usualTick;
    if (!recording_ || snapshot.time > longest || run_.points >= mostPoints)
        return;
    while (!run_.moments.empty() && run_.moments.back().time >= snapshot.time)
    {
        run_.points -= pointsOf(run_.moments.back());
        run_.moments.pop_back();
    }
    Snapshot& moment = run_.moments.emplace_back();
    moment.time = snapshot.time;
    moment.polylines = ghostCurves(snapshot);
    run_.points += pointsOf(moment);
}

void Ghost::forgetAfter(double time)
{
    while (!run_.moments.empty() && run_.moments.back().time > time)
    {
        run_.points -= pointsOf(run_.moments.back());
        run_.moments.pop_back();
    }
}

void Ghost::constantsChanged()
{
    constexpr double shortest = 0.5; // [s]: who turns a slider soon after the reset still compares with the run before
    if (!run_.moments.empty() && run_.moments.back().time >= shortest)
        ghost_ = std::move(run_);
    run_ = {};
    recording_ = false;
}

void Ghost::seek(double time)
{
    const std::vector<Snapshot>& moments = ghost_.moments;
    const auto after = std::lower_bound(moments.begin(), moments.end(), time,
                                        [](const Snapshot& moment, double at) { return moment.time < at; });
    if (after == moments.end())
        return mixed_.polylines.clear();
    const Snapshot& before = after == moments.begin() ? *after : *std::prev(after);
    const double span = after->time - before.time;
    mix(before, *after, static_cast<float>(span > 0.0 ? (time - before.time) / span : 1.0), mixed_);
}

} // namespace ropewalk
