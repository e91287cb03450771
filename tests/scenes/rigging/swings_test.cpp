// What swings, whirls and rolls on ropes, against tests/data/rigging.json.
#include "rigging.hpp"

#include <rope/elementary.hpp>

using namespace ropewalk;

namespace
{

constexpr double pi = std::numbers::pi;

double numberOf(const nlohmann::json& in, const char* key)
{
    return in.at(key).get<double>();
}

/// Of readings that are `step` [s] apart.
using Series = std::vector<double>;

/// [rad/s]: within a tenth of `near`, where the spectrum of what swings there is highest; with Hann's window.
double peak(const Series& series, double step, double near)
{
    const auto power = [&](double omega)
    {
        double cosines = 0.0;
        double sines = 0.0;
        for (std::size_t i = 0; i < series.size(); ++i)
        {
            const double part = static_cast<double>(i) / static_cast<double>(series.size());
            const double value = series[i] * (1.0 - std::cos(2.0 * pi * part));
            cosines += value * std::cos(omega * step * static_cast<double>(i));
            sines += value * std::sin(omega * step * static_cast<double>(i));
        }
        return cosines * cosines + sines * sines;
    };
    double best = near;
    for (double width = 0.1 * near; width > 1e-4 * near; width *= 0.2)
    {
        const double middle = best;
        for (int i = -5; i <= 5; ++i)
            if (const double omega = middle + 0.2 * width * i; power(omega) > power(best))
                best = omega;
    }
    return best;
}

/// [s]: from one passage of zero to the one after the next, over `swings` of them.
double period(const Series& series, double step, int swings)
{
    std::vector<double> passages;
    for (std::size_t i = 0; i + 1 < series.size(); ++i)
        if (series[i] * series[i + 1] < 0.0)
            passages.push_back(step * (static_cast<double>(i) + series[i] / (series[i] - series[i + 1])));
    REQUIRE(passages.size() > static_cast<std::size_t>(2 * swings));
    return (passages[static_cast<std::size_t>(2 * swings)] - passages[0]) / swings;
}

template <typename Reading>
Series watched(Workshop& sim, double seconds, const Reading& reading)
{
    Series series;
    for (double time = 0.0; time < seconds; time += sim.settings().maxDt)
    {
        series.push_back(reading());
        sim.advance(sim.settings().maxDt);
    }
    return series;
}

/// Light and short of masses: ropes of which only the length counts.
SetUpRope& thread(Rig& rig, const std::string& name, const std::vector<Stop>& path)
{
    SetUpRope& rope = rig.rope(name, path);
    rope.massCount = 11;
    rope.massPerLength = 1e-4;
    rope.axialStiffness = 1e6;
    return rope;
}

SetUpSolid& box(Rig& rig, const nlohmann::json& in, const char* mass)
{
    SetUpSolid box;
    box.shape = SceneSolid::Shape::box;
    box.name = "box";
    box.moves = Moves::free;
    box.mass = numberOf(in, mass);
    box.size = point(in.at("box_x_y_z"));
    return rig.setUp.solids.emplace_back(box);
}

} // namespace

TEST_CASE("rig.swinging_atwood.a, rig.swinging_atwood.b, rig.swinging_atwood.c: one of two weights swings",
          "[workshop][rigging]")
{
    const std::string id =
        GENERATE(as<std::string>{}, "rig.swinging_atwood.a", "rig.swinging_atwood.b", "rig.swinging_atwood.c");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double reach = numberOf(in, "radius_of_the_ropes_line");
    const double length = numberOf(in, "free_length_at_start");
    const double angle = numberOf(in, "angle_at_start");
    const double mass = numberOf(in, "each_sheave_mass");
    Rig rig;
    const Vec3 axle(-2.5 * length, 0.0, 0.0);
    rig.wheel("right_wheel", Vec3(0.0), reach, mass, 0.5 * mass * reach * reach);
    rig.wheel("left_wheel", axle, reach, mass, 0.5 * mass * reach * reach);
    const Vec3 along(std::sin(angle), -std::cos(angle), 0.0);
    const Vec3 leaves = reach * Vec3(std::cos(angle), std::sin(angle), 0.0);
    rig.weight("m", numberOf(in, "m"), leaves + length * along);
    rig.weight("counter", numberOf(in, "M"), axle + Vec3(-reach, -1.5 * length, 0.0));
    rig.rope("line", {middleOf("counter"), right("left_wheel"), right("right_wheel"), middleOf("m")});
    rig.settings.maxDt = 1.0 / 960.0; // in which less than a segment passes
    Workshop sim = rig.made();
    const double height = sim.bodyOf("counter").position.y;
    for (std::size_t i = 0; i < in.at("times").size(); ++i)
    {
        INFO("at " << in.at("times").at(i));
        sim.advance(in.at("times").at(i).get<double>() - sim.time());
        const auto wanted = [&](const char* key) { return out.at(key).at(i).get<double>(); };
        const Vec3 place = sim.bodyOf("m").position;
        CHECK(place.x == within(item, wanted("x"), length));
        CHECK(place.y == within(item, wanted("y"), length));
        CHECK(sim.bodyOf("counter").position.y - height == within(item, wanted("counterweight_risen"), length));
    }
}

