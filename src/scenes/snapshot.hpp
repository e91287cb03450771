#pragma once

#include <glm/vec3.hpp>

#include <string>
#include <vector>

namespace ropewalk
{

/// A rope or a thread to draw: points joined by a smooth round tube.
struct Polyline
{
    std::vector<glm::vec3> points; ///< [m]
    std::vector<float> tension;    ///< [N], one for each segment: points.size() - 1
    float radius = 0.02f;          ///< [m]
    /// Point i > 0 is the same thing as the point of an earlier snapshot with i + identity equal; point 0 is always
    /// the same. So pictures can be mixed while a reel inserts points behind point 0.
    int identity = 0;
    bool grabbable = true; ///< the mouse may take its points, all but point 0
};

/// A point that is marked in the picture.
struct Marker
{
    enum class Kind
    {
        connection, ///< the end that the keys move
        grabbed,    ///< the mass under the mouse
        target      ///< where the mouse pulls it
    };
    Kind kind = Kind::connection;
    glm::vec3 position{0.0f}; ///< [m]
    float radius = 0.04f;     ///< [m]
};

/// Everything the picture needs to know of a scene at one moment; no simulation behind it.
struct Snapshot
{
    double time = 0.0; ///< [s]
    std::vector<Polyline> polylines;
    std::vector<Marker> markers;
    bool hasGround = false;
    float groundHeight = 0.0f; ///< [m]
    float tensionScale = 1.0f; ///< [N], the top of the colour legend

    void clear(); ///< forgets the contents
};

/// The moment between two snapshots: `fraction` 0 gives `before`, 1 gives `after`. Points that only `after` has move
/// along with their neighbour.
void mix(const Snapshot& before, const Snapshot& after, float fraction, Snapshot& result);

} // namespace ropewalk
