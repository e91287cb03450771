// The scenes of rods: against values that were computed without masses and springs (tests/data/real_rope.json), their
// own theory, and back in time.
#include "catch.hpp"
#include "reference.hpp"
#include "scene_runs.hpp"

#include "scenes/scene.hpp"

#include "text/text.hpp"
#include <rope/rod_theory.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace ropewalk;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{

constexpr double tick = 1.0 / 60.0;

nlohmann::json item(const std::string& id)
{
    return referenceItem(id, "real_rope.json");
}

std::vector<double> stateOf(const Scene& scene)
{
    std::vector<double> state{scene.time()};
    for (std::size_t mass = 0; mass < scene.massCount(); ++mass)
        for (const double number : scene.massRow(mass))
            state.push_back(number);
    for (const rope::Diagnostic& row : scene.diagnostics().rows())
        state.push_back(row.value());
    return state;
}

} // namespace

TEST_CASE("bend.gravity in the scene: a cantilever under its own weight", "[rod]")
{
    const auto* const id = GENERATE("bend.gravity.1", "bend.gravity.8", "bend.gravity.50");
    CAPTURE(id);
    const nlohmann::json reference = item(id);
    const nlohmann::json& inputs = reference["inputs"]["example"];
    const double length = inputs["L"].get<double>();
    const auto scene = sceneWith("cantilever", {{"length", length},
                                                {"mass_per_length", inputs["w"].get<double>() / 9.81},
                                                {"bending_stiffness", inputs["B"].get<double>()},
                                                {"mass_count", 101}});
    runFor(*scene, 40.0);
    const nlohmann::json& expected = reference["expected"];
    CHECK_THAT(valueOf(*scene, "tip_x"), WithinRel(length * expected["tip_x_over_L"].get<double>(), 0.01));
    CHECK_THAT(-valueOf(*scene, "tip_y"), WithinRel(length * expected["tip_drop_over_L"].get<double>(), 0.01));
    CHECK_THAT(valueOf(*scene, "tip_angle"), WithinRel(expected["tip_angle_rad"].get<double>(), 0.01));
    CHECK(valueOf(*scene, "kinetic_energy") < 1e-12); // at rest
}

TEST_CASE("bend.tip in the scene: a cantilever with a load at its end", "[rod]")
{
    const auto* const id = GENERATE("bend.tip.1.5", "bend.tip.8");
    const bool massless = GENERATE(false, true); // two ways to say that it has no weight
    CAPTURE(id, massless);
    const nlohmann::json reference = item(id);
    const double load = reference["inputs"]["alpha_PL2_over_B"].get<double>();
    const auto scene = sceneWith("cantilever", {{"length", 1.0},
                                                {"mass_per_length", massless ? 0.0 : 0.1},
                                                {"bending_stiffness", 0.1},
                                                {"tip_load", 0.1 * load},
                                                {"mass_count", 81}});
    if (!massless)
        scene->parameters().set("gravity", "0,0,0");
    runFor(*scene, 40.0);
    const nlohmann::json& expected = reference["expected"];
    CHECK_THAT(valueOf(*scene, "tip_x"), WithinRel(expected["tip_x_over_L"].get<double>(), 0.002));
    CHECK_THAT(-valueOf(*scene, "tip_y"), WithinRel(expected["tip_drop_over_L"].get<double>(), 0.002));
    CHECK_THAT(valueOf(*scene, "tip_angle"), WithinRel(expected["tip_angle_rad"].get<double>(), 0.002));
    CHECK_THAT(valueOf(*scene, "root_curvature"), WithinRel(expected["root_curvature_times_L"].get<double>(), 0.002));
    CHECK(valueOf(*scene, "kinetic_energy") < 1e-12);
}

TEST_CASE("A cantilever rests in 40 s whatever it is made of", "[rod]")
{
    const Constants constants =
        GENERATE(Constants{{"bending_stiffness", 0.0}}, Constants{{"length", 5.0}, {"bending_stiffness", 0.01}},
                 Constants{{"length", 10.0}, {"bending_stiffness", 1.0}},
                 Constants{{"length", 2.0}, {"bending_stiffness", 1000.0}},
                 Constants{{"mass_per_length", 1.0}, {"tip_load", 5.0}, {"damping", 50.0}});
    const auto scene = sceneWith("cantilever", constants);
    runFor(*scene, 40.0);
    CHECK_FALSE(scene->divergence());
    const double y = valueOf(*scene, "tip_y");
    runFor(*scene, 5.0);
    CHECK_THAT(valueOf(*scene, "tip_y"), WithinAbs(y, 1e-4 * scene->parameters().at("length").number()));
}

