#pragma once

#include <rope/detail/book_keeper.hpp>
#include <rope/detail/rope_state.hpp>
#include <rope/mass.hpp>

#include <vector>

namespace rope
{

/// Ropes before a piece of a step, to which they go back where the piece gains energy.
struct PieceStart
{
    std::vector<Mass> masses;
    RopeState state;
    StoredEnergy stored;
    double motion = 0.0;    ///< [J], kinetic energy
    double potential = 0.0; ///< [J], of gravity
    double bodies = 0.0;    ///< [J], in touches of solids that give way

    double energy() const { return motion + potential + stored.potential + stored.spin + stored.contact; }
};

/// What each force did to ropes in a piece of a step: its value at the end times the way.
struct PieceWork
{
    Effect stretch;
    Effect bending;
    Effect twist;
    Effect gravity;
    Effect air;
    Effect load;
    Effect pull; ///< the mouse's
    Effect push; ///< of the touches
    Effect friction;
    Effect support;      ///< of what holds the pinned masses
    Effect unsolved;     ///< the change of the free masses that the forces do not explain
    double blows = 0.0;  ///< [J] of it, what a blow on a solid took: it stops a mass within a step
    double spins = 0.0;  ///< [J], of twist on the spins
    double turned = 0.0; ///< [J], of the torques on the ends
    double held = 0.0;   ///< [J], of what holds the spins
};

} // namespace rope
