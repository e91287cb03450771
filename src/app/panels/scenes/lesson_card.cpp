#include "lesson_strip.hpp"

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

constexpr float mostOfViewport = 0.3f; ///< of its height, that the words may take
constexpr float paddingX = 8.0f;       ///< [px] at scale 1
constexpr float paddingY = 5.0f;       ///< [px] at scale 1
constexpr float gap = 10.0f;           ///< [px] at scale 1

std::span<const LessonStep> lessonOf(const PanelContext& context)
{
    return context.workbench.scene().info().lesson;
}

const std::vector<bool>& ticksOf(const PanelContext& context)
{
    return context.ui.lessons.done.at(std::string(context.workbench.scene().info().id));
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

TextLine wordsOf(const LessonStep& step)
{
    const auto span = [](TextSpan::Style style, std::string_view words) {
        return TextSpan{style, withPlainNames(words), {}};
    };
    return {span(TextSpan::Style::strong, step.act), span(TextSpan::Style::plain, " "),
            span(TextSpan::Style::plain, step.watch), span(TextSpan::Style::plain, " "),
            span(TextSpan::Style::plain, step.shows)};
}

/// Below the end of the last step.
std::string endOf(const PanelContext& context)
{
    const std::vector<bool>& ticks = ticksOf(context);
    const auto done = static_cast<std::size_t>(std::count(ticks.begin(), ticks.end(), true));
    return done == ticks.size() ? fmt::format("Well done: all {} steps of this lesson.", done)
                                : fmt::format("That was the lesson: {} of {} steps are done.", done, ticks.size());
}

/// How the strip is laid out at a width: in a narrow viewport title and buttons are short, and the words get the room.
struct Places
{
    const char* back = "Back";
    const char* next = "Next";
    const char* hide = "Hide";
    bool narrow = false;
    float words = 0.0f;      ///< [px] from the left
    float wordsWidth = 0.0f; ///< [px]
    float buttons = 0.0f;    ///< [px] from the left
};

std::string titleOf(const PanelContext& context, const Places& places)
{
    const std::size_t step = context.ui.lesson.step();
    const std::size_t count = lessonOf(context).size();
    if (step >= count)
        return places.narrow ? "" : "Lesson";
    return places.narrow ? fmt::format("{}/{}", step + 1, count) : fmt::format("Lesson {} of {}", step + 1, count);
}

Places placesAt(const PanelContext& context, float width)
{
    Places places;
    places.narrow = width < context.px(560.0f);
    if (places.narrow)
    {
        places.back = "<";
        places.next = ">";
        places.hide = "x";
    }
    const ImGuiStyle& style = ImGui::GetStyle();
    float buttons = 2.0f * style.ItemSpacing.x;
    for (const char* label : {places.back, places.next, places.hide})
        buttons += textSize(label).x + 2.0f * style.FramePadding.x;
    pushFont(context.fonts.heading());
    const float title = textSize(places.narrow ? "9/9" : "Lesson 9 of 9").x;
    ImGui::PopFont();
    places.words = title + context.px(paddingX + gap);
    places.buttons = width - buttons - context.px(paddingX);
    places.wordsWidth = places.buttons - places.words - context.px(gap);
    return places;
}

float oneLine(const PanelContext& context)
{
    return ImGui::GetFrameHeight() + context.px(2.0f * paddingY);
}

constexpr float tickRadius = 6.0f; // [px] at scale 1
constexpr float tickSpacing = 2.6f * tickRadius;

/// A circle for each step, with a tick in those that are done; one below the other where there is no room in a row.
void drawTicks(PanelContext& context, const ImVec2& from, bool narrow)
{
    const std::vector<bool>& ticks = ticksOf(context);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float radius = context.px(tickRadius);
    for (std::size_t i = 0; i < ticks.size(); ++i)
    {
        const float along = radius + context.px(tickSpacing) * static_cast<float>(i);
        const ImVec2 middle{from.x + (narrow ? radius : along), from.y + (narrow ? along : radius)};
        const bool present = i == context.ui.lesson.step();
        const ImVec4& colour = ticks[i]  ? context.colours.good
                               : present ? context.colours.accent
                                         : context.colours.muted;
        list.AddCircle(middle, radius, packed(colour), 0, context.px(present ? 2.0f : 1.0f));
        if (!ticks[i])
            continue;
        const auto point = [&](float x, float y) { return ImVec2(middle.x + x * radius, middle.y + y * radius); };
        const ImVec2 tick[] = {point(-0.5f, 0.05f), point(-0.1f, 0.45f), point(0.55f, -0.4f)};
        list.AddPolyline(tick, 3, packed(colour), 0, context.px(2.0f));
    }
}

void drawButtons(PanelContext& context, const Places& places)
{
    const std::size_t step = context.ui.lesson.step();
    ImGui::SetCursorPos({places.buttons, context.px(paddingY)});
    actionButton(context, places.back, "button lesson back", Action::previousLessonStep, step > 0);
    ImGui::SameLine();
    actionButton(context, places.next, "button lesson next", Action::nextLessonStep, step < lessonOf(context).size());
    ImGui::SameLine();
    actionButton(context, places.hide, "button lesson hide", Action::lesson);
}

} // namespace

