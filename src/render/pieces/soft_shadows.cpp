#include "soft_shadows.hpp"

#include "drawn_ground.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace ropewalk
{

void SoftShadows::begin(const Snapshot& snapshot, const glm::vec3& sun)
{
    vertices_.clear();
    sun_ = sun;
    hasGround_ = snapshot.hasGround;
    ground_ = drawnGroundHeight(snapshot);
}

glm::vec3 SoftShadows::onGround(const glm::vec3& point) const
{
    const float height = std::max(point.y - ground_, 0.0f);
    const glm::vec3 place = point - sun_ * (height / sun_.y);
    return {place.x, ground_, place.z};
}

float SoftShadows::softness(const glm::vec3& point) const
{
    return 0.004f + 0.035f * std::max(point.y - ground_, 0.0f) / sun_.y;
}

/// The grid with a rim: dark fades from the points next to the edge to as far outside of it.
void SoftShadows::addSheet(const std::vector<glm::vec3>& points, int columns, int rows)
{
    if (!hasGround_)
        return;
    const int width = columns + 2;
    const int height = rows + 2;
    grid_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    const auto vertex = [&](int row, int column)
    {
        return points[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                      static_cast<std::size_t>(column)];
    };
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column)
        {
            const int ownRow = std::clamp(row - 1, 0, rows - 1);
            const int ownColumn = std::clamp(column - 1, 0, columns - 1);
            const glm::vec3 own = vertex(ownRow, ownColumn);
            ShadowVertex& out = grid_[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                                      static_cast<std::size_t>(column)];
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
            vertices_.insert(vertices_.end(), {a[0], c[0], a[1], a[1], c[0], c[1]});
        }
}

void SoftShadows::addHull(std::vector<glm::vec3>& points, bool ofLine)
{
    if (!hasGround_)
        points.clear();
    float highest = ground_;
    for (glm::vec3& point : points)
    {
        highest = std::max(highest, point.y);
        point = onGround(point);
    }
    const float soft = softness({0.0f, 0.5f * (highest + ground_), 0.0f});
    if (!(highest > ground_))
    {
        points.clear();
        return;
    }
    orderHull(points);
    points.clear();
    if (ordered_.size() >= 3)
        addFan(soft, ofLine);
}

/// The corners of the hull of `points` in the ground's plane, in order: Andrew's monotone chain.
void SoftShadows::orderHull(std::vector<glm::vec3>& points)
{
    std::sort(points.begin(), points.end(),
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
    chain(points.begin(), points.end());
    chain(points.rbegin(), points.rend());
}

/// The ordered corners as a dark middle with an edge that is `soft` wide on both sides.
void SoftShadows::addFan(float soft, bool ofLine)
{
    glm::vec3 middle(0.0f);
    for (const glm::vec3& point : ordered_)
        middle += point / static_cast<float>(ordered_.size());
    float size = 0.0f;
    for (const glm::vec3& point : ordered_)
        size = std::max(size, glm::distance(point, middle));
    // As in shadow.frag: how much of the blur's width it covers, both ways or as a part of a line.
    const float share = std::min(1.0f, size / soft);
    const float dark = ofLine ? std::sqrt(share) : share;
    for (std::size_t i = 0; i < ordered_.size(); ++i)
    {
        const glm::vec3& a = ordered_[i];
        const glm::vec3& b = ordered_[(i + 1) % ordered_.size()];
        const auto shifted = [&](const glm::vec3& point, float by)
        {
            const float length = glm::distance(point, middle);
            return middle + (point - middle) * std::max(0.0f, 1.0f + by / std::max(length, 1e-9f));
        };
        const ShadowVertex centre{middle, dark};
        const ShadowVertex innerA{shifted(a, -soft), dark};
        const ShadowVertex innerB{shifted(b, -soft), dark};
        const ShadowVertex outerA{shifted(a, soft), 0.0f};
        const ShadowVertex outerB{shifted(b, soft), 0.0f};
        vertices_.insert(vertices_.end(), {centre, innerA, innerB, innerA, outerA, innerB, innerB, outerA, outerB});
    }
}

} // namespace ropewalk
