#pragma once

#include <rope/constrained_rope.hpp>
#include <rope/fixed_timestep.hpp>
#include <rope/parameters.hpp>
#include <rope/rod_theory.hpp>
#include <rope/rope_simulation.hpp>

#include <functional>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace ropewalk
{

using rope::Vec3;

/// What all lanes of the race have in common; SI units.
struct RaceSettings
{
    int massCount = 40;
    double mass = 0.05;
    double springConstant = 10'000.0;
    double springLength = 0.05;
    double springFriction = 0.02;
    double bendingStiffness = 0.0;
    double load = 1.0;
    Vec3 gravity{0.0, -9.81, 0.0};
    double airFriction = 0.0;
    double releaseAngle = 60.0;
    bool clamped = false;
    double connectionSpeed = 3.0;
    double maxDt = 0.002;
    bool autoSteps = true;
    int cosseratSteps = 100; ///< a frame
    int cosseratIterations = 1;
    int descentSteps = 10;
    int descentIterations = 10;

    friend bool operator==(const RaceSettings&, const RaceSettings&) = default;

    void describe(rope::Parameters& p);

    double restLength() const { return (massCount - 1) * springLength; } ///< [m]
    /// Stretch [m] of the rope of springs that hangs at rest: each spring carries the masses below it.
    double restStretch() const;
    double longestStep() const; ///< [s] of the lane of explicit springs
    /// The clamped rope at rest, as a chain of rigid segments of that stiffness [N m2], and the elastica; none where
    /// nothing is clamped or gravity does not point down.
    std::optional<rope::BentShape> restingChain() const;
    std::optional<rope::BentShape> restingRod() const;

private:
    std::optional<rope::CantileverLoad> cantilever() const;
};

/// Of the lane of explicit springs, the only one that may explode.
rope::StepLimits worstStepLimits(const RaceSettings& settings);

/// A method to simulate the rope.
struct RaceMethod
{
    enum class Kind
    {
        springs,    ///< RopeSimulation, steps of at most max_dt
        implicit,   ///< RopeSimulation with an implicit integrator, a step a frame
        constraints ///< ConstrainedRope
    };
    std::string_view id;    ///< of its diagnostics: "small_steps"
    std::string_view label; ///< "Direct projection"
    std::string_view brief; ///< "direct", beside the rope
    Kind kind = Kind::springs;
    rope::RopeIntegrator integrator = rope::RopeIntegrator::semi_implicit_euler;
    rope::ConstraintSolver solver = rope::ConstraintSolver::relaxation;
    int iterations = 0;  ///< a step
    int stepsAFrame = 1; ///< of 1/60 s; `springs` goes by max_dt instead
    /// Where the user sets both.
    int RaceSettings::*chosenIterations = nullptr;
    int RaceSettings::*chosenSteps = nullptr;

    bool elastic() const ///< knows springs
    {
        return kind != Kind::constraints || solver == rope::ConstraintSolver::cosserat ||
               solver == rope::ConstraintSolver::descent;
    }
    bool clamps() const ///< as rods do
    {
        return integrator == rope::RopeIntegrator::bdf2 || (kind == Kind::constraints && elastic());
    }
    int iterationsOf(const RaceSettings& s) const { return chosenIterations ? s.*chosenIterations : iterations; }
    int stepsOf(const RaceSettings& s) const { return chosenSteps ? s.*chosenSteps : stepsAFrame; }
};

/// All methods, from left to right.
const std::vector<RaceMethod>& raceMethods();

/// The constants of the rope of springs; implicit ones go by the frame.
rope::RopeSettings springSettings(const RaceMethod& method, const RaceSettings& settings);

/// One rope of the race, which hangs from `anchor`.
class RaceLane
{
public:
    RaceLane(const RaceMethod& method, const RaceSettings& settings, const Vec3& anchor);
    // In the source file, as every user would compile both simulations' copies again.
    RaceLane(const RaceLane&);
    RaceLane(RaceLane&&) noexcept;
    RaceLane& operator=(const RaceLane&);
    RaceLane& operator=(RaceLane&&) noexcept;
    ~RaceLane();

    const RaceMethod& method() const { return *method_; }
    void setSettings(const RaceSettings& settings);
    void advance(double h, const Vec3& connectionVelocity);
    bool rests() const { return simulation().rests(); } ///< as Scene::rests
    void goOn();

    const std::vector<rope::Mass>& masses() const { return simulation().masses(); }
    double tension(std::size_t segment) const; ///< [N]; 0 where the method has none
    double stretch() const;                    ///< of the length, as a part of the rest length
    double bendError() const; ///< of the clamped end's droop, as a part of the elastica's; NaN where there is none
    const std::optional<rope::BentShape>& restingRod() const { return rod_; }
    int steps() const { return steps_; }                              ///< in the last advance
    double longestStep() const { return simulation().longestStep(); } ///< [s], the longest step now
    double stableStep() const { return stepLimits().stable; }         ///< [s]
    rope::StepLimits stepLimits() const;
    bool runaway() const;

    /// Energy [J] above the rope at rest under its anchor, or from its clamp.
    double energy() const;
    /// `energyKept` compares with the present energy from now on.
    void markEnergy() { energyAtMark_ = energy(); }
    double energyKept() const; ///< as a part; NaN where there was next to none

private:
    const rope::Simulation& simulation() const;
    void takeShapes();
    double restEnergy() const;    ///< [J]
    double hangingEnergy() const; ///< [J], at rest under the anchor
    /// The rope of springs; null where the method has none.
    const rope::RopeSimulation* springs() const { return std::get_if<rope::RopeSimulation>(&rope_); }

    const RaceMethod* method_;
    RaceSettings settings_;
    std::variant<rope::RopeSimulation, rope::ConstrainedRope> rope_;
    std::optional<rope::BentShape> chain_; ///< RaceSettings::restingChain, of a lane that clamps
    std::optional<rope::BentShape> rod_;
    int steps_ = 0;
    double energyAtMark_ = 0.0;
};

/// All lanes side by side, by one clock.
class Race
{
public:
    explicit Race(const RaceSettings& settings);

    const RaceSettings& settings() const { return settings_; }
    /// Constants of the ropes change while they swing; constants of the layout start the race anew.
    void setSettings(const RaceSettings& settings);

    const std::vector<RaceLane>& lanes() const { return lanes_; }
    double laneWidth() const { return 0.6 * settings_.restLength(); } ///< [m]; the ropes swing side by side

    double time() const { return time_; }                               ///< [s]
    double longestStep() const { return lanes_.front().longestStep(); } ///< [s], of the lane of explicit springs
    rope::StepLimits stepLimits() const { return lanes_.front().stepLimits(); }

    /// Called with the index of each lane when its tick ends.
    using LaneDone = std::function<void(std::size_t)>;
    /// Advances all lanes and returns the steps of the first.
    int advance(double h, const Vec3& connectionVelocity, LaneDone laneDone);
    bool rests() const { return underWay_.has_value(); } ///< as Scene::rests
    int goOn();

private:
    struct Tick
    {
        double length = 0.0; ///< [s]
        Vec3 connectionVelocity{0.0};
        LaneDone laneDone;
        std::size_t lane = 0; ///< those before it are done
    };

    RaceSettings settings_;
    std::vector<RaceLane> lanes_;
    double time_ = 0.0;
    bool driven_ = false; ///< the ends were moved in the last tick
    std::optional<Tick> underWay_;
};

} // namespace ropewalk
