#include "catch.hpp"
#include "reference.hpp"

#include <rope/cloth.hpp>
#include <rope/deployment.hpp>
#include <rope/impulse.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

using rope::ClothSettings;
using rope::ClothSimulation;
using rope::CorrectionRule;
using rope::Vec3;

namespace
{

/// The reference's cloth: constraints alone, one relaxation in each step of 1/60 s.
ClothSettings referenceSettings(const nlohmann::json& setup, int iterations, CorrectionRule rule)
{
    ClothSettings settings;
    settings.columns = settings.rows = setup.at("n").get<int>();
    settings.spacing = setup.at("spacing").get<double>();
    settings.pinGap = setup.at("pin_gap").get<double>();
    settings.springs = false;
    settings.iterations = iterations;
    settings.correctionRule = rule;
    settings.maxDt = setup.at("dt").get<double>();
    settings.mediumDrag = (1.0 - setup.at("damp").get<double>()) * settings.mass / settings.maxDt;
    settings.groundHeight = -100.0;
    return settings;
}

double lowestPoint(const ClothSimulation& sim)
{
    double y = 0.0;
    for (const rope::Mass& mass : sim.masses())
        y = std::min(y, mass.position.y);
    return y;
}

void advanceFor(ClothSimulation& sim, double seconds)
{
    for (long i = std::lround(seconds * 60.0); i > 0; --i)
        sim.advance(1.0 / 60.0);
}

ClothSettings smallCloth()
{
    ClothSettings settings;
    settings.columns = settings.rows = 12;
    return settings;
}

} // namespace

TEST_CASE("cloth of constraints settles as the reference", "[cloth]")
{
    struct Case
    {
        const char* id;
        const char* order;
        CorrectionRule rule;
        int iterations;
    };
    const Case c = GENERATE(Case{"G.cloth20", "interleaved_half", CorrectionRule::half, 5},
                            Case{"G.cloth20", "interleaved_half", CorrectionRule::half, 10},
                            Case{"G.cloth20", "interleaved_weighted", CorrectionRule::weighted, 5},
                            Case{"G.cloth20", "interleaved_weighted", CorrectionRule::weighted, 10},
                            Case{"G.cloth20", "interleaved_weighted", CorrectionRule::weighted, 20},
                            Case{"G.cloth20", "interleaved_weighted", CorrectionRule::weighted, 100},
                            Case{"G.cloth20.g08", "interleaved_half", CorrectionRule::half, 10},
                            Case{"G.cloth20.g08", "interleaved_weighted", CorrectionRule::weighted, 20});
    const nlohmann::json item = referenceItem(c.id, "constraint_reference.json");
    ClothSimulation sim(referenceSettings(item.at("setup"), c.iterations, c.rule));
    for (int i = 0; i < 1500; ++i)
        sim.step(1.0 / 60.0);

    const nlohmann::json& value = item.at("value").at(c.order).at(std::to_string(c.iterations));
    CAPTURE(c.id, c.order, c.iterations);
    CHECK(sim.largestStretch() == Approx(value.at("max_strain").get<double>()).margin(1e-5));
    CHECK(sim.meanStretch() == Approx(value.at("mean_strain").get<double>()).margin(1e-5));
    CHECK(lowestPoint(sim) == Approx(value.at("lowest_y").get<double>()).margin(1e-5));
}

TEST_CASE("residuals fall over the sweeps, and end where the cloth is", "[cloth]")
{
    ClothSettings settings = smallCloth();
    ClothSimulation sim(settings);
    advanceFor(sim, 3.0);
    const std::vector<double> residuals = sim.residuals();
    REQUIRE(residuals.size() == 11); // before the first of 10 sweeps and after each
    CHECK(residuals.front() == sim.residualBefore());
    CHECK(residuals.back() == sim.residualAfter());
    CHECK(residuals.back() < 0.7 * residuals.front());
    CHECK(residuals.back() == Approx(sim.largestStretch()).margin(1e-12));
}

TEST_CASE("more sweeps stretch less, none at all is rubber", "[cloth]")
{
    double before = 1e9;
    for (const int iterations : {0, 1, 10, 100})
    {
        ClothSettings settings = smallCloth();
        settings.iterations = iterations;
        ClothSimulation sim(settings);
        advanceFor(sim, 8.0);
        CAPTURE(iterations);
        CHECK(sim.largestStretch() < 0.7 * before);
        before = sim.largestStretch();
    }
}

