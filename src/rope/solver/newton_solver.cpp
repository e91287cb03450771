#include "newton_solver.hpp"

#include <rope/step_watch.hpp>

#include <glm/mat4x4.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace rope
{

namespace
{

constexpr double mostBack = 0.2; // at 1 corrections could go to and fro for ever

/// Tells where Newton's method gets on no more.
class Progress
{
public:
    /// Where corrections are shortened: whether what they gain has not halved in some of them.
    bool drivesNoLess(int iteration, double drive)
    {
        if (drive < 0.5 * leastDrive_)
        {
            leastDrive_ = drive;
            lessAt_ = iteration;
        }
        constexpr int patience = 8;
        return iteration - lessAt_ >= patience && iteration >= fewestInTouch;
    }
    /// The natural monotonicity test: corrections that do not shrink will not within the iterations left. What touches
    /// needs some to find out where. Slip spreads along the rope by small corrections that do not shrink.
    bool shrinksNoMore(int iteration, double correction, double enough, bool settled, bool inTouch)
    {
        const double before = last_;
        last_ = correction;
        const bool spreads = !settled && correction <= 100.0 * enough;
        return iteration >= (inTouch ? fewestInTouch : 2) && !spreads && correction > 0.7 * before;
    }

private:
    static constexpr int fewestInTouch = 8;
    double last_ = std::numeric_limits<double>::infinity();
    double leastDrive_ = std::numeric_limits<double>::infinity(); ///< [J]
    int lessAt_ = 0;
};

template <typename T>
std::span<const T> massesOf(const Rope& rope, const std::vector<T>& byMass)
{
    return std::span(byMass).subspan(rope.first, rope.masses());
}

} // namespace

void NewtonSolver::begin(const RopeState& state, const std::vector<Mass>& masses)
{
    const std::size_t count = masses.size();
    const std::size_t slots = count + state.ropes.size();
    positions.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        positions[i] = masses[i].position;
    goal.dt = 0.0;
    goal.inertia.resize(count);
    goal.drag.resize(count);
    goal.length.resize(count);
    goal.target.resize(count);
    goal.dragged.resize(count);
    goal.angleInertia.resize(slots);
    goal.angleLength.resize(slots);
    goal.angleTarget.resize(slots);
    goal.angleDragged.resize(slots);
    pinned_.clear();
    angleHeld_.clear();
    ropeOf_.clear();
    angle.clear();
    parts_.resize(state.ropes.size());
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        const Rope& rope = state.ropes[r];
        Part& part = parts_[r];
        pinned_.insert(pinned_.end(), rope.pinned.begin(), rope.pinned.end());
        ropeOf_.insert(ropeOf_.end(), rope.masses(), static_cast<std::uint32_t>(r));
        for (std::size_t slot = 1; slot <= rope.masses(); ++slot)
            angleHeld_.push_back(rope.angleHeld(slot) ? 1 : 0);
        angle.insert(angle.end(), rope.twist.angle.begin(), rope.twist.angle.end());
        part.reference = rope.twist.reference;
        part.totalReference = rope.twist.total;
        part.rests = false;
        part.elastic.resize(rope.segments());
        part.shape.set(rope, massesOf(rope, positions));
        part.tangentsAtStart = part.shape.tangent;
        // A clamp that has been turned sweeps its area in the step from where it was.
        if (rope.ends[0].clamped)
            part.tangentsAtStart.front() = rope.ends[0].tangentBefore;
        if (rope.ends[1].clamped)
            part.tangentsAtStart.back() = rope.ends[1].tangentBefore;
        for (std::size_t slot = 1; slot <= rope.segments(); ++slot)
            part.elastic.predictedTension[slot] = rope.springs[slot - 1].tension(part.shape.length[slot]);
    }
    startAngle_ = angle;
    bodyGoals.resize(state.bodies.size());
    poses_.resize(state.bodies.size());
    for (std::size_t b = 0; b < poses_.size(); ++b)
    {
        const Body& body = state.bodies[b].body;
        positions.push_back(body.position);
        positions.emplace_back(0.0);
        pinned_.insert(pinned_.end(), 2, 0);
        angleHeld_.insert(angleHeld_.end(), 2, 1);
        ropeOf_.insert(ropeOf_.end(), 2, static_cast<std::uint32_t>(parts_.size() + b));
        bodyGoals[b] = {};
        bodyGoals[b].target = bodyGoals[b].dragged = body.position;
    }
    followBodies(state);
    whole_ = !poses_.empty();
    pairs_.clear();
}

