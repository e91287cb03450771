#include <rope/impulse.hpp>

#include <stdexcept>
#include <string>

// A moment of a thousand bodies is kept sixty times a second to go back to: only what changes.

namespace rope
{

ImpulseSimulation::Moment ImpulseSimulation::moment() const
{
    Moment moment;
    moment.time = time_;
    moment.bodies.reserve(bodies_.size());
    for (std::size_t i = 0; i < bodies_.size(); ++i)
    {
        const RigidBody& body = bodies_[i];
        moment.bodies.push_back({body.position, body.velocity, body.angle, body.angularVelocity, activities_[i]});
    }
    moment.contacts.reserve(contacts_.size());
    for (const Contact& contact : contacts_)
    {
        Moment::Touch& touch = moment.contacts.emplace_back();
        touch.first = contact.first;
        touch.second = contact.second;
        touch.separation = contact.separation;
        touch.count = static_cast<std::uint8_t>(contact.count);
        touch.still = contact.still;
        touch.struck = contact.struck;
        for (std::size_t i = 0; i < contact.count; ++i)
        {
            touch.ids[i] = contact.points[i].id;
            touch.normalImpulses[i] = contact.points[i].normalImpulse;
            touch.tangentImpulses[i] = contact.points[i].tangentImpulse;
        }
    }
    return moment;
}

void ImpulseSimulation::restore(const Moment& moment)
{
    if (moment.bodies.size() != bodies_.size())
        throw std::invalid_argument("the moment has " + std::to_string(moment.bodies.size()) + " bodies; must have " +
                                    std::to_string(bodies_.size()));
    time_ = moment.time;
    for (std::size_t i = 0; i < bodies_.size(); ++i)
    {
        const Moment::Body& saved = moment.bodies[i];
        bodies_[i].position = saved.position;
        bodies_[i].velocity = saved.velocity;
        bodies_[i].angle = saved.angle;
        bodies_[i].angularVelocity = saved.angularVelocity;
        activities_[i] = saved.activity;
    }
    // The next step finds the points anew and takes over their impulses by their ids.
    contacts_.clear();
    for (const Moment::Touch& touch : moment.contacts)
    {
        Contact& contact = contacts_.emplace_back();
        contact.first = touch.first;
        contact.second = touch.second;
        contact.separation = touch.separation;
        contact.count = touch.count;
        contact.still = touch.still;
        contact.struck = touch.struck;
        for (std::size_t i = 0; i < contact.count; ++i)
        {
            contact.points[i].id = touch.ids[i];
            contact.points[i].normalImpulse = touch.normalImpulses[i];
            contact.points[i].tangentImpulse = touch.tangentImpulses[i];
        }
    }
}

} // namespace rope