TEST_CASE("The cantilever settles at what the scene predicts, also with other constants", "[rod]")
{
    const auto scene = makeScene("cantilever");
    runFor(*scene, 30.0);
    const auto check = [&scene]
    {
        for (const char* name : {"tip_x", "tip_y", "tip_angle", "root_curvature"})
        {
            CAPTURE(name);
            CHECK_THAT(valueOf(*scene, name), WithinAbs(*scene->predicted(name), 1e-4));
        }
        const std::vector<Profile> profiles = scene->profiles();
        const Profile& curvature = profiles[1];
        REQUIRE(curvature.name == "curvature");
        REQUIRE(curvature.theory.size() == curvature.values.size());
        for (std::size_t i = 0; i < curvature.values.size(); ++i)
            CHECK_THAT(curvature.values[i], WithinAbs(curvature.theory[i], 1e-3));
    };
    check();
    scene->parameters().set("bending_stiffness", "0.03"); // while it rests: the rod goes on from there
    scene->parameters().set("tip_load", "0.5");
    runFor(*scene, 30.0);
    check();
    // A hanging rope of 1 m swings with 0.6 Hz, and bending and the load make it faster.
    const std::vector<double> frequencies = scene->naturalFrequencies();
    REQUIRE(frequencies.size() == 4);
    CHECK(frequencies[0] > 0.6);
    CHECK(frequencies[0] < 3.0);
    CHECK(std::is_sorted(frequencies.begin(), frequencies.end()));
    scene->parameters().set("gravity", "1,-9,0");
    CHECK_FALSE(scene->predicted("tip_y"));
    CHECK(scene->naturalFrequencies().empty());
}

TEST_CASE("twist.clamped in the scene: straight below the threshold, buckled beyond it", "[rod]")
{
    const auto* const id = GENERATE("twist.clamped.0", "twist.clamped.5", "twist.clamped.50", "twist.clamped.500");
    const double part = GENERATE(0.97, 1.03);
    CAPTURE(id, part);
    const nlohmann::json reference = item(id);
    constexpr double stiffness = 0.02;
    constexpr double torsion = 0.015;
    constexpr double length = 0.8;
    const double pull = reference["inputs"].value("T_L2_over_B", 0.0) * stiffness / (length * length);
    const double torque = part * reference["expected"]["M_L_over_B"].get<double>() * stiffness / length;
    const double turns = torque * length / torsion / (2.0 * std::numbers::pi);
    const auto scene = sceneWith("twist", {{"length", length},
                                           {"bending_stiffness", stiffness},
                                           {"torsional_stiffness", torsion},
                                           {"end_force", pull},
                                           {"turns", turns},
                                           {"mass_count", 81}});
    runFor(*scene, 5.0);
    CHECK_THAT(valueOf(*scene, "link"), WithinAbs(turns, 1e-8)); // it has turned its end
    runFor(*scene, 15.0);
    CHECK_FALSE(scene->divergence());
    CHECK_THAT(valueOf(*scene, "link"), WithinAbs(turns, 1e-8));
    CHECK_THAT(valueOf(*scene, "twist") + valueOf(*scene, "writhe"), WithinAbs(valueOf(*scene, "link"), 1e-12));
    if (part < 1.0)
    {
        CHECK(valueOf(*scene, "largest_deflection") < 1e-3 * length);
        CHECK(valueOf(*scene, "largest_deflection") > 0.0); // the tiny disturbance is there
        CHECK_THAT(valueOf(*scene, "torque"), WithinRel(torque, 1e-6));
        CHECK_THAT(valueOf(*scene, "end_shortening"), WithinAbs(0.0, 1e-6));
    }
    else
    {
        CHECK(valueOf(*scene, "largest_deflection") > 0.01 * length);
        CHECK(valueOf(*scene, "end_shortening") > 0.0);
        CHECK(valueOf(*scene, "torque") < torque);
        CHECK(valueOf(*scene, "writhe") > 0.0);
    }
}

