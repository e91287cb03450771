#include "bars_and_overlays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ropewalk
{

void drawTimeline(PanelContext& context, float width)
{
    Workbench& workbench = context.workbench;
    const auto behind = static_cast<int>(workbench.momentsBehind());
    const int all = behind + static_cast<int>(workbench.momentsAhead());
    const KeyFocus::Act act = context.ui.keys.at("timeline", KeyFocus::Kind::value);
    const float height = ImGui::GetFontSize();
    ImGui::InvisibleButton("timeline", {std::max(1.0f, width), height});
    placeItem(context, "timeline", act);
    const ImVec2 from = ImGui::GetItemRectMin();
    const float radius = context.px(5.0f);
    const float length = std::max(1.0f, width - 2.0f * radius);
    if (act.sideways != 0 && all > 0)
        workbench.scrub(act.sideways * (act.how.coarse ? 10 : 1));
    if (ImGui::IsItemActive() && all > 0 && ImGui::IsMousePosValid())
    {
        const float share = std::clamp((ImGui::GetIO().MousePos.x - from.x - radius) / length, 0.0f, 1.0f);
        workbench.scrub(static_cast<int>(std::lround(share * static_cast<float>(all))) - behind);
    }

    const Palette& c = context.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = std::floor(from.y + 0.5f * height);
    const float thin = context.px(2.0f);
    const auto bar = [&](float until, const ImVec4& colour)
    {
        list.AddRectFilled({from.x + radius, middle - thin}, {from.x + radius + until, middle + thin}, packed(colour),
                           thin);
    };
    bar(length, c.line);
    for (const std::size_t moment : workbench.momentsDone())
    {
        const float x = from.x + radius + length * static_cast<float>(moment) / static_cast<float>(all);
        list.AddLine({x, middle - radius}, {x, middle + radius}, packed(c.muted), context.px(1.0f));
    }
    if (all > 0)
    {
        const float share = static_cast<float>(workbench.momentsBehind()) / static_cast<float>(all);
        bar(share * length, c.accent);
        list.AddCircleFilled({from.x + radius + share * length, middle}, radius,
                             packed(ImGui::IsItemHovered() || ImGui::IsItemActive() ? c.text : c.accent));
    }
    tooltip(context, all == 0
                         ? std::string("The moments that have passed will be here.")
                         : fmt::format("Moment {} of the last {}, one a tick; marks show where something was done. "
                                       "Drag, or \u2190 and \u2192 by keys "
                                       "(Ctrl: ten), to any of them. Play goes on from there and forgets the "
                                       "later ones.",
                                       behind, all));
}

} // namespace ropewalk
