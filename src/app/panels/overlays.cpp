#include "bars_and_overlays.hpp"

#include "app/language/translation.hpp"
#include "app/platform/imgui_versions.hpp"

#include "app/view/picking.hpp"
#include "render/renderer.hpp"

#include "files/plain_name.hpp"
#include "files/quantity.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace ropewalk
{

namespace
{

constexpr float legendHeight = 32.0f; ///< [px] at scale 1, of the tension's colours

bool roomFor(const PanelContext& context, float width, float height)
{
    return context.ui.viewport.width >= context.px(width) && context.ui.viewport.height >= context.px(height);
}

bool hasLegend(const PanelContext& context)
{
    return context.ui.tensionColours && roomFor(context, 300.0f, legendHeight + 120.0f);
}

/// A line of text on a rounded background.
struct Pill
{
    ImVec2 top;  ///< the middle of its upper edge
    float width; ///< where it is wider it is wrapped
    float alpha = 1.0f;
    float highlight = 0.0f;
};

/// Returns its height.
float draw(const PanelContext& context, ImDrawList& list, const Pill& pill, std::string_view words)
{
    const std::string_view line = translated(words);
    const ImVec2 padding{context.px(12.0f), context.px(6.0f)};
    const float wrap = std::max(context.px(40.0f), pill.width - 2.0f * padding.x);
    const char* end = line.data() + line.size();
    const ImVec2 size = ImGui::CalcTextSize(line.data(), end, false, wrap);
    const ImVec2 from{std::round(pill.top.x - 0.5f * size.x - padding.x), std::round(pill.top.y)};
    const ImVec2 to{from.x + size.x + 2.0f * padding.x, from.y + size.y + 2.0f * padding.y};
    list.AddRectFilled(from, to, packed(context.colours.panel, 0.92f * pill.alpha), context.px(8.0f));
    outline(list, from, to, packed(context.colours.line, pill.alpha), context.px(8.0f), 1.0f);
    if (pill.highlight > 0.0f)
    {
        list.AddRectFilled(from, to, packed(context.colours.close, 0.35f * pill.highlight), context.px(8.0f));
        outline(list, from, to, packed(context.colours.close, pill.highlight), context.px(8.0f), context.px(2.5f));
    }
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {from.x + padding.x, from.y + padding.y},
                 packed(context.colours.text, pill.alpha), line.data(), end, wrap);
    return to.y - from.y;
}

/// A title "Tension [N]" with the prefix that suits the top of its scale: "Tension [kN]".
struct LegendScale
{
    std::string title;
    double top;
};
LegendScale legendScale(std::string_view title, double top)
{
    const std::size_t from = title.rfind('[');
    const std::size_t to = title.rfind(']');
    if (from == std::string_view::npos || to == std::string_view::npos || to < from || !(top > 0.0))
        return {std::string(title), top};
    const std::string_view unit = title.substr(from + 1, to - from - 1);
    const Quantity shown = quantity(top, unit);
    const std::optional<double> number = text::parseNumber(shown.number);
    if (!number)
        return {std::string(title), top};
    return {std::string(title.substr(0, from + 1)) + shown.unit + "]", *number};
}

} // namespace

void drawTimings(PanelContext& context)
{
    const Rectangle& viewport = context.ui.viewport;
    if (!context.ui.timingsOpen || !roomFor(context, 240.0f, 160.0f))
        return;
    ImGui::SetNextWindowPos({viewport.right() - context.px(8.0f), viewport.y + context.px(8.0f)}, ImGuiCond_Always,
                            {1.0f, 0.0f});
    ImGui::SetNextWindowBgAlpha(0.92f);
    beginFitting(context, "timings", panelFlags | ImGuiWindowFlags_NoInputs);
    const float column = textSize("snapshot  ").x;
    const float number = textSize("000.00 ms  ").x;
    const float left = ImGui::GetStyle().WindowPadding.x;
    const auto right = [&](int place, std::string_view line, const ImVec4& colour)
    {
        ImGui::SameLine(left + column + static_cast<float>(place + 1) * number - textSize(line).x);
        text(colour, line);
    };
    text(context.colours.muted, fmt::format("last {:.0f} s", Timings::window));
    right(0, "average", context.colours.muted);
    right(1, "worst", context.colours.muted);
    for (int part = 0; part < Timings::partCount; ++part)
    {
        const Timings::Summary summary = context.timings.summary(static_cast<Timings::Part>(part));
        ImGui::SetCursorPosX(left + (Timings::belongsToTheOneBefore(part) ? context.px(10.0f) : 0.0f));
        text(context, Timings::names[static_cast<std::size_t>(part)]);
        right(0, fmt::format("{:.2f} ms", summary.average * 1e3), context.colours.text);
        right(1, fmt::format("{:.2f} ms", summary.worst * 1e3), context.colours.text);
    }
    if (const double rate = context.timings.framesPerSecond(); rate > 0.0)
        text(context.colours.muted, fmt::format("{:.1f} frames a second", rate));
    ImGui::End();
}

