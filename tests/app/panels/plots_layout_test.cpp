#include "catch.hpp"
#include "plots_desk.hpp"

#include "app/panels/plots/plot_choice.hpp"
#include "scenes/hosts.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace ropewalk;

TEST_CASE("More plots than have room are turned over to, and none is cut off", "[plots]")
{
    Desk desk;
    run(desk, 1.0);
    std::vector<PlotTile> tiles;
    for (const rope::Diagnostic& row : desk.workbench.scene().diagnostics().rows())
        tiles.push_back({PlotKind::time, {row.name}});
    choose(desk, tiles);
    REQUIRE(desk.ui.map.count("button plots next") == 1);
    std::vector<std::string> seen;
    for (std::size_t page = 0; page < tiles.size() && seen.size() < tiles.size(); ++page)
    {
        const Rectangle panel = desk.ui.map.at("panel plots");
        for (std::size_t i = 1; i <= tiles.size(); ++i)
            if (const auto found = desk.ui.map.find("tile " + std::to_string(i)); found != desk.ui.map.end())
            {
                seen.push_back(found->first);
                CHECK(found->second.width >= 160.0f);
                CHECK(found->second.x + found->second.width <= panel.x + panel.width);
                CHECK(found->second.y + found->second.height <= panel.y + panel.height);
            }
        desk.moveOver("button plots next");
        desk.click();
    }
    CHECK(seen.size() == tiles.size());
    CHECK(desk.ui.map.count("tile 1") == 1); // once around

    // A higher panel has room for rows.
    desk.resize(1920.0f, 1080.0f);
    desk.ui.plotsHeight = 500.0f;
    desk.frames(5);
    CHECK(desk.ui.map.count("tile 12") == 1);
}

TEST_CASE("Every kind of plot of every scene survives any panel, without and with a past", "[plots]")
{
    for (const SceneEntry& entry : scenes())
    {
        INFO(entry.info.id);
        Desk desk;
        std::unique_ptr<Scene> scene = entry.make();
        if (const auto size = sizeParameterOf(*scene))
            scene->parameters().set(size->name, std::to_string(size->small));
        scene->reset();
        desk.workbench.useScene(std::move(scene));
        const std::string id(entry.info.id);
        for (int past = 0; past < 2; ++past)
        {
            desk.ui.plots.tiles.erase(id);
            desk.frames(3);
            const PlotOffer offer = PlotOffer::of(desk.workbench);
            CHECK_FALSE(offer.usual.empty());
            std::vector<PlotTile> tiles{{PlotKind::time, {"no such thing"}}};
            for (const PlotKind kind : plotKinds)
                if (const auto tile = newTile(kind, desk.workbench.scene(), offer))
                    tiles.push_back(*tile);
            desk.ui.plots.tiles[id] = tiles;
            for (const auto& [width, height] : {std::pair(1280.0f, 720.0f), std::pair(1920.0f, 1080.0f),
                                                std::pair(600.0f, 420.0f), std::pair(1.0f, 1.0f)})
            {
                desk.resize(width, height);
                desk.frames(4);
            }
            desk.resize(1280.0f, 720.0f);
            desk.ui.plotsHeight = past == 0 ? 130.0f : 360.0f;
            desk.frames(4);
            if (desk.ui.map.count("plot 1") == 1) // beside the table of the race there is no room
            {
                desk.moveOver("plot 1");
                desk.wheel(2.0f);
                desk.wheel(-60.0f);
            }
            for (int i = 0; i < 40; ++i)
                desk.workbench.tick({});
        }
        desk.workbench.reset();
        desk.frames(3);
    }
}
