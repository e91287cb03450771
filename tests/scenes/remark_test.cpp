#include "scenes/hosts.hpp"
#include "scenes/scene.hpp"

#include "catch.hpp"

#include <rope/fixed_timestep.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>

using namespace ropewalk;

namespace
{

std::optional<Remark> remarkOf(const Scene& scene)
{
    return hostOf<RemarkHost>(scene)->remark();
}

void run(Scene& scene, int ticks)
{
    for (int i = 0; i < ticks; ++i)
        scene.advance(rope::FixedTimestep::usualTick, {});
}

void apply(Scene& scene, const Cure& cure)
{
    scene.parameters().set(cure.parameter, cure.value);
}

} // namespace

TEST_CASE("a reel at its end says so, and which constant ends it", "[remark]")
{
    const std::unique_ptr<Scene> scene = makeScene("rope");
    CHECK_FALSE(remarkOf(*scene));
    scene->parameters().set("payout_speed", "5");
    scene->parameters().set("max_mass_count", "85");
    run(*scene, 1);
    CHECK_FALSE(remarkOf(*scene));
    run(*scene, 30);
    REQUIRE(scene->massCount() == 85);
    const std::optional<Remark> out = remarkOf(*scene);
    REQUIRE(out);
    CHECK(out->text == "All 85 masses are out: max_mass_count ends the reel.");
    REQUIRE(out->cures.size() == 2);

    SECTION("the reel stops")
    {
        apply(*scene, out->cures[0]);
        CHECK_FALSE(remarkOf(*scene));
    }
    SECTION("or goes on to twice as many")
    {
        apply(*scene, out->cures[1]);
        CHECK_FALSE(remarkOf(*scene));
        run(*scene, 30);
        CHECK(scene->massCount() > 85);
    }
    SECTION("and in again to the last masses")
    {
        scene->parameters().set("payout_speed", "-20");
        scene->parameters().set("min_mass_count", "70");
        run(*scene, 120);
        REQUIRE(scene->massCount() == 70);
        CHECK(remarkOf(*scene)->text == "The rope is in, but for 70 masses: min_mass_count ends the reel.");
    }
}

TEST_CASE("a rope on the ground says why no shape is predicted, and lowering the ground helps", "[remark]")
{
    const std::unique_ptr<Scene> scene = makeScene("rope");
    run(*scene, 60);
    const auto* host = hostOf<RemarkHost>(std::as_const(*scene));
    const std::optional<Remark> why = host->whyNoTheory();
    REQUIRE(why);
    REQUIRE(why->cures.size() == 1);
    apply(*scene, why->cures[0]);
    run(*scene, 300); // the ground goes down at a finite speed
    CHECK_FALSE(host->whyNoTheory());
}

TEST_CASE("a negative restitution is no fault, but said", "[remark]")
{
    const std::unique_ptr<Scene> scene = makeScene("impulse");
    CHECK_FALSE(remarkOf(*scene));
    scene->parameters().set("restitution", "-0.5");
    const std::optional<Remark> remark = remarkOf(*scene);
    REQUIRE(remark);
    apply(*scene, remark->cures.at(0));
    CHECK_FALSE(remarkOf(*scene));
}

TEST_CASE("a rope with a radius says which constants rest, and what carries it", "[remark]")
{
    const std::unique_ptr<Scene> scene = makeScene("rope");
    scene->parameters().set("self_contact", "true");
    scene->parameters().set("ground_friction", "0.5");
    const std::optional<Remark> thin = remarkOf(*scene);
    REQUIRE(thin);
    REQUIRE(thin->cures.size() == 1);
    apply(*scene, thin->cures[0]);

    const std::optional<Remark> thick = remarkOf(*scene);
    REQUIRE(thick);
    CHECK(thick->text.find("ground_repulsion, ground_friction and ground_absorption rest") != std::string::npos);
    CHECK(thick->text.find("carried by BDF2") != std::string::npos);
    REQUIRE(thick->cures.size() == 1);
    apply(*scene, thick->cures[0]);
    const std::optional<Remark> own = remarkOf(*scene);
    REQUIRE(own);
    CHECK(own->text.find("carried by") == std::string::npos);
    CHECK(own->cures.empty());
    scene->parameters().set("ground_friction", "0.2"); // nobody expects anything of the usual one
    CHECK_FALSE(remarkOf(*scene));
    scene->parameters().set("rope_radius", "0");
    scene->parameters().set("self_contact", "false");
    CHECK_FALSE(remarkOf(*scene));
}
