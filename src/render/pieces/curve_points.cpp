#include "curve_points.hpp"

#include "body_pieces.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ropewalk
{

namespace
{

using Role = CurvePoint::Role;

std::array<std::int16_t, 3> pack(const glm::vec3& unit)
{
    const auto part = [](float x) { return static_cast<std::int16_t>(std::clamp(x, -1.0f, 1.0f) * 32767.0f); };
    return {part(unit.x), part(unit.y), part(unit.z)};
}

/// The smallest rotation that turns direction `from` into direction `to`, applied to `v`, which is across `from`.
glm::vec3 turn(const glm::vec3& v, const glm::vec3& from, const glm::vec3& to)
{
    const float denominator = 1.0f + glm::dot(from, to);
    if (denominator < 1e-3f) // folded back: any rotation is smallest, and v itself is across both
        return v;
    return v - (glm::dot(v, to) / denominator) * (from + to);
}

/// The ground is a soft spring, into which a falling rope sinks by several times its thickness and would be gone from
/// sight: it is shown pressed in by at most half its radius.
float pressedIn(float height, float ground, float radius)
{
    const float depth = ground - height;
    if (depth <= 0.0f)
        return height;
    const float pressed = ground - 0.5f * radius * depth / (depth + radius);
    return glm::mix(pressed, height, glm::smoothstep(0.2f, 0.6f, depth)); // what lies deep shows through the ground
}

glm::vec3 unpacked(const std::array<std::int16_t, 3>& direction)
{
    return glm::vec3(direction[0], direction[1], direction[2]) / 32767.0f;
}

/// Of the tension of a segment, from 0 to 1.
float partOfScale(const Polyline& polyline, float scale, std::size_t segment)
{
    const float part = segment < polyline.tension.size() ? polyline.tension[segment] / scale : 0.0f;
    return part > 0.0f ? std::min(part, 1.0f) : 0.0f; // not a number: 0
}

/// Gives the points their positions, which are finite, and how far along the polyline they are.
void place(std::span<CurvePoint> points, const Polyline& polyline, const Snapshot& snapshot)
{
    glm::vec3 good = firstFinite(polyline.points);
    float travelled = 0.0f;
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        if (isFinite(polyline.points[i]))
        {
            if (i > 0)
                travelled += glm::length(polyline.points[i] - good);
            good = polyline.points[i];
        }
        CurvePoint& point = points[i];
        point.position = good;
        if (snapshot.hasGround)
            point.position.y = pressedIn(good.y, snapshot.groundHeight, point.radius);
        point.fromStart = travelled;
        point.twist = i < polyline.twist.size() && std::isfinite(polyline.twist[i]) ? polyline.twist[i] : 0.0f;
    }
    for (CurvePoint& point : points)
        point.toEnd = travelled - point.fromStart;
}

// Coincident points have no direction of their own: they take the one before, the first ones the one after.
constexpr float shortest = 1e-9f;

glm::vec3 firstDirection(std::span<const CurvePoint> points)
{
    for (std::size_t i = 1; i < points.size(); ++i)
    {
        const glm::vec3 chord = points[i].position - points[i - 1].position;
        if (const float length = glm::length(chord); length > shortest)
            return chord / length;
    }
    return {0.0f, -1.0f, 0.0f};
}

/// The part of `v` across the tangent, of length 1; any direction across it where there is none.
glm::vec3 acrossTangent(const glm::vec3& v, const glm::vec3& tangent)
{
    const glm::vec3 part = v - glm::dot(v, tangent) * tangent;
    if (const float length = glm::length(part); length > 1e-3f)
        return part / length;
    const glm::vec3 helper = std::abs(tangent.x) < 0.7f ? glm::vec3(1.0f, 0.0f, 0.0f) : glm::vec3(0.0f, 1.0f, 0.0f);
    return glm::normalize(glm::cross(tangent, helper));
}

} // namespace

