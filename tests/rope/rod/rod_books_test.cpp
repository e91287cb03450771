#include "rods.hpp"

#include <rope/rope_by_length.hpp>

#include <functional>

using rope::EnergyBook;
using rope::EnergyLine;
using rope::MomentumLine;
using rope::RopeIntegrator;
using rope::SolidBody;

namespace
{

/// The largest of all imbalances, each relative to what went through its book.
double imbalance(const RopeSimulation& rod)
{
    const EnergyBook energy = rod.energyBook();
    const rope::MomentumBook momentum = rod.momentumBook();
    const auto part = [](double off, double all) { return all > 0.0 ? off / all : off; };
    return std::max({part(std::abs(energy.imbalance()), energy.throughput()),
                     part(glm::length(momentum.linear.imbalance()), momentum.linear.throughput()),
                     part(glm::length(momentum.angular.imbalance()), momentum.angular.throughput())});
}

double amount(const RopeSimulation& rod, EnergyLine line)
{
    return rod.energyBook().amount(line);
}

/// A rod that moves, twists and touches in every way that a test asks for.
RopeByLength lively(RopeIntegrator integrator, TwistModel twist)
{
    RopeByLength settings;
    settings.massCount = 41;
    settings.length = 0.8;
    settings.massPerLength = 0.2;
    settings.axialStiffness = 2e3;
    settings.bendingStiffness = 0.003;
    settings.torsionalStiffness = 0.003;
    settings.spinInertia = 1e-5;
    settings.airFriction = 1e-3;
    settings.integrator = integrator;
    settings.twist = twist;
    settings.radius = 0.012;
    settings.contactFriction = 0.3;
    settings.selfContact = true;
    return settings;
}

} // namespace

TEST_CASE("A rod's books balance whatever happens to it", "[rod][books]")
{
    const bool surface = GENERATE(false, true);
    for (const TwistModel twist : {TwistModel::uniform, TwistModel::waves})
        for (const RopeIntegrator integrator : {RopeIntegrator::bdf2, RopeIntegrator::implicit_euler})
        {
            if (surface && twist == TwistModel::uniform)
                continue;
            CAPTURE(static_cast<int>(twist), static_cast<int>(integrator), surface);
            RopeByLength settings = lively(integrator, twist);
            settings.surfaceFriction = surface;
            RopeSimulation rod(settings);
            rod.addSolid(SolidBody::plane({0.0, -0.3, 0.0}, {0.0, 1.0, 0.0}));
            const rope::SolidId ball = rod.addSolid(SolidBody::sphere({0.4, -0.2, 0.0}, 0.1));
            rod.clamp(RopeEnd::first, {1.0, 0.0, 0.0});
            rod.setBooks(true);
            CHECK(rod.energyBook().throughput() == 0.0);
            double worst = 0.0;
            for (int step = 0; step < 480; ++step)
            {
                const double time = step / 240.0;
                rod.pin(0, {0.1 * std::sin(5.0 * time), 0.0, 0.2});
                rod.turn(RopeEnd::first, 3.0 * time);
                if (step < 300)
                    setVelocity(rod, ball, Vec3(0.05, 0.1 * std::cos(3.0 * time), 0.0));
                if (step == 50)
                    rod.release(RopeEnd::last, 0.01);
                if (step == 100)
                {
                    rod.setForce(40, {0.0, 0.3, 0.2});
                    rod.grab(39, {0.5, 0.2, 0.1}, 0.5);
                }
                if (step == 150)
                    rod.turn(RopeEnd::last, 1.0);
                if (step == 200)
                {
                    rod.setForce(40, Vec3(0.0));
                    rod.release();
                }
                if (step == 250)
                {
                    RopeByLength other = settings;
                    other.bendingStiffness = 0.01;
                    other.massPerLength = 0.3;
                    rod.setSettings(other);
                }
                if (step == 300)
                {
                    rod.removeSolid(ball);
                    rod.addSolid(SolidBody::sphere({5.0, 0.0, 0.0}, 0.1));
                }
                if (step == 350)
                    rod.clamp(RopeEnd::first, {1.0, 0.2, 0.0});
                if (step == 400)
                    rod.setMass(20, 0.1);
                rod.step(1.0 / 240.0);
                worst = std::max(worst, imbalance(rod));
            }
            CHECK(worst < 1e-11);
            for (const EnergyLine line :
                 {EnergyLine::connection, EnergyLine::grab, EnergyLine::load, EnergyLine::solids, EnergyLine::constants,
                  EnergyLine::air, EnergyLine::contact_friction, EnergyLine::integrator})
            {
                INFO(rope::energyLines[static_cast<std::size_t>(line)].name);
                CHECK(amount(rod, line) != 0.0);
            }
            CHECK(amount(rod, EnergyLine::air) > 0.0);
            CHECK(amount(rod, EnergyLine::contact_friction) > 0.0);
            CHECK(rod.energyBook().unused[static_cast<std::size_t>(EnergyLine::reel)]);
        }
}

