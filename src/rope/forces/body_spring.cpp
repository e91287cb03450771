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

void turnWith(OutsideForces& sum, const SpringEnd& one, const SpringEnd& body, const Vec3& force)
{
    const double size = glm::length(force);
    if (size == 0.0)
        return;
    stiffenTurn(sum, body, force);
    sum.beside[body.point] -= crossOf(force);
    // y.(F x turn) = |F| ((y.v)(u.turn) - (y.u)(v.turn)), and a product of two is a difference of two squares.
    const auto [u, v] = across(force / size);
    const double reach = glm::length(body.arm) > 0.0 ? glm::length(body.arm) : 1.0; // [m], so that both are of a size
    for (const auto& [way, turn] : {std::pair(v, u), std::pair(u, -v)})
        for (const double sign : {1.0, -1.0})
        {
            FarColumn column;
            column.edge = one.point;
            column.other = body.point;
            column.stiffness = sign * 0.5 * size / reach;
            column.own = one.spread(way);
            column.others[1] = sign * reach * turn;
            sum.columns.push_back(column);
        }
}

} // namespace rope
