#pragma once

#include <rope/detail/elastic_chain.hpp>

#include <glm/gtc/quaternion.hpp>

#include <cstddef>
#include <vector>

namespace rope
{

/// Sweeps over the constraints of a rod whose edges have an orientation q each (T. Kugelstadt, E. Schoemer, Position
/// and orientation based Cosserat rods, SCA 2016), which give way as a material does (M. Macklin, M. Mueller,
/// N. Chentanez, XPBD, MIG 2016):
///
///     C = (x1 - x0)/l - d,   d = q e q*     stretch and shear of an edge          (k l2/2) C2
///     D = Im(q* u)                          bend and twist of q against the next  (2 B/l) D2
///
/// Each in turn gets the multiplier -(C + a p/h2)/(w + a/h2), with a the compliance 1/(k l2) or l/(4 B), p the sum of
/// its multipliers in this step, and w how easily it moves. Along d a turn of the edge changes nothing, so w has the
/// edge's inertia across d only.
class CosseratSweeps
{
public:
    /// The edges at rest along these positions, without twist.
    void layOut(const std::vector<Vec3>& positions);
    /// Turns the edges freely, sweeps over all constraints, there and back by turns, and moves positions and edges.
    void solve(const ElasticChain& chain, std::vector<Vec3>& positions, const std::vector<double>& inverseMasses,
               int iterations, double dt);
    /// [J], of the constraints and of the edges' turning.
    double energy(const ElasticChain& chain, const std::vector<Vec3>& positions) const;

private:
    void stretch(const ElasticChain& chain, std::size_t edge, std::vector<Vec3>& positions,
                 const std::vector<double>& inverseMasses, double dt);
    void bend(const ElasticChain& chain, std::size_t edge, double dt);
    Vec3 bendOf(std::size_t edge) const;

    glm::dquat wall_{1.0, 0.0, 0.0, 0.0};  ///< of the first edge as it was laid out
    std::vector<glm::dquat> orientations_; ///< q
    std::vector<glm::dquat> before_;       ///< q at the start of the step
    std::vector<Vec3> spins_;              ///< [rad/s]
    std::vector<Vec3> stretches_;          ///< p of C
    std::vector<Vec3> bends_;              ///< p of D, against the edge before
};

} // namespace rope
