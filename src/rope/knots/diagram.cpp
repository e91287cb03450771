#include "rope/knots/diagram.hpp"

#include "rope/contact/edge_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rope
{

namespace
{

constexpr double rounding = std::numeric_limits<double>::epsilon();

/// A value, and how wrong rounding may have made it.
struct Rounded
{
    double value = 0.0;
    double error = 0.0;

    bool decided() const { return std::abs(value) > error; }
};

/// Twice the area of the triangle a b c in the picture, above 0 counter-clockwise (J. Shewchuk, Discrete Comput. Geom.
/// 18, 1997).
Rounded areaOf(const Vec3& a, const Vec3& b, const Vec3& c)
{
    const double left = (a.x - c.x) * (b.y - c.y);
    const double right = (a.y - c.y) * (b.x - c.x);
    return {left - right, 4.0 * rounding * (std::abs(left) + std::abs(right))};
}

/// Where an edge meets another one.
struct Meeting
{
    std::size_t edge = 0;
    Rounded along; ///< 0 at its first point, 1 at the next
    std::size_t crossing = 0;
    bool over = false;
};

/// What of an edge's way has been gone where it crosses the line on whose sides its ends have these areas.
Rounded placeOf(const Rounded& first, const Rounded& last)
{
    const double whole = first.value - last.value;
    return {first.value / whole, 4.0 * rounding + 2.0 * (first.error + last.error) / std::abs(whole)};
}

/// The points as the eye sees them: x to the right, y up, z towards it.
std::vector<Vec3> seen(const std::vector<Vec3>& points, const Vec3& direction)
{
    const Vec3 towards = glm::normalize(direction);
    const Vec3 right =
        glm::normalize(glm::cross(std::abs(towards.y) < 0.8 ? Vec3(0.0, 1.0, 0.0) : Vec3(1.0, 0.0, 0.0), towards));
    const Vec3 up = glm::cross(towards, right);
    std::vector<Vec3> picture;
    picture.reserve(points.size());
    for (const Vec3& point : points)
    {
        const Vec3 from = point - points.front();
        picture.emplace_back(glm::dot(from, right), glm::dot(from, up), glm::dot(from, towards));
    }
    return picture;
}

/// Collects the crossings of a picture.
class Crossings
{
public:
    explicit Crossings(const std::vector<Vec3>& points) : points_(points)
    {
        for (const Vec3& point : points)
            for (int axis = 0; axis < 3; ++axis)
                depthError_ = std::max(depthError_, 16.0 * rounding * std::abs(point[axis]));
    }

    void look(std::size_t i, std::size_t j)
    {
        const std::size_t count = points_.size();
        if (!decided_ || (i == 0 && j + 1 == count)) // neighbours meet in the point that they share
            return;
        const Vec3& a = points_[i];
        const Vec3& b = points_[i + 1];
        const Vec3& c = points_[j];
        const Vec3& d = points_[(j + 1) % count];
        const Rounded atA = areaOf(c, d, a);
        const Rounded atB = areaOf(c, d, b);
        if (atA.decided() && atB.decided() && (atA.value > 0.0) == (atB.value > 0.0))
            return;
        const Rounded atC = areaOf(a, b, c);
        const Rounded atD = areaOf(a, b, d);
        if (atC.decided() && atD.decided() && (atC.value > 0.0) == (atD.value > 0.0))
            return;
        decided_ = atA.decided() && atB.decided() && atC.decided() && atD.decided();
        if (!decided_)
            return;
        const Rounded first = placeOf(atA, atB);
        const Rounded second = placeOf(atC, atD);
        const double above = glm::mix(a.z, b.z, first.value) - glm::mix(c.z, d.z, second.value);
        decided_ =
            std::abs(above) > depthError_ + std::abs(b.z - a.z) * first.error + std::abs(d.z - c.z) * second.error;
        // d lies on the left of a b where the edge turns counter-clockwise into the other one.
        signs_.push_back((atD.value > 0.0) == (above > 0.0) ? 1 : -1);
        meetings_.push_back({i, first, signs_.size() - 1, above > 0.0});
        meetings_.push_back({j, second, signs_.size() - 1, above < 0.0});
    }

    /// With the visits in their order; none where something was too near to decide.
    std::optional<Diagram> diagram()
    {
        Diagram diagram;
        std::sort(meetings_.begin(), meetings_.end(),
                  [](const Meeting& one, const Meeting& other)
                  { return one.edge != other.edge ? one.edge < other.edge : one.along.value < other.along.value; });
        for (std::size_t i = 0; i < meetings_.size(); ++i)
        {
            const Meeting& here = meetings_[i];
            if (i > 0 && meetings_[i - 1].edge == here.edge)
                decided_ = decided_ && here.along.value - meetings_[i - 1].along.value >
                                           here.along.error + meetings_[i - 1].along.error;
            diagram.visits.push_back({here.crossing, here.over});
        }
        diagram.signs = signs_;
        return decided_ ? std::optional(std::move(diagram)) : std::nullopt;
    }

private:
    const std::vector<Vec3>& points_;
    double depthError_ = 0.0;
    std::vector<Meeting> meetings_;
    std::vector<int> signs_;
    bool decided_ = true;
};

} // namespace

std::optional<Diagram> diagramOf(const std::vector<Vec3>& points, const Vec3& direction)
{
    const std::vector<Vec3> picture = seen(points, direction);
    EdgeTree tree;
    tree.build(picture.size(),
               [&picture](std::size_t edge)
               {
                   EdgeTree::Box box = EdgeTree::Box::empty();
                   for (const Vec3& end : {picture[edge], picture[(edge + 1) % picture.size()]})
                       box.hold({end.x, end.y, 0.0});
                   return box;
               });
    Crossings crossings(picture);
    tree.forEachPair(2, [&crossings](std::size_t i, std::size_t j) { crossings.look(i, j); });
    return crossings.diagram();
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
