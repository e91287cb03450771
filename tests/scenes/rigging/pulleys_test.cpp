// Weights over pulleys, against tests/data/rigging.json.
#include "rigging.hpp"

using namespace ropewalk;

namespace
{

/// I [kg m2] of a sheave of this kind, where its mass counts as at the rope's line.
double inertiaOf(const std::string& kind, double mass, double reach)
{
    return kind == "massless" ? 0.0 : (kind == "ring" ? 1.0 : 0.5) * mass * reach * reach;
}

/// Two weights, or none, on a rope over a wheel; its ends hang so far below the axle [m].
struct Atwood : Rig
{
    Atwood(const nlohmann::json& in, double first, double second)
    {
        const double reach = in.at("radius_of_the_ropes_line").get<double>();
        const double mass = in.value("sheave_mass", 0.0);
        wheel("wheel", Vec3(0.0), reach, mass, inertiaOf(in.value("sheave", "disc"), mass, reach));
        const auto end = [&](const std::string& name, const Vec3& at) -> Stop
        {
            if (in.value(name, 0.0) == 0.0)
                return at;
            weight(name, in.at(name).get<double>(), at);
            return middleOf(name);
        };
        const Stop light = end("m1", {-reach, -first, 0.0});
        rope("line", {light, right("wheel"), end("m2", {reach, -second, 0.0})});
    }
};

/// Of the last end of the line, downwards.
struct Fall
{
    double acceleration;
    double first; ///< [N], tensions at the ends
    double second;
    double axle; ///< [N], on the wheel's
};

Fall watched(Workshop& sim, const RopePlace& end, double seconds)
{
    const auto half = [&]
    {
        return means(
            sim, 0.5 * seconds, [&] { return -sim.masses()[*sim.massOf(end)].velocity.y; },
            [&] { return sim.forceAt(firstOf("line")); }, [&] { return sim.forceAt(lastOf("line")); },
            [&] { return sim.axleLoad("wheel"); });
    };
    const auto early = half();
    const auto late = half();
    const auto mean = [&](std::size_t i) { return 0.5 * (early[i] + late[i]); };
    return {(late[0] - early[0]) / (0.5 * seconds), mean(1), mean(2), mean(3)};
}

} // namespace

TEST_CASE("rig.atwood.ideal, rig.atwood.disc, rig.atwood.ring: two weights over a pulley", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.atwood.ideal", "rig.atwood.disc", "rig.atwood.ring");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& out = item.at("expected");
    Atwood rig(item.at("inputs"), 1.0, 1.0);
    Workshop sim = letGo(rig);
    sim.advance(0.2);
    const Fall fall = watched(sim, lastOf("line"), 0.4);
    CHECK(fall.acceleration == within(item, out.at("acceleration").get<double>()));
    CHECK(fall.first == within(item, out.at("tension_1").get<double>()));
    CHECK(fall.second == within(item, out.at("tension_2").get<double>()));
    CHECK(fall.axle == within(item, out.at("axle_force").get<double>()));
}

