#pragma once

#include "scenes/set_up/set_up.hpp"
#include "scenes/shared/driven_rope.hpp"
#include "scenes/shared/gliding_solid.hpp"

#include <rope/body.hpp>
#include <rope/parameters.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/statics.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Ropes, solids and ties that a user has put together.

namespace ropewalk
{

/// What the colours of the ropes show.
enum class WorkshopColours
{
    tension,
    curvature,
    contact,
    crossings
};

/// The constants of the workshop, whatever stands in it; SI units.
struct WorkshopSettings : RodWorld
{
    bool ground = true;
    double groundHeight = 0.0;
    double friction = 0.4;
    bool autoSteps = true;
    double connectionSpeed = 1.0;
    WorkshopColours colours = WorkshopColours::tension;

    friend bool operator==(const WorkshopSettings&, const WorkshopSettings&) = default;

    void describe(rope::Parameters& p);
};

/// The ties of a set-up, and the ties that hold ends of ropes at the solids where their paths begin or end.
std::vector<SetUpTie> tiesOf(const SetUp& setUp);

/// The simulation of a set-up, which it follows while a user changes it.
class Workshop : public DrivenRope
{
public:
    /// A rope of the set-up, or a piece of it that a cut has made.
    struct Piece
    {
        std::string name; ///< of its own
        std::string of;   ///< the rope of the set-up
        int number = 1;   ///< among the pieces of that rope: 2 is called rope_2
        /// The masses begin at its last end, as a reel is there: a reel is at the first mass. What follows counts from
        /// there.
        bool reversed = false;
        double whole = 0.0; ///< [m], of that rope as it is laid out
        double from = 0.0;  ///< [m] along that rope, where it began: a reel pays out rope before that
        rope::RopeId id{};
    };

    /// A solid of the set-up where it is now.
    struct Solid : GlidingSolid
    {
        std::optional<rope::BodyId> body = {};    ///< where it turns or is free
        std::optional<rope::BodyId> wheel = {};   ///< of a block
        std::optional<rope::BearingId> axle = {}; ///< of a pulley, or of a block's wheel
    };

    /// How far a rope is strained at one of its masses.
    struct Strain
    {
        double strain = 0.0;
        std::size_t mass = 0; ///< its number in the rope
    };
    /// That a rope has broken.
    struct Break
    {
        std::string piece;
        double along = 0.0; ///< [m], from that piece's first end
        double strain = 0.0;
        double time = 0.0; ///< [s]
    };

    /// How the ends fly apart where a rope has parted under tension.
    struct Recoil
    {
        std::string one{}; ///< the pieces
        std::string other{};
        Vec3 along{0.0};                  ///< where the other one's end flies to
        double tension = 0.0;             ///< [N], there before
        double speed = 0.0;               ///< [m/s], of each end in theory: T/sqrt(EA w)
        double time = 0.0;                ///< [s]
        double step = 0.0;                ///< [s], of the steps that see the wave run
        int left = 0;                     ///< such steps
        int unseen = 0;                   ///< steps until the speed is measured
        std::optional<double> measured{}; ///< [m/s]
    };

    /// That a body begins within another thing.
    struct Within
    {
        std::string body;
        std::string other;
        double depth = 0.0; ///< [m]
    };

    /// A stretch of a rope between two places that are held, or from one to a free end, as it would rest there.
    struct Span
    {
        std::size_t first = 0;  ///< index of its first mass among all masses
        rope::ChainAtRest rest; ///< its masses in the order of the rope
        bool suspended = false; ///< both of its ends are held
        double radius = 0.0;    ///< [m], of the rope
        double stretch = 0.0;   ///< [m], of all of it
    };

    /// What a solid takes from the pull of a rope that turns there.
    struct Turn
    {
        std::size_t solid = 0;                     ///< its number in the set-up
        double ratio = 0.0;                        ///< of the larger pull by the smaller
        double rim = 0.0;                          ///< at most so, or the rope slides: e^(mu phi)
        std::optional<double> axle = std::nullopt; ///< the same where the wheel turns freely, against its axle
    };

    explicit Workshop(const WorkshopSettings& settings, const SetUpPtr& setUp = std::make_shared<const SetUp>());

    const WorkshopSettings& settings() const { return settings_; }
    void setSettings(const WorkshopSettings& settings);

    const SetUpPtr& setUp() const { return setUp_; }
    /// From now on this is the set-up. Things that it does not change go on where they are; solids and holds glide to
    /// their new places; a new rope, or one with a new path, begins where the set-up lays it out.
    void follow(const SetUpPtr& setUp);

    /// The present moment for a file: ropes and bodies, the pieces that cuts and joins have made of the ropes, and how
    /// far things have glided.
    rope::WrittenMoment written() const;
    /// Goes on from a moment of this set-up, as RopeSimulation::beginAt() does.
    void beginAt(const rope::WrittenMoment& moment);

