#include "bars_and_overlays.hpp"

#include "app/panels/constants/step_meter.hpp"
#include "app/platform/imgui_versions.hpp"
#include "app/view/off_screen.hpp"

#include "files/plain_name.hpp"
#include "scenes/hosts.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace ropewalk
{

namespace
{

/// One end of an axis of the gizmo: a click on it looks from there.
struct AxisEnd
{
    glm::vec3 direction;
    const char* name;
    std::size_t curve; ///< of the palette, for its colour
    Action from;
    Action opposite;
};

constexpr std::array<AxisEnd, 6> axisEnds{{
    {{1.0f, 0.0f, 0.0f}, "x", 1, Action::viewRight, Action::viewLeft},
    {{-1.0f, 0.0f, 0.0f}, "-x", 1, Action::viewLeft, Action::viewRight},
    {{0.0f, 1.0f, 0.0f}, "y", 2, Action::viewTop, Action::viewBelow},
    {{0.0f, -1.0f, 0.0f}, "-y", 2, Action::viewBelow, Action::viewTop},
    {{0.0f, 0.0f, 1.0f}, "z", 0, Action::viewFront, Action::viewBack},
    {{0.0f, 0.0f, -1.0f}, "-z", 0, Action::viewBack, Action::viewFront},
}};

/// An end as it is seen.
struct SeenEnd
{
    const AxisEnd* end;
    ImVec2 at;
    float depth; ///< -1 towards the viewer, 1 away
};

std::array<SeenEnd, 6> seenEnds(const Camera& camera, const ImVec2& middle, float reach)
{
    const Camera::Axes axes = camera.axes();
    std::array<SeenEnd, 6> seen{};
    for (std::size_t i = 0; i < axisEnds.size(); ++i)
    {
        const glm::vec3& direction = axisEnds[i].direction;
        seen[i] = {
            &axisEnds[i],
            {middle.x + reach * glm::dot(direction, axes.right), middle.y - reach * glm::dot(direction, axes.up)},
            glm::dot(direction, axes.forward)};
    }
    return seen;
}

/// Without decoration or background, drawn below the other overlays.
constexpr ImGuiWindowFlags bareFlags = panelFlags | ImGuiWindowFlags_NoBackground;

void beginBare(const char* name, const ImVec2& from, const ImVec2& size)
{
    ImGui::SetNextWindowPos(from);
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0f, 0.0f});
    ImGui::Begin(name, nullptr, bareFlags);
    ImGui::PopStyleVar();
}

void drawEnd(const PanelContext& context, ImDrawList& list, const SeenEnd& seen, const ImVec2& middle, bool hovered)
{
    const bool positive = seen.end->name[0] != '-';
    const float near = 0.5f - 0.5f * seen.depth; // 0 behind, 1 in front
    const ImVec4& base = context.colours.curves[seen.end->curve];
    const ImVec4& panel = context.colours.panel;
    const float mixed = 0.45f + 0.55f * near; // far ends fade into the panel's colour
    const auto blend = [mixed](float of, float with) { return with + mixed * (of - with); };
    const ImU32 colour = packed({blend(base.x, panel.x), blend(base.y, panel.y), blend(base.z, panel.z), 1.0f});
    const float radius = context.px((positive ? 8.0f : 6.0f) + near + (hovered ? 1.5f : 0.0f));
    if (positive)
    {
        list.AddLine(middle, seen.at, colour, context.px(2.2f));
        list.AddCircleFilled(seen.at, radius, colour, 0);
    }
    else
    {
        list.AddCircleFilled(seen.at, radius, packed(panel, 0.9f), 0);
        list.AddCircle(seen.at, radius, colour, 0, context.px(1.8f));
    }
    if (hovered)
        list.AddCircle(seen.at, radius + context.px(1.0f), packed(context.colours.text), 0, context.px(1.6f));
    if (positive || hovered)
    {
        const ImVec2 size = textSize(seen.end->name);
        drawText(list, {seen.at.x - 0.5f * size.x, seen.at.y - 0.5f * size.y},
                 packed(positive ? panel : context.colours.text), seen.end->name);
    }
}

/// A pill beside the gizmo that says that the view stands still; a click on it lets the view follow again.
void drawViewState(PanelContext& context, const ImVec2& corner)
{
    const std::string line = shortcut(Action::resetView) + ": follow again";
    const ImVec2 padding{context.px(9.0f), context.px(3.0f)};
    const ImVec2 wide = textSize(line);
    const ImVec2 size{wide.x + 2.0f * padding.x, wide.y + 2.0f * padding.y};
    const ImVec2 from{std::round(corner.x - size.x), std::round(corner.y - size.y)};
    beginBare("view state", from, size);
    if (ImGui::InvisibleButton("follow", size))
        context.ui.request(Action::resetView);
    placeItem(context, "button follow");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 to{from.x + size.x, from.y + size.y};
    list.AddRectFilled(from, to,
                       packed(ImGui::IsItemHovered() ? context.colours.fieldHovered : context.colours.panel, 0.9f),
                       context.px(8.0f));
    outline(list, from, to, packed(context.colours.line), context.px(8.0f), 1.0f);
    drawText(list, {from.x + padding.x, from.y + padding.y}, packed(context.colours.text), line);
    tooltip(context, "You have shifted the view, so it does not follow the scene any more. " +
                         shortcut(Action::resetView) + " brings the first view back, " + shortcut(Action::frameScene) +
                         " shows all from the present direction; both follow again.");
    ImGui::End();
}

} // namespace

