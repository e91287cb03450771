#include "solid_contacts.hpp"

#include "rope/distance/edge_distance.hpp"
#include "rope/ties/rope_ties.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>

// What may touch a solid in a step, and by which springs.

namespace rope
{

namespace
{

/// How fast what began within a solid is let out of it, in radii a second.
constexpr double solidLetOut = 4.0;
/// A touch that is pressed deeper, in radii, lets nothing out: another solid presses the rope back.
constexpr double solidJammed = 0.1;

/// [m] from the surface to the deepest point within.
double depth(const SolidBody& solid)
{
    switch (solid.shape)
    {
    case SolidShape::plane:
        return std::numeric_limits<double>::infinity();
    case SolidShape::sphere:
    case SolidShape::capsule:
        return solid.halfSize.x;
    case SolidShape::cylinder:
        return std::min(solid.halfSize.x, solid.halfSize.y);
    case SolidShape::box:
        return std::min({solid.halfSize.x, solid.halfSize.y, solid.halfSize.z});
    }
    return 0.0;
}

template <typename Place>
std::tuple<std::uint32_t, std::uint32_t, bool> placeOrder(const Place& place)
{
    return {place.solid, place.mass, place.edge};
}

} // namespace

/// What a tie holds at a body lies within it: the masses nearer along the rope than a radius and two segments.
void SolidContacts::findTied(const RopeState& state)
{
    tied_.clear();
    for (const auto& [place, body] : placesOnBodies(state))
    {
        const Rope& rope = state.ropes[place.rope];
        const int near = 2 + static_cast<int>(std::ceil(rope.constants.ropeRadius / rope.whole.restLength));
        const int edge = static_cast<int>(place.edge);
        const int last = static_cast<int>(rope.masses()) - 1;
        const int turn = rope.constants.closed ? last - 1 : last + near + 1; // the last edge lies on the first
        for (const int at : {edge - turn, edge, edge + turn})
            if (at + 1 + near >= 0 && at - near <= last)
                tied_.push_back({state.numberOf(body), rope.first + static_cast<std::size_t>(std::max(at - near, 0)),
                                 rope.first + static_cast<std::size_t>(std::min(at + 1 + near, last))});
    }
}

bool SolidContacts::isTied(const RopeState& state, std::uint32_t solid, std::size_t mass) const
{
    return state.isShape(solid) && std::any_of(tied_.begin(), tied_.end(),
                                               [&, body = state.bodyOfShape(solid)](const Tied& tied) {
                                                   return tied.body == body && mass >= tied.first && mass <= tied.last;
                                               });
}

/// Finds the masses and edges that the solid may touch, and the planes between.
void SolidContacts::findNear(const RopeState& state, std::uint32_t solid, const std::vector<Vec3>& predicted)
{
    const SolidBody& before = (*before_)[solid];
    const std::size_t count = std::min(start_.size(), before.touchingMasses);
    near_.resize(count);
    const double solidsWay =
        dt_ * (glm::length(before.velocity) + glm::length(before.spin) * glm::length(before.halfSize));
    const double limit = laws_.largestRadius() + reach_ + solidsWay;
    bool wasNear = false;
    for (std::size_t first = 0; first < count; first += stretchLength)
    {
        const Stretch& stretch = stretches_[first / stretchLength];
        const bool far = clearanceAndNormal(before, stretch.middle).distance - stretch.reach > limit;
        const std::size_t end = std::min(first + (far ? 1 : stretchLength), count);
        for (std::size_t i = first; i < std::min(end + 1, count) && !far; ++i)
            near_[i] = clearanceAndNormal(before, start_[i]);
        for (std::size_t i = first; i < end; ++i)
        {
            const bool tied = !tied_.empty() && isTied(state, solid, i);
            const bool edge = !far && i + 1 < count && laws_.joins(i) && !tied;
            const bool edgeNear = edge && leastDistance(near_[i], near_[i + 1], start_[i + 1] - start_[i]) < limit;
            const auto mass = static_cast<std::uint32_t>(i);
            if ((wasNear || edgeNear) && !tied)
                addNearMass(solid, mass, predicted);
            if (edgeNear)
                addNearEdge(solid, mass);
            wasNear = edgeNear;
        }
    }
}

void SolidContacts::addNearMass(std::uint32_t solid, std::uint32_t mass, const std::vector<Vec3>& predicted)
{
    addCandidate(solid, mass, false, 0.0, near_[mass]);
    if (!candidates_.back().known && !state_->isShape(solid) &&
        clearanceAndNormal(solids_[solid], predicted[mass]).distance < laws_.of(mass).radius)
        hits_[mass] = onGround(solid) ? Hit::theGround : Hit::aSolid;
}

void SolidContacts::addNearEdge(std::uint32_t solid, std::uint32_t mass)
{
    const SolidBody& before = (*before_)[solid];
    const Clearance& one = near_[mass];
    const Clearance& next = near_[mass + 1];
    const Vec3 edge = start_[mass + 1] - start_[mass];
    double along = one.distance < next.distance ? 0.0 : 1.0;
    Clearance nearest = along == 0.0 ? one : next;
    if (leastDistance(one, next, edge) < std::min(one.distance, next.distance))
    {
        along = nearestAlong(before, start_[mass], edge, one, next);
        nearest = clearanceAndNormal(before, start_[mass] + along * edge);
    }
    if (before.shape != SolidShape::plane)
        addCandidate(solid, mass, true, along, nearest);
    Guard guard;
    guard.mass = mass;
    guard.solid = solid;
    guard.normal = nearest.normal;
    guard.foot = start_[mass] + along * edge - nearest.distance * nearest.normal;
    // What began within a solid has no plane between: it may go half a radius.
    for (std::size_t end = 0; end < 2; ++end)
        guard.heights[end] =
            std::max(glm::dot(guard.normal, start_[mass + end] - guard.foot), 0.5 * laws_.of(mass).radius);
    guard.behind = 0.9 * depth(before);
    guards_.push_back(guard);
}

/// Stretches of the ropes that are far from a solid need no look at their masses.
void SolidContacts::layStretches()
{
    stretches_.clear();
    for (std::size_t first = 0; first < start_.size(); first += stretchLength)
    {
        const std::size_t last = std::min(first + stretchLength, start_.size() - 1);
        Stretch& stretch = stretches_.emplace_back();
        for (std::size_t i = first; i <= last; ++i)
            stretch.middle += start_[i] / static_cast<double>(last + 1 - first);
        double farthest = 0.0;
        double longest = 0.0; // the bound of `leastDistance` is no lower than the nearer end less the edge
        for (std::size_t i = first; i <= last; ++i)
        {
            farthest = std::max(farthest, glm::distance(start_[i], stretch.middle));
            longest = std::max(longest, i < last && laws_.joins(i) ? glm::distance(start_[i], start_[i + 1]) : 0.0);
        }
        stretch.reach = farthest + longest;
    }
}

/// A light body yields within the step. Its yielding is put in series with the spring of each touch: 1/k becomes 1/k +
/// h² n W, with the mobility W of the body where it is touched at n places. That is implicit Euler for rope and body,
/// which makes no energy however light the body is.
void SolidContacts::soften(const SolidBody& solid, std::size_t first, const std::vector<Vec3>& predicted)
{
    std::size_t places = 2; // what the step meets besides is within what a body bears that is stepped explicitly
    if (solid.inverseMass > 0.0)
    {
        const auto touches = [&](const Candidate& candidate)
        {
            return candidate.known ||
                   (!candidate.edge &&
                    clearanceAndNormal(solids_[candidate.solid], predicted[candidate.mass]).distance <
                        candidate.law->radius - candidate.overlap);
        };
        const auto count =
            std::count_if(candidates_.begin() + static_cast<std::ptrdiff_t>(first), candidates_.end(), touches);
        places = std::bit_ceil(std::max(places, static_cast<std::size_t>(count))); // so it seldom changes
    }
    const double ease = dt_ * dt_ * static_cast<double>(places);
    for (std::size_t i = first; i < candidates_.size(); ++i)
    {
        Candidate& candidate = candidates_[i];
        const bool yields = candidate.yields = solid.inverseMass != 0.0;
        candidate.press =
            yields
                ? PressSpring::straight(1.0 / (1.0 / candidate.law->stiffness + ease * solid.mobility(candidate.point)))
                : pressOf(*state_, *candidate.law, candidate.solid);
        const double stiffness = candidate.press.at(candidate.press.depthOf(candidate.pressure)).rate;
        // What yields is rubbed by the same force as before. Elsewhere the spring keeps its energy: a step has to be
        // given what it gains.
        if (candidate.known)
            candidate.slip *= yields ? candidate.stiffness / stiffness : std::sqrt(candidate.stiffness / stiffness);
        candidate.stiffness = stiffness;
    }
}

void SolidContacts::addCandidate(std::uint32_t solid, std::uint32_t mass, bool edge, double along,
                                 const Clearance& start)
{
    Candidate candidate;
    const ContactLaw& law = laws_.of(mass);
    candidate.law = &law;
    candidate.solid = solid;
    candidate.mass = mass;
    candidate.edge = edge;
    const Vec3 way = edge ? start_[mass + 1] - start_[mass] : Vec3(0.0);
    candidate.point = start_[mass] + along * way;
    constexpr double surely = 1.1; // an edge's nearest place is found to a part of a radius
    candidate.clear = start.distance - surely * law.radius;
    candidate.arm = glm::distance(candidate.point, (*before_)[solid].position) + glm::length(way) + start.distance;
    while (nextTouch_ < touches_->size() && placeOrder((*touches_)[nextTouch_]) < placeOrder(candidate))
        ++nextTouch_;
    if (nextTouch_ < touches_->size() && placeOrder((*touches_)[nextTouch_]) == placeOrder(candidate))
    {
        const SolidTouch& touch = (*touches_)[nextTouch_];
        candidate.known = true;
        candidate.slip = touch.slip;
        if (!state_->isShape(solid)) // `drawn` turns it with a body
            candidate.slip += dt_ * glm::cross((*before_)[solid].spin, touch.slip);
        candidate.overlap = touch.overlap;
        candidate.stiffness = touch.stiffness;
        candidate.pressure = touch.pressure;
        candidate.expected.pressure = touch.pressure;
        candidate.expected.along = touch.along;
        candidate.slips = touch.slips;
        candidate.tried = touch.slips;
        // Without friction it slips and nothing is drawn.
        candidate.way = touch.slips && touch.slip != Vec3(0.0) ? glm::normalize(touch.slip) : Vec3(0.0);
    }
    else if (const double deep = depthOf(candidate, start); deep > 0.0)
        candidate.overlap = std::max(0.0, deep - (edge && !first_ ? pressedBeside(candidate) : 0.0));
    const bool jams = candidate.pressure > solidJammed * law.radius * law.stiffness;
    const bool stays = jams || (!edge && isHeld(mass) && !state_->isShape(solid));
    candidate.letOut = stays ? 0.0 : std::min(candidate.overlap, solidLetOut * law.radius * dt_);
    candidate.overlap -= candidate.letOut;
    if (law.surface)
        setGrip(candidate, start.normal);
    candidates_.push_back(candidate);
}

/// A mass turns with its two neighbours and spins with the edges beside it; at an end, and within an edge, there is one
/// edge. The arms of two edges at a corner turn the rope by r about the tangent between them.
void SolidContacts::setGrip(Candidate& candidate, const Vec3& normal) const
{
    SurfaceGrip& grip = candidate.grip;
    const std::uint32_t i = candidate.mass;
    const bool last = !laws_.joins(i);
    const bool corner = !candidate.edge && i > 0 && laws_.joins(i - 1) && !last;
    grip.masses = corner ? 3 : 2;
    grip.first = corner || (!candidate.edge && last) ? i - 1 : i;
    grip.share = {0.0, 0.0, 0.0};
    if (!candidate.edge)
        grip.share[i - grip.first] = 1.0;
    grip.normal = normal;
    const Vec3 chord = start_[grip.first + grip.masses - 1] - start_[grip.first];
    const double span = glm::length(chord);
    const double edges = glm::distance(start_[grip.first], start_[grip.first + 1]) +
                         (corner ? glm::distance(start_[i], start_[i + 1]) : 0.0);
    // A fold has no tangent: it neither leans nor spins.
    constexpr double folded = 0.2;
    const Vec3 t = span > folded * edges ? chord / span : Vec3(0.0);
    const double radius = candidate.law->radius;
    grip.lean = span > 0.0 ? radius / span * t : Vec3(0.0);
    const double part = corner && span > 0.0 ? 0.5 * edges / span : 1.0; // 1/|t + u| of edges of one length
    grip.arm = {radius * part * glm::cross(normal, t), radius * part * glm::cross(normal, t)};
}

/// [m], by which the touches of its masses are pressed: so deep an edge takes the touch over from them. What is deeper
/// has begun within the solid.
double SolidContacts::pressedBeside(const Candidate& candidate) const
{
    const bool yields = (*before_)[candidate.solid].inverseMass != 0.0;
    double deepest = 0.0;
    for (const SolidTouch& touch : *touches_)
        if (touch.solid == candidate.solid && !touch.edge &&
            (touch.mass == candidate.mass || touch.mass == candidate.mass + 1))
        {
            const PressSpring press =
                yields ? PressSpring::straight(touch.stiffness) : pressOf(*state_, laws_.of(touch.mass), touch.solid);
            deepest = std::max(deepest, press.depthOf(touch.pressure));
        }
    return deepest;
}

} // namespace rope
