#include "bearings.hpp"

#include <algorithm>
#include <cmath>

namespace rope
{

namespace
{

/// Both springs of an axle: where they hold the body and what carries it.
std::array<std::pair<TiePlace, TiePlace>, 2> placesOf(const RopeState& state, const BearingState& bearing)
{
    const Bearing& is = bearing.bearing;
    const double apart = reachOf(state.bodies[state.numberOf(is.body)].body); // [m], of the places from the middle
    std::array<std::pair<TiePlace, TiePlace>, 2> places;
    for (std::size_t k = 0; k < 2; ++k)
    {
        const Vec3 along = (k == 0 ? -apart : apart) * is.axis;
        auto& [onBody, onOther] = places[k];
        onBody.on = TiePlace::On::body;
        onBody.body = is.body;
        onBody.at = is.at + along;
        onOther.on = is.other ? TiePlace::On::body : TiePlace::On::space;
        onOther.body = is.other.value_or(BodyId{});
        onOther.at = bearing.place + bearing.axes * along;
    }
    return places;
}

/// [N/m], of each of the two springs.
double stiffnessOf(const RopeState& state, const BearingState& bearing)
{
    double mass = state.bodies[state.numberOf(bearing.bearing.body)].body.mass;
    if (bearing.bearing.other)
        mass = std::max(mass, state.bodies[state.numberOf(*bearing.bearing.other)].body.mass);
    constexpr double least = 1.0; // [kg]: ropes pull at a light wheel with far more than its weight
    return holdingStiffness(std::max(mass, least));
}

/// [N m/rad], as stiff as the springs at the axle's surface.
double brakeOf(const RopeState& state, const BearingState& bearing)
{
    constexpr double thinnest = 0.05; // of the body's reach
    const double radius =
        std::max(bearing.bearing.radius, thinnest * reachOf(state.bodies[state.numberOf(bearing.bearing.body)].body));
    return stiffnessOf(state, bearing) * radius * radius;
}

} // namespace

double bearingEnergy(const RopeState& state, const BearingState& bearing)
{
    const double stiffness = stiffnessOf(state, bearing);
    double sum = 0.5 * brakeOf(state, bearing) * bearing.drawn * bearing.drawn;
    for (const auto& [one, other] : placesOf(state, bearing))
    {
        const Vec3 gap = placeOf(state, {}, one) - placeOf(state, {}, other);
        sum += 0.5 * stiffness * glm::dot(gap, gap);
    }
    return sum;
}

bool Bearings::begin(const StepView& step)
{
    axles_.clear();
    for (const BearingState& bearing : step.state.bearings)
    {
        Axle& axle = axles_.emplace_back();
        axle.state = &bearing;
        axle.places = placesOf(step.state, bearing);
        for (auto& [onBody, onOther] : axle.places)
            onOther.at += step.dt * bearing.velocity;
        axle.stiffness = stiffnessOf(step.state, bearing);
        axle.brake = brakeOf(step.state, bearing);
    }
    return true;
}

Bearings::Response Bearings::respond(Axle& axle, const StepView& step) const
{
    const Bearing& is = axle.state->bearing;
    const BodyPose& pose = step.bodies[step.state.numberOf(is.body)];
    Response r;
    for (const auto& [one, other] : axle.places)
        r.force -= axle.stiffness * (placeOf(step, one) - placeOf(step, other));
    r.axis = pose.axes * is.axis;
    const Vec3 carried = is.other ? step.bodies[step.state.numberOf(*is.other)].turn : Vec3(0.0);
    r.turn = glm::dot(r.axis, pose.turn - carried);
    const double most = is.speed ? is.mostTorque : is.friction * is.radius * glm::length(r.force);
    const double limit = most / axle.brake; // [rad]
    const double drawn = axle.state->drawn + r.turn - (is.speed ? *is.speed * step.dt : 0.0);
    const double way = drawn > 0.0 ? 1.0 : -1.0;
    axle.slips = std::abs(drawn) > limit;
    r.drawn = axle.slips ? way * limit : drawn;
    r.torque = -axle.brake * r.drawn;
    r.lost = axle.slips ? axle.brake * limit * (std::abs(drawn) - limit) : 0.0;
    return r;
}

void Bearings::add(const StepView& step, Hessian hessian, OutsideForces& sum)
{
    for (Axle& own : axles_)
    {
        Axle copy = own;
        Axle& axle = hessian == Hessian::none ? copy : own; // a look, for a line search, leaves no trace
        const bool slipped = own.slips;
        const Response r = respond(axle, step);
        for (const auto& [one, other] : axle.places)
            addSpring(sum, springEndOf(step, one), springEndOf(step, other), placeOf(step, one) - placeOf(step, other),
                      axle.stiffness, hessian);
        const Bearing& is = axle.state->bearing;
        const std::uint32_t point = step.pointOf(step.state.numberOf(is.body));
        if (axle.slips != slipped)
            sum.changed.push_back(point);
        const glm::dmat3 grip = glm::outerProduct((axle.slips ? 0.0 : axle.brake) * r.axis, r.axis);
        sum.force[point + 1] += r.torque * r.axis;
        sum.own[point + 1] += grip;
        if (!is.other)
            continue;
        const std::uint32_t other = step.pointOf(step.state.numberOf(*is.other));
        sum.own[other + 1] += grip;
        sum.force[other + 1] -= r.torque * r.axis;
        FarBlocks& far = sum.blocks.emplace_back();
        far.edge = point;
        far.other = other;
        far.block[1][1] = -grip;
    }
}

void Bearings::store(const StepView& step, RopeState& state)
{
    last_.clear();
    for (std::size_t k = 0; k < axles_.size(); ++k)
    {
        const Response& r = last_.emplace_back(respond(axles_[k], step));
        BearingState& bearing = state.bearings[k];
        bearing.place += step.dt * bearing.velocity;
        bearing.turned += r.turn;
        bearing.drawn = r.drawn;
        bearing.force = r.force;
        bearing.torque = r.torque;
    }
}

void Bearings::book(const StepView& step, ForceSum& sum, PieceWork& work) const
{
    for (std::size_t k = 0; k < axles_.size(); ++k)
    {
        const Axle& axle = axles_[k];
        const Response& r = last_[k];
        for (const auto& [one, other] : axle.places)
        {
            const Vec3 atOne = placeOf(step, one);
            const Vec3 atOther = placeOf(step, other);
            bookSpring(step, one, other, atOne, atOther, -axle.stiffness * (atOne - atOther), sum, work);
        }
        const Bearing& is = axle.state->bearing;
        const Vec3 torque = r.torque * r.axis;
        Effect effect;
        sum.turnBody(step.state.numberOf(is.body), torque, step.bodies[step.state.numberOf(is.body)].turn, effect);
        if (is.other)
            sum.turnBody(step.state.numberOf(*is.other), -torque, step.bodies[step.state.numberOf(*is.other)].turn,
                         effect);
        else
            work.support.turning += effect.turning;
        const double carried = step.dt * glm::dot(r.force, axle.state->velocity);
        work.stretch.work += effect.work - carried;
        work.support.work += carried;
        if (is.speed)
            work.motors += r.torque * *is.speed * step.dt;
        work.axles += r.lost;
    }
}

} // namespace rope
