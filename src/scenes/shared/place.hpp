#pragma once

#include "scenes/snapshot.hpp"

// A floor and furniture for a scene that has no ground: they say what hangs and what stands, and nothing rests on them.

namespace ropewalk
{

/// The floor, drawn as a ground is.
void addFloor(Snapshot& snapshot, double height);

/// A box of steel between two corners.
void addSteelBox(Snapshot& snapshot, const glm::vec3& low, const glm::vec3& high);

/// A round column on a foot, from the floor up to `top`.
void addStand(Snapshot& snapshot, const glm::vec3& top, float radius);

/// A column behind `held` whose arm reaches over it and holds it from above: `reach` is the distance of the column.
void addGallows(Snapshot& snapshot, const glm::vec3& held, float reach, float thick);

} // namespace ropewalk
