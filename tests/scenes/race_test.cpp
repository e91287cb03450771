#include "catch.hpp"
#include "scene_runs.hpp"

#include "scenes/hosts.hpp"
#include "scenes/race/race_lane.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

using ropewalk::Controls;
using ropewalk::makeScene;
using ropewalk::Scene;

TEST_CASE("the race shows which method stretches and which loses energy")
{
    const auto scene = makeScene("race");
    const auto runSecond = [&scene]
    {
        for (int i = 0; i < 60; ++i)
            scene->advance(1.0 / 60.0, {});
    };
    for (const char* method : {"springs", "implicit_euler", "energy_momentum", "relaxation_10", "relaxation_50",
                               "small_steps", "direct", "rod", "cosserat", "descent"})
    {
        CHECK(valueOf(*scene, std::string(method) + "_stretch") == Approx(0.0).margin(1e-9));
        CHECK(valueOf(*scene, std::string(method) + "_energy_kept") == Approx(100.0));
    }
    runSecond();
    runSecond();
    CHECK(std::abs(valueOf(*scene, "energy_momentum_energy_kept") - 100.0) < 1.0);
    CHECK(std::abs(valueOf(*scene, "springs_energy_kept") - 100.0) < 1.0);
    CHECK(valueOf(*scene, "implicit_euler_energy_kept") < 85.0);
    CHECK(valueOf(*scene, "direct_stretch") == Approx(0.0).margin(1e-6));
    // A rope stretches more with fewer iterations, and least where the iterations are steps of their own.
    double most = 0.0;
    double fewer = 0.0;
    double small = 0.0;
    for (int i = 0; i < 4; ++i)
    {
        runSecond();
        most = std::max(most, valueOf(*scene, "relaxation_10_stretch"));
        fewer = std::max(fewer, valueOf(*scene, "relaxation_50_stretch"));
        small = std::max(small, valueOf(*scene, "small_steps_stretch"));
    }
    CHECK(most > 2.0 * fewer);
    CHECK(fewer > 2.0 * small);
}

TEST_CASE("lanes of the race are compared since a key was last down")
{
    const auto scene = makeScene("race");
    Controls controls;
    controls.direction = {1.0, 0.0, 0.0};
    for (int i = 0; i < 30; ++i)
        scene->advance(1.0 / 60.0, controls);
    CHECK(valueOf(*scene, "implicit_euler_energy_kept") == Approx(100.0));
    for (int i = 0; i < 60; ++i)
        scene->advance(1.0 / 60.0, {});
    CHECK(valueOf(*scene, "implicit_euler_energy_kept") < 99.0);
    // All connection points have moved by 3 m/s times 0.5 s.
    const std::size_t lanes = ropewalk::raceMethods().size();
    const std::size_t count = scene->massCount() / lanes;
    const auto fresh = makeScene("race");
    for (std::size_t lane = 0; lane < lanes; ++lane)
        CHECK(scene->massRow(lane * count)[0] - fresh->massRow(lane * count)[0] == Approx(1.5).epsilon(1e-9));
}

TEST_CASE("the race's table costs what the clock says, and results do not depend on it")
{
    const auto timed = makeScene("race");
    const auto untimed = makeScene("race");
    double now = 0.0;
    ropewalk::hostOf<ropewalk::ComparisonHost>(*timed)->setClock([&now] { return now += 0.001; });
    for (int i = 0; i < 30; ++i)
    {
        timed->advance(1.0 / 60.0, {});
        untimed->advance(1.0 / 60.0, {});
    }
    const ropewalk::Comparison comparison = ropewalk::hostOf<ropewalk::ComparisonHost>(*timed)->comparison();
    REQUIRE(comparison.rows.size() == ropewalk::raceMethods().size() + 1);
    for (std::size_t i = 0; i < ropewalk::raceMethods().size(); ++i)
    {
        REQUIRE(comparison.rows[i].values.size() == comparison.columns.size());
        CHECK(comparison.rows[i].values[3] == Approx(1000.0)); // one reading to the next [us]
        CHECK(std::isnan(ropewalk::hostOf<ropewalk::ComparisonHost>(*untimed)->comparison().rows[i].values[3]));
    }
    // Only the lane of springs has a stable step. The last row is (m N (N-1)/2 + (N-1) M) g / k over (N-1) L.
    CHECK(std::isfinite(comparison.rows[0].values[5]));
    CHECK(std::isinf(comparison.rows[1].values[5]));
    CHECK(comparison.rows.back().values[0] == Approx(100.0 * (0.05 * 40 * 39 / 2.0 + 39.0) * 9.81 / 1e4 / 1.95));
    for (std::size_t mass = 0; mass < timed->massCount(); ++mass)
        CHECK(timed->massRow(mass) == untimed->massRow(mass));
}

