#pragma once

#include "climbing_rope.hpp"

#include "scenes/shared/driven_rope.hpp"
#include "scenes/shared/rods.hpp"

#include <rope/parameters.hpp>

#include <algorithm>
#include <vector>

// A climber who falls into a rope, which runs over a carabiner to a belay.

namespace ropewalk
{

enum class RopeModel
{
    spring,
    zener,
    stiffening
};
inline constexpr int ropeModels = 3;

/// The ropes of EN 892 and UIAA 101.
enum class RopeClass
{
    single,
    half,
    twin
};

/// What the norm demands of a rope, after the first fall of factor 1.77 into 2.8 m: EN 892 and UIAA 101 as the Alberta
/// OHS Code explanation guide, section 818, and Mammut quote them.
struct RopeNorm
{
    double mass = 80.0;          ///< [kg]
    double peakForce = 12e3;     ///< [N], at most
    double staticStrain = 0.10;  ///< at most, under 80 kg
    double dynamicStrain = 0.40; ///< at most, in the first fall
    int falls = 5;               ///< at least
};
const RopeNorm& ropeNorm(RopeClass ropeClass);

/// The constants of the climber; SI units. The three models have the same peak of 9 kN in the norm's fall.
struct ClimberSettings : RodWorld
{
    ClimberSettings() : RodWorld{.damping = 0.0, .maxDt = 1.0 / 480.0} {}

    double climberMass = 80.0;
    double fallFactor = 0.6;
    double ropeLength = 7.0;
    double belaySide = 4.8;
    int falls = 1;
    double fallInterval = 10.0;
    RopeModel ropeModel = RopeModel::zener;
    double axialStiffness = 24e3;
    double staticStiffness = 9.81e3;
    double fastStiffness = 50.7e3;
    double relaxationTime = 0.1;
    double earlyStiffness = 22e3;
    double cubicStiffness = 83e3;
    double frictionDelay = 0.2;
    double lateRelaxation = 0.03;
    double hardening = 0.2;
    double breakingForce = 0.0;
    RopeClass ropeClass = RopeClass::single;
    double massPerLength = 0.064;
    int massCount = 41;
    double carabinerFriction = 0.2;
    double belayGrip = 20e3;

    friend bool operator==(const ClimberSettings&, const ClimberSettings&) = default;

    void describe(rope::Parameters& p);
    /// Throws std::invalid_argument where there is too much rope at the belay, or too little for the fall.
    void validate() const;

    rope::RopeSettings rope() const; ///< of the climber's side, without strain
    RopeLaw law(RopeModel model, double hardened = 1.0) const;
    BelayedRope::Constants belayed(RopeModel model, double hardened = 1.0) const;

    /// [m], of rope.
    double climberSide() const { return std::max(0.05 * ropeLength, ropeLength - belaySide); }
    /// [m], until the rope is taut. Nobody climbs more than the rope above the carabiner.
    double fallHeight() const { return std::min(fallFactor * ropeLength, 2.0 * climberSide()); }
    double weight() const { return climberMass * glm::length(gravity); } ///< [N]
    Vec3 start() const;                                                  ///< [m], of the climber from the carabiner
    /// [N], of a spring as long as the climber's side and a part e^(-mu phi) of the belay's.
    double formulaPeak() const;
};

class Climber : public DrivenRope
{
public:
    explicit Climber(const ClimberSettings& settings);

    const ClimberSettings& settings() const { return settings_; }
    void setSettings(const ClimberSettings& settings); ///< what lays the rope begins anew

    double force() const;                                                  ///< [N] of the rope on the climber
    double peakForce() const { return peak_; }                             ///< [N], in this fall
    double belayForce() const { return belayed_.belayForce(constants()); } ///< [N]
    double carabinerForce() const;                                         ///< [N]
    double slipped() const { return belayed_.slipped(); }                  ///< [m], of rope through the belay
    double stretch() const;                                                ///< of the whole rope
    double largestStretch() const { return largestStretch_; }              ///< in this fall
    double way() const { return way_; } ///< [m] from where the rope is taut to the lowest point of this fall
    int fall() const { return fall_; }  ///< number of the fall
    double sinceFall() const { return time() - began_; } ///< [s]
    bool broken() const { return broken_; }
    const RopeEnergy& ropeEnergy() const { return belayed_.energy(); } ///< at the start of the last step
    /// [J], what finite steps have taken, with what waves along the rope hold: what its segments have gained, as
    /// springs of one step each, more than its account has, and what the integrator took. Until it breaks, and where
    /// books are kept.
    double takenBySteps() const { return takenBySteps_; }
    /// [J], what all books leave: rounding.
    double unbooked() const { return unbooked_; }
    Vec3 carabiner() const { return {0.0, settings_.belaySide, 0.0}; } ///< [m] from the belay
    Vec3 climberPosition() const { return masses().back().position; }
    double drawnSize() const { return std::max(1.0, settings_.ropeLength / 14.0); } ///< of people; 1: as they are
    double floorHeight() const;                                                     ///< [m], deep enough for the fall

private:
    void drive(double dt) override;
    double strongestPull() const override { return 4.0 * settings_.weight(); }
    void lift(double dt);
    void measure();
    void strain();
    void endSegments();
    void beginFall();
    void account();
    double mechanical() const; ///< [J], of motion, weight and bends, less what has come from outside
    BelayedRope::Constants constants() const;

    ClimberSettings settings_;
    BelayedRope belayed_;
    double peak_ = 0.0;
    double largestStretch_ = 0.0;
    double way_ = 0.0;
    double began_ = 0.0;      ///< [s]
    double beginning_ = 0.0;  ///< [J]
    double inSegments_ = 0.0; ///< [J], when the step began
    double toSegments_ = 0.0; ///< [J], since the beginning
    double takenBySteps_ = 0.0;
    double unbooked_ = 0.0;
    int fall_ = 1;
    bool broken_ = false;
};

} // namespace ropewalk