TEST_CASE("rig.atwood.bearing.a, rig.atwood.bearing.b: an axle that rubs", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.atwood.bearing.a", "rig.atwood.bearing.b");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    Atwood rig(in, 1.0, 1.5);
    SetUpSolid& wheel = rig.setUp.solids.front();
    wheel.axleRadius = in.at("bearing_radius").get<double>();
    wheel.axleFriction = in.at("bearing_mu").get<double>();
    Workshop still = letGo(rig);
    if (out.at("holds_at_rest").get<bool>())
    {
        const double height = still.bodyOf("m2").position.y;
        still.advance(2.0);
        CHECK(std::abs(still.bodyOf("m2").position.y - height) < 1e-3);
    }
    else
    {
        still.advance(0.2);
        const double sinking = watched(still, lastOf("line"), 0.4).acceleration;
        CHECK(sinking == within(item, out.at("acceleration_of_m2_down").get<double>()));
    }

    // Thrown: a hand lifts the heavier weight with that speed and lets it go.
    rig.hold(lastOf("line"), rig.setUp.solids.back().position);
    Workshop sim = letGo(rig);
    const double step = sim.settings().maxDt;
    constexpr int steps = 120;
    for (int i = 1; i <= steps; ++i)
    {
        sim.moveHold(0, {0.0, in.at("thrown_speed").get<double>() * i / steps, 0.0});
        sim.advance(step);
    }
    rig.setUp.holds.clear();
    sim.follow(rig.shared());
    const double time = sim.time();
    const double height = sim.bodyOf("m2").position.y;
    const double stops = out.at("m2_thrown_up_stops_after_s").get<double>();
    sim.advance(0.1 * stops);
    CHECK(watched(sim, lastOf("line"), 0.8 * stops).acceleration ==
          within(item, out.at("deceleration_when_m2_goes_up").get<double>()));
    while (sim.bodyOf("m2").velocity.y > 0.0)
        sim.advance(step);
    CHECK(sim.time() - time == within(item, stops));
    CHECK(sim.bodyOf("m2").position.y - height == within(item, out.at("after_m").get<double>()));
}

TEST_CASE("rig.atwood.bearing.const_a: an axle with a constant torque", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.atwood.bearing.const_a");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    Atwood rig(in, 1.0, 1.0);
    SetUpSolid& wheel = rig.setUp.solids.front();
    wheel.moves = Moves::driven; // at no speed it brakes with all of its torque
    rig.setUp.solids.front().mostTorque = 10.0;
    Workshop sim = rig.made();
    calm(sim, 1.0);
    rig.setUp.solids.front().mostTorque = in.at("friction_torque").get<double>();
    sim.follow(rig.shared());
    const double height = sim.bodyOf("m2").position.y;
    sim.advance(0.3);
    const Fall fall = watched(sim, lastOf("line"), 0.6);
    CHECK(fall.acceleration == within(item, out.at("acceleration").get<double>()));
    CHECK(fall.first == within(item, out.at("tension_1").get<double>()));
    CHECK(fall.second == within(item, out.at("tension_2").get<double>()));
    sim.advance(0.1);
    CHECK(height - sim.bodyOf("m2").position.y == within(item, out.at("way_in_1_s").get<double>()));
}

TEST_CASE("rig.heavy_atwood.a, rig.heavy_atwood.b, rig.heavy_atwood.c: a rope with mass over a pulley",
          "[workshop][rigging]")
{
    const std::string id =
        GENERATE(as<std::string>{}, "rig.heavy_atwood.a", "rig.heavy_atwood.b", "rig.heavy_atwood.c");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    const bool loaded = in.at("m1").get<double>() > 0.0;
    const double step = loaded ? 1.0 / 480.0 : 1.0 / 1920.0; // [s], in which less than a segment passes
    const double reach = in.at("radius_of_the_ropes_line").get<double>();
    const double side = 0.5 * (in.at("rope_length").get<double>() - std::numbers::pi * reach);
    const double start = in.at("half_difference_at_start").get<double>();
    Atwood rig(in, side - start, side + start);
    SetUpRope& line = rig.setUp.ropes.front();
    line.massPerLength = in.at("mass_per_m").get<double>();
    if (!loaded)
        line.massCount = 400;
    rig.settings.maxDt = step;
    Workshop sim = letGo(rig);
    const double begin = sim.time();
    const auto end = [&](const RopePlace& place) { return sim.masses()[*sim.massOf(place)]; };
    const auto difference = [&] { return 0.5 * (end(firstOf("line")).position.y - end(lastOf("line")).position.y); };
    const auto speed = [&] { return 0.5 * (end(firstOf("line")).velocity.y - end(lastOf("line")).velocity.y); };
    // Of the free rope, as far as the wheel: there a polygon goes up and down.
    const double segment = sim.rope().springs().front().restLength;
    const auto beside = [&](double segments) {
        return sim.forceAt(RopePlace{"line", {}, -end(firstOf("line")).position.y - segments * segment});
    };
    const auto tension = [&] { return 2.0 * beside(5.5) - beside(10.5); };
    constexpr double about = 0.05; // [m], of the half difference, over which readings are taken
    for (std::size_t i = 0; i < out.at("times").size(); ++i)
    {
        const double wanted = out.at("half_difference").at(i).get<double>();
        while (difference() < wanted - about)
            sim.advance(step);
        std::vector<double> times;
        std::vector<double> speeds;
        std::vector<double> tensions;
        while (difference() < wanted + about)
        {
            sim.advance(step);
            times.push_back(sim.time() - begin + (wanted - difference()) / speed());
            speeds.push_back(speed());
            tensions.push_back(tension());
        }
        CHECK(calmMean(times) == within(item, out.at("times").at(i).get<double>()));
        CHECK(calmMean(speeds) == within(item, out.at("speeds").at(i).get<double>()));
        CHECK(calmMean(tensions) == within(item, out.at("light_side_tension_at_the_sheave").at(i).get<double>()));
    }
}

