#include "lesson_card.hpp"

#include "app/language/translation.hpp"
#include "app/platform/imgui_versions.hpp"

#include "files/plain_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ropewalk
{

namespace
{

// In pixels at scale 1.
constexpr float widestCard = 420.0f;
constexpr float cardMargin = 12.0f;
constexpr float paddingX = 12.0f;
constexpr float paddingY = 9.0f;
constexpr float tickRadius = 5.0f;
constexpr float tickSpacing = 14.0f;

constexpr float usualHeight = 112.0f;   ///< for which the view makes room, so that it rests from step to step
constexpr float leastViewport = 350.0f; ///< of its height; in a smaller one the card is folded

std::span<const LessonStep> lessonOf(const PanelContext& context)
{
    return context.workbench.scene().lesson();
}

const std::vector<bool>& ticksOf(const PanelContext& context)
{
    return context.ui.lesson.done();
}

/// The scene after this one in the list; the first one after the last.
const SceneInfo& nextScene(const PanelContext& context)
{
    const std::vector<SceneEntry>& all = scenes();
    std::size_t next = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].info.id == context.workbench.scene().info().id)
            next = (i + 1) % all.size();
    return all[next].info;
}

/// Below the end of the last step.
std::string endOf(const PanelContext& context)
{
    const std::vector<bool>& ticks = ticksOf(context);
    const auto done = static_cast<std::size_t>(std::count(ticks.begin(), ticks.end(), true));
    if (done == ticks.size())
        return "Well done: that is all of this lesson.";
    if (const LessonCheck* check = context.workbench.lessonCheck(); check && check->done() < check->doneAt().size())
        return fmt::format("That was the lesson: {} of {} steps are done, {} were so at the beginning.", done,
                           ticks.size(), check->doneAt().size() - check->done());
    return fmt::format("That was the lesson: {} of {} steps are done.", done, ticks.size());
}

TextSpan spanOf(TextSpan::Style style, std::string_view words)
{
    return {style, std::string(translated(withPlainNames(words))), {}};
}

} // namespace

/// A circle for each step, with a tick in those that are done. A tick that has just been earned grows.
void LessonCard::drawTicks(PanelContext& context, const ImVec2& from)
{
    const std::vector<bool>& ticks = ticksOf(context);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < ticks.size(); ++i)
    {
        constexpr double growth = 0.3; // [s]
        const bool present = i == context.ui.lesson.step();
        const double since = present && tickedAt_ >= 0.0 ? (context.ui.now - tickedAt_) / growth : 1.0;
        const float grown = 2.5f - 1.5f * static_cast<float>(std::clamp(since, 0.0, 1.0));
        const float radius = context.px(tickRadius) * (present && ticks[i] ? grown : 1.0f);
        const ImVec2 middle{from.x + context.px(tickRadius + tickSpacing * static_cast<float>(i)), from.y};
        const ImVec4& colour = ticks[i]  ? context.colours.good
                               : present ? context.colours.accent
                                         : context.colours.muted;
        list.AddCircle(middle, radius, packed(colour), 0, context.px(present ? 2.0f : 1.0f));
        if (!ticks[i])
            continue;
        const auto point = [&](float x, float y) { return ImVec2(middle.x + x * radius, middle.y + y * radius); };
        const ImVec2 tick[] = {point(-0.5f, 0.05f), point(-0.1f, 0.45f), point(0.55f, -0.4f)};
        polyline(list, tick, 3, packed(colour), context.px(2.0f));
    }
}

void LessonCard::layOutWords(const PanelContext& context, float width)
{
    const std::size_t step = context.ui.lesson.step();
    const bool ends = step >= lessonOf(context).size();
    Key key{std::string(context.workbench.scene().info().id),
            step,
            ends || ticksOf(context)[step],
            width,
            ImGui::GetFontSize(),
            std::string(language())};
    if (key == key_)
        return;
    const bool sameStep = key.scene == key_.scene && key.step == key_.step;
    if (sameStep && key.done && !key_.done)
        tickedAt_ = context.ui.now;
    else if (!sameStep)
        tickedAt_ = -1.0;
    key_ = std::move(key);
    if (ends)
    {
        act_ = {spanOf(TextSpan::Style::strong, endOf(context))};
        rest_ = {};
    }
    else
    {
        const LessonStep& shown = lessonOf(context)[step];
        act_ = {spanOf(TextSpan::Style::strong, shown.act)};
        // What to watch comes first; the reason is told afterwards.
        rest_ = shown.watch.empty() ? TextLine() : TextLine{spanOf(TextSpan::Style::plain, shown.watch)};
        if (key_.done && !shown.shows.empty())
            rest_.push_back(spanOf(TextSpan::Style::plain, " " + std::string(shown.shows)));
    }
    actPlaced_ = layOut(context.fonts, act_, width);
    restPlaced_ = rest_.empty() ? Paragraph() : layOut(context.fonts, rest_, width);
}

