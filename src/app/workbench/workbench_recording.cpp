#include "workbench.hpp"

#include "scenes/scene_file.hpp"

#include <utility>

// What was done: recorded, played again, gone back in.

namespace ropewalk
{
namespace
{

/// A moment of a scene with its name in the recording.
struct NamedMoment final : SceneState
{
    NamedMoment(std::unique_ptr<SceneState> saved, const RecordedMoment& called, int of)
        : state(std::move(saved)), name(called), recording(of)
    {
    }
    std::unique_ptr<SceneState> state;
    RecordedMoment name;
    int recording;
};

} // namespace

void Workbench::play(const Recording& recording)
{
    Replay replay(recording); // throws before anything has changed
    useScene(parseScene(recording.start, "recording"));
    sizeChosen_ = sizeParameterOf(*scene_).has_value(); // by the recording
    replayed_ = recording;
    replay_ = std::move(replay);
    replayHeld_ = Controls();
    replayParted_.clear();
    paused_ = false;
}

void Workbench::startRecording()
{
    replay_.reset();
    ++recordings_;
    writer_.start(*scene_);
    lesson_.reset();
    if (scene_->fileLesson())
        lesson_.emplace(*scene_);
}

void Workbench::note(const InputEvent& event, bool replacing)
{
    takeOver();
    writer_.note(event, replacing);
}

/// `forLong`: it may be gone back to after other things were done.
std::unique_ptr<SceneState> Workbench::save(bool forLong)
{
    if (forLong)
        writer_.close();
    const RecordedMoment name = replay_ ? RecordedMoment(replay_->tick(), replay_->eventsDone()) : writer_.moment();
    return std::make_unique<NamedMoment>(scene_->save(), name, recordings_);
}

/// What the recording does before the next tick; returns the controls of that.
Controls Workbench::playEvents()
{
    const std::size_t before = replay_->eventsDone();
    replayHeld_ = replay_->before(*scene_, replay_->time());
    if (replay_->eventsDone() == before)
        return replayHeld_;
    memory_.put(scene_->info().id, constants());
    ghost_.constantsChanged();
    recorder_.fit(*scene_);
    recorder_.goTo(*scene_);
    inputs_.forgetAfter(scene_->time());
    mixer_.jump(*scene_);
    return replayHeld_;
}

void Workbench::endReplay()
{
    settle();
    takeOver();
    setPaused(true);
}

/// Who does something else goes on from here with what was recorded so far.
void Workbench::takeOver()
{
    if (!replay_)
        return;
    replayParted_ = replay_->parted();
    writer_.goOn(replayed_, *replay_, replayHeld_);
    replay_.reset();
}

std::vector<std::size_t> Workbench::momentsDone() const
{
    std::vector<std::size_t> done;
    const std::size_t count = momentsBehind() + momentsAhead();
    for (std::size_t moment = 1; moment < count; ++moment)
    {
        const auto events = [this](std::size_t number)
        { return static_cast<const NamedMoment&>(history_.at(number)).name.second; };
        if (events(moment) != events(moment - 1))
            done.push_back(moment < momentsBehind() ? moment : moment + 1); // between them is the present one
    }
    return done;
}

void Workbench::tickBack()
{
    scrub(-1);
}

void Workbench::scrub(int moments)
{
    settle();
    paused_ = true;
    posing_ = false;
    divergence_.reset();
    timestep_.clear();
    if (moments != 0 && keepsEveryTick())
        goBack(*history_.go(moments, save(), scene_->massCount()));
    notify();
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
    const auto& moment = dynamic_cast<const NamedMoment&>(state);
    scene_->restore(*moment.state);
    if (!replay_ && moment.recording == recordings_)
        writer_.goBack(moment.name);
    else if (!replay_)
        writer_.end();
}

} // namespace ropewalk