TEST_CASE("twist.uniform.a in the scene: the torque of a straight rope", "[rod]")
{
    const nlohmann::json reference = item("twist.uniform.a");
    const nlohmann::json& inputs = reference["inputs"];
    const double turns = inputs["angle_rad"].get<double>() / (2.0 * std::numbers::pi);
    const auto scene = sceneWith("twist", {{"length", inputs["L"].get<double>()},
                                           {"torsional_stiffness", inputs["C"].get<double>()},
                                           {"bending_stiffness", 0.05},
                                           {"end_force", 5.0},
                                           {"turns", turns}});
    runFor(*scene, 6.0);
    CHECK_THAT(valueOf(*scene, "torque"), WithinRel(reference["expected"]["torque"].get<double>(), 1e-6));
    CHECK_THAT(valueOf(*scene, "twist_energy"), WithinRel(reference["expected"]["energy"].get<double>(), 1e-6));
    CHECK_THAT(*scene->predicted("torque"), WithinRel(reference["expected"]["torque"].get<double>(), 1e-9));
}

TEST_CASE("Turning the other way is the mirror of turning", "[rod]")
{
    const auto right = sceneWith("twist", {{"turns", 2.3}});
    const auto left = sceneWith("twist", {{"turns", -2.3}});
    runFor(*right, 5.0);
    runFor(*left, 5.0);
    CHECK_THAT(valueOf(*left, "torque"), WithinRel(-valueOf(*right, "torque"), 1e-9));
    CHECK_THAT(valueOf(*left, "link"), WithinAbs(-2.3, 1e-9));
}

TEST_CASE("Keys turn the end from where it is, and the crank follows the mouse", "[rod][mouse]")
{
    const auto scene = sceneWith("twist", {{"turns", 1.0}, {"turning_speed", 0.5}});
    runFor(*scene, 5.0);
    Controls key;
    key.direction = {1.0, 0.0, 0.0};
    runFor(*scene, 1.0, key);
    CHECK_THAT(valueOf(*scene, "link"), WithinAbs(1.5, 1e-6));
    runFor(*scene, 2.0);
    CHECK_THAT(valueOf(*scene, "link"), WithinAbs(1.5, 1e-6)); // it stays there
    Snapshot snapshot;
    scene->fill(snapshot);
    REQUIRE(snapshot.handles.size() == 1);
    // A quarter of a turn on by the right hand about +x: from below the line to behind it.
    Controls mouse;
    const Vec3 knob(snapshot.handles[0].position);
    CHECK(knob.y < -0.01);
    mouse.pull = Controls::Pull{0, Vec3(knob.x, 0.0, knob.y)};
    runFor(*scene, 2.0, mouse);
    CHECK_THAT(valueOf(*scene, "link"), WithinAbs(1.75, 1e-3));
    scene->parameters().set("turns", "2"); // and the constant takes it from there
    runFor(*scene, 4.5);
    CHECK_THAT(valueOf(*scene, "link"), WithinAbs(2.0, 1e-6));
}

TEST_CASE("A rope that passes through itself says so, with what would have kept it straight", "[rod]")
{
    const auto scene = sceneWith("twist", {{"turns", 8.0}});
    double seconds = 0.0;
    for (; !scene->divergence() && seconds < 60.0; seconds += 0.5)
        runFor(*scene, 0.5);
    const std::optional<Divergence> passed = scene->divergence();
    REQUIRE(passed);
    CHECK(passed->text.find("passed through itself") != std::string::npos);
    REQUIRE(passed->cures.size() == 2);
    CHECK(passed->cures[0].parameter == "self_contact");
    CHECK(passed->cures[1].parameter == "turns");
    CHECK(std::abs(valueOf(*scene, "link") - 8.0) > 1.0);
    scene->parameters().set("turns", passed->cures[1].value);
    scene->reset();
    runFor(*scene, 20.0);
    CHECK_FALSE(scene->divergence());
    CHECK(valueOf(*scene, "largest_deflection") < 1e-3);
}

