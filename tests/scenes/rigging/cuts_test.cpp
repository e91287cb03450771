// Ropes that are cut and joined again, against tests/data/rigging.json.
//
// Left out: of cut.rejoin.a the jump, which no join makes.
#include "rigging.hpp"

#include "rope/bodies/bodies.hpp"

#include <rope/rope_by_length.hpp>

#include <algorithm>

using namespace ropewalk;
using rope::BodyId;
using rope::BodyPlace;
using rope::RopeSimulation;

namespace
{

constexpr double degree = std::numbers::pi / 180.0;

struct Part
{
    double mass = 0.0;   ///< [kg]
    Vec3 centre{0.0};    ///< [m]
    Vec3 velocity{0.0};  ///< [m/s], of its centre
    double energy = 0.0; ///< [J], kinetic
};

/// The masses from `first` on to the one before `end`.
Part partOf(const std::vector<rope::Mass>& masses, std::size_t first, std::size_t end)
{
    Part part;
    for (std::size_t i = first; i < end; ++i)
    {
        const rope::Mass& mass = masses[i];
        part.mass += mass.mass;
        part.centre += mass.mass * mass.position;
        part.velocity += mass.mass * mass.velocity;
        part.energy += 0.5 * mass.mass * glm::dot(mass.velocity, mass.velocity);
    }
    part.centre /= part.mass;
    part.velocity /= part.mass;
    return part;
}

/// The tenth of a rope before a cut, or behind it.
Part besideCut(const Workshop& sim, const Workshop::Piece& piece, rope::RopeEnd end)
{
    const rope::Rope& rope = sim.ropeOf(piece);
    const std::size_t tenth = rope.masses() / 10;
    const std::size_t last = rope.first + rope.masses();
    return end == rope::RopeEnd::first ? partOf(sim.masses(), rope.first, rope.first + tenth)
                                       : partOf(sim.masses(), last - tenth, last);
}

Part whole(const Workshop& sim, const Workshop::Piece& piece)
{
    const rope::Rope& rope = sim.ropeOf(piece);
    return partOf(sim.masses(), rope.first, rope.first + rope.masses());
}

/// A straight rope in which waves run.
struct Wave
{
    static constexpr int segments = 400;

    nlohmann::json in;
    double length;
    double speed; ///< [m/s] by the rope at rest, of a wave
    double step;  ///< [s], in which it goes a quarter of a segment
    Rig rig;

    explicit Wave(const nlohmann::json& item)
        : in(item.at("inputs")), length(in.at("rest_length")),
          speed(std::sqrt(in.at("EA").get<double>() / in.at("mass_per_m").get<double>())),
          step(0.25 * length / segments / speed)
    {
    }
    /// From the origin, where it is held.
    void lay(const Stop& end)
    {
        SetUpRope& rope = rig.rope("line", {Vec3(0.0), end});
        rope.massCount = segments + 1;
        rope.axialStiffness = in.at("EA");
        rope.massPerLength = in.at("mass_per_m");
        rig.hold(firstOf("line"), Vec3(0.0));
    }
    double twoSegments() const { return 8.0 * step; } ///< [s], in which it goes two of them
};

/// Sees when a wave that takes the pull away comes to a place.
struct Front
{
    RopePlace place;
    double pull;          ///< [N], before
    double arrived = 0.0; ///< [s]

    void look(const Workshop& sim)
    {
        if (arrived == 0.0 && sim.forceAt(place) < 0.5 * pull)
            arrived = sim.time();
    }
};

} // namespace

