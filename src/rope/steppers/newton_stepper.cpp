#include "newton_stepper.hpp"

#include "rope_energies.hpp"

#include <algorithm>
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
        case Outcome::carefully:
            pieces_.push_back({piece.dt, piece.halvings, true});
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

NewtonStepper::Outcome NewtonStepper::attempt(const Piece& piece)
{
    shapeFirstSegments(piece.dt);
    setGoal(piece.dt);
    if (const Outcome met = meetAll(piece); met != Outcome::solved)
        return met;
    ++effort_->pieces;
    bool solved = solve(piece);
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
            solved = solve(piece);
        }
        if (!solved)
            solver_.derive<Hessian::none>(*state_); // the twist of the last positions
        exact = solved && complete;
        solved = nearlySolved();
    }
    return judge(piece, solved, exact);
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
    if (strandsMayTouch())
        holdBackPrediction();
    return Outcome::solved;
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

/// Whole corrections mostly end sooner: before one is shortened, forces are looked at twice, and shortened ones follow
/// each touch that is far stiffer than what presses it. Strands that may touch each other, and a rope that resists no
/// bend and buckles in any step, need care.
bool NewtonStepper::isCareful(const Piece& piece) const
{
    const bool ropesTouch = state_->ropesTouch();
    const auto buckles = [ropesTouch](const Rope& rope)
    { return rope.constants.bendingStiffness == 0.0 && (ropesTouch || !rope.touches()); };
    return (piece.careful && mayBeCareless()) || strandsMayTouch() ||
           std::any_of(state_->ropes.begin(), state_->ropes.end(), buckles);
}

/// Whether strands may touch each other in this piece.
bool NewtonStepper::strandsMayTouch() const
{
    return std::any_of(solver_.outside.begin(), solver_.outside.end(),
                       [](const OutsideForce* force) { return force->strandsMayTouch(); });
}

/// Whether whole corrections are tried first.
bool NewtonStepper::mayBeCareless() const
{
    return state_->ropesTouch() || !state_->bodies.empty();
}

bool NewtonStepper::solve(const Piece& piece)
{
    const NewtonSolver::Limit limit{tolerance(), solver_.outside.empty() ? mostIterations : mostIterationsInContact,
                                    isCareful(piece)};
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
    if (!exact && mayBeCareless() && !isCareful(piece))
        return Outcome::carefully;
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

} // namespace rope
