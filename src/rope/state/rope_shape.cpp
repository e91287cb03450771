#include "rope_shape.hpp"

#include <rope/elementary.hpp>

#include <algorithm>
#include <cmath>

namespace rope
{

void RopeShape::set(const Rope& rope, std::span<const Vec3> positions)
{
    const std::size_t n = rope.segments();
    tangent.resize(n + 2);
    length.resize(n + 2, 0.0);
    perLength.resize(n + 2, 0.0);
    for (std::size_t slot = 1; slot <= n; ++slot)
    {
        const Vec3 edge = positions[slot] - positions[slot - 1];
        length[slot] = glm::length(edge);
        perLength[slot] = length[slot] > 0.0 ? 1.0 / length[slot] : 0.0; // what has no length has no direction
        tangent[slot] = perLength[slot] * edge;
    }
    const EndHold& first = rope.ends[0];
    const EndHold& last = rope.ends[1];
    tangent[0] = first.clamped ? first.tangent : tangent[1];
    tangent[n + 1] = last.clamped ? last.tangent : tangent[n];
}

double sweptArea(const std::vector<Vec3>& from, const std::vector<Vec3>& to)
{
    constexpr std::size_t stretch = 8;
    double area = 0.0;
    const std::size_t vertices = from.size() - 1;
    for (std::size_t begin = 0; begin < vertices; begin += stretch)
    {
        // The argument of a product is the sum of the arguments: one arctangent for all of them.
        double real = 1.0;
        double imaginary = 0.0;
        for (std::size_t i = begin; i < std::min(begin + stretch, vertices); ++i)
        {
            const std::complex<double> z = sweptHalfAngle(from, to, i);
            const double next = real * z.real() - imaginary * z.imag();
            imaginary = real * z.imag() + imaginary * z.real();
            real = next;
        }
        area += 2.0 * elementary::atan2(imaginary, real);
    }
    return area;
}

} // namespace rope
