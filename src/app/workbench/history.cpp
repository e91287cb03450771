#include "history.hpp"

#include <utility>

namespace ropewalk
{

void History::clear()
{
    states_.clear();
    masses_ = 0;
    ticksSinceSaved_ = 0;
}

void History::push(std::unique_ptr<SceneState> state, std::size_t massCount)
{
    states_.push_back({std::move(state), massCount});
    masses_ += massCount;
    // Even the biggest scene has two: the latest state may already hold the beginning of a runaway.
    while (states_.size() > 2 && (states_.size() > capacity || masses_ > massCapacity))
    {
        masses_ -= states_.front().massCount;
        states_.pop_front();
    }
}

std::unique_ptr<SceneState> History::pop()
{
    if (states_.empty())
        return nullptr;
    std::unique_ptr<SceneState> state = std::move(states_.back().state);
    masses_ -= states_.back().massCount;
    states_.pop_back();
    return state;
}

void History::saveBeforeTick(const Scene& scene)
{
    if (!empty() && ++ticksSinceSaved_ < ticksBetween(scene.massCount()))
        return;
    push(scene.save(), scene.massCount());
    ticksSinceSaved_ = 0;
}

std::unique_ptr<SceneState> History::popBefore(std::size_t ticks, std::size_t massCount)
{
    std::unique_ptr<SceneState> state = pop();
    for (std::size_t age = ticksSinceSaved_; age < ticks && !empty(); age += ticksBetween(massCount))
        state = pop();
    ticksSinceSaved_ = 0;
    return state;
}

} // namespace ropewalk
