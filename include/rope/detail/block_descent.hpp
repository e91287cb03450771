#pragma once

#include <rope/detail/elastic_chain.hpp>

#include <glm/mat3x3.hpp>

#include <cstddef>
#include <vector>

namespace rope
{

/// Vertex block descent (A. H. Chen et al., Vertex block descent, SIGGRAPH 2024) for a chain of springs and hinges: a
/// step of implicit Euler is the least of
///
///     sum m/(2 h2) |x - y|2  +  k/2 (r - l)2  +  B/(2 l) |b|2,   b = 2 e x f/(|e||f| + e f)
///
/// with y where the masses would go freely, e and f the edges before and behind a hinge; |b| = 2 tan(phi/2). A sweep
/// takes one step of Newton's method for each mass in turn, with its three coordinates as unknowns and all others
/// standing. Of the second derivatives those parts that can be negative are left out: of a spring that is pressed, and
/// those of b.
class BlockDescent
{
public:
    /// Moves the positions, which are a first guess, by sweeps there and back by turns. `free` has y [m].
    static void solve(const ElasticChain& chain, std::vector<Vec3>& positions, const std::vector<Vec3>& free,
                      const std::vector<double>& inverseMasses, int iterations, double dt);
    /// The first guess: the masses go on with the acceleration that they had, as far as it is gravity's.
    void guess(std::vector<Vec3>& positions, const std::vector<Vec3>& velocities, const Vec3& gravity, double dt);
    /// Forgets the velocities [m/s] of the step before.
    void rest(std::size_t masses) { before_.assign(masses, Vec3(0.0)); }

    static double energy(const ElasticChain& chain, const std::vector<Vec3>& positions); ///< [J], of springs and hinges

private:
    std::vector<Vec3> before_; ///< [m/s], at the start of the last step
};

} // namespace rope
