#include "controls.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <tuple>

namespace ropewalk
{

bool Controls::holdsAs(const Controls& other) const
{
    const auto held = [](const Controls& c)
    {
        const bool mass = c.grab.has_value();
        return std::tuple(mass, mass ? c.grab->polyline : 0, mass ? c.grab->identity : 0, c.pull.has_value(),
                          c.pull ? c.pull->handle : 0, c.placing);
    };
    return held(*this) == held(other);
}

Vec3 Controls::connectionVelocity(double speed, const Vec3& position, double h) const
{
    const double slowing = posing ? poseSeconds : 1.0;
    if (!pull)
        return velocity.value_or(speed * direction) / slowing;
    // The point covers a third of its distance to the mouse in each tick: it lags by 0.05 s, and rests when the mouse
    // does.
    constexpr double rate = 20.0;    // [1/s]
    constexpr double fastest = 10.0; // [m/s]: about as fast as a person moves an arm
    const Vec3 way = pull->target - position;
    const Vec3 towards = std::min(rate / slowing, 1.0 / h) * way;
    const double most = std::max(fastest, speed) / slowing;
    const double size = glm::length(towards);
    return size > most ? towards * (most / size) : towards;
}

} // namespace ropewalk
