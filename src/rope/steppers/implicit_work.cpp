#include "implicit_rope.hpp"

#include <rope/detail/book_keeper.hpp>

#include <algorithm>
#include <cmath>

// The books of an implicit step: the work and the impulse of every force at the solution. Books write a force a second
// time, so that a mistake in it or in the solution shows as energy of the integrator.

namespace rope
{

void ImplicitRope::book(StepWork& work) const
{
    const bool all = step_->allWork;
    const auto pushed = [this](std::size_t i)
    {
        bool outside = pinned(i);
        step_->forces->each([&](const auto& force) { outside = outside || force.fromOutside(i); });
        return outside;
    };
    for (std::size_t i = 0; i < masses_.size(); ++i)
        if (all || pushed(i))
            bookMass(i, work);
    for (std::size_t j = 0; j < springs_->size(); ++j)
        if (all || pinned(j) || pinned(j + 1))
            bookSegment(j, work);
    if (all && !hingeForces_.empty())
        step_->hinges.book(masses_, u_, piece_, work);
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

void ImplicitRope::bookMass(std::size_t i, StepWork& work) const
{
    const MeanBook mean{masses_[i], u_[i], piece_, pinned(i), workVelocity(i), arm(i), work};
    const auto book = [&](const auto& force) { force.book(i, mean); };
    step_->forces->each<Reach::everywhere>(book);
    if (!hingeForces_.empty())
        step_->hinges.book(hingeForces_[i], mean);
    step_->forces->each<Reach::somewhere>(book);
    step_->forces->each<Reach::one>(book);
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
    const Vec3 strain = before + piece_.aTheta * (w - before) - flow;
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
