#include "body_contacts.hpp"

#include "rope/ties/rope_ties.hpp"

#include "rope/distance/edge_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace rope
{

namespace
{

/// How fast what began within a solid is let out of it [m/s].
constexpr double bodyLetOut = 0.02;
/// A touch that is pressed deeper [m] lets nothing out: something else presses the body back, as where two boxes begin
/// one through the other. The touch pushes with 58 times the body's weight then.
constexpr double bodyJammed = 1e-4;

constexpr double rounding = 0.05; ///< of edges and corners, of the least half size
constexpr double flat = 0.003;    ///< an edge or a rim that leans less on a face lies on it

template <typename Touch>
std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> touchOrder(const Touch& touch, std::uint32_t number)
{
    return {touch.shape, touch.solid, number};
}

bool isRound(const SolidBody& solid)
{
    return solid.shape == SolidShape::sphere || solid.shape == SolidShape::capsule;
}

/// [m], below which a shape has no way out on the other side.
double halfThickness(const SolidBody& solid)
{
    const double round =
        solid.shape == SolidShape::cylinder ? std::min(solid.halfSize.x, solid.halfSize.y) : solid.halfSize.x;
    return solid.shape == SolidShape::box ? std::min({solid.halfSize.x, solid.halfSize.y, solid.halfSize.z}) : round;
}

/// Where the rims of two posts cross of which one stands on the other, in the axes of the first.
std::vector<Vec3> crossingsOf(const SolidBody& post, const SolidBody& other, const Vec3& half)
{
    constexpr double upright = 0.98;
    const Vec3 axis = other.axes[1] * post.axes; // the transpose times it
    const Vec3 offset = (other.position - post.position) * post.axes;
    if (std::abs(axis.y) < upright)
        return {};
    const Vec3 end(0.0, offset.y > 0.0 ? half.y : -half.y, 0.0);
    const Vec3 middle = offset + (end.y - offset.y) / axis.y * axis - end;
    const double apart = glm::length(middle);
    const double others = other.halfSize.x - rounding * halfThickness(other);
    if (apart >= half.x + others || apart <= std::abs(half.x - others))
        return {};
    const Vec3 way = middle / apart;
    const double along = (apart * apart + half.x * half.x - others * others) / (2.0 * apart);
    const Vec3 aside = std::sqrt(std::max(0.0, half.x * half.x - along * along)) * glm::cross(way, Vec3(0.0, 1.0, 0.0));
    return {end + along * way - aside, end + along * way + aside};
}

/// Of a circle about the axis of a shape the point that is deepest in a solid, in the axes of the shape. Of a circle
/// that lies on the solid it is always the same one, or the one towards the middle of another post: there the post that
/// is not above the middle of the other tips over.
Vec3 deepestOfRim(const SolidBody& shape, const SolidBody& against, double radius, double side)
{
    Vec3 point(0.0, side, 0.0);
    Vec3 lying(radius, 0.0, 0.0);
    if (against.shape == SolidShape::cylinder)
    {
        Vec3 middle = (against.position - shape.position) * shape.axes; // the transpose times it
        middle.y = 0.0;
        const double apart = glm::length(middle);
        lying = apart > 0.1 * radius ? radius / apart * middle : lying;
    }
    for (int look = 0; look < 2; ++look) // the normal there is nearly the one here
    {
        const Vec3 at = shape.position + shape.axes * point;
        Vec3 towards = -clearanceAndNormal(against, at).normal * shape.axes; // the transpose times it
        towards.y = 0.0;
        const double across = glm::length(towards);
        point = Vec3(0.0, side, 0.0) + (across > flat ? radius / across * towards : lying);
    }
    return point;
}

/// [m], of the solid from its middle.
double reachOf(const SolidBody& solid)
{
    return solid.shape == SolidShape::capsule ? solid.halfSize.x + solid.halfSize.y : glm::length(solid.halfSize);
}

/// The body that a solid is a shape of.
std::optional<std::size_t> bodyOf(const RopeState& state, std::uint32_t solid)
{
    return state.isShape(solid) ? std::optional(state.bodyOfShape(solid)) : std::nullopt;
}

/// Where on an edge the distance grows by `slope` [m] an edge: it is a convex function, so that its slope grows.
double whereSlopeIs(double slope, const SolidBody& solid, const Vec3& from, const Vec3& edge)
{
    double low = 0.0;
    double high = 1.0;
    while (high - low > 1e-7)
    {
        const double middle = 0.5 * (low + high);
        const bool grows = glm::dot(clearanceAndNormal(solid, from + middle * edge).normal, edge) > slope;
        (grows ? high : low) = middle;
    }
    return 0.5 * (low + high);
}

} // namespace

double energyOf(const BodyTouch& touch)
{
    return 0.5 *
           (touch.pressure * touch.pressure / touch.stiffness + touch.stiffness * glm::dot(touch.slip, touch.slip));
}

/// What of a shape may touch another. Of two round ones each point counts on one side only.
std::vector<BodyContacts::Feature> BodyContacts::featuresOf(const SolidBody& shape, const SolidBody& against)
{
    std::vector<Feature> features;
    // Edges and corners are round: a corner then stands above the face that it touches, not within it, so that its way
    // out is clear also where it lies on the edge of that face.
    const bool sharp = shape.shape == SolidShape::box || shape.shape == SolidShape::cylinder;
    const double round = sharp ? rounding * halfThickness(shape) : 0.0;
    const Vec3 half = shape.halfSize - Vec3(round);
    const auto corner = [&](int k)
    { return Vec3((k & 1) != 0 ? half.x : -half.x, (k & 2) != 0 ? half.y : -half.y, (k & 4) != 0 ? half.z : -half.z); };
    switch (shape.shape)
    {
    case SolidShape::plane:
        break;
    case SolidShape::sphere:
        features.push_back({Vec3(0.0), Vec3(0.0), half.x});
        break;
    case SolidShape::capsule:
    {
        const Vec3 end(0.0, half.y, 0.0);
        features = {{-end, Vec3(0.0), half.x}, {end, Vec3(0.0), half.x}, {-end, 2.0 * end, half.x, true}};
        break;
    }
    case SolidShape::cylinder:
    {
        if (against.shape == SolidShape::cylinder)
            features.push_back({Vec3(0.0, -half.y, 0.0), Vec3(0.0, 2.0 * half.y, 0.0), shape.halfSize.x, true});
        for (const double side : {-half.y, half.y})
            for (const auto& [x, z] :
                 {std::pair(1.0, 0.0), std::pair(0.0, 1.0), std::pair(-1.0, 0.0), std::pair(0.0, -1.0)})
                features.push_back({Vec3(half.x * x, side, half.x * z), Vec3(0.0), round});
        for (const double side : {-half.y, half.y})
            features.push_back({deepestOfRim(shape, against, half.x, side), Vec3(0.0), round});
        if (against.shape == SolidShape::cylinder)
            for (const Vec3& crossing : crossingsOf(shape, against, half))
                features.push_back({crossing, Vec3(0.0), round, true});
        break;
    }
    case SolidShape::box:
        if (isRound(against))
            break; // which has a point or an edge itself
        for (int k = 0; k < 8; ++k)
            features.push_back({corner(k), Vec3(0.0), round});
        for (int k = 0; k < 8; ++k)
            for (const int bit : {1, 2, 4})
                if ((k & bit) == 0)
                    features.push_back({corner(k), corner(k | bit) - corner(k), round, true});
        break;
    }
    return features;
}

bool BodyContacts::mayTouch(const RopeState& state, std::uint32_t shape, std::uint32_t solid) const
{
    const std::optional<std::size_t> own = bodyOf(state, shape);
    const std::optional<std::size_t> other = bodyOf(state, solid);
    if (own == other) // of one body, or both stand
        return false;
    if (!own || !other)
        return std::find(borne_.begin(), borne_.end(), state.bodies[own ? *own : *other].id) == borne_.end() ||
               (state.groundIsSolid && solid == 0);
    const std::pair ids(state.bodies[*own].id, state.bodies[*other].id);
    return std::none_of(joined_.begin(), joined_.end(),
                        [&](const std::pair<BodyId, BodyId>& pair)
                        { return pair == ids || pair == std::pair(ids.second, ids.first); });
}

double BodyContacts::stiffnessOf(const RopeState& state, std::uint32_t shape, std::uint32_t solid) const
{
    double perMass = 0.0; // [1/kg]
    for (const std::uint32_t each : {shape, solid})
        if (const auto body = bodyOf(state, each))
            perMass += 1.0 / state.bodies[*body].body.mass;
    return holdingStiffness(1.0 / perMass);
}

const SolidBody& BodyContacts::solidAt(std::uint32_t solid, const StepView& step) const
{
    return step.state.isShape(solid) ? step.shapes[solid - step.state.firstShape()] : solids_[solid];
}

/// Where a feature may touch, in the axes of the shape: a point, or the ends of the stretch of an edge that is nearest.
std::array<std::optional<Vec3>, 2> BodyContacts::pointsOf(const Feature& feature, const SolidBody& shape,
                                                          const SolidBody& against)
{
    if (feature.edge == Vec3(0.0))
        return {feature.point, std::nullopt};
    const Vec3 from = shape.position + shape.axes * feature.point;
    const Vec3 edge = shape.axes * feature.edge;
    const double length = glm::length(edge);
    const double begin = whereSlopeIs(-flat * length, against, from, edge);
    const double end = whereSlopeIs(flat * length, against, from, edge);
    const auto within = [&](double along)
    {
        const bool isEnd = along < 1e-6 || along > 1.0 - 1e-6; // which is a point itself
        return isEnd ? std::nullopt : std::optional(feature.point + along * feature.edge);
    };
    if ((end - begin) * length < 0.2 * feature.radius)
        return {within(0.5 * (begin + end)), std::nullopt};
    return {within(begin), within(end)};
}

BodyContacts::Place BodyContacts::placeOn(const Candidate& candidate, const SolidBody& shape,
                                          const SolidBody& solid) const
{
    Place place;
    place.point = shape.position + shape.axes * candidate.point;
    place.at = clearanceAndNormal(solid, place.point);
    place.depth = candidate.radius - place.at.distance - candidate.overlap;
    place.surface = place.point - candidate.radius * place.at.normal;
    return place;
}

BodyContacts::Place BodyContacts::placeOf(const Candidate& candidate, const StepView& step) const
{
    return placeOn(candidate, solidAt(candidate.shape, step), solidAt(candidate.solid, step));
}

bool BodyContacts::begin(const StepView& step)
{
    const RopeState& state = step.state;
    dt_ = step.dt;
    known_ = &state.bodyTouches;
    ended_ = hits_ = false;
    candidates_.clear();
    shifted_ = letOut_ = 0.0;
    for (const BodyTouch& touch : *known_)
        shifted_ -= energyOf(touch);
    joined_.clear();
    borne_.clear();
    for (const Tie& tie : state.ties)
        if (tie.one.on == TiePlace::On::body && tie.other.on == TiePlace::On::body)
            joined_.emplace_back(tie.one.body, tie.other.body);
    const std::vector<std::pair<TiePlace, BodyId>> places = placesOnBodies(state);
    for (std::size_t i = 0; i < places.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (places[i].second != places[j].second && meet(places[i].first, places[j].first))
                joined_.emplace_back(places[i].second, places[j].second);
    for (const BearingState& bearing : state.bearings)
        if (bearing.bearing.other)
            joined_.emplace_back(bearing.bearing.body, *bearing.bearing.other);
        else
            borne_.push_back(bearing.bearing.body);
    solids_.clear();
    for (const SolidBody& solid : state.solids)
        solids_.push_back(solid.after(dt_));
    const auto count = static_cast<std::uint32_t>(state.firstGuest());
    for (std::uint32_t shape = 0; shape < count; ++shape)
        for (std::uint32_t solid = 0; solid < count; ++solid)
            if (mayTouch(state, shape, solid))
                findNear(step, shape, solid);
    std::sort(candidates_.begin(), candidates_.end(),
              [](const Candidate& a, const Candidate& b) { return touchOrder(a, a.number) < touchOrder(b, b.number); });
    return keptApart(step);
}

void BodyContacts::findNear(const StepView& step, std::uint32_t shape, std::uint32_t solid)
{
    const SolidBody& own = step.state.solids[shape];
    const SolidBody& other = step.state.solids[solid];
    // Twice the way of each as it moves now, and some room for the change by a blow.
    const auto way = [&](const SolidBody& body)
    { return 2.0 * dt_ * (glm::length(body.velocity) + glm::length(body.spin) * reachOf(body)); };
    const double room = way(own) + way(other) + 0.2 * halfThickness(own);
    const double apart = other.shape == SolidShape::plane
                             ? clearanceAndNormal(other, own.position).distance
                             : glm::distance(own.position, other.position) - reachOf(other);
    if (apart > reachOf(own) + room)
        return;
    // Of two shapes that are alike one has the edges and crossings: the one that may move, or else the first.
    const bool oneMoves = step.state.isShape(shape) != step.state.isShape(solid);
    const bool second = oneMoves ? !step.state.isShape(shape) : shape > solid;
    const bool noPoints = second && own.shape == SolidShape::sphere && isRound(other);
    const bool noShared = second && own.shape == other.shape;
    std::uint32_t number = 0;
    const SolidBody& ownThen = solidAt(shape, step);
    const SolidBody& otherThen = solidAt(solid, step);
    for (const Feature& feature : featuresOf(ownThen, otherThen))
    {
        for (const std::optional<Vec3>& point : pointsOf(feature, ownThen, otherThen))
        {
            Candidate candidate;
            candidate.shape = shape;
            candidate.number = number++;
            candidate.solid = solid;
            candidate.radius = feature.radius;
            if (!point || noPoints || (noShared && feature.shared))
                continue;
            candidate.point = *point;
            if (placeOn(candidate, own, other).at.distance - feature.radius <= room)
                addCandidate(step, candidate);
        }
    }
}

void BodyContacts::addCandidate(const StepView& step, Candidate& candidate)
{
    const RopeState& state = step.state;
    const Place start = placeOn(candidate, state.solids[candidate.shape], state.solids[candidate.solid]);
    candidate.normal = start.at.normal;
    candidate.stiffness = stiffnessOf(state, candidate.shape, candidate.solid);
    candidate.mu = state.solids[state.isShape(candidate.shape) ? candidate.solid : candidate.shape].roughness;
    double friction = std::numeric_limits<double>::infinity();
    for (const std::uint32_t solid : {candidate.shape, candidate.solid})
        if (const auto body = bodyOf(state, solid))
            friction = std::min(friction, state.bodies[*body].body.friction);
    candidate.mu *= friction;
    const auto found =
        std::find_if(known_->begin(), known_->end(),
                     [&](const BodyTouch& touch)
                     { return touchOrder(touch, touch.feature) == touchOrder(candidate, candidate.number); });
    if (found != known_->end())
    {
        candidate.known = true;
        candidate.surface = found->point;
        candidate.slip = found->slip;
        candidate.pressure = found->pressure;
        candidate.slips = candidate.tried = found->slips;
        candidate.way = found->slips && found->slip != Vec3(0.0) ? glm::normalize(found->slip) : Vec3(0.0);
    }
    // What begins within another presses no more than it did, also where its place has moved along an edge.
    if (found == known_->end() || found->overlap > 0.0)
        candidate.overlap = std::max(0.0, start.depth - candidate.pressure / candidate.stiffness);
    const auto pressed = [&] // [J]
    {
        const double depth = std::max(0.0, start.depth - candidate.overlap);
        return 0.5 * candidate.stiffness * depth * depth;
    };
    const double held = pressed();
    if (candidate.pressure < bodyJammed * candidate.stiffness)
        candidate.overlap -= std::min(candidate.overlap, bodyLetOut * dt_);
    letOut_ += pressed() - held;
    shifted_ += pressed() + 0.5 * candidate.stiffness * glm::dot(candidate.slip, candidate.slip);
    hits_ = hits_ || (!candidate.known && placeOf(candidate, step).depth > 0.0);
    candidates_.push_back(candidate);
}

bool BodyContacts::hits(const StepView& step) const
{
    return std::any_of(candidates_.begin(), candidates_.end(),
                       [&](const Candidate& candidate)
                       { return !candidate.known && placeOf(candidate, step).depth > 0.0; });
}

/// Nothing is so deep that its way out is on the other side.
bool BodyContacts::keptApart(const StepView& step) const
{
    return std::none_of(candidates_.begin(), candidates_.end(),
                        [&](const Candidate& candidate)
                        {
                            const Place place = placeOf(candidate, step);
                            const SolidBody& solid = step.state.solids[candidate.solid];
                            const bool thin = solid.shape != SolidShape::plane;
                            return place.depth > 0.0 && candidate.overlap == 0.0 && thin &&
                                   (place.depth > 0.5 * (halfThickness(solid) + candidate.radius) ||
                                    glm::dot(place.at.normal, candidate.normal) < 0.0);
                        });
}

/// The way of a solid where a candidate touches it. Of a body that is the way of its middle and its turn about it, with
/// the mean of the arms to the places that touch at the start and at the end: what rolls touches with one piece after
/// the other, and what stands on a point with the same.
Vec3 BodyContacts::wayOf(std::uint32_t solid, const Candidate& candidate, const Place& place,
                         const StepView& step) const
{
    const std::optional<std::size_t> number = bodyOf(step.state, solid);
    if (!number)
        return dt_ * step.state.solids[solid].velocityAt(place.surface);
    const Body& before = step.state.bodies[*number].body;
    const BodyPose& pose = step.bodies[*number];
    const Vec3 arm = place.surface - pose.position;
    const Vec3 armBefore =
        candidate.known ? candidate.surface - before.position : before.axes * (arm * pose.axes); // the transpose
    return pose.position - before.position + glm::cross(pose.turn, 0.5 * (arm + armBefore));
}

template <typename Visit>
void BodyContacts::forEachTouch(const StepView& step, Hessian hessian, OutsideForces* sum, const Visit& visit)
{
    FrictionSpring::Response response;
    const bool looks = hessian == Hessian::none && !ended_; // a look, for a line search, leaves no trace
    Candidate copy;
    for (Candidate& own : candidates_)
    {
        const std::optional<std::size_t> one = bodyOf(step.state, own.shape);
        const std::optional<std::size_t> other = bodyOf(step.state, own.solid);
        const std::uint32_t point = step.pointOf(one ? *one : *other);
        if (sum && step.groups.pointRests(point) && (!one || !other || step.groups.pointRests(step.pointOf(*other))))
            continue;
        if (looks)
            copy = own;
        Candidate& candidate = looks ? copy : own;
        Place place = placeOf(candidate, step);
        candidate.touches = place.depth > 0.0;
        if (sum && candidate.touches != own.touches)
            sum->changed.push_back(point);
        if (!candidate.touches)
            continue;
        if (hessian == Hessian::exact)
            place.at = clearance(solidAt(candidate.solid, step), place.point);
        const FrictionSpring::Law law{candidate.mu,
                                      1e-6 * candidate.stiffness * halfThickness(step.state.solids[candidate.shape]),
                                      1e-3, // the error is about its square
                                      !candidate.known || candidate.mu == 0.0,
                                      ended_,
                                      true,
                                      looks};
        const Vec3 way =
            wayOf(candidate.shape, candidate, place, step) - wayOf(candidate.solid, candidate, place, step);
        const PressSpring::Press press{candidate.stiffness * place.depth, candidate.stiffness};
        if (!candidate.respond(law, place.at, press, press.force, way, hessian, response) && sum)
            sum->unsettled.push_back(point);
        if (sum && candidate.slips != own.slips)
            sum->changed.push_back(point);
        visit(candidate, place, response);
    }
}

void BodyContacts::add(const StepView& step, Hessian hessian, OutsideForces& sum)
{
    const RopeState& state = step.state;
    const bool exact = hessian == Hessian::exact;
    forEachTouch(step, hessian, &sum,
                 [&](const Candidate& candidate, const Place& place, const FrictionSpring::Response& r)
                 {
                     const Vec3& n = place.at.normal;
                     const auto endOf = [&](std::uint32_t shape, const Vec3& point)
                     {
                         const std::optional<std::size_t> body = bodyOf(state, shape);
                         return body ? std::optional(SpringEnd::onBody(step, *body, point)) : std::nullopt;
                     };
                     const std::optional<SpringEnd> pressed = endOf(candidate.shape, place.point);
                     const std::optional<SpringEnd> rubbed = endOf(candidate.shape, place.surface);
                     const std::optional<SpringEnd> solid = endOf(candidate.solid, place.surface);
                     const auto act = [&](const std::optional<SpringEnd>& end, const Vec3& force, bool turns)
                     {
                         if (!end)
                             return;
                         push(sum, *end, force);
                         if (exact && turns)
                             stiffenTurn(sum, *end, force);
                     };
                     const auto hold = [&](const std::optional<SpringEnd>& end, const std::optional<SpringEnd>& other,
                                           const glm::dmat3& stiffness)
                     {
                         if (end && other)
                             couple(sum, *end, *other, stiffness);
                         else
                             stiffen(sum, end ? *end : *other, stiffness);
                     };
                     act(pressed, r.pressure * n, true);
                     act(rubbed, r.friction, true);
                     act(solid, -r.pressure * n, false); // it turns with the solid
                     act(solid, -r.friction, true);
                     hold(pressed, solid, glm::outerProduct(candidate.stiffness * n, n));
                     hold(rubbed, solid, r.grip);
                     if (!exact)
                         return;
                     std::optional<SpringEnd> middle = solid;
                     if (middle)
                         middle->arm = Vec3(0.0);
                     hold(pressed, middle, -r.pressure * place.at.curvature);
                     if (!candidate.slips)
                         return;
                     if (rubbed && solid)
                         sum.columnSlopes.push_back(
                             {columnOf(*rubbed, *solid, 1.0, r.slope), pressed->spread(n), solid->spread(-n)});
                     else
                         slide(sum, rubbed ? *rubbed : *solid, r.slope, n);
                 });
}

void BodyContacts::store(const StepView& step, RopeState& state)
{
    ended_ = true;
    lost_ = moved_ = 0.0;
    std::vector<BodyTouch> touches;
    hitBodies_.assign(state.bodies.size(), 0);
    ways_.clear();
    forEachTouch(
        step, Hessian::none, nullptr,
        [&](const Candidate& candidate, const Place& place, const FrictionSpring::Response& r)
        {
            BodyTouch& touch = touches.emplace_back();
            touch.shape = candidate.shape;
            touch.feature = candidate.number;
            touch.solid = candidate.solid;
            touch.point = place.surface;
            touch.normal = place.at.normal;
            touch.pressure = r.pressure;
            touch.friction = r.friction;
            touch.slip = r.slip;
            touch.slips = candidate.slips;
            touch.overlap = candidate.overlap;
            touch.stiffness = candidate.stiffness;
            ways_.push_back(
                {wayOf(candidate.shape, candidate, place, step), wayOf(candidate.solid, candidate, place, step)});
            lost_ += r.lost;
            const Vec3 force = r.pressure * place.at.normal + r.friction;
            for (const auto& [solid, sign] : {std::pair(candidate.shape, -1.0), std::pair(candidate.solid, 1.0)})
                if (const auto body = bodyOf(step.state, solid); !body)
                    moved_ += sign * glm::dot(force, dt_ * step.state.solids[solid].velocityAt(place.surface));
                else if (!candidate.known)
                    hitBodies_[*body] = 1;
        });
    state.bodyTouches = std::move(touches);
}

void BodyContacts::book(const StepView& step, ForceSum& sum, PieceWork& work) const
{
    work.lost += lost_;
    work.solids += moved_ + letOut_; // the surface goes in as fast as it lets out
    for (std::size_t k = 0; k < ways_.size(); ++k)
    {
        const BodyTouch& touch = step.state.bodyTouches[k];
        for (const auto& [solid, way, sign] :
             {std::tuple(touch.shape, ways_[k][0], 1.0), std::tuple(touch.solid, ways_[k][1], -1.0)})
            if (const auto body = bodyOf(step.state, solid))
            {
                sum.addToBody(*body, sign * touch.pressure * touch.normal, way, touch.point, work.push);
                sum.addToBody(*body, sign * touch.friction, way, touch.point, work.friction);
            }
    }
}

} // namespace rope
