#include "rope_profiles.hpp"

#include <rope/statics.hpp>

#include <glm/geometric.hpp>

#include <cstddef>

namespace ropewalk
{

namespace
{

/// Tension [N] of each segment at rest; empty where none is known.
std::vector<double> tensionsAtRest(const std::vector<rope::Mass>& masses, const std::vector<rope::Spring>& springs,
                                   const RestTheory& theory)
{
    const rope::Chain chain = rope::Chain::of(masses, springs);
    const Vec3& top = masses.front().position;
    const std::optional<rope::ChainAtRest> rest =
        theory.freeEndPinned ? rope::suspendedChain(chain, top, masses.back().position, theory.gravity)
                             : rope::hangingChain(chain, top, theory.gravity);
    if (!rest)
        return {};
    for (std::size_t i = 1; i < rest->positions.size() && theory.groundHeight; ++i)
        if (rest->positions[i].y <= *theory.groundHeight)
            return {};
    return rest->tension;
}

} // namespace

std::vector<Profile> ropeProfiles(const std::vector<rope::Mass>& masses, const std::vector<rope::Spring>& springs,
                                  const std::optional<RestTheory>& theory)
{
    if (springs.empty() || masses.size() != springs.size() + 1)
        return {};
    Profile tension{"tension", "N", "Tension of each segment; negative where it is compressed.", {}, {}, {}};
    Profile stretch{"stretch", "%", "How much longer each segment is than at rest.", {}, {}, {}};
    Profile speed{"speed", "m/s", "Speed of each mass.", {0.0}, {glm::length(masses[0].velocity)}, {}};
    const std::vector<double> atRest = theory ? tensionsAtRest(masses, springs, *theory) : std::vector<double>{};
    double along = 0.0;
    for (std::size_t j = 0; j < springs.size(); ++j)
    {
        const rope::Spring& spring = springs[j];
        const double length = glm::distance(masses[j].position, masses[j + 1].position);
        const double percent = 100.0 / spring.restLength;
        tension.at.push_back(along + 0.5 * spring.restLength);
        tension.values.push_back(spring.tension(length));
        stretch.values.push_back(percent * (length - spring.restLength));
        along += spring.restLength;
        speed.at.push_back(along);
        speed.values.push_back(glm::length(masses[j + 1].velocity));
        if (!atRest.empty())
            stretch.theory.push_back(percent * atRest[j] / spring.springConstant);
    }
    stretch.at = tension.at;
    if (!atRest.empty())
    {
        tension.theory = atRest;
        speed.theory.assign(speed.at.size(), 0.0);
    }
    return {tension, stretch, speed};
}

} // namespace ropewalk
