#include "field_strips.hpp"

#include "packing.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ropewalk
{

namespace
{

/// Evenly spread in [0, 1), the same for the same rope in every frame.
float toneOf(int rope)
{
    std::uint32_t x = static_cast<std::uint32_t>(rope) * 0x9e3779b9u + 0x7f4a7c15u;
    x = (x ^ (x >> 16)) * 0x45d9f3bu;
    x ^= x >> 15;
    return static_cast<float>(x >> 8) / 16777216.0f;
}

std::int8_t packed(float x)
{
    return static_cast<std::int8_t>(std::clamp(x, -1.0f, 1.0f) * 127.0f);
}

} // namespace

void FieldStrips::pack(const RopeField& field, const FieldView& view)
{
    vertices_.clear();
    look(field, view);
    sortByDepth();
    ropes_ = sorted_.size();
    for (const Seen& seen : sorted_)
        addRope(field, view, seen);
}

void FieldStrips::look(const RopeField& field, const FieldView& view)
{
    seen_.clear();
    low_ = glm::vec3(std::numeric_limits<float>::max());
    high_ = glm::vec3(std::numeric_limits<float>::lowest());
    const float tangentRight = glm::length(view.right);
    const float tangentUp = glm::length(view.up);
    const glm::vec3 right = view.right / tangentRight;
    const glm::vec3 up = view.up / tangentUp;
    const float slantRight = std::sqrt(1.0f + tangentRight * tangentRight);
    const float slantUp = std::sqrt(1.0f + tangentUp * tangentUp);
    const int last = field.pointsPerRope - 1;
    for (int rope = 0; rope < field.ropeCount; ++rope)
    {
        const glm::vec3 root = field.point(rope, 0);
        const glm::vec3 tip = field.point(rope, last);
        const glm::vec3 middle = field.point(rope, last / 2);
        if (!isFinite(root) || !isFinite(tip) || !isFinite(middle))
            continue;
        low_ = glm::min(low_, glm::min(root, tip));
        high_ = glm::max(high_, glm::max(root, tip));

        // A ball around the middle; a rope that is coiled up lies within it as well.
        const float reach = 1.1f * std::max(glm::distance(middle, root), glm::distance(middle, tip)) + field.radius;
        const glm::vec3 fromEye = middle - view.eye;
        const float depth = glm::dot(fromEye, view.forward);
        if (depth + reach < view.nearest ||
            std::abs(glm::dot(fromEye, right)) > depth * tangentRight + reach * slantRight ||
            std::abs(glm::dot(fromEye, up)) > depth * tangentUp + reach * slantUp)
            continue;
        // Where ropes are drawn wider than they are, fewer of them cover as much.
        const float nearness = std::max(depth, view.nearest);
        if (toneOf(rope) * thinnest * view.pixel * nearness > 1.5f * field.radius)
            continue;
        seen_.push_back({rope, nearness});
    }
}

void FieldStrips::sortByDepth()
{
    // Into slots that get wider with the distance: near enough to draw hardly a pixel twice.
    constexpr std::size_t slots = 512;
    std::array<std::size_t, slots + 1> begin{};
    float nearest = std::numeric_limits<float>::max();
    float farthest = 0.0f;
    for (const Seen& seen : seen_)
    {
        nearest = std::min(nearest, seen.depth);
        farthest = std::max(farthest, seen.depth);
    }
    const float scale = farthest > nearest ? static_cast<float>(slots - 1) / (farthest - nearest) : 0.0f;
    const auto slot = [&](const Seen& seen) { return static_cast<std::size_t>((seen.depth - nearest) * scale); };
    for (const Seen& seen : seen_)
        ++begin[slot(seen) + 1];
    for (std::size_t i = 1; i <= slots; ++i)
        begin[i] += begin[i - 1];
    sorted_.resize(seen_.size());
    for (const Seen& seen : seen_)
        sorted_[begin[slot(seen)]++] = seen;
}

/// Puts the rope's points into line_; its length [m], negative where it cannot be drawn.
float FieldStrips::takeLine(const RopeField& field, int rope, float ground)
{
    float length = 0.0f;
    line_.resize(static_cast<std::size_t>(field.pointsPerRope));
    for (std::size_t i = 0; i < line_.size(); ++i)
    {
        glm::vec3 point = field.point(rope, static_cast<int>(i));
        if (!isFinite(point))
            return -1.0f;
        point.y = std::max(point.y, ground);
        if (i > 0)
            length += glm::distance(point, line_[i - 1]);
        line_[i] = point;
    }
    return length;
}

FieldStrips::Division FieldStrips::divisionOf(float length, float pixel) const
{
    // How far the rope bows on the screen decides the number of points, and how long it is, as light fades along it.
    // Where it needs more than the field has, the others lie on a curve.
    constexpr float bowPixels = 0.5f;      // that a segment may miss
    constexpr float segmentPixels = 60.0f; // of a straight rope
    constexpr float coarsest = 24.0f;      // where the curve is worth it
    const auto given = static_cast<int>(line_.size()) - 1;
    float bow = 0.0f;
    for (std::size_t i = 1; i + 1 < line_.size(); ++i)
    {
        const float part = static_cast<float>(i) / static_cast<float>(given);
        bow = std::max(bow, glm::distance(line_[i], glm::mix(line_.front(), line_.back(), part)));
    }
    const float pixels = length / pixel;
    // Parts of a segment bow less by the square of their number.
    const float needed = std::max(std::sqrt(bow / pixel / bowPixels), pixels / segmentPixels);
    const float perSegment = pixels / static_cast<float>(given);
    const bool curved = perSegment > coarsest && needed > static_cast<float>(given);
    const int parts = curved ? std::min(4, static_cast<int>(std::ceil(perSegment / coarsest))) : 1;
    const int most = given * parts;
    return {parts, parts > 1 ? most : std::clamp(static_cast<int>(std::ceil(needed)), std::min(3, most), most)};
}

void FieldStrips::addRope(const RopeField& field, const FieldView& view, const Seen& seen)
{
    const float length = takeLine(field, seen.rope, view.ground);
    if (length < 0.0f)
        return;
    const int given = field.pointsPerRope;
    const Division division = divisionOf(length, view.pixel * seen.depth);
    const int parts = division.parts;
    const int segments = division.segments;
    const auto at = [&](int i)
    {
        const int clamped = std::clamp(i, 0, given - 1);
        return line_[static_cast<std::size_t>(clamped)];
    };
    const auto sample = [&](int i)
    {
        if (parts == 1)
            return at((i * (given - 1) + segments / 2) / segments);
        const int from = i / parts;
        const int part = i % parts;
        return part == 0 ? at(from)
                         : between(at(from - 1), at(from), at(from + 1), at(from + 2),
                                   static_cast<float>(part) / static_cast<float>(parts));
    };

    const float top = std::max(line_.front().y, line_.back().y);
    const float tone = toneOf(seen.rope);
    glm::vec3 before = sample(0);
    glm::vec3 here = before;
    FieldVertex vertex;
    vertex.top = top;
    vertex.paint[1] = static_cast<std::uint8_t>(255.0f * tone);
    for (int i = 0; i <= segments; ++i)
    {
        const glm::vec3 after = i < segments ? sample(i + 1) : here;
        const glm::vec3 chord = after - before;
        const float size = glm::length(chord);
        const glm::vec3 direction = size > 1e-6f ? chord / size : glm::vec3(0.0f, 1.0f, 0.0f);
        vertex.position = here;
        vertex.course = {packed(direction.x), packed(direction.y), packed(direction.z), -127};
        vertex.paint[0] = static_cast<std::uint8_t>(255 * i / segments);
        // Twice the last corner of one rope and the first of the next: triangles without area lead from rope to rope.
        if (i == 0 && !vertices_.empty())
        {
            vertices_.push_back(vertices_.back());
            vertices_.push_back(vertex);
        }
        vertices_.push_back(vertex);
        vertex.course[3] = 127;
        vertices_.push_back(vertex);
        before = here;
        here = after;
    }
}

} // namespace ropewalk
