#include "one_mass.hpp"

#include <rope/detail/elementary.hpp>
#include <rope/stability.hpp>

#include <glm/geometric.hpp>

#include <array>
#include <cmath>

namespace ropewalk
{

void LessonSettings::describe(rope::Parameters& p)
{
    p.group("Mass");
    p.add("mass", &mass, {1e-3, 1000.0, "kg", "Mass.", rope::StepRole::mass});
    p.add("position", &position, {-100.0, 100.0, "m", "Position at the start; acts at the next reset."});
    p.add("velocity", &velocity, {-100.0, 100.0, "m/s", "Velocity at the start; acts at the next reset."});
    if (force != LessonForce::none)
        p.group("Force");
    if (force == LessonForce::gravity)
        p.add("gravity", &gravity, {-50.0, 50.0, "m/s2", "Acceleration of gravity."});
    if (force == LessonForce::spring)
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

double LessonSettings::stableStep() const
{
    return force == LessonForce::spring && springConstant > 0.0 ? 2.0 / frequency() : rope::StepLimits::none;
}

Vec3 LessonSettings::forceOn(const rope::Mass& at) const
{
    if (force == LessonForce::gravity)
        return at.mass * gravity;
    if (force == LessonForce::spring)
        return -springConstant * (at.position - connection);
    return Vec3(0.0);
}

double LessonSettings::potentialEnergy(const Vec3& at) const
{
    const Vec3 stretch = at - connection;
    if (force == LessonForce::gravity)
        return -mass * glm::dot(gravity, at);
    if (force == LessonForce::spring)
        return 0.5 * springConstant * glm::dot(stretch, stretch);
    return 0.0;
}

Motion LessonSettings::exact(const Motion& from, double t) const
{
    if (force == LessonForce::gravity)
        return {from.position + from.velocity * t + 0.5 * t * t * gravity, from.velocity + t * gravity};
    if (force == LessonForce::none || springConstant == 0.0)
        return {from.position + from.velocity * t, from.velocity};
    const double w = frequency();
    const Vec3 stretch = from.position - connection;
    const double c = rope::elementary::cos(w * t);
    const double s = rope::elementary::sin(w * t);
    return {connection + c * stretch + s / w * from.velocity, c * from.velocity - w * s * stretch};
}

OneMass::OneMass(const LessonSettings& settings)
    : settings_(settings), exactStart_{settings.position, settings.velocity}, trail_{glm::vec3(settings.position)}
{
    masses_ = {{settings.mass, settings.position, settings.velocity}};
    setLongestStep(settings.maxDt);
}

void OneMass::setSettings(const LessonSettings& settings)
{
    const LessonSettings before = settings_;
    settings_ = settings;
    setLongestStep(settings.maxDt);
    if (before.mass == settings.mass && before.gravity == settings.gravity &&
        before.springConstant == settings.springConstant && before.connection == settings.connection)
        return;
    masses_[0].mass = settings.mass;
    exactStart_ = motion();
    exactStartTime_ = time();
}

void OneMass::beginAt(const rope::WrittenMoment& moment)
{
    moment.check(1, 1);
    moment.numbers(std::array<rope::StateNumber, 0>{});
    placeMasses(moment);
    exactStart_ = motion();
    exactStartTime_ = time();
    trail_ = {glm::vec3(masses_[0].position)};
}

void OneMass::leaveTrail()
{
    constexpr int ticksBetween = 5;
    constexpr std::size_t capacity = 720; // a minute of ticks
    if (++sincePoint_ < ticksBetween)
        return;
    sincePoint_ = 0;
    trail_.emplace_back(masses_[0].position);
    if (trail_.size() > capacity)
    {
        trail_.pop_front();
        ++forgotten_;
    }
}

} // namespace ropewalk
