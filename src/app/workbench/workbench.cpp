#include "workbench.hpp"

#include "scenes/hosts.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ropewalk
{

Workbench::Workbench(std::unique_ptr<Scene> scene, std::function<double()> clock)
    : clock_(std::move(clock)), runner_(clock_)
{
    useScene(std::move(scene));
}

void Workbench::useScene(std::unique_ptr<Scene> scene)
{
    scene_ = std::move(scene);
    if (auto* host = hostOf<ComparisonHost>(*scene_))
        host->setClock(clock_);
    undo_.clear();
    start();
    notify();
}

void Workbench::resize(int size)
{
    scene_->parameters().set(sizeParameterOf(*scene_)->name, std::to_string(size));
    reset();
}

void Workbench::start()
{
    timestep_.clear();
    history_.clear();
    recorder_.clear();
    recorder_.record(*scene_);
    divergence_.reset();
    pausedByDivergence_ = false;
    posing_ = false;
    runner_.start(*scene_);
    mixer_.jump(*scene_);
}

void Workbench::advance(double elapsed, const Controls& controls)
{
    const double begin = clock_();
    double spent = 0.0;
    double filling = 0.0;
    ticksCovered_ = 0.0;
    if (!paused_)
    {
        const double scaled = std::isfinite(elapsed) ? std::max(0.0, elapsed) * speed_ / slowMotionOf(*scene_) : 0.0;
        const int due = timestep_.advance(scaled);
        int done = 0;
        while (done < due && !paused_ && spent < runner_.tickBudget())
        {
            runTick(controls);
            ++done;
            const double fill = clock_();
            // Only the last two ticks: filling a snapshot of a big scene costs as much as a tick.
            if (!divergence_ && done + 1 >= due)
                mixer_.next(*scene_);
            const double now = clock_();
            filling += now - fill;
            spent = now - begin;
        }
        if (done < due && !paused_)
        {
            timestep_.clear();
            mixer_.jump(*scene_);
        }
        if (elapsed > 0.0)
        {
            const double reached = ticksCovered_ * timestep_.tick() * slowMotionOf(*scene_) / elapsed;
            // The ticks of single frames are 0, 1 or 2: a second's mean is what the eye sees.
            reachedSpeed_ += (reached - reachedSpeed_) * std::min(1.0, elapsed);
        }
    }
    else
    {
        pose(elapsed, controls);
        spent = clock_() - begin;
    }
    mixer_.mix(timestep_.fraction());
    tickSeconds_ = spent - filling;
    snapshotSeconds_ = clock_() - begin - tickSeconds_;
}

void Workbench::pose(double elapsed, const Controls& controls)
{
    const bool pulled = canPose() && controls.pulls();
    if (!pulled && !posing_)
        return;
    const int due = pulled ? std::min(poseStep_.advance(elapsed), 2) : 1; // at last one without a pull lets go
    if (due > 0 && !std::exchange(posing_, pulled))
        history_.push(scene_->save(), scene_->massCount());
    for (int i = 0; i < due; ++i)
        runner_.pose(*scene_, pulled ? controls : Controls{});
    if (due == 0)
        return;
    if (std::optional<Divergence> found = scene_->divergence())
        stopAtDivergence(std::move(*found));
    timestep_.clear();
    mixer_.jump(*scene_);
    notify();
}

void Workbench::tick(const Controls& controls)
{
    runTick(controls);
    timestep_.clear();
    mixer_.jump(*scene_);
}

void Workbench::runTick(const Controls& controls)
{
    if (divergence_)
        return;
    posing_ = false;
    history_.saveBeforeTick(*scene_);
    runner_.run(*scene_, controls);
    ticksCovered_ += runner_.timeShare();
    if (std::optional<Divergence> found = scene_->divergence())
        stopAtDivergence(std::move(*found));
    else
        recorder_.record(*scene_);
    notify();
}

void Workbench::stopAtDivergence(Divergence divergence)
{
    // From here on the last sound moment is shown and plotted.
    const std::size_t unsound = recorder_.ticksUnsound(*scene_, History::capacity);
    goBack(*history_.popBefore(unsound, scene_->massCount()));
    divergence_ = std::move(divergence);
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

void Workbench::tickBack()
{
    paused_ = true;
    posing_ = false;
    divergence_.reset();
    timestep_.clear();
    if (canTickBack())
        goBack(*history_.pop());
    notify();
}

void Workbench::goBack(const SceneState& state)
{
    scene_->restore(state);
    recorder_.dropAfter(scene_->time());
    mixer_.jump(*scene_);
}

void Workbench::reset()
{
    forgetDivergence();
    scene_->reset();
    start();
    notify();
}

void Workbench::setPaused(bool paused)
{
    if (paused == paused_)
        return;
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
    if (std::exchange(mixer_.showsTheory, shown) != shown)
        mixer_.jump(*scene_);
}

void Workbench::setParameter(const rope::Parameter& row, const rope::Parameter::Value& value, int gesture)
{
    const auto index = static_cast<std::size_t>(&row - scene().parameters().rows().data());
    rope::Parameter& parameter = scene_->parameters().rows()[index];
    const rope::Parameter::Value before = parameter.value();
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
    undo_.add(parameter, before, gesture);
    forgetDivergence();
    if (paused_)
        mixer_.jump(*scene_); // theory and handles follow constants at once
}

void Workbench::undo()
{
    if (!canUndo())
        return;
    undo_.undo();
    forgetDivergence();
}

void Workbench::redo()
{
    if (!canRedo())
        return;
    undo_.redo();
    forgetDivergence();
}

void Workbench::notify() const
{
    if (listener_)
        listener_(*scene_);
}

} // namespace ropewalk
