#include "rod_solver.hpp"

#include <rope/step_watch.hpp>

#include <glm/mat4x4.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

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

} // namespace

void RodSolver::begin(const RodModel& model, const RodTwist& twist, const std::vector<Mass>& masses)
{
    const std::size_t count = masses.size();
    elastic_.resize(model.segments());
    positions.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        positions[i] = masses[i].position;
    angle = twist.angle;
    referenceAtStart_ = twist.reference;
    reference_ = referenceAtStart_;
    totalAtStart_ = totalReference_ = twist.total;
    shape_.set(model, positions);
    tangentsAtStart_ = shape_.tangent;
    // A clamp that has been turned sweeps its area in the step from where it was.
    if (model.ends[0].clamped)
        tangentsAtStart_.front() = model.ends[0].tangentBefore;
    if (model.ends[1].clamped)
        tangentsAtStart_.back() = model.ends[1].tangentBefore;
    for (std::size_t slot = 1; slot <= model.segments(); ++slot)
        elastic_.predictedTension[slot] = model.springs[slot - 1].tension(shape_.length[slot]);
    goal.inertia.resize(count);
    goal.drag.resize(count);
    goal.length.resize(count);
    goal.target.resize(count);
    goal.dragged.resize(count);
    goal.angleInertia.resize(count + 1);
    goal.angleLength.resize(count + 1);
    goal.angleTarget.resize(count + 1);
    goal.angleDragged.resize(count + 1);
}

/// The edges at `positions`, and the torques there.
void RodSolver::follow(const RodModel& model)
{
    shape_.set(model, positions);
    if (model.waves)
    {
        for (std::size_t i = 0; i < reference_.size(); ++i)
            reference_[i] = referenceAtStart_[i] + 2.0 * argument(sweptHalfAngle(tangentsAtStart_, shape_.tangent, i));
        elastic_.setTorques(model, angle, reference_);
        return;
    }
    if (model.torsionalStiffness > 0.0)
        totalReference_ = totalAtStart_ + sweptArea(tangentsAtStart_, shape_.tangent);
    elastic_.setTorque(model, totalReference_);
}

/// The forces from outside at `positions`.
void RodSolver::askOutside(RodHessian hessian)
{
    outside_.makeSymmetric();
    if (outside.empty())
        return;
    outside_.clear(positions.size());
    for (OutsideForce* force : outside)
    {
        force->add(positions, angle, goal, hessian, outside_);
        spend(force->cost());
    }
    if (!outside_.far.empty())
        outside_.makeSymmetric(); // as conjugate gradients need it
}

template <RodHessian hessian>
void RodSolver::derive(const RodModel& model)
{
    follow(model);
    elastic_.derive<hessian>(model, shape_);
}

template void RodSolver::derive<RodHessian::none>(const RodModel&);
template void RodSolver::derive<RodHessian::exact>(const RodModel&);
template void RodSolver::derive<RodHessian::gauss_newton>(const RodModel&);

void RodSolver::storeTwist(const RodModel& model, RodTwist& twist) const
{
    if (model.waves)
    {
        twist.angle = angle;
        twist.reference = reference_;
    }
    twist.total = totalReference_;
}

/// The negative gradient of the goal's sum into r.
template <std::size_t D>
void RodSolver::setResidual(std::vector<double>& r, const RodModel& model, const std::vector<Mass>& masses) const
{
    const std::size_t n = model.segments();
    for (std::size_t i = 0; i <= n; ++i)
    {
        const std::size_t at = D * i;
        Vec3 force(0.0);
        if (!model.pinned[i])
        {
            const double drag = model.airFriction * goal.drag[i];
            force = masses[i].mass * (model.gravity - goal.inertia[i] * (positions[i] - goal.target[i])) +
                    model.loads[i] - drag * (positions[i] - goal.dragged[i]) + elasticForce(i);
            if (!outside.empty())
                force += outside_.force[i];
        }
        for (int k = 0; k < 3; ++k)
            r[at + static_cast<std::size_t>(k)] = force[k];
        if constexpr (D == 4)
        {
            const std::size_t slot = i + 1;
            double torque = 0.0;
            if (i < n && !model.angleHeld(slot))
            {
                torque = -elastic_.angleGradient[slot] -
                         goal.angleInertia[slot] * model.spinInertia[slot] * (angle[slot] - goal.angleTarget[slot]);
                if (!outside.empty())
                    torque += outside_.torque[slot];
                torque += slot == 1 && !model.ends[0].angleHeld ? model.ends[0].torque : 0.0;
                torque += slot == n && !model.ends[1].angleHeld ? model.ends[1].torque : 0.0;
            }
            r[at + 3] = torque;
        }
    }
}

