#include "rod_shape.hpp"

#include <rope/rod.hpp>

#include <cmath>
#include <numbers>

namespace rope
{

double writhe(const std::vector<Vec3>& points)
{
    // Two segments a-b and c-d are seen to cross from the directions of a quadrilateral on the unit sphere, the corners
    // of which are c - a, c - b, d - b and d - a.
    const auto area = [](const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d)
    {
        const Vec3 ac = glm::normalize(c - a);
        const Vec3 bd = glm::normalize(d - b);
        const std::complex<double> one = halfAngle(ac, glm::normalize(c - b), bd);
        const std::complex<double> other = halfAngle(ac, bd, glm::normalize(d - a));
        return 2.0 * (std::arg(one) + std::arg(other));
    };
    const std::size_t count = points.size();
    double sum = 0.0;
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = i + 2; j < count; ++j)
            if (i > 0 || j + 1 < count) // neighbours have a corner in common and cross from nowhere
                sum += area(points[i], points[i + 1], points[j], points[(j + 1) % count]);
    return sum / (2.0 * std::numbers::pi); // each pair counts twice, of 4 pi
}

} // namespace rope
