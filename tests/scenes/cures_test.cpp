#include "catch.hpp"

#include "scenes/scene.hpp"

#include <rope/text.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using ropewalk::Controls;
using ropewalk::Cure;
using ropewalk::Divergence;
using ropewalk::makeScene;
using ropewalk::Scene;

namespace
{

using Settings = std::vector<std::pair<std::string, std::string>>;

std::unique_ptr<Scene> laidOut(const std::string& id, const Settings& settings)
{
    std::unique_ptr<Scene> scene = makeScene(id);
    for (const auto& [name, value] : settings)
        scene->parameters().set(name, value);
    scene->reset();
    return scene;
}

std::optional<Divergence> run(Scene& scene, double seconds)
{
    while (scene.time() < seconds)
    {
        scene.advance(1.0 / 60.0, Controls{});
        if (auto divergence = scene.divergence())
            return divergence;
    }
    return std::nullopt;
}

} // namespace

TEST_CASE("each cure of a divergence is enough", "[step limit]")
{
    const auto [id, settings] = GENERATE(table<std::string, Settings>({
        {"rope", {{"spring_constant", "30000"}}},
        {"rope", {{"mass", "0.02"}}},
        {"rope", {{"spring_friction", "8"}}},
        {"rope", {{"air_friction", "60"}}},
        {"rope", {{"ground_absorption", "400"}}},
        {"rope", {{"ground_repulsion", "500000"}}},
        {"rope", {{"max_dt", "0.01"}}},
        {"cloth", {{"constraints", "false"}, {"structural_stiffness", "5000"}}},
        {"deployment", {{"stiffness", "5000"}, {"max_dt", "0.02"}}},
        {"spring_pendulum",
         {{"spring_constant", "3000"}, {"mass", "0.1"}, {"integrator", "velocity_verlet"}, {"max_dt", "0.1"}}},
        {"race", {{"spring_constant", "40000"}}},
        {"million", {{"rope_count", "40"}, {"spring_constant", "30000"}}},
    }));
    Settings all = settings;
    all.emplace_back("auto_steps", "false");
    CAPTURE(id, settings.front().first, settings.front().second);
    const std::optional<Divergence> divergence = run(*laidOut(id, all), 5.0);
    REQUIRE(divergence);
    CAPTURE(divergence->text);
    CHECK(divergence->text.find("stable") != std::string::npos);
    REQUIRE(divergence->cures.size() >= 3);
    CHECK(divergence->cures.front().parameter == "auto_steps");
    for (const Cure& cure : divergence->cures)
    {
        Settings cured = all;
        cured.emplace_back(cure.parameter, cure.value);
        const std::unique_ptr<Scene> scene = laidOut(id, cured);
        CAPTURE(cure.label);
        const std::optional<Divergence> again = run(*scene, 5.0);
        CHECK_FALSE(again);
        CHECK(scene->longestStep() <= scene->stepPlan().stable);
    }
}

TEST_CASE("the plan of steps follows the constants, the switch and the integrator", "[step limit]")
{
    for (const char* id : {"rope", "deployment", "spring_pendulum", "cloth", "race", "million"})
    {
        const std::unique_ptr<Scene> scene = makeScene(id);
        CAPTURE(id);
        // The lessons' own steps are what they were; the race has next to no friction.
        if (scene->info().id != "race")
            CHECK(scene->stepPlan().step == Approx(std::stod(scene->parameters().at("max_dt").text())));
        if (scene->info().id == "deployment")
            scene->parameters().set("stiffness", "100000");
        scene->parameters().set("max_dt", rope::numberText(scene->parameters().at("max_dt").maximum()));
        const double kept = scene->longestStep();
        scene->parameters().set("auto_steps", "false");
        CHECK(scene->longestStep() == Approx(scene->parameters().at("max_dt").maximum()));
        CHECK(kept <= scene->stepLimits().stable);
        CHECK(kept < scene->longestStep());
        CHECK(scene->stepLimits().advised >= kept * 0.9999);
    }
}

TEST_CASE("a constant dragged from end to end and back is no divergence", "[step limit]")
{
    // What it was stretched to by the constants before is longer than what the present ones explain.
    using Values = std::vector<std::string>;
    const auto& [name, values] = GENERATE(table<std::string, Values>({{"stiffness", {"100000", "0", "20"}},
                                                                      {"total_length", {"1000", "0.5", "10"}},
                                                                      {"total_length", {"0.5", "10"}},
                                                                      {"total_mass", {"1000", "0.001", "2"}}}));
    for (const char* id : {"deployment", "weightless_deployment"})
    {
        CAPTURE(id, name);
        const std::unique_ptr<Scene> scene = makeScene(id);
        CHECK_FALSE(run(*scene, 4.0));
        for (const std::string& value : values)
        {
            CAPTURE(value);
            scene->parameters().set(name, value);
            const std::optional<Divergence> divergence = run(*scene, scene->time() + 2.0);
            CAPTURE(divergence ? divergence->text : std::string());
            CHECK_FALSE(divergence);
        }
    }
}
