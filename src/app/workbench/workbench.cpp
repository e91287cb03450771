#include "workbench.hpp"

#include "scenes/constants_text.hpp"
#include "scenes/hosts.hpp"
#include "scenes/scene_file.hpp"
#include "scenes/set_up/verbs.hpp"

#include <rope/written_moment.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

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

InputEvent eventOf(InputEvent::Kind kind, std::string_view name = {}, std::string_view text = {})
{
    InputEvent event;
    event.kind = kind;
    event.name = name;
    event.text = text;
    return event;
}

} // namespace

Workbench::Workbench(std::unique_ptr<Scene> scene, std::function<double()> clock, SceneMemory memory)
    : clock_(std::move(clock)), runner_(clock_), memory_(std::move(memory))
{
    open(std::move(scene));
}

void Workbench::selectScene(std::string_view id)
{
    leave();
    open(makeScene(id));
}

void Workbench::useScene(std::unique_ptr<Scene> scene)
{
    settle();
    const UndoList::Place before = place();
    leave();
    memory_.setAside(scene->info().id, constantsOf(*scene));
    if (scene->fileView())
        memory_.look(scene->info().id, KeptView{Camera::of(*scene->fileView())});
    open(std::move(scene));
    undo_.add({before, place(), std::nullopt});
}

void Workbench::leave()
{
    if (divergence_)
        memory_.doubt(scene_->info().id);
}

void Workbench::open(std::unique_ptr<Scene> scene)
{
    if (scene_)
        settle();
    scene_ = std::move(scene);
    ghost_.clear();
    if (auto* host = hostOf<ComparisonHost>(*scene_))
        host->setClock([this] { return runner_.workClock(); });
    const SceneConstants& left = memory_.of(scene_->info().id).constants;
    if (constantsOf(*scene_).empty() && !left.empty())
    {
        setConstants(*scene_, left);
        scene_->reset(); // laid out anew with these constants, instead of gliding to them
    }
    chooseSize(left);
    forgetDivergence();
    start();
    startRecording();
    notify();
}

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

/// An edit during a replay ends it: the recording so far goes on from here.
void Workbench::takeOver()
{
    if (!replay_)
        return;
    replayParted_ = replay_->parted();
    writer_.goOn(replayed_, *replay_, replayHeld_);
    replay_.reset();
}

void Workbench::resize(int size)
{
    rope::Parameter& row = scene_->parameters().at(sizeParameterOf(*scene_)->name);
    row.setNumber(size);
    row.adoptDefault();
    sizeChosen_ = false;
    reset();
    startRecording(); // the default is another one
}

void Workbench::chooseSize(const SceneConstants& constants)
{
    const auto size = sizeParameterOf(*scene_);
    sizeChosen_ = size && constants.values.contains(size->name);
}

SceneConstants Workbench::constants() const
{
    SceneConstants constants = constantsOf(*scene_);
    if (sizeChosen_) // may be the scene's default, but the machine would choose another
    {
        const rope::Parameter& row = *scene_->parameters().find(sizeParameterOf(*scene_)->name);
        constants.values.insert_or_assign(row.name(), row.text());
    }
    return constants;
}

void Workbench::start()
{
    timestep_.clear();
    history_.clear();
    recorder_.clear();
    inputs_.clear();
    recorder_.record(*scene_);
    divergence_.reset();
    film_.reset();
    pausedByDivergence_ = false;
    posing_ = false;
    slowed_ = false;
    runner_.start(*scene_);
    mixer_.jump(*scene_);
    recordGhost();
}

void Workbench::recordGhost()
{
    if (keepsGhost())
        ghost_.record(mixer_.latest());
}

void Workbench::showGhost()
{
    if (ghostShown_)
        ghost_.seek(mixer_.mixed().time);
}

void Workbench::advance(double elapsed, const Controls& controls)
{
    const double begin = clock_();
    double filling = 0.0;
    ticksEnded_ = 0;
    // Who takes a mass or lets it go does not wait for the end of the tick.
    const Controls asked = rounded(controls);
    if (underWay_ && runner_.parked() && (replay_ ? asked.pulls() : !asked.holdsAs(underWay_->controls)))
        settle();
    if (film_)
        film_->play(elapsed);
    if (film_ && film_->over())
        settle();
    if (!paused_)
        filling = play(elapsed, asked);
    else
        pose(elapsed, asked);
    const double spent = clock_() - begin - filling;
    // A tick that takes several frames leaves time to show the way from the tick before to the last one: evenly over
    // the time that the last one took.
    mixer_.mix(!slowed_          ? timestep_.fraction()
               : tickTook_ > 0.0 ? std::min(1.0, (tickAge_ + elapsed) / tickTook_)
                                 : 1.0);
    if (film_)
        mixer_.show(*film_);
    showGhost();
    tickSeconds_ = spent;
    snapshotSeconds_ = clock_() - begin - tickSeconds_;
}

