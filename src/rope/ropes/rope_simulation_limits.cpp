#include "rope/stability/chain_limit.hpp"

#include <rope/rope_simulation.hpp>
#include <rope/stability.hpp>

#include <algorithm>
#include <cmath>

// The step limit of the rope as it is now.

namespace rope
{

namespace
{

/// A mass [kg] that no force here moves: that of a pinned free end.
constexpr double immovable = 1e30;

/// What one cause takes of one mass: stiffness [N/m] and friction [N s/m], by the largest sum of a row.
struct RowPart
{
    double kappa = 0.0;
    double chi = 0.0;
};
using Row = std::array<RowPart, stepCauseNames.size()>;

RowPart& part(Row& row, StepCause cause)
{
    return row[static_cast<std::size_t>(cause)];
}

/// The least limit of all rows in which the causes that `counts` says are.
template <typename Counts>
double rowLimit(const std::vector<Row>& rows, const std::vector<ChainPoint>& points, const Counts& counts)
{
    double least = StepLimits::none;
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        StiffnessBound bound;
        for (std::size_t cause = 0; cause < rows[i].size(); ++cause)
            if (counts(cause))
            {
                bound.kappa += rows[i][cause].kappa;
                bound.chi += rows[i][cause].chi;
            }
        least = std::min(least, bound.stableStep(points[i].mass));
    }
    return least;
}

} // namespace

StiffnessBound RopeSimulation::stiffnessBound(std::size_t mass) const
{
    StiffnessBound bound;
    bound.chi = settings_.airFriction;
    bound.add(springs_[mass - 1], segmentLength(mass - 1), mass > 1);
    if (mass < springs_.size())
        bound.add(springs_[mass], segmentLength(mass), !isPinned(mass + 1));
    if (masses_[mass].position.y < groundHeight_.value())
        bound.add(ground());
    return bound;
}

double RopeSimulation::grabStiffness(std::size_t mass) const
{
    return stiffnessBound(mass).grabStiffness(masses_[mass].mass, longestStep());
}

double RopeSimulation::firstStiffness() const
{
    const double whole = settings_.springConstant;
    return whole > 0.0 ? springs_.front().springConstant / whole : 1.0;
}

void RopeSimulation::updateLongestStep()
{
    double step = settings_.longestStep();
    if (settings_.autoSteps && !settings_.implicit())
        step = std::min(
            step, worstStepLimits(settings_, static_cast<int>(masses_.size()), firstStiffness(), whipping_).advised);
    // While the segments glide to their length, that of now counts for the reel (RopeSettings::advisedStep).
    if (settings_.payoutSpeed < 0.0 && (settings_.autoSteps || settings_.implicit()))
        step = std::min(step, 0.25 * springLength_.value() / -settings_.payoutSpeed);
    setLongestStep(step);
}

void RopeSimulation::updateWhipping()
{
    constexpr int often = 16; // steps: no motion grows much in so few, and looking costs a third of a step
    if (!settings_.autoSteps || settings_.implicit() || --stepsToWhippingCheck_ > 0)
        return;
    stepsToWhippingCheck_ = often;
    double fastest = 0.0; // (m/s)^2
    for (std::size_t i = 0; i + 1 < masses_.size(); ++i)
    {
        const Vec3 w = masses_[i].velocity - masses_[i + 1].velocity;
        fastest = std::max(fastest, glm::dot(w, w));
    }
    // By the step of a calm rope: a whipping rope takes shorter steps, and by those it would be called calm at once.
    const double turn = std::sqrt(fastest) * settings_.longestStep() / springLength_.value();
    const bool whipping = turn > (whipping_ ? 0.5 : 1.0);
    if (whipping == whipping_)
        return;
    whipping_ = whipping;
    updateLongestStep();
}

