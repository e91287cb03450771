#include "camera.hpp"

#include "scenes/file_view.hpp"
#include "scenes/snapshot.hpp"
#include "subject.hpp"

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ropewalk
{

namespace
{

constexpr float steepest = 0.5f * std::numbers::pi_v<float>; // [rad]
constexpr float closest = 0.02f;                             // [m]
constexpr float farthest = 500.0f;                           // [m]

/// Where the lines of sight that touch a point and keep an angle to the axis cross the axis: the eye may not be farther
/// forward. Gathers the limits of all points, along one direction of the image; the angles' tangents are those towards
/// its two ends.
struct Fit
{
    float below;
    float above;
    float low = std::numeric_limits<float>::max();
    float high = std::numeric_limits<float>::lowest();

    void add(float across, float forward, float margin)
    {
        high = std::max(high, across + margin - forward * above);
        low = std::min(low, across - margin + forward * below);
    }
    float forward() const { return (low - high) / (below + above); }
    /// The places across the viewport from which an eye that is so far forward sees all.
    float least(float forward) const { return high + forward * above; }
    float most(float forward) const { return low - forward * below; }
    float middle(float forward) const { return 0.5f * (least(forward) + most(forward)); }
    /// The one of them that is nearest to `present`.
    float nearest(float present, float forward) const
    {
        return least(forward) < most(forward) ? std::clamp(present, least(forward), most(forward)) : middle(forward);
    }
};

/// What the eye must do to see points within the free part of the image: within `part` of the way from its middle to
/// its borders.
struct ViewFit
{
    ViewFit(const Camera& camera, float aspect, const glm::vec2& part)
        : right(sideways(camera, aspect, part.x)), up(upright(camera, part.y)), axes(camera.axes())
    {
    }
    void add(const glm::vec3& point, float margin)
    {
        const float forward = glm::dot(point, axes.forward);
        right.add(glm::dot(point, axes.right), forward, margin);
        up.add(glm::dot(point, axes.up), forward, margin);
    }
    float forward() const { return std::min(right.forward(), up.forward()); }

    Fit right;
    Fit up;
    Camera::Axes axes;

private:
    static Fit sideways(const Camera& camera, float aspect, float part)
    {
        const float tangent = part * aspect * std::tan(0.5f * camera.fieldOfView);
        return {tangent, tangent};
    }
    static Fit upright(const Camera& camera, float part)
    {
        const float tangent = std::tan(0.5f * camera.fieldOfView);
        const float middle = camera.covered;
        const float half = part * (1.0f - camera.covered);
        return {tangent * (half - middle), tangent * (half + middle)};
    }
};

} // namespace

Camera::Axes Camera::axes() const
{
    const float cosYaw = std::cos(yaw);
    const float sinYaw = std::sin(yaw);
    const float cosPitch = std::cos(pitch);
    const float sinPitch = std::sin(pitch);
    const glm::vec3 right(cosYaw, 0.0f, -sinYaw);
    const glm::vec3 forward(-sinYaw * cosPitch, -sinPitch, -cosYaw * cosPitch);
    return {right, glm::cross(right, forward), forward};
}

glm::vec3 Camera::eye() const
{
    return target - distance * axes().forward;
}

Camera Camera::of(const FileView& view)
{
    Camera camera;
    camera.target = glm::vec3(view.target);
    camera.yaw = static_cast<float>(view.yaw);
    camera.pitch = std::clamp(static_cast<float>(view.pitch), -steepest, steepest);
    camera.distance = std::clamp(static_cast<float>(view.distance), closest, farthest);
    return camera;
}

FileView Camera::fileView() const
{
    return {rope::Vec3(target), yaw, pitch, distance};
}

glm::mat4 Camera::view() const
{
    const Axes a = axes();
    return glm::lookAt(eye(), target, a.up);
}

glm::mat4 Camera::projection(float aspect) const
{
    // The nearest plane follows the distance, so that depth is equally fine at 2 cm and at 500 m. There is no farthest
    // plane: it would gain less than one bit of depth and cut off the horizon.
    return glm::infinitePerspective(fieldOfView, aspect, 0.02f * distance);
}

glm::vec3 Camera::project(const glm::vec3& point, float aspect) const
{
    const Axes a = axes();
    const glm::vec3 fromEye = point - eye();
    const float depth = glm::dot(fromEye, a.forward);
    const float halfHeight = depth * std::tan(0.5f * fieldOfView);
    return {glm::dot(fromEye, a.right) / (halfHeight * aspect), glm::dot(fromEye, a.up) / halfHeight, depth};
}

Ray Camera::ray(const glm::vec2& at, float aspect) const
{
    const Axes a = axes();
    const float tangent = std::tan(0.5f * fieldOfView);
    return {eye(), glm::normalize(a.forward + (at.x * aspect * tangent) * a.right + (at.y * tangent) * a.up)};
}

void Camera::orbit(float yawBy, float pitchBy)
{
    yaw = std::remainder(yaw + yawBy, 2.0f * std::numbers::pi_v<float>);
    pitch = std::clamp(pitch + pitchBy, -steepest, steepest);
}

void Camera::pan(const glm::vec2& by, float aspect)
{
    const Axes a = axes();
    const float halfHeight = distance * std::tan(0.5f * fieldOfView);
    target -= (by.x * aspect * halfHeight) * a.right + (by.y * halfHeight) * a.up;
}

void Camera::zoom(float factor, const glm::vec2& at, float aspect)
{
    const float newDistance = std::clamp(distance * factor, closest, farthest);
    const float scale = newDistance / distance;
    const Axes a = axes();
    const float halfHeight = distance * std::tan(0.5f * fieldOfView);
    // Everything at the target's depth shrinks towards the point under `at`, which therefore stays.
    target += (1.0f - scale) * halfHeight * (at.x * aspect * a.right + at.y * a.up);
    distance = newDistance;
}

void Camera::face(const Snapshot& snapshot)
{
    yaw = snapshot.view.yaw;
    pitch = std::clamp(snapshot.view.pitch, -steepest, steepest);
}

void Camera::frame(const Snapshot& snapshot, float aspect)
{
    const std::vector<glm::vec4> points = wholePoints(snapshot);
    Box box = boxAround(points);
    if (box.empty())
        return;
    // A rope that is reeled in is no reason to show nothing but the mark at its end.
    float size = std::max(box.size(), 0.2f);
    for (const Marker& marker : snapshot.markers)
        size = std::max(size, 12.0f * marker.radius);
    constexpr glm::vec2 part(0.84f, 0.78f); // the rest is margin
    ViewFit fit(*this, aspect, part);
    const float margin = std::max(0.05f * size, 0.5f * (size - box.size()));
    const float lowest = box.low.y;
    addNearGround(box, snapshot);
    for (const glm::vec4& point : points)
    {
        fit.add(glm::vec3(point), point.w + margin);
        if (box.low.y < lowest)
            fit.add({point.x, box.low.y, point.z}, margin);
    }

    const Axes a = axes();
    const float middle = glm::dot(box.middle(), a.forward);
    distance = std::clamp(middle - fit.forward(), closest, farthest);
    const float forward = middle - distance;
    target = fit.right.middle(forward) * a.right + fit.up.middle(forward) * a.up + middle * a.forward;
}

void Camera::keep(const Box& box, float aspect)
{
    if (box.empty())
        return;
    constexpr glm::vec2 part(0.85f);
    const Axes a = axes();
    ViewFit fit(*this, aspect, part);
    for (int number = 0; number < 8; ++number)
        fit.add(box.corner(number), 0.0f);
    const glm::vec3 from = eye();
    const glm::vec3 present(glm::dot(from, a.right), glm::dot(from, a.up), glm::dot(from, a.forward));
    const float forward = std::min(present.z, fit.forward());
    const glm::vec3 wanted(fit.right.nearest(present.x, forward), fit.up.nearest(present.y, forward), forward);
    if (wanted == present)
        return;
    const float middle = glm::dot(box.middle(), a.forward);
    distance = std::clamp(middle - forward, closest, farthest);
    target = wanted.x * a.right + wanted.y * a.up + middle * a.forward;
}

} // namespace ropewalk
