#pragma once

#include "calm_mean.hpp"
#include "catch.hpp"
#include "reference.hpp"

#include "scenes/set_up/set_up_check.hpp"
#include "scenes/set_up/set_up_solid.hpp"
#include "scenes/workshop/workshop.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

// Set-ups for the items of tests/data/rigging.json. Each item is in a test that has its id, or below.
//
//     rig.spool.yoyo                   a turn of it (drums_test.cpp)
//     rig.belt.fast                    the mass of its rope counts as moved (belts_test.cpp)
//     cut.rejoin.a                     but for a jump, which no join makes (cuts_test.cpp)
//     body.bounce.a, body.rod_drop.a   need restitution
//     pulley.hysteresis.a              needs friction of bending
//     knot2.clove.table                a run of the bench of knots (theory/knot_runs_test.cpp)
//     knot2.constrictor.table          A constrictor that a script tied round a post of five radii held 50 N with a
//                                      free tail from a friction between 0.15 and 0.2 on, as the clove hitch does, and
//                                      not from half of that on: the model's strands are thin and cross at right angles

namespace ropewalk
{

constexpr double g = 9.81; // [m/s2]

inline nlohmann::json rigging(const std::string& id)
{
    return referenceItem(id, "rigging.json");
}

inline double numberOf(const nlohmann::json& in, const char* key)
{
    return in.at(key).get<double>();
}

/// Within the tolerance of an item that has it as numbers.
inline Approx within(const nlohmann::json& item, double expected)
{
    const nlohmann::json& tolerance = item.at("tolerance");
    return Approx(expected).epsilon(tolerance.value("rel", 0.0)).margin(tolerance.value("abs", 0.0));
}

/// Of an item whose tolerance is a share of a length [m] of it: "0.02 times the starting length".
inline Approx within(const nlohmann::json& item, double expected, double length)
{
    const double share = std::stod(item.at("tolerance").at("abs").get<std::string>());
    return Approx(expected).epsilon(0.0).margin(share * length);
}

/// [x, y] or [x, y, z] of a file.
inline Vec3 point(const nlohmann::json& numbers)
{
    return {numbers.at(0).get<double>(), numbers.at(1).get<double>(),
            numbers.size() > 2 ? numbers.at(2).get<double>() : 0.0};
}

inline RoundStop left(const std::string& solid)
{
    return {solid, RoundStop::Side::left};
}
inline RoundStop right(const std::string& solid)
{
    return {solid, RoundStop::Side::right};
}
inline RopePlace firstOf(const std::string& rope)
{
    return {rope, rope::RopeEnd::first};
}
inline RopePlace lastOf(const std::string& rope)
{
    return {rope, rope::RopeEnd::last};
}
inline SolidPlace middleOf(const std::string& solid)
{
    return {solid, Vec3(0.0), {}};
}

/// A set-up that a test puts together, without air and ground.
struct Rig
{
    static constexpr double ropeRadius = 0.002; ///< [m]
    static constexpr double massless = 1e-3;    ///< [kg], of a wheel without mass

    SetUp setUp;
    WorkshopSettings settings;

    Rig()
    {
        settings.damping = 0.0;
        settings.ground = false;
    }

    /// A small ball, which ropes hold at its middle.
    SetUpSolid& weight(const std::string& name, double mass, const Vec3& at)
    {
        SetUpSolid ball;
        ball.name = name;
        ball.moves = Moves::free;
        ball.mass = mass;
        ball.position = at;
        ball.radius = 0.01;
        return setUp.solids.emplace_back(ball);
    }

    /// A pulley or a block about z that has the rope's line at the distance `reach` [m] from its axle; its rims are so
    /// deep that what turns has this inertia [kg m2].
    SetUpSolid& wheel(const std::string& name, const Vec3& at, double reach, double mass = 0.0, double inertia = 0.0,
                      SceneSolid::Shape shape = SceneSolid::Shape::pulley)
    {
        SetUpSolid wheel = usualSolid(shape);
        wheel.name = name;
        wheel.position = at;
        wheel.radius = reach - ropeRadius;
        wheel.axleRadius = 0.0;
        wheel.mass = mass > 0.0 ? mass : massless;
        wheel.depth = inertia > 0.0 ? 0.002 : 0.01;
        const auto turning = [shape](const SetUpSolid& solid)
        { return bodyOf(shape == SceneSolid::Shape::block ? wheelOf(solid) : solid).inertia.y; };
        for (double step = reach; step > 1e-7; step *= 0.5)
        {
            SetUpSolid deeper = wheel;
            deeper.depth += step;
            if (turning(deeper) < inertia)
                wheel = deeper;
        }
        return setUp.solids.emplace_back(wheel);
    }
    SetUpSolid& block(const std::string& name, const Vec3& at, double reach, double mass = 0.0, double inertia = 0.0)
    {
        return wheel(name, at, reach, mass, inertia, SceneSolid::Shape::block);
    }

    /// A light, limp rope that hardly stretches.
    SetUpRope& rope(const std::string& name, const std::vector<Stop>& path)
    {
        SetUpRope rope;
        rope.name = name;
        rope.path = path;
        rope.ropeRadius = ropeRadius;
        rope.massPerLength = 1e-3;
        rope.axialStiffness = 1e5;
        rope.bendingStiffness = rope.torsionalStiffness = 0.0;
        rope.contactFriction = 1.0;
        return setUp.ropes.emplace_back(rope);
    }

    /// One of so many segments that is longer than its path.
    SetUpRope& slack(const std::string& name, const std::vector<Stop>& path, double length, int segments)
    {
        SetUpRope& made = rope(name, path);
        made.length = length;
        made.massCount = segments + 1;
        return made;
    }