/// The edges at `positions`, and the torques there; the bodies.
void NewtonSolver::follow(const RopeState& state)
{
    followBodies(state);
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        const Rope& rope = state.ropes[r];
        Part& part = parts_[r];
        part.shape.set(rope, massesOf(rope, positions));
        if (rope.waves())
        {
            for (std::size_t i = 0; i < part.reference.size(); ++i)
                part.reference[i] = rope.twist.reference[i] +
                                    2.0 * argument(sweptHalfAngle(part.tangentsAtStart, part.shape.tangent, i));
            part.elastic.setTorques(rope, std::span(angle).subspan(rope.firstSlot, rope.masses() + 1), part.reference);
            continue;
        }
        if (rope.constants.torsionalStiffness > 0.0)
            part.totalReference = rope.twist.total + sweptArea(part.tangentsAtStart, part.shape.tangent);
        part.elastic.setTorque(rope, part.totalReference);
    }
}

StepView NewtonSolver::view(const RopeState& state, const std::vector<Mass>& masses) const
{
    return {state, masses, positions, startAngle_, angle, poses_, shapes_, goal, goal.dt};
}

/// The forces from outside at `positions`.
void NewtonSolver::askOutside(const RopeState& state, const std::vector<Mass>& masses, Hessian hessian)
{
    outside_.makeSymmetric();
    if (outside.empty())
        return;
    outside_.clear(positions.size());
    for (OutsideForce* force : outside)
    {
        force->add(view(state, masses), hessian, outside_);
        spend(force->cost());
    }
}

template <Hessian hessian>
void NewtonSolver::derive(const RopeState& state)
{
    follow(state);
    for (std::size_t r = 0; r < parts_.size(); ++r)
        parts_[r].elastic.derive<hessian>(state.ropes[r], parts_[r].shape);
}

template void NewtonSolver::derive<Hessian::none>(const RopeState&);
template void NewtonSolver::derive<Hessian::exact>(const RopeState&);
template void NewtonSolver::derive<Hessian::gauss_newton>(const RopeState&);

void NewtonSolver::storeTwist(RopeState& state) const
{
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        Rope& rope = state.ropes[r];
        if (rope.waves())
        {
            const auto first = angle.begin() + static_cast<std::ptrdiff_t>(rope.firstSlot);
            rope.twist.angle.assign(first, first + static_cast<std::ptrdiff_t>(rope.masses() + 1));
            rope.twist.reference = parts_[r].reference;
        }
        rope.twist.total = parts_[r].totalReference;
    }
}

/// The negative gradient of the goal's sum into r.
template <std::size_t D>
void NewtonSolver::setResidual(std::vector<double>& r, const RopeState& state, const std::vector<Mass>& masses) const
{
    for (std::size_t number = 0; number < parts_.size(); ++number)
    {
        const Rope& rope = state.ropes[number];
        for (std::size_t k = 0; k < rope.masses(); ++k)
        {
            const std::size_t i = rope.first + k;
            const std::size_t at = D * i;
            Vec3 force(0.0);
            if (!rope.pinned[k])
            {
                const double drag = rope.constants.airFriction * goal.drag[i];
                force = masses[i].mass * (state.world.gravity - goal.inertia[i] * (positions[i] - goal.target[i])) +
                        rope.loads[k] - drag * (positions[i] - goal.dragged[i]) + elasticForce(number, k);
                if (!outside.empty())
                    force += outside_.force[i];
            }
            for (int c = 0; c < 3; ++c)
                r[at + static_cast<std::size_t>(c)] = force[c];
            if constexpr (D == 4)
                r[at + 3] = torqueOn(rope, parts_[number], k + 1);
        }
    }
    setBodyResidual<D>(r, state);
}

/// [N m], the same of the angle of an edge.
double NewtonSolver::torqueOn(const Rope& rope, const Part& part, std::size_t slot) const
{
    const std::size_t n = rope.segments();
    if (slot > n || rope.angleHeld(slot))
        return 0.0;
    const std::size_t at = rope.firstSlot + slot;
    double torque = -part.elastic.angleGradient[slot] -
                    goal.angleInertia[at] * rope.spinInertia[slot] * (angle[at] - goal.angleTarget[at]);
    if (!outside.empty())
        torque += outside_.torque[rope.first + slot - 1];
    torque += slot == 1 && !rope.ends[0].angleHeld ? rope.ends[0].torque : 0.0;
    torque += slot == n && !rope.ends[1].angleHeld ? rope.ends[1].torque : 0.0;
    return torque;
}

