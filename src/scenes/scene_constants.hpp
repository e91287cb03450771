#pragma once

#include "hosts.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

constexpr double farthestPin = 1000.0; ///< [m] from the origin, along each axis

/// What a user made of a scene: the constants that are not the defaults, bodies, solids or a set-up of its own, pins,
/// and the moment of a file at which it begins.
struct SceneConstants
{
    std::map<std::string, std::string, std::less<>> values; ///< by name, as text that the parameter reads
    BodyList bodies;
    Beginning beginning = nullptr;
    rope::Pins pins = {};
    OwnSolids solids = std::nullopt;
    SetUpPtr setUp = nullptr;

    bool empty() const { return values.empty() && !bodies && !beginning && pins.empty() && !solids && !setUp; }
    friend bool operator==(const SceneConstants&, const SceneConstants&) = default;
};

SceneConstants constantsOf(const Scene& scene);

/// Calls `visit` for all constants, of the scene and of the things in its set-up: "fall.length".
void eachConstant(const Scene& scene, const std::function<void(const rope::Parameter&)>& visit);
/// Names and texts of all these constants.
std::vector<std::pair<std::string, std::string>> constantTexts(const Scene& scene);
std::string constantText(const Scene& scene, std::string_view name); ///< empty where there is none of that name
/// Throws std::invalid_argument where the constant cannot have that value.
void checkConstant(const Scene& scene, std::string_view name, std::string_view text);

bool isLocked(const Scene& scene, std::string_view name); ///< by the lesson of its file
/// Has `change` change what the scene is set to. Where that touches what the lesson of its file locks, it throws
/// std::invalid_argument that says so, and nothing has changed.
void changeUnlocked(Scene& scene, const std::function<void()>& change);

/// Sets a constant of the scene, or of a thing in its set-up: "fall.length". Throws std::invalid_argument as a
/// parameter does, as SetUpHost, or where it is locked.
void setConstant(Scene& scene, std::string_view name, std::string_view text);

/// Gives the scene these constants, and their defaults to all others. A value that the scene does not take is left out,
/// and all are where they do not go together.
void setConstants(Scene& scene, const SceneConstants& constants);

/// Pins a mass at a place [m], or moves its pin there; with none it is free again. Throws std::invalid_argument where
/// the scene takes no pins.
void setPin(Scene& scene, int mass, const std::optional<Vec3>& at);

/// Has the present moment be the beginning, to which a reset goes. False where the scene knows no such moments.
bool beginHere(Scene& scene);

/// A thing that comes into a set-up is there at once, for the picture and the mouse. Later bits depend on it:
/// window, scripts and replays do it after each change. Throws std::invalid_argument where the present moment has no
/// way to what the scene is set to, as a rope's way would end within a body that has moved; then the scene is set to
/// `before` again.
void takeIn(Scene& scene, const SceneConstants& before);

} // namespace ropewalk
