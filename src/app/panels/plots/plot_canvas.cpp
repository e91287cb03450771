#include "plot_canvas.hpp"

#include "plot_curve.hpp"

#include "app/language/translation.hpp"
#include "app/platform/imgui_versions.hpp"

#include "files/quantity.hpp"

#include <fmt/format.h>

#include <cmath>

namespace ropewalk
{

namespace
{

constexpr float menuRoom = 22.0f;    // [px] at scale 1, of the button at the top right
constexpr float leastMargin = 44.0f; // of the numbers at the left
constexpr float rightMargin = 4.0f;
constexpr float legendGap = 10.0f;
constexpr float strokeWidth = 14.0f; // of a curve in the legend, with the gap behind it

/// How many times as much an axis shows after the wheel has turned.
double wheelFactor()
{
    return std::pow(0.85, static_cast<double>(ImGui::GetIO().MouseWheel));
}

/// The name is cut, and the unit behind it stays.
std::string shortenedTitle(const std::string& title, float room)
{
    const std::size_t unit = title.rfind(" [");
    if (unit == std::string::npos)
        return shortened(title, room);
    return shortened(title.substr(0, unit), room - textSize(title.substr(unit)).x) + title.substr(unit);
}

} // namespace

PlotCanvas::PlotCanvas(PanelContext& context, const Rectangle& at)
    : context_(context),
      at_(at), area_{at.x + context.px(leastMargin), at.y, at.width - context.px(leastMargin + rightMargin), at.height},
      list_(ImGui::GetWindowDrawList())
{
}

float PlotCanvas::title(const std::vector<std::string>& titles)
{
    pushFont(context_.fonts.heading());
    const float room = at_.width - context_.px(menuRoom);
    const auto fits = std::find_if(titles.begin(), titles.end(),
                                   [room](const std::string& title) { return textSize(title).x <= room; });
    const std::string heading =
        fits != titles.end() ? std::string(translated(*fits)) : shortenedTitle(titles.back(), room);
    drawVerbatim(*list_, {at_.x, at_.y}, packed(context_.colours.text), heading);
    const float end = at_.x + sizeVerbatim(heading).x;
    ImGui::PopFont();
    return end;
}

/// The value's place keeps its width, so that the legend stands still while the digits change.
float PlotCanvas::widthOf(const LegendEntry& entry, bool values) const
{
    const float name = entry.name.empty() ? 0.0f : textSize(entry.name).x + context_.px(5.0f);
    const bool value = values && !entry.value.empty();
    return context_.px(strokeWidth) + name + (value ? std::max(textSize("-00.00").x, textSize(entry.value).x) : 0.0f);
}

/// The upper left corners of as many entries as `lines` lines have room for, and of the next one.
std::vector<ImVec2> PlotCanvas::placesOf(const std::vector<LegendEntry>& entries, float begin, int lines,
                                         bool values) const
{
    const float gap = context_.px(legendGap);
    std::vector<ImVec2> places;
    ImVec2 at{begin + gap, at_.y};
    int line = 1;
    for (const LegendEntry& entry : entries)
    {
        const float width = widthOf(entry, values);
        const bool last = &entry == &entries.back();
        const float more = last || line < lines ? 0.0f : textSize("+9").x + gap;
        if (at.x > at_.x && at.x + width + more > at_.right() - (line == 1 ? context_.px(menuRoom) : 0.0f))
        {
            if (line == lines)
                break;
            ++line;
            at = {at_.x, at.y + lineHeight()};
        }
        places.push_back(at);
        at.x += width + gap;
    }
    places.push_back(at);
    return places;
}

void PlotCanvas::drawEntry(const LegendEntry& entry, const ImVec2& from, bool values)
{
    const ImU32 colour = packed(entry.colour);
    const float middle = from.y + 0.5f * ImGui::GetFontSize();
    const float half = entry.dashed ? context_.px(4.0f) : context_.px(10.0f);
    list_->AddLine({from.x, middle}, {from.x + half, middle}, colour, context_.px(2.5f));
    if (entry.dashed)
        list_->AddLine({from.x + context_.px(6.0f), middle}, {from.x + context_.px(10.0f), middle}, colour,
                       context_.px(2.5f));
    const float name = from.x + context_.px(strokeWidth);
    drawText(*list_, {name, from.y}, packed(context_.colours.muted), entry.name);
    if (values)
        drawText(*list_, {name + (entry.name.empty() ? 0.0f : textSize(entry.name).x + context_.px(5.0f)), from.y},
                 colour, entry.value);
    context_.ui.place("legend " + entry.name, {from.x, from.y, widthOf(entry, values), lineHeight()});
}

float PlotCanvas::lineHeight() const
{
    return ImGui::GetFontSize() + context_.px(2.0f);
}

void PlotCanvas::legend(const std::vector<std::string>& titles, const std::vector<LegendEntry>& entries)
{
    list_->PushClipRect(topLeft(at_), bottomRight(at_), true);
    const float begin = title(titles);
    const int lines = std::max(1, static_cast<int>(0.3f * at_.height / lineHeight()));
    // Where not all fit, the values go before a name does; the tooltip has them.
    bool values = true;
    std::vector<ImVec2> places = placesOf(entries, begin, lines, values);
    if (places.size() <= entries.size() &&
        std::none_of(entries.begin(), entries.end(), [](const LegendEntry& entry) { return entry.name.empty(); }))
        places = placesOf(entries, begin, lines, values = false);
    const std::size_t drawn = places.size() - 1;
    for (std::size_t i = 0; i < drawn; ++i)
        drawEntry(entries[i], places[i], values);
    if (drawn < entries.size())
        drawText(*list_, places.back(), packed(context_.colours.muted), fmt::format("+{}", entries.size() - drawn));
    list_->PopClipRect();

    const float height = places.back().y + lineHeight() - at_.y;
    ImGui::SetCursorScreenPos({at_.x, at_.y});
    ImGui::InvisibleButton("legend", {std::max(1.0f, at_.width - context_.px(menuRoom)), height});
    if (wantsTooltip(context_))
    {
        ImGui::BeginTooltip();
        text(context_, titles.front());
        for (const LegendEntry& entry : entries)
            text(entry.colour, entry.name.empty() ? entry.value : entry.name + "  " + entry.value);
        ImGui::EndTooltip();
    }
    area_.y = at_.y + height + context_.px(3.0f);
    area_.height = at_.height - (area_.y - at_.y) - ImGui::GetFontSize() - context_.px(2.0f);
}

bool PlotCanvas::axes(const AxisSpan& across, const AxisSpan& up, std::string_view acrossUnit)
{
    across_ = across;
    up_ = up;
    acrossScale_ = 1.0 / (across.high - across.low);
    upScale_ = 1.0 / (up.high - up.low);
    const float fontSize = ImGui::GetFontSize();
    const ImU32 line = packed(context_.colours.line, 0.7f);
    const ImU32 label = packed(context_.colours.muted);
    const std::vector<AxisTick> vertical =
        axisTicks(up, std::max(1, static_cast<int>(area_.height / (1.5f * fontSize))));
    float widest = 0.0f;
    for (const AxisTick& tick : vertical)
        widest = std::max(widest, textSize(tick.label).x);
    const float margin = std::ceil(std::max(context_.px(leastMargin), widest + context_.px(9.0f)));
    area_.x = at_.x + margin;
    area_.width = at_.width - margin - context_.px(rightMargin);
    if (area_.width < context_.px(30.0f) || area_.height < context_.px(16.0f))
        return false;

    ImDrawList& list = *list_;
    list.AddRectFilled(topLeft(area_), bottomRight(area_), packed(context_.colours.field, 0.35f), context_.px(3.0f));
    for (const AxisTick& tick : vertical)
    {
        const float y = std::round(yOf(tick.value));
        list.AddLine({area_.x, y}, {area_.right(), y}, line, 1.0f);
        const float top =
            std::clamp(y - 0.5f * fontSize, area_.y - 0.35f * fontSize, area_.bottom() - 0.65f * fontSize);
        drawText(list, {area_.x - textSize(tick.label).x - context_.px(5.0f), top}, label, tick.label);
    }
    float end = at_.x;
    const float below = area_.bottom() + context_.px(1.0f);
    for (const AxisTick& tick : axisTicks(across, std::max(1, static_cast<int>(area_.width / (3.2f * fontSize)))))
    {
        const float x = std::round(xOf(tick.value));
        list.AddLine({x, area_.y}, {x, area_.bottom()}, line, 1.0f);
        if (cursor_ && std::abs(xOf(*cursor_) - x) < 4.0f * fontSize)
            continue; // the cursor's number stands there
        const std::string number = tick.label + std::string(acrossUnit.empty() ? "" : " ") + std::string(acrossUnit);
        const float width = textSize(number).x;
        const float left = x - 0.5f * width;
        if (left < end || left + width > at_.right())
            continue;
        drawText(list, {left, below}, label, number);
        end = left + width + context_.px(6.0f);
    }
    return true;
}

void PlotCanvas::curve(const std::vector<ImVec2>& points, const ImVec4& colour, float thickness)
{
    if (points.size() > 1)
        polyline(*list_, points.data(), static_cast<int>(points.size()), packed(colour), context_.px(thickness));
}

void PlotCanvas::dashed(const ImVec2& from, const ImVec2& to, ImU32 colour)
{
    // Rectangles on whole pixels are sharp without smoothed edges, which would be most of the work.
    const float dash = std::max(1.0f, std::round(context_.px(5.0f)));
    const float width = std::max(1.0f, std::round(context_.px(1.0f)));
    const bool upright = to.y - from.y > to.x - from.x;
    const ImVec2 start{std::round(from.x), std::round(from.y)};
    const float length = upright ? to.y - start.y : to.x - start.x;
    const int count = std::clamp(static_cast<int>(std::ceil(length / (2.0f * dash))), 0, 4000);
    list_->PrimReserve(6 * count, 4 * count);
    for (int i = 0; i < count; ++i)
    {
        const float begin = 2.0f * dash * static_cast<float>(i);
        const float end = std::min(begin + dash, length);
        const ImVec2 corner = upright ? ImVec2{start.x, start.y + begin} : ImVec2{start.x + begin, start.y};
        const ImVec2 other = upright ? ImVec2{start.x + width, start.y + end} : ImVec2{start.x + end, start.y + width};
        list_->PrimRect(corner, other, colour);
    }
}

void PlotCanvas::level(double value, const ImVec4& colour, std::string_view label)
{
    const double place = up_.place(value);
    if (!(place >= 0.0 && place <= 1.0))
        return;
    const float y = std::round(yOf(value));
    dashed({area_.x, y}, {area_.right(), y}, packed(colour));
    const ImVec2 size = textSize(label);
    if (size.x + context_.px(8.0f) > area_.width || size.y > area_.height)
        return;
    const float above = y - size.y;
    const float top = above >= area_.y ? above : y + context_.px(1.0f);
    // To the right of the labels that stand there already.
    float left = area_.x + context_.px(4.0f);
    for (const Rectangle& other : levelLabels_)
        if (top < other.bottom() && other.y < top + size.y)
            left = std::max(left, other.right() + context_.px(8.0f));
    if (left + size.x > area_.right())
        return;
    levelLabels_.push_back({left, top, size.x, size.y});
    list_->AddRectFilled({left - context_.px(2.0f), top}, {left + size.x + context_.px(2.0f), top + size.y},
                         packed(context_.colours.panel, 0.75f), context_.px(2.0f));
    drawText(*list_, {left, top}, packed(colour), label);
}

bool PlotCanvas::mark(double value, const ImVec4& colour, std::string_view label)
{
    const double place = across_.place(value);
    if (!(place >= 0.0 && place <= 1.0))
        return true;
    const float x = std::round(xOf(value));
    const ImVec2 size = textSize(label);
    const float left = x - 0.5f * size.x;
    const bool room = left > markEnd_ && left >= area_.x && left + size.x <= area_.right();
    const float top = room ? area_.y + size.y : area_.y;
    dashed({x, top}, {x, area_.bottom()}, packed(colour, room ? 0.8f : 0.35f));
    if (room)
    {
        drawText(*list_, {left, area_.y}, packed(colour), label);
        markEnd_ = left + size.x + context_.px(3.0f);
    }
    return room;
}

void PlotCanvas::cursor(double value, std::string_view label)
{
    const float x = std::clamp(xOf(value), area_.x, area_.right());
    list_->AddLine({x, area_.y}, {x, area_.bottom()}, packed(context_.colours.accent), context_.px(1.0f));
    const float width = textSize(label).x;
    const float left = std::clamp(x - 0.5f * width, at_.x, std::max(at_.x, at_.right() - width));
    const float y = area_.bottom() + context_.px(1.0f);
    list_->AddRectFilled({left - context_.px(3.0f), y}, {left + width + context_.px(3.0f), y + ImGui::GetFontSize()},
                         packed(context_.colours.panel));
    drawText(*list_, {left, y}, packed(context_.colours.accent), label);
}

void PlotCanvas::dot(double across, double up, const ImVec4& colour)
{
    const double place = up_.place(up);
    if (place >= 0.0 && place <= 1.0)
        list_->AddCircleFilled({std::clamp(xOf(across), area_.x, area_.right()), yOf(up)}, context_.px(3.0f),
                               packed(colour));
}

void PlotCanvas::note(std::string_view line)
{
    const std::string fitting = shortened(line, area_.width - context_.px(8.0f));
    const ImVec2 size = sizeVerbatim(fitting);
    if (size.y <= area_.height)
        drawVerbatim(*list_, {area_.x + 0.5f * (area_.width - size.x), area_.y + 0.5f * (area_.height - size.y)},
                     packed(context_.colours.muted), fitting);
}

std::pair<double, double> PlotCanvas::drag() const
{
    if (!ImGui::IsItemActive() || !ImGui::IsMouseDragging(ImGuiMouseButton_Left, context_.px(3.0f)))
        return {0.0, 0.0};
    const ImVec2 by = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, context_.px(3.0f));
    ImGui::ResetMouseDragDelta(ImGuiMouseButton_Left);
    return {-static_cast<double>(by.x / area_.width), static_cast<double>(by.y / area_.height)};
}

