#include "rope/stability/chain_stability.hpp"

#include <rope/deployment.hpp>
#include <rope/elementary.hpp>
#include <rope/stability.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rope
{

namespace
{

/// The stable step at the frequency w. For both methods the condition is h^2 w^2 <= f(1/d) with 1/d = e^(gamma h). The
/// two sides first cross where damping has hardly begun to count; with strong damping they never cross.
double stableEulerStep(EulerMethod integrator, double w, double damping)
{
    if (w == 0.0)
        return StepLimits::none;
    const bool forward = integrator == EulerMethod::forward_euler;
    const double gamma = -elementary::log(damping);
    if (forward && gamma == 0.0)
        return 0.0;
    const double w2 = w * w;
    const auto stable = [&](double h)
    {
        const double inverse = elementary::exp(gamma * h);
        return h * h * w2 <= (forward ? inverse - 1.0 : 2.0 * (1.0 + inverse));
    };
    const double stride = 0.02 * (forward ? std::min(1.0 / w, gamma / w2) : 1.0 / w);
    double low = stride;
    for (; stable(low + stride); low += stride)
        if (gamma * gamma * elementary::exp(gamma * low) > 2.0 * w2) // from here on the right side grows faster
            return StepLimits::none;
    double high = low + stride;
    for (int i = 0; i < 50; ++i)
    {
        const double middle = 0.5 * (low + high);
        (stable(middle) ? low : high) = middle;
    }
    return low;
}

} // namespace

double DeploymentSettings::longestStep() const
{
    return autoSteps ? std::min(maxDt, worstStepLimits(*this).advised) : maxDt;
}

DeploymentSimulation::DeploymentSimulation(const DeploymentSimulation& other) = default;
DeploymentSimulation::DeploymentSimulation(DeploymentSimulation&& other) noexcept = default;
DeploymentSimulation& DeploymentSimulation::operator=(const DeploymentSimulation& other) = default;
DeploymentSimulation& DeploymentSimulation::operator=(DeploymentSimulation&& other) noexcept = default;
DeploymentSimulation::~DeploymentSimulation() = default;

DeploymentSimulation::DeploymentSimulation(const DeploymentSettings& settings, bool grows)
    : settings_(validated(settings)), grows_(grows), reel_(settings_.initialAnchorSegment)
{
    const Vec3 segment(0.0, 0.0, settings_.segmentLength());
    for (const double i : {0.0, 1.0, 2.0})
        masses_.push_back(Mass{settings_.mass(), settings_.anchor + i * segment});
    anchorAtStart_ = settings_.anchor;
    updateSprings();
    runaway_.begin(DeploymentSimulation::totals().energy);
}

void DeploymentSimulation::setSettings(const DeploymentSettings& settings)
{
    const DeploymentSettings next = validated(settings);
    if (next.maxMassCount != settings_.maxMassCount)
    {
        DeploymentSimulation anew(next, grows_);
        anew.setPins(pins_);
        anew.setBooks(keepsBooks());
        *this = std::move(anew);
        return;
    }
    const bool sound = !runawayMass();
    booked(EnergyLine::constants, MomentumLine::constants,
           [&]
           {
               settings_ = next;
               for (Mass& mass : masses_)
                   mass.mass = settings_.mass();
               updateSprings();
           });
    if (sound) // another change of constants does not excuse a runaway
        runaway_.begin(totals().energy);
}

std::array<StateNumber, 3> DeploymentSimulation::state() const
{
    constexpr double far = 1e6;
    return {{{"insertions", static_cast<double>(reel_.netInsertions()), 0.0, -far, far},
             {"first_segment", reel_.restLength(), settings_.initialAnchorSegment, 1e-9, far},
             {"feed_speed", reel_.feedSpeed(), 0.0, -far, far}}};
}

WrittenMoment DeploymentSimulation::written() const
{
    WrittenMoment moment = writtenMasses();
    moment.note(state());
    return moment;
}

void DeploymentSimulation::beginAt(const WrittenMoment& moment)
{
    moment.check(3, static_cast<std::size_t>(reelSettings().maxMassCount));
    const auto [insertions, firstSegment, feedSpeed] = moment.numbers(state());
    masses_.assign(moment.positions.size(), Mass{settings_.mass()});
    anchorVelocity_ = Vec3(0.0);
    placeMasses(moment);
    reel_ = Reel(firstSegment, feedSpeed, static_cast<int>(insertions));
    updateSprings();
    runaway_.begin(totals().energy);
    setBooks(keepsBooks());
}

ReelSettings DeploymentSimulation::reelSettings() const
{
    ReelSettings reel;
    reel.payoutSpeed = settings_.deploymentSpeed;
    reel.minMassCount = 3; // the anchor and the two masses of the start
    reel.maxMassCount = grows_ ? settings_.maxMassCount + 1 : 3;
    reel.insertion = settings_.insertion;
    reel.segmentLength = settings_.segmentLength();
    reel.fullLength = grows_ ? settings_.initialAnchorSegment : settings_.segmentLength();
    return reel;
}

void DeploymentSimulation::updateSprings()
{
    springs_.resize(masses_.size() - 1);
    for (std::size_t i = 0; i < springs_.size(); ++i)
        springs_[i] = {i, i + 1, settings_.stiffness, settings_.segmentLength(), 0.0};
    reel_.shapeFirstSegment(reelSettings(), springs_.front());
    setLongestStep(settings_.autoSteps ? std::min(settings_.maxDt, worstStepLimits(settings_, firstStiffness()).advised)
                                       : settings_.maxDt);
}

void DeploymentSimulation::prepare(double dt)
{
    // The reel turns before the forces, as in the article: tests compare its trajectories step by step.
    booked(EnergyLine::reel, MomentumLine::reel,
           [&]
           {
               if (reel_.advance(reelSettings(), dt, masses_))
                   updateSprings();
           });
}

void DeploymentSimulation::applyForces()
{
    for (const Spring& spring : springs_)
    {
        Mass& first = masses_[spring.first];
        Mass& second = masses_[spring.second];
        const Vec3 force = spring.force(first.position - second.position, Vec3(0.0), FrictionDirection::full);
        first.applyForce(force);
        second.applyForce(-force);
    }
    for (Mass& mass : masses_)
        mass.applyForce(mass.mass * settings_.gravity);
}

void DeploymentSimulation::integrate(double dt)
{
    const double damping = elementary::pow(settings_.damping, dt);
    if (books_)
        *books_->massesBefore = masses_;
    findHeld(dt);
    for (std::size_t i = 1; i < masses_.size(); ++i) // mass 0, the anchor, stays
    {
        Mass& m = masses_[i];
        if (isHeld(*held_, i))
            continue;
        if (settings_.integrator == EulerMethod::forward_euler)
            m.position += m.velocity * dt;
        m.velocity = damping * (m.velocity + m.force / m.mass * dt);
        if (settings_.integrator == EulerMethod::semi_implicit_euler)
            m.position += m.velocity * dt;
    }
    moveAnchor(dt);
    moveHeld(dt);
    if (books_)
        bookForces(dt);
}

std::optional<std::size_t> DeploymentSimulation::massOf(int number) const
{
    const int index = number + reel_.netInsertions();
    return index >= 1 && index < static_cast<int>(masses_.size()) ? std::optional(static_cast<std::size_t>(index))
                                                                  : std::nullopt;
}

void DeploymentSimulation::grab(std::size_t mass, const Vec3& target)
{
    grab_ = Pin{static_cast<int>(mass) - reel_.netInsertions(), target};
}

std::optional<std::size_t> DeploymentSimulation::grabbed() const
{
    return grab_ && pinOf(pins_, grab_->mass) == nullptr ? massOf(grab_->mass) : std::nullopt;
}

bool DeploymentSimulation::pinned(std::size_t mass) const
{
    return pinOf(pins_, static_cast<int>(mass) - reel_.netInsertions()) != nullptr;
}

void DeploymentSimulation::findHeld(double dt)
{
    held_->clear();
    const auto hold = [&](std::size_t mass, const Vec3& at) { held_->push_back(gliding(mass, masses_[mass], at, dt)); };
    for (const Pin& pin : pins_)
        if (const std::optional<std::size_t> mass = massOf(pin))
            hold(*mass, pin.at);
    if (const std::optional<std::size_t> mass = grabbed())
    {
        hold(*mass, grab_->at);
        std::sort(held_->begin(), held_->end(), [](const HeldMass& a, const HeldMass& b) { return a.mass < b.mass; });
    }
}

void DeploymentSimulation::moveHeld(double dt)
{
    const std::optional<std::size_t> pulled = grabbed();
    for (const HeldMass& held : *held_)
    {
        held.place(masses_[held.mass]);
        countHolder(held.mass == pulled ? EnergyLine::grab : EnergyLine::connection, held.mass, held.before, dt);
    }
    if (books_ && pulled)
        books_->momentum.unused[static_cast<std::size_t>(MomentumLine::grab)] = false;
}

void DeploymentSimulation::countHolder(EnergyLine line, std::size_t i, const Mass& before, double dt)
{
    runaway_.putIn(line, holderEffect(i, before, dt).work);
    if (books_)
        books_->energy.unused[static_cast<std::size_t>(line)] = false;
}

void DeploymentSimulation::moveAnchor(double dt)
{
    Mass& anchor = masses_.front();
    if (anchorVelocity_ == Vec3(0.0) && anchor.velocity == Vec3(0.0))
        return;
    const Mass before = anchor;
    anchor.velocity = anchorVelocity_;
    anchor.position += dt * anchorVelocity_;
    countHolder(EnergyLine::connection, 0, before, dt);
}

double DeploymentSimulation::elasticEnergy() const
{
    double sum = 0.0;
    for (std::size_t i = 0; i < springs_.size(); ++i)
        if (springs_[i].springConstant > 0.0)
            sum += 0.5 * tension(i) * tension(i) / springs_[i].springConstant;
    return sum;
}

double DeploymentSimulation::firstStiffness() const
{
    return settings_.stiffness > 0.0 ? springs_.front().springConstant / settings_.stiffness : 1.0;
}

StepLimits DeploymentSimulation::stepLimits() const
{
    ChainStability chain;
    for (const Spring& spring : springs_)
    {
        const Vec3 d = masses_[spring.second].position - masses_[spring.first].position;
        chain.append({masses_[spring.second].mass, pinned(spring.second)}, linkOf(spring, d, FrictionDirection::full));
    }
    StepLimits limits = worstStepLimits(settings_, firstStiffness());
    if (std::all_of(chain.masses.begin(), chain.masses.end(), [](const RestrainedMass& mass) { return mass.pinned; }))
        return limits;
    const SystemLimit undamped = chain.find(); // 2 / w
    limits.stable = limits.of(StepCause::springs) =
        stableEulerStep(settings_.integrator, 2.0 / undamped.stable, settings_.damping);
    limits.mass = undamped.mass + 1;
    return limits;
}

StepLimits worstStepLimits(const DeploymentSettings& s, double firstStiffness)
{
    StepLimits limits;
    const double w = std::sqrt(std::max(4.0, firstStiffness + 2.0) * s.stiffness / s.mass());
    limits.stable = limits.of(StepCause::springs) = stableEulerStep(s.integrator, w, s.damping);
    limits.advised = 0.9 * limits.stable;
    const double gamma = -elementary::log(s.damping);
    if (s.integrator == EulerMethod::forward_euler)
        limits.advised = std::max(limits.advised, w > 0.0 ? 0.02 / (w * w) : StepLimits::none);
    else if (w > 0.0)
        limits.advised = std::min(limits.advised, resonanceStep(w, gamma / (2.0 * w)));
    limits.advised = std::min(limits.advised, reelStep(s.segmentLength(), s.deploymentSpeed));
    return limits;
}

StepLimits worstStepLimits(const DeploymentSettings& s)
{
    const double shortest = std::min(s.initialAnchorSegment, 0.5 * s.segmentLength());
    return worstStepLimits(s, s.insertion == Insertion::article ? 1.0 : s.segmentLength() / shortest);
}

} // namespace rope
