#pragma once

#include "app/view/viewport.hpp"
#include "app/workbench/scene_memory.hpp"

#include "render/camera.hpp"
#include "render/subject.hpp"
#include "scenes/snapshot.hpp"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cstddef>
#include <optional>

namespace ropewalk
{

/// Where the viewport looks. At first at all of the scene; then it follows what moves, and goes only where that would
/// leave the viewport, until the user shifts the view. Turned or zoomed by the user it follows from that angle and that
/// distance; zoomed until not all fits, it follows the part that the user looks at.
class SceneView
{
public:
    /// Looks at another scene, or at this one from its beginning, at once: from where the user had turned it, if ever.
    void open(const std::optional<KeptView>& kept);
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

    /// The user has shifted the camera: the view is the user's from then on.
    void shifted();
    void turned(); ///< the user has turned the camera
    /// The user has zoomed the camera at a place in the image, as Camera::project has it.
    void zoomed(const Snapshot& snapshot, const glm::vec2& at);
    /// Where the user has moved the view; nothing where it is the scene's own.
    std::optional<KeptView> kept() const { return moved_ ? std::optional(KeptView{goal_, follows_}) : std::nullopt; }
    bool follows() const { return follows_; }

    /// Looks at a part of the scene for as long as there is one, and then goes back to where it was.
    void visit(const std::optional<Box>& place);

    /// Constants have changed: shows all of the scene when the size of its moving parts changes by more than half soon
    /// after.
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
        kept,
        start,
        all
    };
    void grant(const Snapshot& snapshot, const Box& subject);
    void watchSize(const Snapshot& snapshot, const Box& subject, double elapsed);
    void follow(const Snapshot& snapshot, const Box& subject, double elapsed);
    void followPart(const Box& part, float size);
    void stayAbove(float ground, const Box& kept);
    /// The box around the part that the view follows; empty where it follows the whole subject.
    Box partOf(const Snapshot& snapshot);
    void ease(double elapsed);
    void liftEye(float ground);

    Wanted wanted_ = Wanted::opening;
    bool follows_ = true;
    bool moved_ = false;              ///< by the user, if only turned or zoomed
    bool zoomed_ = false;             ///< the distance is the user's
    std::optional<std::size_t> part_; ///< of subjectPoints, which the view follows from a distance of the user's
    float partDistance_ = 0.0f;       ///< [m]
    float pitch_ = 0.0f;              ///< [rad], wanted; the view is steeper where it would else sink into the ground
    float aspect_ = 1.0f;             ///< of the viewport
    Camera goal_;                     ///< to which the camera eases
    std::optional<Camera> home_;      ///< the goal before a visit
    struct
    {
        glm::vec3 target{0.0f};
        float yaw = 0.0f;
        float pitch = 0.0f;
        float distance = 0.0f;
    } rates_;                 ///< of the camera, a second
    Box late_;                ///< the subject, or the part that is followed, as it was, smoothed
    std::size_t things_ = 0;  ///< ropes and bodies in the last frame
    double smallFor_ = 0.0;   ///< [s] for which the subject could have been shown much larger
    double watchLeft_ = 0.0;  ///< [s] that the subject's size is still watched
    float sizeBefore_ = 0.0f; ///< [m], of the subject when constants began to change
};

} // namespace ropewalk
