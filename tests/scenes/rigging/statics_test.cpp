// What hangs at rest on ropes, against tests/data/rigging.json.
#include "rigging.hpp"

#include "scenes/set_up/path_layout.hpp"

#include <rope/rope_by_length.hpp>

using namespace ropewalk;

namespace
{

/// Strings with so many segments to the radius of what they run round: a coarse polygon has its own places of rest.
void refine(SetUp& setUp, double radius, int segments)
{
    for (SetUpRope& rope : setUp.ropes)
    {
        rope.axialStiffness = 1e4;
        rope.massCount = 1 + static_cast<int>(std::ceil(lengthOf(setUp, rope) / radius * segments));
    }
}

/// [N], of the segment before that place.
double before(const Workshop& sim, const RopePlace& place)
{
    const double segment = sim.rope().springs().front().restLength;
    return sim.forceAt(RopePlace{place.rope, {}, place.along - segment});
}

/// Of a rope whose weight a metre and EA the item tells.
void heavy(SetUpRope& rope, double weight, double stiffness)
{
    rope.massPerLength = weight / g;
    rope.axialStiffness = stiffness;
}

} // namespace

TEST_CASE("rig.force_table.3-4-5, rig.force_table.2-2-3, rig.force_table.skew: a knot between two pulleys",
          "[workshop][rigging]")
{
    const std::string id =
        GENERATE(as<std::string>{}, "rig.force_table.3-4-5", "rig.force_table.2-2-3", "rig.force_table.skew");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    Rig rig;
    const double reach = numberOf(in, "radius_of_the_ropes_line");
    const Vec3 one = point(in.at("sheaves").at(0));
    const Vec3 two = point(in.at("sheaves").at(1));
    rig.wheel("one", one, reach, 0.1);
    rig.wheel("two", two, reach, 0.1);
    rig.weight("w1", in.at("weights").at(0).get<double>(), one + Vec3(-reach, -1.0, 0.0));
    rig.weight("w2", in.at("weights").at(1).get<double>(), two + Vec3(reach, -1.0, 0.0));
    rig.weight("knot", in.at("weights").at(2).get<double>(), 0.5 * (one + two) + Vec3(0.0, -0.3, 0.0));
    rig.rope("left_string", {middleOf("w1"), right("one"), middleOf("knot")});
    rig.rope("right_string", {middleOf("knot"), right("two"), middleOf("w2")});
    rig.joint({lastOf("left_string"), firstOf("right_string")});
    refine(rig.setUp, reach, 8);
    Workshop sim = rig.made();
    atRest(sim);
    const Vec3 knot = sim.bodyOf("knot").position;
    const Vec3 wanted = point(item.at("expected").at("knot"));
    CHECK(knot.x == within(item, wanted.x, glm::distance(one, two)));
    CHECK(knot.y == within(item, wanted.y, glm::distance(one, two)));
}

TEST_CASE("rig.force_table.round.a: three strings over the rim of a table", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.force_table.round.a");
    const nlohmann::json& in = item.at("inputs");
    const double rim = numberOf(in, "rim_radius");
    constexpr double reach = 0.012;
    Rig rig;
    const nlohmann::json& wanted = item.at("expected").at("knot_xz");
    const Vec3 rest(wanted.at(0).get<double>(), 0.0, wanted.at(1).get<double>());
    for (std::size_t i = 0; i < 3; ++i)
    {
        const double angle = in.at("sheave_angles_deg").at(i).get<double>() * std::numbers::pi / 180.0;
        const Vec3 edge = rim * Vec3(std::cos(angle), 0.0, std::sin(angle));
        const Vec3 out = glm::normalize(edge - rest); // the pulleys are turned to the strings
        const std::string number = std::to_string(i);
        rig.wheel("wheel" + number, edge - Vec3(0.0, reach, 0.0), reach, 0.1).axis = Vec3(-out.z, 0.0, out.x);
        rig.weight("w" + number, in.at("weights").at(i).get<double>(), edge + reach * out - Vec3(0.0, 0.6, 0.0));
        rig.rope("string" + number, {rest + Vec3(0.02, 0.0, 0.02), right("wheel" + number), middleOf("w" + number)});
    }
    rig.joint({firstOf("string0"), firstOf("string1"), firstOf("string2")});
    refine(rig.setUp, reach, 4);
    Workshop sim = rig.made();
    atRest(sim);
    const Vec3 knot = sim.positionOf(firstOf("string0"));
    CHECK(knot.x == within(item, rest.x, rim));
    CHECK(knot.z == within(item, rest.z, rim));
}

