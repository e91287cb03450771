#include "plots_panel.hpp"

#include "curve_plot.hpp"
#include "imgui_versions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ropewalk
{

namespace
{

std::string curveName(std::string_view diagnostic)
{
    if (diagnostic.ends_with(energySuffix))
        diagnostic.remove_suffix(energySuffix.size());
    std::string name = plainName(diagnostic);
    return name;
}

/// The first sample that is not before `time`.
std::size_t sampleAt(const Recorder& recorder, double time)
{
    std::size_t from = 0;
    std::size_t to = recorder.size();
    while (from < to)
    {
        const std::size_t middle = from + (to - from) / 2;
        if (recorder.time(middle) < time)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/// A value to about a five-hundredth of its axis: what the eye could read off, and digits that do not flicker.
std::string readout(double value, const AxisRange& range)
{
    const double span = range.high() - range.low();
    if (!std::isfinite(value) || std::abs(value) >= 1e5 || span < 1e-4 || value == std::round(value))
        return shortNumber(value);
    return fmt::format("{:.{}f}", value + 0.0,
                       std::clamp(static_cast<int>(std::ceil(-std::log10(span / 500.0))), 0, 6));
}

std::size_t nearestSample(const Recorder& recorder, double time)
{
    if (recorder.size() == 0)
        return 0;
    const std::size_t after = std::min(sampleAt(recorder, time), recorder.size() - 1);
    if (after > 0 && time - recorder.time(after - 1) < recorder.time(after) - time)
        return after - 1;
    return after;
}

} // namespace

void PlotsPanel::draw(PanelContext& context, const Rectangle& at)
{
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {context.px(8.0f), context.px(4.0f)});
    beginPanel(context, "plots", at, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar();
    drawTools(context);

    if (context.ui.now - drawnAt_ > 0.25)
        curves_.clear(); // what happened while they were hidden, a reset perhaps, they have not followed
    drawnAt_ = context.ui.now;

    const Recorder& recorder = context.workbench.recorder();
    const rope::Diagnostics& diagnostics = context.workbench.scene().diagnostics();
    const std::vector<Plot> plots = arrangePlots(diagnostics, plottedDiagnostics(diagnostics, context.ui.plots));

    seconds_ = std::isfinite(context.ui.plots.seconds) ? std::clamp(context.ui.plots.seconds, 1.0, 120.0) : 10.0;
    const double latest = recorder.size() > 0 ? recorder.time(recorder.size() - 1) : 0.0;
    if (!context.ui.plots.paused || (frozen_ && latest < frozenEnd_ - seconds_))
        frozen_ = false;
    else if (!frozen_)
    {
        frozen_ = true;
        frozenEnd_ = latest;
    }
    end_ = std::max(frozen_ ? frozenEnd_ : latest, seconds_);
    cursor_ = hovered_;
    hovered_.reset();

    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = context.px(10.0f);
    const int fitting = std::max(1, static_cast<int>((room.x + gap) / (context.px(170.0f) + gap)));
    const std::vector<Curve> curves = context.workbench.scene().curves();
    const int extra = std::min(static_cast<int>(curves.size()), fitting - 1);
    const int count = std::min(static_cast<int>(plots.size()), fitting - extra);
    if (count == 0 || room.y < context.px(50.0f))
    {
        ImGui::End();
        return;
    }
    // The energies have a legend of four: theirs is the widest.
    const float shares =
        static_cast<float>(count + extra) + (plots[0].diagnostics.size() > 2 && count > 1 ? 0.5f : 0.0f);
    const float unit = (room.x - gap * static_cast<float>(count + extra - 1)) / shares;
    float x = from.x;
    for (int i = 0; i < count; ++i)
    {
        const Plot& plot = plots[static_cast<std::size_t>(i)];
        const float width = plot.diagnostics.size() > 2 && count > 1 && i == 0 ? 1.5f * unit : unit;
        drawPlot(context, plot, {x, from.y, width, room.y});
        x += width + gap;
    }
    for (int i = 0; i < extra; ++i, x += unit + gap)
        drawCurvePlot(context, curves[static_cast<std::size_t>(i)], {x, from.y, unit, room.y});
    ImGui::End();
}

void PlotsPanel::drawTools(PanelContext& context)
{
    PlotSettings& settings = context.ui.plots;
    const rope::Diagnostics& diagnostics = context.workbench.scene().diagnostics();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {context.px(7.0f), context.px(1.0f)});
    if (ImGui::Button(settings.paused ? "Go on" : "Hold"))
        settings.paused = !settings.paused;
    placeItem(context, "button plots pause");
    tooltip(context, settings.paused ? "The plots stand still; the scene may run on."
                                     : "Let the plots stand still to read them.");
    ImGui::SameLine();
    if (ImGui::Button("Choose"))
        ImGui::OpenPopup("choose plots");
    placeItem(context, "button plots choose");
    for (const double seconds : {10.0, 30.0, 120.0})
    {
        ImGui::SameLine(0.0f, seconds == 10.0 ? context.px(16.0f) : context.px(3.0f));
        const bool chosen = settings.seconds == seconds;
        ImGui::PushStyleColor(ImGuiCol_Button, chosen ? context.colours.fill : context.colours.field);
        const std::string label = fmt::format("{:.0f} s", seconds);
        if (ImGui::Button(label.c_str()))
            settings.seconds = seconds;
        ImGui::PopStyleColor();
        placeItem(context, "button plots " + label);
    }
    ImGui::SameLine();
    const char* close = "Close";
    ImGui::SetCursorPosX(
        std::max(ImGui::GetCursorPosX(), ImGui::GetWindowWidth() - textSize(close).x - context.px(22.0f)));
    if (ImGui::Button(close))
        settings.shown = false;
    placeItem(context, "button plots close");
    tooltip(context, "View > Plots brings them back.");
    ImGui::PopStyleVar();

    if (!ImGui::BeginPopup("choose plots", ImGuiWindowFlags_NoNav))
        return;
    closeWithEscape();
    std::vector<std::string> names = plottedDiagnostics(diagnostics, settings);
    for (const rope::Diagnostic& row : diagnostics.rows())
    {
        const auto place = std::find(names.begin(), names.end(), row.name);
        bool chosen = place != names.end();
        ImGui::BeginDisabled(chosen && names.size() == 1); // none at all would mean the panel's choice
        const std::string unit = row.unit.empty() ? std::string() : " [" + plainUnit(context, row.unit) + "]";
        if (ImGui::Checkbox((plainName(row.name) + unit).c_str(), &chosen))
        {
            if (chosen)
                names.push_back(row.name);
            else
                names.erase(place);
            settings.diagnostics = names;
        }
        ImGui::EndDisabled();
        placeItem(context, "plot " + row.name);
        tooltip(context, context.fonts.shown(row.sentence));
    }
    if (ImGui::Button("Usual choice"))
        settings.diagnostics.clear();
    ImGui::EndPopup();
}

float PlotsPanel::xOf(const Rectangle& area, double time) const
{
    return area.x + area.width * static_cast<float>((time - (end_ - seconds_)) / seconds_);
}

void PlotsPanel::drawPlot(PanelContext& context, const Plot& plot, const Rectangle& at)
{
    const Recorder& recorder = context.workbench.recorder();
    const double begin = end_ - seconds_;
    const std::size_t last = nearestSample(recorder, end_);
    const std::size_t read = cursor_ ? nearestSample(recorder, *cursor_) : last;

    AxisRange& range = ranges_[plot.title];
    const float legend = drawLegend(context, plot, at, read, range);
    const float fontSize = ImGui::GetFontSize();
    Rectangle area{at.x + context.px(48.0f), at.y + legend, at.width - context.px(52.0f), 0.0f};
    area.height = at.height - legend - fontSize - context.px(2.0f);
    if (area.width < context.px(30.0f) || area.height < context.px(16.0f))
        return;

    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    const double perColumn = seconds_ * static_cast<double>(context.px(1.5f) / area.width);
    for (const std::size_t diagnostic : plot.diagnostics)
    {
        ThinCurve& curve = curves_[diagnostic];
        curve.follow(
            begin, end_, perColumn, recorder.size(), [&](std::size_t k) { return recorder.time(k); },
            [&](std::size_t k) { return recorder.value(diagnostic, k); });
        curve.visit(
            [&](const PlotPoint& point)
            {
                if (point.time < begin || std::isnan(point.value))
                    return;
                low = std::min(low, point.value);
                high = std::max(high, point.value);
            });
    }
    range.follow(low, high, context.ui.now);

    drawGrid(context, area, range);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect({area.x, area.y}, {area.x + area.width, area.y + area.height}, true);
    for (std::size_t i = 0; i < plot.diagnostics.size(); ++i)
        drawCurve(context, area, range, curves_[plot.diagnostics[i]],
                  context.colours.curves[i % context.colours.curves.size()]);
    list.PopClipRect();

    ImGui::SetCursorScreenPos({area.x, area.y});
    ImGui::InvisibleButton(plot.title.c_str(), {area.width, area.height});
    placeItem(context, "plot " + plot.title);
    if (ImGui::IsItemHovered())
        hovered_ = begin + seconds_ * static_cast<double>((ImGui::GetIO().MousePos.x - area.x) / area.width);

    if (cursor_ && recorder.size() > 0)
    {
        const double time = recorder.time(read);
        const float x = std::clamp(xOf(area, time), area.x, area.x + area.width);
        list.AddLine({x, area.y}, {x, area.y + area.height}, packed(context.colours.accent), context.px(1.0f));
        const std::string label = fmt::format("{:.2f} s", time);
        const float width = textSize(label).x;
        const float left = std::clamp(x - 0.5f * width, area.x, std::max(area.x, area.x + area.width - width));
        const float y = area.y + area.height + context.px(1.0f);
        list.AddRectFilled({left - context.px(3.0f), y}, {left + width + context.px(3.0f), y + fontSize},
                           packed(context.colours.panel));
        drawText(list, {left, y}, packed(context.colours.accent), label);
        for (std::size_t i = 0; i < plot.diagnostics.size(); ++i)
        {
            const double value = recorder.value(plot.diagnostics[i], read);
            const double place = (value - range.low()) / (range.high() - range.low());
            if (place >= 0.0 && place <= 1.0)
                list.AddCircleFilled({x, area.y + area.height * static_cast<float>(1.0 - place)}, context.px(3.0f),
                                     packed(context.colours.curves[i % context.colours.curves.size()]));
        }
    }
}

float PlotsPanel::drawLegend(PanelContext& context, const Plot& plot, const Rectangle& at, std::size_t sample,
                             const AxisRange& range) const
{
    const Recorder& recorder = context.workbench.recorder();
    const auto& rows = context.workbench.scene().diagnostics().rows();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float lineHeight = ImGui::GetFontSize() + context.px(2.0f);
    const float gap = context.px(10.0f);
    const std::string title = plot.title + (plot.unit.empty() ? "" : " [" + plainUnit(context, plot.unit) + "]");

    list.PushClipRect({at.x, at.y}, {at.x + at.width, at.y + at.height}, true);
    float x = at.x;
    float y = at.y;
    pushFont(context.fonts.heading());
    drawText(list, {x, y}, packed(context.colours.text), title);
    x += textSize(title).x + gap;
    ImGui::PopFont();
    for (std::size_t i = 0; i < plot.diagnostics.size(); ++i)
    {
        const std::string name =
            plot.diagnostics.size() == 1 ? std::string() : curveName(rows[plot.diagnostics[i]].name);
        const std::string value =
            sample < recorder.size() ? readout(recorder.value(plot.diagnostics[i], sample), range) : std::string("-");
        // The place for the value keeps its width, so that the legend stands still while the digits run.
        const float nameWidth = name.empty() ? 0.0f : textSize(name).x + context.px(5.0f);
        const float width = context.px(14.0f) + nameWidth + std::max(textSize("-00.00").x, textSize(value).x);
        if (x > at.x && x + width > at.x + at.width)
        {
            x = at.x;
            y += lineHeight;
        }
        const ImU32 colour = packed(context.colours.curves[i % context.colours.curves.size()]);
        const float middle = y + 0.5f * ImGui::GetFontSize();
        list.AddLine({x, middle}, {x + context.px(10.0f), middle}, colour, context.px(2.5f));
        if (!name.empty())
            drawText(list, {x + context.px(14.0f), y}, packed(context.colours.muted), name);
        drawText(list, {x + context.px(14.0f) + nameWidth, y}, colour, value);
        x += width + gap;
    }
    list.PopClipRect();
    return y + lineHeight - at.y + context.px(3.0f);
}

void PlotsPanel::drawGrid(PanelContext& context, const Rectangle& area, const AxisRange& range) const
{
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float fontSize = ImGui::GetFontSize();
    const ImU32 line = packed(context.colours.line, 0.7f);
    const ImU32 label = packed(context.colours.muted);
    list.AddRectFilled({area.x, area.y}, {area.x + area.width, area.y + area.height},
                       packed(context.colours.field, 0.35f), context.px(3.0f));

    const Ticks vertical =
        roundTicks(range.low(), range.high(), std::max(1, static_cast<int>(area.height / (1.5f * fontSize))));
    for (int i = 0; i < vertical.count; ++i)
    {
        const double place = (vertical.at(i) - range.low()) / (range.high() - range.low());
        const float y = std::round(area.y + area.height * static_cast<float>(1.0 - place));
        list.AddLine({area.x, y}, {area.x + area.width, y}, line, 1.0f);
        const std::string number = vertical.label(i);
        const float top =
            std::clamp(y - 0.5f * fontSize, area.y - 0.35f * fontSize, area.y + area.height - 0.65f * fontSize);
        drawText(list, {area.x - textSize(number).x - context.px(5.0f), top}, label, number);
    }
    const Ticks horizontal =
        roundTicks(end_ - seconds_, end_, std::max(1, static_cast<int>(area.width / (3.2f * fontSize))));
    for (int i = 0; i < horizontal.count; ++i)
    {
        const float x = std::round(xOf(area, horizontal.at(i)));
        list.AddLine({x, area.y}, {x, area.y + area.height}, line, 1.0f);
        const std::string number = horizontal.label(i) + " s";
        const float width = textSize(number).x;
        const float left = x - 0.5f * width;
        if (cursor_ && std::abs(xOf(area, *cursor_) - x) < 4.0f * fontSize)
            continue; // the cursor's time stands there
        if (left >= area.x - context.px(8.0f) && left + width <= area.x + area.width + context.px(4.0f))
            drawText(list, {left, area.y + area.height + context.px(1.0f)}, label, number);
    }
}

void PlotsPanel::drawCurve(PanelContext& context, const Rectangle& area, const AxisRange& range, const ThinCurve& curve,
                           const ImVec4& colour)
{
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double perUnit = static_cast<double>(area.height) / (range.high() - range.low());
    line_.clear();
    const auto flush = [&]
    {
        if (line_.size() > 1)
            polyline(list, line_.data(), static_cast<int>(line_.size()), packed(colour), context.px(1.5f));
        line_.clear();
    };
    curve.visit(
        [&](const PlotPoint& point)
        {
            if (std::isnan(point.value))
            {
                flush();
                return;
            }
            // Held near the plot: coordinates far outside would lose their pixels in float.
            const double above = std::clamp((point.value - range.low()) * perUnit, -1e4, 1e4);
            line_.push_back({xOf(area, point.time), area.y + area.height - static_cast<float>(above)});
        });
    flush();
}

} // namespace ropewalk
