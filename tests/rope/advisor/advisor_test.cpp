#include "catch.hpp"
#include "reference.hpp"
#include "rope/implicit/hung_rope.hpp"

#include <rope/advisor.hpp>
#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/statics.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

using rope::adviseRope;
using rope::LoadedChain;
using rope::RopeAdvice;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::RopeWish;
using rope::Vec3;

namespace
{

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

/// True where the advised rope, pulled sideways, does not diverge within a second.
bool holdsOut(const RopeAdvice& advice, const RopeWish& wish)
{
    RopeSimulation sim = hung(advice.settings, wish.load);
    const int frames = static_cast<int>(std::ceil(1.0 / wish.step));
    for (int frame = 0; frame < frames; ++frame)
    {
        sim.setConnectionVelocity({frame < frames / 4 ? 1.0 : 0.0, 0.0, 0.0});
        if (sim.advance(wish.step) != advice.steps || sim.runawayMass())
            return false;
    }
    return true;
}

/// Steps in a frame at 90 % of the chain's exact limit: K and C are the largest eigenvalues of stiffness and friction,
/// 4 cos^2(pi / (2 (2 n + 1))) k and c for n segments, and the limit solves m + C h/2 = K h^2/4.
double stepsNeeded(const RopeSettings& s, double step)
{
    const double c = std::cos(std::numbers::pi / (2.0 * (s.massCount - 1) + 1.0));
    const double K = 4.0 * c * c * s.springConstant;
    const double C = 4.0 * c * c * s.springFriction + s.airFriction;
    return step / (0.9 * (-C + std::sqrt(C * C + 4.0 * K * s.mass)) / K);
}

} // namespace

TEST_CASE("theory of the loaded chain agrees with the reference", "[advisor][statics]")
{
    LoadedChain chain;
    const nlohmann::json hang = referenceItem("B.hang.default").at("value");
    CHECK(chain.restLength() + chain.weightStretch() == Approx(hang.at("length").get<double>()).epsilon(1e-12));
    CHECK(chain.stableStep() ==
          Approx(referenceItem("C.default").at("value").at("dt_max").get<double>()).epsilon(1e-9));
    // The first mode of the elastic rope is 1.848671 rad/s: an eigenvalue of the 79 free masses, solved independently.
    // Theory here is of first order in the stretch of 4 %.
    CHECK(chain.swingPeriod() == Approx(2.0 * std::numbers::pi / 1.848671).epsilon(3e-4));

    // Without a load omega = 2 sqrt(k/m) sin(pi / (2 (2 n + 1))); one mass m with the load M on one spring swings with
    // sqrt(k / (m + M)).
    const double theta = std::numbers::pi / (2.0 * 79.0 + 1.0);
    CHECK(chain.bounce().frequency == Approx(2.0 * std::sqrt(1e4 / 0.05) * std::sin(0.5 * theta)).epsilon(1e-12));
    CHECK(chain.bounce().ropeShare == Approx(1.0).epsilon(1e-12));
    chain.massCount = 2;
    chain.load = 3.0;
    CHECK(chain.bounce().frequency == Approx(std::sqrt(1e4 / 3.05)).epsilon(1e-9));
    CHECK(chain.bounce().ropeShare == Approx(0.05 / 3.05).epsilon(1e-9));
    CHECK(chain.loadStretch() == Approx(3.0 * 9.81 / 1e4).epsilon(1e-12));
}

