#include "rod_self_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace rope
{

namespace
{

/// How fast what began within itself is let out, in radii a second.
constexpr double letOut = 4.0;
/// Of `nearestPlaces`: from a tenth of a radian between two edges on, the places are the exact ones within 2 %.
constexpr double evenness = 1e-3;
/// What comes nearer by more than this part of the radius in a step, and then touches, is a blow.
constexpr double blow = 0.02;
/// The least distance of touching edges at the end of a step, in diameters.
constexpr double least = 0.8;

template <typename Pair>
std::tuple<std::uint32_t, std::uint32_t> order(const Pair& pair)
{
    return {pair.edge, pair.other};
}

} // namespace

void RodSelfContacts::begin(const RodContactLaw& law, double segment, const std::vector<RodSelfTouch>& touches,
                            const std::vector<Mass>& masses, const std::vector<Vec3>& predicted, double dt, bool first)
{
    law_ = law;
    dt_ = dt;
    touches_ = &touches;
    first_ = first;
    asked_ = 0;
    ended_ = false;
    settled_ = true;
    slack_ = 0.5 * law.radius;
    apart_ = static_cast<std::size_t>(std::ceil(std::numbers::pi * law.radius / segment)) + 1;
    start_.resize(masses.size());
    for (std::size_t i = 0; i < masses.size(); ++i)
        start_[i] = masses[i].position;
    predicted_ = predicted;
    candidates_.clear();
    findPairs(predicted, slack_);
    for (const auto& [edge, other] : pairs_)
        addCandidate(edge, other);
}

/// Finds the pairs of edges that may touch on the straight way from the start to where each mass ends no farther than
/// `slack` from these positions.
void RodSelfContacts::findPairs(const std::vector<Vec3>& positions, double slack)
{
    // What all masses have in common brings nothing nearer.
    Vec3 common(0.0);
    for (std::size_t i = 0; i < start_.size(); ++i)
        common += positions[i] - start_[i];
    common /= static_cast<double>(start_.size());
    const double margin = law_.radius + slack;
    tree_.build(start_.size() - 1,
                [&](std::size_t edge)
                {
                    EdgeTree::Box box{start_[edge], start_[edge]};
                    box.hold(start_[edge + 1]);
                    box.hold(positions[edge] - common);
                    box.hold(positions[edge + 1] - common);
                    box.grow(margin);
                    return box;
                });
    pairs_.clear();
    tree_.forEachPair(apart_,
                      [&](std::size_t i, std::size_t j)
                      {
                          const auto way = [&](std::size_t mass) { return positions[mass] - start_[mass]; };
                          const Vec3 middle = 0.25 * (way(i) + way(i + 1) + way(j) + way(j + 1));
                          const auto farthest = [&](std::size_t edge)
                          { return std::max(glm::distance(way(edge), middle), glm::distance(way(edge + 1), middle)); };
                          const double reach = 2.0 * margin + farthest(i) + farthest(j);
                          if (distance(edgeAt(start_, i), edgeAt(start_, j)) < reach)
                              pairs_.emplace_back(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
                      });
    std::ranges::sort(pairs_);
}

void RodSelfContacts::addCandidate(std::uint32_t edge, std::uint32_t other)
{
    Candidate candidate;
    candidate.edge = edge;
    candidate.other = other;
    const Segment a = edgeAt(start_, edge);
    const Segment b = edgeAt(start_, other);
    candidate.crossed = glm::cross(a.way, b.way);
    const Meeting start = meet(candidate, start_);
    candidate.normal = start.coupling.normal;
    candidate.distance = distance(a, b);
    const auto touch = std::ranges::lower_bound(*touches_, order(candidate), {}, order<RodSelfTouch>);
    if (touch != touches_->end() && order(*touch) == order(candidate))
    {
        candidate.known = true;
        for (std::size_t k = 0; k < 2; ++k)
            candidate.slip[k] = glm::dot(touch->slip, start.frame[k]);
        candidate.overlap = touch->overlap;
        candidate.pressure = touch->pressure;
        candidate.slips = touch->slips;
        candidate.tried = touch->slips;
        candidate.way = touch->slips ? glm::normalize(touch->slip) : Vec3(0.0);
    }
    else if (first_)
        candidate.overlap = std::max(0.0, 2.0 * law_.radius - start.distance);
    candidate.overlap = std::max(0.0, candidate.overlap - letOut * law_.radius * dt_);
    candidates_.push_back(candidate);
}

RodSelfContacts::Meeting RodSelfContacts::meet(const Candidate& candidate, const std::vector<Vec3>& positions) const
{
    const Segment a = edgeAt(positions, candidate.edge);
    const Segment b = edgeAt(positions, candidate.other);
    Meeting meeting;
    FarCoupling& coupling = meeting.coupling;
    coupling.edge = candidate.edge;
    coupling.other = candidate.other;
    const SegmentPlaces places = nearestPlaces(a, b, evenness);
    coupling.along = places.first;
    coupling.otherAlong = places.second;
    const Vec3 between = a.at(places.first) - b.at(places.second);
    meeting.distance = glm::length(between);
    Vec3& n = coupling.normal;
    n = meeting.distance > 0.0 ? between / meeting.distance : candidate.normal;
    const double lengthA = glm::length(a.way);
    const double lengthB = glm::length(b.way);
    // Edges that cross on the other side than they did at the start have passed through each other: they go back.
    const Vec3 crossed = glm::cross(a.way, b.way);
    const double side = glm::dot(crossed, n);
    const double sideAtStart = glm::dot(candidate.crossed, candidate.normal);
    const double clear = 0.1 * lengthA * lengthB;
    if (side * sideAtStart < 0.0 && std::min(std::abs(side), std::abs(sideAtStart)) > clear &&
        glm::dot(crossed, candidate.crossed) > 0.0)
    {
        meeting.distance = -meeting.distance;
        n = -n;
    }
    const Vec3 tangentA = a.way / lengthA;
    const Vec3 tangentB = b.way / lengthB;
    const double arm = 0.5 * std::abs(meeting.distance);
    const Vec3 across = tangentA - glm::dot(tangentA, n) * n;
    coupling.lean = arm / lengthA * across;
    coupling.otherLean = arm / lengthB * (tangentB - glm::dot(tangentB, n) * n);
    const double size = glm::length(across);
    meeting.frame[0] = size > 0.0 ? across / size : Vec3(0.0);
    meeting.frame[1] = glm::cross(n, meeting.frame[0]);
    return meeting;
}

/// Whether edges that were apart come together faster than a touch does.
bool RodSelfContacts::meetsHard(const Candidate& candidate, const Meeting& meeting) const
{
    if (meeting.distance >= 2.0 * law_.radius - candidate.overlap)
        return false;
    FarCoupling centres = meeting.coupling;
    centres.lean = centres.otherLean = Vec3(0.0);
    const Vec3 way = centres.relative([this](std::size_t i) { return predicted_[i] - start_[i]; });
    return glm::dot(way, candidate.normal) < -blow * law_.radius;
}

/// False where the edges do not touch. Sets the coupling's stiffness.
bool RodSelfContacts::respond(Candidate& candidate, Meeting& meeting, const std::vector<Vec3>& positions,
                              Response& response)
{
    const double deep = 2.0 * law_.radius - meeting.distance - candidate.overlap;
    if (!(deep > 0.0))
        return false;
    FarCoupling& coupling = meeting.coupling;
    const Vec3& n = coupling.normal;
    response.pressure = law_.stiffness * deep;
    response.friction = response.slip = Vec3(0.0);
    coupling.stiffness = glm::outerProduct(law_.stiffness * n, n);
    if (law_.friction == 0.0)
        return true;
    // The nearest places follow a way along one of the edges, and with it the surfaces slip. They do not follow one
    // across both of them where those are parallel: there one rolls on the other.
    const auto direction = [&](std::size_t edge)
    {
        const Vec3 t = glm::normalize(positions[edge + 1] - positions[edge]);
        return t - glm::dot(t, n) * n;
    };
    const Vec3 t = direction(candidate.edge);
    const Vec3 u = direction(candidate.other);
    const double tt = glm::dot(t, t) + evenness;
    const double uu = glm::dot(u, u) + evenness;
    const double tu = glm::dot(t, u);
    const glm::dmat3 glide = (uu * glm::outerProduct(t, t) + tt * glm::outerProduct(u, u) -
                              tu * (glm::outerProduct(t, u) + glm::outerProduct(u, t))) /
                             (tt * uu - tu * tu);
    response.slip = candidate.slip[0] * meeting.frame[0] + candidate.slip[1] * meeting.frame[1] +
                    glide * coupling.relative([&](std::size_t i) { return positions[i] - start_[i]; });
    constexpr int enough = 5;
    if (!ended_ && asked_ < enough && (asked_ > 1 || candidate.pressure == 0.0))
        candidate.pressure = response.pressure;
    const double limit = law_.friction * candidate.pressure / law_.stiffness; // [m]
    const double drawn = glm::length(response.slip);
    const bool onward = candidate.slips ? glm::dot(response.slip, candidate.way) > 0.0 : candidate.tried;
    candidate.slips = drawn > limit && (onward || ended_);
    if (candidate.slips)
    {
        candidate.way = response.slip / drawn;
        response.slip = limit * candidate.way;
        const glm::dmat3 beside = glm::dmat3(1.0) - glm::outerProduct(candidate.way, candidate.way);
        coupling.stiffness += law_.stiffness * limit / drawn * (beside * glide * beside);
    }
    else
    {
        settled_ = settled_ && drawn <= limit;
        coupling.stiffness += law_.stiffness * glide;
    }
    candidate.tried = true;
    response.friction = -law_.stiffness * response.slip;
    return true;
}

void RodSelfContacts::add(const std::vector<Vec3>& positions, const RodGoal&, RodHessian, OutsideForces& sum)
{
    ++asked_;
    settled_ = true;
    Response response;
    for (Candidate& candidate : candidates_)
    {
        Meeting meeting = meet(candidate, positions);
        if (!respond(candidate, meeting, positions, response))
            continue;
        meeting.coupling.spread(response.pressure * meeting.coupling.normal + response.friction,
                                [&sum](std::size_t mass, const Vec3& force) { sum.force[mass] += force; });
        sum.far.push_back(meeting.coupling);
    }
}

bool RodSelfContacts::complete(const std::vector<Vec3>& positions)
{
    const bool expected = std::ranges::equal(positions, predicted_,
                                             [limit = slack_ * slack_](const Vec3& x, const Vec3& y)
                                             {
                                                 const Vec3 off = x - y;
                                                 return glm::dot(off, off) <= limit;
                                             });
    if (expected)
        return true;
    findPairs(positions, 0.0);
    const std::size_t before = candidates_.size();
    bool touch = false;
    for (const auto& [edge, other] : pairs_)
    {
        const auto known = candidates_.begin() + static_cast<std::ptrdiff_t>(before);
        const std::tuple<std::uint32_t, std::uint32_t> pair{edge, other};
        const auto found = std::ranges::lower_bound(candidates_.begin(), known, pair, {}, order<Candidate>);
        if (found != known && order(*found) == pair)
            continue;
        addCandidate(edge, other);
        touch = touch || meet(candidates_.back(), positions).distance < 2.0 * law_.radius - candidates_.back().overlap;
    }
    std::ranges::sort(candidates_, {}, order<Candidate>);
    return !touch;
}

bool RodSelfContacts::keptApart(const std::vector<Vec3>& positions) const
{
    for (const Candidate& candidate : candidates_)
    {
        const double now = distance(edgeAt(positions, candidate.edge), edgeAt(positions, candidate.other));
        if (now < std::min(2.0 * least * law_.radius, 0.99 * candidate.distance) - candidate.overlap)
            return false;
    }
    return !passing(positions).has_value();
}

std::optional<std::pair<std::uint32_t, std::uint32_t>>
RodSelfContacts::passing(const std::vector<Vec3>& positions) const
{
    for (const Candidate& candidate : candidates_)
        if (!stayApart(edgeAt(start_, candidate.edge), edgeAt(start_, candidate.other),
                       edgeAt(positions, candidate.edge), edgeAt(positions, candidate.other)))
            return std::pair(candidate.edge, candidate.other);
    return std::nullopt;
}

void RodSelfContacts::store(const std::vector<Vec3>& positions, std::vector<RodSelfTouch>& touches)
{
    ended_ = true;
    touches.clear();
    Response response;
    for (Candidate& candidate : candidates_)
    {
        Meeting meeting = meet(candidate, positions);
        if (!respond(candidate, meeting, positions, response))
            continue;
        const FarCoupling& at = meeting.coupling;
        const Vec3 place = positions[at.edge] + at.along * (positions[at.edge + 1] - positions[at.edge]);
        touches.push_back({at.edge, at.other, at.along, at.otherAlong, place - 0.5 * meeting.distance * at.normal,
                           at.normal, meeting.distance, response.pressure, response.friction, response.slip,
                           candidate.slips, candidate.overlap});
    }
}

bool RodSelfContacts::hits(const std::vector<Vec3>& positions) const
{
    return std::ranges::any_of(candidates_, [&](const Candidate& candidate)
                               { return !candidate.known && meetsHard(candidate, meet(candidate, positions)); });
}

} // namespace rope
