#pragma once

#include "app/state/timings.hpp"
#include "app/state/ui_state.hpp"
#include "app/workbench/workbench.hpp"

#include <functional>
#include <memory>

namespace ropewalk
{

/// Everything around the viewport, drawn with Dear ImGui: menu, scene list, constants, plots, status bar, overlays.
/// Needs a current ImGui context.
class Panels
{
public:
    Panels();
    ~Panels();
    Panels(const Panels&) = delete;
    Panels& operator=(const Panels&) = delete;

    /// Fonts, colours and spacing for the theme and scale of `ui`; before the first frame and, between frames, after
    /// either changed. True when the fonts were built anew (ImGui before 1.92 needs its font texture made again then).
    bool applyStyle(const UiState& ui);

    /// One frame, between ImGui::NewFrame and ImGui::Render. Sets `ui.viewport`; requests go into `ui`. Errors of
    /// constants become toasts. `camera` tells where labels go.
    /// The clock [s] by which the plots' cost is told.
    void setClock(std::function<double()> clock);
    double plotsSeconds() const; ///< [s] that the last `draw` spent on the plots

    void draw(Workbench& workbench, UiState& ui, const Timings& timings, const Camera& camera);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace ropewalk
