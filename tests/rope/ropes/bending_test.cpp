#include "catch.hpp"
#include "reference.hpp"

#include <rope/rope_by_length.hpp>
#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/stability.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

// A rope that resists bending: its forces against the energy, a rod, and formulas.

using rope::RopeIntegrator;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

/// Nothing acts on it but its springs and its bends.
RopeSettings alone(int massCount)
{
    RopeSettings s;
    s.massCount = massCount;
    s.springFriction = s.airFriction = 0.0;
    s.gravity = Vec3(0.0);
    s.groundHeight = -1000.0;
    s.bendingStiffness = 0.02;
    return s;
}

/// A chain that turns by up to `sharp` radians, or a little more, at each mass, its segments `shortest` to 1.2 times as
/// long as at rest.
std::vector<Vec3> crooked(const RopeSettings& s, unsigned seed, double sharp, double shortest)
{
    std::mt19937 random(seed);
    const auto number = [&random](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
    std::vector<Vec3> positions{Vec3(0.0)};
    Vec3 tangent(1.0, 0.0, 0.0);
    for (int i = 1; i < s.massCount; ++i)
    {
        tangent = glm::normalize(tangent + sharp * Vec3(number(-1.0, 1.0), number(-1.0, 1.0), number(-1.0, 1.0)));
        positions.push_back(positions.back() + number(shortest, 1.2) * s.springLength * tangent);
    }
    return positions;
}

RopeSimulation laidOut(const RopeSettings& settings, const std::vector<Vec3>& positions)
{
    RopeSimulation sim(settings);
    sim.layOut(positions);
    return sim;
}

/// [N] on each mass.
std::vector<Vec3> forces(const RopeSettings& settings, const std::vector<Vec3>& positions)
{
    RopeSimulation sim = laidOut(settings, positions);
    sim.step(1e-6);
    std::vector<Vec3> result;
    for (const rope::Mass& mass : sim.masses())
        result.push_back(mass.force);
    return result;
}

/// What a bend at each inner mass of a chain with equal hinges stiffens its small sine of `half` half-waves by:
/// omega = sqrt(B/(m l³)) 4 sin²(q/2), q = pi half/segments.
double bendingFrequency(const RopeSettings& s, double q)
{
    const double root = std::sin(0.5 * q);
    return std::sqrt(s.bendingStiffness / (s.mass * std::pow(s.springLength, 3))) * 4.0 * root * root;
}

} // namespace

TEST_CASE("the forces of bends are the derivative of their energy, keep momentum and angular momentum", "[bending]")
{
    // Gentle, sharper than 60 degrees, and with segments squeezed to a tenth.
    const auto [sharp, shortest] = GENERATE(table<double, double>({{0.3, 0.9}, {1.5, 0.9}, {1.5, 0.1}}));
    for (unsigned seed = 1; seed <= 20; ++seed)
    {
        RopeSettings settings = alone(9);
        settings.springConstant = 200.0;
        const std::vector<Vec3> positions = crooked(settings, seed, sharp, shortest);
        const std::vector<Vec3> force = forces(settings, positions);
        CAPTURE(seed, sharp, shortest);
        const auto energy = [&](std::size_t mass, const Vec3& by)
        {
            std::vector<Vec3> moved = positions;
            moved[mass] += by;
            const RopeSimulation sim = laidOut(settings, moved);
            return sim.elasticEnergy() + sim.bendingEnergy();
        };
        constexpr double step = 1e-7;
        double size = 0.0;
        for (const Vec3& f : force)
            size = std::max(size, glm::length(f));
        Vec3 sum(0.0);
        Vec3 turning(0.0);
        for (std::size_t i = 0; i < positions.size(); ++i)
        {
            for (int c = 0; c < 3; ++c)
            {
                Vec3 by(0.0);
                by[c] = step;
                CHECK(force[i][c] == Approx((energy(i, -by) - energy(i, by)) / (2.0 * step))
                                         .margin(1e-6 * size)); // E''' step² and rounding
            }
            sum += force[i];
            turning += glm::cross(positions[i], force[i]);
        }
        CHECK(glm::length(sum) < 1e-14 * size * 10.0);
        CHECK(glm::length(turning) < 1e-14 * size * 10.0);
    }
}

TEST_CASE("a rope bends as a rod of the same stiffness does", "[bending]")
{
    const int masses = 12;
    RopeSettings settings = alone(masses);
    rope::RopeByLength same;
    same.massCount = masses;
    same.length = (masses - 1) * settings.springLength;
    same.axialStiffness = settings.springConstant * settings.springLength;
    same.bendingStiffness = settings.bendingStiffness;
    same.torsionalStiffness = 0.0;
    const std::vector<Vec3> positions = crooked(settings, 7, 0.4, 0.95);
    rope::RopeSimulation rod(same);
    rod.layOut(positions);
    const std::vector<Vec3> expected = rod.elasticForces();
    const std::vector<Vec3> force = forces(settings, positions);
    for (std::size_t i = 0; i < force.size(); ++i)
        CHECK(glm::distance(force[i], expected[i]) < 1e-11);
    CHECK(laidOut(settings, positions).bendingEnergy() == Approx(rod.bendingEnergy()).epsilon(1e-12));
}

