// Ropes of the workshop that are cut or break, against values that were computed without masses and springs
// (tests/data/real_rope.json).

#include "catch.hpp"
#include "reference.hpp"

#include "scenes/scene.hpp"
#include "scenes/set_up/set_up_solid.hpp"
#include "scenes/workshop/workshop.hpp"

#include <glm/geometric.hpp>

#include <cstddef>
#include <memory>
#include <optional>

using Catch::Matchers::WithinRel;
using namespace ropewalk;

namespace
{

/// A rope from one place to another.
SetUpRope ropeBetween(const Vec3& from, const Vec3& to, int segments)
{
    SetUpRope made;
    made.name = "line";
    made.path = {from, to};
    made.massCount = segments + 1;
    made.bendingStiffness = made.torsionalStiffness = 0.0;
    return made;
}

WorkshopSettings weightless()
{
    WorkshopSettings settings;
    settings.gravity = Vec3(0.0);
    settings.ground = false;
    settings.damping = 0.0;
    return settings;
}

} // namespace

TEST_CASE("A cut sees its recoil by short steps, and tells the speed beside theory's", "[workshop][break]")
{
    SetUp setUp;
    setUp.ropes = {ropeBetween({0.0, 1.0, 0.0}, {2.0, 1.0, 0.0}, 161)};
    setUp.ropes[0].axialStiffness = 2000.0;
    setUp.holds = {{{"line", rope::RopeEnd::first}, {0.0, 1.0, 0.0}}, {{"line", rope::RopeEnd::last}, {2.1, 1.0, 0.0}}};
    WorkshopSettings settings = weightless();
    const auto cut = [&](double along)
    {
        WorkshopSettings thick = settings;
        thick.damping = 5.0; // until it is at rest
        Workshop sim(thick, std::make_shared<const SetUp>(setUp));
        sim.advance(6.0);
        sim.setSettings(settings);
        sim.cut({"line", std::nullopt, along});
        return sim;
    };
    const double waveSpeed = std::sqrt(2000.0 / setUp.ropes[0].massPerLength);
    for (const double along : {1.0, 0.4})
    {
        Workshop sim = cut(along);
        const double stored = sim.rope().elasticEnergy();
        sim.advance(along / waveSpeed); // where the wave is at the support of the shorter piece
        REQUIRE(sim.recoil());
        REQUIRE(sim.recoil()->measured);
        CHECK(sim.recoil()->speed == Approx(100.0 / std::sqrt(2000.0 * setUp.ropes[0].massPerLength)).epsilon(0.01));
        CHECK(*sim.recoil()->measured == Approx(sim.recoil()->speed).epsilon(0.01));
        CHECK(sim.rope().kineticEnergy() == Approx(stored * along).epsilon(0.07)); // of 2 m the wave has run twice that
        CHECK(sim.longestStep() < 1e-4);
        sim.advance(0.2);
        CHECK(sim.longestStep() == settings.maxDt);
    }

    // A moment within the recoil goes on bit by bit.
    Workshop sim = cut(1.0);
    sim.advance(1.0 / 240.0);
    Workshop other(settings, std::make_shared<const SetUp>(setUp));
    other.beginAt(sim.written());
    sim.advance(1.0 / 60.0);
    other.advance(1.0 / 60.0);
    REQUIRE(other.masses().size() == sim.masses().size());
    for (std::size_t i = 0; i < sim.masses().size(); ++i)
        CHECK(other.masses()[i].position == sim.masses()[i].position);

    settings.autoSteps = false;
    Workshop coarse = cut(1.0);
    CHECK(coarse.longestStep() == settings.maxDt);
    CHECK_FALSE(coarse.recoil());
}

