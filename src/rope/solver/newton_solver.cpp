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
    groups_.clear();
    angle.clear();
    parts_.resize(state.ropes.size());
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        const Rope& rope = state.ropes[r];
        Part& part = parts_[r];
        pinned_.insert(pinned_.end(), rope.pinned.begin(), rope.pinned.end());
        groups_.add(rope.masses());
        for (std::size_t slot = 1; slot <= rope.masses(); ++slot)
            angleHeld_.push_back(rope.angleHeld(slot) ? 1 : 0);
        angle.insert(angle.end(), rope.twist.angle.begin(), rope.twist.angle.end());
        part.reference = rope.twist.reference;
        part.totalReference = rope.twist.total;
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
        groups_.add(2);
        bodyGoals[b] = {};
        bodyGoals[b].target = bodyGoals[b].dragged = body.position;
    }
    corrections_.assign(groups_.members(), 0.0);
    freeBodies_.assign(poses_.size(), 0);
    followBodies(state);
    whole_ = !poses_.empty();
    pairs_.clear();
}

/// What does not rest follows to `positions`.
void NewtonSolver::follow(const RopeState& state)
{
    followBodies(state);
    for (std::size_t r = 0; r < parts_.size(); ++r)
        if (!groups_.rests(r))
            followRope(state, r);
}

/// The edges at `positions`, and the torques there.
void NewtonSolver::followRope(const RopeState& state, std::size_t r)
{
    const Rope& rope = state.ropes[r];
    Part& part = parts_[r];
    part.shape.set(rope, massesOf(rope, positions));
    if (rope.waves())
    {
        for (std::size_t i = 0; i < part.reference.size(); ++i)
            part.reference[i] =
                rope.twist.reference[i] + 2.0 * argument(sweptHalfAngle(part.tangentsAtStart, part.shape.tangent, i));
        part.elastic.setTorques(rope, std::span(angle).subspan(rope.firstSlot, rope.masses() + 1), part.reference);
        return;
    }
    if (rope.constants.torsionalStiffness > 0.0)
        part.totalReference = rope.twist.total + sweptArea(part.tangentsAtStart, part.shape.tangent);
    part.elastic.setTorque(rope, part.totalReference);
}

StepView NewtonSolver::view(const RopeState& state, const std::vector<Mass>& masses) const
{
    return {state, masses, positions, startAngle_, angle, poses_, shapes_, goal, groups_, goal.dt};
}

