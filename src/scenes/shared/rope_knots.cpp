#include "rope_knots.hpp"

#include <fmt/format.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace ropewalk
{

namespace
{

std::vector<Vec3> pointsOf(const rope::RopeSimulation& sim, const rope::Rope& rope)
{
    const std::vector<rope::Mass>& masses = sim.masses();
    std::vector<Vec3> points;
    points.reserve(rope.masses());
    const std::size_t twice = rope.constants.closed ? 2 : 0; // a ring's last edge is its first one once more
    for (std::size_t i = 0; i + twice < rope.masses(); ++i)
        points.push_back(masses[rope.first + i].position);
    return points;
}

bool finite(const std::vector<Vec3>& points)
{
    return std::all_of(points.begin(), points.end(), [](const Vec3& point) { return rope::finite(point); });
}

/// Its strands cannot pass through each other.
bool touchesItself(const rope::Rope& rope)
{
    return rope.constants.selfContact && rope.constants.ropeRadius > 0.0;
}

Vec3 pointAt(const std::vector<Vec3>& points, double place)
{
    const auto edge = std::min(static_cast<std::size_t>(place), points.size() - 1);
    const double along = place - static_cast<double>(edge);
    return points[edge] + along * (points[(edge + 1) % points.size()] - points[edge]);
}

} // namespace

const std::optional<rope::KnotType>& KnotWatch::look(const rope::RopeSimulation& sim, rope::RopeId id)
{
    const rope::Rope& rope = sim.rope(id);
    std::vector<Vec3> points = pointsOf(sim, rope);
    if (points != seen_)
    {
        points_ = points;
        seen_ = std::move(points);
        name(rope.constants.closed ? rope::CurveEnds::joined : rope::CurveEnds::open, touchesItself(rope));
    }
    return type_;
}

const std::optional<rope::KnotType>& KnotWatch::look(const rope::RopeSimulation& sim, rope::RopeId one,
                                                     rope::RopeId other)
{
    const std::vector<Vec3> first = pointsOf(sim, sim.rope(one));
    const std::vector<Vec3> second = pointsOf(sim, sim.rope(other));
    std::vector<Vec3> points = first;
    points.insert(points.end(), second.begin(), second.end());
    if (points != seen_)
    {
        points_ = finite(points) ? rope::joinedBend(first, second) : points;
        seen_ = std::move(points);
        name(rope::CurveEnds::joined, touchesItself(sim.rope(one)) && touchesItself(sim.rope(other)));
    }
    return type_;
}

/// Of a curve whose strands `apart` cannot pass through each other.
void KnotWatch::name(rope::CurveEnds ends, bool apart)
{
    type_.reset();
    if (!apart || !finite(points_))
        return;
    try
    {
        type_ = rope::knotType(points_, ends);
    }
    catch (const std::invalid_argument&)
    {
        // A line that touches itself has no type.
    }
}

double loopRadius(const rope::KnotType& type, const std::vector<Vec3>& points)
{
    if (type.name != "3_1" || type.visits.size() < 2 ||
        type.visits.back().place > static_cast<double>(points.size() - 1))
        return 0.0;
    const double from = type.visits[type.visits.size() / 2 - 1].place;
    const double to = type.visits[type.visits.size() / 2].place;
    double turned = 0.0;
    double length = 0.0;
    const auto last = static_cast<std::size_t>(std::ceil(to - (to - from) / 4.0));
    for (auto i = static_cast<std::size_t>(from + (to - from) / 4.0) + 1; i < last && i + 1 < points.size(); ++i)
    {
        const Vec3 before = points[i] - points[i - 1];
        const Vec3 behind = points[i + 1] - points[i];
        const Vec3 one = glm::normalize(before);
        const Vec3 other = glm::normalize(behind);
        turned += 2.0 * glm::length(other - one) / glm::length(other + one);
        length += 0.5 * (glm::length(before) + glm::length(behind));
    }
    return turned > 0.0 ? length / turned : 0.0;
}

std::vector<float> crossingColours(const std::optional<rope::KnotType>& type, std::size_t segments)
{
    std::vector<float> colours(segments, 0.5f);
    if (!type || type->visits.empty())
        return colours;
    const std::vector<rope::KnotVisit>& visits = type->visits;
    std::size_t next = 0;
    for (std::size_t i = 0; i < segments; ++i)
    {
        const double middle = static_cast<double>(i) + 0.5;
        while (next < visits.size() && visits[next].place < middle)
            ++next;
        if (next == 0 || next == visits.size())
            continue;
        const rope::KnotVisit& before = visits[next - 1];
        const rope::KnotVisit& behind = visits[next];
        const double share = (middle - before.place) / std::max(behind.place - before.place, 1e-9);
        colours[i] = static_cast<float>((1.0 - share) * (before.over ? 1.0 : 0.0) + share * (behind.over ? 1.0 : 0.0));
    }
    return colours;
}

void scaleCrossings(Snapshot& snapshot)
{
    snapshot.tensionScale = 1.0f;
    snapshot.colourTitle = "Crossings: under 0, over 1";
    snapshot.colourScaleFixed = true;
}

std::string knotText(const rope::KnotType& type)
{
    std::string text = type.name.empty() ? "unknown knot" : type.commonName;
    text += fmt::format("{}{} \u00b7 determinant {}", type.commonName.empty() ? "" : " ", type.name, type.determinant);
    return text;
}

Vec3 topOf(const rope::KnotType& type, const std::vector<Vec3>& points)
{
    Vec3 top(0.0);
    double first = static_cast<double>(points.size() - 1);
    double last = 0.0;
    for (const rope::KnotVisit& visit : type.visits)
    {
        top += pointAt(points, visit.place) / static_cast<double>(type.visits.size());
        first = std::min(first, visit.place);
        last = std::max(last, visit.place);
    }
    for (auto i = static_cast<std::size_t>(std::ceil(first)); static_cast<double>(i) <= last; ++i)
        top.y = std::max(top.y, points[i].y);
    return top;
}

std::string_view holdText(const rope::RopeSimulation& sim, const rope::Rope& rope)
{
    std::size_t touches = 0;
    std::size_t slipping = 0;
    for (const rope::RopeTouch& touch : sim.selfTouches())
        if (touch.edge >= rope.first && touch.other < rope.first + rope.segments())
        {
            ++touches;
            slipping += touch.slips ? 1 : 0;
        }
    return touches == 0 ? "loose" : 2 * slipping > touches ? "slips" : "holds";
}

void addKnotLabel(Snapshot& snapshot, const rope::RopeSimulation& sim, rope::RopeId id, KnotWatch& watch)
{
    const std::optional<rope::KnotType>& type = watch.look(sim, id);
    if (!type || type->visits.empty() || type->name == "0_1")
        return;
    std::string text = fmt::format("{} \u00b7 {}", knotText(*type), holdText(sim, sim.rope(id)));
    if (type->share < 1.0)
        text += fmt::format(" \u00b7 {:.0f} % of the ways out", 100.0 * type->share);
    snapshot.labels.push_back({glm::vec3(topOf(*type, watch.points())), text});
}

} // namespace ropewalk