TEST_CASE("rig.yjoint.plane, rig.yjoint.loaded, rig.yjoint.light_in_space: three ropes in one joint",
          "[workshop][rigging]")
{
    const std::string id =
        GENERATE(as<std::string>{}, "rig.yjoint.plane", "rig.yjoint.loaded", "rig.yjoint.light_in_space");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    Rig rig;
    Vec3 joint(0.0);
    for (const nlohmann::json& fixed : in.at("fixed_points"))
        joint += point(fixed) / 3.0;
    const double mass = numberOf(in, "mass_of_the_joint");
    if (mass > 0.0)
        rig.weight("joint", mass, joint);
    const auto name = [](std::size_t i) { return "rope" + std::to_string(i); };
    for (std::size_t i = 0; i < 3; ++i)
    {
        const Vec3 fixed = point(in.at("fixed_points").at(i));
        const Stop end = mass > 0.0 ? Stop(middleOf("joint")) : Stop(joint);
        heavy(rig.slack(name(i), {fixed, end}, in.at("lengths").at(i).get<double>(), 60),
              in.at("weight_per_m").at(i).get<double>(), in.at("EA").at(i).get<double>());
        rig.hold(firstOf(name(i)), fixed);
    }
    rig.joint({lastOf(name(0)), lastOf(name(1)), lastOf(name(2))});
    Workshop sim = rig.made();
    atRest(sim);
    const Vec3 place = sim.positionOf(lastOf(name(0)));
    for (int k = 0; k < 3; ++k)
        CHECK(place[k] == within(item, point(out.at("joint"))[k]));
    for (std::size_t i = 0; i < 3; ++i)
    {
        // A segment tells the tension of its middle.
        const double half =
            0.5 * in.at("weight_per_m").at(i).get<double>() * in.at("lengths").at(i).get<double>() / 60.0;
        const auto near = [&](const char* key)
        { return Approx(out.at(key).at(i).get<double>()).epsilon(numberOf(item.at("tolerance"), "rel")).margin(half); };
        CHECK(sim.forceAt(lastOf(name(i))) == near("tensions_at_the_joint"));
        CHECK(sim.forceAt(firstOf(name(i))) == near("tensions_at_the_fixed_points"));
    }
}

TEST_CASE("rig.point_load.a, rig.point_load.b: a weight on a heavy rope", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.point_load.a", "rig.point_load.b");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    Rig rig;
    const Vec3 from = point(in.at("fixed_points").at(0));
    const Vec3 to = point(in.at("fixed_points").at(1));
    const double length = numberOf(in, "rope_length");
    const int segments = static_cast<int>(std::round(length / 0.02));
    heavy(rig.slack("line", {from, to}, length, segments), numberOf(in, "weight_per_m"), numberOf(in, "EA"));
    rig.hold(firstOf("line"), from);
    rig.hold(lastOf("line"), to);
    const RopePlace tied{"line", {}, numberOf(in, "weight_tied_at")};
    rig.weight("load", numberOf(in, "mass"), rig.made().positionOf(tied));
    rig.tie(tied, middleOf("load"));
    Workshop sim = rig.made();
    atRest(sim);
    const Vec3 place = sim.bodyOf("load").position;
    CHECK(place.x == within(item, out.at("place_of_the_weight").at(0).get<double>()));
    CHECK(place.y == within(item, out.at("place_of_the_weight").at(1).get<double>()));
    CHECK(before(sim, tied) == within(item, out.at("tension_beside_the_weight").at(0).get<double>()));
    CHECK(sim.forceAt(tied) == within(item, out.at("tension_beside_the_weight").at(1).get<double>()));
    CHECK(sim.forceAt(firstOf("line")) == within(item, out.at("tension_at_the_fixed_points").at(0).get<double>()));
    CHECK(sim.forceAt(lastOf("line")) == within(item, out.at("tension_at_the_fixed_points").at(1).get<double>()));
}