PlotGesture::Axis PlotCanvas::axisGesture(const Rectangle& at, const char* id, bool upright, bool& fit,
                                          std::string_view help)
{
    PlotGesture::Axis gesture;
    if (at.width < 1.0f || at.height < 1.0f)
        return gesture;
    ImGui::SetCursorScreenPos({at.x, at.y});
    ImGui::InvisibleButton(id, {at.width, at.height});
    const ImGuiIO& io = ImGui::GetIO();
    const double place = upright ? 1.0 - static_cast<double>((io.MousePos.y - area_.y) / area_.height)
                                 : static_cast<double>((io.MousePos.x - area_.x) / area_.width);
    if (ImGui::IsItemHovered())
    {
        if (io.MouseWheel != 0.0f)
        {
            gesture.factor = wheelFactor();
            gesture.about = std::clamp(place, 0.0, 1.0);
        }
        fit = fit || ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    }
    const auto [across, up] = drag();
    gesture.by = upright ? up : across;
    tooltip(context_, help);
    return gesture;
}

PlotGesture PlotCanvas::interact(const std::string& name)
{
    PlotGesture gesture;
    const std::string_view help = "Wheel: zoom this axis. Drag: move it. Double-click: all of it again.";
    gesture.up = axisGesture({at_.x, area_.y, area_.x - at_.x, area_.height}, "up", true, gesture.fit, help);
    placeItem(context_, name + " up");
    gesture.across =
        axisGesture({area_.x, area_.bottom(), area_.width, ImGui::GetFontSize()}, "across", false, gesture.fit, help);
    placeItem(context_, name + " across");

    ImGui::SetCursorScreenPos({area_.x, area_.y});
    ImGui::InvisibleButton("area", {area_.width, area_.height});
    placeItem(context_, name);
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemHovered())
    {
        gesture.acrossAt = static_cast<double>((io.MousePos.x - area_.x) / area_.width);
        gesture.upAt = 1.0 - static_cast<double>((io.MousePos.y - area_.y) / area_.height);
        if (io.MouseWheel != 0.0f)
        {
            gesture.across = {wheelFactor(), *gesture.acrossAt, 0.0};
            gesture.up = {wheelFactor(), *gesture.upAt, 0.0};
            gesture.ofArea = true;
        }
        gesture.fit = gesture.fit || ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    }
    if (const auto [across, up] = drag(); across != 0.0 || up != 0.0)
    {
        gesture.across.by = across;
        gesture.up.by = up;
        gesture.ofArea = true;
    }
    return gesture;
}

void PlotPen::to(double across, double up)
{
    if (std::isfinite(across) && std::isfinite(up))
        line_.emplace_back(canvas_.xOf(across), canvas_.yOf(up));
    else
        lift();
}

void PlotPen::lift()
{
    if (tolerance_ > 0.0f)
        straighten(line_, tolerance_);
    canvas_.curve(line_, colour_, thickness_);
    line_.clear();
}

std::string readout(double value, const AxisSpan& span)
{
    const double size = span.high - span.low;
    if (span.logarithmic)
        return plainNumber(value, 3);
    if (!std::isfinite(value) || std::abs(value) >= 1e5 || size < 1e-4 || value == std::round(value))
        return plainNumber(value);
    return fixedText(value, std::clamp(static_cast<int>(std::ceil(-std::log10(size / 500.0))), 0, 6));
}

} // namespace ropewalk
