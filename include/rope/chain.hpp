#pragma once

#include <rope/mass.hpp>
#include <rope/rope_settings.hpp>
#include <rope/spring.hpp>
#include <rope/vec3.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace rope
{

/// A chain of masses and springs as theory sees it: what lies between its ends, wherever it is at the moment. For ropes
/// of any make: with a load, a half-grown segment, a reel's first one.
struct Chain
{
    std::vector<double> mass;           ///< m_i [kg], i = 0 the connection point
    std::vector<double> springConstant; ///< k_j [N/m], of the segment between the masses j and j + 1
    std::vector<double> restLength;     ///< L_j [m]
    std::vector<double> friction;       ///< c_j [N s/m]

    static Chain of(const std::vector<Mass>& masses, const std::vector<Spring>& springs);
    /// As laid out at the start, with a load [kg] on the last mass.
    static Chain of(const RopeSettings& settings, double load = 0.0);

    std::size_t segments() const { return restLength.size(); }
    double totalRestLength() const; ///< [m]
};

/// A chain at rest.
struct ChainAtRest
{
    std::vector<Vec3> positions; ///< [m], of all masses
    std::vector<double> tension; ///< T_j [N]
    std::vector<double> length;  ///< r_j = L_j + T_j / k_j [m]

    double totalLength() const;                                            ///< [m]
    double largestTension() const;                                         ///< [N]
    double elasticEnergy(const Chain& chain) const;                        ///< [J]
    double potentialEnergy(const Chain& chain, const Vec3& gravity) const; ///< [J], zero at the origin
};

/// The chain hanging from mass 0 at `top`; each segment bears what is below it:
///
///     T_j = g (m_(j+1) + ... + m_n)
///
/// Nothing without gravity, or where a segment has no stiffness.
std::optional<ChainAtRest> hangingChain(const Chain& chain, const Vec3& top, const Vec3& gravity);

/// The chain between two supports, mass 0 at `from` and the last one at `to`: the discrete elastic catenary. With the
/// pull H across gravity, which all segments share, and V_j along it, which the weights in between take away,
///
///     T_j = sqrt(H^2 + V_j^2),   V_j = V_1 - g (m_1 + ... + m_(j-1)),
///     sum r_j H / T_j = span across gravity,   sum r_j V_j / T_j = drop along gravity
///
/// solved for H and V_1 by Newton's method: the two sums are the gradient of the convex complementary energy
/// sum (L_j T_j + T_j^2 / 2 k_j), so that it always converges. Nothing where a segment has no stiffness, where the
/// supports are so close, one above the other, that the chain folds (span below a thousandth of its length), or where
/// without gravity it is not taut.
std::optional<ChainAtRest> suspendedChain(const Chain& chain, const Vec3& from, const Vec3& to, const Vec3& gravity);

/// The elastic catenary of a continuous rope: EA [N], weight per unstretched length w [N/m], unstretched length L0,
/// both supports at the same height.
///
///     x(s) = H s/EA + H/w (asinh(V/H) - asinh((V - w s)/H)),     V = w L0/2
///     span = x(L0),   sag = w L0^2/(8 EA) + H/w (sqrt(1 + (V/H)^2) - 1),   T_end = sqrt(H^2 + V^2)
///
/// Source: H. M. Irvine, Cable Structures, MIT Press 1981, chapter 2.
struct ElasticCatenary
{
    double horizontalPull = 0.0; ///< H [N]
    double sag = 0.0;            ///< [m]
    double endTension = 0.0;     ///< [N]
};
ElasticCatenary elasticCatenary(double axialStiffness, double weightPerLength, double restLength, double span);

} // namespace rope
