#include <rope/detail/runaway.hpp>

#include <cmath>

namespace rope
{

namespace
{

/// A step of semi-implicit Euler that is stable, h < h_max, shows up to 1 / (1 - (h/h_max)²) times the energy that the
/// fastest motion has: 7.4 times at the longest step that auto_steps takes, 0.93 h_max.
constexpr double mostShown = 10.0;

/// [m/s] that nobody sees: the roundings of a rope at rest are far below it.
constexpr double invisible = 1e-3;

double kinetic(const Mass& mass)
{
    return 0.5 * mass.mass * glm::dot(mass.velocity, mass.velocity);
}

} // namespace

std::optional<std::size_t> Runaway::mass(std::span<const Mass> masses, const EnergyByForm& now, const Vec3& g,
                                         double step) const
{
    double total = 0.0; // [kg]
    std::size_t fastest = 0;
    for (std::size_t i = 0; i < masses.size(); ++i)
    {
        if (!finite(masses[i].position) || !finite(masses[i].velocity))
            return i;
        total += masses[i].mass;
        if (kinetic(masses[i]) > kinetic(masses[fastest]))
            fastest = i;
    }
    const double slow = invisible + glm::length(g) * step;
    double explained = start_ + std::max(0.0, gravity_ - gravity(now));
    for (const Source& source : sources_)
        explained += source.most;
    if (held(now) <= mostShown * explained + 0.5 * total * slow * slow)
        return std::nullopt;
    return fastest;
}

} // namespace rope
