#pragma once

#include "packing.hpp"

#include "scenes/snapshot.hpp"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ropewalk
{

/// Something that touches a rope near a point of it, in eight bits a number: direction to it, and how far along the
/// rope [8 radii] the place is from the point. The direction is zero where nothing touches.
using PackedTouch = std::array<std::int8_t, 4>;

/// What the vertex shaders read of a point of a polyline. The segment of instance i lies between points i and i + 1.
struct CurvePoint
{
    glm::vec3 position{0.0f};              ///< [m]
    std::array<std::int16_t, 3> tangent{}; ///< direction
    enum class Role : std::int16_t
    {
        first = -32767,
        inner = 0,
        last = 32767
    } role = Role::first;                 ///< in its polyline
    std::array<std::int16_t, 3> normal{}; ///< across the tangent
    std::int16_t tension = 0;             ///< as a part of the scale
    float fromStart = 0.0f;               ///< [m] along the polyline
    float toEnd = 0.0f;                   ///< [m]
    float radius = 0.0f;                  ///< [m]
    float twist = 0.0f;                   ///< [rad], by which the strands are turned about the tangent
    std::array<std::uint8_t, 3> colour{}; ///< of a thread
    std::uint8_t style = 0;               ///< a number of Polyline::Style, or of a shadow alone
    static constexpr std::uint8_t shadowAlone = 4;
    PackedTouch touch{};      ///< the nearest one
    PackedTouch otherTouch{}; ///< the nearest one on another side
    /// Of both: cosine and sine of twice the angle between the rope and the strand that touches it, so that it has no
    /// jump; zeros for a solid.
    std::array<std::int8_t, 4> crossing{};
};
static_assert(sizeof(CurvePoint) == 60, "the vertex attributes are set up for this layout");

/// All polylines behind each other, sorted by style. By the roles of their first and last points the shader
/// knows the instances that lie between two polylines, and does not draw them.
class CurvePoints
{
public:
    /// A point of view, to find how fine the tubes must be.
    struct View
    {
        glm::vec3 eye{0.0f};
        glm::vec3 forward{0.0f, 0.0f, -1.0f};
        float nearest = 0.1f; ///< [m], closer points are not drawn
        bool touches = true;  ///< what touches a rope is packed too
    };

    /// Keeps its memory from frame to frame.
    void pack(const Snapshot& snapshot, const View& view);
    /// The same of curves beside the scene, which lie on its ground.
    void packOnly(std::span<const Polyline> curves, const Snapshot& snapshot, const View& view);

    const std::vector<CurvePoint>& points() const { return points_; }
    /// The first and the last segment of each polyline, two points each, in the order of the polylines; of a polyline
    /// of one segment that one.
    const std::vector<CurvePoint>& ends() const { return ends_; }
    /// The polylines of one style.
    struct StyleRun
    {
        std::uint8_t style = 0;
        std::size_t firstPoint = 0;
        std::size_t points = 0;
        std::size_t firstEnd = 0; ///< a segment in `ends`
        std::size_t ends = 0;
    };
    const std::vector<StyleRun>& runs() const { return runs_; } ///< without the shadows alone
    /// The points that their soft shadows need: where the blur is wider than a segment, the shadow of one long
    /// segment looks like the shadow of several. `slope` is the height of the sun's ray by its length.
    const std::vector<CurvePoint>& pointsForShadows(float groundHeight, float slope);
    /// The largest angle [rad] under which the eye sees a tube's radius, and how far a curve bows from a segment.
    float largestRadius() const { return largestRadius_; }
    float largestBow() const { return largestBow_; }
    bool touchesSolids() const { return touchesSolids_; } ///< some rope lies on a solid

private:
    void packCurves(std::span<const Polyline> curves, const Snapshot& snapshot, const View& view);
    void putByStyle();
    void addPolyline(const Polyline& polyline, const Snapshot& snapshot, const View& view);
    void turnAlong(std::span<CurvePoint> points, const View& view);
    void addTouches(const Polyline& polyline, std::size_t begin);
    void addFray(const CurvePoint& end, float outwards);
    void addBall(const glm::vec3& centre, float radius, const CurvePoint& look);
    void see(const glm::vec3& point, float radius, float bow, const View& view);

    std::vector<CurvePoint> points_;
    std::vector<CurvePoint> ends_;
    std::vector<StyleRun> runs_;
    std::vector<std::span<const CurvePoint>> polylines_;
    std::vector<CurvePoint> byStyle_;
    std::vector<CurvePoint> shadowed_;
    float largestRadius_ = 0.0f;
    float largestBow_ = 0.0f;
    bool touchesSolids_ = false;
};

} // namespace ropewalk
