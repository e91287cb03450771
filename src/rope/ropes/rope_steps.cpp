#include "rope/stability/chain_stability.hpp"
#include "rope/stability/grab.hpp"
#include "rope/state/rope_parts.hpp"
#include "rope/steppers/rope_work.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/stability.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

// How long the steps of the rope may be, as it is now.

namespace rope
{

WorldConstants RopeReadings::worldNow() const
{
    WorldConstants world = *settings_;
    world.groundHeight = state_.groundHeight.value();
    return world;
}

double RopeReadings::grabStiffness(std::size_t mass) const
{
    if (settings_->implicit())
        return 0.0;
    Restraint sum;
    const Rope& rope = state_.ropeAt(mass);
    const std::size_t behind = mass - rope.first; // of its springs
    const auto add = [&](std::size_t spring, std::size_t otherEnd)
    {
        addSpring(sum, rope.springs[spring], springLength(massesOf(rope, masses_), rope.springs[spring]),
                  !pinned(otherEnd));
    };
    if (behind > 0)
        add(behind - 1, mass - 1);
    if (behind < rope.segments())
        add(behind, mass + 1);
    MassForces({rope.constants, worldNow()}).each([&](const auto& force) { force.restrain(sum, masses_[mass]); });
    sum.stiffness += bendingRow(nowLong(rope), static_cast<int>(rope.masses()), true, false);
    return rope::grabStiffness(sum, masses_[mass].mass, longestStep());
}

RopeSettings RopeReadings::settingsOf(const Rope& rope) const
{
    RopeSettings settings = *settings_;
    static_cast<RopeConstants&>(settings) = rope.constants;
    return settings;
}

/// With the present length of a segment, from which it may be gliding to another: bends depend on it.
RopeSettings RopeReadings::nowLong(const Rope& rope) const
{
    RopeSettings now = settingsOf(rope);
    now.springLength = rope.segmentLength.value();
    return now;
}

StepLimits RopeReadings::worstLimitsNow(const Rope& rope) const
{
    const double whole = rope.constants.springConstant;
    const double firstStiffness = whole > 0.0 ? rope.springs.front().springConstant / whole : 1.0;
    return worstStepLimits(nowLong(rope), static_cast<int>(rope.masses()), firstStiffness, rope.whipping);
}

double RopeReadings::longestStepOf(const Rope& rope) const
{
    const RopeSettings settings = settingsOf(rope);
    const double step = settings.longestStep();
    if (!settings.autoSteps && !settings.implicit())
        return step;
    // While the segments glide to another length, the present length counts for the reel (RopeSettings::advisedStep).
    return std::min(
        {step, worstLimitsNow(rope).advised, reelStep(rope.segmentLength.value(), rope.constants.payoutSpeed)});
}

void RopeSimulation::updateLongestStep()
{
    double step = std::numeric_limits<double>::infinity();
    for (const Rope& rope : state_.ropes)
        step = std::min(step, longestStepOf(rope));
    setLongestStep(step);
}

void RopeSimulation::updateWhipping()
{
    if (!settings_->autoSteps || settings_->implicit())
        return;
    bool changed = false;
    for (Rope& rope : state_.ropes)
    {
        const bool before = rope.whipping;
        lookWhetherItWhips(rope);
        changed |= rope.whipping != before;
    }
    if (changed)
        updateLongestStep();
}

void RopeSimulation::lookWhetherItWhips(Rope& rope) const
{
    constexpr int interval = 16; // steps: no motion grows much in so few, and the check costs a third of a step
    if (--rope.stepsToWhippingCheck > 0)
        return;
    rope.stepsToWhippingCheck = interval;
    double fastest = 0.0; // (m/s)^2
    for (std::size_t i = rope.first; i < rope.first + rope.segments(); ++i)
    {
        const Vec3 w = masses_[i].velocity - masses_[i + 1].velocity;
        fastest = std::max(fastest, glm::dot(w, w));
    }
    // The step of a calm rope counts: by the shorter steps of a whipping rope, the rope would be called calm at once.
    const double turn = std::sqrt(fastest) * settingsOf(rope).longestStep() / rope.segmentLength.value();
    rope.whipping = turn > (rope.whipping ? 0.5 : 1.0);
}

ChainStability RopeReadings::smallMotions() const
{
    const MassForces forces({rope().constants, worldNow()});
    ChainStability chain;
    for (std::size_t i = 0; i < springs().size(); ++i)
    {
        const Mass& mass = masses_[i + 1];
        SpringLink link = linkOf(springs()[i], mass.position - masses_[i].position, settings_->frictionDirection);
        if (i == 0 && settings_->insertion == Insertion::consistent)
        {
            // The reel feeds rope into the first segment, whose friction c brakes everything but this flow: it pushes
            // with c s/l.
            const double push = link.friction * reel().feedSpeed() / reel().restLength();
            link.along -= push;
            link.across -= link.axial ? 0.0 : push;
        }
        RestrainedMass& restrained = chain.append({mass.mass, pinned(i + 1)}, link);
        forces.each([&](const auto& force) { force.restrain(restrained, &mass, 0.5); });
    }
    HingeForces::of(rope()).visit(masses_,
                                  [&chain](std::size_t i, const Bend& bend)
                                  {
                                      const Bend::Stiffness before = bend.ofBefore();
                                      const Bend::Stiffness behind = bend.ofBehind();
                                      chain.addBend(i - 1, before.along, before.across);
                                      chain.addBend(i, behind.along, behind.across);
                                  });
    if (const std::optional<std::size_t> mass = grabbed(); mass && *mass > 0 && rope().has(*mass))
        chain.masses[*mass - 1].addGrab(grabStiffness(*mass), longestStep());
    return chain;
}

StepLimits RopeReadings::stepLimits() const
{
    ChainStability chain = smallMotions();
    if (settings_->implicit())
    {
        if (HingeForces::of(rope()).none() || state_.byNewton)
            return {};
        chain = chain.only(StepCause::bending); // all else is solved for
    }
    if (std::all_of(chain.masses.begin(), chain.masses.end(), [](const RestrainedMass& mass) { return mass.pinned; }))
        return {}; // nothing moves
    StepLimits limits = limitsOf(chain.masses, chain.find());
    ++limits.mass; // the connection point is mass 0
    limits.advised = std::min(worstLimitsNow(rope()).advised, settings_->advisedStep());
    // For few springs, row sums give too short a step.
    for (const StepCause cause : {StepCause::springs, StepCause::spring_friction, StepCause::bending})
        limits.of(cause) = chain.only(cause).find().stable;
    return limits;
}

std::optional<std::size_t> RopeReadings::runawayMass() const
{
    return runaway_.mass(masses_, totals().energy, settings_->gravity, longestStep());
}

} // namespace rope