TEST_CASE("rig.clothesline.fixed, rig.clothesline.sheave: weights on a clothesline", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.clothesline.fixed", "rig.clothesline.sheave");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const bool fixed = in.contains("fixed_points");
    const Vec3 from = point(fixed ? in.at("fixed_points").at(0) : in.at("left_end"));
    const Vec3 to = point(fixed ? in.at("fixed_points").at(1) : in.at("rope_leaves_the_sheave_at"));
    const auto count = in.at("weights").get<std::size_t>();
    const double length = fixed ? numberOf(in, "rope_length") : 9.1;
    const double apart =
        fixed ? length / static_cast<double>(count + 1) : numberOf(in, "rest_length_to_first_and_between");
    Rig rig;
    Stop end = to;
    if (!fixed)
    {
        // What hangs beside the wheel pulls too.
        constexpr double reach = 0.05;
        rig.wheel("wheel", to - Vec3(0.0, reach, 0.0), reach, 0.1);
        const double hanging = length - glm::distance(from, to);
        rig.weight("counter", (numberOf(in, "pull_of_the_counterweight") - hanging * numberOf(in, "weight_per_m")) / g,
                   to + Vec3(reach, 0.1 - hanging, 0.0));
        end = middleOf("counter");
    }
    SetUpRope& line =
        rig.slack("line", fixed ? std::vector<Stop>{from, end} : std::vector<Stop>{from, right("wheel"), end}, length,
                  static_cast<int>(std::round(length / apart * 160.0)));
    heavy(line, numberOf(in, "weight_per_m"), numberOf(in, "EA"));
    rig.hold(firstOf("line"), from);
    if (fixed)
        rig.hold(lastOf("line"), to);
    const Workshop bare = rig.made();
    for (std::size_t i = 1; i <= count; ++i)
    {
        const RopePlace tied{"line", {}, apart * static_cast<double>(i)};
        const std::string name = "w" + std::to_string(i);
        rig.weight(name, numberOf(in, "each_mass"), bare.positionOf(tied));
        rig.tie(tied, middleOf(name));
    }
    Workshop sim = rig.made();
    atRest(sim);
    for (std::size_t i = 0; i < count; ++i)
    {
        const Vec3 place = sim.bodyOf("w" + std::to_string(i + 1)).position;
        CHECK(place.x == within(item, out.at("places_of_the_weights").at(i).at(0).get<double>()));
        CHECK(place.y == within(item, out.at("places_of_the_weights").at(i).at(1).get<double>()));
    }
    CHECK(sim.forceAt(firstOf("line")) == within(item, out.at("tension_left").get<double>()));
    if (fixed)
        CHECK(sim.forceAt(lastOf("line")) == within(item, out.at("tension_right").get<double>()));
}

TEST_CASE("rig.zipline.elastic: a weight in the middle of a stretchy rope", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.zipline.elastic");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    Rig rig;
    const Vec3 to = point(in.at("supports").at(1));
    const double length = numberOf(in, "rope_rest_length");
    rig.slack("line", {Vec3(0.0), to}, length, 100).axialStiffness = numberOf(in, "EA");
    rig.hold(firstOf("line"), Vec3(0.0));
    rig.hold(lastOf("line"), to);
    const RopePlace middle{"line", {}, 0.5 * length};
    rig.weight("load", numberOf(in, "weight") / g, rig.made().positionOf(middle));
    rig.tie(middle, middleOf("load"));
    Workshop sim = rig.made();
    atRest(sim);
    CHECK(-sim.bodyOf("load").position.y == within(item, numberOf(out, "sag")));
    CHECK(sim.forceAt(firstOf("line")) == within(item, numberOf(out, "tension")));
    CHECK(sim.lengthOf("line") - length == within(item, numberOf(out, "stretch")));
}

TEST_CASE("rig.bridge.hangers.a: loads at equal distances on a light rope", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.bridge.hangers.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double span = numberOf(in, "span");
    const auto panels = in.at("panels").get<std::size_t>();
    const double panel = span / static_cast<double>(panels);
    Rig rig;
    const auto height = [&](std::size_t i)
    { return i == 0 || i == panels ? 0.0 : out.at("corner_heights").at(i - 1).get<double>(); };
    const auto place = [&](std::size_t i) // shallower than at rest
    { return Vec3(panel * static_cast<double>(i), 0.9 * height(i), 0.0); };
    const auto load = [](std::size_t i) { return "load" + std::to_string(i); };
    for (std::size_t i = 1; i < panels; ++i)
        rig.weight(load(i), numberOf(in, "load_each") / g, place(i));
    for (std::size_t i = 0; i < panels; ++i)
    {
        const Stop from = i == 0 ? Stop(place(0)) : Stop(middleOf(load(i)));
        const Stop to = i + 1 == panels ? Stop(place(panels)) : Stop(middleOf(load(i + 1)));
        const std::string name = "piece" + std::to_string(i);
        rig.slack(name, {from, to}, std::hypot(panel, height(i + 1) - height(i)), 10).axialStiffness = 1e7;
        if (i > 0)
            rig.joint({lastOf("piece" + std::to_string(i - 1)), firstOf(name)});
    }
    const std::string last = "piece" + std::to_string(panels - 1);
    rig.hold(firstOf("piece0"), place(0));
    rig.hold(lastOf(last), place(panels));
    Workshop sim = rig.made();
    atRest(sim);
    for (std::size_t i = 1; i < panels; ++i)
        CHECK(sim.bodyOf(load(i)).position.y == within(item, height(i)));
    CHECK(sim.forceAt(firstOf("piece0")) == within(item, numberOf(out, "tension_at_the_ends")));
    CHECK(sim.forceAt(lastOf(last)) == within(item, numberOf(out, "tension_at_the_ends")));
}

