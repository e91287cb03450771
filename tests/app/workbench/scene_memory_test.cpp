#include "catch.hpp"
#include "counting_scene.hpp"

#include "scenes/document/scene_file.hpp"
#include "scenes/hosts.hpp"

#include <string>
#include <utility>

using namespace ropewalk;

namespace
{

Workbench benchWith(const std::string& scene, SceneMemory memory = SceneMemory())
{
    return Workbench(
        makeScene(scene), [] { return 0.0; }, std::move(memory));
}

std::string valueOf(const Workbench& workbench, std::string_view name)
{
    return workbench.scene().parameters().find(name)->text();
}

std::string_view sceneOf(const Workbench& workbench)
{
    return workbench.scene().info().id;
}

LeftScenes keptRope(const std::string& springConstant)
{
    LeftScenes kept;
    kept["rope"].constants.values["spring_constant"] = springConstant;
    return kept;
}

constexpr std::string_view twoBalls = R"({"ropewalk": 1, "scene": "impulse", "parameters": {"restitution": 0.25},
    "bodies": [{"shape": "circle", "radius": 0.5, "mass": 1, "position": [0, 5]},
               {"shape": "circle", "radius": 0.5, "mass": 1, "position": [2, 5]}]})";

} // namespace

TEST_CASE("a scene comes back as it was left", "[memory]")
{
    Workbench workbench = benchWith("rope");
    workbench.setParameter("spring_constant", "9.1", 1);
    workbench.memory().look("rope", KeptView{Camera{.yaw = 1.25f}});
    workbench.selectScene("cloth");
    workbench.selectScene("rope");
    CHECK(valueOf(workbench, "spring_constant") == "9.1");
    CHECK(workbench.scene().time() == 0.0);
    REQUIRE(workbench.memory().of("rope").view);
    CHECK(workbench.memory().of("rope").view->camera.yaw == 1.25f);

    // Laid out with its constants, as a file is, and not gliding to them.
    workbench.setParameter("spring_length", "0.02", 2);
    workbench.selectScene("cloth");
    workbench.selectScene("rope");
    const std::vector<double> first = workbench.scene().massRow(0);
    const std::vector<double> second = workbench.scene().massRow(1);
    CHECK(std::hypot(second[0] - first[0], second[1] - first[1], second[2] - first[2]) == Approx(0.02));

    workbench.restoreDefaults();
    CHECK(workbench.hasDefaults());
    workbench.selectScene("cloth");
    workbench.selectScene("rope");
    CHECK(workbench.hasDefaults());
}

TEST_CASE("undo reaches across scenes, and redo back again", "[memory]")
{
    Workbench workbench = benchWith("rope");
    workbench.setParameter("spring_constant", "9000", 1);
    workbench.setParameter("spring_constant", "9100", 1); // one drag
    workbench.selectScene("gravity");
    workbench.setParameter("mass", "2", 2);
    workbench.selectScene("rope");
    workbench.setParameter("mass", "0.1", 3);
    workbench.selectScene("cloth");

    REQUIRE(workbench.changes().last());
    CHECK(workbench.changes().last()->after.scene == "rope");
    workbench.undo();
    CHECK(sceneOf(workbench) == "rope");
    CHECK(valueOf(workbench, "mass") == "0.05");
    CHECK(valueOf(workbench, "spring_constant") == "9100");
    workbench.undo();
    CHECK(sceneOf(workbench) == "gravity");
    CHECK(workbench.hasDefaults());
    workbench.undo();
    CHECK(sceneOf(workbench) == "rope");
    CHECK(workbench.hasDefaults());
    CHECK_FALSE(workbench.changes().last());
    workbench.undo();
    CHECK(sceneOf(workbench) == "rope");

    for (int i = 0; i < 3; ++i)
        workbench.redo();
    CHECK_FALSE(workbench.changes().next());
    CHECK(sceneOf(workbench) == "rope");
    CHECK(valueOf(workbench, "mass") == "0.1");
    CHECK(valueOf(workbench, "spring_constant") == "9100");
    workbench.selectScene("gravity");
    CHECK(valueOf(workbench, "mass") == "2");
}

TEST_CASE("a gesture that ends where it began is no change", "[memory]")
{
    Workbench workbench = benchWith("rope");
    workbench.setParameter("mass", "0.1", 1);
    workbench.setParameter("mass", "0.2", 2);
    workbench.setParameter("mass", "0.1", 2);
    workbench.undo();
    CHECK(workbench.hasDefaults());
}

