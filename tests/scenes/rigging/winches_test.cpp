// Winches, tows and tugs, against tests/data/rigging.json.
#include "rigging.hpp"

#include <rope/rope_by_length.hpp>

using namespace ropewalk;

namespace
{

double numberOf(const nlohmann::json& in, const char* key)
{
    return in.at(key).get<double>();
}

/// A load on a rope from a winch in the origin.
struct Winch : Rig
{
    Winch(double mass, double stiffness, double length, double way)
    {
        weight("load", mass, {0.0, -way, 0.0});
        SetUpRope& line = rope("line", {Vec3(0.0), middleOf("load")});
        line.length = length;
        line.massCount = 51;
        line.axialStiffness = stiffness;
        line.reel = rope::RopeEnd::first;
        hold(firstOf("line"), Vec3(0.0));
    }
    /// From now on it winds in with this speed [m/s].
    void wind(Workshop& sim, double speed)
    {
        setUp.ropes.front().payoutSpeed = -speed;
        sim.follow(shared());
    }
};

} // namespace

TEST_CASE("rig.winch.a, rig.winch.ramp: a winch begins to lift", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.winch.a", "rig.winch.ramp");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double length = numberOf(in, "rest_length_at_start");
    Winch rig(numberOf(in, "mass"), numberOf(in, "EA"), length, length);
    rig.settings.maxDt = 1.0 / 960.0;
    Workshop sim = rig.made();
    calm(sim, 3.0);
    const double begin = sim.time();
    const double height = sim.bodyOf("load").position.y;
    const double speed = numberOf(in, "winding_speed_of_rest_length");
    const double ramp = numberOf(in, "ramp_time");
    const double step = sim.settings().maxDt;
    double peak = 0.0;
    double peakTime = 0.0;
    const auto advanceTo = [&](double time)
    {
        while (sim.time() - begin < time - 0.5 * step)
        {
            const double now = sim.time() - begin + 0.5 * step;
            if (now < ramp + step)
                rig.wind(sim, ramp > 0.0 ? speed * std::min(1.0, now / ramp) : speed);
            sim.advance(step);
            if (const double tension = sim.forceAt(firstOf("line")); tension > peak)
            {
                peak = tension;
                peakTime = sim.time() - begin;
            }
        }
    };
    for (std::size_t i = 0; i < out.at("times").size(); ++i)
    {
        const double time = out.at("times").at(i).get<double>();
        INFO("at " << time);
        advanceTo(time);
        const double late = sim.time() - begin - time; // of the end of the last step
        const double rise = sim.bodyOf("load").position.y - height - late * sim.bodyOf("load").velocity.y;
        CHECK(sim.forceAt(firstOf("line")) == within(item, out.at("tension").at(i).get<double>()));
        CHECK(rise == Approx(out.at("load_rise").at(i).get<double>()).epsilon(0.01).margin(1e-3));
    }
    CHECK(peak == within(item, numberOf(out, "peak_tension")));
    CHECK(std::abs(peakTime - numberOf(out, "time_of_peak")) < 0.01);
}

TEST_CASE("rig.winch.slack: a winch picks a load up from the floor", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.winch.slack");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double way = numberOf(in, "straight_distance");
    Winch rig(numberOf(in, "mass"), numberOf(in, "EA"), way + numberOf(in, "slack"), way);
    rig.settings.ground = true;
    rig.settings.groundHeight = -way - solidNamed(rig.setUp, "load")->radius;
    Workshop sim = rig.made();
    calm(sim, 3.0);
    const double begin = sim.time();
    rig.wind(sim, numberOf(in, "winding_speed"));
    double taut = 0.0;
    double lifted = 0.0;
    double peak = 0.0;
    double peakTime = 0.0;
    while (sim.time() - begin < 1.2 * numberOf(out, "time_of_peak"))
    {
        sim.advance(1.0 / 960.0);
        const double tension = sim.forceAt(lastOf("line"));
        const double now = sim.time() - begin;
        if (taut == 0.0 && tension > 0.01 * numberOf(in, "mass") * g)
            taut = now;
        if (lifted == 0.0 && tension > numberOf(in, "mass") * g)
            lifted = now;
        if (tension > peak)
        {
            peak = tension;
            peakTime = now;
        }
    }
    const auto at = [](double time) { return Approx(time).epsilon(0.0).margin(0.005 + 1.0 / 240.0); };
    CHECK(taut == at(numberOf(out, "taut_at")));
    CHECK(lifted == at(numberOf(out, "lifts_off_at")));
    CHECK(peakTime == at(numberOf(out, "time_of_peak")));
    CHECK(peak == within(item, numberOf(out, "peak_tension")));
}

