#include "body_spring.hpp"

#include <cmath>

namespace rope
{

void coupleAcross(OutsideForces& sum, const SpringEnd& one, const SpringEnd& other, const Vec3& n,
                  const glm::dmat3& stiffness)
{
    const auto [u, v] = across(n);
    const double a = glm::dot(u, stiffness * u);
    const double b = glm::dot(u, stiffness * v);
    const double d = glm::dot(v, stiffness * v);
    // The two eigenvectors of a symmetric matrix of two rows, by one rotation (Jacobi).
    const double half = 0.5 * (d - a);
    const double t = b == 0.0 ? 0.0 : b / (half + std::copysign(std::sqrt(half * half + b * b), half));
    const double c = 1.0 / std::sqrt(1.0 + t * t);
    sum.columns.push_back(columnOf(one, other, a - t * b, c * (u - t * v)));
    sum.columns.push_back(columnOf(one, other, d + t * b, c * (v + t * u)));
}

} // namespace rope