TEST_CASE("cut.recoil.a, cut.recoil.b: a stretched rope is cut", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "cut.recoil.a", "cut.recoil.b");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& out = item.at("expected");
    Wave wave(item);
    const double tension = wave.in.at("tension");
    wave.rig.settings.gravity = Vec3(0.0);
    wave.lay(Vec3(wave.length, 0.0, 0.0));
    wave.rig.hold(lastOf("line"), {wave.length * (1.0 + tension / wave.in.at("EA").get<double>()), 0.0, 0.0});
    Workshop sim = wave.rig.made();
    calm(sim, 6.0);
    CHECK(sim.rope().elasticEnergy() == within(item, out.at("elastic_energy_before")));
    CHECK(wave.speed == within(item, out.at("wave_speed_in_rest_length")));
    const double start = sim.time();
    sim.cut({"line", std::nullopt, wave.in.at("s").get<double>() * wave.length});
    const Workshop::Piece& left = sim.pieces()[0];
    const Workshop::Piece& right = sim.pieces()[1];
    const double leftSlack = out.at("slack_at_the_left_end_at");
    const double rightSlack = out.at("slack_at_the_right_end_at");
    advanceUntil(sim, start + 0.5 * leftSlack, wave.step);
    const double leftSpeed = -besideCut(sim, left, rope::RopeEnd::last).velocity.x;
    const double rightSpeed = besideCut(sim, right, rope::RopeEnd::first).velocity.x;
    CHECK(leftSpeed == within(item, out.at("recoil_speed")));
    CHECK(rightSpeed == within(item, out.at("recoil_speed")));
    CHECK(leftSpeed + rightSpeed == within(item, out.at("gap_grows_at")));

    Front first{firstOf("line"), tension};
    Front last{lastOf("line"), tension};
    const auto look = [&]
    {
        first.look(sim);
        last.look(sim);
    };
    const auto check = [&](const Workshop::Piece& piece, const char* momentum, const char* energy)
    {
        const Part part = whole(sim, piece);
        CHECK(part.mass * std::abs(part.velocity.x) == Approx(out.at(momentum).get<double>()).epsilon(0.015));
        CHECK(part.energy == Approx(out.at(energy).get<double>()).epsilon(0.015));
    };
    advanceUntil(sim, start + leftSlack, wave.step, look);
    check(left, "momentum_of_left_part_then", "kinetic_energy_of_left_part_then");
    advanceUntil(sim, start + rightSlack, wave.step, look);
    check(right, "momentum_of_right_part_then", "kinetic_energy_of_right_part_then");
    advanceUntil(sim, start + rightSlack + wave.twoSegments(), wave.step, look);
    CHECK(first.arrived - start == Approx(leftSlack).margin(wave.twoSegments()));
    CHECK(last.arrived - start == Approx(rightSlack).margin(wave.twoSegments()));
}

TEST_CASE("cut.load.a: a hung rope is cut above its load", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("cut.load.a");
    const nlohmann::json& out = item.at("expected");
    Wave wave(item);
    wave.rig.weight("load", wave.in.at("load"), {0.0, -wave.length, 0.0});
    wave.lay(middleOf("load"));
    Workshop sim = wave.rig.made();
    calm(sim, 4.0);
    const double start = sim.time();
    sim.cut({"line", std::nullopt, wave.length - 2.0 * wave.length / Wave::segments});
    double pull = 0.0;
    double readings = 0.0;
    advanceUntil(sim, start + 0.5 * wave.length / wave.speed, wave.step,
                 [&]
                 {
                     pull += sim.forceAt(firstOf("line"));
                     ++readings;
                 });
    const double supported = out.at("pull_on_the_support_until_then");
    CHECK(pull / readings == within(item, supported));
    CHECK(besideCut(sim, sim.pieces()[0], rope::RopeEnd::last).velocity.y ==
          within(item, out.at("recoil_speed_of_all_that_the_front_has_passed")));
    const double speed = sim.bodyOf("load").velocity.y;
    const double then = sim.time();
    Front front{firstOf("line"), supported};
    const double expected = out.at("front_reaches_the_support_at");
    advanceUntil(sim, start + 1.1 * expected, wave.step, [&] { front.look(sim); });
    // A cut is two segments from the load.
    CHECK(front.arrived - start == Approx(expected - wave.twoSegments()).margin(wave.twoSegments()));
    CHECK((speed - sim.bodyOf("load").velocity.y) / (sim.time() - then) == within(item, out.at("load_falls_with")));
}

