#include "path_layout.hpp"

#include "set_up_solid.hpp"

#include "files/json_text.hpp"

#include "text/text.hpp"
#include <rope/elementary.hpp>
#include <rope/statics.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <utility>

namespace ropewalk
{

namespace
{

constexpr double turn1 = 2.0 * std::numbers::pi; // [rad]
constexpr int fewestSegments = 8;

/// A stop of a path: a point, or a circle round a solid on which the rope arrives and from which it leaves.
struct Station
{
    Vec3 in{0.0};        ///< [m]
    Vec3 out{0.0};       ///< [m]
    double radius = 0.0; ///< [m]; 0: a point
    Vec3 middle{0.0};    ///< [m]
    Vec3 axis{0.0};      ///< of the length 1, about which the rope turns to the left
    int turns = 0;
    double pitch = 0.0;       ///< [m] along the axis in a turn
    double angle = 0.0;       ///< [rad]
    std::string_view solid{}; ///< its name
};

Station stationOf(const SetUp& setUp, const SetUpRope& rope, const Stop& stop)
{
    const auto at = [](const Vec3& point) { return Station{.in = point, .out = point, .middle = point}; };
    if (const auto* point = std::get_if<Vec3>(&stop))
        return at(*point);
    if (const auto* place = std::get_if<SolidPlace>(&stop))
        return at(pointOn(*solidNamed(setUp, place->solid), *place));
    if (const auto* through = std::get_if<ThroughStop>(&stop))
        return at(solidNamed(setUp, through->ring)->position);
    const auto& round = std::get<RoundStop>(stop);
    const SetUpSolid& solid = *solidNamed(setUp, round.solid);
    Station station = at(solid.position);
    station.radius = solid.radius + rope.ropeRadius;
    station.axis = (round.side == RoundStop::Side::left ? 1.0 : -1.0) * turningAxis(solid);
    station.turns = round.turns;
    station.pitch = round.turns > 0 ? 2.02 * rope.ropeRadius : 0.0; // neighbours do not quite touch
    station.solid = round.solid;
    return station;
}

/// The point of the circle at which a line from `point` touches it, so that the rope turns to the left from there on
/// (arriving) or until there; relative to its middle, where the point is seen in the circle's plane. Nearest the point
/// where that is within the circle.
Vec3 touching(const Station& circle, const Vec3& point, bool arriving)
{
    const Vec3 way = point - circle.middle;
    const Vec3 flat = way - glm::dot(way, circle.axis) * circle.axis;
    const double distance = glm::length(flat);
    const Vec3 towards = distance > 0.0 ? flat / distance : Vec3(1.0, 0.0, 0.0);
    const double cosine = std::min(1.0, circle.radius / std::max(distance, circle.radius));
    const double sine = std::sqrt(1.0 - cosine * cosine);
    return circle.radius * (cosine * towards + (arriving ? sine : -sine) * glm::cross(circle.axis, towards));
}

/// Both points of the circle at which the rope touches, between its neighbours; returns by how much they have moved.
double settle(Station& circle, const Vec3& before, const Vec3& behind)
{
    const Vec3 in = touching(circle, before, true);
    const Vec3 out = touching(circle, behind, false);
    constexpr double rounding = 1e-9;
    circle.angle = rope::elementary::atan2(glm::dot(circle.axis, glm::cross(in, out)), glm::dot(in, out));
    if (circle.angle < -rounding)
        circle.angle += turn1;
    circle.angle = std::max(circle.angle, 0.0) + turn1 * circle.turns;
    const Vec3 aside = 0.5 * circle.pitch * circle.angle / turn1 * circle.axis;
    const Vec3 oldIn = std::exchange(circle.in, circle.middle + in - aside);
    const Vec3 oldOut = std::exchange(circle.out, circle.middle + out + aside);
    return glm::distance(oldIn, circle.in) + glm::distance(oldOut, circle.out);
}

void checkOutside(const SetUpRope& rope, const Station& circle, const Vec3& neighbour)
{
    const Vec3 way = neighbour - circle.middle;
    if (circle.radius > 0.0 && !(glm::length(way - glm::dot(way, circle.axis) * circle.axis) > circle.radius))
        refuse("rope '{}': a stop beside '{}' is within the circle in which it runs round it: must be more than {:.3g} "
               "m from its axis",
               rope.name, circle.solid, circle.radius);
}

std::vector<Station> stationsOf(const SetUp& setUp, const SetUpRope& rope)
{
    std::vector<Station> stations;
    for (const Stop& stop : rope.path)
        stations.push_back(stationOf(setUp, rope, stop));
    const std::size_t count = stations.size();
    const auto before = [&](std::size_t i) -> const Station& { return stations[(i + count - 1) % count]; };
    const auto behind = [&](std::size_t i) -> const Station& { return stations[(i + 1) % count]; };
    // A circle's points depend on the points of its neighbours.
    constexpr int mostRounds = 200;
    constexpr double rounding = 1e-14; // [m]
    double moved = 1.0;
    for (int round = 0; round < mostRounds && moved > rounding * static_cast<double>(count); ++round)
    {
        moved = 0.0;
        for (std::size_t i = 0; i < count; ++i)
            if (stations[i].radius > 0.0)
                moved += settle(stations[i], before(i).out, behind(i).in);
    }
    for (std::size_t i = 0; i < count; ++i)
    {
        checkOutside(rope, stations[i], before(i).out);
        checkOutside(rope, stations[i], behind(i).in);
    }
    return stations;
}

PathPiece straight(const SetUpRope& rope, const Station& one, const Station& next)
{
    PathPiece piece{.from = one.out, .to = next.in, .length = glm::distance(one.out, next.in)};
    constexpr double near = 1e-6; // [m]
    if (one.radius == 0.0 && next.radius == 0.0 && piece.length < near)
        refuse("rope '{}': two stops of its path are at one place, {}", rope.name, placeText(one.out));
    return piece;
}

PathPiece arc(const Station& circle)
{
    PathPiece piece{.from = circle.in, .to = circle.out};
    piece.radius = circle.radius;
    piece.middle = circle.middle;
    piece.axis = circle.axis;
    piece.angle = circle.angle;
    piece.rise = circle.pitch * circle.angle / turn1;
    piece.length = rope::elementary::hypot(circle.radius * circle.angle, piece.rise);
    return piece;
}

using PathCurve = std::vector<Vec3>;

void append(PathCurve& curve, const PathPiece& piece)
{
    constexpr double corner = 0.01; // [rad], so that a corner is 1e-5 of the radius within the arc
    const int parts = piece.radius > 0.0 ? 1 + static_cast<int>(piece.angle / corner) : 1;
    for (int i = 1; i <= parts; ++i)
        curve.push_back(i == parts ? piece.to : piece.at(static_cast<double>(i) / parts));
}

/// Two straight pieces of this length altogether: it sags down, or aside where down is along the way, `away` from the
/// solids that the rope runs round.
void appendTent(PathCurve& curve, const Vec3& to, double length, const Vec3& gravity, const Vec3& away)
{
    const Vec3 from = curve.back();
    const Vec3 way = to - from;
    const double distance = glm::length(way);
    Vec3 aside(0.0);
    for (const Vec3& direction : {gravity, away, Vec3(1.0, 0.0, 0.0), Vec3(0.0, 0.0, 1.0)})
    {
        const Vec3 across = direction - glm::dot(direction, way) / (distance * distance) * way;
        if (glm::length(aside) == 0.0 && glm::length(across) > 0.1 * glm::length(direction))
            aside = glm::normalize(across);
    }
    const double height = 0.5 * std::sqrt(std::max(0.0, length * length - distance * distance));
    curve.push_back(0.5 * (from + to) + height * aside);
    curve.push_back(to);
}

/// As a rope of this length hangs that hardly stretches.
void appendHanging(PathCurve& curve, const Vec3& to, double length, const Vec3& gravity, const Vec3& away)
{
    constexpr std::size_t parts = 100;
    rope::Chain chain;
    const double part = length / parts;
    chain.mass.assign(parts + 1, part);
    chain.springConstant.assign(parts, 1e6 * length * std::max(glm::length(gravity), 1e-6) / part);
    chain.restLength.assign(parts, part);
    chain.friction.assign(parts, 0.0);
    const std::optional<rope::ChainAtRest> rest = rope::suspendedChain(chain, curve.back(), to, gravity);
    if (!rest)
        return appendTent(curve, to, length, gravity, away);
    curve.insert(curve.end(), rest->positions.begin() + 1, rest->positions.end() - 1);
    curve.push_back(to);
}

/// Points along the curve from its beginning on, each `segment` from the one before, `count` of them beside the first;
/// fewer where the curve ends before.
std::vector<Vec3> stepsAlong(const PathCurve& curve, double segment, std::size_t count)
{
    std::vector<Vec3> points{curve.front()};
    Vec3 from = curve.front(); // of the piece of the curve that is being looked at
    for (std::size_t i = 1; i < curve.size() && points.size() <= count;)
    {
        const Vec3& last = points.back();
        if (glm::distance(curve[i], last) < segment)
        {
            from = curve[i++];
            continue;
        }
        // |from + t way - last| = segment
        const Vec3 way = curve[i] - from;
        const Vec3 offset = from - last;
        const double a = glm::dot(way, way);
        const double b = glm::dot(offset, way);
        const double c = glm::dot(offset, offset) - segment * segment;
        from += (std::sqrt(std::max(0.0, b * b - a * c)) - b) / a * way;
        points.push_back(from);
    }
    return points;
}

/// Two neighbouring numbers in [low, high], of the lower of which `holds`, as it does of `low`.
std::pair<double, double> boundary(double low, double high, const std::function<bool(double)>& holds)
{
    constexpr int halvings = 45;
    for (int i = 0; i < halvings; ++i)
    {
        const double middle = 0.5 * (low + high);
        (holds(middle) ? low : high) = middle;
    }
    return {low, high};
}

/// The beginnings of `count` parts of the curve, of the same length each.
std::vector<Vec3> partsOf(const PathCurve& curve, std::size_t count)
{
    double length = 0.0;
    for (std::size_t i = 1; i < curve.size(); ++i)
        length += glm::distance(curve[i - 1], curve[i]);
    std::vector<Vec3> points;
    double passed = 0.0;
    for (std::size_t i = 1; i < curve.size(); ++i)
    {
        const double piece = glm::distance(curve[i - 1], curve[i]);
        const auto next = [&]
        { return length * static_cast<double>(points.size()) / static_cast<double>(count) - passed; };
        while (points.size() < count && next() < piece)
            points.push_back(curve[i - 1] + next() / piece * (curve[i] - curve[i - 1]));
        passed += piece;
    }
    return points;
}

/// The longest straight piece.
std::size_t widestOf(const std::vector<PathPiece>& path)
{
    const auto span = [](const PathPiece& piece) { return piece.radius > 0.0 ? 0.0 : piece.length; };
    const auto widest = std::max_element(path.begin(), path.end(),
                                         [&](const PathPiece& a, const PathPiece& b) { return span(a) < span(b); });
    return static_cast<std::size_t>(widest - path.begin());
}

/// From the middles of the arcs before and behind a piece to its ends.
Vec3 awayFromArcs(const std::vector<PathPiece>& path, std::size_t number)
{
    Vec3 away(0.0);
    if (number > 0 && path[number - 1].radius > 0.0)
        away += path[number].from - path[number - 1].middle;
    if (number + 1 < path.size() && path[number + 1].radius > 0.0)
        away += path[number].to - path[number + 1].middle;
    return away;
}

/// The path as a curve, of which one piece hangs where it is longer than its span.
PathCurve curveOf(const std::vector<PathPiece>& path, std::size_t hanging, double hangingLength, const Vec3& gravity)
{
    PathCurve curve{path.front().from};
    for (std::size_t i = 0; i < path.size(); ++i)
        if (i == hanging && hangingLength > path[i].length)
            appendHanging(curve, path[i].to, hangingLength, gravity, awayFromArcs(path, i));
        else
            append(curve, path[i]);
    return curve;
}

/// A rope that is laid exactly upright would stand as a column where it is pushed together: no rope is so straight.
void bow(std::vector<Vec3>& positions, const Vec3& gravity)
{
    constexpr double most = 1e-6; // of its length
    const Vec3 way = positions.back() - positions.front();
    const double length = glm::length(way);
    if (glm::length(glm::cross(way, gravity)) > most * length * glm::length(gravity))
        return;
    const Vec3 aside = std::abs(way.x) < 0.5 * length ? Vec3(1.0, 0.0, 0.0) : Vec3(0.0, 0.0, 1.0);
    for (std::size_t i = 1; i + 1 < positions.size(); ++i)
    {
        const double part = static_cast<double>(i) / static_cast<double>(positions.size() - 1);
        positions[i] += 4.0 * most * length * part * (1.0 - part) * aside;
    }
}

int segmentsOf(const SetUpRope& rope, int massCount)
{
    return massCount - (rope.closed ? 2 : 1);
}

} // namespace

Vec3 PathPiece::at(double part) const
{
    if (radius == 0.0)
        return from + part * (to - from);
    const Vec3 start = from + 0.5 * rise * axis - middle;
    const auto [sine, cosine] = rope::elementary::sineAndCosine(part * angle);
    return middle + cosine * start + sine * glm::cross(axis, start) + (part - 0.5) * rise * axis;
}

std::vector<PathPiece> pathOf(const SetUp& setUp, const SetUpRope& rope)
{
    const std::vector<Station> stations = stationsOf(setUp, rope);
    std::vector<PathPiece> path;
    const std::size_t straights = stations.size() - (rope.closed ? 0 : 1);
    for (std::size_t i = 0; i < straights; ++i)
    {
        const Station& next = stations[(i + 1) % stations.size()];
        path.push_back(straight(rope, stations[i], next));
        if (next.radius > 0.0)
            path.push_back(arc(next));
    }
    return path;
}

double lengthOf(const std::vector<PathPiece>& path)
{
    double length = 0.0;
    for (const PathPiece& piece : path)
        length += piece.length;
    return length;
}

double lengthOf(const SetUp& setUp, const SetUpRope& rope)
{
    constexpr double rounding = 1e-9;
    const double least = lengthOf(pathOf(setUp, rope));
    if (rope.length == 0.0)
        return least;
    if (rope.length < (1.0 - rounding) * least)
        refuse("rope '{}': length = {} m: must be at least {} m, the way along its path", rope.name,
               text::numberText(rope.length), text::numberText(std::ceil(1e3 * least) / 1e3));
    return rope.length;
}

int massCountOf(const SetUp& setUp, const SetUpRope& rope)
{
    if (rope.massCount > 0)
        return rope.massCount;
    double longest = (rope.selfContact ? 1.5 : 10.0) * rope.ropeRadius;
    for (const Stop& stop : rope.path)
        if (const auto* round = std::get_if<RoundStop>(&stop))
        {
            // The middle of an edge dips l²/(8 R) below the rope's curve. Nearer than a quarter of the rope's radius to
            // the solid it would be pressed there instead of at its masses.
            constexpr double apart = 0.9;
            const double radius = solidNamed(setUp, round->solid)->radius;
            longest = std::min(
                {longest, 0.5 * radius, apart * std::sqrt(2.0 * rope.ropeRadius * (radius + rope.ropeRadius))});
        }
    constexpr double rounding = 1e-9;
    constexpr double most = 1e6; // more than there may be
    const double segments = std::min(most, std::ceil(lengthOf(setUp, rope) / longest - rounding));
    return std::max(fewestSegments, static_cast<int>(segments)) + (rope.closed ? 2 : 1);
}

RopeLayout layOut(const SetUp& setUp, const SetUpRope& rope, const Vec3& gravity)
{
    const std::vector<PathPiece> path = pathOf(setUp, rope);
    const double length = lengthOf(setUp, rope);
    const auto segments = static_cast<std::size_t>(segmentsOf(rope, massCountOf(setUp, rope)));
    RopeLayout layout{{}, length / static_cast<double>(segments)};
    const std::size_t widest = widestOf(path);
    PathCurve curve = curveOf(path, widest, path[widest].length, gravity);
    const auto fits = [&](double segment) { return stepsAlong(curve, segment, segments).size() > segments; };
    if (rope.length == 0.0)
        layout.segment = boundary(0.0, layout.segment, fits).first;
    else
    {
        const auto isShort = [&](double hanging)
        {
            curve = curveOf(path, widest, hanging, gravity);
            return !fits(layout.segment);
        };
        const double span = path[widest].length;
        curve = curveOf(path, widest, boundary(span, span + 2.0 * length, isShort).second, gravity);
    }
    layout.positions = stepsAlong(curve, layout.segment, segments);
    layout.positions.resize(segments);
    constexpr double rounding = 1e-6;
    if (std::abs(glm::distance(layout.positions.back(), curve.back()) - layout.segment) > rounding * layout.segment)
    {
        // Segments that are longer than the turns are wide jump from one to the next.
        curve = curveOf(path, widest, path[widest].length + length - lengthOf(path), gravity);
        layout.segment = length / static_cast<double>(segments);
        layout.positions = partsOf(curve, segments);
    }
    layout.positions.push_back(curve.back());
    if (path.size() == 1 && length < (1.0 + 1e-9) * path.front().length)
        bow(layout.positions, gravity);
    if (rope.closed) // its last edge is its first one
        layout.positions.push_back(layout.positions[1]);
    return layout;
}

bool laidOutAlike(const SetUpRope& a, const SetUpRope& b)
{
    const auto isPlace = [](const Stop& stop)
    { return std::holds_alternative<Vec3>(stop) || std::holds_alternative<SolidPlace>(stop); };
    if (a.path.size() != b.path.size() || a.length != b.length || a.massCount != b.massCount || a.closed != b.closed)
        return false;
    for (std::size_t i = 0; i < a.path.size(); ++i)
    {
        const bool isEnd = !a.closed && (i == 0 || i + 1 == a.path.size());
        if (a.path[i] != b.path[i] && !(isEnd && isPlace(a.path[i]) && isPlace(b.path[i])))
            return false;
    }
    return true;
}

} // namespace ropewalk