/// The matrix: elastic Hessian, inertia and drag. A pinned mass and a held angle are out of it.
template <std::size_t D>
void RodSolver::assemble(System<D>& system, const RodModel& model, const std::vector<Mass>& masses) const
{
    auto& band = system.band;
    const std::size_t n = model.segments();
    band.begin(n + 1);
    const glm::dmat3 none(0.0);
    VertexTwist twist = D == 4 ? twistOf(model, 0) : VertexTwist{};
    for (std::size_t i = 0; i <= n; ++i)
    {
        // Edges i and i + 1 by slot lie before and behind mass i; the imagined ones move no mass.
        const glm::dmat3& before = i > 0 ? elastic_.own[i] : none;
        const glm::dmat3& behind = i < n ? elastic_.own[i + 1] : none;
        const glm::dmat3& here = elastic_.beside[i];
        glm::dmat3 own = before + behind - here - glm::transpose(here) +
                         glm::dmat3(goal.inertia[i] * masses[i].mass + goal.drag[i] * model.airFriction);
        if (!outside.empty())
            own += outside_.own[i];
        glm::dmat3 next(0.0);
        if (i < n)
        {
            next = here + elastic_.beside[i + 1] - behind;
            if (!outside.empty())
                next += outside_.beside[i];
        }
        if constexpr (D == 3)
        {
            band.template setBlock<3>(i, 0, own);
            if (i < n)
                band.template setBlock<3>(i, 1, glm::transpose(next));
            if (i + 1 < n)
                band.template setBlock<3>(i, 2, -glm::transpose(elastic_.beside[i + 1]));
        }
        else
        {
            // tau = theta_after - theta_before + m(e, f): the row of an angle holds k ± dm/dx. The angle of point i is
            // that of the edge between the vertices i and i + 1; the last point has none.
            const VertexTwist twistNext = i < n ? twistOf(model, i + 1) : VertexTwist{};
            const bool angled = i < n;
            const bool angledNext = i + 1 < n;
            const Vec3 byOwn = twist.byMass[1] - twistNext.byMass[0];
            const double spin =
                angled ? twist.stiffness + twistNext.stiffness + goal.angleInertia[i + 1] * model.spinInertia[i + 1]
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
                    i, 2, withAngles(-glm::transpose(elastic_.beside[i + 1]), -twistNext.byMass[2], Vec3(0.0), 0.0));
            twist = twistNext;
        }
    }
    if constexpr (D == 4)
        for (const SurfaceStiffness& part : outside_.surface)
            part.addTo(band);
    for (std::size_t slot = 1; slot <= n && D == 4; ++slot)
        if (model.angleHeld(slot))
            band.hold(slot - 1, D - 1);
    for (std::size_t i = 0; i <= n; ++i)
        if (model.pinned[i])
            for (std::size_t k = 0; k < 3; ++k)
                band.hold(i, k);
}

/// The derivatives of the torque of vertex i.
RodSolver::VertexTwist RodSolver::twistOf(const RodModel& model, std::size_t i) const
{
    const double k = model.torsionalStiffness * model.perVertexLength[i];
    const Vec3 rate = 0.5 * k * shape_.perLength[i] * elastic_.binormal[i];
    const Vec3 rateNext = 0.5 * k * shape_.perLength[i + 1] * elastic_.binormal[i];
    return {k, {-rate, rate - rateNext, rateNext}};
}

/// Factors the matrix; false where it has a direction of negative stiffness, or seems to.
template <std::size_t D>
bool RodSolver::factor(System<D>& system, const RodModel& model) const
{
    if (outside_.symmetric())
        return system.band.factor() == 0;
    system.general.begin(system.band);
    for (const OneSidedStiffness& part : outside_.oneSided)
    {
        if (model.pinned[part.force])
            continue;
        for (std::size_t r = 0; r < 3; ++r)
            for (std::size_t c = 0; c < 3; ++c)
                system.general.at(D * part.force + r, D * part.moved + c) +=
                    part.stiffness[static_cast<int>(c)][static_cast<int>(r)];
    }
    if constexpr (D == 4)
    {
        const auto held = [&](std::size_t unknown)
        {
            const std::size_t mass = unknown / D;
            return unknown % D == 3 ? model.angleHeld(mass + 1) : model.pinned[mass] != 0;
        };
        for (const SurfaceSlope& part : outside_.surfaceSlopes)
            part.addTo(system.general, held);
    }
    return system.general.factor();
}

/// Solves for each in its place, after `factor`.
template <std::size_t D, typename... Sides>
void RodSolver::answer(const System<D>& system, Sides&... sides) const
{
    if (outside_.symmetric())
        system.band.solve(sides...);
    else
        (system.general.solve(sides), ...);
}

