// The scene `capstan`: friction round a post, against the ratio of its own masses and e^(mu phi).
#include "catch.hpp"
#include "scene_runs.hpp"

#include "scenes/hosts.hpp"
#include "scenes/scene.hpp"

#include "text/text.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

using namespace ropewalk;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{

constexpr double pi = std::numbers::pi;

/// ((1 + mu tan(b/2))/(1 - mu tan(b/2)))^n of the masses that touch.
double ratioOfMasses(Scene& scene)
{
    const Profile pressure = scene.profiles()[1];
    REQUIRE(pressure.name == "contact_force");
    const auto touching = std::ranges::count_if(pressure.values, [](double force) { return force > 0.0; });
    const double corner = scene.parameters().at("wrap_angle").number() / static_cast<double>(touching);
    const double share = scene.parameters().at("contact_friction").number() * std::tan(0.5 * corner);
    return std::pow((1.0 + share) / (1.0 - share), static_cast<double>(touching));
}

} // namespace

TEST_CASE("A capstan holds at 0.99 of the ratio of its masses and slides at 1.01", "[rod][capstan]")
{
    const auto [turns, axialStiffness] =
        GENERATE(table<double, double>({{0.25, 2e4}, {0.5, 1e6}, {1.0, 2e4}, {1.5, 1e6}, {3.0, 2e4}, {3.0, 1e6}}));
    const double angle = 2.0 * pi * turns;
    CAPTURE(angle, axialStiffness);
    const auto trial =
        sceneWith("capstan", {{"wrap_angle", angle}, {"axial_stiffness", axialStiffness}, {"load", 1.0}});
    runFor(*trial, 0.25);
    // The turns of a helix leave a quarter of a percent of it.
    const double ratio = valueOf(*trial, "ratio_limit");
    CHECK_THAT(ratio, WithinRel(ratioOfMasses(*trial), 0.006));
    CHECK_THAT(ratio, WithinRel(std::exp(0.3 * angle), 0.005));
    const auto scene =
        sceneWith("capstan", {{"wrap_angle", angle}, {"axial_stiffness", axialStiffness}, {"load", 0.99 * ratio}});
    runFor(*scene, 5.0);
    CHECK(std::abs(valueOf(*scene, "slip_speed")) <= 1e-10);
    CHECK_THAT(valueOf(*scene, "tension_ratio"), WithinRel(0.99 * ratio, 1e-6));
    CHECK(scene->predicted("slip_speed") == 0.0);
    // The same rope under a larger load.
    scene->parameters().set("load", text::numberText(1.01 * ratio));
    runFor(*scene, 2.0);
    CHECK(valueOf(*scene, "slip_speed") > 1e-4);
    CHECK_FALSE(scene->predicted("slip_speed"));
    CHECK_FALSE(scene->divergence());
}

TEST_CASE("Heavy and light, thick and thin, hard and gentle pulls: a capstan holds by its ratio alone",
          "[rod][capstan]")
{
    const Constants constants = GENERATE(Constants{{"hold", 10.0}}, Constants{{"mass_per_length", 1.0}},
                                         Constants{{"post_radius", 0.2}}, Constants{{"rope_radius", 0.01}},
                                         Constants{{"contact_friction", 0.5}}, Constants{{"mass_count", 400.0}});
    CAPTURE(constants.front().first, constants.front().second);
    Constants all = constants;
    all.emplace_back("wrap_angle", 3.0 * pi);
    auto scene = sceneWith("capstan", all);
    const double hold = scene->parameters().at("hold").number();
    scene->parameters().set("load", text::numberText(hold));
    runFor(*scene, 0.25);
    const double ratio = valueOf(*scene, "ratio_limit");
    for (const double part : {0.99, 1.01})
    {
        CAPTURE(part);
        all.emplace_back("load", part * ratio * hold);
        scene = sceneWith("capstan", all);
        runFor(*scene, 3.0);
        const double speed = std::abs(valueOf(*scene, "slip_speed"));
        CHECK((part < 1.0 ? speed <= 1e-10 : speed > 1e-5));
    }
}

