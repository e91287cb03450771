// Ropes on drums that turn and on bodies that roll, against tests/data/rigging.json.
//
// Ends are tied to their drums, so that no turns need to be left: turns without tension take a hundred solves a step.
// Of rig.spool.yoyo it falls a turn only.
#include "rigging.hpp"

#include <optional>

#include "rope/bodies/bodies.hpp"

#include "scenes/set_up/path_layout.hpp"

#include <rope/rope_by_length.hpp>

using namespace ropewalk;
using rope::Body;
using rope::SolidBody;

namespace
{

constexpr double pi = std::numbers::pi;
constexpr double degree = pi / 180.0;

double downwards(const Workshop& sim, std::string_view solid)
{
    return -sim.bodyOf(solid).velocity.y;
}

} // namespace

TEST_CASE("rig.brake.a, rig.brake.b: a band brakes a drum", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.brake.a", "rig.brake.b");
    const bool towardsWeight = GENERATE(true, false);
    CAPTURE(id, towardsWeight);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out =
        item.at("expected").at(towardsWeight ? "surface_moves_towards_the_weight" : "surface_moves_towards_the_anchor");
    const double reach = in.at("radius_of_the_ropes_line");
    const double spin = in.at("omega_at_start");
    Rig rig;
    rig.settings.maxDt = 2e-3;
    SetUpSolid& wheel = drum(rig, "drum", Vec3(0.0), reach, Moves::driven);
    wheel.mass = 2.0 * in.at("drum_inertia").get<double>() / (wheel.radius * wheel.radius);
    wheel.spinSpeed = towardsWeight ? -spin : spin;
    wheel.mostTorque = 1000.0;
    rig.weight("load", in.at("weight").get<double>() / g, {reach, -0.5, 0.0});
    const Vec3 anchor(-reach, -1.0, 0.0);
    RoundStop over = right("drum");
    over.turns = static_cast<int>(in.at("wrap_rad").get<double>() / (2.0 * pi));
    rig.rope("band", {anchor, over, middleOf("load")}).contactFriction = in.at("mu");
    rig.hold(firstOf("band"), anchor);
    Workshop sim = rig.made();
    sim.setBooks(true);
    calm(sim, 1.0);
    // The motor lets go.
    rig.setUp.solids[0].mostTorque = 0.0;
    sim.follow(rig.shared());
    const double start = sim.time();
    const double turned = sim.turnOf("drum");
    const double rubbed = sim.energyBook().amount(rope::EnergyLine::contact_friction);
    double force = 0.0;
    double readings = 0.0;
    while (std::abs(sim.bodyOf("drum").spin.z) > 0.005 * spin)
    {
        sim.advance(rig.settings.maxDt);
        force += sim.forceAt(firstOf("band"));
        ++readings;
    }
    CHECK(force / readings == within(item, out.at("anchor_force")));
    CHECK(sim.time() - start == within(item, out.at("stops_after_s")));
    CHECK(std::abs(sim.turnOf("drum") - turned) / (2.0 * pi) == within(item, out.at("turns")));
    CHECK(sim.energyBook().amount(rope::EnergyLine::contact_friction) - rubbed == within(item, out.at("heat")));
}

namespace
{

/// A drum that turns steadily under a rope, from which a load hangs that is let go.
struct Hauling
{
    static constexpr double reach = 0.1;
    static constexpr double step = 1e-3;
    Rig rig;
    std::optional<Pushed> sim;

    Hauling(const nlohmann::json& in, double tail)
    {
        rig.settings.maxDt = step;
        SetUpSolid& wheel = drum(rig, "drum", Vec3(0.0), reach, Moves::driven);
        wheel.spinSpeed = in.at("speed_of_the_drums_surface").get<double>() / reach;
        wheel.mostTorque = 1000.0;
        const Vec3 low(reach, -1.0, 0.0);
        rig.weight("load", in.at("load"), low);
        rig.rope("line", {middleOf("load"), left("drum"), Vec3(1.0, -reach, 0.0)}).contactFriction = in.at("mu");
        rig.hold(firstOf("line"), low);
        sim.emplace(rig);
        sim->pull(lastOf("line"), {tail, 0.0, 0.0});
        sim->advance(1.0);
        rig.setUp.holds.clear();
        sim->follow(rig.shared());
        sim->pull(lastOf("line"), {tail, 0.0, 0.0});
    }
    double speed() const { return -downwards(*sim, "load"); }
};

} // namespace

