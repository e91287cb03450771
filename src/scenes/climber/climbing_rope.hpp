#pragma once

#include <vector>

// The rope of a climber as a law of its tension, and its way from the belay over a carabiner.

namespace ropewalk
{

/// The tension T [N] of a climbing rope by its strain e:
///
///     T = E e + D e³ + (F - E) (e - f),   df/dt = w (e - f)/tau,   w = p² (3 - 2 p),   p = min(1, t/delay)
///
/// F = E and D = 0: one spring. D = 0 and w = 1: a standard linear solid (Zener), whose dashpot gives way at once. Else
/// it stiffens, and the dashpot gives way only after a time t under load.
struct RopeLaw
{
    double slow = 0.0;       ///< E [N], of a rope that rests
    double fast = 0.0;       ///< F [N], of a blow
    double cubic = 0.0;      ///< D [N]
    double relaxation = 1.0; ///< tau [s]
    double delay = 0.0;      ///< [s]

    double staticStrain(double force) const; ///< at rest
};

/// Where the energy of a rope is that runs from a belay over a carabiner, and where it went [J].
struct RopeEnergy
{
    double stored = 0.0;    ///< in both sides
    double flow = 0.0;      ///< taken by the dashpots
    double carabiner = 0.0; ///< taken by rope that comes over
    double belay = 0.0;     ///< taken by rope that slips through
    double work = 0.0;      ///< done by the climber's end
};

/// A tension as a line over the strain, for one step.
struct LinearPull
{
    double stiffness = 0.0; ///< [N]
    double relaxed = 0.0;   ///< the strain without tension

    double at(double strain) const { return stiffness * (strain - relaxed); } ///< [N], negative where slack
    double strainAt(double force) const { return relaxed + force / stiffness; }
};

/// A piece of rope under one tension, at a moment.
class StrainedRope
{
public:
    /// Goes on by `dt` [s], at the end of which it has this strain.
    void follow(const RopeLaw& law, double strain, double dt);
    /// Its tension at the end of the next step, of `dt` [s]: the dashpot by implicit Euler, the cube by its tangent.
    LinearPull pull(const RopeLaw& law, double dt) const;

    double strain() const { return strain_; }
    double flowed() const { return flowed_; }

private:
    double flow(const RopeLaw& law, double dt) const;

    double strain_ = 0.0;
    double flowed_ = 0.0; ///< f
    double loaded_ = 0.0; ///< [s]
};

/// A rope from a belay over a carabiner to a climber. The tension is the same all along each side of the carabiner,
/// where friction holds a ratio of e^(mu phi); beyond it rope slides over. The belay holds up to its grip, then rope
/// slips through.
class BelayedRope
{
public:
    struct Constants
    {
        RopeLaw law;
        double climberSide = 1.0; ///< [m], of rope at first
        double belaySide = 1.0;   ///< [m], from the belay to the carabiner
        double ratio = 1.0;       ///< e^(mu phi)
        double grip = 1e5;        ///< [N]
    };

    /// Begins a step of `dt` [s]. The climber's side is as long as `length` [m] now, and `next` when it ends.
    void begin(const Constants& constants, double length, double next, double dt);

    const LinearPull& climberPull() const { return climberPull_; }                 ///< in this step
    double climberRest(const Constants& c) const { return c.climberSide + over_; } ///< [m], without strain
    double slipped() const { return slipped_; }                                    ///< [m], through the belay
    double belayForce(const Constants& c) const { return belayForce(c, over_); }   ///< [N]
    const RopeEnergy& energy() const { return energy_; }                           ///< at the start of this step
    /// Of the whole rope, where the climber's side is as long as `length` [m].
    double stretch(const Constants& c, double length) const
    {
        return (length + c.belaySide) / (c.climberSide + c.belaySide + slipped_) - 1.0;
    }

private:
    double belayStrain(const Constants& c, double over) const
    {
        return c.belaySide / (c.belaySide + slipped_ - over) - 1.0;
    }
    double belayForce(const Constants& c, double over) const;
    void slide(const Constants& c, double next);

    /// A side at the end of a step.
    struct Side
    {
        double rest = 0.0; ///< [m], without strain
        double strain = 0.0;
        double flowed = 0.0;
        double tension = 0.0; ///< [N]
        double density = 0.0; ///< [J/m], of the rope at rest

        double length() const { return rest * (1.0 + strain); }
        double onward() const { return tension * (1.0 + strain) - density; } ///< [J/m], that a metre takes along
    };
    static Side sideOf(const StrainedRope& rope, const RopeLaw& law, double rest);
    void book(const RopeLaw& law, const Side& climber, const Side& belay);

    RopeEnergy energy_;
    Side climberSide_;
    Side belaySide_;
    StrainedRope climber_;
    StrainedRope belay_;
    LinearPull climberPull_;
    LinearPull belayPull_;
    double over_ = 0.0;    ///< [m], of rope that has come over the carabiner
    double slipped_ = 0.0; ///< [m]
    double dt_ = 0.0;      ///< [s], of the last step
};

/// A fall into a rope without mass, straight down: what a rope does in the window, without its waves.
struct LightFall
{
    double peak = 0.0;                   ///< [N] on the climber
    double stretch = 0.0;                ///< the largest one, of the whole rope
    double way = 0.0;                    ///< [m], from where the rope is taut to the lowest point
    std::vector<double> force;           ///< [N] on the climber, every `step` from where the rope is taut
    static constexpr double step = 5e-4; ///< [s]

    double forceAt(double time) const; ///< [N]; 0 before and after
};

/// Of a mass [kg] after a height [m] of free fall under `gravity` [m/s2], for `duration` [s] from where the rope is
/// taut.
LightFall lightFall(const BelayedRope::Constants& rope, double mass, double gravity, double height, double duration);

/// [N] = mg + sqrt((mg)² + 2 mg EA h/L): a fall into one spring (A. Wexler, 1950).
double springPeak(double weight, double stiffness, double factor);

} // namespace ropewalk
