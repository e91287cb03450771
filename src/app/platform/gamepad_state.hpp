#pragma once

#include <glm/vec2.hpp>

namespace ropewalk
{

/// The pressed buttons and sticks of a gamepad; they lie as on an Xbox controller, whatever its maker.
struct GamepadState
{
    struct Buttons
    {
        bool a = false;
        bool y = false;
        bool leftShoulder = false;
        bool rightShoulder = false;
    };
    Buttons buttons;
    glm::vec2 left{0.0f};  ///< the stick, in [-1, 1]; y down
    glm::vec2 right{0.0f}; ///< the same
    float lower = 0.0f;    ///< the left trigger, 0 to 1
    float lift = 0.0f;     ///< the right one
};

} // namespace ropewalk
