#pragma once

#include "band_system.hpp"
#include "far_matrix.hpp"
#include "general_band.hpp"
#include "outside_force.hpp"
#include "rod_elastic.hpp"
#include "rod_shape.hpp"

#include <rope/detail/rod_model.hpp>
#include <rope/integrator.hpp>
#include <rope/mass.hpp>

#include <array>
#include <cstddef>
#include <limits>
#include <vector>

namespace rope
{

/// The equations of one step of a rod, and Newton's method for them. Unknowns are the positions, and with them the
/// angles of TwistModel::waves: x_0 theta_0 x_1 theta_1 ... A vertex couples three masses, so the matrix has 8
/// diagonals below its own, or 10 with angles.
///
/// A uniform twist Phi adds the energy (C/2 l) Phi², whose Hessian has the dense part (C/l) G Gᵀ, G = dPhi/dx. The
/// Sherman-Morrison formula solves with it: one more right-hand side.
///
/// What couples masses far from each other (OutsideForces::far) is outside of the band. Conjugate gradients bring it
/// in, with the factored band as their preconditioner.
class RodSolver
{
public:
    /// When Newton's method ends.
    struct Limit
    {
        double correction = 0.0; ///< [m], the largest of the last iteration; what is left is about its square
        int iterations = 0;      ///< the most
        /// The iteration from which corrections that overshoot are shortened; where there is none, all are taken as
        /// they are.
        int carefulFrom = std::numeric_limits<int>::max();
    };

    /// Starts from the masses' positions and the rod's twist, which its shape now belongs to.
    void begin(const RodModel& model, const RodTwist& twist, const std::vector<Mass>& masses);

    /// Moves `positions` and `angle` to where the goal's sum is least; false where they are not there.
    bool solve(const RodModel& model, const std::vector<Mass>& masses, const Limit& limit, ImplicitEffort& effort);
    /// [m], the largest of the last iteration of `solve`.
    double lastCorrection() const { return lastCorrection_; }
    /// What solving may still cost, about 1 for each mass in an iteration; `solve` ends soon where nothing is left.
    long long workLeft = unbounded;
    static constexpr long long unbounded = std::numeric_limits<long long>::max();
    void spend(std::size_t work) { workLeft -= workLeft == unbounded ? 0 : static_cast<long long>(work); }

    /// Gradient and Hessian at `positions`.
    template <RodHessian hessian>
    void derive(const RodModel& model);
    /// How many squared frequencies are below s: negative pivots of K - s M, K the Hessian of what is stored, with what
    /// the torques of the ends change. The goal is then of no use any more.
    int modesBelow(const RodModel& model, const std::vector<Mass>& masses, double s);

    /// Reference twist of the shape at `positions`, after `begin` and `derive`.
    double totalReference() const { return totalReference_; }
    void storeTwist(const RodModel& model, RodTwist& twist) const;
    Vec3 elasticForce(std::size_t mass) const { return elastic_.gradient[mass + 1] - elastic_.gradient[mass]; }

    /// What acts on the masses besides; nothing until somebody adds to the list.
    std::vector<OutsideForce*> outside;
    RodGoal goal;
    std::vector<Vec3> positions;
    std::vector<double> angle; ///< by slots

private:
    template <std::size_t D>
    struct System
    {
        BandSystem<D> band;
        GeneralBand<D> general;        ///< in the place of `band` where forces from outside are not symmetric
        FarMatrix<D> far;              ///< what is outside of the band
        std::vector<double> step;      ///< the correction
        std::vector<double> spread;    ///< the answer to dPhi/dx
        double twistStiffness = 0.0;   ///< C/l [N m] of a uniform twist
        double twistAlongSpread = 0.0; ///< dPhi/dx times `spread` [1/(N m)]
    };
    /// What the conjugate gradients go on from, by unknowns.
    struct Descent
    {
        std::vector<double> residual;
        std::vector<double> answer;   ///< of the band to the residual
        std::vector<double> way;      ///< in which the correction changes next
        std::vector<double> bandsWay; ///< the band's matrix times `way`
        std::vector<double> product;  ///< the whole matrix times `way`
    };

    template <std::size_t D>
    bool solveWith(System<D>& system, const RodModel& model, const std::vector<Mass>& masses, const Limit& limit,
                   ImplicitEffort& effort);
    /// How the torque of a vertex goes with the angles beside it and with the masses before, at and behind it.
    struct VertexTwist
    {
        double stiffness = 0.0;                                      ///< [N m]
        std::array<Vec3, 3> byMass{Vec3(0.0), Vec3(0.0), Vec3(0.0)}; ///< [N]
    };

    VertexTwist twistOf(const RodModel& model, std::size_t i) const;
    template <std::size_t D>
    void assemble(System<D>& system, const RodModel& model, const std::vector<Mass>& masses) const;
    template <std::size_t D>
    void setResidual(std::vector<double>& r, const RodModel& model, const std::vector<Mass>& masses) const;
    template <std::size_t D>
    bool factor(System<D>& system, const RodModel& model) const;
    template <std::size_t D, typename... Sides>
    void answer(const System<D>& system, Sides&... sides) const;
    template <std::size_t D>
    void answerOfStep(System<D>& system, const RodModel& model) const;
    template <std::size_t D>
    void answerOfBand(System<D>& system, std::vector<double>& b, const RodModel& model) const;
    template <std::size_t D>
    void coupleFar(System<D>& system, const RodModel& model, const std::vector<Mass>& masses, const Limit& limit);
    template <std::size_t D>
    void setSpread(System<D>& system, const RodModel& model) const;
    template <std::size_t D>
    void addTwist(const System<D>& system, std::vector<double>& b, const RodModel& model) const;
    template <std::size_t D>
    int tiedNegatives(System<D>& system, const RodModel& model) const;
    template <std::size_t D>
    int loweredByEndTorques(System<D>& system, const RodModel& model, const std::vector<Mass>& masses) const;
    template <std::size_t D>
    int negativePivotsWith(System<D>& system, const RodModel& model, const std::vector<Mass>& masses, double s);
    void follow(const RodModel& model);
    template <std::size_t D>
    double moveWhereItHelps(System<D>& system, const RodModel& model, const std::vector<Mass>& masses,
                            bool mayOvershoot);
    void askOutside(RodHessian hessian);
    double move(const std::vector<double>& step, std::size_t perMass, const RodModel& model);
    double twistAlong(const RodModel& model, const std::vector<double>& step) const;

    RodShape shape_;
    RodElastic elastic_;
    OutsideForces outside_;
    std::vector<Vec3> tangentsAtStart_;
    std::vector<double> referenceAtStart_;
    double totalAtStart_ = 0.0;
    double totalReference_ = 0.0;
    std::vector<double> reference_;
    std::vector<double> residual_; ///< the residual
    Descent descent_;
    std::vector<Vec3> positionsBefore_; ///< the correction
    std::vector<double> angleBefore_;
    double lastCorrection_ = 0.0;
    System<3> uniform_;
    System<4> waves_;
};

} // namespace rope
