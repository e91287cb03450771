#include "bars.hpp"

#include <rope/fixed_timestep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace ropewalk
{

namespace
{

constexpr double closeShare = 0.9; ///< of the limit, from where on a change of a constant may well cross it

/// Places items from left to right as long as there is room: the later ones are left out, never cut off.
class Row
{
public:
    Row(PanelContext& context, float right) : context_(context), right_(right), x_(context.px(6.0f)) {}

    /// Room for `width`; `least` text keeps the place of a number from jumping while its digits run.
    bool take(float width)
    {
        if (full_ || x_ + width > right_)
        {
            full_ = true;
            return false;
        }
        at_ = x_;
        x_ += width + context_.px(20.0f);
        return true;
    }

    void add(const ImVec4& colour, std::string_view line, std::string_view least = {})
    {
        if (!take(std::max(textSize(line).x, textSize(least).x)))
            return;
        ImGui::SetCursorPos({at_, y()});
        text(colour, line);
    }

    float at() const { return at_; }
    float y() const { return std::floor(0.5f * (ImGui::GetWindowHeight() - ImGui::GetFontSize())); }

private:
    PanelContext& context_;
    float right_;
    float x_;
    float at_ = 0.0f;
    bool full_ = false;
};

void drawPlayButton(PanelContext& context, Row& row)
{
    const float size = ImGui::GetFontSize();
    if (!row.take(size))
        return;
    ImGui::SetCursorPos({row.at(), row.y()});
    if (ImGui::InvisibleButton("pause", {size, size}))
        context.ui.request(Action::pause);
    placeItem(context, "button pause");
    const bool paused = context.workbench.paused();
    tooltip(context, paused ? "Paused; click to go on (Space)." : "Running; click to pause (Space).");
    // Drawn, and not a sign of the font: few fonts have both signs, and they are rarely of one size.
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImU32 colour = packed(ImGui::IsItemHovered() ? context.colours.accent : context.colours.text);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto point = [&](float x, float y) { return ImVec2(from.x + x * size, from.y + y * size); };
    if (paused)
    {
        list.AddRectFilled(point(0.2f, 0.15f), point(0.4f, 0.85f), colour);
        list.AddRectFilled(point(0.6f, 0.15f), point(0.8f, 0.85f), colour);
    }
    else
    {
        list.AddTriangleFilled(point(0.2f, 0.1f), point(0.2f, 0.9f), point(0.9f, 0.5f), colour);
    }
}

void drawStep(PanelContext& context, Row& row)
{
    const Workbench& workbench = context.workbench;
    const int steps = std::max(1, workbench.stepsPerTick());
    const double step = rope::FixedTimestep().tick() / steps;
    const double limit = workbench.scene().stableStep();
    const StepHealth health = stepHealth(step, limit);
    const Palette& c = context.colours;
    const ImVec4& colour = health.level == StepHealth::calm    ? c.good
                           : health.level == StepHealth::close ? c.close
                                                               : c.bad;

    const std::string line = std::isfinite(limit)
                                 ? fmt::format("step {} of {}", shortTime(context, step), shortTime(context, limit))
                                 : "step " + shortTime(context, step);
    const float lineWidth = std::max(textSize(line).x, textSize("step 00.00 ms of 00.00 ms").x);
    const float barWidth = std::isfinite(limit) ? context.px(70.0f) : 0.0f;
    const float wordsWidth = textSize(health.words).x;
    const float gap = context.px(8.0f);
    if (!row.take(lineWidth + barWidth + wordsWidth + 2.0f * gap))
        return;
    ImGui::SetCursorPos({row.at(), row.y()});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFontSize();
    ImGui::Dummy({lineWidth + wordsWidth + barWidth + 2.0f * gap, height});
    placeItem(context, "status step");
    tooltip(context, "The step that is taken, and the longest one that stays stable with these constants.");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    drawText(list, at, packed(c.text), line);
    drawText(list, {at.x + lineWidth + gap, at.y}, packed(colour), health.words);
    if (barWidth > 0.0f)
    {
        const ImVec2 from{at.x + lineWidth + wordsWidth + 2.0f * gap, at.y};
        const float top = from.y + 0.25f * height;
        const float bottom = from.y + 0.75f * height;
        const float filled = barWidth * static_cast<float>(std::min(1.0, health.share));
        list.AddRectFilled({from.x, top}, {from.x + barWidth, bottom}, packed(c.line), context.px(3.0f));
        list.AddRectFilled({from.x, top}, {from.x + filled, bottom}, packed(colour), context.px(3.0f));
    }
}

/// "1,000,000".
std::string grouped(double number)
{
    const std::string digits = fmt::format("{:.0f}", number);
    std::string result;
    for (std::size_t i = 0; i < digits.size(); ++i)
    {
        if (i > 0 && (digits.size() - i) % 3 == 0)
            result += ',';
        result += digits[i];
    }
    return result;
}

void drawThroughput(PanelContext& context, Row& row, const Throughput& throughput)
{
    const Workbench& workbench = context.workbench;
    const Palette& c = context.colours;
    row.add(c.text, grouped(throughput.masses) + " masses");
    const double cost = workbench.stepCost();
    if (!(cost > 0.0))
        return;
    const double step = rope::FixedTimestep().tick() / std::max(1, workbench.stepsPerTick());
    const std::string line = fmt::format("{} steps/s   x{:.3g} real time   {} GB/s", grouped(1.0 / cost), step / cost,
                                         shortNumber(throughput.bytesPerStep / cost * 1e-9, 3));
    const ImVec2 size = textSize(line);
    if (!row.take(std::max(size.x, textSize("00,000 steps/s   x00.0 real time   00.0 GB/s").x)))
        return;
    ImGui::SetCursorPos({row.at(), row.y()});
    text(c.text, line);
    placeItem(context, "status throughput");
    tooltip(context,
            fmt::format("While it computes: steps of the whole scene a second, simulated seconds a second, and the "
                        "state of all masses that these steps read and write. The {} steps of a tick go through a "
                        "few ropes at a time, in the processor's caches: the memory moves the {}th part.",
                        workbench.stepsPerTick(), workbench.stepsPerTick()));
}

} // namespace

StepHealth stepHealth(double step, double limit)
{
    StepHealth health;
    if (!std::isfinite(limit))
    {
        health.words = "stable";
        return health;
    }
    health.share = limit > 0.0 ? step / limit : 2.0;
    if (!(health.share <= 1.0))
        health.level = StepHealth::over;
    else if (health.share > closeShare)
        health.level = StepHealth::close;
    health.words = health.level == StepHealth::calm    ? "stable"
                   : health.level == StepHealth::close ? "near limit"
                                                       : "UNSTABLE";
    return health;
}

void drawStatusBar(PanelContext& context, const Rectangle& at)
{
    ImGui::PushStyleColor(ImGuiCol_WindowBg, context.colours.bar);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0f, 0.0f});
    beginPanel(context, "status", at, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();

    const Workbench& workbench = context.workbench;
    const Palette& c = context.colours;
    Row row(context, at.width - context.px(6.0f));
    drawPlayButton(context, row);
    row.add(c.text, fmt::format("{:.2f} s", workbench.scene().time()), "000.00 s");

    const double reached = workbench.reachedSpeed();
    const bool behind = !workbench.paused() && reached < 0.9 * workbench.speed();
    const int decimals = workbench.speed() < 0.1 ? 4 : 2;
    std::string speed = fmt::format("x{:.{}f}", workbench.speed(), decimals);
    if (behind)
        speed += fmt::format(", reached x{:.2g}", reached);
    row.add(behind ? c.close : c.text, speed, "x00.00");

    drawStep(context, row);
    if (const std::optional<Throughput> throughput = workbench.scene().throughput())
        drawThroughput(context, row, *throughput);
    const int steps = workbench.stepsPerTick();
    row.add(c.text, fmt::format("{} step{} a frame", steps, steps == 1 ? "" : "s"), "00 steps a frame");
    row.add(c.text, shortTime(context, workbench.stepCost()) + " a step", "000.0 ms a step");
    if (const rope::Diagnostic* energy = workbench.scene().diagnostics().find("total_energy"))
        row.add(c.text, fmt::format("E {} {}", shortNumber(energy->value(), 3), energy->unit));
    ImGui::End();
}

} // namespace ropewalk
