#include "workshop_checks.hpp"

#include "workshop.hpp"
#include "workshop_presets.hpp"

#include "scenes/set_up/path_layout.hpp"
#include "scenes/set_up/set_up_solid.hpp"

#include <rope/elementary.hpp>
#include <rope/statics.hpp>

#include <fmt/format.h>

#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <string_view>

namespace ropewalk
{

namespace
{

constexpr double g = 9.81; // [m/s2]

Workshop ready(WorkshopPreset preset)
{
    return Workshop(workshopPreset(preset).settings, workshopPreset(preset).setUp);
}

/// With so much air that it is soon at rest.
Workshop damped(WorkshopPreset preset)
{
    WorkshopSettings settings = workshopPreset(preset).settings;
    settings.damping = 5.0;
    return Workshop(settings, workshopPreset(preset).setUp);
}

double massOf(const Workshop& sim, std::string_view solid)
{
    return solidNamed(*sim.setUp(), solid)->mass;
}

/// I/R'² [kg] of a wheel that a rope of this radius turns.
double rimMass(const SetUpSolid& wheel, double ropeRadius)
{
    const double reach = wheel.radius + ropeRadius;
    return bodyOf(wheel).inertia.y / (reach * reach);
}

/// Two weights over a wheel, from the mean speed of both: the rope between them swings like a spring.
CheckRow atwoodRow()
{
    Workshop sim = ready(WorkshopPreset::atwood);
    const SetUpRope& rope = sim.setUp()->ropes.front();
    const auto speed = [&sim] { return 0.5 * (sim.bodyOf("light").velocity.y - sim.bodyOf("heavy").velocity.y); };
    sim.advance(0.5);
    const double before = speed();
    sim.advance(0.5);
    const double lower = sim.bodyOf("light").position.y - sim.bodyOf("heavy").position.y;
    sim.advance(0.5);
    const double w = rope.massPerLength;
    const double length = sim.rope().restLength();
    const double light = massOf(sim, "light");
    const double heavy = massOf(sim, "heavy");
    const double expected = g * (heavy - light + w * lower) /
                            (heavy + light + w * length + rimMass(*solidNamed(*sim.setUp(), "wheel"), rope.ropeRadius));
    return {"acceleration of Atwood's weights",          "m/s2", expected, speed() - before, 0.01 * expected,
            "g (m2 - m1 + w d)/(m1 + m2 + w L + I/R'^2)"};
}

/// The wheel of the block and what hangs on it falls as u = g - A less than g: its equations of motion, solved.
CheckRow doubleAtwoodRow()
{
    Workshop sim = ready(WorkshopPreset::double_atwood);
    const SetUp& setUp = *sim.setUp();
    const double ropeRadius = setUp.ropes.front().ropeRadius;
    const double m1 = massOf(sim, "m1");
    const double m2 = massOf(sim, "m2");
    const double m3 = massOf(sim, "m3");
    const double j1 = rimMass(*solidNamed(setUp, "wheel"), ropeRadius);
    const double j2 = rimMass(wheelOf(*solidNamed(setUp, "block")), ropeRadius);
    const double unequal = (m3 - m2) / (m2 + m3 + j2);
    const double carried = massOf(sim, "block") + m2 + m3 - (m3 - m2) * unequal;
    const double u = g * (2.0 * m1 + j1) / (carried + m1 + j1);
    sim.advance(0.1);
    const double before = sim.bodyOf("m3").velocity.y;
    sim.advance(0.3);
    const double got = (before - sim.bodyOf("m3").velocity.y) / 0.3;
    const double expected = g - u + unequal * u;
    return {"acceleration of the heavier weight below the block", "m/s2", expected, got, 0.02 * expected,
            "Lagrange's equations of the double machine"};
}

/// The mean of the readings at the ends of the ticks within `seconds`: loads swing on their ropes.
template <typename Reading>
double meanOf(Workshop& sim, double seconds, const Reading& reading)
{
    constexpr double tick = 1.0 / 60.0;
    const int ticks = static_cast<int>(std::round(seconds / tick));
    double sum = 0.0;
    for (int i = 0; i < ticks; ++i)
    {
        sim.advance(tick);
        sum += reading() / ticks;
    }
    return sum;
}

/// The mean pull, as the load swings on the rope.
CheckRow tackleRow()
{
    Workshop sim = ready(WorkshopPreset::tackle);
    sim.advance(1.0);
    const double got = meanOf(sim, 2.0, [&] { return sim.forceAt(RopePlace{"fall", rope::RopeEnd::last}); });
    const double weight = g * (massOf(sim, "load") + massOf(sim, "block1") + massOf(sim, "block2"));
    return {"pull that holds a tackle of four strands", "N", 0.25 * weight, got, 0.005 * weight, "weight/4"};
}

/// A rope that slides on the post and on the carabiner leaves e = exp(-mu pi) of its pull on the other side.
CheckRow zPulleyRow()
{
    Workshop sim = ready(WorkshopPreset::z_pulley);
    sim.advance(1.0);
    sim.moveHold(*sim.hand(), {0.0, 0.1, 0.0});
    sim.advance(1.0);
    const double got = meanOf(sim, 2.0, [&] { return sim.forceAt(RopePlace{"line", rope::RopeEnd::last}); });
    const double e = rope::elementary::exp(-sim.setUp()->ropes.front().contactFriction * std::numbers::pi);
    const double expected = g * (massOf(sim, "load") + massOf(sim, "carabiner")) / (1.0 + e + e * e);
    return {"pull that raises a load by three strands over carabiners",
            "N",
            expected,
            got,
            0.03 * expected,
            "weight/(1 + e + e^2), e = exp(-mu pi)"};
}

/// The strings of three weights draw the triangle of forces: the angle between the first two.
CheckRow forceTableRow()
{
    Workshop sim = damped(WorkshopPreset::force_table);
    sim.advance(6.0);
    const auto along = [&sim](std::string_view string)
    {
        const std::string name(string);
        return glm::normalize(sim.positionOf(RopePlace{name, std::nullopt, 0.2}) -
                              sim.positionOf(RopePlace{name, rope::RopeEnd::first}));
    };
    const double w1 = massOf(sim, "w1");
    const double w2 = massOf(sim, "w2");
    const double w3 = massOf(sim, "w3");
    constexpr double degree = std::numbers::pi / 180.0;
    const double expected = rope::elementary::acos((w3 * w3 - w1 * w1 - w2 * w2) / (2.0 * w1 * w2)) / degree;
    return {"angle between two strings of the force table",
            "deg",
            expected,
            rope::elementary::acos(glm::dot(along("s1"), along("s2"))) / degree,
            0.5,
            "triangle of forces"};
}

/// A rope that a drum drags along: the pull of the load over the pull of the hand.
CheckRow winchRow()
{
    Workshop sim = ready(WorkshopPreset::winch);
    sim.advance(4.0);
    const double got = meanOf(sim, 4.0,
                              [&] {
                                  return sim.forceAt(RopePlace{"line", rope::RopeEnd::first}) /
                                         sim.forceAt(RopePlace{"line", rope::RopeEnd::last});
                              });
    const SetUpRope& line = sim.setUp()->ropes.front();
    double turned = 0.0; // [rad], round the drum
    for (const PathPiece& piece : pathOf(*sim.setUp(), line))
        turned = std::max(turned, piece.angle);
    const double expected = rope::elementary::exp(line.contactFriction * turned);
    return {"pull of the winch's load by that of the hand", "", expected, got, 0.02 * expected, "exp(mu phi)"};
}

/// A sling over a bar holds the load by both of its strands.
CheckRow slingHitchRow()
{
    Workshop sim = damped(WorkshopPreset::sling_hitch);
    sim.advance(5.0);
    const SetUpRope& sling = sim.setUp()->ropes.front();
    const double tied = std::get<RopePlace>(sim.setUp()->ties.front().a).along;
    constexpr double above = 0.4; // [m], of the load
    double got = 0.0;
    for (const double along : {tied - above, tied + above})
    {
        const Vec3 way = sim.positionOf(RopePlace{sling.name, std::nullopt, along}) - sim.bodyOf("load").position;
        got += sim.forceAt(RopePlace{sling.name, std::nullopt, along}) * way.y / glm::length(way);
    }
    const double expected = g * (massOf(sim, "load") + 2.0 * above * sling.massPerLength);
    return {"pull of both strands of the sling", "N", expected, got, 0.01 * expected, "weight below"};
}

/// The rope hangs as a chain with the weights among its masses.
CheckRow clothesLineRow()
{
    Workshop sim = ready(WorkshopPreset::clothes_line);
    sim.advance(8.0);
    const std::size_t place = *sim.massOf(std::get<RopePlace>(sim.setUp()->ties[1].b));
    const std::vector<Workshop::Span> spans = sim.spansAtRest();
    const auto line = std::find_if(spans.begin(), spans.end(),
                                   [place](const Workshop::Span& span)
                                   { return place >= span.first && place < span.first + span.rest.positions.size(); });
    const double expected = line != spans.end() ? line->rest.positions[place - line->first].y : 0.0;
    return {"height of the second weight's place on the line",
            "m",
            expected,
            sim.masses()[place].position.y,
            2e-3,
            "chain with point loads at rest"};
}

/// A ring without friction is at the lowest point of the ellipse about both ends.
CheckRow ringRow()
{
    Workshop sim = ready(WorkshopPreset::ring_on_rope);
    sim.advance(5.0);
    const SetUp& setUp = *sim.setUp();
    const Vec3 way = setUp.holds[1].at - setUp.holds[0].at;
    const double length = setUp.ropes.front().length;
    const double cosine = std::sqrt(1.0 - way.x * way.x / (length * length));
    const double longer = 0.5 * (length + std::abs(way.y) / cosine);
    const double expected = setUp.holds[0].at.x + longer * way.x / length;
    return {"where a ring comes to rest on a rope", "m",  expected,
            sim.bodyOf("ring").position.x,          0.05, "lowest point of an ellipse"};
}

/// A plank on two ropes swings as a weight and two rods about their upper ends, by the series of a wide swing.
CheckRow swingRow()
{
    Workshop sim = ready(WorkshopPreset::swing);
    const auto seat = [&sim] { return sim.bodyOf("seat").position; };
    const Vec3 way = seat() - sim.positionOf(RopePlace{"left_rope", rope::RopeEnd::first});
    const double length = rope::elementary::hypot(way.y, way.z);
    const double angle = rope::elementary::atan2(std::abs(way.z), std::abs(way.y));
    std::array<double, 2> passes{};
    double before = seat().z;
    for (double& pass : passes)
        while (pass == 0.0)
        {
            sim.advance(sim.settings().maxDt);
            const double now = seat().z;
            if (before * now < 0.0)
                pass = sim.time() - sim.settings().maxDt * now / (now - before);
            before = now;
        }
    const double plank = massOf(sim, "seat");
    const double ropes = 2.0 * sim.setUp()->ropes.front().massPerLength * length;
    const double reduced = length * (plank + ropes / 3.0) / (plank + 0.5 * ropes);
    const double square = angle * angle;
    const double expected =
        2.0 * std::numbers::pi * std::sqrt(reduced / g) * (1.0 + square / 16.0 + 11.0 / 3072.0 * square * square);
    return {"period of the swing",
            "s",
            expected,
            2.0 * (passes[1] - passes[0]),
            0.005 * expected,
            "2 pi sqrt(I/(M g s)) (1 + A^2/16 + 11 A^4/3072)"};
}

/// Torques of all that hangs on the bars balance: they are level.
CheckRow mobileRow()
{
    Workshop sim = ready(WorkshopPreset::mobile);
    sim.advance(5.0);
    return {"slope of the mobile's upper bar", "", 0.0, sim.bodyOf("bar1").axes[1].y, 0.005, "balance of torques"};
}

/// [N], by which the ends of all ropes pull upwards.
double uprightPull(const Workshop& sim)
{
    double sum = 0.0;
    for (const Workshop::Piece& piece : sim.pieces())
    {
        const rope::Rope& rope = sim.ropeOf(piece);
        const auto upright = [&](std::size_t segment)
        {
            const Vec3 way =
                sim.masses()[rope.first + segment + 1].position - sim.masses()[rope.first + segment].position;
            return rope.springs[segment].tension(glm::length(way)) * way.y / glm::length(way);
        };
        sum += upright(rope.segments() - 1) - upright(0);
    }
    return sum;
}

/// What ropes between held ends carry is what they and the bodies on them weigh, but for the masses that are held.
CheckRow carriedRow(WorkshopPreset preset, std::string_view quantity)
{
    Workshop sim = damped(preset);
    sim.advance(5.0);
    double mass = 0.0;
    for (const SetUpSolid& solid : sim.setUp()->solids)
        mass += solid.moves == Moves::free ? solid.mass : 0.0;
    for (const Workshop::Piece& piece : sim.pieces())
    {
        const rope::RopeConstants& rope = sim.ropeOf(piece).constants;
        mass += rope.massPerLength() * (rope.length() - rope.springLength);
    }
    return {std::string(quantity), "N", g * mass, uprightPull(sim), 0.01 * g * mass, "weight of all that it carries"};
}

/// A sling of a Y carries half of the load, by its slope.
CheckRow slingRow()
{
    Workshop sim = damped(WorkshopPreset::crane);
    sim.advance(4.0);
    const RopePlace top{"left_sling", rope::RopeEnd::first};
    const Vec3 way = sim.positionOf(top) - sim.positionOf(RopePlace{"left_sling", rope::RopeEnd::last});
    const SetUpRope& sling = *ropeNamed(*sim.setUp(), "left_sling");
    const double weight = g * (massOf(sim, "crate") + 2.0 * sling.massPerLength * glm::length(way));
    const double expected = 0.5 * weight * glm::length(way) / way.y;
    return {"pull of a sling of the crane", "N", expected, sim.forceAt(top), 0.005 * expected, "weight/(2 cos a)"};
}

/// The pieces of a rope that is cut fly apart at T/sqrt(EA w), as far as the wave has come.
CheckRow recoilRow()
{
    Workshop sim = ready(WorkshopPreset::cut);
    sim.advance(3.0);
    const SetUpRope& rope = sim.setUp()->ropes.front();
    const RopePlace middle{rope.name, std::nullopt, 0.5 * rope.length};
    const double expected = sim.forceAt(middle) / std::sqrt(rope.axialStiffness * rope.massPerLength);
    WorkshopSettings settings = sim.settings();
    settings.maxDt = 1e-4;
    sim.setSettings(settings);
    sim.cut(middle);
    sim.advance(0.003); // the wave is 0.6 m from the cut
    const rope::Rope& first = sim.ropeOf(sim.pieces().front());
    double speed = 0.0;
    constexpr std::size_t count = 20;
    for (std::size_t i = 0; i < count; ++i)
        speed += glm::length(sim.masses()[first.first + first.masses() - 1 - i].velocity) / count;
    return {"speed of a cut rope's ends", "m/s", expected, speed, 0.03 * expected, "T/sqrt(EA w)"};
}

} // namespace

std::vector<CheckRow> workshopChecks()
{
    return {atwoodRow(),
            doubleAtwoodRow(),
            tackleRow(),
            zPulleyRow(),
            forceTableRow(),
            clothesLineRow(),
            swingRow(),
            mobileRow(),
            carriedRow(WorkshopPreset::rope_bridge, "upright pull at the ends of the rope bridge"),
            carriedRow(WorkshopPreset::hammock, "upright pull at the ends of the hammock"),
            slingRow(),
            winchRow(),
            ringRow(),
            slingHitchRow(),
            recoilRow()};
}

} // namespace ropewalk
