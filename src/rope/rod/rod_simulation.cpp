#include "rod_solver.hpp"

#include <rope/rod.hpp>
#include <rope/text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
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
        throw std::invalid_argument(std::string(name) + " = " + numberText(value) + ": must be " + std::string(range));
}

void demandPositive(std::string_view name, double value)
{
    demand(std::isfinite(value) && value > 0.0, name, value, "finite and above 0");
}

void demandNotNegative(std::string_view name, double value)
{
    demand(std::isfinite(value) && value >= 0.0, name, value, "finite and not below 0");
}

RodSettings validated(const RodSettings& s)
{
    demand(s.massCount >= 3 && s.massCount <= 1'000'000, "mass_count", s.massCount, "3 to 1000000");
    demandPositive("length", s.length);
    demandPositive("mass_per_length", s.massPerLength);
    demandPositive("axial_stiffness", s.axialStiffness);
    demandNotNegative("bending_stiffness", s.bendingStiffness);
    demandNotNegative("torsional_stiffness", s.torsionalStiffness);
    demandNotNegative("spin_inertia", s.spinInertia);
    demandNotNegative("air_friction", s.airFriction);
    demandPositive("tolerance", s.tolerance);
    demand(finite(s.gravity), "gravity", s.gravity.y, "finite");
    return s;
}

constexpr int mostIterations = 12;

} // namespace

RodSimulation::RodSimulation(const RodSettings& settings) : settings_(validated(settings))
{
    setLongestStep(settings_.maxDt);
    const auto count = static_cast<std::size_t>(settings_.massCount);
    const std::size_t n = count - 1;
    const double segment = settings_.length / static_cast<double>(n);
    masses_.resize(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        masses_[i].mass = settings_.massPerLength * segment * (i == 0 || i == n ? 0.5 : 1.0);
        masses_[i].position = Vec3(static_cast<double>(i) * segment, 0.0, 0.0);
    }
    model_.springs.resize(n);
    for (std::size_t j = 0; j < n; ++j)
        model_.springs[j] = {j, j + 1, settings_.axialStiffness / segment, segment, 0.0};
    model_.perVertexLength.assign(count, 1.0 / segment);
    model_.perVertexLength.front() = model_.perVertexLength.back() = 0.0;
    model_.spinInertia.assign(n + 2, settings_.spinInertia * segment);
    model_.bendingStiffness = settings_.bendingStiffness;
    model_.torsionalStiffness = settings_.torsionalStiffness;
    model_.waves = settings_.twist == TwistModel::waves;
    model_.pinned.assign(count, 0);
    model_.loads.assign(count, Vec3(0.0));
    if (model_.waves)
    {
        twist_.angle.assign(n + 2, 0.0);
        twist_.spin.assign(n + 2, 0.0);
        twist_.reference.assign(count, 0.0);
    }
}

void RodSimulation::layOut(const std::vector<Vec3>& positions)
{
    placeAtRest(positions);
    std::ranges::fill(twist_.angle, 0.0);
    std::ranges::fill(twist_.spin, 0.0);
    std::ranges::fill(twist_.reference, 0.0);
    twist_.total = 0.0;
    for (RodHold& end : model_.ends)
    {
        end.angle = 0.0;
        end.tangentBefore = end.tangent;
    }
    past_.dt = 0.0;
}

void RodSimulation::pin(std::size_t mass, const Vec3& velocity)
{
    model_.pinned[mass] = 1;
    masses_[mass].velocity = velocity;
}

void RodSimulation::unpin(std::size_t mass)
{
    model_.pinned[mass] = 0;
}

