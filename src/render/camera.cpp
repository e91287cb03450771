#include "camera.hpp"

#include "render/pieces/drawn_ground.hpp"
#include "render/pieces/packing.hpp"

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ropewalk
{

namespace
{

constexpr float steepest = 1.5f;   // [rad]; straight up or down has no "right"
constexpr float closest = 0.02f;   // [m]
constexpr float farthest = 500.0f; // [m]

struct Axes
{
    glm::vec3 right;
    glm::vec3 up;
    glm::vec3 forward;
};

Axes axesOf(const Camera& camera)
{
    const float cosYaw = std::cos(camera.yaw);
    const float sinYaw = std::sin(camera.yaw);
    const float cosPitch = std::cos(camera.pitch);
    const float sinPitch = std::sin(camera.pitch);
    const glm::vec3 right(cosYaw, 0.0f, -sinYaw);
    const glm::vec3 forward(-sinYaw * cosPitch, -sinPitch, -cosYaw * cosPitch);
    return {right, glm::cross(right, forward), forward};
}

/// Where the lines of sight that touch a point and keep an angle to the axis cross the axis: the eye may not be farther
/// forward. Gathers the limits of all points, along one direction of the image.
struct Fit
{
    float low = std::numeric_limits<float>::max();
    float high = std::numeric_limits<float>::lowest();

    void add(float across, float forward, float margin, float tangent)
    {
        high = std::max(high, across + margin - forward * tangent);
        low = std::min(low, across - margin + forward * tangent);
    }
    float forward(float tangent) const { return (low - high) / (2.0f * tangent); }
    float across() const { return 0.5f * (low + high); }
};

/// What lies in the plane z = 0.
template <typename Extend>
void extendByPlane(const Snapshot& snapshot, Extend extend)
{
    for (const PlanarShape& shape : snapshot.planarShapes)
    {
        if (shape.vertexCount == 0)
        {
            extend({shape.position, 0.0f}, {shape.radius, shape.radius, 0.0f});
            continue;
        }
        const float c = std::cos(shape.angle);
        const float s = std::sin(shape.angle);
        for (std::uint32_t i = shape.firstVertex; i < shape.firstVertex + shape.vertexCount; ++i)
            if (i < snapshot.outlines.size())
            {
                const glm::vec2& v = snapshot.outlines[i];
                extend({shape.position.x + c * v.x - s * v.y, shape.position.y + s * v.x + c * v.y, 0.0f},
                       glm::vec3(0.0f));
            }
    }
}

} // namespace

glm::vec3 Camera::eye() const
{
    return target - distance * axesOf(*this).forward;
}

glm::mat4 Camera::view() const
{
    const Axes axes = axesOf(*this);
    return glm::lookAt(eye(), target, axes.up);
}

glm::mat4 Camera::projection(float aspect) const
{
    // The nearest plane follows the distance, so that depth is equally fine at 2 cm and at 500 m. There is no farthest
    // plane: it would gain less than one bit of depth and cut off the horizon.
    return glm::infinitePerspective(fieldOfView, aspect, 0.02f * distance);
}

glm::vec3 Camera::project(const glm::vec3& point, float aspect) const
{
    const Axes axes = axesOf(*this);
    const glm::vec3 fromEye = point - eye();
    const float depth = glm::dot(fromEye, axes.forward);
    const float halfHeight = depth * std::tan(0.5f * fieldOfView);
    return {glm::dot(fromEye, axes.right) / (halfHeight * aspect), glm::dot(fromEye, axes.up) / halfHeight, depth};
}

Ray Camera::ray(const glm::vec2& at, float aspect) const
{
    const Axes axes = axesOf(*this);
    const float tangent = std::tan(0.5f * fieldOfView);
    return {eye(), glm::normalize(axes.forward + (at.x * aspect * tangent) * axes.right + (at.y * tangent) * axes.up)};
}

void Camera::orbit(float yawBy, float pitchBy)
{
    constexpr float turn = 6.28318530718f;
    yaw = std::remainder(yaw + yawBy, turn);
    pitch = std::clamp(pitch + pitchBy, -steepest, steepest);
}

void Camera::pan(const glm::vec2& by, float aspect)
{
    const Axes axes = axesOf(*this);
    const float halfHeight = distance * std::tan(0.5f * fieldOfView);
    target -= (by.x * aspect * halfHeight) * axes.right + (by.y * halfHeight) * axes.up;
}

void Camera::zoom(float factor, const glm::vec2& at, float aspect)
{
    const float newDistance = std::clamp(distance * factor, closest, farthest);
    const float scale = newDistance / distance;
    const Axes axes = axesOf(*this);
    const float halfHeight = distance * std::tan(0.5f * fieldOfView);
    // Everything at the target's depth shrinks towards the point under `at`, which therefore stays.
    target += (1.0f - scale) * halfHeight * (at.x * aspect * axes.right + at.y * axes.up);
    distance = newDistance;
}

void Camera::face(const Snapshot& snapshot)
{
    yaw = snapshot.view.yaw;
    pitch = std::clamp(snapshot.view.pitch, -steepest, steepest);
    if (!snapshot.planarShapes.empty())
        yaw = pitch = 0.0f; // what moves in a plane is seen best straight from the front
}

void Camera::frame(const Snapshot& snapshot, float aspect)
{
    glm::vec3 low(std::numeric_limits<float>::max());
    glm::vec3 high(std::numeric_limits<float>::lowest());
    const auto extend = [&](const glm::vec3& point, const glm::vec3& radius)
    {
        if (isFinite(point))
        {
            low = glm::min(low, point - radius);
            high = glm::max(high, point + radius);
        }
    };
    for (const Polyline& polyline : snapshot.polylines)
        for (const glm::vec3& point : polyline.points)
            extend(point, glm::vec3(polyline.radius));
    for (const Surface& surface : snapshot.surfaces)
        for (const glm::vec3& point : surface.points)
            extend(point, glm::vec3(0.0f));
    // A field is to be flown over: what its scene wants to be seen of it is enough.
    if (snapshot.view.points.empty())
        for (int rope = 0; rope < snapshot.field.ropeCount; ++rope)
            for (const int end : {0, snapshot.field.pointsPerRope - 1})
                extend(snapshot.field.point(rope, end), glm::vec3(snapshot.field.radius));
    for (const Solid& solid : snapshot.solids)
        extend(solid.position, glm::vec3(solid.size));
    for (const Marker& marker : snapshot.markers)
        extend(marker.position, glm::vec3(marker.radius));
    extendByPlane(snapshot, extend);
    for (const glm::vec3& point : snapshot.view.points)
        extend(point, glm::vec3(0.0f));
    if (low.x > high.x)
        return;

    // Ground that lies far below would make the scene a dot.
    const float size = std::max({high.x - low.x, high.y - low.y, high.z - low.z, 0.2f});
    const float ground = drawnGroundHeight(snapshot);
    if (snapshot.hasGround && low.y - ground < 1.5f * size)
        low.y = std::min(low.y, ground);

    const Axes axes = axesOf(*this);
    const float tangentUp = 0.78f * std::tan(0.5f * fieldOfView); // the rest is margin
    const float tangentRight = 0.84f * std::tan(0.5f * fieldOfView) * aspect;
    const float margin = 0.05f * size;
    Fit right;
    Fit up;
    for (int corner = 0; corner < 8; ++corner)
    {
        const glm::vec3 point((corner & 1) ? high.x : low.x, (corner & 2) ? high.y : low.y,
                              (corner & 4) ? high.z : low.z);
        const float forward = glm::dot(point, axes.forward);
        right.add(glm::dot(point, axes.right), forward, margin, tangentRight);
        up.add(glm::dot(point, axes.up), forward, margin, tangentUp);
    }
    const float eyeForward = std::min(right.forward(tangentRight), up.forward(tangentUp));
    const float middle = glm::dot(0.5f * (low + high), axes.forward);
    distance = std::clamp(middle - eyeForward, closest, farthest);
    target = right.across() * axes.right + up.across() * axes.up + middle * axes.forward;
}

} // namespace ropewalk