TEST_CASE("rig.winch.wave_a, rig.winch.wave_b: steps of tension run along a rope that is jerked", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.winch.wave_a", "rig.winch.wave_b");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double length = numberOf(in, "length");
    const double step = numberOf(out, "first_step_at_the_top");
    Rig rig;
    rig.weight("load", numberOf(in, "load"), {0.0, -length, 0.0});
    SetUpRope& line = rig.rope("line", {Vec3(0.0), middleOf("load")});
    line.massPerLength = numberOf(in, "mass_per_m");
    line.axialStiffness = numberOf(in, "EA");
    line.massCount = 301;
    rig.hold(firstOf("line"), Vec3(0.0));
    Workshop sim = rig.made();
    calm(sim, 6.0);
    WorkshopSettings settings = sim.settings();
    settings.maxDt = 1e-4;
    sim.setSettings(settings);
    const double top = sim.forceAt(firstOf("line"));
    const double bottom = sim.forceAt(lastOf("line"));
    CHECK(top == Approx(numberOf(out, "at_rest_top")).epsilon(0.01));
    const double begin = sim.time();
    const double oneWay = numberOf(out, "one_way");
    sim.moveHold(0, {0.0, numberOf(in, "speed_of_the_top_end"), 0.0});
    const auto near = [&](double expected) // within a share of the first step
    { return Approx(expected).epsilon(0.0).margin(numberOf(item.at("tolerance"), "rel") * step); };
    const auto window = [&](const std::string& name)
    {
        const std::size_t dash = name.find('-');
        return std::pair(oneWay * std::stod(name.substr(0, dash)), oneWay * std::stod(name.substr(dash + 1)));
    };
    const auto [from, to] = window("1.2-2.8");
    double load = 0.0;
    double count = 0.0;
    for (const auto& [name, mean] : out.at("mean_added_tension_at_top_in_windows_of_one_way").items())
    {
        INFO(name);
        double sum = 0.0;
        double readings = 0.0;
        const auto [first, last] = window(name);
        while (sim.time() - begin < last)
        {
            sim.advance(settings.maxDt);
            const double now = sim.time() - begin;
            if (now > first)
            {
                sum += sim.forceAt(firstOf("line")) - top;
                ++readings;
            }
            if (now > from && now < to)
            {
                load += sim.forceAt(lastOf("line")) - bottom;
                ++count;
            }
        }
        CHECK(sum / readings == near(mean.get<double>()));
    }
    CHECK(load / count == near(out.at("mean_added_tension_at_load").at("1.2-2.8").get<double>()));
}

TEST_CASE("rig.tow.a: a body on a rough floor is towed", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.tow.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double length = numberOf(in, "rope_length");
    Rig rig;
    SetUpSolid sledge;
    sledge.name = "sledge";
    sledge.shape = SceneSolid::Shape::box;
    sledge.moves = Moves::free;
    sledge.mass = numberOf(in, "mass");
    sledge.size = Vec3(0.6, 0.1, 0.4);
    sledge.position = Vec3(-0.3, 0.05, 0.0);
    rig.setUp.solids.push_back(sledge);
    rig.settings.ground = true;
    rig.settings.friction = numberOf(in, "mu");
    rig.settings.maxDt = 1.0 / 960.0;
    constexpr double low = 0.01; // [m]
    const Vec3 hand(length, low, 0.0);
    SetUpRope& line = rig.rope("line", {SolidPlace{"sledge", Vec3(0.3, low - 0.05, 0.0), {}}, hand});
    line.massCount = 41;
    line.massPerLength = 1e-4;
    line.axialStiffness = numberOf(in, "EA");
    rig.hold(lastOf("line"), hand);
    Workshop sim = rig.made();
    const double step = sim.settings().maxDt;
    sim.moveHold(0, {numberOf(in, "speed_of_the_far_end"), 0.0, 0.0});
    constexpr double still = 1e-4; // [m/s]
    double broke = 0.0;
    double peak = 0.0;
    double fastest = 0.0;
    double least = 1e9;
    double stopped = 0.0;
    const auto speed = [&] { return sim.bodyOf("sledge").velocity.x; };
    while (stopped == 0.0 && sim.time() < 2.0)
    {
        sim.advance(step);
        const double tension = sim.forceAt(lastOf("line"));
        if (broke == 0.0 && speed() > still)
            broke = sim.time() - 0.5 * step;
        peak = std::max(peak, tension);
        fastest = std::max(fastest, speed());
        if (broke > 0.0)
            least = std::min(least, tension);
        if (broke > 0.0 && sim.time() > 2.0 * broke && speed() < still)
            stopped = sim.time() - 0.5 * step;
    }
    CHECK(broke == within(item, numberOf(out, "breaks_away_at")));
    CHECK(peak == within(item, numberOf(out, "peak_tension")));
    CHECK(fastest == within(item, numberOf(out, "largest_speed")));
    CHECK(least == within(item, numberOf(out, "least_tension")));
    CHECK(stopped == within(item, numberOf(out, "stops_again_at")));
    CHECK(sim.bodyOf("sledge").position.x + 0.3 == within(item, numberOf(out, "moved_by_then")));
}