StepLimits RopeSimulation::stepLimits() const
{
    StepLimits limits;
    const bool nothingFree = masses_.size() == 2 && isPinned(1);
    if (settings_.implicit() || nothingFree)
        return limits;

    // Every link and every mass, and beside them what each cause takes of each row.
    const std::size_t count = springs_.size();
    ChainLimitFinder whole;
    whole.points.resize(count);
    whole.links.resize(count);
    std::vector<Row> rows(count);
    const std::optional<std::size_t> held = grabbed();
    for (std::size_t i = 0; i < count; ++i)
    {
        const Spring& spring = springs_[i];
        const Vec3 d = masses_[i + 1].position - masses_[i].position;
        const double r = glm::length(d);
        ChainLink& link = whole.links[i];
        link.direction = r > 0.0 ? d / r : Vec3(1.0, 0.0, 0.0);
        link.along = spring.springConstant;
        link.across = r > 0.0 ? spring.springConstant * (1.0 - spring.restLength / r) : 0.0;
        link.friction = spring.friction;
        link.axial = settings_.frictionDirection == FrictionDirection::axial;

        const auto takes = [&](std::size_t row, double factor)
        {
            part(rows[row], StepCause::springs).kappa += factor * spring.springConstant;
            part(rows[row], StepCause::spring_friction).chi += factor * spring.friction;
        };
        takes(i, i == 0 ? 1.0 : 2.0);
        if (i > 0)
            takes(i - 1, 2.0);

        ChainPoint& point = whole.points[i];
        const Mass& mass = masses_[i + 1];
        point.mass = isPinned(i + 1) ? immovable : mass.mass;
        point.friction = Vec3(settings_.airFriction);
        part(rows[i], StepCause::air).chi = settings_.airFriction;
        if (mass.position.y < groundHeight_.value() && !isPinned(i + 1))
        {
            // At the limit velocities change their sign in every step, so what acts on the way down only counts half.
            const double absorption = 0.5 * settings_.groundAbsorption;
            point.stiffness.y += settings_.groundRepulsion;
            point.friction += Vec3(settings_.groundFriction, absorption, settings_.groundFriction);
            part(rows[i], StepCause::ground_repulsion).kappa = settings_.groundRepulsion;
            part(rows[i], StepCause::ground_absorption).chi = std::max(absorption, settings_.groundFriction);
        }
        if (held == i + 1)
        {
            const double k = grabStiffness(i + 1);
            point.stiffness += Vec3(k);
            point.friction += Vec3(k * longestStep());
            part(rows[i], StepCause::grab) = {k, k * longestStep()};
        }
    }
    // Friction in the reel's segment brakes what is not flow of material, and so pushes with c s/l.
    if (settings_.insertion == Insertion::consistent)
    {
        const double push = springs_.front().friction * reel_.feedSpeed() / reel_.restLength();
        whole.links.front().along -= push;
        whole.links.front().across -= whole.links.front().axial ? 0.0 : push;
    }

    const ChainLimit found = whole.find();
    limits.stable = found.step;
    limits.mass = found.point + 1;
    // A mass that lands with the velocity v leaves the first step in the ground with (1 - h a/m) v: beyond 2 m/a,
    // faster than it came.
    const double landing =
        settings_.groundAbsorption > 0.0 ? 2.0 * settings_.mass / settings_.groundAbsorption : StepLimits::none;
    for (std::size_t i = 0; i < count; ++i)
        if (part(rows[i], StepCause::ground_absorption).chi > 0.0 && landing < limits.stable)
        {
            limits.stable = landing;
            limits.mass = i + 1;
        }

    double longest = 0.0;
    for (std::size_t cause = 0; cause < limits.alone.size(); ++cause)
    {
        limits.alone[cause] = rowLimit(rows, whole.points, [cause](std::size_t other) { return other == cause; });
        double rest = rowLimit(rows, whole.points, [cause](std::size_t other) { return other != cause; });
        if (cause == static_cast<std::size_t>(StepCause::ground_absorption))
        {
            if (limits.alone[cause] < StepLimits::none)
                limits.alone[cause] = std::min(limits.alone[cause], landing);
        }
        else if (limits.stable == landing)
        {
            rest = std::min(rest, landing);
        }
        if (rest > longest * (1.0 + 1e-12))
        {
            longest = rest;
            limits.strongest = static_cast<StepCause>(cause);
        }
    }

    // Row sums bound the springs' own limit too low where there are few of them.
    for (ChainPoint& point : whole.points)
        point.stiffness = point.friction = Vec3(0.0);
    ChainLimitFinder springs = whole;
    for (ChainLink& link : springs.links)
        link.friction = 0.0;
    limits.alone[static_cast<std::size_t>(StepCause::springs)] = springs.find().step;
    for (ChainLink& link : whole.links)
        link.along = link.across = 0.0;
    limits.alone[static_cast<std::size_t>(StepCause::spring_friction)] = whole.find().step;

    limits.advised = worstStepLimits(settings_, static_cast<int>(masses_.size()), firstStiffness(), whipping_).advised;
    limits.advised = std::min(limits.advised, settings_.advisedStep());
    return limits;
}

} // namespace rope