/// The forces from outside at `positions`.
void NewtonSolver::askOutside(const RopeState& state, const std::vector<Mass>& masses, Hessian hessian)
{
    outside_.makeSymmetric();
    if (hessian != Hessian::gauss_newton) // asked again for a matrix that is safe, pressures stay as they were
        outside_.unsettled.clear();
    if (outside.empty())
        return;
    const bool near = std::any_of(outside.begin(), outside.end(),
                                  [](const OutsideForce* force) { return !force->stiffensFarOnly(); });
    outside_.clear(positions.size(), near);
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
        if (!groups_.rests(r))
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
        if (groups_.rests(number))
        {
            std::fill_n(r.begin() + static_cast<std::ptrdiff_t>(D * rope.first), D * rope.masses(), 0.0);
            continue;
        }
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

/// Ropes and bodies that a force couples go on as one group. True where one of them rested.
bool NewtonSolver::joinCoupled()
{
    bool wakes = false;
    const auto join = [&](const auto& couplings)
    {
        for (const auto& coupling : couplings)
            wakes = groups_.join(coupling.edge, coupling.other) || wakes;
    };
    if (outside.empty())
        return false;
    join(outside_.far);
    join(outside_.columns);
    join(outside_.blocks);
    return wakes;
}

/// Keeps what the forces have told of members that do not rest.
void NewtonSolver::noteAsked()
{
    for (std::size_t m = 0; m < groups_.members(); ++m)
        unsettled_[m] = groups_.rests(m) ? unsettled_[m] : 0;
    for (const std::uint32_t point : outside_.unsettled)
        unsettled_[groups_.memberOf(point)] = 1;
    for (std::size_t b = 0; b < poses_.size(); ++b)
    {
        const std::size_t member = parts_.size() + b;
        const std::size_t turn = firstBody() + 2 * b + 1;
        if (!groups_.rests(member))
            freeBodies_[b] = outside.empty() || (outside_.own[turn] == glm::dmat3(0.0) &&
                                                 outside_.force[turn] == Vec3(0.0) && groups_.isAlone(member));
    }
}

/// Whether a group has one of these members, by groups.
std::vector<char> NewtonSolver::groupsWith(const std::vector<char>& members) const
{
    std::vector<char> with(members.size(), 0);
    for (std::size_t m = 0; m < members.size(); ++m)
        if (members[m] != 0)
            with[groups_.groupOf(m)] = 1;
    return with;
}

/// Groups that are solved rest; true where all do.
bool NewtonSolver::letSolvedRest(const RopeState& state, double tolerance)
{
    if (joinCoupled()) // what a group has just come to touch goes on with it
        return false;
    const std::vector<char> unsettled = groupsWith(unsettled_);
    const std::vector<double> largest = largestCorrections();
    for (std::size_t m = 0; m < groups_.members(); ++m)
    {
        const std::uint32_t g = groups_.groupOf(m);
        if (groups_.rests(m) || unsettled[g] != 0 || largest[g] > tolerance)
            continue;
        groups_.letRest(m);
        if (m < parts_.size())
            followRope(state, m);
    }
    return groups_.allRest();
}

/// Whether anything from outside is stiff, by members.
std::vector<char> NewtonSolver::pressedMembers() const
{
    std::vector<char> pressed(groups_.members(), 0);
    if (outside.empty())
        return pressed;
    for (std::size_t point = 0; point < outside_.own.size(); ++point)
        if (outside_.own[point] != glm::dmat3(0.0))
            pressed[groups_.memberOf(point)] = 1;
    for (const FarCoupling& coupling : outside_.far)
        pressed[groups_.memberOf(coupling.edge)] = pressed[groups_.memberOf(coupling.other)] = 1;
    return pressed;
}

/// [m], of a segment or a body.
double NewtonSolver::lengthOf(const RopeState& state, std::size_t member) const
{
    return member < parts_.size() ? state.ropes[member].springs.front().restLength
                                  : reachOf(state.bodies[bodyOf(member)].body);
}

/// Where the last correction is so small that the next one mostly finds out that it was enough, the last factor can
/// tell too: the error left then is the next correction times the last one over the length of a segment. Groups end one
/// by one, and the others stay where they are. True where all end.
template <std::size_t D>
bool NewtonSolver::endsByLastFactor(System<D>& system, const RopeState& state, const std::vector<Mass>& masses,
                                    const Limit& limit, ImplicitEffort& effort)
{
    if (coupled() && !whole_)
        return false; // the bands alone know nothing of their couplings
    const std::vector<char> pressed = pressedMembers();
    const std::vector<double> last = largestCorrections();
    std::vector<char> fails = unsettled_; // by members
    for (std::size_t m = 0; m < groups_.members(); ++m)
    {
        const double small = pressed[m] != 0 ? 0.04 : 9.0;
        const double largest = last[groups_.groupOf(m)];
        if (largest * largest > small * limit.correction * lengthOf(state, m))
            fails[m] = 1;
    }
    const std::vector<char> resting = groups_.resting();
    const auto letFailuresRest = [&]
    {
        const std::vector<char> failing = groupsWith(fails);
        for (std::size_t m = 0; m < groups_.members(); ++m)
            if (failing[groups_.groupOf(m)] != 0)
                groups_.letRest(m);
        return groups_.allRest();
    };
    if (letFailuresRest())
    {
        groups_.setResting(resting);
        return false;
    }
    spend(masses.size() / 3);
    look<D>(state, masses);
    for (const std::uint32_t point : outside_.changed)
        fails[groups_.memberOf(point)] = 1;
    second_ = residual_;
    answerOfFactored(system, second_, state);
    constexpr double shrinks = 0.1;
    for (std::size_t point = 0; point < positions.size(); ++point)
    {
        const std::size_t m = groups_.memberOf(point);
        const bool turns = m >= parts_.size() && (point - firstBody()) % 2 == 1;
        const double most =
            m < parts_.size() ? std::min(0.5 * limit.correction, shrinks * corrections_[m]) : 0.5 * limit.correction;
        for (std::size_t k = 0; k < D && !groups_.rests(m); ++k)
            if (!(std::abs(second_[D * point + k]) * (k == 3 || turns ? lengthOf(state, m) : 1.0) <= most))
                fails[m] = 1;
    }
    for (std::size_t m = 0; m < groups_.members(); ++m)
        fails[m] = fails[m] != 0 || unsettled_[m] != 0;
    if (joinCoupled() || letFailuresRest())
    {
        groups_.setResting(resting);
        return false;
    }
    ++effort.iterations;
    const double correction = move(second_, D, state);
    follow(state);
    groups_.setResting(resting);
    const std::vector<char> failing = groupsWith(fails);
    for (std::size_t m = 0; m < groups_.members(); ++m)
        if (failing[groups_.groupOf(m)] == 0)
            groups_.letRest(m);
    lastCorrection_ = groups_.allRest() ? correction : lastCorrection_;
    return groups_.allRest();
}

/// Factors a matrix without a direction of negative stiffness. Mostly compressed edges alone have made one: then the
/// forces from outside keep the exact Hessian, with which Newton's method ends sooner.
template <std::size_t D>
void NewtonSolver::factorSafely(System<D>& system, const RopeState& state, const std::vector<Mass>& masses)
{
    spend(masses.size());
    for (std::size_t r = 0; r < parts_.size(); ++r)
        if (!groups_.rests(r))
            parts_[r].elastic.derive<Hessian::gauss_newton>(state.ropes[r], parts_[r].shape);
    if (!outside.empty() && factor(system, state, masses))
        return;
    askOutside(state, masses, Hessian::gauss_newton);
    factor(system, state, masses);
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
    groups_.separate();
    unsettled_.assign(groups_.members(), 0);
    looked_.clear();
    if (!whole_ || pairs_.empty()) // but where the bands have not done, and the whole matrix takes their place
    {
        pairs_.clear();
        for (const OutsideForce* force : outside)
            force->addPairs(pairs_);
        std::sort(pairs_.begin(), pairs_.end());
        pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    }

    Progress progress;
    lastCorrection_ = state.ropes.front().springs.front().restLength;
    constexpr int fewestIterations = 2;
    for (int iteration = 0; iteration < limit.iterations && (workLeft > 0 || iteration < fewestIterations); ++iteration)
    {
        StepWatch::lookWithin();
        ++effort.iterations;
        spend(masses.size());
        do
        {
            derive<Hessian::exact>(state);
            askOutside(state, masses, Hessian::exact);
        } while (joinCoupled());
        noteAsked();
        setResidual<D>(residual_, state, masses);
        if (!factor(system, state, masses))
        {
            ++effort.fallbacks;
            factorSafely(system, state, masses);
        }
        correct(system, state, masses, limit);
        const double correction = lastCorrection_ =
            limit.careful ? moveWhereItHelps(system, state, masses) : move(system.step, D, state);
        if (!(correction < std::numeric_limits<double>::infinity()))
            return false;
        if (letSolvedRest(state, limit.correction) || endsByLastFactor(system, state, masses, limit, effort))
            return true;
        const bool settled = std::count(unsettled_.begin(), unsettled_.end(), 1) == 0;
        const bool stalls =
            limit.careful && !outside.empty()
                ? progress.drivesNoLess(iteration, std::abs(drive_))
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