    // What happens in a run; `rope` of these places is a piece's name. They throw std::invalid_argument that says why
    // they cannot.
    void cut(const RopePlace& place);
    void join(const RopePlace& one, const RopePlace& other); ///< they are drawn together
    void drag(const RopePlace& place, const Vec3& to);       ///< [m]; it is held there
    void letGo();                                            ///< of the dragged strand

    using rope::RopeSimulation::pose;

    const std::vector<Piece>& pieces() const { return pieces_; } ///< in the order of their masses
    const rope::Rope& ropeOf(const Piece& piece) const { return RopeSimulation::rope(piece.id); }
    double beginOf(const Piece& piece) const;                    ///< [m] along its rope, of its first mass
    const std::vector<Solid>& solids() const { return solids_; } ///< in the order of the set-up
    using rope::RopeSimulation::body;
    // Of solids of the set-up by their names, as they move; where the run has none of them yet they stand still.
    rope::Body bodyOf(std::string_view solid) const;
    double turnOf(std::string_view solid) const;                                 ///< [rad]
    double axleLoad(std::string_view solid) const;                               ///< [N]
    double wayOfHaul() const { return wayOf(setUp_->roles.haul, haulAtStart_); } ///< [m], since the beginning
    double wayOfLoad() const { return wayOf(setUp_->roles.load, loadAtStart_); } ///< [m]
    /// Index among all masses; none where a join has made the rope another's, or a reel has taken it in.
    std::optional<std::size_t> massOf(const RopePlace& place) const;
    Vec3 positionOf(const Place& place) const; ///< [m]
    /// The place [m] nearest to this one, in its plane across z, where the solid overlaps neither the floor nor another
    /// solid; the same place where there is none.
    Vec3 freePlace(const SetUpSolid& solid, const Vec3& near) const;
    double forceAt(const Place& place) const; ///< [N]: a rope's tension there, or of all ties on a solid
    double tieForceOf(std::size_t tie) const; ///< [N], by its number in tiesOf()
    /// At ties, holds and axles.
    std::vector<JointForce> forces() const;
    /// Of the stretch, and of the bend on the outside of the rope.
    Strain largestStrain(const Piece& piece) const;
    // Of a rope of the set-up, with all its pieces.
    double largestStrain(std::string_view rope) const;
    double lengthOf(std::string_view rope) const; ///< [m]
    /// [m], by which the knot of a rope has slipped since the pull on it began: what its free end has become shorter
    /// outside of the knot, or where both are held, what its last end has become longer.
    double slipOf(std::string_view rope) const;
    /// The largest pull that the rope has held [N], and whether it has slipped then; of one without a pull none.
    struct Held
    {
        double pull = 0.0;
        bool slipped = false;
    };
    std::optional<Held> heldBy(std::string_view rope) const;
    /// Of all ropes, with what hangs on them now, where nothing else carries them.
    std::vector<Span> spansAtRest() const;
    std::vector<Turn> turns() const;                                ///< of taut ropes about solids
    const std::optional<Break>& broken() const { return broken_; }  ///< the last break of this run
    const std::optional<Recoil>& recoil() const { return recoil_; } ///< the last one of this run
    const std::optional<Within>& within() const { return within_; } ///< the deepest when the set-up changed

    /// Where hold number `hold` keeps its mass, after keys and mouse have moved it [m].
    const Vec3& heldAt(std::size_t hold) const { return heldAt_[hold]; }
    void moveHold(std::size_t hold, const Vec3& velocity); ///< [m/s], from the next step on
    /// The mouse pulls the middle of a free solid to that point [m], until the next setGrab().
    void pullSolid(std::size_t solid, const Vec3& to);
    std::optional<std::size_t> hand() const; ///< the hold that the keys move

    double groundHeight() const { return RopeSimulation::groundHeight(); } ///< [m]

private:
    struct Plan; ///< workshop_plan.hpp
    struct Tie
    {
        SetUpTie wanted;
        std::optional<rope::TieId> id{}; ///< none: a mass is led instead
    };
    /// Two ends that come together.
    struct Join
    {
        RopePlace one;
        RopePlace other;
        rope::TieId tie{}; ///< that draws them together
    };
    struct Drag
    {
        RopePlace place;
        Vec3 to{0.0}; ///< [m]
    };

    /// What draws the last end of a rope of the set-up.
    struct Pull
    {
        Vec3 direction{0.0};
        double force = 0.0;                           ///< [N], as far as it has grown
        std::optional<double> outside = std::nullopt; ///< [m], outsideOf() when it began
        Held held{};
    };

    class Joints;
    class Carried;

