// Belts, and ropes that run over sheaves and posts, against tests/data/rigging.json.
// Left out: pulley.hysteresis.a, as ropes have no friction of bending.
#include "rigging.hpp"

#include "scenes/set_up/path_layout.hpp"

#include <optional>

using namespace ropewalk;

namespace
{

constexpr double pi = std::numbers::pi;
constexpr double degree = pi / 180.0;

/// [N], mean of the rope's segments whose middles are there.
template <typename Where>
double tensionWhere(const Workshop& sim, const Where& where)
{
    const rope::Rope& rope = sim.ropeOf(sim.pieces().front());
    double sum = 0.0;
    double count = 0.0;
    for (std::size_t i = 0; i < rope.segments(); ++i)
    {
        const Vec3& from = sim.masses()[rope.first + i].position;
        const Vec3& to = sim.masses()[rope.first + i + 1].position;
        if (!where(0.5 * (from + to)))
            continue;
        sum += rope.springs[i].tension(glm::distance(from, to));
        ++count;
    }
    return sum / count;
}

/// A closed rope round two drums, of which the first is driven by a torque. The other one turns freely, or is held: by
/// the same torque, where the belt runs.
struct Belt
{
    const nlohmann::json item;
    const double speed; ///< [m/s], of the belt as it begins
    Rig rig;
    std::optional<Pushed> sim;
    double restLoad = 0.0; ///< [N], of the first axle at rest

    Belt(const std::string& id, double torque, bool holdsOther)
        : item(rigging(id)), speed(item.at("inputs").value("running_at", 0.0))
    {
        const nlohmann::json& in = item.at("inputs");
        const double distance = in.at("distance");
        const double rest = in.at("tension_at_rest");
        rig.settings.gravity = Vec3(0.0);
        for (const auto& [name, reach] : {std::pair("one", "R1"), std::pair("two", "R2")})
            drum(rig, name, Vec3(0.0), in.at(reach), Moves::driven).mostTorque = 0.0;
        SetUpRope& rope = rig.rope("belt", {left("one"), left("two")});
        rope.closed = true;
        rope.massPerLength = std::max(in.value("rope_mass_per_m", 0.0), rope.massPerLength);
        rope.axialStiffness = 1e4;
        rope.massCount = 120;
        rope.contactFriction = 0.0;
        // It is stretched by what moves the second drum from where it is laid out.
        SetUpSolid& other = rig.setUp.solids[1];
        other.position.x = distance;
        const double stretch = rest / rope.axialStiffness * lengthOf(rig.setUp, rope);
        other.position.x -= 0.5 * stretch;
        sim.emplace(rig);
        sim->setInertia("one", in.at("I1"));
        sim->setInertia("two", in.at("I2"));
        other.position.x = distance;
        sim->follow(rig.shared());
        calm(*sim, 1.0);
        const double tension = tensionWhere(*sim, [](const Vec3&) { return true; });
        other.position.x += 0.5 * stretch * (rest - tension) / rest;
        sim->follow(rig.shared());
        calm(*sim, 1.0);
        sim->advance(0.01);
        restLoad = sim->axleLoad("one");
        rope.contactFriction = in.at("mu");
        rig.setUp.solids[0].spinSpeed = 1000.0; // which it does not reach
        rig.setUp.solids[0].mostTorque = torque;
        other.mostTorque = !holdsOther ? 0.0 : speed > 0.0 ? torque : 1e6;
        other.spinSpeed = speed > 0.0 ? -1000.0 : 0.0;
        rig.settings = sim->settings();
        rig.settings.maxDt = 5e-4;
        sim->setSettings(rig.settings);
        sim->follow(rig.shared());
        if (speed > 0.0)
            run();
        sim->setInertia("one", in.at("I1"));
        sim->setInertia("two", in.at("I2"));
    }
    /// As if it had run for long.
    void run()
    {
        rope::WrittenMoment moment = sim->written();
        const std::size_t edges = moment.positions.size() - 2; // the last edge lies on the first
        for (std::size_t i = 0; i < moment.positions.size(); ++i)
        {
            const Vec3 along = moment.positions[(i + 1) % edges] - moment.positions[(i + edges - 1) % edges];
            moment.velocities[i] = speed * glm::normalize(along);
        }
        sim->beginAt(moment);
        for (const auto& [name, reach] : {std::pair("one", "R1"), std::pair("two", "R2")})
            sim->changeBody(name,
                            [&, radius = item.at("inputs").at(reach).get<double>()](rope::Body& body) {
                                body.spin = {0.0, 0.0, speed / radius};
                            });
    }
    double spin(const char* drum) const { return sim->bodyOf(drum).spin.z; }
};

} // namespace