TEST_CASE("200 random wishes are granted within 2 %, or refused with reason", "[advisor]")
{
    std::mt19937 random(20240501);
    const auto between = [&random](double low, double high)
    { return low * std::pow(high / low, std::uniform_real_distribution<double>(0.0, 1.0)(random)); };
    int granted = 0;
    int refused = 0;
    for (int i = 0; i < 200; ++i)
    {
        RopeWish wish;
        wish.length = between(0.3, 30.0);
        wish.mass = between(0.01, 20.0);
        wish.load = i % 4 == 0 ? 0.0 : *wish.mass * between(0.05, 5.0);
        wish.stretch = between(0.002, 0.3);
        if (wish.load > 0.0 && i % 3 == 0)
            wish.stretchCause = rope::StretchCause::load;
        if (i % 5 == 0)
            wish.dampingRatio = between(0.01, 0.3);
        if (i % 2 == 0)
            wish.segments = static_cast<int>(between(4.0, 25.0));
        else
            wish.massBudget = 26;
        wish.stepBudget = static_cast<int>(between(2.0, 60.0));
        wish.step = i % 7 == 0 ? 0.004 : 1.0 / 60.0;
        CAPTURE(i, wish.length, *wish.mass, wish.load, *wish.stretch);

        const RopeAdvice advice = adviseRope(wish);
        CAPTURE(advice.refusal);
        if (!advice.granted())
        {
            ++refused;
            CHECK(stepsNeeded(advice.settings, wish.step) > *wish.stepBudget - 1);
            CHECK(advice.steps > *wish.stepBudget);
            continue;
        }
        ++granted;
        CHECK(advice.steps <= *wish.stepBudget);
        CHECK(advice.settings.mass * advice.settings.massCount == Approx(*wish.mass));
        CHECK(holdsOut(advice, wish));
        double stretch = settledStretch(advice.settings, wish.load);
        CHECK(stretch == Approx(advice.stretch).epsilon(0.005));
        if (wish.stretchCause == rope::StretchCause::load)
            stretch -= advice.stretch - advice.loadStretch;
        CHECK(stretch == Approx(*wish.stretch).epsilon(0.02));
        if (wish.dampingRatio)
            CHECK(advice.dampingRatio == Approx(*wish.dampingRatio).epsilon(1e-9));
    }
    // The draw must hold many wishes of both kinds; its seed is fixed.
    CHECK(granted > 100);
    CHECK(refused > 20);
}

TEST_CASE("the bounce of an advised rope dies away at the wished rate", "[advisor]")
{
    RopeWish wish;
    wish.length = 2.0;
    wish.mass = 1.0;
    wish.load = 1.0;
    wish.stretch = 0.05;
    wish.segments = 10;
    wish.settlingTime = 1.5;
    const RopeAdvice advice = adviseRope(wish);
    REQUIRE(advice.granted());
    CHECK(advice.settlingTime == Approx(1.5));
    CHECK(advice.dampingRatio > 0.05);

    // The rope is let go without tension. The amplitude is the largest distance from rest within a period.
    RopeSimulation sim = hung(advice.settings, wish.load);
    const double rest = sim.restLength() * (1.0 + advice.stretch);
    const auto amplitude = [&](double until)
    {
        double largest = 0.0;
        while (sim.time() < until)
        {
            sim.step(advice.settings.maxDt);
            largest = std::max(largest, std::abs(sim.length() - rest));
        }
        return largest;
    };
    const double first = amplitude(advice.bouncePeriod);
    amplitude(1.5);
    // Settled means 2 % left. 25 %: higher modes add to the first amplitude, and the amplitude is that of a whole
    // period.
    CHECK(amplitude(1.5 + advice.bouncePeriod) / first == Approx(0.02).epsilon(0.25));
}

