#pragma once

#include "rope/contact/passages.hpp"
#include "rope/forces/rope_forces.hpp"
#include "rope/solver/newton_solver.hpp"
#include "rope_stepper.hpp"

#include <rope/detail/rope_state.hpp>
#include <rope/integrator.hpp>
#include <rope/mass.hpp>

#include <cstddef>
#include <vector>

namespace rope
{

/// Ropes before a piece of a step, to which they go back where the piece gains energy.
struct PieceStart
{
    std::vector<Mass> masses;
    RopeState state;
    StoredEnergy stored;
    double motion = 0.0;    ///< [J], kinetic energy
    double potential = 0.0; ///< [J], of gravity
    double bodies = 0.0;    ///< [J], in touches of solids that give way
    bool whips = false;     ///< a rope that may touch others

    double energy() const { return motion + potential + stored.potential + stored.spin + stored.contact; }
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
class NewtonStepper final : public RopeStepper
{
public:
    void step(std::vector<Mass>& masses, RopeState& state, double dt, StepReport& report) override;

    /// Moves the ropes to a rest that it finds from here, and stops them there; false where it finds none.
    bool rest(std::vector<Mass>& masses, RopeState& state, ImplicitEffort& effort);
    /// RopeSimulation::modesBelow.
    int modesBelow(const std::vector<Mass>& masses, const RopeState& state, double squaredFrequency);
    /// [N], of stretch, bending and twist on each mass.
    std::vector<Vec3> elasticForces(const std::vector<Mass>& masses, const RopeState& state);

private:
    /// A part of the step that is solved at once.
    struct Piece
    {
        double dt = 0.0; ///< [s]
        int halvings = 0;
        bool careful = false; ///< whole corrections have not solved it
    };
    enum class Outcome
    {
        solved,
        again,     ///< a blow makes all begin anew
        carefully, ///< once more, and corrections that overshoot are shortened
        halve,
        stand ///< nothing may move
    };

    void holdMasses();
    void placeHeldMasses();
    Outcome attempt(const Piece& piece);
    PieceWork workOfPiece(double dt);
    void closeBody(std::size_t number, ForceSum& sum, PieceWork& work) const;
    void bookPiece(double dt);
    void bookFeed(const Rope& rope, double dt);
    void endPiece(double dt);
    bool mayHalve(const Piece& piece) const { return piece.halvings > 0 && solver_.workLeft > 0; }
    void shapeFirstSegments(double dt);
    void setGoal(double dt);
    void setAngleGoal(const Rope& rope, double dt);
    void setBodyGoals(double dt);
    void storeBodies();
    Outcome meetAll(const Piece& piece);
    bool isCareful(const Piece& piece) const;
    bool strandsMayTouch() const;
    bool mayBeCareless() const;
    bool solve(const Piece& piece);
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
    double farthestMove() const;
    void storeRest();

    bool mayGain(bool exact) const;
    bool whips() const;
    void keepStart(bool exact);
    void backToStart();
    bool gainsEnergy(double dt, bool solved);
    double given(double dt);
    double totalEnergy() const;
    double bodyTouchEnergy() const;

    bool mayLookBack(const Rope& rope, double dt) const;
    double tolerance() const;       ///< [m]
    double shortestSegment() const; ///< [m], at rest
    double thinnestRadius() const;  ///< [m], of a rope that touches
    StepView view() const { return solver_.view(*state_, *masses_); }

    std::vector<Mass>* masses_ = nullptr;
    RopeState* state_ = nullptr;
    ImplicitEffort* effort_ = nullptr;
    Books* books_ = nullptr;
    double timeBefore_ = 0.0; ///< [s], of the step
    std::vector<Piece> pieces_;
    NewtonSolver solver_;
    RopeForces forces_;
    Passages passages_;
    PieceStart start_;
};

} // namespace rope
