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

/// A block of two points with places and angles: the couplings of the first one's angle with the other's place, of its
/// place with the other's angle, and of both angles go beside the one of places.
glm::dmat4 withAngles(const glm::dmat3& places, const Vec3& angleWithPlace, const Vec3& placeWithAngle, double angles)
{
    return {glm::dvec4(places[0], placeWithAngle.x), glm::dvec4(places[1], placeWithAngle.y),
            glm::dvec4(places[2], placeWithAngle.z), glm::dvec4(angleWithPlace, angles)};
}

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
    angle.clear();
    parts_.resize(state.ropes.size());
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        const Rope& rope = state.ropes[r];
        Part& part = parts_[r];
        pinned_.insert(pinned_.end(), rope.pinned.begin(), rope.pinned.end());
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
}

/// The edges at `positions`, and the torques there.
void NewtonSolver::follow(const RopeState& state)
{
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
    return {state, masses, positions, startAngle_, angle, goal, goal.dt};
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
    if (!outside_.far.empty())
        outside_.makeSymmetric(); // as conjugate gradients need it
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

template <std::size_t D>
void NewtonSolver::assemble(System<D>& system, const RopeState& state, const std::vector<Mass>& masses) const
{
    for (std::size_t r = 0; r < parts_.size(); ++r)
        assemble(system.blocks[r].band, state.ropes[r], parts_[r], masses);
}

/// The matrix of a rope: elastic Hessian, inertia and drag. A pinned mass and a held angle are out of it.
template <std::size_t D>
void NewtonSolver::assemble(BandSystem<D>& band, const Rope& rope, const Part& part,
                            const std::vector<Mass>& masses) const
{
    const RopeElastic& elastic = part.elastic;
    const std::size_t n = rope.segments();
    band.begin(n + 1);
    const glm::dmat3 none(0.0);
    VertexTwist twist = D == 4 ? twistOf(rope, part, 0) : VertexTwist{};
    for (std::size_t i = 0; i <= n; ++i)
    {
        // Edges i and i + 1 by slot lie before and behind mass i; the imagined ones move no mass.
        const glm::dmat3& before = i > 0 ? elastic.own[i] : none;
        const glm::dmat3& behind = i < n ? elastic.own[i + 1] : none;
        const glm::dmat3& here = elastic.beside[i];
        const std::size_t mass = rope.first + i;
        glm::dmat3 own =
            before + behind - here - glm::transpose(here) +
            glm::dmat3(goal.inertia[mass] * masses[mass].mass + goal.drag[mass] * rope.constants.airFriction);
        if (!outside.empty())
            own += outside_.own[mass];
        glm::dmat3 next(0.0);
        if (i < n)
        {
            next = here + elastic.beside[i + 1] - behind;
            if (!outside.empty())
                next += outside_.beside[mass];
        }
        if constexpr (D == 3)
        {
            band.template setBlock<3>(i, 0, own);
            if (i < n)
                band.template setBlock<3>(i, 1, glm::transpose(next));
            if (i + 1 < n)
                band.template setBlock<3>(i, 2, -glm::transpose(elastic.beside[i + 1]));
        }
        else
        {
            // tau = theta_after - theta_before + m(e, f): the row of an angle holds k ± dm/dx. The angle of point i is
            // the angle of the edge between the vertices i and i + 1; the last point has none.
            const VertexTwist twistNext = i < n ? twistOf(rope, part, i + 1) : VertexTwist{};
            const bool angled = i < n;
            const bool angledNext = i + 1 < n;
            const Vec3 byOwn = twist.byMass[1] - twistNext.byMass[0];
            const double spin = angled ? twist.stiffness + twistNext.stiffness +
                                             goal.angleInertia[rope.firstSlot + i + 1] * rope.spinInertia[i + 1]
                                       : 1.0;
            band.template setBlock<4>(i, 0,
                                      withAngles(own, angled ? byOwn : Vec3(0.0), angled ? byOwn : Vec3(0.0), spin));
            if (i < n)
                band.template setBlock<4>(i, 1,
                                          withAngles(glm::transpose(next), twist.byMass[2] - twistNext.byMass[1],
                                                     angledNext ? twistNext.byMass[0] : Vec3(0.0),
                                                     angledNext ? -twistNext.stiffness : 0.0));
            if (i + 1 < n)
                band.template setBlock<4>(
                    i, 2, withAngles(-glm::transpose(elastic.beside[i + 1]), -twistNext.byMass[2], Vec3(0.0), 0.0));
            twist = twistNext;
        }
    }
    if constexpr (D == 4)
        for (const SurfaceStiffness& surface : outside_.surface)
            if (rope.has(surface.grip.first))
                surface.addTo(band, rope.first);
    for (std::size_t slot = 1; slot <= n && D == 4; ++slot)
        if (rope.angleHeld(slot))
            band.hold(slot - 1, D - 1);
    for (std::size_t i = 0; i <= n; ++i)
        if (rope.pinned[i])
            for (std::size_t k = 0; k < 3; ++k)
                band.hold(i, k);
}

/// The derivatives of the torque of a vertex.
NewtonSolver::VertexTwist NewtonSolver::twistOf(const Rope& rope, const Part& part, std::size_t vertex) const
{
    const double k = rope.constants.torsionalStiffness * rope.perVertexLength[vertex];
    const Vec3& binormal = part.elastic.binormal[vertex];
    const Vec3 rate = 0.5 * k * part.shape.perLength[vertex] * binormal;
    const Vec3 rateNext = 0.5 * k * part.shape.perLength[vertex + 1] * binormal;
    return {k, {-rate, rate - rateNext, rateNext}};
}

/// Factors the matrix; false where it has a direction of negative stiffness, or seems to.
template <std::size_t D>
bool NewtonSolver::factor(System<D>& system, const RopeState& state) const
{
    bool positive = true;
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        Block<D>& block = system.blocks[r];
        if (outside_.symmetric())
        {
            positive = block.band.factor() == 0 && positive;
            continue;
        }
        block.general.begin(block.band);
        addOneSided(block.general, state.ropes[r]);
        positive = block.general.factor() && positive;
    }
    return positive;
}

