// A scene that may be smaller on a slower machine is fitted to this one, by measuring its first frames.

#include "session.hpp"

#include "scenes/hosts.hpp"

#include <fmt/format.h>

#include <string>

namespace ropewalk
{
namespace
{

constexpr double budget = 1.0 / 33.0; ///< [s] a frame

rope::Parameter& sizeOf(Scene& scene)
{
    return scene.parameters().at(sizeParameterOf(scene)->name);
}

} // namespace

void Session::startFindingSize()
{
    size_.reset();
    Scene& scene = workbench_.scene();
    // Scripted runs are the same on every machine, and who has said a size gets it.
    if (options_.frames || !sizeParameterOf(scene) || !sizeOf(scene).isDefault())
        return;
    size_.emplace(sizeParameterOf(scene)->small, std::stoi(sizeOf(scene).text()), budget);
    sizeWanted_ = std::stoi(sizeOf(scene).text());
    sizeOf(scene).parse(std::to_string(size_->size()));
    workbench_.reset();
}

void Session::findSize(double seconds)
{
    if (!size_)
        return;
    Scene& scene = workbench_.scene();
    if (!sizeParameterOf(scene) || sizeOf(scene).text() != std::to_string(size_->size()))
    {
        size_.reset(); // another scene, or the user knows better
        return;
    }
    const double ticks = workbench_.ticksCovered();
    if (ticks == 0.0 && !workbench_.paused())
        return;
    // At the budget's pace; a frame that took longer had more ticks to do.
    const double perTick = ticks > 0.0 ? workbench_.tickSeconds() / ticks : 0.0;
    const int before = size_->size();
    size_->add(seconds - workbench_.tickSeconds() + perTick * budget * 60.0);
    const bool settled = size_->done();
    if (settled && size_->size() < sizeWanted_ && samples_ > 1)
    {
        // A software renderer draws twice as much with one sample a pixel.
        samples_ = 1;
        size_.emplace(sizeParameterOf(scene)->small, sizeWanted_, budget);
        sizeOf(scene).parse(std::to_string(size_->size()));
        workbench_.reset();
        return;
    }
    if (size_->size() != before)
    {
        sizeOf(scene).parse(std::to_string(size_->size()));
        workbench_.reset();
        frameWanted_ = true;
    }
    if (!settled)
        return;
    if (size_->size() < sizeWanted_)
        ui_.toast(fmt::format("{} = {}: what this machine shows smoothly; the scene is made for {}",
                              sizeOf(scene).name(), size_->size(), sizeWanted_),
                  10.0);
    size_.reset();
}

} // namespace ropewalk
