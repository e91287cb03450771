#pragma once

#include "app/workbench/viewport.hpp"

#include "render/camera.hpp"
#include "render/subject.hpp"
#include "scenes/snapshot.hpp"

#include <glm/vec3.hpp>

#include <optional>

namespace ropewalk
{

/// Where the viewport looks. At first at all of the scene; then it follows what moves, and goes only where that would
/// leave the viewport, until the user turns, shifts or zooms the view.
class SceneView
{
public:
    /// Looks at another scene, or at this one from its beginning, at once: from where the user had turned it, if ever.
    void open(const std::optional<Camera>& taken);
    /// Goes back to where the scene is seen best, and follows again.
    void reset() { wanted_ = Wanted::start; }
    /// Shows all of the scene from the present direction, and follows again.
    void showAll() { wanted_ = Wanted::all; }
    /// The same of a scene that has another size now, unless the user has taken the view.
    void sizeChanged()
    {
        if (follows_)
            showAll();
    }
    /// Turns to a direction, in radians as Camera's.
    void lookFrom(float yaw, float pitch);

    /// The user has moved the camera: the view is the user's from then on.
    void take();
    std::optional<Camera> taken() const { return follows_ ? std::nullopt : std::optional(goal_); }
    bool follows() const { return follows_; }

    /// Constants have changed: shows all of the scene when the size of what moves changes by more than half soon after.
    void constantsChanged();

    /// Once a frame, before anything is drawn that depends on the camera; `elapsed` [s]. `held`: the mouse holds a part
    /// of the scene, which would flee from a view that follows it.
    void look(const Snapshot& snapshot, const Rectangle& viewport, double elapsed, bool held);

    Camera camera;

private:
    enum class Wanted
    {
        nothing,
        opening,
        start,
        all
    };
    void grant(const Snapshot& snapshot, const Box& subject);
    void watchSize(const Snapshot& snapshot, const Box& subject, double elapsed);
    void follow(const Snapshot& snapshot, const Box& subject, double elapsed);
    void ease(double elapsed);

    Wanted wanted_ = Wanted::opening;
    bool follows_ = true;
    float aspect_ = 1.0f; ///< of the viewport
    Camera goal_;         ///< to which the camera eases
    struct
    {
        glm::vec3 target{0.0f};
        float yaw = 0.0f;
        float pitch = 0.0f;
        float distance = 0.0f;
    } rates_;                 ///< of the camera, a second
    Box late_;                ///< the subject as it was, smoothed
    double smallFor_ = 0.0;   ///< [s] for which the subject could have been shown much larger
    double watchLeft_ = 0.0;  ///< [s] that the subject's size is still watched
    float sizeBefore_ = 0.0f; ///< [m], of the subject when constants began to change
};

} // namespace ropewalk