/// Adds a correction to the bodies. Returns the square of the largest [m2], with the way of a turn.
template <typename Correction>
double NewtonSolver::moveBodies(const Correction& correction, const RopeState& state)
{
    double largest = 0.0;
    for (std::size_t b = 0; b < poses_.size(); ++b)
    {
        const std::size_t point = firstBody() + 2 * b;
        const Vec3 way = correction(point);
        const Vec3 turn = correction(point + 1);
        positions[point] += way;
        positions[point + 1] += turn;
        const double reach = reachOf(state.bodies[b].body);
        const double square = glm::dot(way, way) + reach * reach * glm::dot(turn, turn);
        largest = square <= largest ? largest : square; // also where it is not a number
    }
    return largest;
}

/// Adds a correction, and predicts the tensions. Returns the largest correction [m].
double NewtonSolver::move(const std::vector<double>& step, std::size_t perMass, const RopeState& state)
{
    // Far from all that moves a rope, corrections become numbers that are almost too small for the processor, and would
    // take it a hundred times as long.
    const auto noticed = [&](std::size_t unknown) { return std::abs(step[unknown]) < 1e-100 ? 0.0 : step[unknown]; };
    const auto correction = [&](std::size_t i)
    { return Vec3(noticed(perMass * i), noticed(perMass * i + 1), noticed(perMass * i + 2)); };
    double largest = 0.0; // squared
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        const Rope& rope = state.ropes[r];
        Part& part = parts_[r];
        if (part.rests)
            continue;
        double own = 0.0;
        Vec3 before(0.0);
        for (std::size_t k = 0; k < rope.masses(); ++k)
        {
            const std::size_t i = rope.first + k;
            const Vec3 here = correction(i);
            const double square = glm::dot(here, here);
            if (!(square < std::numeric_limits<double>::infinity()))
                return square;
            own = std::max(own, square);
            positions[i] += here;
            if (k > 0)
            {
                const Spring& spring = rope.springs[k - 1];
                part.elastic.predictedTension[k] =
                    spring.tension(part.shape.length[k]) +
                    spring.springConstant * glm::dot(part.shape.tangent[k], here - before);
            }
            before = here;
            if (perMass == 4 && k < rope.segments())
            {
                const double turn = noticed(4 * i + 3);
                angle[rope.firstSlot + k + 1] += turn;
                const double moved = turn * rope.springs[k].restLength; // [m], to compare with
                own = std::max(own, moved * moved);
            }
        }
        part.correction = std::sqrt(own);
        largest = std::max(largest, own);
    }
    const double ofBodies = moveBodies(correction, state);
    return std::sqrt(ofBodies <= largest ? largest : ofBodies); // also where it is not a number
}

/// Ropes that no coupling joins to another rest as soon as they are solved: they end with the bits that each has alone.
void NewtonSolver::letSolvedRest(double tolerance)
{
    if (parts_.size() == 1 || !poses_.empty())
        return;
    for (Part& part : parts_)
        part.rests = part.rests || part.correction <= tolerance;
    for (const FarCoupling& coupling : outside_.far)
        if (ropeOf_[coupling.edge] != ropeOf_[coupling.other])
            parts_[ropeOf_[coupling.edge]].rests = parts_[ropeOf_[coupling.other]].rests = false;
}

/// How much of the way from the last positions brings nothing through anything, of 1.
double NewtonSolver::safeShare() const
{
    double least = 1.0;
    for (const OutsideForce* force : outside)
        least = std::min(least, force->safeShare(positionsBefore_, positions));
    return least;
}

/// [J], how hard the forces at `positions` drive back along `step`.
template <std::size_t D>
double NewtonSolver::backAlong(const std::vector<double>& step, const RopeState& state, const std::vector<Mass>& masses)
{
    derive<Hessian::none>(state);
    askOutside(state, masses, Hessian::none);
    setResidual<D>(residual_, state, masses);
    return -product(residual_, step);
}