namespace
{

/// A box hung level on two ropes, turned about the upright by an angle [rad], and moved aside by that [m].
Workshop bifilar(const nlohmann::json& in, double turn, const Vec3& aside)
{
    Rig rig;
    SetUpSolid& hung = box(rig, in, "mass");
    const double length = numberOf(in, "rope_length");
    const Vec3 above(0.5 * numberOf(in, "distance_of_the_upper_ends"), 0.0, 0.0);
    const Vec3 on(0.5 * numberOf(in, "distance_on_the_box"), 0.5 * hung.size.y, 0.0);
    const Vec3 turned(on.x * std::cos(turn), 0.0, -on.x * std::sin(turn));
    const Vec3 level = turned + aside - above;
    hung.angle = turn;
    hung.position = aside - Vec3(0.0, std::sqrt(length * length - level.x * level.x - level.z * level.z) + on.y, 0.0);
    thread(rig, "first", {above, SolidPlace{"box", on, {}}});
    thread(rig, "second", {-above, SolidPlace{"box", on * Vec3(-1.0, 1.0, 1.0), {}}});
    rig.hold(firstOf("first"), above);
    rig.hold(firstOf("second"), -above);
    return rig.made();
}

} // namespace

TEST_CASE("rig.bifilar.a, rig.bifilar.b: a box on two ropes turns and swings", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.bifilar.a", "rig.bifilar.b");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    Workshop turning = bifilar(in, 0.03, Vec3(0.0));
    const double step = turning.settings().maxDt;
    const auto turnOf = [](const Workshop& sim) { return sim.bodyOf("box").axes[0].z; };
    CHECK(period(watched(turning, 6.0, [&] { return turnOf(turning); }), step, 3) ==
          within(item, numberOf(out, "torsion_period")));

    Workshop across = bifilar(in, 0.0, {0.0, 0.0, 0.01});
    const Series tilts = watched(across, 20.0, [&] { return across.bodyOf("box").axes[1].z; });
    for (const nlohmann::json& omega : out.at("swing_across_omega"))
        CHECK(peak(tilts, step, omega.get<double>()) == within(item, omega.get<double>()));

    if (!out.contains("swing_along_omega"))
        return;
    Workshop along = bifilar(in, 0.0, {0.02, 0.0, 0.0});
    CHECK(period(watched(along, 8.0, [&] { return along.bodyOf("box").position.x; }), step, 3) ==
          within(item, 2.0 * pi / numberOf(out, "swing_along_omega")));
    Workshop wide = bifilar(in, 1.2, Vec3(0.0));
    CHECK(period(watched(wide, 6.0, [&] { return turnOf(wide); }), step, 2) ==
          within(item, numberOf(out, "torsion_period_at_1_2_rad")));
}

TEST_CASE("rig.hung_box.a, rig.hung_box.b: a box on one rope swings in two ways at once", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.hung_box.a", "rig.hung_box.b");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    Rig rig;
    SetUpSolid& hung = box(rig, in, "mass");
    const double length = numberOf(in, "rope_length");
    const Vec3 aside(0.01 * length, 0.0, 0.01 * length);
    hung.position = aside - Vec3(0.0, length + 0.5 * hung.size.y, 0.0);
    thread(rig, "line", {Vec3(0.0), SolidPlace{"box", Vec3(0.0), "top"}});
    rig.hold(firstOf("line"), Vec3(0.0));
    Workshop sim = rig.made();
    Series inX;
    Series inZ;
    const double step = sim.settings().maxDt;
    while (sim.time() < 20.0)
    {
        inX.push_back(sim.bodyOf("box").axes[1].x);
        inZ.push_back(sim.bodyOf("box").axes[1].z);
        sim.advance(step);
    }
    for (const nlohmann::json& omega : item.at("expected").at("omega").at("in_x"))
        CHECK(peak(inX, step, omega.get<double>()) == within(item, omega.get<double>()));
    for (const nlohmann::json& omega : item.at("expected").at("omega").at("in_z"))
        CHECK(peak(inZ, step, omega.get<double>()) == within(item, omega.get<double>()));
}

