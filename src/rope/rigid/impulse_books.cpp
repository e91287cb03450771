#include "impulse_workspace.hpp"

#include <rope/detail/body_impulses.hpp>

// What acts on the bodies in a step, for books. It watches and changes nothing.

namespace rope
{

/// The impulses of fixed bodies, at the points of contact before the bodies move.
void ImpulseSimulation::noteContacts(double ContactPoint::*normal, double ContactPoint::*tangent,
                                     BodyImpulses& impulses) const
{
    for (const Contact& contact : solidContacts_)
    {
        const bool onSecond = bodies_[contact.first].fixed();
        if (contact.still || onSecond == bodies_[contact.second].fixed())
            continue;
        const Vec2& position = bodies_[onSecond ? contact.second : contact.first].position;
        const double sign = onSecond ? -1.0 : 1.0;
        for (std::size_t i = 0; i < contact.count; ++i)
        {
            const ContactPoint& point = contact.points[i];
            const Vec3 arm(position + (onSecond ? point.arms.second : point.arms.first), 0.0);
            impulses.contact.add(Vec3(sign * point.*normal * contact.normal, 0.0), Vec3(0.0), arm);
            impulses.friction.add(Vec3(sign * point.*tangent * contact.tangent(), 0.0), Vec3(0.0), arm);
        }
    }
}

/// The impulses of the forces on the bodies, before they move. A pressed body goes with its new velocity v⁺, and
/// x⁺ × v⁺ = x × v⁺: the arm is x. Another one flies its parabola, and the arm is x + t v/2.
void ImpulseSimulation::noteForces(BodyImpulses& impulses)
{
    const Workspace& work = *workspace_;
    for (std::size_t i = 0; i < bodies_.size(); ++i)
    {
        const RigidBody& body = bodies_[i];
        if (work.still[i] || body.hung())
            continue;
        const BodyMotion& motion = work.motions[i];
        const double t = motion.interval;
        const Vec3 arm(activities_[i].pressed ? body.position : body.position + 0.5 * t * motion.velocity, 0.0);
        const auto note = [&](const Vec2& acceleration, Effect& effect)
        { effect.add(Vec3(body.mass * t * acceleration, 0.0), Vec3(0.0), arm); };
        const Vec2 force = activities_[i].force / body.mass;
        note(gravity(), impulses.gravity);
        note(force, impulses.force);
        note(motion.acceleration - (gravity() + force), impulses.pull);
    }
}

} // namespace rope
