// How Newton's method ends where much touches: what it leaves unsolved would be forces from nowhere.

#include "ropes_on_solids.hpp"

#include <rope/books.hpp>
#include <rope/rope_by_length.hpp>

namespace
{

/// 4 m of limp, stiff rope that are lowered onto a floor at 1 m/s.
RopeSimulation lowered()
{
    RopeByLength settings;
    settings.massCount = 81;
    settings.length = 4.0;
    settings.massPerLength = 1.0;
    settings.axialStiffness = 1e5;
    settings.bendingStiffness = 0.0;
    settings.torsionalStiffness = 0.0;
    settings.radius = 0.01;
    settings.contactFriction = 0.3;
    settings.selfContact = true;
    RopeSimulation rod(settings);
    std::vector<Vec3> path;
    for (int i = 0; i < settings.massCount; ++i)
        path.emplace_back(1e-3 * std::sin(0.3 * i), 4.1 - 0.05 * i, 1e-3 * std::cos(0.37 * i));
    rod.layOut(path);
    rod.addSolid(SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0}));
    return rod;
}

} // namespace

TEST_CASE("Newton's method ends in a limp pile", "[contact]")
{
    RopeSimulation rod = lowered();
    while (rod.time() < 5.0)
    {
        rod.pin(0, {0.0, rod.masses()[0].position.y > 0.05 ? -1.0 : 0.0, 0.0});
        rod.step(1.0 / 240.0);
    }
    const rope::ImplicitEffort& effort = rod.effort();
    const auto share = [](long long part, long long whole)
    { return static_cast<double>(part) / static_cast<double>(whole); };
    CHECK(share(effort.iterations, effort.steps) < 12.0);
    CHECK(share(effort.unsolved, effort.pieces) < 0.05);
    CHECK(effort.stood == 0);
    CHECK(rod.selfTouches().size() > 30);
    CHECK_FALSE(rod.passed().has_value());
}

// Nothing from outside acts on it: forces between strands, of pressure and of friction, cancel.
TEST_CASE("A tangle that flies freely keeps its momentum and makes no energy", "[contact]")
{
    RopeByLength settings;
    settings.massCount = 121;
    settings.length = 3.0;
    settings.massPerLength = 0.5;
    settings.axialStiffness = 1e4;
    settings.bendingStiffness = 1e-4;
    settings.torsionalStiffness = 0.0;
    settings.radius = 0.01;
    settings.contactFriction = 0.3;
    settings.selfContact = true;
    settings.gravity = Vec3(0.0);
    RopeSimulation rod(settings);
    // Coils above each other that fly towards their middle.
    std::vector<Vec3> path{Vec3(0.12, -0.11, 0.0)};
    for (int i = 0; i < settings.massCount - 1; ++i)
    {
        const double angle = i * 0.025 / 0.12;
        const Vec3 way(-std::sin(angle), 0.078, std::cos(angle));
        path.push_back(path.back() + 0.025 * glm::normalize(way));
    }
    rod.layOut(path);
    const Vec3 middle(0.0);
    for (std::size_t i = 0; i < path.size(); ++i)
        rod.pin(i, Vec3(1.0, 0.5, 0.2) - 4.0 * (path[i] - middle));
    rod.step(1e-4);
    for (std::size_t i = 0; i < path.size(); ++i)
        rod.unpin(i);
    rod.setBooks(true);
    const Vec3 momentum = rod.momentum();
    const double motion = rod.kineticEnergy();
    std::size_t touches = 0;
    while (rod.time() < 1.5)
    {
        rod.step(1.0 / 240.0);
        touches = std::max(touches, rod.selfTouches().size());
        REQUIRE(rod.totalEnergy() < motion);
    }
    CHECK(touches > 100);
    CHECK(glm::length(rod.momentum() - momentum) < 1e-11 * glm::length(momentum));
    // Implicit Euler after each blow takes a part of the motion; nothing that is left unsolved gives any.
    const double made = rod.energyLine(rope::EnergyLine::integrator);
    CHECK(made < 0.0);
    CHECK(made > -0.3 * motion);
    CHECK(rod.effort().unsolved * 20 < rod.effort().pieces);
}
