#include "implicit_rope.hpp"

#include <rope/detail/book_keeper.hpp>

#include <algorithm>
#include <cmath>

// The books of an implicit step: every force at the state that was found, and what it did. Written out once more,
// plainly and mass by mass, so that a mistake in the fast evaluation or in the solution shows as energy of the
// integrator.

namespace rope
{

void ImplicitRope::book(const Piece& piece, StepWork& work) const
{
    for (std::size_t i = 0; i < masses_->size(); ++i)
        bookMass(piece, i, work);
    for (std::size_t j = 0; j < springs_->size(); ++j)
        bookSegment(piece, j, work);
}

/// The mean of the velocities before and after the piece; of what is led, that of its way.
Vec3 ImplicitRope::workVelocity(const Piece& piece, std::size_t mass) const
{
    const Vec3& v = (*masses_)[mass].velocity;
    const Vec3 u = meanVelocity(mass);
    return led(mass) ? u : v + 0.5 * piece.a() * (u - v);
}

/// Where an impulse J turns the mass by arm × J exactly: x+ × v+ - x × v = arm × (v+ - v).
Vec3 ImplicitRope::arm(const Piece& piece, std::size_t mass) const
{
    const Vec3& x = (*masses_)[mass].position;
    return piece.integrator == RopeIntegrator::implicit_euler ? x : x + 0.5 * piece.h * meanVelocity(mass);
}

void ImplicitRope::bookImpulse(const Piece& piece, std::size_t mass, const Vec3& impulse, Effect& effect,
                               StepWork& work) const
{
    const Vec3 velocity = workVelocity(piece, mass);
    const Vec3 at = arm(piece, mass);
    effect.add(impulse, velocity, at);
    if (led(mass))
        work.pinned.add(impulse, velocity, at);
}

void ImplicitRope::bookMass(const Piece& piece, std::size_t i, StepWork& work) const
{
    const ImplicitStep& step = *step_;
    const Mass& mass = (*masses_)[i];
    const Vec3 u = meanVelocity(i);
    const double h = piece.h;
    bookImpulse(piece, i, h * mass.mass * step.gravity, work.gravity, work);
    work.potentialChange -= mass.mass * glm::dot(step.gravity, h * u);

    const Vec3 v = led(i) ? u : mass.velocity + dampedAt_ * (u - mass.velocity);
    bookImpulse(piece, i, -h * step.airFriction * v, work.air, work);
    Vec3 stiffness(0.0); // not needed here
    const Ground& ground = step.ground;
    const double before = ground.height - mass.position.y; // depth, negative above
    const double after = before - h * u.y;
    if (std::max({before, after, before - h * mass.velocity.y}) > 0.0)
    {
        const double deep = std::max(before, 0.0);
        const double deepAfter = std::max(after, 0.0);
        const double change = 0.5 * ground.repulsion * (deepAfter - deep) * (deepAfter + deep);
        double push = ground.repulsion * std::max(0.0, before - h / piece.a() * u.y);
        if (piece.integrator == RopeIntegrator::energy_momentum || led(i))
            push = after == before ? ground.repulsion * deep : change / (after - before);
        work.potentialChange += change;
        bookImpulse(piece, i, {0.0, h * push, 0.0}, work.groundPush, work);
        if (led(i))
            return; // lifted out by a rising ground; friction does not hold it
        Vec3 force(0.0);
        addGround(piece, mass, u, force, stiffness);
        bookImpulse(piece, i, {h * force.x, 0.0, h * force.z}, work.groundFriction, work);
        bookImpulse(piece, i, {0.0, h * (force.y - push), 0.0}, work.groundAbsorption, work);
    }
    if (step.hand && step.hand->mass == i)
    {
        Vec3 force(0.0);
        addHand(piece, mass, u, force, stiffness);
        bookImpulse(piece, i, h * force, work.grab, work);
    }
}

void ImplicitRope::bookSegment(const Piece& piece, std::size_t j, StepWork& work) const
{
    const std::vector<Mass>& masses = *masses_;
    const Vec3 u0 = meanVelocity(j);
    const Vec3 u1 = meanVelocity(j + 1);
    const double h = piece.h;
    const Spring spring = springAt(piece, j);
    const Vec3 d = masses[j].position - masses[j + 1].position;
    const Vec3 w = u0 - u1;
    const Vec3 after = d + h * w;
    const Vec3 e = d + h / piece.a() * w;
    const double straight = glm::length(e);
    const double r =
        piece.integrator == RopeIntegrator::energy_momentum ? 0.5 * (glm::length(d) + glm::length(after)) : straight;
    work.potentialChange += (*springs_)[j].energyChange(glm::length(d), glm::length(after));

    const Vec3 p = r > 0.0 ? e / r : Vec3(0.0);
    const double flowRate =
        j == 0 && step_->insertion == Insertion::consistent ? step_->feedSpeed / spring.restLength : 0.0;
    const Vec3 flow = flowRate * e;
    const Vec3 before = (led(j) ? u0 : masses[j].velocity) - (led(j + 1) ? u1 : masses[j + 1].velocity);
    const Vec3 strain = before + dampedAt_ * (w - before) - flow;
    Vec3 friction = -spring.friction * strain;
    if (step_->frictionDirection == FrictionDirection::axial)
        friction = straight > 0.0 ? -spring.friction * glm::dot(strain, e) / (straight * straight) * e : Vec3(0.0);
    // What damps the modes that are too fast for the step stands in for the friction that they would feel.
    friction -= 0.5 * ringing_ * h * spring.springConstant * (glm::dot(p, w) - flowRate * r) * p;

    const Vec3 elastic = -spring.tension(r) * p;
    const Vec3 mean = workVelocity(piece, j) - workVelocity(piece, j + 1);
    work.springs += h * glm::dot(elastic, mean);
    work.friction += h * glm::dot(friction, mean - flow);
    work.flow += h * glm::dot(friction, flow);
    work.frictionTurning += h * glm::cross(arm(piece, j) - arm(piece, j + 1), friction);
    const Vec3 impulse = h * (elastic + friction);
    if (led(j))
        work.pinned.add(impulse, workVelocity(piece, j), arm(piece, j));
    if (led(j + 1))
        work.pinned.add(-impulse, workVelocity(piece, j + 1), arm(piece, j + 1));
}

} // namespace rope
