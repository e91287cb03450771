#pragma once

#include "rope/solver/outside_force.hpp"
#include "solid_contacts.hpp"
#include "strand_search.hpp"

#include "rope/distance/segment_distance.hpp"

#include <rope/mass.hpp>
#include <rope/touch.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace rope
{

/// Contact of a rod with itself, with Coulomb's friction: forces between pairs of its edges in a step (OutsideForce).
///
/// Two edges nearer than 2 r push each other apart, harder the deeper, at the places where they are nearest. Friction
/// is a spring between the points of the two surfaces that touch (the same return mapping as in SolidContacts): nothing
/// is drawn where both edges turn together as one body. The strands may roll on each other: the rope's spin takes no
/// part unless ContactLaw::surface says so; then friction turns both strands about their lines. Each force has its
/// opposite, so the rope's momentum stays; and its angular momentum but for the spin by friction.
///
/// Newton's method finds pressures along with positions, as it does for touches of solids (SolidContacts): by their
/// depths alone touches of light slack strands would begin and end anew in every iteration.
///
/// Where edges are parallel, their nearest places would jump. So the distance is D, D² the least of
/// (segment_distance.hpp)
///
///     |y|² + evenness (a² (s - 1/2)² + b² (t - 1/2)²),   y between the places s and t, a and b the edges' lengths
///
/// and the force comes from a potential of D: it acts along y at the places where D² is least, and pushes the ends of
/// each edge a little apart. (With a force of |y| along y, Newton's method runs in circles where strands lie side by
/// side.)
///
/// Nothing passes: each pair of edges that comes near in a step keeps a tenth of its distance on its way (limitShares),
/// and none is nearer than 1.6 r at the end. Where a step would not keep that, it is taken as two.
class RopeContacts final : public OutsideForce
{
public:
    /// The least distance of touching edges at the end of a step, in diameters. Strands pass at 0, and the rest is
    /// the way that the next step may go wrong.
    static constexpr double least = 0.8;

    /// Starts a step, at the end of which the masses will be near its positions. Edges nearer than 2 r without a touch
    /// there began so. The last edge of a ring is its first one, and touches nothing by itself.
    bool begin(const StepView& step) override;

    void add(const StepView& step, Hessian hessian, OutsideForces& sum) override;

    bool stiffensFarOnly() const override { return true; }
    void addPairs(std::vector<EdgePair>& pairs) const override;
    bool strandsMayTouch() const override { return !candidates_.empty(); }
    void limitShares(const std::vector<Vec3>& from, const std::vector<Vec3>& to, const SolveGroups& groups,
                     std::vector<double>& shares) const override;
    std::size_t cost() const override { return candidates_.size() / 4; } // a pair asked is as much as a quarter mass
    std::size_t searchCost() const override
    {
        constexpr std::size_t asked = 16; // cost of a pair found, in pairs asked
        return start_.size() + asked * cost();
    }
    bool complete(const StepView& step) override;
    bool keptApart(const StepView& step) const override;
    bool passesNothing(const StepView& step) const override { return !passing(step); }
    std::optional<EdgePair> passing(const StepView& step) const override;
    void store(const StepView& step, RopeState& state) override;
    /// [J], in the springs of a touch.
    static double energy(const ContactLaw& law, const RopeTouch& touch);
    double given(const StepView& /*step*/) const override { return letOutWork_; }
    /// The friction of the step on the masses and about the edges, after `store`: push(mass, force [N]) and
    /// turn(edge, torque [N m]).
    template <typename Push, typename Turn>
    void spreadFriction(const std::vector<RopeTouch>& touches, const Push& push, const Turn& turn) const
    {
        for (std::size_t i = 0; i < touches.size(); ++i)
        {
            kept_[i].grip.spread(touches[i].friction, push);
            if (laws_.between(touches[i].edge, touches[i].other).surface)
                kept_[i].grip.spreadTorque(touches[i].friction, turn);
        }
    }

    /// Whether edges that were apart hit each other on the way to these positions.
    bool hits(const StepView& step) const override;
    void book(const StepView& step, ForceSum& sum, PieceWork& work) const override;

private:
    /// Of `nearestPlaces`: from a tenth of a radian between two edges on, the places are the exact ones within 2 %.
    static constexpr double evenness = 1e-3;
    /// Of friction's spring against the one that keeps strands apart. It is drawn farther before it slips, and Newton's
    /// method finds the end of sticking sooner. An overhand knot of 200 segments jams long before it is tight where
    /// both are equally stiff, and does not with a tenth.
    static constexpr double softness = 0.1;

    /// Two edges at one moment, at their nearest places.
    struct Meeting
    {
        double along = 0.0; ///< the places: 0 at the first mass of the edge, 1 at the next
        double otherAlong = 0.0;
        Vec3 normal{0.0};
        double distance = 0.0; ///< D [m]
        double share = 1.0;    ///< of the force, that acts along the normal at the places
    };
    /// The last meeting, and the masses there: asked again where they have not moved, it need not be found again.
    struct Met
    {
        std::array<Vec3, 4> at{Vec3(std::numeric_limits<double>::quiet_NaN())}; ///< nowhere yet
        Meeting meeting;
    };
    /// Where friction acts, and which ways slip there.
    struct Grip
    {
        FarCoupling coupling;
        glm::dmat3 glide{0.0}; ///< the part of a way at the surface that slips, and does not roll
        std::array<Vec3, 2> frame{Vec3(0.0), Vec3(0.0)}; ///< along the edge and across it, both across the normal
    };
    /// Where the forces of a touch act in the step.
    struct Kept
    {
        FarCoupling at;
        double perDistance = 0.0; ///< N/D [N/m]
        FarCoupling grip;         ///< of friction
    };
    /// The pressure that the last correction was to bring, by the tangent of that iteration.
    struct Expected
    {
        double pressure = 0.0; ///< [N], of this iteration
        double last = 0.0;     ///< [N], of the last one
        double rate = 0.0;     ///< [N/m]; 0 before the first one
        Meeting at;            ///< where it pressed in the last one
        Vec3 between{0.0};     ///< [m], of the places then
    };
    /// A pair of edges that may touch.
    struct Candidate
    {
        std::uint32_t edge = 0;
        std::uint32_t other = 0;
        double distance = 0.0; ///< [m] at the start
        const ContactLaw* law = nullptr;
        bool touches = false; ///< in this iteration
        bool slips = false;   ///< in this iteration
        bool known = false;   ///< it touched before
        bool held = false;    ///< `grip` is set
        double overlap = 0.0;
        double letOut = 0.0;     ///< [m], by which the overlap shrinks in the step
        double pressure = 0.0;   ///< N [N] of the cone
        double slip[2] = {0, 0}; ///< [m] at the start, along the edge and across it
        double lost = 0.0;       ///< [J], by slip
        PressSpring press;
        Expected expected;
        mutable Met met;
        Grip grip; ///< where friction acts in this step

        std::pair<std::uint32_t, std::uint32_t> pair() const { return {edge, other}; }
    };
    /// How a pair presses in an iteration.
    struct Answer
    {
        PressSpring::Press press;
        double gripped = 0.0; ///< [N], by which friction is limited
        bool touches = false;
        bool settled = true; ///< this is the force there
    };

    /// [m] by masses, between these positions.
    void measureWays(const std::vector<Vec3>& from, const std::vector<Vec3>& to, std::vector<double>& ways) const;
    /// [m], no less than the ends of the candidate's edges have gone towards each other on the `ways` of the masses.
    static double closing(const Candidate& candidate, const std::vector<double>& ways);
    /// The same from the one to the other positions, without what the ways have in common.
    static double closingBeside(const Candidate& candidate, const std::vector<Vec3>& from, const std::vector<Vec3>& to);
    double safeShare(const Candidate& candidate, const std::vector<Vec3>& from, const std::vector<Vec3>& to) const;
    void addCandidates(const std::vector<NearEdges>& pairs);
    void begin(Candidate& candidate, const NearEdges& near, const RopeTouch* touch) const;
    const Meeting& meet(const Candidate& candidate, const std::vector<Vec3>& positions) const;
    Vec3 normalAtStart(const Candidate& candidate) const;
    static FarCoupling couplingOf(const Candidate& candidate, const Meeting& meeting);
    bool meetsHard(const Candidate& candidate, const Meeting& meeting) const;
    template <typename Push>
    static void pushApart(const FarCoupling& at, double pressure, double perDistance,
                          const std::vector<Vec3>& positions, const Push& push);
    static void addTurning(const FarCoupling& at, double perDistance, const std::vector<Vec3>& positions,
                           OutsideForces& sum);
    static void addRunning(const FarCoupling& at, double perDistance, const std::vector<Vec3>& positions,
                           OutsideForces& sum);
    static double depth(const Candidate& candidate, const Meeting& meeting);
    static Answer answer(Candidate& candidate, const Meeting& meeting, const std::vector<Vec3>& positions,
                         Hessian hessian);
    void addTouch(Candidate& candidate, const StepView& step, Hessian hessian, OutsideForces& sum) const;
    void addFriction(Candidate& candidate, const FarCoupling& at, double share, const Answer& response,
                     const StepView& step, Hessian hessian, OutsideForces& sum) const;
    static Grip gripOf(const Candidate& candidate, const Meeting& meeting, const std::vector<Vec3>& positions);
    Vec3 carriedOn(const Candidate& candidate, const Vec3& slip, const std::vector<Vec3>& positions) const;
    Vec3 friction(Candidate& candidate, const std::vector<Vec3>& positions, const std::vector<double>& angle,
                  double pressure, Vec3& slip) const;

    ContactLaws laws_;
    double dt_ = 0.0;
    StrandSearch search_;
    double slack_ = 0.0; ///< [m], how far from its prediction a mass may end without a new search
    std::vector<Vec3> start_;
    std::vector<double> startAngle_;
    std::vector<Vec3> predicted_;
    // of the masses [m], to leave out quickly the edges that are far from touching
    mutable std::vector<double> fromStart_;
    mutable std::vector<double> onward_;
    std::vector<Candidate> candidates_; ///< by edge and other
    const std::vector<RopeTouch>* touches_ = nullptr;
    std::vector<Kept> kept_;    ///< by touches
    double frictionLoss_ = 0.0; ///< [J] of the step
    double letOutWork_ = 0.0;   ///< [J], that touches gained by strands that began within each other and are let out
    int asked_ = 0;             ///< iterations of the step
};

/// Whether strands are nearer than touching ones of a rope of that radius [m] may be: it could not move.
bool strandsMeet(const std::vector<Mass>& masses, double segmentLength, double radius);

} // namespace rope