TEST_CASE("what a refusal proposes is granted", "[advisor]")
{
    RopeWish wish;
    wish.length = 4.0;
    wish.mass = 4.0;
    wish.load = 1.0;
    wish.stretch = 0.005;
    wish.segments = 79;
    wish.stepBudget = 10;
    const RopeAdvice refused = adviseRope(wish);
    REQUIRE_FALSE(refused.granted());
    INFO(refused.refusal);
    CHECK(refused.refusal.find("0.5 % stretch with 1 kg at the end at 1/60 s needs " + std::to_string(refused.steps) +
                               " steps a frame with 80 masses, and the budget is 10: ") == 0);
    CHECK(contains(refused.refusal, "integrator = energy_momentum would do"));

    SECTION("more steps")
    {
        wish.stepBudget = refused.steps;
        CHECK(adviseRope(wish).granted());
        wish.stepBudget = refused.steps - 1;
        CHECK_FALSE(adviseRope(wish).granted());
    }
    SECTION("more stretch, and no less")
    {
        const std::size_t at = refused.refusal.find(": ") + 2;
        const double percent = std::stod(refused.refusal.substr(at));
        wish.stretch = percent / 100.0;
        CHECK(adviseRope(wish).granted());
        wish.stretch = 0.98 * percent / 100.0;
        CHECK_FALSE(adviseRope(wish).granted());
    }
    SECTION("fewer masses, or a free choice of them")
    {
        wish.segments.reset();
        const RopeAdvice coarser = adviseRope(wish);
        REQUIRE(coarser.granted());
        CHECK(coarser.steps == 10);
        CHECK(contains(refused.refusal, " " + std::to_string(coarser.settings.massCount) + " masses"));
    }
    SECTION("the implicit integrator, which hangs as the wish says")
    {
        wish.implicit = true;
        const RopeAdvice implicit = adviseRope(wish);
        REQUIRE(implicit.granted());
        CHECK(implicit.settings.integrator == rope::RopeIntegrator::energy_momentum);
        CHECK(implicit.steps == 1);
        RopeSettings settings = implicit.settings;
        settings.airFriction = 1.0;
        RopeSimulation sim = hung(settings, wish.load);
        for (int i = 0; i < 600; ++i)
            sim.advance(wish.step);
        CHECK(sim.length() / sim.restLength() - 1.0 == Approx(0.005).epsilon(0.02));
    }
}

TEST_CASE("damping that costs more than the budget is named as the cause", "[advisor]")
{
    RopeWish wish;
    wish.length = 4.0;
    wish.mass = 4.0;
    wish.stretch = 0.02;
    wish.segments = 79;
    wish.stepBudget = 20;
    REQUIRE(adviseRope(wish).granted());
    wish.dampingRatio = 0.5;
    CHECK(contains(adviseRope(wish).refusal, "and a damping ratio of 0.5 (spring_friction = "));

    wish.dampingRatio.reset();
    wish.settlingTime = 0.01;
    CHECK(contains(adviseRope(wish).refusal, "settling within 0.01 s cannot be had with 2 % stretch"));
}

TEST_CASE("constants that cannot be simulated are refused and never proposed", "[advisor]")
{
    RopeWish wish;
    wish.length = 4.0;
    wish.mass = 4.0;
    wish.stretch = 1e-6;
    wish.segments = 79;
    CHECK(contains(adviseRope(wish).refusal, "needs spring_constant = 3.87e+08: must be 0 to 1e+07 N/m"));
    wish.stepBudget = 3;
    CHECK(contains(adviseRope(wish).refusal, " stretch would do"));
    CHECK_FALSE(contains(adviseRope(wish).refusal, "energy_momentum"));

    // spring_length ends at 10 m.
    wish.length = 2000.0;
    wish.stretch = 0.1;
    wish.segments.reset();
    const RopeAdvice longRope = adviseRope(wish);
    REQUIRE(longRope.granted());
    CHECK(longRope.settings.springLength <= 10.0);
}

TEST_CASE("a budget of cost instead of segments gives the finest rope that a frame can pay for", "[advisor]")
{
    RopeWish wish;
    wish.length = 4.0;
    wish.mass = 4.0;
    wish.load = 1.0;
    wish.stretch = 0.005;
    wish.costBudget = 500;
    const RopeAdvice advice = adviseRope(wish);
    REQUIRE(advice.granted());
    CHECK(advice.steps * advice.settings.massCount <= 500);
    CHECK(holdsOut(advice, wish));
    CHECK(settledStretch(advice.settings, wish.load) == Approx(0.005).epsilon(0.02));
    // One segment more would cost too much.
    RopeWish finer = wish;
    finer.segments = advice.settings.massCount;
    CHECK_FALSE(adviseRope(finer).granted());
    CHECK(contains(adviseRope(finer).refusal, " (500 masses times steps): "));
    finer.segments = advice.settings.massCount - 1;
    CHECK(adviseRope(finer).granted());

    // Without a wished stretch the rope is as stiff as the budget allows.
    wish.stretch.reset();
    wish.segments = 20;
    const RopeAdvice stiffest = adviseRope(wish);
    REQUIRE(stiffest.granted());
    CHECK(stiffest.steps == 500 / 21); // 20 segments have 21 masses
    wish.costBudget = 1;
    CHECK_THROWS_WITH(adviseRope(wish), "cost budget = 1: must be 2 to 1e+09 masses times steps a frame");
}

