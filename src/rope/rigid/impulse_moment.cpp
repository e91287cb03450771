#include <rope/impulse.hpp>

#include <stdexcept>
#include <string>

// A moment of a thousand bodies is kept sixty times a second to go back to: only what changes.

namespace rope
{

ImpulseSimulation::Moment ImpulseSimulation::moment() const
{
    Moment moment;
    moment.time_ = time_;
    moment.bodies_.assign(bodies_.begin(), bodies_.end());
    moment.activities_ = activities_;
    moment.solidContacts_.reserve(solidContacts_.size());
    for (const Contact& contact : solidContacts_)
        moment.solidContacts_.push_back({contact, {contact.points[0], contact.points[1]}});
    return moment;
}

void ImpulseSimulation::restore(const Moment& moment)
{
    if (moment.bodies_.size() != bodies_.size())
        throw std::invalid_argument("the moment has " + std::to_string(moment.bodies_.size()) + " bodies; must have " +
                                    std::to_string(bodies_.size()));
    time_ = moment.time_;
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        static_cast<BodyState&>(bodies_[i]) = moment.bodies_[i];
    activities_ = moment.activities_;
    // The next step finds the points anew and takes over their impulses by their ids.
    solidContacts_.clear();
    for (const Moment::Touch& touch : moment.solidContacts_)
    {
        Contact& contact = solidContacts_.emplace_back();
        static_cast<ContactState&>(contact) = touch.contact;
        for (std::size_t i = 0; i < touch.points.size(); ++i)
            static_cast<ContactPointState&>(contact.points[i]) = touch.points[i];
    }
}

} // namespace rope
