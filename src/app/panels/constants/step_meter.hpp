#pragma once

#include "app/panels/frame/panel_context.hpp"

#include <rope/step_limits.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// How near the step is to the stable step, in words and, by colourOf, in colour.
struct StepHealth
{
    enum Level
    {
        calm,
        close,
        over
    };
    Level level = calm;
    double share = 0.0; ///< the step over the stable step
    std::string words;
};

/// The health of a step of `step` [s] where `limit` [s] is the stable one; infinite where any step is stable.
StepHealth stepHealth(double step, double limit);
const ImVec4& colourOf(const StepHealth& health, const Palette& colours);

/// A bar that is full at the limit.
void drawStepBar(const PanelContext& context, ImDrawList& list, const Rectangle& at, const StepHealth& health);

/// A bar and a number for each cause that limits the step by itself.
void drawCauses(PanelContext& context, double step, const rope::StepLimits& limits);

/// A button for each cure, in as many lines as they need. A click changes the constant; one undo takes it back.
void drawCures(PanelContext& context, const std::vector<Cure>& cures);
/// How large they are together in a window of that width [px].
ImVec2 curesSize(const std::vector<Cure>& cures, float most);

/// "Slowed to x0.21: 2,380 steps a frame needed, 500 allowed"; empty where time is not slowed.
std::string slowedWords(const Workbench& workbench);
/// The short form: "Slowed to x0.21".
std::string slowedShare(const Workbench& workbench);

/// How `auto_steps` has chosen the step; empty where it is off or the scene does not have it.
std::string autoStepsWords(const PanelContext& context, double step, const rope::StepLimits& limits);

/// The step in the status bar. A click on it docks a panel that shows what limits it and what helps; while the mouse
/// rests on it, that panel is seen over the constants.
class StepMeter
{
public:
    void look(const PanelContext& context);         ///< reads step and limit; once a frame, before the drawing
    float width(const PanelContext& context) const; ///< of the item
    void drawItem(PanelContext& context);           ///< at the cursor
    float wordWidth(const PanelContext& context) const;
    void drawWord(PanelContext& context); ///< a dot and a word, of which the panel tells more
    void drawPanel(PanelContext& context, const Rectangle& dock);

private:
    float lineWidth() const;
    void takeMouse(PanelContext& context, const ImVec2& at, float width);
    void drawContents(PanelContext& context);

    double step_ = 0.0;  ///< [s]
    double limit_ = 0.0; ///< [s]
    rope::StepLimits limits_;
    std::string scene_;          ///< id of the scene that has these limits
    std::uint64_t revision_ = 0; ///< of its constants
    double soonest_ = 0.0;       ///< [s], of the next look at the limits, after a change of a constant
    double latest_ = 0.0;        ///< [s], of the next look
    std::string line_;
    bool open_ = false;    ///< over the constants
    bool hovered_ = false; ///< the mouse is on the item in this frame
    Rectangle item_;       ///< in the status bar
};

} // namespace ropewalk
