#include "catch.hpp"

#include "scenes/hosts.hpp"
#include "scenes/shared/cures.hpp"

#include "text/text.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using ropewalk::Controls;
using ropewalk::Cure;
using ropewalk::Divergence;
using ropewalk::hostOf;
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
        // The source tutorials' own steps are what they were; the race has next to no friction.
        if (scene->info().id != "race")
            CHECK(scene->stepPlan().step == Approx(std::stod(scene->parameters().at("max_dt").text())));
        if (scene->info().id == "deployment")
            scene->parameters().set("stiffness", "100000");
        scene->parameters().set("max_dt", text::numberText(scene->parameters().at("max_dt").maximum()));
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

TEST_CASE("A value is tried and taken back, also where trying it throws", "[cures]")
{
    const std::unique_ptr<Scene> scene = makeScene("rope");
    rope::Parameter& mass = scene->parameters().at("mass");
    const double before = scene->stableStep();
    CHECK(ropewalk::holdsAt(mass, 0.2,
                            [&]
                            {
                                CHECK(mass.text() == "0.2");
                                // Where friction is small, the stable step is 2 sqrt(m / K): four times the mass, twice
                                // the step.
                                CHECK(scene->stableStep() == Approx(2.0 * before).epsilon(0.01));
                                return true;
                            }));
    CHECK(mass.text() == "0.05");
    CHECK(scene->stableStep() == before);
    CHECK_THROWS(ropewalk::holdsAt(mass, 0.2, []() -> bool { throw std::runtime_error("no"); }));
    CHECK(mass.text() == "0.05");
    CHECK(scene->parameters().at("mass_count").isNumber());
    CHECK_FALSE(scene->parameters().at("gravity").isNumber());
    CHECK_FALSE(scene->parameters().at("integrator").isNumber());
}

TEST_CASE("A copy of the constants says the same of the step as its scene, and changes nothing in it", "[cures]")
{
    for (const ropewalk::SceneEntry& entry : ropewalk::scenes())
    {
        CAPTURE(entry.info.id);
        const std::unique_ptr<Scene> scene = entry.make();
        if (rope::Parameter* stiff = scene->parameters().find(rope::StepRole::springs))
            stiff->setNumber(0.5 * stiff->number());
        const std::uint64_t revision = scene->parameters().revision();
        const std::unique_ptr<Scene> copy = ropewalk::copyOfConstants(*scene);
        REQUIRE(copy);
        for (std::size_t i = 0; i < scene->parameters().rows().size(); ++i)
            CHECK(copy->parameters().rows()[i].text() == scene->parameters().rows()[i].text());
        CHECK(copy->stepPlan().step == scene->stepPlan().step);
        CHECK(copy->stepPlan().stable == scene->stepPlan().stable);
        if (rope::Parameter* mass = copy->parameters().find(rope::StepRole::mass))
            mass->setNumber(2.0 * mass->number());
        CHECK(scene->parameters().revision() == revision);
    }
}

TEST_CASE("A change through any row of any scene is counted, and looking is not", "[cures]")
{
    for (const ropewalk::SceneEntry& entry : ropewalk::scenes())
    {
        const std::unique_ptr<Scene> scene = entry.make();
        for (rope::Parameter& row : scene->parameters().rows())
        {
            CAPTURE(entry.info.id, row.name());
            const std::uint64_t before = scene->parameters().revision();
            const rope::Parameter::Value value = row.value();
            if (!row.isChoice())
                row.set(value);
            CHECK(scene->parameters().revision() == before);
            CHECK_THROWS(row.parse("nonsense"));
            CHECK(scene->parameters().revision() == before);
            if (row.isNumber())
                row.setNumber(row.number() == row.maximum() ? row.minimum() : row.maximum());
            else if (row.isChoice())
                row.parse(row.choices().back());
            else if (const bool* on = std::get_if<bool>(&value))
                row.set(!*on);
            else
                row.set(rope::Vec3(row.maximum()));
            CHECK(scene->parameters().revision() != before);
        }
    }
}

