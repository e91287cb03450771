#include "catch.hpp"

#include "scenes/hosts.hpp"
#include "scenes/shared/rope_profiles.hpp"

#include <rope/rope_simulation.hpp>

#include <string>
#include <string_view>
#include <utility>

using namespace ropewalk;

namespace
{

Profile profileOf(const Scene& scene, std::string_view name)
{
    for (const Profile& profile : scene.profiles())
        if (profile.name == name)
            return profile;
    FAIL("no profile " << name);
    return {};
}

} // namespace

TEST_CASE("along a rope at rest, tension and stretch are those of the exact chain", "[profiles]")
{
    const auto scene = makeScene("rope");
    scene->parameters().set("ground_height", "-20");
    scene->parameters().set("air_friction", "0.4");
    scene->parameters().set("integrator", "implicit_euler");
    scene->parameters().set("implicit_max_dt", "0.05");
    scene->reset();
    for (int i = 0; i < 1200; ++i)
        scene->advance(0.05, {});

    const Profile tension = profileOf(*scene, "tension");
    const Profile stretch = profileOf(*scene, "stretch");
    const Profile speed = profileOf(*scene, "speed");
    REQUIRE(tension.values.size() == 79);
    REQUIRE(tension.theory.size() == 79);
    REQUIRE(stretch.theory.size() == 79);
    REQUIRE(speed.values.size() == 80);
    for (std::size_t j = 0; j < 79; ++j)
    {
        // Segment j carries the 79 - j masses below it.
        CHECK(tension.theory[j] == Approx(static_cast<double>(79 - j) * 0.05 * 9.81).epsilon(1e-12));
        CHECK(tension.values[j] == Approx(tension.theory[j]).margin(1e-4));
        CHECK(stretch.values[j] == Approx(stretch.theory[j]).margin(1e-4));
    }
    CHECK(stretch.theory[0] == Approx(100.0 * 3.87495e-3 / 0.05).epsilon(1e-5)); // 3.874950 mm of 50 mm
    CHECK(tension.at.front() == Approx(0.025));
    CHECK(speed.at.front() == 0.0);
    CHECK(speed.at.back() == Approx(3.95));
    CHECK(speed.values.back() < 1e-4);
}

TEST_CASE("a rope that would reach the ground has no theory of hanging", "[profiles]")
{
    const auto scene = makeScene("rope");
    CHECK(profileOf(*scene, "tension").theory.empty());
    CHECK(profileOf(*scene, "tension").values.size() == 79);
    scene->parameters().set("ground_height", "-4.2");
    scene->parameters().set("gravity", "0,0,0");
    scene->reset();
    CHECK(profileOf(*scene, "tension").theory.empty());
    scene->parameters().set("gravity", "0,-9.81,0");
    scene->reset();
    CHECK(profileOf(*scene, "tension").theory.size() == 79); // it ends at -4.105 m
    scene->parameters().set("gravity", "0,9.81,0");          // upwards
    scene->reset();
    CHECK(profileOf(*scene, "stretch").theory.size() == 79);
}

TEST_CASE("between two supports the tensions along the rope are those of the catenary", "[profiles]")
{
    const auto scene = makeScene("rope");
    for (const auto& [name, value] : {std::pair("ground_height", "-20"), std::pair("pin_free_end", "true"),
                                      std::pair("free_end_position", "3,0,0"), std::pair("air_friction", "0.5"),
                                      std::pair("integrator", "implicit_euler"), std::pair("implicit_max_dt", "0.05")})
        scene->parameters().set(name, value);
    scene->reset();
    for (int i = 0; i < 2400; ++i)
        scene->advance(0.05, {});
    const Profile tension = profileOf(*scene, "tension");
    REQUIRE(tension.theory.size() == 79);
    for (std::size_t j = 0; j < 79; ++j)
        CHECK(tension.values[j] == Approx(tension.theory[j]).margin(1e-3));
    CHECK(tension.theory[39] < 0.8 * tension.theory[0]); // least in the middle
    CHECK(tension.theory[78] == Approx(tension.theory[0]).epsilon(0.05));
}

TEST_CASE("a profile has as many places as values, in whichever scene", "[profiles]")
{
    std::size_t found = 0;
    for (const SceneEntry& entry : scenes())
    {
        const auto scene = entry.make();
        if (const auto size = sizeParameterOf(*scene))
            scene->parameters().set(size->name, std::to_string(size->small));
        scene->reset();
        for (int i = 0; i < 3; ++i)
            scene->advance(1.0 / 60.0, {});
        for (const Profile& profile : scene->profiles())
        {
            INFO(entry.info.id << " " << profile.name);
            ++found;
            CHECK(profile.at.size() == profile.values.size());
            CHECK((profile.theory.empty() || profile.theory.size() == profile.at.size()));
            for (std::size_t i = 1; i < profile.at.size(); ++i)
                CHECK(profile.at[i] > profile.at[i - 1]);
        }
    }
    CHECK(found >= 12); // three each of rope, the two deployments and the field
}

TEST_CASE("the profile along a rope follows the reel", "[profiles]")
{
    const auto scene = makeScene("rope");
    scene->parameters().set("payout_speed", "1");
    scene->reset();
    for (int i = 0; i < 60; ++i)
        scene->advance(1.0 / 60.0, {});
    const Profile speed = profileOf(*scene, "speed");
    CHECK(speed.at.size() == scene->massCount());
    CHECK(speed.at.back() == Approx(4.95));
}
