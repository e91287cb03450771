#pragma once

#include "hosts.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

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

/// Sets a constant of the scene, or of a thing in its set-up: "fall.length". Throws std::invalid_argument as a
/// parameter does, or as SetUpHost.
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
/// window, scripts and replays do it after each change.
void takeIn(Scene& scene);

} // namespace ropewalk
