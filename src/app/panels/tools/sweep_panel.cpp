#include "sweep_chart.hpp"

#include "app/learning/sweep_bench.hpp"
#include "app/panels/constants/form.hpp"
#include "app/panels/frame/tool_window.hpp"

#include "files/plain_name.hpp"
#include "files/quantity.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/scene_constants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ropewalk
{
namespace
{

/// A constant that may be varied.
struct Candidate
{
    std::string name;
    double value = 0.0;
    NumberScale scale;
    std::string unit;
};

std::vector<Candidate> candidatesOf(const Scene& scene)
{
    std::vector<Candidate> candidates;
    eachConstant(
        scene,
        [&candidates](const rope::Parameter& row)
        {
            if (row.isNumber())
                candidates.push_back({row.name(), row.number(), NumberScale::of(row), std::string(row.unit())});
        });
    return candidates;
}

/// Asks which constants vary, runs the scene at each point of their grid beside the window, and plots what comes of it.
/// A click on a point opens its run.
class SweepPanel : public ToolPanel
{
public:
    void draw(PanelContext& context, const Rectangle& dock) override;

private:
    /// One of the constants that vary.
    struct Axis
    {
        std::string name; ///< empty: none
        double from = 0.0;
        double to = 1.0;
        int count = 9;
    };

    void drawAxis(Form& form, const std::vector<Candidate>& candidates, std::size_t number);
    void drawForm(PanelContext& context);
    void drawButtons(PanelContext& context);
    void drawPlot(PanelContext& context);
    void tell(PanelContext& context, const SweepTable::Row& row) const;
    void open(PanelContext& context, const SweepTable::Row& row);
    void start(const Scene& scene);
    void refresh();

    std::array<Axis, 2> axes_;
    double seconds_ = 5.0;
    int statistic_ = 0;
    std::string column_; ///< with its statistic: "length_last"
    std::string error_;
    NumberField field_;
    SweepBench bench_;
    SweepTable table_;
    std::string file_;      ///< that the table was read from; empty: the bench's
    std::size_t shown_ = 0; ///< results of the bench that the table has
};

constexpr ToolInfo sweepTool{Tool::sweep, "sweep", "Sweep", "Run", "F8", "a quantity over one or two constants",
                             400.0f,      640.0f};
const ToolRegistration<SweepPanel> sweepRegistration(sweepTool);

} // namespace

void SweepPanel::draw(PanelContext& context, const Rectangle& dock)
{
    bench_.turn();
    if (std::optional<SweepFile> read = std::exchange(context.ui.sweepRequest, std::nullopt))
    {
        bench_.stop();
        table_ = std::move(read->table);
        file_ = std::move(read->name);
    }
    if (!beginTool(context, sweepTool, dock))
        return;
    refresh();
    drawForm(context);
    drawButtons(context);
    if (!error_.empty())
        wrappedText(context.colours.bad, "! " + withPlainNames(error_));
    drawPlot(context);
    ImGui::End();
}

void SweepPanel::drawForm(PanelContext& context)
{
    const std::vector<Candidate> candidates = candidatesOf(context.workbench.scene());
    if (candidates.empty())
        return text(context.colours.muted, "This scene has no numbers to vary.");
    Form form(context, field_, context.px(108.0f));
    drawAxis(form, candidates, 0);
    drawAxis(form, candidates, 1);
    form.number("Seconds", "How long each run takes in the scene.", seconds_, NumberScale{0.1, 100.0, true, false, 0.0},
                "s");
    std::vector<std::string> words;
    words.reserve(sweepStatistics.size());
    for (const SweepStatistic& statistic : sweepStatistics)
        words.emplace_back(statistic.words);
    form.choice("Statistic", "What of a quantity in a run: at its end, the largest, the least or the mean.", statistic_,
                words);
}

void SweepPanel::drawAxis(Form& form, const std::vector<Candidate>& candidates, std::size_t number)
{
    Axis& axis = axes_[number];
    const bool second = number == 1;
    std::vector<std::string> names;
    if (second)
        names.emplace_back("none");
    for (const Candidate& candidate : candidates)
        names.push_back(plainName(candidate.name));
    auto found = std::find_if(candidates.begin(), candidates.end(),
                              [&axis](const Candidate& candidate) { return candidate.name == axis.name; });
    int chosen = found == candidates.end() ? (second ? 0 : -1) : static_cast<int>(found - candidates.begin()) + second;
    const int before = chosen;
    chosen = std::max(chosen, 0);
    form.choice(second ? "And" : "Vary", "A constant that the runs differ in.", chosen, names);
    if (chosen != before)
    {
        found = second && chosen == 0 ? candidates.end() : candidates.begin() + (chosen - second);
        axis = found == candidates.end() ? Axis() : Axis{found->name, 0.5 * found->value, 2.0 * found->value};
        if (found != candidates.end() && found->value == 0.0)
            axis.to = found->scale.maximum();
        if (found != candidates.end())
            axis.to = std::min(axis.to, found->scale.maximum());
    }
    if (found == candidates.end())
        return;
    const char* after = second ? " " : "";
    form.number(fmt::format("From{}", after).c_str(), "Its first value.", axis.from, found->scale, found->unit.c_str());
    form.number(fmt::format("To{}", after).c_str(), "Its last value.", axis.to, found->scale, found->unit.c_str());
    form.count(fmt::format("Values{}", after).c_str(), "How many values, in equal parts.", axis.count,
               NumberScale{2.0, 100.0, true, true, 0.0});
}

void SweepPanel::drawButtons(PanelContext& context)
{
    const bool busy = file_.empty() && bench_.busy();
    const std::size_t runs = axes_[0].name.empty()
                                 ? 0
                                 : static_cast<std::size_t>(axes_[0].count) *
                                       static_cast<std::size_t>(axes_[1].name.empty() ? 1 : axes_[1].count);
    if (busy && button(context, "Stop", "button stop sweep", "Ends it; the runs that have ended stay."))
        bench_.stop();
    if (!busy && button(context, fmt::format("Run {}", runs).c_str(), "button run sweep",
                        "Runs the scene as it begins, with each of these values, beside the window.", runs > 0))
        start(context.workbench.scene());
    ImGui::SameLine();
    const bool save = file_.empty() && bench_.sweep() && !busy && !table_.rows.empty();
    if (button(context, "Save CSV", "button save sweep", "Writes the rows as 'ropewalk sweep' does.", save))
    {
        std::string text = bench_.sweep()->header();
        for (const auto& [run, result] : bench_.results())
            text += bench_.sweep()->row(run, result);
        context.ui.saveRequest = TextFile{"ropewalk-sweep.csv", std::move(text)};
    }
    ImGui::SameLine();
    text(context.colours.muted, !file_.empty() ? file_
                                : bench_.sweep()
                                    ? fmt::format("{} of {} runs", bench_.done(), bench_.sweep()->grid().runs())
                                    : std::string("or drop a .csv of 'ropewalk sweep' here"));
}

void SweepPanel::drawPlot(PanelContext& context)
{
    if (table_.columns.empty())
        return;
    const auto found = std::find(table_.columns.begin(), table_.columns.end(), column_);
    std::size_t column = found == table_.columns.end() ? 0 : static_cast<std::size_t>(found - table_.columns.begin());
    std::vector<ListChoice> choices;
    for (const std::string& name : table_.columns)
        choices.push_back({plainColumn(name), "sweep column " + name});
    ImGui::SetNextItemWidth(-1.0f);
    column = choiceBox(context, "choice sweep column", column, choices).value_or(column);
    column_ = table_.columns[column];
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float lines = 2.0f * ImGui::GetTextLineHeightWithSpacing();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = std::clamp(ImGui::GetContentRegionAvail().y - lines, context.px(120.0f), 0.8f * width);
    const Rectangle at{from.x, from.y, width, height};
    const bool clicked = ImGui::InvisibleButton("sweep chart", {at.width, at.height});
    placeItem(context, "chart sweep");
    const std::optional<std::size_t> row = drawSweep(context, table_, column, at);
    if (!row)
        return wrappedText(context.colours.muted, table_.rows.empty() ? "" : "A click on a run opens it.");
    tell(context, table_.rows[*row]);
    if (clicked)
        open(context, table_.rows[*row]);
}

/// The run under the mouse, below the chart.
void SweepPanel::tell(PanelContext& context, const SweepTable::Row& row) const
{
    std::string line;
    for (std::size_t i = 0; i < row.at.size(); ++i)
        line += fmt::format("{} {}, ", plainName(table_.constants[i]), plainNumber(row.at[i]));
    const auto column = static_cast<std::size_t>(std::find(table_.columns.begin(), table_.columns.end(), column_) -
                                                 table_.columns.begin());
    line += plainNumber(row.values[column]);
    const bool ended = row.outcome == "ended";
    wrappedText(ended ? context.colours.text : context.colours.bad,
                ended ? line : fmt::format("{}: {}", line, row.outcome));
}

void SweepPanel::open(PanelContext& context, const SweepTable::Row& row)
{
    try
    {
        if (file_.empty())
            context.ui.pasteRequest = sceneText(*bench_.sweep()->scene(row.run), {.beginning = true});
        else if (row.opens.starts_with('?'))
            context.ui.pasteRequest = row.opens;
        else
            error_ = fmt::format("no link opens this run; this does: {}", row.opens);
    }
    catch (const std::invalid_argument& error)
    {
        error_ = error.what();
    }
}

void SweepPanel::start(const Scene& scene)
{
    SweepPlan plan;
    plan.playback.text = sceneText(scene, {.beginning = true});
    plan.playback.seconds = seconds_;
    plan.statistic = sweepStatistics[static_cast<std::size_t>(statistic_)].name;
    for (const Axis& axis : axes_)
        if (!axis.name.empty())
            plan.variations.push_back({axis.name, axis.from, axis.to, axis.count});
    try
    {
        bench_.start(std::move(plan));
        file_.clear();
        error_.clear();
        table_ = {};
        shown_ = 0;
    }
    catch (const std::invalid_argument& error)
    {
        error_ = error.what();
    }
}

/// Takes what has come since the last frame.
void SweepPanel::refresh()
{
    if (!file_.empty() || !bench_.sweep() || (shown_ == bench_.done() && !table_.columns.empty()))
        return;
    const std::map<std::size_t, SweepResult> results = bench_.results();
    shown_ = results.size();
    table_ = sweepTable(*bench_.sweep(), results);
}

} // namespace ropewalk
