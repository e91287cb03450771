#include "scenes/constant_presets.hpp"
#include "scenes/document/input_script.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/document/scene_link.hpp"
#include "scenes/document/state_hash.hpp"
#include "scenes/file_lesson.hpp"
#include "scenes/scene_constants.hpp"

#include "catch.hpp"

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using namespace ropewalk;

namespace
{

std::string thrownText(const std::function<void()>& act)
{
    try
    {
        act();
        return "nothing";
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
}

std::string fileText(std::string_view scene, std::string_view lesson)
{
    return fmt::format("{{\n  \"ropewalk\": 1,\n  \"scene\": \"{}\",\n  \"lesson\": {}\n}}\n", scene, lesson);
}

std::unique_ptr<Scene> opened(std::string_view scene, std::string_view lesson)
{
    return parseScene(fileText(scene, lesson), "class.json");
}

std::string errorOf(std::string_view lesson)
{
    return thrownText([&] { opened("spring_pendulum", lesson); });
}

std::string conditionError(std::string_view until)
{
    const std::unique_ptr<Scene> scene = makeScene("spring_pendulum");
    return thrownText([&] { Condition(until, *scene); });
}

bool holdsNow(const Scene& scene, std::string_view until)
{
    return Condition(until, scene).holds(LessonMoment(scene));
}

/// Ticks of the scene, each of them looked at.
void run(Scene& scene, LessonCheck& check, long long& tick, int count)
{
    for (int i = 0; i < count; ++i)
    {
        scene.advance(1.0 / 60.0, {});
        check.look(++tick);
    }
}

} // namespace

TEST_CASE("A condition compares diagnostics, constants, the time and changes", "[lesson]")
{
    const std::unique_ptr<Scene> scene = makeScene("spring_pendulum");
    scene->advance(0.5, {});
    const double y = scene->diagnostics().find("y")->value();
    CHECK(holdsNow(*scene, fmt::format("y = {:.17g}", y)));
    CHECK(holdsNow(*scene, "time >= 0.49 and mass = 1"));
    CHECK(holdsNow(*scene, "time<0.6 and y<mass"));
    CHECK_FALSE(holdsNow(*scene, "time > 0.6"));
    CHECK_FALSE(holdsNow(*scene, "time < 0.6 and mass != 1"));
    CHECK(holdsNow(*scene, "integrator = forward_euler and auto_steps != false"));
    CHECK(holdsNow(*scene, "total_energy <= total_energy"));

    LessonMoment moment(*scene);
    const Condition fallen("change y < -0.1", *scene);
    CHECK_FALSE(fallen.holds(moment));
    scene->advance(0.5, {});
    CHECK(fallen.holds(moment) == (scene->diagnostics().find("y")->value() < y - 0.1));
    CHECK(Condition("y < 1 for 1/2", *scene).seconds() == 0.5);
}

TEST_CASE("A condition names things of a set-up, and does not hold of one that is gone", "[lesson]")
{
    const std::unique_ptr<Scene> scene = makeScene("workshop");
    const Condition light("heavy.mass > 1.1 and light.height > 0", *scene);
    LessonMoment moment(*scene);
    CHECK(light.holds(moment));
    perform(*scene, parseInputLine("0 do delete light", 0.0), {});
    scene->advance(1.0 / 60.0, {});
    CHECK_FALSE(light.holds(moment));
}

TEST_CASE("What is wrong with a condition is said in a line", "[lesson]")
{
    const std::string_view right = "; must be such as \"kinetic_energy < 0.01 for 2\"";
    CHECK(conditionError("kinetic_enrgy < 1") == "unknown name 'kinetic_enrgy'; did you mean 'kinetic_energy'?");
    CHECK(conditionError("") == fmt::format("ends where a name or a number must be{}", right));
    CHECK(conditionError("3 < y") == fmt::format("'3' stands where a name must be{}", right));
    CHECK(conditionError("y <") == fmt::format("ends where a name or a number must be{}", right));
    CHECK(conditionError("y == 3") == fmt::format("'==' is none of the signs < <= > >= = !={}", right));
    CHECK(conditionError("y < 3 or x < 3") ==
          fmt::format("'or' stands where 'and', 'for' or the end must be{}", right));
    CHECK(conditionError("y < 3 for ever") ==
          fmt::format("'for' has 'ever', no number of seconds from 0 to 3600{}", right));
    CHECK(conditionError("y < integrator") == fmt::format("'integrator' is no number{}", right));
    CHECK(conditionError("integrator < 3") ==
          fmt::format("'integrator' is no number, and takes = or != alone{}", right));
    CHECK(conditionError("integrator = verlet").starts_with("integrator = 'verlet': must be forward_euler | "));
    CHECK(conditionError("change mass > 1") ==
          fmt::format("'change' stands before 'mass', which is no diagnostic{}", right));
}

TEST_CASE("What is wrong with a lesson is said with its line", "[lesson]")
{
    CHECK(errorOf(R"({"shows": []})") == "class.json:4:14: unknown key 'shows'; did you mean 'show'?");
    CHECK(errorOf(R"({"lock": ["gravty"]})") == "class.json:4:14: unknown constant 'gravty'; did you mean 'gravity'?");
    CHECK(errorOf(R"({"hide": ["menu"]})") ==
          "class.json:4:14: unknown panel 'menu'; there are scenes, constants, plots, tools");
    CHECK(errorOf("{\"steps\": [\n{\"text\": \"Go\", \"until\": \"x > 1\"},\n  {\"text\": \"Stop\", \"until\": \"speed "
                  "< 1\"}]}")
              .starts_with("class.json:6:3: unknown name 'speed'"));
    CHECK(errorOf(R"({"steps": [{"text": "Stop"}]})") == "class.json:4:24: 'until' is missing or no text; must be "
                                                         "{\"text\": \"Stop it\", \"until\": \"speed < 0.1 for 2\"}");
    CHECK(errorOf("[]").starts_with("class.json:4:3: 'lesson' is a list; must be an object"));
}

TEST_CASE("A lesson goes through file and link", "[lesson]")
{
    const std::unique_ptr<Scene> scene =
        opened("workshop", R"({"show": ["heavy.mass"], "lock": ["gravity", "light.mass"],
        "hide": ["plots"], "steps": [{"text": "Run", "until": "heavy.speed > 1 for 0.5"}]})");
    const std::string text = sceneText(*scene);
    for (const std::unique_ptr<Scene>& other :
         {parseScene(text, "again"), openScene(readSceneLink(sceneLink(*scene))).scene})
    {
        const FileLesson& lesson = *other->fileLesson();
        CHECK(lesson.shows("heavy.mass"));
        CHECK_FALSE(lesson.shows("gravity"));
        CHECK(lesson.locked.at("light.mass") == "1");
        CHECK(lesson.hides("plots"));
        CHECK_FALSE(lesson.hides("tools"));
        REQUIRE(other->lesson().size() == 1);
        CHECK(other->lesson()[0].act == "Run");
        CHECK(lesson.steps[0].until.text() == "heavy.speed > 1 for 0.5");
        CHECK(sceneText(*other) == text);
    }
    CHECK(makeScene("workshop")->lesson().data() == makeScene("workshop")->info().lesson.data());
}

