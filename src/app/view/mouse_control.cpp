#include "mouse_control.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace ropewalk
{
namespace
{

/// False where a reel has taken the mass in, or another scene is open now.
bool stillThere(const Pick& grabbed, const Snapshot& snapshot)
{
    if (grabbed.handle)
        return *grabbed.handle < snapshot.handles.size();
    const std::size_t lines = snapshot.polylines.size();
    if (grabbed.polyline < lines)
    {
        const Polyline& polyline = snapshot.polylines[grabbed.polyline];
        const int index = grabbed.identity - polyline.identity;
        return index >= 1 && index < static_cast<int>(polyline.points.size());
    }
    const std::size_t surface = grabbed.polyline - lines;
    if (surface == snapshot.surfaces.size())
        return std::any_of(snapshot.planarShapes.begin(), snapshot.planarShapes.end(),
                           [&](const PlanarShape& shape) { return shape.identity == grabbed.identity; });
    return surface < snapshot.surfaces.size() &&
           grabbed.identity < static_cast<int>(snapshot.surfaces[surface].points.size());
}

/// A point of a rope.
struct RopePoint
{
    std::size_t line = 0;
    std::size_t point = 0;
};

/// The point of a rope that is held; nothing where another thing is held.
std::optional<RopePoint> heldStrand(const Pick& grabbed, const Snapshot& snapshot)
{
    if (!stillThere(grabbed, snapshot))
        return std::nullopt;
    if (!grabbed.handle && grabbed.polyline < snapshot.polylines.size())
        return RopePoint{grabbed.polyline,
                         static_cast<std::size_t>(grabbed.identity - snapshot.polylines[grabbed.polyline].identity)};
    if (!grabbed.handle || snapshot.handles[*grabbed.handle].solid)
        return std::nullopt;
    const Handle& handle = snapshot.handles[*grabbed.handle];
    for (std::size_t line = 0; line < snapshot.polylines.size(); ++line)
        for (std::size_t i = 0; i < snapshot.polylines[line].points.size(); ++i)
            if (glm::distance(snapshot.polylines[line].points[i], handle.position) <= handle.radius)
                return RopePoint{line, i};
    return std::nullopt;
}

} // namespace

void MouseControl::press(Button button, bool shift, const Snapshot& snapshot, const Camera& camera,
                         const Rectangle& viewport, float reach)
{
    pressedAt_ = cursor_;
    dragged_ = false;
    switch (button)
    {
    case Button::left:
        grabbed_ = pick(snapshot, camera, viewport, cursor_, reach);
        inFront_.reset();
        if (grabbed_ && grabbed_->handle)
            if (const std::optional<glm::vec3> at = target(camera, viewport))
                grabbed_->offset = *at - grabbed_->position;
        break;
    case Button::right:
        (shift ? panning_ : orbiting_) = true;
        break;
    case Button::middle:
        panning_ = true;
        break;
    }
}

bool MouseControl::isSecondPress(double now)
{
    constexpr double soon = 0.4; // [s]
    constexpr float near = 6.0f; // [pixel], of a hand that does not hold quite still
    const bool second =
        lastPress_ && now - lastPress_->time <= soon && glm::distance(cursor_, lastPress_->cursor) <= near;
    if (second)
        lastPress_.reset();
    else
        lastPress_ = {now, cursor_};
    return second;
}

void MouseControl::release(Button button)
{
    if (button == Button::left)
        grabbed_.reset();
    if (button == Button::right)
        orbiting_ = false;
    if (button != Button::left)
        panning_ = false;
}

void MouseControl::releaseAll()
{
    grabbed_.reset();
    orbiting_ = false;
    panning_ = false;
}

MouseControl::Moved MouseControl::move(const glm::vec2& cursor, Camera& camera, const Rectangle& viewport)
{
    const glm::vec2 by = cursor - cursor_;
    cursor_ = cursor;
    constexpr float still = 3.0f; // [pixel], of a hand that clicks
    dragged_ |= glm::distance(cursor_, pressedAt_) > still;
    constexpr float radiansPerPixel = 0.006f;
    if (panning_)
        camera.pan(viewportFromWindow(viewport, cursor) - viewportFromWindow(viewport, cursor - by),
                   aspectOf(viewport));
    else if (orbiting_)
        camera.orbit(-by.x * radiansPerPixel, by.y * radiansPerPixel);
    if (by == glm::vec2(0.0f))
        return Moved::nothing;
    return panning_ ? Moved::shifted : orbiting_ ? Moved::turned : Moved::nothing;
}

void MouseControl::scroll(float notches, Camera& camera, const Rectangle& viewport) const
{
    // Touchpads send many small fractions: the power makes ten tenths the same as one notch.
    const float factor = std::pow(0.88f, std::clamp(notches, -10.0f, 10.0f));
    camera.zoom(factor, viewportFromWindow(viewport, cursor_), aspectOf(viewport));
}

float MouseControl::wayPast(bool inFront, const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport,
                            float reach) const
{
    const RopePoint held = *heldStrand(*grabbed_, snapshot);
    const glm::vec3 forward = camera.axes().forward;
    const auto depth = [&](const glm::vec3& point) { return glm::dot(point - camera.eye(), forward); };
    const auto seen = [&](const glm::vec3& point)
    { return windowFromViewport(viewport, glm::vec2(camera.project(point, aspectOf(viewport)))); };
    // Of its own rope the part does not count that leads from the held point to beyond the cursor.
    const Polyline& own = snapshot.polylines[held.line];
    const auto isNear = [&](std::size_t i) { return glm::distance(seen(own.points[i]), cursor_) < reach; };
    std::size_t first = held.point;
    std::size_t last = held.point;
    while (first > 0 && isNear(first - 1))
        --first;
    while (last + 1 < own.points.size() && isNear(last + 1))
        ++last;
    const float present = depth(target(camera, viewport).value_or(grabbed_->position) - grabbed_->offset);
    float way = 0.0f;
    for (const Polyline& line : snapshot.polylines)
        for (std::size_t i = 0; i + 1 < line.points.size(); ++i)
        {
            const bool counts = &line != &own || i + 1 < first || i > last;
            const glm::vec3& a = line.points[i];
            const glm::vec3& b = line.points[i + 1];
            if (!counts || depth(a) <= 0.0f || depth(b) <= 0.0f)
                continue;
            const glm::vec2 along = seen(b) - seen(a);
            const float part =
                std::clamp(glm::dot(cursor_ - seen(a), along) / std::max(glm::dot(along, along), 1e-6f), 0.0f, 1.0f);
            if (glm::distance(cursor_, seen(a) + part * along) >= reach)
                continue;
            const float clear = 1.25f * (own.radius + line.radius);
            const float there = depth(a + part * (b - a));
            way = inFront ? std::min(way, there - clear - present) : std::max(way, there + clear - present);
        }
    return way;
}

bool MouseControl::lift(float notches, const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport,
                        float reach)
{
    const std::optional<RopePoint> held = grabbed_ ? heldStrand(*grabbed_, snapshot) : std::nullopt;
    if (!held)
        return false;
    for (notches_ += notches; std::abs(notches_) >= 1.0f; notches_ -= *inFront_ ? 1.0f : -1.0f)
    {
        inFront_ = notches_ > 0.0f;
        constexpr float rounding = 1e-5f; // [m]
        float way = wayPast(*inFront_, snapshot, camera, viewport, reach);
        if (std::abs(way) < rounding)
            way = (*inFront_ ? -2.0f : 2.0f) * snapshot.polylines[held->line].radius;
        grabbed_->position += way * camera.axes().forward;
    }
    return true;
}

void MouseControl::pass(bool inFront, const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport,
                        float reach)
{
    if (!grabbed_ || !heldStrand(*grabbed_, snapshot))
        return;
    inFront_ = inFront;
    grabbed_->position += wayPast(inFront, snapshot, camera, viewport, reach) * camera.axes().forward;
}

std::optional<MouseControl::Lifted> MouseControl::lifted(const Camera& camera, const Rectangle& viewport) const
{
    const std::optional<glm::vec3> at = inFront_ ? target(camera, viewport) : std::nullopt;
    return at ? std::optional(Lifted{*at - grabbed_->offset, *inFront_}) : std::nullopt;
}

void MouseControl::pullIn(DragPlane plane, const Camera& camera, const Rectangle& viewport)
{
    if (plane == plane_)
        return;
    if (const std::optional<glm::vec3> present = target(camera, viewport))
        grabbed_->position = *present;
    plane_ = plane;
}

std::optional<glm::vec3> MouseControl::target(const Camera& camera, const Rectangle& viewport) const
{
    // The plane goes through the place where the mass was grabbed: a plane through the mass would swing with it.
    const auto to = grabbed_ ? dragTarget(camera, viewport, cursor_, grabbed_->position, plane_) : std::nullopt;
    return to && std::isfinite(to->x + to->y + to->z) ? to : std::nullopt;
}

std::optional<Controls::Grab> MouseControl::grab(const Snapshot& snapshot, const Camera& camera,
                                                 const Rectangle& viewport) const
{
    const std::optional<glm::vec3> to = target(camera, viewport);
    if (!to || grabbed_->handle || !stillThere(*grabbed_, snapshot))
        return std::nullopt;
    return Controls::Grab{grabbed_->polyline, grabbed_->identity, Vec3(*to - grabbed_->offset)};
}

std::optional<Controls::Pull> MouseControl::pull(const Snapshot& snapshot, const Camera& camera,
                                                 const Rectangle& viewport) const
{
    const std::optional<glm::vec3> to = target(camera, viewport);
    if (!to || !grabbed_->handle || !stillThere(*grabbed_, snapshot))
        return std::nullopt;
    if (snapshot.handles[*grabbed_->handle].isPlaced() && !dragged_)
        return std::nullopt;
    return Controls::Pull{*grabbed_->handle, Vec3(*to - grabbed_->offset)};
}

std::optional<Marker> MouseControl::hint(const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport,
                                         float reach) const
{
    if (busy() || !viewport.contains(cursor_.x, cursor_.y))
        return std::nullopt;
    const std::optional<Pick> under = pick(snapshot, camera, viewport, cursor_, reach);
    if (!under)
        return std::nullopt;
    Marker marker{Marker::Kind::grabbed, under->position};
    if (!under->handle)
        return marker;
    const Handle& handle = snapshot.handles[*under->handle];
    marker.radius = handle.radius;
    const glm::vec3 right(std::cos(camera.yaw), 0.0f, -std::sin(camera.yaw));
    const auto seen = [&](const glm::vec3& point)
    { return windowFromViewport(viewport, glm::vec2(camera.project(point, aspectOf(viewport)))); };
    const float pixels = glm::distance(seen(handle.position), seen(handle.position + handle.radius * right));
    const float most = 2.0f * reach;
    if (const auto solid = solidSeen(snapshot, camera, viewport, cursor_); handle.solid && solid && pixels > most)
    {
        marker.position = solid->at;
        marker.radius *= 0.2f * most / pixels;
    }
    return marker;
}

} // namespace ropewalk
