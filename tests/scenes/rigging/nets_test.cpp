// Nets of ropes at rest under weights, against tests/data/rigging.json.
#include "rigging.hpp"

#include <rope/rope_by_length.hpp>

using namespace ropewalk;

TEST_CASE("rig.net.hexagon.a: a hexagon of ropes held by six", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.net.hexagon.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    constexpr double shallow = 0.4; // [m]
    Rig rig;
    const auto corner = [&](std::size_t i, double radius, double height)
    {
        const double angle = std::numbers::pi / 3.0 * static_cast<double>(i);
        return Vec3(radius * std::cos(angle), height, radius * std::sin(angle));
    };
    const auto named = [](const char* what, std::size_t i) { return what + std::to_string(i % 6); };
    const double side = numberOf(in, "ring_side");
    for (std::size_t i = 0; i < 6; ++i)
        rig.weight(named("load", i), numberOf(in, "weight_each") / g, corner(i, side, -shallow));
    for (std::size_t i = 0; i < 6; ++i)
    {
        const Vec3 anchor = corner(i, numberOf(in, "anchors_radius"), 0.0);
        rig.slack(named("holding", i), {anchor, middleOf(named("load", i))}, numberOf(in, "holding_ropes"), 8);
        rig.hold(firstOf(named("holding", i)), anchor);
        rig.slack(named("ring", i), {middleOf(named("load", i)), middleOf(named("load", i + 1))}, side, 8);
        rig.joint({lastOf(named("holding", i)), firstOf(named("ring", i)), lastOf(named("ring", i + 5))});
    }
    Workshop sim = rig.made();
    atRest(sim);
    for (std::size_t i = 0; i < 6; ++i)
    {
        CHECK(-sim.bodyOf(named("load", i)).position.y == within(item, numberOf(out, "depth")));
        CHECK(sim.forceAt(lastOf(named("holding", i))) == within(item, numberOf(out, "tension_of_holding_ropes")));
        CHECK(sim.forceAt(RopePlace{named("ring", i), {}, 0.5 * side}) ==
              within(item, numberOf(out, "tension_of_the_ring")));
    }
}

TEST_CASE("rig.net.hub: a weight on a hub of ropes", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.net.hub");
    const nlohmann::json& in = item.at("inputs");
    const auto count = in.at("ropes").get<std::size_t>();
    Rig rig;
    rig.weight("load", numberOf(in, "weight") / g, {0.0, -0.5, 0.0});
    std::vector<RopePlace> ends;
    for (std::size_t i = 0; i < count; ++i)
    {
        const double angle = 2.0 * std::numbers::pi / static_cast<double>(count) * static_cast<double>(i);
        const Vec3 anchor = numberOf(in, "circle") * Vec3(std::cos(angle), 0.0, std::sin(angle));
        const std::string name = "rope" + std::to_string(i);
        rig.slack(name, {anchor, middleOf("load")}, numberOf(in, "length"), 10);
        rig.hold(firstOf(name), anchor);
        ends.push_back(lastOf(name));
    }
    rig.joint(ends);
    Workshop sim = rig.made();
    atRest(sim);
    CHECK(-sim.bodyOf("load").position.y == within(item, numberOf(item.at("expected"), "depth")));
    for (const RopePlace& end : ends)
        CHECK(sim.forceAt(end) == within(item, numberOf(item.at("expected"), "tension")));
}

