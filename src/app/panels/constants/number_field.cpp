#include "number_field.hpp"

#include "app/platform/imgui_versions.hpp"

#include <rope/text.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ropewalk
{

namespace
{

constexpr float dragThreshold = 3.0f; ///< [px] at scale 1
constexpr double holdTime = 0.3;      ///< [s] after which a press alone moves the slider

/// Colours the parts of a track, from `top` pixels below its upper edge down.
void drawParts(ImDrawList& list, const Palette& colours, const ImVec2& from, const ImVec2& to,
               const std::vector<TrackPart>& parts, float top, float alpha)
{
    const float rounding = ImGui::GetStyle().FrameRounding;
    const float width = to.x - from.x;
    for (const TrackPart& part : parts)
    {
        const ImVec4& colour = part.kind == TrackPart::unstable ? colours.bad : colours.close;
        // Clips the whole track instead of drawing a part of it: so the ends of the track stay round.
        list.PushClipRect({from.x + width * static_cast<float>(part.from), from.y + top},
                          {from.x + width * static_cast<float>(part.to), to.y}, true);
        list.AddRectFilled(from, to, packed(colour, alpha), rounding);
        list.PopClipRect();
    }
}

} // namespace

FieldEvent NumberField::draw(PanelContext& context, const char* id, float width, double value, const NumberScale& scale,
                             std::string_view unit, Kind kind, const std::vector<TrackPart>& parts)
{
    const ImGuiID own = ImGui::GetID(id);
    if (typingId_ == own)
        return drawEntry(context, width);

    FieldEvent event;
    ImGui::InvisibleButton(id, {std::max(1.0f, width), ImGui::GetFrameHeight()});
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemHovered())
    {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        event.restore = ImGui::IsMouseClicked(ImGuiMouseButton_Right);
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) ||
            (io.KeyCtrl && ImGui::IsMouseClicked(ImGuiMouseButton_Left)))
        {
            typingId_ = own;
            wantsFocus_ = true;
            hadFocus_ = false;
            std::snprintf(entry_.data(), entry_.size(), "%s", rope::numberText(value).c_str());
            moving_ = false;
            drawBar(context, value, scale, unit, kind, parts);
            return event;
        }
    }
    if (ImGui::IsItemActivated())
    {
        moving_ = false;
        pressedAt_ = context.ui.now;
        pressedX_ = io.MousePos.x;
        pressedValue_ = value;
    }
    if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left) && ImGui::IsMousePosValid())
    {
        const bool pressedLong = kind == Kind::slider && context.ui.now - pressedAt_ > holdTime;
        if (!moving_ && (pressedLong || std::abs(io.MousePos.x - pressedX_) >= context.px(dragThreshold)))
        {
            moving_ = true;
            event.began = true;
        }
        if (moving_)
        {
            const double from = static_cast<double>(ImGui::GetItemRectMin().x);
            const double length = std::max(1.0, static_cast<double>(ImGui::GetItemRectSize().x));
            const double x = static_cast<double>(io.MousePos.x);
            if (kind == Kind::slider)
                event.dragged = scale.value((x - from) / length);
            else
                event.dragged = scale.value(scale.place(pressedValue_) + (x - static_cast<double>(pressedX_)) /
                                                                             static_cast<double>(context.px(400.0f)));
        }
    }
    drawBar(context, value, scale, unit, kind, parts);
    return event;
}

FieldEvent NumberField::drawEntry(PanelContext& context, float width)
{
    FieldEvent event;
    ImGui::SetNextItemWidth(width);
    if (wantsFocus_)
        ImGui::SetKeyboardFocusHere();
    ImGui::PushStyleColor(ImGuiCol_FrameBg, context.colours.panel);
    ImGui::PushStyleColor(ImGuiCol_Border, context.colours.accent);
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
    const bool entered = ImGui::InputText("##entry", entry_.data(), entry_.size(),
                                          ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor(2);
    const bool active = ImGui::IsItemActive();
    hadFocus_ = hadFocus_ || active;
    // Escape ends the entry without a change. A click elsewhere takes the text over, as Enter does.
    const bool cancelled = keyPressed(ImGuiKey_Escape);
    if (entered || (hadFocus_ && !active && !wantsFocus_))
    {
        typingId_ = 0;
        if (!cancelled)
        {
            event.began = true;
            event.typed = std::string(entry_.data());
        }
    }
    wantsFocus_ = wantsFocus_ && !active;
    return event;
}

void NumberField::drawBar(PanelContext& context, double value, const NumberScale& scale, std::string_view unit,
                          Kind kind, const std::vector<TrackPart>& parts) const
{
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    const bool active = ImGui::IsItemActive();
    const Palette& c = context.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float rounding = ImGui::GetStyle().FrameRounding;
    list.AddRectFilled(from, to,
                       packed(active                   ? c.fieldActive
                              : ImGui::IsItemHovered() ? c.fieldHovered
                                                       : c.field),
                       rounding);
    drawParts(list, c, from, to, parts, 0.0f, 0.22f);
    if (kind == Kind::slider)
    {
        const float x = from.x + (to.x - from.x) * static_cast<float>(scale.place(value));
        list.PushClipRect(from, {std::max(from.x, x), to.y}, true);
        list.AddRectFilled(from, to, packed(c.fill), rounding);
        list.PopClipRect();
        drawParts(list, c, from, to, parts, to.y - from.y - context.px(3.0f),
                  0.85f); // a strip that shows on the filled part too
        if (active || ImGui::IsItemHovered())
        {
            const float half = context.px(1.0f);
            const float at = std::clamp(x, from.x + half, std::max(from.x + half, to.x - half));
            list.AddRectFilled({at - half, from.y}, {at + half, to.y}, packed(c.accent), half);
        }
    }
    else if (active)
    {
        outline(list, from, to, packed(c.accent), rounding, 1.0f);
    }

    const std::string number = shortNumber(value, 6);
    const float room = to.x - from.x - context.px(6.0f);
    const float numberWidth = textSize(number).x;
    const std::string shownUnit = withUnit({}, unit);
    float unitWidth = shownUnit.empty() ? 0.0f : textSize(shownUnit).x;
    if (numberWidth + unitWidth > room)
        unitWidth = 0.0f;
    const float x = from.x + 0.5f * (to.x - from.x - numberWidth - unitWidth);
    const float y = from.y + 0.5f * (to.y - from.y - ImGui::GetFontSize());
    list.PushClipRect(from, to, true);
    drawText(list, {x, y}, packed(c.text), number);
    if (unitWidth > 0.0f)
        drawText(list, {x + numberWidth, y}, packed(c.text, 0.85f), shownUnit);
    list.PopClipRect();
}

} // namespace ropewalk
