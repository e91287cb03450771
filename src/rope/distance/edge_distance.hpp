#pragma once

#include <rope/solid.hpp>

#include <cmath>

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

/// Where on the edge it is nearest to the solid: 0 at a, 1 at b, where the clearances are given. Along a stretch that
/// is equally near everywhere it is one place of it. The slope of the distance grows along the edge: a straight line
/// through two of its values leads towards its zero, and a value that stays is halved (M. Dowell, P. Jarratt, A
/// modified regula falsi method, BIT 11, 1971).
inline double nearestAlong(const SolidBody& solid, const Vec3& a, const Vec3& edge, const Clearance& atA,
                           const Clearance& atB)
{
    double low = 0.0;
    double high = 1.0;
    double atLow = glm::dot(atA.normal, edge);
    double atHigh = glm::dot(atB.normal, edge);
    if (atLow >= 0.0 || atHigh <= 0.0)
        return atLow >= 0.0 ? 0.0 : 1.0;
    constexpr int mostLooks = 40;
    constexpr double exact = 1e-12;
    double along = 0.0;
    int side = 0; // of the last value
    for (int i = 0; i < mostLooks && high - low > exact; ++i)
    {
        const double before = along;
        along = low - (high - low) * atLow / (atHigh - atLow);
        const double slope = glm::dot(clearanceAndNormal(solid, a + along * edge).normal, edge);
        if (slope == 0.0 || std::abs(along - before) < exact)
            return along;
        const int now = slope < 0.0 ? -1 : 1;
        (now < 0 ? low : high) = along;
        (now < 0 ? atLow : atHigh) = slope;
        if (now == side)
            (now < 0 ? atHigh : atLow) *= 0.5;
        side = now;
    }
    return along;
}

} // namespace rope