TEST_CASE("rig.belt.a, rig.belt.fast: a belt drives one drum by another, until it slips", "[workshop][rigging][long]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.belt.a", "rig.belt.fast");
    INFO(id);
    Belt belt(id, rigging(id).at("inputs").at("torque_on_1"), false);
    const nlohmann::json& item = belt.item;
    const nlohmann::json& out = item.at("expected");
    SetUp setUp = belt.rig.setUp;
    setUp.solids[1].position.x = item.at("inputs").at("distance");
    CHECK(lengthOf(setUp, setUp.ropes[0]) == within(item, out.at("rope_length")));
    Workshop& sim = *belt.sim;
    const double middle = 0.4 * setUp.solids[1].position.x;
    const auto straight = [&](double side)
    { return tensionWhere(sim, [&](const Vec3& at) { return std::abs(at.x - middle) < 0.06 && at.y * side > 0.0; }); };
    sim.advance(0.1);
    // The drums swing against each other on the belt, and the belt comes round with what the start has stretched.
    constexpr double seconds = 0.326; // two rounds of the fast one
    std::vector<double> accelerations;
    std::vector<double> differences;
    std::vector<double> sums;
    for (double time = 0.0; time < seconds; time += sim.settings().maxDt)
    {
        const double before = belt.spin("one");
        sim.advance(sim.settings().maxDt);
        accelerations.push_back((belt.spin("one") - before) / sim.settings().maxDt);
        differences.push_back(straight(1.0) - straight(-1.0));
        sums.push_back(straight(1.0) + straight(-1.0));
    }
    // The item leaves out that the rope moves too.
    const nlohmann::json& in = item.at("inputs");
    const double perMetre = in.value("rope_mass_per_m", 0.0);
    const double radius = in.at("R1");
    const double drums =
        in.at("I1").get<double>() + in.at("I2").get<double>() * std::pow(radius / in.at("R2").get<double>(), 2);
    const double rope = perMetre * out.at("rope_length").get<double>() * radius * radius;
    CHECK(calmMean(accelerations) ==
          within(item, out.at("alpha_1_under_the_torque").get<double>() * drums / (drums + rope)));
    CHECK(belt.spin("one") / belt.spin("two") == within(item, out.at("turns_ratio")));
    CHECK(calmMean(differences) == within(item, out.at("difference_of_tensions_then")));
    CHECK(belt.restLoad == within(item, out.at("force_on_an_axle_at_rest")));

    // What flies outwards presses less into the drums, so that a belt that runs is tighter.
    const double flung = perMetre * belt.speed * belt.speed; // [N]
    const double tighter = (0.5 * calmMean(sums) - flung) / (in.at("tension_at_rest").get<double>() - flung);
    const double most = (belt.speed > 0.0 ? tighter : 1.0) * out.at("largest_torque_on_1").get<double>();
    for (const double part : {0.95, 1.05})
    {
        CAPTURE(part);
        Belt held(id, part * most, true);
        held.sim->advance(0.3);
        CHECK((std::abs(held.spin("one") - held.spin("two")) > 1.0) == (part > 1.0));
    }
}

