#include "desk.hpp"

#include "app/learning/physics_text.hpp"
#include "app/panels/frame/fonts.hpp"
#include "app/panels/frame/layout.hpp"
#include "app/panels/frame/rich_text.hpp"

#include <algorithm>
#include <set>
#include <vector>

using namespace ropewalk;

namespace
{

bool overlap(const Rectangle& a, const Rectangle& b)
{
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

void press(Desk& desk, const std::string& item)
{
    desk.moveOver(item);
    desk.click();
    desk.frames(3);
}

} // namespace

TEST_CASE("The lesson is a card in the picture that covers nothing else, whatever the scene and the window", "[lesson]")
{
    Desk desk;
    desk.ui.scale = GENERATE(1.0f, 1.5f);
    desk.ui.allPanels = GENERATE(true, false);
    desk.ui.tensionColours = true;
    for (const SceneEntry& entry : scenes())
    {
        if (entry.info.id == "million")
            continue; // costs seconds, and is the same here
        desk.workbench.selectScene(entry.info.id);
        for (const auto& [width, height] :
             {std::pair(1280.0f, 720.0f), std::pair(1920.0f, 1080.0f), std::pair(700.0f, 420.0f),
              std::pair(390.0f, 844.0f), std::pair(330.0f, 210.0f)})
        {
            desk.resize(width, height);
            desk.ui.lesson.go(-100);
            for (std::size_t step = 0; step <= entry.info.lesson.size(); ++step, desk.ui.lesson.go(1))
            {
                desk.frames(3);
                INFO(entry.info.id << ", step " << step << ", " << width << " x " << height << ", scale "
                                   << desk.ui.scale);
                const auto card = desk.ui.map.find("panel lesson");
                if (card == desk.ui.map.end())
                {
                    CHECK(width < 1280.0f);
                    continue;
                }
                const Rectangle at = card->second;
                const Rectangle& viewport = desk.ui.viewport;
                CHECK(at.x >= viewport.x);
                CHECK(at.right() <= viewport.right());
                CHECK(at.y >= viewport.y);
                CHECK(at.bottom() <= viewport.bottom());
                CHECK(at.height <= 0.5f * viewport.height);
                for (const char* other : {"overlay gizmo", "overlay tension", "remark"})
                    if (const auto overlay = desk.ui.map.find(other); overlay != desk.ui.map.end())
                        CHECK_FALSE(overlap(at, overlay->second));
                if (!desk.ui.map.contains("button lesson back"))
                {
                    CHECK(desk.ui.map.contains("button lesson fold"));
                    continue;
                }
                for (const char* button : {"button lesson back", "button lesson hide"})
                    CHECK(desk.ui.map.at(button).right() <= at.right());
                if (desk.ui.map.contains("lesson title"))
                    CHECK(desk.ui.map.at("lesson title").right() <= desk.ui.map.at("button lesson back").x);
                if (step == entry.info.lesson.size())
                    CHECK(desk.ui.map.at("button lesson scene").right() <= desk.ui.map.at("button lesson back").x);
            }
        }
    }
}

TEST_CASE("In a small window the lesson is folded to two lines, and a click unfolds it", "[lesson]")
{
    Desk desk;
    desk.resize(700.0f, 420.0f);
    desk.frames(3);
    const float folded = desk.ui.map.at("panel lesson").height;
    CHECK(desk.ui.map.count("button lesson next") == 0);
    press(desk, "button lesson fold");
    CHECK(desk.ui.map.at("panel lesson").height > folded);
    CHECK(desk.ui.map.count("button lesson next") == 1);
    press(desk, "button lesson fold");
    CHECK(desk.ui.map.at("panel lesson").height == folded);
}

TEST_CASE("A step that is done gets its tick, and the end offers the next scene", "[lesson]")
{
    Desk desk;
    desk.frames(2);
    CHECK(desk.ui.map.count("lesson open") == 1);
    press(desk, "button lesson next");
    CHECK(desk.ui.requests == std::vector{Action::nextLessonStep});
    desk.ui.lesson.go(1);
    desk.frames(2);
    CHECK(desk.ui.map.count("lesson open") == 1); // "Press C."
    desk.ui.tensionColours = true;
    desk.frames(2);
    CHECK(desk.ui.map.count("lesson ticked") == 1);
    CHECK(desk.ui.lessons.done.at("rope") == std::vector{false, true, false, false, false});

    desk.ui.lesson.go(100);
    desk.frames(2);
    press(desk, "button lesson scene");
    CHECK(desk.ui.sceneRequest == std::string(scenes()[1].info.id));

    desk.ui.lessons.shown = false;
    desk.frames(2);
    CHECK(desk.ui.map.count("panel lesson") == 0);
}

TEST_CASE("The lesson is one of the panels that the keys go round", "[lesson]")
{
    Desk desk;
    desk.ui.keys.goTo("panel lesson");
    desk.frames(3);
    std::set<std::string> items;
    for (int i = 0; i < 4; ++i)
    {
        items.insert(desk.ui.keys.item());
        desk.press(PanelKey::next);
    }
    CHECK(items == std::set<std::string>{"button lesson hide", "button lesson next"}); // no step is before the first
    desk.ui.lesson.go(1);
    desk.frames(3);
    desk.ui.keys.goTo("panel lesson", "button lesson back");
    desk.frames(3);
    desk.press(PanelKey::press);
    CHECK(desk.ui.requests == std::vector{Action::previousLessonStep});
}

TEST_CASE("A question mark is reached by the keys and opens its section", "[keys]")
{
    Desk desk;
    desk.resize(1920.0f, 1080.0f);
    desk.frames(2);
    desk.ui.keys.goTo(constantsPanel, "slider mass");
    desk.frames(3);
    desk.press(PanelKey::next);
    CHECK(desk.ui.keys.item() == "explain mass");
    desk.press(PanelKey::press);
    CHECK(desk.ui.tools.seen(Tool::physics));
}

TEST_CASE("The down key opens the menu that has the keys", "[keys]")
{
    Desk desk;
    desk.ui.keys.goTo(menuPanel, "menu Run");
    desk.frames(3);
    desk.press(PanelKey::down);
    desk.frames(2);
    CHECK(desk.ui.map.count("item Pause") == 1);
    CHECK(desk.ui.keys.item() == "item Pause");
    desk.press(PanelKey::down); // within the menu it goes on
    CHECK(desk.ui.keys.item() != "item Pause");
    CHECK(desk.ui.map.count("item Pause") == 1);
}

TEST_CASE("The edge of a docked tool is dragged, within limits", "[layout]")
{
    Desk desk;
    desk.resize(1920.0f, 1080.0f);
    desk.ui.tools.open(Tool::physics);
    desk.frames(3);
    const float before = desk.ui.map.at("panel physics").width;
    desk.moveOver("splitter dock edge");
    desk.button(0, true);
    const Rectangle edge = desk.ui.map.at("splitter dock edge");
    desk.moveTo(edge.x + 0.5f * edge.width - 200.0f, 500.0f);
    desk.button(0, false);
    desk.frames(2);
    CHECK(desk.ui.map.at("panel physics").width == Approx(before + 200.0f).margin(3.0));
    CHECK(desk.ui.dockWidth == Approx(before + 200.0f).margin(3.0));
    desk.ui.dockWidth = 5000.0f;
    desk.frames(2);
    CHECK(desk.ui.map.at("panel physics").width <= 0.62f * 1920.0f);
}

TEST_CASE("No formula and no word of the physics is cut off, however narrow the panel", "[physics]")
{
    Desk desk; // its fonts are those of the panels
    Fonts fonts;
    fonts.build(1.0f, 1.0f);
    ImGui::NewFrame();
    const PhysicsText text = PhysicsText::embedded();
    const auto check = [&fonts](const TextLine& line, float width)
    {
        for (const PlacedText& piece : layOut(fonts, line, width).pieces)
            if (piece.x + piece.width > width)
            {
                INFO(width << " px: " << piece.text);
                CHECK(piece.x + piece.width <= width);
            }
    };
    for (float width = 200.0f; width <= 900.0f; width += 50.0f)
        for (const TextSection& section : text.sections())
            for (const TextBlock& block : section.blocks)
            {
                check(block.line, width);
                for (const std::vector<TextLine>& row : block.rows)
                    for (const TextLine& cell : row)
                        check(cell, width / static_cast<float>(row.size()) - 8.0f);
                const float room = width - 20.0f; // less the frame's padding
                std::string signs;
                for (const std::string& line : block.formula)
                    signs += line;
                std::string laidOut;
                ImGui::PushFont(fonts.mono());
                for (const std::string& line : layOutFormula(fonts, block.formula, room))
                {
                    laidOut += line;
                    const float wide = ImGui::CalcTextSize(line.c_str()).x;
                    if (wide > room)
                    {
                        INFO(width << " px: " << line);
                        CHECK(wide <= room);
                    }
                }
                ImGui::PopFont();
                // Nothing but blanks comes or goes.
                std::erase(signs, ' ');
                std::erase(laidOut, ' ');
                CHECK(laidOut == signs);
            }
    ImGui::EndFrame();
}
