#include <rope/constrained_rope.hpp>

#include "text/text.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>

namespace rope
{

namespace
{

void demand(bool right, std::string_view name, double value, std::string_view range)
{
    if (!right)
        throw std::invalid_argument(std::string(name) + " = " + text::numberText(value) + ": must be " +
                                    std::string(range));
}

ConstrainedRopeSettings validated(const ConstrainedRopeSettings& s)
{
    demand(s.massCount >= 2 && s.massCount <= 1'000'000, "mass_count", s.massCount, "2 to 1000000");
    demand(std::isfinite(s.mass) && s.mass > 0.0, "mass", s.mass, "finite and above 0");
    demand(std::isfinite(s.segmentLength) && s.segmentLength > 0.0, "segment_length", s.segmentLength,
           "finite and above 0");
    demand(finite(s.gravity), "gravity", s.gravity.y, "finite");
    demand(std::isfinite(s.airFriction) && s.airFriction >= 0.0, "air_friction", s.airFriction,
           "finite and not below 0");
    demand(std::isfinite(s.load) && s.load >= 0.0, "load", s.load, "finite and not below 0");
    demand(s.iterations >= 1, "iterations", s.iterations, "1 or more");
    demand(std::isfinite(s.springConstant) && s.springConstant > 0.0, "spring_constant", s.springConstant,
           "finite and above 0");
    demand(std::isfinite(s.bendingStiffness) && s.bendingStiffness >= 0.0, "bending_stiffness", s.bendingStiffness,
           "finite and not below 0");
    return s;
}

} // namespace

ConstrainedRope::ConstrainedRope(const ConstrainedRopeSettings& settings) : settings_(validated(settings))
{
    setLongestStep(settings_.maxDt);
    const auto count = static_cast<std::size_t>(settings_.massCount);
    masses_.resize(count);
    positions_.resize(count);
    velocities_.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        masses_[i].position = Vec3(static_cast<double>(i) * settings_.segmentLength, 0.0, 0.0);
    distributeMass();
    startAtRest();
}

void ConstrainedRope::startAtRest()
{
    for (std::size_t i = 0; i < masses_.size(); ++i)
        positions_[i] = masses_[i].position;
    clamp_ = glm::normalize(positions_[1] - positions_[0]);
    cosserat_.layOut(positions_);
    descent_.rest(masses_.size());
}

ElasticChain ConstrainedRope::chain() const
{
    return {settings_.segmentLength, settings_.springConstant, settings_.bendingStiffness, settings_.mass,
            settings_.clamped ? std::optional(clamp_) : std::nullopt};
}

void ConstrainedRope::setSettings(const ConstrainedRopeSettings& settings)
{
    const ConstrainedRopeSettings s = validated(settings);
    if (s.massCount != settings_.massCount)
        throw std::invalid_argument("mass_count = " + std::to_string(s.massCount) + ": must stay " +
                                    std::to_string(settings_.massCount) + "; make a new rope");
    setLongestStep(s.maxDt);
    settings_ = s;
    distributeMass();
}

void ConstrainedRope::distributeMass()
{
    for (Mass& mass : masses_)
        mass.mass = settings_.mass;
    masses_.back().mass += settings_.load;

    inverseMasses_.resize(masses_.size());
    for (std::size_t i = 0; i < masses_.size(); ++i)
        inverseMasses_[i] = i == 0 ? 0.0 : 1.0 / masses_[i].mass;
    lengths_.assign(masses_.size() - 1, settings_.segmentLength);
    constraints_.resize(lengths_.size());
    for (std::size_t i = 0; i < constraints_.size(); ++i)
        constraints_[i] = {i, i + 1, settings_.segmentLength};
}

void ConstrainedRope::layOut(const std::vector<Vec3>& positions)
{
    placeAtRest(positions);
    connectionVelocity_ = Vec3(0.0);
    startAtRest();
}

void ConstrainedRope::integrate(double dt)
{
    velocities_[0] = connectionVelocity_;
    for (std::size_t i = 1; i < masses_.size(); ++i)
    {
        const Mass& m = masses_[i];
        velocities_[i] = m.velocity / (1.0 + settings_.airFriction * dt / m.mass) + dt * settings_.gravity;
    }
    for (std::size_t i = 0; i < masses_.size(); ++i)
        positions_[i] = masses_[i].position;
    if (settings_.solver == ConstraintSolver::direct)
        projection_.projectVelocities(positions_, velocities_, inverseMasses_);
    for (std::size_t i = 0; i < masses_.size(); ++i)
        positions_[i] += dt * velocities_[i];
    project(dt);
    for (std::size_t i = 0; i < masses_.size(); ++i)
    {
        masses_[i].velocity = (positions_[i] - masses_[i].position) / dt;
        masses_[i].position = positions_[i];
    }
}

void ConstrainedRope::project(double dt)
{
    const int iterations = settings_.iterations;
    constexpr double tolerance = 1e-10;
    switch (settings_.solver)
    {
    case ConstraintSolver::relaxation:
        for (int i = 0; i < iterations; ++i)
            relax(positions_, inverseMasses_, constraints_, CorrectionRule::weighted);
        break;
    case ConstraintSolver::direct:
        projection_.project(positions_, inverseMasses_, lengths_, iterations, tolerance);
        break;
    case ConstraintSolver::cosserat:
        cosserat_.solve(chain(), positions_, inverseMasses_, iterations, dt);
        break;
    case ConstraintSolver::descent:
        free_ = positions_;
        for (std::size_t i = 0; i < masses_.size(); ++i)
        {
            positions_[i] = masses_[i].position;
            velocities_[i] = masses_[i].velocity;
        }
        descent_.guess(positions_, velocities_, settings_.gravity, dt);
        BlockDescent::solve(chain(), positions_, free_, inverseMasses_, iterations, dt);
        break;
    }
}

double ConstrainedRope::elasticEnergy() const
{
    std::vector<Vec3> positions;
    positions.reserve(masses_.size());
    for (const Mass& mass : masses_)
        positions.push_back(mass.position);
    if (settings_.solver == ConstraintSolver::cosserat)
        return cosserat_.energy(chain(), positions);
    return settings_.solver == ConstraintSolver::descent ? BlockDescent::energy(chain(), positions) : 0.0;
}

double ConstrainedRope::largestStretch() const
{
    double largest = 0.0;
    for (std::size_t i = 0; i + 1 < masses_.size(); ++i)
    {
        const double r = glm::distance(masses_[i].position, masses_[i + 1].position);
        largest = std::max(largest, std::abs(r / settings_.segmentLength - 1.0));
    }
    return largest;
}

} // namespace rope