TEST_CASE("A rope that is drawn until it breaks has two pieces", "[workshop][break]")
{
    const double limit = GENERATE(0.01, 0.03, 0.045);
    const bool autoSteps = GENERATE(true, false);
    CAPTURE(limit, autoSteps);
    SetUp setUp;
    setUp.ropes = {ropeBetween({0.0, 1.0, 0.0}, {2.0, 1.0, 0.0}, 160)};
    setUp.ropes[0].axialStiffness = 2000.0;
    setUp.ropes[0].bendingStiffness = setUp.ropes[0].torsionalStiffness = 5e-4;
    setUp.ropes[0].breakingStrain = limit;
    setUp.holds = {{{"line", rope::RopeEnd::first}, {0.0, 1.0, 0.0}}, {{"line", rope::RopeEnd::last}, {2.1, 1.0, 0.0}}};
    WorkshopSettings settings;
    settings.autoSteps = autoSteps;
    Workshop sim(settings, std::make_shared<const SetUp>(setUp));
    sim.advance(1.5); // its pieces fly into their holds, and kink there
    REQUIRE(sim.broken());
    CHECK(sim.broken()->strain == Approx(limit).epsilon(0.1));
    // A piece that flies through its hold, and is drawn straight behind it, is strained as much as before: it may
    // break.
    CHECK(sim.pieces().size() <= (limit < 0.02 ? 4 : 2));
}

TEST_CASE("break.recoil.a: a stretched rope that is cut goes slack by a wave", "[workshop][break]")
{
    const nlohmann::json item = referenceItem("break.recoil.a", "real_rope.json");
    const double stiffness = item["inputs"]["EA"];
    const double length = item["inputs"]["L"];
    const double tension = item["inputs"]["T"];
    SetUp setUp;
    setUp.ropes = {ropeBetween({0.0, 1.0, 0.0}, {length, 1.0, 0.0}, 200)};
    setUp.ropes[0].axialStiffness = stiffness;
    setUp.ropes[0].massPerLength = item["inputs"]["mass_per_m"];
    setUp.holds = {{{"line", rope::RopeEnd::first}, {0.0, 1.0, 0.0}},
                   {{"line", rope::RopeEnd::last}, {length * (1.0 + tension / stiffness), 1.0, 0.0}}};
    WorkshopSettings settings = weightless();
    settings.damping = 5.0; // until it is at rest
    Workshop sim(settings, std::make_shared<const SetUp>(setUp));
    sim.advance(6.0);
    REQUIRE_THAT(sim.forceAt(RopePlace{"line", std::nullopt, 1.0}), WithinRel(tension, 1e-3));
    settings.damping = 0.0;
    settings.maxDt = 1e-4;
    sim.setSettings(settings);
    sim.cut({"line", std::nullopt, 0.99 * length});
    const double slack = item["expected"]["time_slack_at_other_end"];
    sim.advance(0.5 * slack);
    const rope::Rope& cut = sim.ropeOf(sim.pieces().front());
    double speed = 0.0;
    const std::size_t tenth = cut.masses() / 10;
    for (std::size_t i = cut.masses() - tenth; i < cut.masses(); ++i)
        speed -= sim.masses()[i].velocity.x / static_cast<double>(tenth);
    CHECK_THAT(speed, WithinRel(item["expected"]["recoil_speed_of_cut_end"].get<double>(), 0.03));
    CHECK(sim.forceAt(RopePlace{"line", rope::RopeEnd::first}) > 0.9 * tension);
    sim.advance(0.49 * slack);
    double momentum = 0.0;
    for (std::size_t i = 0; i < cut.masses(); ++i)
        momentum -= sim.masses()[i].mass * sim.masses()[i].velocity.x;
    CHECK_THAT(momentum, WithinRel(item["expected"]["momentum_then"].get<double>(), 0.03));
}

