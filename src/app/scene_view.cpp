#include "scene_view.hpp"

#include "render/pieces/drawn_ground.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace ropewalk
{
namespace
{

constexpr float stiffness = 6.0f; // [1/s], of the spring that draws the camera to its goal

/// One frame of a critically damped spring, exact for a goal that rests during it: x'' = w^2 (goal - x) - 2 w x'.
template <typename Value>
void ease(Value& value, Value& rate, const Value& goal, float elapsed)
{
    const Value away = value - goal;
    const Value slope = rate + stiffness * away;
    const float decay = std::exp(-stiffness * elapsed);
    value = goal + decay * (away + elapsed * slope);
    rate = decay * (rate - stiffness * elapsed * slope);
}

/// Where the box will be as soon as the camera can be there. A spring follows an even motion late by 2 / w; so does the
/// smoothed box, and the box is ahead by as much.
Box aheadOf(const Box& box, const Box& late)
{
    const glm::vec3 most(box.size()); // what jumped does not go on jumping
    return {box.low - glm::clamp(late.low - box.low, glm::vec3(0.0f), most),
            box.high + glm::clamp(box.high - late.high, glm::vec3(0.0f), most)};
}

} // namespace

void SceneView::lookFrom(float yaw, float pitch)
{
    // The camera takes the shorter turn.
    camera.yaw = std::remainder(camera.yaw, 2.0f * std::numbers::pi_v<float>);
    goal_.yaw = camera.yaw + std::remainder(yaw - camera.yaw, 2.0f * std::numbers::pi_v<float>);
    goal_.pitch = pitch;
    if (follows_)
        showAll();
}

void SceneView::open(const std::optional<Camera>& taken)
{
    wanted_ = taken ? Wanted::nothing : Wanted::opening;
    if (!taken)
        return;
    camera = *taken;
    take();
}

void SceneView::take()
{
    goal_ = camera;
    rates_ = {};
    follows_ = false;
}

void SceneView::constantsChanged()
{
    constexpr double soon = 2.0; // [s]
    if (watchLeft_ <= 0.0)
        sizeBefore_ = late_.size();
    watchLeft_ = soon;
}

void SceneView::look(const Snapshot& snapshot, const Rectangle& viewport, double elapsed, bool held)
{
    if (!(viewport.width > 0.0f && viewport.height > 0.0f))
        return;
    const float aspect = std::exchange(aspect_, aspectOf(viewport));
    if (aspect != aspect_ && follows_ && wanted_ == Wanted::nothing)
        showAll();
    if (elapsed == 0.0 && wanted_ == Wanted::nothing)
        return;
    const Box subject = subjectOf(snapshot);
    grant(snapshot, subject);
    watchSize(snapshot, subject, elapsed);
    if (follows_ && !held)
        follow(snapshot, subject, elapsed);
    const float forgotten = 1.0f - std::exp(-0.5f * stiffness * static_cast<float>(elapsed));
    late_.low = glm::mix(late_.low, subject.low, forgotten);
    late_.high = glm::mix(late_.high, subject.high, forgotten);
    ease(elapsed);
}

void SceneView::grant(const Snapshot& snapshot, const Box& subject)
{
    const Wanted wanted = std::exchange(wanted_, Wanted::nothing);
    if (wanted == Wanted::nothing)
        return;
    if (wanted != Wanted::all)
    {
        goal_.face(snapshot);
        lookFrom(goal_.yaw, goal_.pitch);
    }
    goal_.frame(snapshot, aspect_);
    follows_ = true;
    smallFor_ = 0.0;
    late_ = subject;
    wanted_ = Wanted::nothing;
    if (wanted == Wanted::opening)
    {
        camera = goal_;
        rates_ = {};
        watchLeft_ = 0.0;
    }
}

void SceneView::watchSize(const Snapshot& snapshot, const Box& subject, double elapsed)
{
    if (watchLeft_ <= 0.0)
        return;
    watchLeft_ -= elapsed;
    const float size = subject.size();
    if (size > 1.5f * sizeBefore_ || size < 0.5f * sizeBefore_)
    {
        goal_.frame(snapshot, aspect_);
        sizeBefore_ = size;
    }
}

void SceneView::follow(const Snapshot& snapshot, const Box& subject, double elapsed)
{
    constexpr float small = 0.6f;    // of the size in which the subject could be shown
    constexpr double patience = 1.5; // [s]
    if (subject.empty())
        return;
    Box kept = aheadOf(subject, late_);
    const float ground = drawnGroundHeight(snapshot);
    if (snapshot.hasGround && subject.low.y - ground < 0.25f * subject.size()) // near, it shows how high things are
        kept.low.y = std::min(kept.low.y, ground);
    goal_.keep(kept, aspect_);

    Camera closer = goal_;
    closer.frame(snapshot, aspect_);
    smallFor_ = closer.distance < small * goal_.distance ? smallFor_ + elapsed : 0.0;
    if (smallFor_ < patience)
        return;
    goal_ = closer;
    smallFor_ = 0.0;
}

void SceneView::ease(double elapsed)
{
    const auto seconds = static_cast<float>(elapsed);
    ropewalk::ease(camera.target, rates_.target, goal_.target, seconds);
    ropewalk::ease(camera.yaw, rates_.yaw, goal_.yaw, seconds);
    ropewalk::ease(camera.pitch, rates_.pitch, goal_.pitch, seconds);
    ropewalk::ease(camera.distance, rates_.distance, goal_.distance, seconds);
}

} // namespace ropewalk
