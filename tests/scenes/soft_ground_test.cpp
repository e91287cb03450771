#include "catch.hpp"

#include "scenes/hosts.hpp"
#include "scenes/scene.hpp"

#include <memory>
#include <string>

using namespace ropewalk;

namespace
{

std::string remarkOf(const Scene& scene)
{
    const auto* host = hostOf<RemarkHost>(scene);
    REQUIRE(host != nullptr);
    const std::optional<Remark> remark = host->remark();
    return remark ? remark->text : std::string();
}

void run(Scene& scene, double seconds)
{
    for (double time = 0.0; time < seconds; time += 1.0 / 60.0)
        scene.advance(1.0 / 60.0, Controls{});
}

} // namespace

TEST_CASE("a rope whose masses sink deep into the ground says so, with cures that help")
{
    const std::unique_ptr<Scene> scene = makeScene("rope");
    CHECK(remarkOf(*scene).empty());
    scene->parameters().at("mass").parse("1000");
    CHECK(remarkOf(*scene).empty()); // it has not fallen yet
    run(*scene, 1.5);
    // m g / k = 1000 kg 9.81 m/s2 / (100 N/m) = 98.1 m.
    CHECK(remarkOf(*scene).find("too soft for this mass: it comes to rest 98.1 m below") != std::string::npos);
    const std::optional<Remark> remark = hostOf<RemarkHost>(*scene)->remark();
    REQUIRE(remark.has_value());
    REQUIRE(remark->cures.size() == 2);
    for (const Cure& cure : remark->cures)
    {
        rope::Parameter& row = scene->parameters().at(cure.parameter);
        const rope::Parameter::Value before = row.value();
        row.parse(cure.value);
        CHECK(remarkOf(*scene).empty());
        row.set(before);
    }
}

TEST_CASE("bodies that have fallen off the floor are counted")
{
    const std::unique_ptr<Scene> scene = makeScene("impulse");
    run(*scene, 0.5);
    CHECK(remarkOf(*scene).empty());
    scene->parameters().at("restitution").parse("-0.06");
    run(*scene, 4.0);
    CHECK(remarkOf(*scene).find("negative restitution") != std::string::npos);
    scene->parameters().at("restitution").parse("0");
    CHECK(remarkOf(*scene).find("fallen off") != std::string::npos);
    scene->reset();
    CHECK(remarkOf(*scene).empty());
}
