#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rope
{

namespace
{

RopeSettings validated(RopeSettings settings)
{
    Parameters rows;
    settings.describe(rows);
    rows.validate();
    return settings;
}

bool finite(const Vec3& v)
{
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

} // namespace

RopeSimulation::RopeSimulation(const RopeSettings& settings)
    : settings_(validated(settings)), reel_(settings_.springLength), springLength_(settings_.springLength),
      groundHeight_(settings_.groundHeight)
{
    setMaxDt(settings_.maxDt);
    masses_.resize(static_cast<std::size_t>(settings_.massCount));
    for (std::size_t i = 0; i < masses_.size(); ++i)
    {
        masses_[i].mass = settings_.mass;
        masses_[i].position = Vec3(static_cast<double>(i) * settings_.springLength, 0.0, 0.0);
    }
    updateSprings();
}

void RopeSimulation::setSettings(const RopeSettings& settings)
{
    settings_ = validated(settings);
    setMaxDt(settings_.maxDt);
    for (Mass& mass : masses_)
        mass.mass = settings_.mass;
    updateSprings();
}

void RopeSimulation::grab(std::size_t mass, const Vec3& target)
{
    if (mass > 0 && mass < masses_.size())
        grab_ = Grab{static_cast<int>(mass) - netInsertions(), target};
}

std::optional<std::size_t> RopeSimulation::grabbed() const
{
    if (!grab_)
        return std::nullopt;
    const int index = grab_->id + netInsertions();
    if (index < 1 || index >= static_cast<int>(masses_.size()))
        return std::nullopt; // taken off by the reel, or removed at the free end
    return static_cast<std::size_t>(index);
}

ReelSettings RopeSimulation::reelSettings() const
{
    return {settings_.payoutSpeed, settings_.minMassCount, settings_.maxMassCount,
            settings_.insertion,   springLength_.value(),  springLength_.value()};
}

void RopeSimulation::prepare(double dt)
{
    const double lengthBefore = springLength_.value();
    const bool glides = springLength_.advance(settings_.springLength, lengthBefore, dt); // at most doubled a second
    if (glides)
        reel_.rescale(springLength_.value() / lengthBefore);
    groundHeight_.advance(settings_.groundHeight, 1.0, dt);

    const bool grows = growOrShrinkFreeEnd(dt);
    if (glides || grows)
        updateSprings();
}

bool RopeSimulation::growOrShrinkFreeEnd(double dt)
{
    const int wanted = settings_.massCount + netInsertions();
    const int missing = wanted - static_cast<int>(masses_.size());
    if (missing == 0 && freeEndFraction_ == 1.0)
        return false;

    // A new mass starts where the free end is, with its velocity, and the segment between them grows from nothing: no
    // mass ever jumps. 2 m/s, or faster if that took longer than about two seconds.
    const double segments = std::max(2.0 / springLength_.value(), 0.5 * std::abs(missing)) * dt;
    if (missing >= 0)
    {
        freeEndFraction_ += segments;
        for (int left = missing; freeEndFraction_ > 1.0 && left > 0; --left)
        {
            masses_.push_back(masses_.back());
            freeEndFraction_ -= 1.0;
        }
        freeEndFraction_ = std::min(freeEndFraction_, 1.0);
    }
    else
    {
        freeEndFraction_ -= segments;
        for (int left = -missing; freeEndFraction_ <= 0.0 && left > 0 && masses_.size() > 2; --left)
        {
            masses_.pop_back();
            freeEndFraction_ += 1.0;
        }
        // The first segment belongs to the reel; it is never shortened from this end.
        if (masses_.size() <= 2)
            freeEndFraction_ = 1.0;
        freeEndFraction_ = std::clamp(freeEndFraction_, 1e-3, 1.0);
    }
    return true;
}

void RopeSimulation::updateSprings()
{
    Spring whole;
    whole.springConstant = settings_.springConstant;
    whole.restLength = springLength_.value();
    whole.friction = settings_.springFriction;

    springs_.resize(masses_.size() - 1, whole);
    for (std::size_t i = 0; i < springs_.size(); ++i)
    {
        springs_[i] = whole;
        springs_[i].first = i;
        springs_[i].second = i + 1;
    }
    if (springs_.size() > 1)
        springs_.back().restLength *= freeEndFraction_;
    reel_.shapeFirstSegment(reelSettings(), springs_.front());
}

void RopeSimulation::applyForces()
{
    applySpringForces();
    for (Mass& mass : masses_)
    {
        mass.applyForce(settings_.gravity * mass.mass);
        mass.applyForce(-settings_.airFriction * mass.velocity);
        applyGroundForces(mass);
    }
    applyGrabForce();
}

void RopeSimulation::applySpringForces()
{
    const ReelSettings reel = reelSettings();
    for (const Spring& spring : springs_)
    {
        Mass& first = masses_[spring.first];
        Mass& second = masses_[spring.second];
        const Vec3 d = first.position - second.position;
        Vec3 relativeVelocity = first.velocity - second.velocity;
        if (spring.first == 0)
            relativeVelocity -= reel_.flowVelocity(reel, d); // rope flowing out of the reel is not strained by that
        const Vec3 force = spring.force(d, relativeVelocity, settings_.frictionDirection);
        first.applyForce(force);
        second.applyForce(-force);
    }
}

void RopeSimulation::applyGroundForces(Mass& mass) const
{
    const double depth = groundHeight_.value() - mass.position.y;
    if (depth <= 0.0)
        return;
    const Vec3& v = mass.velocity;
    mass.applyForce(-settings_.groundFriction * Vec3(v.x, 0.0, v.z));
    if (v.y < 0.0) // absorbing on the way up too would glue the rope to the ground
        mass.applyForce(-settings_.groundAbsorption * Vec3(0.0, v.y, 0.0));
    mass.applyForce(settings_.groundRepulsion * Vec3(0.0, depth, 0.0));
}

void RopeSimulation::applyGrabForce()
{
    const std::optional<std::size_t> index = grabbed();
    if (!index)
        return;
    Mass& mass = masses_[*index];
    const double k = grabSpringConstant(*index);
    const double c = k * maxDt(); // see grabSpringConstant
    Vec3 force = k * (grab_->target - mass.position) - c * mass.velocity;
    // A far target would else throw the mass beyond the next one within a step. 4 m/s a step is a firm hand.
    const double strongest = mass.mass * 4.0 / maxDt();
    const double strength = glm::length(force);
    if (strength > strongest)
        force *= strongest / strength;
    mass.applyForce(force);
}

void RopeSimulation::integrate(double dt)
{
    Simulation::integrate(dt);

    connectionPosition_ += connectionVelocity_ * dt;
    if (connectionPosition_.y < groundHeight_.value())
    {
        connectionPosition_.y = groundHeight_.value();
        connectionVelocity_.y = 0.0;
    }
    masses_[0].position = connectionPosition_;
    masses_[0].velocity = connectionVelocity_;

    // The reel turns with the positions, so that rest lengths and positions belong to the same moment when the next
    // forces are computed. Turned before the forces, it would slacken the first segment by a whole step's feed.
    // With three masses the last segment is next to the reel's, which must not swallow it half grown.
    if (freeEndFraction_ < 1.0 && masses_.size() <= 3)
        return;
    if (reel_.advance(reelSettings(), dt, masses_))
        updateSprings();
}

double RopeSimulation::kineticEnergy() const
{
    double sum = 0.0;
    for (const Mass& mass : masses_)
        sum += 0.5 * mass.mass * glm::dot(mass.velocity, mass.velocity);
    return sum;
}

double RopeSimulation::potentialEnergy() const
{
    double sum = 0.0;
    for (const Mass& mass : masses_)
        sum -= mass.mass * glm::dot(settings_.gravity, mass.position);
    return sum;
}

double RopeSimulation::elasticEnergy() const
{
    double sum = 0.0;
    for (std::size_t i = 0; i < springs_.size(); ++i)
    {
        const double stretch = segmentLength(i) - springs_[i].restLength;
        sum += 0.5 * springs_[i].springConstant * stretch * stretch;
    }
    return sum;
}

double RopeSimulation::groundEnergy() const
{
    double sum = 0.0;
    for (const Mass& mass : masses_)
    {
        const double depth = std::max(0.0, groundHeight_.value() - mass.position.y);
        sum += 0.5 * settings_.groundRepulsion * depth * depth;
    }
    return sum;
}

double RopeSimulation::totalEnergy() const
{
    return kineticEnergy() + potentialEnergy() + elasticEnergy() + groundEnergy();
}

double RopeSimulation::segmentLength(std::size_t spring) const
{
    const Spring& s = springs_[spring];
    return glm::length(masses_[s.first].position - masses_[s.second].position);
}

double RopeSimulation::length() const
{
    double sum = 0.0;
    for (std::size_t i = 0; i < springs_.size(); ++i)
        sum += segmentLength(i);
    return sum;
}

double RopeSimulation::restLength() const
{
    double sum = 0.0;
    for (const Spring& spring : springs_)
        sum += spring.restLength;
    return sum;
}

double RopeSimulation::tension(std::size_t spring) const
{
    return springs_[spring].tension(segmentLength(spring));
}

RopeSimulation::Stiffness RopeSimulation::stiffnessBound(std::size_t mass) const
{
    Stiffness bound{0.0, settings_.airFriction};
    const auto add = [&](const Spring& spring, double factor)
    {
        // Compressed below half its rest length a spring pushes sideways harder than it pulls.
        const double r = segmentLength(spring.first);
        const double sideways = r > 0.0 ? std::abs(1.0 - spring.restLength / r) : 1.0;
        bound.kappa += factor * spring.springConstant * std::clamp(sideways, 1.0, 10.0);
        bound.chi += factor * spring.friction;
    };
    add(springs_[mass - 1], mass == 1 ? 1.0 : 2.0);
    if (mass < springs_.size())
        add(springs_[mass], 2.0);
    if (masses_[mass].position.y < groundHeight_.value())
    {
        bound.kappa += settings_.groundRepulsion;
        bound.chi += std::max(settings_.groundAbsorption, settings_.groundFriction);
    }
    return bound;
}

double RopeSimulation::grabSpringConstant(std::size_t mass) const
{
    // Stable while kappa dt^2 + 2 chi dt <= 4 m (the bound of `stableStep`, solved for the constants). The grab adds k
    // and c = k dt to it, so k may be what is left of 4 m over 3 dt^2; half of that keeps clear of the limit.
    const double dt = maxDt();
    const Stiffness own = stiffnessBound(mass);
    const double left = 4.0 * masses_[mass].mass - own.kappa * dt * dt - 2.0 * own.chi * dt;
    return std::max(0.0, 0.5 * left / (3.0 * dt * dt));
}

double RopeSimulation::stableStep() const
{
    double step = std::numeric_limits<double>::infinity();
    const std::optional<std::size_t> held = grabbed();
    for (std::size_t i = 1; i < masses_.size(); ++i)
    {
        Stiffness bound = stiffnessBound(i);
        if (held == i)
        {
            const double k = grabSpringConstant(i);
            bound.kappa += k;
            bound.chi += k * maxDt();
        }
        // (-chi + sqrt(chi^2 + 4 m kappa)) / kappa, written so that kappa = 0 divides nothing by zero.
        const double m = masses_[i].mass;
        const double root = std::sqrt(bound.chi * bound.chi + 4.0 * m * bound.kappa);
        if (bound.chi + root > 0.0)
            step = std::min(step, 4.0 * m / (bound.chi + root));
    }
    return step;
}

std::optional<std::size_t> RopeSimulation::runawayMass() const
{
    for (std::size_t i = 0; i < masses_.size(); ++i)
        if (!finite(masses_[i].position) || !finite(masses_[i].velocity))
            return i;

    // What the constants can explain: every segment stretched by the whole weight, by the air on the whole rope at the
    // speed of the connection point, and by the whole rope stopped dead from that speed.
    const double count = static_cast<double>(masses_.size());
    const double speed = std::max(settings_.connectionSpeed, glm::length(connectionVelocity_));
    const double pull = count * (settings_.mass * glm::length(settings_.gravity) + settings_.airFriction * speed);
    const double k = settings_.springConstant;
    if (k == 0.0)
        return std::nullopt; // nothing holds the masses: any length is right
    const double stretch = count * pull / k + speed * std::sqrt(settings_.mass * count * count / k);
    const double longest = 4.0 * (restLength() + stretch);
    if (length() <= longest)
        return std::nullopt;
    std::size_t worst = 0;
    for (std::size_t i = 1; i < springs_.size(); ++i)
        if (segmentLength(i) > segmentLength(worst))
            worst = i;
    return springs_[worst].second;
}

} // namespace rope
