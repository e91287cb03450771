#include "rod_closure.hpp"
#include "rod_contacts.hpp"
#include "rod_passages.hpp"
#include "rod_self_contacts.hpp"
#include "rod_solver.hpp"
#include "rod_work.hpp"

#include <rope/rod.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

// A rod's steps, with what it touches; its rest, and its small motions.

namespace rope
{

namespace
{

constexpr int mostIterations = 12;
constexpr int mostIterationsInContact = 24;
/// Where a rope touches itself, the first corrections find out what touches and what slips there. They may overshoot:
/// when they were shortened, a pile took a fifth more iterations.
constexpr int carefulFromInTouch = 3;
/// For how many pieces of steps after the one with the blow the rod takes implicit Euler.
constexpr unsigned char stepsAfterHit = 2;
/// Of RodSolver in one step, 0.15 µs each on a free processor: a rope that no step solves would take many. The hardest
/// step of 500 contacts of a rope with itself, when a spiral is first drawn tight, takes a million; of 300 masses that
/// are jammed between posts, nearly three.
constexpr long long mostWork = 600'000;
constexpr long long mostWorkTouchingItself = 3'000'000;

} // namespace

// BDF2 with a step h after a step h⁻, r = h/h⁻:
//
//     x⁺ = ((1 + r)² x - r² x⁻)/(1 + 2 r) + s v⁺,   v⁺ = ((1 + r)² v - r² v⁻)/(1 + 2 r) + s a(x⁺, v⁺),   s = h (1 +
//     r)/(1 + 2 r)
//
// Without a past r = 0: implicit Euler. So where a step is far longer than the last one: BDF2 is unstable from
// r = 1 + sqrt(2) on (R. D. Grigorieff, Stability of multistep-methods on variable grids, Numer. Math. 42, 1983).
void RodSimulation::setGoal(double dt)
{
    const bool hasPast =
        settings_.integrator == RodIntegrator::bdf2 && past_.restarts == 0 && past_.dt > 0.0 && dt < 2.4 * past_.dt;
    const double ratio = hasPast ? dt / past_.dt : 0.0;
    const double one = (1.0 + ratio) * (1.0 + ratio) / (1.0 + 2.0 * ratio);
    const double other = ratio * ratio / (1.0 + 2.0 * ratio);
    const double s = dt * (1.0 + ratio) / (1.0 + 2.0 * ratio);
    const std::size_t count = masses_.size();
    RodSolver& solver = *solver_;
    solver.begin(model_, twist_, masses_);
    RodGoal& goal = solver.goal;
    past_.positions.resize(count);
    past_.velocities.resize(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        const Mass& mass = masses_[i];
        const Vec3& xBefore = hasPast ? past_.positions[i] : mass.position;
        const Vec3& vBefore = hasPast ? past_.velocities[i] : mass.velocity;
        goal.inertia[i] = 1.0 / (s * s);
        goal.drag[i] = 1.0 / s;
        goal.length[i] = s;
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
        goal.angleInertia[slot] = 1.0 / (s * s);
        goal.angleLength[slot] = s;
        goal.angleDragged[slot] = one * twist_.angle[slot] - other * before;
        goal.angleTarget[slot] = goal.angleDragged[slot] + s * (one * twist_.spin[slot] - other * spinBefore);
        if (settings_.surfaceFriction && slot >= 1 && slot <= model_.segments() && !model_.angleHeld(slot))
            solver.angle[slot] += dt * (twist_.spin[slot] + 0.5 * ratio * (twist_.spin[slot] - spinBefore));
    }
}

/// A contact gives way as much as a segment does under the same force: so it costs the matrix nothing, and under the
/// tension T round the radius R the depth is the strain times l²/R. Its pressure is found where an error moves a mass
/// by no more than a hundredth of the tolerance.
RodContactLaw RodSimulation::contactLaw(double dt) const
{
    const double mass = settings_.massPerLength * segment();
    const double error = dt > 0.0 ? 0.01 * settings_.tolerance * segment() * mass / (dt * dt) : 0.0;
    return {settings_.radius, settings_.contactFriction, settings_.axialStiffness / segment(), error,
            settings_.surfaceFriction};
}

/// Where something is hit the rod begins anew, by implicit Euler: from before the blow its past would throw it back.
/// All of it does, since a force between masses that take different rules is not the same for both: it would make
/// momentum and energy. False where it has begun anew already.
bool RodSimulation::startAnew()
{
    if (settings_.integrator != RodIntegrator::bdf2 || past_.restarts > 0)
        return false;
    past_.restarts = stepsAfterHit + 1;
    return true;
}

/// Brings contact into the step that `setGoal` has prepared. False where the step might bring the rod through
/// something.
bool RodSimulation::meetSolids(double dt)
{
    RodSolver& solver = *solver_;
    RodContacts& contacts = *contacts_;
    solver.outside.push_back(&contacts);
    return contacts.begin(contactLaw(dt), solids_, touches_, masses_, twist_.angle, solver.positions, dt, placed_);
}

void RodSimulation::meetItself(double dt)
{
    RodContactLaw law = contactLaw(dt);
    law.stiffness *= selfSoftness;
    selfContacts_->begin(law, segment(), settings_.closed, selfTouches_, masses_, twist_.angle, solver_->positions, dt);
    spendOnSearch();
    solver_->outside.push_back(&*selfContacts_);
    // Newton's method goes on from where nothing has passed through anything.
    const double share = 0.9 * selfContacts_->safeShare(solver_->positions);
    if (share < 0.9)
        for (std::size_t i = 0; i < masses_.size(); ++i)
            if (!model_.pinned[i])
                solver_->positions[i] = glm::mix(masses_[i].position, solver_->positions[i], share);
}

void RodSimulation::spendOnSearch()
{
    constexpr std::size_t asked = 16; // a pair found is as much as so many asked
    solver_->spend(masses_.size() + asked * selfContacts_->cost());
}

/// Ties the ends of a ring.
void RodSimulation::meetEnds()
{
    closure_->begin(masses_.size(), model_.springs[model_.segments() / 2].springConstant);
    solver_->outside.push_back(&*closure_);
}

/// The same about the present shape, without a step.
void RodSimulation::meetSolidsAtRest()
{
    contacts_->begin(contactLaw(0.0), solids_, touches_, masses_, twist_.angle, solver_->positions, 0.0, placed_);
    solver_->outside.push_back(&*contacts_);
}

void RodSimulation::takeStep(double dt, int halvings)
{
    // Before the positions have followed, a longer first segment is no work of the reel's: bookFeed says what is.
    if (feed_.speed != 0.0)
        change(EnergyLine::integrator, MomentumLine::integrator,
               [&] { shapeFirstSegment(feed_.length + feed_.speed * dt); });
    setGoal(dt);
    RodSolver& solver = *solver_;
    solver.outside.clear();
    addOutside(solver.outside, solver.positions);
    *surroundings_ = solver.outside;
    if (settings_.closed)
        meetEnds();
    const auto inTwo = [&]
    {
        takeStep(0.5 * dt, halvings - 1);
        takeStep(0.5 * dt, halvings - 1);
    };
    const auto affordable = [&solver] { return solver.workLeft > 0; };
    if (touchesSolids())
    {
        if (!meetSolids(dt) && halvings > 0 && affordable())
            return inTwo();
        if (contacts_->anyHit() && startAnew())
            return takeStep(dt, halvings);
    }
    if (touchesItself())
        meetItself(dt);

    ++effort_.pieces;
    const int iterations = solver.outside.empty() ? mostIterations : mostIterationsInContact;
    const auto solve = [&]
    {
        RodSolver::Limit limit{settings_.tolerance * segment(), iterations};
        if (careful_)
            limit.carefulFrom = 0;
        else if (touchesItself())
            limit.carefulFrom = carefulFromInTouch;
        return solver.solve(model_, masses_, limit, effort_);
    };
    bool solved = solve();
    bool exact = solved;
    if (touchesItself())
    {
        constexpr int mostSearches = 3;
        const auto complete = [&]
        {
            spendOnSearch();
            return selfContacts_->complete(solver.positions);
        };
        // Among many touches some change between sticking and slipping for ever: a last correction so small is enough.
        constexpr double little = 0.01; // of the radius
        const auto nearlySolved = [&] { return solved || solver.lastCorrection() < little * settings_.radius; };
        // Where Newton's method has left the masses anywhere, any two edges may touch: that is not looked for, and
        // counts as one search.
        if (!nearlySolved())
            spendOnSearch();
        for (int i = 0; nearlySolved() && !complete() && solved && i < mostSearches && affordable(); ++i)
            solved = solve();
        if (!solved)
            solver.derive<RodHessian::none>(model_); // the twist of the last positions
        exact = solved;
        solved = nearlySolved();
        if (solved && selfContacts_->hits(solver.positions) && startAnew())
            return takeStep(dt, halvings);
    }
    if (solved && touchesSolids() && contacts_->anyNewTouch(solver.positions) && startAnew())
        return takeStep(dt, halvings);
    solved = solved && keptApart();
    if (!solved && halvings > 0 && affordable())
        return inTwo();
    keepStart();
    // Where the smallest piece that can be afforded is not solved either, the rod goes on from where Newton's method
    // ends, unless that gains energy or brings it through something: then it stands still.
    if (solved || passesNothing())
    {
        store(dt);
        if (!gainsEnergy(dt, exact))
        {
            effort_.unsolved += exact ? 0 : 1;
            return endPiece(dt);
        }
        backToStart();
        if (startAnew()) // implicit Euler makes no energy where Newton's method solves it
            return takeStep(dt, halvings);
        if (halvings > 0 && affordable())
            return inTwo();
    }
    ++effort_.stood;
    stand(dt);
    store(dt);
    endPiece(dt);
}

/// Whether the step leaves the rod apart from all that it touches.
bool RodSimulation::keptApart()
{
    return (!touchesSolids() || contacts_->keptApart(solver_->positions)) &&
           (!touchesItself() || selfContacts_->keptApart(solver_->positions));
}

/// Whether the step brings the rod through nothing.
bool RodSimulation::passesNothing()
{
    if (touchesItself())
        selfContacts_->complete(solver_->positions);
    return (!touchesSolids() || contacts_->keptApart(solver_->positions)) &&
           (!touchesItself() || !selfContacts_->passing(solver_->positions));
}

/// How the masses move where only the pins do: those between two pins by a part of the way of each, so that the rod is
/// strained as little as can be.
std::vector<Vec3> RodSimulation::carriedByPins(double dt) const
{
    const std::size_t count = masses_.size();
    std::vector<Vec3> ways(count, Vec3(0.0));
    std::optional<std::size_t> before;
    for (std::size_t i = 0; i < count; ++i)
    {
        if (!model_.pinned[i])
            continue;
        ways[i] = dt * masses_[i].velocity;
        for (std::size_t k = before ? *before + 1 : 0; k < i; ++k)
            ways[k] = before ? glm::mix(ways[*before], ways[i],
                                        static_cast<double>(k - *before) / static_cast<double>(i - *before))
                             : ways[i];
        before = i;
    }
    for (std::size_t k = before ? *before + 1 : count; k < count; ++k)
        ways[k] = ways[*before];
    return ways;
}

/// A step in which the rod stands still, or goes with its pins as far as nothing is in its way. Where it touches itself
/// the pins may draw it through itself.
void RodSimulation::stand(double dt)
{
    startAnew();
    setGoal(dt);
    RodSolver& solver = *solver_;
    solver.angle = twist_.angle;
    const std::vector<Vec3> ways = carriedByPins(dt);
    for (std::size_t i = 0; i < masses_.size(); ++i)
        solver.positions[i] = masses_[i].position + ways[i];
    if (!passesNothing())
        for (std::size_t i = 0; i < masses_.size(); ++i)
            if (!model_.pinned[i])
                solver.positions[i] = masses_[i].position;
    solver.derive<RodHessian::none>(model_);
    if (!touchesItself())
        return;
    selfContacts_->complete(solver.positions);
    if (const auto pair = selfContacts_->passing(solver.positions); pair && !passed_)
        passed_ = RodPassage{time(), pair->first, pair->second};
}

/// Gives the solids the opposite of the forces on the rod; those that have a mass move by it. The arms are those before
/// the piece of the step: of a mass by implicit Euler, x⁺ × v⁺ = x × v⁺, so that what one gains of angular momentum the
/// other loses.
void RodSimulation::pushSolids(double dt)
{
    pushes_.resize(solids_.size());
    for (std::size_t s = 0; s < solids_.size(); ++s)
    {
        SolidBody& solid = solids_[s];
        const bool moves = solid.inverseMass != 0.0;
        const Vec3 velocity = solid.velocity;
        const Vec3 spin = solid.spin;
        for (const RodTouch& touch : touches_)
        {
            if (touch.solid != s)
                continue;
            const Vec3& first = masses_[touch.mass].position;
            const Vec3 arm = touch.edge ? glm::mix(first, masses_[touch.mass + 1].position, touch.along) : first;
            const Vec3 impulse = -dt * (touch.pressure * touch.normal + touch.friction);
            const Vec3 friction = -dt * touch.friction;
            if (moves)
                solid.push(impulse, arm);
            pushes_[s].impulse += impulse;
            pushes_[s].turning += glm::cross(arm, impulse);
            pushes_[s].friction += friction;
            pushes_[s].frictionTurning += glm::cross(arm, friction);
        }
        for (RodTouch& touch : touches_)
            if (moves && touch.solid == s)
                touch.slip -=
                    dt * (solid.velocity - velocity + glm::cross(solid.spin - spin, touch.point - solid.position));
    }
}

/// Takes over what the step has found.
void RodSimulation::store(double dt)
{
    RodSolver& solver = *solver_;
    if (touchesItself())
        selfContacts_->store(solver.positions, solver.angle, selfTouches_);
    if (touchesSolids())
    {
        contacts_->store(solver.positions, solver.angle, touches_);
        pushSolids(dt);
    }
    if (past_.restarts > 0)
        --past_.restarts;
    // A body gets what the touches press: by BDF2 the rod would lose it over some steps only.
    if (past_.restarts == 0 &&
        std::any_of(touches_.begin(), touches_.end(), [this](const RodTouch& touch) { return pressesBody(touch); }))
        past_.restarts = 1;
    placed_ = false;
    feed_.length += feed_.speed * dt;
    for (SolidBody& solid : solids_)
        solid = solid.after(dt);
    past_.dt = dt;
    for (std::size_t i = 0; i < masses_.size(); ++i)
    {
        Mass& mass = masses_[i];
        past_.positions[i] = mass.position;
        past_.velocities[i] = mass.velocity;
        mass.position = solver.positions[i];
        if (!model_.pinned[i])
            mass.velocity = solver.goal.velocity(i, solver.positions[i]);
    }
    for (std::size_t slot = 0; slot < twist_.angle.size(); ++slot)
    {
        past_.angle[slot] = twist_.angle[slot];
        past_.spin[slot] = twist_.spin[slot];
        twist_.spin[slot] = (solver.angle[slot] - solver.goal.angleDragged[slot]) / solver.goal.angleLength[slot];
    }
    solver.storeTwist(model_, twist_);
    for (RodHold& end : model_.ends)
        end.tangentBefore = end.tangent;
}

void RodSimulation::endPiece(double dt)
{
    pieceEnds(dt);
    if (keepsBooks())
        bookPiece(dt);
    if (keepsBooks() && feed_.speed != 0.0)
        bookFeed(dt);
}

void RodSimulation::integrate(double dt)
{
    ++effort_.steps;
    constexpr int mostHalvings = 6;
    solver_->workLeft = touchesItself() ? mostWorkTouchingItself : mostWork;
    pushes_.clear();
    const bool watches = settings_.watchPassages && !touchesItself() && !passed_;
    if (watches)
        passages_->begin(masses_, settings_.closed);
    if (reel_)
        feed_.speed =
            (reel_->nextRestLength(reelSettings(), dt, static_cast<int>(masses_.size())) - reel_->restLength()) / dt;
    takeStep(dt, mostHalvings);
    if (const auto pair = watches ? passages_->find(masses_) : std::nullopt)
        passed_ = RodPassage{time() + dt, pair->first, pair->second};
    if (reel_)
        wind(dt);
}

bool RodSimulation::rest()
{
    // A rod whose angles nothing holds rests in any of them: it keeps the first.
    RodHold& holder = model_.ends[0];
    const bool loose = model_.waves && !holder.angleHeld && !model_.ends[1].angleHeld;
    holder.angleHeld = holder.angleHeld || loose;
    // Steps of implicit Euler, each from rest, and ever longer.
    RodSolver& solver = *solver_;
    solver.workLeft = RodSolver::unbounded;
    constexpr double first = 1e4; // [1/s2]
    constexpr double last = 1e-4;
    bool found = false;
    int left = 400;
    for (double inertia = first; !found && left > 0; --left)
    {
        const bool free = inertia < last;
        solver.begin(model_, twist_, masses_);
        const double slowness = free ? 0.0 : inertia;
        std::fill(solver.goal.inertia.begin(), solver.goal.inertia.end(), slowness);
        std::fill(solver.goal.angleInertia.begin(), solver.goal.angleInertia.end(), slowness);
        std::fill(solver.goal.drag.begin(), solver.goal.drag.end(), 0.0);
        solver.goal.target = solver.positions;
        solver.goal.angleTarget = twist_.angle;
        solver.outside.clear();
        if (settings_.closed)
            meetEnds();
        if (touchesSolids())
            meetSolidsAtRest();
        if (touchesItself())
            meetItself(0.0);
        const double tolerance = free ? 1e-11 : 1e-3;
        RodSolver::Limit limit{tolerance * segment(), 30};
        if (touchesItself())
            limit.carefulFrom = 0;
        if (!solver.solve(model_, masses_, limit, effort_) ||
            (touchesItself() && !selfContacts_->complete(solver.positions)) || !keptApart())
        {
            inertia *= 8.0;
            continue;
        }
        found = free;
        inertia *= 0.25;
        if (touchesSolids())
            contacts_->store(solver.positions, solver.angle, touches_);
        if (touchesItself())
            selfContacts_->store(solver.positions, solver.angle, selfTouches_);
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
    setBooks(keepsBooks());
    std::fill(twist_.spin.begin(), twist_.spin.end(), 0.0);
    past_.dt = 0.0;
    return found;
}

int RodSimulation::modesBelow(double squaredFrequency)
{
    solver_->begin(model_, twist_, masses_);
    solver_->outside.clear();
    if (settings_.closed)
        meetEnds();
    if (touchesSolids())
        meetSolidsAtRest();
    return solver_->modesBelow(model_, masses_, squaredFrequency);
}

double RodSimulation::frequency(int number)
{
    constexpr double all = 1e30; // [1/s2], above the square of every frequency
    if (const int count = modesBelow(all); number < 0 || number >= count)
        throw std::out_of_range("motion " + std::to_string(number) + ": must be 0 to " + std::to_string(count - 1));
    double high = 1.0;
    while (modesBelow(high) <= number && high < all)
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

} // namespace rope
