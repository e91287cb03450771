#pragma once

#include "rope/state/rope_ends.hpp"
#include "rope/state/rope_shape.hpp"

#include <rope/detail/rope_state.hpp>

#include <glm/mat3x3.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace rope
{

/// Which second derivatives of the elastic energy.
enum class Hessian
{
    none,
    exact,       ///< all of them; a compressed or twisted rod can have directions of negative stiffness
    gauss_newton ///< those that are never negative
};

/// The elastic energy E of a rod by its edges, with its first and second derivatives. A mass i moves two edges only, by
/// e_j = x_(j+1) - x_j: the force on it is dE/de_i - dE/de_(i-1), and the blocks of the Hessian by positions are sums
/// of the blocks by edges, `own` for an edge with itself and `beside` for two neighbours.
struct RopeElastic
{
    // by slots
    /// [N]; the Hessian across the edges takes it in the place of the tension. A correction that turns a stiff edge
    /// also stretches it, to second order, and that tension would make the next correction far too short.
    std::vector<double> predictedTension;
    std::vector<Vec3> gradient;        ///< dE/de [N]
    std::vector<glm::dmat3> own;       ///< d²E/de² [N/m]
    std::vector<Vec3> twistRate;       ///< d(sum of m)/de [rad/m]
    std::vector<double> angleGradient; ///< dE/dtheta [N m]
    // by vertices
    std::vector<glm::dmat3> beside; ///< d²E/de df [N/m], e before and f behind the vertex
    std::vector<Vec3> binormal;     ///< kb = 2 t × u/(1 + t.u), the curvature times l
    std::vector<double> torque;     ///< M [N m]

    void resize(std::size_t segments);

    /// The torques: of one total twist, or of the angles an edge.
    void setTorque(const Rope& rope, double totalReference);
    void setTorques(const Rope& rope, std::span<const double> angle, std::span<const double> reference);

    /// Gradient and Hessian at a shape, with the torques that are set.
    template <Hessian hessian>
    void derive(const Rope& rope, const RopeShape& shape);

private:
    /// What belongs to an edge, in one place until both its vertices have added to it; two edges at once.
    struct EdgeLanes;
    template <Hessian hessian>
    void addVertices(const Rope& rope, const RopeShape& shape, std::size_t i, std::size_t j, EdgeLanes& before,
                     EdgeLanes& behind);
};

} // namespace rope