TEST_CASE("rig.hung_box.heavy_rope.a: a body on a heavy rope swings in four ways", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.hung_box.heavy_rope.a");
    const nlohmann::json& in = item.at("inputs");
    Rig rig;
    const double mass = numberOf(in, "body_mass");
    const double length = numberOf(in, "rope_length");
    // A cube of this inertia, hung from a point above it.
    SetUpSolid cube;
    cube.shape = SceneSolid::Shape::box;
    cube.name = "body";
    cube.moves = Moves::free;
    cube.mass = mass;
    cube.size = Vec3(std::sqrt(6.0 * numberOf(in, "inertia_about_its_centre") / mass));
    const Vec3 knot(0.0, numberOf(in, "centre_below_the_knot"), 0.0);
    cube.position = Vec3(0.01, 0.0, 0.0) - Vec3(0.0, length, 0.0) - knot;
    rig.setUp.solids.push_back(cube);
    SetUpRope& line = thread(rig, "line", {Vec3(0.0), SolidPlace{"body", knot, {}}});
    line.massPerLength = numberOf(in, "rope_mass_per_m");
    line.massCount = 121;
    rig.hold(firstOf("line"), Vec3(0.0));
    Workshop sim = rig.made();
    const Series tilts = watched(sim, 20.0, [&] { return sim.bodyOf("body").axes[1].x; });
    for (std::size_t i = 0; i < 4; ++i)
    {
        const double omega = item.at("expected").at("omega").at(i).get<double>();
        CHECK(peak(tilts, sim.settings().maxDt, omega) ==
              Approx(omega).epsilon(item.at("tolerance").at("rel").at(i).get<double>()));
    }
}

namespace
{

/// A weight on a rope that is held in the origin.
Workshop whirled(const nlohmann::json& in, const Vec3& at, const Vec3& velocity)
{
    Rig rig;
    rig.weight("bucket", numberOf(in, "mass"), at).velocity = velocity;
    thread(rig, "line", {Vec3(0.0), middleOf("bucket")});
    rig.hold(firstOf("line"), Vec3(0.0));
    rig.settings.maxDt = 1.0 / 960.0;
    return rig.made();
}

} // namespace

TEST_CASE("rig.whirl.upright.a: a bucket on an upright circle", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.whirl.upright.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double radius = numberOf(in, "radius");
    Workshop sim = whirled(in, {0.0, -radius, 0.0}, {numberOf(in, "speed_at_the_bottom"), 0.0, 0.0});
    const auto tension = [&] { return sim.forceAt(firstOf("line")); };
    const auto place = [&] { return sim.bodyOf("bucket").position; };
    const auto until = [&](auto passed)
    {
        while (!passed())
            sim.advance(sim.settings().maxDt);
        return tension();
    };
    const double step = sim.settings().maxDt;
    CHECK(until([&] { return place().y > 0.0; }) == within(item, numberOf(out, "tension_level")));
    CHECK(until([&] { return place().x < 0.0; }) == within(item, numberOf(out, "tension_top")));
    CHECK(until([&] { return place().x > 0.0; }) == within(item, numberOf(out, "tension_bottom")));
    CHECK(sim.time() - 0.5 * step == within(item, numberOf(out, "time_of_a_turn")));
}

TEST_CASE("rig.whirl.cone.a: a weight that goes round below", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.whirl.cone.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double angle = numberOf(in, "angle_to_upright");
    const double length = numberOf(in, "length");
    const Vec3 at = length * Vec3(std::sin(angle), -std::cos(angle), 0.0);
    Workshop sim = whirled(in, at, {0.0, 0.0, numberOf(out, "omega") * at.x});
    Series series;
    double lowest = 0.0;
    double highest = -length;
    while (sim.time() < 5.0)
    {
        const Vec3 place = sim.bodyOf("bucket").position;
        series.push_back(place.z);
        lowest = std::min(lowest, place.y);
        highest = std::max(highest, place.y);
        sim.advance(sim.settings().maxDt);
    }
    CHECK(period(series, sim.settings().maxDt, 2) == within(item, numberOf(out, "period")));
    CHECK(sim.forceAt(firstOf("line")) == within(item, numberOf(out, "tension")));
    CHECK(std::acos(-lowest / length) == within(item, angle));
    CHECK(std::acos(-highest / length) == within(item, angle));
}