TEST_CASE("rig.bridge.walker, rig.bridge.walker_aside: planks between two ropes", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.bridge.walker", "rig.bridge.walker_aside");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double span = numberOf(in, "span");
    const double length = numberOf(in, "rope_length");
    const int planks = in.at("planks").get<int>();
    const double apart = length / (planks + 1);
    constexpr double width = 2.0;
    Rig rig;
    for (const double z : {-0.5 * width, 0.5 * width})
    {
        const std::string name = z < 0.0 ? "far_rope" : "near_rope";
        rig.slack(name, {Vec3(0.0, 0.0, z), Vec3(span, 0.0, z)}, length, 4 * (planks + 1)).axialStiffness = 1e7;
        rig.hold(firstOf(name), {0.0, 0.0, z});
        rig.hold(lastOf(name), {span, 0.0, z});
    }
    const Workshop bare = rig.made();
    const auto name = [](int i) { return "plank" + std::to_string(i); };
    for (int i = 1; i <= planks; ++i)
    {
        const RopePlace near{"near_rope", {}, apart * i};
        SetUpSolid plank = usualSolid(SceneSolid::Shape::plank);
        plank.name = name(i);
        plank.mass = numberOf(in, "plank_mass");
        plank.size = {0.2, 0.02, width};
        plank.position = bare.positionOf(near) - Vec3(0.0, 0.0, 0.5 * width);
        rig.setUp.solids.push_back(plank);
        rig.tie(near, SolidPlace{name(i), {0.0, 0.0, 0.5 * width}, {}});
        rig.tie(RopePlace{"far_rope", {}, apart * i}, SolidPlace{name(i), {0.0, 0.0, -0.5 * width}, {}});
    }
    const int under = in.at("on_plank").get<int>();
    const Vec3 feet(0.0, 0.0, width * (numberOf(in, "share_on_the_near_rope") - 0.5));
    rig.weight("walker", numberOf(in, "person"), solidNamed(rig.setUp, name(under))->position + feet);
    rig.tie(SolidPlace{name(under), feet, {}}, middleOf("walker"));
    Workshop sim = rig.made();
    atRest(sim);
    for (const char* rope : {"near_rope", "far_rope"})
    {
        INFO(rope);
        const nlohmann::json& wanted = out.at(rope);
        const Vec3 place = sim.positionOf(RopePlace{rope, {}, apart * under});
        CHECK(place.x == within(item, wanted.at("plank_there").at(0).get<double>()));
        CHECK(place.y == within(item, wanted.at("plank_there").at(1).get<double>()));
        CHECK(sim.forceAt(firstOf(rope)) == within(item, numberOf(wanted, "tension_left")));
    }
    CHECK(sim.forceAt(lastOf("near_rope")) == within(item, numberOf(out.at("near_rope"), "tension_right")));
}

TEST_CASE("rig.v_anchor: a weight on two legs", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.v_anchor");
    const nlohmann::json& in = item.at("inputs");
    for (std::size_t i = 0; i < in.at("angles_deg").size(); ++i)
    {
        const double half = in.at("angles_deg")[i].get<double>() / 360.0 * std::numbers::pi;
        CAPTURE(half);
        Rig rig;
        rig.weight("load", numberOf(in, "load") / g, {0.0, -std::cos(half), 0.0});
        for (const auto& [name, side] : {std::pair("left", -1.0), std::pair("right", 1.0)})
        {
            const Vec3 bolt(side * std::sin(half), 0.0, 0.0);
            rig.slack(name, {bolt, middleOf("load")}, 1.0, 8).axialStiffness = 1e8;
            rig.hold(firstOf(name), bolt);
        }
        rig.joint({lastOf("left"), lastOf("right")});
        Workshop sim = rig.made();
        atRest(sim);
        for (const char* name : {"left", "right"})
            CHECK(sim.forceAt(lastOf(name)) == within(item, item.at("expected").at("leg_force")[i].get<double>()));
    }
}