TEST_CASE("rig.capstan_driven.a: a drum that turns steadily hauls a load", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.capstan_driven.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    Hauling hauling(in, in.at("tail_pull"));
    Workshop& sim = *hauling.sim;
    const auto tension = [&](double seconds)
    { return means(sim, seconds, [&] { return sim.forceAt(firstOf("line")); })[0]; };
    const double start = sim.time();
    const double height = sim.bodyOf("load").position.y;
    CHECK(tension(0.15) == within(item, out.at("tension_while_slipping")));
    CHECK(hauling.speed() / 0.15 == within(item, out.at("acceleration_while_slipping")));
    while (hauling.speed() < in.at("speed_of_the_drums_surface"))
        sim.advance(Hauling::step);
    CHECK(sim.time() - start == within(item, out.at("reaches_the_drums_speed_after_s")));
    CHECK(sim.bodyOf("load").position.y - height == within(item, out.at("load_then_m")));
    sim.advance(0.1);
    CHECK(tension(0.3) == within(item, out.at("tension_afterwards")));

    const double carries = out.at("tail_pull_that_just_carries_it");
    for (const double part : {0.97, 1.03})
    {
        Hauling other(in, part * carries);
        other.sim->advance(0.5);
        CHECK((other.speed() > 0.0) == (part > 1.0));
    }
}

namespace
{

/// A spool on a rope that unwinds from it.
struct Spool
{
    const nlohmann::json item;
    Rig rig;
    std::optional<Pushed> sim;

    double tension = 0.0; ///< [N], mean of the fall

    /// With so many whole turns and another part of one, segments of at most `segment` [m] and such steps [s].
    Spool(const std::string& id, int turns, double part, double segment, double step) : item(rigging(id))
    {
        rig.settings.maxDt = step;
        const nlohmann::json& in = item.at("inputs");
        const double reach = in.at("radius_of_the_ropes_line");
        SetUpSolid& post = drum(rig, "spool", {-reach, 0.0, 0.0}, reach, Moves::free);
        post.mass = in.at("mass");
        const Vec3 top(0.0, 0.3, 0.0);
        RoundStop round = right("spool");
        round.turns = turns;
        SetUpRope& rope = rig.rope("line", {top, round, onRim(post, -2.0 * pi * part)});
        rope.massPerLength = 5e-4;
        rope.axialStiffness = 3e3;
        rope.contactFriction = 0.3;
        rope.massCount = 2 + static_cast<int>(lengthOf(pathOf(rig.setUp, rope)) / segment);
        rig.hold(firstOf("line"), top);
        sim.emplace(rig);
        sim->setInertia("spool", in.at("inertia"));
    }
    void fall(double height)
    {
        std::vector<double> readings;
        while (fallen() < height)
        {
            sim->advance(rig.settings.maxDt);
            readings.push_back(sim->forceAt(firstOf("line")));
        }
        tension = calmMean(readings); // it bounces on the rope
    }
    double fallen() const { return -sim->bodyOf("spool").position.y; }
    double acceleration() const { return 2.0 * fallen() / (sim->time() * sim->time()); } ///< [m/s2], mean
};

} // namespace

