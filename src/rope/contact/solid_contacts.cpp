#include "solid_contacts.hpp"

#include "rope/ties/body_spring.hpp"

#include "rope/distance/edge_distance.hpp"
#include "rope/state/rope_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rope
{

namespace
{

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
    std::uint32_t solid = std::numeric_limits<std::uint32_t>::max();
    SolidWay way;
    return std::any_of(candidates_.begin(), candidates_.end(),
                       [&](const Candidate& candidate)
                       {
                           if (candidate.known)
                               return false;
                           if (candidate.solid != solid)
                               way = wayOf(solid = candidate.solid, step);
                           if (staysAway(candidate, way, step))
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

SolidContacts::SolidWay SolidContacts::wayOf(std::uint32_t solid, const StepView& step) const
{
    const SolidBody& now = solidAt(solid, step);
    const SolidBody& before = (*before_)[solid];
    double squares = 0.0;
    for (int k = 0; k < 3; ++k)
    {
        const Vec3 turned = now.axes[k] - before.axes[k];
        squares += glm::dot(turned, turned);
    }
    return {now.position - before.position, std::sqrt(squares)};
}

/// Whether a candidate that does not press has moved beside its solid by less than the clearance.
bool SolidContacts::staysAway(const Candidate& candidate, const SolidWay& way, const StepView& step) const
{
    const double clear = candidate.clear - way.turn * candidate.arm;
    if (!(clear > 0.0) || candidate.pressure != 0.0 || candidate.expected.pressure != 0.0)
        return false;
    const auto stays = [&](std::size_t i)
    {
        const Vec3 moved = step.positions[i] - start_[i] - way.middle;
        return glm::dot(moved, moved) < clear * clear;
    };
    return stays(candidate.mass) && (!candidate.edge || stays(candidate.mass + 1));
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
    std::uint32_t solid = std::numeric_limits<std::uint32_t>::max();
    SolidWay way;
    for (Candidate& own : candidates_)
    {
        if (sum && rests(own, step))
            continue;
        if (own.solid != solid)
            way = wayOf(solid = own.solid, step);
        if (!own.touches && staysAway(own, way, step))
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