double Workbench::wantedSpeed() const
{
    return speed_ / slowMotionOf(*scene_);
}

double Workbench::timeShare() const
{
    const double bySteps = std::min(1.0, stepBudget() / stepsNeeded());
    return slowedByCost() ? reachedSpeed_ / speed_ : bySteps;
}

/// Ticks of a scene that runs; returns the seconds that their snapshots took.
double Workbench::play(double elapsed, const Controls& controls)
{
    const double scaled = std::isfinite(elapsed) ? std::max(0.0, elapsed) * wantedSpeed() : 0.0;
    const int due = timestep_.advance(scaled);
    runner_.beginFrame(due);
    double filling = 0.0;
    bool shown = true;
    const auto show = [&]
    {
        const double begin = clock_();
        mixer_.next(*scene_);
        recordGhost();
        filling += clock_() - begin;
        shown = true;
    };
    // The parked one has been due since it began.
    int left = due + (runner_.parked() ? 1 : 0);
    while (left > 0 && !paused_ && runner_.hasTime())
    {
        if (!(runner_.parked() ? goOn() : runTick(controls)))
            break;
        shown = divergence_.has_value();
        --left;
        // Only the last two ticks: filling a snapshot of a big scene costs as much as a tick.
        if (!shown && left <= 1)
            show();
    }
    if (!shown)
        show();
    slowed_ = left > 0 && !paused_;
    if (slowed_)
        timestep_.clear();
    tickAge_ += std::max(0.0, elapsed);
    if (ticksEnded_ > 0)
        tickTook_ = std::exchange(tickAge_, 0.0) / ticksEnded_;
    if (elapsed > 0.0)
    {
        const double reached = ticksEnded_ * timestep_.tick() * slowMotionOf(*scene_) / elapsed;
        // The ticks of single frames are 0, 1 or 2: a second's mean is what the eye sees.
        reachedSpeed_ += (reached - reachedSpeed_) * std::min(1.0, elapsed);
    }
    return filling;
}

void Workbench::pose(double elapsed, const Controls& controls)
{
    slowed_ = false;
    if (runner_.parked())
    {
        runner_.beginFrame(1);
        if (goOn())
            mixer_.jump(*scene_);
        return;
    }
    const bool pulled = canPose() && controls.pulls();
    if (!pulled && !posing_)
        return;
    const int due = pulled ? std::min(poseStep_.advance(elapsed), 2) : 1; // at last one without a pull lets go
    if (due > 0 && !std::exchange(posing_, pulled))
    {
        takeOver();
        history_.push(save(), scene_->massCount());
    }
    runner_.beginFrame(due);
    for (int i = 0; i < due && !runner_.parked(); ++i)
    {
        const double ticks = runner_.poseTicks(*scene_);
        underWay_ = UnderWay{pulled ? controls : Controls{}, true, false, save(false), ticks};
        if (runner_.pose(*scene_, ticks, underWay_->controls))
            poseEnds();
    }
    if (due > 0 && !runner_.parked())
        mixer_.jump(*scene_);
}

void Workbench::poseEnds()
{
    takeOver();
    writer_.notePose(underWay_->poseTicks, underWay_->controls);
    underWay_.reset();
    if (std::optional<Divergence> found = scene_->divergence())
        stopAtDivergence(std::move(*found));
    timestep_.clear();
    notify();
}

void Workbench::tick(const Controls& controls)
{
    if (film_)
        settle();
    runner_.beginFrame(1);
    if (!(runner_.parked() ? goOn() : runTick(rounded(controls))))
        return;
    timestep_.clear();
    mixer_.jump(*scene_);
    recordGhost();
}

/// Begins a tick; false where it is parked.
bool Workbench::runTick(const Controls& controls)
{
    if (divergence_)
        return true;
    posing_ = false;
    if (controls.pulls() || controls.velocity)
        takeOver();
    const Controls acting = replay_ ? playEvents() : controls;
    if (replay_ && replay_->over())
    {
        takeOver();
        setPaused(true);
        return true;
    }
    underWay_ = UnderWay{acting, false, history_.saveBeforeTick(scene_->massCount(), [this] { return save(); }), {}};
    if (!underWay_->inHistory && runner_.mayPark(*scene_))
        underWay_->before = save(false);
    if (!runner_.run(*scene_, acting))
        return false;
    tickEnds();
    return true;
}

/// Goes on with a parked tick; false where it is parked again.
bool Workbench::goOn()
{
    if (!runner_.goOn())
        return false;
    if (underWay_->pose)
        poseEnds();
    else
        tickEnds();
    return true;
}

