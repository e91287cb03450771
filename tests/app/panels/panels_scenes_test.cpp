#include "catch.hpp"
#include "desk.hpp"

#include "app/panels/scenes/scene_search.hpp"
#include "scenes/scene.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace ropewalk;

namespace
{

bool overlap(const Rectangle& a, const Rectangle& b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

void checkInside(const Rectangle& part, const Rectangle& whole)
{
    CHECK(part.x >= whole.x);
    CHECK(part.x + part.width <= whole.x + whole.width);
    CHECK(part.y >= whole.y);
    CHECK(part.y + part.height <= whole.y + whole.height);
}

/// The places of "<kind> <id>" in the UI map, for all scenes and presets; empty while the kind is not shown.
std::vector<std::pair<std::string, Rectangle>> placesOf(const Desk& desk, const std::string& kind)
{
    std::vector<std::pair<std::string, Rectangle>> places;
    for (const SceneChoice& choice : sceneChoices())
        if (const auto found = desk.ui.map.find(kind + " " + choice.id); found != desk.ui.map.end())
            places.emplace_back(choice.id, found->second);
    return places;
}

/// Rows or cards do not overlap and do not reach beyond the sides of their panel, which scrolls up and down.
void checkPlaces(const Desk& desk, const std::string& kind, const std::string& panel)
{
    const auto places = placesOf(desk, kind);
    for (std::size_t i = 0; i < places.size(); ++i)
    {
        const auto& [id, at] = places[i];
        INFO(kind << " " << id);
        const Rectangle whole = desk.ui.map.at(panel);
        checkInside({at.x, whole.y, at.width, whole.height}, whole);
        checkInside(desk.ui.map.at(kind + " title " + id), at);
        for (std::size_t k = i + 1; k < places.size(); ++k)
            CHECK_FALSE(overlap(at, places[k].second));
    }
}

} // namespace

TEST_CASE("Rows and cards of scenes neither overlap nor cut their text off, whatever the window")
{
    Desk desk;
    desk.ui.sceneListOpen = true;
    desk.ui.scale = GENERATE(1.0f, 1.5f, 2.0f);
    desk.ui.scenesWidth = GENERATE(150.0f, 220.0f, 400.0f);
    desk.ui.theme = desk.ui.scale > 1.0f ? Theme::dark : Theme::light;
    for (const auto& [width, height] : {std::pair(1280.0f, 720.0f), std::pair(1920.0f, 1080.0f),
                                        std::pair(900.0f, 500.0f), std::pair(330.0f, 210.0f), std::pair(130.0f, 90.0f)})
    {
        desk.resize(width, height);
        desk.frames(3);
        INFO(width << " x " << height << ", scale " << desk.ui.scale);
        checkPlaces(desk, "scene", "panel scenes");
        if (width < 300.0f) // no room for a card at twice the size
            continue;
        REQUIRE(placesOf(desk, "found").size() == sceneChoices().size());
        checkPlaces(desk, "found", "overlay search");
        checkInside(desk.ui.map.at("overlay search"), {0.0f, 0.0f, width, height});
        for (const auto& [id, card] : placesOf(desk, "found"))
        {
            INFO(id);
            checkInside(desk.ui.map.at("found hint " + id), card);
            CHECK_FALSE(overlap(desk.ui.map.at("found hint " + id), desk.ui.map.at("found title " + id)));
        }
    }
    desk.resize(1920.0f, 1080.0f);
    desk.frames(3);
    CHECK(placesOf(desk, "scene").size() == scenes().size());
}

TEST_CASE("Scenes are found by title, id and category")
{
    const auto idsOf = [](const char* text)
    {
        std::vector<std::string> ids;
        for (const std::size_t i : findScenes(text))
            ids.emplace_back(sceneChoices()[i].id);
        return ids;
    };
    CHECK(idsOf("cloth") == std::vector<std::string>{"cloth", "workshop/clothes_line"});
    CHECK(idsOf("CLOTH") == idsOf("cloth"));
    CHECK(idsOf("basics") ==
          std::vector<std::string>{"constant_velocity", "gravity", "mass_spring", "spring_pendulum"});
    CHECK(idsOf("").size() == sceneChoices().size());
    CHECK(idsOf("four strands") == std::vector<std::string>{"workshop/tackle"});
    CHECK(idsOf("workshop").size() == 1 + makeScene("workshop")->info().presets.size());
    CHECK(idsOf("no such scene").empty());
}

TEST_CASE("Typing and Enter open the first scene that is found")
{
    Desk desk;
    desk.ui.sceneListOpen = true;
    desk.frames(4);
    desk.type("clot");
    CHECK(placesOf(desk, "found").size() == 2);
    CHECK_FALSE(desk.ui.sceneRequest);
    desk.key(ImGuiKey_Enter);
    CHECK(desk.ui.sceneRequest == "cloth");
    CHECK_FALSE(desk.ui.sceneListOpen);
}

TEST_CASE("Tab goes on to the next card, and what is typed afterwards starts again")
{
    Desk desk;
    desk.ui.sceneListOpen = true;
    desk.frames(4);
    desk.key(ImGuiKey_Tab);
    desk.key(ImGuiKey_Enter);
    CHECK(desk.ui.sceneRequest == std::string(scenes()[1].info.id));

    desk.ui.sceneRequest.reset();
    desk.ui.sceneListOpen = true;
    desk.frames(4);
    for (std::size_t i = 0; i < sceneChoices().size(); ++i)
        desk.key(ImGuiKey_Tab); // back to the first
    desk.key(ImGuiKey_Enter);
    CHECK(desk.ui.sceneRequest == std::string(scenes()[0].info.id));

    desk.ui.sceneRequest.reset();
    desk.ui.sceneListOpen = true;
    desk.frames(4);
    desk.key(ImGuiKey_Tab);
    desk.type("basics");
    desk.key(ImGuiKey_Enter);
    CHECK(desk.ui.sceneRequest == "constant_velocity");
}

TEST_CASE("Enter opens nothing when nothing is found, and the field stays ready")
{
    Desk desk;
    desk.ui.sceneListOpen = true;
    desk.frames(4);
    desk.type("?");
    desk.key(ImGuiKey_Enter);
    CHECK_FALSE(desk.ui.sceneRequest);
    CHECK(desk.ui.sceneListOpen);
    desk.frames(3);
    CHECK(ImGui::GetIO().WantTextInput);
}

TEST_CASE("A click on a card opens it, one beside the cards and Esc close the overlay")
{
    Desk desk;
    desk.ui.sceneListOpen = true;
    desk.frames(4);
    desk.moveOver("found cloth");
    desk.click();
    CHECK(desk.ui.sceneRequest == "cloth");
    CHECK_FALSE(desk.ui.sceneListOpen);

    desk.ui.sceneRequest.reset();
    desk.ui.sceneListOpen = true;
    desk.frames(4);
    desk.moveTo(20.0f, 400.0f); // on the list behind the overlay
    desk.click();
    CHECK_FALSE(desk.ui.sceneListOpen);
    CHECK_FALSE(desk.ui.sceneRequest);

    desk.ui.sceneListOpen = true;
    desk.frames(4);
    desk.key(ImGuiKey_Escape);
    CHECK_FALSE(desk.ui.sceneListOpen);
    CHECK_FALSE(desk.ui.sceneRequest);
}

TEST_CASE("The pictures of presets open them, below the constants and among the scenes")
{
    Desk desk;
    desk.ui.sceneListOpen = true;
    desk.frames(4);
    desk.type("tackle");
    desk.key(ImGuiKey_Enter);
    REQUIRE(desk.ui.sceneRequest == "workshop/tackle");

    desk.workbench.useScene(makeScene(*std::exchange(desk.ui.sceneRequest, std::nullopt)));
    CHECK(desk.workbench.scene().parameters().find("preset")->text() == "tackle");
    desk.ui.allPanels = false;
    desk.frames(4);
    CHECK(placesOf(desk, "scene").size() == scenes().size() + desk.workbench.scene().info().presets.size());
    desk.moveOver("scene workshop/tackle");
    desk.click(); // it is open already
    CHECK_FALSE(desk.ui.sceneRequest);
    desk.moveOver("scene workshop/z_pulley");
    desk.click();
    CHECK(desk.ui.sceneRequest == "workshop/z_pulley");
}

TEST_CASE("A click on a row of the list opens the scene")
{
    Desk desk;
    desk.moveOver("scene cloth");
    desk.click();
    CHECK(desk.ui.sceneRequest == "cloth");
}

TEST_CASE("The chosen scene is scrolled into sight with all of its hint")
{
    Desk desk;
    for (const SceneEntry& entry : scenes())
    {
        CAPTURE(entry.info.id);
        desk.workbench.useScene(entry.make());
        desk.frames(4);
        const Rectangle panel = desk.ui.map.at("panel scenes");
        const Rectangle chosen = desk.ui.map.at("scene hint");
        CHECK(chosen.y >= panel.y);
        CHECK(chosen.bottom() <= panel.bottom());
    }
}
