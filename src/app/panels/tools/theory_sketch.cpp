#include "theory_panel.hpp"

#include "app/platform/imgui_versions.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ropewalk
{

namespace
{

/// A line from `from` to `to` whose end is a triangle.
void drawArrow(const PanelContext& context, ImDrawList& list, const ImVec2& from, const ImVec2& to, ImU32 colour,
               float thickness)
{
    const float length = std::max(1.0f, std::hypot(to.x - from.x, to.y - from.y));
    const ImVec2 along{(to.x - from.x) / length, (to.y - from.y) / length};
    const float head = context.px(6.0f);
    const ImVec2 base{to.x - head * along.x, to.y - head * along.y};
    list.AddLine(from, base, colour, thickness);
    list.AddTriangleFilled({base.x - 0.6f * head * along.y, base.y + 0.6f * head * along.x},
                           {base.x + 0.6f * head * along.y, base.y - 0.6f * head * along.x}, to, colour);
}

const ImVec4& colourOf(const Palette& colours, Stroke::Ink ink)
{
    return ink == Stroke::Ink::rope      ? colours.curves[0]
           : ink == Stroke::Ink::faint   ? colours.muted
           : ink == Stroke::Ink::support ? colours.text
                                         : colours.accent;
}

} // namespace

void drawSketch(PanelContext& context, const Sketch& sketch, const Rectangle& at)
{
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float unit = std::min(at.height - context.px(20.0f), at.width / 2.1f);
    const ImVec2 top{at.x + 0.5f * at.width, at.y + 0.5f * (at.height - unit)};
    std::vector<ImVec2> points;
    for (const Stroke& stroke : sketch.strokes())
    {
        points.clear();
        for (const rope::Vec2& point : stroke.points)
            points.emplace_back(top.x + unit * static_cast<float>(point.x), top.y + unit * static_cast<float>(point.y));
        const ImU32 colour = packed(colourOf(context.colours, stroke.ink), static_cast<float>(stroke.alpha));
        const float size = static_cast<float>(stroke.size);
        switch (stroke.kind)
        {
        case Stroke::Kind::line:
            polyline(list, points.data(), static_cast<int>(points.size()), colour, context.px(size));
            break;
        case Stroke::Kind::mass:
            list.AddCircleFilled(points[0], context.px(size), colour);
            break;
        case Stroke::Kind::disc:
            list.AddCircleFilled(points[0], size * unit, colour, 32);
            break;
        case Stroke::Kind::arrow:
            drawArrow(context, list, points[0], points[1], colour, context.px(size));
            break;
        case Stroke::Kind::label:
            drawText(list, {points[0].x + context.px(8.0f), points[0].y - 0.5f * ImGui::GetFontSize()}, colour,
                     stroke.text);
            break;
        }
    }
}

} // namespace ropewalk