std::optional<Rectangle> gizmoPlace(const PanelContext& context)
{
    const Rectangle& viewport = context.ui.viewport;
    const float size = context.px(88.0f);
    if (!context.ui.panelsVisible || viewport.width < context.px(300.0f) || viewport.height < context.px(200.0f))
        return std::nullopt;
    const float margin = context.px(8.0f);
    return Rectangle{viewport.x + viewport.width - size - margin, viewport.y + viewport.height - size - margin, size,
                     size};
}

void drawGizmo(PanelContext& context, const Camera& camera)
{
    const std::optional<Rectangle> place = gizmoPlace(context);
    if (!place)
        return;
    const ImVec2 middle{place->x + 0.5f * place->width, place->y + 0.5f * place->height};
    std::array<SeenEnd, 6> ends = seenEnds(camera, middle, context.px(31.0f));
    std::sort(ends.begin(), ends.end(), [](const SeenEnd& a, const SeenEnd& b) { return a.depth < b.depth; });

    beginBare("gizmo", {place->x, place->y}, {place->width, place->height});
    placeWindow(context, "overlay gizmo");
    const AxisEnd* hovered = nullptr;
    // The nearest end first: it takes the mouse from those behind.
    for (const SeenEnd& seen : ends)
    {
        const float half = context.px(10.0f);
        ImGui::SetCursorScreenPos({seen.at.x - half, seen.at.y - half});
        constexpr float straight = -0.99f; // it points at the viewer: a click looks from the other side
        const Action action = seen.depth < straight ? seen.end->opposite : seen.end->from;
        if (ImGui::InvisibleButton(seen.end->name, {2.0f * half, 2.0f * half}))
            context.ui.request(action);
        placeItem(context, std::string("axis ") + seen.end->name);
        if (!ImGui::IsItemHovered())
            continue;
        hovered = seen.end;
        tooltip(context, capital(std::string(keyBinding(action).help)) + " (" + shortcut(action) +
                             "). The right mouse button turns the view, the wheel zooms.");
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsWindowHovered())
        list.AddCircleFilled(middle, 0.5f * place->width, packed(context.colours.panel, 0.55f), 0);
    std::for_each(ends.rbegin(), ends.rend(),
                  [&](const auto& seen) { drawEnd(context, list, seen, middle, seen.end == hovered); });
    ImGui::End();

    if (!context.ui.viewFollows)
        drawViewState(context, {place->x + place->width, place->y - context.px(4.0f)});
}