TEST_CASE("springs alone stay finite at the default step however they are pulled", "[cloth]")
{
    ClothSettings settings;
    settings.lengthConstraints = false;
    ClothSimulation sim(settings);
    REQUIRE(sim.stableStep() > 1.5 * settings.maxDt);
    for (int frame = 0; frame < 300; ++frame)
    {
        sim.setConnectionVelocity({frame / 10 % 2 == 0 ? 3.0 : -3.0, frame / 7 % 2 == 0 ? 3.0 : -3.0, 0.0});
        sim.grab(500, {frame / 30 % 2 == 0 ? 5.0 : 0.0, 0.0, 2.0});
        sim.advance(1.0 / 60.0);
        REQUIRE_FALSE(sim.runawayMass());
        REQUIRE(sim.stableStep() > settings.maxDt);
    }
    CHECK(sim.largestStretch() > 0.5);
    CHECK(sim.largestStretch() < 20.0);
}

TEST_CASE("beyond the stable step the cloth runs away", "[cloth]")
{
    ClothSettings settings = smallCloth();
    settings.lengthConstraints = false;
    settings.maxDt = 2.0 * ClothSimulation(settings).stableStep();
    ClothSimulation sim(settings);
    bool ranAway = false;
    for (int i = 0; i < 2000 && !ranAway; ++i)
    {
        sim.step(settings.maxDt);
        ranAway = sim.runawayMass().has_value();
    }
    CHECK(ranAway);
}

TEST_CASE("a cloth without springs and constraints that runs away is told before its numbers end", "[cloth]")
{
    // Only the drag is left: b h / m = 10 x 0.002 / 1e-6 = 20,000 a step.
    ClothSettings settings = smallCloth();
    settings.mass = 1e-6;
    settings.springs = settings.lengthConstraints = settings.autoSteps = false;
    settings.mediumDrag = 10.0;
    ClothSimulation sim(settings);
    int steps = 0;
    while (!sim.runawayMass() && steps < 10)
    {
        sim.step(settings.maxDt);
        ++steps;
    }
    CAPTURE(steps);
    REQUIRE(sim.runawayMass());
    CHECK(sim.kineticEnergy() < 1e15); // after four steps of which each takes the square of 20,000
    for (const rope::Mass& mass : sim.masses())
        CHECK(rope::finite(mass.position));
}

TEST_CASE("a cloth that fell apart and is pulled together has not run away", "[cloth]")
{
    const ClothSettings whole = smallCloth();
    const bool constrained = GENERATE(false, true);
    ClothSettings settings = whole;
    settings.structuralStiffness = settings.shearStiffness = settings.bendStiffness = 0.0;
    settings.lengthConstraints = false;
    settings.groundHeight = -1000.0;
    settings.groundRepulsion = settings.groundFriction = settings.groundAbsorption = 0.0;
    ClothSimulation sim(settings);
    advanceFor(sim, 20.0);
    CHECK(sim.largestStretch() > 1000.0);

    settings = whole;
    settings.lengthConstraints = constrained;
    settings.groundHeight = -1000.0;
    sim.setSettings(settings);
    const double energy = sim.kineticEnergy() + sim.elasticEnergy();
    for (int frame = 0; frame < 300; ++frame)
    {
        sim.advance(1.0 / 60.0);
        REQUIRE_FALSE(sim.runawayMass());
        CHECK(sim.kineticEnergy() + sim.elasticEnergy() <
              1.5 * energy); // constraints pull while they glide to their lengths
    }
}

TEST_CASE("undamped springs keep their energy", "[cloth]")
{
    ClothSettings settings = smallCloth();
    settings.lengthConstraints = false;
    settings.springFriction = 0.0;
    settings.mediumDrag = 0.0;
    settings.groundHeight = -100.0;
    settings.maxDt = 1e-4;
    ClothSimulation sim(settings);
    const double before = sim.totalEnergy();
    advanceFor(sim, 1.0);
    CHECK(sim.kineticEnergy() > 0.5); // it fell: 144 masses of 5 g by some decimetres
    CHECK(sim.totalEnergy() == Approx(before).margin(2e-3));
}

