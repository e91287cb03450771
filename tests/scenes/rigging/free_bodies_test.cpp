// Bodies that turn, swing, roll, slide and tip, against tests/data/rigging.json.
//
// Left out: body.bounce.a and body.rod_drop.a, as touches have no restitution.
#include "rigging.hpp"

#include "rope/bodies/bodies.hpp"

#include <rope/rope_by_length.hpp>
#include <rope/rope_settings.hpp>

#include <algorithm>

using namespace ropewalk;
using rope::Body;
using rope::BodyId;
using rope::BodyPlace;
using rope::RopeSimulation;
using rope::SolidBody;

namespace
{

constexpr double pi = std::numbers::pi;
constexpr double degree = pi / 180.0;
const Vec3 weight(0.0, -g, 0.0); // [m/s2]
/// [m], half of what a box measures along z: edges are round, by a part of the least side, and so they are nearly
/// sharp.
constexpr double thin = 0.01;

/// A body of these moments of inertia [kg m2] that nothing touches.
Body bodyWith(double mass, const Vec3& inertia)
{
    Body body = rope::weight(mass, Vec3(0.0));
    body.inertia = inertia;
    return body;
}

Vec3 angularMomentum(const Body& body)
{
    return body.axes * (body.inertia * (body.spin * body.axes));
}

double turningEnergy(const Body& body)
{
    return 0.5 * glm::dot(body.spin, angularMomentum(body));
}

/// [rad], from one direction to another about `axis`.
double turnAbout(const Vec3& axis, const Vec3& from, const Vec3& to)
{
    const auto across = [&](const Vec3& v) { return v - glm::dot(v, axis) * axis; };
    return std::atan2(glm::dot(axis, glm::cross(across(from), across(to))), glm::dot(across(from), across(to)));
}

const Vec3 upwards(0.0, 1.0, 0.0);

/// A light, limp rope that hardly stretches, from `from` to `to`, where it has a tension of about `tension` [N].
rope::RopeByLength lightRope(const Vec3& from, const Vec3& to, double tension, double step)
{
    rope::RopeByLength rope;
    rope.massCount = 11;
    rope.massPerLength = 1e-4;
    rope.axialStiffness = 1e6;
    rope.bendingStiffness = rope.torsionalStiffness = 0.0;
    rope.length = glm::distance(from, to) / (1.0 + tension / rope.axialStiffness);
    rope.maxDt = step;
    return rope;
}

void layOut(RopeSimulation& sim, const Vec3& from, const Vec3& to)
{
    std::vector<Vec3> line;
    const std::size_t last = sim.masses().size() - 1;
    for (std::size_t i = 0; i <= last; ++i)
        line.push_back(from + static_cast<double>(i) / static_cast<double>(last) * (to - from));
    sim.layOut(line);
}

/// A floor on which weight comes to pull aside, as on a slope.
struct Slope
{
    RopeSimulation sim = rope::aside();
    double angle = 0.0; ///< [rad]

    Slope() { sim.addSolid(SolidBody::plane(Vec3(0.0), upwards)); }

    /// Goes there within a second, so that what stands does not rock.
    void tiltTo(double radians)
    {
        constexpr int parts = 40;
        const double from = angle;
        for (int i = 1; i <= parts; ++i)
        {
            angle = from + (radians - from) * i / parts;
            rope::RopeSettings settings = sim.settings();
            settings.gravity = g * Vec3(std::sin(angle), -std::cos(angle), 0.0);
            sim.setSettings(settings);
            sim.advance(1.0 / parts);
        }
    }
    BodyId put(Body body, double height)
    {
        body.position = {1.0, height, 0.0};
        return sim.addBody(body);
    }
    double way(BodyId body) const { return sim.body(body).position.x - 1.0; } ///< [m]
};

/// [m/s2], mean acceleration down the slope from half a second to a second.
double acceleration(Slope& slope, BodyId body)
{
    slope.sim.advance(0.5);
    const double before = slope.sim.body(body).velocity.x;
    slope.sim.advance(0.5);
    return (slope.sim.body(body).velocity.x - before) / 0.5;
}

} // namespace