TEST_CASE("Books change no bit of a rod's motion", "[rod][books]")
{
    const auto after = [](bool books)
    {
        RopeSimulation rod(lively(RopeIntegrator::bdf2, TwistModel::uniform));
        rod.addSolid(SolidBody::plane({0.0, -0.1, 0.0}, {0.0, 1.0, 0.0}));
        rod.clamp(RopeEnd::first, {1.0, 0.0, 0.0});
        rod.setBooks(books);
        for (int step = 0; step < 240; ++step)
        {
            rod.turn(RopeEnd::last, 0.05 * step);
            rod.step(1.0 / 240.0);
        }
        return rod;
    };
    const RopeSimulation with = after(true);
    const RopeSimulation without = after(false);
    for (std::size_t i = 0; i < with.masses().size(); ++i)
        CHECK(with.masses()[i].position == without.masses()[i].position);
}

// A mass under the constant weight gains v by g h in a step, and loses m (g h)²/2 to implicit Euler. BDF2 begins with
// such a step, and then 3 v⁺ - 4 v + v⁻ = 2 g h, 3 d⁺ - d = 2 h v⁺ with d the way of a step: no loss but at the start.
TEST_CASE("What a rod's steps lose of a fall is what the formula of the step says", "[rod][books]")
{
    constexpr double h = 1.0 / 120.0;
    constexpr int steps = 120;
    RopeByLength settings;
    settings.integrator = RopeIntegrator::implicit_euler;
    RopeSimulation rod(settings);
    rod.setBooks(true);
    for (int i = 0; i < steps; ++i)
        rod.step(h);
    const double mass = settings.massPerLength * settings.length;
    CHECK_THAT(amount(rod, EnergyLine::integrator), WithinRel(-steps * 0.5 * mass * 9.81 * 9.81 * h * h, 1e-9));
    CHECK_THAT(rod.momentumBook().linear.gained(MomentumLine::gravity).y, WithinRel(-mass * 9.81 * h * steps, 1e-12));

    settings.integrator = RopeIntegrator::bdf2;
    RopeSimulation second(settings);
    second.setBooks(true);
    double before = 0.0;
    double speed = 0.0;
    double way = 0.0;
    double fall = 0.0;
    for (int i = 0; i < steps; ++i)
    {
        second.step(h);
        const double next = i == 0 ? 9.81 * h : (4.0 * speed - before + 2.0 * 9.81 * h) / 3.0;
        before = speed;
        speed = next;
        way = i == 0 ? h * speed : (2.0 * h * speed + way) / 3.0;
        fall += way;
    }
    const double made = mass * (0.5 * speed * speed - 9.81 * fall);
    CHECK_THAT(amount(second, EnergyLine::integrator), WithinRel(made, 1e-8));
    CHECK(std::abs(made) < 2.0 * 0.5 * mass * 9.81 * 9.81 * h * h);
}

// Masses that swing along the line: each step of implicit Euler takes m |v⁺ - v|²/2 from each and k (d⁺ - d)²/2 from
// each spring.
TEST_CASE("What implicit Euler takes from stretch is what the formula says", "[rod][books]")
{
    RopeByLength settings = withoutWeight(RopeByLength());
    settings.massCount = 5;
    settings.axialStiffness = 50.0;
    settings.tolerance = 1e-10;
    settings.integrator = RopeIntegrator::implicit_euler;
    RopeSimulation rod(settings);
    std::vector<Vec3> positions;
    for (const double x : {0.0, 0.3, 0.5, 0.8, 1.1})
        positions.emplace_back(x, 0.0, 0.0);
    rod.layOut(positions);
    rod.setBooks(true);
    double lost = 0.0;
    for (int step = 0; step < 100; ++step)
    {
        const RopeSimulation before = rod;
        rod.step(1.0 / 240.0);
        for (std::size_t i = 0; i < 5; ++i)
        {
            const Vec3 change = rod.masses()[i].velocity - before.masses()[i].velocity;
            lost += 0.5 * rod.masses()[i].mass * glm::dot(change, change);
            if (i == 0)
                continue;
            const double stretched = rod.tension(i - 1) - before.tension(i - 1);
            lost += 0.5 * stretched * stretched / rod.springs()[i - 1].springConstant;
        }
    }
    CHECK(lost > 1e-3);
    CHECK_THAT(amount(rod, EnergyLine::integrator), WithinRel(-lost, 1e-8));
    CHECK(glm::length(rod.momentumBook().linear.gained(MomentumLine::integrator)) < 1e-12);
}