void RodSimulation::clamp(RodEnd end, const Vec3& tangent)
{
    const double length = glm::length(tangent);
    if (!finite(tangent) || length == 0.0)
        throw std::invalid_argument("tangent of a clamp: must be finite and not zero");
    const std::size_t mass = end == RodEnd::first ? 0 : masses_.size() - 1;
    RodHold& hold = model_.end(end);
    hold.tangent = tangent / length;
    if (!hold.clamped)
    {
        pin(mass);
        hold.tangentBefore = hold.tangent;
        hold.angle = angle(end);
        hold.clamped = hold.angleHeld = true;
        const std::size_t edge = end == RodEnd::first ? 0 : model_.segments() - 1;
        model_.perVertexLength[mass] = 2.0 / model_.springs[edge].restLength;
        turn(end, hold.angle);
    }
}

double RodSimulation::angle(RodEnd end) const
{
    const RodHold& hold = model_.end(end);
    if (model_.waves && !hold.clamped)
        return twist_.angle[end == RodEnd::first ? 1 : model_.segments()];
    const RodHold& other = model_.end(end == RodEnd::first ? RodEnd::last : RodEnd::first);
    if (hold.angleHeld || !other.angleHeld)
        return hold.angle;
    const double difference = rope::uniformTwist(model_, twist_.total) - twist_.total;
    return end == RodEnd::first ? other.angle - difference : other.angle + difference;
}

void RodSimulation::turn(RodEnd end, double angle)
{
    RodHold& hold = model_.end(end);
    hold.angle = angle;
    hold.angleHeld = true;
    if (!model_.waves)
        return;
    const std::size_t inner = end == RodEnd::first ? 1 : model_.segments();
    const std::size_t outer = end == RodEnd::first ? 0 : model_.segments() + 1;
    twist_.angle[hold.clamped ? outer : inner] = angle;
}

void RodSimulation::release(RodEnd end, double torque)
{
    RodHold& hold = model_.end(end);
    hold.angle = angle(end);
    hold.angleHeld = hold.clamped = false;
    hold.torque = torque;
    model_.perVertexLength[end == RodEnd::first ? 0 : model_.segments()] = 0.0;
}

void RodSimulation::setDisc(RodEnd end, double inertia)
{
    const double segment = model_.springs.front().restLength;
    model_.spinInertia[end == RodEnd::first ? 1 : model_.segments()] = settings_.spinInertia * segment + inertia;
}