TEST_CASE("rig.tow.snatch_a: a body jerks another one by a slack rope", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.tow.snatch_a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    constexpr double length = 2.0;
    Rig rig;
    rig.settings.gravity = Vec3(0.0);
    rig.settings.maxDt = 1.0 / 960.0;
    rig.weight("first", numberOf(in, "m1"), {0.98 * length, 0.0, 0.0}).velocity = {numberOf(in, "speed"), 0.0, 0.0};
    rig.weight("second", numberOf(in, "m2"), Vec3(0.0));
    SetUpRope& line = rig.rope("line", {middleOf("second"), middleOf("first")});
    line.length = length;
    line.massCount = 21;
    line.massPerLength = 0.001;
    line.axialStiffness = length * numberOf(in, "k");
    Workshop sim = rig.made();
    double peak = 0.0;
    double taut = 0.0;
    double longest = 0.0;
    while (sim.time() < 0.6)
    {
        sim.advance(1.0 / 960.0);
        const double tension = sim.forceAt(RopePlace{"line", {}, 0.5 * length});
        peak = std::max(peak, tension);
        taut += tension > 0.01 * numberOf(out, "peak_tension") ? 1.0 / 960.0 : 0.0;
        longest = std::max(longest, sim.lengthOf("line") - length);
    }
    CHECK(peak == within(item, numberOf(out, "peak_tension")));
    CHECK(taut == within(item, numberOf(out, "time_taut")));
    CHECK(longest == within(item, numberOf(out, "largest_stretch")));
    CHECK(sim.bodyOf("first").velocity.x == within(item, numberOf(out, "v1_after")));
    CHECK(sim.bodyOf("second").velocity.x == within(item, numberOf(out, "v2_after")));
}

TEST_CASE("rig.tow.angle_a: the pull that slides a body, by a rope that rises", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.tow.angle_a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    for (std::size_t i = 0; i < in.at("angles_deg").size(); ++i)
    {
        const double angle = in.at("angles_deg").at(i).get<double>() * std::numbers::pi / 180.0;
        INFO(angle);
        Rig rig;
        SetUpSolid sledge;
        sledge.name = "sledge";
        sledge.shape = SceneSolid::Shape::box;
        sledge.moves = Moves::free;
        sledge.mass = numberOf(in, "mass");
        sledge.size = Vec3(1.0, 0.1, 0.6);
        sledge.position = Vec3(0.0, 0.05, 0.0);
        rig.setUp.solids.push_back(sledge);
        rig.settings.ground = true;
        rig.settings.friction = numberOf(in, "mu");
        const Vec3 front(0.5 * sledge.size.x, 0.0, 0.0);
        const Vec3 hand = sledge.position + front + 3.0 * Vec3(std::cos(angle), std::sin(angle), 0.0);
        rig.rope("line", {SolidPlace{"sledge", front, {}}, hand}).axialStiffness = 5e4;
        rig.hold(lastOf("line"), hand);
        Workshop sim = rig.made();
        sim.moveHold(0, {0.02, 0.0, 0.0});
        const auto tension = [&] { return sim.forceAt(lastOf("line")); };
        const double pull = out.at("pull").at(i).get<double>();
        while (tension() < 0.97 * pull && sim.time() < 3.0)
            sim.advance(sim.settings().maxDt);
        CHECK(sim.bodyOf("sledge").position.x < 1e-4);
        sim.advance(0.5);
        CHECK(sim.bodyOf("sledge").position.x > 5e-3);
        CHECK(means(sim, 1.0, tension)[0] == within(item, pull));
    }
}