/// Adds a correction, or the part of it that brings nothing through anything and after which the forces do not drive
/// back harder than `mostBack` of what they drove there: the slope of the goal's sum along it is then less steep than
/// at the start.
template <std::size_t D>
double NewtonSolver::moveWhereItHelps(System<D>& system, const RopeState& state, const std::vector<Mass>& masses)
{
    std::vector<double>& step = system.step;
    stepBefore_ = step;
    residualBefore_ = residual_;
    positionsBefore_ = positions;
    angleBefore_ = angle;
    const double drive = drive_ = product(residual_, step);
    constexpr int mostTries = 6;
    double share = 1.0;
    for (int i = 0;; ++i)
    {
        spend(masses.size() / 4);
        double correction = move(step, D, state);
        if (!(correction < std::numeric_limits<double>::infinity()))
            return correction;
        double kept = safeShare();
        if (kept == 1.0)
        {
            if (i >= mostTries)
                return correction;
            const double back = backAlong<D>(step, state, masses);
            if (!(back > mostBack * drive))
            {
                if (i > 0)
                    expectTension(state);
                return correction;
            }
            if (share == 1.0 && straighten(system, state, masses, correction))
                return correction;
            kept = std::clamp(share * drive / (share * drive + back), 0.1, 0.5);
        }
        else
            kept *= 0.9;
        positions = positionsBefore_;
        angle = angleBefore_;
        follow(state);
        share *= kept;
        for (std::size_t k = 0; k < step.size(); ++k)
            step[k] = share * stepBefore_[k];
    }
}

/// A correction that turns stiff edges stretches them too, to second order, and mostly that drives back after it. So a
/// second one follows, by the same factor, which takes the stretch away (R. Fletcher, Second order corrections for
/// non-differentiable optimization, Lecture Notes in Mathematics 912, 1982). False where that does not help.
template <std::size_t D>
bool NewtonSolver::straighten(System<D>& system, const RopeState& state, const std::vector<Mass>& masses,
                              double& correction)
{
    spend(masses.size() / 2);
    second_ = residual_;
    answerOfFactored(system, second_, state);
    const double further = move(second_, D, state);
    if (!(further < std::numeric_limits<double>::infinity()) || safeShare() < 1.0)
        return false;
    std::vector<double>& step = system.step;
    for (std::size_t k = 0; k < step.size(); ++k)
        step[k] += second_[k];
    if (backAlong<D>(step, state, masses) > mostBack * product(residualBefore_, step))
        return false;
    correction += further;
    for (Part& part : parts_)
        part.correction = std::max(part.correction, correction);
    return true;
}

/// Whether anything from outside is stiff, by ropes.
std::vector<char> NewtonSolver::pressedRopes() const
{
    std::vector<char> pressed(parts_.size(), 0);
    if (outside.empty())
        return pressed;
    for (std::size_t mass = 0; mass < firstBody(); ++mass)
        if (outside_.own[mass] != glm::dmat3(0.0))
            pressed[ropeOf_[mass]] = 1;
    for (const FarCoupling& coupling : outside_.far)
        pressed[ropeOf_[coupling.edge]] = pressed[ropeOf_[coupling.other]] = 1;
    return pressed;
}

bool NewtonSolver::coupledRopes() const
{
    return !poses_.empty() || (coupled() && std::any_of(outside_.far.begin(), outside_.far.end(),
                                                        [this](const FarCoupling& coupling)
                                                        { return ropeOf_[coupling.edge] != ropeOf_[coupling.other]; }));
}

/// Where the last correction is so small that the next one mostly finds out that it was enough, the last factor can
/// tell too: what is left then is the next correction times the last one over the length of a segment. Ropes that
/// nothing couples end one by one. False where some do not; those do not move then.
template <std::size_t D>
bool NewtonSolver::endsByLastFactor(System<D>& system, const RopeState& state, const std::vector<Mass>& masses,
                                    const Limit& limit, ImplicitEffort& effort)
{
    if (coupled() && !whole_)
        return false; // the bands alone know nothing of what couples them
    const bool together = coupledRopes();
    const std::vector<char> pressed = pressedRopes();
    const auto enough = [&](std::size_t r)
    {
        const double small = pressed[r] != 0 ? 0.04 : 9.0;
        const double last = together ? lastCorrection_ : parts_[r].correction;
        return last * last <= small * limit.correction * state.ropes[r].springs.front().restLength;
    };
    bool some = false;
    bool all = true;
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        const bool may = parts_[r].rests || enough(r);
        some = some || (may && !parts_[r].rests);
        all = all && may;
    }
    if (!some || (together && !all))
        return false;
    spend(masses.size() / 3);
    second_.assign(system.step.size(), 0.0);
    backAlong<D>(second_, state, masses);
    if (!unchanged() || !allSettled())
        return false;
    second_ = residual_;
    answerOfFactored(system, second_, state);
    constexpr double shrinks = 0.1;
    const auto ends = [&](std::size_t r)
    {
        const Rope& rope = state.ropes[r];
        double largest = 0.0; // [m]
        for (std::size_t k = D * rope.first; k < D * (rope.first + rope.masses()); ++k)
            largest = std::max(largest, std::abs(second_[k]) * (k % D == 3 ? rope.springs.front().restLength : 1.0));
        return largest <= std::min(0.5 * limit.correction, shrinks * parts_[r].correction);
    };
    std::vector<char> rested;
    for (std::size_t r = 0; r < parts_.size(); ++r)
        rested.push_back(parts_[r].rests || (enough(r) && ends(r)) ? 1 : 0);
    all = std::all_of(rested.begin(), rested.end(), [](char rests) { return rests != 0; });
    for (std::size_t b = 0; b < poses_.size(); ++b)
    {
        const double reach = reachOf(state.bodies[b].body);
        for (std::size_t k = 0; k < 2 * D; ++k)
            all = all &&
                  std::abs(second_[D * (firstBody() + 2 * b) + k]) * (k < D ? 1.0 : reach) <= 0.5 * limit.correction;
    }
    if (together && !all)
        return false;
    // Those that end move for the last time, the others not.
    for (std::size_t r = 0; r < parts_.size(); ++r)
        parts_[r].rests = parts_[r].rests || rested[r] == 0;
    ++effort.iterations;
    const double correction = move(second_, D, state);
    for (std::size_t r = 0; r < parts_.size(); ++r)
        parts_[r].rests = rested[r] != 0;
    lastCorrection_ = all ? correction : lastCorrection_;
    follow(state);
    return all;
}

