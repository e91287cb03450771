#include "rope/stability/network_limit.hpp"

#include <rope/cloth.hpp>
#include <rope/stability.hpp>

#include <algorithm>
#include <cmath>

namespace rope
{

namespace
{

/// What each cause takes of one mass: stiffness [N/m] and friction [N s/m], by the largest sum of a row.
struct ClothRow
{
    double mass = 0.0;
    std::array<StiffnessBound, stepCauseNames.size()> parts;

    StiffnessBound& of(StepCause cause) { return parts[static_cast<std::size_t>(cause)]; }

    template <typename Counts>
    double stableStep(const Counts& counts) const
    {
        StiffnessBound sum;
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (counts(i))
            {
                sum.kappa += parts[i].kappa;
                sum.chi += parts[i].chi;
            }
        return sum.stableStep(mass);
    }
};

StepLimits worstStepLimits(const std::vector<ClothRow>& rows)
{
    StepLimits limits;
    double longest = 0.0;
    for (std::size_t cause = 0; cause < limits.alone.size(); ++cause)
    {
        double rest = StepLimits::none;
        for (const ClothRow& row : rows)
        {
            limits.alone[cause] =
                std::min(limits.alone[cause], row.stableStep([cause](std::size_t i) { return i == cause; }));
            rest = std::min(rest, row.stableStep([cause](std::size_t i) { return i != cause; }));
        }
        if (rest > longest * (1.0 + 1e-12))
        {
            longest = rest;
            limits.strongest = static_cast<StepCause>(cause);
        }
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (const double step = rows[i].stableStep([](std::size_t) { return true; }); step < limits.stable)
        {
            limits.stable = step;
            limits.mass = i;
        }
    return limits;
}

/// A mass on the ground; `counted` of the one-sided absorption.
void addGround(ClothRow& row, const ClothSettings& s, double counted)
{
    row.of(StepCause::ground_repulsion).kappa = s.groundRepulsion;
    row.of(StepCause::ground_absorption).chi = std::max(counted * s.groundAbsorption, s.groundFriction);
}

/// An inner mass, with twelve springs.
ClothRow innerRow(const ClothSettings& s, double counted)
{
    ClothRow row{s.mass, {}};
    if (s.springs)
    {
        row.of(StepCause::springs).kappa = 8.0 * (s.structuralStiffness + s.shearStiffness + s.bendStiffness);
        row.of(StepCause::spring_friction).chi = 24.0 * s.springFriction;
    }
    row.of(StepCause::air).chi = s.mediumDrag;
    addGround(row, s, counted);
    return row;
}

double advisedStep(const ClothSettings& s)
{
    ClothRow row = innerRow(s, 1.0);
    const double stable = row.stableStep([](std::size_t) { return true; });
    const double landing = s.groundAbsorption > 0.0 ? s.mass / s.groundAbsorption : StepLimits::none;
    // It buckles and crumples, and so whips as hard as a rope can; constraints alone have no stiffness to feed that.
    const double omega = std::sqrt(row.of(StepCause::springs).kappa / s.mass);
    const double friction = row.of(StepCause::spring_friction).chi + s.mediumDrag;
    const double whipping = omega > 0.0 ? whippingStep(omega, friction / (2.0 * s.mass * omega)) : StepLimits::none;
    return std::min({0.9 * stable, landing, whipping});
}

} // namespace

StepLimits worstStepLimits(const ClothSettings& settings)
{
    StepLimits limits = worstStepLimits({innerRow(settings, 0.5)});
    limits.advised = advisedStep(settings);
    return limits;
}

double ClothSettings::longestStep() const
{
    return autoSteps ? std::min(maxDt, advisedStep(*this)) : maxDt;
}

StepLimits ClothSimulation::stepLimits() const
{
    std::vector<ClothRow> rows(masses_.size());
    NetworkLimitFinder whole;
    whole.points.resize(masses_.size());
    const auto addSpring = [&](std::size_t mass, const Spring& spring, bool otherEndFree)
    {
        const double factor = otherEndFree ? 2.0 : 1.0;
        rows[mass].of(StepCause::springs).kappa += factor * spring.springConstant;
        rows[mass].of(StepCause::spring_friction).chi += factor * spring.friction;
    };
    if (settings_.springs)
        for (const Spring& spring : springs_)
        {
            addSpring(spring.first, spring, !pinned(spring.second));
            addSpring(spring.second, spring, !pinned(spring.first));
            const Vec3 d = masses_[spring.first].position - masses_[spring.second].position;
            const double r = glm::length(d);
            const double k = spring.springConstant;
            const Vec3 n = r > 0.0 ? d / r : Vec3(1.0, 0.0, 0.0);
            whole.links.push_back({spring.first, spring.second, n, k, r > 0.0 ? k * (1.0 - spring.restLength / r) : 0.0,
                                   spring.friction});
        }
    bool lands = false;
    for (std::size_t i = 0; i < masses_.size(); ++i)
    {
        NetworkPoint& point = whole.points[i];
        point.mass = rows[i].mass = masses_[i].mass;
        point.held = pinned(i);
        if (pinned(i))
        {
            rows[i].parts = {}; // moved from outside
            continue;
        }
        point.friction = Vec3(settings_.mediumDrag);
        rows[i].of(StepCause::air).chi = settings_.mediumDrag;
        if (masses_[i].position.y < groundHeight_.value())
        {
            // At the limit velocities change their sign in every step, so what acts on the way down only counts half.
            const double absorption = 0.5 * settings_.groundAbsorption;
            point.stiffness.y += settings_.groundRepulsion;
            point.friction += Vec3(settings_.groundFriction, absorption, settings_.groundFriction);
            addGround(rows[i], settings_, 0.5);
            lands = absorption > 0.0;
        }
    }
    if (const std::optional<std::size_t> held = grabbed())
    {
        const double k = grabStiffness(*held);
        rows[*held].of(StepCause::grab) = {k, k * longestStep()};
        whole.points[*held].stiffness += Vec3(k);
        whole.points[*held].friction += Vec3(k * longestStep());
    }
    StepLimits limits = worstStepLimits(rows);
    limits.advised = advisedStep(settings_);

    // Rows bound the limit up to half too low. A big cloth has to do with that: the search would take a tenth of a
    // second.
    if (whole.links.size() <= 6000)
    {
        limits.stable = whole.find();
        limits.mass = whole.point();
    }
    if (lands) // longer, and a mass that lands leaves faster than it came
        limits.stable = std::min(limits.stable, 2.0 * settings_.mass / settings_.groundAbsorption);
    // By cause the rows have to do: a search each would take a frame. What one allows alone is never less than what all
    // allow together.
    for (double& step : limits.alone)
        step = std::max(step, limits.stable);
    return limits;
}

} // namespace rope
