#pragma once

#include <rope/vec.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace rope
{

/// What holds one mass of a network, for the limit of its explicit steps.
struct NetworkPoint
{
    double mass = 1.0;
    bool held = false;   ///< it moves from outside, whatever pulls
    Vec3 stiffness{0.0}; ///< [N/m] that holds it where it is, by axis
    Vec3 friction{0.0};  ///< [N s/m]
};

/// A link between two masses: its stiffness is `along` n nᵀ + `across` (1 - n nᵀ), its friction brakes along n.
struct NetworkLink
{
    std::size_t first = 0;
    std::size_t second = 0;
    Vec3 direction{1.0, 0.0, 0.0}; ///< n
    double along = 0.0;            ///< [N/m]
    double across = 0.0;           ///< [N/m]; negative where the link is compressed
    double friction = 0.0;         ///< [N s/m]
};

/// The longest step h of semi-implicit Euler at which no small motion of masses linked in any way grows: stable is
/// where 4 M - 2 h C - h² K is positive definite (ChainLimitFinder). A motion u by itself allows
///
///     h(u) = 4 m / (c + √(c² + 4 m k)),   m = uᵀ M u,   c = uᵀ C u,   k = uᵀ K u
///
/// and the limit is the least of all. It is searched from a random u on, each time in the space of three motions: u,
/// where the largest forces point, and what the last change was (A. V. Knyazev, Toward the optimal preconditioned
/// eigensolver, SIAM J. Sci. Comput. 23, 2001), one product with C and K each.
class NetworkLimitFinder
{
public:
    std::vector<NetworkPoint> points;
    std::vector<NetworkLink> links;

    /// Infinite where nothing holds the masses. From above, by about 0.1 %.
    double find();

    std::size_t point() const; ///< that moves most in the motion found

private:
    /// A motion with what the matrices make of it.
    struct Trial
    {
        std::vector<Vec3> u;
        std::vector<Vec3> Cu;
        std::vector<Vec3> Ku;
    };

    void multiply(Trial& trial);
    double dotMass(const std::vector<Vec3>& a, const std::vector<Vec3>& b) const;
    static double dot(const std::vector<Vec3>& a, const std::vector<Vec3>& b);
    bool normalise(Trial& trial, std::size_t before); ///< against the trials before it; false if nothing is left
    static void scale(Trial& trial, double factor);
    static void add(Trial& sum, double factor, const Trial& part);

    std::array<Trial, 3> trials_; ///< the motion, the force's, the change's
};

} // namespace rope
