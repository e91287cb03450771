#pragma once

#include "app/panels/constants/step_meter.hpp"
#include "app/panels/frame/panel_context.hpp"

#include "render/camera.hpp"

#include <optional>
#include <string>

namespace ropewalk
{

void drawMenuBar(PanelContext& context, const Rectangle& at);
void drawStatusBar(PanelContext& context, const Rectangle& at, StepMeter& meter);

/// A bar over the recording, to be dragged to any moment of it; at the cursor.
void drawTimeline(PanelContext& context, float width);
/// A button that opens the list of branches, where there are some; at the cursor.
void drawBranches(PanelContext& context);
std::string branchesLabel(const PanelContext& context); ///< empty where there are none
/// Items of a menu: to save the recording or a part of it, and to play it in a loop.
void recordingItems(PanelContext& context);
/// Items of a menu: to go back to the end of a branch, or to compare with it.
void branchItems(PanelContext& context);

/// Every key and mouse action, in columns; F1 and Esc close it.
void drawHelp(PanelContext& context);

/// The cost of each part of a frame, in a corner of the viewport.
void drawTimings(PanelContext& context);

/// How far down [px] from the top of the window an overlay in the lower left corner may reach: to the lesson, or to
/// what stands above that.
float cornerFloor(const PanelContext& context, bool aboveLegend);

/// The colours of the tension with numbers, in a corner of the viewport.
void drawTensionLegend(PanelContext& context);

/// The labels of the scene beside their points.
void drawLabels(PanelContext& context, const Camera& camera);

/// Where the axis gizmo is; nowhere while the panels are hidden or the viewport is tiny.
std::optional<Rectangle> gizmoPlace(const PanelContext& context);

/// The axes of space in a corner of the viewport. A click on an end looks from there; a line above says when the view
/// stands still.
void drawGizmo(PanelContext& context, const Camera& camera);

/// An arrow at the edge of the viewport, below `top`, that points to a subject off screen; a click on it brings it
/// back.
void drawEdgeArrow(PanelContext& context, const Camera& camera, float top);

/// The remarks of the scene about its present state, with cures as buttons, at the bottom of the viewport. Returns
/// the height [px] that it takes there.
float drawRemark(PanelContext& context);

/// Above what takes so much [px] at the bottom of the viewport.
void drawToasts(PanelContext& context, float bottom);

/// What a verb waits for, or that the scene is paused; flashes when a key or the mouse was refused for that. Returns
/// where the words end, down from the top of the window: without words the top of the viewport.
float drawPaused(PanelContext& context);

/// Has a recording run beside the present run; a refusal is shown.
void compare(UiState& ui, Workbench& workbench, const Recording& recording);
/// A recording that is played, offered or compared, below `top`.
void drawReplay(PanelContext& context, float top);

/// The verbs of the workshop as buttons at the left edge of the view, which they take from it.
void drawVerbStrip(PanelContext& context);
/// What a verb waits for, and buttons that end it; returns where they end, down from the top of the window.
float drawVerbPill(PanelContext& context);
/// What a verb that waits would take, and the menu of the verbs.
void drawVerbs(PanelContext& context, const Camera& camera);

/// The forces at the joints of a set-up; those at the mouse head to tail too, in a corner below `top`.
void drawForces(PanelContext& context, const Camera& camera, float top);

/// How to bring hidden panels back.
void drawHiddenHint(PanelContext& context);

} // namespace ropewalk