void Workbench::tickEnds()
{
    if (underWay_)
        inputs_.note(scene_->time(), underWay_->controls);
    if (replay_)
        replay_->after(*scene_);
    else
        writer_.noteTick(*scene_, underWay_ ? underWay_->controls : Controls());
    underWay_.reset();
    ++ticksEnded_;
    std::optional<Divergence> found = scene_->divergence();
    if (found && replay_ && replay_->goesOn())
    {
        playEvents(); // it goes back to before that
        found = scene_->divergence();
    }
    if (found)
        stopAtDivergence(std::move(*found));
    else
        recorder_.record(*scene_);
    notify();
}

void Workbench::settle()
{
    if (runner_.parked() && underWay_ && !underWay_->inHistory && !underWay_->before)
    {
        runner_.finish();
        tickEnds();
        mixer_.jump(*scene_);
    }
    if (runner_.parked())
    {
        runner_.giveUp();
        if (underWay_)
            giveUp(underWay_->inHistory ? *history_.pop() : *underWay_->before);
    }
    underWay_.reset();
    if (!film_)
        return;
    divergence_ = film_->divergence();
    film_.reset();
    mixer_.jump(*scene_);
}

void Workbench::stopAtDivergence(Divergence divergence)
{
    // From here on the last sound moment is shown and plotted.
    const std::size_t unsound = recorder_.ticksUnsound(*scene_, History::capacity);
    goBack(*history_.popBefore(unsound, scene_->massCount()));
    ghost_.forgetAfter(scene_->time());
    divergence_ = std::move(divergence);
    posing_ = false; // the moment before the pull is no longer in the history: another pull saves its own
    pausedByDivergence_ = !paused_;
    paused_ = true;
    timestep_.clear();
}

void Workbench::forgetDivergence()
{
    if (divergence_ && pausedByDivergence_)
        paused_ = false;
    divergence_.reset();
}

