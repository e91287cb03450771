#pragma once

#include <rope/constraint.hpp>
#include <rope/detail/chain_projection.hpp>
#include <rope/simulation.hpp>

#include <vector>

namespace rope
{

/// How a ConstrainedRope meets its length constraints at the end of a step.
enum class ConstraintSolver
{
    relaxation, ///< sweep after sweep, one constraint after the other (Gauss-Seidel), as the cloth does
    direct      ///< all at once (ChainProjection)
};

/// The constants of a rope of length constraints; SI units.
struct ConstrainedRopeSettings
{
    int massCount = 80;
    double mass = 0.05;          ///< [kg]
    double segmentLength = 0.05; ///< [m]
    Vec3 gravity{0.0, -9.81, 0.0};
    double airFriction = 0.02; ///< [N s/m], on each mass
    double load = 0.0;         ///< [kg], on the free end, in addition to its own mass
    ConstraintSolver solver = ConstraintSolver::relaxation;
    int iterations = 10;       ///< sweeps a step, or at most so many Newton steps
    double maxDt = 1.0 / 60.0; ///< [s]
};

/// A rope whose segments are length constraints instead of springs, by position-based dynamics (Mueller et al.,
/// Position based dynamics, 2007): masses move freely,
///
///     v = v / (1 + b h / m) + g h,   p = x + h v
///
/// with the air's friction b, which no step makes unstable and which leaves the rope at rest alone; then the
/// constraints move the positions p, and the velocities follow: v = (p - x) / h, x = p. There is no step limit. But
/// what `relaxation` leaves over is stretch that depends on step, iterations and number of masses instead of a
/// material, and the projection eats energy.
///
/// Mass 0 is the connection point, moved from outside. No ground.
class ConstrainedRope : public Simulation
{
public:
    /// Throws std::invalid_argument naming the parameter, the value and what would be right.
    explicit ConstrainedRope(const ConstrainedRopeSettings& settings);

    const ConstrainedRopeSettings& settings() const { return settings_; }

    /// Changes the constants while the rope moves; throws as the constructor does, and then changes nothing. The number
    /// of masses is the layout: to change it, make a new rope.
    void setSettings(const ConstrainedRopeSettings& settings);

    /// The masses at rest at these positions [m]. Throws std::invalid_argument unless there is a finite one for each.
    void layOut(const std::vector<Vec3>& positions);

    /// The connection point moves with this velocity [m/s] from the next step on.
    void setConnectionVelocity(const Vec3& velocity) { connectionVelocity_ = velocity; }

    /// [J] of gravity, zero at the origin
    double potentialEnergy() const { return gravityEnergy(masses_, settings_.gravity); }
    double length() const { return chainLength(masses_); } ///< [m], sum of the segments' lengths
    double largestStretch() const;                         ///< of a segment, as a part of its length: |C| / L

protected:
    void applyForces() override {} ///< gravity and air are part of `integrate`
    void integrate(double dt) override;

private:
    void distributeMass();
    void project();

    ConstrainedRopeSettings settings_;
    Vec3 connectionVelocity_{0.0};
    std::vector<Vec3> positions_; ///< p
    std::vector<Vec3> velocities_;
    std::vector<double> inverseMasses_;
    std::vector<double> lengths_;
    std::vector<LengthConstraint> constraints_;
    ChainProjection projection_;
};

} // namespace rope
