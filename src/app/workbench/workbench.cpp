#include "workbench.hpp"

#include "files/quantity.hpp"
#include "scenes/hosts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ropewalk
{
namespace
{

constexpr double seekSlice = 0.03; ///< [s] of a frame, for what lies far away

} // namespace

Workbench::Workbench(std::unique_ptr<Scene> scene, std::function<double()> clock, SceneMemory memory, bool threads)
    : clock_(std::move(clock)), runner_(clock_, threads), memory_(std::move(memory))
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
    if (scene_->fileLesson())
        undo_ = UndoList(); // it would lead out of the lesson, and back without it
    else
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
    if (other_ && other_->scene().info().id != scene->info().id)
        other_.reset();
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
    home_ = scene_->fileLesson() ? constants() : SceneConstants();
    forgetDivergence();
    start();
    startRecording();
    notify();
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

std::span<const Polyline> Workbench::ghost() const
{
    if (other_)
        return other_->curves();
    return ghostShown_ ? ghost_.curves() : std::span<const Polyline>();
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
    if (seekGoal_ && asked.pulls())
        stopSeeking();
    if (seekGoal_)
        goOnSeeking(seekSlice);
    else if (!paused_)
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
    if (other_)
        other_->follow(*this, seekSlice);
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
    restored_.reset();
    course_.writer().notePose(underWay_->poseTicks, underWay_->controls);
    underWay_.reset();
    if (std::optional<Divergence> found = scene_->divergence())
        stopAtDivergence(std::move(*found));
    recorder_.recordAgain(*scene_);
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
    Controls acting = replay_ ? playEvents() : controls;
    if (replay_ && replay_->over())
    {
        if (!replayEnds())
            return true;
        acting = controls;
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
        course_.writer().noteTick(*scene_, underWay_ ? underWay_->controls : Controls());
    if (lesson_)
        lesson_->look(moment().first);
    underWay_.reset();
    restored_.reset();
    ++ticksEnded_;
    std::optional<Divergence> found = scene_->divergence();
    if (found && replay_ && !replay_->over())
    {
        playEvents(); // it goes back to before that
        found = scene_->divergence();
    }
    if (found)
        stopAtDivergence(std::move(*found));
    else
    {
        recorder_.record(*scene_);
        keepKeyframe();
    }
    if (replay_ && replay_->over() && !standsAtEnd_ && !loops_)
        leaveReplay();
    if (!replay_ && recorded().full())
        fold();
    if (!seekGoal_)
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
    goBack(*history_.popBefore(unsound));
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
    restored_ = scene_->save(); // the film goes back to it
    if (!replay_)
        course_.writer().goBack(course_.writer().moment());
    film_.emplace(*scene_, *divergence_, clock_);
    divergence_.reset();
}

void Workbench::reset()
{
    settle();
    forgetDivergence();
    scene_->reset();
    note(eventOf(InputEvent::Kind::reset));
    if (!recorded().complete())
        startRecording();
    start();
    notify();
}

void Workbench::setPaused(bool paused)
{
    if (paused == paused_)
        return;
    settle();
    seekGoal_.reset();
    noteCaption(paused ? "paused" : "goes on");
    paused_ = paused;
    if (!paused)
        divergence_.reset();
    notify();
}

void Workbench::setSpeed(double speed)
{
    if (!std::isfinite(speed))
        return;
    const double before = std::exchange(speed_, std::clamp(speed, 1.0 / 64.0, 16.0));
    if (speed_ != before)
        noteCaption("speed x" + plainNumber(speed_));
}

void Workbench::setTheoryShown(bool shown)
{
    if (std::exchange(mixer_.showsTheory, shown) == shown)
        return;
    settle();
    mixer_.jump(*scene_);
}

void Workbench::notify() const
{
    if (listener_)
        listener_(*scene_);
}

} // namespace ropewalk
