#pragma once

#include "small_motions.hpp"

#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include <vector>

namespace rope
{

/// The stable step of a chain as it is: the longest h with which no small motion grows (small_motions.hpp), so that
///
///     A(h) = 4 M - 2 h C - h² K   is positive definite.
///
/// (At the limit an eigenvalue of the step is -1: x changes its sign in every step. Eigenvalues that leave the unit
/// circle elsewhere are growing motions of the rope itself, such as buckling.) A is block-tridiagonal: one Cholesky
/// factorisation, about as much work as two products with A, shows whether it is positive definite. From the factors at
/// a stable h, inverse iteration finds the motion that grows first, and the stable step of that motion is an upper
/// bound. Two to four factorisations bring h within 0.05 % of this bound. Very long chains get fewer factorisations;
/// for them `find` returns a lower bound.
class ChainStability
{
public:
    std::vector<RestrainedMass> masses;
    std::vector<SpringLink> links; ///< link i joins mass i to the mass before it, link 0 to a pinned one

    /// Appends a mass and the link that joins it to the last one.
    RestrainedMass& append(const RestrainedMass& mass, const SpringLink& link);

    /// Adds the stiffness of a bend to one of the two links that it turns.
    void addBend(std::size_t link, double along, double across);

    /// The chain with nothing but the stiffness of its springs, nothing but their friction, or nothing but its bends.
    ChainStability only(StepCause cause) const;

    SystemLimit find();

private:
    double motionLimit() const;
    bool factorise(double h);
    void iterate();

    std::vector<glm::dmat3> couplings_; ///< 2 h C + h² K of each link
    std::vector<glm::dmat3> inverses_;  ///< of the pivots
    std::vector<Vec3> motion_;
};

} // namespace rope
