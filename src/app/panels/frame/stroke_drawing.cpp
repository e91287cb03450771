#include "stroke_drawing.hpp"

#include "app/language/translation.hpp"
#include "app/platform/imgui_versions.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string_view>
#include <vector>

namespace ropewalk
{

namespace
{

const ImVec4& colourOf(const Palette& colours, Stroke::Ink ink)
{
    return ink == Stroke::Ink::rope      ? colours.curves[0]
           : ink == Stroke::Ink::other   ? colours.curves[1]
           : ink == Stroke::Ink::faint   ? colours.muted
           : ink == Stroke::Ink::support ? colours.text
                                         : colours.accent;
}

} // namespace

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

void drawStrokes(const PanelContext& context, const std::vector<Stroke>& strokes, const ImVec2& origin, float unit)
{
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::vector<ImVec2> points;
    for (const Stroke& stroke : strokes)
    {
        points.clear();
        for (const rope::Vec2& point : stroke.points)
            points.emplace_back(origin.x + unit * static_cast<float>(point.x),
                                origin.y + unit * static_cast<float>(point.y));
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
        case Stroke::Kind::words:
        {
            const float height = std::max(context.px(9.5f), size * unit); // still to be read
            const std::string_view text = translated(stroke.text);
            const char* end = text.data() + text.size();
            const ImVec2 room = context.fonts.body()->CalcTextSizeA(height, FLT_MAX, 0.0f, text.data(), end);
            const float left = points[0].x - static_cast<float>(stroke.anchor) * room.x;
            list.AddText(context.fonts.body(), height, {left, points[0].y - 0.8f * room.y}, colour, text.data(), end);
            break;
        }
        }
    }
}

} // namespace ropewalk
