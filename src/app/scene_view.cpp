#include "scene_view.hpp"

#include "render/pieces/drawn_ground.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

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
    goal_.pitch = pitch_ = pitch;
    if (follows_)
        showAll();
    moved_ = true;
}

void SceneView::open(const std::optional<KeptView>& kept)
{
    wanted_ = Wanted::opening;
    if (!kept)
        return;
    camera = kept->camera;
    shifted();
    follows_ = kept->follows;
    wanted_ = kept->follows ? Wanted::kept : Wanted::nothing;
}

void SceneView::shifted()
{
    goal_ = camera;
    pitch_ = camera.pitch;
    rates_ = {};
    follows_ = false;
    moved_ = true;
    part_.reset();
}

void SceneView::turned()
{
    goal_.yaw = camera.yaw;
    goal_.pitch = pitch_ = camera.pitch;
    rates_.yaw = rates_.pitch = 0.0f;
    moved_ = true;
}

void SceneView::zoomed(const Snapshot& snapshot, const glm::vec2& at)
{
    goal_.target = camera.target;
    goal_.distance = camera.distance;
    rates_.distance = 0.0f;
    moved_ = zoomed_ = true;
    part_.reset();
    late_ = subjectOf(snapshot);
    Camera whole = goal_;
    whole.keep(late_, aspect_);
    constexpr float rounding = 1.001f;
    const float nearer = glm::dot(goal_.eye() - whole.eye(), goal_.axes().forward);
    if (!follows_ || nearer <= (rounding - 1.0f) * goal_.distance)
        return;
    // Going back to show all would take back what the user has just done.
    const std::vector<glm::vec4> points = subjectPoints(snapshot);
    float best = std::numeric_limits<float>::max();
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        const glm::vec3 seen = goal_.project(glm::vec3(points[i]), aspect_);
        const float away = glm::distance(glm::vec2(seen) * glm::vec2(aspect_, 1.0f), at * glm::vec2(aspect_, 1.0f));
        if (!(seen.z > 0.0f && away < best))
            continue;
        best = away;
        part_ = i;
        partDistance_ = seen.z;
    }
    late_ = part_ ? partOf(snapshot) : late_;
}

Box SceneView::partOf(const Snapshot& snapshot)
{
    Box box;
    if (!part_)
        return box;
    const std::vector<glm::vec4> points = subjectPoints(snapshot);
    if (*part_ < points.size())
        box.add(glm::vec3(points[*part_]), glm::vec3(points[*part_].w));
    else
        part_.reset();
    return box;
}

void SceneView::visit(const std::optional<Box>& place)
{
    if (place && !home_)
    {
        home_ = goal_;
        goal_.target = place->middle();
        goal_.distance = place->size();
        goal_.keep(*place, aspect_);
    }
    else if (!place && home_)
        goal_ = *std::exchange(home_, std::nullopt);
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
    const float covered = std::exchange(goal_.covered, camera.covered);
    if ((aspect != aspect_ || covered != goal_.covered) && follows_ && !zoomed_ && wanted_ == Wanted::nothing)
        showAll();
    if (elapsed == 0.0 && wanted_ == Wanted::nothing)
        return;
    const Box subject = subjectOf(snapshot);
    if (const std::size_t things = snapshot.polylines.size() + snapshot.spatialShapes.size();
        things != std::exchange(things_, things) && !part_)
        late_ = subject; // where something comes or goes, nothing moves
    grant(snapshot, subject);
    watchSize(snapshot, subject, elapsed);
    const Box part = partOf(snapshot);
    const bool follows = follows_ && !held && !home_;
    if (follows && part_)
        followPart(part, subject.size());
    else if (follows)
        follow(snapshot, subject, elapsed);
    const Box& followed = part_ ? part : subject;
    const float forgotten = 1.0f - std::exp(-0.5f * stiffness * static_cast<float>(elapsed));
    late_.low = glm::mix(late_.low, followed.low, forgotten);
    late_.high = glm::mix(late_.high, followed.high, forgotten);
    const float ground = drawnGroundHeight(snapshot);
    const bool above = snapshot.hasGround && camera.eye().y >= ground;
    ease(elapsed);
    if (above && follows_ && pitch_ >= 0.0f)
        liftEye(ground);
}

/// On the way from one goal above the ground to another.
void SceneView::liftEye(float ground)
{
    constexpr float least = 0.03f; // of the distance
    const float up = ground + least * camera.distance - camera.target.y;
    if (up <= camera.distance * std::sin(camera.pitch))
        return;
    camera.pitch = std::asin(std::min(1.0f, up / camera.distance));
    camera.target.y += std::max(0.0f, up - camera.distance);
}

void SceneView::grant(const Snapshot& snapshot, const Box& subject)
{
    const Wanted wanted = std::exchange(wanted_, Wanted::nothing);
    if (wanted == Wanted::nothing)
        return;
    if (wanted == Wanted::kept)
        return zoomed(snapshot, glm::vec2(0.0f));
    if (wanted != Wanted::all)
    {
        goal_.face(snapshot);
        lookFrom(goal_.yaw, goal_.pitch);
        moved_ = false;
    }
    goal_.frame(snapshot, aspect_);
    follows_ = true;
    zoomed_ = false;
    part_.reset();
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
    constexpr float small = 0.85f;   // of the size in which the subject could be shown
    constexpr float aside = 0.2f;    // of half the picture's height, by which its middle lies higher or lower
    constexpr double patience = 1.5; // [s]
    if (subject.empty())
        return;
    Box kept = aheadOf(subject, late_);
    addNearGround(kept, snapshot);
    goal_.keep(kept, aspect_);
    if (snapshot.hasGround)
        stayAbove(drawnGroundHeight(snapshot), kept);
    if (zoomed_)
        return;

    Camera closer = goal_;
    closer.frame(snapshot, aspect_);
    const bool rests = glm::distance(subject.middle(), late_.middle()) < 0.02f * subject.size();
    const bool fallen =
        rests && closer.distance <= goal_.distance && std::abs(goal_.project(closer.target, aspect_).y) > aside;
    smallFor_ = closer.distance < small * goal_.distance || fallen ? smallFor_ + elapsed : 0.0;
    if (smallFor_ < patience)
        return;
    goal_ = closer;
    smallFor_ = 0.0;
}

void SceneView::followPart(const Box& part, float size)
{
    // The same for a part, which is small: it is where it will be, and not there as well.
    const glm::vec3 ahead = glm::clamp(part.middle() - late_.middle(), glm::vec3(-size), glm::vec3(size));
    goal_.keep({part.low + ahead, part.high + ahead}, aspect_);
    goal_.distance = partDistance_;
}

/// From below the ground, what has sunk into it would be seen in front of nothing.
void SceneView::stayAbove(float ground, const Box& kept)
{
    if (pitch_ < 0.0f)
        return;                      // the user looks from below
    constexpr float steepest = 1.3f; // [rad]
    constexpr float turn = 0.1f;     // [rad]
    const auto above = [&](const Camera& one, float share) { return one.eye().y >= ground + share * one.distance; };
    if (goal_.pitch > pitch_)
    {
        Camera back = goal_;
        back.pitch = pitch_;
        back.keep(kept, aspect_);
        if (above(back, 0.12f))
            goal_ = back;
    }
    while (!above(goal_, 0.06f) && goal_.pitch < steepest)
    {
        goal_.pitch = std::min(goal_.pitch + turn, steepest);
        goal_.keep(kept, aspect_);
    }
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