float cornerFloor(const PanelContext& context, bool aboveLegend)
{
    const UiState& ui = context.ui;
    const float floor = ui.lessonCard.height > 0.0f ? ui.lessonCard.y : ui.viewport.bottom();
    return aboveLegend && hasLegend(context) ? floor - context.px(legendHeight + 10.0f) : floor;
}

void drawTensionLegend(PanelContext& context)
{
    const Rectangle& viewport = context.ui.viewport;
    if (!hasLegend(context))
        return;
    const float floor = cornerFloor(context, false);
    // Low and flat, along the lower edge: the rope's ends are above it.
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float padding = context.px(8.0f);
    const float width = context.px(140.0f);
    const float barHeight = context.px(8.0f);
    const Snapshot& snapshot = context.workbench.snapshot();
    const LegendScale scale = legendScale(snapshot.colourTitle, static_cast<double>(snapshot.tensionScale));
    const std::string& title = scale.title;
    const auto widest = [&](int count)
    {
        float most = 0.0f;
        for (int i = 0; i <= count; ++i)
            most = std::max(most, textSize(plainNumber(scale.top * i / count, 3)).x);
        return most + context.px(6.0f);
    };
    int ticks = 4; // fewer where their numbers would stand in each other
    while (ticks > 1 && widest(ticks) * static_cast<float>(ticks) > width)
        ticks /= 2;
    const float last = textSize(plainNumber(scale.top, 3)).x;
    const ImVec2 from{viewport.x + context.px(10.0f), floor - context.px(10.0f + legendHeight)};
    const float left = from.x + padding + textSize(title).x + context.px(12.0f);
    const ImVec2 to{left + width + 0.5f * last + padding, floor - context.px(10.0f)};
    list.AddRectFilled(from, to, packed(context.colours.panel, 0.9f), context.px(8.0f));
    outline(list, from, to, packed(context.colours.line), context.px(8.0f), 1.0f);
    const float barTop = from.y + context.px(5.0f);
    drawText(list, {from.x + padding, 0.5f * (from.y + to.y - ImGui::GetFontSize())}, packed(context.colours.text),
             title);
    constexpr int slices = 24;
    const auto colour = [&context](float value)
    {
        const glm::vec3 c = viridis(value, context.ui.theme);
        return packed({c.x, c.y, c.z, 1.0f});
    };
    for (int i = 0; i < slices; ++i)
    {
        const float begin = static_cast<float>(i) / slices;
        const float end = static_cast<float>(i + 1) / slices;
        list.AddRectFilledMultiColor({left + width * begin, barTop}, {left + width * end, barTop + barHeight},
                                     colour(begin), colour(end), colour(end), colour(begin));
    }
    for (int i = 0; i <= ticks; ++i)
    {
        const float x = left + width * static_cast<float>(i) / static_cast<float>(ticks);
        const std::string label = plainNumber(scale.top * i / ticks, 3);
        list.AddLine({x, barTop + barHeight}, {x, barTop + barHeight + context.px(3.0f)}, packed(context.colours.muted),
                     1.0f);
        const ImVec2 size = textSize(label);
        const float top = barTop + barHeight + context.px(2.0f);
        drawText(list, {x - 0.5f * size.x, top}, packed(context.colours.text), label);
        context.ui.place("tension tick " + label, {x - 0.5f * size.x, top, size.x, size.y});
    }
    context.ui.place("overlay tension", {from.x, from.y, to.x - from.x, to.y - from.y});
}

