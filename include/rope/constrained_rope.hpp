#pragma once

#include <rope/constraint.hpp>
#include <rope/detail/block_descent.hpp>
#include <rope/detail/chain_projection.hpp>
#include <rope/detail/cosserat_sweeps.hpp>
#include <rope/export.hpp>
#include <rope/simulation.hpp>

#include <vector>

namespace rope
{

/// How a ConstrainedRope moves its masses at the end of a step.
enum class ConstraintSolver
{
    relaxation, ///< length constraints, sweep after sweep, one after the other (Gauss-Seidel), as the cloth does
    direct,     ///< length constraints, all at once (ChainProjection)
    cosserat,   ///< constraints that give way, of edges with an orientation (CosseratSweeps)
    descent     ///< the energy of springs and hinges, mass by mass (BlockDescent)
};

/// The constants of a rope of length constraints; SI units.
struct ConstrainedRopeSettings
{
    int massCount = 80;            ///< the connection point counted
    double mass = 0.05;            ///< m [kg], of each mass
    double segmentLength = 0.05;   ///< L [m]
    Vec3 gravity{0.0, -9.81, 0.0}; ///< g [m/s2]
    double airFriction = 0.02;     ///< b [N s/m], on each mass
    double load = 0.0;             ///< [kg], added to the mass of the free end
    ConstraintSolver solver = ConstraintSolver::relaxation;
    // What `cosserat` and `descent` know besides.
    double springConstant = 10'000.0; ///< k [N/m], of one segment
    double bendingStiffness = 0.0;    ///< B [N m2]
    bool clamped = false;             ///< the first edge bends against the direction in which it was laid out
    int iterations = 10;              ///< sweeps in a step, or the most Newton steps in one
    double maxDt = 1.0 / 60.0;        ///< [s]
};

/// A rope whose segments are length constraints instead of springs, by position-based dynamics (Mueller et al.,
/// Position based dynamics, 2007): masses move freely,
///
///     v = v / (1 + b h / m) + g h,   p = x + h v
///
/// with the air's friction b, which is stable at any step and does not move a rope at rest; then the constraints move
/// the positions p, and the velocities follow: v = (p - x) / h, x = p. There is no step limit. But the error that
/// `relaxation` leaves is stretch that depends on step, iterations and number of masses instead of a material, and the
/// projection loses energy. `cosserat` and `descent` have the stretch and the bends of a material, as far as their
/// sweeps come.
///
/// Mass 0 is the connection point, moved from outside. No ground.
class ROPE_API ConstrainedRope : public Simulation
{
public:
    /// Throws std::invalid_argument naming the parameter, the value and what would be right.
    explicit ConstrainedRope(const ConstrainedRopeSettings& settings);

    const ConstrainedRopeSettings& settings() const { return settings_; }

    /// Changes the constants while the rope moves; throws as the constructor does, and then changes nothing. The number
    /// of masses cannot change.
    void setSettings(const ConstrainedRopeSettings& settings);

    /// Puts the masses at rest at these positions [m]. Throws std::invalid_argument unless there is a finite one for
    /// each mass.
    void layOut(const std::vector<Vec3>& positions);

    /// The connection point moves with this velocity [m/s] from the next step on.
    void setConnectionVelocity(const Vec3& velocity) { connectionVelocity_ = velocity; }

    /// [J] of gravity, zero at the origin
    double potentialEnergy() const { return gravityEnergy(masses_, settings_.gravity); }
    /// [J] of stretch, of bends and of edges that turn, where the solver knows them.
    double elasticEnergy() const;
    double length() const { return chainLength(masses_); } ///< [m], sum of the segments' lengths
    double largestStretch() const;                         ///< of a segment, as a part of its length: |C| / L

protected:
    void applyForces() override {} ///< gravity and air are part of `integrate`
    void integrate(double dt) override;

private:
    void distributeMass();
    void startAtRest();
    void project(double dt);
    ElasticChain chain() const;

    ConstrainedRopeSettings settings_;
    Vec3 connectionVelocity_{0.0};
    std::vector<Vec3> positions_; ///< p
    std::vector<Vec3> velocities_;
    std::vector<Vec3> free_; ///< p before `descent` moves it
    Vec3 clamp_{1.0, 0.0, 0.0};
    std::vector<double> inverseMasses_;
    std::vector<double> lengths_;
    std::vector<LengthConstraint> constraints_;
    ChainProjection projection_;
    CosseratSweeps cosserat_;
    BlockDescent descent_;
};

} // namespace rope