void CurvePoints::pack(const Snapshot& snapshot, const View& view)
{
    packCurves(snapshot.polylines, snapshot, view);
    constexpr CurvePoint shadow{.style = CurvePoint::shadowAlone};
    for (const Marker& marker : snapshot.markers)
        if (marker.kind == Marker::Kind::connection && isFinite(marker.position))
            addBall(marker.position, marker.radius, shadow);
    for (const std::vector<SpatialShape>* shapes : {&snapshot.solids, &snapshot.spatialShapes})
        for (const SpatialShape& shape : *shapes)
            if (shape.kind == SpatialShape::Kind::sphere && isGoodShape(shape))
                addBall(shape.position, shape.radius, shadow);
    for (const PlanarShape& shape : snapshot.planarShapes)
        if (snapshot.hasGround && shape.vertexCount == 0 && isGoodBall(shape))
            addBall({shape.position, shape.z}, shape.radius, shadow);
    putByStyle();
}

void CurvePoints::packOnly(std::span<const Polyline> curves, const Snapshot& snapshot, const View& view)
{
    packCurves(curves, snapshot, view);
    putByStyle();
}

void CurvePoints::putByStyle()
{
    polylines_.clear();
    std::size_t begin = 0;
    for (std::size_t i = 0; i < points_.size(); ++i)
        if (points_[i].role == Role::last)
        {
            polylines_.push_back(std::span<const CurvePoint>(points_).subspan(begin, i + 1 - begin));
            begin = i + 1;
        }
    std::stable_sort(polylines_.begin(), polylines_.end(),
                     [](const auto& a, const auto& b) { return a.front().style < b.front().style; });
    byStyle_.clear();
    ends_.clear();
    runs_.clear();
    for (const std::span<const CurvePoint> polyline : polylines_)
    {
        const std::size_t firstPoint = byStyle_.size();
        byStyle_.insert(byStyle_.end(), polyline.begin(), polyline.end());
        const std::uint8_t style = polyline.front().style;
        if (style == CurvePoint::shadowAlone)
            continue;
        if (runs_.empty() || runs_.back().style != style)
            runs_.push_back({.style = style, .firstPoint = firstPoint, .firstEnd = ends_.size() / 2});
        ends_.insert(ends_.end(), polyline.begin(), polyline.begin() + 2);
        if (polyline.size() > 2)
            ends_.insert(ends_.end(), polyline.end() - 2, polyline.end());
        runs_.back().points += polyline.size();
        runs_.back().ends = ends_.size() / 2 - runs_.back().firstEnd;
    }
    points_.swap(byStyle_);
}

void CurvePoints::packCurves(std::span<const Polyline> curves, const Snapshot& snapshot, const View& view)
{
    points_.clear();
    largestRadius_ = 0.0f;
    largestBow_ = 0.0f;
    touchesSolids_ = false;
    for (const Polyline& polyline : curves)
        addPolyline(polyline, snapshot, view);
}

const std::vector<CurvePoint>& CurvePoints::pointsForShadows(float groundHeight, float slope)
{
    shadowed_.clear();
    for (std::size_t i = 0; i < points_.size(); ++i)
    {
        const CurvePoint& point = points_[i];
        bool needed = point.role != Role::inner;
        if (!needed)
        {
            const CurvePoint& from = shadowed_.back();
            const CurvePoint& to = points_[i + 1];
            const float lowest = std::min({from.position.y, point.position.y, to.position.y}) - groundHeight;
            // How wide shadow.glsl blurs it on either side.
            const float blur = 0.05f * point.radius + 0.035f * std::max(0.0f, lowest) / slope;
            const float reach = point.radius + blur;
            const float chord = glm::distance(from.position, to.position);
            const float along = to.fromStart - from.fromStart;
            const float bowSquare = 0.375f * along * std::max(0.0f, along - chord); // of an arc
            constexpr float visible = 0.1f;                                         // of the blur
            needed = chord > 2.0f * reach || bowSquare > visible * visible * blur * blur ||
                     std::min(from.radius, to.radius) != point.radius;
        }
        if (needed)
            shadowed_.push_back(point);
    }
    return shadowed_;
}

void CurvePoints::see(const glm::vec3& point, float radius, float bow, const View& view)
{
    const float depth = glm::dot(point - view.eye, view.forward);
    if (depth < -radius - bow)
        return;
    const float distance = std::max(depth, view.nearest);
    largestRadius_ = std::max(largestRadius_, radius / distance);
    largestBow_ = std::max(largestBow_, bow / distance);
}