TEST_CASE("the pinned corners move as asked and stop at the ground", "[cloth]")
{
    ClothSettings settings = smallCloth();
    ClothSimulation sim(settings);
    const Vec3 left = sim.masses()[0].position;
    sim.setConnectionVelocity({1.0, 0.0, 0.5});
    advanceFor(sim, 1.0);
    CHECK(glm::length(sim.masses()[0].position - left - Vec3(1.0, 0.0, 0.5)) < 1e-9);
    CHECK(glm::length(sim.masses()[0].velocity - Vec3(1.0, 0.0, 0.5)) < 1e-9);
    CHECK(sim.pinned(0));
    CHECK(sim.pinned(11));
    CHECK_FALSE(sim.pinned(1));

    sim.setConnectionVelocity({0.0, -3.0, 0.0});
    advanceFor(sim, 1.5);
    CHECK(sim.masses()[0].position.y == settings.groundHeight);
    CHECK_FALSE(sim.runawayMass());
}

TEST_CASE("where nothing is grabbed there is no target", "[cloth]")
{
    CHECK_THROWS_WITH(ClothSimulation(smallCloth()).grabTarget(), "nothing is grabbed");
    CHECK_FALSE(rope::RopeSimulation().grabTarget());
    CHECK_THROWS_WITH(rope::RopeSimulation().tension(79), "spring 79: must be below 79");
    CHECK_THROWS_WITH(rope::ImpulseSimulation().grabTarget(), "nothing is grabbed");
    CHECK_THROWS_WITH(rope::DeploymentSimulation().grabTarget(), "nothing is grabbed");
}

TEST_CASE("one corner moves and the other stays, also over a saved moment, and neither goes into the ground", "[cloth]")
{
    const ClothSettings settings = smallCloth();
    ClothSimulation sim(settings);
    const Vec3 left = sim.corners()[0].target;
    const Vec3 right = sim.corners()[1].target;
    const Vec3 velocity(-0.2, 0.3, 0.5);
    sim.setCornerVelocity(1, velocity);
    advanceFor(sim, 1.0);
    CHECK(glm::length(sim.corners()[0].target - left) < 1e-9);
    CHECK(glm::length(sim.corners()[1].target - (right + velocity)) < 1e-9);

    sim.setConnectionVelocity(Vec3(0.0));
    ClothSimulation other(settings);
    other.beginAt(sim.written());
    advanceFor(sim, 0.5);
    advanceFor(other, 0.5);
    CHECK(other.masses()[30].position == sim.masses()[30].position);
    CHECK(other.corners()[1].target == sim.corners()[1].target);
    CHECK(glm::length(sim.corners()[1].target - (right + velocity)) < 1e-9);

    sim.setCornerVelocity(0, {0.0, -8.0, 0.0});
    advanceFor(sim, 2.0);
    CHECK(sim.corners()[0].target.y >= settings.groundHeight - 1e-9);
    CHECK(glm::length(sim.corners()[1].target - (right + velocity)) < 1e-9);
    CHECK_FALSE(sim.runawayMass());
}

TEST_CASE("without pins the cloth falls to the ground, and pinned again it does not jump", "[cloth]")
{
    ClothSettings settings = smallCloth();
    settings.pointConstraints = false;
    ClothSimulation sim(settings);
    advanceFor(sim, 5.0);
    for (const rope::Mass& mass : sim.masses())
        CHECK(mass.position.y == Approx(settings.groundHeight).margin(0.05));

    settings.pointConstraints = true;
    const Vec3 before = sim.masses()[0].position;
    sim.setSettings(settings);
    sim.step(settings.maxDt);
    CHECK(glm::length(sim.masses()[0].position - before) < 0.01);
}

TEST_CASE("constraints that are switched on pull the rubber together without throwing it", "[cloth]")
{
    ClothSettings settings;
    settings.lengthConstraints = false;
    ClothSimulation sim(settings);
    advanceFor(sim, 3.0);
    const double rubber = sim.largestStretch();
    settings.lengthConstraints = true;
    sim.setSettings(settings);
    double fastest = 0.0;
    for (int frame = 0; frame < 60; ++frame)
    {
        sim.advance(1.0 / 60.0);
        fastest = std::max(fastest, sim.kineticEnergy());
    }
    CHECK(sim.largestStretch() < 0.1 * rubber);
    CHECK(fastest < 50.0); // 150 J where the constraints get their length all at once
}

