#include "rope/knots/diagram.hpp"

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rope
{

namespace
{

constexpr double rounding = std::numeric_limits<double>::epsilon();

double largestOf(const Vec3& point)
{
    return std::max({std::abs(point.x), std::abs(point.y), std::abs(point.z)});
}

} // namespace

bool Picture::Rounded::decided() const
{
    return std::abs(value) > error;
}

/// Twice the area of the triangle a b c in the picture, above 0 counter-clockwise (J. Shewchuk, Discrete Comput. Geom.
/// 18, 1997).
Picture::Rounded Picture::areaOf(const Vec3& a, const Vec3& b, const Vec3& c)
{
    const double left = (a.x - c.x) * (b.y - c.y);
    const double right = (a.y - c.y) * (b.x - c.x);
    return {left - right, 4.0 * rounding * (std::abs(left) + std::abs(right))};
}

/// What of an edge's way has been gone where it crosses the line on whose sides its ends have these areas.
Picture::Rounded Picture::placeOf(const Rounded& first, const Rounded& last)
{
    const double whole = first.value - last.value;
    return {first.value / whole, 4.0 * rounding + 2.0 * (first.error + last.error) / std::abs(whole)};
}

Vec3 Picture::seen(const Vec3& point) const
{
    const Vec3 from = point - origin_;
    return {glm::dot(from, right_), glm::dot(from, up_), glm::dot(from, towards_)};
}

Picture::Picture(const std::vector<Vec3>& points, const Vec3& direction)
    : origin_(points.front()), towards_(glm::normalize(direction))
{
    right_ =
        glm::normalize(glm::cross(std::abs(towards_.y) < 0.8 ? Vec3(0.0, 1.0, 0.0) : Vec3(1.0, 0.0, 0.0), towards_));
    up_ = glm::cross(towards_, right_);
    points_.reserve(points.size());
    for (const Vec3& point : points)
        points_.push_back(seen(point));
    lookAtAll();
}

/// Looks at each two edges, one of which begins from the left before the other one ends.
void Picture::lookAtAll()
{
    struct Extent
    {
        double left = 0.0;
        double right = 0.0;
        double low = 0.0;
        double high = 0.0;
        std::size_t edge = 0;
    };
    std::vector<Extent> extents;
    extents.reserve(points_.size());
    for (std::size_t i = 0; i + 1 < points_.size(); ++i)
    {
        const Vec3 least = glm::min(points_[i], points_[i + 1]);
        const Vec3 most = glm::max(points_[i], points_[i + 1]);
        extents.push_back({least.x, most.x, least.y, most.y, i});
    }
    std::sort(extents.begin(), extents.end(),
              [](const Extent& one, const Extent& other) { return one.left < other.left; });
    for (auto one = extents.begin(); one != extents.end(); ++one)
        for (auto other = one + 1; other != extents.end() && other->left <= one->right; ++other)
            if (other->low <= one->high && one->low <= other->high)
            {
                const auto [first, last] = std::minmax(one->edge, other->edge);
                if (last > first + 1) // neighbours meet in the point that they share
                    look(edge(first), edge(last), meetings_);
            }
}

void Picture::look(const Edge& one, const Edge& other, Meetings& meetings)
{
    for (int axis = 0; axis < 2; ++axis) // beside each other; of edges in one line no area tells
        if (std::max(one.from[axis], one.to[axis]) < std::min(other.from[axis], other.to[axis]) ||
            std::max(other.from[axis], other.to[axis]) < std::min(one.from[axis], one.to[axis]))
            return;
    const Rounded atFrom = areaOf(other.from, other.to, one.from);
    const Rounded atTo = areaOf(other.from, other.to, one.to);
    if (atFrom.decided() && atTo.decided() && (atFrom.value > 0.0) == (atTo.value > 0.0))
        return;
    const Rounded otherFrom = areaOf(one.from, one.to, other.from);
    const Rounded otherTo = areaOf(one.from, one.to, other.to);
    if (otherFrom.decided() && otherTo.decided() && (otherFrom.value > 0.0) == (otherTo.value > 0.0))
        return;
    if (!atFrom.decided() || !atTo.decided() || !otherFrom.decided() || !otherTo.decided())
    {
        meetings.decided = false;
        return;
    }
    const Rounded first = placeOf(atFrom, atTo);
    const Rounded second = placeOf(otherFrom, otherTo);
    const double above = glm::mix(one.from.z, one.to.z, first.value) - glm::mix(other.from.z, other.to.z, second.value);
    double error = 0.0;
    for (const Vec3& end : {one.from, one.to, other.from, other.to})
        error = std::max(error, 16.0 * rounding * largestOf(end));
    error += std::abs(one.to.z - one.from.z) * first.error + std::abs(other.to.z - other.from.z) * second.error;
    meetings.decided = meetings.decided && std::abs(above) > error;
    // The other edge's end lies on the left where this one turns counter-clockwise into it.
    meetings.signs.push_back((otherTo.value > 0.0) == (above > 0.0) ? 1 : -1);
    meetings.all.push_back({one.number, first, meetings.signs.size() - 1, above > 0.0});
    meetings.all.push_back({other.number, second, meetings.signs.size() - 1, above < 0.0});
}

/// Sorts them along the curve; false where two of one edge are too near each other.
bool Picture::order(Meetings& meetings)
{
    std::vector<Meeting>& all = meetings.all;
    std::sort(all.begin(), all.end(),
              [](const Meeting& one, const Meeting& other)
              { return one.edge != other.edge ? one.edge < other.edge : one.along.value < other.along.value; });
    for (std::size_t i = 1; i < all.size(); ++i)
        if (all[i - 1].edge == all[i].edge &&
            all[i].along.value - all[i - 1].along.value <= all[i].along.error + all[i - 1].along.error)
            return false;
    return true;
}

std::optional<Diagram> Picture::joinedBy(const std::vector<Vec3>& corners) const
{
    Meetings meetings = meetings_;
    std::vector<Edge> closing;
    Vec3 from = points_.back();
    for (std::size_t i = 0; i <= corners.size(); ++i)
    {
        const Vec3 to = i < corners.size() ? seen(corners[i]) : points_.front();
        closing.push_back({points_.size() - 1 + i, from, to});
        from = to;
    }
    for (std::size_t i = 0; i < closing.size() && meetings.decided; ++i)
    {
        // Neighbours meet in the point that they share.
        const std::size_t first = i + 1 == closing.size() ? 1 : 0;
        const std::size_t last = points_.size() - 1 - (i == 0 ? 1 : 0);
        Rounded before = areaOf(closing[i].from, closing[i].to, points_[first]);
        for (std::size_t k = first; k < last; ++k)
        {
            const Rounded behind = areaOf(closing[i].from, closing[i].to, points_[k + 1]);
            if (!before.decided() || !behind.decided() || (before.value > 0.0) != (behind.value > 0.0))
                look(edge(k), closing[i], meetings);
            before = behind;
        }
        for (std::size_t k = 0; k + 1 < i; ++k)
            look(closing[k], closing[i], meetings);
    }
    if (!meetings.decided || !order(meetings))
        return std::nullopt;
    Diagram diagram;
    diagram.signs = std::move(meetings.signs);
    diagram.edges = points_.size() + corners.size();
    for (const Meeting& meeting : meetings.all)
        diagram.visits.push_back(
            {meeting.crossing, meeting.over, static_cast<double>(meeting.edge) + meeting.along.value});
    return diagram;
}

Faces::Faces(const Diagram& diagram)
{
    const std::size_t edges = diagram.visits.size();
    constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();
    next_.resize(2 * edges);
    const std::vector<std::size_t> over = diagram.places(true);
    const std::vector<std::size_t> under = diagram.places(false);
    for (std::size_t crossing = 0; crossing < diagram.signs.size(); ++crossing)
    {
        // The edges that go out of the crossing and come into it, by their left side; the right one is next to it.
        const std::size_t overOut = 2 * over[crossing];
        const std::size_t overIn = 2 * ((over[crossing] + edges - 1) % edges);
        const std::size_t underOut = 2 * under[crossing];
        const std::size_t underIn = 2 * ((under[crossing] + edges - 1) % edges);
        const bool toLeft = diagram.signs[crossing] > 0; // the lower strand, under the upper one
        next_[toLeft ? underOut + 1 : underIn] = overOut;
        next_[overIn] = toLeft ? underOut : underIn + 1;
        next_[toLeft ? underIn : underOut + 1] = overIn + 1;
        next_[overOut + 1] = toLeft ? underIn + 1 : underOut;
    }
    face_.assign(2 * edges, unknown);
    for (std::size_t side = 0; side < 2 * edges; ++side)
        if (face_[side] == unknown)
        {
            first_.push_back(side);
            walk(count() - 1, [this](std::size_t along) { face_[along] = count() - 1; });
        }
}

} // namespace rope