TEST_CASE("An edit leaves a drum, and a rope that its friction holds, as they were", "[workshop][rigging]")
{
    Rig rig;
    rig.settings.damping = 0.5;
    const bool driven = GENERATE(true, false);
    SetUpSolid& wheel = drum(rig, "drum", Vec3(0.0), 0.1, driven ? Moves::driven : Moves::no);
    wheel.spinSpeed = 1.0;
    wheel.mostTorque = 1000.0;
    rig.weight("light", 1.0, {-0.1, -1.0, 0.0});
    rig.weight("heavy", 2.0, {0.1, -1.0, 0.0});
    rig.rope("line", {middleOf("light"), right("drum"), middleOf("heavy")}).contactFriction = 0.3; // e^(mu pi) = 2.6
    Workshop edited = rig.made();
    edited.advance(1.0);
    Workshop sim = edited;
    for (int i = 0; i < 20; ++i)
    {
        rig.setUp.ropes.front().breakingStrain = 1.0 + 0.01 * i;
        edited.follow(rig.shared());
        edited.advance(0.01);
        sim.advance(0.01);
        CHECK(edited.forceAt(lastOf("line")) == Approx(sim.forceAt(lastOf("line"))).epsilon(5e-3));
    }
    CHECK(glm::distance(edited.bodyOf("heavy").position, sim.bodyOf("heavy").position) < 1e-5);
    CHECK(edited.turnOf("drum") == Approx(sim.turnOf("drum")).margin(1e-4));
}

TEST_CASE("rig.spool.cylinder, rig.spool.hoop: a spool falls from its rope", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.spool.cylinder", "rig.spool.hoop");
    INFO(id);
    Spool spool(id, 1, 0.7, 0.018, 2e-3);
    const nlohmann::json& out = spool.item.at("expected");
    spool.fall(spool.item.at("inputs").at("drop"));
    CHECK(spool.tension == within(spool.item, out.at("tension")));
    CHECK(spool.acceleration() == within(spool.item, out.at("acceleration")));
    CHECK(spool.sim->time() == within(spool.item, out.at("time_for_the_drop")));
    CHECK(downwards(*spool.sim, "spool") == within(spool.item, out.at("speed")));
    CHECK(glm::length(spool.sim->bodyOf("spool").spin) == within(spool.item, out.at("spin")));
}

TEST_CASE("rig.spool.yoyo: a yo-yo falls", "[workshop][rigging]")
{
    Spool spool("rig.spool.yoyo", 0, 0.85, 0.0025, 1e-3);
    const nlohmann::json& out = spool.item.at("expected");
    spool.fall(0.05);
    CHECK(spool.tension == within(spool.item, out.at("tension")));
    CHECK(spool.acceleration() == within(spool.item, out.at("acceleration")));
    // Its speed swings, as it bounces on the rope.
    const double reach = spool.item.at("inputs").at("radius_of_the_ropes_line");
    CHECK(glm::length(spool.sim->bodyOf("spool").spin) * reach / spool.sim->time() ==
          within(spool.item, out.at("acceleration")));
}

TEST_CASE("rig.spool.two.a: a spool falls from another that turns", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.spool.two.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    constexpr double reach = 0.1;
    Rig rig;
    rig.settings.maxDt = 2e-3;
    SetUpSolid upper = drum(rig, "upper", {-reach, 0.5, 0.0}, reach, Moves::axle);
    SetUpSolid lower = drum(rig, "lower", {reach, 0.0, 0.0}, reach, Moves::free);
    SetUpRope& rope =
        rig.rope("line", {onRim(upper, 1.75 * pi), right("upper"), left("lower"), onRim(lower, 0.75 * pi)});
    rope.contactFriction = 0.3;
    rope.axialStiffness = 3e4;
    rig.setUp.solids[1].mass = in.at("m_falling");
    Pushed sim(rig);
    sim.setInertia("upper", 0.5 * in.at("m_fixed").get<double>() * reach * reach);
    sim.setInertia("lower", 0.5 * in.at("m_falling").get<double>() * reach * reach);
    constexpr double seconds = 0.3;
    sim.advance(seconds);
    const auto rim = [&](const char* name) { return std::abs(sim.bodyOf(name).spin.z) * reach / seconds; };
    CHECK(downwards(sim, "lower") / seconds == within(item, out.at("acceleration")));
    CHECK(0.5 * in.at("m_fixed").get<double>() * rim("upper") == within(item, out.at("tension")));
    CHECK(rim("upper") == within(item, out.at("rim_acceleration_fixed")));
    CHECK(rim("lower") == within(item, out.at("rim_acceleration_falling")));
}

