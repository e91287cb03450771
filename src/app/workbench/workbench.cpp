#include "workbench.hpp"

#include "scenes/hosts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace ropewalk
{

Workbench::Workbench(std::unique_ptr<Scene> scene, std::function<double()> clock)
    : scene_(std::move(scene)), clock_(std::move(clock))
{
    if (auto* host = hostOf<ComparisonHost>(*scene_))
        host->setClock(clock_);
    start();
}

void Workbench::selectScene(std::string_view id)
{
    useScene(makeScene(id));
}

void Workbench::useScene(std::unique_ptr<Scene> scene)
{
    scene_ = std::move(scene);
    if (auto* host = hostOf<ComparisonHost>(*scene_))
        host->setClock(clock_);
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
    const double needed = stepsNeeded();
    stepsPerTick_ = static_cast<int>(std::min(needed, static_cast<double>(stepBudget_)));
    step_ = timestep_.tick() / needed;
    share_ = stepsPerTick_ / needed;
    slowedByCost_ = false;
    stepCost_ = 0.0;
    ticksSinceKept_ = 0;
    fillSnapshot();
    before_ = after_;
    mixSnapshot(1.0);
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
        while (done < due && !paused_ && spent < tickBudget_)
        {
            runTick(controls);
            ++done;
            const double fill = clock_();
            // The snapshot to be drawn lies between the last two ticks: filling one at each tick costs a big scene as
            // much as their ticks.
            if (!divergence_ && done + 1 >= due)
            {
                std::swap(before_, after_);
                fillSnapshot();
            }
            const double now = clock_();
            filling += now - fill;
            spent = now - begin;
        }
        if (done < due && !paused_)
        {
            timestep_.clear();
            fillSnapshot();
            before_ = after_;
        }
        if (elapsed > 0.0)
        {
            const double reached = ticksCovered_ * timestep_.tick() * slowMotionOf(*scene_) / elapsed;
            // The ticks of single frames are 0, 1 or 2: a second's mean is what the eye sees.
            reachedSpeed_ += (reached - reachedSpeed_) * std::min(1.0, elapsed);
        }
    }
    mixSnapshot(timestep_.fraction());
    tickSeconds_ = spent - filling;
    snapshotSeconds_ = clock_() - begin - tickSeconds_;
}

void Workbench::tick(const Controls& controls)
{
    runTick(controls);
    timestep_.clear();
    fillSnapshot();
    before_ = after_;
    mixSnapshot(1.0);
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
    advanceScene(controls);
    if (std::optional<Divergence> found = scene_->divergence())
    {
        // What is shown and plotted from here on is the last moment that was sound.
        const std::size_t unsound = ticksUnsound();
        std::unique_ptr<SceneState> sound = history_.pop();
        for (std::size_t age = ticksSinceKept_; age < unsound && !history_.empty(); age += between)
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

double Workbench::stepsNeeded() const
{
    // As Simulation::stepCount, but these may be more than an integer holds.
    const double steps = std::ceil(timestep_.tick() / scene_->longestStep() * (1.0 - 1e-9));
    return steps > 1.0 ? steps : 1.0;
}

double Workbench::step() const
{
    return paused_ && !divergence_ ? timestep_.tick() / stepsNeeded() : step_;
}

void Workbench::advanceScene(const Controls& controls)
{
    const double needed = stepsNeeded();
    const double allowed = std::min(needed, static_cast<double>(stepBudget_));
    const double begin = clock_();
    constexpr double few = 64.0;
    constexpr double unknown = std::numeric_limits<double>::infinity();
    const double expected = stepCost_ > 0.0 ? stepCost_ * allowed : allowed <= few ? 0.0 : unknown;
    double done = 0.0;
    if (expected <= tickBudget_)
    {
        stepsPerTick_ = scene_->advance(timestep_.tick() * (allowed / needed), controls);
        done = allowed;
    }
    else
    {
        // What may take long goes in pieces, the clock watched: nobody knows yet what a step costs, or it is too much.
        stepsPerTick_ = 0;
        double piece = 1.0;
        for (double spent = 0.0; done < allowed && spent < tickBudget_; spent = clock_() - begin)
        {
            if (done > 0.0)
                piece = std::clamp(std::floor((tickBudget_ - spent) * done / std::max(spent, 1e-9)), 1.0, 2.0 * piece);
            piece = std::min(piece, allowed - done);
            stepsPerTick_ += scene_->advance(timestep_.tick() * (piece / needed), controls);
            done += piece;
        }
    }
    slowedByCost_ = done < allowed;
    share_ = done / needed;
    ticksCovered_ += share_;
    stepsPerTick_ = std::max(1, stepsPerTick_);
    step_ = share_ * timestep_.tick() / stepsPerTick_;
    const double cost = (clock_() - begin) / stepsPerTick_;
    stepCost_ = stepCost_ > 0.0 ? stepCost_ + 0.05 * (cost - stepCost_) : cost;
}

std::size_t Workbench::ticksUnsound() const
{
    const std::vector<rope::Diagnostic>& rows = scene_->diagnostics().rows();
    const auto energy =
        std::find_if(rows.begin(), rows.end(), [](const rope::Diagnostic& row) { return row.name == "total_energy"; });
    const std::size_t samples = std::min(recorder_.size(), History::capacity);
    if (energy == rows.end() || samples < ticksUnseen + 2)
        return ticksUnseen;
    const auto column = static_cast<std::size_t>(energy - rows.begin());
    const auto before = [&](std::size_t ticks) { return recorder_.value(column, recorder_.size() - 1 - ticks); };
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t ticks = 0; ticks < samples; ++ticks)
        if (std::isfinite(before(ticks)))
            lowest = std::min(lowest, before(ticks));

    // Energy that doubles within a quarter of a second comes from the integrator: back to where it did not yet.
    constexpr std::size_t quarter = 15;
    const double little = 1e-6 * std::abs(before(ticksUnseen) - lowest);
    std::size_t back = ticksUnseen;
    while (back + 1 < samples)
    {
        const double earlier = before(std::min(back + quarter, samples - 1));
        if (before(back) - lowest <= 2.0 * std::max(0.0, earlier - lowest) + little)
            break; // nor where it is no number
        ++back;
    }
    return back > ticksUnseen ? back + quarter : back;
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
    fillSnapshot();
    before_ = after_;
    mixSnapshot(1.0);
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

void Workbench::fillSnapshot()
{
    scene_->fill(after_);
    if (theoryShown_)
        scene_->fillTheory(after_);
}

void Workbench::setTheoryShown(bool shown)
{
    if (shown == theoryShown_)
        return;
    theoryShown_ = shown;
    showAgain();
}

void Workbench::showAgain()
{
    fillSnapshot();
    before_ = after_;
    mixSnapshot(1.0);
}

void Workbench::mixSnapshot(double fraction)
{
    mix(before_, after_, static_cast<float>(fraction), snapshot_);
    if (hint_)
        snapshot_.markers.push_back(*hint_);
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
    if (theoryShown_ && paused_)
        showAgain(); // else theory would go on with the old constant
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
