#include "rope/core/demand.hpp"
#include "rope/solver/body_motion.hpp"
#include "rope/state/solid_list.hpp"
#include "rope/ties/rope_ties.hpp"

#include "text/text.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

// Rigid bodies beside ropes, what ties them, and the axles about which they turn.

namespace rope
{

namespace
{

void demandAtLeast(const std::string& name, double value, double least, const std::string& unit)
{
    demand(std::isfinite(value) && value >= least, name + " = " + text::numberText(value) + ' ' + unit + ": must be " +
                                                       (least > 0.0 ? "above 0" : "at least 0"));
}

void check(const Body& body)
{
    constexpr double least = 1e-12;
    demandAtLeast("mass of a body", body.mass, least, "kg");
    for (int k = 0; k < 3; ++k)
        demandAtLeast("inertia of a body", body.inertia[k], least * least, "kg m2");
    demandAtLeast("air friction of a body", body.airFriction, 0.0, "N s/m");
    demandAtLeast("friction of a body", body.friction, 0.0, "");
    for (const Vec3& vector : {body.position, body.velocity, body.spin, body.axes[0], body.axes[1], body.axes[2]})
        demand(finite(vector), "a body: its position, axes and velocities must be finite");
    for (const SolidBody& shape : body.shapes)
        demand(shape.shape != SolidShape::plane, "a shape of a body: must not be a plane");
}

/// The item of that name in a list of things with ids.
template <typename List, typename Id>
auto& itemOf(List& list, Id id, const char* what)
{
    const auto found = std::find_if(list.begin(), list.end(), [id](const auto& item) { return item.id == id; });
    if (found == list.end())
        throw std::out_of_range(std::string(what) + ' ' + std::to_string(static_cast<unsigned>(id)) +
                                ": must be one that is there");
    return *found;
}

} // namespace

BodyId RopeSimulation::addBody(const Body& body)
{
    check(body);
    demand(state_.byNewton, "a body: must be beside ropes that go by bdf2, twist or have a radius");
    const auto number = static_cast<std::uint32_t>(state_.bodies.size());
    booked(EnergyLine::constants, MomentumLine::constants,
           [&]
           {
               state_.bodies.push_back({state_.nextBody, body, {}});
               for (const SolidBody& shape : body.shapes)
               {
                   insertSolid(state_, state_.firstGuest(), placed(shape, body));
                   state_.shapeBodies.push_back(number);
               }
           });
    state_.nextBody = static_cast<BodyId>(static_cast<unsigned>(state_.nextBody) + 1);
    begunAnew();
    keepGround();
    useLinesOfThings();
    return state_.bodies.back().id;
}

void RopeSimulation::setBody(BodyId id, const Body& body)
{
    check(body);
    BodyNow& state = itemOf(state_.bodies, id, "body");
    demand(body.shapes.size() == state.body.shapes.size(), "a body that is there: must keep the number of its shapes");
    booked(EnergyLine::constants, MomentumLine::constants,
           [&]
           {
               state.body = body;
               placeShapes(state_);
           });
    begunAnew();
}

void RopeSimulation::removeBody(BodyId id)
{
    itemOf(state_.bodies, id, "body"); // throws
    const std::size_t number = state_.numberOf(id);
    const auto holds = [id](const TiePlace& place) { return place.on == TiePlace::On::body && place.body == id; };
    booked(EnergyLine::constants, MomentumLine::constants,
           [&]
           {
               std::erase_if(state_.ties, [&](const Tie& tie) { return holds(tie.one) || holds(tie.other); });
               std::erase_if(state_.bearings, [id](const BearingState& bearing)
                             { return bearing.bearing.body == id || bearing.bearing.other == id; });
               for (std::size_t solid = state_.firstGuest(); solid-- > state_.firstShape();)
                   if (state_.bodyOfShape(solid) == number)
                   {
                       eraseSolid(state_, solid);
                       state_.shapeBodies.erase(state_.shapeBodies.begin() +
                                                static_cast<std::ptrdiff_t>(solid - state_.firstShape()));
                   }
               for (std::uint32_t& body : state_.shapeBodies)
                   body -= body > number ? 1 : 0;
               state_.bodies.erase(state_.bodies.begin() + static_cast<std::ptrdiff_t>(number));
           });
    begunAnew();
    keepGround();
}

const Body& RopeReadings::body(BodyId id) const
{
    return itemOf(state_.bodies, id, "body").body;
}

std::vector<BodyId> RopeReadings::bodies() const
{
    std::vector<BodyId> ids;
    for (const BodyNow& body : state_.bodies)
        ids.push_back(body.id);
    return ids;
}

/// The next step has no past: a force has come or gone.
void RopeSimulation::begunAnew()
{
    for (Rope& rope : state_.ropes)
        rope.past.dt = 0.0;
}

TiePlace RopeSimulation::tiePlaceOf(const TieEnd& end)
{
    TiePlace place;
    if (const auto* mass = std::get_if<std::size_t>(&end))
    {
        const Rope& rope = ropeOf(*mass);
        place.rope = numberOf(rope.id);
        place.edge = std::min(*mass - rope.first, rope.segments() - 1);
        place.along = static_cast<double>(*mass - rope.first - place.edge);
    }
    else if (const auto* onBody = std::get_if<BodyPlace>(&end))
    {
        itemOf(state_.bodies, onBody->body, "body"); // throws
        place.on = TiePlace::On::body;
        place.body = onBody->body;
        place.at = onBody->at;
    }
    else
    {
        place.on = TiePlace::On::space;
        place.at = std::get<Vec3>(end);
    }
    demand(finite(place.at), "a tie: its places must be finite");
    return place;
}

TieId RopeSimulation::tie(const TieEnd& end, const TieEnd& otherEnd)
{
    demand(state_.byNewton, "a tie: must hold ropes that go by bdf2, twist or have a radius");
    const TiePlace one = tiePlaceOf(end);
    const TiePlace other = tiePlaceOf(otherEnd);
    const bool same = one.on == other.on && ((one.on == TiePlace::On::body && one.body == other.body) ||
                                             (one.on == TiePlace::On::rope && one.rope == other.rope &&
                                              one.edge == other.edge && one.along == other.along));
    demand(!same, "a tie of a mass or a body to itself: must hold two things");
    demand(one.on != TiePlace::On::space || other.on != TiePlace::On::space,
           "a tie of two points of space: one end must be able to move");
    booked(EnergyLine::constants, MomentumLine::constants,
           [&] {
               state_.ties.push_back({state_.nextTie, one, other});
           });
    state_.nextTie = static_cast<TieId>(static_cast<unsigned>(state_.nextTie) + 1);
    begunAnew();
    return state_.ties.back().id;
}

TieId RopeSimulation::draw(const TieEnd& end, const TieEnd& other, double speed)
{
    demandAtLeast("speed of a tie that draws", speed, 1e-9, "m/s");
    const TieId id = tie(end, other);
    Tie& drawing = state_.ties.back();
    const auto placed = [this](const TiePlace& place) { return rope::placeOf(state_, masses_, place); };
    booked(EnergyLine::constants, MomentumLine::constants,
           [&] { drawing.gap = placed(drawing.one) - placed(drawing.other); });
    drawing.speed = speed;
    return id;
}

double RopeReadings::gap(TieId id) const
{
    return glm::length(itemOf(state_.ties, id, "tie").gap);
}

/// What draws goes on for a step of `dt` [s].
void RopeSimulation::drawTies(double dt)
{
    for (Tie& tie : state_.ties)
    {
        const double apart = glm::length(tie.gap);
        if (tie.speed == 0.0 || apart == 0.0)
            continue;
        useLine(EnergyLine::joins);
        booked(EnergyLine::integrator, MomentumLine::constants,
               [&] { tie.gap *= std::max(0.0, 1.0 - tie.speed * dt / apart); });
    }
}

void RopeSimulation::untie(TieId id)
{
    itemOf(state_.ties, id, "tie"); // throws
    booked(EnergyLine::constants, MomentumLine::constants,
           [&] { std::erase_if(state_.ties, [id](const Tie& tie) { return tie.id == id; }); });
    begunAnew();
}

Vec3 RopeReadings::tieForce(TieId id) const
{
    const Tie& tie = itemOf(state_.ties, id, "tie");
    return stiffnessOf(state_, tie) *
           (rope::placeOf(state_, masses_, tie.one) - rope::placeOf(state_, masses_, tie.other) - tie.gap);
}

BearingId RopeSimulation::addBearing(const Bearing& bearing)
{
    BearingState state{state_.nextBearing, bearing};
    const Body& body = itemOf(state_.bodies, bearing.body, "body").body;
    const double length = glm::length(bearing.axis);
    demand(length > 1e-9 && std::isfinite(length), "axis of a bearing: must be a direction that is not zero");
    demandAtLeast("radius of an axle", bearing.radius, 0.0, "m");
    demandAtLeast("friction of an axle", bearing.friction, 0.0, "");
    demandAtLeast("torque of a motor", bearing.mostTorque, 0.0, "N m");
    demand(bearing.other != bearing.body, "a bearing: a body must not carry itself");
    state.bearing.axis /= length;
    const Vec3 place = body.pointAt(bearing.at);
    state.axes = body.axes;
    state.place = place;
    if (bearing.other)
    {
        const Body& other = itemOf(state_.bodies, *bearing.other, "body").body;
        state.axes = glm::transpose(other.axes) * body.axes;
        state.place = (place - other.position) * other.axes; // the transpose times it
    }
    booked(EnergyLine::constants, MomentumLine::constants, [&] { state_.bearings.push_back(state); });
    state_.nextBearing = static_cast<BearingId>(static_cast<unsigned>(state_.nextBearing) + 1);
    begunAnew();
    useLinesOfThings();
    return state.id;
}

void RopeSimulation::setBearing(BearingId id, const Bearing& bearing)
{
    BearingState& state = itemOf(state_.bearings, id, "bearing");
    demandAtLeast("radius of an axle", bearing.radius, 0.0, "m");
    demandAtLeast("friction of an axle", bearing.friction, 0.0, "");
    demandAtLeast("torque of a motor", bearing.mostTorque, 0.0, "N m");
    booked(EnergyLine::constants, MomentumLine::constants,
           [&]
           {
               state.bearing.radius = bearing.radius;
               state.bearing.friction = bearing.friction;
               state.bearing.speed = bearing.speed;
               state.bearing.mostTorque = bearing.mostTorque;
           });
    useLinesOfThings();
}

void RopeSimulation::removeBearing(BearingId id)
{
    itemOf(state_.bearings, id, "bearing"); // throws
    booked(EnergyLine::constants, MomentumLine::constants,
           [&] { std::erase_if(state_.bearings, [id](const BearingState& bearing) { return bearing.id == id; }); });
    begunAnew();
}

Vec3 RopeReadings::bearingForce(BearingId id) const
{
    return itemOf(state_.bearings, id, "bearing").force;
}

double RopeReadings::bearingTurn(BearingId id) const
{
    return itemOf(state_.bearings, id, "bearing").turned;
}

double RopeReadings::kineticEnergy() const
{
    return Simulation::kineticEnergy() + bodyMotion(state_);
}

double RopeReadings::potentialEnergy() const
{
    return gravityEnergy(masses_, settings_->gravity) + bodyWeight(state_);
}

Vec3 RopeReadings::momentum() const
{
    Vec3 sum = Simulation::momentum();
    for (const BodyNow& body : state_.bodies)
        sum += body.body.mass * body.body.velocity;
    return sum;
}

} // namespace rope