TEST_CASE("rig.drum.a, rig.drum.heavy: a weight pulls rope off a drum", "[workshop][rigging][long]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.drum.a", "rig.drum.heavy");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double reach = in.at("radius_of_the_ropes_line");
    const double drop = in.at("hanging_at_end").get<double>() - in.at("hanging_at_start").get<double>();
    Rig rig;
    rig.settings.maxDt = 2e-3;
    const Vec3 low(reach, -std::max(0.1, in.at("hanging_at_start").get<double>()), 0.0);
    // What does not unwind turns as part of the drum. Half turns are in balance as it begins.
    const double turns = std::ceil((drop + 0.1) / (2.0 * pi * reach));
    const SolidPlace end = onRim(drum(rig, "drum", Vec3(0.0), reach, Moves::axle), pi);
    rig.weight("load", in.at("weight"), low);
    RoundStop round = right("drum");
    round.turns = static_cast<int>(turns);
    SetUpRope& rope = rig.rope("line", {end, round, middleOf("load")});
    rope.contactFriction = 0.3;
    rope.axialStiffness = 3e4;
    const double perMetre = in.at("mass_per_m");
    rope.massPerLength = std::max(perMetre, rope.massPerLength);
    const double rest = perMetre * (in.at("rope_length").get<double>() - lengthOf(rig.setUp, rope)); // [kg]
    Pushed sim(rig);
    sim.setInertia("drum", in.at("drum_inertia").get<double>() + rest * reach * reach);
    std::vector<double> accelerations;
    while (sim.time() < 0.15)
    {
        const double before = downwards(sim, "load");
        sim.advance(rig.settings.maxDt);
        accelerations.push_back((downwards(sim, "load") - before) / rig.settings.maxDt);
    }
    CHECK(calmMean(accelerations) == within(item, out.at("acceleration_at_start")));
    while (sim.bodyOf("load").position.y > low.y - drop)
        sim.advance(rig.settings.maxDt);
    CHECK(sim.time() == within(item, out.at("time")));
    CHECK(downwards(sim, "load") == within(item, out.at("speed")));
    CHECK(std::abs(sim.bodyOf("drum").spin.z) == within(item, out.at("drum_spin_then")));
}

TEST_CASE("rig.spool.floor.a: a spool on a floor is pulled by its rope", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.spool.floor.a");
    const nlohmann::json& in = item.at("inputs");
    const double radius = in.at("R");
    const double reach = in.at("axle_radius_of_the_ropes_line");
    const double mass = in.at("mass");
    for (std::size_t i = 0; i < in.at("angles_deg").size(); ++i)
    {
        const double angle = in.at("angles_deg")[i].get<double>() * degree;
        CAPTURE(angle);
        const Vec3 way(std::cos(angle), std::sin(angle), 0.0);
        const Vec3 middle(0.0, radius, 0.0);
        Rig rig;
        const SolidPlace tied = onRim(drum(rig, "axle", middle, reach, Moves::no), angle);
        const Vec3 leaves = middle + reach * Vec3(way.y, -way.x, 0.0);
        const RopeLayout line =
            layOut(rig.setUp, rig.rope("line", {tied, left("axle"), leaves + 0.5 * way}), Vec3(0.0));
        rope::RopeByLength rope;
        rope.massCount = static_cast<int>(line.positions.size());
        rope.length = line.segment * (rope.massCount - 1);
        rope.massPerLength = 1e-3;
        rope.bendingStiffness = rope.torsionalStiffness = 0.0;
        rope.radius = Rig::ropeRadius;
        rope.contactFriction = 0.5;
        rope.maxDt = 1e-3;
        rope::RopeSimulation sim(rope);
        sim.layOut(line.positions);
        SolidBody floor = SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0});
        floor.touchingMasses = 0;
        sim.addSolid(floor);
        Body spool;
        spool.mass = mass;
        spool.inertia = in.at("inertia_over_mR2").get<double>() * mass * radius * radius * Vec3(10.0, 10.0, 1.0);
        spool.position = middle;
        spool.friction = in.at("mu");
        const Vec3 side(0.0, 0.0, 0.3);
        const Vec3 half(0.0, 0.0, 0.1);
        spool.shapes = {SolidBody::sphere(-side, radius), SolidBody::sphere(side, radius),
                        SolidBody::cylinder(-half, half, reach - Rig::ropeRadius)};
        const rope::BodyId body = sim.addBody(spool);
        sim.tie(std::size_t{0}, rope::BodyPlace{body, pointOn(rig.setUp.solids[0], tied) - middle});
        sim.setForce(sim.masses().size() - 1, in.at("pull").get<double>() * way);
        sim.advance(0.1);
        const double speed = sim.body(body).velocity.x;
        sim.advance(0.2);
        CHECK((sim.body(body).velocity.x - speed) / 0.2 ==
              within(item, item.at("expected").at("acceleration_towards_the_pull")[i]));
    }
}

