#include "gamepad.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace ropewalk
{
namespace
{

/// A stick at rest never reads zero: a deflection below a fifth counts as zero.
glm::vec2 beyondRest(const glm::vec2& stick)
{
    constexpr float rest = 0.2f;
    const float length = glm::length(stick);
    if (!(length > rest))
        return glm::vec2(0.0f);
    return stick * (std::min(1.0f, (length - rest) / (1.0f - rest)) / length);
}

} // namespace

std::vector<Action> Gamepad::take(const std::optional<GamepadState>& state)
{
    struct Row
    {
        bool GamepadState::Buttons::*button;
        Action action;
    };
    static constexpr std::array rows{Row{&GamepadState::Buttons::a, Action::pause},
                                     Row{&GamepadState::Buttons::y, Action::reset},
                                     Row{&GamepadState::Buttons::leftShoulder, Action::previousScene},
                                     Row{&GamepadState::Buttons::rightShoulder, Action::nextScene}};
    const GamepadState before = state_;
    state_ = state.value_or(GamepadState{});
    std::vector<Action> actions;
    for (const Row& row : rows)
        if (state_.buttons.*row.button && !(before.buttons.*row.button))
            actions.push_back(row.action);
    return actions;
}

rope::Vec3 Gamepad::direction(float yaw) const
{
    const glm::vec2 stick = beyondRest(state_.left);
    const double cosine = std::cos(static_cast<double>(yaw));
    const double sine = std::sin(static_cast<double>(yaw));
    const double across = static_cast<double>(stick.x);
    const double nearer = static_cast<double>(stick.y);
    const double trigger = static_cast<double>(state_.lift - state_.lower);
    return {cosine * across + sine * nearer, std::abs(trigger) > 0.05 ? trigger : 0.0, cosine * nearer - sine * across};
}

glm::vec2 Gamepad::turn() const
{
    constexpr float fastest = 2.0f; // [rad/s]
    const glm::vec2 stick = beyondRest(state_.right);
    return {-fastest * stick.x, fastest * stick.y};
}

} // namespace ropewalk
