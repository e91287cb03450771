#include "bars_and_overlays.hpp"

#include "app/language/translation.hpp"

#include "files/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ropewalk
{
namespace
{

constexpr const char* partMenu = "timeline menu";

std::string secondsText(const PanelContext& context, long long tick)
{
    return fmt::format("{:.2f} s", static_cast<double>(tick) * context.workbench.tickLength());
}

/// Where ticks are on the bar.
class TickScale
{
public:
    TickScale(float from, float length, long long ticks) : from_(from), length_(length), ticks_(ticks) {}

    float at(long long tick) const
    {
        return ticks_ > 0
                   ? from_ + length_ * static_cast<float>(static_cast<double>(tick) / static_cast<double>(ticks_))
                   : from_;
    }
    long long tickAt(float x) const
    {
        const double share = std::clamp(static_cast<double>((x - from_) / length_), 0.0, 1.0);
        return std::llround(share * static_cast<double>(ticks_));
    }

private:
    float from_;
    float length_;
    long long ticks_;
};

/// The mouse holds the bar: the scene goes along, to keyframes first, and where it is let go exactly. With Shift it
/// chooses a part.
void dragTimeline(PanelContext& context, const TickScale& scale)
{
    constexpr double whileDragged = 0.03; // [s] of a frame
    UiState& ui = context.ui;
    const long long tick = scale.tickAt(ImGui::GetIO().MousePos.x);
    if (ImGui::IsItemActivated() && ImGui::GetIO().KeyShift)
        ui.part = std::pair(tick, tick);
    const bool chooses = ui.part && ImGui::GetIO().KeyShift;
    if (chooses && ImGui::IsItemActive())
        ui.part->second = tick;
    else if (ImGui::IsItemActive() && context.workbench.seekGoal().value_or(context.workbench.moment().first) != tick)
        context.workbench.seek(tick, whileDragged);
    if (!ImGui::IsItemDeactivated())
        return;
    if (const std::optional<long long> goal = context.workbench.seekGoal())
        context.workbench.seek(*goal);
    if (ui.part && ui.part->first > ui.part->second)
        std::swap(ui.part->first, ui.part->second);
    if (ui.part && ui.part->first == ui.part->second)
        ui.part.reset();
}

/// What the mouse is over, and how far that is.
void explainTimeline(PanelContext& context, const TickScale& scale)
{
    Workbench& workbench = context.workbench;
    if (!ImGui::IsItemHovered())
        return;
    const float near = context.px(4.0f);
    const float mouse = ImGui::GetIO().MousePos.x;
    std::string said;
    int more = 0;
    for (const Caption& caption : workbench.captions())
        if (std::abs(scale.at(caption.tick) - mouse) <= near && (said.empty() || ++more > 0))
            said = said.empty() ? secondsText(context, caption.tick) + "  " + caption.text : said;
    if (more > 0)
        said += fmt::format(", and {} more", more);
    const long long tick = scale.tickAt(mouse);
    const double takes = workbench.secondsTo(tick);
    if (said.empty() && takes > Workbench::longestJump)
        said = fmt::format("{}: takes {} to compute", secondsText(context, tick), quantityText(takes, "s", 1));
    if (!said.empty()) // at once, as a mark is passed quickly
        return ImGui::SetTooltip("%s", std::string(translated(said)).c_str());
    tooltip(context,
            fmt::format("{} of {} recorded, with a mark where something was done. Drag to any moment, or "
                        "\u2190 and \u2192 by keys (Ctrl: ten ticks). Shift-drag chooses a part; the right "
                        "button saves it.",
                        secondsText(context, tick), secondsText(context, workbench.recorded().recording().ticks)));
}

void drawPartMenu(PanelContext& context)
{
    if (ImGui::IsItemHovered() && ImGui::IsMouseReleased(ImGuiMouseButton_Right))
        ImGui::OpenPopup(partMenu);
    if (!ImGui::BeginPopup(partMenu, ImGuiWindowFlags_NoNav))
        return;
    const PopupKeys keys(context, partMenu);
    recordingItems(context);
    ImGui::EndPopup();
}

void drawTimeBar(PanelContext& context, const TickScale& scale, const ImVec2& from, float height)
{
    Workbench& workbench = context.workbench;
    const Palette& c = context.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float radius = context.px(5.0f);
    const float middle = std::floor(from.y + 0.5f * height);
    const float thin = context.px(2.0f);
    const long long end = workbench.recorded().recording().ticks;
    const auto bar = [&](long long begin, long long until, const ImVec4& colour, float wide) {
        list.AddRectFilled({scale.at(begin), middle - wide}, {scale.at(until), middle + wide}, packed(colour), thin);
    };
    if (context.ui.part)
        bar(std::min(context.ui.part->first, context.ui.part->second),
            std::max(context.ui.part->first, context.ui.part->second), c.line, 0.5f * height);
    list.AddRectFilled({from.x + radius, middle - thin},
                       {std::max(scale.at(end), from.x + radius + 1.0f), middle + thin}, packed(c.line), thin);
    const long long here = workbench.moment().first;
    bar(0, here, c.accent, thin);
    float drawn = -1e9f;
    for (const Caption& caption : workbench.captions())
        if (const float x = std::floor(scale.at(caption.tick)); x >= drawn + 2.0f)
        {
            list.AddLine({x, middle - radius}, {x, middle + radius}, packed(c.muted), context.px(1.0f));
            drawn = x;
        }
    if (workbench.seekGoal())
        list.AddCircle({scale.at(*workbench.seekGoal()), middle}, radius, packed(c.accent));
    list.AddCircleFilled({scale.at(here), middle}, radius,
                         packed(ImGui::IsItemHovered() || ImGui::IsItemActive() ? c.text : c.accent));
}

} // namespace

void drawTimeline(PanelContext& context, float width)
{
    Workbench& workbench = context.workbench;
    const KeyFocus::Act act = context.ui.keys.at("timeline", KeyFocus::Kind::value);
    const float height = ImGui::GetFontSize();
    ImGui::InvisibleButton("timeline", {std::max(1.0f, width), height});
    placeItem(context, "timeline", act);
    const ImVec2 from = ImGui::GetItemRectMin();
    const float radius = context.px(5.0f);
    const long long end = workbench.recorded().recording().ticks;
    const TickScale scale(from.x + radius, std::max(1.0f, width - 2.0f * radius), end);
    if (act.sideways != 0 && end > 0)
        workbench.seek(workbench.moment().first + act.sideways * (act.how.coarse ? 10 : 1));
    if (end > 0 && ImGui::IsMousePosValid())
        dragTimeline(context, scale);
    drawTimeBar(context, scale, from, height);
    explainTimeline(context, scale);
    drawPartMenu(context);
}

std::string branchesLabel(const PanelContext& context)
{
    const std::size_t count = context.workbench.branches().size();
    return count == 0 ? std::string() : fmt::format("{} branch{}", count, count == 1 ? "" : "es");
}

void recordingItems(PanelContext& context)
{
    UiState& ui = context.ui;
    const long long end = context.workbench.recorded().recording().ticks;
    const long long here = context.workbench.moment().first;
    const auto part = ui.part.value_or(std::pair(here, end));
    const std::string label =
        ui.part ? fmt::format("Save {} to {}...", secondsText(context, part.first), secondsText(context, part.second))
                : std::string("Save from here on...");
    const auto save = [&ui](const std::optional<std::pair<long long, long long>>& chosen)
    {
        ui.part = chosen;
        ui.request(Action::saveRecording);
    };
    if (menuItem(context, label, "item save part", {}, false, part.first < part.second))
        save(part);
    if (menuItem(context, "Save the recording...", "item save recording"))
        save(std::nullopt);
    if (menuItem(context, "Clear the selection", "item no part", {}, false, ui.part.has_value()))
        ui.part.reset();
    if (menuItem(context, "Loop", "item loop", {}, context.workbench.looping()))
        context.workbench.setLooping(!context.workbench.looping());
}

void branchItems(PanelContext& context)
{
    Workbench& workbench = context.workbench;
    if (workbench.branches().empty())
        ImGui::MenuItem(itemLabel("None yet: go back on the bar of time and do something else").c_str(), nullptr, false,
                        false);
    std::optional<std::size_t> chosen;
    for (std::size_t i = workbench.branches().size(); i-- > 0;)
    {
        const Branch& branch = workbench.branches()[i];
        const RecordedMoment end = branch.course.writer().moment();
        const std::string line = fmt::format("{}   {} event{}   {}##{}", secondsText(context, end.first), end.second,
                                             end.second == 1 ? "" : "s", branch.last, i);
        if (menuItem(context, line, fmt::format("item branch {}", i)))
            chosen = i;
    }
    ImGui::Separator();
    for (std::size_t i = workbench.branches().size(); i-- > 0;)
    {
        const Branch& branch = workbench.branches()[i];
        const std::string line = fmt::format("Compare with {}   {}##{}",
                                             secondsText(context, branch.course.recording().ticks), branch.last, i);
        if (menuItem(context, line, fmt::format("item compare {}", i)))
            compare(context.ui, workbench, branch.course.recording());
    }
    if (chosen)
        workbench.goToBranch(*chosen);
}

void drawBranches(PanelContext& context)
{
    constexpr const char* list = "list of branches";
    const std::string label = branchesLabel(context);
    if (pressed(context, "button branches", ImGui::InvisibleButton("branches", textSize(label))))
        ImGui::OpenPopup(list);
    drawText(*ImGui::GetWindowDrawList(), ImGui::GetItemRectMin(),
             packed(ImGui::IsItemHovered() ? context.colours.accent : context.colours.text), label);
    tooltip(context, "Runs that were left where somebody did something else. A click goes back to the end of one; the "
                     "present one takes its place.");
    if (!ImGui::BeginPopup(list, ImGuiWindowFlags_NoNav))
        return;
    const PopupKeys keys(context, list);
    branchItems(context);
    ImGui::EndPopup();
}

} // namespace ropewalk
