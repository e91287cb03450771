#include "recording_writer.hpp"

#include "scene_file.hpp"
#include "state_hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

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

PartStart::PartStart(const Scene& scene, const RecordedMoment& moment, const Controls& controls)
    : at(moment), held(controls)
{
    constexpr std::size_t most = 20'000; // masses, of which the text has 3 MB
    if (scene.massCount() > most)
        throw std::invalid_argument(fmt::format(
            "a scene of {} masses is too large for a recording that begins at a moment", scene.massCount()));
    start = sceneText(scene, {.moment = true, .beginning = true});
    beginning = beginningText(scene.beginning());
}

Recording partOf(const Recording& recording, const PartStart& from, long long until)
{
    RecordingWriter writer;
    writer.startPart(from);
    writer.takePart(recording, from, until);
    return writer.recording();
}

void RecordingWriter::start(const Scene& scene, bool here)
{
    *this = RecordingWriter();
    recording_.start = sceneText(scene, {.beginning = true});
    if (!here)
        return;
    try
    {
        startPart({scene, {0, 0}, {}});
    }
    catch (const std::invalid_argument&)
    {
        complete_ = false;
    }
}

void RecordingWriter::startPart(const PartStart& from)
{
    *this = RecordingWriter();
    recording_.start = from.start;
    write(eventOf(InputEvent::Kind::begin, {}, from.beginning));
    writeControls(from.held);
}

/// The events of another recording follow.
void RecordingWriter::takePart(const Recording& recording, const PartStart& from, long long until)
{
    const std::vector<InputEvent> events = eventsOf(recording);
    const auto added = static_cast<long long>(events_);
    const auto skipped = static_cast<long long>(from.at.second);
    for (std::size_t i = from.at.second; i < events.size(); ++i)
    {
        InputEvent event = events[i];
        const long long tick = tickOf(event);
        if (tick > until || (tick == until && until < recording.ticks))
            break;
        if (event.kind == InputEvent::Kind::back)
        {
            event.counts[0] -= from.at.first;
            event.counts[1] += added - skipped;
            if (event.counts[0] < 0 || event.counts[1] < added)
                throw std::invalid_argument(fmt::format("the part goes back to before it at {:.2f} s: it must begin "
                                                        "earlier",
                                                        event.time));
        }
        recording_.ticks = tick - from.at.first;
        write(event);
    }
    recording_.ticks = until - from.at.first;
    constexpr long long each = Recording::ticksPerHash;
    for (long long tick = each; tick <= recording_.ticks; tick += each)
        if (const auto number = static_cast<std::size_t>((tick + from.at.first) / each);
            number <= recording.hashes.size())
            recording_.hashes.push_back(recording.hashes[number - 1]);
}

bool RecordingWriter::full() const
{
    constexpr std::size_t room = 1u << 16; // [bytes], for a line that follows
    return recording_.ticks >= Recording::mostTicks || recording_.script.size() + room > Recording::longestScript ||
           backs_ >= Recording::mostMoments;
}

std::optional<std::pair<long long, long long>> RecordingWriter::fold()
{
    for (const PartStart& from : folds_)
        try
        {
            RecordingWriter folded;
            folded.startPart(from);
            const auto added = static_cast<long long>(folded.events_);
            folded.takePart(recording_, from, recording_.ticks);
            const std::pair shift(from.at.first, static_cast<long long>(from.at.second) - added);
            for (const PartStart& later : folds_)
                if (later.at > from.at)
                    folded.folds_.push_back(later);
            for (PartStart& later : folded.folds_)
                later.at = {later.at.first - shift.first,
                            static_cast<std::size_t>(static_cast<long long>(later.at.second) - shift.second)};
            folded.held_ = held_;
            *this = std::move(folded);
            return shift;
        }
        catch (const std::invalid_argument&)
        {
            // it goes back to before that
        }
    return std::nullopt;
}

/// Ten minutes or a sixth of the script after the last one.
void RecordingWriter::keepFold(const Scene& scene)
{
    constexpr long long parts = 6;
    constexpr std::size_t most = 2000; // masses: the text must not be seen in a frame's time
    const long long passed = recording_.ticks - (folds_.empty() ? 0 : folds_.back().at.first);
    const std::size_t written = recording_.script.size() - (folds_.empty() ? 0 : foldedBytes_);
    const bool due = passed >= Recording::mostTicks / parts || written >= Recording::longestScript / parts;
    if (!due || scene.massCount() > most || !scene.momentNote().empty() || scene.divergence())
        return;
    try
    {
        folds_.emplace_back(scene, moment(), held_);
        foldedBytes_ = recording_.script.size();
    }
    catch (const std::invalid_argument&)
    {
        // no longer finite
    }
}

void RecordingWriter::take(const Recording& recording, const RecordedMoment& until)
{
    Recording taken = recording;
    const std::vector<InputEvent> events = eventsOf(taken);
    std::vector<PartStart> folds = std::move(folds_);
    *this = RecordingWriter();
    events_ = until.second;
    PressedControls pressed;
    for (std::size_t i = 0; i < events_; ++i)
    {
        lastLine_ = taken.script.find('\n', lastLine_) + 1;
        lastTick_ = tickOf(events[i]);
        backs_ += events[i].kind == InputEvent::Kind::back ? 1 : 0;
        pressed.apply(events[i]);
    }
    std::erase_if(folds, [&until](const PartStart& fold) { return fold.at > until; });
    folds_ = std::move(folds);
    held_ = pressed.controls();
    taken.script.resize(lastLine_);
    taken.ticks = until.first;
    taken.hashes.resize(std::min(taken.hashes.size(), static_cast<std::size_t>(taken.ticks / Recording::ticksPerHash)));
    recording_ = std::move(taken);
}

void RecordingWriter::note(const InputEvent& event, bool replacing)
{
    const bool sameThing = last_ && last_->kind == event.kind && last_->name == event.name;
    if (restored_)
        writeBack(moment());
    if (replacing && sameThing && last_ && lastTick_ == recording_.ticks)
    {
        const std::size_t time = recording_.script.find(' ', lastLine_) + 1;
        recording_.script.resize(time);
        recording_.script += lineOf(event) + '\n';
        last_ = event;
        return;
    }
    write(event);
}

void RecordingWriter::noteCaption(std::string_view text)
{
    write(eventOf(InputEvent::Kind::caption, {}, text));
}

void RecordingWriter::write(const InputEvent& event)
{
    const std::string line = fmt::format("+{} {}\n", recording_.ticks - lastTick_, lineOf(event));
    lastLine_ = recording_.script.size();
    recording_.script += line;
    lastTick_ = recording_.ticks;
    last_ = event;
    ++events_;
}

void RecordingWriter::writeBack(const RecordedMoment& moment)
{
    restored_ = false;
    ++backs_;
    InputEvent event = eventOf(InputEvent::Kind::back);
    event.counts = {moment.first, static_cast<long long>(moment.second)};
    write(event);
}

void RecordingWriter::noteTick(const Scene& scene, const Controls& controls)
{
    restored_ = false;
    writeControls(controls);
    ++recording_.ticks;
    last_.reset();
    if (recording_.ticks % Recording::ticksPerHash != 0)
        return;
    recording_.hashes.push_back(stateHash(scene));
    keepFold(scene);
}

void RecordingWriter::notePose(double ticks, const Controls& controls)
{
    restored_ = false;
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
    if (moment == this->moment())
        restored_ = events_ > 0 && lastTick_ == recording_.ticks;
    else
        writeBack(moment);
    close();
}

} // namespace ropewalk
