#include "rope/core/demand.hpp"
#include "rope/knots/invariants.hpp"
#include "rope/knots/knot_table.hpp"

#include <rope/knot.hpp>

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numbers>
#include <utility>

namespace rope
{

namespace
{

constexpr double farAway = 100.0; ///< of the rope's size, where its ends are joined

Vec3 centreOf(const std::vector<Vec3>& points)
{
    Vec3 sum(0.0);
    for (const Vec3& point : points)
        sum += point;
    return sum / static_cast<double>(points.size());
}

double sizeOf(const std::vector<Vec3>& points, const Vec3& centre)
{
    double size = 0.0;
    for (const Vec3& point : points)
        size = std::max(size, glm::length(point - centre));
    return size;
}

Vec3 directionOr(const Vec3& way, const Vec3& otherwise)
{
    const double length = glm::length(way);
    return length > 0.0 ? way / length : otherwise;
}

/// A direction in which no point lies farther than the end. `wanted` where it is one, or turned until it is: each time
/// away from the point that lies farthest that way.
std::optional<Vec3> wayOut(const std::vector<Vec3>& points, const Vec3& end, const Vec3& wanted, double size)
{
    Vec3 way = wanted;
    for (int turn = 0; turn < 30; ++turn)
    {
        Vec3 farthest(0.0);
        double most = 1e-12 * size;
        for (const Vec3& point : points)
            if (const double far = glm::dot(point - end, way); far > most)
            {
                most = far;
                farthest = point - end;
            }
        if (farthest == Vec3(0.0))
            return way;
        way -= 1.2 * most / glm::dot(farthest, farthest) * farthest;
        if (glm::dot(way, way) < 1e-12)
            return std::nullopt;
        way = glm::normalize(way);
    }
    return std::nullopt;
}

/// An end of a rope, and a direction in which it leaves the others.
struct End
{
    Vec3 point{0.0};
    Vec3 way{0.0};
};

/// The corners by which ends are joined so far from the centre.
std::vector<Vec3> farCorners(const End& from, const End& to, const Vec3& centre, double far)
{
    std::vector<Vec3> all{from.point + far * from.way};
    // Not through the rope: by a corner of the arc, where the ways out are more than a right angle apart.
    if (glm::dot(to.way, from.way) < 0.0)
    {
        const Vec3 across = glm::cross(to.way, std::abs(to.way.x) < 0.6 ? Vec3(1.0, 0.0, 0.0) : Vec3(0.0, 1.0, 0.0));
        const Vec3 middle = to.way + from.way;
        all.push_back(centre + far * glm::normalize(glm::length(middle) > 1e-3 ? middle : across));
    }
    all.push_back(to.point + far * to.way);
    return all;
}

/// An open rope, and where its ends can leave it.
class OpenCurve
{
public:
    explicit OpenCurve(const std::vector<Vec3>& points)
        : points_(points), centre_(centreOf(points)), size_(sizeOf(points, centre_))
    {
        for (std::size_t i = 0; i < 2; ++i)
        {
            const Vec3& end = i == 0 ? points.front() : points.back();
            ways_[i] = directionOr(end - centre_, directionOr(end - (i == 0 ? points.back() : points.front()), {}));
            const std::optional<Vec3> way = wayOut(points, end, ways_[i], size_);
            free_ = free_ && way.has_value();
            ways_[i] = way.value_or(ways_[i]);
        }
    }

    bool endsAreFree() const { return free_; }

    /// The corners by which the last point is joined to the first.
    std::vector<Vec3> corners() const
    {
        return farCorners({points_.back(), ways_[1]}, {points_.front(), ways_[0]}, centre_, farAway * size_);
    }

