#include "catch.hpp"
#include "reference.hpp"
#include "rope/implicit/hung_rope.hpp"

#include <rope/measured_rope.hpp>
#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/statics.hpp>

#include <cmath>
#include <vector>

using rope::LoadedChain;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

/// Bessel's function J0, by its power series.
double besselJ0(double x)
{
    double term = 1.0;
    double sum = 1.0;
    for (int k = 1; k < 20; ++k)
    {
        term *= -0.25 * x * x / (k * k);
        sum += term;
    }
    return sum;
}

} // namespace

TEST_CASE("length and stiffness come back from a measured stretch and swing", "[advisor]")
{
    // The measured rope is a simulated one of 80 masses: its elongation by 2 kg, and the period of its small swing.
    RopeSettings settings;
    settings.springConstant = 5000.0;
    settings.airFriction = 0.0;
    settings.springFriction = 0.02;
    settings.groundHeight = -1000.0;
    settings.maxDt = 0.002;
    rope::RopeMeasurement measured;
    measured.mass = 4.0;
    measured.load = 2.0;
    measured.elongation = (settledStretch(settings, 2.0) - settledStretch(settings, 0.0)) * 3.95;

    RopeSimulation sim(settings);
    std::vector<Vec3> positions;
    double y = 0.0;
    for (int i = 0; i < 80; ++i)
    {
        // The shape of the slowest mode, J0(j sqrt(s/L)) with the zero j = 2.4048 of J0, so that other modes are weak.
        positions.emplace_back(0.02 * besselJ0(2.4048 * std::sqrt((79 - i) / 79.0)), y, 0.0);
        y -= 0.05 + (79 - i) * 0.05 * 9.81 / 5000.0;
    }
    sim.layOut(positions);
    std::vector<double> crossings;
    double before = sim.masses().back().position.x;
    while (crossings.size() < 5 && sim.time() < 20.0)
    {
        sim.step(0.002);
        const double now = sim.masses().back().position.x;
        if (now * before < 0.0)
            crossings.push_back(sim.time() - 0.002 * now / (now - before));
        before = now;
    }
    REQUIRE(crossings.size() == 5);
    measured.period = 0.5 * (crossings[4] - crossings[0]);
    CHECK(measured.period == Approx(LoadedChain::of(settings).swingPeriod()).epsilon(0.005));

    const rope::MeasuredRope found = rope::measuredRope(measured);
    // 80 masses in 79 segments are a uniform rope of 79.5 segments; EA = k L = 5000 N/m x 0.05 m.
    CHECK(std::abs(found.length - 79.5 * 0.05) < found.lengthError);
    CHECK(std::abs(found.axialStiffness - 250.0) < found.axialStiffnessError);
    CHECK(found.lengthError < 0.03 * found.length);
    CHECK(found.axialStiffnessError < 0.03 * found.axialStiffness);

    // n segments in a row are n times as stiff each.
    CHECK(std::abs(79.0 * found.stiffness - 5000.0) < 79.0 * found.stiffnessError);
    CHECK(79.0 * found.stiffnessError == Approx(5000.0 * measured.elongationError / measured.elongation).epsilon(0.01));

    // An error of the period that is ten times as large makes that of the length nearly ten times as large.
    measured.periodError *= 10.0;
    CHECK(rope::measuredRope(measured).lengthError > 5.0 * found.lengthError);
    measured.load = 0.0;
    CHECK_THROWS_WITH(rope::measuredRope(measured), "load = 0: must be 1e-06 to 1e+06 kg");
}

TEST_CASE("bend.gravity: the bending stiffness comes back from a droop", "[advisor][bending]")
{
    // 1 and 90 % are the ends of the range.
    const auto* const id = GENERATE("bend.gravity.0.1", "bend.gravity.0.3", "bend.gravity.1", "bend.gravity.2",
                                    "bend.gravity.3", "bend.gravity.8", "bend.gravity.12", "bend.gravity.20");
    CAPTURE(id);
    const nlohmann::json reference = referenceItem(id, "real_rope.json");
    const double load = reference["inputs"]["Gamma_wL3_over_B"].get<double>();
    const double drop = reference["expected"]["tip_drop_over_L"].get<double>();
    rope::BendMeasurement measured;
    measured.massPerLength = 0.06;
    measured.overhang = 0.5;
    measured.droop = drop * measured.overhang;
    const double expected = 0.06 * 9.81 * std::pow(0.5, 3) / load; // B = w L³/Gamma
    CHECK(rope::measuredBending(measured).bendingStiffness == Approx(expected).epsilon(1e-5));

    // The error is that of B where the droop is wrong by its own.
    measured.droopError = 1e-4 * measured.overhang;
    rope::BendMeasurement wrong = measured;
    wrong.droop += measured.droopError;
    const double change = std::abs(rope::measuredBending(wrong).bendingStiffness - expected);
    CHECK(rope::measuredBending(measured).error == Approx(change).epsilon(0.05));
}

TEST_CASE("a droop that no rope has is refused by name", "[advisor][bending]")
{
    rope::BendMeasurement measured;
    measured.massPerLength = 0.06;
    measured.overhang = 0.5;
    measured.droop = 0.49;
    CHECK_THROWS_WITH(rope::measuredBending(measured), "droop = 0.49 m: must be 1 to 90 % of the overhang of 0.5 m");
    measured.droop = 0.1;
    measured.massPerLength = 0.0;
    CHECK_THROWS_WITH(rope::measuredBending(measured), "mass per length = 0: must be 1e-06 to 1e+05 kg/m");
}

TEST_CASE("a rope bends as its construction says", "[advisor][bending]")
{
    rope::RopeWish wish;
    wish.length = 10.0;
    wish.diameter = 0.01;
    wish.material = "nylon";
    const auto stiffness = [&wish] { return rope::adviseRope(wish).settings.bendingStiffness; };
    const double axial = 1.18e8 * 1e-4; // EA [N], src/rope/advisor/rope_material.cpp
    const double braided = stiffness();
    wish.construction = rope::RopeConstruction::solid;
    // E pi d⁴/64 with E = EA/(pi d²/4)
    CHECK(stiffness() == Approx(axial * 1e-4 / 16.0));
    CHECK(stiffness() == Approx(256.0 * braided));
    wish.construction = rope::RopeConstruction::laid;
    CHECK(stiffness() == Approx(axial * 1e-4 / 16.0 / (6.5 * 6.5)));
    wish.construction.reset();
    wish.bendingStiffness = 0.003;
    CHECK(stiffness() == 0.003);
    wish.construction = rope::RopeConstruction::laid;
    CHECK_THROWS_WITH(rope::adviseRope(wish), "construction and bending stiffness are both given; must be one of them");

    // Bends count in the steps: 2/omega of the fastest bending wave, omega² = 16 B/(m L³), is the shorter limit here.
    rope::RopeWish stiff;
    stiff.length = 1.0;
    stiff.mass = 0.1;
    stiff.stretch = 0.05;
    stiff.segments = 40;
    const int limp = rope::adviseRope(stiff).steps;
    stiff.bendingStiffness = 0.002;
    const rope::RopeAdvice advice = rope::adviseRope(stiff);
    REQUIRE(advice.granted());
    const double limit = 0.5 * std::sqrt(advice.settings.mass * std::pow(advice.settings.springLength, 3) / 0.002);
    CHECK(advice.stableStep == Approx(limit).epsilon(0.01)); // air takes a little
    CHECK(advice.steps > limp);
    CHECK(advice.settings.longestStep() <= limit);
}