    void hold(const RopePlace& place, const Vec3& at) { setUp.holds.push_back({place, at}); }
    void tie(const Place& a, const Place& b) { setUp.ties.push_back({a, b}); }
    /// Ties ends of ropes to each other, each to each: ropes do not touch where a tie holds both.
    void joint(const std::vector<RopePlace>& ends)
    {
        for (std::size_t i = 0; i < ends.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                tie(ends[k], ends[i]);
    }

    SetUpPtr shared() const
    {
        validate(setUp);
        return std::make_shared<const SetUp>(setUp);
    }
    Workshop made() const { return Workshop(settings, shared()); }
};

/// Goes on until `time` [s] by equal steps of at most `step` [s]; looks after each.
template <typename Look>
void advanceUntil(auto& sim, double time, double step, const Look& look)
{
    const double start = sim.time();
    const int steps = rope::RopeSimulation::stepCount(time - start, step);
    for (int i = 0; i < steps; ++i)
    {
        sim.advance((time - start) / steps);
        look();
    }
}
void advanceUntil(auto& sim, double time, double step)
{
    advanceUntil(sim, time, step, [] {});
}

/// Seconds in thick air, which bring it to rest.
inline void calm(Workshop& sim, double seconds)
{
    const WorkshopSettings thin = sim.settings();
    WorkshopSettings thick = thin;
    thick.damping = 5.0;
    sim.setSettings(thick);
    sim.advance(seconds);
    sim.setSettings(thin);
}

/// Goes on by long steps of implicit Euler's method in thick air until nothing moves.
inline void atRest(Workshop& sim)
{
    WorkshopSettings settings = sim.settings();
    settings.integrator = rope::RopeIntegrator::implicit_euler;
    settings.maxDt = 1.0 / 60.0;
    settings.damping = 3.0;
    sim.setSettings(settings);
    constexpr double still = 1e-4; // [m/s]
    double fastest = 1.0;
    for (int tenth = 0; tenth < 300 && (fastest > still || tenth < 10); ++tenth)
    {
        const auto stood = sim.effort().stood;
        sim.advance(0.1);
        fastest = sim.effort().stood == stood ? 0.0 : 2.0 * still; // a step that is not solved stands
        for (const rope::Mass& mass : sim.masses())
            fastest = std::max(fastest, glm::length(mass.velocity));
    }
    REQUIRE(fastest <= still);
}

/// The set-up at rest with all wheels locked, which are then let go: at once, or so gently that nothing is jerked.
inline Workshop letGo(Rig& rig, double seconds = 0.0)
{
    const SetUpPtr wanted = rig.shared();
    const auto braked = [&rig](double share)
    {
        for (SetUpSolid& solid : rig.setUp.solids)
            if (solid.moves == Moves::axle || solid.shape == SceneSolid::Shape::block)
            {
                solid.axleRadius = solid.radius;
                solid.axleFriction = share;
            }
        return rig.shared();
    };
    Workshop sim(rig.settings, braked(10.0));
    calm(sim, 1.0);
    const double step = sim.settings().maxDt;
    for (double share = 1.0; share > 0.0 && seconds > 0.0; share -= step / seconds)
    {
        sim.follow(braked(share));
        sim.advance(step);
    }
    rig.setUp = *wanted;
    sim.follow(wanted);
    return sim;
}

/// Goes on for so many seconds; the mean of each reading at the ends of its steps: ropes ring, as chains of masses do.
template <typename... Readings>
std::array<double, sizeof...(Readings)> means(Workshop& sim, double seconds, const Readings&... readings)
{
    const double step = sim.settings().maxDt;
    const int steps = static_cast<int>(std::round(seconds / step));
    std::array<double, sizeof...(Readings)> sums{};
    for (int i = 0; i < steps; ++i)
    {
        sim.advance(step);
        std::size_t reading = 0;
        ((sums[reading++] += readings() / steps), ...);
    }
    return sums;
}

/// A workshop whose masses and bodies a test pushes. What is pulled must be pulled again after an edit.
struct Pushed : Workshop
{
    explicit Pushed(const Rig& rig) : Workshop(rig.settings, rig.shared()) {}

    void pull(const RopePlace& end, const Vec3& force) { setForce(*massOf(end), force); } ///< [N]
    /// Changes the body of a solid that turns or is free.
    template <typename Change>
    void changeBody(std::string_view solid, const Change& change)
    {
        const auto number = static_cast<std::size_t>(solidNamed(*setUp(), solid) - setUp()->solids.data());
        const rope::BodyId id = *solids()[number].body;
        rope::Body changed = body(id);
        change(changed);
        setBody(id, changed);
    }
    /// [kg m2], about the axis of a drum; so much across it that it does not tumble.
    void setInertia(std::string_view solid, double inertia)
    {
        changeBody(solid, [inertia](rope::Body& body) { body.inertia = inertia * Vec3(100.0, 1.0, 100.0); });
    }
};

/// A post about z, on which a rope's line runs at the distance `reach` [m].
inline SetUpSolid& drum(Rig& rig, const std::string& name, const Vec3& at, double reach, Moves moves)
{
    SetUpSolid post = usualSolid(SceneSolid::Shape::post);
    post.name = name;
    post.position = at;
    post.axis = Vec3(0.0, 0.0, 1.0);
    post.radius = reach - Rig::ropeRadius;
    post.length = 0.3;
    post.moves = moves;
    return rig.setUp.solids.emplace_back(post);
}

/// Where the end of a rope is tied to a drum, at an angle [rad] from x.
inline SolidPlace onRim(const SetUpSolid& drum, double angle)
{
    const double reach = 1.001 * (drum.radius + Rig::ropeRadius);
    return {drum.name, reach * Vec3(std::cos(angle), std::sin(angle), 0.0) * axesOf(drum), {}};
}

} // namespace ropewalk
