#include "number_field.hpp"

#include "app/language/translation.hpp"
#include "app/platform/imgui_versions.hpp"

#include "files/quantity.hpp"

#include "text/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

namespace ropewalk
{

namespace
{

constexpr float dragThreshold = 3.0f; ///< [px] at scale 1

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

constexpr double radiansPerDegree = std::numbers::pi / 180.0;

/// The value that a key moves it to: 1/100 of the track on, 1/1000 with Shift and 1/10 with Ctrl; further where the
/// value would stay the same.
double stepped(double value, const NumberScale& scale, const KeyFocus::Act& act)
{
    const double by = act.sideways * (act.how.fine ? 0.001 : act.how.coarse ? 0.1 : 0.01);
    const double from = scale.place(value);
    double to = value;
    for (int i = 1; to == value && i <= 100 && std::abs(i * by) <= 1.0; ++i)
        to = scale.value(from + i * by);
    return to;
}

} // namespace

std::string_view NumberField::zeroOf(std::string_view sentence)
{
    constexpr std::string_view mark = "; 0: ";
    const std::size_t at = sentence.find(mark);
    if (at == std::string_view::npos)
        return {};
    sentence.remove_prefix(at + mark.size());
    return sentence.substr(0, sentence.find('.'));
}

FieldEvent NumberField::draw(PanelContext& context, const std::string& name, float width, const Number& number)
{
    const double value = number.value;
    const NumberScale& scale = number.scale;
    const ImGuiID own = ImGui::GetID(name.c_str());
    if (typingId_ == own)
        return drawEntry(context, name, width);

    FieldEvent event;
    const KeyFocus::Act act = context.ui.keys.at(name, KeyFocus::Kind::value);
    if (act.pressed)
        startTyping(context, own, number, true);
    if (act.sideways != 0)
    {
        event.began = !act.how.repeated; // one undo takes back all that a held key has done
        event.dragged = stepped(value, scale, act);
        event.ended = true;
    }
    ImGui::InvisibleButton(name.c_str(), {std::max(1.0f, width), ImGui::GetFrameHeight()});
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemHovered())
    {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        event.restore = ImGui::IsMouseClicked(ImGuiMouseButton_Right);
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) ||
            (io.KeyCtrl && ImGui::IsMouseClicked(ImGuiMouseButton_Left)))
        {
            startTyping(context, own, number, false);
            drawBar(context, number);
            placeItem(context, name, act);
            return event;
        }
    }
    if (ImGui::IsItemActivated())
    {
        moving_ = false;
        pressedX_ = io.MousePos.x;
        pressedValue_ = value;
    }
    if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left) && ImGui::IsMousePosValid())
    {
        // The threshold does not count as movement, so that the value starts without a jump.
        const float threshold = context.px(dragThreshold);
        if (const float moved = io.MousePos.x - pressedX_; !moving_ && std::abs(moved) >= threshold)
        {
            moving_ = true;
            event.began = true;
            pressedX_ += std::copysign(threshold, moved);
        }
        if (moving_)
        {
            const float length = number.slider ? std::max(1.0f, ImGui::GetItemRectSize().x) : context.px(400.0f);
            event.dragged =
                scale.value(scale.place(pressedValue_) + static_cast<double>((io.MousePos.x - pressedX_) / length));
        }
    }
    event.ended = event.ended || (ImGui::IsItemDeactivated() && std::exchange(moving_, false));
    drawBar(context, number);
    placeItem(context, name, act);
    return event;
}

void NumberField::startTyping(PanelContext& context, ImGuiID id, const Number& number, bool byKey)
{
    context.ui.textAwaited = true;
    typingId_ = id;
    wantsFocus_ = true;
    hadFocus_ = false;
    byKey_ = byKey;
    moving_ = false;
    degrees_ = number.unit == "rad";
    constexpr double finest = 1e6; // of a degree: a round angle is typed as such
    const double shown = degrees_ ? std::round(number.value / radiansPerDegree * finest) / finest + 0.0 : number.value;
    std::snprintf(entry_.data(), entry_.size(), "%s", text::numberText(shown).c_str());
    shown_ = entry_.data();
}

FieldEvent NumberField::drawEntry(PanelContext& context, const std::string& name, float width)
{
    FieldEvent event;
    const KeyFocus::Act act = context.ui.keys.at(name, KeyFocus::Kind::text);
    ImGui::SetNextItemWidth(width);
    if (wantsFocus_)
        takeKeyboard(context);
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
    const bool cancelled = act.back || keyPressed(ImGuiKey_Escape);
    const bool left = byKey_ && !act.focused;
    if (entered || act.back || left || (hadFocus_ && !active && !wantsFocus_))
    {
        typingId_ = 0;
        if (!cancelled && !(degrees_ && shown_ == entry_.data()))
        {
            event.began = true;
            const std::optional<double> typed = degrees_ ? text::parseNumber(entry_.data()) : std::nullopt;
            event.typed = typed ? text::numberText(*typed * radiansPerDegree) : std::string(entry_.data());
        }
    }
    wantsFocus_ = wantsFocus_ && !active;
    placeItem(context, name, act);
    return event;
}

void NumberField::drawBar(PanelContext& context, const Number& number) const
{
    if (!ImGui::IsItemVisible())
        return;
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
    drawParts(list, c, from, to, number.parts, 0.0f, 0.22f);
    if (number.slider)
    {
        const float x = from.x + (to.x - from.x) * static_cast<float>(number.scale.place(number.value));
        list.PushClipRect(from, {std::max(from.x, x), to.y}, true);
        list.AddRectFilled(from, to, packed(c.fill), rounding);
        list.PopClipRect();
        drawParts(list, c, from, to, number.parts, to.y - from.y - context.px(3.0f),
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

    // The unit never goes: where there is little room, digits do.
    const float room = to.x - from.x - context.px(6.0f);
    std::string shown(number.value == 0.0 ? number.zero : std::string_view());
    if (shown.empty() || sizeVerbatim(shown).x > room)
        for (int digits = 4; digits >= 2; --digits)
            if (shown = translated(quantityText(number.value, number.unit, digits)); sizeVerbatim(shown).x <= room)
                break;
    const float x = from.x + 0.5f * (to.x - from.x - sizeVerbatim(shown).x);
    const float y = from.y + 0.5f * (to.y - from.y - ImGui::GetFontSize());
    list.PushClipRect(from, to, true);
    drawVerbatim(list, {x, y}, packed(c.text), shown);
    list.PopClipRect();
}

} // namespace ropewalk
