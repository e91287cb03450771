#pragma once

#include "block_tridiagonal.hpp"

#include <rope/detail/implicit_memory.hpp>
#include <rope/ground.hpp>
#include <rope/mass.hpp>
#include <rope/rope_settings.hpp>
#include <rope/spring.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace rope
{

struct Effect;
struct StepWork;

/// A hand that pulls one mass; its force is bounded.
struct ImplicitHand
{
    std::size_t mass = 0;
    Vec3 target{0.0};       ///< [m]
    double strongest = 0.0; ///< [N]
};

/// What acts on a rope during an implicit step, besides its springs.
struct ImplicitStep
{
    RopeIntegrator integrator = RopeIntegrator::implicit_euler;
    double dt = 0.0;                     ///< h [s]
    Vec3 anchorVelocity{0.0};            ///< [m/s] of mass 0 during the step
    std::optional<Vec3> freeEndVelocity; ///< [m/s] of the last mass, where it is held
    Vec3 gravity{0.0};                   ///< [m/s2]
    double airFriction = 0.0;            ///< [N s/m]
    Ground ground;
    FrictionDirection frictionDirection = FrictionDirection::full;
    double feedSpeed = 0.0;                      ///< dl/dt [m/s] of the first segment's rest length
    Insertion insertion = Insertion::consistent; ///< what that length does to the first segment's constants
    std::optional<ImplicitHand> hand;
    StepWork* work = nullptr; ///< what the forces of the step do is added to it
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
/// Newton's method with the tension as an unknown of its own: the geometric stiffness is that of the tension that the
/// linearised step predicts, not of the one that a half-turned segment seems to have. A step for which four iterations
/// are too few is taken as two halves.
class ImplicitRope
{
public:
    /// Moves all masses by one step; `masses[i].force` [N] is then the mean force, and 0 for what is held, whose
    /// velocity is left as it was. Never leaves a value that is not finite where there was none.
    void step(const ImplicitStep& step, std::vector<Mass>& masses, const std::vector<Spring>& springs,
              ImplicitEffort& effort);

    static constexpr int mostIterations = 4;
    static constexpr int mostHalvings = 6;  ///< of the chosen integrator, and then as many of implicit Euler
    static constexpr int mostPieces = 2000; ///< solved for one step

private:
    /// What a pair of rows keeps from one iteration to the next: of the two masses and of the links from them towards
    /// the middle, one in each lane.
    struct Pair
    {
        TwoVec3 u;           ///< [m/s] mean velocities
        Two r = two(0.0);    ///< [m] length before the step
        Two tension;         ///< T [N]; after a correction the one that it predicts
        TwoVec3 tensionRate; ///< [N s/m]: its derivative by w
    };
    /// The whole of a piece of the step that does not change while it is solved.
    struct Piece
    {
        RopeIntegrator integrator;
        double h;
        double elapsed; ///< [s] of the step, before this piece

        double a() const { return integrator == RopeIntegrator::implicit_euler ? 1.0 : 2.0; }
    };
    /// Two masses, one in each lane.
    struct Ends
    {
        TwoVec3 x;
        TwoVec3 v;
        TwoVec3 u;
    };
    /// The constants of two links; `flow` is what the reel's feed adds to the speed [1/s].
    struct Links
    {
        Two springConstant;
        Two restLength;
        Two friction;
        Two flow = two(0.0);
    };
    struct Answer
    {
        TwoVec3 force; ///< [N] on the outer end
        Link link;
    };
    class Sweep;

    void take(const Piece& piece, int halvings);
    bool solve(const Piece& piece, int iterations);
    void begin(const Piece& piece);
    /// One iteration; returns the largest correction [m/s], nothing where the system is singular.
    std::optional<double> correct(const Piece& piece, bool first);
    Answer answer(const Piece& piece, bool first, Pair& pair, const Ends& outer, const Ends& inner,
                  const Links& links) const;
    bool keepsEnergy(const Piece& piece) const;
    bool endHeld() const { return step_->freeEndVelocity.has_value(); }
    bool plausible(const Piece& piece) const;
    void apply(const Piece& piece);
    Spring springAt(const Piece& piece, std::size_t segment) const;
    Vec3 meanVelocity(std::size_t mass) const;
    void addGround(const Piece& piece, const Mass& mass, const Vec3& u, Vec3& force, Vec3& stiffness) const;
    void addHand(const Piece& piece, const Mass& mass, const Vec3& u, Vec3& force, Vec3& stiffness) const;

    /// From outside, not by forces.
    bool led(std::size_t mass) const { return mass == 0 || (endHeld() && mass + 1 == masses_->size()); }
    Vec3 workVelocity(const Piece& piece, std::size_t mass) const;
    Vec3 arm(const Piece& piece, std::size_t mass) const;
    void book(const Piece& piece, StepWork& work) const;
    void bookImpulse(const Piece& piece, std::size_t mass, const Vec3& impulse, Effect& effect, StepWork& work) const;
    void bookMass(const Piece& piece, std::size_t mass, StepWork& work) const;
    void bookSegment(const Piece& piece, std::size_t segment, StepWork& work) const;

    const ImplicitStep* step_ = nullptr;
    std::vector<Mass>* masses_ = nullptr;
    const std::vector<Spring>* springs_ = nullptr;
    ImplicitEffort* effort_ = nullptr;
    int piecesLeft_ = 0;

    BlockTridiagonal system_;
    std::vector<Pair> pairs_;
    Pair outer_;            ///< the links to what is beyond the ends: its tensions
    Vec3 middle_{0.0};      ///< [m/s], mean velocity of the mass where the sweeps meet
    double dampedAt_ = 1.0; ///< frictions see v + dampedAt (u - v)
    double dampedAtGround_ = 1.0;
    double ringing_ = 0.0; ///< chi: part of the change of tension that damps what is too fast for the step
};

} // namespace rope