void Workbench::showRunaway()
{
    if (!divergence_)
        return;
    if (!replay_)
        writer_.goBack(writer_.moment()); // the film goes back to it
    film_.emplace(*scene_, *divergence_, clock_);
    divergence_.reset();
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

void Workbench::reset()
{
    settle();
    forgetDivergence();
    scene_->reset();
    note(eventOf(InputEvent::Kind::reset));
    if (!writer_.complete())
        startRecording();
    start();
    notify();
}

void Workbench::setPaused(bool paused)
{
    if (paused == paused_)
        return;
    settle();
    paused_ = paused;
    if (!paused)
        divergence_.reset();
    notify();
}

void Workbench::setSpeed(double speed)
{
    if (std::isfinite(speed))
        speed_ = std::clamp(speed, 1.0 / 64.0, 16.0);
}

void Workbench::setTheoryShown(bool shown)
{
    if (std::exchange(mixer_.showsTheory, shown) == shown)
        return;
    settle();
    mixer_.jump(*scene_);
}

void Workbench::setParameter(const rope::Parameter& row, const rope::Parameter::Value& value, int gesture)
{
    settle();
    const auto index = static_cast<std::size_t>(&row - scene().parameters().rows().data());
    rope::Parameter& parameter = scene_->parameters().rows()[index];
    const rope::Parameter::Value before = parameter.value();
    const UndoList::Place old = place();
    parameter.set(value);
    if (value == before)
        return;
    try
    {
        scene_->validate();
    }
    catch (const std::invalid_argument&)
    {
        parameter.set(before);
        throw;
    }
    const auto size = sizeParameterOf(*scene_);
    sizeChosen_ |= size && size->name == row.name();
    undo_.add({old, place(), gesture});
    takeIn(*scene_);
    const bool alone = !row.isChoice() && hostOf<SetUpHost>(*scene_) == nullptr;
    note(eventOf(InputEvent::Kind::set, row.name(), row.text()), alone);
    constantsChanged();
}

void Workbench::setParameter(std::string_view name, std::string_view text, int gesture)
{
    if (const rope::Parameter* row = scene_->parameters().find(name))
        return setParameter(*row, text, gesture);
    edit(gesture, eventOf(InputEvent::Kind::set, name, text), [&] { setConstant(*scene_, name, text); });
}

void Workbench::edit(std::optional<int> gesture, const InputEvent& event, const std::function<void()>& change)
{
    settle();
    const UndoList::Place old = place();
    change();
    takeIn(*scene_);
    undo_.add({old, place(), gesture});
    note(event);
    constantsChanged();
}

void Workbench::setPin(int mass, const std::optional<Vec3>& at, std::optional<int> gesture)
{
    InputEvent event = eventOf(at ? InputEvent::Kind::pin : InputEvent::Kind::unpin);
    event.counts[0] = mass;
    event.vector = at.value_or(Vec3(0.0));
    edit(gesture, event, [&] { ropewalk::setPin(*scene_, mass, at); });
}

void Workbench::setSolids(const OwnSolids& solids, std::optional<int> gesture)
{
    if (auto* host = hostOf<SolidHost>(*scene_))
        edit(gesture, eventOf(InputEvent::Kind::solids, {}, solidsText(solids)), [&] { host->setSolids(solids); });
}

void Workbench::setSetUp(const SetUpPtr& setUp, std::optional<int> gesture)
{
    if (auto* host = hostOf<SetUpHost>(*scene_))
        edit(gesture, eventOf(InputEvent::Kind::setUp, {}, setUpText(setUp)), [&] { host->setSetUp(setUp); });
}

void Workbench::perform(std::string_view verb, std::optional<int> gesture)
{
    auto* host = hostOf<SetUpHost>(*scene_);
    if (!host)
        return;
    const InputEvent event = eventOf(InputEvent::Kind::perform, {}, verb);
    if (parseVerb(verb).isEdit())
        return edit(gesture, event, [&] { host->perform(verb); });
    settle();
    const UndoList::Place old = place();
    const UndoList::Moment before = save();
    host->perform(verb);
    takeIn(*scene_);
    note(event);
    undo_.add({old, place(), gesture, before, save(), scene_->time()});
    constantsChanged();
}

bool Workbench::beginHere()
{
    settle();
    const UndoList::Place old = place();
    if (!ropewalk::beginHere(*scene_))
        return false;
    undo_.add({old, place(), std::nullopt});
    note(eventOf(InputEvent::Kind::beginHere));
    memory_.put(scene_->info().id, constants());
    return true;
}

void Workbench::perform(const InputEvent& event)
{
    if (event.kind == InputEvent::Kind::reset)
        return reset();
    settle();
    const UndoList::Place old = place();
    ropewalk::perform(*scene_, event, {});
    note(event);
    if (place().constants != old.constants)
        undo_.add({old, place(), std::nullopt});
    constantsChanged();
}

void Workbench::constantsChanged()
{
    memory_.put(scene_->info().id, constants());
    history_.forgetAhead();
    ghost_.constantsChanged();
    const bool built = hostOf<SetUpHost>(*scene_) != nullptr;
    recorder_.fit(*scene_);
    forgetDivergence();
    if (paused_ || built)
        mixer_.jump(*scene_); // theory and handles follow constants at once
}

void Workbench::goTo(const UndoList::Place& place)
{
    if (place.scene != scene_->info().id)
    {
        leave();
        memory_.put(place.scene, place.constants);
        return open(makeScene(place.scene));
    }
    const SceneConstants before = constantsOf(*scene_);
    setConstants(*scene_, place.constants);
    takeIn(*scene_);
    chooseSize(place.constants);
    SceneConstants said = place.constants;
    if (const auto size = sizeParameterOf(*scene_)) // its default depends on the machine
        said.values.insert_or_assign(std::string(size->name), scene_->parameters().at(size->name).text());
    note(eventOf(InputEvent::Kind::constants, {}, constantsText(said)));
    constantsChanged();
    if (ownBodiesOf(*scene_) == before.bodies && scene_->beginning() == before.beginning)
        return;
    reset();
    startRecording(); // no script says these
}

void Workbench::change(const SceneConstants& constants)
{
    settle();
    const UndoList::Place before = place();
    goTo({before.scene, constants});
    undo_.add({before, place(), std::nullopt});
}

void Workbench::restoreDefaults()
{
    change({});
}

void Workbench::useValues(const PresetValues& wanted)
{
    change(withValues(constants(), wanted));
}

const LeftScene* Workbench::leftBefore() const
{
    const LeftScene* aside = memory_.aside(scene_->info().id);
    return aside && aside->constants != constants() ? aside : nullptr;
}

void Workbench::restoreLeft()
{
    if (!leftBefore())
        return;
    change(SceneConstants(leftBefore()->constants));
    memory_.takeBack(scene_->info().id);
    reset();
}

void Workbench::undo()
{
    if (!undo_.last())
        return;
    settle();
    const UndoList::Change change = undo_.undo();
    leap(change, change.before, change.momentBefore);
}

void Workbench::redo()
{
    if (!undo_.next())
        return;
    settle();
    const UndoList::Change change = undo_.redo();
    leap(change, change.after, change.momentAfter);
}

/// The moment that is left stays in the past, so that one tick back brings it again.
void Workbench::leap(const UndoList::Change& change, const UndoList::Place& to, const UndoList::Moment& moment)
{
    const bool stays = change.before.scene == scene_->info().id;
    goTo(to);
    if (!moment || !stays)
        return;
    history_.push(save(), scene_->massCount());
    goBack(*moment);
    notify();
}

void Workbench::notify() const
{
    if (listener_)
        listener_(*scene_);
}

} // namespace ropewalk
