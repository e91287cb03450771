#include "desk.hpp"

#include "scenes/document/scene_file.hpp"

#include <string>

using namespace ropewalk;

namespace
{

void openLesson(Desk& desk, const std::string& lesson)
{
    desk.workbench.useScene(parseScene(R"({"ropewalk": 1, "scene": "rope", "lesson": )" + lesson + "}", "class.json"));
    desk.ui.lessons.shown = true;
    desk.frames(3);
}

} // namespace

TEST_CASE("A lesson of a file shows the constants and panels that it wants, and nothing else", "[lesson]")
{
    Desk desk;
    desk.ui.allPanels = GENERATE(true, false);
    desk.ui.plots.open = true;
    desk.frames(3);
    for (const char* panel : {"panel scenes", "panel plots"})
        CHECK(desk.ui.map.contains(panel));
    openLesson(desk, R"({"show": ["air_friction", "gravity"], "hide": ["scenes", "plots", "tools"]})");
    CHECK(desk.ui.map.contains("slider air_friction"));
    CHECK(desk.ui.map.contains("slider gravity y"));
    CHECK_FALSE(desk.ui.map.contains("slider spring_constant"));
    CHECK_FALSE(desk.ui.map.contains("panel scenes"));
    CHECK_FALSE(desk.ui.map.contains("panel plots"));
    CHECK_FALSE(desk.ui.map.contains("panel lesson")); // it has no steps
    desk.ui.toggle(Tool::advisor);
    desk.frames(2);
    CHECK_FALSE(desk.ui.tools.top());

    openLesson(desk, R"({"hide": ["constants"]})");
    CHECK_FALSE(desk.ui.map.contains("panel parameters"));
    desk.workbench.selectScene("cloth");
    desk.frames(3);
    CHECK(desk.ui.map.contains("panel parameters"));
}

TEST_CASE("What a lesson locks cannot be dragged, typed, set, preset or restored", "[lesson]")
{
    Desk desk;
    openLesson(desk, R"({"show": ["air_friction"], "lock": ["gravity", "air_friction"]})");
    const std::string before = desk.value("air_friction");
    desk.moveOver("slider air_friction", 0.1f);
    desk.button(0, true);
    desk.moveOver("slider air_friction", 0.9f);
    desk.button(0, false);
    CHECK(desk.value("air_friction") == before);
    CHECK_THROWS_AS(desk.workbench.setParameter("air_friction", "0.5", 1), std::invalid_argument);
    CHECK_THROWS_AS(desk.workbench.usePreset(constantPreset("moon")), std::invalid_argument);
    CHECK(desk.value("gravity") == "0,-9.81,0");
    CHECK(desk.workbench.changes().last() == nullptr); // undo does not lead out of the lesson
    desk.workbench.setParameter("mass_count", "60", 2);
    CHECK_FALSE(desk.workbench.hasDefaults());
    desk.workbench.undo();
    CHECK(desk.workbench.hasDefaults());
    CHECK(desk.value("air_friction") == before);
}

TEST_CASE("All is restored to what the lesson's file says", "[lesson]")
{
    Desk desk;
    desk.workbench.useScene(parseScene(
        R"({"ropewalk": 1, "scene": "rope", "parameters": {"mass_count": 50, "air_friction": 0.1}, "lesson": {"lock": ["air_friction"]}})",
        "class.json"));
    desk.workbench.setParameter("mass_count", "60", 1);
    desk.workbench.restoreDefaults();
    CHECK(desk.value("mass_count") == "50");
    CHECK(desk.value("air_friction") == "0.1");
    CHECK(desk.workbench.leftBefore() == nullptr);
}

TEST_CASE("The card turns to the next step of a file's lesson by itself, tick by tick", "[lesson]")
{
    Desk desk;
    openLesson(desk, R"({"steps": [{"text": "Wait for it", "until": "time > 0.11"},
        {"text": "More air", "until": "air_friction = 0.3"}]})");
    CHECK(desk.ui.map.contains("lesson open"));
    CHECK(desk.ui.lesson.done() == std::vector{false, false});
    for (int tick = 0; tick < 10; ++tick)
        desk.workbench.tick({});
    desk.frames(2);
    CHECK(desk.ui.lesson.step() == 1);
    CHECK(desk.ui.lesson.done() == std::vector{true, false});
    CHECK(desk.workbench.lessonCheck()->doneAt() == std::vector{7LL});
    desk.workbench.setParameter("air_friction", "0.3", 1);
    desk.workbench.tick({});
    desk.frames(2);
    CHECK(desk.ui.lesson.step() == 2);

    // What was done, played again, ticks the same at the same times.
    const std::vector<long long> done = desk.workbench.lessonCheck()->doneAt();
    desk.workbench.settle();
    const Recording recording = desk.workbench.recorded().recording();
    desk.workbench.play(recording);
    CHECK(desk.workbench.lessonCheck()->doneAt().empty());
    for (int tick = 0; tick < 12; ++tick)
        desk.workbench.tick({});
    CHECK(desk.workbench.lessonCheck()->doneAt() == done);
    CHECK(desk.ui.lessons.done.size() <= 1); // nothing of it is remembered
}

TEST_CASE("A lesson whose steps are so at the beginning ends without praise", "[lesson]")
{
    Desk desk;
    openLesson(desk, R"({"steps": [{"text": "Some air", "until": "air_friction > 0"}]})");
    for (int tick = 0; tick < 60; ++tick)
        desk.workbench.tick({});
    desk.frames(2);
    CHECK(desk.ui.lesson.step() == 1);
    CHECK(desk.ui.lesson.done() == std::vector{false});
}