float drawRemark(PanelContext& context)
{
    const auto* host = hostOf<RemarkHost>(std::as_const(context.workbench).scene());
    const Rectangle& viewport = context.ui.viewport;
    if (host == nullptr || context.workbench.divergence() || !context.ui.panelsVisible ||
        viewport.width < context.px(260.0f) || viewport.height < context.px(200.0f))
        return 0.0f;
    std::optional<Remark> remark = host->remark();
    if (!remark && context.ui.theoryShapes && context.workbench.snapshot().theory.empty())
        remark = host->whyNoTheory();
    if (!remark)
        return 0.0f;
    const std::string line = withPlainNames(remark->text);
    const ImVec2 padding{context.px(12.0f), context.px(6.0f)};
    // Between the lesson and the gizmo, and centred where there is room for that; above the lesson where the room
    // beside it is narrow.
    const float margin = context.px(10.0f);
    const std::optional<Rectangle> gizmo = gizmoPlace(context);
    const float end = gizmo ? gizmo->x - margin : viewport.right() - margin;
    const Rectangle& lesson = context.ui.lessonCard;
    const bool beside = lesson.width > 0.0f && end - lesson.right() - margin >= context.px(300.0f);
    const float begin = (beside ? lesson.right() : viewport.x) + margin;
    const float most = end - begin - 2.0f * padding.x;
    const ImVec2 buttons = curesSize(remark->cures, most);
    const float width = std::min(most, std::max(textSize(line).x, buttons.x));
    ImVec2 size = textSize(line, width);
    if (!remark->cures.empty())
        size.y += ImGui::GetStyle().ItemSpacing.y + buttons.y;
    size = {width + 2.0f * padding.x, size.y + 2.0f * padding.y};
    const float gap = margin + (beside ? 0.0f : viewport.bottom() - cornerFloor(context, true));
    const float middle = viewport.x + 0.5f * (viewport.width - size.x);
    const ImVec2 from{std::round(std::clamp(middle, begin, std::max(begin, end - size.x))),
                      std::round(viewport.bottom() - size.y - gap)};
    const ImVec2 to{from.x + size.x, from.y + size.y};
    beginBare("remark", from, size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(from, to, packed(context.colours.panel, 0.92f), context.px(8.0f));
    outline(list, from, to, packed(context.colours.line), context.px(8.0f), 1.0f);
    ImGui::SetCursorPos(padding);
    ImGui::PushTextWrapPos(padding.x + width);
    text(context.colours.text, line);
    ImGui::PopTextWrapPos();
    ImGui::Indent(padding.x);
    drawCures(context, remark->cures);
    placeWindow(context, "remark");
    ImGui::End();
    return size.y + gap;
}

void drawEdgeArrow(PanelContext& context, const Camera& camera, float top)
{
    const Rectangle& viewport = context.ui.viewport;
    if (viewport.width < context.px(200.0f) || viewport.height < context.px(120.0f))
        return;
    const Snapshot& snapshot = context.workbench.snapshot();
    const std::optional<OffScreen> lost = offScreen(snapshot, camera, aspectOf(viewport));
    if (!lost)
        return;
    const float radius = context.px(13.0f);
    const EdgePlace edge = edgePlace(viewport, camera, lost->position, radius + context.px(8.0f));
    const std::string line =
        (lost->connection ? std::string("the ball") : std::string(context.workbench.scene().info().title)) +
        " \u00b7 " + shortcut(Action::frameScene);
    const ImVec2 padding{context.px(9.0f), context.px(4.0f)};
    const ImVec2 wide = textSize(line);
    const float width = 2.0f * radius + context.px(4.0f) + wide.x + 2.0f * padding.x;
    const float height = std::max(2.0f * radius, wide.y + 2.0f * padding.y);

    // The label stands on the inner side of the arrow, all of it in the viewport and above the gizmo.
    const bool labelLeft = edge.position.x > viewport.x + 0.5f * viewport.width;
    ImVec2 from{labelLeft ? edge.position.x + radius - width : edge.position.x - radius,
                edge.position.y - 0.5f * height};
    from.x = std::clamp(from.x, viewport.x, std::max(viewport.x, viewport.x + viewport.width - width));
    from.y = std::max(from.y, top + context.px(4.0f));
    if (const std::optional<Rectangle> gizmo = gizmoPlace(context);
        gizmo && from.x + width > gizmo->x && from.y + height > gizmo->y - context.px(30.0f))
        from.y = gizmo->y - context.px(34.0f) - height;
    beginBare("edge arrow", from, {width, height});
    if (ImGui::InvisibleButton("frame", {width, height}))
        context.ui.request(Action::frameScene);
    placeItem(context, "button edge arrow");
    const bool hovered = ImGui::IsItemHovered();
    tooltip(context, "Outside the picture in this direction. A click, or " + shortcut(Action::frameScene) +
                         ", shows all of the scene and follows it.");

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 disc{labelLeft ? from.x + width - radius : from.x + radius, from.y + 0.5f * height};
    const ImU32 ink = packed(context.colours.panel);
    const ImU32 accent = packed(context.colours.accent);
    const float left = labelLeft ? from.x : from.x + 2.0f * radius + context.px(4.0f);
    const ImVec2 low{left, from.y + 0.5f * (height - wide.y) - padding.y};
    const ImVec2 high{left + wide.x + 2.0f * padding.x, low.y + wide.y + 2.0f * padding.y};
    list.AddRectFilled(low, high, packed(hovered ? context.colours.fieldHovered : context.colours.panel, 0.92f),
                       context.px(8.0f));
    outline(list, low, high, packed(context.colours.line), context.px(8.0f), 1.0f);
    drawText(list, {low.x + padding.x, low.y + padding.y}, packed(context.colours.text), line);
    list.AddCircleFilled(disc, radius, accent, 32);
    if (hovered)
        list.AddCircle(disc, radius, packed(context.colours.text), 0, context.px(1.6f));
    // A head whose base is 0.9 of its height, with a notch: of an equilateral one each tip points somewhere.
    const glm::vec2 tip = 0.72f * radius * edge.direction;
    const glm::vec2 back = -0.8f * tip;
    const glm::vec2 across = 0.45f * 1.8f * glm::vec2(-tip.y, tip.x);
    const glm::vec2 notch = -0.25f * tip;
    const auto at = [&](const glm::vec2& by) { return ImVec2{disc.x + by.x, disc.y + by.y}; };
    list.AddTriangleFilled(at(tip), at(back + across), at(notch), ink);
    list.AddTriangleFilled(at(tip), at(notch), at(back - across), ink);
    ImGui::End();
}

} // namespace ropewalk
