#include "wrecking_books.hpp"

#include <rope/detail/body_impulses.hpp>

namespace ropewalk
{

using rope::Effect;
using rope::MomentumLine;
using rope::Vec2;
using rope::Vec3;

namespace
{

rope::BookTotals totals(const rope::RopeSimulation& rope, const rope::ImpulseSimulation& bodies, std::size_t ball)
{
    rope::BookTotals sum;
    for (const rope::Mass& mass : rope.masses())
        sum.add(mass);
    for (std::size_t i = 0; i < bodies.bodies().size(); ++i)
    {
        const rope::RigidBody& body = bodies.bodies()[i];
        if (i == ball) // the last mass, but for its spin
        {
            sum.angularMomentum.z += body.inertia * body.angularVelocity;
            continue;
        }
        sum.momentum += Vec3(body.momentum(), 0.0);
        sum.angularMomentum.z += body.angularMomentum();
    }
    return sum;
}

} // namespace

WreckingBooks::WreckingBooks(rope::RopeSimulation& rope, const rope::ImpulseSimulation& bodies, std::size_t ball)
    : ball_(ball)
{
    rope.setBooks(true);
    const rope::BookTotals start = totals(rope, bodies, ball);
    own_.linear.start = start.momentum;
    own_.angular.start = start.angularMomentum;
    for (const MomentumLine line : {MomentumLine::reel, MomentumLine::load, MomentumLine::bending, MomentumLine::twist})
        own_.unused[static_cast<std::size_t>(line)] = true;
}

rope::MomentumBook WreckingBooks::book(const rope::RopeSimulation& rope, const rope::ImpulseSimulation& bodies) const
{
    rope::MomentumBook book = own_;
    const rope::MomentumBook ofRope = rope.momentumBook();
    for (std::size_t i = 0; i < rope::momentumLines.size(); ++i)
    {
        const auto line = static_cast<MomentumLine>(i);
        // What the bodies do to the rope, and what they do to the ball.
        if (line == MomentumLine::contact || line == MomentumLine::load)
            continue;
        // No clamp turns this rope: its bends and its twist bring rounding alone.
        const bool within = line == MomentumLine::bending || line == MomentumLine::twist;
        const MomentumLine to = within ? MomentumLine::integrator : line;
        book.linear.gain(to, ofRope.linear.lines[i].value());
        book.angular.gain(to, ofRope.angular.lines[i].value());
    }
    const rope::BookTotals now = totals(rope, bodies, ball_);
    book.linear.now = now.momentum;
    book.angular.now = now.angularMomentum;
    return book;
}

void WreckingBooks::gain(MomentumLine line, const Effect& effect)
{
    own_.linear.gain(line, effect.impulse);
    own_.angular.gain(line, effect.turning);
}

/// The rope's step has moved the mass as well, and the bodies' step begins where the body was.
void WreckingBooks::takeOver(const rope::Mass& last, const Vec2& position)
{
    const Vec3 at(position, 0.0);
    Effect plane;
    plane.add({0.0, 0.0, -last.mass * last.velocity.z}, Vec3(0.0), at);
    gain(MomentumLine::plane, plane);
    gain(MomentumLine::integrator, {0.0, Vec3(0.0), glm::cross(at - last.position, last.mass * last.velocity)});
}

void WreckingBooks::addPushes(const rope::RopeSimulation& rope, const rope::ImpulseSimulation& bodies,
                              const std::vector<std::size_t>& touched)
{
    for (std::size_t i = 0; i < touched.size(); ++i)
    {
        const rope::SolidPush push = rope.pushOnGuest(i);
        if (bodies.bodies()[touched[i]].fixed())
        {
            const Effect friction{0.0, -push.friction, -push.frictionTurning};
            gain(MomentumLine::contact, Effect{0.0, -push.impulse, -push.turning} - friction);
            gain(MomentumLine::contact_friction, friction);
        }
        else
            gain(MomentumLine::plane, {0.0, {0.0, 0.0, -push.impulse.z}, {-push.turning.x, -push.turning.y, 0.0}});
    }
}

void WreckingBooks::addBodies(const rope::BodyImpulses& impulses)
{
    gain(MomentumLine::gravity, impulses.gravity + impulses.force); // the rope has the ball's weight
    gain(MomentumLine::grab, impulses.pull);
    gain(MomentumLine::contact, impulses.contact);
    gain(MomentumLine::contact_friction, impulses.friction);
    gain(MomentumLine::integrator, impulses.correction);
}

} // namespace ropewalk
