#pragma once

#include "scenes/set_up/scene_solid.hpp"
#include "scenes/shared/gliding_solid.hpp"

#include <rope/rope_simulation.hpp>

#include <cstddef>
#include <vector>

namespace ropewalk
{

/// The solids of a scene among a rope's solids. They glide to where the list wants them, as a pinned mass does: nothing
/// that a rope touches jumps.
class PlacedSolids
{
public:
    struct Placed : GlidingSolid
    {
        SceneSolid wanted{};
    };

    /// From now on these are wanted. A solid of another shape than the present one appears at its place.
    void want(const SolidList& solids, rope::RopeSimulation& rope);
    /// Gives the bodies the velocities for a step of `dt` [s], and goes on to where it leaves them; to be called before
    /// each.
    void prepare(double dt, rope::RopeSimulation& rope);

    /// Where they are and how they move, as numbers; and goes on from them. Throws std::invalid_argument unless there
    /// are as many as for the solids that are placed.
    std::vector<double> written(const rope::RopeSimulation& rope) const;
    void beginAt(const std::vector<double>& numbers, rope::RopeSimulation& rope);

    const std::vector<Placed>& placed() const { return placed_; }

private:
    static void addBodies(Placed& placed, rope::RopeSimulation& rope);

    std::vector<Placed> placed_;
};

} // namespace ropewalk
