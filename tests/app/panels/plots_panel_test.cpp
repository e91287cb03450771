#include "catch.hpp"
#include "plots_desk.hpp"

#include "scenes/shared/energy_stack.hpp"

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

using namespace ropewalk;

namespace
{

struct Csv
{
    std::vector<std::string> columns;
    std::vector<std::vector<double>> rows;

    explicit Csv(const std::string& text)
    {
        std::istringstream stream(text);
        std::string line;
        std::getline(stream, line);
        std::istringstream head(line);
        for (std::string cell; std::getline(head, cell, ',');)
            columns.push_back(cell);
        while (std::getline(stream, line))
        {
            std::istringstream cells(line);
            std::vector<double>& row = rows.emplace_back();
            for (std::string cell; std::getline(cells, cell, ',');)
                row.push_back(std::stod(cell));
        }
    }
};

/// What a plot's own menu saves.
Csv saved(Desk& desk, int plot)
{
    desk.ui.plotExport.reset();
    desk.moveOver("button plot menu " + std::to_string(plot));
    desk.click();
    desk.moveOver("plot save csv");
    desk.click();
    REQUIRE(desk.ui.plotExport);
    REQUIRE(desk.ui.plotExport->tables.size() == 1);
    return Csv(desk.ui.plotExport->tables.front().csv);
}

constexpr std::size_t springs = 80 - 1; ///< of the scene's 80 masses

std::size_t columnOf(const Desk& desk, const std::string& diagnostic)
{
    const rope::Diagnostics& all = desk.workbench.scene().diagnostics();
    return static_cast<std::size_t>(all.find(diagnostic) - all.rows().data());
}

} // namespace

TEST_CASE("A plot is added, shows what is chosen in its menu, and is removed", "[plots]")
{
    Desk desk;
    desk.resize(1920.0f, 1080.0f);
    run(desk, 1.0);
    choose(desk, {{PlotKind::time, {"length"}}});
    CHECK(desk.ui.map.count("tile 1") == 1);
    CHECK(desk.ui.map.count("tile 2") == 0);

    for (const char* kind : {"phase", "profile", "spectrum", "stack"})
    {
        desk.moveOver("button plots add");
        desk.click();
        desk.moveOver(std::string("add plot ") + kind);
        desk.click();
        desk.frames(5);
    }
    const std::vector<PlotTile>& tiles = desk.ui.plots.tiles["rope"];
    REQUIRE(tiles.size() == 1 + 4); // the one that was there, and one of each kind
    CHECK(tiles[1].kind == PlotKind::phase);
    CHECK(tiles[2] == PlotTile{PlotKind::profile, {"tension"}});
    CHECK(tiles[3] == PlotTile{PlotKind::spectrum, {"free_end"}});
    CHECK(tiles[4].kind == PlotKind::stack);
    std::vector<std::string> energies; // those of the stack that the scene has
    for (const std::string_view name : energyStack)
        if (desk.workbench.scene().diagnostics().find(name) != nullptr)
            energies.emplace_back(name);
    CHECK(tiles[4].names == energies);
    CHECK(desk.ui.map.count("tile 5") == 1);

    // Another quantity of the same unit shares the axis, one of another takes its place.
    desk.moveOver("button plot menu 1");
    desk.click();
    desk.moveOver("quantity stretch");
    desk.click();
    CHECK(tiles[0].names == std::vector<std::string>{"length", "stretch"});
    desk.moveOver("quantity length");
    desk.click();
    CHECK(tiles[0].names == std::vector<std::string>{"stretch"});
    desk.moveOver("quantity max_tension");
    desk.click();
    CHECK(tiles[0].names == std::vector<std::string>{"max_tension"});
    desk.moveOver("quantity max_tension");
    desk.click();
    CHECK(tiles[0].names == std::vector<std::string>{"max_tension"}); // the last one stays

    // The menu stays open while another kind is chosen; what both can show is kept.
    desk.moveOver("plot kind spectrum");
    desk.click();
    CHECK(tiles[0] == PlotTile{PlotKind::spectrum, {"max_tension"}});
    desk.moveOver("plot kind phase");
    desk.click();
    desk.frames(5); // the menu grows
    CHECK(desk.ui.map.at("plot remove").y + desk.ui.map.at("plot remove").height < desk.ui.map.at("tile 1").y + 1.0f);
    CHECK(desk.ui.map.at("plot kind time").y > 0.0f);
    desk.moveOver("quantity elastic_energy up");
    desk.click();
    CHECK(tiles[0].kind == PlotKind::phase);
    CHECK(tiles[0].names[1] == "elastic_energy");

    desk.moveOver("plot remove");
    desk.click();
    desk.frames(3);
    REQUIRE(tiles.size() == 4);
    CHECK(tiles[0].kind == PlotKind::phase);
    CHECK(desk.ui.map.count("tile 5") == 0);

    desk.moveOver("button plots add");
    desk.click();
    desk.moveOver("add plot usual");
    desk.click();
    CHECK(desk.ui.plots.tiles.count("rope") == 0);
}

