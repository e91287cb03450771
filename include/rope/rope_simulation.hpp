#pragma once

#include <rope/rope_readings.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace rope
{

struct RopeByLength;

/// A rope: masses in a row, springs between neighbours, which may resist bending and twist, gravity, air, a ground, and
/// a connection point (mass 0) that is moved from outside. It starts at rest along +x from the origin, or from above
/// the origin where the ground is higher; a ring as a regular polygon about the origin, across z.
///
/// This is what can be done to it; what it can be asked is in RopeReadings. What throws changes nothing.
///
/// How its steps are taken is RopeIntegrator's to say, and RopeSettings::byNewton. What bends and twists a rope that
/// goes by Newton's method, and what a ring is: docs/physics_rod.md. What clamps, turns, loads and pins it needs that
/// method.
class ROPE_API RopeSimulation : public RopeReadings
{
public:
    RopeSimulation();
    /// Throws std::invalid_argument naming the constant, the value and the range.
    explicit RopeSimulation(const RopeSettings& settings);
    explicit RopeSimulation(const RopeByLength& settings);

    // Constants and moments.

    /// Changes the constants while the rope moves; throws as the constructor does, and for what cannot change in
    /// motion: the twist model, a ring, and the number of masses of a rope by its length. No mass jumps: masses come
    /// and go at the free end one by one, and spring length and ground height glide to their new values.
    void setSettings(const RopeSettings& settings);
    void setSettings(const RopeByLength& settings);
    /// Puts the masses at rest at these positions [m], without twist; the books begin anew. Throws
    /// std::invalid_argument unless there is a finite one for each mass; of a ring the last two may be left out.
    void layOut(const std::vector<Vec3>& positions);
    /// Adds a load [kg] to the mass of the free end; it stays there while masses come and go. Throws
    /// std::invalid_argument unless it is finite and not negative. A load does not shorten the stable step.
    void setLoad(double load);
    void setMass(std::size_t mass, double kilograms); ///< above 0; setSettings() gives the mass its own again
    void setDisc(RopeEnd end, double inertia);        ///< [kg m2], of a disc on an end, for TwistModel::waves
    /// Goes on from a moment, with new books: with the same bits where the constants, solids and holds are those with
    /// which it was written. Where it has other masses than the constants say, they come and go as after a change of
    /// the constants. Throws std::invalid_argument for a moment of another kind of rope.
    void beginAt(const WrittenMoment& moment);
    /// Moves the rope to a rest that it finds from here, and stops it there; false where it finds none.
    bool rest();

    // More ropes.

    /// Adds a rope of these constants, its masses at rest at these positions [m]. All ropes have the world of the
    /// first one. Throws std::invalid_argument as the constructor does.
    RopeId addRope(const RopeConstants& constants, const std::vector<Vec3>& positions);
    void removeRope(RopeId id); ///< but the first one
    /// The reel of a rope turns with this speed [m/s] from the next step on, as RopeConstants::payoutSpeed. Throws
    /// std::invalid_argument as the constructor does.
    void setPayoutSpeed(RopeId id, double speed);
    /// Ties two places to each other by a spring of no length, a hundred times as stiff as the stiffer segment.
    TieId tie(const TieEnd& end, const TieEnd& other);
    TieId tie(std::size_t mass, std::size_t other) { return tie(TieEnd(mass), TieEnd(other)); }
    /// A tie that draws two places together from where they are, with this speed [m/s].
    TieId draw(const TieEnd& end, const TieEnd& other, double speed);
    void untie(TieId id);
    /// Cuts a rope at a mass, which becomes two halves; returns the rope behind the cut. Throws std::invalid_argument
    /// for the end of a rope and for a ring.
    RopeId cut(std::size_t mass);
    /// Joins an end of a rope to an end of another; they become one rope, with the momentum of both. Throws
    /// std::invalid_argument where they are of different kinds, held or on a reel there, or farther apart than half a
    /// segment.
    void join(RopeId one, RopeEnd end, RopeId other, RopeEnd otherEnd);

    // Bodies.

    /// Adds a body. Throws std::invalid_argument where it is no body.
    BodyId addBody(const Body& body);
    void setBody(BodyId id, const Body& body); ///< with as many shapes as before
    void removeBody(BodyId id);                ///< with its ties and bearings
    /// A bearing holds its body where the two are now.
    BearingId addBearing(const Bearing& bearing);
    void setBearing(BearingId id, const Bearing& bearing); ///< axle and motor
    void removeBearing(BearingId id);

    // What holds it and pulls at it.

    /// The connection point moves with this velocity [m/s] from the next step on, and stops at the ground.
    void setConnectionVelocity(const Vec3& velocity) { rope().connectionVelocity = velocity; }
    void setConnectionVelocity(RopeId id, const Vec3& velocity);
    /// Sets position [m] and velocity [m/s] of the free end between two steps: for a load that is also a body of
    /// another simulation and collides there. The books have its momentum in the line of loads.
    void setFreeEnd(const Vec3& position, const Vec3& velocity);
    /// Pins masses from now on, as the free end is pinned: each glides to its place and no force moves it. A pin stays
    /// with its mass while the reel inserts others before it, and waits while its mass is not there. A held connection
    /// point and a pinned free end are held already. Throws std::invalid_argument as `sorted` does.
    void setPins(const Pins& pins) { rope().pins = sorted(pins); }
    void setPins(RopeId id, const Pins& pins); ///< of a rope, by its own masses
    /// Pins a mass that moves with this velocity [m/s], whatever acts on it.
    void pin(std::size_t mass, const Vec3& velocity = Vec3(0.0));
    void unpin(std::size_t mass);
    /// Clamps an end: pins its mass, and holds tangent and angle. The tangent points along the rope, from the first
    /// mass to the last, also at the last. The half segment at the wall bends with 2 B/l: so the error is of order 2.
    void clamp(RopeEnd end, const Vec3& tangent);
    /// Holds the angle [rad] of an end: of its clamp, or of its edge where it is not clamped. The angle counts from a
    /// frame that the edge carries along without spin when it turns: docs/physics_rod.md, "What a rod leaves out".
    void turn(RopeEnd end, double angle);
    /// Lets an end turn about the rope's line, under the torque [N m] about the tangent there. A clamp becomes a pin.
    void release(RopeEnd end, double torque = 0.0);
    void setForce(std::size_t mass, const Vec3& force); ///< [N], a constant load
    /// Pulls a mass to `target` [m] with a damped spring that is as stiff as the step limit leaves room for, with an
    /// implicit integrator by at most `strongest` [N]; 0: enough to lift the rope. Held masses cannot be grabbed; the
    /// grab follows its mass when a reel inserts others before it.
    void grab(std::size_t mass, const Vec3& target, double strongest = 0.0);
    /// The same of a place on a body.
    void grab(const BodyPlace& place, const Vec3& target, double strongest = 0.0);
    void release() { grab_.reset(); }
    /// Moves the held and pulled masses while time stands: the rope goes on by `h` seconds without weight and with its
    /// reels at rest, then it stands where it is. The books count all of it as work at the connection point. Returns
    /// the steps.
    int pose(double h);

    // What a rope with a radius touches, besides the ground and itself.

    /// Solids, each of which moves with its own velocity; the rope changes it where the solid has a mass: what the rope
    /// gives it, the rope loses in the same step. Unknown numbers throw std::out_of_range.
    SolidId addSolid(const SolidBody& solid);
    void setSolid(SolidId id, const SolidBody& solid);
    void removeSolid(SolidId id);
    /// Bodies that another simulation moves, as they are before the next step: give them anew before each step, and to
    /// what moves them what `pushOnGuest` says. By implicit Euler the rope loses what they get, momentum and angular
    /// momentum.
    void setGuests(std::vector<SolidBody> bodies);

protected:
    bool posing() const { return posing_; } ///< within pose()

    void prepare(double dt) override;
    void applyForces() override {} ///< forces are part of `integrate`
    void integrate(double dt) override;

    TiePlace tiePlaceOf(const TieEnd& end);
    void begunAnew();
    Rope& ropeOf(std::size_t mass); ///< throws std::out_of_range for a mass that is not there
    void updateLongestStep();       ///< from the constants

private:
    void takeConstants();
    void followFirst();
    bool countStays() const;
    void goOnFrom(const WrittenMoment& moment);
    void glide(double dt);
    bool gainMass();
    void loseLastMass();
    void lead(double dt);
    void lead(Rope& rope, double dt);
    void wind(std::size_t number, double dt);
    template <typename Change>
    void changeHold(const Change& change);
    std::optional<MouseGrab> presentGrab() const;

    void keepGround();
    void placeSolids(double dt);
    void drawTies(double dt);
    void useLine(EnergyLine line);
    void useLinesOfThings();
    void updateWhipping(); ///< looks now and then whether ropes whip
    void lookWhetherItWhips(Rope& rope) const;

    bool posing_ = false;
};

} // namespace rope