TEST_CASE("What a lesson locks stays, whatever asks for another value", "[lesson]")
{
    const std::unique_ptr<Scene> scene = opened("workshop", R"({"lock": ["gravity", "heavy.mass"]})");
    const auto refused = [&scene](std::string_view line)
    { return thrownText([&] { perform(*scene, parseInputLine("0 " + std::string(line), 0.0), {}); }); };
    const std::string before = sceneText(*scene);
    const std::string gravity = "gravity is locked by the lesson of this file: it stays 0,-9.81,0";
    const std::string mass = "heavy.mass is locked by the lesson of this file: it stays 1.2";
    CHECK(thrownText([&] { setConstant(*scene, "gravity", "0,0,0"); }) == gravity);
    CHECK(refused("set gravity 0,-1.62,0").ends_with(gravity));
    CHECK(refused("set heavy.mass 3").ends_with(mass));
    CHECK(refused("constants gravity=0,0,0").ends_with(gravity));
    CHECK(refused("preset moon").ends_with("gravity is locked by the lesson of this file."));
    CHECK(refused("do delete heavy").ends_with(mass));
    CHECK(refused("set preset tackle").ends_with(mass));
    CHECK(sceneText(*scene) == before);
    perform(*scene, parseInputLine("0 set light.mass 3", 0.0), {});
    perform(*scene, parseInputLine("0 set gravity 0,-9.81,0", 0.0), {});
    CHECK(constantText(*scene, "light.mass") == "3");
    CHECK(valuesOf(constantPreset("no_gravity"), *scene).refusal == "gravity is locked by the lesson of this file.");
}

