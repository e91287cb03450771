#include "implicit_rope.hpp"

#include <rope/detail/book_keeper.hpp>

#include <algorithm>
#include <cmath>

// The books of an implicit step: the work and the impulse of every force at the solution. The forces are written here a
// second time, so that a mistake in implicit_forces.cpp or in the solution shows as energy of the integrator.

namespace rope
{

void ImplicitRope::book(StepWork& work) const
{
    const bool all = step_->allWork;
    for (std::size_t i = 0; i < masses_.size(); ++i)
        if (all || pinned(i) || (step_->grab && step_->grab->mass == i))
            bookMass(i, work);
    for (std::size_t j = 0; j < springs_->size(); ++j)
        if (all || pinned(j) || pinned(j + 1))
            bookSegment(j, work);
    if (all && !bendForces_.empty())
    {
        const std::span<const Mass> masses = masses_;
        const auto sumBend = [&work](double sign)
        { return [&work, sign](std::size_t, const Bend& bend) { work.potentialChange += sign * bend.energy(); }; };
        step_->bending.visit(masses, sumBend(-1.0));
        step_->bending.visitAt([&](std::size_t i) { return masses[i].position + piece_.h * u_[i]; }, sumBend(1.0));
    }
}

/// The mean of the velocities before and after the piece. A pinned mass has one velocity throughout.
Vec3 ImplicitRope::workVelocity(std::size_t mass) const
{
    const Vec3& v = masses_[mass].velocity;
    return v + 0.5 * piece_.a() * (u_[mass] - v);
}

/// Where an impulse J turns the mass by arm × J exactly: x+ × v+ - x × v = arm × (v+ - v).
Vec3 ImplicitRope::arm(std::size_t mass) const
{
    const Vec3& x = masses_[mass].position;
    return piece_.integrator == RopeIntegrator::implicit_euler ? x : x + 0.5 * piece_.h * u_[mass];
}

void ImplicitRope::bookImpulse(std::size_t mass, const Vec3& impulse, Effect& effect, StepWork& work) const
{
    const Vec3 velocity = workVelocity(mass);
    const Vec3 at = arm(mass);
    effect.add(impulse, velocity, at);
    if (pinned(mass))
        work.pinned.add(impulse, velocity, at);
}

void ImplicitRope::bookMass(std::size_t i, StepWork& work) const
{
    const ImplicitStep& step = *step_;
    const Mass& mass = masses_[i];
    const Vec3 u = u_[i];
    const double h = piece_.h;
    bookImpulse(i, h * mass.mass * step.around.gravity, work.gravity, work);
    work.potentialChange -= mass.mass * glm::dot(step.around.gravity, h * u);

    if (!bendForces_.empty())
    {
        Effect bend;
        bookImpulse(i, h * bendForces_[i], bend, work);
        work.bending += bend.work;
    }
    const Vec3 v = mass.velocity + aTheta_ * (u - mass.velocity);
    bookImpulse(i, -h * step.around.airFriction * v, work.air, work);
    const Ground& ground = step.around.ground;
    const double before = ground.height - mass.position.y; // depth, negative above
    const double after = before - h * u.y;
    if (std::max({before, after, before - h * mass.velocity.y}) > 0.0)
    {
        const double deep = std::max(before, 0.0);
        const double deepAfter = std::max(after, 0.0);
        const double change = 0.5 * ground.repulsion * (deepAfter - deep) * (deepAfter + deep);
        double push = ground.repulsion * std::max(0.0, before - piece_.t() * u.y);
        if (piece_.integrator == RopeIntegrator::energy_momentum || pinned(i))
            push = after == before ? ground.repulsion * deep : change / (after - before);
        work.potentialChange += change;
        bookImpulse(i, {0.0, h * push, 0.0}, work.groundPush, work);
        if (pinned(i))
            return; // a rising ground lifts a pinned mass; its friction does nothing to it
        MassForce sum;
        addGround(mass, u, sum);
        bookImpulse(i, {h * sum.force.x, 0.0, h * sum.force.z}, work.groundFriction, work);
        bookImpulse(i, {0.0, h * (sum.force.y - push), 0.0}, work.groundAbsorption, work);
    }
    if (step.grab && step.grab->mass == i)
    {
        MassForce sum;
        addGrab(mass, u, sum);
        bookImpulse(i, h * sum.force, work.grab, work);
    }
}

void ImplicitRope::bookSegment(std::size_t j, StepWork& work) const
{
    const std::span<const Mass> masses = masses_;
    const Vec3 u0 = u_[j];
    const Vec3 u1 = u_[j + 1];
    const double h = piece_.h;
    const Spring& spring = springAt(j);
    const Vec3 d = masses[j].position - masses[j + 1].position;
    const Vec3 w = u0 - u1;
    const Vec3 after = d + h * w;
    const Vec3 e = d + piece_.t() * w;
    const double straight = glm::length(e);
    const double r =
        piece_.integrator == RopeIntegrator::energy_momentum ? 0.5 * (glm::length(d) + glm::length(after)) : straight;
    work.potentialChange += (*springs_)[j].energyChange(glm::length(d), glm::length(after));

    const Vec3 p = r > 0.0 ? e / r : Vec3(0.0);
    const double rate = flowRate(j, spring);
    const Vec3 flow = rate * e;
    const Vec3 before = masses[j].velocity - masses[j + 1].velocity;
    const Vec3 strain = before + aTheta_ * (w - before) - flow;
    Vec3 friction = -spring.friction * strain;
    if (step_->frictionDirection == FrictionDirection::axial)
        friction = straight > 0.0 ? -spring.friction * glm::dot(strain, e) / (straight * straight) * e : Vec3(0.0);
    // What damps the modes that are too fast for the step stands in for the friction that they would feel.
    friction -= 0.5 * chi_ * h * spring.springConstant * (glm::dot(p, w) - rate * r) * p;

    const Vec3 elastic = -spring.tension(r) * p;
    const Vec3 mean = workVelocity(j) - workVelocity(j + 1);
    work.springs += h * glm::dot(elastic, mean);
    work.friction += h * glm::dot(friction, mean - flow);
    work.flow += h * glm::dot(friction, flow);
    work.frictionTurning += h * glm::cross(arm(j) - arm(j + 1), friction);
    const Vec3 impulse = h * (elastic + friction);
    if (pinned(j))
        work.pinned.add(impulse, workVelocity(j), arm(j));
    if (pinned(j + 1))
        work.pinned.add(-impulse, workVelocity(j + 1), arm(j + 1));
}

} // namespace rope