TEST_CASE("wind blows the cloth, a grab pulls it", "[cloth]")
{
    ClothSettings settings = smallCloth();
    settings.wind = {0.0, 0.0, 8.0};
    ClothSimulation sim(settings);
    advanceFor(sim, 10.0);
    // Springs and corrections act between two masses and have no torque about the line of the pins. At rest the centre
    // of mass hangs from this line along m g + c w.
    Vec3 centre(0.0);
    for (const rope::Mass& mass : sim.masses())
        centre += mass.position / static_cast<double>(sim.masses().size());
    CHECK(centre.z / -centre.y == Approx(settings.mediumDrag * 8.0 / (settings.mass * 9.81)).epsilon(1e-3));

    const std::size_t corner = sim.masses().size() - 1;
    const Vec3 target = sim.masses()[corner].position + Vec3(0.2, 0.1, 0.0);
    sim.grab(corner, target);
    CHECK(sim.grabbed() == corner);
    advanceFor(sim, 3.0);
    CHECK(glm::length(sim.masses()[corner].position - target) < 0.05);
    sim.release();
    CHECK_FALSE(sim.grabbed());
    sim.grab(0, target);
    CHECK_FALSE(sim.grabbed());
}

TEST_CASE("another number of rows lays the cloth out anew, other constants do not", "[cloth]")
{
    ClothSettings settings = smallCloth();
    ClothSimulation sim(settings);
    advanceFor(sim, 1.0);
    const Vec3 before = sim.masses().back().position;
    settings.spacing = 0.1;
    settings.pinGap = 0.6;
    sim.setSettings(settings);
    CHECK(sim.masses().back().position == before);
    advanceFor(sim, 12.0);
    CHECK(sim.meanStretch() == Approx(0.0).margin(0.01));
    CHECK(sim.masses()[11].position.x - sim.masses()[0].position.x == Approx(11 * 0.1 * 0.6));

    settings.rows = 5;
    sim.setSettings(settings);
    CHECK(sim.masses().size() == 60);
    CHECK(sim.time() > 12.0);
    advanceFor(sim, 1.0);
    CHECK_FALSE(sim.runawayMass());
}

TEST_CASE("two runs of a cloth give the same bits", "[cloth]")
{
    ClothSimulation first(smallCloth());
    ClothSimulation second(smallCloth());
    for (ClothSimulation* sim : {&first, &second})
    {
        sim->setConnectionVelocity({1.0, 0.5, -0.5});
        sim->grab(80, {0.5, -0.5, 0.5});
        advanceFor(*sim, 1.0);
    }
    for (std::size_t i = 0; i < first.masses().size(); ++i)
        CHECK(first.masses()[i].position == second.masses()[i].position);
}

TEST_CASE("nonsense in the settings of a cloth is refused by name", "[cloth]")
{
    ClothSettings settings;
    settings.spacing = -1.0;
    CHECK_THROWS_AS(ClothSimulation(settings), std::invalid_argument);
    CHECK_THROWS_WITH(ClothSimulation(settings), ContainsSubstring("spacing"));
}

TEST_CASE("sweeps over more masses than a step has time for are refused", "[cloth]")
{
    ClothSettings settings;
    settings.columns = settings.rows = 200;
    settings.iterations = 100; // 200 x 200 x 100 = 4,000,000
    ClothSimulation sim(settings);
    settings.iterations = 101;
    const std::string message =
        "iterations = 101: must be at most 100 with 40000 masses, as a step would take about 0.1 s: fewer "
        "columns, rows or iterations";
    CHECK_THROWS_WITH(ClothSimulation(settings), message);
    CHECK_THROWS_WITH(sim.setSettings(settings), message);
    CHECK(sim.settings().iterations == 100);
    ClothSettings usual;
    usual.iterations = 1000; // of 900 masses
    CHECK_NOTHROW(ClothSimulation(usual));
}
