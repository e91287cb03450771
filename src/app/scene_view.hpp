#pragma once

#include "app/workbench/viewport.hpp"

#include "render/camera.hpp"
#include "scenes/snapshot.hpp"

#include <optional>

namespace ropewalk
{

/// Where the viewport looks: at all of a scene that was just opened, then wherever the mouse turns it; and it follows a
/// connection point that leaves it.
class SceneView
{
public:
    /// Faces another scene in the next frame and shows all of it, or looks from where the user had turned it.
    void open(const std::optional<Camera>& taken)
    {
        taken_ = taken.has_value();
        camera = taken.value_or(camera);
        openWanted_ = allWanted_ = !taken_;
    }
    /// Shows all of the scene in the next frame.
    void showAll() { allWanted_ = true; }
    /// The same of a scene that has another size now, unless the user has taken the view.
    void sizeChanged() { allWanted_ |= !taken_; }

    /// The user turns, shifts or zooms the view: it is the user's from then on.
    void take() { taken_ = true; }
    std::optional<Camera> taken() const { return taken_ ? std::optional(camera) : std::nullopt; }

    /// Before the panels are laid out, with the viewport of the last frame: else the labels of a new scene would stand
    /// where the view of the old one puts them.
    void beforePanels(const Snapshot& snapshot, const Rectangle& viewport);
    /// With the viewport of this frame. `moved`: something moves the connection point. `now` and `elapsed` [s].
    void afterPanels(const Snapshot& snapshot, const Rectangle& viewport, bool moved, double now, double elapsed);

    Camera camera;

private:
    void follow(const Snapshot& snapshot, const Rectangle& viewport, double elapsed);

    bool taken_ = false;
    bool openWanted_ = true;
    bool allWanted_ = true;
    double followUntil_ = 0.0; ///< [s]
};

} // namespace ropewalk
