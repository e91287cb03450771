#pragma once

#include "scenes/scene.hpp"

#include <cstddef>
#include <deque>
#include <memory>

namespace ropewalk
{

/// The saved moments of a scene, one a tick, to go back to.
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
    void push(std::unique_ptr<SceneState> state, std::size_t massCount);
    std::unique_ptr<SceneState> pop(); ///< the latest, or null

    /// Saves the moment before a tick, where one is due.
    void saveBeforeTick(const Scene& scene);
    /// Takes the latest saved moment that lies at least so many ticks back, or the oldest. There is one after a tick.
    std::unique_ptr<SceneState> popBefore(std::size_t ticks, std::size_t massCount);

    bool empty() const { return states_.empty(); }
    std::size_t size() const { return states_.size(); }

private:
    struct Entry
    {
        std::unique_ptr<SceneState> state;
        std::size_t massCount;
    };
    std::deque<Entry> states_;
    std::size_t masses_ = 0;
    std::size_t ticksSinceSaved_ = 0;
};

} // namespace ropewalk
