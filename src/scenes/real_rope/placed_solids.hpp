#pragma once

#include "scenes/scene_solid.hpp"

#include <rope/rod.hpp>

#include <cstddef>
#include <vector>

namespace ropewalk
{

/// The solids of a scene among a rod's solids. They glide to where the list wants them, as a pinned mass does: nothing
/// that a rope touches jumps.
class PlacedSolids
{
public:
    struct Placed
    {
        SceneSolid wanted;
        Vec3 position{0.0}; ///< [m], where it is now
        glm::dmat3 axes{1.0};
        Vec3 velocity{0.0};    ///< [m/s]
        Vec3 spin{0.0};        ///< [rad/s]
        std::size_t first = 0; ///< number of its first body among the rod's solids
        std::size_t bodies = 1;
    };

    /// From now on these are wanted. A solid of another shape than the present one appears at its place.
    void want(const SolidList& solids, rope::RodSimulation& rod);
    /// Gives the bodies the velocities for a step of `dt` [s]; to be called before each.
    void prepare(double dt, rope::RodSimulation& rod);
    /// The step has been taken.
    void stepped(double dt);

    /// Where they are and how they move, as numbers; and goes on from them. Throws std::invalid_argument unless there
    /// are as many as for the solids that are placed.
    std::vector<double> written() const;
    void beginAt(const std::vector<double>& numbers, rope::RodSimulation& rod);

    const std::vector<Placed>& placed() const { return placed_; }

private:
    std::vector<Placed> placed_;
    std::size_t others_ = 0; ///< bodies of the rod that are none of these
};

} // namespace ropewalk
