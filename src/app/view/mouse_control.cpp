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

} // namespace

void MouseControl::press(Button button, bool shift, const Snapshot& snapshot, const Camera& camera,
                         const Rectangle& viewport, float reach)
{
    switch (button)
    {
    case Button::left:
        grabbed_ = pick(snapshot, camera, viewport, cursor_, reach);
        grabbedAt_ = cursor_;
        dragged_ = false;
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
    dragged_ |= glm::distance(cursor_, grabbedAt_) > still;
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

std::optional<Pick> MouseControl::hover(const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport,
                                        float reach) const
{
    if (busy() || !viewport.contains(cursor_.x, cursor_.y))
        return std::nullopt;
    return pick(snapshot, camera, viewport, cursor_, reach);
}

} // namespace ropewalk
