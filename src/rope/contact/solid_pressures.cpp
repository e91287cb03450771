#include "solid_contacts.hpp"

#include <algorithm>

// With which pressures solids are touched: Newton's method finds them along with the positions.

namespace rope
{

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
    if (last.rate == 0.0)
        return candidate.pressure;
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

} // namespace rope
