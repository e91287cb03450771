#include "theory_chart.hpp"

#include "files/quantity.hpp"
#include "theory/all_experiments.hpp"

#include "app/panels/frame/stroke_drawing.hpp"
#include "app/panels/frame/tool_window.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace ropewalk
{

namespace
{

constexpr ToolInfo theoryTool{
    Tool::theoryBench, "theory", "Theory bench", "View", "F4", "experiments: predicted and measured", 420.0f, 700.0f};

/// The theory bench: a list of experiments, and of the chosen one its drawing, formulas, numbers and verdict.
class TheoryPanel : public ToolPanel
{
public:
    void draw(PanelContext& context, const Rectangle& dock) override;

private:
    void drawHead(PanelContext& context);
    void drawList(PanelContext& context);
    void drawChoice(PanelContext& context);
    void drawDetail(PanelContext& context);
    void drawPrediction(PanelContext& context, const char* name, const Prediction& prediction, std::string_view unit,
                        const Finding* finding);

    std::size_t chosen_ = 0;
};

const ToolRegistration<TheoryPanel> theoryRegistration(theoryTool);

using State = TheoryBench::State;

/// All the digits in which prediction and measurement may differ.
std::string longQuantity(double value, std::string_view unit)
{
    return plainNumber(value, 9) + (unit.empty() ? "" : " ") + plainUnit(unit);
}

struct Mark
{
    ImVec4 colour;
    std::string_view word;
};

Mark markOf(const Palette& colours, const TheoryBench::Entry& entry)
{
    if (entry.state == State::running)
        return {colours.accent, "runs"};
    if (entry.state == State::waiting)
        return {colours.muted, "waits"};
    if (entry.state == State::failed)
        return {colours.bad, "failed"};
    if (!entry.result)
        return {colours.line, ""};
    return entry.result->passed() ? Mark{colours.good, "agrees"} : Mark{colours.bad, "differs"};
}

/// A label in a column of its own, and beside it a value that is broken into lines.
void labelled(const PanelContext& context, std::string_view label, const ImVec4& colour, std::string_view value)
{
    const float left = ImGui::GetCursorPosX();
    text(context.colours.muted, label);
    ImGui::SameLine(left + std::max(context.px(84.0f), textSize(label).x + context.px(8.0f)));
    wrappedText(colour, value);
}

void progressBar(PanelContext& context, double part, float width)
{
    const float height = ImGui::GetFrameHeight() - context.px(8.0f);
    const ImVec2 from{ImGui::GetCursorScreenPos().x, ImGui::GetCursorScreenPos().y + context.px(4.0f)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float rounding = 0.5f * height;
    list.AddRectFilled(from, {from.x + width, from.y + height}, packed(context.colours.field), rounding);
    const float filled = std::max(height, width * static_cast<float>(std::clamp(part, 0.0, 1.0)));
    list.AddRectFilled(from, {from.x + filled, from.y + height}, packed(context.colours.accent), rounding);
    ImGui::Dummy({width, ImGui::GetFrameHeight()});
}

} // namespace

void TheoryPanel::draw(PanelContext& context, const Rectangle& dock)
{
    if (!beginTool(context, theoryTool, dock))
        return;
    drawHead(context);
    ImGui::Separator();
    const bool beside = dock.width >= context.px(560.0f);
    if (beside)
    {
        ImGui::BeginChild("experiments", {std::min(context.px(300.0f), 0.47f * dock.width), 0.0f}, false,
                          ImGuiWindowFlags_NoNav);
        drawList(context);
        ImGui::EndChild();
        ImGui::SameLine();
    }
    ImGui::BeginChild("experiment", {0.0f, 0.0f}, false, ImGuiWindowFlags_NoNav);
    if (!beside)
        drawChoice(context);
    drawDetail(context);
    ImGui::EndChild();
    ImGui::End();
}

void TheoryPanel::drawHead(PanelContext& context)
{
    const bool busy = context.bench.busy();
    if (busy && button(context, "Stop", "button stop", "Stops the experiments that run or wait"))
        context.bench.stop();
    if (!busy && button(context, "Run all", "button run all",
                        "Runs every experiment but those with knots, one after another, while the scene goes on"))
        context.bench.runAll();
    ImGui::SameLine(0.0f, context.px(10.0f));
    if (busy)
    {
        progressBar(context, context.bench.progress(), context.px(160.0f));
        placeItem(context, "progress all");
    }
    else if (const std::size_t finished = context.bench.finished(); finished > 0)
    {
        const std::size_t passed = context.bench.passed();
        ImGui::AlignTextToFramePadding();
        text(passed == finished ? context.colours.good : context.colours.bad,
             fmt::format("{} of {} agree with theory", passed, finished));
    }
    else
    {
        ImGui::AlignTextToFramePadding();
        text(context.colours.muted, fmt::format("{} experiments", allExperiments().size()));
    }
}

void TheoryPanel::drawList(PanelContext& context)
{
    const std::vector<const Experiment*>& all = allExperiments();
    const float dot = context.px(4.0f);
    for (std::size_t i = 0; i < all.size(); ++i)
    {
        if (i == experiments().size())
            text(context.colours.muted, "Knots: minutes each");
        const Mark mark = markOf(context.colours, context.bench.entry(i));
        const ImVec2 from = ImGui::GetCursorScreenPos();
        const float line = ImGui::GetTextLineHeight();
        ImGui::PushStyleColor(ImGuiCol_Header, context.colours.fill);
        constexpr const char* indent = "      ";
        const std::string title = shortened(all[i]->title, ImGui::GetContentRegionAvail().x - sizeVerbatim(indent).x);
        const bool clicked =
            ImGui::Selectable(fmt::format("{}{}###{}", indent, title, all[i]->id).c_str(), chosen_ == i);
        ImGui::PopStyleColor();
        if (pressed(context, "row " + std::string(all[i]->id), clicked))
            chosen_ = i;
        if (chosen_ != i)
            tooltip(context, fmt::format("{}\n{}", all[i]->title, all[i]->sentence)); // the list may cut its title
        ImGui::GetWindowDrawList()->AddCircleFilled({from.x + 2.4f * dot, from.y + 0.5f * line}, dot,
                                                    packed(mark.colour));
    }
}

void TheoryPanel::drawChoice(PanelContext& context)
{
    std::vector<ListChoice> choices;
    for (const Experiment* experiment : allExperiments())
        choices.push_back({std::string(experiment->title), "row " + std::string(experiment->id)});
    ImGui::SetNextItemWidth(-1.0f);
    chosen_ = choiceBox(context, "choice experiment", chosen_, choices).value_or(chosen_);
}

void TheoryPanel::drawDetail(PanelContext& context)
{
    const Experiment& experiment = *allExperiments()[chosen_];
    const TheoryBench::Entry entry = context.bench.entry(chosen_);
    const Mark mark = markOf(context.colours, entry);
    heading(context, experiment.title);
    wrappedText(context.colours.muted, experiment.sentence);

    const bool pending = entry.state == State::running || entry.state == State::waiting;
    if (button(context, entry.result ? "Run again" : "Run it", "button run " + std::string(experiment.id), {},
               !pending))
        context.bench.run(chosen_);
    ImGui::SameLine(0.0f, context.px(10.0f));
    if (entry.state == State::running)
    {
        progressBar(context, entry.progress, context.px(160.0f));
        placeItem(context, "progress " + std::string(experiment.id));
    }
    else
    {
        ImGui::AlignTextToFramePadding();
        text(mark.colour, entry.state == State::failed ? entry.error : std::string(mark.word));
    }

    const float space = ImGui::GetContentRegionAvail().y;
    const float tables = context.px(experiment.textbook.formula.empty() ? 175.0f : 345.0f);
    const float chart = std::clamp(space - tables, context.px(110.0f), context.px(320.0f));
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const Rectangle at{from.x, from.y, ImGui::GetContentRegionAvail().x, chart};
    ImGui::Dummy({at.width, at.height});
    placeItem(context, "chart " + std::string(experiment.id));
    if (entry.result)
        drawChart(context, entry.result->chart, at);
    else
    {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.AddRectFilled(topLeft(at), bottomRight(at), packed(context.colours.field), context.px(6.0f));
        const std::string hint = "Run it to see prediction and measurement";
        const ImVec2 size = textSize(hint);
        const float below = size.y + context.px(6.0f);
        drawText(list, {at.x + 0.5f * (at.width - size.x), at.bottom() - below}, packed(context.colours.muted), hint);
        const float room = at.height - size.y;
        const float unit = std::min(room - context.px(20.0f), at.width / 2.1f);
        drawStrokes(context, experiment.sketch.strokes(), {at.x + 0.5f * at.width, at.y + 0.5f * (room - unit)}, unit);
    }
    const Finding* discrete = entry.result ? &entry.result->discrete : nullptr;
    drawPrediction(context, "The same masses and steps", experiment.discrete, experiment.unit, discrete);
    if (!experiment.textbook.formula.empty())
    {
        const Finding* textbook = entry.result && entry.result->textbook ? &*entry.result->textbook : nullptr;
        drawPrediction(context, "The textbook", experiment.textbook, experiment.unit, textbook);
    }
}

void TheoryPanel::drawPrediction(PanelContext& context, const char* name, const Prediction& prediction,
                                 std::string_view unit, const Finding* finding)
{
    const Palette& c = context.colours;
    ImGui::Dummy({1.0f, context.px(2.0f)});
    heading(context, name);
    if (finding != nullptr)
    {
        ImGui::SameLine(0.0f, context.px(10.0f));
        text(finding->passed() ? c.good : c.bad, finding->passed() ? "agrees" : "differs");
    }
    labelled(context, "formula", c.text, prediction.formula);
    if (finding != nullptr)
    {
        const std::string line = longQuantity(finding->predicted, unit);
        const std::string measured = longQuantity(finding->measured, unit);
        labelled(context, "predicted", c.text, line);
        const float gaps = context.px(14.0f + 8.0f);
        const float wanted = gaps + textSize("measured").x + textSize(measured).x;
        if (context.px(84.0f) + textSize(line).x + wanted <= ImGui::GetContentRegionAvail().x)
        {
            ImGui::SameLine(0.0f, context.px(14.0f));
            text(c.muted, "measured");
            ImGui::SameLine(0.0f, context.px(8.0f));
            text(c.text, measured);
        }
        else
        {
            labelled(context, "measured", c.text, measured);
        }
        labelled(context, "difference", finding->passed() ? c.text : c.bad,
                 fmt::format("{}, tolerance {}", quantityText(finding->difference(), unit, 3),
                             quantityText(finding->tolerance, unit, 3)));
    }
    labelled(context, "tolerance", c.muted, prediction.tolerance);
    labelled(context, "source", c.muted, prediction.source);
}

} // namespace ropewalk