TEST_CASE("A rope whose strands touch winds up, and its link stays what the end was turned by", "[rod][long]")
{
    const auto scene = sceneWith("twist", {{"turns", 8.0}});
    scene->parameters().set("self_contact", "true");
    scene->reset();
    runFor(*scene, 10.0);
    CHECK_FALSE(scene->divergence());
    CHECK_THAT(valueOf(*scene, "link"), WithinAbs(8.0, 1e-6));
    CHECK(valueOf(*scene, "writhe") > 2.0);
    CHECK(valueOf(*scene, "contact_energy") > 0.0);
}

TEST_CASE("A rod steps back 100 ticks and comes again with the same bits", "[rod]")
{
    const auto* const id = GENERATE("cantilever", "twist", "capstan");
    CAPTURE(id);
    const auto scene = makeScene(id);
    runFor(*scene, 4.0);
    Controls pulling;
    pulling.direction = {0.3, 0.0, 0.0};   // the crank, or the force of the hand
    if (id != std::string_view("capstan")) // while it is grabbed, each step takes all the work that it may
    {
        const std::vector<double> mass = scene->massRow(40);
        pulling.grab = Controls::Grab{0, 40, Vec3(mass[0] + 0.05, mass[1] + 0.02, mass[2] + 0.01)};
    }
    const std::unique_ptr<SceneState> saved = scene->save();
    const auto goOn = [&]
    {
        runFor(*scene, 50.0 * tick, pulling);
        runFor(*scene, 50.0 * tick);
        return stateOf(*scene);
    };
    const std::vector<double> before = stateOf(*scene);
    const std::vector<double> first = goOn();
    CHECK(first != before);
    scene->restore(*saved);
    CHECK(stateOf(*scene) == before);
    CHECK(goOn() == first);
    // Also where the moment was saved of another scene of the same kind, and constants were changed between.
    const auto other = makeScene(id);
    other->restore(*saved);
    scene->parameters().set("bending_stiffness", "0.005");
    runFor(*scene, 0.5);
    scene->parameters().at("bending_stiffness").restoreDefault();
    scene->restore(*saved);
    CHECK(goOn() == first);
}

TEST_CASE("The strands of a twisted rope turn with it, and its colours show what the constant says", "[rod]")
{
    const auto scene = sceneWith("twist", {{"turns", 2.0}});
    runFor(*scene, 5.0);
    Snapshot snapshot;
    scene->fill(snapshot);
    const Polyline& rope = snapshot.polylines.front();
    REQUIRE(rope.twist.size() == rope.points.size());
    CHECK_THAT(rope.twist.front(), WithinAbs(0.0, 1e-6));
    CHECK_THAT(rope.twist.back(), WithinAbs(4.0 * std::numbers::pi, 1e-4));
    CHECK(snapshot.colourTitle == "Torque [N m]");
    CHECK_THAT(rope.tension[30], WithinRel(static_cast<float>(valueOf(*scene, "torque")), 1e-5f));
    scene->parameters().set("colours", "tension");
    scene->advance(tick, {});
    scene->fill(snapshot);
    CHECK(snapshot.colourTitle == "Tension [N]");
    CHECK_THAT(snapshot.polylines.front().tension[30], WithinRel(0.5f, 1e-3f)); // the end's pull
    scene->parameters().set("colours", "curvature");
    scene->advance(tick, {});
    scene->fill(snapshot);
    CHECK(snapshot.colourTitle == "Curvature [1/m]");
}

TEST_CASE("Without loads tension and B kappa^2/2 together are the same all along a rod", "[rod]")
{
    const auto scene = sceneWith("cantilever", {{"tip_load", 0.4}, {"mass_count", 161}});
    scene->parameters().set("gravity", "0,0,0");
    runFor(*scene, 40.0);
    const std::vector<Profile> profiles = scene->profiles();
    const Profile& invariant = profiles.back();
    REQUIRE(invariant.name == "invariant");
    // P sin(theta_end): the pull along the free end, where nothing is bent.
    const double expected = 0.4 * std::sin(valueOf(*scene, "tip_angle"));
    for (const double found : invariant.values)
        CHECK_THAT(found, WithinRel(expected, 0.01));
}