TEST_CASE("rig.whirl.rope.a: a whirled rope with a weight at its end", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.whirl.rope.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double length = numberOf(in, "length");
    Rig rig;
    rig.settings.gravity = Vec3(0.0);
    rig.settings.integrator = rope::RopeIntegrator::implicit_euler; // which damps how it rings as it is stretched
    rig.settings.maxDt = 1e-4;
    const Vec3 spin(0.0, 0.0, numberOf(in, "omega"));
    const Vec3 end(length, 0.0, 0.0);
    rig.weight("weight", numberOf(in, "end_mass"), end).velocity = glm::cross(spin, end);
    SetUpRope& line = rig.rope("line", {Vec3(0.0), middleOf("weight")});
    line.massPerLength = numberOf(in, "mass_per_m");
    line.axialStiffness = 1e6;
    line.massCount = 51;
    rig.hold(firstOf("line"), Vec3(0.0));
    Workshop sim = rig.made();
    rope::WrittenMoment moment = sim.written();
    for (std::size_t i = 0; i < moment.positions.size(); ++i)
        moment.velocities[i] = glm::cross(spin, moment.positions[i]);
    sim.beginAt(moment);
    sim.advance(0.05);
    CHECK(sim.forceAt(firstOf("line")) == within(item, numberOf(out, "tension_at_hub")));
    CHECK(sim.forceAt(RopePlace{"line", {}, 0.5 * length}) == within(item, numberOf(out, "tension_in_the_middle")));
    CHECK(sim.forceAt(lastOf("line")) == within(item, numberOf(out, "tension_at_the_weight")));
}

TEST_CASE("rig.trolley.a, rig.trolley.b: a load under a trolley that starts", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.trolley.a", "rig.trolley.b");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double length = numberOf(in, "rope_length");
    const double whole = numberOf(out, "accelerate_for_no_swing_afterwards");
    for (const double share : {1.0, 0.5})
    {
        Rig rig;
        rig.weight("load", 10.0, {0.0, -length, 0.0});
        thread(rig, "line", {Vec3(0.0), middleOf("load")});
        rig.hold(firstOf("line"), Vec3(0.0));
        Workshop sim = rig.made();
        const double step = sim.settings().maxDt;
        double widest = 0.0;
        double afterwards = 0.0;
        double tension = 0.0;
        const double begin = share * whole;
        while (sim.time() < begin + whole)
        {
            const double speed = numberOf(in, "acceleration") * std::min(sim.time() + 0.5 * step, begin);
            sim.moveHold(0, {speed, 0.0, 0.0});
            sim.advance(step);
            const Vec3 way = sim.positionOf(firstOf("line")) - sim.bodyOf("load").position;
            const double angle = std::atan2(way.x, way.y);
            if (sim.time() <= begin)
                widest = std::max(widest, angle);
            else
                afterwards = std::max(afterwards, std::abs(angle));
            tension = std::max(tension, sim.forceAt(firstOf("line")));
        }
        CHECK(widest == within(item, numberOf(out, "largest_angle")));
        CHECK(afterwards ==
              within(item, share < 1.0 ? numberOf(out, "swing_afterwards_if_accelerated_half_as_long") : 0.0));
    }
}

TEST_CASE("rig.rails.a: a ball and a cylinder roll on two ropes", "[workshop][rigging]")
{
    const bool ball = GENERATE(true, false);
    CAPTURE(ball);
    const nlohmann::json item = rigging("rig.rails.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    constexpr double thin = 5e-4; // [m]
    const double slope = numberOf(in, "slope_deg") * pi / 180.0;
    const Vec3 down(std::cos(slope), -std::sin(slope), 0.0);
    const Vec3 up(std::sin(slope), std::cos(slope), 0.0);
    const double half = 0.5 * numberOf(in, "distance_of_the_ropes");
    const double radius = numberOf(in, "ball_radius_to_the_ropes_lines");
    Rig rig;
    rig.settings.maxDt = 1e-3; // [s], in which it rolls over a tenth of a segment
    for (const double z : {-half, half})
    {
        const std::string name = z < 0.0 ? "one" : "other";
        const Vec3 aside(0.0, 0.0, z);
        SetUpRope& rail = rig.rope(name, {aside, aside + 2.0 * down});
        rail.ropeRadius = thin;
        rail.massCount = 201;
        rail.massPerLength = 0.1;
        rail.axialStiffness = 1e6;
        rig.hold(firstOf(name), aside - 0.001 * down); // which stretches it
        rig.hold(lastOf(name), aside + 2.001 * down);
    }
    Workshop sim = rig.made();
    calm(sim, 2.0);
    SetUpSolid roll;
    roll.name = "roll";
    roll.shape = ball ? SceneSolid::Shape::sphere : SceneSolid::Shape::post;
    roll.moves = Moves::free;
    roll.mass = 1.0;
    roll.radius = radius - thin;
    roll.length = 0.1;
    roll.axis = Vec3(0.0, 0.0, 1.0);
    roll.position = 0.5 * down + (ball ? out.at("axis_above_the_plane_of_the_ropes").get<double>() : radius) * up;
    rig.setUp.solids.push_back(roll);
    sim.follow(rig.shared());
    sim.advance(0.2);
    const auto speed = [&] { return glm::dot(sim.bodyOf("roll").velocity, down); };
    const auto early = means(sim, 0.3, speed);
    const auto late = means(sim, 0.3, speed);
    CHECK((late[0] - early[0]) / 0.3 ==
          within(item, numberOf(out, ball ? "acceleration_ball" : "acceleration_cylinder_lying_across")));
}