/// dPhi/dx into `spread`, for `answer` to solve for.
template <std::size_t D>
void RodSolver::setSpread(System<D>& system, const RodModel& model) const
{
    const std::size_t n = model.segments();
    for (std::size_t i = 0; i <= n; ++i)
    {
        const Vec3 g = model.pinned[i] ? Vec3(0.0) : elastic_.twistRate[i] - elastic_.twistRate[i + 1];
        for (std::size_t k = 0; k < 3; ++k)
            system.spread[D * i + k] = g[static_cast<int>(k)];
    }
}

/// Solves with the factored matrix, and the uniform twist in it, for the first correction.
template <std::size_t D>
void RodSolver::answerOfStep(System<D>& system, const RodModel& model) const
{
    system.twistStiffness = D == 3 ? uniformTwistStiffness(model) : 0.0;
    if (system.twistStiffness == 0.0)
    {
        answer(system, system.step);
        return;
    }
    setSpread(system, model);
    answer(system, system.spread, system.step);
    system.twistAlongSpread = twistAlong(model, system.spread);
    addTwist(system, system.step, model);
}

/// The same for b in its place; after `answerOfStep`.
template <std::size_t D>
void RodSolver::answerOfBand(System<D>& system, std::vector<double>& b, const RodModel& model) const
{
    answer(system, b);
    if (system.twistStiffness > 0.0)
        addTwist(system, b, model);
}

/// Brings the uniform twist into the band's answer b.
template <std::size_t D>
void RodSolver::addTwist(const System<D>& system, std::vector<double>& b, const RodModel& model) const
{
    const double k = system.twistStiffness;
    const double share = k * twistAlong(model, b) / (1.0 + k * system.twistAlongSpread);
    for (std::size_t i = 0; i < b.size(); ++i)
        b[i] -= share * system.spread[i];
}

/// dPhi/dx times what is given by mass.
double RodSolver::twistAlong(const RodModel& model, const std::vector<double>& step) const
{
    double product = 0.0;
    for (std::size_t i = 0; i <= model.segments(); ++i)
        if (!model.pinned[i])
            product += glm::dot(elastic_.twistRate[i] - elastic_.twistRate[i + 1],
                                Vec3(step[3 * i], step[3 * i + 1], step[3 * i + 2]));
    return product;
}

/// Adds a correction, and predicts the tensions. Returns the largest correction [m].
double RodSolver::move(const std::vector<double>& step, std::size_t perMass, const RodModel& model)
{
    // Far from all that moves a rope, corrections become numbers that are almost too small for the processor, and would
    // take it a hundred times as long.
    const auto noticed = [&](std::size_t unknown) { return std::abs(step[unknown]) < 1e-100 ? 0.0 : step[unknown]; };
    const auto correction = [&](std::size_t i)
    { return Vec3(noticed(perMass * i), noticed(perMass * i + 1), noticed(perMass * i + 2)); };
    double largest = 0.0; // squared
    Vec3 before(0.0);
    for (std::size_t i = 0; i < positions.size(); ++i)
    {
        const Vec3 here = correction(i);
        const double square = glm::dot(here, here);
        if (!(square < std::numeric_limits<double>::infinity()))
            return square;
        largest = std::max(largest, square);
        positions[i] += here;
        if (i > 0)
        {
            const Spring& spring = model.springs[i - 1];
            elastic_.predictedTension[i] =
                spring.tension(shape_.length[i]) + spring.springConstant * glm::dot(shape_.tangent[i], here - before);
        }
        before = here;
        if (perMass == 4 && i < model.segments())
        {
            const double turn = noticed(4 * i + 3);
            angle[i + 1] += turn;
            const double moved = turn * model.springs[i].restLength; // [m], to compare with
            largest = std::max(largest, moved * moved);
        }
    }
    return std::sqrt(largest);
}

/// Adds a correction, or the part of it that brings nothing through anything. Where it is not to overshoot, it is also
/// the part after which the forces do not drive back harder than they drove there: the slope of the goal's sum along it
/// is then no steeper than at the start.
template <std::size_t D>
double RodSolver::moveWhereItHelps(System<D>& system, const RodModel& model, const std::vector<Mass>& masses,
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
        follow(model);
        for (double& unknown : step)
            unknown *= share;
    };
    constexpr int mostTries = 6;
    constexpr double most = 0.7; // at 1 it could go to and fro for ever
    for (int i = 0;; ++i)
    {
        spend(masses.size() / 4);
        const double correction = move(step, D, model);
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
        derive<RodHessian::none>(model);
        askOutside(RodHessian::none);
        setResidual<D>(residual_, model, masses);
        const double back = -slope();
        if (!(back > most * drive))
        {
            // The tension that a shortened correction was to bring is not there yet.
            for (std::size_t slot = 1; slot <= model.segments() && i > 0; ++slot)
                elastic_.predictedTension[slot] =
                    std::max(elastic_.predictedTension[slot], model.springs[slot - 1].tension(shape_.length[slot]));
            return correction;
        }
        retry(std::clamp(drive / (drive + back), 0.1, 0.5));
    }
}

