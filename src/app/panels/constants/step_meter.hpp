#pragma once

#include "app/panels/frame/panel_context.hpp"

#include <rope/stability.hpp>

#include <string>
#include <vector>

namespace ropewalk
{

/// How near the step is to the longest stable one; said in words as well as in colour.
struct StepHealth
{
    enum Level
    {
        calm,
        close,
        over
    };
    Level level = calm;
    double share = 0.0; ///< of the limit, at least 0; may exceed 1
    std::string words;
};

/// Of a step of `step` seconds where `limit` is stable (infinite: any is).
StepHealth stepHealth(double step, double limit);
const ImVec4& colourOf(const StepHealth& health, const Palette& colours);

/// A bar that is full at the limit.
void drawStepBar(const PanelContext& context, ImDrawList& list, const Rectangle& at, const StepHealth& health);

/// A bar for each cause that has a limit of its own, with that limit.
void drawCauses(PanelContext& context, double step, const rope::StepLimits& limits);

/// A button for each cure, in as many lines as they need. A pressed one changes its constant: one step for undo.
void drawCures(PanelContext& context, const std::vector<Cure>& cures);

/// "slowed to x0.21: 2,380 steps a frame needed, 500 allowed"; empty where time is not slowed.
std::string slowedWords(const Workbench& workbench);
/// The short form of it: "slowed to x0.21".
std::string slowedShare(const Workbench& workbench);

/// How `auto_steps` has chosen the step; empty where it is off or the scene has none.
std::string autoStepsWords(const PanelContext& context, double step, const rope::StepLimits& limits);

/// The step in the status bar, and above it, while the mouse is there, what limits it and what helps.
class StepMeter
{
public:
    void look(const PanelContext& context); ///< at the step and its limit, once a frame before anything is drawn
    float width(const PanelContext& context) const; ///< of the item
    void drawItem(PanelContext& context);           ///< at the cursor
    void drawPanel(PanelContext& context);

private:
    float lineWidth() const;

    double step_ = 0.0;  ///< [s]
    double limit_ = 0.0; ///< [s]
    rope::StepLimits limits_;
    std::string scene_;     ///< id of the one that they are of
    double nextLook_ = 0.0; ///< [s]
    std::string line_;
    bool open_ = false;
    bool hovered_ = false; ///< the item, in this frame
    Rectangle item_;       ///< in the status bar
    Rectangle panel_;      ///< of the last frame
};

} // namespace ropewalk