TEST_CASE("vibr.dispersion.a: bending waves of a rope, step by step", "[bending]")
{
    const nlohmann::json reference = referenceItem("vibr.dispersion.a", "real_rope.json");
    const nlohmann::json& inputs = reference["inputs"];
    RopeSettings settings = alone(9);
    settings.bendingStiffness = inputs["B"].get<double>();
    settings.mass = inputs["node_mass"].get<double>();
    settings.springLength = inputs["l"].get<double>();
    settings.springConstant = 3000.0; // EA l² = 2.4 B
    settings.pinFreeEnd = true;
    settings.freeEndPosition = Vec3(8.0 * settings.springLength, 0.0, 0.0);
    settings.maxDt = 1e-4;
    const auto* const name = GENERATE("0.392699", "0.785398", "1.5708");
    const double q = std::numbers::pi / 8.0 * std::round(std::stod(name) / (std::numbers::pi / 8.0));
    const double omega = bendingFrequency(settings, q);
    CHECK(omega == Approx(reference["expected"]["omega_at_kl"][name].get<double>()).epsilon(1e-6));

    constexpr double amplitude = 1e-6;
    std::vector<Vec3> positions;
    for (int i = 0; i < 9; ++i)
        positions.emplace_back(i * settings.springLength, amplitude * std::sin(q * i), 0.0);
    RopeSimulation sim = laidOut(settings, positions);
    // Semi-implicit Euler from rest: v <- v - h omega² x, x <- x + h v.
    const double h = settings.maxDt;
    double x = amplitude;
    double v = 0.0;
    for (int step = 0; step < 600; ++step)
    {
        sim.step(h);
        v -= h * omega * omega * x;
        x += h * v;
        double swing = 0.0;
        for (int i = 1; i < 8; ++i)
            swing += sim.masses()[static_cast<std::size_t>(i)].position.y * std::sin(q * i) / 4.0;
        REQUIRE(swing == Approx(x).margin(1e-6 * amplitude));
    }
}

TEST_CASE("vibr.dispersion.a: the step limit that bending sets", "[bending]")
{
    const nlohmann::json reference = referenceItem("vibr.dispersion.a", "real_rope.json");
    const nlohmann::json& inputs = reference["inputs"];
    RopeSettings settings = alone(200);
    settings.bendingStiffness = inputs["B"].get<double>();
    settings.mass = inputs["node_mass"].get<double>();
    settings.springLength = inputs["l"].get<double>();
    settings.springConstant = 3000.0;
    settings.autoSteps = false;
    const double limit = reference["expected"]["explicit_step_limit"].get<double>();
    const double tolerance = reference["tolerance"]["rel"].get<double>();
    const rope::StepLimits limits = RopeSimulation(settings).stepLimits();
    CHECK(limits.alone[static_cast<std::size_t>(rope::StepCause::bending)] == Approx(limit).epsilon(tolerance));
    CHECK(limits.stable == Approx(limit).epsilon(tolerance));
    CHECK(limits.strongest == rope::StepCause::bending);

    const auto grows = [&](double h)
    {
        std::vector<Vec3> positions;
        for (int i = 0; i < settings.massCount; ++i)
            positions.emplace_back(i * settings.springLength, 1e-9 * std::cos(37.0 * i * i), 0.0);
        RopeSimulation sim = laidOut(settings, positions);
        for (int step = 0; step < 4000; ++step)
            sim.step(h);
        return std::ranges::any_of(sim.masses(),
                                   [](const rope::Mass& mass) { return !(std::abs(mass.position.y) < 1e-6); });
    };
    CHECK_FALSE(grows((1.0 - tolerance) * limit));
    CHECK(grows((1.0 + tolerance) * limit));
}

TEST_CASE("the books of a rope that resists bending balance, whatever happens to it", "[bending][books]")
{
    const auto integrator =
        GENERATE(RopeIntegrator::semi_implicit_euler, RopeIntegrator::implicit_euler, RopeIntegrator::implicit_midpoint,
                 RopeIntegrator::energy_momentum, RopeIntegrator::bdf2);
    const auto insertion = GENERATE(rope::Insertion::consistent, rope::Insertion::article);
    RopeSettings settings;
    settings.massCount = 40;
    settings.integrator = integrator;
    settings.insertion = insertion;
    settings.bendingStiffness = 0.03;
    RopeSimulation sim(settings);
    sim.setBooks(true);
    double most = 0.0;
    for (int tick = 0; tick < 240; ++tick)
    {
        if (tick == 40)
            sim.setConnectionVelocity({1.0, 0.5, -0.3});
        if (tick == 80)
            sim.setConnectionVelocity({0.5, -3.0, 0.0});
        if (tick == 100)
            sim.grab(20, {1.0, 1.0, 0.5});
        if (tick == 140)
        {
            sim.release();
            settings.payoutSpeed = 1.0;
            settings.bendingStiffness = 0.06;
            sim.setSettings(settings);
        }
        if (tick == 180)
        {
            settings.payoutSpeed = -1.5;
            settings.springLength = 0.06;
            settings.massCount = 43;
            settings.pinFreeEnd = true;
            settings.freeEndPosition = {2.0, -0.5, 0.2};
            sim.setSettings(settings);
        }
        sim.advance(1.0 / 60.0);
        most = std::max(most, sim.bendingEnergy());
        REQUIRE_FALSE(sim.runawayMass());
    }
    CAPTURE(static_cast<int>(integrator), static_cast<int>(insertion), most);
    CHECK(most > 0.01);
    const rope::EnergyBook book = sim.energyBook();
    CHECK(book.now[static_cast<std::size_t>(rope::EnergyForm::bending)] == sim.bendingEnergy());
    CHECK(std::abs(book.imbalance()) < 1e-11 * book.throughput());
    const rope::MomentumBook momenta = sim.momentumBook();
    CHECK(glm::length(momenta.linear.imbalance()) < 1e-11 * momenta.linear.throughput());
    CHECK(glm::length(momenta.angular.imbalance()) < 1e-11 * momenta.angular.throughput());
}

