#pragma once

#include "rope/solver/block_tridiagonal.hpp"

#include "rope/core/rope_bending.hpp"

#include <rope/detail/held_mass.hpp>
#include <rope/detail/rope_state.hpp>
#include <rope/detail/surroundings.hpp>
#include <rope/integrator.hpp>
#include <rope/mass.hpp>
#include <rope/rope_constants.hpp>
#include <rope/spring.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace rope
{

struct Effect;
struct StepWork;

/// What acts on a rope during an implicit step, besides its springs.
struct ImplicitStep
{
    RopeIntegrator integrator = RopeIntegrator::implicit_euler;
    double dt = 0.0;                ///< [s]
    std::span<const HeldMass> held; ///< the first of them is mass 0
    Surroundings around;
    FrictionDirection frictionDirection = FrictionDirection::full;
    double feedSpeed = 0.0;                      ///< dl/dt [m/s] of the first segment's rest length
    Insertion insertion = Insertion::consistent; ///< what that length does to the first segment's constants
    RopeBending bending;                         ///< taken explicitly: it limits the step, see rope_stability.cpp
    std::optional<MouseGrab> grab;
    StepWork* work = nullptr; ///< where the work of the forces is added
    bool allWork = true;      ///< on all masses; else only on those that something outside of the rope pushes
};

/// Takes implicit steps of a rope; keeps working memory between steps, no state. With u the mean velocity of a mass in
/// the step, h the step, and a = 1 for implicit Euler, 2 for the others:
///
///     x+ = x + h u,    v+ = v + a (u - v),    R(u) = a m (u - v)/h - F(u) = 0 for all masses.
///
/// A spring's force, with d = x1 - x2 before and d+ = d + h w after the step, w = u1 - u2, is -k (r - L) e/r, where
///
///     implicit Euler     e = d+,             r = |e|
///     implicit midpoint  e = (d + d+)/2,     r = |e|
///     energy-momentum    e = (d + d+)/2,     r = (|d| + |d+|)/2
///
/// In the last one the work -F.(d+ - d) is exactly the change of k (r - L)²/2, because |d+|² - |d|² = 2 e.(d+ - d):
/// energy is kept to the accuracy with which R = 0 is solved, and so is angular momentum, as the force points along e.
///
/// Bends couple masses beyond neighbours, so that their force is taken where the masses are without it: at x for
/// implicit Euler, at x + h v/2 for the others, which keeps the order and, alone, the area in phase space (drift, kick,
/// drift).
///
/// Newton's method with the tension as an unknown of its own: the geometric stiffness takes the tension that the
/// linearised step predicts, not of the one that a half-turned segment seems to have. A step for which four iterations
/// are too few is taken as two halves.
///
/// The forces and their derivatives stand in implicit_forces.cpp, the linear system in block_tridiagonal.hpp, Newton's
/// method and the halving in implicit_rope.cpp, the books in implicit_work.cpp.
class ImplicitRope
{
public:
    /// Moves all masses by one step; `masses[i].force` [N] is then the mean force. A pinned mass has the force 0 and
    /// the velocity that the step gives it. A finite state stays finite.
    void step(const ImplicitStep& step, std::span<Mass> masses, const std::vector<Spring>& springs,
              ImplicitEffort& effort);

    static constexpr int mostIterations = 4;
    static constexpr int mostHalvings = 6;  ///< of the chosen integrator, and then as many of implicit Euler
    static constexpr int mostPieces = 2000; ///< solved for one step

private:
    /// A part of the step that is solved at once: the whole of it, a half, a quarter ...
    struct Piece
    {
        RopeIntegrator integrator = RopeIntegrator::implicit_euler;
        double h = 0.0;       ///< [s]
        double elapsed = 0.0; ///< [s] of the step, before this piece

        double a() const { return integrator == RopeIntegrator::implicit_euler ? 1.0 : 2.0; }
        double t() const { return integrator == RopeIntegrator::implicit_euler ? h : 0.5 * h; } ///< h/a, so e = d + t w
    };
    /// What Newton's method keeps of a segment from one iteration to the next.
    struct Segment
    {
        double length = 0.0;   ///< |d| [m]
        double tension = 0.0;  ///< T [N]; after a correction the one that it predicts
        Vec3 tensionRate{0.0}; ///< [N s/m]: dT/dw
        Vec3 force{0.0};       ///< F [N] on the first of its masses; on the second one -F
        Coupling<double> k;    ///< K = -dF/dw [N s/m]
    };
    struct MassForce
    {
        Vec3 force{0.0}; ///< F [N]
        Vec3 k{0.0};     ///< -dF/du [N s/m], a diagonal matrix
    };

    struct Seen
    {
        double velocity = 0.0; ///< [m/s]
        double rate = 0.0;     ///< its derivative by u
    };

    void take(const Piece& piece, int halvings);
    bool solve(int iterations);
    void begin();
    double correct();
    bool keepsEnergy() const;
    bool plausible() const;
    void apply();

    void updateSegments();
    void updateBends();
    MassForce massForce(std::size_t mass) const;
    Seen seenByGround(double v, double u) const;
    void addGround(const Mass& mass, const Vec3& u, MassForce& sum) const;
    void addGrab(const Mass& mass, const Vec3& u, MassForce& sum) const;
    Spring reeledSpring() const;
    const Spring& springAt(std::size_t segment) const { return segment == 0 ? firstSpring_ : (*springs_)[segment]; }
    double flowRate(std::size_t segment, const Spring& spring) const;
    bool pinned(std::size_t mass) const { return mass == 0 || (step_->held.size() > 1 && isHeld(step_->held, mass)); }

    Vec3 workVelocity(std::size_t mass) const;
    Vec3 arm(std::size_t mass) const;
    void book(StepWork& work) const;
    void bookImpulse(std::size_t mass, const Vec3& impulse, Effect& effect, StepWork& work) const;
    void bookMass(std::size_t mass, StepWork& work) const;
    void bookSegment(std::size_t segment, StepWork& work) const;

    const ImplicitStep* step_ = nullptr;
    std::span<Mass> masses_;
    const std::vector<Spring>* springs_ = nullptr;
    ImplicitEffort* effort_ = nullptr;
    int piecesLeft_ = 0;

    Piece piece_;         ///< the one that is solved
    double aTheta_ = 1.0; ///< a theta: frictions see v + theta (v+ - v) = v + a theta (u - v)
    double contactATheta_ = 1.0;
    double chi_ = 0.0;    ///< part of the change of tension that damps motion too fast for the step
    Spring firstSpring_;  ///< as the reel has it in this piece
    std::vector<Vec3> u_; ///< [m/s] mean velocities of the masses
    std::vector<Segment> segments_;
    std::vector<Vec3> bendForces_;      ///< [N] on each mass; empty where the rope bends freely
    BlockTridiagonal<TwoLanes> system_; ///< from both ends of the rope
};

} // namespace rope
