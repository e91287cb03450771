#pragma once

#include <rope/detail/book_keeper.hpp>
#include <rope/detail/demands.hpp>
#include <rope/detail/held_mass.hpp>
#include <rope/detail/uncopied.hpp>
#include <rope/energy.hpp>
#include <rope/export.hpp>
#include <rope/parameters.hpp>
#include <rope/pin.hpp>
#include <rope/reel.hpp>
#include <rope/simulation.hpp>
#include <rope/spring.hpp>
#include <rope/step_limits.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace rope
{

/// The two Euler methods that the article's program can be run with.
enum class EulerMethod
{
    semi_implicit_euler, ///< velocity first, then position with the new velocity
    forward_euler ///< position first, with the old velocity, as in the article: gains energy, its step limit is tiny
};

/// The constants of a thread paid out from an anchor; SI units. The defaults are the article's.
struct ROPE_API DeploymentSettings
{
    double stiffness = 20.0;           ///< k [N/m], of one whole segment
    int maxMassCount = 20;             ///< masses when all of the thread is out
    double totalLength = 10.0;         ///< [m], rest length when all of the thread is out
    double totalMass = 2.0;            ///< [kg], when all of the thread is out
    double damping = 0.9;              ///< factor by which every velocity shrinks in a second
    Vec3 gravity{0.0, -10.0, 0.0};     ///< g [m/s2]
    Vec3 anchor{0.0, 20.0, 20.0};      ///< [m], where the thread comes out
    double initialAnchorSegment = 0.1; ///< [m], rest length of the first segment, at the start and when all is out
    double deploymentSpeed = 1.5;      ///< [m/s], rest length paid out a second; negative reels in
    Insertion insertion = Insertion::consistent;
    EulerMethod integrator = EulerMethod::semi_implicit_euler;
    double maxDt = 1e-4;   ///< [s], longest step
    bool autoSteps = true; ///< steps also stay within the advised step

    friend bool operator==(const DeploymentSettings&, const DeploymentSettings&) = default;

    /// L [m]: rest length of a whole segment.
    double segmentLength() const { return (totalLength - initialAnchorSegment) / (maxMassCount - 1); }
    double mass() const { return totalMass / maxMassCount; } ///< [kg], of one mass
    double longestStep() const; ///< [s]: `maxDt`, with `autoSteps` at most the advised step

    /// One row for each field, in the order of the fields.
    void describe(Parameters& p);
};

/// The limits of a thread with these constants in any state, its first segment `firstStiffness` times as stiff as a
/// whole one. The advised step is 0.9 of the stable one, at most resonanceStep, and at most the time in which a quarter
/// of a segment is reeled in. Where forward Euler has no stable step, a motion may grow e-fold in 100 s.
ROPE_API StepLimits worstStepLimits(const DeploymentSettings& settings, double firstStiffness);

/// With the shortest first segment that there can be.
ROPE_API StepLimits worstStepLimits(const DeploymentSettings& settings);

/// A thread paid out from an anchor, which stands still unless somebody moves it. masses()[0] is the anchor, the last
/// one the tip; two masses are out at the start, at the anchor + (0, 0, L) and + (0, 0, 2 L), at rest.
class ROPE_API DeploymentSimulation : public Simulation, public BookKeeper
{
public:
    /// Throws std::invalid_argument naming the parameter, the value and the range. `grows` false: masses are never
    /// inserted, only the first segment grows, up to the length of a whole one.
    explicit DeploymentSimulation(const DeploymentSettings& settings = {}, bool grows = true);
    // In the source file, as whoever holds one would compile them again.
    DeploymentSimulation(const DeploymentSimulation& other);
    DeploymentSimulation(DeploymentSimulation&& other) noexcept;
    DeploymentSimulation& operator=(const DeploymentSimulation& other);
    DeploymentSimulation& operator=(DeploymentSimulation&& other) noexcept;
    ~DeploymentSimulation() override;

    const DeploymentSettings& settings() const { return settings_; }
    /// Changes the constants while the thread moves; throws as the constructor does, and then changes nothing. With
    /// another number of masses its segments are others, and it begins anew; the anchor acts at the next beginning.
    void setSettings(const DeploymentSettings& settings);

    /// The present moment for a file.
    WrittenMoment written() const;
    /// Begins at that moment, with new books. Throws std::invalid_argument for a moment of anything else than this
    /// thread, and then changes nothing.
    void beginAt(const WrittenMoment& moment);

    /// The anchor moves with this velocity [m/s] from the next step on.
    void setAnchorVelocity(const Vec3& velocity) { anchorVelocity_ = velocity; }

    /// Pins masses from now on: each glides to its place, and no force moves it. A pin stays with its mass while the
    /// reel inserts others. Throws std::invalid_argument as `sorted` does.
    void setPins(const Pins& pins) { pins_ = sorted(pins); }
    const Pins& pins() const { return pins_; }
    /// Index of a pin's mass; none where it is not out.
    std::optional<std::size_t> massOf(const Pin& pin) const { return massOf(pin.mass); }

    /// Moves a mass to `target` [m] as a pin would, until release(). The anchor and pinned masses cannot be grabbed.
    void grab(std::size_t mass, const Vec3& target);
    void release() { grab_.reset(); }
    std::optional<std::size_t> grabbed() const;                     ///< index of the grabbed mass
    const Vec3& grabTarget() const { return demandGrab(grab_).at; } ///< [m], where a mass is grabbed

    const Vec3& anchorAtStart() const { return anchorAtStart_; }            ///< [m]
    const Vec3& anchorPosition() const { return masses_.front().position; } ///< [m]

    const std::vector<Spring>& springs() const { return springs_; } ///< spring i joins masses i and i + 1
    const Reel& reel() const { return reel_; }

    double restLength() const { return rope::restLength(springs_); } ///< [m], of the thread that is out
    /// [N]; negative when compressed
    double tension(std::size_t spring) const
    {
        return springs_[spring].tension(springLength(masses_, springs_[spring]));
    }
    /// [J] of gravity, zero where the anchor was at the beginning
    double potentialEnergy() const { return gravityEnergy(masses_, settings_.gravity, anchorAtStart_); }
    double elasticEnergy() const; ///< [J] of the springs

    /// [s] with w the frequency of the present fastest mode and d = damping^h. The determinant and the trace of a step
    /// give h^2 w^2 = 2 (1 + 1/d) for semi-implicit Euler and h^2 w^2 = 1/d - 1 for forward Euler.
    double stableStep() const { return stepLimits().stable; }
    StepLimits stepLimits() const;

    /// The mass by which a diverged thread shows: see RopeSimulation::runawayMass.
    std::optional<std::size_t> runawayMass() const
    {
        return runaway_.mass(masses_, totals().energy, settings_.gravity, longestStep());
    }

protected:
    void prepare(double dt) override;
    void applyForces() override;
    void integrate(double dt) override;

private:
    std::array<StateNumber, 3> state() const;
    ReelSettings reelSettings() const;
    void updateSprings();
    double firstStiffness() const; ///< of the reel's segment, 1 for a whole one
    bool uses(EnergyLine line) const override;
    bool uses(MomentumLine line) const override;
    BookTotals totals() const override;
    double swayPower() const override;
    bool pinned(std::size_t mass) const;
    std::optional<std::size_t> massOf(int number) const;
    void findHeld(double dt);
    void bookForces(double dt);
    void moveAnchor(double dt);
    void moveHeld(double dt);
    /// Counts the work of moving mass `i` from `before`, and where books are kept shows that line.
    void countHolder(EnergyLine line, std::size_t i, const Mass& before, double dt);
    /// The work of moving mass `i` from `before`: the part of its change that the segments do not explain, and the lift
    /// of its weight.
    Effect holderEffect(std::size_t i, const Mass& before, double dt) const;

    DeploymentSettings settings_;
    bool grows_;
    std::vector<Spring> springs_;
    Reel reel_;
    Vec3 anchorAtStart_{0.0};
    Vec3 anchorVelocity_{0.0};
    Pins pins_;
    std::optional<Pin> grab_;
    Uncopied<std::vector<HeldMass>> held_; ///< pinned or grabbed in the present step, by mass, without the anchor
};

} // namespace rope