TEST_CASE("What is refused leaves no trace in the run", "[lesson]")
{
    const auto hashed = [](bool tries)
    {
        const std::unique_ptr<Scene> scene = opened("workshop", R"({"lock": ["heavy.mass"]})");
        for (int i = 0; i < 60; ++i)
        {
            if (tries && i % 20 == 10)
                CHECK_THROWS_AS(perform(*scene, parseInputLine("0 set heavy.mass 2", 0.0), {}), std::invalid_argument);
            scene->advance(1.0 / 60.0, {});
        }
        return stateHash(*scene);
    };
    CHECK(hashed(true) == hashed(false));
}

TEST_CASE("Steps count in their order, each from where the one before was done", "[lesson]")
{
    const std::unique_ptr<Scene> scene = opened("spring_pendulum", R"({"steps": [
        {"text": "Wait", "until": "time > 0.5"},
        {"text": "Always", "until": "mass = 1 for 0.5"},
        {"text": "Heavier", "until": "mass = 2"}]})");
    LessonCheck check(*scene);
    long long tick = 0;
    run(*scene, check, tick, 30);
    CHECK(check.doneAt().empty());
    run(*scene, check, tick, 1);
    CHECK(check.doneAt() == std::vector{31LL});
    run(*scene, check, tick, 10);
    scene->reset(); // a way back breaks what must hold without a break
    run(*scene, check, tick, 29);
    CHECK(check.doneAt().size() == 1);
    run(*scene, check, tick, 1);
    CHECK(check.doneAt() == std::vector{31LL, 71LL});
    run(*scene, check, tick, 5);
    setConstant(*scene, "mass", "2");
    run(*scene, check, tick, 5);
    CHECK(check.doneAt() == std::vector{31LL, 71LL, 77LL});
}

TEST_CASE("What holds from the beginning on is passed without a tick, and counts once it has not held", "[lesson]")
{
    const std::unique_ptr<Scene> scene = parseScene(R"({"ropewalk": 1, "scene": "spring_pendulum",
        "parameters": {"mass": 2}, "lesson": {"steps": [
        {"text": "Heavier", "until": "mass = 2"},
        {"text": "Softer", "until": "spring_constant = 5"},
        {"text": "Light again", "until": "mass < 3"},
        {"text": "As it was", "until": "mass > 0"}]}})",
                                                    "class.json");
    LessonCheck check(*scene);
    long long tick = 0;
    run(*scene, check, tick, 59);
    CHECK(check.doneAt().empty());
    run(*scene, check, tick, 5);
    CHECK(check.doneAt() == std::vector{0LL});
    setConstant(*scene, "mass", "4");
    run(*scene, check, tick, 1);
    setConstant(*scene, "spring_constant", "5");
    run(*scene, check, tick, 5);
    CHECK(check.doneAt() == std::vector{0LL, 66LL});
    setConstant(*scene, "mass", "1");
    run(*scene, check, tick, 5);
    CHECK(check.doneAt() == std::vector{0LL, 66LL, 71LL, 0LL});
    CHECK(check.done() == 2);
}

TEST_CASE("A set-up that is opened as its lesson wants it has done none of it", "[lesson]")
{
    const std::unique_ptr<Scene> built = makeScene("workshop/empty");
    perform(*built, parseInputLine("0 do new_rope -1 2 0 1 2 0", 0.0), {});
    perform(*built, parseInputLine("0 do hang rope1 1 5", 0.0), {});
    const std::unique_ptr<Scene> scene = parseScene(sceneText(*built, {}), "built.json");
    LessonCheck check(*scene);
    long long tick = 0;
    run(*scene, check, tick, 90);
    CHECK(check.doneAt() == std::vector{0LL, 0LL}); // a rope and a weight
    perform(*scene, parseInputLine("0 do cut rope1 0.5", 0.0), {});
    run(*scene, check, tick, 2);
    CHECK(check.doneAt() == std::vector{0LL, 0LL, 91LL});
    CHECK(check.done() == 1);
}
