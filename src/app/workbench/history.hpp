#pragma once

#include "scenes/scene.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace ropewalk
{

/// A moment is shared by all that go back to it.
using SceneStatePtr = std::shared_ptr<const SceneState>;

/// [bytes] that a saved moment takes, about.
constexpr std::size_t bytesOfMoment(std::size_t massCount)
{
    return 400 * (massCount + 1);
}

/// The saved moments of a scene, one a tick, to go back to and on again.
class History
{
public:
    static constexpr std::size_t capacity = 600; ///< ten seconds of ticks
    /// Bounds the memory of all moments together: those long ago are fewer then, evenly by their age.
    static constexpr std::size_t byteCapacity = 64u << 20;
    /// Copying a big scene in each tick would cost more than the tick: this many masses a tick are saved on average.
    static constexpr std::size_t massesPerTick = 20'000;
    /// From one saved moment to the next; 1 for all but big scenes.
    static std::size_t ticksBetween(std::size_t massCount)
    {
        return massCount > massesPerTick ? massCount / massesPerTick : 1;
    }

    void clear();
    /// Saves a moment that something new follows: the moments ahead are forgotten.
    void push(SceneStatePtr state, std::size_t massCount);
    SceneStatePtr pop(); ///< the latest, or null

    /// Saves the moment before a tick, where one is due; whether it did.
    bool saveBeforeTick(std::size_t massCount, const std::function<SceneStatePtr()>& save);
    /// Takes the latest saved moment that lies at least `ticks` back, or the oldest. There is one after a tick.
    SceneStatePtr popBefore(std::size_t ticks);

    /// Goes this number of moments on from the present one, or back where negative, as far as there are any. Those that
    /// are passed stay on the other side. Returns the moment arrived at.
    SceneStatePtr go(int moments, SceneStatePtr present, std::size_t massCount);
    std::size_t ahead() const { return ahead_.size(); }
    void forgetAhead();

    /// The moments in their order, those ahead at the end.
    const SceneState& at(std::size_t moment) const
    {
        return moment < states_.size() ? *states_[moment].state : *ahead_[size() + ahead_.size() - 1 - moment].state;
    }
    bool empty() const { return states_.empty(); }
    std::size_t size() const { return states_.size(); }
    std::size_t bytes() const { return bytes_; } ///< of all, those ahead too

private:
    struct Entry
    {
        SceneStatePtr state;
        std::size_t bytes;
        long long tick; ///< that followed it
    };
    void add(Entry entry);
    Entry takeLatest(); ///< there must be one
    void drop(std::size_t number);
    std::size_t leastMissed() const;

    std::deque<Entry> states_;
    std::vector<Entry> ahead_; ///< the nearest last
    std::size_t bytes_ = 0;
    long long tick_ = 0; ///< that began last
};

} // namespace ropewalk