/// Adds what of the forces from outside is not symmetric.
template <std::size_t D>
void NewtonSolver::addOneSided(GeneralBand<D>& general, const Rope& rope) const
{
    for (const OneSidedStiffness& part : outside_.oneSided)
    {
        if (!rope.has(part.force) || pinned_[part.force])
            continue;
        for (std::size_t r = 0; r < 3; ++r)
            for (std::size_t c = 0; c < 3; ++c)
                general.at(D * (part.force - rope.first) + r, D * (part.moved - rope.first) + c) +=
                    part.stiffness[static_cast<int>(c)][static_cast<int>(r)];
    }
    if constexpr (D == 4)
    {
        const auto held = [&](std::size_t unknown)
        {
            const std::size_t mass = rope.first + unknown / D;
            return (unknown % D == 3 ? angleHeld_[mass] : pinned_[mass]) != 0;
        };
        for (const SurfaceSlope& part : outside_.surfaceSlopes)
            if (rope.has(part.grip.first))
                part.addTo(general, rope.first, held);
    }
}

/// Solves for each in its place, after `factor`; `first` is the first unknown of the rope.
template <std::size_t D, typename... Sides>
void NewtonSolver::answer(const Block<D>& block, std::size_t first, Sides&... sides) const
{
    if (outside_.symmetric())
        block.band.solve((sides.data() + first)...);
    else
        (block.general.solve(sides.data() + first), ...);
}

/// dPhi/dx into `spread`, for `answer` to solve for.
template <std::size_t D>
void NewtonSolver::setSpread(System<D>& system, const Rope& rope, const Part& part) const
{
    for (std::size_t i = 0; i <= rope.segments(); ++i)
    {
        const Vec3 g = rope.pinned[i] ? Vec3(0.0) : part.elastic.twistRate[i] - part.elastic.twistRate[i + 1];
        for (std::size_t k = 0; k < 3; ++k)
            system.spread[D * (rope.first + i) + k] = g[static_cast<int>(k)];
    }
}

/// Solves with the factored matrix, and the uniform twist in it, for the first correction.
template <std::size_t D>
void NewtonSolver::answerOfStep(System<D>& system, const RopeState& state) const
{
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        const Rope& rope = state.ropes[r];
        Block<D>& block = system.blocks[r];
        block.twistStiffness = D == 3 ? uniformTwistStiffness(rope) : 0.0;
        if (block.twistStiffness == 0.0)
        {
            answer(block, D * rope.first, system.step);
            continue;
        }
        setSpread(system, rope, parts_[r]);
        answer(block, D * rope.first, system.spread, system.step);
        block.twistAlongSpread = twistAlong(rope, parts_[r], system.spread);
        addTwist(system, block, system.step, rope, parts_[r]);
    }
}

