#include "history.hpp"

#include <limits>
#include <utility>

namespace ropewalk
{

void History::clear()
{
    *this = History();
}

void History::push(SceneStatePtr state, std::size_t massCount)
{
    forgetAhead();
    add({std::move(state), bytesOfMoment(massCount), tick_ + 1});
}

void History::add(Entry entry)
{
    bytes_ += entry.bytes;
    states_.push_back(std::move(entry));
    const auto tooOld = [this]
    { return states_.back().tick - states_.front().tick >= static_cast<long long>(capacity); };
    // Even the biggest scene has two: the latest state may already hold the beginning of a runaway.
    while (states_.size() > 2 && (states_.size() > capacity || tooOld()))
        drop(0);
    while (states_.size() > 2 && bytes_ > byteCapacity)
        drop(leastMissed());
}

void History::drop(std::size_t number)
{
    bytes_ -= states_[number].bytes;
    states_.erase(states_.begin() + static_cast<std::ptrdiff_t>(number));
}

/// The one that leaves the smallest gap for its age. Of a few, the oldest: the last moments are worth most.
std::size_t History::leastMissed() const
{
    constexpr std::size_t few = 8;
    std::size_t least = 0;
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; states_.size() > few && i + 1 < states_.size(); ++i)
    {
        const auto gap = static_cast<double>(states_[i + 1].tick - states_[i - 1].tick);
        const double share = gap / static_cast<double>(states_.back().tick - states_[i].tick + 1);
        if (share < smallest)
        {
            smallest = share;
            least = i;
        }
    }
    return least;
}

SceneStatePtr History::pop()
{
    if (states_.empty())
        return nullptr;
    return takeLatest().state;
}

History::Entry History::takeLatest()
{
    Entry entry = std::move(states_.back());
    bytes_ -= entry.bytes;
    states_.pop_back();
    tick_ = entry.tick - 1;
    return entry;
}

void History::forgetAhead()
{
    for (const Entry& entry : ahead_)
        bytes_ -= entry.bytes;
    ahead_.clear();
}

SceneStatePtr History::go(int moments, SceneStatePtr present, std::size_t massCount)
{
    Entry entry{std::move(present), bytesOfMoment(massCount), tick_ + 1};
    for (; moments < 0 && !states_.empty(); ++moments)
    {
        bytes_ += entry.bytes;
        ahead_.push_back(std::move(entry));
        entry = takeLatest();
    }
    for (; moments > 0 && !ahead_.empty(); --moments)
    {
        add(std::move(entry));
        entry = std::move(ahead_.back());
        bytes_ -= entry.bytes;
        ahead_.pop_back();
        tick_ = entry.tick - 1;
    }
    return std::move(entry.state);
}

bool History::saveBeforeTick(std::size_t massCount, const std::function<SceneStatePtr()>& save)
{
    forgetAhead();
    ++tick_;
    const auto between = static_cast<long long>(ticksBetween(massCount));
    if (!empty() && between > 1 && tick_ - states_.back().tick < between)
        return false;
    add({save(), bytesOfMoment(massCount), tick_});
    return true;
}

SceneStatePtr History::popBefore(std::size_t ticks)
{
    const long long last = tick_;
    SceneStatePtr state = pop();
    while (last - tick_ - 1 < static_cast<long long>(ticks) && !empty())
        state = pop();
    return state;
}

} // namespace ropewalk
