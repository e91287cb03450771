#include "step_meter.hpp"

#include "app/panels/frame/tool_window.hpp"

#include "scenes/hosts.hpp"
#include "scenes/shared/cures.hpp"

#include "files/plain_name.hpp"

#include "files/quantity.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

namespace ropewalk
{

namespace
{

/// From this share of the limit on, a small change of a constant may cross it. auto_steps takes up to 0.93.
constexpr double closeShare = 0.94;

/// Whether a rope or a body touches anything, by the scene's own numbers.
bool touches(const Scene& scene)
{
    constexpr std::array<std::string_view, 3> numbers{"touching", "touching_itself", "contacts"};
    return std::any_of(numbers.begin(), numbers.end(),
                       [&scene](std::string_view name)
                       {
                           const rope::Diagnostic* const row = scene.diagnostics().find(name);
                           return row != nullptr && row->value() > 0.0;
                       });
}

/// What helps now: against slowed time, or against a step near or beyond the limit.
std::vector<Cure> cures(const Workbench& workbench, const StepHealth& health)
{
    const Scene& scene = workbench.scene();
    if (workbench.stepsNeeded() > workbench.stepBudget() || workbench.slowedByCost())
        return slownessCures(scene, workbench.tickLength() / workbench.stepBudget());
    if (health.level != StepHealth::calm)
        return stepCures(scene, workbench.stepLength(), workbench.tickLength());
    return {};
}

} // namespace

StepHealth stepHealth(double step, double limit)
{
    constexpr std::array words{"stable", "near limit", "UNSTABLE"};
    StepHealth health;
    if (std::isfinite(limit))
        health.share = limit > 0.0 ? step / limit : 2.0;
    if (!(health.share <= 1.0))
        health.level = StepHealth::over;
    else if (health.share > closeShare)
        health.level = StepHealth::close;
    health.words = words[health.level];
    return health;
}

const ImVec4& colourOf(const StepHealth& health, const Palette& colours)
{
    return health.level == StepHealth::calm    ? colours.good
           : health.level == StepHealth::close ? colours.close
                                               : colours.bad;
}

void drawStepBar(const PanelContext& context, ImDrawList& list, const Rectangle& at, const StepHealth& health)
{
    const float filled = at.width * static_cast<float>(std::min(1.0, health.share));
    const float rounding = context.px(3.0f);
    list.AddRectFilled(topLeft(at), bottomRight(at), packed(context.colours.line), rounding);
    list.AddRectFilled({at.x, at.y}, {at.x + filled, at.bottom()}, packed(colourOf(health, context.colours)), rounding);
}

void drawCauses(PanelContext& context, double step, const rope::StepLimits& limits)
{
    float column = 0.0f;
    for (const std::string_view name : rope::stepCauseNames)
        column = std::max(column, textSize(name).x);
    const float numbers = textSize("000.00 ms").x;
    for (std::size_t i = 0; i < limits.alone.size(); ++i)
    {
        const double limit = limits.alone[i];
        if (!std::isfinite(limit))
            continue;
        const std::string name = capital(rope::stepCauseNames[i]);
        const bool strongest = i == static_cast<std::size_t>(limits.strongest);
        const ImVec2 from = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x;
        const float height = ImGui::GetFontSize();
        ImGui::Dummy({width, height});
        placeItem(context, "limit of " + std::string(rope::stepCauseNames[i]));
        ImDrawList& list = *ImGui::GetWindowDrawList();
        drawText(list, from, packed(strongest ? context.colours.text : context.colours.muted), name);
        const float left = from.x + column + context.px(14.0f);
        const float right = from.x + width - numbers - context.px(10.0f);
        drawStepBar(context, list, {left, from.y + 0.3f * height, std::max(1.0f, right - left), 0.4f * height},
                    stepHealth(step, limit));
        const std::string number = shortTime(limit);
        drawText(list, {from.x + width - textSize(number).x, from.y},
                 packed(strongest ? context.colours.text : context.colours.muted), number);
    }
}

ImVec2 curesSize(const std::vector<Cure>& cures, float most)
{
    const ImGuiStyle& style = ImGui::GetStyle();
    ImVec2 size{0.0f, 0.0f};
    float x = 0.0f;
    for (const Cure& cure : cures)
    {
        const float width = textSize(cure.label).x + 2.0f * style.FramePadding.x;
        x = x > 0.0f && x + style.ItemSpacing.x + width <= most ? x + style.ItemSpacing.x + width : width;
        size.x = std::max(size.x, x);
        size.y += x == width ? ImGui::GetFrameHeight() + (size.y > 0.0f ? style.ItemSpacing.y : 0.0f) : 0.0f;
    }
    return size;
}

void drawCures(PanelContext& context, const std::vector<Cure>& cures)
{
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    std::optional<Cure> chosen;
    for (std::size_t i = 0; i < cures.size(); ++i)
    {
        const std::string& label = cures[i].label;
        const float width = textSize(label).x + 2.0f * ImGui::GetStyle().FramePadding.x;
        if (i > 0 && ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + width <= right)
            ImGui::SameLine();
        if (button(context, label.c_str(), "cure " + cures[i].parameter,
                   plainName(cures[i].parameter) + " = " + cures[i].value))
            chosen = cures[i];
    }
    if (!chosen)
        return;
    try
    {
        context.workbench.setParameter(chosen->parameter, chosen->value, ++context.ui.gesture);
    }
    catch (const std::invalid_argument& error)
    {
        context.ui.toast(withPlainNames(error.what()), 8.0);
    }
}

std::string slowedShare(const Workbench& workbench)
{
    const double share = workbench.timeShare();
    return share < 1.0 ? "Slowed to x" + plainNumber(share * workbench.speed(), 2) : std::string();
}

std::string slowedWords(const Workbench& workbench)
{
    const std::string share = slowedShare(workbench);
    if (share.empty())
        return {};
    // Where computing alone would take less than half the time that there is, the picture takes it.
    const double seconds = workbench.tickLength() * slowMotionOf(workbench.scene()) / workbench.speed();
    if (workbench.slowedByCost() && workbench.tickCost() < 0.5 * seconds)
        return share + ": the picture takes too long to draw";
    if (workbench.slowedByCost())
        return fmt::format("{}: too much {}to compute in time", share, touches(workbench.scene()) ? "contact " : "");
    return share + ": " + text::groupedText(workbench.stepsNeeded()) + " steps a frame needed, " +
           text::groupedText(workbench.stepBudget()) + " allowed";
}

std::string autoStepsWords(const PanelContext& context, double step, const rope::StepLimits& limits)
{
    const rope::Parameter* automatic = context.workbench.scene().parameters().find(rope::StepRole::automatic);
    if (automatic == nullptr || automatic->text() != "true" || !std::isfinite(limits.stable))
        return {};
    std::string words =
        fmt::format("{}: {}, {:.2f} of the limit", plainName(automatic->name()), shortTime(step), step / limits.stable);
    if (limits.advised < 0.85 * limits.stable)
        words += fmt::format("; at most {}, which is right in the ground too, and where a rope with little friction "
                             "whips hard",
                             shortTime(limits.advised));
    return words + ".";
}

void StepMeter::look(const PanelContext& context)
{
    step_ = context.workbench.stepLength();
    const Scene& scene = context.workbench.scene();
    const double now = context.ui.now;
    if (scene.info().id != scene_)
    {
        scene_ = scene.info().id;
        soonest_ = latest_ = now;
    }
    const std::uint64_t revision = scene.parameters().revision();
    if (now >= latest_ || (revision != revision_ && now >= soonest_))
    {
        // The limit of a long rope costs more than a frame has to spare: it may take one fiftieth of the time. Nobody
        // reads a number that changes more than ten times a second, unless it answers to a constant.
        const double begin = context.workbench.clock()();
        limits_ = scene.stepLimits();
        revision_ = revision;
        soonest_ = now + 50.0 * (context.workbench.clock()() - begin);
        latest_ = std::max(soonest_, now + 0.1);
    }
    limit_ = limits_.stable;
    line_ = "step " + shortTime(step_);
    if (std::isfinite(limit_))
        line_ += " of " + shortTime(limit_);
}

float StepMeter::width(const PanelContext& context) const
{
    const float bar = std::isfinite(limit_) ? context.px(78.0f) : 0.0f;
    return lineWidth() + context.px(8.0f) + textSize(stepHealth(step_, limit_).words).x + bar;
}

float StepMeter::lineWidth() const
{
    return std::max(textSize(line_).x, textSize("step 00.00 ms of 00.00 ms").x);
}

void StepMeter::takeMouse(PanelContext& context, const ImVec2& at, float width)
{
    const float height = ImGui::GetFontSize();
    if (pressed(context, "status step", ImGui::InvisibleButton("step", {width, height})))
        context.ui.tools.toggle(Tool::stepMeter);
    hovered_ = ImGui::IsItemHovered();
    item_ = {at.x, at.y, width, height};
}

float StepMeter::wordWidth(const PanelContext& context) const
{
    return context.px(16.0f) + textSize("near limit").x;
}

void StepMeter::drawWord(PanelContext& context)
{
    const StepHealth health = stepHealth(step_, limit_);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    takeMouse(context, at, wordWidth(context));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = ImGui::GetFontSize();
    list.AddCircleFilled({at.x + context.px(5.0f), at.y + 0.5f * size}, context.px(4.5f),
                         packed(colourOf(health, context.colours)), 0);
    drawText(list, {at.x + context.px(16.0f), at.y},
             packed(health.level == StepHealth::calm ? context.colours.text : colourOf(health, context.colours)),
             health.words);
}

void StepMeter::drawItem(PanelContext& context)
{
    const StepHealth health = stepHealth(step_, limit_);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFontSize();
    const float whole = width(context);
    takeMouse(context, at, whole);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    drawText(list, at, packed(context.colours.text), line_);
    drawText(list, {at.x + lineWidth() + context.px(8.0f), at.y}, packed(colourOf(health, context.colours)),
             health.words);
    const float bar = context.px(70.0f);
    if (std::isfinite(limit_))
        drawStepBar(context, list, {at.x + whole - bar, at.y + 0.25f * height, bar, 0.5f * height}, health);
}

void StepMeter::drawPanel(PanelContext& context, const Rectangle& dock)
{
    if (beginTool(context, {Tool::stepMeter, "step meter", "The step"}, dock))
    {
        ImGui::BeginChild("causes", {0.0f, 0.0f}, false, ImGuiWindowFlags_NoNav);
        drawContents(context);
        ImGui::EndChild();
        ImGui::End();
        return;
    }
    constexpr double rest = 0.35; // [s]
    open_ = std::exchange(hovered_, false) && (open_ || context.mouseRest > rest);
    if (!open_)
        return;
    // At the right, where the rope is not.
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float width = std::min(context.px(400.0f), window.x - context.px(8.0f));
    ImGui::SetNextWindowPos({window.x - width - context.px(4.0f), item_.y - context.px(8.0f)}, ImGuiCond_Always,
                            {0.0f, 1.0f});
    ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, window.y});
    beginFitting(context, "step meter", overlayFlags | ImGuiWindowFlags_NoFocusOnAppearing, context.px(1.0f));
    drawContents(context);
    text(context.colours.muted, "A click on the step keeps this panel.");
    ImGui::End();
}

