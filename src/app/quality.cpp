#include "quality.hpp"

#include "scenes/hosts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

namespace ropewalk
{
namespace
{

/// [s] a frame of the beginning; one of a scene that has come into motion takes up to twice as long.
constexpr double budget = 1.0 / 60.0;

/// Rounded down to two digits, which is as much as the measurement knows.
int rounded(double size)
{
    const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(size)) - 1.0));
    return static_cast<int>(std::floor(size / unit) * unit);
}

} // namespace

int Quality::size() const
{
    const Scene& scene = workbench_.scene();
    return std::stoi(scene.parameters().find(sizeParameterOf(scene)->name)->text());
}

void Quality::sceneOpened()
{
    trial_.reset();
    shade_ = true;
    framesSince_ = 0;
    const Scene& scene = workbench_.scene();
    if (scripted_ || !sizeParameterOf(scene) || workbench_.sizeChosen())
        return;
    if (const auto fitted = fitted_.find(scene.info().id); fitted != fitted_.end())
        return workbench_.resize(fitted->second);
    trial_ = Trial{size()};
}

bool Quality::frameDrawn(double seconds)
{
    if (!trial_)
        return false;
    const std::optional<SizeParameter> parameter = sizeParameterOf(workbench_.scene());
    if (!parameter || size() != trial_->size)
    {
        trial_.reset(); // another scene is open, or the user has chosen a size
        return false;
    }
    const int ticks = workbench_.ticksEnded();
    if (ticks == 0 && !workbench_.paused())
        return false;
    // At the budget's pace; a frame that took longer had more ticks to do.
    const double perTick = ticks > 0 ? workbench_.tickCost() : 0.0;
    addToTrial(seconds - workbench_.tickSeconds() + perTick * budget * 60.0);
    constexpr int enough = 6;
    constexpr double longest = 2.0; // [s]
    if (trial_->frames < enough && trial_->seconds < longest)
        return false;
    const int whole = trial_->size;
    if (trial_->fastest > budget && samples_ > 1)
    {
        // A software renderer draws twice as much with one sample a pixel: once more with that.
        samples_ = 1;
        trial_ = Trial{whole};
        return false;
    }
    const double fits = whole * std::min(1.0, budget / trial_->fastest);
    const int fitted = fits < whole ? std::max(parameter->small, rounded(fits)) : whole;
    trial_.reset();
    fitted_[std::string(workbench_.scene().info().id)] = fitted;
    if (fitted == whole)
        return false;
    workbench_.resize(fitted);
    ui_.toast(fmt::format("{} = {}: what this machine shows smoothly; the scene is made for {}", parameter->name,
                          fitted, whole),
              10.0);
    return true;
}

void Quality::addToTrial(double seconds)
{
    constexpr int ignored = 2; // the first ones make memory and shaders ready
    trial_->seconds += seconds;
    if (++trial_->frames == ignored || trial_->frames < ignored || seconds < trial_->fastest)
        trial_->fastest = seconds;
}

void Quality::fitDrawing(const Timings& timings)
{
    // A software renderer that cannot keep up with four samples is at least twice as fast with one.
    constexpr double slow = 1.0 / 36.0;    // [s] a frame; 30 a second should be reached with room to spare
    constexpr double slowest = 1.0 / 20.0; // [s]
    constexpr std::size_t enough = 20;
    // On a very slow machine the time that is remembered never holds so many.
    if (scripted_ || !shade_ || (timings.frames() < enough && timings.span() < 0.7 * Timings::window))
        return;
    double others = 0.0;
    for (const Timings::Part part : {Timings::step, Timings::snapshot, Timings::panels})
        others += timings.summary(part).average;
    const double whole = timings.summary(Timings::frame).average;
    const bool drawingIsSlow = others < 0.5 * whole;
    if (samples_ > 1)
        samples_ = whole > slow && drawingIsSlow ? 1 : samples_;
    else if (++framesSince_ > timings.frames()) // none of them had four samples or another scene
        shade_ = !(whole > slowest && drawingIsSlow);
}

} // namespace ropewalk