template <std::size_t D>
bool RodSolver::solveWith(System<D>& system, const RodModel& model, const std::vector<Mass>& masses, const Limit& limit,
                          ImplicitEffort& effort)
{
    const std::size_t unknowns = D * masses.size();
    system.step.resize(unknowns);
    system.spread.resize(unknowns);
    residual_.resize(unknowns);

    double last = std::numeric_limits<double>::infinity();
    lastCorrection_ = model.springs.front().restLength;
    constexpr int fewestIterations = 2;
    for (int iteration = 0; iteration < limit.iterations && (workLeft > 0 || iteration < fewestIterations); ++iteration)
    {
        StepWatch::lookWithin();
        ++effort.iterations;
        spend(masses.size());
        derive<RodHessian::exact>(model);
        askOutside(RodHessian::exact);
        setResidual<D>(residual_, model, masses);
        assemble(system, model, masses);
        spend(outside_.symmetric() ? 0 : masses.size());
        if (!factor(system, model))
        {
            ++effort.fallbacks;
            spend(masses.size());
            elastic_.derive<RodHessian::gauss_newton>(model, shape_);
            askOutside(RodHessian::gauss_newton);
            assemble(system, model, masses);
            system.band.factor();
        }
        system.step = residual_;
        answerOfStep(system, model);
        if (!outside.empty() && !outside_.far.empty())
            coupleFar(system, model, masses, limit);
        const double correction = lastCorrection_ =
            limit.carefulFrom < limit.iterations
                ? moveWhereItHelps(system, model, masses, iteration < limit.carefulFrom)
                : move(system.step, D, model);
        if (!(correction < std::numeric_limits<double>::infinity()))
            return false;
        const bool settled =
            std::all_of(outside.begin(), outside.end(), [](const OutsideForce* force) { return force->settled(); });
        if (correction <= limit.correction && settled)
        {
            follow(model);
            return true;
        }
        // The natural monotonicity test: corrections that do not shrink will not within the iterations left. What
        // touches needs some to find out where. Slip spreads along the rod by small corrections that do not shrink.
        const bool spreads = !settled && correction <= 100.0 * limit.correction;
        if (iteration >= (outside.empty() ? 2 : 8) && !spreads && correction > 0.7 * last)
            return false;
        last = correction;
    }
    return false;
}

bool RodSolver::solve(const RodModel& model, const std::vector<Mass>& masses, const Limit& limit,
                      ImplicitEffort& effort)
{
    return model.waves ? solveWith(waves_, model, masses, limit, effort)
                       : solveWith(uniform_, model, masses, limit, effort);
}

template <std::size_t D>
int RodSolver::negativePivotsWith(System<D>& system, const RodModel& model, const std::vector<Mass>& masses, double s)
{
    system.spread.assign(D * masses.size(), 0.0);
    derive<RodHessian::exact>(model);
    askOutside(RodHessian::exact);
    outside_.makeSymmetric(); // only a symmetric matrix has such modes
    std::fill(goal.inertia.begin(), goal.inertia.end(), -s);
    std::fill(goal.drag.begin(), goal.drag.end(), 0.0);
    std::fill(goal.angleInertia.begin(), goal.angleInertia.end(), -s);
    assemble(system, model, masses);
    int negative = system.band.factor();
    const double k = system.twistStiffness = D == 3 ? uniformTwistStiffness(model) : 0.0;
    if (k > 0.0)
    {
        // The matrix with the row and column G and the corner -1/k has one negative direction more than K + k G Gᵀ, and
        // as many as K and -1/k - Gᵀ K⁻¹ G have together.
        setSpread(system, model);
        answer(system, system.spread);
        system.twistAlongSpread = twistAlong(model, system.spread);
        if (-1.0 / k - system.twistAlongSpread > 0.0)
            --negative;
    }
    // The ends of a ring are one edge, on which their torques cancel.
    const bool ring = !outside.empty() && !outside_.far.empty();
    return negative - tiedNegatives(system, model) + (ring ? 0 : loweredByEndTorques(system, model, masses));
}

template void RodSolver::answerOfBand(System<3>&, std::vector<double>&, const RodModel&) const;
template void RodSolver::answerOfBand(System<4>&, std::vector<double>&, const RodModel&) const;

int RodSolver::modesBelow(const RodModel& model, const std::vector<Mass>& masses, double s)
{
    return model.waves ? negativePivotsWith(waves_, model, masses, s) : negativePivotsWith(uniform_, model, masses, s);
}

} // namespace rope
