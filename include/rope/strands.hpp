#pragma once

#include <rope/export.hpp>
#include <rope/knot.hpp>

#include <array>
#include <cstddef>
#include <optional>

namespace rope
{

/// Two edges of a rope, each by its first point, and how far their nearest places are from each other.
struct StrandGap
{
    std::array<std::size_t, 2> edge{};
    double distance = 0.0; ///< [m]
};

/// The nearest two edges of a rope of that radius [m] which are farther apart along it than pi radii; none where no two
/// of them are nearer than it is thick.
ROPE_API std::optional<StrandGap> nearestStrands(const SpaceCurve& rope, double radius);

} // namespace rope
