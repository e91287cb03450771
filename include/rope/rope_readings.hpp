#pragma once

#include <rope/detail/book_keeper.hpp>
#include <rope/detail/demands.hpp>
#include <rope/detail/owned.hpp>
#include <rope/detail/rope_state.hpp>
#include <rope/detail/uncopied.hpp>
#include <rope/energy.hpp>
#include <rope/export.hpp>
#include <rope/integrator.hpp>
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
struct RopeSettings;

/// What a rope can be asked; RopeSimulation says what can be done to it. Where it has several ropes, what is said of
/// the rope is said of the first one, but energies, momentum and books are sums over all ropes and bodies, and masses
/// stand one rope behind the other: a mass has its index among all.
class ROPE_API RopeReadings : public Simulation, public BookKeeper
{
public:
    ~RopeReadings() override;

    const RopeSettings& settings() const { return *settings_; }
    double load() const { return rope().endLoad; } ///< [kg], on the free end
    /// The present moment for a file: the masses, and what else the next step goes on from.
    WrittenMoment written() const;
    static const std::vector<std::string_view>& listNames(); ///< of such a moment

    // Shape, tension, twist.

    const std::vector<Spring>& springs() const { return rope().springs; } ///< spring i joins masses i and i + 1
    double length() const { return chainLength(masses_); }                ///< [m], sum of the segments' lengths
    double restLength() const { return rope::restLength(springs()); }     ///< [m], of the rope paid out
    double segmentLength(std::size_t spring) const;                       ///< [m], distance of its two masses
    double tension(std::size_t spring) const;                             ///< [N]; negative when compressed
    double curvature(std::size_t mass) const;                             ///< kappa [1/m], 2 tan(phi/2)/l
    double torque(std::size_t mass = 1) const;                            ///< M [N m]; a uniform twist has one
    double twist() const;                                                 ///< [rad], from one end to the other
    double angle(RopeEnd end) const;                                      ///< [rad], see RopeSimulation::turn
    /// [rad] by masses: how far the rope is turned about its line, against a frame that goes along it without twist
    /// from the one that the angle of its first end counts from.
    std::vector<double> turned() const;
    double link() const;               ///< [turns], of a ring: twist and writhe, which turn() alone changes
    std::vector<Vec3> elasticForces(); ///< [N], of stretch, bending and twist on each mass by Newton's method
    /// Mass i > 0 keeps the identity i - netInsertions() while the reel inserts and takes off masses before it.
    int netInsertions() const { return rope().reel.netInsertions(); }
    const Reel& reel() const { return rope().reel; }

    // Energies [J] and momentum.

    double kineticEnergy() const;
    double potentialEnergy() const; ///< of weight, zero at the origin
    Vec3 momentum() const;          ///< [kg m/s]
    double elasticEnergy() const;   ///< of stretch
    double groundEnergy() const;    ///< of its springs
    double bendingEnergy() const;
    double twistEnergy() const;
    double spinEnergy() const;    ///< of TwistModel::waves
    double contactEnergy() const; ///< in the springs of the touches
    double totalEnergy() const;   ///< the sum of the seven and the kinetic energy

    // Several ropes, bodies, ties. What is not there throws std::out_of_range.

    const Rope& rope(RopeId id) const;
    std::vector<RopeId> ropes() const; ///< in the order of their masses
    double gap(TieId id) const;        ///< [m], that a tie which draws still leaves between its two places
    Vec3 tieForce(TieId id) const;     ///< [N], on its second end
    const Body& body(BodyId id) const;
    std::vector<BodyId> bodies() const;
    Vec3 bearingForce(BearingId id) const;  ///< [N], on the body
    double bearingTurn(BearingId id) const; ///< [rad], about its axis since it was added

    // Holds.