TEST_CASE("rig.tetherball.a: a ball winds its rope round a post", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.tetherball.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double reach = in.at("radius_of_the_ropes_line");
    const double length = in.at("free_length");
    const double speed = in.at("speed");
    Rig rig;
    rig.settings.gravity = Vec3(0.0);
    rig.settings.maxDt = 1.0 / 480.0;
    drum(rig, "post", Vec3(0.0), reach, Moves::no);
    const Vec3 start(reach, 0.0, 0.0);
    rig.weight("ball", 1.0, start + Vec3(0.0, length, 0.0)).velocity = {-speed, 0.0, 0.0};
    rig.rope("line", {start, middleOf("ball")}).massCount = 161; // four segments to a radius of the post
    rig.hold(firstOf("line"), start);
    Workshop sim = rig.made();
    rope::WrittenMoment moment = sim.written();
    for (std::size_t i = 0; i < moment.positions.size(); ++i)
        moment.velocities[i] = {-speed * moment.positions[i].y / length, 0.0, 0.0};
    sim.beginAt(moment);
    const auto freeLength = [&]
    {
        const Vec3 ball = sim.bodyOf("ball").position;
        return std::sqrt(glm::dot(ball, ball) - reach * reach);
    };
    const auto tension = [&] { return means(sim, 0.5, [&] { return sim.forceAt(lastOf("line")); })[0]; };
    double turned = 0.0;
    Vec3 was = sim.bodyOf("ball").position;
    CHECK(tension() == within(item, out.at("tension_over_mass_at_start")));
    const double end = out.at("time");
    double half = 0.0; // [m]
    while (freeLength() > in.at("until_free_length").get<double>())
    {
        sim.advance(rig.settings.maxDt);
        const Vec3 is = sim.bodyOf("ball").position;
        turned += std::atan2(was.x * is.y - was.y * is.x, was.x * is.x + was.y * is.y);
        was = is;
        if (half == 0.0 && sim.time() >= 0.5 * end)
            half = freeLength();
    }
    CHECK(turned / (2.0 * pi) == within(item, out.at("turns")));
    CHECK(half == within(item, out.at("free_length_after_half_the_time")));
    CHECK(sim.time() == within(item, end));
    CHECK(glm::length(sim.bodyOf("ball").velocity) == within(item, out.at("speed")));
}