TEST_CASE("break.hung.a: a hung rope whose load grows breaks at its top", "[workshop][break]")
{
    const nlohmann::json item = referenceItem("break.hung.a", "real_rope.json");
    const int segments = item["inputs"]["segments"];
    const double segment = 0.05;
    const double spring = item["inputs"]["k"];
    const double strength = item["inputs"]["breaking_force"];
    const double g = item["inputs"]["g"];
    const double expected = item["expected"]["load_at_break"];
    SetUp setUp;
    setUp.ropes = {ropeBetween({0.0, 0.0, 0.0}, {0.0, -segment * segments, 0.0}, segments)};
    setUp.ropes[0].axialStiffness = spring * segment;
    setUp.ropes[0].massPerLength = item["inputs"]["mass"].get<double>() / segment;
    setUp.holds = {{{"line", rope::RopeEnd::first}, {0.0, 0.0, 0.0}}};
    SetUpSolid load;
    load.name = "load";
    load.shape = SceneSolid::Shape::weight;
    load.moves = Moves::free;
    load.position = Vec3(0.0, -segment * segments - load.radius, 0.0);
    load.mass = (expected - 2.0) / g;
    setUp.solids = {load};
    setUp.ropes[0].path[1] = SolidPlace{"load", Vec3(0.0, load.radius, 0.0), {}};
    WorkshopSettings settings;
    settings.gravity = Vec3(0.0, -g, 0.0);
    settings.ground = false;
    settings.damping = 4.0;
    Workshop sim(settings, std::make_shared<const SetUp>(setUp));
    sim.advance(4.0);
    REQUIRE(sim.pieces().size() == 1);
    setUp.ropes[0].breakingStrain = strength / (spring * segment);
    double hung = 0.0;
    while (sim.pieces().size() == 1 && hung < 1.1 * expected)
    {
        setUp.solids[0].mass += 0.1 / g;
        hung = setUp.solids[0].mass * g;
        sim.follow(std::make_shared<const SetUp>(setUp));
        sim.advance(0.25);
    }
    CHECK_THAT(hung, WithinRel(expected, 0.01));
    REQUIRE(sim.broken());
    // The segment at the top; a cut is two segments from an end.
    CHECK_THAT(sim.broken()->along, WithinRel(2.0 * segment, 1e-9));
    CHECK(sim.pieces().size() == 2);
}

TEST_CASE("A rope breaks at a bend by half of its strength, and not where it is slack", "[workshop][break]")
{
    SetUp setUp;
    setUp.ropes = {ropeBetween({-0.5, 1.0, 0.0}, {0.5, 1.0, 0.0}, 40)};
    setUp.ropes[0].length = 1.4;
    setUp.ropes[0].ropeRadius = 0.01;
    setUp.ropes[0].breakingStrain = 0.02;
    setUp.holds = {{{"line", rope::RopeEnd::first}, {-0.5, 1.0, 0.0}},
                   {{"line", rope::RopeEnd::last}, {0.5, 1.0, 0.0}}};
    Workshop slack(WorkshopSettings{}, std::make_shared<const SetUp>(setUp));
    slack.advance(0.5);
    CHECK_FALSE(slack.broken()); // it bends by 0.03 where it hangs lowest

    SetUpSolid bar = usualSolid(SceneSolid::Shape::post);
    bar.name = "bar";
    bar.position = Vec3(0.0, 1.0, 0.0);
    bar.axis = Vec3(0.0, 0.0, 1.0);
    bar.radius = 0.03;
    setUp.solids = {bar};
    SetUpRope& line = setUp.ropes[0];
    line = ropeBetween({-0.05, 0.0, 0.0}, {0.05, 0.0, 0.0}, 0);
    line.massCount = 0; // as the bar wants it
    line.path.insert(line.path.begin() + 1, RoundStop{"bar", RoundStop::Side::right});
    line.axialStiffness = 2000.0;
    line.contactFriction = 0.0;
    line.breakingStrain = 0.02;
    const auto drawn = [&](double strain)
    {
        setUp.holds = {{{"line", rope::RopeEnd::first}, {-0.05, 0.0, 0.0}},
                       {{"line", rope::RopeEnd::last}, {0.05, -2.1 * strain, 0.0}}};
        Workshop sim(weightless(), std::make_shared<const SetUp>(setUp));
        sim.advance(0.5);
        return sim;
    };
    CHECK_FALSE(drawn(0.45 * line.breakingStrain).broken());
    const Workshop sim = drawn(0.6 * line.breakingStrain);
    REQUIRE(sim.broken());
    CHECK(sim.broken()->along == Approx(1.05).epsilon(0.1));
}
