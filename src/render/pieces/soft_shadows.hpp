#pragma once

#include "scenes/snapshot.hpp"

#include <glm/vec3.hpp>

#include <vector>

namespace ropewalk
{

/// A corner of a triangle of a soft shadow.
struct ShadowVertex
{
    glm::vec3 place{0.0f}; ///< on the ground [m]
    float dark = 0.0f;     ///< 0 to 1
};

/// The soft shadows on the ground, as triangles; none where there is no ground.
class SoftShadows
{
public:
    /// Empties them. `sun` points towards the sun.
    void begin(const Snapshot& snapshot, const glm::vec3& sun);
    /// The shadow of the convex hull of these points, which it takes out of `points`; `ofLine`: of a piece of a line.
    void addHull(std::vector<glm::vec3>& points, bool ofLine = false);
    /// The shadow of a sheet of columns x rows points.
    void addSheet(const std::vector<glm::vec3>& points, int columns, int rows);

    bool hasGround() const { return hasGround_; }
    float ground() const { return ground_; } ///< [m]
    const std::vector<ShadowVertex>& vertices() const { return vertices_; }

private:
    glm::vec3 onGround(const glm::vec3& point) const;
    float softness(const glm::vec3& point) const;

    glm::vec3 sun_{0.0f, 1.0f, 0.0f};
    void orderHull(std::vector<glm::vec3>& points);
    void addFan(float soft, bool ofLine);

    bool hasGround_ = false;
    float ground_ = 0.0f;
    std::vector<ShadowVertex> vertices_;
    std::vector<glm::vec3> ordered_;
    std::vector<ShadowVertex> grid_;
};

} // namespace ropewalk
