#pragma once

#include "scenes/scene.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace ropewalk
{

/// The saved moments of a scene, one a tick, to go back to and on again.
class History
{
public:
    static constexpr std::size_t capacity = 600; ///< ten seconds of ticks
    /// Bounds the memory: the masses of all states together. Big scenes have fewer states.
    static constexpr std::size_t massCapacity = 1'000'000;
    /// Copying a big scene in each tick would cost more than the tick: this many masses a tick are saved on average.
    static constexpr std::size_t massesPerTick = 20'000;
    /// From one saved moment to the next; 1 for all but big scenes.
    static std::size_t ticksBetween(std::size_t massCount)
    {
        return massCount > massesPerTick ? massCount / massesPerTick : 1;
    }

    void clear();
    /// Saves a moment that something new follows: the moments ahead are forgotten.
    void push(std::unique_ptr<SceneState> state, std::size_t massCount);
    std::unique_ptr<SceneState> pop(); ///< the latest, or null

    /// Saves the moment before a tick, where one is due; whether it did.
    bool saveBeforeTick(std::size_t massCount, const std::function<std::unique_ptr<SceneState>()>& save);
    /// Takes the latest saved moment that lies at least `ticks` back, or the oldest. There is one after a tick.
    std::unique_ptr<SceneState> popBefore(std::size_t ticks, std::size_t massCount);

    /// Goes this number of moments on from the present one, or back where negative, as far as there are any. Those that
    /// are passed stay on the other side. Returns the moment arrived at.
    std::unique_ptr<SceneState> go(int moments, std::unique_ptr<SceneState> present, std::size_t massCount);
    std::size_t ahead() const { return ahead_.size(); }
    void forgetAhead() { ahead_.clear(); }

    /// The moments in their order, those ahead at the end.
    const SceneState& at(std::size_t moment) const
    {
        return moment < states_.size() ? *states_[moment].state : *ahead_[size() + ahead_.size() - 1 - moment].state;
    }
    bool empty() const { return states_.empty(); }
    std::size_t size() const { return states_.size(); }

private:
    struct Entry
    {
        std::unique_ptr<SceneState> state;
        std::size_t massCount;
    };
    void add(Entry entry);
    Entry takeLatest(); ///< there must be one

    std::deque<Entry> states_;
    std::vector<Entry> ahead_; ///< the nearest last
    std::size_t masses_ = 0;
    std::size_t ticksSinceSaved_ = 0;
};

} // namespace ropewalk