TEST_CASE("rig.double_atwood.ideal, rig.double_atwood.discs: a pulley that falls", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.double_atwood.ideal", "rig.double_atwood.discs");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    Rig rig;
    const auto sheave = [&](const char* key) { return in.at(key).at("radius").get<double>(); };
    const auto mass = [&](const char* key) { return in.at(key).at("mass").get<double>(); };
    const double fixed = sheave("fixed_sheave");
    const double movable = sheave("movable_sheave");
    rig.wheel("wheel", Vec3(0.0), fixed, mass("fixed_sheave"), inertiaOf("disc", mass("fixed_sheave"), fixed));
    const Vec3 hung(fixed, -1.0, 0.0);
    rig.block("block", hung, movable, mass("movable_sheave"), inertiaOf("disc", mass("movable_sheave"), movable));
    rig.weight("m1", in.at("m1").get<double>(), {-fixed, -1.0, 0.0});
    rig.weight("m2", in.at("m2").get<double>(), hung + Vec3(-movable, -1.0, 0.0));
    rig.weight("m3", in.at("m3").get<double>(), hung + Vec3(movable, -1.0, 0.0));
    rig.rope("line", {middleOf("m1"), right("wheel"), SolidPlace{"block", Vec3(0.0), "top"}});
    rig.rope("lower", {middleOf("m2"), right("block"), middleOf("m3")});
    rig.settings.maxDt = 1.0 / 480.0; // [s], in which a fraction of a segment passes
    Workshop sim = letGo(rig, 0.1);
    const auto half = [&]
    {
        return means(
            sim, 0.2, [&] { return -sim.bodyOf("m1").velocity.y; }, [&] { return -sim.bodyOf("block").velocity.y; },
            [&] { return -sim.bodyOf("m2").velocity.y; }, [&] { return -sim.bodyOf("m3").velocity.y; },
            [&] { return sim.forceAt(firstOf("line")); }, [&] { return sim.forceAt(lastOf("line")); },
            [&] { return sim.forceAt(firstOf("lower")); }, [&] { return sim.forceAt(lastOf("lower")); });
    };
    const auto early = half();
    const auto late = half();
    const nlohmann::json& down = out.at("accelerations_downwards");
    std::size_t i = 0;
    for (const char* what : {"m1", "movable_sheave", "m2", "m3"})
    {
        INFO(what);
        CHECK((late[i] - early[i]) / 0.2 == within(item, down.at(what).get<double>()));
        ++i;
    }
    for (const char* what : {"tension_at_m1", "tension_at_the_movable_sheave", "tension_at_m2", "tension_at_m3"})
    {
        INFO(what);
        CHECK(late[i] == within(item, out.at(what).get<double>()));
        ++i;
    }
}

