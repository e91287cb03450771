#pragma once

#include "contact_solver.hpp"
#include "time_of_impact.hpp"

#include "broad_phase.hpp"
#include <rope/impulse.hpp>

#include <cstddef>
#include <vector>

namespace rope
{

/// The shapes of all bodies where they are now.
class PlacedShapes
{
public:
    void update(const std::vector<RigidBody>& bodies);

    PlacedShape operator[](std::size_t body) const
    {
        const Entry& entry = entries_[body];
        return {entry.centre, entry.radius, corners_.data() + entry.first, normals_.data() + entry.first, entry.count};
    }
    Aabb box(std::size_t body) const;

    /// The most pairs that each body can have, so that to look at all of them once costs some hundredths of a second.
    std::uint32_t affordablePairs() const;

private:
    struct Entry
    {
        Vec2 centre{0.0};
        double radius = 0.0;
        std::size_t first = 0;
        std::size_t count = 0;
    };
    std::vector<Entry> entries_;
    std::vector<Vec2> corners_;
    std::vector<Vec2> normals_;
};

struct ImpulseSimulation::Workspace
{
    PlacedShapes shapes;
    BroadPhase broadPhase;
    TimeOfImpact timeOfImpact;
    std::vector<Aabb> boxes;
    std::vector<char> still;
    std::vector<Contact> earlier;
    std::vector<NearPair> nearPairs;
    std::vector<std::size_t> contactCounts; ///< with bodies that can move, of each body
    std::vector<BodyMotion> motions;
    RestWorkspace rest;
    std::vector<Displacement> displacements;
    std::vector<unsigned> changed;
    std::vector<double> islandRest;
};

} // namespace rope