TEST_CASE("A rope that slides says which pull would hold it, and that pull does", "[rod][capstan]")
{
    const auto scene = sceneWith("capstan", {{"load", 500.0}});
    runFor(*scene, 1.0);
    const auto* host = hostOf<RemarkHost>(*scene);
    REQUIRE(host != nullptr);
    const std::optional<Remark> remark = host->remark();
    REQUIRE(remark);
    CHECK(remark->text.find("slides") != std::string::npos);
    REQUIRE(remark->cures.size() == 2);
    for (const Cure& cure : remark->cures)
    {
        CAPTURE(cure.label);
        const auto cured = sceneWith("capstan", {{"load", 500.0}});
        cured->parameters().set(cure.parameter, cure.value);
        runFor(*cured, 2.0);
        CHECK(std::abs(valueOf(*cured, "slip_speed")) <= 1e-10);
        CHECK_FALSE(hostOf<RemarkHost>(*cured)->remark());
    }
}

TEST_CASE("A rope that has run off its post is left alone, and R brings it back", "[rod][capstan]")
{
    const auto scene = sceneWith("capstan", {{"load", 5000.0}, {"slide_speed", 5.0}});
    runFor(*scene, 3.0);
    CHECK_FALSE(scene->divergence());
    const auto* host = hostOf<RemarkHost>(*scene);
    REQUIRE(host->remark());
    CHECK(host->remark()->text.find("run off") != std::string::npos);
    CHECK(std::abs(valueOf(*scene, "slip")) < 2.0); // it does not fly away
    CHECK(std::abs(valueOf(*scene, "slip_speed")) < 0.1);
    scene->parameters().set("load", "100");
    scene->reset();
    runFor(*scene, 3.0);
    CHECK_FALSE(host->remark());
    CHECK(std::abs(valueOf(*scene, "slip_speed")) <= 1e-10);
}

TEST_CASE("Keys let the hand go, and the rope stands again when it pulls", "[rod][capstan]")
{
    const auto scene = makeScene("capstan");
    runFor(*scene, 2.0);
    const double before = valueOf(*scene, "slip");
    Controls letGo;
    letGo.direction = {-1.0, 0.0, 0.0};
    runFor(*scene, 0.2, letGo);
    CHECK(valueOf(*scene, "slip_speed") > 1e-2);
    runFor(*scene, 2.0);
    CHECK(valueOf(*scene, "slip") > before + 1e-3);
    CHECK(std::abs(valueOf(*scene, "slip_speed")) <= 1e-10);
}

TEST_CASE("The tension along a rope that slides grows as e^(mu phi)", "[rod][capstan]")
{
    const auto scene = sceneWith("capstan", {{"load", 290.0}});
    runFor(*scene, 4.0);
    const Profile tension = scene->profiles().front();
    REQUIRE(tension.name == "tension");
    REQUIRE(tension.theory.size() == tension.values.size());
    for (std::size_t j = 0; j < tension.values.size(); ++j)
        CHECK_THAT(tension.values[j], WithinRel(tension.theory[j], 0.02));
    // T2 - T1 = mu N
    CHECK_THAT(valueOf(*scene, "contact_force"), WithinRel(289.0 / 0.3, 0.01));
}

TEST_CASE("A capstan's post, rope and pulls are drawn", "[rod][capstan]")
{
    const auto scene = makeScene("capstan");
    runFor(*scene, 1.0);
    Snapshot snapshot;
    scene->fill(snapshot);
    REQUIRE(snapshot.polylines.size() == 1);
    // The turns lie beside each other.
    const std::vector<glm::vec3>& line = snapshot.polylines[0].points;
    const float diameter = 2.0f * snapshot.polylines[0].radius;
    for (std::size_t i = 0; i < line.size(); ++i)
        for (std::size_t j = i + 40; j < line.size(); ++j)
            REQUIRE(glm::distance(line[i], line[j]) > diameter);
    CHECK(snapshot.spatialShapes.size() == 1); // the post
    CHECK(snapshot.planarShapes.size() == 4);  // two arrows of two pieces
    CHECK(snapshot.labels.size() == 2);
}
