#include "bars_and_overlays.hpp"

#include "scenes/hosts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

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

/// Where a tag of a place belongs: of a finger, above it.
ImVec2 besidePointer(const PanelContext& context, const ImVec2& at)
{
    return {at.x, at.y - (context.ui.touched ? context.px(64.0f) : 0.0f)};
}

/// Marks the things that the verb has and the one that a click would add, with a line that says what they make.
void drawTargets(const PanelContext& context, const Camera& camera)
{
    const VerbTool& verb = context.ui.verb;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const auto seen = [&](const VerbTarget& target) { return seenAt(context, camera, glm::vec3(target.position)); };
    const bool leads = verb.verb() == MouseVerb::tie || verb.verb() == MouseVerb::newRope ||
                       verb.verb() == MouseVerb::runOver || verb.verb() == MouseVerb::measure;
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
    if (verb.stroke())
        list.AddLine({verb.stroke()->x, verb.stroke()->y}, ImGui::GetMousePos(), packed(context.colours.bad),
                     context.px(2.0f));
    for (const VerbTarget& target : verb.taken())
        mark(target, context.colours.good);
    const std::string measure = verb.measure();
    const bool whole = verb.verb() == MouseVerb::measure && verb.taken().size() == 2;
    std::optional<ImVec2> at = last;
    if (!whole && verb.target())
        at = mark(*verb.target(), context.colours.accent);
    const std::string line = measure.empty() && verb.target() ? tagOf(*verb.target()) : measure;
    if (at && !line.empty())
        drawTag(context, list, besidePointer(context, *at), line);
}

/// A button for each verb.
void drawStrip(PanelContext& context, const Rectangle& at)
{
    beginPanel(context, "verbs", at);
    for (const KeyBinding& binding : keyBindings())
    {
        if (!binding.verb)
            continue;
        const bool chosen = context.ui.verb.verb() == binding.verb;
        const std::string label(binding.label);
        const std::string key = binding.chords.empty() ? std::string() : chordText(binding.chords.front());
        ImGui::PushStyleColor(ImGuiCol_Button, chosen ? context.colours.fill : context.colours.field);
        if (button(context, label.c_str(), "verb " + label,
                   capital(binding.help) + (key.empty() ? "" : " \u00b7 " + key)))
            chosen ? context.ui.verb.end() : context.ui.verb.begin(*binding.verb);
        ImGui::PopStyleColor();
        ImGui::SameLine(at.width - context.px(22.0f));
        ImGui::AlignTextToFramePadding();
        text(context.colours.muted, key);
    }
    ImGui::End();
}

/// Where the mouse pulls a strand over or under others, and how high that is above the ground.
void drawLifted(const PanelContext& context, const Camera& camera, const MouseControl::Lifted& lifted)
{
    const std::optional<ImVec2> at = seenAt(context, camera, lifted.target);
    if (!at)
        return;
    const Snapshot& snapshot = context.workbench.snapshot();
    const ImU32 colour = packed(context.colours.accent);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const glm::vec3 foot(lifted.target.x, snapshot.groundHeight, lifted.target.z);
    if (const std::optional<ImVec2> ground = snapshot.hasGround ? seenAt(context, camera, foot) : std::nullopt)
    {
        list.AddLine(*at, *ground, packed(context.colours.accent, 0.6f), context.px(1.2f));
        list.AddCircleFilled(*ground, context.px(3.0f), colour);
    }
    drawRing(context, *at, context.colours.accent);
    drawTag(context, list, besidePointer(context, *at), lifted.inFront ? "over" : "under");
}

/// The verbs that what was clicked can have.
void drawVerbMenu(PanelContext& context, VerbMenu& menu)
{
    constexpr const char* name = "menu verbs";
    if (std::exchange(menu.opens, false))
        ImGui::OpenPopup(name);
    ImGui::SetNextWindowPos({menu.at.x, menu.at.y}, ImGuiCond_Appearing);
    if (!ImGui::BeginPopup(name))
        return;
    const PopupKeys keys(context, name);
    if (!menu.thing.empty())
        verbatim(context.colours.muted, menu.thing);
    for (const KeyBinding& binding : keyBindings())
    {
        const bool fits = menu.isRope || binding.verb == MouseVerb::newRope || binding.verb == MouseVerb::measure ||
                          (binding.verb == MouseVerb::tie && !menu.thing.empty());
        if (binding.verb && fits &&
            menuItem(context, std::string(binding.label), "item " + std::string(binding.label), chordsText(binding)))
            context.ui.verbThere = binding.verb;
    }
    for (const auto& [label, verb] : {std::pair("Copy", "copy "), std::pair("Remove", "delete ")})
        if (!menu.thing.empty() && menuItem(context, label, std::string("item ") + label))
            context.ui.verbLine = verb + menu.thing;
    ImGui::EndPopup();
}

} // namespace

void drawVerbs(PanelContext& context, const Camera& camera)
{
    if (context.ui.lifted)
        drawLifted(context, camera, *context.ui.lifted);
    if (!hostOf<SetUpHost>(context.workbench.scene()))
        return;
    if (context.ui.verbMenu)
        drawVerbMenu(context, *context.ui.verbMenu);
    if (context.ui.verb.verb())
        drawTargets(context, camera);
}

void drawVerbStrip(PanelContext& context)
{
    Rectangle& viewport = context.ui.viewport;
    if (!hostOf<SetUpHost>(context.workbench.scene()) || !context.ui.panelsVisible ||
        viewport.width < context.px(400.0f) || viewport.height < context.px(330.0f))
        return;
    float widest = 0.0f;
    for (const KeyBinding& binding : keyBindings())
        if (binding.verb)
            widest = std::max(widest, textSize(binding.label).x);
    const Rectangle at{viewport.x, viewport.y, std::ceil(widest + context.px(54.0f)), viewport.height};
    viewport.x += at.width;
    viewport.width -= at.width;
    drawStrip(context, at);
}

float drawVerbPill(PanelContext& context)
{
    const Rectangle& viewport = context.ui.viewport;
    VerbTool& verb = context.ui.verb;
    ImGui::SetNextWindowPos({viewport.x + 0.5f * viewport.width, viewport.y + context.px(6.0f)}, ImGuiCond_Always,
                            {0.5f, 0.0f});
    ImGui::PushStyleColor(ImGuiCol_Border, verb.refused() ? context.colours.close : context.colours.line);
    beginFitting(context, "verb", panelFlags, verb.refused() ? context.px(2.5f) : 1.0f);
    const std::string line = verb.line();
    ImGui::PushTextWrapPos(viewport.width - context.px(60.0f));
    ImGui::AlignTextToFramePadding();
    text(context, line);
    ImGui::PopTextWrapPos();
    bool beside = textSize(line).x < viewport.width - context.px(300.0f);
    const auto pillButton = [&](const std::string& label, const std::string& help = {})
    {
        if (std::exchange(beside, true))
            ImGui::SameLine();
        return button(context, label.c_str(), "pill " + label, help);
    };
    for (const MouseVerb drags : {MouseVerb::over, MouseVerb::under})
        if (verb.dragsInFront() && pillButton(std::string(keyBinding(drags).label)))
            verb.begin(drags);
    if (verb.finishes() && pillButton("Done", "Enter"))
        context.ui.verbLine = verb.finish(*hostOf<SetUpHost>(context.workbench.scene()));
    if (verb.verb() && pillButton("Cancel", shortcut(Action::closeOverlay)))
        verb.end();
    const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowHeight();
    ImGui::End();
    ImGui::PopStyleColor();
    return bottom;
}

} // namespace ropewalk