TEST_CASE("a preset and what follows it are taken back together", "[memory]")
{
    Workbench workbench = benchWith("impulse");
    const std::string count = valueOf(workbench, "body_count");
    workbench.setParameter("preset", "cradle", 1);
    REQUIRE(valueOf(workbench, "body_count") != count);
    // The same number as the preset before has, which is now no default.
    workbench.setParameter("body_count", count, 2);
    workbench.selectScene("rope");
    workbench.selectScene("impulse");
    CHECK(valueOf(workbench, "preset") == "cradle");
    CHECK(valueOf(workbench, "body_count") == count);
    workbench.undo();
    CHECK(valueOf(workbench, "preset") == "cradle");
    CHECK(valueOf(workbench, "body_count") != count);
    workbench.undo();
    CHECK(workbench.hasDefaults());
}

TEST_CASE("a pin is undone, made again, restored and remembered like a constant", "[memory][pins]")
{
    Workbench workbench = benchWith("rope");
    const auto pins = [&] { return workbench.scene().pins(); };
    workbench.setPin(40, Vec3(1.0, -0.5, 0.0));
    workbench.setPin(7, Vec3(0.5, 0.0, 0.0));
    REQUIRE(pins() == rope::Pins{{7, {0.5, 0.0, 0.0}}, {40, {1.0, -0.5, 0.0}}});
    CHECK_FALSE(workbench.hasDefaults());
    // One drag is one step.
    workbench.setPin(40, Vec3(1.0, 0.0, 0.0), 5);
    workbench.setPin(40, Vec3(1.0, 0.5, 0.0), 5);
    workbench.undo();
    CHECK(pins()[1].at == Vec3(1.0, -0.5, 0.0));
    workbench.redo();
    CHECK(pins()[1].at == Vec3(1.0, 0.5, 0.0));

    workbench.selectScene("cloth");
    CHECK(pins().empty());
    workbench.selectScene("rope");
    CHECK(pins().size() == 2);
    CHECK(Workbench(
              makeScene("rope"), [] { return 0.0; }, SceneMemory(workbench.memory().kept()))
              .scene()
              .pins() == pins());

    workbench.setPin(7, std::nullopt);
    CHECK(pins().size() == 1);
    workbench.restoreDefaults();
    CHECK(pins().empty());
    workbench.undo();
    workbench.undo();
    CHECK(pins().size() == 2);
    workbench.reset();
    CHECK(pins().size() == 2);

    workbench.selectScene("million");
    CHECK_THROWS_WITH(workbench.setPin(3, Vec3(0.0)), "scene 'million' takes no pins");
}

TEST_CASE("a scene with constants of its own is opened with them, and undo goes back", "[memory]")
{
    Workbench workbench = benchWith("rope", SceneMemory(keptRope("9100")));
    CHECK(valueOf(workbench, "spring_constant") == "9100");
    workbench.useScene(parseScene(twoBalls, "clipboard"));
    CHECK(valueOf(workbench, "restitution") == "0.25");
    CHECK(workbench.scene().massCount() == 2);

    SECTION("its bodies come back with it")
    {
        workbench.selectScene("rope");
        workbench.selectScene("impulse");
        CHECK(workbench.scene().massCount() == 2);
        CHECK(valueOf(workbench, "restitution") == "0.25");
    }
    SECTION("undo goes back to the scene before, redo to the bodies")
    {
        workbench.undo();
        CHECK(sceneOf(workbench) == "rope");
        CHECK(valueOf(workbench, "spring_constant") == "9100");
        workbench.redo();
        CHECK(sceneOf(workbench) == "impulse");
        CHECK(workbench.scene().massCount() == 2);
    }
    SECTION("restoring all takes the bodies away, and undo brings them back")
    {
        workbench.restoreDefaults();
        CHECK(workbench.scene().massCount() > 2);
        CHECK(workbench.scene().time() == 0.0);
        workbench.undo();
        CHECK(workbench.scene().massCount() == 2);
    }
}

