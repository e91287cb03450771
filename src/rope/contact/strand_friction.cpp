#include "rope_contacts.hpp"

#include <algorithm>
#include <array>

// The friction of strands on each other.

namespace rope
{

namespace
{

/// In a step friction follows a pressure that falls below half of the one before: what loses touch loses friction.
constexpr double growing = 2.0;

Vec3 across(const Vec3& way, const Vec3& normal)
{
    return way - glm::dot(way, normal) * normal;
}

/// Along t, which lies across the normal, and across it.
std::array<Vec3, 2> frameOf(const Vec3& t, const Vec3& normal)
{
    const double size = glm::length(t);
    const Vec3 along = size > 0.0 ? t / size : Vec3(0.0);
    return {along, glm::cross(normal, along)};
}

} // namespace

/// Where the surfaces touch, and which ways slip there: kept for the step, for then friction has a potential.
RopeContacts::Grip RopeContacts::gripOf(const Candidate& candidate, const Meeting& meeting,
                                        const std::vector<Vec3>& positions)
{
    Grip grip;
    grip.coupling = couplingOf(candidate, meeting);
    const Vec3& n = meeting.normal;
    const Vec3 way = positions[candidate.edge + 1] - positions[candidate.edge];
    const Vec3 otherWay = positions[candidate.other + 1] - positions[candidate.other];
    const double length = glm::length(way);
    const double otherLength = glm::length(otherWay);
    // The nearest places follow a way along one of the edges, and with it the surfaces slip. They do not follow one
    // across both of them where those are parallel: there one rolls on the other.
    const Vec3 t = across(way * (1.0 / length), n);
    const Vec3 u = across(otherWay * (1.0 / otherLength), n);
    const double tt = glm::dot(t, t) + evenness;
    const double uu = glm::dot(u, u) + evenness;
    const double tu = glm::dot(t, u);
    const double arm = 0.5 * meeting.distance;
    grip.coupling.lean = arm / length * t;
    grip.coupling.otherLean = arm / otherLength * u;
    if (candidate.law->surface) // the spins say what rolls
    {
        grip.glide = glm::dmat3(1.0) - glm::outerProduct(n, n);
        grip.coupling.arm = arm * glm::cross(n, t);
        grip.coupling.otherArm = arm * glm::cross(n, u);
    }
    else
        grip.glide = (uu * glm::outerProduct(t, t) + tt * glm::outerProduct(u, u) -
                      tu * (glm::outerProduct(t, u) + glm::outerProduct(u, t))) /
                     (tt * uu - tu * tu);
    grip.frame = frameOf(t, n);
    return grip;
}

/// What a spring that is drawn by `slip` in the frame of its grip is drawn by where the edges meet now: it goes on in
/// their frame.
Vec3 RopeContacts::carriedOn(const Candidate& candidate, const Vec3& slip, const std::vector<Vec3>& positions) const
{
    const Vec3& n = meet(candidate, positions).normal;
    const Vec3 way = positions[candidate.edge + 1] - positions[candidate.edge];
    const std::array<Vec3, 2> now = frameOf(across(way * (1.0 / glm::length(way)), n), n);
    Vec3 carried(0.0);
    for (std::size_t k = 0; k < 2; ++k)
        carried += glm::dot(slip, candidate.grip.frame[k]) * now[k];
    return carried;
}

/// The force of friction on the first edge; sets the stiffness of the candidate's grip.
Vec3 RopeContacts::friction(Candidate& candidate, const std::vector<Vec3>& positions, const std::vector<double>& angle,
                            double pressure, Vec3& slip) const
{
    Grip& grip = candidate.grip;
    Vec3 way = grip.coupling.relative([&](std::size_t i) { return positions[i] - start_[i]; });
    const ContactLaw& law = *candidate.law;
    if (law.surface)
        way += grip.coupling.spun([&](std::size_t i) { return angle[laws_.slot(i)] - startAngle_[laws_.slot(i)]; });
    slip = candidate.slip[0] * grip.frame[0] + candidate.slip[1] * grip.frame[1] + grip.glide * way;
    const double give = softness * law.stiffness;
    const double limit = law.friction * std::min(candidate.pressure, growing * pressure) / give; // [m]
    const double drawn = glm::length(slip);
    candidate.slips = drawn > limit;
    candidate.lost = candidate.slips ? give * limit * (drawn - limit) : 0.0;
    grip.coupling.stiffness = give * grip.glide;
    if (candidate.slips)
    {
        const Vec3 heading = slip / drawn;
        slip = limit * heading;
        const glm::dmat3 beside = glm::dmat3(1.0) - glm::outerProduct(heading, heading);
        grip.coupling.stiffness = limit / drawn * (beside * grip.coupling.stiffness * beside);
    }
    return -give * slip;
}

/// `at` is where the edges press, by `share` of the response.
void RopeContacts::addFriction(Candidate& candidate, const FarCoupling& at, double share, const Answer& response,
                               const StepView& step, Hessian hessian, OutsideForces& sum) const
{
    if (!candidate.held)
        candidate.grip = gripOf(candidate, meet(candidate, step.positions), step.positions);
    candidate.held = true;
    // A new touch has the cone of the pressure that the first iterations find, a known one the cone of the last step:
    // with a cone that stays, friction has a potential, and Newton's method an end.
    constexpr int enough = 6; // a free step ends after two to three
    if ((!candidate.known || asked_ > 1) && asked_ < enough && hessian != Hessian::none)
        candidate.pressure = share * response.gripped;
    Vec3 slip(0.0);
    const Vec3 force = friction(candidate, step.positions, step.angle, share * response.gripped, slip);
    candidate.grip.coupling.spread(force, [&sum](std::size_t mass, const Vec3& push) { sum.force[mass] += push; });
    if (candidate.law->surface)
        candidate.grip.coupling.spreadTorque(force,
                                             [&sum](std::size_t edge, double torque) { sum.torque[edge] += torque; });
    sum.far.push_back(candidate.grip.coupling);
    if (hessian != Hessian::exact || !candidate.slips || !(growing * share * response.gripped < candidate.pressure))
        return;
    // Depth grows against the normal.
    const double rate = growing * candidate.law->friction * share * share * response.press.rate;
    sum.farSlopes.push_back({candidate.grip.coupling, at, rate / glm::length(force) * force});
}

} // namespace rope