    /// The same where both ends go that way.
    std::vector<Vec3> corners(const Vec3& way) const
    {
        return {points_.back() + farAway * size_ * way, points_.front() + farAway * size_ * way};
    }

private:
    const std::vector<Vec3>& points_;
    Vec3 centre_;
    double size_;
    std::array<Vec3, 2> ways_{};
    bool free_ = true;
};

/// Two ropes that are tied to each other, each from its free end to the loaded one.
class Bend
{
public:
    Bend(const std::vector<Vec3>& one, const std::vector<Vec3>& other) : one_(one), other_(other), all_(one)
    {
        all_.insert(all_.end(), other.begin(), other.end());
        centre_ = centreOf(all_);
        size_ = sizeOf(all_, centre_);
    }

    /// As a ring. The way from free end to free end goes round the loaded ends by `turn` turns, -1 to 1.
    std::vector<Vec3> joined(double turn) const
    {
        std::vector<Vec3> ring = one_;
        const auto add = [&ring](const std::vector<Vec3>& corners)
        { ring.insert(ring.end(), corners.begin(), corners.end()); };
        add(farCorners(leaving(one_.back()), leaving(other_.back()), centre_, 2.0 * farAway * size_));
        ring.insert(ring.end(), other_.rbegin(), other_.rend());
        const End from = leaving(other_.front());
        const End to = leaving(one_.front());
        if (turn == 0.0)
            add(farCorners(from, to, centre_, farAway * size_));
        else
            add(turnedCorners(from, to, turn));
        return ring;
    }

private:
    End leaving(const Vec3& end) const
    {
        const Vec3 wanted = directionOr(end - centre_, Vec3(1.0, 0.0, 0.0));
        return {end, wayOut(all_, end, wanted, size_).value_or(wanted)};
    }
    /// Once round the line through the loaded ends.
    std::vector<Vec3> turnedCorners(const End& from, const End& to, double turn) const
    {
        const double far = farAway * size_;
        const Vec3 axis = directionOr(one_.back() - other_.back(), Vec3(1.0, 0.0, 0.0));
        const Vec3 up = directionOr(from.way - glm::dot(from.way, axis) * axis, Vec3(0.0, 1.0, 0.0));
        const Vec3 side = turn * glm::cross(axis, up);
        return {from.point + far * from.way, centre_ + far * side, centre_ - far * up, centre_ - far * side,
                to.point + far * to.way};
    }

