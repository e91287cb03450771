#include "newton_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

// Rests, and the small motions about them.

namespace rope
{

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
