#pragma once

#include <rope/detail/book_keeper.hpp>

namespace rope
{

/// What acted on all bodies, as impulses and turning impulses: for books of their momenta. Two bodies that move push
/// each other, and bring nothing. Hung bodies do not count: what their hinges take is unknown.
struct BodyImpulses
{
    Effect gravity;
    Effect force;      ///< of ImpulseSimulation::applyForce
    Effect pull;       ///< of who grabs or drives a body
    Effect contact;    ///< the push of fixed bodies
    Effect friction;   ///< along them
    Effect correction; ///< no force: an overlap is pushed out, a body falls asleep
};

} // namespace rope
