#pragma once

#include "mouse_pull.hpp"
#include "rope/contact/body_contacts.hpp"
#include "rope/contact/rope_contacts.hpp"
#include "rope/contact/solid_contacts.hpp"
#include "rope/ties/bearings.hpp"
#include "rope/ties/rope_ties.hpp"
#include "soft_ground.hpp"
#include "spring_friction.hpp"

#include <rope/detail/rope_state.hpp>

#include <algorithm>
#include <vector>

namespace rope
{

/// All that acts on ropes from outside in a step of Newton's method; the only place with a list of it.
class RopeForces
{
public:
    /// Those that act on these ropes in a step.
    void choose(const RopeState& state, std::vector<OutsideForce*>& forces)
    {
        forces.clear();
        const auto any = [&](const auto& is) { return std::any_of(state.ropes.begin(), state.ropes.end(), is); };
        if (any([](const Rope& rope) { return rope.springs.back().friction != 0.0; }))
            forces.push_back(&springFriction_);
        if (state.world.ground)
            forces.push_back(&softGround_);
        if (state.grab)
            forces.push_back(&mousePull_);
        chooseAtRest(state, forces);
        if (state.ropesTouch())
            forces.push_back(&ropeContacts_);
    }
    /// Adds those that hold ropes where they rest, but for touches among ropes: they have a search of their own.
    void chooseAtRest(const RopeState& state, std::vector<OutsideForce*>& forces)
    {
        const auto closed = [](const Rope& rope) { return rope.constants.closed; };
        if (!state.ties.empty() || std::any_of(state.ropes.begin(), state.ropes.end(), closed))
            forces.push_back(&ropeTies_);
        if (state.touchesSolids())
            forces.push_back(&solidContacts_);
        if (!state.bearings.empty())
            forces.push_back(&bearings_);
        if (!state.bodies.empty())
            forces.push_back(&bodyContacts_);
    }
    OutsideForce& contactsOfRopes() { return ropeContacts_; }

private:
    SpringFriction springFriction_;
    SoftGround softGround_;
    MousePull mousePull_;
    RopeTies ropeTies_;
    SolidContacts solidContacts_;
    Bearings bearings_;
    BodyContacts bodyContacts_;
    RopeContacts ropeContacts_;
};

} // namespace rope
