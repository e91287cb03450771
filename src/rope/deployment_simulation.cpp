#include <rope/deployment_simulation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rope
{

namespace
{

DeploymentSettings validated(DeploymentSettings settings)
{
    Parameters rows;
    settings.describe(rows);
    rows.validate();
    return settings;
}

} // namespace

DeploymentSimulation::DeploymentSimulation(const DeploymentSettings& settings, bool grows)
    : settings_(validated(settings)), grows_(grows), reel_(settings_.initialAnchorSegment)
{
    setMaxDt(settings_.maxDt);
    const Vec3 segment(0.0, 0.0, settings_.segmentLength());
    for (const double i : {0.0, 1.0, 2.0})
        masses_.push_back(Mass{settings_.mass(), settings_.anchor + i * segment});
    updateSprings();
}

void DeploymentSimulation::setSettings(const DeploymentSettings& settings)
{
    const DeploymentSettings next = validated(settings);
    const std::optional<RopeTotals> before = books_ ? std::optional(totals()) : std::nullopt;
    settings_ = next;
    setMaxDt(settings_.maxDt);
    for (Mass& mass : masses_)
        mass.mass = settings_.mass();
    updateSprings();
    if (before)
        books_->event(EnergyLine::constants, MomentumLine::constants, *before, totals());
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
}

void DeploymentSimulation::prepare(double dt)
{
    // Before the forces, as in the article: its trajectories are compared step by step.
    const std::optional<RopeTotals> before = books_ ? std::optional(totals()) : std::nullopt;
    if (reel_.advance(reelSettings(), dt, masses_))
        updateSprings();
    if (before)
        books_->event(EnergyLine::reel, MomentumLine::reel, *before, totals());
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
    const double kept = std::pow(settings_.damping, dt);
    if (books_)
        books_->scratch.before = masses_;
    for (std::size_t i = 1; i < masses_.size(); ++i) // mass 0, the anchor, stays
    {
        Mass& m = masses_[i];
        if (settings_.integrator == EulerMethod::forward)
            m.position += m.velocity * dt;
        m.velocity = kept * (m.velocity + m.force / m.mass * dt);
        if (settings_.integrator == EulerMethod::semiImplicit)
            m.position += m.velocity * dt;
    }
    if (books_)
        bookStep(dt);
}

double DeploymentSimulation::restLength() const
{
    double sum = 0.0;
    for (const Spring& spring : springs_)
        sum += spring.restLength;
    return sum;
}

double DeploymentSimulation::tension(std::size_t spring) const
{
    const Spring& s = springs_[spring];
    return s.tension(glm::distance(masses_[s.first].position, masses_[s.second].position));
}

double DeploymentSimulation::kineticEnergy() const
{
    double sum = 0.0;
    for (const Mass& mass : masses_)
        sum += 0.5 * mass.mass * glm::dot(mass.velocity, mass.velocity);
    return sum;
}

double DeploymentSimulation::potentialEnergy() const
{
    double sum = 0.0;
    for (const Mass& mass : masses_)
        sum -= mass.mass * glm::dot(settings_.gravity, mass.position - masses_.front().position);
    return sum;
}

double DeploymentSimulation::elasticEnergy() const
{
    double sum = 0.0;
    for (std::size_t i = 0; i < springs_.size(); ++i)
        if (springs_[i].springConstant > 0.0)
            sum += 0.5 * tension(i) * tension(i) / springs_[i].springConstant;
    return sum;
}

double DeploymentSimulation::stableStep() const
{
    double w2 = 0.0;
    for (std::size_t i = 1; i < masses_.size(); ++i)
    {
        double kappa = (i == 1 ? 1.0 : 2.0) * springs_[i - 1].springConstant;
        if (i < springs_.size())
            kappa += 2.0 * springs_[i].springConstant;
        w2 = std::max(w2, kappa / masses_[i].mass);
    }
    if (w2 == 0.0)
        return std::numeric_limits<double>::infinity();

    // Both conditions say h^2 w^2 = f(1/d) with 1/d = e^(gamma h); the right side grows slower than the left, so the
    // crossing is found by bisection.
    const double gamma = -std::log(settings_.damping);
    const auto stable = [&](double h)
    {
        const double inverse = std::exp(gamma * h);
        const double allowed =
            settings_.integrator == EulerMethod::semiImplicit ? 2.0 * (1.0 + inverse) : inverse - 1.0;
        return h * h * w2 <= allowed;
    };
    double low = 0.0;
    double high = 4.0 / std::sqrt(w2) + gamma / w2;
    for (int i = 0; i < 60; ++i)
    {
        const double middle = 0.5 * (low + high);
        (stable(middle) ? low : high) = middle;
    }
    return low;
}

} // namespace rope