// BDF2 with a step h after a step h⁻, r = h/h⁻:
//
//     x⁺ = ((1 + r)² x - r² x⁻)/(1 + 2 r) + s v⁺,   v⁺ = ((1 + r)² v - r² v⁻)/(1 + 2 r) + s a(x⁺, v⁺),   s = h (1 +
//     r)/(1 + 2 r)
//
// Without a past r = 0: implicit Euler. So where a step is far longer than the last one: BDF2 is unstable from
// r = 1 + sqrt(2) on (R. D. Grigorieff, Stability of multistep-methods on variable grids, Numer. Math. 42, 1983).
void RodSimulation::takeStep(double dt, int halvings)
{
    const bool hasPast = past_.dt > 0.0 && dt < 2.4 * past_.dt;
    const double ratio = hasPast ? dt / past_.dt : 0.0;
    const double one = (1.0 + ratio) * (1.0 + ratio) / (1.0 + 2.0 * ratio);
    const double other = ratio * ratio / (1.0 + 2.0 * ratio);
    const double s = dt * (1.0 + ratio) / (1.0 + 2.0 * ratio);
    const std::size_t count = masses_.size();
    RodSolver& solver = *solver_;
    solver.begin(*this, masses_);
    RodGoal& goal = solver.goal;
    goal.inertia = 1.0 / (s * s);
    goal.drag = 1.0 / s;
    past_.positions.resize(count);
    past_.velocities.resize(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        const Mass& mass = masses_[i];
        const Vec3& xBefore = hasPast ? past_.positions[i] : mass.position;
        const Vec3& vBefore = hasPast ? past_.velocities[i] : mass.velocity;
        goal.dragged[i] = one * mass.position - other * xBefore;
        goal.target[i] = goal.dragged[i] + s * (one * mass.velocity - other * vBefore);
        solver.positions[i] += dt * mass.velocity;
        if (!model_.pinned[i])
            solver.positions[i] += 0.5 * ratio * dt * (mass.velocity - vBefore);
    }
    const std::size_t slots = twist_.angle.size();
    past_.angle.resize(slots);
    past_.spin.resize(slots);
    for (std::size_t slot = 0; slot < slots; ++slot)
    {
        const double before = hasPast ? past_.angle[slot] : twist_.angle[slot];
        const double spinBefore = hasPast ? past_.spin[slot] : twist_.spin[slot];
        goal.angleDragged[slot] = one * twist_.angle[slot] - other * before;
        goal.angleTarget[slot] = goal.angleDragged[slot] + s * (one * twist_.spin[slot] - other * spinBefore);
    }

    ++effort_.pieces;
    const double segment = model_.springs.back().restLength;
    const bool solved = solver.solve(*this, masses_, {settings_.tolerance * segment, mostIterations}, effort_);
    if (!solved && halvings > 0)
    {
        takeStep(0.5 * dt, halvings - 1);
        takeStep(0.5 * dt, halvings - 1);
        return;
    }
    // Where the smallest step is not solved either, the rod goes on from where Newton's method ends, or it stands
    // still.
    if (!solved && !std::ranges::all_of(solver.positions, [](const Vec3& x) { return finite(x); }))
        solver.begin(*this, masses_);
    past_.dt = dt;
    for (std::size_t i = 0; i < count; ++i)
    {
        Mass& mass = masses_[i];
        past_.positions[i] = mass.position;
        past_.velocities[i] = mass.velocity;
        mass.position = solver.positions[i];
        if (!model_.pinned[i])
            mass.velocity = (solver.positions[i] - goal.dragged[i]) / s;
    }
    for (std::size_t slot = 0; slot < slots; ++slot)
    {
        past_.angle[slot] = twist_.angle[slot];
        past_.spin[slot] = twist_.spin[slot];
        twist_.spin[slot] = (solver.angle[slot] - goal.angleDragged[slot]) / s;
    }
    solver.storeTwist(model_, twist_);
    for (RodHold& end : model_.ends)
        end.tangentBefore = end.tangent;
}

void RodSimulation::integrate(double dt)
{
    ++effort_.steps;
    constexpr int mostHalvings = 6;
    takeStep(dt, mostHalvings);
}

bool RodSimulation::rest()
{
    // A rod whose angles nothing holds rests in any of them: it keeps the first.
    RodHold& holder = model_.ends[0];
    const bool loose = model_.waves && !holder.angleHeld && !model_.ends[1].angleHeld;
    holder.angleHeld = holder.angleHeld || loose;
    // Steps of implicit Euler, each from rest, and ever longer.
    RodSolver& solver = *solver_;
    constexpr double first = 1e4; // [1/s2]
    constexpr double last = 1e-4;
    const double segment = model_.springs.back().restLength;
    bool found = false;
    int left = 400;
    for (double inertia = first; !found && left > 0; --left)
    {
        const bool free = inertia < last;
        solver.begin(*this, masses_);
        solver.goal.inertia = free ? 0.0 : inertia;
        solver.goal.drag = 0.0;
        solver.goal.target = solver.positions;
        solver.goal.angleTarget = twist_.angle;
        const double tolerance = free ? 1e-11 : 1e-3;
        if (!solver.solve(*this, masses_, {tolerance * segment, 30}, effort_))
        {
            inertia *= 8.0;
            continue;
        }
        found = free;
        inertia *= 0.25;
        for (std::size_t i = 0; i < masses_.size(); ++i)
        {
            masses_[i].position = solver.positions[i];
            masses_[i].velocity = Vec3(0.0);
        }
        solver.storeTwist(model_, twist_);
        for (RodHold& end : model_.ends)
            end.tangentBefore = end.tangent;
    }
    holder.angleHeld = holder.angleHeld && !loose;
    std::ranges::fill(twist_.spin, 0.0);
    past_.dt = 0.0;
    return found;
}

