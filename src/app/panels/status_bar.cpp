#include "bars_and_overlays.hpp"

#include "scenes/hosts.hpp"

#include "files/quantity.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace ropewalk
{

namespace
{

/// Places items from left to right while there is room. An item that does not fit is left out, and so are all later
/// ones.
class Row
{
public:
    Row(PanelContext& context, float right) : context_(context), right_(right), x_(context.px(6.0f)) {}

    bool fits(float width) const { return !full_ && x_ + width <= right_; }

    /// Puts the cursor where there is room for `width`; false where there is none.
    bool take(float width)
    {
        if (!fits(width))
        {
            full_ = true;
            return false;
        }
        ImGui::SetCursorPos({x_, std::floor(0.5f * (ImGui::GetWindowHeight() - ImGui::GetFontSize()))});
        x_ += width + context_.px(20.0f);
        return true;
    }

    /// A line of text with its tooltip. It takes at least the room of `least`, so that the next item stays where it is
    /// while digits run.
    void add(const ImVec4& colour, std::string_view line, std::string_view least, std::string_view help)
    {
        if (!take(std::max(textSize(line).x, textSize(least).x)))
            return;
        text(colour, line);
        tooltip(context_, help);
    }

private:
    PanelContext& context_;
    float right_;
    float x_;
    bool full_ = false;
};

void drawPlayButton(PanelContext& context, Row& row)
{
    const float size = ImGui::GetFontSize();
    if (!row.take(size))
        return;
    if (pressed(context, "button pause", ImGui::InvisibleButton("pause", {size, size})))
        context.ui.request(Action::pause);
    const bool paused = context.workbench.paused();
    tooltip(context, paused ? "Paused; click to go on (Space)." : "Running; click to pause (Space).");
    // The sign is what a click does. Triangles and rectangles: the two signs of a font are rarely of one size.
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImU32 colour = packed(ImGui::IsItemHovered() ? context.colours.accent : context.colours.text);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto point = [&](float x, float y) { return ImVec2(from.x + x * size, from.y + y * size); };
    if (!paused)
    {
        list.AddRectFilled(point(0.2f, 0.15f), point(0.4f, 0.85f), colour);
        list.AddRectFilled(point(0.6f, 0.15f), point(0.8f, 0.85f), colour);
    }
    else
    {
        list.AddTriangleFilled(point(0.2f, 0.1f), point(0.2f, 0.9f), point(0.9f, 0.5f), colour);
    }
}

/// A red dot with the film's length, while one is being made.
void drawFilmButton(PanelContext& context, Row& row, Action action, const std::optional<double>& began,
                    const char* name, std::string_view help)
{
    if (!began)
        return;
    const int seconds = static_cast<int>(context.ui.now - *began);
    const std::string length = fmt::format("{}:{:02}", seconds / 60, seconds % 60);
    const float size = ImGui::GetFontSize();
    const float width = size + textSize("00:00").x;
    if (!row.take(width))
        return;
    if (pressed(context, name, ImGui::InvisibleButton(name, {width, size})))
        context.ui.request(action);
    tooltip(context, help);
    const ImVec2 from = ImGui::GetItemRectMin();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircleFilled({from.x + 0.4f * size, from.y + 0.5f * size}, 0.3f * size, packed(context.colours.bad));
    list.AddText({from.x + size, from.y}, packed(context.colours.text), length.c_str());
}

/// The speed of time. Where time is slowed, in words: with the reason, if there is room.
void drawSpeed(PanelContext& context, Row& row, const StepMeter& meter)
{
    const Workbench& workbench = context.workbench;
    const Palette& c = context.colours;
    if (const std::string slowed = slowedWords(workbench); !slowed.empty())
    {
        const bool room = row.fits(textSize(slowed).x + context.px(20.0f) + meter.width(context));
        const std::string words = room ? slowed : slowedShare(workbench);
        if (!row.take(textSize(words).x))
            return;
        text(c.close, words);
        placeItem(context, "status slowed");
        tooltip(context, slowed + ". The run itself is the same, only slower. How many steps are allowed is said in "
                                  "the Run menu; what helps, beside the step.");
        return;
    }
    // One speed: the scene's time by the clock on the wall, a scene's own slow motion in it.
    const double slowMotion = slowMotionOf(workbench.scene());
    const double wanted = workbench.speed() / slowMotion;
    const double reached = workbench.reachedSpeed() / slowMotion;
    const bool behind = !workbench.paused() && reached < 0.9 * wanted;
    const int decimals = wanted < 0.1 ? 4 : 2;
    std::string speed = fmt::format("x{:.{}f}", wanted, decimals);
    if (slowMotion != 1.0)
        speed += " in slow motion";
    if (behind)
        speed += ", reached x" + plainNumber(reached, 2);
    row.add(behind ? c.close : c.text, speed, "x00.00",
            "Seconds of the scene in a second of yours. The keys - and = halve and double it.");
}

void drawThroughput(PanelContext& context, Row& row, const Throughput& throughput)
{
    const Workbench& workbench = context.workbench;
    const Palette& c = context.colours;
    row.add(c.text, text::groupedText(throughput.masses) + " masses", {},
            "Points with a mass that are computed in each step. Springs join them to ropes.");
    const double cost = workbench.stepCost();
    if (!(cost > 0.0))
        return;
    const double step = workbench.tickLength() / std::max(1, workbench.stepsPerTick());
    const std::string line =
        fmt::format("{} steps/s   x{} real time   data {} GB/s", text::groupedText(1.0 / cost),
                    plainNumber(step / cost, 3), plainNumber(throughput.bytesPerStep / cost * 1e-9, 3));
    const ImVec2 size = textSize(line);
    if (!row.take(std::max(size.x, textSize("00,000 steps/s   x00.0 real time   data 00.0 GB/s").x)))
        return;
    text(c.text, line);
    placeItem(context, "status throughput");
    tooltip(
        context,
        fmt::format("How fast this machine computes: steps of the whole scene a second, scene seconds a second, and "
                    "the positions and velocities that it reads and writes a second. The {} steps of a tick go "
                    "through a few ropes at a time, within the processor; the memory moves the {}th part.",
                    workbench.stepsPerTick(), workbench.stepsPerTick()));
}

} // namespace

void drawStatusBar(PanelContext& context, const Rectangle& at, StepMeter& meter)
{
    beginPanel(context, "status", at, noScrolling, {0.0f, 0.0f}, true);
    const Workbench& workbench = context.workbench;
    const Palette& c = context.colours;
    Row row(context, at.width - context.px(6.0f));
    drawPlayButton(context, row);
    row.add(c.text, fmt::format("{:.2f} s", workbench.scene().time()), "000.00 s",
            "The scene's own time since its beginning. R sets it back to zero.");

    drawFilmButton(context, row, Action::film, context.ui.filmBegan, "button film",
                   "The window is being filmed; click to end the film (" + shortcut(Action::film) + ").");
    drawFilmButton(context, row, Action::gltfFilm, context.ui.gltfBegan, "button gltf film",
                   "The scene is being filmed as glTF; click to end the film.");
    const bool simple = !context.ui.allPanels;
    const float timeline = simple ? std::clamp(0.4f * at.width, context.px(90.0f), context.px(900.0f))
                                  : std::clamp(0.16f * at.width, context.px(90.0f), context.px(360.0f));
    if (row.take(timeline))
        drawTimeline(context, timeline);
    if (const std::string label = branchesLabel(context); !label.empty() && row.take(textSize(label).x))
        drawBranches(context);

    drawSpeed(context, row, meter);
    if (simple)
    {
        if (row.take(meter.wordWidth(context)))
            meter.drawWord(context);
        ImGui::End();
        return;
    }
    if (row.take(meter.width(context)))
        meter.drawItem(context);
    if (const auto* host = hostOf<SizeHost>(workbench.scene()))
        drawThroughput(context, row, host->throughput());
    const int steps = workbench.stepsPerTick();
    row.add(c.text, fmt::format("{} step{} a frame", steps, steps == 1 ? "" : "s"), "00 steps a frame",
            "A frame is one picture, 1/60 s of the scene. It is computed in so many equal steps.");
    if (const double cost = workbench.stepCost(); cost > 0.0)
        row.add(c.text, shortTime(cost) + " a step", "000.0 ms a step",
                "What the processor needs for one step of all masses. Steps a frame times this must stay below 16 ms.");
    if (const rope::Diagnostic* energy = workbench.scene().totalEnergy())
        row.add(c.text, "Energy " + quantityText(energy->value(), energy->unit, 3, EndZeros::kept), {},
                "The sum of all energies of the scene: motion, height and springs. Height counts from the origin, so "
                "the sum "
                "may be negative.");
    ImGui::End();
}

} // namespace ropewalk