    static constexpr double drawSpeed = 1.0;     ///< [m/s], with which ends come together
    static constexpr double shortestStep = 1e-6; ///< [s], of a recoil
    static constexpr int mostShortSteps = 400;

    Workshop(const WorkshopSettings& settings, const SetUpPtr& setUp, const Workshop* before,
             const std::vector<Plan>& plans);
    static rope::RopeSettings settingsOf(const WorkshopSettings& s, const SetUpRope& wanted, const Piece& piece,
                                         double segment, std::size_t masses);
    static std::string pieceName(const std::string& rope, int number);
    static std::vector<Plan> planned(const WorkshopSettings& settings, const SetUp& setUp, const Workshop* before);
    SetUp asItStands(const SetUp& setUp) const;
    static Plan laidOut(const WorkshopSettings& settings, const SetUp& setUp, const SetUpRope& rope);
    static std::vector<Plan> piecesOn(const WorkshopSettings& settings, const SetUpRope& rope, const Workshop& before);

    std::vector<Plan> plansOf(const rope::WrittenMoment& moment) const;
    void takeWays(const rope::WrittenMoment& moment);

    void beMade(const WorkshopSettings& settings, const SetUpPtr& setUp);
    void moveWithEnds(std::size_t number, std::vector<Vec3>& velocities) const;
    void takeOver(const Plan& plan, rope::Rope& rope, const Workshop& before);
    RopePlace asLaid(const RopePlace& place) const;
    bool isMadeAs(const Workshop& before, const std::vector<Plan>& plans) const;
    void placeSolids(const Workshop* before);
    void addBodies(Solid& placed, const SetUpSolid& solid, const Workshop* before);
    rope::BodyId addBody(const rope::Body& wanted, const rope::Body* was, const rope::Body& wantedThen);
    rope::TieEnd tieEnd(const Place& place) const;
    bool stands(const Place& place) const;
    void tieAll();
    void drive(double dt) override;
    const Solid* solidOf(std::string_view name) const;
    std::string nameAt(std::size_t shape) const;
    double wayOf(const std::optional<Place>& place, const Vec3& from) const;
    void carry(rope::BearingId axle, const Vec3& place, const Vec3& velocity);
    double tensionAt(std::size_t mass) const;
    void hold(double dt);
    bool isFree(const SetUpRope& rope, rope::RopeEnd end) const;
    std::optional<double> outsideOf(const SetUpRope& rope) const;
    bool isPulled() const;
    void growPulls(double dt);
    Vec3 drawnBy(const SetUpHold& hold) const;
    void lead(const RopePlace& place, const Vec3& to, double dt);
    void moveHand(std::size_t mass, const Vec3& velocity, double dt);
    void followScript(double dt);
    void keepJoined();
    void cutAt(std::string_view piece, std::size_t mass);
    double strainAt(const rope::Rope& rope, std::size_t number) const;
    void integrate(double dt) override;
    void breakRopes();
    void beginRecoil(const Piece& one, const Piece& other, double tension, const Vec3& along);
    void goOnWithRecoil();
    bool recoils(const Piece& piece) const;
    std::optional<double> measuredRecoil() const;
    void noteWithin();
    void noteWithin(std::size_t shape, std::size_t other, double depth);
    void notePierced();
    bool mayBeWithin(std::size_t one, std::size_t other) const;
    std::size_t massOf(rope::RopeId id, rope::RopeEnd end) const;
    std::size_t massOn(const RopePlace& place) const;
    std::vector<JointForce> pullsAt(std::size_t mass) const;
    const Piece& pieceNamed(std::string_view name) const;
    std::optional<Turn> turnAt(std::size_t solid, const std::vector<std::size_t>& touched) const;
    std::size_t solidAt(std::size_t shape) const;
    std::optional<Span> spanAtRest(const rope::Rope& rope, const std::vector<double>& load, std::size_t from,
                                   std::size_t to, bool fromHeld, bool toHeld) const;

    WorkshopSettings settings_;
    SetUpPtr setUp_;
    std::vector<Piece> pieces_;
    std::vector<Solid> solids_;
    std::vector<Tie> ties_;            ///< in the order of tiesOf()
    std::vector<Vec3> heldAt_;         ///< [m]
    std::vector<Vec3> holdVelocities_; ///< [m/s], of keys and mouse
    Vec3 haulAtStart_{0.0};            ///< [m]
    Vec3 loadAtStart_{0.0};            ///< [m]
    std::optional<Join> join_;
    std::optional<Drag> drag_;
    std::vector<Pull> pulls_; ///< in the order of the set-up's ropes
    std::optional<Break> broken_;
    std::optional<Recoil> recoil_;
    std::optional<Within> within_;
    bool hasBegun_ = false; ///< a step has been taken since the set-up changed
};

} // namespace ropewalk