/// The same for b in its place; after `answerOfStep`.
template <std::size_t D>
void NewtonSolver::answerOfBands(System<D>& system, std::vector<double>& b, const RopeState& state) const
{
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        const Rope& rope = state.ropes[r];
        const Block<D>& block = system.blocks[r];
        answer(block, D * rope.first, b);
        if (block.twistStiffness > 0.0)
            addTwist(system, block, b, rope, parts_[r]);
    }
}

/// Brings the uniform twist into the band's answer b.
template <std::size_t D>
void NewtonSolver::addTwist(const System<D>& system, const Block<D>& block, std::vector<double>& b, const Rope& rope,
                            const Part& part) const
{
    const double k = block.twistStiffness;
    const double share = k * twistAlong(rope, part, b) / (1.0 + k * block.twistAlongSpread);
    for (std::size_t i = D * rope.first; i < D * (rope.first + rope.masses()); ++i)
        b[i] -= share * system.spread[i];
}

/// dPhi/dx of a rope times a vector by unknowns.
double NewtonSolver::twistAlong(const Rope& rope, const Part& part, const std::vector<double>& step) const
{
    double product = 0.0;
    for (std::size_t i = 0; i <= rope.segments(); ++i)
    {
        const double* at = &step[3 * (rope.first + i)];
        if (!rope.pinned[i])
            product += glm::dot(part.elastic.twistRate[i] - part.elastic.twistRate[i + 1], Vec3(at[0], at[1], at[2]));
    }
    return product;
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
    return std::sqrt(largest);
}

/// Ropes that no coupling joins to another rest as soon as they are solved: they end with the bits that each has alone.
void NewtonSolver::letSolvedRest(const RopeState& state, double tolerance)
{
    if (parts_.size() == 1)
        return;
    for (std::size_t r = 0; r < parts_.size(); ++r)
        parts_[r].rests = parts_[r].rests || parts_[r].correction <= tolerance;
    for (const FarCoupling& coupling : outside_.far)
        for (std::size_t r = 0; r < parts_.size(); ++r)
            if (state.ropes[r].has(coupling.edge) != state.ropes[r].has(coupling.other))
                parts_[r].rests = false;
}

/// Adds a correction, or the part of it that brings nothing through anything. Where it is not to overshoot, it is also
/// the part after which the forces do not drive back harder than they drove there: the slope of the goal's sum along it
/// is then no steeper than at the start.
template <std::size_t D>
double NewtonSolver::moveWhereItHelps(System<D>& system, const RopeState& state, const std::vector<Mass>& masses,
                                      bool mayOvershoot)
{
    std::vector<double>& step = system.step;
    const auto slope = [&]
    {
        double sum = 0.0;
        for (std::size_t i = 0; i < step.size(); ++i)
            sum += residual_[i] * step[i];
        return sum;
    };
    const double drive = slope();
    positionsBefore_ = positions;
    angleBefore_ = angle;
    const auto retry = [&](double share)
    {
        positions = positionsBefore_;
        angle = angleBefore_;
        follow(state);
        for (double& unknown : step)
            unknown *= share;
    };
    constexpr int mostTries = 6;
    constexpr double most = 0.7; // at 1 it could go to and fro for ever
    for (int i = 0;; ++i)
    {
        spend(masses.size() / 4);
        const double correction = move(step, D, state);
        if (!(correction < std::numeric_limits<double>::infinity()))
            return correction;
        double share = 1.0;
        for (const OutsideForce* force : outside)
            share = std::min(share, force->safeShare(positionsBefore_, positions));
        if (share < 1.0)
        {
            retry(0.9 * share);
            continue;
        }
        if (i >= mostTries || mayOvershoot)
            return correction;
        derive<Hessian::none>(state);
        askOutside(state, masses, Hessian::none);
        setResidual<D>(residual_, state, masses);
        const double back = -slope();
        if (!(back > most * drive))
        {
            if (i > 0)
                expectTension(state);
            return correction;
        }
        retry(std::clamp(drive / (drive + back), 0.1, 0.5));
    }
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
    const std::size_t unknowns = D * masses.size();
    system.blocks.resize(parts_.size());
    system.step.resize(unknowns);
    system.spread.resize(unknowns);
    residual_.resize(unknowns);

    double last = std::numeric_limits<double>::infinity();
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
        assemble(system, state, masses);
        spend(outside_.symmetric() ? 0 : masses.size());
        if (!factor(system, state))
        {
            ++effort.fallbacks;
            spend(masses.size());
            for (std::size_t r = 0; r < parts_.size(); ++r)
                parts_[r].elastic.derive<Hessian::gauss_newton>(state.ropes[r], parts_[r].shape);
            askOutside(state, masses, Hessian::gauss_newton);
            assemble(system, state, masses);
            for (Block<D>& block : system.blocks)
                block.band.factor();
        }
        system.step = residual_;
        answerOfStep(system, state);
        if (coupled())
            coupleFar(system, state, masses, limit);
        const double correction = lastCorrection_ =
            limit.carefulFrom < limit.iterations
                ? moveWhereItHelps(system, state, masses, iteration < limit.carefulFrom)
                : move(system.step, D, state);
        if (!(correction < std::numeric_limits<double>::infinity()))
            return false;
        const bool settled =
            std::all_of(outside.begin(), outside.end(), [](const OutsideForce* force) { return force->settled(); });
        if (correction <= limit.correction && settled)
        {
            follow(state);
            return true;
        }
        if (settled)
            letSolvedRest(state, limit.correction);
        // The natural monotonicity test: corrections that do not shrink will not within the iterations left. What
        // touches needs some to find out where. Slip spreads along the rope by small corrections that do not shrink.
        const bool spreads = !settled && correction <= 100.0 * limit.correction;
        if (iteration >= (outside.empty() ? 2 : 8) && !spreads && correction > 0.7 * last)
            return false;
        last = correction;
    }
    return false;
}

