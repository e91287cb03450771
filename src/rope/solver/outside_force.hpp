#pragma once

#include "body_motion.hpp"
#include "elastic.hpp"
#include "solve_groups.hpp"
#include "surface_grip.hpp"

#include "rope/books/piece_work.hpp"

#include <rope/detail/rope_state.hpp>
#include <rope/mass.hpp>

#include <glm/mat3x3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace rope
{

/// Where ropes go in a step: they minimise
///
///     sum s m |x - target|²/2 + b r |x - dragged|²/2 + s J (theta - angleTarget)²/2 + E(x, theta) - (m g + F).x
///
/// with s the `inertia` and r the `drag` of each mass; E is the elastic energy.
struct StepGoal
{
    double dt = 0.0;             ///< [s]; 0 of a rest
    std::vector<double> inertia; ///< s [1/s2]
    std::vector<double> drag;    ///< r [1/s]
    std::vector<double> length;  ///< 1/r [s]
    std::vector<Vec3> target;
    std::vector<Vec3> dragged;
    // of the spins, by slots; no air acts on them
    std::vector<double> angleInertia; ///< s [1/s2]
    std::vector<double> angleLength;  ///< 1/r [s]
    std::vector<double> angleTarget;
    std::vector<double> angleDragged;

    /// [m/s], of a mass that the step brings to `position`.
    Vec3 velocity(std::size_t mass, const Vec3& position) const { return (position - dragged[mass]) / length[mass]; }
};

/// A part of -dF/dx [N/m] without a transpose: of the force on a mass, by moves of itself or a neighbour.
struct OneSidedStiffness
{
    std::size_t force = 0; ///< the mass on which it acts
    std::size_t moved = 0; ///< the mass that moves
    glm::dmat3 stiffness{0.0};
};

/// Couples the edges from masses `edge` and `other` to the next ones, wherever on the rope those are: places on them
/// move by y against each other, and the force -K y acts on the one and against the other. Its stiffness is no part of
/// the band.
///
///     y = sum of share x over the four masses + lean n.(turn of the edge) + otherLean n.(turn of the other edge)
///         + arm theta of the edge + otherArm theta of the other edge
///
/// with the turn of an edge the way of its second mass less the way of its first. The last four terms are the ways of
/// points on the rope's surface by those turns and by the rope's spin.
struct FarCoupling
{
    std::uint32_t edge = 0;
    std::uint32_t other = 0;
    double along = 0.0; ///< the places: 0 at the first mass of the edge, 1 at the next
    double otherAlong = 0.0;
    Vec3 normal{0.0}; ///< n
    Vec3 lean{0.0};
    Vec3 otherLean{0.0};
    Vec3 arm{0.0}; ///< [m]
    Vec3 otherArm{0.0};
    glm::dmat3 stiffness{0.0}; ///< K [N/m], symmetric, never negative

    /// y of the values of `at` for each mass.
    template <typename At>
    Vec3 relative(const At& at) const
    {
        const Vec3 start = at(edge);
        const Vec3 way = at(edge + 1) - start;
        const Vec3 otherStart = at(other);
        const Vec3 otherWay = at(other + 1) - otherStart;
        return start + along * way - otherStart - otherAlong * otherWay + glm::dot(normal, way) * lean +
               glm::dot(normal, otherWay) * otherLean;
    }
    /// The part of y that is due to the angles which `at` gives for each edge.
    template <typename At>
    Vec3 spun(const At& at) const
    {
        return at(edge) * arm + at(other) * otherArm;
    }
    /// The transposed: what a force at the places is on the masses; add(mass, force) takes it.
    template <typename Add>
    void spread(const Vec3& force, const Add& add) const
    {
        const Vec3 couple = glm::dot(lean, force) * normal;
        const Vec3 otherCouple = glm::dot(otherLean, force) * normal;
        add(edge, (1.0 - along) * force - couple);
        add(edge + 1, along * force + couple);
        add(other, -(1.0 - otherAlong) * force - otherCouple);
        add(other + 1, -otherAlong * force + otherCouple);
    }
    /// The same for the torques on edges: add(edge, torque).
    template <typename Add>
    void spreadTorque(const Vec3& force, const Add& add) const
    {
        add(edge, glm::dot(arm, force));
        add(other, glm::dot(otherArm, force));
    }
};

/// A stiffness k w wᵀ between two edges, w by the places of their masses: an edge's first one, then the next. It may be
/// negative.
struct FarColumn
{
    std::uint32_t edge = 0;
    std::uint32_t other = 0;
    double stiffness = 0.0; ///< k [N/m]
    std::array<Vec3, 2> own{Vec3(0.0), Vec3(0.0)};
    std::array<Vec3, 2> others{Vec3(0.0), Vec3(0.0)};
};

/// How a force between two edges follows what presses them: -dF/dx of the places of `force` is slope times the way of
/// the places of `pressed` along its normal. It is not symmetric.
struct FarSlope
{
    FarCoupling force;
    FarCoupling pressed;
    Vec3 slope{0.0}; ///< [N/m]
};

/// Couples a body with an edge or another body: -dF/dx of the two points of the one by the two of the other. A body is
/// an edge from its place to its turn.
struct FarBlocks
{
    std::uint32_t edge = 0;
    std::uint32_t other = 0;
    std::array<std::array<glm::dmat3, 2>, 2> block{
        {{glm::dmat3(0.0), glm::dmat3(0.0)}, {glm::dmat3(0.0), glm::dmat3(0.0)}}}; ///< [N/m], [of][by]
};

/// How a force between two edges follows what presses them, as FarSlope: k v wᵀ, v and w as the w of FarColumn.
struct ColumnSlope
{
    FarColumn force;                               ///< k and v
    std::array<Vec3, 2> own{Vec3(0.0), Vec3(0.0)}; ///< w
    std::array<Vec3, 2> others{Vec3(0.0), Vec3(0.0)};
};

/// The sum of all forces on ropes and bodies from outside of them. Behind the masses stand two points of each body: on
/// its place acts a force, on its turn a torque.
struct OutsideForces
{
    std::vector<Vec3> force;        ///< F [N] by masses
    std::vector<glm::dmat3> own;    ///< -dF_i/dx_i [N/m], symmetric
    std::vector<glm::dmat3> beside; ///< -dF_i/dx_(i+1) [N/m], of a mass and the next; its transpose is -dF_(i+1)/dx_i
    std::vector<OneSidedStiffness> oneSided; ///< parts that are not symmetric, besides

    std::vector<double> torque;              ///< [N m] about the edges, by their first masses
    std::vector<SurfaceStiffness> surface;   ///< of friction at the rope's surface; it takes angles
    std::vector<SurfaceSlope> surfaceSlopes; ///< the same that is not symmetric

    std::vector<FarCoupling> far;    ///< what couples masses far from each other along the rope
    std::vector<FarColumn> columns;  ///< more of it
    std::vector<FarBlocks> blocks;   ///< what couples bodies
    std::vector<FarSlope> farSlopes; ///< the same that is not symmetric; the edges of each are coupled in `far` too
    std::vector<ColumnSlope> columnSlopes; ///< the same of touches on bodies

    // Points of what `add` did not settle: of a force that is not the one there yet, but only finds the way; and of
    // what touches or slips otherwise than when a Hessian was asked for.
    std::vector<std::uint32_t> unsettled;
    std::vector<std::uint32_t> changed;

    bool symmetric() const
    {
        return oneSided.empty() && surfaceSlopes.empty() && farSlopes.empty() && columnSlopes.empty();
    }
    void makeSymmetric()
    {
        oneSided.clear();
        surfaceSlopes.clear();
        farSlopes.clear();
        columnSlopes.clear();
    }

    /// `near` of forces with a stiffness in `own` and `beside`; else these have no elements.
    void clear(std::size_t masses, bool near = true)
    {
        force.assign(masses, Vec3(0.0));
        own.assign(near ? masses : 0, glm::dmat3(0.0));
        beside.assign(near ? masses - 1 : 0, glm::dmat3(0.0));
        torque.assign(masses, 0.0);
        surface.clear();
        makeSymmetric();
        far.clear();
        columns.clear();
        blocks.clear();
        changed.clear();
    }
};

/// A step, or a piece of one, as a force from outside sees it.
struct StepView
{
    const RopeState& state;
    const std::vector<Mass>& masses;       ///< at the start
    const std::vector<Vec3>& positions;    ///< [m], at the end; behind the masses place and turn of each body
    const std::vector<double>& startAngle; ///< [rad], by slots of all ropes; none where the twist is uniform
    const std::vector<double>& angle;      ///< [rad], at the end
    const std::vector<BodyPose>& bodies;   ///< at the end
    const std::vector<SolidBody>& shapes;  ///< of all bodies, at the end
    const StepGoal& goal;
    const SolveGroups& groups;
    double dt = 0.0; ///< [s]; 0 of a rest

    /// The point of a body's place, behind the masses; the point of its turn follows.
    std::uint32_t pointOf(std::size_t body) const
    {
        return static_cast<std::uint32_t>(positions.size() - 2 * (bodies.size() - body));
    }
};

using EdgePair = std::pair<std::uint32_t, std::uint32_t>;

/// A force on masses from outside of the ropes, implicit in their steps: ground, grab, contact. Newton's method asks
/// for it in every iteration (NewtonSolver::outside).
class OutsideForce
{
public:
    virtual ~OutsideForce() = default;

    /// Starts a step, at the end of which the masses will be near its positions. False where the step may be too long
    /// to find out of a solid again.
    virtual bool begin(const StepView& /*step*/) { return true; }
    /// Brings the positions of the masses, from which Newton's method goes on, to where the force expects them; after
    /// `begin`.
    virtual void guide(const StepView& /*step*/, std::vector<Vec3>& /*positions*/) const {}
    /// Whether masses hit something in the step, as `begin` sees it.
    virtual bool hitsAtStart() const { return false; }
    /// Adds the forces at the end of the step, and their stiffness; those within what rests may be left out. A force of
    /// velocity takes it from the goal, and adds its derivative times `goal.drag`. For Hessian::gauss_newton no
    /// direction of the stiffness may be negative, and none is one-sided. A derivative that is left out costs
    /// iterations, not accuracy.
    virtual void add(const StepView& step, Hessian hessian, OutsideForces& sum) = 0;
    /// Whether all of its stiffness is between edges far from each other.
    virtual bool stiffensFarOnly() const { return false; }
    /// Adds the pairs of edges, by their first masses, that it may couple in the step (FarCoupling); after `begin`.
    virtual void addPairs(std::vector<EdgePair>& /*pairs*/) const {}
    /// Lowers `shares`, by groups, to how much of the way from these positions to others each can go, of 1, without
    /// passing through anything.
    virtual void limitShares(const std::vector<Vec3>& /*from*/, const std::vector<Vec3>& /*to*/,
                             const SolveGroups& /*groups*/, std::vector<double>& /*shares*/) const
    {
    }
    /// Whether strands may touch in the step; after `begin`.
    virtual bool strandsMayTouch() const { return false; }
    /// What asking costs, counted as NewtonSolver::workLeft.
    virtual std::size_t cost() const { return 0; }

    /// The cost of a search for touches; 0 where `complete` looks for nothing.
    virtual std::size_t searchCost() const { return 0; }
    /// Looks for touches that were not expected: false where there is one, so that the step is not solved yet.
    virtual bool complete(const StepView& /*step*/) { return true; }
    /// Whether the step brings masses against something that they did not touch before: from before the blow their past
    /// would throw them back.
    virtual bool hits(const StepView& /*step*/) const { return false; }
    /// Whether the step leaves the masses apart from all that they touch; after `complete`.
    virtual bool keptApart(const StepView& /*step*/) const { return true; }
    /// Whether the step brings the ropes through nothing; after `complete`.
    virtual bool passesNothing(const StepView& /*step*/) const { return true; }
    /// Edges, by their first masses, that pass through each other in the step, or may; after `complete`.
    virtual std::optional<EdgePair> passing(const StepView& /*step*/) const { return std::nullopt; }
    /// Puts into the state what the next step goes on from.
    virtual void store(const StepView& /*step*/, RopeState& /*state*/) {}
    /// What a mass has hit in the step; after `store`.
    virtual Hit hitOf(std::size_t /*mass*/) const { return Hit::nothing; }
    /// Whether a body has hit something in the step; after `store`.
    virtual bool hitsBody(std::size_t /*body*/) const { return false; }
    /// [J], that the step has given to the ropes without a force on held masses: by holds that move, and by touches
    /// that began within each other and are let out; after `store`.
    virtual double given(const StepView& /*step*/) const { return 0.0; }
    /// Adds the forces of the step for the books; after `store`.
    virtual void book(const StepView& step, ForceSum& sum, PieceWork& work) const = 0;
};

} // namespace rope
