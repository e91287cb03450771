#include "catch.hpp"

#include "scenes/hosts.hpp"
#include "scenes/scene.hpp"

#include <rope/fixed_timestep.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <set>
#include <vector>

TEST_CASE("scenes stand in the order of their list, each id once, each with a hint to try")
{
    const auto& scenes = ropewalk::scenes();
    REQUIRE_FALSE(scenes.empty());
    CHECK(scenes.front().info.id == "rope");
    CHECK(std::is_sorted(scenes.begin(), scenes.end(),
                         [](const auto& a, const auto& b) { return a.info.order < b.info.order; }));
    std::set<std::string_view> ids;
    for (const auto& entry : scenes)
    {
        CHECK(ids.insert(entry.info.id).second);
        CHECK_FALSE(entry.info.title.empty());
        CHECK_FALSE(entry.info.hint.empty());
        CHECK(entry.make()->info().id == entry.info.id);
    }
}

TEST_CASE("every parameter and every diagnostic is said once and explained")
{
    for (const auto& entry : ropewalk::scenes())
    {
        const auto scene = entry.make();
        std::set<std::string> names;
        for (const auto& row : scene->parameters().rows())
        {
            INFO(row.name());
            CHECK(names.insert(row.name()).second);
            CHECK_FALSE(row.sentence().empty());
            CHECK_FALSE(row.group().empty());
            CHECK_NOTHROW(row.validate());
        }
        std::set<std::string> diagnostics{"time"};
        for (const auto& row : scene->diagnostics().rows())
        {
            INFO(row.name);
            CHECK(diagnostics.insert(row.name).second);
            CHECK_FALSE(row.sentence.empty());
        }
    }
}

TEST_CASE("a check passes within its tolerance only")
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(ropewalk::CheckRow{"", "", 1.0, 1.25, 0.25, ""}.passed());
    CHECK(ropewalk::CheckRow{"", "", 1.0, 0.75, 0.25, ""}.passed());
    CHECK_FALSE(ropewalk::CheckRow{"", "", 1.0, 1.5, 0.25, ""}.passed());
    CHECK_FALSE(ropewalk::CheckRow{"", "", 1.0, nan, 0.25, ""}.passed());
    CHECK_FALSE(ropewalk::CheckRow{"", "", nan, 1.0, 0.25, ""}.passed());
}

TEST_CASE("an unknown scene is an error with the nearest known one")
{
    CHECK_THROWS_WITH(ropewalk::makeScene("roep"), "unknown scene 'roep'; did you mean 'rope'?");
    CHECK_THROWS_WITH(ropewalk::makeScene("workshop/takcle"), "unknown preset 'takcle'; did you mean 'tackle'?");
    CHECK_THROWS_WITH(ropewalk::makeScene("rope/moon"), "scene 'rope/moon': 'rope' has no presets");
}

TEST_CASE("Exactly the constants that say so lay their scene out anew")
{
    using namespace ropewalk;
    const double tick = rope::FixedTimestep::usualTick;
    const auto state = [](const Scene& scene)
    {
        std::vector<double> all;
        for (std::size_t mass = 0; mass < scene.massCount(); ++mass)
            for (const double value : scene.massRow(mass))
                all.push_back(value);
        return all;
    };
    for (const SceneEntry& entry : scenes())
    {
        const auto fresh = [&entry]
        {
            std::unique_ptr<Scene> scene = entry.make();
            if (const auto size = sizeParameterOf(*scene))
                scene->parameters().set(size->name, "10");
            return scene;
        };
        for (std::size_t i = 0; i < fresh()->parameters().rows().size(); ++i)
        {
            const std::unique_ptr<Scene> running = fresh();
            rope::Parameter& row = running->parameters().rows()[i];
            if (!row.isNumber())
                continue;
            const double value = 0.9 * row.number() + 0.1 * row.minimum();
            if (row.read(value) == row.value())
                continue;
            for (int k = 0; k < 3; ++k)
                running->advance(tick, {});
            row.setNumber(value);
            running->advance(tick, {});

            const std::unique_ptr<Scene> begun = fresh();
            begun->parameters().rows()[i].setNumber(value);
            begun->advance(tick, {});
            if (row.laysOut() && sizeParameterOf(*running))
                continue; // the wind over the field goes on
            CAPTURE(entry.info.id, row.name());
            CHECK((state(*running) == state(*begun)) == row.laysOut());
        }
    }
}
