#pragma once

#include <rope/solid.hpp>

namespace rope
{

/// The distance to a convex solid is a convex function along an edge from a to b. The tangents at both ends bound it
/// from below: [m], the least that they leave open.
inline double leastDistance(const Clearance& atA, const Clearance& atB, const Vec3& edge)
{
    const double slopeA = glm::dot(atA.normal, edge);
    const double slopeB = glm::dot(atB.normal, edge);
    if (slopeA >= 0.0)
        return atA.distance;
    if (slopeB <= 0.0)
        return atB.distance;
    const double where = (atB.distance - slopeB - atA.distance) / (slopeA - slopeB);
    return atA.distance + slopeA * where;
}

/// Where on the edge it is nearest to the solid: 0 at a, 1 at b. Along a stretch that is equally near everywhere it is
/// one place of it.
inline double nearestAlong(const SolidBody& solid, const Vec3& a, const Vec3& edge)
{
    double low = 0.0;
    double high = 1.0;
    constexpr int halvings = 40;
    for (int i = 0; i < halvings; ++i)
    {
        const double middle = 0.5 * (low + high);
        (glm::dot(clearance(solid, a + middle * edge).normal, edge) < 0.0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

} // namespace rope
