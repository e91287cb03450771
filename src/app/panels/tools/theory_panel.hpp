#pragma once

#include "app/panels/frame/panel_context.hpp"

#include "app/learning/theory_bench.hpp"

#include <cstddef>

namespace ropewalk
{

/// The theory bench: a list of experiments, and of the chosen one its drawing, formulas, numbers and verdict.
class TheoryPanel
{
public:
    void draw(PanelContext& context, const Rectangle& dock);

    /// Stops the experiments: another scene wants the processor.
    void sceneChanged() { bench_.stop(); }

    TheoryBench& bench() { return bench_; }

private:
    void drawHead(PanelContext& context);
    void drawList(PanelContext& context);
    void drawChoice(PanelContext& context);
    void drawDetail(PanelContext& context);
    void drawPrediction(PanelContext& context, const char* name, const Prediction& prediction, std::string_view unit,
                        const Finding* finding);

    TheoryBench bench_;
    std::size_t chosen_ = 0;
};

/// A chart: predictions as a line, measurements as points.
void drawChart(PanelContext& context, const Chart& chart, const Rectangle& at);

} // namespace ropewalk