void CurvePoints::addBall(const glm::vec3& centre, float radius, const CurvePoint& look)
{
    CurvePoint point = look;
    point.position = centre;
    point.radius = radius;
    point.normal = ropewalk::pack({1.0f, 0.0f, 0.0f});
    point.tangent = ropewalk::pack({0.0f, -1.0f, 0.0f});
    points_.push_back(point);
    point.role = Role::last;
    points_.push_back(point);
}

/// Yarns that spread from the end of a rope; `outwards` is 1 where its tangent points away from the rope.
void CurvePoints::addFray(const CurvePoint& end, float outwards)
{
    constexpr int yarns = 6;
    const glm::vec3 tangent = outwards * unpacked(end.tangent);
    const glm::vec3 normal = unpacked(end.normal);
    const glm::vec3 across = glm::cross(tangent, normal);
    for (int i = 0; i < yarns; ++i)
    {
        const float wild = 0.5f + 0.5f * std::sin(12.9898f * static_cast<float>(i + 1));
        const float angle = 2.0f * std::numbers::pi_v<float> * (static_cast<float>(i) + 0.4f * wild) / yarns;
        const glm::vec3 away = std::cos(angle) * normal + std::sin(angle) * across;
        CurvePoint point;
        point.colour = {196, 164, 118}; // of a fibre
        point.style = static_cast<std::uint8_t>(Polyline::Style::thread);
        point.radius = 0.11f * end.radius;
        point.position = end.position + end.radius * (0.5f * away + 0.2f * tangent);
        point.normal = end.normal;
        point.tangent = ropewalk::pack(tangent);
        points_.push_back(point);
        point.position += end.radius * ((0.2f + 0.9f * wild) * away + (1.6f - 0.7f * wild) * tangent);
        point.tangent = ropewalk::pack(glm::normalize(away + tangent));
        point.role = Role::last;
        points_.push_back(point);
    }
}

/// Tangents, and normals that turn with them.
void CurvePoints::turnAlong(std::span<CurvePoint> points, const View& view)
{
    // Turns straight down into the direction at the start, so that the strands do not jump while the rope swings.
    glm::vec3 tangentBefore(0.0f, -1.0f, 0.0f);
    glm::vec3 normal(1.0f, 0.0f, 0.0f);
    glm::vec3 chordBefore = firstDirection(points);
    float lengthBefore = 0.0f;
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        const bool last = i + 1 == points.size();
        const glm::vec3 chord = last ? glm::vec3(0.0f) : points[i + 1].position - points[i].position;
        const float length = glm::length(chord);
        const glm::vec3 chordAfter = length > shortest ? chord / length : chordBefore;
        // The nearer neighbour counts more: this is the slope of the parabola through the three points.
        const glm::vec3 slope = length * chordBefore + lengthBefore * chordAfter;
        const float steepness = glm::length(slope);
        glm::vec3 tangent = i == 0 ? chordAfter : chordBefore;
        if (i > 0 && !last && steepness > 0.05f * (length + lengthBefore))
            tangent = slope / steepness;
        normal = acrossTangent(turn(normal, tangentBefore, tangent), tangent);
        points[i].role = i == 0 ? Role::first : last ? Role::last : Role::inner;
        points[i].tangent = ropewalk::pack(tangent);
        points[i].normal = ropewalk::pack(normal);

        // A circle through the three points is as far from the longer chord as this.
        const float bow = 0.125f * std::max(length, lengthBefore) * glm::length(chordAfter - chordBefore);
        see(points[i].position, points[i].radius, bow, view);

        tangentBefore = tangent;
        chordBefore = chordAfter;
        lengthBefore = length;
    }
}