TEST_CASE("Without plots the panel says how to get one, and works on", "[plots]")
{
    Desk desk;
    const auto& tiles = desk.ui.plots.tiles;
    SECTION("the last one is removed")
    {
        choose(desk, {{PlotKind::time, {"length"}}});
        REQUIRE(desk.ui.map.count("tile 1") == 1);
        desk.moveOver("button plot menu 1");
        desk.click();
        desk.moveOver("plot remove");
        desk.click();
        desk.frames(3);
        CHECK(tiles.at("rope").empty());
    }
    SECTION("the preferences have none, or only such as this scene does not know")
    {
        const std::vector<std::vector<PlotTile>> lists{
            {}, {{PlotKind::time, {"nope"}}}, {{PlotKind::phase, {"length"}}}};
        for (const std::vector<PlotTile>& unknown : lists)
            choose(desk, unknown);
    }
    CHECK(desk.ui.map.count("tile 1") == 0);
    run(desk, 0.5);

    desk.moveOver("button plots add");
    desk.click();
    desk.moveOver("add plot time");
    desk.click();
    desk.frames(3);
    CHECK(desk.ui.map.count("tile 1") == 1);
}

TEST_CASE("What is saved of plots over time is what was recorded, to the last digit", "[plots]")
{
    Desk desk;
    run(desk, 12.0);
    choose(desk, {{PlotKind::time, {"length", "stretch"}}, {PlotKind::phase, {"kinetic_energy", "length"}}});
    const Recorder& recorder = desk.workbench.recorder();

    const Csv csv = saved(desk, 1);
    REQUIRE(csv.columns == std::vector<std::string>{"time [s]", "length [m]", "stretch [m]"});
    REQUIRE(csv.rows.size() >= 10 * 60); // the last ten seconds, of 60 ticks each
    REQUIRE(csv.rows.size() <= 10 * 60 + 2);
    const std::size_t first = recorder.size() - csv.rows.size();
    for (std::size_t i = 0; i < csv.rows.size(); ++i)
    {
        REQUIRE(csv.rows[i].size() == 3);
        CHECK(csv.rows[i][0] == recorder.time(first + i));
        CHECK(csv.rows[i][1] == recorder.value(columnOf(desk, "length"), first + i));
        CHECK(csv.rows[i][2] == recorder.value(columnOf(desk, "stretch"), first + i));
    }
    CHECK(desk.ui.plotExport->tables.front().name == "length");

    const Csv phase = saved(desk, 2);
    CHECK(phase.columns == std::vector<std::string>{"time [s]", "kinetic_energy [J]", "length [m]"});
    CHECK(phase.rows.size() == csv.rows.size());

    // All of them at once: one table over time.
    desk.ui.plotExport.reset();
    desk.moveOver("menu Export");
    desk.click();
    desk.moveOver("item Save plots as CSV");
    desk.click();
    REQUIRE(desk.ui.plotExport);
    REQUIRE(desk.ui.plotExport->tables.size() == 1);
    const Csv all(desk.ui.plotExport->tables.front().csv);
    CHECK(all.columns == std::vector<std::string>{"time [s]", "kinetic_energy [J]", "length [m]", "stretch [m]"});
    CHECK(all.rows.size() == csv.rows.size());
}

