#include "bars_and_overlays.hpp"

#include <fmt/format.h>

#include <string>

namespace ropewalk
{

void drawReplay(PanelContext& context, float top)
{
    UiState& ui = context.ui;
    Workbench& workbench = context.workbench;
    const std::optional<Replay>& replay = workbench.replay();
    const std::string& parted = replay ? replay->parted() : workbench.replayParted();
    const Rectangle& viewport = ui.viewport;
    if ((!replay && !ui.offer && parted.empty()) || viewport.width < context.px(260.0f) ||
        viewport.height < context.px(160.0f))
        return;
    ImGui::SetNextWindowPos({viewport.x + 0.5f * viewport.width, top + context.px(10.0f)}, ImGuiCond_Always,
                            {0.5f, 0.0f});
    ImGui::SetNextWindowBgAlpha(0.92f);
    beginFitting(context, "replay", panelFlags);
    if (replay)
    {
        const double tick = workbench.tickLength();
        text(context, fmt::format("Recording: {:.1f} of {:.1f} s", static_cast<double>(replay->tick()) * tick,
                                  static_cast<double>(replay->ticks()) * tick));
        ImGui::SameLine();
        if (button(context, "Go on from here", "button end replay", "Ends the replay; so does whatever you do."))
            workbench.endReplay();
    }
    else if (ui.offer)
    {
        text(context, ui.offer->words);
        if (button(context, "Play it", "button play"))
            ui.request(Action::playRecording);
        ImGui::SameLine();
        if (button(context, "Not now", "button no play"))
            ui.offer.reset();
    }
    if (!ui.offer && !parted.empty())
        text(context.colours.bad, parted);
    if (!replay && !ui.offer && button(context, "Close", "button parted"))
        workbench.forgetParting();
    ImGui::End();
}

} // namespace ropewalk