void CurvePoints::addPolyline(const Polyline& polyline, const Snapshot& snapshot, const View& view)
{
    const std::size_t count = polyline.points.size();
    const float radius = std::abs(polyline.radius);
    if (count == 0 || !(radius > 0.0f) || !std::isfinite(radius))
        return;
    const Rgba8 paint = packed(polyline.colour);
    const CurvePoint look{
        .radius = radius, .colour = {paint[0], paint[1], paint[2]}, .style = static_cast<std::uint8_t>(polyline.style)};
    if (count == 1)
    {
        if (isFinite(polyline.points[0]))
        {
            addBall(polyline.points[0], radius, look);
            see(polyline.points[0], radius, 0.0f, view);
        }
        return;
    }

    const std::size_t begin = points_.size();
    points_.resize(begin + count, look);
    const std::span<CurvePoint> own = std::span(points_).subspan(begin);
    place(own, polyline, snapshot);
    turnAlong(own, view);
    for (std::size_t i = 0; i < count; ++i)
    {
        const float before = partOfScale(polyline, snapshot.tensionScale, i > 0 ? i - 1 : 0);
        const float after = partOfScale(polyline, snapshot.tensionScale, std::min(i, count - 2));
        own[i].tension = static_cast<std::int16_t>(0.5f * (before + after) * 32767.0f);
    }
    if (view.touches)
        addTouches(polyline, begin);
    const bool laid = polyline.style == Polyline::Style::rope;
    for (const std::size_t end : {begin, begin + count - 1})
    {
        const CurvePoint point = points_[end]; // a copy: additions move it
        constexpr float near = 0.008f;         // [rad], under which the eye sees its radius
        const float depth = glm::dot(point.position - view.eye, view.forward);
        if (laid && radius > near * std::max(depth, view.nearest))
            addFray(point, end == begin ? -1.0f : 1.0f);
    }
}

/// Gives each point the nearest touches of the segments beside it.
void CurvePoints::addTouches(const Polyline& polyline, std::size_t begin)
{
    constexpr float reach = 8.0f; // [radii], of the numbers in eight bits
    const auto byte = [](float x)
    { return static_cast<std::int8_t>(std::lround(127.0f * std::clamp(x, -1.0f, 1.0f))); };
    const std::size_t count = polyline.points.size();
    const float radius = std::abs(polyline.radius);
    for (const DrawnTouch& touch : polyline.touches)
        for (std::size_t i = touch.segment; i <= touch.segment + 1 && i < count; ++i)
        {
            if (!isFinite(touch.towards) || !isFinite(touch.course) || touch.segment + 1 >= count)
                continue;
            touchesSolids_ |= touch.course == glm::vec3(0.0f);
            CurvePoint& point = points_[begin + i];
            const CurvePoint& first = points_[begin + touch.segment];
            const CurvePoint& second = points_[begin + touch.segment + 1];
            const glm::vec3 chord = second.position - first.position;
            const float length = glm::length(chord);
            const float from = (touch.along - static_cast<float>(i - touch.segment)) * length / (reach * radius);
            if (!(std::abs(from) < 1.0f) || !(length > 0.0f))
                continue;
            const PackedTouch packed{byte(touch.towards.x), byte(touch.towards.y), byte(touch.towards.z), byte(from)};
            // The angle from the rope's course to the other's, seen from the side that touches.
            const glm::vec3 course = chord / length;
            const float across = glm::dot(touch.course, glm::cross(touch.towards, course));
            const float along = glm::dot(touch.course, course);
            const float square = across * across + along * along;
            const std::array<std::int8_t, 2> crossing{
                square > 0.0f ? byte((along * along - across * across) / square) : std::int8_t{0},
                square > 0.0f ? byte(2.0f * along * across / square) : std::int8_t{0}};
            const auto isEmpty = [](const PackedTouch& t) { return t[0] == 0 && t[1] == 0 && t[2] == 0; };
            const auto sameSide = [&](const PackedTouch& t)
            { return t[0] * packed[0] + t[1] * packed[1] + t[2] * packed[2] > 127 * 127 / 2; };
            const auto nearer = [&](const PackedTouch& t)
            { return isEmpty(t) || std::abs(packed[3]) < std::abs(t[3]); };
            const auto put = [&](PackedTouch& place, std::size_t at)
            {
                place = packed;
                point.crossing[at] = crossing[0];
                point.crossing[at + 1] = crossing[1];
            };
            if (isEmpty(point.touch) || sameSide(point.touch))
            {
                if (nearer(point.touch))
                    put(point.touch, 0);
            }
            else if (nearer(point.otherTouch))
            {
                put(point.otherTouch, 2);
            }
        }
}

} // namespace ropewalk
