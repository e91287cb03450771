#pragma once

#include <rope/detail/book_keeper.hpp>
#include <rope/detail/demands.hpp>
#include <rope/detail/free_end.hpp>
#include <rope/detail/glide.hpp>
#include <rope/detail/held_mass.hpp>
#include <rope/detail/rope_state.hpp>
#include <rope/detail/uncopied.hpp>
#include <rope/energy.hpp>
#include <rope/export.hpp>
#include <rope/ground.hpp>
#include <rope/integrator.hpp>
#include <rope/pin.hpp>
#include <rope/reel.hpp>
#include <rope/rod_touch.hpp>
#include <rope/rope_settings.hpp>
#include <rope/simulation.hpp>
#include <rope/solid.hpp>
#include <rope/spring.hpp>
#include <rope/step_limits.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace rope
{

class ChainStability;
class ImplicitRope;
class NewtonStepper;
struct RopeBending;

/// The rope of the lesson: masses in a row, springs between neighbours, which may resist bending, gravity, air, a
/// ground of springs and friction, and a connection point (mass 0) that is moved from outside. Both ends turn freely.
/// It starts at rest along +x from the origin, or from above the origin where the ground is higher.
class ROPE_API RopeSimulation : public Simulation, public BookKeeper
{
public:
    /// Throws std::invalid_argument naming the parameter, the value and the range.
    explicit RopeSimulation(const RopeSettings& settings = {});
    // In the source file, as whoever holds one would compile them again.
    RopeSimulation(const RopeSimulation& other);
    RopeSimulation(RopeSimulation&& other) noexcept;
    RopeSimulation& operator=(const RopeSimulation& other);
    RopeSimulation& operator=(RopeSimulation&& other) noexcept;
    ~RopeSimulation() override;

    const RopeSettings& settings() const { return settings_; }

    /// Changes the constants while the rope moves; throws as the constructor does, and then changes nothing. No mass
    /// jumps: masses come and go at the free end one by one, and spring length and ground height glide to their new
    /// values.
    void setSettings(const RopeSettings& settings);

    /// Adds a load [kg] to the mass of the free end; it stays there while masses come and go. Throws
    /// std::invalid_argument unless it is finite and not negative. A load does not shorten the stable step: the heavier
    /// the end, the slower it moves.
    void setLoad(double load);
    double load() const { return load_; }

    /// Puts the masses at rest at these positions [m], the first of them the connection point. Throws
    /// std::invalid_argument unless there is a finite one for each mass.
    void layOut(const std::vector<Vec3>& positions);

    /// The present moment for a file.
    WrittenMoment written() const;
    /// Begins at that moment, with new books. Where it has other masses than the constants say, they come and go as
    /// after a change of the constants. Throws std::invalid_argument for what is no moment of a rope, and then changes
    /// nothing.
    void beginAt(const WrittenMoment& moment);

    /// Sets position [m] and velocity [m/s] of the free end between two steps: for a load that is also a body of
    /// another simulation and collides there. If that simulation conserves momentum, so do both together. The books
    /// have its momentum in the line of loads.
    void setFreeEnd(const Vec3& position, const Vec3& velocity);

    /// The connection point moves with this velocity [m/s] from the next step on, and stops at the ground.
    void setConnectionVelocity(const Vec3& velocity) { connectionVelocity_ = velocity; }
    const Vec3& connectionPosition() const { return connectionPosition_; } ///< [m]
    const Vec3& connectionVelocity() const { return connectionVelocity_; } ///< [m/s]

    /// True where the last mass is pinned: no force moves it, and it glides to RopeSettings::freeEndPosition.
    bool freeEndPinned() const { return settings_.pinFreeEnd; }

    /// Pins masses from now on, as the free end is pinned: each glides to its place and no force moves it. A pin stays
    /// with its mass while the reel inserts others before it, and waits while its mass is not there. Mass 0 and a
    /// pinned free end are held already. Throws std::invalid_argument as `sorted` does.
    void setPins(const Pins& pins) { pins_ = sorted(pins); }
    const Pins& pins() const { return pins_; }
    /// Index of a pin's mass; none where it is not there, or held already.
    std::optional<std::size_t> massOf(const Pin& pin) const;

    /// Moves the pulled masses, at the connection point and by a grab, while time stands: the rope goes on by `h`
    /// seconds without weight and with the reel at rest, then it stands where it is. The books count all of it as work
    /// at the connection point. Returns the steps.
    int pose(double h);

    /// Pulls a mass to `target` [m] with a damped spring that is as stiff as the step limit leaves room for (with an
    /// implicit integrator, stiff enough to lift the rope), and whose force is bounded. Pinned masses
    /// cannot be grabbed; the grab follows its mass when the reel inserts others before it.
    void grab(std::size_t mass, const Vec3& target);
    void release() { grab_.reset(); }
    /// Index of the grabbed mass.
    std::optional<std::size_t> grabbed() const;
    const Vec3& grabTarget() const { return demandGrab(grab_).target; } ///< [m], where a mass is grabbed

    const std::vector<Spring>& springs() const { return rope().springs; } ///< spring i joins masses i and i + 1

    /// Mass i > 0 keeps the identity i - netInsertions() while the reel inserts and takes off masses before it.
    int netInsertions() const { return reel_.netInsertions(); }
    const Reel& reel() const { return reel_; }

    double groundHeight() const { return groundHeight_.value(); } ///< [m], now

    /// [J] of gravity, zero at the origin
    double potentialEnergy() const { return gravityEnergy(masses_, settings_.gravity); }
    double elasticEnergy() const { return rope::elasticEnergy(masses_, springs()); } ///< [J] of the springs
    double groundEnergy() const
    {
        return rope::groundEnergy(masses_, surroundings().ground);
    }                             ///< [J] of the ground's springs
    double bendingEnergy() const; ///< [J]
    double twistEnergy() const;   ///< [J]
    /// [J], the sum of the six
    double totalEnergy() const
    {
        return kineticEnergy() + potentialEnergy() + elasticEnergy() + groundEnergy() + bendingEnergy() + twistEnergy();
    }
    double length() const { return chainLength(masses_); }            ///< [m], sum of the segments' lengths
    double restLength() const { return rope::restLength(springs()); } ///< [m], of the rope paid out
    /// [m], distance of the two masses of a spring
    double segmentLength(std::size_t spring) const { return springLength(masses_, springs()[spring]); }
    /// [N]; negative when compressed
    double tension(std::size_t spring) const
    {
        return springs()[demandIndex(spring, springs().size(), "spring")].tension(segmentLength(spring));
    }

    double torque() const; ///< M [N m] of twist, the same all along the rope
    double twist() const;  ///< [rad], from the connection point to the free end

    /// Bodies that a rope with a radius touches besides the ground, as they are before the next step: give them anew
    /// before each step, and to what moves them what `push` says. By implicit Euler the rope loses what they get,
    /// momentum and angular momentum. A rope without a radius touches none.
    void setBodies(std::vector<SolidBody> bodies);
    /// What the last step did to one of them, by its place among them.
    RodPush push(std::size_t body) const;

    /// Whether strands are so near to each other that a rope of that radius [m] which touches itself would be stuck:
    /// give it the radius at another moment, or lay it out anew.
    bool strandsMeet(double radius) const;

    /// Where a rope with a radius touched the ground (solid 0), the bodies (from solid 1 on), and itself, at the end of
    /// the last step.
    const std::vector<RodTouch>& touches() const { return state_.touches; }
    const std::vector<RodSelfTouch>& selfTouches() const { return state_.selfTouches; }
    /// The first time that the rope passed through itself, with `selfContact`: pins have drawn it through, and nothing
    /// that follows is physics.
    const std::optional<RodPassage>& passed() const { return state_.passed; }

    /// The stable step [s] of the present springs, friction, contacts and grab: to 0.05 % and never above it; for very
    /// long ropes a lower bound. Infinite with an implicit integrator.
    double stableStep() const { return stepLimits().stable; }

    /// The stable step by cause, and the advised step. The ground counts only for masses below it. A grab is as stiff
    /// as the present longest step allows.
    StepLimits stepLimits() const;

    /// What the implicit steps have cost since the beginning.
    const ImplicitEffort& implicitEffort() const { return implicitEffort_; }

    /// The mass by which a diverged rope shows, the sign of a step that was too long: the first one whose state is not
    /// finite, or the one with the most energy where the rope has far more than was put in since the last change of
    /// constants.
    std::optional<std::size_t> runawayMass() const
    {
        return runaway_.mass(masses_, totals().energy, settings_.gravity, longestStep());
    }

protected:
    void prepare(double dt) override;
    void applyForces() override;
    void integrate(double dt) override;

private:
    struct Grab
    {
        int id;          ///< index less net insertions
        Vec3 target;     ///< [m]
        Vec3 force{0.0}; ///< [N], of the present step
    };
    /// What a step overwrites, and its sources of energy depend on.
    struct StepStart
    {
        Mass connection;
        double firstLength; ///< [m], of the first segment
        double flowPower;   ///< [W] of the reel, where rope flows out against the friction of the first segment
    };

    std::array<StateNumber, 10> state() const;
    ReelSettings reelSettings() const;
    /// At the free end; negative where there are too many.
    int missingMasses() const { return settings_.massCount + netInsertions() - static_cast<int>(masses_.size()); }
    void glide(double dt);
    Spring wholeSpring(std::size_t index) const;
    void updateSprings();
    void distributeMass();
    void updateSpringForces();
    Rope& rope() { return state_.ropes.front(); }
    const Rope& rope() const { return state_.ropes.front(); }
    void updateRope();
    void followSprings();
    void stepNewton(double dt, const Vec3& connectionVelocity, StepWork& work);
    void placeGround(double dt);
    void placeBodies();
    void bookNewton(const std::vector<Mass>& before, double dt, StepWork& work);
    bool gainMass();
    void loseLastMass();
    RopeBending bending() const;
    void applyGrabForce();
    void holdPinned(double dt);
    double feedSpeed(double dt) const;
    std::optional<MouseGrab> implicitGrab() const;
    void integrateImplicitly(double dt, const Vec3& connectionVelocity, StepWork& work);
    Vec3 reelFlow(const std::vector<Mass>& masses) const; ///< [m/s] across the first segment
    double flowPower() const;                             ///< StepStart::flowPower
    void windReel(const StepStart& start, double dt);
    bool pinned(std::size_t mass) const
    {
        return mass == 0 || (settings_.pinFreeEnd && mass + 1 == masses_.size()) ||
               (!pins_.empty() && pinOf(pins_, static_cast<int>(mass) - netInsertions()));
    }
    BookTotals totals() const override;
    double swayPower() const override;
    void bookForces(StepWork work, double dt); ///< `work` was done by an implicit step
    void countSources(const StepStart& start, StepWork work, double dt);
    void windFirstSpring(double rBefore, double dt);
    Surroundings surroundings() const;            ///< with the ground where it has glided to
    double grabStiffness(std::size_t mass) const; ///< [N/m]
    RopeSettings nowLong() const;
    double firstStiffness() const;       ///< of the reel's segment, in units of a whole segment's
    StepLimits worstLimitsNow() const;   ///< with the present masses and first segment
    ChainStability smallMotions() const; ///< about the present state
    void updateLongestStep();
    void updateWhipping(); ///< checks now and then whether the rope is whipping

    RopeSettings settings_;
    RopeState state_;
    std::vector<Vec3> springForces_; ///< [N] of spring i on mass i; the last is zero
    Vec3 connectionPosition_{0.0};
    Vec3 connectionVelocity_{0.0};
    Pins pins_;
    Uncopied<std::vector<HeldMass>> held_; ///< of the present step, by mass, without the connection point
    Reel reel_;
    Glide springLength_;
    Glide groundHeight_;
    FreeEnd freeEnd_;
    std::optional<Grab> grab_;
    double load_ = 0.0;            ///< [kg]
    bool whipping_ = false;        ///< some segment turns so fast that a step must be shorter (whippingStep)
    int stepsToWhippingCheck_ = 0; ///< until that is looked at again
    Uncopied<ImplicitRope> implicit_;
    Uncopied<NewtonStepper> newton_;
    std::vector<SolidBody> bodies_; ///< as they are before the next step
    ImplicitEffort implicitEffort_;
};

} // namespace rope
