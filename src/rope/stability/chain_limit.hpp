#pragma once

#include <rope/vec.hpp>

#include <cstddef>
#include <vector>

namespace rope
{

/// What holds one mass of a chain, for the limit of its explicit steps.
struct ChainPoint
{
    double mass = 1.0;
    Vec3 stiffness{0.0}; ///< [N/m] that holds it where it is, by axis
    Vec3 friction{0.0};  ///< [N s/m]
};

/// The link to the mass before, the first one's to something fixed: its stiffness is `along` n nᵀ + `across` (1 - n
/// nᵀ).
struct ChainLink
{
    Vec3 direction{1.0, 0.0, 0.0}; ///< n
    double along = 0.0;            ///< [N/m]
    double across = 0.0;           ///< [N/m]; negative where the link is compressed
    double friction = 0.0;         ///< [N s/m]
    bool axial = false;            ///< the friction brakes along n only
};

struct ChainLimit
{
    double step = 0.0;     ///< [s]
    std::size_t point = 0; ///< that moves most in the mode of the limit
};

/// The longest step h of semi-implicit Euler, v += h M⁻¹ f, x += h v, at which no small motion of the chain grows. With
/// the stiffness K and the friction C, stable is exactly where
///
///     A(h) = 4 M - 2 h C - h² K   is positive definite.
///
/// (At the limit an eigenvalue of the step is -1: x changes its sign in every step. Those that leave the unit circle
/// elsewhere are growing motions of the rope itself, such as buckling.) A is block-tridiagonal, so whether it is takes
/// one Cholesky factorisation, about as much as two products with A; and what the factors give at a stable h, by
/// inverse iteration, is the mode, whose own limit is a bound from above. Two to four factorisations meet within
/// 0.05 %, always with the same work for the same chain; for very long chains the lower of the two bounds is returned.
class ChainLimitFinder
{
public:
    std::vector<ChainPoint> points;
    std::vector<ChainLink> links; ///< as many

    /// Infinite where nothing holds the masses.
    ChainLimit find();

private:
    double rowBound() const;
    double modeLimit() const;
    bool factor(double h);
    void iterate();

    struct Symmetric
    {
        double xx, yy, zz, xy, xz, yz;
    };
    std::vector<Symmetric> inverses_; ///< of the pivots
    std::vector<Vec3> mode_;
    double h_ = 0.0; ///< [s], of the factors
};

} // namespace rope
