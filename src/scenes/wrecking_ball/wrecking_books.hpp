#pragma once

#include <rope/books.hpp>
#include <rope/detail/book_keeper.hpp>
#include <rope/impulse.hpp>
#include <rope/rope_simulation.hpp>

#include <cstddef>
#include <vector>

namespace ropewalk
{

/// The momentum book of a rope, the body that is its last mass, and the other bodies that move: one system, with that
/// body counted once. What two of them exchange is no line. The rope keeps a book of its own, and this one adds up the
/// rope's lines and what the rope does not know of. docs/physics.md, "A rope and bodies together".
class WreckingBooks
{
public:
    /// Begins the rope's book as well.
    WreckingBooks(rope::RopeSimulation& rope, const rope::ImpulseSimulation& bodies, std::size_t ball);

    rope::MomentumBook book(const rope::RopeSimulation& rope, const rope::ImpulseSimulation& bodies) const;

    void gain(rope::MomentumLine line, const rope::Effect& effect);

    // In a step, one after the other.

    /// The body at `position` [m] takes over the velocity that the rope's step has given to the last mass.
    void takeOver(const rope::Mass& last, const rope::Vec2& position);
    /// The rope has pushed these bodies.
    void addPushes(const rope::RopeSimulation& rope, const rope::ImpulseSimulation& bodies,
                   const std::vector<std::size_t>& touched);
    void addBodies(const rope::BodyImpulses& impulses);

private:
    rope::MomentumBook own_; ///< without the rope's lines
    std::size_t ball_;
};

} // namespace ropewalk
