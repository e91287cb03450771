#pragma once

#include "contact_law.hpp"
#include "friction_spring.hpp"

#include "rope/solver/outside_force.hpp"

#include <rope/mass.hpp>
#include <rope/solid.hpp>
#include <rope/touch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace rope
{

/// Contact of ropes with solids, with Coulomb's friction: a force on the masses in a step (OutsideForce).
///
/// A mass, or a place within an edge, that is nearer than r to a solid is pushed out by a spring (PressSpring).
/// Friction is a spring as stiff as that one is under the pressure before the step: it is drawn by the way d that the
/// place has moved along the solid, and slips where the force would leave the cone |F| <= mu N (the return mapping of
/// elastoplasticity; J. Simo, T. Laursen, An augmented Lagrangian treatment of contact problems involving friction,
/// Computers & Structures 42, 1992). d is kept from step to step, so what sticks does not creep. Normal and depth are
/// those at the end of the step. Where it slips, friction follows the pressure of the same iteration: along a rope
/// round a post one pressure carries the next, and by the pressures of the iteration before they would be found one
/// after the other.
///
/// At the rope's surface (ContactLaw::surface) d counts the turns of the line and the spin too, and the force turns
/// the edges (SurfaceGrip). Tangents and normals for that are those at the start of the step: then what sticks has a
/// potential.
///
/// Newton's method finds pressures along with positions: in each iteration a touch presses by the tangent of its law
/// where it presses as the last correction was to make it, and with that pressure it goes on, grips and bends its
/// force. A light rope presses a stiff solid by nanometres, and the second order of a correction is more: by their
/// depths alone touches would begin, end, stick and slip anew in every iteration. (So the multipliers of sequential
/// quadratic programming say which are active: J. Nocedal, S. Wright, Numerical Optimization, 2006, chapter 18.)
///
/// The masses of a rope on a curve have a polygon between them, the edges of which dip below the curve. So an edge
/// touches within only where it is deeper than a quarter of the radius.
///
/// Nothing passes: an edge and a convex solid apart from each other have a plane between them, and a step that brings
/// no end of the edge behind that plane brings nothing through. Where a step would, or has, it is taken as two.
class SolidContacts final : public OutsideForce
{
public:
    /// Starts a step, at the end of which the masses will be near its positions. The solids and touches are those
    /// before the step; what was placed since the last one may be within a solid without a touch there. False where the
    /// step is so long that it may not find out of a solid again.
    bool begin(const StepView& step) override;

    /// A mass that runs over a body goes on along it, as deep as before: straight on it would leave a round one.
    void guide(const StepView& step, std::vector<Vec3>& positions) const override;

    void add(const StepView& step, Hessian hessian, OutsideForces& sum) override;

    bool keptApart(const StepView& step) const override { return apart(step, false); }
    bool passesNothing(const StepView& step) const override { return apart(step, false); }
    /// Whether masses touch at the end of the step where they did not at its start; a body only where they would
    /// bounce.
    bool hits(const StepView& step) const override;
    void store(const StepView& step, RopeState& state) override;
    void book(const StepView& step, ForceSum& sum, PieceWork& work) const override;
    bool hitsAtStart() const override
    {
        return std::any_of(hits_.begin(), hits_.end(), [](Hit hit) { return hit != Hit::nothing; });
    }
    Hit hitOf(std::size_t mass) const override { return hits_[mass]; }
    double given(const StepView& step) const override;

private:
    /// What the touches of a step did, but for their forces.
    struct Work
    {
        double friction = 0.0;       ///< [J], lost by slip
        double groundFriction = 0.0; ///< [J] of it, on the world's ground
        double solids = 0.0;         ///< [J], work of solids that moved
        double bodies = 0.0;         ///< [J] of it, of those that give way
        double ground = 0.0;         ///< [J] of it, of the world's ground
        double letOut =
            0.0; ///< [J], that the springs of touches gained by masses that began within a solid and are let out
    };
    /// The pressure that the last correction was to bring, by the tangent of that iteration.
    struct Expected
    {
        double pressure = 0.0; ///< [N], of this iteration
        double rate = 0.0;     ///< [N/m]
        double along = 0.0;
        Vec3 normal{0.0};
        Vec3 place{0.0}; ///< [m], less the way of a body
    };
    /// A mass near a solid, or the edge from it to the next.
    struct Candidate : FrictionSpring
    {
        Expected expected;
        const ContactLaw* law = nullptr;
        PressSpring press;
        std::uint32_t solid = 0;
        std::uint32_t mass = 0;
        bool edge = false;
        bool known = false; ///< it touched before
        SurfaceGrip grip;   ///< where friction at the surface acts
        Vec3 point{0.0};    ///< [m], at the start of the step
        double clear = 0.0; ///< [m], by how much more than a touch it is away then
        double arm = 0.0;   ///< [m], to the middle of the solid and the clearance farther
        double overlap = 0.0;
        double letOut = 0.0;  ///< [m], by which the overlap shrinks in the step
        bool touches = false; ///< in this iteration
        bool yields = false;  ///< the solid does, and its springs are others in each piece of a step
    };
    /// How far a solid has gone since the start of the step.
    struct SolidWay
    {
        Vec3 middle{0.0};  ///< [m]
        double turn = 0.0; ///< [m] at most, of each metre from there
    };
    /// An edge and the plane between it and a solid.
    struct Guard
    {
        std::uint32_t mass = 0; ///< the first of the edge
        std::uint32_t solid = 0;
        Vec3 normal{0.0};
        Vec3 foot{0.0};         ///< [m], on the solid
        double heights[2] = {}; ///< [m] of the ends above the plane
        double behind = 0.0;    ///< [m], how far behind it the solid's surface is still the nearest
    };
    /// Masses near a tie to a body, which they do not touch.
    struct Tied
    {
        std::size_t body = 0;
        std::size_t first = 0;
        std::size_t last = 0;
    };
    /// The place of a candidate that is nearest to its solid.
    struct Place
    {
        double along = 0.0;
        Vec3 point{0.0};
        Clearance at;
        double depth = -std::numeric_limits<double>::infinity(); ///< [m] of the touch; nothing touches from 0 on
    };
    using Response = FrictionSpring::Response;

    /// Masses that follow each other, also over the end of a rope, and all edges from them.
    struct Stretch
    {
        Vec3 middle{0.0};
        double reach = 0.0; ///< [m], from the middle
    };
    static constexpr std::size_t stretchLength = 16;
    /// The clearances of two neighbours from a solid, by odd and even masses: an edge asks for its two masses.
    struct Asked
    {
        std::uint32_t solid = std::numeric_limits<std::uint32_t>::max();
        std::uint32_t mass = 0;
        Clearance at;
    };
    using LastAsked = std::array<Asked, 2>;

    void findTied(const RopeState& state);
    void layStretches();
    void findNear(const RopeState& state, std::uint32_t solid, const std::vector<Vec3>& predicted);
    void addNearMass(std::uint32_t solid, std::uint32_t mass, const std::vector<Vec3>& predicted);
    void addNearEdge(std::uint32_t solid, std::uint32_t mass);
    bool isTied(const RopeState& state, std::uint32_t solid, std::size_t mass) const;
    bool isHeld(std::size_t mass) const; ///< no force moves it
    void soften(const SolidBody& solid, std::size_t first, const std::vector<Vec3>& predicted);
    void addCandidate(std::uint32_t solid, std::uint32_t mass, bool edge, double along, const Clearance& start);
    void setGrip(Candidate& candidate, const Vec3& normal) const;
    double pressedBeside(const Candidate& candidate) const;
    bool rests(const Candidate& candidate, const StepView& step) const;
    Place placeOf(const Candidate& candidate, const StepView& step, LastAsked& asked, double apart = 0.0) const;
    double expectedPressure(const Candidate& candidate, const StepView& step) const;
    Vec3 placeBeside(const Candidate& candidate, const Vec3& point, const StepView& step) const;
    bool mayTouch(Candidate& candidate, Place& place, const StepView& step, Hessian hessian, LastAsked& asked) const;
    bool answer(Candidate& candidate, const Place& place, const Vec3& moved, const StepView& step, Hessian hessian,
                Response& response) const;
    SolidWay wayOf(std::uint32_t solid, const StepView& step) const;
    bool staysAway(const Candidate& candidate, const SolidWay& way, const StepView& step) const;
    /// Calls `visit` with each candidate that touches, its place and its response.
    template <typename Visit>
    void forEachTouch(const StepView& step, Hessian hessian, OutsideForces* sum, const Visit& visit);
    void addToBody(const Candidate& candidate, const Place& place, const Response& response, Hessian hessian,
                   const StepView& step, OutsideForces& sum) const;
    /// Where a solid touches a rope that has its line at `point`.
    static Vec3 rubbed(const ContactLaw& law, const Vec3& point, const Vec3& normal)
    {
        return law.surface ? point - law.radius * normal : point;
    }
    bool onGround(std::uint32_t solid) const { return groundIsSolid_ && solid == 0; }
    /// A solid at the end of the step.
    const SolidBody& solidAt(std::size_t solid, const StepView& step) const
    {
        return step.state.isShape(solid) ? step.shapes[solid - step.state.firstShape()] : solids_[solid];
    }
    Vec3 guardsWay(const Guard& guard, const StepView& step) const;
    Vec3 drawn(const Candidate& candidate, const Vec3& way, const Vec3& point, const StepView& step) const;
    bool isThrownBack(const Candidate& candidate, const Place& place, const StepView& step) const;
    bool apart(const StepView& step, bool predicted) const;
    static double allowance(const ContactLaw& law) { return 0.25 * law.radius; }
    /// [m] of a touch with this clearance.
    static double depthOf(const Candidate& candidate, const Clearance& at)
    {
        const ContactLaw& law = *candidate.law;
        return law.radius - (candidate.edge ? allowance(law) : 0.0) - at.distance - candidate.overlap;
    }

    ContactLaws laws_;
    double dt_ = 0.0;
    double reach_ = 0.0;            ///< [m], masses farther from a solid cannot touch it in the step
    std::vector<SolidBody> solids_; ///< after the step; of bodies as `begin` sees them
    std::vector<Vec3> start_;
    std::vector<double> startAngle_;
    std::vector<SurfaceGrip> grips_;
    std::vector<Candidate> candidates_; ///< by solid, mass, and the mass before its edge
    std::vector<Guard> guards_;
    std::vector<Tied> tied_;
    std::vector<Stretch> stretches_;
    std::vector<Clearance> near_; ///< of the masses to one solid
    std::vector<Hit> hits_;       ///< by masses: those that hit a solid for `begin`, those at a new touch for `store`
    const RopeState* state_ = nullptr; ///< before the step
    const std::vector<SolidBody>* before_ = nullptr;
    const std::vector<SolidTouch>* touches_ = nullptr;
    std::size_t nextTouch_ = 0;
    Work work_;
    bool first_ = false;
    bool groundIsSolid_ = false;
    bool ended_ = false; ///< they are over: friction stays as in the last one
};

} // namespace rope
