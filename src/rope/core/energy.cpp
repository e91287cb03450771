#include <rope/detail/sum.hpp>
#include <rope/energy.hpp>

#include <cstddef>

namespace rope
{

double kineticEnergy(std::span<const Mass> masses)
{
    return sumOf(masses, [](const Mass& mass) { return 0.5 * mass.mass * glm::dot(mass.velocity, mass.velocity); });
}

double gravityEnergy(std::span<const Mass> masses, const Vec3& g, const Vec3& zero)
{
    return sumOf(masses, [&](const Mass& mass) { return -mass.mass * glm::dot(g, mass.position - zero); });
}

double elasticEnergy(std::span<const Mass> masses, std::span<const Spring> springs)
{
    return sumOf(springs, [&](const Spring& spring) { return spring.energy(springLength(masses, spring)); });
}

double groundEnergy(std::span<const Mass> masses, const Ground& ground)
{
    return sumOf(masses, [&](const Mass& mass) { return ground.energy(mass); });
}

double potentialPower(std::span<const Mass> masses, std::span<const Spring> springs, const Vec3& g,
                      const Ground& ground)
{
    double power = 0.0;
    for (const Mass& mass : masses)
    {
        power -= mass.mass * glm::dot(g, mass.velocity);
        power -= ground.repulsion * ground.depth(mass) * mass.velocity.y;
    }
    for (const Spring& spring : springs)
    {
        const Mass& first = masses[spring.first];
        const Mass& second = masses[spring.second];
        const Vec3 d = first.position - second.position;
        const double r = glm::length(d);
        if (r > 0.0)
            power += spring.tension(r) / r * glm::dot(d, first.velocity - second.velocity);
    }
    return power;
}

Vec3 momentum(std::span<const Mass> masses)
{
    return sumOf(masses, [](const Mass& mass) { return mass.mass * mass.velocity; });
}

double springLength(std::span<const Mass> masses, const Spring& spring)
{
    return glm::distance(masses[spring.first].position, masses[spring.second].position);
}

double chainLength(std::span<const Mass> masses)
{
    double sum = 0.0;
    for (std::size_t i = 0; i + 1 < masses.size(); ++i)
        sum += glm::distance(masses[i].position, masses[i + 1].position);
    return sum;
}

double restLength(std::span<const Spring> springs)
{
    return sumOf(springs, &Spring::restLength);
}

} // namespace rope