TEST_CASE("cut.top.a: the load of a rope that is cut at its top rests until the wave is there", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("cut.top.a");
    const nlohmann::json& out = item.at("expected");
    const Wave wave(item);
    const double load = wave.in.at("load");
    rope::RopeByLength rope;
    rope.massCount = Wave::segments + 1;
    rope.length = wave.length;
    rope.massPerLength = wave.in.at("mass_per_m");
    rope.axialStiffness = wave.in.at("EA");
    rope.bendingStiffness = rope.torsionalStiffness = 0.0;
    RopeSimulation sim(rope);
    std::vector<Vec3> line;
    for (int i = 0; i < rope.massCount; ++i)
    {
        const double along = i * rope.segment();
        const double carried = load * along + rope.massPerLength * along * (rope.length - 0.5 * along);
        line.emplace_back(0.0, -along - g * carried / rope.axialStiffness, 0.0);
    }
    sim.layOut(line);
    sim.pin(0);
    const BodyId body = sim.addBody(rope::weight(load, line.back()));
    sim.tie(sim.masses().size() - 1, BodyPlace{body, Vec3(0.0)});
    // What is limp gives way at once where it is not quite straight.
    for (std::size_t i = 1; i + 1 < line.size(); ++i)
        sim.setForce(i, {i % 2 == 0 ? 0.05 : -0.05, 0.0, 0.0});
    sim.advance(0.1);
    const double rest = sim.body(body).position.y;
    const double start = sim.time();
    sim.cut(2);
    const double until = out.at("load_rests_until");
    const auto centreSpeed = [&]
    {
        const Part piece = partOf(sim.masses(), 3, sim.masses().size());
        return (piece.mass * piece.velocity.y + load * sim.body(body).velocity.y) / (piece.mass + load);
    };
    const double speed = centreSpeed();
    const auto fallen = [&] { return rest - sim.body(body).position.y; };
    advanceUntil(sim, start + 0.5 * until, wave.step);
    // Behind the cut: its other half is the next mass.
    CHECK(-partOf(sim.masses(), 3, 3 + line.size() / 10).velocity.y ==
          within(item, out.at("top_end_starts_down_with")));
    advanceUntil(sim, start + until - wave.twoSegments(), wave.step);
    CHECK(std::abs(fallen()) < 1e-4);
    advanceUntil(sim, start + until + 0.01, wave.step);
    advanceUntil(sim, start + until + 0.1, 1e-4);
    CHECK(fallen() == within(item, out.at("load_fallen_0_1_s_after_that")));
    CHECK((speed - centreSpeed()) / (sim.time() - start) == within(item, out.at("centre_of_mass_of_all_falls_with")));
}

TEST_CASE("cut.hang.soft, cut.hang.stiff: a hanging rope is cut at half its length", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "cut.hang.soft", "cut.hang.stiff");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& out = item.at("expected");
    Wave wave(item);
    wave.lay(Vec3(0.0, -wave.length, 0.0));
    Workshop sim = wave.rig.made();
    calm(sim, 12.0);
    const double rests = out.at("lower_end_rests_until");
    const double start = sim.time();
    sim.cut({"line", std::nullopt, 0.5 * wave.length});
    const Workshop::Piece& upper = sim.pieces()[0];
    const Workshop::Piece& lower = sim.pieces()[1];
    const auto end = [&] { return sim.positionOf(lastOf("line")).y; };
    const double low = end();
    const double pull = sim.forceAt(firstOf("line"));
    const double centre = whole(sim, lower).centre.y;
    CHECK(sim.masses()[sim.ropeOf(lower).first].position.y - low ==
          within(item, out.at("stretched_length_of_lower_part")));
    advanceUntil(sim, start + 0.15 * rests, wave.step);
    CHECK(besideCut(sim, upper, rope::RopeEnd::last).velocity.y == within(item, out.at("upper_part_flies_up_with")));
    CHECK(-besideCut(sim, lower, rope::RopeEnd::first).velocity.y ==
          within(item, out.at("top_of_lower_part_starts_down_with")));
    advanceUntil(sim, start + 0.95 * rests, wave.step);
    CHECK(std::abs(end() - low) < 5e-4);
    Front front{firstOf("line"), 1.5 * pull}; // the upper half stays stretched by its own weight
    const auto look = [&] { front.look(sim); };
    advanceUntil(sim, start + rests, wave.step, look);
    CHECK(centre - whole(sim, lower).centre.y == within(item, out.at("centre_of_mass_of_lower_part_fallen_then")));
    advanceUntil(sim, start + 1.05 * rests, wave.step, look);
    CHECK(front.arrived - start == within(item, out.at("pull_on_the_support_falls_at")));
}

