#pragma once

#include "scenes/scene.hpp"

#include <rope/mass.hpp>
#include <rope/spring.hpp>

#include <optional>
#include <vector>

namespace ropewalk
{

/// What a rope at rest depends on besides its masses and springs.
struct RestTheory
{
    Vec3 gravity{0.0};                  ///< [m/s2]
    std::optional<double> groundHeight; ///< [m]; nothing is known of a rope that would reach it
    bool freeEndPinned = false;         ///< it hangs between two supports
};

/// Tension and stretch of each segment and the speed of each mass along a rope. Spring i joins masses i and i + 1.
/// With a theory, and where the rope would hang clear of the ground, the profiles also hold the exact values of these
/// masses at rest.
std::vector<Profile> ropeProfiles(const std::vector<rope::Mass>& masses, const std::vector<rope::Spring>& springs,
                                  const std::optional<RestTheory>& theory);

} // namespace ropewalk
