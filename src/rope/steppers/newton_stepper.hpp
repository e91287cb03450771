#pragma once

#include "rope/forces/mouse_pull.hpp"
#include "rope/forces/passages.hpp"
#include "rope/forces/ring_ties.hpp"
#include "rope/forces/rope_contacts.hpp"
#include "rope/forces/soft_ground.hpp"
#include "rope/forces/solid_contacts.hpp"
#include "rope/forces/spring_friction.hpp"
#include "rope/solver/newton_solver.hpp"
#include "step_work.hpp"

#include <rope/detail/rope_state.hpp>
#include <rope/integrator.hpp>
#include <rope/mass.hpp>

#include <cstddef>
#include <functional>
#include <vector>

namespace rope
{

/// Keeps books of the pieces of a step, or does not.
class PieceBooks
{
public:
    virtual ~PieceBooks() = default;
    /// Makes a change that takes no time.
    virtual void changes(const std::function<void()>& change) = 0;
    /// A piece of a step is over; a hard step has several.
    virtual void pieceEnds(double dt) = 0;
};

/// Takes implicit steps of ropes, BDF2 or implicit Euler, by Newton's method with the exact Hessian: in O(N), and
/// stable whatever the step. It keeps working memory, no state.
///
/// BDF2 with a step h after a step h⁻, r = h/h⁻:
///
///     x⁺ = ((1 + r)² x - r² x⁻)/(1 + 2 r) + s v⁺,   v⁺ = ((1 + r)² v - r² v⁻)/(1 + 2 r) + s a(x⁺, v⁺),
///     s = h (1 + r)/(1 + 2 r)
///
/// Without a past r = 0: implicit Euler. So where a step is far longer than the last one: BDF2 is unstable from
/// r = 1 + sqrt(2) on (R. D. Grigorieff, Stability of multistep-methods on variable grids, Numer. Math. 42, 1983).
///
/// A step that is not solved, or that might bring a rope through something, is taken as two.
class NewtonStepper
{
public:
    /// Moves masses and ropes by a step of `dt` [s] from the time `now` [s] on.
    void step(std::vector<Mass>& masses, RopeState& state, double dt, double now, ImplicitEffort& effort,
              PieceBooks& books);

    /// Moves the ropes to a rest that it finds from here, and stops them there; false where it finds none.
    bool rest(std::vector<Mass>& masses, RopeState& state, ImplicitEffort& effort);
    /// RodSimulation::modesBelow.
    int modesBelow(const std::vector<Mass>& masses, const RopeState& state, double squaredFrequency);
    /// [N], of stretch, bending and twist on each mass.
    std::vector<Vec3> elasticForces(const std::vector<Mass>& masses, const RopeState& state);

    /// What the piece of a step that is over did; for PieceBooks::pieceEnds.
    PieceWork workOfPiece(double dt);
    const StoredEnergy& storedBefore() const { return start_.stored; } ///< the piece
    const SolidContacts& solidContacts() const { return solidContacts_; }
    const RopeContacts& ropeContacts() const { return ropeContacts_; }

private:
    /// A part of the step that is solved at once.
    struct Piece
    {
        double dt = 0.0; ///< [s]
        int halvings = 0;
    };
    enum class Outcome
    {
        solved,
        again, ///< a blow makes all begin anew
        halve,
        stand ///< nothing may move
    };

    Outcome attempt(const Piece& piece);
    bool mayHalve(const Piece& piece) const { return piece.halvings > 0 && solver_.workLeft > 0; }
    void shapeFirstSegments(double dt);
    void setGoal(double dt);
    void setAngleGoal(const Rope& rope, double dt);
    std::vector<OutsideForce*> surroundings();
    Outcome meetAll(const Piece& piece);
    bool solve();
    void spendOnSearch();
    bool completeAll();
    void holdBackPrediction();
    Outcome judge(const Piece& piece, bool solved, bool exact);
    Outcome keepOrGoBack(const Piece& piece, bool exact);
    bool startAnew();
    bool passesNothing();
    std::vector<Vec3> carriedByPins(const Rope& rope, double dt) const;
    void stand(double dt);
    void pushSolids(double dt);
    void store(double dt);
    void storeRope(Rope& rope, double dt);
    void meetAtRest(const std::vector<Mass>& masses, const RopeState& state);
    void storeRest();

    void keepStart();
    void backToStart();
    bool gainsEnergy(double dt, bool solved);
    double given(double dt);
    double totalEnergy() const;
    double bodyTouchEnergy() const;

    static bool touchesSolids(const RopeState& state) { return state.ropes.front().touches() && !state.solids.empty(); }
    static bool touchesItself(const RopeState& state) { return state.ropes.front().touchesItself(); }
    bool mayLookBack(const Rope& rope, double dt) const;
    double tolerance() const; ///< [m]
    StepView view() const { return solver_.view(*state_, *masses_); }

    std::vector<Mass>* masses_ = nullptr;
    RopeState* state_ = nullptr;
    ImplicitEffort* effort_ = nullptr;
    PieceBooks* books_ = nullptr;
    double timeBefore_ = 0.0; ///< [s], of the step
    std::vector<Piece> pieces_;
    NewtonSolver solver_;
    SpringFriction springFriction_;
    SoftGround softGround_;
    MousePull mousePull_;
    RingTies ringTies_;
    SolidContacts solidContacts_;
    RopeContacts ropeContacts_;
    Passages passages_;
    PieceStart start_;
};

} // namespace rope
