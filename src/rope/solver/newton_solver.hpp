#pragma once

#include "band_system.hpp"
#include "elastic.hpp"
#include "far_matrix.hpp"
#include "general_band.hpp"
#include "line_bracket.hpp"
#include "outside_force.hpp"
#include "sparse_system.hpp"

#include "rope/state/rope_shape.hpp"

#include <rope/detail/rope_state.hpp>
#include <rope/integrator.hpp>
#include <rope/mass.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace rope
{

/// The equations of one step of ropes, and Newton's method for them. Unknowns are the positions, and with them the
/// angles of TwistModel::waves: x_0 theta_0 x_1 theta_1 ... A vertex couples three masses, so the matrix of a rope has
/// 8 diagonals below its own, or 10 with angles.
///
/// A uniform twist Phi of a rope adds the energy (C/2 l) Phi², whose Hessian has the dense part (C/l) G Gᵀ, G =
/// dPhi/dx. The Sherman-Morrison formula solves with it: one more right-hand side.
///
/// Behind the masses stand two points of each body: its place and its turn in the step. Both have a block of their own,
/// and what touches and holds bodies couples them. Where there are bodies the whole matrix is factored.
///
/// What couples masses far from each other (OutsideForces::far) is outside of the bands. Conjugate gradients bring it
/// in, with the factored bands as their preconditioner; where they would take longer than a factor of the whole matrix,
/// that is made. The part that is not symmetric, sliding friction, is brought in by GMRES.
class NewtonSolver
{
public:
    /// When Newton's method ends.
    struct Limit
    {
        double correction = 0.0; ///< [m], the largest of the last iteration; the error is about its square
        int iterations = 0;      ///< the most
        bool careful = false;    ///< corrections that overshoot are shortened
    };

    /// Starts from the masses' positions and the ropes' twist, which their shape now belongs to.
    void begin(const RopeState& state, const std::vector<Mass>& masses);

    /// Moves `positions` and `angle` to where the goal's sum is least; false where they are not there.
    bool solve(const RopeState& state, const std::vector<Mass>& masses, const Limit& limit, ImplicitEffort& effort);
    /// [m], the largest of the last iteration of `solve`.
    double lastCorrection() const { return lastCorrection_; }
    /// What solving may still cost, about 1 for each mass in an iteration; `solve` ends soon where nothing is left.
    long long workLeft = unbounded;
    static constexpr long long unbounded = std::numeric_limits<long long>::max();
    void spend(std::size_t work) { workLeft -= workLeft == unbounded ? 0 : static_cast<long long>(work); }

    /// Gradient and Hessian at `positions`.
    template <Hessian hessian>
    void derive(const RopeState& state);
    /// How many squared frequencies are below s: negative pivots of K - s M, K the Hessian of the stored energy with
    /// the change by the torques of the ends. The goal is then of no use any more.
    int modesBelow(const RopeState& state, const std::vector<Mass>& masses, double s);

    /// The angles and the reference twist of the shape at `positions`, after `begin` and `derive`.
    void storeTwist(RopeState& state) const;
    /// [N], on a mass of a rope, counted from the rope's first.
    Vec3 elasticForce(std::size_t rope, std::size_t mass) const
    {
        const RopeElastic& elastic = parts_[rope].elastic;
        return elastic.gradient[mass + 1] - elastic.gradient[mass];
    }

    /// The step from the masses to `positions`.
    StepView view(const RopeState& state, const std::vector<Mass>& masses) const;

    /// What acts on the masses besides; nothing until somebody adds to the list.
    std::vector<OutsideForce*> outside;
    StepGoal goal;
    std::vector<BodyGoal> bodyGoals;
    std::vector<Vec3> positions; ///< [m], by masses; behind them [m] and [rad] by bodies
    std::vector<double> angle;   ///< by slots of all ropes
    const std::vector<BodyPose>& poses() const { return poses_; }
    void followBodies(const RopeState& state); ///< their poses, to `positions`

private:
    /// What a rope has stored at `positions`, and where it was at the start.
    struct Part
    {
        RopeShape shape;
        RopeElastic elastic;
        std::vector<Vec3> tangentsAtStart;
        std::vector<double> reference; ///< of TwistModel::waves
        double totalReference = 0.0;
    };
    /// The band of a rope.
    template <std::size_t D>
    struct Block
    {
        BandSystem<D> band;
        GeneralBand<D> general; ///< in the place of `band` where GMRES does not solve the part that is not symmetric
        bool symmetric = true;  ///< `band` is the one that is factored
        double twistStiffness = 0.0;   ///< C/l [N m] of a uniform twist
        double twistAlongSpread = 0.0; ///< dPhi/dx times the rope's `spread` [1/(N m)]
    };
    template <std::size_t D>
    struct System
    {
        std::vector<Block<D>> blocks;
        FarMatrix<D> far;           ///< couplings outside of the bands
        SparseSystem<D> whole;      ///< bands and couplings
        std::vector<double> step;   ///< the correction
        std::vector<double> spread; ///< the answer to dPhi/dx
    };
    /// What conjugate gradients go on from, by unknowns.
    struct Descent
    {
        std::vector<double> residual;
        std::vector<double> answer;  ///< of the factored part to the residual
        std::vector<double> way;     ///< in which the correction changes next
        std::vector<double> ownWay;  ///< the factored matrix times `way`
        std::vector<double> product; ///< the whole matrix times `way`
    };
    /// How the torque of a vertex goes with the angles beside it and with the masses before, at and behind it.
    struct VertexTwist
    {
        double stiffness = 0.0;                                      ///< [N m]
        std::array<Vec3, 3> byMass{Vec3(0.0), Vec3(0.0), Vec3(0.0)}; ///< [N]
    };

    template <std::size_t D>
    bool solveWith(System<D>& system, const RopeState& state, const std::vector<Mass>& masses, const Limit& limit,
                   ImplicitEffort& effort);
    VertexTwist twistOf(const Rope& rope, const Part& part, std::size_t vertex) const;
    template <std::size_t D>
    void assembleBands(System<D>& system, const RopeState& state, const std::vector<Mass>& masses) const;
    template <std::size_t D, typename Band>
    void assemble(Band& band, const Rope& rope, const Part& part, const std::vector<Mass>& masses) const;
    template <std::size_t D>
    void assembleWhole(System<D>& system, const RopeState& state, const std::vector<Mass>& masses);
    template <std::size_t D>
    void setResidual(std::vector<double>& r, const RopeState& state, const std::vector<Mass>& masses) const;
    double torqueOn(const Rope& rope, const Part& part, std::size_t slot) const;
    void finishFreeTurns(const RopeState& state);
    template <std::size_t D>
    void setBodyResidual(std::vector<double>& r, const RopeState& state) const;
    template <std::size_t D>
    void assembleBodies(SparseSystem<D>& whole, const RopeState& state) const;
    template <typename Correction>
    double moveBodies(const Correction& correction, const RopeState& state);
    std::size_t firstBody() const { return positions.size() - 2 * poses_.size(); } ///< the index of its place
    template <std::size_t D>
    bool factor(System<D>& system, const RopeState& state, const std::vector<Mass>& masses);
    template <std::size_t D>
    void factorSafely(System<D>& system, const RopeState& state, const std::vector<Mass>& masses);
    template <std::size_t D>
    bool factorWhole(System<D>& system, const RopeState& state, const std::vector<Mass>& masses);
    template <std::size_t D>
    void correct(System<D>& system, const RopeState& state, const std::vector<Mass>& masses, const Limit& limit);
    template <std::size_t D>
    bool couple(System<D>& system, const RopeState& state, const std::vector<Mass>& masses, const Limit& limit);
    template <std::size_t D>
    bool descend(System<D>& system, const RopeState& state, const std::vector<Mass>& masses, const Limit& limit,
                 int mostTurns);
    template <std::size_t D>
    bool findOneSided(System<D>& system, const RopeState& state, const Limit& limit, int mostTurns);
    template <std::size_t D>
    void correctByGeneralBands(System<D>& system, const RopeState& state, const std::vector<Mass>& masses);
    template <std::size_t D>
    void addOneSided(GeneralBand<D>& general, const Rope& rope) const;
    template <std::size_t D>
    void addOneSidedProduct(const std::vector<double>& x, std::vector<double>& y) const;
    template <std::size_t D>
    void addRest(const System<D>& system, const RopeState& state, double factor, const std::vector<double>& x,
                 std::vector<double>& y) const;
    static int turnsWorthFactor(std::size_t columnCount, std::size_t masses);
    template <std::size_t D>
    int turnsExpected(const FarMatrix<D>& far, const std::vector<Mass>& masses) const;
    double leastInertia(const std::vector<Mass>& masses) const;
    template <std::size_t D, typename... Sides>
    void answer(const Block<D>& block, std::size_t first, Sides&... sides) const;
    template <std::size_t D>
    void answerOfStep(System<D>& system, const RopeState& state) const;
    template <std::size_t D>
    void answerOfFactored(System<D>& system, std::vector<double>& b, const RopeState& state) const;
    template <std::size_t D>
    void answerOfBands(System<D>& system, std::vector<double>& b, const RopeState& state) const;
    template <std::size_t D>
    void setSpread(std::vector<double>& spread, const Rope& rope, const Part& part) const;
    template <std::size_t D>
    void addTwist(const System<D>& system, const Block<D>& block, std::vector<double>& b, const Rope& rope,
                  const Part& part) const;
    template <std::size_t D>
    int tiedNegatives(System<D>& system, const RopeState& state) const;
    template <std::size_t D>
    int loweredByEndTorques(System<D>& system, const RopeState& state, std::size_t rope,
                            const std::vector<Mass>& masses) const;
    template <std::size_t D>
    int negativePivotsWith(System<D>& system, const RopeState& state, const std::vector<Mass>& masses, double s);
    void follow(const RopeState& state);
    void followRope(const RopeState& state, std::size_t rope);
    template <std::size_t D>
    double moveWhereItHelps(System<D>& system, const RopeState& state, const std::vector<Mass>& masses);
    template <std::size_t D>
    bool straighten(System<D>& system, const RopeState& state, const std::vector<Mass>& masses);
    template <std::size_t D>
    void look(const RopeState& state, const std::vector<Mass>& masses);
    template <std::size_t D>
    void lookBackAlong(const std::vector<double>& step, const RopeState& state, const std::vector<Mass>& masses);
    template <std::size_t D>
    bool endsByLastFactor(System<D>& system, const RopeState& state, const std::vector<Mass>& masses,
                          const Limit& limit, ImplicitEffort& effort);
    bool joinCoupled();
    void noteAsked();
    std::vector<char> groupsWith(const std::vector<char>& members) const;
    std::vector<double> largestCorrections() const;
    std::vector<char> pressedMembers() const;
    double limitShares();
    template <typename Enough>
    void letRestWhere(const Enough& enough);
    void takeBack(const RopeState& state, std::size_t member);
    void expectTension(const RopeState& state, std::size_t rope);
    bool letSolvedRest(const RopeState& state, double tolerance);
    double lengthOf(const RopeState& state, std::size_t member) const;
    std::size_t bodyOf(std::size_t member) const { return member - parts_.size(); }
    void askOutside(const RopeState& state, const std::vector<Mass>& masses, Hessian hessian);
    double move(const std::vector<double>& step, std::size_t perMass, const RopeState& state);
    double twistAlong(const Rope& rope, const Part& part, const std::vector<double>& step) const;
    static double product(const std::vector<double>& a, const std::vector<double>& b);
    void setProducts(std::vector<double>& sums, const std::vector<double>& a, const std::vector<double>& b) const;
    bool coupled() const { return !poses_.empty() || (!outside.empty() && !outside_.far.empty()); }
    static bool twisted(const Rope& rope) { return uniformTwistStiffness(rope) > 0.0; }
    bool anyTwisted(const RopeState& state) const
    {
        return std::any_of(state.ropes.begin(), state.ropes.end(), [](const Rope& rope) { return twisted(rope); });
    }

    static constexpr int mostTurns = 400; ///< of conjugate gradients
    static constexpr int mostTurnsOneSided = 24;
    static constexpr std::size_t productsPerWork = 30; ///< of two blocks, for 1 of `workLeft`

    std::vector<Part> parts_;         ///< by ropes
    std::vector<BodyPose> poses_;     ///< at `positions`
    std::vector<SolidBody> shapes_;   ///< of all bodies, in these poses
    SolveGroups groups_;              ///< of ropes, and bodies behind them
    std::vector<double> corrections_; ///< [m], by members, the largest of the last iteration
    std::vector<double> shares_;      ///< by groups, of a correction: how much of it is safe
    std::vector<char> unsettled_;     ///< by members (OutsideForces::unsettled)
    std::vector<char> freeBodies_;    ///< nothing touches them
    std::vector<char> pinned_;        ///< by masses, and by the points of bodies
    std::vector<char> angleHeld_;     ///< by masses, of the edge to the next one, and by the points of bodies
    std::vector<double> startAngle_;
    OutsideForces outside_;
    std::vector<double> residual_;
    Descent descent_;
    std::vector<std::vector<double>> basis_; ///< of GMRES
    std::vector<EdgePair> pairs_;            ///< that may couple in this step
    bool whole_ = false;                     ///< the whole matrix is factored, not its bands
    std::vector<char> looked_; ///< by members: `residual_` is a look at `positions`; empty where it is none
    // of a line search, by groups
    std::vector<double> drives_; ///< [J], of the correction
    std::vector<double> backs_;  ///< [J], how hard the forces drive back along it where they were looked at last
    std::vector<double> backsBefore_;
    std::vector<double> both_; ///< [J], of two corrections
    std::vector<LineBracket> brackets_;
    std::vector<char> ends_;
    std::vector<char> resting_; ///< by members, before it
    // before the correction
    std::vector<Vec3> positionsBefore_;
    std::vector<double> angleBefore_;
    std::vector<double> residualBefore_;
    std::vector<double> stepBefore_;
    std::vector<double> second_; ///< of two corrections by one factor
    double lastCorrection_ = 0.0;
    double drive_ = 0.0; ///< [J], of the last correction: the slope of the goal's sum along it
    System<3> uniform_;
    System<4> waves_;
};

} // namespace rope
