#pragma once

#include <rope/constraint.hpp>

#include <cstddef>
#include <vector>

namespace rope
{

/// Meets all length constraints of a chain at once; relaxation meets one after the other. Newton's method solves C(x) =
/// 0 along the constraints' own directions ("fast projection": Goldenthal et al., Efficient simulation of inextensible
/// cloth, SIGGRAPH 2007),
///
///     (J W J^T) lambda = C,   x -= W J^T lambda,   repeated with C and J at the new x
///
/// with W the inverse masses. Constraint j joins points j and j + 1, so J W J^T is tridiagonal,
///
///     (j, j) = w_j + w_j+1,   (j, j + 1) = -w_j+1 n_j . n_j+1,   n_j = (x_j - x_j+1) / |x_j - x_j+1|
///
/// and one step costs a few operations for each constraint. A straight chain is exact after one step; near the solution
/// each step squares the error. Far from it the error can grow: then the step is halved.
class ChainProjection
{
public:
    /// Moves the points until the largest |C|/L is below `tolerance` or `iterations` steps are done; returns the
    /// largest |C|/L then. `lengths` [m] has one fewer entries than `positions` [m] and `inverseMasses` [1/kg]; no two
    /// neighbours may both have the inverse mass 0.
    double project(std::vector<Vec3>& positions, const std::vector<double>& inverseMasses,
                   const std::vector<double>& lengths, int iterations, double tolerance);

    /// Changes the velocities [m/s] so that no segment changes its length to first order, J v = 0:
    ///
    ///     (J W J^T) mu = J v,   v -= W J^T mu
    ///
    /// Positions that move with such velocities stay near the constraints, where `project` converges.
    void projectVelocities(const std::vector<Vec3>& positions, std::vector<Vec3>& velocities,
                           const std::vector<double>& inverseMasses);

private:
    void resize(std::size_t points);
    void solve(const std::vector<double>& inverseMasses);
    Vec3 pull(std::size_t point) const; ///< J^T lambda, of this point
    double direct(const std::vector<Vec3>& positions, std::size_t constraint);
    struct Error
    {
        double largest = 0.0; ///< |C|/L
        double squares = 0.0; ///< sum of C^2 [m2], which a step short enough makes smaller: J dx = -C
    };
    Error evaluate(const std::vector<Vec3>& positions, const std::vector<double>& lengths);

    // Members, so that a running simulation allocates nothing.
    std::vector<Vec3> directions_;   ///< n_j
    std::vector<double> errors_;     ///< C_j, then lambda_j
    std::vector<double> eliminated_; ///< of the forward pass
    std::vector<Vec3> moved_;        ///< the points after a trial step
};

} // namespace rope
