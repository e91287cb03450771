#include "rope/state/rope_shape.hpp"

#include <rope/writhe.hpp>

#include <cmath>
#include <complex>
#include <numbers>

namespace rope
{

namespace
{

/// A sum of arguments, as the argument of a product and whole turns: one arctangent for all of them.
class Arguments
{
public:
    void add(const std::complex<double>& z)
    {
        const bool before = product_.imag() < 0.0;
        const bool turned = z.imag() < 0.0;
        const double real = product_.real() * z.real() - product_.imag() * z.imag();
        const double imaginary = product_.real() * z.imag() + product_.imag() * z.real();
        // Two angles in [0, pi], or two below 0, whose sum has left that half has gone over the cut.
        if (before == turned && before != (imaginary < 0.0))
            turns_ += before ? -1.0 : 1.0;
        const double size = std::abs(real) + std::abs(imaginary);
        if (size > 0.0) // else the two are no direction at all
            product_ = {real / size, imaginary / size};
    }
    double sum() const { return 2.0 * std::numbers::pi * turns_ + argument({product_.real(), product_.imag() + 0.0}); }

private:
    std::complex<double> product_{1.0, 0.0};
    double turns_ = 0.0;
};

/// Two segments a-b and c-d are seen to cross from the directions of a quadrilateral on the unit sphere, the corners of
/// which are c - a, c - b, d - b and d - a. Adds half of its area.
void addCrossing(Arguments& sum, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d)
{
    const Vec3 ac = glm::normalize(c - a);
    const Vec3 bd = glm::normalize(d - b);
    sum.add(halfAngle(ac, glm::normalize(c - b), bd));
    sum.add(halfAngle(ac, bd, glm::normalize(d - a)));
}

} // namespace

double linkingNumber(const std::vector<Vec3>& one, const std::vector<Vec3>& other)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < one.size(); ++i)
    {
        Arguments row;
        for (std::size_t j = 0; j < other.size(); ++j)
            addCrossing(row, one[i], one[(i + 1) % one.size()], other[j], other[(j + 1) % other.size()]);
        sum += row.sum();
    }
    return sum / (2.0 * std::numbers::pi);
}

double writhe(const std::vector<Vec3>& points)
{
    const std::size_t count = points.size();
    double sum = 0.0;
    for (std::size_t i = 0; i < count; ++i)
    {
        Arguments row;
        for (std::size_t j = i + 2; j < count; ++j)
            if (i > 0 || j + 1 < count) // neighbours have a corner in common and cross from nowhere
                addCrossing(row, points[i], points[i + 1], points[j], points[(j + 1) % count]);
        sum += row.sum();
    }
    return sum / std::numbers::pi; // each pair counts twice, of 4 pi
}

double writheBetween(const std::vector<Vec3>& points, const Vec3& axis)
{
    const std::size_t count = points.size();
    bool backwards = false;
    double area = 0.0;
    Vec3 before = axis;
    for (std::size_t i = 0; i < count; ++i)
    {
        const Vec3 tangent = i + 1 < count ? glm::normalize(points[i + 1] - points[i]) : axis;
        backwards = backwards || glm::dot(tangent, axis) <= 0.0;
        area += 2.0 * argument(halfAngle(axis, before, tangent));
        before = tangent;
    }
    if (!backwards)
        return area / (2.0 * std::numbers::pi);
    // So far away the rest of the ring adds about 1e-8 turns.
    double length = 0.0;
    for (std::size_t i = 1; i < count; ++i)
        length += glm::length(points[i] - points[i - 1]);
    const double far = 1e6 * length;
    const Vec3 across = glm::normalize(std::abs(axis.x) < 0.9 ? glm::cross(axis, Vec3(1.0, 0.0, 0.0))
                                                              : glm::cross(axis, Vec3(0.0, 1.0, 0.0)));
    std::vector<Vec3> ring{points.front() - far * axis};
    ring.insert(ring.end(), points.begin(), points.end());
    ring.push_back(points.back() + far * axis);
    ring.push_back(points.back() + far * (axis + across));
    ring.push_back(points.front() + far * (across - axis));
    return writhe(ring);
}

} // namespace rope