TEST_CASE("rig.tug.a: two bodies are pulled apart by a rope with mass", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.tug.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    rope::RopeByLength rope;
    rope.massCount = 41;
    rope.length = 2.0;
    rope.massPerLength = numberOf(in, "rope_mass") / rope.length;
    rope.axialStiffness = 1e6;
    rope.bendingStiffness = rope.torsionalStiffness = 0.0;
    rope.gravity = Vec3(0.0);
    rope.integrator = rope::RopeIntegrator::implicit_euler; // which damps how it rings
    rope::RopeSimulation sim(rope);
    std::vector<Vec3> line;
    for (int i = 0; i < rope.massCount; ++i)
        line.emplace_back(rope.segment() * i, 0.0, 0.0);
    sim.layOut(line);
    const auto pull = [&](const char* mass, std::size_t end, const Vec3& force)
    {
        rope::Body body;
        body.mass = numberOf(in, mass);
        body.inertia = Vec3(1.0);
        body.position = line[end];
        const rope::BodyId id = sim.addBody(body);
        sim.tie(rope::TieEnd(end), rope::BodyPlace{id, Vec3(0.0)});
        sim.setForce(end, force);
        return id;
    };
    const std::size_t last = line.size() - 1;
    const rope::BodyId first = pull("m1", 0, {-numberOf(in, "F1"), 0.0, 0.0});
    pull("m2", last, {numberOf(in, "F2"), 0.0, 0.0});
    sim.advance(1.0);
    const double speed = sim.body(first).velocity.x;
    sim.advance(0.5);
    const auto tension = [&](std::size_t i)
    { return sim.springs()[i].tension(glm::distance(sim.masses()[i].position, sim.masses()[i + 1].position)); };
    CHECK((sim.body(first).velocity.x - speed) / 0.5 == within(item, numberOf(out, "acceleration_towards_2")));
    CHECK(tension(0) == within(item, numberOf(out, "rope_tension_at_1")));
    CHECK(tension(last / 2) == within(item, numberOf(out, "rope_tension_in_the_middle")));
    CHECK(tension(last - 1) == within(item, numberOf(out, "rope_tension_at_2")));
}

TEST_CASE("rig.tug.grip_a: a winch on a body draws another one, on a rough floor", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.tug.grip_a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    rope::RopeByLength rope;
    rope.massCount = 41;
    rope.length = 2.0;
    rope.massPerLength = 1e-3;
    rope.axialStiffness = 2e4;
    rope.bendingStiffness = rope.torsionalStiffness = 0.0;
    rope.payoutSpeed = -0.02;
    rope.minMassCount = 9;
    rope.maxMassCount = 100;
    rope::RopeSimulation sim(rope);
    constexpr double low = 0.01;
    std::vector<Vec3> line;
    for (int i = 0; i < rope.massCount; ++i)
        line.emplace_back(rope.segment() * i, low, 0.0);
    sim.layOut(line);
    sim.addSolid(rope::SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0}));
    const auto stand = [&](const char* mass, const char* mu, std::size_t end, double side)
    {
        const Vec3 half(0.4, 0.1, 0.3);
        rope::Body body;
        body.mass = numberOf(in, mass);
        body.inertia = body.mass / 3.0 * (Vec3(glm::dot(half, half)) - half * half);
        body.position = Vec3(line[end].x + side * half.x, half.y, 0.0);
        body.friction = numberOf(in, mu);
        body.shapes = {rope::SolidBody::box(Vec3(0.0), half)};
        const rope::BodyId id = sim.addBody(body);
        sim.tie(rope::TieEnd(end), rope::BodyPlace{id, line[end] - body.position});
        return id;
    };
    const rope::BodyId first = stand("m1", "mu1", 0, -1.0);
    const rope::BodyId second = stand("m2", "mu2", line.size() - 1, 1.0);
    const double firstAt = sim.body(first).position.x;
    const double secondAt = sim.body(second).position.x;
    sim.advance(3.0);
    double tension = 0.0;
    constexpr int steps = 240;
    for (int i = 0; i < steps; ++i)
    {
        sim.advance(1.0 / 240.0);
        const std::size_t end = sim.masses().size() - 2;
        tension +=
            sim.springs()[end].tension(glm::distance(sim.masses()[end].position, sim.masses()[end + 1].position)) /
            steps;
    }
    CHECK(tension == within(item, numberOf(out, "tension_while_sliding")));
    const double firstWay = std::abs(sim.body(first).position.x - firstAt);
    const double secondWay = std::abs(sim.body(second).position.x - secondAt);
    CHECK((out.at("slides").get<int>() == 2 ? secondWay : firstWay) > 0.02);
    CHECK((out.at("slides").get<int>() == 2 ? firstWay : secondWay) < 1e-3);
}
