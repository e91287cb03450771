#pragma once

#include "app/state/ui_state.hpp"

namespace ropewalk
{

/// Where the panels are in the window; an absent panel has no width or height. They never overlap, and the viewport
/// keeps the most.
struct Layout
{
    Rectangle menu;
    Rectangle scenes;
    Rectangle parameters;
    Rectangle plots;
    Rectangle sparks; ///< the line of small plots of the simple view
    Rectangle status;
    Rectangle viewport;
    Rectangle scenesSplitter;
    Rectangle parametersSplitter;
    Rectangle dock; ///< of the tool that is seen
    Rectangle dockSplitter;
    Rectangle plotsSplitter;
};

bool shown(const Rectangle& rectangle);

/// The layout of a window of that size. Panels without room are left out: first the scene list, then the plots, the
/// constants and at last the bars. The tool that is seen stands at the right: beside the constants where the viewport
/// stays wide, else in their place. In the simple view the panels have widths of their own, and the viewport more than
/// half of the window.
Layout layOut(float width, float height, const UiState& ui, float barHeight);

/// Limits the widths and the height to the room that the window has.
void limitSizes(UiState& ui, float width, float height);

} // namespace ropewalk