TEST_CASE("rig.parbuckle.a: a barrel is rolled up a slope in the bight of a rope", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.parbuckle.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double radius = in.at("R");
    const double slope = in.at("slope_deg").get<double>() * degree;
    const double mass = in.at("weight").get<double>() / g;
    const double holds = out.at("pull_that_holds");
    for (const double pull : {in.at("total_pull").get<double>(), 0.97 * holds, 1.03 * holds})
    {
        CAPTURE(pull);
        Rig rig;
        rig.settings.gravity = g * Vec3(-std::sin(slope), -std::cos(slope), 0.0); // x leads up the slope
        rig.settings.friction = 0.0;
        rig.settings.maxDt = 1e-3;
        SetUpSolid& barrel = drum(rig, "barrel", {0.0, radius - Rig::ropeRadius, 0.0}, radius, Moves::free);
        barrel.shape = SceneSolid::Shape::bar;
        barrel.length = 1.0;
        barrel.mass = mass;
        // Its ends roll on two rails, the rope is between them.
        for (const auto& [name, aside] : {std::pair("left_rail", -0.5), std::pair("right_rail", 0.5)})
        {
            SetUpSolid rail = usualSolid(SceneSolid::Shape::box);
            rail.name = name;
            rail.position = {0.0, -0.1, aside};
            rail.size = {8.0, 0.2, 0.2};
            rig.setUp.solids.push_back(rail);
        }
        const Vec3 top(2.0, -Rig::ropeRadius, 0.0);
        const Vec3 hand(1.0, 2.0 * radius - Rig::ropeRadius, 0.0);
        rig.rope("line", {top, right("barrel"), hand}).contactFriction = 0.5;
        rig.hold(firstOf("line"), top);
        Pushed sim(rig);
        sim.setInertia("barrel", in.at("inertia_over_mR2").get<double>() * mass * radius * radius);
        sim.pull(lastOf("line"), {pull, 0.0, 0.0});
        sim.advance(0.2);
        const auto place = [&] { return sim.bodyOf("barrel").position.x; };
        const auto handPlace = [&] { return sim.positionOf(lastOf("line")).x; };
        const double speed = sim.bodyOf("barrel").velocity.x;
        const double from = place();
        const double handFrom = handPlace();
        sim.advance(0.5);
        if (pull < 1.1 * holds)
        {
            CHECK((place() > from) == (pull > holds));
            continue;
        }
        CHECK((sim.bodyOf("barrel").velocity.x - speed) / 0.5 == within(item, out.at("acceleration_up")));
        CHECK((handPlace() - handFrom) / (place() - from) == within(item, out.at("hand_travels")));
    }
}

TEST_CASE("rig.windlass.a: a drum of two radii carries a load in the bight of its rope", "[workshop][rigging][long]")
{
    const nlohmann::json item = rigging("rig.windlass.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double thick = in.at("R");
    const double thin = in.at("r");
    Rig rig;
    rig.settings.damping = 2.0;
    const auto add = [&](const char* name, double reach, double aside)
    {
        SetUpSolid& part = drum(rig, name, {0.0, 0.0, aside}, reach, Moves::driven);
        part.length = 0.046;
        part.spinSpeed = 1.0;
        part.mostTorque = 1e4;
        return onRim(part, -0.5 * pi);
    };
    const SolidPlace first = add("thick", thick, 0.025);
    const SolidPlace last = add("thin", thin, -0.025);
    const Vec3 bight(0.5 * (thick - thin), -1.0, 0.0);
    constexpr double sheave = 1.0; // [kg]
    rig.block("sheave", bight, 0.5 * (thick + thin), sheave).depth = 0.02;
    rig.weight("load", in.at("load").get<double>() / g - sheave, bight - Vec3(0.0, 0.3, 0.0));
    rig.tie(SolidPlace{"sheave", Vec3(0.0), "bottom"}, middleOf("load"));
    SetUpRope& rope = rig.rope("line", {first, right("thick"), right("sheave"), right("thin"), last});
    rope.contactFriction = 0.3;
    rope.axialStiffness = 3e4;
    Workshop sim = rig.made();
    sim.setBooks(true);
    sim.advance(2.5); // until the motors are at their speed
    const double work = sim.energyBook().gained(rope::EnergyLine::motors);
    const double turn = sim.turnOf("thick");
    const double height = sim.bodyOf("load").position.y;
    const auto [tension] = means(sim, 0.8, [&] { return sim.forceAt(RopePlace{"line", std::nullopt, 1.5}); });
    const double turned = sim.turnOf("thick") - turn;
    CHECK((sim.energyBook().gained(rope::EnergyLine::motors) - work) / turned == within(item, out.at("torque")));
    CHECK((sim.bodyOf("load").position.y - height) / turned * 2.0 * pi == within(item, out.at("load_rise_a_turn")));
    CHECK(tension == within(item, out.at("tension")));
}
