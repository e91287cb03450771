#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace ropewalk
{

struct Box;
struct FileView;
struct Snapshot;

/// A half line in the world; `direction` has length 1.
struct Ray
{
    glm::vec3 origin{0.0f};
    glm::vec3 direction{0.0f, 0.0f, -1.0f};
};

/// An eye that orbits a target. Looks along -z at yaw 0 and pitch 0, y is up; positive pitch looks down from above.
struct Camera
{
    glm::vec3 target{0.0f};
    float yaw = 0.0f;         ///< [rad]
    float pitch = 0.2f;       ///< [rad], from straight up to straight down
    float distance = 8.0f;    ///< [m], positive
    float fieldOfView = 0.7f; ///< [rad], vertical
    float covered = 0.0f;     ///< part of the image's height, from below, that is left free when a scene is framed

    /// Unit vectors.
    struct Axes
    {
        glm::vec3 right;
        glm::vec3 up;
        glm::vec3 forward;
    };
    static Camera of(const FileView& view);
    FileView fileView() const;

    Axes axes() const;
    glm::vec3 eye() const;
    glm::mat4 view() const;
    glm::mat4 projection(float aspect) const;

    /// Position in the image, x and y in [-1, 1] (y up), z in front of the eye when positive.
    glm::vec3 project(const glm::vec3& point, float aspect) const;
    Ray ray(const glm::vec2& at, float aspect) const; ///< through a place in the image, as from `project`

    void orbit(float yawBy, float pitchBy);
    void pan(const glm::vec2& by, float aspect);                ///< in the units of `project`, at the target
    void zoom(float factor, const glm::vec2& at, float aspect); ///< keeps the point under `at` in place
    void face(const Snapshot& snapshot);                        ///< turns to where the scene is seen best
    void frame(const Snapshot& snapshot, float aspect);         ///< shows all of the scene from where it looks
    /// Shifts and goes back no more than it must to show all of the box; then its middle is as deep as the target.
    void keep(const Box& box, float aspect);
};

} // namespace ropewalk
