#pragma once

#include "rope/solver/block_tridiagonal.hpp"

#include "rope/forces/mass_forces.hpp"

#include <rope/detail/held_mass.hpp>
#include <rope/detail/rope_state.hpp>
#include <rope/integrator.hpp>
#include <rope/mass.hpp>
#include <rope/rope_constants.hpp>
#include <rope/spring.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace rope
{

/// What acts on a rope during an implicit step, besides its springs.
struct ImplicitStep
{
    RopeIntegrator integrator = RopeIntegrator::implicit_euler;
    double dt = 0.0;                ///< [s]
    std::span<const HeldMass> held; ///< the first of them is mass 0
    const MassForces* forces = nullptr;
    HingeForces hinges; ///< taken explicitly: they limit the step, see ropes/worst_steps.cpp
    FrictionDirection frictionDirection = FrictionDirection::full;
    double feedSpeed = 0.0;                      ///< dl/dt [m/s] of the first segment's rest length
    Insertion insertion = Insertion::consistent; ///< what that length does to the first segment's constants
    StepWork* work = nullptr;                    ///< where the work of the forces is added
    bool allWork = true; ///< on all masses; else only on those that something outside of the rope pushes
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
/// Springs and their derivatives stand in implicit_forces.cpp, other forces in forces/mass_forces.hpp, the linear
/// system in block_tridiagonal.hpp, Newton's method and the halving in implicit_rope.cpp, the books in
/// implicit_work.cpp.
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
    /// What Newton's method keeps of a segment from one iteration to the next.
    struct Segment
    {
        double length = 0.0;   ///< |d| [m]
        double tension = 0.0;  ///< T [N]; after a correction the one that it predicts
        Vec3 tensionRate{0.0}; ///< [N s/m]: dT/dw
        Vec3 force{0.0};       ///< F [N] on the first of its masses; on the second one -F
        Coupling<double> k;    ///< K = -dF/dw [N s/m]
    };

    void take(const MeanPiece& piece, int halvings);
    bool solve(int iterations);
    void begin();
    double correct();
    bool keepsEnergy() const;
    bool plausible() const;
    void apply();

    void updateSegments();
    void updateHinges();
    MassRow rowOf(std::size_t mass) const;
    Spring reeledSpring() const;
    const Spring& springAt(std::size_t segment) const { return segment == 0 ? firstSpring_ : (*springs_)[segment]; }
    double flowRate(std::size_t segment, const Spring& spring) const;
    bool pinned(std::size_t mass) const { return mass == 0 || (step_->held.size() > 1 && isHeld(step_->held, mass)); }

    Vec3 workVelocity(std::size_t mass) const;
    Vec3 arm(std::size_t mass) const;
    void book(StepWork& work) const;
    void bookMass(std::size_t mass, StepWork& work) const;
    void bookSegment(std::size_t segment, StepWork& work) const;

    const ImplicitStep* step_ = nullptr;
    std::span<Mass> masses_;
    const std::vector<Spring>* springs_ = nullptr;
    ImplicitEffort* effort_ = nullptr;
    int piecesLeft_ = 0;

    MeanPiece piece_;     ///< the one that is solved
    double chi_ = 0.0;    ///< part of the change of tension that damps motion too fast for the step
    Spring firstSpring_;  ///< as the reel has it in this piece
    std::vector<Vec3> u_; ///< [m/s] mean velocities of the masses
    std::vector<Segment> segments_;
    std::vector<Vec3> hingeForces_;     ///< [N] on each mass; empty where the rope bends freely
    BlockTridiagonal<TwoLanes> system_; ///< from both ends of the rope
};

} // namespace rope
