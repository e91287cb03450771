#include "bars_and_overlays.hpp"

#include "scenes/hosts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

// The verbs of the workshop over the view.

namespace ropewalk
{

namespace
{

/// A ring in the picture, with a dark rim so that it is seen on all grounds.
void drawRing(const PanelContext& context, const ImVec2& at, const ImVec4& colour)
{
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float radius = context.px(9.0f);
    list.AddCircle(at, radius, packed(context.colours.panel), 0, context.px(4.5f));
    list.AddCircle(at, radius, packed(colour), 0, context.px(2.2f));
}

/// "fall 1.25 m", "box1.top", "post1"; empty for a point of space.
std::string nameOf(const Place& place)
{
    const auto* rope = std::get_if<RopePlace>(&place);
    if (rope && !rope->end)
        return fmt::format("{} {:.2f} m", rope->rope, rope->along);
    const auto* solid = std::get_if<SolidPlace>(&place);
    if (solid && solid->eye.empty())
        return solid->solid;
    return rope || solid ? placeText(place) : std::string();
}

/// What is taken and what a click would take, with a line that says what comes of both.
void drawTargets(const PanelContext& context, const Camera& camera)
{
    const VerbTool& verb = context.ui.verb;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const auto seen = [&](const VerbTarget& target) { return seenAt(context, camera, glm::vec3(target.position)); };
    const bool leads =
        verb.verb() == MouseVerb::tie || verb.verb() == MouseVerb::newRope || verb.verb() == MouseVerb::runOver;
    std::optional<ImVec2> last;
    const auto mark = [&](const VerbTarget& target, const ImVec4& colour)
    {
        const std::optional<ImVec2> at = seen(target);
        if (leads && last && at)
            list.AddLine(*last, *at, packed(colour, 0.8f), context.px(2.0f));
        if (at)
            drawRing(context, *at, colour);
        last = at;
        return at;
    };
    for (const VerbTarget& target : verb.taken())
        mark(target, context.colours.good);
    if (!verb.target())
        return;
    const std::optional<ImVec2> at = mark(*verb.target(), context.colours.accent);
    const std::string measure = verb.measure();
    const std::string line = measure.empty() ? nameOf(verb.target()->place) : measure;
    if (!at || line.empty())
        return;
    const ImVec2 from{at->x + context.px(15.0f), at->y - 0.5f * ImGui::GetFontSize()};
    const ImVec2 size = textSize(line);
    const float gap = context.px(4.0f);
    list.AddRectFilled({from.x - gap, from.y - gap}, {from.x + size.x + gap, from.y + size.y + gap},
                       packed(context.colours.panel, 0.85f), gap);
    drawText(list, from, packed(context.colours.text), line);
}

/// A button for each verb at the left edge of the view.
void drawStrip(PanelContext& context)
{
    const Rectangle& viewport = context.ui.viewport;
    if (!context.ui.panelsVisible || viewport.width < context.px(400.0f) || viewport.height < context.px(330.0f))
        return;
    ImGui::SetNextWindowPos({viewport.x + context.px(8.0f), viewport.y + context.px(14.0f)});
    beginFitting(context, "verbs", panelFlags);
    float widest = 0.0f;
    for (const KeyBinding& binding : keyBindings())
        if (binding.verb)
            widest = std::max(widest, textSize(binding.label).x);
    for (const KeyBinding& binding : keyBindings())
    {
        if (!binding.verb)
            continue;
        const bool chosen = context.ui.verb.verb() == binding.verb;
        const std::string label(binding.label);
        ImGui::PushStyleColor(ImGuiCol_Button, chosen ? context.colours.fill : context.colours.field);
        if (button(context, label.c_str(), "verb " + label,
                   capital(binding.help) + (binding.chords.empty() ? "" : " (" + chordsText(binding) + ")")))
            chosen ? context.ui.verb.end() : context.ui.verb.begin(*binding.verb);
        ImGui::PopStyleColor();
        const std::string key = binding.chords.empty() ? std::string() : chordText(binding.chords.front());
        ImGui::SameLine(widest + context.px(34.0f));
        ImGui::AlignTextToFramePadding();
        text(context.colours.muted, key);
    }
    ImGui::End();
}

} // namespace

void drawVerbs(PanelContext& context, const Camera& camera)
{
    if (!hostOf<SetUpHost>(context.workbench.scene()))
        return;
    drawStrip(context);
    if (context.ui.verb.verb())
        drawTargets(context, camera);
}

} // namespace ropewalk