TEST_CASE("pulley.bearing.a: the pull that starts a sheave with friction at its axle", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("pulley.bearing.a");
    const nlohmann::json& in = item.at("inputs");
    const double other = in.at("pull_on_the_other_side");
    constexpr double reach = 0.1;
    for (std::size_t i = 0; i < in.at("wrap_deg").size(); ++i)
        for (const double part : {0.99, 1.01})
        {
            const double wrap = in.at("wrap_deg")[i].get<double>() * degree;
            CAPTURE(wrap, part);
            Rig rig;
            rig.settings.gravity = Vec3(0.0);
            rig.settings.damping = 5.0;
            SetUpSolid& sheave = rig.wheel("sheave", Vec3(0.0), reach, 0.3);
            sheave.axleRadius = 0.2 * reach;
            sheave.axleFriction = in.at("f_mu_rb_over_R").get<double>() / 0.2;
            const Vec3 down(0.0, -1.0, 0.0);
            const Vec3 leaves = reach * Vec3(-std::cos(wrap), std::sin(wrap), 0.0);
            const Vec3 away(std::sin(wrap), std::cos(wrap), 0.0);
            rig.rope("line", {Vec3(-reach, -0.5, 0.0), right("sheave"), leaves + 0.5 * away});
            Pushed sim(rig);
            const double pull = item.at("expected").at("pull")[i];
            sim.pull(firstOf("line"), other * down);
            sim.pull(lastOf("line"), other * away);
            sim.advance(0.3);
            sim.pull(lastOf("line"), part * pull * away);
            sim.advance(0.3);
            const double before = sim.turnOf("sheave");
            sim.advance(0.2);
            const double turned = std::abs(sim.turnOf("sheave") - before);
            CHECK((turned < 1e-9  ? "rests"
                   : turned > 0.1 ? "turns"
                                  : "creeps") == std::string(part < 1.0 ? "rests" : "turns"));
        }
}

