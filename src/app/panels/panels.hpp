#pragma once

#include "app/learning/theory_bench.hpp"
#include "app/state/timings.hpp"
#include "app/state/ui_state.hpp"
#include "app/workbench/workbench.hpp"

#include <memory>

namespace ropewalk
{

struct PanelContext;

/// Everything around the viewport, drawn with Dear ImGui: menu, scene list, constants, plots, status bar, overlays.
/// Needs a current ImGui context.
class Panels
{
public:
    Panels();
    ~Panels();
    Panels(const Panels&) = delete;
    Panels& operator=(const Panels&) = delete;

    /// Sets fonts, colours and spacing for the theme and scale of `ui` where they have changed: before each frame. True
    /// when the fonts were built anew: Dear ImGui before 1.92 then needs a new font texture.
    bool applyStyle(const UiState& ui);

    double plotsSeconds() const; ///< [s] that the last `draw` spent on the plots

    /// One frame, between ImGui::NewFrame and ImGui::Render. Sets `ui.viewport`; requests go into `ui`, errors of
    /// constants into toasts. Labels stand where `camera` projects them.
    void draw(Workbench& workbench, UiState& ui, const Timings& timings, const Camera& camera);

    TheoryBench& theoryBench();

private:
    void drawOverlays(PanelContext& context, const Camera& camera);

    struct State;
    std::unique_ptr<State> state_;
};

} // namespace ropewalk
