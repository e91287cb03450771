#pragma once

#include "scenes/scene.hpp"

#include <cstddef>
#include <deque>
#include <memory>

namespace ropewalk
{

/// The last moments of a scene, a state a tick, to go back to.
class History
{
public:
    static constexpr std::size_t capacity = 600; ///< ten seconds of ticks

    void clear() { states_.clear(); }
    void push(std::unique_ptr<SceneState> state);
    std::unique_ptr<SceneState> pop(); ///< the latest, or null
    bool empty() const { return states_.empty(); }

private:
    std::deque<std::unique_ptr<SceneState>> states_;
};

} // namespace ropewalk
