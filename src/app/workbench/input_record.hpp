#pragma once

#include "scenes/controls.hpp"

#include <cstddef>
#include <deque>

namespace ropewalk
{

/// What keys and mouse did in each of the last ten seconds' ticks.
class InputRecord
{
public:
    static constexpr std::size_t capacity = 600;

    struct Tick
    {
        double time = 0.0; ///< [s] of the scene, at its end
        Controls controls;
    };

    void note(double time, const Controls& controls)
    {
        forgetAfter(time - 1e-9);
        ticks_.push_back({time, controls});
        if (ticks_.size() > capacity)
            ticks_.pop_front();
    }
    /// The scene went back to that time: what came after it is no more.
    void forgetAfter(double time)
    {
        while (!ticks_.empty() && ticks_.back().time > time)
            ticks_.pop_back();
    }
    void clear() { ticks_.clear(); }
    const std::deque<Tick>& ticks() const { return ticks_; }

private:
    std::deque<Tick> ticks_;
};

} // namespace ropewalk