void drawLabels(PanelContext& context, const Camera& camera)
{
    const Rectangle& viewport = context.ui.viewport;
    if (!roomFor(context, 120.0f, 60.0f))
        return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImVec2 padding{context.px(7.0f), context.px(3.0f)};
    const float away = context.px(18.0f);
    std::vector<Rectangle> placed;
    list.PushClipRect(topLeft(viewport), bottomRight(viewport));
    for (const Label& label : context.workbench.snapshot().labels)
    {
        const std::optional<ImVec2> point = seenAt(context, camera, label.position);
        if (!point)
            continue;
        const std::string& shown = label.text;
        const ImVec2 size = textSize(shown);
        const float width = size.x + 2.0f * padding.x;
        const float height = size.y + 2.0f * padding.y;
        const bool fits = point->x + away + width < viewport.right();
        const float beside = std::round(fits ? point->x + away : point->x - away - width);
        const float x = std::max(viewport.x, beside); // a long one is seen from its beginning
        float y = std::round(std::max(viewport.y, point->y - away - height));
        // Above the labels that it would cover.
        const auto covers = [&](const Rectangle& other)
        { return x < other.right() && other.x < x + width && y < other.bottom() && other.y < y + height; };
        for (auto other = std::find_if(placed.begin(), placed.end(), covers); other != placed.end() && y > viewport.y;
             other = std::find_if(placed.begin(), placed.end(), covers))
            y = std::max(viewport.y, other->y - height - 1.0f);
        placed.push_back({x, y, width, height});
        list.AddLine({point->x, point->y}, {fits ? x : x + width, y + height}, packed(context.colours.muted, 0.8f),
                     context.px(1.0f));
        list.AddRectFilled({x, y}, {x + width, y + height}, packed(context.colours.panel, 0.88f), context.px(5.0f));
        drawText(list, {x + padding.x, y + padding.y}, packed(context.colours.text), shown);
        context.ui.place("label " + label.text, {x, y, width, height});
    }
    list.PopClipRect();
}

void drawToasts(PanelContext& context, float bottom)
{
    std::vector<Toast>& toasts = context.ui.toasts;
    const double now = context.ui.now;
    std::erase_if(toasts, [now](const Toast& toast) { return !(toast.until > now); });
    if (context.ui.helpOpen || !roomFor(context, 100.0f, 60.0f))
        return;
    constexpr double again = 3.0; // [s] for which a message can still be read that a dialog has hidden
    if (context.ui.typingOverlay())
    {
        for (Toast& toast : toasts)
            toast.until = std::max(toast.until, now + again);
        return;
    }
    const Rectangle& viewport = context.ui.viewport;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const float x = viewport.x + 0.5f * viewport.width;
    float y = std::min(cornerFloor(context, true), viewport.bottom() - bottom) - context.px(42.0f);
    for (auto toast = toasts.rbegin(); toast != toasts.rend() && y > viewport.y; ++toast)
    {
        const float alpha = static_cast<float>(std::clamp((toast->until - now) / 0.4, 0.0, 1.0));
        const float width = viewport.width - context.px(32.0f);
        // Dear ImGui's lists take 16,383 letters of one text.
        const std::string shown = withPlainNames(fmt::format("{:.500}", toast->text));
        const float height = draw(context, list, {{x, y}, width, alpha}, shown);
        context.ui.place("toast", {viewport.x, y, viewport.width, height});
        y -= height + context.px(6.0f);
    }
}

/// How a runaway is shown: "t = 4.384 s \u00b7 step 12 of 27 \u00b7 54 times slower".
std::string filmWords(const RunawayFilm& film)
{
    return fmt::format("t = {:.4f} s \u00b7 step {} of {} \u00b7 {} times slower", film.time(), film.step(),
                       film.steps(), plainNumber(film.slowness(), 2));
}

float drawPaused(PanelContext& context)
{
    constexpr double flash = 0.8; // [s]
    const Rectangle& viewport = context.ui.viewport;
    const float top = viewport.y + context.px(14.0f);
    Pill pill{{viewport.x + 0.5f * viewport.width, top}, viewport.width - context.px(24.0f)};
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    if (const std::optional<RunawayFilm>& film = context.workbench.runawayShown())
    {
        const float height = draw(context, list, pill, filmWords(*film));
        context.ui.place("overlay runaway", {viewport.x, top, viewport.width, height});
        return top + height;
    }
    if (context.ui.verb.verb())
        return drawVerbPill(context);
    // A replay's bar stands here, with its own button.
    if (!context.workbench.paused() || context.workbench.replay() || context.workbench.divergence() ||
        !roomFor(context, 120.0f, 80.0f))
        return viewport.y;
    const double since = (context.ui.now - context.ui.refusedAt) / flash;
    pill.highlight = static_cast<float>(std::clamp(1.0 - since, 0.0, 1.0));
    const std::string line = "Paused \u00b7 " + shortcut(Action::pause);
    const float height = draw(context, list, pill, line);
    context.ui.place("overlay paused", {viewport.x, top, viewport.width, height});
    return top + height;
}

void drawHiddenHint(PanelContext& context)
{
    if (!roomFor(context, 200.0f, 100.0f))
        return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const std::string line = shortcut(Action::panels) + " shows the panels";
    const Rectangle& viewport = context.ui.viewport;
    const ImVec2 top{viewport.right() - 0.5f * textSize(line).x - context.px(22.0f),
                     viewport.bottom() - ImGui::GetFontSize() - context.px(20.0f)};
    draw(context, list, {top, viewport.width, 0.8f}, line);
}

} // namespace ropewalk
