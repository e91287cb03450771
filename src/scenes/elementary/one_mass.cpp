#include "one_mass.hpp"

#include <array>

namespace ropewalk
{

OneMass::OneMass(const OneMassSettings& settings)
    : settings_(settings), exactStart_{settings.position, settings.velocity}, trail_{glm::vec3(settings.position)}
{
    masses_ = {{settings.mass, settings.position, settings.velocity}};
    setLongestStep(settings.maxDt);
}

void OneMass::setSettings(const OneMassSettings& settings)
{
    const OneMassSettings before = settings_;
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