TEST_CASE("rig.monkey.a, rig.monkey.b: a winch on a weight winds it up", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.monkey.a", "rig.monkey.b");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    Rig rig;
    const double reach = 0.1;
    const double mass = in.at("disc_mass").get<double>();
    rig.wheel("wheel", Vec3(0.0), reach, mass, inertiaOf("disc", mass, reach));
    rig.weight("m1", in.at("m1_with_winch").get<double>(), {-reach, -2.0, 0.0});
    rig.weight("m2", in.at("m2").get<double>(), {reach, -2.0, 0.0});
    rig.rope("line", {middleOf("m1"), right("wheel"), middleOf("m2")}).reel = rope::RopeEnd::first;
    Workshop sim = letGo(rig);
    const double step = sim.settings().maxDt;
    const auto wind = [&](double seconds)
    {
        std::array<double, 4> sums{};
        const int steps = static_cast<int>(std::round(seconds / step));
        for (int i = 0; i < steps; ++i)
        {
            rig.setUp.ropes.front().payoutSpeed -= in.at("a_r").get<double>() * step;
            sim.follow(rig.shared());
            const auto now = means(
                sim, step, [&] { return sim.bodyOf("m1").velocity.y; }, [&] { return sim.bodyOf("m2").velocity.y; },
                [&] { return sim.forceAt(firstOf("line")); }, [&] { return sim.forceAt(lastOf("line")); });
            for (std::size_t k = 0; k < sums.size(); ++k)
                sums[k] += now[k] / steps;
        }
        return sums;
    };
    wind(0.1);
    const auto early = wind(0.2);
    const auto late = wind(0.2);
    CHECK((late[0] - early[0]) / 0.2 == within(item, out.at("a1_upwards").get<double>()));
    CHECK((late[1] - early[1]) / 0.2 == within(item, out.at("a2_upwards").get<double>()));
    CHECK(0.5 * (early[2] + late[2]) == within(item, out.at("T1").get<double>()));
    CHECK(0.5 * (early[3] + late[3]) == within(item, out.at("T2").get<double>()));
}

TEST_CASE("A pulley that is moved comes to where it was to go, and stays", "[workshop][rigging]")
{
    Rig rig;
    rig.settings.maxDt = GENERATE(1.0 / 240.0, 1e-3);
    rig.wheel("wheel", Vec3(0.0), 0.1, 1.0);
    rig.weight("one", 1.0, {-0.1, -0.5, 0.0});
    rig.weight("other", 1.0, {0.1, -0.5, 0.0});
    rig.rope("line", {middleOf("one"), right("wheel"), middleOf("other")});
    Workshop sim = rig.made();
    sim.setBooks(true);
    const Vec3 to(0.05, 0.1, 0.0);
    rig.setUp.solids.front().position = to;
    sim.follow(rig.shared());
    double most = 0.0; // [N]
    for (double time = 0.0; time < 2.5; time += rig.settings.maxDt)
    {
        sim.advance(rig.settings.maxDt);
        most = std::max({most, sim.forceAt(firstOf("line")), sim.forceAt(lastOf("line"))});
    }
    for (int i = 0; i < 100; ++i)
    {
        sim.advance(rig.settings.maxDt);
        REQUIRE(sim.solids().front().position == to);
    }
    CHECK(glm::distance(sim.bodyOf("wheel").position, to) < 1e-5);
    // Its work carries wheel and weights up. They bounce on the rope, let go and lifted at once.
    CHECK(sim.effort().unsolved == 0);
    CHECK(sim.effort().stood == 0);
    const double lift = 64.0 * to.y; // [m/s2], in which it begins to glide
    CHECK(most < 2.0 * (g + lift));
    CHECK(sim.energyBook().gained(rope::EnergyLine::connection) == Approx(3.0 * g * to.y).epsilon(0.02));
    CHECK(std::abs(sim.energyBook().gained(rope::EnergyLine::integrator)) < 0.1);
}
