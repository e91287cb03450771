#include "workbench.hpp"

#include "scenes/hosts.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace ropewalk
{
namespace
{

/// [m], the diagonal of the box around all masses; a NaN where one is nowhere.
float sizeOf(const Snapshot& snapshot)
{
    glm::vec3 low(std::numeric_limits<float>::infinity());
    glm::vec3 high(-std::numeric_limits<float>::infinity());
    float sum = 0.0f; // keeps a NaN, which min and max may lose
    const auto include = [&](const glm::vec3& point)
    {
        low = glm::min(low, point);
        high = glm::max(high, point);
        sum += point.x + point.y + point.z;
    };
    for (const Polyline& line : snapshot.polylines)
        std::for_each(line.points.begin(), line.points.end(), include);
    for (const Surface& surface : snapshot.surfaces)
        std::for_each(surface.points.begin(), surface.points.end(), include);
    for (const PlanarShape& shape : snapshot.planarShapes)
        include(glm::vec3(glm::vec2(shape.position), 0.0f));
    return glm::distance(low, high) + 0.0f * sum;
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
    const UndoList::Place before = place();
    leave();
    memory_.setAside(scene->info().id, constantsOf(*scene));
    if (scene->fileView())
        memory_.look(scene->info().id, Camera::of(*scene->fileView()));
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
    scene_ = std::move(scene);
    ghost_.clear();
    if (auto* host = hostOf<ComparisonHost>(*scene_))
        host->setClock(clock_);
    const SceneConstants& left = memory_.of(scene_->info().id).constants;
    if (constantsOf(*scene_).empty() && !left.empty())
    {
        setConstants(*scene_, left);
        scene_->reset(); // laid out anew with these constants, instead of gliding to them
    }
    chooseSize(left);
    forgetDivergence();
    start();
    notify();
}

void Workbench::resize(int size)
{
    rope::Parameter& row = scene_->parameters().at(sizeParameterOf(*scene_)->name);
    row.setNumber(size);
    row.adoptDefault();
    sizeChosen_ = false;
    reset();
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
    recorder_.record(*scene_);
    divergence_.reset();
    show_.reset();
    pausedByDivergence_ = false;
    posing_ = false;
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
    double spent = 0.0;
    double filling = 0.0;
    ticksCovered_ = 0.0;
    if (show_)
        advanceShow(elapsed, controls);
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
            {
                mixer_.next(*scene_);
                recordGhost();
            }
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
    showGhost();
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
    endShow();
    runTick(controls);
    timestep_.clear();
    mixer_.jump(*scene_);
    recordGhost();
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
    ghost_.forgetAfter(scene_->time());
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

void Workbench::showRunaway()
{
    if (!divergence_ || show_)
        return;
    constexpr double seconds = 1.0;
    const double span = std::max(0.0, divergence_->time - scene_->time()) + 2.0 * TickRunner::tickLength;
    show_ = Show{scene_->save(), *divergence_, seconds, span / seconds, sizeOf(snapshot())};
    divergence_.reset();
    timestep_.clear();
}

void Workbench::advanceShow(double elapsed, const Controls& controls)
{
    show_->left -= elapsed;
    for (int due = timestep_.advance(std::max(0.0, elapsed) * show_->rate); due > 0 && !show_->away; --due)
    {
        runner_.run(*scene_, controls);
        mixer_.next(*scene_);
        mixer_.mix(1.0);
        constexpr float most = 30.0f; // times the size, beyond which nothing is to be seen
        show_->away = !(sizeOf(snapshot()) < most * show_->size);
    }
    if (show_->away)
        timestep_.clear();
    if (show_->left <= 0.0)
        endShow();
}

void Workbench::endShow()
{
    if (!show_)
        return;
    scene_->restore(*show_->sound);
    mixer_.jump(*scene_);
    divergence_ = std::move(show_->divergence);
    show_.reset();
    timestep_.clear();
}

void Workbench::tickBack()
{
    scrub(-1);
}

void Workbench::scrub(int moments)
{
    endShow();
    paused_ = true;
    posing_ = false;
    divergence_.reset();
    timestep_.clear();
    if (moments != 0 && keepsEveryTick())
        goBack(*history_.go(moments, scene_->save(), scene_->massCount()));
    notify();
}

void Workbench::goBack(const SceneState& state)
{
    scene_->restore(state);
    recorder_.goTo(*scene_);
    mixer_.jump(*scene_);
}

void Workbench::reset()
{
    endShow();
    forgetDivergence();
    scene_->reset();
    start();
    notify();
}

void Workbench::setPaused(bool paused)
{
    if (paused == paused_)
        return;
    endShow();
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
    endShow();
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
    constantsChanged();
}

void Workbench::setPin(int mass, const std::optional<Vec3>& at, std::optional<int> gesture)
{
    endShow();
    const UndoList::Place old = place();
    rope::Pins pins = scene_->pins();
    std::erase_if(pins, [mass](const rope::Pin& pin) { return pin.mass == mass; });
    if (at)
        pins.push_back({mass, *at});
    scene_->setPins(pins);
    undo_.add({old, place(), gesture});
    constantsChanged();
}

void Workbench::setSolids(const OwnSolids& solids, std::optional<int> gesture)
{
    auto* host = hostOf<SolidHost>(*scene_);
    if (!host)
        return;
    endShow();
    const UndoList::Place old = place();
    host->setSolids(solids);
    undo_.add({old, place(), gesture});
    constantsChanged();
}

void Workbench::constantsChanged()
{
    memory_.put(scene_->info().id, constants());
    history_.forgetAhead();
    runner_.forgetCost();
    ghost_.constantsChanged();
    forgetDivergence();
    if (paused_)
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
    chooseSize(place.constants);
    constantsChanged();
    if (ownBodiesOf(*scene_) != before.bodies || scene_->beginning() != before.beginning)
        reset();
}

void Workbench::change(const SceneConstants& constants)
{
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
    if (!wanted.refusal.empty())
        throw std::invalid_argument(wanted.refusal);
    SceneConstants changed = constants();
    for (const auto& [name, value] : wanted.values)
        changed.values.insert_or_assign(name, value);
    change(changed);
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
    endShow();
    goTo(undo_.undo().before);
}

void Workbench::redo()
{
    if (!undo_.next())
        return;
    endShow();
    goTo(undo_.redo().after);
}

void Workbench::notify() const
{
    if (listener_)
        listener_(*scene_);
}

} // namespace ropewalk
