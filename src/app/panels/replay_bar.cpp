#include "bars_and_overlays.hpp"

#include "app/language/translation.hpp"

#include "files/quantity.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace ropewalk
{
namespace
{

/// The thing that was done last before the present moment, for a while.
std::string presentCaption(Workbench& workbench)
{
    constexpr double shown = 2.5; // [s]
    const long long here = workbench.moment().first;
    const auto most = static_cast<long long>(shown * std::max(1.0, workbench.speed()) / workbench.tickLength());
    std::string said;
    for (const Caption& caption : workbench.captions())
        if (caption.tick <= here && here - caption.tick < most)
            said = caption.text;
    return said;
}

void drawPlayed(PanelContext& context, const Replay& replay)
{
    Workbench& workbench = context.workbench;
    const double tick = workbench.tickLength();
    ImGui::AlignTextToFramePadding();
    text(context, fmt::format("Recorded: {:.1f} of {:.1f} s", static_cast<double>(replay.tick()) * tick,
                              static_cast<double>(replay.ticks()) * tick));
    if (const std::optional<long long> goal = workbench.seekGoal())
    {
        ImGui::SameLine();
        text(context.colours.close,
             fmt::format("computing, {} left (Esc stays here)", quantityText(workbench.secondsTo(*goal), "s", 1)));
        return;
    }
    if (context.ui.viewport.width > context.px(560.0f)) // else the buttons have a line of their own
        ImGui::SameLine();
    if (button(context, workbench.paused() ? "Play" : "Pause", "button play replay",
               "Shows what was done from here on, at the speed of the run."))
        context.ui.request(Action::pause);
    ImGui::SameLine();
    bool loops = workbench.looping();
    if (pressed(context, "tick loop", ImGui::Checkbox(itemLabel("Loop").c_str(), &loops)))
        workbench.setLooping(loops);
    ImGui::SameLine();
    if (button(context, "Go on from here", "button end replay",
               "Ends the replay; so does whatever you do. What followed here stays in the list of branches."))
        workbench.endReplay();
    if (workbench.captions().empty())
        return;
    const std::string said = presentCaption(workbench);
    text(context.colours.muted, said.empty() ? " " : said); // its line stays, so that the bar rests
}

void drawDifference(PanelContext& context, const OtherRun& other)
{
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + context.px(420.0f));
    text(context, "Compared with the ghost. " + other.difference());
    ImGui::PopTextWrapPos();
    if (button(context, "End the comparison", "button end comparison"))
        context.workbench.endComparison();
}

} // namespace

void compare(UiState& ui, Workbench& workbench, const Recording& recording)
{
    try
    {
        workbench.compareWith(recording);
    }
    catch (const std::invalid_argument& error)
    {
        ui.toast(error.what(), 8.0);
    }
}

void drawReplay(PanelContext& context, float top)
{
    UiState& ui = context.ui;
    Workbench& workbench = context.workbench;
    const std::optional<Replay>& replay = workbench.replay();
    const std::string& parted = replay ? replay->parted() : workbench.replayParted();
    const Rectangle& viewport = ui.viewport;
    if ((!replay && !ui.offer && parted.empty() && !workbench.other()) || viewport.width < context.px(260.0f) ||
        viewport.height < context.px(160.0f))
        return;
    ImGui::SetNextWindowPos({viewport.x + 0.5f * viewport.width, top + context.px(10.0f)}, ImGuiCond_Always,
                            {0.5f, 0.0f});
    ImGui::SetNextWindowBgAlpha(0.92f);
    // It appears while the bar of time is dragged, and must not take the mouse from it.
    beginFitting(context, "replay", panelFlags | ImGuiWindowFlags_NoFocusOnAppearing);
    if (replay)
        drawPlayed(context, *replay);
    else if (ui.offer)
    {
        text(context, ui.offer->words);
        if (button(context, "Play it", "button play"))
            ui.request(Action::playRecording);
        ImGui::SameLine();
        if (button(context, "Compare", "button compare",
                   "Shows it as a ghost beside this run, at the same time, and in the plots."))
            compare(ui, workbench, std::exchange(ui.offer, std::nullopt)->recording);
        ImGui::SameLine();
        if (button(context, "Not now", "button no play"))
            ui.offer.reset();
    }
    if (workbench.other())
        drawDifference(context, *workbench.other());
    if (!ui.offer && !parted.empty())
        text(context.colours.bad, parted);
    if (!workbench.replay() && !ui.offer && !parted.empty() && button(context, "Close", "button parted"))
        workbench.forgetParting();
    ImGui::End();
}

} // namespace ropewalk