TEST_CASE("cut.v.a: one of two ropes that carry a load is cut", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("cut.v.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double mass = in.at("load");
    const double length = in.at("rope_length");
    const double angle = in.at("angle_deg").get<double>() * degree;
    const Vec3 top(length * std::sin(angle), length * std::cos(angle), 0.0);
    Rig rig;
    rig.weight("load", mass, Vec3(0.0));
    for (const auto& [name, side] : {std::pair("kept", 1.0), std::pair("lost", -1.0)})
    {
        const Vec3 at(side * top.x, top.y, 0.0);
        SetUpRope& rope = rig.rope(name, {at, SolidPlace{"load", Vec3(side * 1e-3, 0.0, 0.0), {}}});
        rope.ropeRadius = 5e-4;
        rope.axialStiffness = 1e6;
        rope.massCount = 31;
        rig.hold(firstOf(name), at);
    }
    Workshop sim = rig.made();
    calm(sim, 2.0);
    CHECK(sim.forceAt(firstOf("kept")) == within(item, out.at("tension_before")));
    const double start = sim.time();
    sim.cut({"lost", std::nullopt, length - 2.0 * length / 30.0});
    constexpr double step = 5e-4;
    // The rope bounces.
    const double bounce = 2.0 * std::numbers::pi * std::sqrt(mass * length / 1e6);
    double tension = 0.0;
    double readings = 0.0;
    advanceUntil(sim, start + bounce, step,
                 [&]
                 {
                     tension += sim.forceAt(firstOf("kept"));
                     ++readings;
                 });
    CHECK(tension / readings == within(item, out.at("tension_right_after")));
    const Vec3 across = glm::normalize(Vec3(top.y, -top.x, 0.0));
    CHECK(glm::dot(sim.bodyOf("load").velocity, across) / bounce == within(item, out.at("acceleration_right_after")));
    double before = -1.0;
    double turned = 0.0; // [s], when it is lowest
    double lowest = 0.0; // [N]
    while (turned == 0.0)
    {
        advanceUntil(sim, sim.time() + step, step);
        const double aside = sim.bodyOf("load").position.x - top.x;
        if (aside >= 0.0)
            turned = sim.time() - step * aside / (aside - before);
        before = aside;
    }
    CHECK(turned - start == within(item, out.at("lowest_point_after")));
    CHECK(glm::length(sim.bodyOf("load").velocity) == within(item, out.at("speed_there")));
    readings = 0.0;
    advanceUntil(sim, turned + 0.5 * bounce, step,
                 [&]
                 {
                     lowest += sim.forceAt(firstOf("kept"));
                     ++readings;
                 });
    CHECK(lowest / readings == within(item, out.at("tension_there")));
}

TEST_CASE("cut.pendulum.a, cut.pendulum.b: a swinging weight is cut off", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "cut.pendulum.a", "cut.pendulum.b");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double length = in.at("length");
    const double angle = in.at("let_go_at_deg").get<double>() * degree;
    Rig rig;
    rig.settings.maxDt = 1e-3;
    rig.weight("bob", 1.0, length * Vec3(std::sin(angle), -std::cos(angle), 0.0));
    rig.rope("line", {Vec3(0.0), middleOf("bob")}).massCount = 21;
    rig.hold(firstOf("line"), Vec3(0.0));
    Workshop sim = rig.made();
    const double cutAt = in.at("cut_at_deg").get<double>() * degree;
    const auto place = [&] { return sim.bodyOf("bob").position; };
    while (std::atan2(place().x, -place().y) < cutAt)
        sim.advance(rig.settings.maxDt);
    const double cut = sim.time();
    CHECK(cut == within(item, out.at("cut_at_time")));
    CHECK(glm::length(sim.bodyOf("bob").velocity) == within(item, out.at("speed_then")));
    sim.cut({"line", std::nullopt, 0.9 * length});
    const double floor = -in.at("floor_below_the_pivot").get<double>();
    Vec3 before = place();
    while (place().y > floor)
    {
        before = place();
        sim.advance(rig.settings.maxDt);
    }
    const double part = (floor - before.y) / (place().y - before.y);
    CHECK(before.x + part * (place().x - before.x) == within(item, out.at("lands_at_x")));
    CHECK(sim.time() + (part - 1.0) * rig.settings.maxDt - cut == within(item, out.at("time_of_flight")));
}