TEST_CASE("What is saved of profile and spectrum are their own axes", "[plots]")
{
    Desk desk;
    desk.workbench.setParameter("ground_height", "-20", ++desk.ui.gesture);
    desk.workbench.reset();
    run(desk, 9.0);
    choose(desk, {{PlotKind::profile, {"tension"}}, {PlotKind::spectrum, {"free_end_x"}}});

    const Csv profile = saved(desk, 1);
    REQUIRE(profile.columns == std::vector<std::string>{"rope [m]", "tension [N]", "theory [N]"});
    REQUIRE(profile.rows.size() == springs);
    const std::vector<Profile> profiles = desk.workbench.scene().profiles();
    for (std::size_t i = 0; i < springs; ++i)
    {
        CHECK(profile.rows[i][0] == profiles[0].at[i]);
        CHECK(profile.rows[i][1] == profiles[0].values[i]);
        CHECK(profile.rows[i][2] == profiles[0].theory[i]);
    }

    const Csv spectrum = saved(desk, 2);
    REQUIRE(spectrum.columns == std::vector<std::string>{"frequency [Hz]", "free_end_x_amplitude [m]"});
    REQUIRE(spectrum.rows.size() > 100);
    // It swings about as a pendulum of its length does, 0.29 Hz: that is where most of it is.
    std::size_t peak = 0;
    for (std::size_t i = 0; i < spectrum.rows.size(); ++i)
        peak = spectrum.rows[i][1] > spectrum.rows[peak][1] ? i : peak;
    CHECK(spectrum.rows[peak][0] == Approx(0.25).margin(0.12));
    CHECK(spectrum.rows.back()[0] <= 30.0 + 1e-9);
}

TEST_CASE("The wheel zooms the time of all plots about the cursor, and a double-click shows all again", "[plots]")
{
    Desk desk;
    run(desk, 30.0);
    choose(desk, {{PlotKind::time, {"length"}}, {PlotKind::stack, {"kinetic_energy", "elastic_energy"}}});
    CHECK_FALSE(desk.ui.plots.paused);
    desk.moveOver("plot 1", 0.25f);
    const double before = saved(desk, 1).rows.front()[0];
    CHECK(before == Approx(20.0).margin(0.02));

    desk.moveOver("plot 1", 0.25f);
    for (int i = 0; i < 10; ++i)
        desk.wheel(1.0f);
    CHECK(desk.ui.plots.paused); // who looks closer wants it to stand still
    const Csv near = saved(desk, 1);
    const double span = near.rows.back()[0] - near.rows.front()[0];
    CHECK(span == Approx(10.0 * std::pow(0.85, 10)).margin(0.04));
    CHECK(near.rows.front()[0] + 0.25 * span == Approx(22.5).margin(0.04)); // what was under the cursor still is
    CHECK(saved(desk, 2).rows.size() == near.rows.size());                  // the other plot goes along

    SECTION("a drag goes back in time")
    {
        desk.moveOver("plot 2", 0.2f);
        desk.button(0, true);
        desk.moveOver("plot 2", 0.7f);
        desk.button(0, false);
        const Csv moved = saved(desk, 1);
        CHECK(moved.rows.front()[0] == Approx(near.rows.front()[0] - 0.5 * span).margin(0.05));
        CHECK(moved.rows.size() == Approx(static_cast<double>(near.rows.size())).margin(1.0));
    }
    SECTION("a double-click lets it run again")
    {
        desk.moveOver("plot 1");
        desk.frames(40);
        desk.click();
        desk.click();
        CHECK_FALSE(desk.ui.plots.paused);
        CHECK(saved(desk, 1).rows.size() == Approx(10 * 60).margin(2.0));
    }
    SECTION("so does the button")
    {
        desk.moveOver("button plots pause");
        desk.click();
        CHECK_FALSE(desk.ui.plots.paused);
        CHECK(saved(desk, 1).rows.size() == Approx(10 * 60).margin(2.0));
    }
    SECTION("a reset of the scene leaves nothing to look at closely")
    {
        desk.workbench.reset();
        desk.frames(5);
        CHECK_FALSE(desk.ui.plots.paused);
    }
}