bool NewtonSolver::solve(const RopeState& state, const std::vector<Mass>& masses, const Limit& limit,
                         ImplicitEffort& effort)
{
    return state.world.twist == TwistModel::waves ? solveWith(waves_, state, masses, limit, effort)
                                                  : solveWith(uniform_, state, masses, limit, effort);
}

template <std::size_t D>
int NewtonSolver::negativePivotsWith(System<D>& system, const RopeState& state, const std::vector<Mass>& masses,
                                     double s)
{
    system.blocks.resize(parts_.size());
    system.spread.assign(D * masses.size(), 0.0);
    derive<Hessian::exact>(state);
    askOutside(state, masses, Hessian::exact);
    outside_.makeSymmetric(); // only a symmetric matrix has such modes
    std::fill(goal.inertia.begin(), goal.inertia.end(), -s);
    std::fill(goal.drag.begin(), goal.drag.end(), 0.0);
    std::fill(goal.angleInertia.begin(), goal.angleInertia.end(), -s);
    assemble(system, state, masses);
    int negative = 0;
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        const Rope& rope = state.ropes[r];
        Block<D>& block = system.blocks[r];
        negative += block.band.factor();
        const double k = block.twistStiffness = D == 3 ? uniformTwistStiffness(rope) : 0.0;
        if (k == 0.0)
            continue;
        // The matrix with the row and column G and the corner -1/k has one negative direction more than K + k G Gᵀ, and
        // as many as K and -1/k - Gᵀ K⁻¹ G have together.
        setSpread(system, rope, parts_[r]);
        answer(block, D * rope.first, system.spread);
        block.twistAlongSpread = twistAlong(rope, parts_[r], system.spread);
        if (-1.0 / k - block.twistAlongSpread > 0.0)
            --negative;
    }
    negative -= tiedNegatives(system, state);
    for (std::size_t r = 0; r < parts_.size(); ++r)
        if (!state.ropes[r].constants.closed) // the ends of a ring are one edge, on which their torques cancel
            negative += loweredByEndTorques(system, state, r, masses);
    return negative;
}

template void NewtonSolver::answerOfBands(System<3>&, std::vector<double>&, const RopeState&) const;
template void NewtonSolver::answerOfBands(System<4>&, std::vector<double>&, const RopeState&) const;

int NewtonSolver::modesBelow(const RopeState& state, const std::vector<Mass>& masses, double s)
{
    return state.world.twist == TwistModel::waves ? negativePivotsWith(waves_, state, masses, s)
                                                  : negativePivotsWith(uniform_, state, masses, s);
}

} // namespace rope
