#pragma once

#include <rope/vec.hpp>

#include <algorithm>
#include <limits>

namespace rope
{

/// A straight piece from `start` along `way`, which is not zero.
struct Segment
{
    Vec3 start{0.0};
    Vec3 way{0.0};

    Vec3 at(double along) const { return start + along * way; }
};

/// Places on two segments: 0 at the start of each, 1 at its end.
struct SegmentPlaces
{
    double first = 0.0;
    double second = 0.0;
};

/// Where two segments are nearest to each other. Parallel ones are equally near along a stretch, and would jump from
/// one end of it to the other when they turn a little. So the square of the distance is given the small addition
/// share (a² (s - 1/2)² + b² (t - 1/2)²), with a and b the lengths: the places lie in the middle of the stretch, and
/// change continuously. At share = 0 they are the exact ones.
///
/// A strictly convex function of two numbers on a square: its least is within, or on one of the four sides.
inline SegmentPlaces nearestPlaces(const Segment& a, const Segment& b, double share)
{
    const Vec3 between = a.start - b.start;
    const double aa = (1.0 + share) * glm::dot(a.way, a.way);
    const double bb = (1.0 + share) * glm::dot(b.way, b.way);
    const double ab = glm::dot(a.way, b.way);
    // The gradient is 2 (aa s - ab t + ga, bb t - ab s + gb).
    const double ga = glm::dot(a.way, between) - 0.5 * share * glm::dot(a.way, a.way);
    const double gb = -glm::dot(b.way, between) - 0.5 * share * glm::dot(b.way, b.way);
    const double determinant = aa * bb - ab * ab;
    if (determinant > 1e-14 * aa * bb)
    {
        const double s = (ab * -gb - bb * ga) / determinant;
        const double t = (ab * -ga - aa * gb) / determinant;
        if (s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0)
            return {s, t};
    }
    SegmentPlaces best;
    double least = std::numeric_limits<double>::infinity();
    const auto offer = [&](double s, double t)
    {
        const double value = s * (0.5 * aa * s + ga) + t * (0.5 * bb * t + gb) - ab * s * t;
        if (value < least)
        {
            least = value;
            best = {s, t};
        }
    };
    for (const double side : {0.0, 1.0})
    {
        offer(side, std::clamp((ab * side - gb) / bb, 0.0, 1.0));
        offer(std::clamp((ab * side - ga) / aa, 0.0, 1.0), side);
    }
    return best;
}

/// [m], between the nearest points.
inline double distance(const Segment& a, const Segment& b)
{
    const SegmentPlaces places = nearestPlaces(a, b, 0.0);
    return glm::distance(a.at(places.first), b.at(places.second));
}

/// How much of their way two segments can go, of 1, and are sure to stay farther apart than a tenth of their distance
/// before; their ends go straight on from where they are `before` to where they are `after`. The gap closes no faster
/// than the ends move towards each other: nothing can happen until the rest of the gap is closed (additive continuous
/// collision detection: M. Li et al., Codimensional incremental potential contact, SIGGRAPH 2021).
double safeShare(const Segment& a, const Segment& b, const Segment& aAfter, const Segment& bAfter);

} // namespace rope
