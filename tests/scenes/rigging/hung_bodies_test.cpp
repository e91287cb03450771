// Bodies that hang at rest on ropes, against tests/data/rigging.json.
#include "rigging.hpp"

using namespace ropewalk;

namespace
{

/// A plate hung level by upright ropes at these places of it, x and z, under a weight that is tied to it at `at`.
Workshop plateAtRest(const nlohmann::json& in, const std::vector<Vec3>& places, const Vec3& size, double mass,
                     const Vec3& weightAt, const Vec3& centre)
{
    Rig rig;
    SetUpSolid plate = usualSolid(SceneSolid::Shape::plank);
    plate.name = "plate";
    plate.mass = mass;
    plate.size = size;
    plate.position = centre;
    rig.setUp.solids.push_back(plate);
    const double length = numberOf(in, "rope_rest_length");
    for (std::size_t i = 0; i < places.size(); ++i)
    {
        const std::string name = "rope" + std::to_string(i);
        const Vec3 high = places[i] + Vec3(0.0, length, 0.0);
        rig.slack(name, {high, SolidPlace{"plate", places[i] - centre, {}}}, length, 10).axialStiffness =
            numberOf(in, "EA");
        rig.hold(firstOf(name), high);
    }
    rig.weight("weight", numberOf(in, "weight"), weightAt);
    rig.tie(SolidPlace{"plate", weightAt - centre, {}}, middleOf("weight"));
    Workshop sim = rig.made();
    atRest(sim);
    return sim;
}

} // namespace

TEST_CASE("rig.hung_corner.a: a box hung at a corner", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.hung_corner.a");
    const nlohmann::json& out = item.at("expected");
    Rig rig;
    SetUpSolid box;
    box.shape = SceneSolid::Shape::box;
    box.name = "box";
    box.moves = Moves::free;
    box.mass = numberOf(item.at("inputs"), "mass");
    box.size = point(item.at("inputs").at("box_x_y_z"));
    const Vec3 corner = 0.5 * box.size;
    box.position = Vec3(0.0, -0.5, 0.0) - corner;
    rig.setUp.solids.push_back(box);
    rig.slack("line", {Vec3(0.0), SolidPlace{"box", corner, {}}}, 0.5, 20);
    rig.hold(firstOf("line"), Vec3(0.0));
    Workshop sim = rig.made();
    atRest(sim);
    const rope::Body body = sim.bodyOf("box");
    for (int i = 0; i < 3; ++i)
    {
        const double angle = std::acos(std::abs(body.axes[i].y)) * 180.0 / std::numbers::pi;
        CHECK(angle ==
              within(item, out.at("angle_of_each_edge_to_upright_deg").at(std::string(1, "xyz"[i])).get<double>()));
    }
    CHECK(body.pointAt(corner).y - body.position.y == Approx(numberOf(out, "centre_below_the_corner")).epsilon(0.01));
    CHECK(sim.forceAt(firstOf("line")) == Approx(numberOf(out, "tension")).epsilon(0.01));
}

TEST_CASE("rig.plank.a: a weight on a hung plank", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.plank.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double length = numberOf(in, "plank_length");
    const Vec3 at(numberOf(in, "at_from_left"), 0.0, 0.0);
    const Workshop sim = plateAtRest(in, {Vec3(0.0), Vec3(length, 0.0, 0.0)}, {length, 0.02, 0.2},
                                     numberOf(in, "plank_mass"), at, {0.5 * length, 0.0, 0.0});
    const double rest = numberOf(in, "rope_rest_length");
    CHECK(sim.forceAt(firstOf("rope0")) == within(item, numberOf(out, "tension_left")));
    CHECK(sim.forceAt(firstOf("rope1")) == within(item, numberOf(out, "tension_right")));
    CHECK(sim.lengthOf("rope0") - rest == within(item, numberOf(out, "stretch_left")));
    CHECK(sim.lengthOf("rope1") - rest == within(item, numberOf(out, "stretch_right")));
    CHECK(-sim.bodyOf("plate").axes[0].y == within(item, numberOf(out, "tilt_rad")));
}

TEST_CASE("rig.plate.three, rig.plate.four: a plate on upright ropes", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.plate.three", "rig.plate.four");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const auto level = [](const nlohmann::json& xz)
    { return Vec3(xz.at(0).get<double>(), 0.0, xz.at(1).get<double>()); };
    std::vector<Vec3> places;
    for (const nlohmann::json& xz : in.at("ropes_at_xz"))
        places.push_back(level(xz));
    const Workshop sim = plateAtRest(in, places, {1.0, 0.02, 1.0}, numberOf(in, "plate_mass"),
                                     level(in.at("weight_at")), level(in.at("centre_of_mass")));
    for (std::size_t i = 0; i < places.size(); ++i)
    {
        CHECK(sim.forceAt(firstOf("rope" + std::to_string(i))) == within(item, out.at("tensions").at(i).get<double>()));
        CHECK(-sim.positionOf(lastOf("rope" + std::to_string(i))).y ==
              within(item, out.at("sinks_at_the_ropes").at(i).get<double>()));
    }
}

TEST_CASE("rig.boom.a: a boom hinged at a wall", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.boom.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double angle = numberOf(in, "angle_above_level_deg") * std::numbers::pi / 180.0;
    const Vec3 along(std::cos(angle), std::sin(angle), 0.0);
    const double length = numberOf(in, "boom_length");
    Rig rig;
    SetUpSolid boom;
    boom.shape = SceneSolid::Shape::post;
    boom.name = "boom";
    boom.moves = Moves::free;
    boom.mass = numberOf(in, "boom_mass");
    boom.radius = 0.03;
    boom.length = length;
    boom.axis = along;
    boom.position = 0.5 * length * along;
    rig.setUp.solids.push_back(boom);
    rig.weight("load", numberOf(in, "load"), length * along);
    const Vec3 wall(0.0, length * along.y, 0.0);
    rig.slack("stay", {wall, SolidPlace{"boom", Vec3(0.0), "last"}}, length * along.x, 40).axialStiffness = 1e7;
    rig.hold(firstOf("stay"), wall);
    rig.tie(Vec3(0.0), SolidPlace{"boom", Vec3(0.0), "first"});
    rig.tie(SolidPlace{"boom", Vec3(0.0), "last"}, middleOf("load"));
    Workshop sim = rig.made();
    atRest(sim);
    CHECK(sim.forceAt(firstOf("stay")) == within(item, numberOf(out, "rope_tension")));
    CHECK(sim.tieForceOf(0) ==
          within(item, std::hypot(numberOf(out, "hinge_horizontal"), numberOf(out, "hinge_upright"))));
}