int RodSimulation::modesBelow(double squaredFrequency)
{
    solver_->begin(*this, masses_);
    return solver_->negativePivots(*this, masses_, squaredFrequency);
}

double RodSimulation::frequency(int number)
{
    double high = 1.0;
    while (modesBelow(high) <= number && high < 1e30)
        high *= 4.0;
    double low = 0.25 * high;
    while (modesBelow(low) > number && low > 1e-30)
        low *= 0.25;
    for (int i = 0; i < 60 && high - low > 1e-15 * high; ++i)
    {
        const double middle = 0.5 * (low + high);
        (modesBelow(middle) > number ? high : low) = middle;
    }
    return std::sqrt(0.5 * (low + high));
}

double RodSimulation::bendingEnergy() const
{
    double sum = 0.0;
    RodShape shape;
    std::vector<Vec3> positions;
    for (const Mass& mass : masses_)
        positions.push_back(mass.position);
    shape.set(model_, positions);
    for (std::size_t i = 0; i < model_.perVertexLength.size(); ++i)
    {
        // (1 - c)/(1 + c) = |t - u|²/|t + u|², which keeps its digits where t and u are nearly the same.
        const Vec3 difference = shape.tangent[i] - shape.tangent[i + 1];
        const Vec3 both = shape.tangent[i] + shape.tangent[i + 1];
        sum += 2.0 * model_.bendingStiffness * model_.perVertexLength[i] * glm::dot(difference, difference) /
               glm::dot(both, both);
    }
    return sum;
}

double RodSimulation::torque(std::size_t vertex) const
{
    if (model_.perVertexLength[vertex] == 0.0)
        return 0.0;
    if (model_.waves)
        return model_.torsionalStiffness * model_.perVertexLength[vertex] *
               (twist_.angle[vertex + 1] - twist_.angle[vertex] + twist_.reference[vertex]);
    return model_.torsionalStiffness * twist() / model_.twistedLength();
}

double RodSimulation::twist() const
{
    if (!model_.waves)
        return uniformTwist(model_, twist_.total);
    double sum = 0.0;
    for (std::size_t i = 0; i < twist_.reference.size(); ++i)
        if (model_.perVertexLength[i] > 0.0)
            sum += twist_.angle[i + 1] - twist_.angle[i] + twist_.reference[i];
    return sum;
}

double RodSimulation::twistEnergy() const
{
    double sum = 0.0;
    for (std::size_t i = 0; i < model_.perVertexLength.size(); ++i)
        if (model_.perVertexLength[i] > 0.0 && model_.torsionalStiffness > 0.0)
            sum += 0.5 * torque(i) * torque(i) / (model_.torsionalStiffness * model_.perVertexLength[i]);
    return sum;
}

double RodSimulation::elasticEnergy() const
{
    return rope::elasticEnergy(masses_, model_.springs);
}

double RodSimulation::potentialEnergy() const
{
    return gravityEnergy(masses_, settings_.gravity);
}

double RodSimulation::totalEnergy() const
{
    double spin = 0.0;
    for (std::size_t slot = 1; slot + 1 < twist_.spin.size(); ++slot)
        spin += 0.5 * model_.spinInertia[slot] * twist_.spin[slot] * twist_.spin[slot];
    return kineticEnergy() + potentialEnergy() + elasticEnergy() + bendingEnergy() + twistEnergy() + spin;
}

double RodSimulation::tension(std::size_t spring) const
{
    return model_.springs[spring].tension(springLength(masses_, model_.springs[spring]));
}

std::vector<Vec3> RodSimulation::elasticForces()
{
    solver_->begin(*this, masses_);
    solver_->derive<RodHessian::none>(*this);
    std::vector<Vec3> forces;
    for (std::size_t i = 0; i < masses_.size(); ++i)
        forces.push_back(solver_->elasticForce(i));
    return forces;
}

} // namespace rope
