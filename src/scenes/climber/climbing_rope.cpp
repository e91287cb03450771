#include "climbing_rope.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ropewalk
{

namespace
{

constexpr double loadedStrain = 1e-3; ///< the weight of a hanging rope strains it less

/// Where a falling function is 0, between two places; the nearer end where it is not.
template <typename Function>
double zeroOf(const Function& falling, double low, double high)
{
    if (!(falling(low) > 0.0))
        return low;
    for (int i = 0; i < 32; ++i)
    {
        const double middle = 0.5 * (low + high);
        (falling(middle) > 0.0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

} // namespace

double RopeLaw::staticStrain(double force) const
{
    return zeroOf([&](double strain) { return force - (slow + cubic * strain * strain) * strain; }, 0.0, force / slow);
}

/// By how much of a time tau the dashpot gives way in a step.
double StrainedRope::flow(const RopeLaw& law, double dt) const
{
    const double part = law.delay > 0.0 ? std::min(1.0, loaded_ / law.delay) : 1.0;
    return part * part * (3.0 - 2.0 * part) * dt / law.relaxation;
}

void StrainedRope::follow(const RopeLaw& law, double strain, double dt)
{
    const double part = flow(law, dt);
    flowed_ = (flowed_ + part * strain) / (1.0 + part);
    loaded_ = strain > loadedStrain ? loaded_ + dt : 0.0;
    strain_ = strain;
}

LinearPull StrainedRope::pull(const RopeLaw& law, double dt) const
{
    const double dashed = (law.fast - law.slow) / (1.0 + flow(law, dt));
    const double square = law.cubic * strain_ * strain_;
    LinearPull pull;
    pull.stiffness = law.slow + 3.0 * square + dashed;
    pull.relaxed = strain_ - ((law.slow + square) * strain_ + dashed * (strain_ - flowed_)) / pull.stiffness;
    return pull;
}

double BelayedRope::belayForce(const Constants& c, double over) const
{
    return std::max(0.0, belayPull_.at(belayStrain(c, over)));
}

void BelayedRope::begin(const Constants& c, double length, double next, double dt)
{
    // A slack rope is as long as it is without tension, wherever its ends are.
    climber_.follow(c.law, std::max(length / climberRest(c) - 1.0, climberPull_.relaxed), dt_);
    belay_.follow(c.law, std::max(belayStrain(c, over_), belayPull_.relaxed), dt_);
    book(c.law, sideOf(climber_, c.law, climberRest(c)), sideOf(belay_, c.law, c.belaySide + slipped_ - over_));
    climberPull_ = climber_.pull(c.law, dt);
    belayPull_ = belay_.pull(c.law, dt);
    dt_ = dt;
    slide(c, next);
}

BelayedRope::Side BelayedRope::sideOf(const StrainedRope& rope, const RopeLaw& law, double rest)
{
    const double e = rope.strain();
    const double dashed = e - rope.flowed();
    const double square = law.cubic * e * e;
    return {rest, e, rope.flowed(), (law.slow + square) * e + (law.fast - law.slow) * dashed,
            0.5 * (law.slow + 0.5 * square) * e * e + 0.5 * (law.fast - law.slow) * dashed * dashed};
}

// With L the rest length of a side, u the energy of a metre at rest and l = L (1 + e),
//
//     d(L u) = T dl - L (F - E) (e - f) df - (T (1 + e) - u) dL
//
// The last term is what a metre brings that leaves the side. All factors are means of the step's two ends.
void BelayedRope::book(const RopeLaw& law, const Side& climber, const Side& belay)
{
    const auto flow = [&](const Side& a, const Side& b)
    {
        const double dashed = 0.5 * (a.strain - a.flowed + b.strain - b.flowed);
        return 0.5 * (a.rest + b.rest) * (law.fast - law.slow) * dashed * (b.flowed - a.flowed);
    };
    if (climberSide_.rest > 0.0)
    {
        const double over = climber.rest - climberSide_.rest;
        const double fed = over + belay.rest - belaySide_.rest; // through the belay
        const double atBelay = 0.5 * (belay.onward() + belaySide_.onward());
        energy_.flow += flow(climberSide_, climber) + flow(belaySide_, belay);
        energy_.carabiner += (0.5 * (climber.onward() + climberSide_.onward()) - atBelay) * over;
        energy_.belay += atBelay * fed;
        energy_.work += 0.5 * (climber.tension + climberSide_.tension) * (climber.length() - climberSide_.length());
    }
    climberSide_ = climber;
    belaySide_ = belay;
    energy_.stored = climber.rest * climber.density + belay.rest * belay.density;
}

/// Rope comes over the carabiner, or goes back, until the tensions are in the ratio that friction holds.
void BelayedRope::slide(const Constants& c, double next)
{
    const auto climber = [&](double over)
    { return std::max(0.0, climberPull_.at(next / (c.climberSide + over) - 1.0)); };
    const auto onward = [&](double over) { return climber(over) - c.ratio * belayForce(c, over); };
    const auto back = [&](double over) { return c.ratio * climber(over) - belayForce(c, over); };
    if (onward(over_) > 0.0)
        over_ = zeroOf(onward, over_, slipped_ + c.belaySide);
    else if (back(over_) < 0.0)
        over_ = zeroOf(back, std::min(slipped_, over_), over_);
    if (belayForce(c) <= c.grip)
        return;
    const auto beyondGrip = [&](double over) { return climber(over) - c.ratio * c.grip; };
    over_ = zeroOf(beyondGrip, over_, std::max(over_, next - c.climberSide));
    slipped_ = over_ - c.belaySide + c.belaySide / (1.0 + belayPull_.strainAt(c.grip));
}

double LightFall::forceAt(double time) const
{
    const double place = time / step;
    if (!(place >= 0.0) || !(place < static_cast<double>(force.size())))
        return 0.0;
    return force[static_cast<std::size_t>(place)];
}

LightFall lightFall(const BelayedRope::Constants& c, double mass, double gravity, double height, double duration)
{
    constexpr double dt = LightFall::step;
    LightFall fall;
    BelayedRope rope;
    double distance = c.climberSide;                                       // [m] from the carabiner
    double speed = std::sqrt(2.0 * gravity * height) + 0.5 * dt * gravity; // half a step ahead of the place
    const auto steps = static_cast<std::size_t>(duration / dt);
    for (std::size_t i = 0; i < steps; ++i)
    {
        const double next = distance + dt * speed;
        rope.begin(c, distance, next, dt);
        const double force = std::max(0.0, rope.climberPull().at(next / rope.climberRest(c) - 1.0));
        distance = next;
        speed += dt * (gravity - force / mass);
        fall.force.push_back(force);
        fall.peak = std::max(fall.peak, force);
        fall.stretch = std::max(fall.stretch, rope.stretch(c, distance));
        fall.way = std::max(fall.way, distance - c.climberSide);
    }
    return fall;
}

double springPeak(double weight, double stiffness, double factor)
{
    return weight + std::sqrt(weight * weight + 2.0 * weight * stiffness * factor);
}

} // namespace ropewalk