    const std::vector<Vec3>& one_;
    const std::vector<Vec3>& other_;
    std::vector<Vec3> all_;
    Vec3 centre_{0.0};
    double size_ = 0.0;
};

/// Directions from which the curve is looked at, the same for the same curve: against the side on which it is widest,
/// and each farther aside, so that no edge stands in one of them.
Vec3 view(const std::vector<Vec3>& points, std::size_t number)
{
    Vec3 low = points.front();
    Vec3 high = points.front();
    for (const Vec3& point : points)
    {
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
    const Vec3 wide = high - low;
    const int flat = wide.x < wide.y ? (wide.x < wide.z ? 0 : 2) : (wide.y < wide.z ? 1 : 2);
    const auto aside = static_cast<double>(number + 1);
    // Powers of the plastic number, by which points fill a box evenly.
    Vec3 direction = 0.2 * aside * (glm::fract(aside * Vec3(0.8191725134, 0.6710436067, 0.5497004779)) - 0.5);
    direction[flat] += 1.0;
    return direction;
}

/// The type of a simplified diagram; places behind the rope's own edges are the last end's.
KnotType typeOf(const Diagram& diagram, std::size_t ownEdges)
{
    KnotType type;
    for (const Diagram::Visit& visit : diagram.visits)
        type.visits.push_back({std::min(visit.place, static_cast<double>(ownEdges)), visit.over});
    std::stable_sort(type.visits.begin(), type.visits.end(),
                     [](const KnotVisit& one, const KnotVisit& other) { return one.place < other.place; });
    type.crossings = diagram.signs.size();
    for (const int sign : diagram.signs)
        type.crossingSum += sign;
    type.alexander = alexanderPolynomial(diagram);
    std::int64_t atMinusOne = 0;
    for (std::size_t i = 0; i < type.alexander.size(); ++i)
        atMinusOne += i % 2 == 0 ? type.alexander[i] : -type.alexander[i];
    type.determinant = std::abs(atMinusOne);
    type.signature = signature(diagram);
    name(type);
    return type;
}

/// Pictures of one line.
class Pictures
{
public:
    explicit Pictures(const std::vector<Vec3>& points) : points_(points) {}

    /// Nothing where rounding decides in every picture: the curve touches itself.
    std::optional<Diagram> joinedBy(const std::vector<Vec3>& corners)
    {
        for (std::size_t number = 0; number < 12; ++number)
        {
            if (number == pictures_.size())
                pictures_.emplace_back(points_, view(points_, number));
            if (std::optional<Diagram> diagram = pictures_[number].joinedBy(corners))
                return diagram;
        }
        return std::nullopt;
    }
    std::optional<Diagram> simplyJoinedBy(const std::vector<Vec3>& corners)
    {
        std::optional<Diagram> diagram = joinedBy(corners);
        if (diagram)
            simplify(*diagram);
        return diagram;
    }
    std::optional<KnotType> typeJoinedBy(const std::vector<Vec3>& corners)
    {
        const std::optional<Diagram> diagram = simplyJoinedBy(corners);
        if (!diagram)
            return std::nullopt;
        return typeOf(*diagram, corners.empty() ? points_.size() : points_.size() - 1);
    }

private:
    const std::vector<Vec3>& points_;
    std::vector<Picture> pictures_; ///< made as they are asked for
};

/// The corners of a dodecahedron, turned a little so that no rope hung or laid by numbers stands in their way.
std::array<Vec3, 20> dodecahedron()
{
    std::array<Vec3, 20> all{};
    constexpr double ratio = std::numbers::phi;
    for (std::size_t i = 0; i < 20; ++i)
    {
        const double a = i % 2 == 0 ? 1.0 : -1.0;
        const double b = i / 2 % 2 == 0 ? 1.0 : -1.0;
        const double c = i / 4 % 2 == 0 ? 1.0 : -1.0;
        const std::size_t axis = (i - 8) / 4;
        Vec3 corner(a, b, c);
        if (i >= 8)
            for (std::size_t k = 0; k < 3; ++k)
                corner[static_cast<int>((axis + k) % 3)] = std::array{0.0, a / ratio, b * ratio}[k];
        // By the quaternion of (1; 0.12, 0.23, 0.07).
        const Vec3 axisTurn(0.12, 0.23, 0.07);
        corner +=
            2.0 * glm::cross(axisTurn, glm::cross(axisTurn, corner) + corner) / (1.0 + glm::dot(axisTurn, axisTurn));
        all[i] = glm::normalize(corner);
    }
    return all;
}

/// What a curve of a diagram comes by from its beginning on: each crossing by the number of those before it, whether it
/// is over, and the sign. Diagrams that have the same are of one knot.
std::vector<std::size_t> comesBy(const Diagram& diagram)
{
    const std::vector<Diagram::Visit>& visits = diagram.visits;
    std::vector<std::size_t> names(diagram.signs.size(), visits.size());
    std::vector<std::size_t> code;
    const auto first = std::min_element(visits.begin(), visits.end(),
                                        [](const Diagram::Visit& one, const Diagram::Visit& other)
                                        { return one.place < other.place; }) -
                       visits.begin();
    std::size_t known = 0;
    for (std::size_t i = 0; i < visits.size(); ++i)
    {
        const Diagram::Visit& visit = visits[(static_cast<std::size_t>(first) + i) % visits.size()];
        std::size_t& name = names[visit.crossing];
        if (name == visits.size())
            name = known++;
        code.push_back(4 * name + (visit.over ? 2 : 0) + (diagram.signs[visit.crossing] > 0 ? 1 : 0));
    }
    return code;
}

/// The commonest type over the directions.
std::optional<KnotType> commonest(const OpenCurve& curve, Pictures& pictures, std::size_t ownEdges)
{
    static const std::array<Vec3, 20> directions = dodecahedron();
    std::vector<KnotType> types;
    std::map<std::vector<std::size_t>, std::size_t> known; // by what the curve comes by
    for (const Vec3& direction : directions)
    {
        const std::optional<Diagram> diagram = pictures.simplyJoinedBy(curve.corners(direction));
        if (!diagram)
            continue;
        const auto [place, isNew] = known.try_emplace(comesBy(*diagram), types.size());
        if (isNew)
        {
            KnotType type = typeOf(*diagram, ownEdges);
            type.share = 0.0;
            const auto same =
                std::find_if(types.begin(), types.end(),
                             [&type](const KnotType& other)
                             { return other.alexander == type.alexander && other.signature == type.signature; });
            place->second = static_cast<std::size_t>(same - types.begin());
            if (same == types.end())
                types.push_back(std::move(type));
        }
        types[place->second].share += 1.0;
    }
    const auto most = std::max_element(
        types.begin(), types.end(), [](const KnotType& one, const KnotType& other) { return one.share < other.share; });
    if (most == types.end())
        return std::nullopt;
    most->share /= static_cast<double>(directions.size());
    return *most;
}

std::vector<Vec3> withoutRepeats(const std::vector<Vec3>& points, CurveEnds ends)
{
    std::vector<Vec3> apart = points;
    apart.erase(std::unique(apart.begin(), apart.end()), apart.end());
    while (ends == CurveEnds::joined && apart.size() > 1 && apart.front() == apart.back())
        apart.pop_back();
    return apart;
}

} // namespace

std::optional<Diagram> diagramOf(const std::vector<Vec3>& ring)
{
    return Pictures(ring).joinedBy({});
}

std::vector<Vec3> joinedCurve(const std::vector<Vec3>& points)
{
    std::vector<Vec3> ring = points;
    const std::vector<Vec3> corners = OpenCurve(points).corners();
    ring.insert(ring.end(), corners.begin(), corners.end());
    return ring;
}

std::vector<Vec3> joinedBend(const std::vector<Vec3>& one, const std::vector<Vec3>& other)
{
    demand(one.size() >= 2 && other.size() >= 2, "a rope of a bend has fewer than two points");
    const Bend bend(one, other);
    std::vector<Vec3> least;
    std::size_t fewest = 0;
    for (const double turn : {0.0, 1.0, -1.0})
    {
        std::vector<Vec3> ring = bend.joined(turn);
        std::optional<Diagram> diagram = diagramOf(ring);
        if (!diagram)
            continue;
        simplify(*diagram);
        if (least.empty() || diagram->signs.size() < fewest)
        {
            fewest = diagram->signs.size();
            least = std::move(ring);
        }
    }
    return least.empty() ? bend.joined(0.0) : least;
}

KnotType knotType(const std::vector<Vec3>& points, CurveEnds ends)
{
    for (const Vec3& point : points)
        demand(finite(point), "a point of the curve is not finite");
    const std::vector<Vec3> apart = withoutRepeats(points, ends);
    const std::size_t least = ends == CurveEnds::joined ? 3 : 2;
    demand(apart.size() >= least, "a curve of " + std::to_string(apart.size()) + " different points is no " +
                                      (ends == CurveEnds::joined ? "ring" : "rope") + ": at least " +
                                      std::to_string(least));
    Pictures pictures(apart);
    std::optional<KnotType> type;
    if (ends == CurveEnds::joined)
        type = pictures.typeJoinedBy({});
    else if (const OpenCurve curve(apart); curve.endsAreFree())
        type = pictures.typeJoinedBy(curve.corners());
    else
        type = commonest(curve, pictures, apart.size() - 1);
    demand(type.has_value(), "the curve touches itself");
    return *type;
}

} // namespace rope
