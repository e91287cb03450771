// What begins within another in the workshop, or meets at one place, presses and moves as it should.
#include "catch.hpp"

#include "scenes/hosts.hpp"
#include "scenes/set_up/set_up_solid.hpp"
#include "scenes/workshop/workshop.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

using namespace ropewalk;

TEST_CASE("What begins within another is named, with how deep, and moves slowly", "[workshop]")
{
    struct Overlap
    {
        std::string solids;
        std::string told;
        std::string cure;
    };
    const Overlap overlap = GENERATE(
        Overlap{
            R"({"name": "a", "shape": "box", "position": [0, 0.2, 0], "size": [0.4, 0.4, 0.4], "moves": "free", "mass": 5},
            {"name": "b", "shape": "box", "position": [0.1, 0.3, 0], "size": [0.4, 0.4, 0.4], "moves": "free", "mass": 5})",
            "'a' begins 0.120 m within 'b': they press each other", "Begin with 'a' beside it"},
        Overlap{
            R"({"name": "a", "shape": "box", "position": [0, 0.05, 0], "size": [0.4, 0.4, 0.4], "moves": "free", "mass": 5})",
            "'a' begins 0.150 m within the floor, which lets it out slowly.", "Begin with 'a' on it"},
        Overlap{R"({"name": "post", "shape": "post", "position": [0, 1, 0], "radius": 0.05, "length": 2},
            {"name": "a", "shape": "box", "position": [0.05, 0.2, 0], "size": [0.4, 0.4, 0.4], "moves": "free", "mass": 5})",
                "'a' begins 0.150 m within 'post': they", "Begin with 'a' beside it"},
        Overlap{R"({"name": "post", "shape": "post", "position": [0, 1, 0], "radius": 0.05, "length": 2},
            {"name": "a", "shape": "weight", "position": [0.02, 0.2, 0], "moves": "free", "mass": 5})",
                "' begins 0.", "Begin with 'a' beside it"},
        Overlap{R"({"name": "a", "shape": "sphere", "position": [0, 0.2, 0], "radius": 0.2, "moves": "free", "mass": 5},
            {"name": "b", "shape": "sphere", "position": [0.05, 0.2, 0], "radius": 0.2, "moves": "free", "mass": 5})",
                "'a' begins 0.350 m within 'b': they", "Begin with 'a' beside it"});
    CAPTURE(overlap.told);
    const std::unique_ptr<Scene> scene =
        parseScene(R"({"ropewalk": 1, "scene": "workshop", "solids": [)" + overlap.solids + "]}", "overlap.json");
    const auto value = [&scene](std::string_view name) { return scene->diagnostics().find(name)->value(); };
    double fastest = 0.0;
    const double before = value("total_energy");
    for (int tick = 0; tick < 120; ++tick)
    {
        scene->advance(1.0 / 60.0, {});
        fastest = std::max(fastest, value("a.speed"));
    }
    const std::optional<Remark> remark = dynamic_cast<RemarkHost&>(*scene).remark();
    REQUIRE(remark);
    CHECK(remark->text.find(overlap.told) != std::string::npos);
    CHECK(remark->cures.at(0).label == overlap.cure);
    CHECK(fastest < 0.2);
    CHECK(value("total_energy") - before < 15.0); // what a touch holds that presses with 58 weights: J
}

TEST_CASE("Ropes that are held in one place do not press each other, nor what is tied where they cross", "[workshop]")
{
    const std::unique_ptr<Scene> scene = makeScene("workshop/empty");
    SetUpHost& host = *hostOf<SetUpHost>(*scene);
    for (const char* verb : {"new_rope -1 2 0 1 2 0", "new_rope -1 2 0 -1 2 1", "new_rope 0 2 -1 0 2 1"})
        host.perform(verb);
    host.perform("tie rope1 1 rope3 1");
    const auto run = [&](int ticks)
    {
        double most = 0.0;
        for (int tick = 0; tick < ticks; ++tick)
        {
            scene->advance(1.0 / 60.0, {});
            most = std::max(most, scene->diagnostics().find("largest_tension")->value());
        }
        return most;
    };
    CHECK(run(60) < 25.0); // of ropes that fall straight: 20 N at first
    host.perform("hang rope1 1 3");
    run(60);
    const rope::ImplicitEffort effort = dynamic_cast<EffortHost&>(*scene).effort();
    CHECK(effort.unsolved == 0);
    CHECK(effort.iterations < 5 * effort.steps);
}

TEST_CASE("Weights that hang at one place do not press each other", "[workshop]")
{
    const std::unique_ptr<Scene> scene = makeScene("workshop/empty");
    SetUpHost& host = *hostOf<SetUpHost>(*scene);
    const auto value = [&scene](std::string_view name) { return scene->diagnostics().find(name)->value(); };
    const auto run = [&](int ticks)
    {
        for (int tick = 0; tick < ticks; ++tick)
            scene->advance(1.0 / 60.0, {});
    };
    SECTION("that is hung with two")
    {
        for (const char* verb : {"new_rope -1 2 0 1 2 0", "hang rope1 1 5", "hang rope1 1 3"})
            host.perform(verb);
        run(60);
        CHECK_FALSE(dynamic_cast<RemarkHost&>(*scene).remark());
        CHECK(value("weight1.height") == Approx(value("weight2.height")).margin(0.03));
    }
    SECTION("where their ropes are tied together")
    {
        for (const char* verb : {"new_rope -0.4 3 0 -0.4 1 0", "new_rope 0.4 3 0 0.4 1 0", "let_go rope1.last",
                                 "let_go rope2.last", "hang rope1.last 2", "hang rope2.last 2"})
            host.perform(verb);
        run(12);
        host.perform("tie rope1.last rope2.last");
        run(60);
        CHECK(value("integrator_energy") < 0.1); // 48 J where they pressed
        CHECK(value("weight1.speed") < 2.0);     // a tie draws with 1 m/s
    }
}

TEST_CASE("An upright rope gives way where it is pushed together", "[workshop]")
{
    const std::unique_ptr<Scene> scene = makeScene("workshop/empty");
    SetUpHost& host = *hostOf<SetUpHost>(*scene);
    const auto value = [&scene](std::string_view name) { return scene->diagnostics().find(name)->value(); };
    host.perform("new_rope 0 3 0 0 1 0");
    SECTION("by a weight between its ends, which the upper half carries then")
    {
        setConstant(*scene, "damping", "2");
        host.perform("hang rope1 1 5");
        for (int tick = 0; tick < 240; ++tick)
            scene->advance(1.0 / 60.0, {});
        CHECK(value("rope1.tension_first") == Approx(5.0 * 9.81).epsilon(0.03)); // and a metre of rope, 0.5 N
    }
    SECTION("by its end, which is tied to its middle")
    {
        host.perform("let_go rope1.last");
        host.perform("tie rope1.last rope1 1");
        for (int tick = 0; tick < 120; ++tick)
            scene->advance(1.0 / 60.0, {});
        CHECK(value("total_energy") < 5.0); // a column of half its length would hold 2500 J
        const rope::ImplicitEffort effort = dynamic_cast<EffortHost&>(*scene).effort();
        CHECK(effort.stood == 0);
        CHECK(effort.iterations < 6 * effort.steps);
    }
}