// A straight rod that nothing bends takes C Phi²/2 L to be twisted.
TEST_CASE("The work of a hand that twists a rod is stored in its twist", "[rod][books]")
{
    RopeByLength settings = withoutWeight(RopeByLength());
    RopeSimulation rod(settings);
    rod.clamp(RopeEnd::first, {1.0, 0.0, 0.0});
    rod.clamp(RopeEnd::last, {1.0, 0.0, 0.0});
    rod.setBooks(true);
    for (int step = 1; step <= 100; ++step)
    {
        rod.turn(RopeEnd::last, 0.02 * step);
        rod.step(1.0 / 240.0);
    }
    const double work = 0.5 * settings.torsionalStiffness * 4.0 / settings.length;
    CHECK_THAT(amount(rod, EnergyLine::connection), WithinRel(work, 1e-12));
    CHECK_THAT(rod.twistEnergy(), WithinRel(work, 1e-12));
    CHECK(std::abs(amount(rod, EnergyLine::integrator)) < 1e-15);
}

// What nothing holds keeps its angular momentum: bends and twist turn no free rod.
TEST_CASE("Bends and twist give a free rod no momentum", "[rod][books]")
{
    RopeByLength settings = withoutWeight(RopeByLength());
    settings.massCount = 21;
    settings.torsionalStiffness = 0.0;
    RopeSimulation rod(settings);
    std::vector<Vec3> bent;
    bent.reserve(21);
    for (int i = 0; i < 21; ++i)
        bent.emplace_back(0.05 * i, 0.1 * std::sin(0.4 * i), 0.05 * std::cos(0.3 * i));
    rod.layOut(bent);
    rod.setBooks(true);
    for (int step = 0; step < 240; ++step)
        rod.step(1.0 / 240.0);
    const rope::MomentumBook book = rod.momentumBook();
    CHECK(glm::length(book.angular.gained(MomentumLine::bending)) < 1e-14);
    CHECK(glm::length(book.linear.gained(MomentumLine::bending)) < 1e-14);
    CHECK(glm::length(book.linear.now) < 1e-9);
    CHECK(rod.energyBook().has(rope::EnergyForm::bending));
    CHECK_FALSE(rod.energyBook().has(rope::EnergyForm::twist));
}

// A rod lies on a floor that slides under it with v, and comes to move with it: friction gives it m v, the floor does
// twice the work that it gains, and the other half is lost.
TEST_CASE("The books of friction know the floor's work and its loss", "[rod][books]")
{
    RopeByLength settings;
    settings.massCount = 11;
    settings.length = 0.2;
    settings.torsionalStiffness = 0.0;
    settings.radius = 0.01;
    settings.contactFriction = 0.4;
    RopeSimulation rod(settings);
    std::vector<Vec3> lying;
    lying.reserve(11);
    for (int i = 0; i < 11; ++i)
        lying.emplace_back(0.02 * i, settings.radius, 0.0);
    rod.layOut(lying);
    const rope::SolidId floor = rod.addSolid(SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0}));
    rod.advance(0.5); // it sinks in by its weight
    constexpr double speed = 0.8;
    setVelocity(rod, floor, Vec3(speed, 0.0, 0.0));
    rod.setBooks(true);
    rod.advance(1.0);
    const double gained = 0.5 * settings.massPerLength * settings.length * speed * speed;
    CHECK_THAT(rod.kineticEnergy(), WithinRel(gained, 0.02));
    CHECK_THAT(amount(rod, EnergyLine::solids), WithinRel(2.0 * gained, 0.02));
    CHECK_THAT(amount(rod, EnergyLine::contact_friction), WithinRel(gained, 0.02));
    CHECK_THAT(rod.momentumBook().linear.gained(MomentumLine::contact_friction).x,
               WithinRel(settings.massPerLength * settings.length * speed, 0.02));
    CHECK(imbalance(rod) < 1e-11);
}
