#include "desk.hpp"

#include <cmath>
#include <string>

using namespace ropewalk;

namespace
{

/// Runs over one constant or two.
SweepTable tableOf(bool two)
{
    SweepTable table;
    table.constants = {"mass_count"};
    if (two)
        table.constants.emplace_back("air_friction");
    table.columns = {"length_max", "height_max"};
    for (std::size_t run = 0; run < 9; ++run)
    {
        const auto number = static_cast<double>(run);
        const double across = two ? std::floor(number / 3.0) : number;
        SweepTable::Row row{
            run, {across}, {number * number, -number}, "ended", "?scene=rope&set=mass_count=3" + std::to_string(run)};
        if (two)
            row.at.push_back(std::fmod(number, 3.0));
        table.rows.push_back(row);
    }
    table.rows[4].outcome = "ran away";
    return table;
}

} // namespace

TEST_CASE("A sweep is plotted, and a click on a run opens it", "[sweep]")
{
    Desk desk;
    const bool two = GENERATE(false, true);
    desk.ui.tools.open(Tool::sweep);
    desk.ui.sweepRequest = SweepFile{"sweep.csv", tableOf(two)};
    desk.frames(3);
    CHECK_FALSE(desk.ui.sweepRequest);
    REQUIRE(desk.ui.map.contains("chart sweep"));
    const Rectangle chart = desk.ui.map.at("chart sweep");
    CHECK(chart.width > 200.0f);
    CHECK(chart.bottom() <= ImGui::GetIO().DisplaySize.y);

    // Everywhere on the chart, so that one of the clicks meets the run in the middle.
    for (float y = 0.1f; y < 0.95f && !desk.ui.pasteRequest; y += two ? 0.2f : 0.03f)
    {
        desk.moveTo(chart.x + 0.55f * chart.width, chart.y + y * chart.height);
        desk.click();
        desk.frames(20);
    }
    REQUIRE(desk.ui.pasteRequest);
    CHECK(desk.ui.pasteRequest->starts_with("?scene=rope&set=mass_count=3"));
}

TEST_CASE("The panel runs a sweep of the scene by itself", "[sweep]")
{
    Desk desk;
    desk.workbench.selectScene("spring_pendulum");
    desk.ui.tools.open(Tool::sweep);
    desk.frames(3);
    REQUIRE(desk.ui.map.contains("button run sweep"));
    desk.moveOver("button run sweep");
    desk.click();
    for (int i = 0; i < 10'000 && !desk.ui.map.contains("button save sweep"); ++i)
        desk.frames(1);
    for (int i = 0; i < 10'000 && desk.ui.map.contains("button stop sweep"); ++i)
        desk.frames(1);
    CHECK(desk.ui.map.contains("chart sweep"));
    desk.moveOver("button save sweep");
    desk.click();
    REQUIRE(desk.ui.saveRequest);
    CHECK(desk.ui.saveRequest->text.starts_with("run,runs,mass,"));
}
