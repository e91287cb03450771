#include "solid_contacts.hpp"

#include "body_spring.hpp"

#include "rope/contact/edge_distance.hpp"
#include "rope/state/rope_parts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>

namespace rope
{

namespace
{

/// How fast what began within a solid is let out of it, in radii a second.
constexpr double solidLetOut = 4.0;

/// Where an edge touches is its deepest place, which runs along the edge as that turns or the solid is curved. With e
/// the edge, n the normal and C the curvature of the distance, it runs by g.x/(e.C e), x the ways of the four places
/// that move it: so the pressure N has the stiffness N/(e.C e) g gᵀ besides the one of a place that stays.
struct Running
{
    double stiffness = 0.0;                          ///< N/(e.C e) [N/m]
    std::array<Vec3, 2> edge{Vec3(0.0), Vec3(0.0)};  ///< g at the masses of the edge
    std::array<Vec3, 2> solid{Vec3(0.0), Vec3(0.0)}; ///< g at place and turn of a body

    Running(const Vec3& e, double along, const Clearance& at, double pressure, const Vec3& arm)
    {
        const Vec3 bent = at.curvature * e;
        const double rate = glm::dot(e, bent);
        constexpr double straight = 1e-6; // of an edge along a cylinder, or on a plane: it is as deep everywhere
        if (!(rate > straight * glm::length(e)))
            return;
        stiffness = pressure / rate;
        edge = {(1.0 - along) * bent - at.normal, along * bent + at.normal};
        solid = {-bent, glm::cross(bent, arm) + glm::cross(at.normal, e)};
    }
};

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

bool SolidContacts::begin(const StepView& step)
{
    const std::vector<SolidBody>& solids = step.state.solids;
    const std::vector<Mass>& masses = step.masses;
    const std::vector<Vec3>& predicted = step.positions;
    const double dt = step.dt;
    laws_.set(step.state, dt);
    startAngle_ = step.startAngle;
    first_ = step.state.placed;
    groundIsSolid_ = step.state.groundIsSolid;
    dt_ = dt;
    state_ = &step.state;
    before_ = &solids;
    touches_ = &step.state.touches;
    nextTouch_ = 0;
    ended_ = false;
    const std::size_t count = masses.size();
    start_.resize(count);
    double farthest = 0.0; // squared
    for (std::size_t i = 0; i < count; ++i)
    {
        start_[i] = masses[i].position;
        const Vec3 way = predicted[i] - start_[i];
        farthest = std::max(farthest, glm::dot(way, way));
    }
    reach_ = laws_.largestRadius() + 2.0 * std::sqrt(farthest);
    solids_.resize(solids.size());
    candidates_.clear();
    guards_.clear();
    hits_.assign(count, Hit::nothing);
    findTied(step.state);
    layStretches();
    for (std::size_t s = 0; s < solids.size(); ++s)
    {
        solids_[s] = step.state.isShape(s) ? solidAt(s, step) : solids[s].after(dt);
        const std::size_t others = candidates_.size();
        findNear(step.state, static_cast<std::uint32_t>(s), predicted);
        soften(solids[s], others, predicted);
    }
    return apart(step, true);
}

bool SolidContacts::isHeld(std::size_t mass) const
{
    const Rope& rope = state_->ropeAt(mass);
    return pinned(rope, mass - rope.first);
}

/// A mass is asked to go along by its own touch and by touches of the edges beside it.
void SolidContacts::guide(const StepView& step, std::vector<Vec3>& positions) const
{
    if (step.state.bodies.empty())
        return;
    std::vector<Vec3> ways(start_.size(), Vec3(0.0));
    std::vector<int> asked(start_.size(), 0);
    for (const Candidate& candidate : candidates_)
    {
        if (!candidate.known)
            continue;
        const std::size_t i = candidate.mass;
        const std::size_t last = candidate.edge ? i + 1 : i;
        const Vec3 point = glm::mix(positions[i], positions[last], candidate.expected.along);
        const Clearance at = clearanceAndNormal(solidAt(candidate.solid, step), point);
        const Vec3 way = (candidate.press.depthOf(candidate.pressure) - depthOf(candidate, at)) * at.normal;
        for (std::size_t k = i; k <= last; ++k)
        {
            ways[k] -= way;
            ++asked[k];
        }
    }
    for (std::size_t i = 0; i < start_.size(); ++i)
        if (asked[i] > 0 && !isHeld(i))
            positions[i] += ways[i] / static_cast<double>(asked[i]);
}

/// What a tie holds at a body lies within it: the masses nearer along the rope than a radius and two segments.
void SolidContacts::findTied(const RopeState& state)
{
    tied_.clear();
    for (const Tie& tie : state.ties)
        for (const auto& [onRope, onBody] : {std::pair(&tie.one, &tie.other), std::pair(&tie.other, &tie.one)})
        {
            if (onRope->on != TiePlace::On::rope || onBody->on != TiePlace::On::body)
                continue;
            const Rope& rope = state.ropes[onRope->rope];
            const int near = 2 + static_cast<int>(std::ceil(rope.constants.ropeRadius / rope.whole.restLength));
            const int edge = static_cast<int>(onRope->edge);
            const int last = static_cast<int>(rope.masses()) - 1;
            const int turn = rope.constants.closed ? last - 1 : last + near + 1; // the last edge lies on the first
            for (const int at : {edge - turn, edge, edge + turn})
                if (at + 1 + near >= 0 && at - near <= last)
                    tied_.push_back({state.numberOf(onBody->body),
                                     rope.first + static_cast<std::size_t>(std::max(at - near, 0)),
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
    candidate.point = start_[mass] + along * (edge ? start_[mass + 1] - start_[mass] : Vec3(0.0));
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
    else if (const double deep = law.radius - (edge ? allowance(law) : 0.0) - start.distance;
             deep > 0.0 && (first_ || begunWithin(candidate)))
        candidate.overlap = deep;
    const bool stays = !edge && isHeld(mass) && !state_->isShape(solid);
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

/// Whether a candidate inside a solid was inside already at the start, and moves out enough in this step to
/// touch nothing at its end. An edge that touches may have taken that over from its masses.
bool SolidContacts::begunWithin(const Candidate& candidate) const
{
    if (!candidate.edge)
        return true;
    const auto touched = [&](std::uint32_t mass)
    {
        return std::any_of(touches_->begin(), touches_->end(),
                           [&](const SolidTouch& touch)
                           { return touch.solid == candidate.solid && !touch.edge && touch.mass == mass; });
    };
    return !touched(candidate.mass) && !touched(candidate.mass + 1);
}

/// An edge is asked where it is nearest as long as it is nearer than `apart` [m] to a touch.
SolidContacts::Place SolidContacts::placeOf(const Candidate& candidate, const StepView& step, LastAsked& asked,
                                            double apart) const
{
    const std::vector<Vec3>& positions = step.positions;
    const SolidBody& solid = solidAt(candidate.solid, step);
    const ContactLaw& law = *candidate.law;
    const std::uint32_t i = candidate.mass;
    const auto clearanceOf = [&](std::uint32_t mass) -> const Clearance&
    {
        auto& [ofSolid, ofMass, at] = asked[mass % 2];
        if (ofSolid != candidate.solid || ofMass != mass)
            asked[mass % 2] = {candidate.solid, mass, clearanceAndNormal(solid, positions[mass])};
        return at;
    };
    Place place;
    place.point = positions[i];
    place.at = clearanceOf(i);
    if (candidate.edge)
    {
        // A place within an edge counts only where it is deeper than both ends.
        const Vec3 edge = positions[i + 1] - positions[i];
        const Clearance& next = clearanceOf(i + 1);
        if (leastDistance(place.at, next, edge) >=
            std::min({place.at.distance, next.distance, law.radius - allowance(law) - candidate.overlap + apart}))
            return place;
        place.along = nearestAlong(solid, place.point, edge, place.at, next);
        place.point += place.along * edge;
        place.at = clearanceAndNormal(solid, place.point);
    }
    place.depth = depthOf(candidate, place.at);
    return place;
}

bool SolidContacts::hits(const StepView& step) const
{
    LastAsked asked;
    return std::any_of(candidates_.begin(), candidates_.end(),
                       [&](const Candidate& candidate)
                       {
                           if (candidate.known)
                               return false;
                           const Place place = placeOf(candidate, step, asked);
                           return place.depth > 0.0 &&
                                  (!step.state.isShape(candidate.solid) || isThrownBack(candidate, place, step));
                       });
}

/// Whether what begins to touch a body would bounce: the next step would throw it off, by a past from before the blow,
/// and farther than its radius before the forces that press it on bring it back. What runs onto a wheel stays there.
bool SolidContacts::isThrownBack(const Candidate& candidate, const Place& place, const StepView& step) const
{
    const StepGoal& goal = step.goal;
    const std::size_t i = candidate.mass;
    const double s = goal.length[i];
    const auto onEdge = [&](const auto& at)
    { return candidate.edge ? glm::mix(at(i), at(i + 1), place.along) : Vec3(at(i)); };
    const Vec3 start = onEdge([&](std::size_t k) { return start_[k]; });
    const Vec3 target = onEdge([&](std::size_t k) { return goal.target[k]; });
    const Vec3 speed = onEdge([&](std::size_t k) { return goal.velocity(k, step.positions[k]); });
    const Vec3 speedBefore = onEdge([&](std::size_t k) { return step.masses[k].velocity; });
    const double share = candidate.edge ? place.along : 0.0;
    const double perMass = (1.0 - share) * (1.0 - share) / step.masses[i].mass +
                           (candidate.edge ? share * share / step.masses[i + 1].mass : 0.0);
    // Its ways and speeds less those of the body.
    const std::size_t body = step.state.bodyOfShape(candidate.solid);
    const Vec3 way = place.point - start - step.bodies[body].wayOf(place.point, step.state.bodies[body].body);
    const Vec3 after = speed - solidAt(candidate.solid, step).velocityAt(place.point);
    const Vec3 before = speedBefore - (*before_)[candidate.solid].velocityAt(place.point);
    const Vec3& n = place.at.normal;
    const double thrown = glm::dot(n, way + s * (4.0 * after - before)) / (3.0 * s); // [m/s], by BDF2 of equal steps
    const double pressed =
        candidate.press.at(place.depth).force * perMass - glm::dot(n, place.point - target) / (s * s);
    return thrown > 0.0 && 0.5 * thrown * thrown > pressed * candidate.law->radius;
}

/// [m], of a place on a rope, less the way of a body's piece there.
Vec3 SolidContacts::placeBeside(const Candidate& candidate, const Vec3& point, const StepView& step) const
{
    if (!step.state.isShape(candidate.solid))
        return point;
    const std::size_t body = step.state.bodyOfShape(candidate.solid);
    return point - step.bodies[body].wayOf(point, step.state.bodies[body].body);
}

/// [N], by the tangent of the last iteration.
double SolidContacts::expectedPressure(const Candidate& candidate, const StepView& step) const
{
    const Expected& last = candidate.expected;
    const Vec3& here = step.positions[candidate.mass];
    const Vec3 point = candidate.edge ? glm::mix(here, step.positions[candidate.mass + 1], last.along) : here;
    const Vec3 way = placeBeside(candidate, point, step) - last.place;
    return std::max(0.0, candidate.pressure - last.rate * glm::dot(last.normal, way));
}

/// Whether a candidate touches, and where. One that a correction was to press presses where it is a little apart too.
bool SolidContacts::mayTouch(Candidate& candidate, Place& place, const StepView& step, Hessian hessian,
                             LastAsked& asked) const
{
    double apart = 0.0; // [m]
    if (candidate.yields)
        place = placeOf(candidate, step, asked);
    else
    {
        double& expected = candidate.expected.pressure;
        if (hessian != Hessian::gauss_newton && !ended_)
            expected = expectedPressure(candidate, step);
        const bool corrects = hessian != Hessian::none;
        apart = corrects && expected > 0.0 ? allowance(*candidate.law) : 0.0;
        place = placeOf(candidate, step, asked, apart);
        if (corrects && !(place.depth > -apart))
            expected = candidate.pressure = candidate.expected.rate = 0.0;
    }
    return place.depth > -apart;
}

/// The force of a touch; false where it is not found yet.
bool SolidContacts::answer(Candidate& candidate, const Place& place, const Vec3& moved, const StepView& step,
                           Hessian hessian, Response& response) const
{
    const double mu = candidate.law->friction * solids_[candidate.solid].roughness;
    const bool looks = hessian == Hessian::none && !ended_;
    FrictionSpring::Law law{mu,
                            candidate.law->error,
                            1e-3, // the error is about its square
                            !candidate.known || mu == 0.0,
                            ended_,
                            !step.state.bodies.empty(),
                            looks};
    Expected& expected = candidate.expected;
    PressSpring::Press press = candidate.press.at(place.depth);
    if (candidate.yields)
    {
        const bool settled = candidate.respond(law, place.at, press, press.force, moved, hessian, response);
        expected.pressure = response.pressure;
        return settled;
    }
    constexpr double found = 0.01; // beside a pressure that only does not change any more
    law.error *= found;
    law.steady *= found;
    law.lenient = law.lenient && candidate.press.isStraight();
    candidate.pressure = expected.pressure;
    double gripped = press.force;
    if (hessian != Hessian::none)
    {
        press = candidate.press.alongTangent(expected.pressure, place.depth);
        gripped = expected.pressure;
    }
    const bool settled = candidate.respond(law, place.at, press, gripped, moved, hessian, response);
    expected.rate = response.rate;
    expected.along = place.along;
    expected.normal = place.at.normal;
    expected.place = placeBeside(candidate, place.point, step);
    return settled && place.depth > 0.0;
}

template <typename Visit>
void SolidContacts::forEachTouch(const StepView& step, Hessian hessian, OutsideForces* sum, const Visit& visit)
{
    const std::vector<Vec3>& positions = step.positions;
    const std::vector<double>& angle = step.angle;
    Response response;
    // A look, for a line search, leaves no trace.
    const bool looks = hessian == Hessian::none && !ended_;
    LastAsked asked;
    Candidate copy;
    for (Candidate& own : candidates_)
    {
        if (sum && rests(own, step))
            continue;
        if (looks)
            copy = own;
        Candidate& candidate = looks ? copy : own;
        Place place;
        const bool touches = mayTouch(candidate, place, step, hessian, asked);
        if (sum && touches != own.touches)
            sum->changed.push_back(own.mass);
        candidate.touches = touches;
        if (!touches)
            continue;
        if (hessian == Hessian::exact)
            place.at = clearance(solidAt(candidate.solid, step), place.point);
        const std::size_t i = candidate.mass;
        const double along = place.along;
        Vec3 moved = positions[i] - start_[i];
        if (candidate.edge)
            moved += along * (positions[i + 1] - start_[i + 1] - moved);
        if (candidate.law->surface)
        {
            if (candidate.edge)
                candidate.grip.share = {1.0 - along, along, 0.0};
            moved = candidate.grip.moved([&](std::size_t k) { return positions[k] - start_[k]; }, [&](std::size_t k)
                                         { return angle[laws_.slot(k)] - startAngle_[laws_.slot(k)]; });
        }
        moved = drawn(candidate, moved, rubbed(*candidate.law, place.point, place.at.normal), step);
        if (!answer(candidate, place, moved, step, hessian, response) && sum)
            sum->unsettled.push_back(own.mass);
        if (sum && candidate.slips != own.slips)
            sum->changed.push_back(own.mass);
        visit(candidate, place, response);
    }
}

void SolidContacts::add(const StepView& step, Hessian hessian, OutsideForces& sum)
{
    forEachTouch(step, hessian, &sum,
                 [&](const Candidate& candidate, const Place& place, const Response& r)
                 {
                     if (step.state.isShape(candidate.solid))
                         return addToBody(candidate, place, r, hessian, step, sum);
                     const std::size_t i = candidate.mass;
                     const double along = place.along;
                     const Clearance& at = place.at;
                     Vec3 force = r.pressure * at.normal;
                     glm::dmat3 stiffness = glm::outerProduct(r.rate * at.normal, at.normal);
                     if (hessian == Hessian::exact)
                         stiffness -= candidate.expected.pressure * at.curvature;
                     bool oneSided = hessian == Hessian::exact && candidate.slips;
                     if (candidate.law->surface)
                     {
                         candidate.grip.spread(
                             r.friction, [&sum](std::size_t mass, const Vec3& push) { sum.force[mass] += push; },
                             [&sum](std::size_t edge, double torque) { sum.torque[edge] += torque; });
                         sum.surface.push_back({candidate.grip, r.grip});
                         if (oneSided)
                             sum.surfaceSlopes.push_back({candidate.grip, r.slope, at.normal});
                         oneSided = false;
                     }
                     else
                     {
                         force += r.friction;
                         stiffness += r.grip;
                     }
                     const glm::dmat3 slope = glm::outerProduct(r.slope, at.normal);
                     const double rest = 1.0 - along;
                     sum.force[i] += rest * force;
                     sum.own[i] += rest * rest * stiffness;
                     if (oneSided)
                         sum.oneSided.push_back({i, i, rest * rest * slope});
                     if (!candidate.edge)
                         return;
                     if (oneSided)
                     {
                         sum.oneSided.push_back({i, i + 1, rest * along * slope});
                         sum.oneSided.push_back({i + 1, i, rest * along * slope});
                         sum.oneSided.push_back({i + 1, i + 1, along * along * slope});
                     }
                     sum.force[i + 1] += along * force;
                     sum.own[i + 1] += along * along * stiffness;
                     sum.beside[i] += rest * along * stiffness;
                     if (hessian != Hessian::exact)
                         return;
                     const Running run(step.positions[i + 1] - step.positions[i], along, at,
                                       candidate.expected.pressure, Vec3(0.0));
                     sum.own[i] += run.stiffness * glm::outerProduct(run.edge[0], run.edge[0]);
                     sum.own[i + 1] += run.stiffness * glm::outerProduct(run.edge[1], run.edge[1]);
                     sum.beside[i] += run.stiffness * glm::outerProduct(run.edge[0], run.edge[1]);
                 });
}

/// What touches a body moves it too. Friction at the rope's surface turns the rope here, but its stiffness is as if
/// it acted on the line.
void SolidContacts::addToBody(const Candidate& candidate, const Place& place, const Response& r, Hessian hessian,
                              const StepView& step, OutsideForces& sum) const
{
    const Vec3& n = place.at.normal;
    const std::size_t body = step.state.bodyOfShape(candidate.solid);
    const bool last = !laws_.joins(candidate.mass);
    const SpringEnd rope = last ? SpringEnd::onEdge(candidate.mass - 1, 1.0)
                                : SpringEnd::onEdge(candidate.mass, candidate.edge ? place.along : 0.0);
    const SpringEnd solid = SpringEnd::onBody(step, body, rubbed(*candidate.law, place.point, n));
    push(sum, rope, r.pressure * n);
    push(sum, solid, -r.pressure * n - r.friction);
    if (candidate.law->surface)
        candidate.grip.spread(
            r.friction, [&sum](std::size_t mass, const Vec3& force) { sum.force[mass] += force; },
            [&sum](std::size_t edge, double torque) { sum.torque[edge] += torque; });
    else
        push(sum, rope, r.friction);
    couple(sum, rope, solid, glm::outerProduct(r.rate * n, n) + r.grip);
    if (hessian != Hessian::exact)
        return;
    const SpringEnd pressed = SpringEnd::onBody(step, body, place.point);
    const double pressure = candidate.expected.pressure;
    couple(sum, rope, pressed, -pressure * place.at.curvature);
    turnWith(sum, rope, pressed, pressure * n);
    if (candidate.edge)
    {
        const Vec3 edge = step.positions[candidate.mass + 1] - step.positions[candidate.mass];
        const Running run(edge, place.along, place.at, pressure, pressed.arm);
        sum.columns.push_back({rope.point, pressed.point, run.stiffness, run.edge, run.solid});
    }
    stiffenTurn(sum, solid, -r.friction);
    if (candidate.slips)
        sum.columnSlopes.push_back({columnOf(rope, solid, 1.0, r.slope), rope.spread(n), solid.spread(-n)});
}

/// Whether both the rope and the body rest.
bool SolidContacts::rests(const Candidate& candidate, const StepView& step) const
{
    return step.groups.pointRests(candidate.mass) &&
           (!step.state.isShape(candidate.solid) ||
            step.groups.pointRests(step.pointOf(step.state.bodyOfShape(candidate.solid))));
}

/// [m], by which friction is drawn: the way of a place of the rope less the one of the piece of the solid that is at
/// `point` in the end. On a body they count in its axes, with which the step turns what was drawn before.
Vec3 SolidContacts::drawn(const Candidate& candidate, const Vec3& way, const Vec3& point, const StepView& step) const
{
    if (!step.state.isShape(candidate.solid))
        return way - dt_ * (*before_)[candidate.solid].velocityAt(point);
    const std::size_t body = step.state.bodyOfShape(candidate.solid);
    const Body& before = step.state.bodies[body].body;
    const Vec3 sum = candidate.slip + way - step.bodies[body].wayOf(point, before);
    return step.bodies[body].axes * (sum * before.axes) - candidate.slip; // the transpose times it
}

/// [m], of the solid's surface where a guard stands.
Vec3 SolidContacts::guardsWay(const Guard& guard, const StepView& step) const
{
    const SolidBody& before = (*before_)[guard.solid];
    if (!step.state.isShape(guard.solid))
        return dt_ * before.velocityAt(guard.foot);
    const SolidBody& now = solidAt(guard.solid, step);
    return now.position + now.axes * ((guard.foot - before.position) * before.axes) - guard.foot;
}

bool SolidContacts::apart(const StepView& step, bool predicted) const
{
    const std::vector<Vec3>& positions = step.positions;
    const double limit = reach_ * reach_;
    for (std::size_t i = 0; i < start_.size(); ++i)
    {
        const Vec3 way = positions[i] - start_[i];
        if (!(glm::dot(way, way) <= limit))
            return false;
    }
    for (const Guard& guard : guards_)
    {
        const Vec3 footsWay = guardsWay(guard, step);
        for (std::size_t end = 0; end < 2; ++end)
        {
            const Vec3 way = positions[guard.mass + end] - start_[guard.mass + end] - footsWay;
            if (guard.heights[end] + glm::dot(guard.normal, way) <= (predicted ? -guard.behind : 0.0))
                return false;
        }
    }
    return true;
}

void SolidContacts::store(const StepView& step, RopeState& state)
{
    std::vector<SolidTouch>& touches = state.touches;
    ended_ = true;
    touches.clear();
    grips_.clear();
    work_ = {};
    forEachTouch(
        step, Hessian::none, nullptr,
        [&](const Candidate& candidate, const Place& place, const Response& r)
        {
            const auto& [along, point, at, depth] = place;
            touches.push_back({candidate.solid, candidate.mass, candidate.edge, along, point, at.normal, r.pressure,
                               r.friction, r.slip, candidate.slips, candidate.overlap, candidate.stiffness});
            grips_.push_back(candidate.grip);
            const bool ground = onGround(candidate.solid);
            work_.friction += r.lost;
            work_.groundFriction += ground ? r.lost : 0.0;
            work_.letOut += r.pressure * candidate.letOut;
            const bool body = state.isShape(candidate.solid); // what it gains, the rope loses
            const double moved =
                body ? 0.0
                     : glm::dot(r.pressure * at.normal + r.friction,
                                dt_ * (*before_)[candidate.solid].velocityAt(rubbed(*candidate.law, point, at.normal)));
            work_.solids += moved;
            work_.bodies += solids_[candidate.solid].inverseMass != 0.0 ? moved : 0.0;
            work_.ground += ground ? moved : 0.0;
            if (candidate.known)
                return;
            hits_[candidate.mass] = ground ? Hit::theGround : Hit::aSolid;
            if (candidate.edge)
                hits_[candidate.mass + 1] = ground ? Hit::theGround : Hit::aSolid;
        });
}

double SolidContacts::given(const StepView& step) const
{
    double sum = work_.solids - work_.bodies + work_.letOut;
    const RopeState& state = step.state;
    for (std::size_t k = 0; k < state.touches.size(); ++k)
    {
        const SolidTouch& touch = state.touches[k];
        if (state.solids[touch.solid].inverseMass == 0.0)
            continue;
        const auto way = [&](std::size_t mass) { return step.positions[mass] - start_[mass]; };
        const auto turn = [&](std::size_t edge)
        { return step.angle[laws_.slot(edge)] - startAngle_[laws_.slot(edge)]; };
        const Vec3 onLine = touch.edge ? glm::mix(way(touch.mass), way(touch.mass + 1), touch.along) : way(touch.mass);
        const Vec3 onSurface = laws_.of(touch.mass).surface ? grips_[k].moved(way, turn) : onLine;
        sum += touch.pressure * glm::dot(touch.normal, onLine) + glm::dot(touch.friction, onSurface);
    }
    return sum;
}

void SolidContacts::book(const StepView& step, ForceSum& sum, PieceWork& work) const
{
    work.lost += work_.friction - work_.groundFriction;
    work.groundLost += work_.groundFriction;
    work.solids += work_.solids - work_.ground;
    const std::vector<SolidTouch>& touches = step.state.touches;
    for (std::size_t k = 0; k < touches.size(); ++k)
    {
        const SolidTouch& touch = touches[k];
        if (touch.solid >= step.state.firstGuest())
        {
            sum.addAtStart(touch.mass, touch.edge ? touch.along : 0.0, touch.pressure * touch.normal + touch.friction,
                           work.push);
            continue;
        }
        if (step.state.isShape(touch.solid))
        {
            const std::size_t body = step.state.bodyOfShape(touch.solid);
            bookOnBody(step, body, touch.point, -touch.pressure * touch.normal, sum, work.push);
            bookOnBody(step, body, rubbed(laws_.of(touch.mass), touch.point, touch.normal), -touch.friction, sum,
                       work.friction);
        }
        const bool ground = onGround(touch.solid);
        Effect& friction = ground ? work.onGround : work.friction;
        const double along = touch.edge ? touch.along : 0.0;
        sum.add(touch.mass, along, touch.pressure * touch.normal, ground ? work.onGround : work.push);
        if (laws_.of(touch.mass).surface)
            grips_[k].spread(
                touch.friction, [&](std::size_t i, const Vec3& force) { sum.add(i, force, friction); },
                [&](std::size_t edge, double torque) { sum.rub(edge, torque); });
        else
            sum.add(touch.mass, along, touch.friction, friction);
    }
}

} // namespace rope
