#include "newton_stepper.hpp"

#include "rope_energies.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

// What a solved piece of a step leaves to ropes, solids and bodies.

namespace rope
{

void NewtonStepper::endPiece(double dt)
{
    if (!books_)
        return;
    bookPiece(dt);
    for (const Rope& rope : state_->ropes)
        if (rope.feed.speed != 0.0)
            bookFeed(rope, dt);
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

} // namespace rope
