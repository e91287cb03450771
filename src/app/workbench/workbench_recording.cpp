#include "workbench.hpp"

#include "scenes/document/scene_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

// What was done: recorded, played again, gone back in.

namespace ropewalk
{
namespace
{

const SavedMoment& savedMoment(const SceneState& state)
{
    return static_cast<const SavedMoment&>(state); // the workbench saves no others
}

} // namespace

void Workbench::play(const Recording& recording)
{
    Course course;
    course.take(recording, ++stretches_); // throws before anything has changed
    useScene(parseScene(recording.start, "recording"));
    sizeChosen_ = sizeParameterOf(*scene_).has_value(); // by the recording
    course_ = std::move(course);
    review({0, 0}, {});
    course_.keep(save());
    replayParted_.clear();
    standsAtEnd_ = true;
    paused_ = false;
}

void Workbench::playAgain()
{
    seek(0);
    standsAtEnd_ = true;
    setPaused(false);
}

void Workbench::startRecording(bool here)
{
    replay_.reset();
    seekGoal_.reset();
    restored_.reset();
    branches_.clear();
    course_.start(*scene_, ++stretches_, here);
    course_.keep(save());
    keyframeCost_ = 0.0;
    if (here)
        return;
    lesson_.reset();
    if (scene_->fileLesson())
        lesson_.emplace(*scene_);
}

/// The recording is full.
void Workbench::fold()
{
    if (course_.fold())
        course_.keep(save());
    else
        startRecording(true);
}

Recording Workbench::firstPart(long long until) const
{
    if (!recorded().complete())
        throw std::invalid_argument(
            fmt::format("the recording begins at a moment that is in no file: {}", scene_->momentNote()));
    const Recording& all = recorded().recording();
    if (until >= all.ticks)
        return all;
    RecordingWriter writer;
    writer.take(all, Replay(all).momentAt(until));
    return writer.recording();
}

Recording Workbench::part(long long from, long long until)
{
    if (from < Recording::ticksPerHash)
        return firstPart(until);
    const Recording all = recorded().recording();
    const bool paused = paused_;
    const bool played = replay_.has_value();
    const long long here = moment().first;
    constexpr double ever = 1e9; // [s]
    const auto goTo = [this](long long tick)
    {
        for (seek(tick, ever); seekGoal_;)
            goOnSeeking(ever);
    };
    goTo(from - from % Recording::ticksPerHash);
    const PartStart start(*scene_, moment(), (replay_ ? replay_->held().controls() : recorded().held()));
    Recording part = partOf(all, start, until);
    goTo(played ? here : all.ticks);
    paused_ = paused;
    return part;
}

void Workbench::note(const InputEvent& event, bool replacing)
{
    takeOver();
    RecordingWriter& writer = course_.writer();
    if (!writer.settled())
        (*course_.goals())[writer.moment()] = restored_;
    writer.note(event, replacing);
    restored_.reset();
}

/// Of something that moves nothing. Before the first tick it is no news.
void Workbench::noteCaption(const std::string& text)
{
    if (!replay_ && moment().first > 0)
        course_.writer().noteCaption(text);
}

/// `forLong`: it may be gone back to after other things were done.
SavedMomentPtr Workbench::save(bool forLong)
{
    RecordingWriter& writer = course_.writer();
    if (forLong)
        writer.close();
    auto moment = std::make_shared<SavedMoment>();
    moment->state = scene_->save();
    SceneConstants present = constantsOf(*scene_);
    if (!constantsSaved_ || *constantsSaved_ != present)
        constantsSaved_ = std::make_shared<const SceneConstants>(std::move(present));
    moment->constants = constantsSaved_;
    moment->name = this->moment();
    moment->stretch = course_.stretch();
    moment->held = replay_ ? replay_->held() : PressedControls(writer.held());
    moment->masses = scene_->massCount();
    return moment;
}

// ---- Playing ------------------------------------------------------------------------------------------------------

/// The scene stands at that moment of the recording, and what was recorded follows.
void Workbench::review(const RecordedMoment& from, const PressedControls& held)
{
    replay_.emplace(course_.recording(), course_.goals());
    replay_->goTo(from, held);
    standsAtEnd_ = false;
}

/// What the recording does before the next tick; returns the controls of that.
Controls Workbench::playEvents()
{
    const std::size_t before = replay_->eventsDone();
    const Controls controls = replay_->before(*scene_, replay_->time());
    if (replay_->eventsDone() == before)
        return controls;
    if (restored_)
    {
        restored_ = scene_->save();
        scene_->restore(*restored_);
    }
    ghost_.constantsChanged();
    sceneLeapt();
    return controls;
}

/// The scene is at another moment or has other constants.
void Workbench::sceneLeapt()
{
    memory_.put(scene_->info().id, constants());
    recorder_.fit(*scene_);
    recorder_.goTo(*scene_);
    inputs_.forgetAfter(scene_->time());
    mixer_.jump(*scene_);
}

/// All of the recording is done: whether the scene goes on from there.
bool Workbench::replayEnds()
{
    if (loops_ && replay_->ticks() > 0)
    {
        jumpTo(*course_.first());
        return false;
    }
    leaveReplay();
    if (!standsAtEnd_)
        return true;
    stopHere();
    notify();
    return false;
}

void Workbench::leaveReplay()
{
    replayParted_ = replay_->parted();
    replay_.reset();
    seekGoal_.reset();
    if (restored_)
        course_.writer().goBack(course_.writer().moment());
}

void Workbench::endReplay()
{
    settle();
    takeOver();
    stopHere();
    notify();
}

/// An edit during a replay ends it: the recording goes on from here, and its rest becomes a branch.
void Workbench::takeOver()
{
    if (!replay_)
        return;
    const RecordedMoment here = replay_->moment();
    const RecordedMoment end = course_.writer().moment();
    const bool worth = here.second != end.second || end.first - here.first > Recording::ticksPerHash;
    if (worth)
        keepBranch();
    if (here != end)
        course_.cut(here, ++stretches_);
    leaveReplay();
}

std::string Workbench::lastDone()
{
    return captions().empty() ? "nothing done" : captions().back().text;
}

void Workbench::keepBranch()
{
    constexpr std::size_t mostBranches = 20;
    branches_.push_back({course_, lastDone()});
    if (branches_.size() > mostBranches)
        branches_.erase(branches_.begin());
}

void Workbench::goToBranch(std::size_t number)
{
    settle();
    if (!replay_)
        course_.keep(save());
    replay_.reset();
    history_.clear();
    Branch& branch = branches_[number];
    branch.last = lastDone();
    std::swap(course_, branch.course);
    review({0, 0}, {});
    jumpTo(*course_.keyframeFor(course_.writer().moment()));
    seek(replay_->ticks());
}

void Workbench::compareWith(const Recording& recording)
{
    auto other = std::make_unique<OtherRun>(recording, clock_);
    if (other->scene().info().id != scene_->info().id)
        throw std::invalid_argument(
            fmt::format("the recording is one of scene '{}', and this is '{}': only runs of one "
                        "scene are compared",
                        other->scene().info().id, scene_->info().id));
    other_ = std::move(other);
}

// ---- Going back ---------------------------------------------------------------------------------------------------

double Workbench::secondsTo(long long tick) const
{
    const RecordedMoment present = moment();
    const RecordedMoment goal =
        replay_ ? replay_->momentAt(tick) : RecordedMoment(tick, course_.writer().moment().second);
    const SavedMomentPtr from = course_.keyframeFor(goal);
    long long nearest = from ? course_.nameOf(*from)->first : 0;
    if (present.first <= tick && course_.hasGoalsFrom(present))
        nearest = std::max(nearest, present.first);
    return static_cast<double>(tick - nearest) * runner_.tickCost();
}

void Workbench::seek(long long tick, double seconds)
{
    settle();
    if (!replay_)
    {
        course_.keep(save()); // the end
        review(course_.writer().moment(), PressedControls(course_.writer().held()));
    }
    stopHere();
    seekGoal_ = std::clamp(tick, course_.nameOf(*course_.first())->first, replay_->ticks());
    jumpNear(*seekGoal_);
    goOnSeeking(seconds);
}

void Workbench::stopHere()
{
    paused_ = true;
    posing_ = false;
    divergence_.reset();
    timestep_.clear();
}

/// Restores the saved moment from which the least is to be computed.
void Workbench::jumpNear(long long tick)
{
    const bool toEnd = tick == replay_->ticks();
    const RecordedMoment goal = toEnd ? course_.writer().moment() : replay_->momentAt(tick);
    const SavedMomentPtr keyframe = course_.keyframeFor(goal);
    const bool onTheWay = replay_->moment() <= goal && course_.hasGoalsFrom(replay_->moment());
    RecordedMoment best = onTheWay ? replay_->moment() : RecordedMoment(-1, 0);
    const bool leaves = keyframe && *course_.nameOf(*keyframe) > best;
    if (leaves)
        best = *course_.nameOf(*keyframe);
    std::optional<int> moments; // of the history
    const auto behind = static_cast<int>(history_.size());
    for (int i = 0; i < behind + static_cast<int>(history_.ahead()); ++i)
        if (const std::optional<RecordedMoment> name =
                course_.nameOf(savedMoment(history_.at(static_cast<std::size_t>(i))));
            name && *name > best && *name <= goal && course_.hasGoalsFrom(*name))
        {
            best = *name;
            moments = i < behind ? i - behind : i - behind + 1;
        }
    if (moments)
        return jumpTo(savedMoment(*history_.go(*moments, save(), scene_->massCount())));
    if (!leaves)
        return;
    history_.clear();
    jumpTo(*keyframe);
}

/// Shows a moment of the recording that is played.
void Workbench::jumpTo(const SavedMoment& moment)
{
    setConstants(*scene_, *moment.constants);
    scene_->restore(*moment.state);
    replay_->goTo(*course_.nameOf(moment), moment.held);
    keyframeCost_ = 0.0;
    sceneLeapt();
    ghost_.forgetAfter(scene_->time());
    restored_ = moment.state;
}

/// Computes the moments up to the one that is sought, as far as the time [s] allows.
void Workbench::goOnSeeking(double seconds)
{
    slowed_ = false;
    const double begin = clock_();
    while (replay_ && replay_->tick() < *seekGoal_ && clock_() - begin <= seconds)
    {
        runner_.beginFrame(1);
        if (!(runner_.parked() ? goOn() : runTick({})))
            return;
    }
    if (replay_ && replay_->tick() < *seekGoal_)
        return mixer_.jump(*scene_);
    if (replay_ && replay_->tick() == replay_->ticks())
    {
        playEvents();
        leaveReplay();
    }
    seekGoal_.reset();
    mixer_.jump(*scene_);
    notify();
}

void Workbench::stopSeeking()
{
    settle();
    seekGoal_.reset();
    notify();
}

void Workbench::tickBack()
{
    settle();
    const std::optional<RecordedMoment> last =
        history_.empty() ? std::nullopt : course_.nameOf(savedMoment(history_.at(history_.size() - 1)));
    const long long tick = moment().first;
    if (!last || last->first < tick - 1)
        return seek(tick - 1, longestJump);
    if (!replay_)
    {
        course_.keep(save()); // the end
        review(*last, {});
    }
    stopHere();
    jumpTo(savedMoment(*history_.go(-1, save(), scene_->massCount())));
    notify();
}

/// What a keyframe costs is a hundredth of what it saves.
void Workbench::keepKeyframe()
{
    constexpr double spacing = 0.15; // [s] of computing: a quarter of a second with all that is around it
    constexpr long long most = 600;  // ticks
    keyframeCost_ += runner_.tickCost();
    const SavedMomentPtr before = course_.keyframeFor(moment());
    const long long passed = before ? moment().first - course_.nameOf(*before)->first : most;
    if (passed == 0)
        keyframeCost_ = 0.0;
    const double due = course_.spacing() * std::max(spacing, 100.0 * keyframeTook_);
    if (passed == 0 || (keyframeCost_ < due && static_cast<double>(passed) < course_.spacing() * most))
        return;
    const double begin = clock_();
    course_.keep(save());
    keyframeTook_ = clock_() - begin;
    keyframeCost_ = 0.0;
    boundSaved();
}

void Workbench::boundSaved()
{
    for (bool thins = true; thins && savedBytes() >= mostSavedBytes;)
    {
        thins = false;
        std::vector<Course*> all{&course_};
        for (Branch& branch : branches_)
            all.push_back(&branch.course);
        for (Course* course : all)
        {
            if (!replay_)
                course->forgetGoals(mostSavedBytes / 4 / bytesOfMoment(scene_->massCount()));
            thins |= course->thin();
        }
    }
}

/// Of all saved moments, each of them once: courses share some with each other and with the history.
std::size_t Workbench::savedBytes() const
{
    std::set<const SceneState*> counted;
    std::size_t bytes = history_.bytes();
    for (std::size_t i = 0; i < history_.size() + history_.ahead(); ++i)
        counted.insert(savedMoment(history_.at(i)).state.get());
    const auto add = [&](const Course& course)
    {
        for (const SavedMomentPtr& keyframe : course.keyframes())
            if (counted.insert(keyframe->state.get()).second)
                bytes += bytesOfMoment(keyframe->masses);
        for (const auto& [name, state] : *course.goals())
            if (counted.insert(state.get()).second)
                bytes += bytesOfMoment(scene_->massCount());
    };
    add(course_);
    for (const Branch& branch : branches_)
        add(branch.course);
    return bytes;
}

void Workbench::goBack(const SceneState& state)
{
    takeOver();
    giveUp(state);
    recorder_.goTo(*scene_);
    inputs_.forgetAfter(scene_->time());
    mixer_.jump(*scene_);
}

void Workbench::giveUp(const SceneState& state)
{
    const SavedMoment& moment = savedMoment(state);
    scene_->restore(*moment.state);
    restored_ = moment.state;
    if (replay_)
        return;
    RecordingWriter& writer = course_.writer();
    const std::optional<RecordedMoment> name = course_.nameOf(moment);
    if (!name) // no script says it
        return startRecording(true);
    if (*name != writer.moment())
        (*course_.goals())[*name] = moment.state;
    writer.goBack(*name);
    boundSaved();
}

} // namespace ropewalk