// Bolts and load are round and of one size: the straights are as those between their middles. A flat triangle hangs
// lower by what its rope stretches, and by what a polygon on a wheel is shorter than the arc: so it is laid out with
// legs that are as much too short.
TEST_CASE("rig.v_anchor: a weight on one loop through both bolts", "[workshop][rigging][long]")
{
    const nlohmann::json item = rigging("rig.v_anchor");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const std::size_t i = GENERATE(range(std::size_t{0}, std::size_t{6}));
    const double half = in.at("angles_deg")[i].get<double>() / 360.0 * std::numbers::pi;
    CAPTURE(half);
    const double aside = std::sin(half);
    const auto hang = [&](double leg)
    {
        Rig rig;
        constexpr double reach = 0.05;
        for (const auto& [name, side] : {std::pair("left", -1.0), std::pair("right", 1.0)})
            rig.wheel(name, {side * aside, 0.0, 0.0}, reach, 0.1);
        drum(rig, "load", {0.0, -std::sqrt(leg * leg - aside * aside), 0.0}, reach, Moves::free).mass =
            numberOf(in, "load") / g;
        SetUpRope& sling = rig.rope("sling", {left("left"), left("load"), left("right")});
        sling.closed = true;
        sling.axialStiffness = 1e8;
        sling.contactFriction = 0.0;
        Workshop sim = rig.made();
        atRest(sim);
        return sim;
    };
    Workshop sim = hang(1.0);
    const auto tooLong = [&] { return std::hypot(aside, sim.bodyOf("load").position.y) - 1.0; };
    constexpr double enough = 2e-5; // [m]
    for (double leg = 1.0; tooLong() > enough;)
        sim = hang(leg -= tooLong());
    CHECK(sim.forceAt(RopePlace{"sling", {}, 0.5}) == within(item, out.at("triangle_loop_tension")[i].get<double>()));
    for (const char* bolt : {"left", "right"})
        CHECK(sim.axleLoad(bolt) == within(item, out.at("triangle_force_on_a_bolt")[i].get<double>()));
}

// Through the library: a set-up has room for fewer weights.
TEST_CASE("rig.bridge.mixed, rig.bridge.catenary, rig.bridge.parabola: a rope under its own weight and that of a deck",
          "[workshop][rigging]")
{
    const std::string id =
        GENERATE(as<std::string>{}, "rig.bridge.mixed", "rig.bridge.catenary", "rig.bridge.parabola");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double span = numberOf(in, "span");
    rope::RopeByLength rope;
    rope.massCount = 101;
    rope.length = numberOf(in, "rope_length");
    rope.massPerLength = 1.0;
    rope.axialStiffness = 1e8;
    rope.bendingStiffness = rope.torsionalStiffness = 0.0;
    rope.integrator = rope::RopeIntegrator::implicit_euler;
    rope.maxDt = 1.0 / 60.0;
    rope.airFriction = 1.0;
    rope::RopeSimulation sim(rope);
    std::vector<Vec3> line;
    const double high = 0.5 * std::sqrt(rope.length * rope.length - span * span); // of a tent
    for (int i = 0; i < rope.massCount; ++i)
    {
        const double part = static_cast<double>(i) / (rope.massCount - 1);
        line.emplace_back(part * span, -high * (1.0 - std::abs(2.0 * part - 1.0)), 0.0);
    }
    sim.layOut(line);
    const std::size_t last = line.size() - 1;
    sim.pin(0);
    sim.pin(last);
    // The deck hangs plumb: a mass carries what is below it, wherever it has come to.
    for (int round = 0; round < 20; ++round)
    {
        for (std::size_t i = 1; i < last; ++i)
        {
            const double below = 0.5 * (sim.masses()[i + 1].position.x - sim.masses()[i - 1].position.x);
            sim.setMass(i, (numberOf(in, "w") * rope.segment() + numberOf(in, "q") * below) / g);
        }
        sim.advance(1.0);
    }
    const Vec3 way = sim.masses()[1].position - sim.masses()[0].position;
    const double tension = sim.springs().front().tension(glm::length(way));
    CHECK(-sim.masses()[last / 2].position.y == within(item, numberOf(out, "sag")));
    CHECK(tension * way.x / glm::length(way) == within(item, numberOf(out, "horizontal_pull")));
    CHECK(tension == within(item, numberOf(out, "tension_at_the_ends")));
}