TEST_CASE("materials, and wishes that leave the stretch open", "[advisor]")
{
    RopeWish wish;
    wish.length = 10.0;
    wish.diameter = 0.01;
    wish.material = "nylon";
    wish.load = 50.0;
    const RopeAdvice nylon = adviseRope(wish);
    // 647.6 kg/m and 1.18e8 N for a diameter of 1 m (src/rope/advisor/rope_material.cpp), times 0.01 squared; 10 m
    // long.
    CHECK(nylon.settings.mass * nylon.settings.massCount == Approx(0.6476));
    CHECK(nylon.axialStiffness == Approx(11'800.0));
    CHECK(nylon.loadStretch == Approx(50.0 * 9.81 / 11'800.0));
    wish.material = "steel";
    CHECK(adviseRope(wish).loadStretch < 0.01 * nylon.loadStretch);

    RopeWish open;
    open.length = 4.0;
    open.mass = 4.0;
    open.stepBudget = 12;
    const RopeAdvice stiffest = adviseRope(open);
    REQUIRE(stiffest.granted());
    CHECK(stiffest.steps == 12);
    open.stretch = 0.98 * stiffest.stretch;
    open.segments = 79;
    CHECK_FALSE(adviseRope(open).granted());
}

TEST_CASE("a load that is nothing beside its rope cannot say how much the rope stretches", "[advisor]")
{
    // 0.5 % by a load W of a rope of the mass M: EA = W g / 0.005, so that the rope stretches by (M/2 + W) / W 0.005 in
    // all. With M = 4 kg that is 1000 % (ten) at W = 2 * 0.005 / (10 - 0.005) = 1.0005 g.
    RopeWish wish;
    wish.length = 4.0;
    wish.mass = 4.0;
    wish.stretch = 0.005;
    wish.stretchCause = rope::StretchCause::load;
    for (const double load : {1.0004e-3, 1e-12, 15e-324})
    {
        wish.load = load;
        const RopeAdvice advice = adviseRope(wish);
        CAPTURE(load, advice.refusal);
        CHECK_FALSE(advice.granted());
        CHECK(contains(advice.refusal, "needs a rope that weight and load stretch by more than 1e+03 % in all; less "
                                       "stretch would do"));
        CHECK_FALSE(contains(advice.refusal, "inf"));
    }
    wish.load = 1.0006e-3;
    const RopeAdvice advice = adviseRope(wish);
    CHECK(advice.granted());
    CHECK(advice.stretch == Approx(10.0).epsilon(1e-3));
}

TEST_CASE("wishes that make no sense are named", "[advisor]")
{
    RopeWish wish;
    wish.length = 4.0;
    wish.mass = 4.0;
    wish.stretch = 0.01;
    const auto error = [&wish]
    {
        try
        {
            adviseRope(wish);
        }
        catch (const std::invalid_argument& problem)
        {
            return std::string(problem.what());
        }
        return std::string();
    };
    CHECK(error().empty());
    wish.length = 0.0;
    CHECK(error() == "length = 0: must be 0.01 to 10000 m");
    wish.length = std::nan("");
    CHECK(error() == "length = nan: must be 0.01 to 10000 m");
    wish.length = 4.0;
    wish.diameter = 0.01;
    CHECK(error() == "mass and diameter are both given; must be one of them");
    wish.mass.reset();
    wish.material = "nyln";
    CHECK(error() == "unknown material 'nyln'; did you mean 'nylon'?");
    wish.material = "gold";
    CHECK(error() == "unknown material 'gold'; there are hemp, nylon, polyester, steel, rubber");
    wish.material = "nylon";
    wish.stretchCause = rope::StretchCause::load;
    CHECK(error() == "stretch of the load alone without a load; must have a load above 0 kg");
}
