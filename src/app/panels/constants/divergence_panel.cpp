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
#include <utility>

namespace ropewalk
{

namespace
{

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

bool overlap(const Rectangle& a, const Rectangle& b)
{
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// The distance between two rectangles; 0 where they overlap.
float distance(const Rectangle& a, const Rectangle& b)
{
    const float across = std::max({0.0f, a.x - b.right(), b.x - a.right()});
    const float up = std::max({0.0f, a.y - b.bottom(), b.y - a.bottom()});
    return std::hypot(across, up);
}

Rectangle around(const ImVec2& point, float radius)
{
    return {point.x - radius, point.y - radius, 2.0f * radius, 2.0f * radius};
}

/// Returns what must stay in sight: the mark of the mass first, its name, the spring and the connection points.
std::vector<Rectangle> drawMarks(PanelContext& context, const Camera& camera, const Divergence& divergence,
                                 const std::optional<std::size_t>& spring)
{
    const Snapshot& shown = context.workbench.snapshot();
    const Rectangle& viewport = context.ui.viewport;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImU32 colour = packed(context.colours.bad);
    const ImU32 ground = packed(context.colours.panel, 0.88f);
    std::vector<Rectangle> clear;
    list.PushClipRect(topLeft(viewport), bottomRight(viewport));
    if (spring)
    {
        const auto from = seenAt(context, camera, pointOf(shown, *spring));
        const auto to = seenAt(context, camera, pointOf(shown, *spring + 1));
        if (from && to)
        {
            list.AddLine(*from, *to, ground, context.px(8.0f));
            list.AddLine(*from, *to, colour, context.px(4.0f));
            const Rectangle mark{std::min(from->x, to->x), std::min(from->y, to->y), std::abs(from->x - to->x),
                                 std::abs(from->y - to->y)};
            clear.push_back(mark);
            context.ui.place("mark spring", mark);
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
        clear.push_back({corner.x, corner.y, size.x + 2.0f * padding.x, size.y + 2.0f * padding.y});
        clear.insert(clear.begin(), around(*at, 1.6f * radius));
        context.ui.place("mark mass", around(*at, radius));
    }
    for (const Marker& marker : shown.markers)
        if (const auto point = seenAt(context, camera, marker.position);
            point && marker.kind == Marker::Kind::connection)
            clear.push_back(around(*point, context.px(16.0f)));
    list.PopClipRect();
    return clear;
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

Rectangle DivergencePanel::rectangleOf(const PanelContext& context, const Place& place) const
{
    const Rectangle& viewport = context.ui.viewport;
    const float margin = context.px(8.0f);
    const float width = std::min(context.px(widths[place.width]), viewport.width - 2.0f * margin);
    const float known = heights_[place.width] > 0.0f ? heights_[place.width] : context.px(300.0f);
    const float height = std::min(known, viewport.height - 2.0f * margin);
    return {place.right ? viewport.right() - margin - width : viewport.x + margin,
            place.low ? viewport.bottom() - margin - height : viewport.y + margin, width, height};
}

DivergencePanel::Place DivergencePanel::choose(const PanelContext& context, const std::vector<Rectangle>& clear) const
{
    const auto farthest = [&](std::size_t width, bool free)
    {
        std::optional<Place> best;
        float most = -1.0f;
        for (const auto& [right, low] :
             {std::pair(true, false), std::pair(true, true), std::pair(false, false), std::pair(false, true)})
        {
            const Rectangle at = rectangleOf(context, {right, low, width});
            const auto covered = [&at](const Rectangle& one) { return overlap(at, one); };
            if (free && std::any_of(clear.begin(), clear.end(), covered))
                continue;
            const float away = clear.empty() ? 0.0f : distance(at, clear.front());
            if (away > most)
                best = Place{right, low, width};
            most = std::max(most, away);
        }
        return best;
    };
    for (std::size_t width = 0; width < widths.size(); ++width)
        if (const std::optional<Place> place = farthest(width, true))
            return *place;
    return *farthest(widths.size() - 1, false);
}

namespace
{

/// Which moment is seen, and what limits its step.
void drawMoment(PanelContext& context, const Divergence& divergence, const std::optional<std::size_t>& spring)
{
    const Scene& scene = context.workbench.scene();
    const double step = context.workbench.stepLength();
    const rope::StepLimits limits = scene.stepLimits();
    ImGui::PushTextWrapPos(0.0f);
    std::string seen =
        fmt::format("You see the last sound moment, {:.2f} s before.", std::max(0.0, divergence.time - scene.time()));
    if (spring)
        seen += fmt::format(" Marked: mass {}, and the spring between masses {} and {}.", divergence.mass, *spring,
                            *spring + 1);
    text(context.colours.muted, seen);
    if (const std::string words = passedBy(step, limits); !words.empty())
    {
        text(context, words);
        drawCauses(context, step, limits);
    }
    ImGui::PopTextWrapPos();
}

} // namespace

void DivergencePanel::draw(PanelContext& context, const Camera& camera)
{
    const std::optional<Divergence> divergence = context.workbench.divergence(); // a copy, as "Show it" ends it
    const Rectangle& viewport = context.ui.viewport;
    if (const std::optional<RunawayFilm>& film = context.workbench.runawayShown())
        drawMarks(context, camera, film->divergence(), film->divergence().spring);
    if (!divergence || viewport.width < 40.0f || viewport.height < 40.0f)
        return;
    const std::optional<std::size_t> spring =
        divergence->spring ? divergence->spring : springAt(context.workbench.snapshot(), divergence->mass);
    const std::vector<Rectangle> clear = drawMarks(context, camera, *divergence, spring);
    if (std::exchange(time_, divergence->time) != divergence->time)
        heights_ = {};

    const Scene& scene = context.workbench.scene();
    const Place place = choose(context, clear);
    const Rectangle at = rectangleOf(context, place);
    ImGui::SetNextWindowPos({place.right ? at.right() : at.x, place.low ? at.bottom() : at.y}, ImGuiCond_Always,
                            {place.right ? 1.0f : 0.0f, place.low ? 1.0f : 0.0f});
    ImGui::SetNextWindowSizeConstraints({at.width, 0.0f}, {at.width, viewport.height - context.px(16.0f)});
    ImGui::PushStyleColor(ImGuiCol_Border, context.colours.bad);
    beginFitting(context, "divergence", overlayFlags, context.px(2.0f));
    ImGui::PopStyleColor();
    pushFont(context.fonts.heading());
    text(context.colours.bad, std::string(divergence->what));
    ImGui::PopFont();
    ImGui::PushTextWrapPos(0.0f);
    text(context, withPlainNames(capital(divergence->text)) + '.');
    std::vector<Cure> cures = divergence->cures;
    if (cures.empty())
        cures = stepCures(scene, context.workbench.stepLength(), context.workbench.tickLength());
    if (!cures.empty())
    {
        text(context, "What helps, from that moment on:");
        drawCures(context, cures);
    }
    ImGui::PopTextWrapPos();
    const UndoList::Change* last = context.workbench.changes().last();
    actionButton(context, "Undo last change", "button undo", Action::undo,
                 last != nullptr && last->after.scene == scene.info().id);
    ImGui::SameLine();
    if (button(context, "Show it", "button show runaway",
               "Plays slowly, step by step, what happens from this moment on; then this card comes back."))
        context.workbench.showRunaway();
    ImGui::SameLine();
    // Last: with the same constants the scene runs away again.
    actionButton(context, "Reset", "button reset", Action::reset);
    ImGui::Separator();
    drawMoment(context, *divergence, spring);
    heights_[place.width] = ImGui::GetWindowHeight();
    ImGui::End();
}

} // namespace ropewalk
