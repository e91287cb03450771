#include "catch.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

using rope::RopeIntegrator;
using rope::RopeSettings;
using rope::Vec3;

namespace
{

constexpr double instant = 1e-6; // [s]

/// A rope with no force at all.
RopeSettings forceless(RopeIntegrator integrator)
{
    RopeSettings s;
    s.integrator = integrator;
    s.massCount = 6;
    s.springLength = 0.1;
    s.springConstant = s.springFriction = s.airFriction = 0.0;
    s.groundRepulsion = s.groundFriction = s.groundAbsorption = 0.0;
    s.groundHeight = -0.02; // some masses lie below it
    s.gravity = Vec3(0.0);
    return s;
}

/// Bent by less than 60 degrees at each mass, stretched and squeezed by a few percent, and moving.
rope::WrittenMoment bentAndMoving()
{
    rope::WrittenMoment moment;
    moment.positions = {{0.0, 0.0, 0.0},     {0.09, 0.05, 0.01},  {0.19, 0.04, 0.02},
                        {0.27, -0.03, 0.02}, {0.33, -0.11, 0.01}, {0.42, -0.14, -0.03}};
    moment.velocities = {{0.0, 0.0, 0.0},   {0.3, -0.2, 0.1}, {-0.4, 0.1, 0.2},
                         {0.2, -0.5, -0.3}, {0.1, 0.4, -0.1}, {-0.3, -0.6, 0.2}};
    return moment;
}

/// A law: the force [N] on each mass at these places [m] and velocities [m/s].
using Law = std::function<std::vector<Vec3>(const std::vector<Vec3>& x, const std::vector<Vec3>& v)>;

struct Case
{
    std::string name;
    std::function<void(RopeSettings&)> set;
    Law law;
};

/// A law of each mass by itself.
template <typename Force>
Law onEach(const Force& force)
{
    return [force](const std::vector<Vec3>& x, const std::vector<Vec3>& v)
    {
        std::vector<Vec3> all;
        for (std::size_t i = 0; i < x.size(); ++i)
            all.push_back(force(x[i], v[i]));
        return all;
    };
}

/// A law between neighbours: force(d, w) on the first of two masses that are d [m] from the second and move by w [m/s]
/// against it.
template <typename Force>
Law onPairs(const Force& force)
{
    return [force](const std::vector<Vec3>& x, const std::vector<Vec3>& v)
    {
        std::vector<Vec3> all(x.size(), Vec3(0.0));
        for (std::size_t i = 0; i + 1 < x.size(); ++i)
        {
            const Vec3 onFirst = force(x[i] - x[i + 1], v[i] - v[i + 1]);
            all[i] += onFirst;
            all[i + 1] -= onFirst;
        }
        return all;
    };
}

/// -dE/dx by central differences.
Law ofEnergy(const std::function<double(const std::vector<Vec3>&)>& energy)
{
    return [energy](std::vector<Vec3> x, const std::vector<Vec3>&)
    {
        constexpr double shift = 1e-6; // [m]
        std::vector<Vec3> all(x.size(), Vec3(0.0));
        for (std::size_t i = 0; i < x.size(); ++i)
            for (int axis = 0; axis < 3; ++axis)
            {
                const double at = x[i][axis];
                x[i][axis] = at + shift;
                const double above = energy(x);
                x[i][axis] = at - shift;
                all[i][axis] = -(above - energy(x)) / (2.0 * shift);
                x[i][axis] = at;
            }
        return all;
    };
}

std::vector<Case> allForces()
{
    constexpr double ground = -0.02;
    return {
        {"gravity",
         [](RopeSettings& s) {
             s.gravity = {1.0, -9.0, 2.0};
         },
         onEach([](const Vec3&, const Vec3&) { return 0.05 * Vec3(1.0, -9.0, 2.0); })},
        {"air_friction", [](RopeSettings& s) { s.airFriction = 0.3; },
         onEach([](const Vec3&, const Vec3& v) { return -0.3 * v; })},
        {"spring_constant", [](RopeSettings& s) { s.springConstant = 200.0; },
         onPairs([](const Vec3& d, const Vec3&) { return -200.0 * (glm::length(d) - 0.1) / glm::length(d) * d; })},
        {"spring_friction, full", [](RopeSettings& s) { s.springFriction = 0.4; },
         onPairs([](const Vec3&, const Vec3& w) { return -0.4 * w; })},
        {"spring_friction, axial",
         [](RopeSettings& s)
         {
             s.springFriction = 0.4;
             s.frictionDirection = rope::FrictionDirection::axial;
         },
         onPairs([](const Vec3& d, const Vec3& w) { return -0.4 * glm::dot(w, d) / glm::dot(d, d) * d; })},
        {"bending_stiffness", [](RopeSettings& s) { s.bendingStiffness = 0.02; },
         ofEnergy(
             [](const std::vector<Vec3>& x)
             {
                 double sum = 0.0;
                 for (std::size_t i = 1; i + 1 < x.size(); ++i)
                 {
                     const double c = glm::dot(glm::normalize(x[i] - x[i - 1]), glm::normalize(x[i + 1] - x[i]));
                     sum += 2.0 * 0.02 / 0.1 * (1.0 - c) / (1.0 + c);
                 }
                 return sum;
             })},
        {"ground_repulsion", [](RopeSettings& s) { s.groundRepulsion = 90.0; },
         onEach([](const Vec3& x, const Vec3&) { return Vec3(0.0, 90.0 * std::max(0.0, ground - x.y), 0.0); })},
        {"ground_friction", [](RopeSettings& s) { s.groundFriction = 0.7; },
         onEach([](const Vec3& x, const Vec3& v) { return x.y < ground ? -0.7 * Vec3(v.x, 0.0, v.z) : Vec3(0.0); })},
        {"ground_absorption", [](RopeSettings& s) { s.groundAbsorption = 0.8; },
         onEach([](const Vec3& x, const Vec3& v)
                { return x.y < ground ? Vec3(0.0, -0.8 * std::min(0.0, v.y), 0.0) : Vec3(0.0); })},
    };
}

} // namespace

// For a step that is short enough every integrator gives the same: a = F/m. A force that one of them forgets shows
// here.
TEST_CASE("each constant of a rope is the same force by every integrator")
{
    const auto integrator =
        GENERATE(RopeIntegrator::semi_implicit_euler, RopeIntegrator::implicit_euler, RopeIntegrator::bdf2,
                 RopeIntegrator::implicit_midpoint, RopeIntegrator::energy_momentum);
    for (const Case& force : allForces())
    {
        INFO(force.name << " by integrator " << static_cast<int>(integrator));
        RopeSettings settings = forceless(integrator);
        force.set(settings);
        rope::RopeSimulation rope(settings);
        rope.beginAt(bentAndMoving());
        const std::vector<Vec3> forces = force.law(bentAndMoving().positions, bentAndMoving().velocities);
        double largest = 0.0;
        for (const Vec3& one : forces)
            largest = std::max(largest, glm::length(one));
        REQUIRE(largest > 0.01);
        rope.step(instant);
        for (std::size_t i = 1; i < forces.size(); ++i)
        {
            const Vec3 change = rope.masses()[i].velocity - bentAndMoving().velocities[i];
            INFO("mass " << i);
            CHECK(glm::length(settings.mass / instant * change - forces[i]) < 1e-3 * largest);
        }
    }
}