TEST_CASE("constants of the race change while it runs, or start it anew")
{
    const auto scene = makeScene("race");
    for (int i = 0; i < 30; ++i)
        scene->advance(1.0 / 60.0, {});
    scene->parameters().set("load", "5");
    scene->advance(1.0 / 60.0, {});
    CHECK(scene->time() == Approx(31.0 / 60.0));
    const double heavy = ropewalk::hostOf<ropewalk::ComparisonHost>(*scene)->comparison().rows.back().values[0];
    CHECK(heavy == Approx(100.0 * (0.05 * 40 * 39 / 2.0 + 39.0 * 5.0) * 9.81 / 1e4 / 1.95));
    scene->parameters().set("mass_count", "80");
    scene->advance(1.0 / 60.0, {});
    CHECK(scene->time() == Approx(1.0 / 60.0));
    CHECK(scene->massCount() == 80 * ropewalk::raceMethods().size());
}

TEST_CASE("a race without energy shows none")
{
    const auto scene = makeScene("race");
    scene->parameters().set("gravity", "0,0,0");
    scene->reset();
    for (int i = 0; i < 60; ++i)
        scene->advance(1.0 / 60.0, {});
    for (const ropewalk::RaceMethod& method : ropewalk::raceMethods())
        CHECK(std::isnan(valueOf(*scene, std::string(method.id) + "_energy_kept")));
}

TEST_CASE("the race's clamped lanes bend as the elastica, and keep their energy above it")
{
    const auto scene = makeScene("race");
    for (const auto& [name, value] :
         {std::pair("clamped", "true"), std::pair("bending_stiffness", "2"), std::pair("spring_constant", "100000"),
          std::pair("load", "0.2"), std::pair("mass_count", "20"), std::pair("air_friction", "0.3")})
        scene->parameters().set(name, value);
    for (int i = 0; i < 900; ++i)
        scene->advance(1.0 / 60.0, {});
    // All stretch; one sweep a step leaves more.
    for (const auto& [method, left] : {std::pair("rod", 0.5), std::pair("cosserat", 3.0), std::pair("descent", 0.5)})
    {
        INFO(method);
        CHECK(valueOf(*scene, std::string(method) + "_bend_error") == Approx(0.0).margin(left));
        CHECK(valueOf(*scene, std::string(method) + "_energy_kept") == Approx(0.0).margin(1.0));
    }
    CHECK(scene->diagnostics().find("springs_bend_error") == nullptr);

    // Fewer sweeps leave more.
    const double error = valueOf(*scene, "cosserat_bend_error");
    scene->parameters().set("cosserat_steps", "5");
    for (int i = 0; i < 600; ++i)
        scene->advance(1.0 / 60.0, {});
    CHECK(valueOf(*scene, "cosserat_bend_error") > error + 1.0);
}

TEST_CASE("the clamped lanes of the race have no elastica where gravity does not point down")
{
    const auto scene = makeScene("race");
    scene->parameters().set("clamped", "true");
    scene->advance(1.0 / 60.0, {});
    CHECK(std::isnan(valueOf(*scene, "rod_bend_error"))); // limp
    scene->parameters().set("bending_stiffness", "2");
    scene->advance(1.0 / 60.0, {});
    CHECK(std::isfinite(valueOf(*scene, "rod_bend_error")));
    scene->parameters().set("gravity", "1,-9.81,0");
    scene->advance(1.0 / 60.0, {});
    CHECK(std::isnan(valueOf(*scene, "rod_bend_error")));
}
