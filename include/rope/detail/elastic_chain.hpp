#pragma once

#include <rope/vec.hpp>

#include <optional>

namespace rope
{

/// What a chain of equal edges is made of; SI units.
struct ElasticChain
{
    double segmentLength = 0.05;      ///< l [m]
    double springConstant = 10'000.0; ///< k [N/m], of one segment
    double bendingStiffness = 0.0;    ///< B [N m2]
    double mass = 0.05;               ///< [kg], of an edge
    std::optional<Vec3> clamp = {};   ///< the direction in which a clamp holds the first end
};

} // namespace rope