TEST_CASE("The nearest value that holds is found on either side, and nothing beyond a thousandfold or the range",
          "[cures]")
{
    double number = 8.0;
    int whole = 10;
    bool turned = false;
    rope::Parameters rows;
    rows.add("number", &number, {-100.0, 100.0, "", "A number."});
    rows.add("whole", &whole, {1, 1000, "", "An integer."});
    rows.add("turned", &turned, "A switch.");
    rope::Parameter& row = rows.at("number");

    CHECK(*ropewalk::nearestThatHolds(row, false, [&] { return number <= 3.0; }) == Approx(3.0).epsilon(1e-9));
    CHECK(*ropewalk::nearestThatHolds(row, true, [&] { return number >= 31.0; }) == Approx(31.0).epsilon(1e-9));
    CHECK(*ropewalk::nearestThatHolds(row, true, [&] { return number == 100.0; }) == 100.0); // the end belongs to it
    CHECK_FALSE(ropewalk::nearestThatHolds(row, true, [&] { return number > 100.0; }));
    CHECK_FALSE(ropewalk::nearestThatHolds(row, false, [&] { return number < 7e-3; }));
    CHECK(number == 8.0);

    number = -8.0; // farther from zero is lower here
    CHECK(*ropewalk::nearestThatHolds(row, true, [&] { return number <= -20.0; }) == Approx(-20.0).epsilon(1e-9));
    CHECK(*ropewalk::nearestThatHolds(row, false, [&] { return number >= -2.0; }) == Approx(-2.0).epsilon(1e-9));
    number = 0.0;
    CHECK_FALSE(ropewalk::nearestThatHolds(row, true, [] { return true; }));

    CHECK(*ropewalk::nearestThatHolds(rows.at("whole"), true, [&] { return whole >= 40; }) ==
          Approx(39.5).epsilon(1e-6));
    CHECK(whole == 10);
    CHECK_FALSE(ropewalk::nearestThatHolds(rows.at("turned"), true, [] { return true; }));
    CHECK_FALSE(ropewalk::holdsAt(row, 101.0, [] { return true; }));
    CHECK(ropewalk::holdsAt(row, 7.0, [&] { return number == 7.0; }));
    CHECK(number == 0.0);
}

TEST_CASE("Two digits are rounded to the side that helps, and without a tail", "[cures]")
{
    CHECK(ropewalk::twoDigits(4830.0, false) == 4800.0);
    CHECK(ropewalk::twoDigits(4830.0, true) == 4900.0);
    CHECK(ropewalk::twoDigits(-0.0123, true) == -0.013);
    CHECK(ropewalk::twoDigits(-0.0123, false) == -0.012);
    CHECK(ropewalk::twoDigits(99.6, true) == 100.0);
    CHECK(ropewalk::twoDigits(0.1, true) == 0.1);
    CHECK(ropewalk::twoDigits(0.3, false) == 0.3);
    CHECK(ropewalk::twoDigits(0.0, true) == 0.0);
}

TEST_CASE("Segments too short for a stiff rope are said with cures, each of which is enough", "[cures][bending]")
{
    const std::unique_ptr<Scene> scene = laidOut("rope", {{"spring_constant", "1000"}, {"bending_stiffness", "0.05"}});
    const auto remarkOf = [](const Scene& of) { return hostOf<ropewalk::RemarkHost>(of)->remark(); };
    CHECK_FALSE(remarkOf(*laidOut("rope", {{"spring_constant", "1000"}, {"bending_stiffness", "0.06"}})));
    CHECK_FALSE(remarkOf(*makeScene("rope")));
    // EA L² = k L³ = 0.125 N m2, which is above 2 B = 0.1 and below 0.2.
    CHECK_FALSE(remarkOf(*scene));
    scene->parameters().set("bending_stiffness", "0.1");
    const std::optional<ropewalk::Remark> remark = remarkOf(*scene);
    REQUIRE(remark);
    CHECK(remark->text.find("0.125 N m2 must be above 2 B = 0.2 N m2") != std::string::npos);
    REQUIRE(remark->cures.size() == 2);
    for (const Cure& cure : remark->cures)
    {
        CAPTURE(cure.label);
        const std::unique_ptr<Scene> cured =
            laidOut("rope", {{"spring_constant", "1000"}, {"bending_stiffness", "0.1"}, {cure.parameter, cure.value}});
        CHECK_FALSE(remarkOf(*cured));
    }
    // A segment of the source tutorial's rope turns easily, and it stays calm.
    scene->parameters().set("spring_constant", "10000");
    CHECK_FALSE(run(*scene, 2.0));
    CHECK(scene->diagnostics().find("bending_energy")->value() > 0.0);
}
