#include "one_mass_settings.hpp"

#include <rope/elementary.hpp>
#include <rope/stability.hpp>

#include <glm/geometric.hpp>

namespace ropewalk
{

void OneMassSettings::describe(rope::Parameters& p)
{
    p.group("Mass");
    p.add("mass", &mass, {1e-3, 1000.0, "kg", "Mass.", rope::StepRole::mass});
    p.add("position", &position, {-100.0, 100.0, "m", "Position at the start; acts at the next reset."});
    p.add("velocity", &velocity, {-100.0, 100.0, "m/s", "Velocity at the start; acts at the next reset."});
    if (force != OneMassForce::none)
        p.group("Force");
    if (force == OneMassForce::gravity)
        p.add("gravity", &gravity, {-50.0, 50.0, "m/s2", "Acceleration of gravity."});
    if (force == OneMassForce::spring)
    {
        p.add("spring_constant", &springConstant,
              {0.0, 1000.0, "N/m", "Stiffness of the spring, which has no rest length.", rope::StepRole::springs});
        p.add("connection", &connection, {-100.0, 100.0, "m", "Where the spring is fixed."});
    }
    p.group("Run");
    p.add("slow_motion", &slowMotion,
          {0.1, 100.0, "", "How many times slower than real time the window runs; the steps stay the same."});
    p.add("max_dt", &maxDt,
          {1e-5, 1.0, "s", "Longest step; a tick is split into the fewest that fit.", rope::StepRole::longestStep});
}

double OneMassSettings::stableStep() const
{
    return force == OneMassForce::spring && springConstant > 0.0 ? 2.0 / frequency() : rope::StepLimits::none;
}

Vec3 OneMassSettings::forceOn(const rope::Mass& at) const
{
    if (force == OneMassForce::gravity)
        return at.mass * gravity;
    if (force == OneMassForce::spring)
        return -springConstant * (at.position - connection);
    return Vec3(0.0);
}

double OneMassSettings::potentialEnergy(const Vec3& at) const
{
    const Vec3 stretch = at - connection;
    if (force == OneMassForce::gravity)
        return -mass * glm::dot(gravity, at);
    if (force == OneMassForce::spring)
        return 0.5 * springConstant * glm::dot(stretch, stretch);
    return 0.0;
}

Motion OneMassSettings::exact(const Motion& from, double t) const
{
    if (force == OneMassForce::gravity)
        return {from.position + from.velocity * t + 0.5 * t * t * gravity, from.velocity + t * gravity};
    if (force == OneMassForce::none || springConstant == 0.0)
        return {from.position + from.velocity * t, from.velocity};
    const double w = frequency();
    const Vec3 stretch = from.position - connection;
    const double c = rope::elementary::cos(w * t);
    const double s = rope::elementary::sin(w * t);
    return {connection + c * stretch + s / w * from.velocity, c * from.velocity - w * s * stretch};
}

} // namespace ropewalk
