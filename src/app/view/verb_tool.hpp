#pragma once

#include "mouse_verb.hpp"
#include "picking.hpp"

#include "scenes/hosts.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// From where the mouse looks at a set-up.
struct MouseLook
{
    const SetUpHost& host;
    const Snapshot& snapshot;
    const Camera& camera;
    Rectangle viewport;
    glm::vec2 cursor{0.0f}; ///< window coordinates
    float reach = 20.0f;    ///< the same, within which a thing is near the cursor
    double grid = 0.0;      ///< [m], of points of space; 0: none
};

/// The name of the thing under the cursor: a solid, or a rope; empty where there is none.
std::string thingUnder(const MouseLook& look);

/// The point [m] of the grid that is nearest.
Vec3 onGrid(const Vec3& point, double grid);

/// What a click would take for a verb.
struct VerbTarget
{
    Place place = Vec3(0.0);        ///< as edits name it
    std::optional<RopePlace> piece; ///< of a rope, as "cut" and "join" name it
    Vec3 position{0.0};             ///< [m]
    double whole = 0.0;             ///< [m] length of the rope that it is on; 0: of none, of a ring or of a cut one
};

/// "fall 1.25 / 2.60 m", "box1.top", "post1"; empty for a point of space.
std::string tagOf(const VerbTarget& target);

/// A verb that waits for the mouse to take its things. Its answers are lines for SetUpHost::perform(), empty where more
/// is needed. Knows no window.
class VerbTool
{
public:
    void begin(MouseVerb verb);
    void end() { verb_.reset(); }
    const std::optional<MouseVerb>& verb() const { return verb_; }
    /// Whether a dragged strand goes in front of others or behind them; nothing where another verb waits for clicks.
    std::optional<bool> dragsInFront() const
    {
        return verb_ == MouseVerb::over || verb_ == MouseVerb::under ? std::optional(verb_ == MouseVerb::over)
                                                                     : std::nullopt;
    }

    /// Finds what a click would take now.
    void look(const MouseLook& look);
    const std::optional<VerbTarget>& target() const { return target_; }
    const std::vector<VerbTarget>& taken() const { return taken_; }

    /// The button goes down: takes what look() has found, or says why it cannot. `other` leads a rope round the other
    /// side of a solid.
    std::string press(const SetUpHost& host, bool other = false);
    std::string release(); ///< the button goes up
    /// Where a stroke across ropes began that cuts the first one it crosses, in window coordinates.
    std::optional<glm::vec2> stroke() const { return verb_ == MouseVerb::cut ? pressedAt_ : std::nullopt; }
    /// Enter, or a double click: all that it needs has been taken.
    std::string finish(const SetUpHost& host);
    bool finishes() const; ///< there is something to finish
    /// The line has been performed: ends it, unless it goes on with further solids.
    void performed();
    /// It was refused: begins anew.
    void refuse(std::string line);

    /// What to do next, or why the last click took nothing.
    std::string line() const;
    bool refused() const { return !refusal_.empty(); }
    /// "7.5 kg" while the button is down, or how far apart two places are; empty where nothing is measured.
    std::string measure() const;

private:
    bool leads() const { return verb_ == MouseVerb::runOver && !taken_.empty(); } ///< a rope over solids
    std::optional<VerbTarget> found(const MouseLook& look) const;
    double amount() const; ///< that the mouse measures: [kg] or [m/s]
    std::string tieOrJoin() const;
    std::string tieLine() const;
    std::string runOver(const SetUp& setUp, bool other) const;
    std::string newRope(const SetUp& setUp) const;

    std::optional<MouseVerb> verb_;
    std::optional<VerbTarget> target_;
    std::vector<VerbTarget> taken_;
    std::string refusal_;
    glm::vec2 cursor_{0.0f};
    std::optional<glm::vec2> pressedAt_; ///< while the button is down and the mouse measures or cuts across
};

} // namespace ropewalk
