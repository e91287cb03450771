#pragma once

#include <rope/export.hpp>
#include <rope/vec.hpp>

#include <cstddef>
#include <vector>

namespace rope
{

/// How a length constraint shares its error between its two ends.
enum class CorrectionRule
{
    weighted, ///< by inverse mass: an end that cannot move leaves the whole error to the other
    half      ///< half each, as in the tutorial: beside a pin, half of the error stays
};

/// Two points that shall stay `length` apart.
struct LengthConstraint
{
    std::size_t first = 0;
    std::size_t second = 0;
    double length = 0.0; ///< L [m]
};

/// A point that shall be at its target: dx = p - x. Length constraints give it the inverse mass 0, so that none of them
/// moves it.
struct PointConstraint
{
    std::size_t point = 0;
    Vec3 target{0.0}; ///< p [m]
};

/// Error C = |d| - L [m] at d = x1 - x2: positive when too long.
inline double lengthError(const Vec3& d, double length)
{
    return glm::length(d) - length;
}

/// What a constraint adds to the positions of its ends [m].
struct Corrections
{
    Vec3 first{0.0};
    Vec3 second{0.0};
};

/// Corrections that bring the ends x1 and x2 of inverse masses w1 and w2 [1/kg] to the distance L:
///
///     weighted   dx1 = -w1 / (w1 + w2) C n,   dx2 = +w2 / (w1 + w2) C n
///     half       dx1 = -1/2 C n if w1 > 0,    dx2 = +1/2 C n if w2 > 0
///
/// with d = x1 - x2, n = d/|d|, C = |d| - L. Two fixed ends stay, and so do two ends in one place: n is undefined
/// there.
inline Corrections lengthCorrections(const Vec3& d, double length, double w1, double w2, CorrectionRule rule)
{
    const double r = glm::length(d);
    if (r == 0.0 || w1 + w2 == 0.0)
        return {};
    const Vec3 error = (1.0 - length / r) * d; // C n
    if (rule == CorrectionRule::half)
        return {w1 > 0.0 ? -0.5 * error : Vec3(0.0), w2 > 0.0 ? 0.5 * error : Vec3(0.0)};
    return {-w1 / (w1 + w2) * error, w2 / (w1 + w2) * error};
}

/// One sweep of relaxation (Gauss-Seidel): each constraint in turn moves its ends, and the next one sees them moved.
/// Repeated sweeps approach a state that meets all constraints. An error spreads like a random walk, so that n
/// constraints in a row need about n^2 sweeps.
ROPE_API void relax(std::vector<Vec3>& positions, const std::vector<double>& inverseMasses,
                    const std::vector<LengthConstraint>& constraints, CorrectionRule rule);

/// Largest |C| / L of all constraints.
ROPE_API double largestError(const std::vector<Vec3>& positions, const std::vector<LengthConstraint>& constraints);

} // namespace rope
