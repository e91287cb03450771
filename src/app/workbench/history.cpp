#include "history.hpp"

#include <utility>

namespace ropewalk
{

void History::clear()
{
    states_.clear();
    ahead_.clear();
    masses_ = 0;
    ticksSinceSaved_ = 0;
}

void History::push(std::unique_ptr<SceneState> state, std::size_t massCount)
{
    ahead_.clear();
    add({std::move(state), massCount});
}

void History::add(Entry entry)
{
    masses_ += entry.massCount;
    states_.push_back(std::move(entry));
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
    return takeLatest().state;
}

History::Entry History::takeLatest()
{
    Entry entry = std::move(states_.back());
    masses_ -= entry.massCount;
    states_.pop_back();
    return entry;
}

std::unique_ptr<SceneState> History::go(int moments, std::unique_ptr<SceneState> present, std::size_t massCount)
{
    Entry entry{std::move(present), massCount};
    for (; moments < 0 && !states_.empty(); ++moments)
    {
        ahead_.push_back(std::move(entry));
        entry = takeLatest();
    }
    for (; moments > 0 && !ahead_.empty(); --moments)
    {
        add(std::move(entry));
        entry = std::move(ahead_.back());
        ahead_.pop_back();
    }
    ticksSinceSaved_ = massCount; // the next tick saves the moment arrived at
    return std::move(entry.state);
}

bool History::saveBeforeTick(std::size_t massCount, const std::function<std::unique_ptr<SceneState>()>& save)
{
    ahead_.clear();
    if (!empty() && ++ticksSinceSaved_ < ticksBetween(massCount))
        return false;
    push(save(), massCount);
    ticksSinceSaved_ = 0;
    return true;
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
