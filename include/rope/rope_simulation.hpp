#pragma once

#include <rope/detail/book_keeper.hpp>
#include <rope/detail/glide.hpp>
#include <rope/detail/uncopied.hpp>
#include <rope/integrator.hpp>
#include <rope/reel.hpp>
#include <rope/rope_settings.hpp>
#include <rope/simulation.hpp>
#include <rope/spring.hpp>
#include <rope/stability.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace rope
{

class ImplicitRope;
struct StepWork;

/// The rope of the lesson: masses in a row, springs between neighbours, gravity, air, a ground of springs and friction,
/// and a connection point (mass 0) that is moved from outside. Laid out along +x from the origin, or above it on a
/// ground that is higher, at rest.
class RopeSimulation : public Simulation
{
public:
    /// Throws std::invalid_argument naming the parameter, the value and the range.
    explicit RopeSimulation(const RopeSettings& settings = {});

    const RopeSettings& settings() const { return settings_; }

    /// Changes the constants while the rope moves; throws as the constructor does, and then changes nothing. Positions
    /// and velocities stay: masses are added and removed at the free end one by one, spring length and ground height
    /// glide to their new values.
    void setSettings(const RopeSettings& settings);

    /// A load [kg] rides on the free end, in addition to the last mass's own: 0 at the beginning. It stays at the free
    /// end while masses come and go. Throws std::invalid_argument unless it is finite and not negative.
    ///
    /// Gravity pulls at it as at any mass. It does not tighten the step limit: the heavier an end, the slower it moves.
    void setLoad(double load);
    double load() const { return load_; }

    /// Puts the masses at rest at these positions [m], the first of them the connection point. Throws
    /// std::invalid_argument unless there is a finite one for each mass.
    void layOut(const std::vector<Vec3>& positions);

    /// Position [m] and velocity [m/s] of the free end, between two steps: for a load that is also part of another
    /// simulation, which stops it at what it meets. As long as that one keeps momentum, the two together do.
    void setFreeEnd(const Vec3& position, const Vec3& velocity);

    /// The connection point moves with this velocity [m/s] from the next step on; the ground holds it.
    void setConnectionVelocity(const Vec3& velocity) { connectionVelocity_ = velocity; }
    const Vec3& connectionPosition() const { return connectionPosition_; } ///< [m]
    const Vec3& connectionVelocity() const { return connectionVelocity_; } ///< [m/s]

    /// Whether the last mass is held (RopeSettings::pinFreeEnd): no force moves it, only its way to free_end_position.
    bool freeEndPinned() const { return settings_.pinFreeEnd; }

    /// Pulls a mass to `target` [m] with a damped spring that is as stiff as the step limit leaves room for (with an
    /// implicit integrator, stiff enough to lift the rope), and whose force is bounded. Mass 0 and a pinned free end
    /// cannot be grabbed; the grab follows its mass when the reel inserts others before it.
    void grab(std::size_t mass, const Vec3& target);
    void release() { grab_.reset(); }
    /// Index of the grabbed mass.
    std::optional<std::size_t> grabbed() const;

    const std::vector<Spring>& springs() const { return springs_; } ///< spring i joins masses i and i + 1

    /// Mass i > 0 keeps the identity i - netInsertions() while the reel inserts and takes off masses before it.
    int netInsertions() const { return reel_.netInsertions(); }
    const Reel& reel() const { return reel_; }

    double groundHeight() const { return groundHeight_.value(); } ///< [m], now

    double kineticEnergy() const;                   ///< [J]
    double potentialEnergy() const;                 ///< [J] of gravity, zero at the origin
    double elasticEnergy() const;                   ///< [J] of the springs
    double groundEnergy() const;                    ///< [J] of the ground's springs
    double totalEnergy() const;                     ///< [J], the sum of the four
    double length() const;                          ///< [m], sum of the segments' lengths
    double restLength() const;                      ///< [m], sum of the segments' rest lengths: the rope paid out
    double segmentLength(std::size_t spring) const; ///< [m], distance of its two masses
    double tension(std::size_t spring) const;       ///< [N]; negative when compressed

    /// The longest step [s] at which no mode of the present springs, friction, contacts and grab grows, to 0.05 % and
    /// never above it (chain_limit.hpp); of very long ropes a bound below it. Infinite with an implicit integrator.
    double stableStep() const { return stepLimits().stable; }

    /// The same by cause, and what `auto_steps` makes of it. Of the ground, only what a mass is below of counts. A hand
    /// is as stiff as the present longest step lets it be.
    StepLimits stepLimits() const;

    /// Begins books of energy and momentum at this moment, or ends them. They watch the steps and change nothing, but a
    /// step then costs some 50 ns more for each mass.
    void setBooks(bool kept);
    bool keepsBooks() const { return books_.has_value(); }
    /// Empty where no books are kept.
    EnergyBook energyBook() const;
    MomentumBook momentumBook() const;
    double energyLine(EnergyLine line) const;   ///< [J] as EnergyBook::amount; 0 where no books are kept
    Vec3 momentumLine(MomentumLine line) const; ///< [kg m/s] that it has brought; 0 where no books are kept
    Vec3 momentum() const;                      ///< [kg m/s] of all masses

    /// What the implicit steps have cost since the beginning.
    const ImplicitEffort& implicitEffort() const { return implicitEffort_; }

    /// The first mass whose state is not finite, or the worst one once the rope is longer than any motion of these
    /// constants explains, and than the energy that their last change left in it: the sign of a step beyond the limit.
    std::optional<std::size_t> runawayMass() const;

protected:
    void prepare(double dt) override;
    void applyForces() override;
    void integrate(double dt) override;

private:
    struct Grab
    {
        int id; ///< index less net insertions
        Vec3 target;
    };

    ReelSettings reelSettings() const;
    bool growOrShrinkFreeEnd(double dt); ///< true while the free end changes
    void updateSprings();
    void distributeMass();
    void updateSpringForces();
    void applyGrabForce();
    void integrateImplicitly(double dt, const Vec3& anchorVelocity, const std::optional<Vec3>& freeEndVelocity,
                             StepWork& work);
    bool reelHeld() const; ///< true while the reel must wait for the free end
    void windReel(double dt);
    bool isPinned(std::size_t mass) const { return mass == 0 || (settings_.pinFreeEnd && mass + 1 == masses_.size()); }
    RopeTotals totals() const;
    double sway() const; ///< [J], EnergyLine::sway
    void beginStepBooks();
    StepWork explicitWork(double dt) const;
    void bookStep(double dt, const StepWork& work);
    void bookFeed(double dt);
    std::optional<RopeTotals> bookedTotals() const;           ///< where books are kept
    void bookChange(const std::optional<RopeTotals>& before); ///< of constants
    Ground ground() const;
    StiffnessBound stiffnessBound(std::size_t mass) const; ///< without the grab
    double grabStiffness(std::size_t mass) const;
    double firstStiffness() const; ///< of the reel's segment, that of a whole one being 1
    void updateLongestStep();
    void updateWhipping(); ///< looks now and then whether it is whipping

    RopeSettings settings_;
    std::vector<Spring> springs_;
    std::vector<Vec3> springForces_; ///< [N] of spring i on mass i; the last is zero
    Vec3 connectionPosition_{0.0};
    Vec3 connectionVelocity_{0.0};
    Reel reel_;
    Glide springLength_;
    Glide groundHeight_;
    double freeEndFraction_ = 1.0; ///< of the last segment that is grown, in (0, 1]
    std::optional<Grab> grab_;
    double load_ = 0.0;            ///< [kg]
    double energyAtChange_ = 0.0;  ///< [J], kinetic, of springs and ground, when constants were changed last
    bool whipping_ = false;        ///< some segment turns so fast that a step must be shorter (whippingStep)
    int stepsToWhippingCheck_ = 0; ///< until that is looked at again
    Uncopied<ImplicitRope> implicit_;
    ImplicitEffort implicitEffort_;
    std::optional<Books> books_;
};

} // namespace rope
