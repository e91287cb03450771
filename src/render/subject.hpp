#pragma once

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <limits>
#include <vector>

namespace ropewalk
{

struct Snapshot;

/// The smallest box along the axes around points.
struct Box
{
    glm::vec3 low{std::numeric_limits<float>::max()};
    glm::vec3 high{std::numeric_limits<float>::lowest()};

    void add(const glm::vec3& point, const glm::vec3& radius); ///< a point that is not finite adds nothing
    bool empty() const { return !(low.x <= high.x); }
    glm::vec3 middle() const { return 0.5f * (low + high); }
    glm::vec3 corner(int number) const; ///< 0 to 7
    float size() const;                 ///< [m], the longest edge
};

/// Of points with radii.
Box boxAround(const std::vector<glm::vec4>& points);

/// Lowers the box to the ground where that is near below it: it shows how high things are.
void addNearGround(Box& box, const Snapshot& snapshot);

/// What the first view of a scene shows, as points [m] with radii [m]: all that is drawn, and where things will go.
std::vector<glm::vec4> wholePoints(const Snapshot& snapshot);

/// Points of the things that move in a scene [m], each with its radius [m]: the masses of ropes and cloths, the
/// solids, the bodies that are not fixed, the connection points. Of a field, some ropes stand for all. Paths and the
/// shapes of theory are no subject, and neither is a body that flew far away from all the others.
std::vector<glm::vec4> subjectPoints(const Snapshot& snapshot);

/// The box that the view follows: around these points; of a field, around what its scene wants to be seen of it.
Box subjectOf(const Snapshot& snapshot);

} // namespace ropewalk
