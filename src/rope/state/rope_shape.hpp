#pragma once

#include <rope/detail/rope_state.hpp>
#include <rope/elementary.hpp>
#include <rope/mass.hpp>

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace rope
{

/// The edges of a rod at one moment, by slots (Rope).
struct RopeShape
{
    std::vector<Vec3> tangent;
    std::vector<double> length;    ///< [m]
    std::vector<double> perLength; ///< [1/m]; 0 of an imagined edge, which no mass moves

    /// `positions` [m] of the rope's masses.
    void set(const Rope& rope, std::span<const Vec3> positions);
};

/// The solid angle of the triangle a, b, c on the unit sphere is twice the argument of this number (A. van Oosterom,
/// J. Strackee, 1983).
inline std::complex<double> halfAngle(const Vec3& a, const Vec3& b, const Vec3& c)
{
    return {1.0 + glm::dot(a, b) + glm::dot(b, c) + glm::dot(c, a), glm::dot(a, glm::cross(b, c))};
}

/// The same of the area that the arc from the tangent before a vertex to the one behind it sweeps from one shape to
/// another: the reference twist of the vertex grows by it.
inline std::complex<double> sweptHalfAngle(const std::vector<Vec3>& from, const std::vector<Vec3>& to,
                                           std::size_t vertex)
{
    const Vec3& p = from[vertex];
    const Vec3& q = to[vertex + 1];
    const std::complex<double> one = halfAngle(p, from[vertex + 1], q);
    const std::complex<double> other = halfAngle(p, q, to[vertex]);
    return {one.real() * other.real() - one.imag() * other.imag(),
            one.real() * other.imag() + one.imag() * other.real()};
}

/// [rad], in [-pi, pi].
inline double argument(const std::complex<double>& z)
{
    return elementary::atan2(z.imag(), z.real());
}

/// [rad], the swept areas of all vertices from one shape to another. In each stretch of eight vertices they add up to
/// less than a whole turn.
double sweptArea(const std::vector<Vec3>& from, const std::vector<Vec3>& to);

} // namespace rope
