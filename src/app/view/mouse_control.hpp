#pragma once

#include "picking.hpp"

#include "scenes/scene.hpp"

#include <optional>

namespace ropewalk
{

/// What the mouse does in the viewport: takes masses and handles and moves the camera. Knows no window: positions are
/// window coordinates, y down.
class MouseControl
{
public:
    enum class Button
    {
        left,
        right,
        middle
    };

    /// A button goes down over the viewport.
    void press(Button button, bool shift, const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport,
               float reach);
    /// Whether a press of the left button now [s] is the second of a double click; to be asked at every such press.
    bool isSecondPress(double now);
    void release(Button button);
    void releaseAll(); ///< the window has lost the focus

    /// What a movement of the mouse has done to the camera.
    enum class Moved
    {
        nothing,
        turned,
        shifted
    };
    Moved move(const glm::vec2& cursor, Camera& camera, const Rectangle& viewport);
    void scroll(float notches, Camera& camera, const Rectangle& viewport) const;

    /// Where the mouse pulls a strand that it has lifted in front of others, or behind them.
    struct Lifted
    {
        glm::vec3 target; ///< [m]
        bool inFront;
    };
    /// The wheel turns while a strand is held: a notch up brings it in front of the strands under the cursor, a notch
    /// down behind them, by a quarter more than the two radii; further ones go on by a diameter. False where no strand
    /// is held.
    bool lift(float notches, const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport, float reach);
    /// Brings it in front of the strands under the cursor, or behind them, where it is not yet.
    void pass(bool inFront, const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport, float reach);
    std::optional<Lifted> lifted(const Camera& camera, const Rectangle& viewport) const;

    /// In which plane the mouse pulls from where it is now.
    void pullIn(DragPlane plane, const Camera& camera, const Rectangle& viewport);

    /// The grab for this frame, if a mass is grabbed and still there.
    std::optional<Controls::Grab> grab(const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport) const;
    /// The pull for this frame, if a handle is held and still there.
    std::optional<Controls::Pull> pull(const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport) const;
    /// A mass or a handle is held.
    bool holds() const { return grabbed_.has_value(); }
    /// A ring about what a press would take; about the place under the cursor where a solid is large in the picture.
    std::optional<Marker> hint(const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport,
                               float reach) const;

    bool dragged() const { return dragged_; }                       ///< since a button went down last
    bool busy() const { return grabbed_ || orbiting_ || panning_; } ///< the pointer belongs to the viewport
    const glm::vec2& cursor() const { return cursor_; }

private:
    std::optional<glm::vec3> target(const Camera& camera, const Rectangle& viewport) const;
    /// Away from the eye [m], to where it is clear of the strands under the cursor; 0 where it is.
    float wayPast(bool inFront, const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport,
                  float reach) const;

    /// A press of the left button.
    struct Press
    {
        double time; ///< [s]
        glm::vec2 cursor;
    };

    glm::vec2 cursor_{0.0f};
    std::optional<Press> lastPress_; ///< none: the next one is the first of a double click
    DragPlane plane_ = DragPlane::view;
    std::optional<Pick> grabbed_;
    glm::vec2 pressedAt_{0.0f}; ///< the cursor when a button went down last
    bool dragged_ = false; ///< the cursor has left that place: a click alone moves nothing that stays where it is put
    std::optional<bool> inFront_; ///< where it was lifted last
    float notches_ = 0.0f;        ///< of the wheel, that are not yet whole
    bool orbiting_ = false;
    bool panning_ = false;
};

} // namespace ropewalk
