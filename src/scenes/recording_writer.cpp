#include "recording_writer.hpp"

#include "scene_file.hpp"
#include "state_hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ropewalk
{
namespace
{

InputEvent controlEvent(InputEvent::Kind kind, const Vec3& vector)
{
    InputEvent event;
    event.kind = kind;
    event.vector = vector;
    return event;
}

/// [0.1 mm]
Vec3 wayBetween(const Vec3& from, const Vec3& to)
{
    Vec3 way;
    for (int i = 0; i < 3; ++i)
        way[i] = std::round(1e4 * (to[i] - from[i])) + 0.0; // never -0
    return way;
}

} // namespace

Controls rounded(const Controls& controls)
{
    constexpr double perDirection = 100.0;
    Controls asked = controls;
    for (int i = 0; i < 3; ++i)
        asked.direction[i] = std::round(controls.direction[i] * perDirection) / perDirection + 0.0; // never -0
    if (asked.grab)
    {
        asked.grab->target = roundedPlace(controls.grab->target);
        asked.pull.reset();
    }
    if (asked.pull)
        asked.pull->target = roundedPlace(controls.pull->target);
    return asked;
}

void RecordingWriter::start(const Scene& scene)
{
    *this = RecordingWriter();
    recording_.start = sceneText(scene, {.beginning = true});
    complete_ = true;
}

void RecordingWriter::goOn(const Recording& recording, const Replay& replay, const Controls& held)
{
    *this = RecordingWriter();
    recording_ = recording;
    recording_.ticks = replay.tick();
    recording_.hashes.resize(
        std::min(recording.hashes.size(), static_cast<std::size_t>(replay.tick() / Recording::ticksPerHash)));
    held_ = held;
    events_ = replay.eventsDone();
    const std::vector<InputEvent> events = eventsOf(recording);
    if (events_ > 0)
        lastTick_ = tickOf(events[events_ - 1]);
    for (std::size_t i = 0; i < events_; ++i)
    {
        lastLine_ = recording_.script.find('\n', lastLine_) + 1;
        backs_ += events[i].kind == InputEvent::Kind::back ? 1 : 0;
    }
    recording_.script.resize(lastLine_);
    complete_ = true;
}

void RecordingWriter::note(const InputEvent& event, bool replacing)
{
    const bool sameThing = last_ && last_->kind == event.kind && last_->name == event.name;
    writeBack(true);
    if (replacing && sameThing && last_ && complete_ && lastTick_ == recording_.ticks)
    {
        const std::size_t time = recording_.script.find(' ', lastLine_) + 1;
        recording_.script.resize(time);
        recording_.script += lineOf(event) + '\n';
        last_ = event;
        return;
    }
    write(event);
}

void RecordingWriter::write(const InputEvent& event)
{
    if (!complete_)
        return;
    const std::string line = fmt::format("+{} {}\n", recording_.ticks - lastTick_, lineOf(event));
    if (recording_.script.size() + line.size() > Recording::longestScript)
    {
        complete_ = false;
        return;
    }
    lastLine_ = recording_.script.size();
    recording_.script += line;
    lastTick_ = recording_.ticks;
    last_ = event;
    ++events_;
}

/// Before a tick, a way back to where the scene is makes no difference; before a change it does: what was changed
/// before has been taken in.
void RecordingWriter::writeBack(bool beforeChange)
{
    if (!goal_)
        return;
    const RecordedMoment goal = *goal_;
    goal_.reset();
    if (!beforeChange && goal == RecordedMoment(recording_.ticks, events_))
        return;
    if (++backs_ > Recording::mostMoments)
        complete_ = false;
    InputEvent event;
    event.kind = InputEvent::Kind::back;
    event.counts = {goal.first, static_cast<long long>(goal.second)};
    write(event);
}

void RecordingWriter::noteTick(const Scene& scene, const Controls& controls)
{
    writeBack(false);
    writeControls(controls);
    if (recording_.ticks >= Recording::mostTicks)
        complete_ = false;
    if (!complete_)
        return;
    ++recording_.ticks;
    last_.reset();
    if (recording_.ticks % Recording::ticksPerHash == 0)
        recording_.hashes.push_back(stateHash(scene));
}

void RecordingWriter::notePose(double ticks, const Controls& controls)
{
    writeBack(false);
    writeControls(controls);
    InputEvent event;
    event.kind = InputEvent::Kind::pose;
    event.ticks = ticks;
    event.counts[0] = 1;
    if (last_ && last_->kind == event.kind && last_->ticks == ticks && lastTick_ == recording_.ticks)
        event.counts[0] += last_->counts[0];
    note(event, event.counts[0] > 1);
}

void RecordingWriter::writeControls(const Controls& controls)
{
    if (controls.direction != held_.direction)
        write(controlEvent(InputEvent::Kind::steer, controls.direction));
    if (controls.velocity != held_.velocity)
        write(controlEvent(InputEvent::Kind::move, controls.velocity.value_or(Vec3(0.0))));
    writeHeld(controls);
    held_ = controls;
}

/// What the mouse holds.
void RecordingWriter::writeHeld(const Controls& controls)
{
    const auto held = [](const Controls& all) { return all.grab || all.pull; };
    const auto target = [](const Controls& all) { return all.grab ? all.grab->target : all.pull->target; };
    const bool sameWay = !controls.pull || !held_.pull || controls.pull->together == held_.pull->together;
    if (!held(controls))
    {
        if (held(held_))
            write(controlEvent(InputEvent::Kind::release, Vec3(0.0)));
        return;
    }
    if (controls.grab.has_value() == held_.grab.has_value() && controls.holdsAs(held_) && sameWay)
    {
        if (target(controls) != target(held_))
            write(controlEvent(InputEvent::Kind::by, wayBetween(target(held_), target(controls))));
        return;
    }
    InputEvent event = controlEvent(controls.grab ? InputEvent::Kind::grab : InputEvent::Kind::pull, target(controls));
    if (controls.grab)
        event.counts = {static_cast<long long>(controls.grab->polyline), controls.grab->identity};
    else
    {
        event.counts[0] = static_cast<long long>(controls.pull->handle);
        event.together = controls.pull->together;
    }
    write(event);
}

void RecordingWriter::goBack(const RecordedMoment& moment)
{
    close();
    goal_ = moment;
}

} // namespace ropewalk