TEST_CASE("body.top.box, body.top.flip: a box turns freely", "[rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "body.top.box", "body.top.flip");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    RopeSimulation sim = rope::aside(Vec3(0.0), 1.0 / 2000.0);
    Body box = bodyWith(in.at("mass"), point(in.at("principal_inertia")));
    box.spin = point(in.at("omega_at_start_in_body"));
    const BodyId body = sim.addBody(box);
    const Vec3 turning = point(out.at("angular_momentum_vector"));
    for (std::size_t i = 0; i < in.at("times").size(); ++i)
    {
        const double time = in.at("times")[i];
        CAPTURE(time);
        sim.advance(time - sim.time());
        const Body& now = sim.body(body);
        const Vec3 spin = point(out.at("omega_in_body_at_times")[i]);
        CHECK(glm::distance(now.spin * now.axes, spin) < 0.01 * glm::length(spin));
        const nlohmann::json& matrix = out.at("rotation_matrix_at_times")[i];
        for (int row = 0; row < 3 && time <= 2.0; ++row)
        {
            const Vec3 axes(now.axes[0][row], now.axes[1][row], now.axes[2][row]);
            CHECK(glm::distance(axes, point(matrix.at(static_cast<std::size_t>(row)))) < item["tolerance"]["abs"]);
        }
        CHECK(2.0 * turningEnergy(now) == Approx(out.at("twice_kinetic_energy").get<double>()).epsilon(1e-4));
        CHECK(glm::distance(angularMomentum(now), turning) < 1e-4 * glm::length(turning));
    }
}