TEST_CASE("what a file opens with does not overwrite what the user had, until the user changes it", "[memory]")
{
    std::unique_ptr<Scene> file = makeScene("rope");
    file->parameters().set("mass", "0.2");
    Workbench workbench = benchWith("rope", SceneMemory(keptRope("9100")));
    workbench.useScene(std::move(file));
    CHECK(valueOf(workbench, "spring_constant") == "10000");
    workbench.selectScene("cloth");
    workbench.selectScene("rope"); // in this session it comes back as the file has it
    CHECK(valueOf(workbench, "mass") == "0.2");
    CHECK(workbench.memory().kept().at("rope").constants == keptRope("9100").at("rope").constants);

    SECTION("the user changes it")
    {
        workbench.setParameter("mass", "0.3", 1);
        CHECK(workbench.memory().kept().at("rope").constants.values ==
              decltype(SceneConstants::values){{"mass", "0.3"}});
        REQUIRE(workbench.leftBefore()); // still on offer
    }
    SECTION("the user takes the old one back")
    {
        REQUIRE(workbench.leftBefore());
        workbench.restoreLeft();
        CHECK(valueOf(workbench, "mass") == "0.05");
        CHECK(valueOf(workbench, "spring_constant") == "9100");
        CHECK_FALSE(workbench.leftBefore());
        workbench.undo();
        CHECK(valueOf(workbench, "mass") == "0.2");
    }
}

TEST_CASE("a doubtful scene opens with its defaults and offers what it was left with", "[memory]")
{
    LeftScenes kept = keptRope("9100");
    SECTION("it was doubtful in the session before")
    {
        kept["rope"].doubtful = true;
        Workbench workbench = benchWith("rope", SceneMemory(kept));
        CHECK(workbench.hasDefaults());
        REQUIRE(workbench.leftBefore());
        CHECK(workbench.leftBefore()->doubtful);
        CHECK(workbench.memory().kept().at("rope").doubtful); // nobody has tried it since
        workbench.restoreLeft();
        CHECK(valueOf(workbench, "spring_constant") == "9100");
        CHECK_FALSE(workbench.memory().kept().at("rope").doubtful);
    }
    SECTION("it ran away in this session")
    {
        CountingBench bench;
        bench.workbench.setParameter("speed", "60", 1);
        bench.workbench.tick({});
        REQUIRE(bench.workbench.divergence());
        bench.workbench.selectScene("rope");
        CHECK_FALSE(bench.workbench.paused()); // the next scene runs
        const LeftScene left = bench.workbench.memory().kept().at("");
        CHECK(left.doubtful);
        CHECK(left.constants.values.at("speed") == "60");
        CHECK(bench.workbench.memory().of("").constants.empty());
    }
    SECTION("a run of a script asks nothing of it")
    {
        SceneMemory memory(kept);
        memory.setAllAside();
        Workbench workbench = benchWith("rope", std::move(memory));
        CHECK(workbench.hasDefaults());
        CHECK(workbench.memory().kept().at("rope").constants == kept.at("rope").constants);
        CHECK_FALSE(workbench.memory().kept().at("rope").doubtful);
    }
}

TEST_CASE("values of an old version are left out one by one", "[memory]")
{
    LeftScenes kept = keptRope("9100");
    kept["rope"].constants.values.insert(
        {{"mass", "-5"}, {"wind", "3"}, {"mass_count", "many"}, {"air_friction", "0.02"}});
    kept["of another version"].constants.values["a"] = "1";
    Workbench workbench = benchWith("rope", SceneMemory(kept));
    CHECK(valueOf(workbench, "spring_constant") == "9100");
    CHECK(valueOf(workbench, "air_friction") == "0.02");
    CHECK(valueOf(workbench, "mass") == "0.05");
    CHECK(valueOf(workbench, "mass_count") == "80");
    CHECK(workbench.memory().kept().contains("of another version"));
}

TEST_CASE("a size that the machine chose is nobody's change, but one that the user chose is kept", "[memory]")
{
    Workbench workbench = benchWith("million");
    const std::string usual = valueOf(workbench, "rope_count");
    workbench.resize(150);
    CHECK(valueOf(workbench, "rope_count") == "150");
    CHECK(workbench.hasDefaults());
    CHECK_FALSE(workbench.sizeChosen());
    CHECK_FALSE(workbench.changes().last());
    CHECK(workbench.memory().kept().empty());

    // The user takes the size that the scene is made for, which would be its default elsewhere.
    workbench.setParameter("rope_count", usual, 1);
    CHECK(workbench.sizeChosen());
    workbench.selectScene("gravity");
    Workbench next = benchWith("million", SceneMemory(workbench.memory().kept()));
    CHECK(next.sizeChosen());
    next.setParameter("gustiness", "0.5", 1);
    CHECK(next.memory().kept().at("million").constants.values.at("rope_count") == usual);

    workbench.undo();
    CHECK(sceneOf(workbench) == "million");
    CHECK_FALSE(workbench.sizeChosen()); // the machine may choose again
}