TEST_CASE("Plots that were held by hand stay so when all of them is shown again", "[plots]")
{
    Desk desk;
    run(desk, 20.0);
    choose(desk, {{PlotKind::time, {"length"}}});
    desk.moveOver("button plots pause");
    desk.click();
    CHECK(desk.ui.plots.paused);
    run(desk, 3.0);
    CHECK(saved(desk, 1).rows.back()[0] == Approx(20.0).margin(0.02));
    desk.moveOver("plot 1");
    desk.wheel(3.0f);
    desk.frames(40);
    desk.click();
    desk.click();
    CHECK(desk.ui.plots.paused);
    CHECK(saved(desk, 1).rows.size() == Approx(10 * 60).margin(2.0));
}

TEST_CASE("Profile and spectrum zoom on their own", "[plots]")
{
    Desk desk;
    run(desk, 10.0);
    choose(desk, {{PlotKind::profile, {"tension"}}, {PlotKind::profile, {"stretch"}}});
    desk.moveOver("plot 1");
    desk.wheel(4.0f);
    CHECK_FALSE(desk.ui.plots.paused);
    CHECK(saved(desk, 1).rows.size() < 60);
    CHECK(saved(desk, 2).rows.size() == springs);
    desk.moveOver("plot 1 across"); // the other axis stays as it is
    desk.wheel(-20.0f);
    CHECK(saved(desk, 1).rows.size() == springs);
    desk.moveOver("plot 1");
    desk.wheel(4.0f);
    desk.moveOver("button plot menu 1");
    desk.click();
    desk.moveOver("plot fit");
    desk.click();
    CHECK(saved(desk, 1).rows.size() == springs);
}

TEST_CASE("A screenshot of one plot or of all of them is asked for by its place", "[plots]")
{
    Desk desk;
    run(desk, 1.0);
    choose(desk, {{PlotKind::time, {"length"}}, {PlotKind::time, {"stretch"}}});
    desk.moveOver("button plot menu 2");
    desk.click();
    desk.moveOver("plot save png");
    desk.click();
    REQUIRE(desk.ui.plotExport);
    REQUIRE(desk.ui.plotExport->screenshot);
    const Rectangle tile = desk.ui.map.at("tile 2");
    CHECK(desk.ui.plotExport->screenshot->x == tile.x);
    CHECK(desk.ui.plotExport->screenshot->width == tile.width);
    CHECK(desk.ui.plotExport->screenshotName == "stretch");
    CHECK(desk.ui.plotExport->tables.empty());

    desk.ui.plotExport.reset();
    desk.moveOver("menu Export");
    desk.click();
    desk.moveOver("item Save plots as PNG");
    desk.click();
    REQUIRE(desk.ui.plotExport);
    REQUIRE(desk.ui.plotExport->screenshot);
    const Rectangle all = *desk.ui.plotExport->screenshot;
    for (const char* name : {"tile 1", "tile 2"})
    {
        const Rectangle part = desk.ui.map.at(name);
        CHECK(part.x >= all.x);
        CHECK(part.y >= all.y);
        CHECK(part.x + part.width <= all.x + all.width);
        CHECK(part.y + part.height <= all.y + all.height);
    }
}
