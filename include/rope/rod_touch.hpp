#pragma once

#include <rope/vec.hpp>

#include <cstdint>

namespace rope
{

/// A place where a rod touches a solid: a mass, or a place within an edge. It is part of the rod's state: friction goes
/// on from it.
struct RodTouch
{
    std::uint32_t solid = 0; ///< its number in RodSimulation::solids
    std::uint32_t mass = 0;  ///< that touches, or the first of the edge that touches
    bool edge = false;
    double along = 0.0;    ///< the place on the edge: 0 at its first mass, 1 at the next
    Vec3 point{0.0};       ///< [m] on the rod's line
    Vec3 normal{0.0};      ///< out of the solid
    double pressure = 0.0; ///< [N] along the normal, on the rod
    Vec3 friction{0.0};    ///< [N] across it, on the rod
    Vec3 slip{0.0};        ///< [m], how far friction is drawn; it holds with a spring
    bool slips = false;
    double overlap = 0.0; ///< [m], by which the rod began within the solid, less what it has left since
};

} // namespace rope
