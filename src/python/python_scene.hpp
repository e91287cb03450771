#pragma once

#include "constants.hpp"

#include "scenes/document/recording.hpp"
#include "scenes/scene.hpp"

#include <memory>
#include <optional>
#include <string>

namespace ropewalk
{

/// A scene with the motion of its connection point; it is its own constants.
class PythonScene : public Constants
{
public:
    PythonScene(const std::string& idOrFile, const py::kwargs& constants);
    explicit PythonScene(std::unique_ptr<Scene> scene) : scene_(std::move(scene)) {}

    rope::Parameters& rows() override { return scene_->parameters(); }
    Scene& scene() const { return *scene_; }

    /// Advances `times` times by `seconds`; returns the steps.
    int run(double seconds, int times);
    void play(Replay& replay);                                                               ///< its next tick
    void setVelocity(const std::optional<Vec3>& velocity) { controls_.velocity = velocity; } ///< [m/s]

private:
    std::unique_ptr<Scene> scene_;
    Controls controls_;
};

} // namespace ropewalk