float LessonStrip::height(const PanelContext& context, const Rectangle& viewport)
{
    const Places places = placesAt(context, viewport.width);
    const float width = places.wordsWidth;
    if (width < context.px(120.0f))
        return viewport.height; // no room
    Words words{std::string(context.workbench.scene().info().id), width, ImGui::GetFontSize(), 0.0f, {}, {}};
    if (!words_.fits(words))
    {
        // The title and its circles below.
        const float ticks = places.narrow ? tickSpacing * static_cast<float>(lessonOf(context).size()) : 14.0f;
        words.height = ImGui::GetTextLineHeightWithSpacing() + context.px(ticks);
        for (const LessonStep& step : lessonOf(context))
            words.lines.push_back(wordsOf(step));
        for (const TextLine& line : words.lines)
        {
            words.paragraphs.push_back(layOut(context.fonts, line, width));
            words.height = std::max(words.height, words.paragraphs.back().height);
        }
        words_ = std::move(words);
    }
    const float whole = words_.height + context.px(2.0f * paddingY);
    return whole <= mostOfViewport * viewport.height ? whole : oneLine(context);
}

void LessonStrip::draw(PanelContext& context, const Rectangle& at)
{
    const std::span<const LessonStep> lesson = lessonOf(context);
    const std::size_t step = context.ui.lesson.step();
    const Places places = placesAt(context, at.width);
    const bool folded = at.height < oneLine(context) + ImGui::GetFontSize();
    if (beginPanel(context, "lesson", at, noScrolling, {paddingX, paddingY}, true))
    {
        const float left = context.px(paddingX);
        const ImVec2 window = ImGui::GetWindowPos();
        ImGui::SetCursorPos({left, context.px(paddingY)});
        if (folded)
            ImGui::AlignTextToFramePadding();
        heading(context, titleOf(context, places));
        if (!folded)
            drawTicks(context,
                      {window.x + left, window.y + context.px(paddingY) + ImGui::GetTextLineHeightWithSpacing()},
                      places.narrow);
        ImGui::SetCursorPos({places.words, context.px(paddingY)});
        if (step >= lesson.size())
        {
            const SceneInfo& next = nextScene(context);
            std::string label = fmt::format("Next: {}", next.title);
            if (folded && textSize(label).x + 2.0f * ImGui::GetStyle().FramePadding.x > places.wordsWidth)
                label = "Next scene";
            if (!folded)
            {
                ImGui::AlignTextToFramePadding();
                text(context, endOf(context));
                ImGui::SetCursorPosX(places.words);
            }
            if (button(context, label.c_str(), "button lesson scene", endOf(context)))
                context.ui.sceneRequest = std::string(next.id);
        }
        else if (folded)
        {
            // The rest of the words is in the tooltip.
            const std::string act = withPlainNames(lesson[step].act);
            ImGui::AlignTextToFramePadding();
            ImGui::PushClipRect({window.x + places.words, window.y},
                                {window.x + places.words + places.wordsWidth, window.y + at.height}, true);
            text(ticksOf(context)[step] ? context.colours.good : context.colours.text, act);
            ImGui::PopClipRect();
            tooltip(context, fmt::format("{} {} {}", lesson[step].act, lesson[step].watch, lesson[step].shows));
        }
        else
        {
            ImGui::BeginChild("words", {places.wordsWidth, 0.0f}, false, ImGuiWindowFlags_NoNav | noScrolling);
            drawParagraph(context, words_.paragraphs[step]);
            ImGui::EndChild();
        }
        if (step < lesson.size())
            context.ui.place(ticksOf(context)[step] ? "lesson ticked" : "lesson open", at);
        drawButtons(context, places);
    }
    ImGui::End();
}

} // namespace ropewalk