namespace
{

/// What the iterations have left unsolved, of scenes that have some.
std::string unsolvedWords(const Scene& scene)
{
    const EffortHost* const host = hostOf<EffortHost>(scene);
    const rope::ImplicitEffort effort = host != nullptr ? host->effort() : rope::ImplicitEffort{};
    if (effort.unsolved + effort.stood == 0)
        return {};
    const auto share = [&](long long count)
    { return plainNumber(100.0 * static_cast<double>(count) / static_cast<double>(std::max(1LL, effort.pieces)), 2); };
    return fmt::format("Of the pieces of steps {} % ended before their tolerance, and in {} % the rope stood still.",
                       share(effort.unsolved), share(effort.stood));
}

} // namespace

void StepMeter::drawContents(PanelContext& context)
{
    Workbench& workbench = context.workbench;
    const double step = step_;
    const rope::StepLimits& limits = limits_;
    const StepHealth health = stepHealth(step, limits.stable);
    const Palette& c = context.colours;
    ImGui::PushTextWrapPos(0.0f);
    if (std::isfinite(limits.stable))
    {
        text(c.text, fmt::format("The step is {}; the longest stable one is {} now.", shortTime(step),
                                 shortTime(limits.stable)));
        drawCauses(context, step, limits);
        const bool any =
            std::any_of(limits.alone.begin(), limits.alone.end(), [](double l) { return std::isfinite(l); });
        if (any)
            text(c.muted, fmt::format("Strongest: {}, at mass {}.", limits.strongestName(), limits.mass));
    }
    else
    {
        text(c.text, fmt::format("The step is {}; any step is stable.", shortTime(step)));
    }
    const int steps = workbench.stepsPerTick();
    std::string effort = fmt::format("{} step{} a frame", steps, steps == 1 ? "" : "s");
    if (const double cost = workbench.stepCost(); cost > 0.0)
        effort += ", " + shortTime(cost) + " of the processor each";
    text(c.muted, effort + ".");
    if (const rope::Diagnostic* energy = workbench.scene().totalEnergy())
        text(c.muted, "Energy of the scene: " + quantityText(energy->value(), energy->unit, 3, EndZeros::kept) + ".");
    if (const std::string words = autoStepsWords(context, step, limits); !words.empty())
        text(c.muted, words);
    if (const std::string words = slowedWords(workbench); !words.empty())
        text(c.close, words + ".");
    if (const std::string words = unsolvedWords(workbench.scene()); !words.empty())
        text(c.muted, words);
    if (const std::vector<Cure> found = cures(workbench, health); !found.empty())
    {
        text(health.level == StepHealth::over ? c.bad : c.text, "What helps:");
        drawCures(context, found);
    }
    ImGui::PopTextWrapPos();
}

} // namespace ropewalk