TEST_CASE("pulley.creep.a: a stretchy rope creeps on the sheave that drives it", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("pulley.creep.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    constexpr double reach = 0.1;
    Rig rig;
    rig.settings.gravity = Vec3(0.0);
    rig.settings.maxDt = 1e-3;
    SetUpSolid& sheave = drum(rig, "sheave", Vec3(0.0), reach, Moves::driven);
    sheave.spinSpeed = in.at("speed_on_the_tight_side").get<double>() / reach;
    sheave.mostTorque = 1e4;
    RoundStop over = left("sheave");
    over.turns = 1;
    SetUpRope& rope = rig.rope("line", {Vec3(reach, -2.5, 0.0), over, Vec3(-reach, -0.5, 0.0)});
    rope.axialStiffness = in.at("EA");
    rope.contactFriction = 0.3;
    Pushed sim(rig);
    sim.pull(firstOf("line"), {0.0, -in.at("T2").get<double>(), 0.0});
    sim.pull(lastOf("line"), {0.0, -in.at("T1").get<double>(), 0.0});
    sim.advance(1.0);
    const auto [tight, slack] = means(
        sim, 0.3, [&] { return sim.masses().front().velocity.y; }, [&] { return -sim.masses().back().velocity.y; });
    CHECK(tight == within(item, in.at("speed_on_the_tight_side")));
    CHECK(slack == within(item, out.at("speed_on_the_slack_side")));
    CHECK(1.0 - slack / tight == within(item, out.at("creep")));
}

TEST_CASE("pulley.fast.a: a rope runs fast over a post", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("pulley.fast.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    constexpr double reach = 0.1;
    const double speed = in.at("speed");
    Rig rig;
    rig.settings.gravity = Vec3(0.0);
    rig.settings.maxDt = 2e-4;
    drum(rig, "post", Vec3(0.0), reach, Moves::no);
    const Vec3 ahead(reach, -0.5, 0.0);
    SetUpRope& rope = rig.rope("line", {Vec3(-reach, -3.0, 0.0), right("post"), ahead});
    rope.massPerLength = in.at("mass_per_m");
    rope.contactFriction = in.at("mu");
    rope.axialStiffness = 2e4;
    rig.hold(lastOf("line"), ahead);
    Pushed sim(rig);
    rope::WrittenMoment moment = sim.written();
    const std::size_t count = moment.positions.size();
    for (std::size_t i = 0; i < count; ++i)
        moment.velocities[i] = speed * glm::normalize(moment.positions[std::min(i + 1, count - 1)] -
                                                      moment.positions[std::max<std::size_t>(i, 1) - 1]);
    sim.beginAt(moment);
    sim.pull(firstOf("line"), {0.0, -in.at("T1").get<double>(), 0.0});
    sim.moveHold(0, {0.0, -speed, 0.0});
    sim.advance(0.1);
    const auto beside = [&](double side)
    { return tensionWhere(sim, [&](const Vec3& at) { return at.x * side > 0.0 && at.y < 0.0 && at.y > -0.3; }); };
    const auto [before, behind] = means(
        sim, 0.15, [&] { return beside(-1.0); }, [&] { return beside(1.0); });
    CHECK(before == within(item, in.at("T1")));
    CHECK(behind == within(item, out.at("T2_at_most")));
}

TEST_CASE("pulley.stiff.a: a springy rope hangs farther from its sheave", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("pulley.stiff.a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double reach = in.at("radius_of_the_ropes_line");
    const double pull = in.at("pull_each_side");
    Rig rig;
    rig.settings.damping = 5.0;
    rig.wheel("sheave", Vec3(0.0), reach, 0.1);
    rig.weight("one", pull / g, {-reach, -0.4, 0.0});
    rig.weight("two", pull / g, {reach, -0.4, 0.0});
    SetUpRope& rope = rig.rope("line", {middleOf("one"), right("sheave"), middleOf("two")});
    rope.bendingStiffness = in.at("B");
    rope.massCount = 1 + static_cast<int>(lengthOf(rig.setUp, rope) / (0.05 * reach));
    Workshop sim = rig.made();
    sim.advance(4.0);
    const double offset = out.at("further_out_than_R_by");
    for (const auto& [weight, side] : {std::pair("one", -1.0), std::pair("two", 1.0)})
        CHECK(side * sim.bodyOf(weight).position.x ==
              Approx(reach + offset).epsilon(0.0).margin(item["tolerance"]["rel"].get<double>() * offset));
    CHECK(sim.forceAt(firstOf("line")) / sim.forceAt(lastOf("line")) ==
          Approx(out.at("ratio_of_pulls_at_rest_or_steady").get<double>()).epsilon(0.005));
    // A motor turns it slowly, in thin air.
    rig.settings.damping = 0.0;
    sim.setSettings(rig.settings);
    rig.setUp.solids[0].moves = Moves::driven;
    rig.setUp.solids[0].spinSpeed = 0.2;
    sim.follow(rig.shared());
    sim.advance(2.0);
    const auto [before, behind] = means(
        sim, 1.0, [&] { return sim.forceAt(firstOf("line")); }, [&] { return sim.forceAt(lastOf("line")); });
    CHECK(before / behind == Approx(out.at("ratio_of_pulls_at_rest_or_steady").get<double>()).epsilon(0.005));
}

// Along the axis friction carries its coefficient times the pressures.
TEST_CASE("knot2.slide.half_turn, knot2.slide.quarter: a springy rope is pushed along a post", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "knot2.slide.half_turn", "knot2.slide.quarter");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const double wrap = in.at("wrap_rad");
    const double reach = in.at("radius_of_the_ropes_line");
    const double stiffness = in.at("B");
    for (std::size_t i = 0; i < in.at("T").size(); ++i)
    {
        const double pull = in.at("T")[i];
        CAPTURE(pull);
        Rig rig;
        rig.settings.gravity = Vec3(0.0);
        rig.settings.damping = 5.0;
        rig.settings.integrator = rope::RopeIntegrator::implicit_euler;
        rig.settings.maxDt = 1.0 / 60.0;
        drum(rig, "post", Vec3(0.0), reach, Moves::no);
        const double tail = 8.0 * std::sqrt(stiffness / pull);
        const Vec3 down(0.0, -1.0, 0.0);
        const Vec3 away(std::sin(wrap), std::cos(wrap), 0.0);
        const Vec3 leaves = reach * Vec3(-std::cos(wrap), std::sin(wrap), 0.0);
        SetUpRope& rope = rig.rope("line", {Vec3(-reach, -tail, 0.0), right("post"), leaves + tail * away});
        rope.bendingStiffness = stiffness;
        rope.contactFriction = 0.0;
        rope.massCount = 1 + static_cast<int>(lengthOf(rig.setUp, rope) / (0.05 * reach));
        Pushed sim(rig);
        sim.pull(firstOf("line"), pull * down);
        sim.pull(lastOf("line"), pull * away);
        sim.advance(3.0);
        double pressures = 0.0;
        for (const rope::SolidTouch& touch : sim.rope().touches())
            pressures += touch.pressure;
        CHECK(pressures == within(item, out.at("sum_of_pressures")[i]));
        CHECK(in.at("mu").get<double>() * pressures == within(item, out.at("axial_force")[i]));
    }
}
