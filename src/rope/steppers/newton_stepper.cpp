#include "newton_stepper.hpp"

#include "rope/state/rope_reel.hpp"
#include "rope_readings.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace rope
{

namespace
{

constexpr int mostIterations = 12;
constexpr int mostIterationsInContact = 40;
constexpr int mostHalvings = 6;
/// For how many pieces of steps after the one with the blow the ropes take implicit Euler.
constexpr unsigned char stepsAfterHit = 2;
/// Of NewtonSolver in one step, 0.15 µs each on a free processor: a rope that no step solves would take many. The
/// hardest step of 500 contacts of a rope with itself, when a spiral is first drawn tight, takes a million; of 300
/// masses that are jammed between posts, nearly three.
constexpr long long mostWork = 600'000;
constexpr long long mostWorkTouchingItself = 3'000'000;

} // namespace

void NewtonStepper::step(std::vector<Mass>& masses, RopeState& state, double dt, StepReport& report)
{
    effort_ = &report.effort;
    masses_ = &masses;
    state_ = &state;
    books_ = report.books;
    timeBefore_ = report.now;
    report.runaway.trust();
    ++effort_->steps;
    holdMasses();
    solver_.workLeft = state_->ropesTouch() ? mostWorkTouchingItself : mostWork;
    state.pushes.clear();
    const bool watches = state.world.watchPassages && state.ropes.size() == 1 && !state_->ropesTouch() && !state.passed;
    if (watches)
        passages_.begin(masses, state.ropes.front().constants.closed);

    pieces_.assign(1, {dt, mostHalvings});
    while (!pieces_.empty())
    {
        const Piece piece = pieces_.back();
        pieces_.pop_back();
        switch (attempt(piece))
        {
        case Outcome::halve:
            pieces_.insert(pieces_.end(), 2, {0.5 * piece.dt, piece.halvings - 1});
            break;
        case Outcome::again: // all take implicit Euler from now on, so this ends
            pieces_.push_back(piece);
            break;
        case Outcome::stand:
            ++effort_->stood;
            stand(piece.dt);
            store(piece.dt);
            endPiece(piece.dt);
            break;
        case Outcome::solved:
            endPiece(piece.dt);
            break;
        }
    }
    placeHeldMasses();
    if (const auto pair = watches ? passages_.find(masses) : std::nullopt)
        state.passed = Passage{report.now + dt, pair->first, pair->second};
}

/// Held masses take the velocity of the step at its start: work of the holds.
void NewtonStepper::holdMasses()
{
    for (Rope& rope : state_->ropes)
    {
        for (char& hold : rope.pinned)
            hold &= heldByPin;
        for (const HeldMass& held : rope.held)
        {
            rope.pinned[held.mass] |= led;
            Mass& mass = (*masses_)[rope.first + held.mass];
            if (books_)
                books_->bookVelocity(mass, held.velocity);
            mass.velocity = held.velocity;
        }
    }
}

/// They are where the step was to bring them but for rounding, and may have arrived.
void NewtonStepper::placeHeldMasses()
{
    for (const Rope& rope : state_->ropes)
        for (const HeldMass& held : rope.held)
        {
            Mass& mass = (*masses_)[rope.first + held.mass];
            if (books_)
                books_->bookVelocity(mass, held.endVelocity);
            held.place(mass);
        }
}

void NewtonStepper::endPiece(double dt)
{
    if (!books_)
        return;
    bookPiece(dt);
    for (const Rope& rope : state_->ropes)
        if (rope.feed.speed != 0.0)
            bookFeed(rope, dt);
}

NewtonStepper::Outcome NewtonStepper::attempt(const Piece& piece)
{
    shapeFirstSegments(piece.dt);
    setGoal(piece.dt);
    if (const Outcome met = meetAll(piece); met != Outcome::solved)
        return met;
    ++effort_->pieces;
    bool solved = solve();
    bool exact = solved;
    if (state_->ropesTouch())
    {
        constexpr int mostSearches = 3;
        // Among many touches some change between sticking and slipping for ever: a last correction so small is enough.
        constexpr double little = 0.01; // of the radius
        const auto nearlySolved = [&] { return solved || solver_.lastCorrection() < little * thinnestRadius(); };
        // Where Newton's method has left the masses anywhere, any two edges may touch: that is not looked for, and
        // counts as one search.
        if (!nearlySolved())
            spendOnSearch();
        bool complete = false;
        for (int i = 0; nearlySolved() && !complete; ++i)
        {
            complete = completeAll();
            if (complete || !solved || i == mostSearches || solver_.workLeft <= 0)
                break;
            solved = solve();
        }
        if (!solved)
            solver_.derive<Hessian::none>(*state_); // the twist of the last positions
        exact = solved && complete;
        solved = nearlySolved();
    }
    return judge(piece, solved, exact);
}

/// Before the positions have followed, a longer first segment is no work of the reel's.
void NewtonStepper::shapeFirstSegments(double dt)
{
    for (Rope& rope : state_->ropes)
    {
        if (rope.feed.speed == 0.0)
            continue;
        const double before = books_ ? stored(*state_, *masses_).potential : 0.0;
        shapeFirstSegment(rope, rope.feed.length + rope.feed.speed * dt);
        if (books_)
            books_->energy.gain(EnergyLine::integrator, stored(*state_, *masses_).potential - before);
    }
}

/// Whether a step is BDF2: it goes on from the step before the last one.
bool NewtonStepper::mayLookBack(const Rope& rope, double dt) const
{
    return state_->world.integrator == RopeIntegrator::bdf2 && rope.past.restarts == 0 && rope.past.dt > 0.0 &&
           dt < 2.4 * rope.past.dt;
}

void NewtonStepper::setGoal(double dt)
{
    solver_.begin(*state_, *masses_);
    StepGoal& goal = solver_.goal;
    goal.dt = dt;
    for (Rope& rope : state_->ropes)
    {
        const bool hasPast = mayLookBack(rope, dt);
        const double ratio = hasPast ? dt / rope.past.dt : 0.0;
        const double one = (1.0 + ratio) * (1.0 + ratio) / (1.0 + 2.0 * ratio);
        const double other = ratio * ratio / (1.0 + 2.0 * ratio);
        const double s = dt * (1.0 + ratio) / (1.0 + 2.0 * ratio);
        rope.past.positions.resize(rope.masses());
        rope.past.velocities.resize(rope.masses());
        for (std::size_t k = 0; k < rope.masses(); ++k)
        {
            const std::size_t i = rope.first + k;
            const Mass& mass = (*masses_)[i];
            const Vec3& xBefore = hasPast ? rope.past.positions[k] : mass.position;
            const Vec3& vBefore = hasPast ? rope.past.velocities[k] : mass.velocity;
            goal.inertia[i] = 1.0 / (s * s);
            goal.drag[i] = 1.0 / s;
            goal.length[i] = s;
            goal.dragged[i] = one * mass.position - other * xBefore;
            goal.target[i] = goal.dragged[i] + s * (one * mass.velocity - other * vBefore);
            solver_.positions[i] += dt * mass.velocity;
            if (!rope.pinned[k])
                solver_.positions[i] += 0.5 * ratio * dt * (mass.velocity - vBefore);
        }
        const std::size_t slots = rope.twist.angle.size();
        rope.past.angle.resize(slots);
        rope.past.spin.resize(slots);
        if (rope.waves())
            setAngleGoal(rope, dt);
    }
    setBodyGoals(dt);
}

/// The same of the spins.
void NewtonStepper::setAngleGoal(const Rope& rope, double dt)
{
    StepGoal& goal = solver_.goal;
    const bool hasPast = mayLookBack(rope, dt);
    const double ratio = hasPast ? dt / rope.past.dt : 0.0;
    const double one = (1.0 + ratio) * (1.0 + ratio) / (1.0 + 2.0 * ratio);
    const double other = ratio * ratio / (1.0 + 2.0 * ratio);
    const double s = dt * (1.0 + ratio) / (1.0 + 2.0 * ratio);
    const RopeTwist& twist = rope.twist;
    for (std::size_t slot = 0; slot < twist.angle.size(); ++slot)
    {
        const std::size_t i = rope.firstSlot + slot;
        const double before = hasPast ? rope.past.angle[slot] : twist.angle[slot];
        const double spinBefore = hasPast ? rope.past.spin[slot] : twist.spin[slot];
        goal.angleInertia[i] = 1.0 / (s * s);
        goal.angleLength[i] = s;
        goal.angleDragged[i] = one * twist.angle[slot] - other * before;
        goal.angleTarget[i] = goal.angleDragged[i] + s * (one * twist.spin[slot] - other * spinBefore);
        if (rope.constants.surfaceFriction && slot >= 1 && slot <= rope.segments() && !rope.angleHeld(slot))
            solver_.angle[i] += dt * (twist.spin[slot] + 0.5 * ratio * (twist.spin[slot] - spinBefore));
    }
}

/// The same of bodies. All take the rule of the first rope, as what two of them give each other is then the same.
void NewtonStepper::setBodyGoals(double dt)
{
    const Rope& rope = state_->ropes.front();
    const double ratio = mayLookBack(rope, dt) ? dt / rope.past.dt : 0.0;
    const double other = ratio * ratio / (1.0 + 2.0 * ratio);
    const double one = 1.0 + other;
    const double s = dt * (1.0 + ratio) / (1.0 + 2.0 * ratio);
    const std::size_t first = masses_->size();
    for (std::size_t b = 0; b < state_->bodies.size(); ++b)
    {
        const auto& [id, body, past] = state_->bodies[b];
        BodyGoal& goal = solver_.bodyGoals[b];
        goal.length = s;
        goal.drag = 1.0 / s;
        goal.dragged = one * body.position - other * past.position;
        goal.target = goal.dragged + s * (one * body.velocity - other * past.velocity);
        goal.turnDragged = other * past.turn;
        goal.momentumTarget =
            one * angularMomentum(body, body.axes, body.spin) - other * angularMomentum(body, past.axes, past.spin);
        const auto way = [&](const Vec3& now, const Vec3& before) { return dt * (now + 0.5 * ratio * (now - before)); };
        solver_.positions[first + 2 * b] += way(body.velocity, past.velocity);
        solver_.positions[first + 2 * b + 1] = way(body.spin, past.spin);
    }
    solver_.followBodies(*state_);
}

/// Where something is hit the ropes begin anew, by implicit Euler: from before the blow their past would throw them
/// back. All of them do, since a force between masses that take different rules is not the same for both: it would make
/// momentum and energy. False where they have begun anew already.
bool NewtonStepper::startAnew()
{
    if (state_->world.integrator != RopeIntegrator::bdf2 || state_->ropes.front().past.restarts > 0)
        return false;
    for (Rope& rope : state_->ropes)
        rope.past.restarts = stepsAfterHit + 1;
    return true;
}

/// Brings all that acts from outside into the step that `setGoal` has prepared.
NewtonStepper::Outcome NewtonStepper::meetAll(const Piece& piece)
{
    forces_.choose(*state_, solver_.outside);
    for (OutsideForce* force : solver_.outside)
    {
        if (!force->begin(view()) && mayHalve(piece))
            return Outcome::halve;
        if (force->hitsAtStart() && startAnew())
            return Outcome::again;
    }
    spendOnSearch();
    for (const OutsideForce* force : solver_.outside)
        force->guide(view(), solver_.positions);
    if (state_->ropesTouch())
        holdBackPrediction();
    return Outcome::solved;
}

/// Newton's method goes on from where nothing has passed through anything.
void NewtonStepper::holdBackPrediction()
{
    std::vector<Vec3> start;
    for (const Mass& mass : *masses_)
        start.push_back(mass.position);
    const SolveGroups& groups = view().groups;
    std::vector<double> shares(groups.members(), 1.0);
    for (const OutsideForce* force : solver_.outside)
        force->limitShares(start, solver_.positions, groups, shares);
    const double share = *std::min_element(shares.begin(), shares.end());
    if (share == 1.0)
        return;
    for (const Rope& rope : state_->ropes)
        for (std::size_t k = 0; k < rope.masses(); ++k)
            if (const std::size_t i = rope.first + k; !rope.pinned[k])
                solver_.positions[i] = glm::mix(start[i], solver_.positions[i], 0.9 * share);
}

void NewtonStepper::spendOnSearch()
{
    for (const OutsideForce* force : solver_.outside)
        solver_.spend(force->searchCost());
}

/// [m]
double NewtonStepper::tolerance() const
{
    return state_->world.tolerance * shortestSegment();
}

double NewtonStepper::shortestSegment() const
{
    double shortest = state_->ropes.front().whole.restLength;
    for (const Rope& rope : state_->ropes)
        shortest = std::min(shortest, rope.whole.restLength);
    return shortest;
}

double NewtonStepper::thinnestRadius() const
{
    double thinnest = std::numeric_limits<double>::infinity();
    for (const Rope& rope : state_->ropes)
        if (rope.touches())
            thinnest = std::min(thinnest, rope.constants.ropeRadius);
    return thinnest;
}

bool NewtonStepper::solve()
{
    NewtonSolver::Limit limit{tolerance(), solver_.outside.empty() ? mostIterations : mostIterationsInContact};
    // A rope that resists no bend buckles in any step.
    const auto buckles = [](const Rope& rope) { return rope.constants.bendingStiffness == 0.0 && !rope.touches(); };
    limit.careful = state_->ropesTouch() || !state_->bodies.empty() ||
                    std::any_of(state_->ropes.begin(), state_->ropes.end(), buckles);
    return solver_.solve(*state_, *masses_, limit, *effort_);
}

/// Looks for touches that were not expected; false where there is one.
bool NewtonStepper::completeAll()
{
    spendOnSearch();
    bool complete = true;
    for (OutsideForce* force : solver_.outside)
        complete = force->complete(view()) && complete;
    return complete;
}

/// What becomes of a piece that Newton's method has left at these positions; `exact` where that is within its
/// tolerance.
NewtonStepper::Outcome NewtonStepper::judge(const Piece& piece, bool solved, bool exact)
{
    const StepView step = view();
    const std::vector<OutsideForce*>& forces = solver_.outside;
    for (auto force = forces.rbegin(); force != forces.rend() && solved; ++force)
        if ((*force)->hits(step) && startAnew())
            return Outcome::again;
    solved = solved && std::all_of(forces.begin(), forces.end(),
                                   [&](const OutsideForce* force) { return force->keptApart(step); });
    if (!solved && mayHalve(piece))
        return Outcome::halve;
    keepStart(exact);
    // Where the smallest piece that can be afforded is not solved either, the ropes go on from where Newton's method
    // ends, unless that gains energy or brings them through something: then they stand still.
    return solved || passesNothing() ? keepOrGoBack(piece, exact) : Outcome::stand;
}

NewtonStepper::Outcome NewtonStepper::keepOrGoBack(const Piece& piece, bool exact)
{
    store(piece.dt);
    if (!gainsEnergy(piece.dt, exact))
    {
        effort_->unsolved += exact ? 0 : 1;
        return Outcome::solved;
    }
    backToStart();
    if (startAnew()) // implicit Euler makes no energy where Newton's method solves it
        return Outcome::again;
    return mayHalve(piece) ? Outcome::halve : Outcome::stand;
}

/// Whether the step brings the ropes through nothing.
bool NewtonStepper::passesNothing()
{
    const StepView step = view();
    for (OutsideForce* force : solver_.outside)
        force->complete(step);
    return std::all_of(solver_.outside.begin(), solver_.outside.end(),
                       [&](const OutsideForce* force) { return force->passesNothing(step); });
}

/// How the masses of a rope move where only the pins do: those between two pins by a part of the way of each, so that
/// the rope is strained as little as can be.
std::vector<Vec3> NewtonStepper::carriedByPins(const Rope& rope, double dt) const
{
    const std::size_t count = rope.masses();
    std::vector<Vec3> ways(count, Vec3(0.0));
    std::optional<std::size_t> before;
    for (std::size_t i = 0; i < count; ++i)
    {
        if (!rope.pinned[i])
            continue;
        ways[i] = dt * (*masses_)[rope.first + i].velocity;
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

/// A step in which the ropes stand still, or go with their pins as far as nothing is in their way. Where a rope touches
/// itself the pins may draw it through itself.
void NewtonStepper::stand(double dt)
{
    startAnew();
    setGoal(dt);
    std::vector<Vec3>& positions = solver_.positions;
    for (const Rope& rope : state_->ropes)
    {
        const std::vector<Vec3> ways = carriedByPins(rope, dt);
        for (std::size_t k = 0; k < rope.masses(); ++k)
            positions[rope.first + k] = (*masses_)[rope.first + k].position + ways[k];
        std::copy(rope.twist.angle.begin(), rope.twist.angle.end(),
                  solver_.angle.begin() + static_cast<std::ptrdiff_t>(rope.waves() ? rope.firstSlot : 0));
    }
    for (std::size_t b = 0; b < state_->bodies.size(); ++b)
    {
        positions[masses_->size() + 2 * b] = state_->bodies[b].body.position;
        positions[masses_->size() + 2 * b + 1] = Vec3(0.0);
    }
    solver_.followBodies(*state_);
    const bool goes = passesNothing();
    for (const Rope& rope : state_->ropes)
        for (std::size_t k = 0; k < rope.masses() && !goes; ++k)
            if (!rope.pinned[k])
                positions[rope.first + k] = (*masses_)[rope.first + k].position;
    solver_.derive<Hessian::none>(*state_);
    for (OutsideForce* force : solver_.outside)
    {
        force->complete(view());
        if (const auto pair = force->passing(view()); pair && !state_->passed)
            state_->passed = Passage{timeBefore_, pair->first, pair->second};
    }
}

/// Gives the solids the opposite of the forces on the ropes; those that have a mass move by it. The arms are those
/// before the piece of the step: of a mass by implicit Euler, x⁺ × v⁺ = x × v⁺, so that what one gains of angular
/// momentum the other loses.
void NewtonStepper::pushSolids(double dt)
{
    const std::vector<Mass>& masses = *masses_;
    std::vector<SolidPush>& pushes = state_->pushes;
    pushes.resize(state_->solids.size());
    for (std::size_t s = 0; s < pushes.size(); ++s)
    {
        SolidBody& solid = state_->solids[s];
        const bool moves = solid.inverseMass != 0.0;
        const Vec3 velocity = solid.velocity;
        const Vec3 spin = solid.spin;
        for (const SolidTouch& touch : state_->touches)
        {
            if (touch.solid != s)
                continue;
            const Vec3& first = masses[touch.mass].position;
            const Vec3 arm = touch.edge ? glm::mix(first, masses[touch.mass + 1].position, touch.along) : first;
            const Vec3 impulse = -dt * (touch.pressure * touch.normal + touch.friction);
            const Vec3 friction = -dt * touch.friction;
            if (moves)
                solid.push(impulse, arm);
            pushes[s].impulse += impulse;
            pushes[s].turning += glm::cross(arm, impulse);
            pushes[s].friction += friction;
            pushes[s].frictionTurning += glm::cross(arm, friction);
        }
        for (SolidTouch& touch : state_->touches)
            if (moves && touch.solid == s)
                touch.slip -=
                    dt * (solid.velocity - velocity + glm::cross(solid.spin - spin, touch.point - solid.position));
    }
}

/// Takes over what the step has found.
void NewtonStepper::store(double dt)
{
    const StepView step = view();
    for (OutsideForce* force : solver_.outside)
        force->store(step, *state_);
    if (state_->touchesSolids())
        pushSolids(dt);
    // A body gets what the touches press: by BDF2 the ropes would lose it over some steps only.
    const bool pressed = std::any_of(state_->touches.begin(), state_->touches.end(),
                                     [this](const SolidTouch& touch) { return pressesBody(*state_, touch); });
    state_->placed = false;
    for (SolidBody& solid : state_->solids)
        solid = solid.after(dt);
    storeBodies();
    for (Rope& rope : state_->ropes)
    {
        if (rope.past.restarts > 0)
            --rope.past.restarts;
        if (rope.past.restarts == 0 && pressed)
            rope.past.restarts = 1;
        storeRope(rope, dt);
    }
    solver_.storeTwist(*state_);
}

void NewtonStepper::storeBodies()
{
    for (std::size_t b = 0; b < state_->bodies.size(); ++b)
    {
        auto& [id, body, past] = state_->bodies[b];
        const BodyPose& pose = solver_.poses()[b];
        past = {body.position, body.axes, body.velocity, body.spin, pose.turn};
        move(body, pose);
    }
    placeShapes(*state_);
}

void NewtonStepper::storeRope(Rope& rope, double dt)
{
    const StepGoal& goal = solver_.goal;
    rope.feed.length += rope.feed.speed * dt;
    rope.past.dt = dt;
    rope.past.totalReference = rope.twist.total;
    for (std::size_t k = 0; k < rope.masses(); ++k)
    {
        const std::size_t i = rope.first + k;
        Mass& mass = (*masses_)[i];
        rope.past.positions[k] = mass.position;
        rope.past.velocities[k] = mass.velocity;
        mass.position = solver_.positions[i];
        if (!rope.pinned[k])
            mass.velocity = goal.velocity(i, solver_.positions[i]);
    }
    for (std::size_t slot = 0; slot < rope.twist.angle.size(); ++slot)
    {
        const std::size_t i = rope.firstSlot + slot;
        rope.past.angle[slot] = rope.twist.angle[slot];
        rope.past.spin[slot] = rope.twist.spin[slot];
        rope.twist.spin[slot] = (solver_.angle[i] - goal.angleDragged[i]) / goal.angleLength[i];
    }
    for (EndHold& end : rope.ends)
        end.tangentBefore = end.tangent;
}

/// What acts from outside about the present shape, without a step.
void NewtonStepper::meetAtRest(const std::vector<Mass>& masses, const RopeState& state)
{
    solver_.outside.clear();
    forces_.chooseAtRest(state, solver_.outside);
    for (OutsideForce* force : solver_.outside)
        force->begin(solver_.view(state, masses));
}

bool NewtonStepper::rest(std::vector<Mass>& masses, RopeState& state, ImplicitEffort& effort)
{
    masses_ = &masses;
    state_ = &state;
    effort_ = &effort;
    // Steps of implicit Euler, each from rest, and ever longer.
    solver_.workLeft = NewtonSolver::unbounded;
    constexpr double first = 1e4; // [1/s2]
    constexpr double last = 1e-4;
    // A rope that ties alone hold has no matrix of its own without inertia.
    const double least = state.ties.empty() && state.bodies.empty() ? 0.0 : 1.0;
    bool found = false;
    int left = 400;
    for (double inertia = first; !found && left > 0; --left)
    {
        const bool free = inertia < last;
        solver_.begin(state, masses);
        const double slowness = std::max(free ? 0.0 : inertia, least);
        std::fill(solver_.goal.inertia.begin(), solver_.goal.inertia.end(), slowness);
        std::fill(solver_.goal.angleInertia.begin(), solver_.goal.angleInertia.end(), slowness);
        std::fill(solver_.goal.drag.begin(), solver_.goal.drag.end(), 0.0);
        solver_.goal.target.assign(solver_.positions.begin(),
                                   solver_.positions.begin() + static_cast<std::ptrdiff_t>(masses.size()));
        for (BodyGoal& goal : solver_.bodyGoals)
            goal.length = 1.0 / std::sqrt(slowness);
        std::copy(solver_.angle.begin(), solver_.angle.end(), solver_.goal.angleTarget.begin());
        meetAtRest(masses, state);
        if (state_->ropesTouch())
        {
            solver_.outside.push_back(&forces_.contactsOfRopes());
            forces_.contactsOfRopes().begin(view());
        }
        const double tolerance = free ? 1e-11 : 1e-3;
        const NewtonSolver::Limit limit{tolerance * shortestSegment(), 30, state_->ropesTouch()};
        const bool solved = solver_.solve(state, masses, limit, *effort_);
        const StepView step = view();
        if (!solved ||
            !std::all_of(solver_.outside.begin(), solver_.outside.end(),
                         [&](OutsideForce* force) { return force->complete(step) && force->keptApart(step); }))
        {
            inertia *= 8.0;
            continue;
        }
        const double still = 1e-9 * shortestSegment(); // [m]
        found = free && (least == 0.0 || farthestMove() < still);
        inertia *= free ? 1.0 : 0.25;
        storeRest();
    }
    return found;
}

/// [m], of a mass in the step that is solved.
double NewtonStepper::farthestMove() const
{
    double farthest = 0.0;
    for (std::size_t i = 0; i < masses_->size(); ++i)
        farthest = std::max(farthest, glm::distance(solver_.positions[i], (*masses_)[i].position));
    for (std::size_t b = 0; b < state_->bodies.size(); ++b)
        farthest = std::max(farthest, glm::distance(solver_.poses()[b].position, state_->bodies[b].body.position));
    return farthest;
}

void NewtonStepper::storeRest()
{
    const StepView step = view();
    for (OutsideForce* force : solver_.outside)
        force->store(step, *state_);
    for (std::size_t i = 0; i < masses_->size(); ++i)
    {
        (*masses_)[i].position = solver_.positions[i];
        (*masses_)[i].velocity = Vec3(0.0);
    }
    solver_.storeTwist(*state_);
    storeBodies();
    for (BodyNow& body : state_->bodies)
        body.body.velocity = body.body.spin = Vec3(0.0);
    placeShapes(*state_);
    for (Rope& rope : state_->ropes)
        for (EndHold& end : rope.ends)
            end.tangentBefore = end.tangent;
}

int NewtonStepper::modesBelow(const std::vector<Mass>& masses, const RopeState& state, double squaredFrequency)
{
    solver_.begin(state, masses);
    meetAtRest(masses, state);
    return solver_.modesBelow(state, masses, squaredFrequency);
}

std::vector<Vec3> NewtonStepper::elasticForces(const std::vector<Mass>& masses, const RopeState& state)
{
    solver_.begin(state, masses);
    solver_.derive<Hessian::none>(state);
    std::vector<Vec3> forces;
    for (std::size_t r = 0; r < state.ropes.size(); ++r)
        for (std::size_t k = 0; k < state.ropes[r].masses(); ++k)
            forces.push_back(solver_.elasticForce(r, k));
    return forces;
}

} // namespace rope
