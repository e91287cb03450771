#include "app/state/gamepad.hpp"

#include "catch.hpp"

#include <numbers>

using namespace ropewalk;

TEST_CASE("a gamepad drags along the picture and turns the view", "[gamepad]")
{
    Gamepad gamepad;
    GamepadState state;
    gamepad.take(state);
    CHECK(gamepad.direction(0.0f) == rope::Vec3(0.0));

    state.left = {0.15f, -0.1f}; // within a fifth of the way: at rest
    gamepad.take(state);
    CHECK(gamepad.direction(0.3f) == rope::Vec3(0.0));

    state.left = {1.0f, 0.0f};
    state.lift = 1.0f;
    gamepad.take(state);
    CHECK(gamepad.direction(0.0f) == rope::Vec3(1.0, 1.0, 0.0));
    // From the right side, at yaw 90 degrees, the right of the picture is -z.
    const rope::Vec3 side = gamepad.direction(0.5f * std::numbers::pi_v<float>);
    CHECK(side.x == Approx(0.0).margin(1e-6));
    CHECK(side.z == Approx(-1.0));

    state.left = {0.0f, -0.6f}; // half of what is beyond the rest, away from the viewer
    state.lift = 0.0f;
    state.lower = 0.5f;
    gamepad.take(state);
    CHECK(gamepad.direction(0.0f).z == Approx(-0.5));
    CHECK(gamepad.direction(0.0f).y == Approx(-0.5));

    state.right = {1.0f, 0.0f};
    gamepad.take(state);
    CHECK(gamepad.turn().x < 0.0f); // the view goes the way of the stick
    CHECK(gamepad.turn().y == 0.0f);
}

TEST_CASE("a button of a gamepad acts once, when it goes down", "[gamepad]")
{
    Gamepad gamepad;
    GamepadState state;
    CHECK(gamepad.take(state).empty());
    state.buttons.a = state.buttons.rightShoulder = true;
    CHECK(gamepad.take(state) == std::vector{Action::pause, Action::nextScene});
    CHECK(gamepad.take(state).empty());
    state.buttons = {};
    state.buttons.y = true;
    CHECK(gamepad.take(state) == std::vector{Action::reset});
    CHECK(gamepad.take(std::nullopt).empty()); // unplugged
    CHECK(gamepad.direction(0.0f) == rope::Vec3(0.0));
}