TEST_CASE("all integrators bend the same rope, the shorter the step", "[bending]")
{
    RopeSettings settings;
    settings.massCount = 12;
    settings.springConstant = 500.0;
    settings.springFriction = 0.0;
    settings.bendingStiffness = 0.01;
    settings.groundHeight = -1000.0;
    const auto tip = [&](RopeIntegrator integrator, double h)
    {
        settings.integrator = integrator;
        settings.maxDt = settings.implicitMaxDt = h;
        RopeSimulation sim(settings);
        sim.advance(0.3);
        return sim.masses().back().position;
    };
    const Vec3 exact = tip(RopeIntegrator::energy_momentum, 1e-5);
    for (const RopeIntegrator integrator : {RopeIntegrator::semi_implicit_euler, RopeIntegrator::implicit_euler,
                                            RopeIntegrator::implicit_midpoint, RopeIntegrator::energy_momentum})
    {
        CAPTURE(static_cast<int>(integrator));
        const double coarse = glm::distance(tip(integrator, 4e-4), exact);
        const double fine = glm::distance(tip(integrator, 2e-4), exact);
        CAPTURE(coarse, fine);
        const bool second =
            integrator == RopeIntegrator::implicit_midpoint || integrator == RopeIntegrator::energy_momentum;
        CHECK(coarse / fine == Approx(second ? 4.0 : 2.0).epsilon(0.1));
        CHECK(coarse < (second ? 1e-5 : 2e-3));
    }
    // What it bends without resistance is another rope.
    settings.bendingStiffness = 0.0;
    CHECK(glm::distance(tip(RopeIntegrator::energy_momentum, 1e-5), exact) > 0.01);
}

TEST_CASE("an implicit step is as long as bends allow", "[bending]")
{
    RopeSettings settings;
    settings.springConstant = 1e6;
    settings.bendingStiffness = 0.05;
    settings.integrator = RopeIntegrator::energy_momentum;
    const rope::StepLimits worst = rope::worstStepLimits(settings);
    // 2/omega of the fastest bending wave, omega² = 16 B/(m L³).
    const double limit =
        0.5 * std::sqrt(settings.mass * std::pow(settings.springLength, 3) / settings.bendingStiffness);
    CHECK(worst.stable == Approx(limit).epsilon(1e-12));
    CHECK(worst.strongest == rope::StepCause::bending);
    CHECK(settings.longestStep() < limit);
    CHECK(settings.longestStep() > 0.6 * limit);
    RopeSimulation sim(settings);
    for (int tick = 0; tick < 300; ++tick)
    {
        sim.setConnectionVelocity({3.0 * std::sin(0.1 * tick), 2.0 * std::cos(0.07 * tick), 0.0});
        sim.advance(1.0 / 60.0);
        REQUIRE_FALSE(sim.runawayMass());
    }
    settings.bendingStiffness = 0.0;
    CHECK(rope::worstStepLimits(settings).stable == rope::StepLimits::none);
}

TEST_CASE("the reel divides a bent rope without a jump of its moments", "[bending][reel]")
{
    // A rope whose free end is pulled aside, so that it is bent up to the connection point.
    RopeSettings settings = alone(12);
    settings.airFriction = 0.05;
    settings.pinFreeEnd = true;
    settings.freeEndPosition = {0.3, 0.2, 0.0};
    settings.payoutSpeed = 0.2;
    RopeSimulation sim(settings);
    double largestStep = 0.0;
    double largestJump = 0.0;
    for (int i = 0; i < 4000; ++i)
    {
        const double before = sim.bendingEnergy();
        const std::size_t masses = sim.masses().size();
        sim.step(2e-4);
        const double change = std::abs(sim.bendingEnergy() - before);
        (sim.masses().size() == masses ? largestStep : largestJump) =
            std::max(sim.masses().size() == masses ? largestStep : largestJump, change);
    }
    CHECK(sim.netInsertions() >= 3);
    CHECK(largestJump > 0.0);
    CHECK(largestJump <= largestStep);
}
