#pragma once

#include "small_motions.hpp"

#include <cstddef>
#include <vector>

namespace rope
{

struct NetworkLink
{
    std::size_t first = 0;
    std::size_t second = 0;
    SpringLink link; ///< `axial`
};

/// The stable step of masses that are linked in any way, as ChainStability defines it. A motion u by itself has the
/// stable step
///
///     h(u) = stableStep(uᵀ M u, uᵀ K u, uᵀ C u),
///
/// and the network's is the least of all. The search starts at a random u. Each turn takes the best motion in the
/// space of three: u, the residual force (2 h C + h² K - 4 M) u, and the last change of u (A. V. Knyazev, Toward the
/// optimal preconditioned eigensolver, SIAM J. Sci. Comput. 23, 2001). A turn costs one product with C and K.
class NetworkStability
{
public:
    std::vector<RestrainedMass> masses;
    std::vector<NetworkLink> links;

    /// Above the limit by about 0.1 %.
    SystemLimit find() const;

private:
    using Motion = std::vector<Vec3>;
    /// A motion u with C u and K u.
    struct Trial
    {
        Motion u;
        Motion Cu;
        Motion Ku;

        double limit() const; ///< h(u) [s]
        void scale(double factor);
        void add(double factor, const Trial& other);
    };

    void multiply(Trial& trial) const;
    double dotMass(const Motion& a, const Motion& b) const; ///< aᵀ M b
    /// Makes uᵀ M u = 1 and, with v of each of `others`, uᵀ M v = 0; false where only rounding is left of u.
    bool normalise(Trial& trial, const std::vector<const Trial*>& others = {}) const;
    /// M^-1 times the residual force of the motion at the step h, of length 1: in this direction the stable step
    /// shortens fastest. False where the motion is a mode of the network and no force is left.
    bool findForce(const Trial& motion, double h, Motion& force) const;
};

} // namespace rope