    const Vec3& connectionPosition() const { return rope().connectionPosition; } ///< [m]
    const Vec3& connectionVelocity() const { return rope().connectionVelocity; } ///< [m/s]
    /// True where the last mass is pinned: no force moves it, and it glides to RopeSettings::freeEndPosition.
    bool freeEndPinned() const { return rope().constants.pinFreeEnd; }
    const Pins& pins() const { return rope().pins; }
    /// Index of a pin's mass; none where it is not there, or held already.
    std::optional<std::size_t> massOf(const Pin& pin) const;
    bool pinned(std::size_t mass) const;
    std::optional<std::size_t> grabbed() const; ///< index of the grabbed mass
    std::optional<Vec3> grabTarget() const;     ///< [m]

    // Touches.

    const SolidBody& solid(SolidId id) const { return state_.solids[placeOf(id)]; }
    std::size_t placeOf(SolidId id) const;                                 ///< in `solids`
    SolidPush push(SolidId id) const;                                      ///< what the last step did to it
    SolidPush pushOnGuest(std::size_t body) const;                         ///< what the last step did to it
    const std::vector<SolidBody>& solids() const { return state_.solids; } ///< with the ground where it is one
    /// Where the rope touched solids at the end of the last step, by their places in `solids`.
    const std::vector<SolidTouch>& touches() const { return state_.touches; }
    const std::vector<RopeTouch>& selfTouches() const { return state_.selfTouches; } ///< where it touched itself
    const std::vector<BodyTouch>& bodyTouches() const { return state_.bodyTouches; }
    double groundHeight() const { return state_.groundHeight.value(); } ///< [m], now
    /// The first time that the rope passed through itself, with `selfContact` or `watchPassages`. With the former it
    /// does so only where pins draw it through. Nothing that follows is physics.
    const std::optional<Passage>& passed() const { return state_.passed; }
    /// Whether strands are so near to each other that a rope of that radius [m] which touches itself would be stuck:
    /// give it the radius at another moment, or lay it out anew.
    bool strandsMeet(double radius) const;

    // Stability.

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
    std::optional<std::size_t> runawayMass() const;

protected:
    struct Grab
    {
        RopeId rope;
        int id; ///< index within the rope less its net insertions
        std::optional<BodyPlace> body;
        Vec3 target;
        double strongest;
    };

    explicit RopeReadings(const RopeSettings& settings);
    // In the source file, as whoever holds one would compile them again.
    RopeReadings(const RopeReadings& other);
    RopeReadings(RopeReadings&& other) noexcept;
    RopeReadings& operator=(const RopeReadings& other);
    RopeReadings& operator=(RopeReadings&& other) noexcept;

    bool uses(EnergyLine line) const override;
    bool uses(MomentumLine line) const override;
    BookTotals totals() const override;
    double swayPower() const override;

    Rope& rope() { return state_.ropes.front(); }
    const Rope& rope() const { return state_.ropes.front(); }
    std::size_t numberOf(RopeId id) const;
    /// Whether a moment says more than numbers and masses: what ropes remember, and how many masses each has.
    bool hasLists() const { return state_.byNewton || state_.ropes.size() > 1; }
    std::array<StateNumber, 10> numbers() const;
    double grabStiffness(std::size_t mass) const; ///< [N/m], of an explicit step
    RopeSettings settingsOf(const Rope& rope) const;
    StepLimits worstLimitsNow(const Rope& rope) const; ///< with its present masses and first segment
    double longestStepOf(const Rope& rope) const;      ///< [s], as it is now

    RopeState state_;
    Owned<RopeSettings> settings_;
    std::vector<SolidBody> guests_; ///< as they are before the next step
    std::optional<Grab> grab_;
    ImplicitEffort effort_;
    Uncopied<RopeSteppers> steppers_;

private:
    bool touchesMore() const;
    WorldConstants worldNow() const; ///< with the ground where it has glided to
    RopeSettings nowLong(const Rope& rope) const;
    ChainStability smallMotions() const; ///< about the present state
};

} // namespace rope