TEST_CASE("rig.net.square5: a net of strings in a frame, a weight at each joint", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.net.square5");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    constexpr std::size_t joints = 5; // along a string
    constexpr int segments = 4;       // of a piece of a string
    const double side = numberOf(in, "frame_side");
    const double spacing = numberOf(in, "spacing_of_pins");
    rope::RopeByLength string;
    string.massCount = static_cast<int>(joints + 1) * segments + 1;
    string.length = numberOf(in, "string_rest_length") * static_cast<double>(joints + 1);
    string.massPerLength = 1e-3;
    string.axialStiffness = numberOf(in, "EA");
    string.bendingStiffness = string.torsionalStiffness = 0.0;
    string.integrator = rope::RopeIntegrator::implicit_euler;
    string.maxDt = 1.0 / 60.0;
    string.airFriction = 1.0;
    const auto line = [&](std::size_t number, bool across)
    {
        std::vector<Vec3> points;
        const double beside = spacing * static_cast<double>(number);
        for (int i = 0; i < string.massCount; ++i)
        {
            const double along = side * i / (string.massCount - 1);
            points.push_back(across ? Vec3(beside, 0.0, along) : Vec3(along, 0.0, beside));
        }
        return points;
    };
    rope::RopeSimulation sim(string);
    sim.layOut(line(1, false));
    for (std::size_t k = 1; k < 2 * joints; ++k)
        sim.addRope(sim.settings(), line(k % joints + 1, k >= joints));
    const auto mass = [&](std::size_t rope, std::size_t joint)
    { return rope * static_cast<std::size_t>(string.massCount) + joint * segments; };
    for (std::size_t rope = 0; rope < 2 * joints; ++rope)
        for (const std::size_t end : {std::size_t{0}, joints + 1})
            sim.pin(mass(rope, end));
    for (std::size_t i = 1; i <= joints; ++i)
        for (std::size_t j = 1; j <= joints; ++j)
        {
            sim.tie(mass(j - 1, i), mass(joints + i - 1, j));
            sim.setForce(mass(j - 1, i), {0.0, -numberOf(in, "weight_each"), 0.0});
        }
    sim.advance(20.0);
    for (const auto& [name, wanted] : out.at("joints").items())
    {
        INFO(name);
        const Vec3 place =
            sim.masses()[mass(static_cast<std::size_t>(name[2] - '1'), static_cast<std::size_t>(name[0] - '0'))]
                .position;
        const Vec3 expected = point(wanted);
        for (int c = 0; c < 3; ++c)
            CHECK(place[c] == within(item, expected[c]));
    }
    double largest = 0.0;
    double least = std::numeric_limits<double>::infinity();
    double upward = 0.0; // [N]
    for (const rope::RopeId id : sim.ropes())
    {
        const rope::Rope& one = sim.rope(id);
        for (std::size_t i = 0; i < one.segments(); ++i)
        {
            const Vec3 way = sim.masses()[one.first + i + 1].position - sim.masses()[one.first + i].position;
            const double length = glm::length(way);
            const double tension = one.springs[i].tension(length);
            largest = std::max(largest, tension);
            least = std::min(least, tension);
            if (i == 0 || i + 1 == one.segments())
                upward += (i == 0 ? -1.0 : 1.0) * tension * way.y / length;
        }
    }
    CHECK(largest == within(item, numberOf(out, "largest_tension")));
    CHECK(least == within(item, numberOf(out, "least_tension")));
    CHECK(upward == within(item, numberOf(out, "sum_of_upward_pulls_on_frame")));
}

TEST_CASE("rig.net.ladder: somebody on a rope ladder", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.net.ladder");
    const nlohmann::json& in = item.at("inputs");
    const int rungs = in.at("rungs").get<int>();
    const double width = numberOf(in, "width");
    constexpr double apart = 0.3;
    Rig rig;
    for (const char* name : {"left_rope", "right_rope"})
    {
        const double x = (name[0] == 'l' ? -0.5 : 0.5) * width;
        SetUpRope& rope = rig.slack(name, {Vec3(x, 0.0, 0.0), Vec3(x, -apart * rungs, 0.0)}, apart * rungs, 4 * rungs);
        rope.massPerLength = 1e-4;
        rig.hold(firstOf(name), {x, 0.0, 0.0});
    }
    const auto name = [](int i) { return "rung" + std::to_string(i); };
    for (int i = 1; i <= rungs; ++i)
    {
        SetUpSolid rung = usualSolid(SceneSolid::Shape::plank);
        rung.name = name(i);
        rung.mass = numberOf(in, "rung_mass");
        rung.size = {width, 0.02, 0.02};
        rung.position = {0.0, -apart * i, 0.0};
        rig.setUp.solids.push_back(rung);
        rig.tie(RopePlace{"left_rope", {}, apart * i}, SolidPlace{name(i), Vec3(0.0), "left"});
        rig.tie(RopePlace{"right_rope", {}, apart * i}, SolidPlace{name(i), Vec3(0.0), "right"});
    }
    const std::string under = name(in.at("on_rung").get<int>());
    const Vec3 feet(width * (0.5 - (1.0 - numberOf(in, "place_from_the_right_rope_towards_left"))), 0.0, 0.0);
    rig.weight("person", numberOf(in, "person"), solidNamed(rig.setUp, under)->position + feet);
    rig.tie(SolidPlace{under, feet, {}}, middleOf("person"));
    Workshop sim = rig.made();
    atRest(sim);
    for (int i = 0; i < rungs; ++i)
    {
        INFO("above rung " << i + 1);
        const double middle = apart * (i + 0.5);
        const auto wanted = [&](const char* key)
        { return item.at("expected").at(key).at(static_cast<std::size_t>(i)).get<double>(); };
        CHECK(sim.forceAt(RopePlace{"left_rope", {}, middle}) == within(item, wanted("left_above_rung_k")));
        CHECK(sim.forceAt(RopePlace{"right_rope", {}, middle}) == within(item, wanted("right_above_rung_k")));
    }
}
