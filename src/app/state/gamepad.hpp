#pragma once

#include "key_map.hpp"

#include "app/platform/gamepad_state.hpp"

#include <rope/vec.hpp>

#include <glm/vec2.hpp>

#include <optional>
#include <vector>

namespace ropewalk
{

/// Turns a gamepad into what keys and mouse do: the left stick and the triggers drag, the right stick turns the view.
class Gamepad
{
public:
    /// The state of this frame; nothing where there is no gamepad. Returns what its buttons ask for.
    std::vector<Action> take(const std::optional<GamepadState>& state);

    /// Where the sticks drag the connection point, as seen by a camera with that yaw [rad].
    rope::Vec3 direction(float yaw) const;
    glm::vec2 turn() const; ///< [rad/s], of yaw and pitch

private:
    GamepadState state_;
};

} // namespace ropewalk