/// The tension that a shortened correction was to bring is not there yet.
void NewtonSolver::expectTension(const RopeState& state)
{
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        Part& part = parts_[r];
        for (std::size_t slot = 1; slot <= state.ropes[r].segments(); ++slot)
            part.elastic.predictedTension[slot] = std::max(
                part.elastic.predictedTension[slot], state.ropes[r].springs[slot - 1].tension(part.shape.length[slot]));
    }
}

template <std::size_t D>
bool NewtonSolver::solveWith(System<D>& system, const RopeState& state, const std::vector<Mass>& masses,
                             const Limit& limit, ImplicitEffort& effort)
{
    const std::size_t unknowns = D * positions.size();
    system.blocks.resize(parts_.size());
    system.step.resize(unknowns);
    system.spread.resize(unknowns);
    residual_.resize(unknowns);
    if (!whole_ || pairs_.empty()) // but where the bands have not done, and the whole matrix takes their place
    {
        pairs_.clear();
        for (const OutsideForce* force : outside)
            force->addPairs(pairs_);
    }

    Progress progress;
    lastCorrection_ = state.ropes.front().springs.front().restLength;
    constexpr int fewestIterations = 2;
    for (int iteration = 0; iteration < limit.iterations && (workLeft > 0 || iteration < fewestIterations); ++iteration)
    {
        StepWatch::lookWithin();
        ++effort.iterations;
        spend(masses.size());
        derive<Hessian::exact>(state);
        askOutside(state, masses, Hessian::exact);
        setResidual<D>(residual_, state, masses);
        if (!factor(system, state, masses))
        {
            ++effort.fallbacks;
            spend(masses.size());
            for (std::size_t r = 0; r < parts_.size(); ++r)
                parts_[r].elastic.derive<Hessian::gauss_newton>(state.ropes[r], parts_[r].shape);
            askOutside(state, masses, Hessian::gauss_newton);
            factor(system, state, masses);
        }
        correct(system, state, masses, limit);
        const double correction = lastCorrection_ =
            limit.careful ? moveWhereItHelps(system, state, masses) : move(system.step, D, state);
        if (!(correction < std::numeric_limits<double>::infinity()))
            return false;
        const bool settled = allSettled();
        if (correction <= limit.correction && settled)
        {
            follow(state);
            return true;
        }
        if (settled)
        {
            letSolvedRest(limit.correction);
            if (endsByLastFactor(system, state, masses, limit, effort))
                return true;
        }
        const bool stalls =
            limit.careful && !outside.empty()
                ? progress.drivesNoLess(iteration, drive_)
                : progress.shrinksNoMore(iteration, correction, limit.correction, settled, !outside.empty());
        if (stalls)
            return false;
    }
    return false;
}

bool NewtonSolver::solve(const RopeState& state, const std::vector<Mass>& masses, const Limit& limit,
                         ImplicitEffort& effort)
{
    const bool solved = state.world.twist == TwistModel::waves ? solveWith(waves_, state, masses, limit, effort)
                                                               : solveWith(uniform_, state, masses, limit, effort);
    finishFreeTurns(state);
    return solved;
}

} // namespace rope