TEST_CASE("body.disc.a: a thrown disc wobbles", "[rigging]")
{
    const nlohmann::json item = rigging("body.disc.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    SetUpSolid post;
    post.shape = SceneSolid::Shape::post;
    post.mass = in.at("mass");
    post.radius = in.at("radius");
    post.length = in.at("height");
    Body disc = bodyWith(post.mass, ropewalk::bodyOf(post).inertia);
    CHECK(disc.inertia.y == within(item, out.at("inertia_axis")));
    CHECK(disc.inertia.x == within(item, out.at("inertia_across")));
    disc.spin = {in.at("across").get<double>(), in.at("spin_about_axis").get<double>(), 0.0};
    constexpr double step = 1.0 / 4000.0;
    constexpr int steps = 1000;
    RopeSimulation sim = rope::aside(Vec3(0.0), step);
    const BodyId body = sim.addBody(disc);
    const Vec3 turning = glm::normalize(angularMomentum(disc));
    double wobbled = 0.0;
    double turned = 0.0;
    for (int i = 0; i < steps; ++i)
    {
        const Body was = sim.body(body);
        sim.advance(step);
        const Body& is = sim.body(body);
        wobbled += turnAbout(turning, was.axes[1], is.axes[1]);
        turned += turnAbout(upwards, was.spin * was.axes, is.spin * is.axes);
    }
    CHECK(wobbled / (steps * step) == within(item, out.at("wobble_omega_in_space")));
    CHECK(std::abs(turned) / (steps * step) == within(item, out.at("rate_in_body")));
    CHECK(std::acos(glm::dot(sim.body(body).axes[1], turning)) == within(item, out.at("angle_axis_to_L_rad")));
}

TEST_CASE("body.gyro.a, body.gyro.b: a spinning wheel goes round on a rope", "[rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "body.gyro.a", "body.gyro.b");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const nlohmann::json& start = out.at("start");
    const double across = in.at("inertia_across");
    Body wheel = bodyWith(in.at("mass"), {in.at("inertia_spin").get<double>(), across, across});
    wheel.position = point(start.at("centre"));
    wheel.velocity = point(start.at("velocity"));
    wheel.spin = point(start.at("omega"));
    const Vec3 reach(in.at("rope_to_centre").get<double>(), 0.0, 0.0);
    const Vec3 top = point(start.at("rope_top"));
    constexpr double step = 1e-3;
    RopeSimulation sim(lightRope(top, wheel.position - reach, out.at("tension"), step));
    layOut(sim, top, wheel.position - reach);
    sim.pin(0);
    const BodyId body = sim.addBody(wheel);
    sim.tie(sim.masses().size() - 1, BodyPlace{body, -reach});
    const int steps = static_cast<int>(0.25 * out.at("period").get<double>() / step);
    double went = 0.0;
    double tension = 0.0;
    double radius = 0.0;
    double lean = 0.0;
    for (int i = 0; i < steps; ++i)
    {
        const Vec3 was = sim.body(body).position;
        sim.advance(step);
        const Vec3 is = sim.body(body).position;
        went += turnAbout(upwards, was, is);
        tension += sim.tension(5) / steps;
        radius += std::hypot(is.x, is.z) / steps;
        const Vec3& end = sim.masses().back().position;
        lean += std::atan2(std::hypot(end.x, end.z), -end.y) / steps;
    }
    CHECK(went / (steps * step) == within(item, out.at("precession")));
    CHECK(tension == within(item, out.at("tension")));
    CHECK(radius == within(item, out.at("radius_of_the_centre")));
    CHECK(lean == within(item, out.at("rope_leans_outwards_rad")));
}

namespace
{

/// A top whose point is tied to the origin.
struct Top
{
    static constexpr double step = 1.0 / 8000.0;

    const nlohmann::json item = rigging("body.lagrange.a");
    RopeSimulation sim = rope::aside(weight, step);
    BodyId body{};

    /// Leaning by `angle` [rad], while it goes round with `precession` and turns with `spin` about its axis [rad/s].
    Top(double angle, double precession, double spin)
    {
        const nlohmann::json& in = item.at("inputs");
        const double mass = in.at("mass");
        const double reach = in.at("centre_from_point");
        const double across = in.at("inertia_across_at_the_point").get<double>() - mass * reach * reach;
        Body top = bodyWith(mass, {across, in.at("inertia_about_axis").get<double>(), across});
        top.axes = rope::turned(top.axes, {0.0, 0.0, -angle});
        top.position = reach * top.axes[1];
        top.spin = precession * upwards + (spin - precession * std::cos(angle)) * top.axes[1];
        top.velocity = glm::cross(top.spin, top.position);
        body = sim.addBody(top);
        sim.tie(BodyPlace{body, Vec3(0.0, -reach, 0.0)}, Vec3(0.0));
    }
    double lean() const { return std::acos(sim.body(body).axes[1].y); } ///< [rad]
    /// [rad], largest in `seconds`.
    double largestLean(double seconds)
    {
        double largest = 0.0;
        for (const double end = sim.time() + seconds; sim.time() < end; largest = std::max(largest, lean()))
            sim.advance(step);
        return largest;
    }
};

} // namespace

TEST_CASE("body.lagrange.a: a top on a point goes round, nods and sleeps", "[rigging]")
{
    const nlohmann::json item = rigging("body.lagrange.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double angle = in.at("angle_deg").get<double>() * degree;
    const double spin = in.at("spin_component_along_axis");
    for (const char* precession : {"slow_precession", "fast_precession"})
    {
        CAPTURE(precession);
        const double expected = out.at(precession);
        Top top(angle, expected, spin);
        constexpr int steps = 1600;
        double went = 0.0;
        for (int i = 0; i < steps; ++i)
        {
            const Vec3 was = top.sim.body(top.body).axes[1];
            top.sim.advance(Top::step);
            went += turnAbout(upwards, was, top.sim.body(top.body).axes[1]);
        }
        CHECK(went / (steps * Top::step) == within(item, expected));
        CHECK(top.lean() == within(item, angle));
    }

    Top nods(angle, 0.95 * out.at("slow_precession").get<double>(), spin);
    std::vector<double> leans;
    while (nods.sim.time() < 1.0)
    {
        nods.sim.advance(Top::step);
        leans.push_back(nods.lean());
    }
    const double middle =
        0.5 * (*std::min_element(leans.begin(), leans.end()) + *std::max_element(leans.begin(), leans.end()));
    std::vector<double> rises; // [s], when it passes the middle
    for (std::size_t i = 1; i < leans.size(); ++i)
        if (leans[i - 1] < middle && leans[i] >= middle)
            rises.push_back(Top::step * (static_cast<double>(i) + (middle - leans[i - 1]) / (leans[i] - leans[i - 1])));
    REQUIRE(rises.size() > 2);
    CHECK(2.0 * pi * static_cast<double>(rises.size() - 1) / (rises.back() - rises.front()) ==
          within(item, out.at("nutation_omega_about_slow")));

    const double least = out.at("least_spin_to_sleep_upright");
    CHECK(Top(0.1 * degree, 0.0, 0.97 * least).largestLean(1.0) > 2.0 * degree);
    CHECK(Top(0.1 * degree, 0.0, 1.03 * least).largestLean(1.0) < 0.5 * degree);
}

TEST_CASE("body.incline.a, body.incline.b: a box on a slope rests, slides or tips", "[rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "body.incline.a", "body.incline.b");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    Body box = rope::box(
        1.0, {0.5 * in.at("base_along_slope").get<double>(), 0.5 * in.at("height").get<double>(), thin}, Vec3(0.0));
    box.friction = in.at("mu");
    const auto outcome = [&](double degrees, double seconds, double& slides)
    {
        Slope slope;
        const BodyId body = slope.put(box, box.shapes[0].halfSize.y);
        slope.tiltTo(degrees * degree);
        slides = acceleration(slope, body);
        slope.sim.advance(seconds);
        const bool tips = slope.sim.body(body).axes[1].y < 0.9;
        return tips ? "tips" : slope.way(body) > 1e-3 ? "slides" : "rests";
    };
    double slides = 0.0;
    for (std::size_t i = 0; i < in.at("slopes_deg").size(); ++i)
    {
        const double degrees = in.at("slopes_deg")[i];
        CAPTURE(degrees);
        CHECK(outcome(degrees, 4.0, slides) == out.at("outcome")[i]);
        if (const nlohmann::json& expected = out.at("acceleration_if_it_slides")[i]; !expected.is_null())
            CHECK(slides == within(item, expected));
    }
    // Whichever comes first as the slope grows.
    const double first = std::min(out.at("slides_beyond_deg").get<double>(), out.at("tips_beyond_deg").get<double>());
    CHECK(outcome(first - 0.3, 1.0, slides) == std::string("rests"));
    CHECK(outcome(first + 0.3, 1.0, slides) != std::string("rests"));
}

TEST_CASE("body.pull.a, body.pull.b: a box that a rope pulls slides or tips", "[rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "body.pull.a", "body.pull.b");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const std::string first = item.at("expected").at("first");
    const double limit = item.at("expected").at(first + "_above");
    const Vec3 half(0.5 * in.at("base").get<double>(), 0.5 * in.at("height").get<double>(), 3.0 * thin);
    const Vec3 eye(half.x, in.at("rope_at_height").get<double>() - half.y, 0.0);
    const Vec3 from(half.x, in.at("rope_at_height").get<double>(), 0.0);
    RopeSimulation sim(lightRope(from, from + Vec3(1.0, 0.0, 0.0), limit, 1.0 / 240.0));
    layOut(sim, from, from + Vec3(1.0, 0.0, 0.0));
    sim.addSolid(SolidBody::plane(Vec3(0.0), upwards));
    Body box = rope::box(in.at("mass"), half, {0.0, half.y, 0.0});
    box.friction = in.at("mu");
    const BodyId body = sim.addBody(box);
    sim.tie(std::size_t{0}, BodyPlace{body, eye});
    const Vec3 edge(half.x, -half.y, 0.0);
    constexpr double growth = 2.0; // [N/s]
    constexpr double leaning = 0.02 * degree;
    double pull = 0.97 * limit;
    const auto tilt = [&] { return std::acos(sim.body(body).axes[1].y); };
    const auto way = [&] { return sim.body(body).pointAt(edge).x - edge.x; };
    while (pull < 1.1 * limit && tilt() < leaning && way() < 1e-4)
    {
        sim.setForce(sim.masses().size() - 1, {pull, 0.0, 0.0});
        sim.advance(1.0 / 60.0);
        pull += growth / 60.0;
    }
    CHECK(pull == within(item, limit));
    CHECK((tilt() < leaning ? "slides" : "tips") == first);
}

TEST_CASE("body.ball.slide, body.ball.backspin: a ball slides, then rolls", "[rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "body.ball.slide", "body.ball.backspin");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    constexpr double step = 1e-3;
    RopeSimulation sim = rope::aside(weight, step);
    sim.addSolid(SolidBody::plane(Vec3(0.0), upwards));
    const double radius = in.at("radius");
    Body ball = rope::ball(1.0, radius, {0.0, radius, 0.0});
    ball.friction = in.at("mu");
    ball.velocity.x = in.at("speed");
    ball.spin.z = -in.at("spin_forwards").get<double>();
    const BodyId body = sim.addBody(ball);
    const double energy = sim.kineticEnergy();
    while (sim.body(body).velocity.x + radius * sim.body(body).spin.z > 1e-2)
        sim.advance(step);
    CHECK(sim.time() == within(item, out.at("slides_for_s")));
    CHECK(sim.body(body).position.x == within(item, out.at("way_until_then")));
    CHECK(energy - sim.kineticEnergy() == within(item, out.at("energy_lost_over_mass")));
    sim.advance(1.0);
    CHECK(sim.body(body).velocity.x == within(item, out.at("rolls_with")));
}

TEST_CASE("body.roll.a: bodies roll down a slope", "[rigging]")
{
    const nlohmann::json item = rigging("body.roll.a");
    const nlohmann::json& out = item.at("expected");
    const nlohmann::json& expected = out.at("acceleration");
    constexpr double radius = 0.1;
    const SolidBody sphere = SolidBody::sphere(Vec3(0.0), radius);
    const SolidBody post = SolidBody::cylinder({0.0, 0.0, -radius}, {0.0, 0.0, radius}, radius);
    const auto round = [](const SolidBody& shape, double part)
    {
        Body body = rope::ball(1.0, radius, Vec3(0.0));
        body.shapes = {shape};
        body.inertia = Vec3(part * radius * radius);
        body.friction = 1.0;
        return body;
    };
    Body smooth = rope::box(1.0, Vec3(radius), Vec3(0.0));
    smooth.friction = 0.0;
    for (const auto& [body, there] :
         {std::pair(round(sphere, 0.4), expected.at("solid_ball")),
          std::pair(round(post, 0.5), expected.at("solid_cylinder")),
          std::pair(round(post, 1.0), expected.at("thin_hoop")),
          std::pair(round(sphere, 2.0 / 3.0), expected.at("thin_shell")), std::pair(smooth, out.at("smooth_box"))})
    {
        Slope slope;
        slope.tiltTo(item.at("inputs").at("slope_deg").get<double>() * degree);
        CHECK(acceleration(slope, slope.put(body, radius)) == within(item, there));
    }
}

TEST_CASE("body.bowl.a: a ball rolls to and fro in a trough", "[rigging]")
{
    const nlohmann::json item = rigging("body.bowl.a");
    const nlohmann::json& in = item.at("inputs");
    const double trough = in.at("trough_radius");
    const double radius = in.at("ball_radius");
    const double amplitude = in.at("amplitude_rad");
    RopeSimulation sim = rope::aside();
    constexpr double piece = 0.5 * degree; // at whose corners it loses little
    for (int i = -28; i <= 28; ++i)
    {
        const Vec3 inwards(-std::sin(i * piece), std::cos(i * piece), 0.0);
        sim.addSolid(SolidBody::plane(-trough * inwards, inwards));
    }
    Body ball = rope::ball(1.0, radius, (trough - radius) * Vec3(std::sin(amplitude), -std::cos(amplitude), 0.0));
    ball.friction = 1.0;
    const BodyId body = sim.addBody(ball);
    std::vector<double> passes; // [s], through the lowest point
    while (passes.size() < 2)
    {
        const double before = sim.body(body).position.x;
        sim.advance(1.0 / 240.0);
        const double now = sim.body(body).position.x;
        if (before * now < 0.0)
            passes.push_back(sim.time() - now / (now - before) / 240.0);
    }
    CHECK(2.0 * (passes[1] - passes[0]) == within(item, item.at("expected").at("period")));
}

TEST_CASE("body.rocking.a: a tall block rocks from edge to edge", "[rigging]")
{
    const nlohmann::json item = rigging("body.rocking.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    constexpr double step = 1.0 / 1000.0;
    RopeSimulation sim = rope::aside(weight, step);
    sim.addSolid(SolidBody::plane(Vec3(0.0), upwards));
    const Vec3 half(in.at("half_width").get<double>(), in.at("half_height").get<double>(), thin);
    Body block = rope::box(1.0, half, Vec3(0.0));
    block.friction = 1.0;
    const double tilt = in.at("tilt_over_critical").get<double>() * in.at("critical_rad").get<double>();
    block.axes = rope::turned(block.axes, {0.0, 0.0, -tilt});
    block.position = block.axes * Vec3(-half.x, half.y, 0.0);
    const BodyId body = sim.addBody(block);
    const auto lean = [&] { return std::asin(sim.body(body).axes[1].x); };
    double spin = 0.0;
    while (lean() > 0.0)
    {
        spin = sim.body(body).spin.z;
        sim.advance(step);
    }
    CHECK(sim.time() == within(item, out.at("time_to_the_first_blow")));
    CHECK(spin == within(item, out.at("spin_at_the_blow")));
    sim.advance(0.01);
    const double turned = sim.body(body).spin.z;
    CHECK(turned < spin);
    while (sim.body(body).spin.z > 0.0)
        sim.advance(step);
    CHECK(-lean() == Approx(out.at("next_largest_tilt_rad").get<double>()).epsilon(0.1));
}

TEST_CASE("body.stack.a: a leaning stack of bricks stands or topples", "[rigging]")
{
    const nlohmann::json item = rigging("body.stack.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& shifts = item.at("expected").at("shifts_from_top");
    const Vec3 half(0.5 * in.at("length").get<double>(), thin, 0.05);
    const double share = GENERATE(0.96, 1.04); // of the shifts
    RopeSimulation sim = rope::aside();
    sim.addSolid(SolidBody::plane(Vec3(0.0), upwards));
    Vec3 place(0.0, half.y, 0.0);
    std::vector<BodyId> bricks;
    for (std::size_t left = shifts.size(); true; --left) // from below
    {
        bricks.push_back(sim.addBody(rope::box(1.0, half, place)));
        if (left == 0)
            break;
        place += Vec3(share * shifts[left - 1].get<double>(), 2.0 * half.y, 0.0);
    }
    sim.advance(5.0);
    const double sunk = place.y - sim.body(bricks.back()).position.y;
    CHECK((share < 1.0 ? sunk < 1e-4 : sunk > half.y));
}

TEST_CASE("body.rod.a: a rod swings about its end", "[rigging]")
{
    const nlohmann::json item = rigging("body.rod.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    constexpr double step = 1e-3;
    RopeSimulation sim = rope::aside(weight, step);
    const double length = in.at("length");
    const Vec3 reach(0.0, 0.5 * length - in.at("point_from_its_end").get<double>(), 0.0);
    Body rod = bodyWith(1.0, length * length / 12.0 * Vec3(1.0, 1e-6, 1.0));
    rod.axes = rope::turned(rod.axes, {0.0, 0.0, in.at("amplitude_rad").get<double>()});
    rod.position = -(rod.axes * reach);
    rope::Bearing hinge;
    hinge.body = sim.addBody(rod);
    hinge.at = reach;
    const rope::BearingId bearing = sim.addBearing(hinge);
    double pull = 0.0;
    std::vector<double> passes; // [s], through the lowest point
    while (passes.size() < 3)
    {
        const double before = sim.body(hinge.body).position.x;
        sim.advance(step);
        const double now = sim.body(hinge.body).position.x;
        if (before * now < 0.0)
            passes.push_back(sim.time() - step * now / (now - before));
        pull = std::max(pull, glm::length(sim.bearingForce(bearing)));
    }
    CHECK(passes[2] - passes[0] == within(item, out.at("period")));
    CHECK(pull / g == within(item, out.at("pull_on_the_point_over_weight_at_lowest")));
}

TEST_CASE("body.pair.a: a stretched rope draws two bodies together, until it is slack or cut", "[rigging]")
{
    const nlohmann::json item = rigging("body.pair.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double stretch = in.at("stretch");
    rope::RopeByLength light;
    light.length = in.at("rest_length");
    light.massCount = 21;
    light.massPerLength = 1e-3;
    light.axialStiffness = in.at("k").get<double>() * light.length;
    light.bendingStiffness = light.torsionalStiffness = 0.0;
    light.gravity = Vec3(0.0);
    light.maxDt = 1e-4;
    RopeSimulation sim(light);
    layOut(sim, Vec3(0.0), Vec3(light.length + stretch, 0.0, 0.0));
    // Slack rope gives way.
    for (std::size_t i = 1; i < 19; ++i)
        sim.setForce(i, {0.0, (i % 2 == 0 ? 1e-2 : -1e-2), 0.0});
    const BodyId one = sim.addBody(rope::weight(in.at("m1"), sim.masses().front().position));
    const BodyId other = sim.addBody(rope::weight(in.at("m2"), sim.masses().back().position));
    sim.tie(std::size_t{0}, BodyPlace{one, Vec3(0.0)});
    sim.tie(std::size_t{20}, BodyPlace{other, Vec3(0.0)});
    const auto apart = [&] { return sim.body(other).position.x - sim.body(one).position.x; };
    const auto advanceUntil = [&](double distance)
    {
        while (apart() > distance)
            sim.advance(light.maxDt);
        return sim.time();
    };
    const auto check = [&](const nlohmann::json& expected)
    {
        CHECK(sim.body(one).velocity.x == within(item, expected.at("v1")));
        CHECK(-sim.body(other).velocity.x == within(item, expected.at("v2")));
        CHECK(glm::length(sim.momentum()) < 1e-9);
    };
    SECTION("slack")
    {
        const double slack = advanceUntil(light.length);
        CHECK(slack == within(item, out.at("rope_slack_after")));
        sim.advance(0.1);
        check(out);
        CHECK(advanceUntil(0.0) - slack == within(item, out.at("meet_after_slack")));
    }
    SECTION("cut")
    {
        CHECK(advanceUntil(light.length + 0.5 * stretch) == within(item, out.at("if_cut_at_half_stretch").at("time")));
        sim.cut(10);
        sim.advance(0.1);
        check(out.at("if_cut_at_half_stretch"));
    }
}

TEST_CASE("body.inertia.a: masses and moments of inertia of solids", "[rigging]")
{
    using Shape = SceneSolid::Shape;
    const nlohmann::json item = rigging("body.inertia.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const auto check = [&](Shape shape, const nlohmann::json& expected, const Vec3& moments)
    {
        SetUpSolid solid;
        solid.shape = shape;
        solid.radius = in.at("radius");
        solid.length = in.at("cylinder_height");
        solid.size = point(in.at("box"));
        solid.mass = expected.at("mass");
        for (int i = 0; i < 3; ++i)
            CHECK(ropewalk::bodyOf(solid).inertia[i] == within(item, moments[i]));
    };
    const auto round = [](const nlohmann::json& expected)
    {
        const double across = expected.at("I_across");
        return Vec3(across, expected.at("I_axis").get<double>(), across);
    };
    check(Shape::box, out.at("box"), point(out.at("box").at("I")));
    check(Shape::sphere, out.at("ball"), Vec3(out.at("ball").at("I").get<double>()));
    check(Shape::post, out.at("cylinder"), round(out.at("cylinder")));
    check(Shape::bar, out.at("capsule"), round(out.at("capsule")));
}
