#include "divergence_panel.hpp"

#include "app/platform/imgui_versions.hpp"
#include "step_meter.hpp"

#include "scenes/shared/cures.hpp"

#include "files/plain_name.hpp"

#include "files/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace ropewalk
{

namespace
{

/// The position of a mass: the index runs through the polylines, then through the surfaces.
std::optional<glm::vec3> pointOf(const Snapshot& snapshot, std::size_t mass)
{
    for (const Polyline& line : snapshot.polylines)
    {
        if (mass < line.points.size())
            return line.points[mass];
        mass -= line.points.size();
    }
    for (const Surface& surface : snapshot.surfaces)
    {
        if (mass < surface.points.size())
            return surface.points[mass];
        mass -= surface.points.size();
    }
    return std::nullopt;
}

/// The spring at this mass that pulls harder. Spring i joins the masses i and i + 1 of the first polyline.
std::optional<std::size_t> springAt(const Snapshot& snapshot, std::size_t mass)
{
    if (snapshot.polylines.empty())
        return std::nullopt;
    const std::vector<float>& tension = snapshot.polylines.front().tension;
    if (mass > tension.size() || tension.empty())
        return std::nullopt;
    if (mass == 0 || mass == tension.size())
        return mass == 0 ? 0 : mass - 1;
    return std::abs(tension[mass - 1]) > std::abs(tension[mass]) ? mass - 1 : mass;
}

/// Returns where the mass is on the screen, if it is in the viewport.
std::optional<ImVec2> drawMarks(PanelContext& context, const Camera& camera, const Divergence& divergence,
                                const std::optional<std::size_t>& spring)
{
    const Snapshot& shown = context.workbench.snapshot();
    const Rectangle& viewport = context.ui.viewport;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImU32 colour = packed(context.colours.bad);
    const ImU32 ground = packed(context.colours.panel, 0.88f);
    list.PushClipRect(topLeft(viewport), bottomRight(viewport));
    if (spring)
    {
        const auto from = seenAt(context, camera, pointOf(shown, *spring));
        const auto to = seenAt(context, camera, pointOf(shown, *spring + 1));
        if (from && to)
        {
            list.AddLine(*from, *to, ground, context.px(8.0f));
            list.AddLine(*from, *to, colour, context.px(4.0f));
            context.ui.place("mark spring", {std::min(from->x, to->x), std::min(from->y, to->y),
                                             std::abs(from->x - to->x), std::abs(from->y - to->y)});
        }
    }
    const std::optional<ImVec2> at = seenAt(context, camera, pointOf(shown, divergence.mass));
    if (at)
    {
        const float radius = context.px(10.0f);
        list.AddCircle(*at, radius, ground, 32, context.px(5.0f));
        list.AddCircle(*at, radius, colour, 32, context.px(2.5f));
        const std::string name = fmt::format("mass {}", divergence.mass);
        const ImVec2 size = textSize(name);
        const ImVec2 padding{context.px(6.0f), context.px(2.0f)};
        const bool fits = at->x + radius + size.x + context.px(20.0f) < viewport.right();
        const ImVec2 corner{fits ? at->x + radius + context.px(6.0f)
                                 : at->x - radius - context.px(6.0f) - size.x - 2.0f * padding.x,
                            at->y - 0.5f * size.y - padding.y};
        list.AddRectFilled(corner, {corner.x + size.x + 2.0f * padding.x, corner.y + size.y + 2.0f * padding.y}, ground,
                           context.px(5.0f));
        drawText(list, {corner.x + padding.x, corner.y + padding.y}, colour, name);
        context.ui.place("mark mass", {at->x - radius, at->y - radius, 2.0f * radius, 2.0f * radius});
    }
    list.PopClipRect();
    return at;
}

/// How far the step is beyond the stable one at the moment that is shown; empty where it is not.
std::string passedBy(double step, const rope::StepLimits& limits)
{
    if (!(step > limits.stable))
        return {};
    return fmt::format("At the moment shown, {} is {} % beyond what is stable, {}:", shortTime(step),
                       plainNumber(100.0 * (step / limits.stable - 1.0), 2), shortTime(limits.stable));
}

} // namespace

void drawDivergence(PanelContext& context, const Camera& camera)
{
    const std::optional<Divergence>& divergence = context.workbench.divergence();
    const Rectangle& viewport = context.ui.viewport;
    if (!divergence || viewport.width < 40.0f || viewport.height < 40.0f)
        return;
    const std::optional<std::size_t> spring =
        divergence->spring ? divergence->spring : springAt(context.workbench.snapshot(), divergence->mass);
    const std::optional<ImVec2> mark = drawMarks(context, camera, *divergence, spring);

    const Scene& scene = context.workbench.scene();
    const double step = context.workbench.stepLength();
    const rope::StepLimits limits = scene.stepLimits();
    const float width = std::min(context.px(560.0f), viewport.width - context.px(16.0f));
    // In the half of the viewport that the mark is not in.
    const bool low = mark && mark->y < viewport.y + 0.5f * viewport.height;
    const float y = low ? viewport.bottom() - context.px(12.0f) : viewport.y + context.px(12.0f);
    ImGui::SetNextWindowPos({viewport.x + 0.5f * (viewport.width - width), y}, ImGuiCond_Always,
                            {0.0f, low ? 1.0f : 0.0f});
    ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, viewport.height - context.px(24.0f)});
    ImGui::PushStyleColor(ImGuiCol_Border, context.colours.bad);
    beginFitting(context, "divergence", overlayFlags, context.px(2.0f));
    ImGui::PopStyleColor();
    pushFont(context.fonts.heading());
    text(context.colours.bad, "The simulation ran away");
    ImGui::PopFont();
    ImGui::PushTextWrapPos(0.0f);
    text(context, withPlainNames(capital(divergence->text)) + '.');
    if (spring)
        text(context.colours.muted, fmt::format("Marked: mass {}, and the spring between masses {} and {}.",
                                                divergence->mass, *spring, *spring + 1));
    if (const std::string words = passedBy(step, limits); !words.empty())
    {
        text(context, words);
        drawCauses(context, step, limits);
    }
    text(context.colours.muted, fmt::format("You see the last sound moment, {:.2f} s before.",
                                            std::max(0.0, divergence->time - scene.time())));
    std::vector<Cure> cures = divergence->cures;
    if (cures.empty())
        cures = stepCures(scene, step, context.workbench.tickLength());
    if (!cures.empty())
    {
        text(context, "What helps, from that moment on:");
        drawCures(context, cures);
        ImGui::Separator();
    }
    ImGui::PopTextWrapPos();
    actionButton(context, "Reset", Action::reset);
    placeItem(context, "button reset");
    ImGui::SameLine();
    const UndoList::Change* last = context.workbench.changes().last();
    ImGui::BeginDisabled(last == nullptr || last->after.scene != scene.info().id);
    actionButton(context, "Undo last change", Action::undo);
    placeItem(context, "button undo");
    ImGui::EndDisabled();
    ImGui::End();
}

} // namespace ropewalk