TEST_CASE("cut.atwood.a: the rope of two weights over a pulley is cut above the lighter one", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("cut.atwood.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double reach = in.at("radius");
    const double disc = in.at("disc_mass");
    const double inertia = 0.5 * disc * reach * reach;
    Rig rig;
    rig.wheel("wheel", Vec3(0.0), reach, disc, inertia);
    rig.weight("m1", in.at("m1"), {-reach, -1.0, 0.0});
    rig.weight("m2", in.at("m2"), {reach, -1.0, 0.0});
    SetUpRope& line = rig.rope("line", {middleOf("m1"), right("wheel"), middleOf("m2")});
    line.contactFriction = 0.15; // by e^(mu pi) times its weight the wheel holds slack rope
    const auto downwards = [](const Workshop& sim) { return -sim.bodyOf("m2").velocity.y; };
    Workshop hard = letGo(rig);
    hard.advance(in.at("cut_at"));
    CHECK(downwards(hard) == within(item, out.at("speed_at_cut")));
    // A softer rope, which is let go gently as it swings for longer, goes over the wheel more easily when it is slack.
    SetUpRope& soft = rig.setUp.ropes.front();
    soft.axialStiffness = 5e3;
    soft.massCount = 120;
    Workshop sim = letGo(rig, 0.2);
    while (downwards(sim) < out.at("speed_at_cut"))
        sim.advance(sim.settings().maxDt);
    const double height = sim.bodyOf("m1").position.y;
    sim.cut({"line", std::nullopt, 2.0 * sim.rope().springs().front().restLength});
    double highest = height;
    advanceUntil(sim, sim.time() + 0.2, sim.settings().maxDt,
                 [&] { highest = std::max(highest, sim.bodyOf("m1").position.y); });
    CHECK(downwards(sim) == within(item, out.at("m2_speed_0_2_s_later")));
    CHECK(highest - height == within(item, out.at("m1_rises_on_by")));
    const double spin = glm::length(sim.bodyOf("wheel").spin);
    CHECK(spin == within(item, out.at("disc_spin_afterwards")));
    CHECK(inertia * spin == within(item, out.at("angular_momentum_of_the_disc")));
}

TEST_CASE("cut.spin.a: two weights that turn about each other on a rope are cut apart", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("cut.spin.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    rope::RopeByLength rope;
    rope.massCount = 61;
    rope.length = in.at("length");
    rope.massPerLength = in.at("mass_per_m");
    rope.axialStiffness = 1e6;
    rope.bendingStiffness = rope.torsionalStiffness = 0.0;
    rope.gravity = Vec3(0.0);
    rope.maxDt = 2e-4;
    RopeSimulation sim(rope);
    const Vec3 spin(0.0, 0.0, in.at("omega").get<double>());
    std::vector<Vec3> line;
    for (int i = 0; i < rope.massCount; ++i)
        line.emplace_back(i * rope.segment() - out.at("centre_of_mass_from_m1").get<double>(), 0.0, 0.0);
    sim.layOut(line);
    const auto add = [&](const char* mass, std::size_t end)
    {
        rope::Body body = rope::weight(in.at(mass), line[end]);
        body.velocity = glm::cross(spin, line[end]);
        const BodyId id = sim.addBody(body);
        sim.tie(end, BodyPlace{id, Vec3(0.0)});
        return id;
    };
    const std::array<BodyId, 2> weights{add("m1", 0), add("m2", line.size() - 1)};
    rope::WrittenMoment moment = sim.written();
    for (std::size_t i = 0; i < line.size(); ++i)
        moment.velocities[i] = glm::cross(spin, line[i]);
    sim.beginAt(moment);
    sim.setBooks(true);
    const auto angular = [&] { return sim.momentumBook().angular.now.z; };
    CHECK(sim.kineticEnergy() == within(item, out.at("kinetic_energy")));
    CHECK(angular() == within(item, out.at("angular_momentum_total")));
    // A turn, over which it stretches.
    sim.advance(2.0 * std::numbers::pi / spin.z);
    double tension = 0.0;
    constexpr int readings = 200;
    const std::size_t middle = static_cast<std::size_t>(in.at("cut_at_fraction_from_m1").get<double>() * 60.0);
    for (int i = 0; i < readings; ++i)
    {
        sim.advance(rope.maxDt);
        tension += sim.tension(middle) / readings;
    }
    CHECK(tension == within(item, out.at("tension_at_the_cut_before")));
    sim.cut(middle);
    sim.advance(0.1);
    for (const std::size_t number : {0u, 1u})
    {
        CAPTURE(number);
        const rope::Rope& piece = sim.rope(sim.ropes()[number]);
        const rope::Body& weight = sim.body(weights[number]);
        const Part part = partOf(sim.masses(), piece.first, piece.first + piece.masses());
        const double mass = part.mass + weight.mass;
        const Vec3 centre = (part.mass * part.centre + weight.mass * weight.position) / mass;
        const Vec3 velocity = (part.mass * part.velocity + weight.mass * weight.velocity) / mass;
        CHECK(mass * glm::length(velocity) == within(item, out.at("momentum_of_each")));
        CHECK(glm::length(velocity) == within(item, out.at("speed_of_part_" + std::to_string(number + 1))));
        double turning = weight.mass * glm::cross(weight.position - centre, weight.velocity - velocity).z;
        double inertia = weight.mass * glm::dot(weight.position - centre, weight.position - centre);
        for (std::size_t i = piece.first; i < piece.first + piece.masses(); ++i)
        {
            const rope::Mass& one = sim.masses()[i];
            turning += one.mass * glm::cross(one.position - centre, one.velocity - velocity).z;
            inertia += one.mass * glm::dot(one.position - centre, one.position - centre);
        }
        CHECK(turning / inertia == within(item, out.at("spin_of_each_part_about_its_own_centre")));
        CHECK(turning == within(item, out.at("of_it_spin_" + std::to_string(number + 1))));
    }
    CHECK(angular() == within(item, out.at("angular_momentum_total")));
}

TEST_CASE("cut.rejoin.a: a join closes a gap slowly, by the work that stretches the rope", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("cut.rejoin.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    // The link is part of the second rope.
    const double first = in.at("lengths")[0];
    const double length = first + in.at("lengths")[1].get<double>() + in.at("link_rest_length").get<double>();
    Rig rig;
    rig.settings.gravity = Vec3(0.0);
    rig.settings.maxDt = 1e-3;
    SetUpRope& rope = rig.rope("line", {Vec3(0.0), Vec3(length, 0.0, 0.0)});
    rope.massCount = 52;
    rope.axialStiffness = in.at("EA");
    rig.hold(firstOf("line"), Vec3(0.0));
    rig.hold(lastOf("line"), Vec3(length, 0.0, 0.0));
    Workshop sim = rig.made();
    sim.setBooks(true);
    sim.cut({"line", std::nullopt, first});
    rig.setUp.holds.back().at.x += in.at("gap_beyond_the_link").get<double>();
    sim.follow(rig.shared());
    calm(sim, 4.0);
    sim.join(lastOf("line"), firstOf("line_2"));
    double fastest = 0.0;
    for (int i = 0; i < 500; ++i)
    {
        sim.advance(1e-3);
        for (const rope::Mass& mass : sim.masses())
            fastest = std::max(fastest, glm::length(mass.velocity));
    }
    CHECK(sim.pieces().size() == 1);
    CHECK(fastest < 3.0);
    CHECK(std::abs(sim.energyBook().imbalance()) < 1e-9 * sim.energyBook().throughput());
    calm(sim, 1.0);
    CHECK(sim.forceAt(firstOf("line")) == within(item, out.at("tension_after")));
    CHECK(sim.rope().elasticEnergy() == within(item, out.at("work_of_a_slow_ramp")));
    CHECK(sim.energyBook().gained(rope::EnergyLine::joins) == Approx(sim.rope().elasticEnergy()).epsilon(0.1));
}
