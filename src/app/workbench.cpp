#include "workbench.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ropewalk
{

Workbench::Workbench(std::unique_ptr<Scene> scene, std::function<double()> clock)
    : scene_(std::move(scene)), clock_(std::move(clock))
{
    scene_->setClock(clock_);
    start();
}

void Workbench::selectScene(std::string_view id)
{
    useScene(makeScene(id));
}

void Workbench::useScene(std::unique_ptr<Scene> scene)
{
    scene_ = std::move(scene);
    scene_->setClock(clock_);
    undo_.clear();
    redo_.clear();
    start();
    notify();
}

void Workbench::start()
{
    timestep_.clear();
    history_.clear();
    recorder_.clear();
    recorder_.record(*scene_);
    divergence_.reset();
    pausedByDivergence_ = false;
    stepsPerTick_ = static_cast<int>(std::max(1.0, std::ceil(timestep_.tick() / scene_->maxDt() - 1e-9)));
    stepCost_ = 0.0;
    ticksSinceKept_ = 0;
    scene_->fill(after_);
    before_ = after_;
    mixPicture(1.0);
}

void Workbench::advance(double elapsed, const Controls& controls)
{
    const double begin = clock_();
    double spent = 0.0;
    double filling = 0.0;
    ticksDone_ = 0;
    if (!paused_)
    {
        const double scaled = std::isfinite(elapsed) ? std::max(0.0, elapsed) * speed_ / scene_->slowMotion() : 0.0;
        const int due = timestep_.advance(scaled);
        int done = 0;
        while (done < due && !paused_ && spent < tickBudget_)
        {
            runTick(controls);
            ++done;
            const double fill = clock_();
            // The picture lies between the last two: filling all of them costs a big scene as much as their ticks.
            if (!divergence_ && done + 1 >= due)
            {
                std::swap(before_, after_);
                scene_->fill(after_);
            }
            const double now = clock_();
            filling += now - fill;
            spent = now - begin;
        }
        if (done < due && !paused_)
        {
            timestep_.clear();
            scene_->fill(after_);
            before_ = after_;
        }
        ticksDone_ = done;
        if (elapsed > 0.0)
        {
            const double reached = done * timestep_.tick() * scene_->slowMotion() / elapsed;
            // The ticks of single frames are 0, 1 or 2: a second's mean is what the eye sees.
            reachedSpeed_ += (reached - reachedSpeed_) * std::min(1.0, elapsed);
        }
    }
    mixPicture(timestep_.fraction());
    tickSeconds_ = spent - filling;
    snapshotSeconds_ = clock_() - begin - tickSeconds_;
}

void Workbench::tick(const Controls& controls)
{
    runTick(controls);
    timestep_.clear();
    scene_->fill(after_);
    before_ = after_;
    mixPicture(1.0);
}

void Workbench::runTick(const Controls& controls)
{
    if (divergence_)
        return;
    const std::size_t between = History::ticksBetween(scene_->massCount());
    if (history_.empty() || ++ticksSinceKept_ >= between)
    {
        history_.push(scene_->save(), scene_->massCount());
        ticksSinceKept_ = 0;
    }
    const double begin = clock_();
    stepsPerTick_ = scene_->advance(timestep_.tick(), controls);
    const double cost = (clock_() - begin) / std::max(1, stepsPerTick_);
    stepCost_ = stepCost_ > 0.0 ? stepCost_ + 0.05 * (cost - stepCost_) : cost;

    if (std::optional<Divergence> found = scene_->divergence())
    {
        // What is shown and plotted from here on is the last moment that was sound.
        std::unique_ptr<SceneState> sound = history_.pop();
        for (std::size_t age = ticksSinceKept_; age < ticksUnseen && !history_.empty(); age += between)
            sound = history_.pop();
        ticksSinceKept_ = 0;
        goBack(*sound);
        divergence_ = std::move(found);
        pausedByDivergence_ = !paused_;
        paused_ = true;
        timestep_.clear();
    }
    else
    {
        recorder_.record(*scene_);
    }
    notify();
}

void Workbench::tickBack()
{
    paused_ = true;
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
    scene_->fill(after_);
    before_ = after_;
    mixPicture(1.0);
}

void Workbench::forgetDivergence()
{
    if (divergence_ && pausedByDivergence_)
        paused_ = false;
    divergence_.reset();
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

void Workbench::mixPicture(double fraction)
{
    mix(before_, after_, static_cast<float>(fraction), picture_);
    if (hint_)
        picture_.markers.push_back(*hint_);
}

void Workbench::setParameter(std::string_view name, std::string_view text, int gesture)
{
    rope::Parameter& parameter = scene_->parameters().at(name);
    const std::string before = parameter.text();
    parameter.parse(text);
    const std::string after = parameter.text();
    if (before == after)
        return;
    try
    {
        scene_->validate();
    }
    catch (const std::invalid_argument&)
    {
        parameter.parse(before);
        throw;
    }
    const bool sameDrag =
        !undo_.empty() && redo_.empty() && undo_.back().name == name && undo_.back().gesture == gesture;
    if (sameDrag)
        undo_.back().after = after;
    else
        undo_.push_back({std::string(name), before, after, gesture});
    redo_.clear();
    forgetDivergence();
}

void Workbench::undo()
{
    takeBack(undo_, redo_, &Change::before);
}

void Workbench::redo()
{
    takeBack(redo_, undo_, &Change::after);
}

void Workbench::takeBack(std::vector<Change>& from, std::vector<Change>& to, std::string Change::*value)
{
    if (from.empty())
        return;
    // What was changed at one stroke (all constants restored, say) goes back at one stroke.
    const int gesture = from.back().gesture;
    while (!from.empty() && from.back().gesture == gesture)
    {
        scene_->parameters().set(from.back().name, from.back().*value);
        to.push_back(std::move(from.back()));
        from.pop_back();
    }
    forgetDivergence();
}

void Workbench::notify() const
{
    if (listener_)
        listener_(*scene_);
}

} // namespace ropewalk