/// Which step it is, and the way to the others.
void LessonCard::drawFoot(PanelContext& context, const Rectangle& at)
{
    const std::size_t step = context.ui.lesson.step();
    const std::size_t count = lessonOf(context).size();
    const float left = context.px(paddingX);
    const float top = at.height - context.px(paddingY) - ImGui::GetFrameHeight();
    const ImVec2 window = ImGui::GetWindowPos();
    const ImGuiStyle& style = ImGui::GetStyle();
    const auto widthOf = [&style](const char* label) { return textSize(label).x + 2.0f * style.FramePadding.x; };

    const bool ends = step >= count; // the way on is the next scene, and of a file's lesson there is none
    const float gap = context.px(4.0f);
    const float x = at.width - left - widthOf("Back") - gap - widthOf("Hide") - (ends ? 0.0f : widthOf("Next") + gap);
    if (!ends)
    {
        // What has no room beside the buttons is left out.
        const std::string title = fmt::format("Lesson {}/{}", step + 1, count);
        const float titleEnd = left + textSize(title).x + context.px(10.0f);
        if (titleEnd < x)
        {
            ImGui::SetCursorPos({left, top});
            ImGui::AlignTextToFramePadding();
            text(context.colours.muted, title);
            context.ui.place("lesson title", {window.x + left, window.y + top, titleEnd - left, 0.0f});
        }
        if (titleEnd + context.px(tickSpacing) * static_cast<float>(count) < x)
            drawTicks(context, {window.x + titleEnd, window.y + top + 0.5f * ImGui::GetFrameHeight()});
    }
    else if (!context.workbench.lessonCheck())
    {
        const SceneInfo& next = nextScene(context);
        const std::string label =
            shortened(fmt::format("Next: {}", next.name), x - left - context.px(8.0f) - 2.0f * style.FramePadding.x);
        ImGui::SetCursorPos({left, top});
        if (button(context, label.c_str(), "button lesson scene", endOf(context)))
            context.ui.sceneRequest = std::string(next.id);
    }
    ImGui::SetCursorPos({x, top});
    actionButton(context, "Back", "button lesson back", Action::previousLessonStep, step > 0);
    if (!ends)
    {
        ImGui::SameLine(0.0f, gap);
        actionButton(context, "Next", "button lesson next", Action::nextLessonStep);
    }
    ImGui::SameLine(0.0f, gap);
    actionButton(context, "Hide", "button lesson hide", Action::lesson);
}

void LessonCard::drawWords(PanelContext& context, const Rectangle& at, bool folded, float lines)
{
    const float seen = folded ? at.y + context.px(paddingY) + lines : at.bottom();
    ImGui::PushClipRect({at.x, at.y}, {at.right() - (folded ? context.px(paddingX) : 0.0f), seen}, true);
    drawParagraph(context, actPlaced_);
    if (!rest_.empty())
        drawParagraph(context, restPlaced_);
    ImGui::PopClipRect();
    if (!folded)
    {
        drawFoot(context, at);
    }
    else
    {
        const ImVec2 dots = textSize("\u2026");
        drawText(*ImGui::GetWindowDrawList(),
                 {at.right() - dots.x - context.px(4.0f), at.bottom() - dots.y - context.px(4.0f)},
                 packed(context.colours.accent), "\u2026");
    }
}

Rectangle LessonCard::draw(PanelContext& context, float right)
{
    const Rectangle& viewport = context.ui.viewport;
    context.ui.coveredViewport = 0.0f;
    if (!context.ui.lessons.shown || !context.ui.panelsVisible || lessonOf(context).empty() ||
        viewport.width < context.px(240.0f) || viewport.height < context.px(150.0f))
        return {};
    const float width = std::min(context.px(widestCard), right - viewport.x - 2.0f * context.px(cardMargin));
    const float inner = width - 2.0f * context.px(paddingX);
    layOutWords(context, inner);

    const float foot = ImGui::GetFrameHeight() + context.px(6.0f);
    const float padding = 2.0f * context.px(paddingY);
    float height = std::ceil(actPlaced_.height + restPlaced_.height + foot + padding);
    const bool fits = viewport.height >= context.px(leastViewport); // and not by step, so that the view rests
    const bool folded = !fits && !unfolded_;
    const float lines = 2.0f * ImGui::GetTextLineHeightWithSpacing();
    if (folded)
        height = std::ceil(lines + padding);
    height = std::min(height, viewport.height - 2.0f * context.px(cardMargin));
    const Rectangle at{viewport.x + context.px(cardMargin),
                       std::round(viewport.bottom() - context.px(cardMargin) - height), width, height};

    constexpr float wide = 0.3f; // of the viewport: beside a card that takes less, there is room for the scene
    if (width > wide * viewport.width)
        context.ui.coveredViewport =
            ((fits ? context.px(usualHeight) : height) + context.px(cardMargin)) / viewport.height;
    ImGui::SetNextWindowBgAlpha(0.92f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {context.px(paddingX), context.px(paddingY)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
    ImGui::SetNextWindowPos({at.x, at.y});
    ImGui::SetNextWindowSize({at.width, at.height});
    ImGui::Begin("lesson", nullptr, panelFlags | noScrolling);
    ImGui::PopStyleVar(2);
    placeWindow(context, "panel lesson");
    beginKeys(context, "panel lesson");
    if (!fits)
    {
        // The whole card is the button that folds and unfolds it; the buttons of the foot lie over it.
        const ImVec2 from = ImGui::GetCursorPos();
        ImGui::SetCursorPos({0.0f, 0.0f});
        const float pressable = folded ? at.height : at.height - foot - context.px(paddingY);
        if (pressed(context, "button lesson fold", ImGui::InvisibleButton("fold", {at.width, pressable})))
            unfolded_ = !unfolded_;
        ImGui::SetCursorPos(from);
    }
    drawWords(context, at, folded, lines);
    if (context.ui.lesson.step() < lessonOf(context).size())
        context.ui.place(key_.done ? "lesson ticked" : "lesson open", at);
    ImGui::End();
    return at;
}

} // namespace ropewalk
