#pragma once

#include "rope/solver/outside_force.hpp"

#include <array>
#include <cstdint>

namespace rope
{

/// Books a force on the piece of a body that a step brings to `point` [m].
inline void bookOnBody(const StepView& step, std::size_t body, const Vec3& point, const Vec3& force, ForceSum& sum,
                       Effect& effect)
{
    sum.addToBody(body, force, step.bodies[body].wayOf(point, step.state.bodies[body].past), point, effect);
}

/// Where a force acts: within an edge of a rope, or on a body.
struct SpringEnd
{
    std::uint32_t point = 0; ///< the first mass of the edge, or the point of the body's place
    bool body = false;
    double along = 0.0; ///< of the edge
    Vec3 arm{0.0};      ///< [m], from the middle of the body

    static SpringEnd onEdge(std::uint32_t mass, double along) { return {mass, false, along, Vec3(0.0)}; }
    static SpringEnd onBody(const StepView& step, std::size_t body, const Vec3& place)
    {
        return {step.pointOf(body), true, 0.0, place - step.bodies[body].position};
    }
    /// What a force c there is at the two points of the edge, or at place and turn of the body.
    std::array<Vec3, 2> spread(const Vec3& c) const
    {
        return body ? std::array{c, glm::cross(arm, c)} : std::array{(1.0 - along) * c, along * c};
    }
    /// The same of each column of a matrix.
    std::array<glm::dmat3, 2> spread(const glm::dmat3& m) const
    {
        std::array<glm::dmat3, 2> both;
        for (int k = 0; k < 3; ++k)
        {
            const auto [one, two] = spread(m[k]);
            both[0][k] = one;
            both[1][k] = two;
        }
        return both;
    }
};

inline void push(OutsideForces& sum, const SpringEnd& end, const Vec3& force)
{
    const auto [one, two] = end.spread(force);
    sum.force[end.point] += one;
    sum.force[end.point + 1] += two;
}

/// The stiffness k c cᵀ of one end against the other.
inline FarColumn columnOf(const SpringEnd& one, const SpringEnd& other, double k, const Vec3& c)
{
    FarColumn column;
    column.edge = one.point;
    column.other = other.point;
    column.stiffness = k;
    column.own = one.spread(c);
    column.others = other.spread(-c);
    return column;
}

/// a times what it is multiplied with.
inline glm::dmat3 crossOf(const Vec3& a)
{
    return {Vec3(0.0, a.z, -a.y), Vec3(-a.z, 0.0, a.x), Vec3(a.y, -a.x, 0.0)};
}

/// The stiffness K of one end against what stands still.
inline void stiffen(OutsideForces& sum, const SpringEnd& end, const glm::dmat3& stiffness)
{
    if (!end.body)
    {
        const double rest = 1.0 - end.along;
        sum.own[end.point] += rest * rest * stiffness;
        sum.own[end.point + 1] += end.along * end.along * stiffness;
        sum.beside[end.point] += rest * end.along * stiffness;
        return;
    }
    const glm::dmat3 across = crossOf(end.arm);
    sum.own[end.point] += stiffness;
    sum.own[end.point + 1] -= across * stiffness * across;
    sum.beside[end.point] -= stiffness * across;
}

/// Friction by `slope` [N/m] times the depth along n, of a body on a place that stands still.
inline void slide(OutsideForces& sum, const SpringEnd& body, const Vec3& slope, const Vec3& n)
{
    const auto force = body.spread(slope);
    const auto pressed = body.spread(n);
    for (std::size_t one = 0; one < 2; ++one)
        for (std::size_t other = 0; other < 2; ++other)
            sum.oneSided.push_back(
                {body.point + one, body.point + other, glm::outerProduct(force[one], pressed[other])});
}

/// A force on a piece of a body turns with the body's arm: its stiffness against a turn.
inline void stiffenTurn(OutsideForces& sum, const SpringEnd& body, const Vec3& force)
{
    const glm::dmat3 product = glm::outerProduct(force, body.arm);
    sum.own[body.point + 1] += glm::dmat3(glm::dot(force, body.arm)) - 0.5 * (product + glm::transpose(product));
}

/// A force that a body gives to `one` turns with the body: adds that to the stiffness of the places to each other.
void turnWith(OutsideForces& sum, const SpringEnd& one, const SpringEnd& body, const Vec3& force);

/// The stiffness K, a symmetric matrix, of one end against the other. One of them is a body's.
void couple(OutsideForces& sum, const SpringEnd& one, const SpringEnd& other, const glm::dmat3& stiffness);

} // namespace rope
