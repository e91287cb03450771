#include "quality.hpp"

#include "scenes/hosts.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>

namespace ropewalk
{
namespace
{

constexpr double budget = 1.0 / 33.0; ///< [s] a frame

} // namespace

int Quality::size() const
{
    const Scene& scene = workbench_.scene();
    return std::stoi(scene.parameters().find(sizeParameterOf(scene)->name)->text());
}

void Quality::sceneOpened()
{
    finder_.reset();
    shade_ = true;
    framesSince_ = 0;
    const Scene& scene = workbench_.scene();
    const std::optional<SizeParameter> parameter = sizeParameterOf(scene);
    if (scripted_ || !parameter || workbench_.sizeChosen())
        return;
    if (const auto fitted = fitted_.find(scene.info().id); fitted != fitted_.end())
        return workbench_.resize(fitted->second);
    sizeWanted_ = size();
    finder_.emplace(parameter->small, sizeWanted_, budget);
    workbench_.resize(finder_->size());
}

bool Quality::frameDrawn(double seconds)
{
    if (!finder_)
        return false;
    const std::optional<SizeParameter> parameter = sizeParameterOf(workbench_.scene());
    if (!parameter || size() != finder_->size())
    {
        finder_.reset(); // another scene is open, or the user has chosen a size
        return false;
    }
    const int ticks = workbench_.ticksEnded();
    if (ticks == 0 && !workbench_.paused())
        return false;
    // At the budget's pace; a frame that took longer had more ticks to do.
    const double perTick = ticks > 0 ? workbench_.tickCost() : 0.0;
    finder_->add(seconds - workbench_.tickSeconds() + perTick * budget * 60.0);
    const bool resized = finder_->size() != size();
    const bool small = finder_->done() && finder_->size() < sizeWanted_;
    if (small && samples_ > 1)
    {
        // A software renderer draws twice as much with one sample a pixel: from the beginning with that.
        samples_ = 1;
        finder_.emplace(parameter->small, sizeWanted_, budget);
        workbench_.resize(finder_->size());
        return false;
    }
    if (resized)
        workbench_.resize(finder_->size());
    if (small)
        ui_.toast(fmt::format("{} = {}: what this machine shows smoothly; the scene is made for {}", parameter->name,
                              finder_->size(), sizeWanted_),
                  10.0);
    if (finder_->done())
    {
        fitted_[std::string(workbench_.scene().info().id)] = finder_->size();
        finder_.reset();
    }
    return resized;
}

void Quality::fitDrawing(const Timings& timings)
{
    // A software renderer that cannot keep up with four samples is at least twice as fast with one.
    constexpr double slow = 1.0 / 36.0;    // [s] a frame; 30 a second should be reached with room to spare
    constexpr double slowest = 1.0 / 20.0; // [s]
    constexpr std::size_t enough = 20;
    if (scripted_ || !shade_ || timings.frames() < enough)
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
