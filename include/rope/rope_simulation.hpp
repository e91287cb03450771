#pragma once

#include <rope/detail/book_keeper.hpp>
#include <rope/detail/demands.hpp>
#include <rope/detail/rope_state.hpp>
#include <rope/detail/uncopied.hpp>
#include <rope/energy.hpp>
#include <rope/export.hpp>
#include <rope/integrator.hpp>
#include <rope/rope_by_length.hpp>
#include <rope/simulation.hpp>
#include <rope/step_limits.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace rope
{

class ChainStability;
class RopeSteppers;

/// A rope: masses in a row, springs between neighbours, which may resist bending and twist, gravity, air, a ground, and
/// a connection point (mass 0) that is moved from outside. It starts at rest along +x from the origin, or from above
/// the origin where the ground is higher; a ring as a regular polygon about the origin, across z.
///
/// How its steps are taken is RopeIntegrator's to say, and RopeSettings::byNewton. What bends and twists a rope that
/// goes by Newton's method, and what a ring is: docs/physics_rod.md. What clamps, turns, loads and pins it needs that
/// method.
class ROPE_API RopeSimulation : public Simulation, public BookKeeper
{
public:
    /// Throws std::invalid_argument naming the constant, the value and the range. Takes a RopeByLength too.
    explicit RopeSimulation(const RopeSettings& settings = {});
    // In the source file, as whoever holds one would compile them again.
    RopeSimulation(const RopeSimulation& other);
    RopeSimulation(RopeSimulation&& other) noexcept;
    RopeSimulation& operator=(const RopeSimulation& other);
    RopeSimulation& operator=(RopeSimulation&& other) noexcept;
    ~RopeSimulation() override;

    // What the rope is. What throws changes nothing.

    const RopeSettings& settings() const { return settings_; }
    /// Changes the constants while the rope moves; throws as the constructor does, and for what cannot change in
    /// motion: the twist model, a ring, and the number of masses of a rope by its length. No mass jumps: masses come
    /// and go at the free end one by one, and spring length and ground height glide to their new values.
    void setSettings(const RopeSettings& settings);
    /// Puts the masses at rest at these positions [m], without twist; the books begin anew. Throws
    /// std::invalid_argument unless there is a finite one for each mass; of a ring the last two may be left out.
    void layOut(const std::vector<Vec3>& positions);
    /// Adds a load [kg] to the mass of the free end; it stays there while masses come and go. Throws
    /// std::invalid_argument unless it is finite and not negative. A load does not shorten the stable step.
    void setLoad(double load);
    double load() const { return rope().endLoad; }
    void setMass(std::size_t mass, double kilograms); ///< above 0; setSettings() gives the mass its own again
    void setDisc(RopeEnd end, double inertia);        ///< [kg m2], of a disc on an end, for TwistModel::waves

    /// The present moment for a file: the masses, and what else the next step goes on from.
    WrittenMoment written() const;
    /// Goes on from a moment, with new books: with the same bits where the constants, solids and holds are those with
    /// which it was written. Where it has other masses than the constants say, they come and go as after a change of
    /// the constants. Throws std::invalid_argument for a moment of another kind of rope.
    void beginAt(const WrittenMoment& moment);
    static const std::vector<std::string_view>& listNames(); ///< of such a moment

    // More ropes. All that is said of the rope is said of the first one, but energies, momentum and books are sums over
    // all ropes, and masses stand one rope behind the other: a mass has its index among all.

    /// Adds a rope of these constants, its masses at rest at these positions [m]. All ropes have the world of the
    /// first one; a reel has that one alone. Throws std::invalid_argument as the constructor does.
    RopeId addRope(const RopeConstants& constants, const std::vector<Vec3>& positions);
    void removeRope(RopeId id);        ///< but the first one
    const Rope& rope(RopeId id) const; ///< throws std::out_of_range where there is none
    std::vector<RopeId> ropes() const; ///< in the order of their masses
    /// Ties two places to each other by a spring of no length, a hundred times as stiff as the stiffer segment.
    TieId tie(const TieEnd& end, const TieEnd& other);
    TieId tie(std::size_t mass, std::size_t other) { return tie(TieEnd(mass), TieEnd(other)); }
    /// A tie that draws two places together from where they are, with this speed [m/s].
    TieId draw(const TieEnd& end, const TieEnd& other, double speed);
    double gap(TieId id) const; ///< [m], that such a tie still leaves between them
    void untie(TieId id);
    Vec3 tieForce(TieId id) const; ///< [N], on its second end
    /// Cuts a rope at a mass, which becomes two halves; returns the rope behind the cut. Throws std::invalid_argument
    /// for the end of a rope and for a ring.
    RopeId cut(std::size_t mass);
    /// Joins an end of a rope to an end of another; they become one rope, with the momentum of both. Throws
    /// std::invalid_argument where they are of different kinds, held there, or farther apart than half a segment.
    void join(RopeId one, RopeEnd end, RopeId other, RopeEnd otherEnd);

    // Bodies. Energies, momentum and books count them too.

    /// Adds a body. Throws std::invalid_argument where it is no body.
    BodyId addBody(const Body& body);
    void setBody(BodyId id, const Body& body); ///< with as many shapes as before
    void removeBody(BodyId id);                ///< with its ties and bearings
    const Body& body(BodyId id) const;         ///< throws std::out_of_range where there is none
    std::vector<BodyId> bodies() const;
    const std::vector<BodyTouch>& bodyTouches() const { return state_.bodyTouches; }
    /// A bearing holds its body where the two are now.
    BearingId addBearing(const Bearing& bearing);
    void setBearing(BearingId id, const Bearing& bearing); ///< axle and motor
    void removeBearing(BearingId id);
    Vec3 bearingForce(BearingId id) const;  ///< [N], on the body
    double bearingTurn(BearingId id) const; ///< [rad], about its axis since it was added

    // What holds it and pulls at it.

    /// The connection point moves with this velocity [m/s] from the next step on, and stops at the ground.
    void setConnectionVelocity(const Vec3& velocity) { rope().connectionVelocity = velocity; }
    const Vec3& connectionPosition() const { return rope().connectionPosition; } ///< [m]
    const Vec3& connectionVelocity() const { return rope().connectionVelocity; } ///< [m/s]
    /// True where the last mass is pinned: no force moves it, and it glides to RopeSettings::freeEndPosition.
    bool freeEndPinned() const { return settings_.pinFreeEnd; }
    /// Sets position [m] and velocity [m/s] of the free end between two steps: for a load that is also a body of
    /// another simulation and collides there. The books have its momentum in the line of loads.
    void setFreeEnd(const Vec3& position, const Vec3& velocity);

    /// Pins masses from now on, as the free end is pinned: each glides to its place and no force moves it. A pin stays
    /// with its mass while the reel inserts others before it, and waits while its mass is not there. A held connection
    /// point and a pinned free end are held already. Throws std::invalid_argument as `sorted` does.
    void setPins(const Pins& pins) { rope().pins = sorted(pins); }
    const Pins& pins() const { return rope().pins; }
    /// Index of a pin's mass; none where it is not there, or held already.
    std::optional<std::size_t> massOf(const Pin& pin) const;
    /// Pins a mass that moves with this velocity [m/s], whatever acts on it.
    void pin(std::size_t mass, const Vec3& velocity = Vec3(0.0));
    void unpin(std::size_t mass);
    bool pinned(std::size_t mass) const;

    /// Clamps an end: pins its mass, and holds tangent and angle. The tangent points along the rope, from the first
    /// mass to the last, also at the last. The half segment at the wall bends with 2 B/l: so the error is of order 2.
    void clamp(RopeEnd end, const Vec3& tangent);
    /// Holds the angle [rad] of an end: of its clamp, or of its edge where it is not clamped. The angle counts from a
    /// frame that the edge carries along without spin when it turns: docs/physics_rod.md, "What a rod leaves out".
    void turn(RopeEnd end, double angle);
    double angle(RopeEnd end) const; ///< [rad]
    /// Lets an end turn about the rope's line, under the torque [N m] about the tangent there. A clamp becomes a pin.
    void release(RopeEnd end, double torque = 0.0);
    void setForce(std::size_t mass, const Vec3& force); ///< [N], a constant load

    /// Pulls a mass to `target` [m] with a damped spring that is as stiff as the step limit leaves room for, with an
    /// implicit integrator by at most `strongest` [N]; 0: enough to lift the rope. Held masses cannot be grabbed; the
    /// grab follows its mass when the reel inserts others before it.
    void grab(std::size_t mass, const Vec3& target, double strongest = 0.0);
    /// The same of a place on a body.
    void grab(const BodyPlace& place, const Vec3& target, double strongest = 0.0);
    void release() { grab_.reset(); }
    std::optional<std::size_t> grabbed() const; ///< index of the grabbed mass
    std::optional<Vec3> grabTarget() const;     ///< [m]

    /// Moves the held and pulled masses while time stands: the rope goes on by `h` seconds without weight and with the
    /// reel at rest, then it stands where it is. The books count all of it as work at the connection point. Returns
    /// the steps.
    int pose(double h);

    // What a rope with a radius touches, besides the ground and itself.

    /// Solids, each of which moves with its own velocity; the rope changes it where the solid has a mass: what the rope
    /// gives it, the rope loses in the same step. Unknown numbers throw std::out_of_range.
    SolidId addSolid(const SolidBody& solid);
    void setSolid(SolidId id, const SolidBody& solid);
    void removeSolid(SolidId id);
    const SolidBody& solid(SolidId id) const { return state_.solids[placeOf(id)]; }
    std::size_t placeOf(SolidId id) const; ///< in `solids`
    SolidPush push(SolidId id) const;      ///< what the last step did to it
    /// Bodies that another simulation moves, as they are before the next step: give them anew before each step, and to
    /// what moves them what `pushOnGuest` says. By implicit Euler the rope loses what they get, momentum and angular
    /// momentum.
    void setGuests(std::vector<SolidBody> bodies);
    SolidPush pushOnGuest(std::size_t body) const; ///< what the last step did to it

    const std::vector<SolidBody>& solids() const { return state_.solids; } ///< with the ground where it is one
    /// Where the rope touched solids at the end of the last step, by their places in `solids`.
    const std::vector<SolidTouch>& touches() const { return state_.touches; }
    const std::vector<RopeTouch>& selfTouches() const { return state_.selfTouches; } ///< where it touched itself
    /// The first time that the rope passed through itself, with `selfContact` or `watchPassages`. With the former it
    /// does so only where pins draw it through. Nothing that follows is physics.
    const std::optional<Passage>& passed() const { return state_.passed; }
    /// Whether strands are so near to each other that a rope of that radius [m] which touches itself would be stuck:
    /// give it the radius at another moment, or lay it out anew.
    bool strandsMeet(double radius) const;

    // What it can be asked.

    const std::vector<Spring>& springs() const { return rope().springs; } ///< spring i joins masses i and i + 1
    /// Mass i > 0 keeps the identity i - netInsertions() while the reel inserts and takes off masses before it.
    int netInsertions() const { return rope().reel.netInsertions(); }
    const Reel& reel() const { return rope().reel; }
    double groundHeight() const { return state_.groundHeight.value(); } ///< [m], now

    double kineticEnergy() const;   ///< [J]
    double potentialEnergy() const; ///< [J], of weight, zero at the origin
    Vec3 momentum() const;          ///< [kg m/s]
    double elasticEnergy() const;   ///< [J], of stretch
    double groundEnergy() const;    ///< [J], of its springs
    double bendingEnergy() const;   ///< [J]
    double twistEnergy() const;     ///< [J]
    double spinEnergy() const;      ///< [J], of TwistModel::waves
    double contactEnergy() const;   ///< [J], in the springs of the touches
    double totalEnergy() const;     ///< [J], the sum of the seven and the kinetic energy

    double length() const { return chainLength(masses_); }            ///< [m], sum of the segments' lengths
    double restLength() const { return rope::restLength(springs()); } ///< [m], of the rope paid out
    double segmentLength(std::size_t spring) const;                   ///< [m], distance of its two masses
    double tension(std::size_t spring) const;                         ///< [N]; negative when compressed
    double curvature(std::size_t mass) const;                         ///< kappa [1/m], 2 tan(phi/2)/l
    double torque(std::size_t mass = 1) const;                        ///< M [N m]; a uniform twist has one
    double twist() const;                                             ///< [rad], from one end to the other
    /// [rad] by masses: how far the rope is turned about its line, against a frame that goes along it without twist
    /// from the one that the angle of its first end counts from.
    std::vector<double> turned() const;
    double link() const;               ///< [turns], of a ring: twist and writhe, which turn() alone changes
    std::vector<Vec3> elasticForces(); ///< [N], of stretch, bending and twist on each mass by Newton's method

    /// Moves the rope to a rest that it finds from here, and stops it there; false where it finds none.
    bool rest();
    /// How many small motions about the present shape, taken as a rest, have a squared frequency [rad2/s2] below this:
    /// at 0, those in which the rest is unstable. Sylvester's law of inertia counts them in one elimination; the torque
    /// of an end that may turn in space has no potential and is counted besides (src/rope/solver/newton_modes.cpp).
    int modesBelow(double squaredFrequency);
    /// The frequency [rad/s] of small motion `number` about the present shape, 0 the slowest; by bisection. Throws
    /// std::out_of_range where there are fewer.
    double frequency(int number);

    /// The stable step [s] of the present springs, friction, contacts and grab: to 0.05 % and never above it; for very
    /// long ropes a lower bound. Infinite with an implicit integrator.
    double stableStep() const { return stepLimits().stable; }
    /// The stable step by cause, and the advised step. The ground counts only for masses below it. A grab is as stiff
    /// as the present longest step allows.
    StepLimits stepLimits() const;
    const ImplicitEffort& effort() const { return effort_; } ///< what the implicit steps have cost
    /// The mass by which a diverged rope shows, the sign of a step that was too long: the first one whose state is not
    /// finite, or the one with the most energy where the rope has far more than was put in since the last change of
    /// constants. Newton's method watches the energy of its steps by itself.
    std::optional<std::size_t> runawayMass() const
    {
        return runaway_.mass(masses_, totals().energy, settings_.gravity, longestStep());
    }

protected:
    bool posing() const { return posing_; } ///< within pose()

    void prepare(double dt) override;
    void applyForces() override {} ///< forces are part of `integrate`
    void integrate(double dt) override;

    bool uses(EnergyLine line) const override;
    bool uses(MomentumLine line) const override;
    BookTotals totals() const override;
    double swayPower() const override;

    Rope& rope() { return state_.ropes.front(); }
    const Rope& rope() const { return state_.ropes.front(); }
    TiePlace tiePlaceOf(const TieEnd& end);
    void begunAnew();
    Rope& ropeOf(std::size_t mass); ///< throws std::out_of_range for a mass that is not there
    std::size_t numberOf(RopeId id) const;

    RopeState state_;

private:
    struct Grab
    {
        int id; ///< index less net insertions
        std::optional<BodyPlace> body;
        Vec3 target;
        double strongest;
    };

    void takeConstants();
    void takeCount();
    std::array<StateNumber, 10> numbers() const;
    void goOnFrom(const WrittenMoment& moment);
    void glide(double dt);
    bool gainMass();
    void loseLastMass();
    void lead(double dt);
    void lead(Rope& rope, double dt);
    void wind(double dt);
    template <typename Change>
    void changeHold(const Change& change);
    std::optional<MouseGrab> presentGrab() const;

    void keepGround();
    void placeSolids(double dt);
    void drawTies(double dt);
    bool touchesMore() const;
    void useLine(EnergyLine line);
    void useContactLines();

    Surroundings surroundings() const;            ///< with the ground where it has glided to
    double grabStiffness(std::size_t mass) const; ///< [N/m], of an explicit step
    RopeSettings nowLong() const;
    double firstStiffness() const;       ///< of the reel's segment, in units of a whole segment's
    StepLimits worstLimitsNow() const;   ///< with the present masses and first segment
    ChainStability smallMotions() const; ///< about the present state
    void updateLongestStep();
    void updateWhipping(); ///< checks now and then whether the rope is whipping

    RopeSettings settings_;
    std::optional<Grab> grab_;
    std::vector<SolidBody> guests_; ///< as they are before the next step
    ImplicitEffort effort_;
    bool posing_ = false;
    Uncopied<RopeSteppers> steppers_;
};

} // namespace rope
