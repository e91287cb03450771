// Blocks and tackles, against tests/data/rigging.json.
#include "rigging.hpp"

using namespace ropewalk;

namespace
{

double numberOf(const nlohmann::json& in, const char* key)
{
    return in.at(key).get<double>();
}

constexpr double reach = 0.05; ///< [m], of all wheels
constexpr double below = 1.5;  ///< [m], from the fixed wheels to the blocks

/// What turns in a tackle, or does not.
struct Sheaves
{
    double mass = Rig::massless; ///< [kg], of a block
    double inertia = 0.0;        ///< [kg m2]
    double axleFriction = 0.0;   ///< times the axle's radius by the rope's: the braking share of its load
    double ropeFriction = 1.0;
    bool turn = true;
};

/// A tackle whose strands all stand upright, side by side.
struct Tackle : Rig
{
    Sheaves sheaves;

    explicit Tackle(const Sheaves& of) : sheaves(of) {}

    /// A rope over so many wheels, of which the first one hangs where the rope begins above; what it carries hangs
    /// below its lower ends at `carried`, in the middle of them. Returns the rope's name.
    std::string add(const std::string& name, std::size_t wheels, bool fromLoad, double left, double top,
                    const std::string& carried, double mass)
    {
        std::vector<Stop> path;
        std::vector<std::pair<std::string, Vec3>> blocks; // and where they are
        double middle = 0.0;
        double strands = 0.0;
        const auto bears = [&](double x, double count)
        {
            middle += count * x;
            strands += count;
        };
        const Vec3 start(left, fromLoad ? top - below : top, 0.0);
        if (fromLoad)
            bears(left, 1.0);
        path.emplace_back(start);
        for (std::size_t i = 0; i < wheels; ++i)
        {
            const bool fixed = (i % 2 == 0) == fromLoad;
            const std::string wheelName = name + "_w" + std::to_string(i);
            const Vec3 at(left + reach * static_cast<double>(2 * i + 1), fixed ? top : top - below, 0.0);
            SetUpSolid& made = fixed ? wheel(wheelName, at, reach, sheaves.mass, sheaves.inertia)
                                     : block(wheelName, at, reach, sheaves.mass, sheaves.inertia);
            made.axleRadius = 0.5 * made.radius;
            made.axleFriction = sheaves.axleFriction * reach / made.axleRadius;
            if (!sheaves.turn)
            {
                made.axleFriction = 10.0;
                made.moves = fixed ? Moves::no : Moves::free;
            }
            if (!fixed)
            {
                blocks.emplace_back(wheelName, pointOn(made, SolidPlace{wheelName, Vec3(0.0), "bottom"}));
                bears(at.x, 2.0);
            }
            path.emplace_back(fixed ? right(wheelName) : ropewalk::left(wheelName));
        }
        const bool down = (wheels % 2 == 1) == fromLoad;
        const Vec3 end(left + reach * static_cast<double>(2 * wheels), down ? top - below : top, 0.0);
        path.emplace_back(end);
        // So far below its middle hangs what it carries, that it hardly tilts.
        constexpr double lever = 0.8;
        const Vec3 hung(middle / strands, top - below - lever, 0.0);
        weight(carried, mass, hung);
        if (fromLoad)
            path.front() = SolidPlace{carried, start - hung, {}};
        for (const auto& [blockName, eye] : blocks)
            tie(SolidPlace{blockName, Vec3(0.0), "bottom"}, SolidPlace{carried, eye - hung, {}});
        SetUpRope& fall = rope(name, path);
        fall.massPerLength = 1e-2;
        fall.axialStiffness = 5e5;
        fall.contactFriction = sheaves.ropeFriction;
        if (!fromLoad)
            hold(firstOf(name), start);
        return name;
    }
};

struct Pull
{
    double raise; ///< [N]
    double lower; ///< [N]
    double ratio; ///< way of the hand by way of the load
    std::size_t wheels;
};

/// The tackle of an item: one rope, or two of which the second hauls the end of the first.
Pull pulled(const nlohmann::json& in, const std::string& kind, const Sheaves& sheaves)
{
    struct Stage
    {
        std::size_t wheels;
        bool fromLoad;
    };
    static const std::map<std::string, std::vector<Stage>> all{
        {"1", {{1, true}}},  {"2", {{1, false}}}, {"2r", {{2, false}}},           {"3", {{2, true}}},
        {"4", {{4, false}}}, {"5", {{4, true}}},  {"6", {{1, false}, {2, true}}}, {"9", {{2, true}, {2, true}}}};
    const std::vector<Stage>& stages = all.at(kind);
    Tackle rig(sheaves);
    std::size_t blocks = 0;
    std::size_t wheels = 0;
    for (const Stage& stage : stages)
    {
        wheels += stage.wheels;
        blocks += (stage.wheels + (stage.fromLoad ? 0 : 1)) / 2;
    }
    const double mass = numberOf(in, "load") / g - static_cast<double>(blocks) * sheaves.mass;
    std::string hauled = rig.add("fall", stages[0].wheels, stages[0].fromLoad, 0.0, 0.0, "load", mass);
    if (stages.size() > 1)
    {
        // The second one carries the end of the first.
        const SetUpRope& first = rig.setUp.ropes.front();
        const Vec3 end = std::get<Vec3>(first.path.back());
        constexpr double lever = 0.8;
        hauled = rig.add("second", stages[1].wheels, stages[1].fromLoad, end.x, end.y + below + lever, "carrier", 0.02);
        rig.setUp.ropes.front().path.back() = middleOf("carrier");
    }
    const SetUpRope& rope = *ropeNamed(rig.setUp, hauled);
    const Vec3 hand = std::get<Vec3>(rope.path.back());
    const bool down = hand.y < -0.5 * below;
    rig.hold(lastOf(hauled), hand);
    rig.settings.damping = 0.2;
    rig.settings.integrator = rope::RopeIntegrator::implicit_euler; // which damps how the load swings on its ropes
    rig.settings.maxDt = sheaves.turn ? 1.0 / 60.0 : 1.0 / 240.0;   // over bars it slips
    Workshop sim = rig.made();
    calm(sim, 1.5);
    const std::size_t number = rig.setUp.holds.size() - 1;
    const double ratio = std::stod(kind);
    const double speed = (down ? -1.0 : 1.0) * 0.04 * ratio;
    const auto haul = [&](double share)
    {
        sim.moveHold(number, {0.0, share * speed, 0.0});
        sim.advance(share < 0.0 ? 1.0 : 0.5);
        return means(sim, 0.5, [&] { return sim.forceAt(lastOf(hauled)); })[0];
    };
    const double before = sim.bodyOf("load").position.y;
    const double raise = haul(1.0);
    haul(0.0);
    const double rise = sim.bodyOf("load").position.y - before;
    return {raise, haul(-1.0), std::abs(speed) / rise, wheels};
}

} // namespace

namespace
{

void checkTackle(const std::string& kind)
{
    const nlohmann::json item = rigging("rig.block." + kind);
    const nlohmann::json& out = item.at("expected");
    const nlohmann::json& shares = item.at("tolerance").at("rel");
    const double left = numberOf(item.at("inputs"), "efficiency_of_a_sheave");
    for (const char* what : {"ideal", "bearing_friction"})
    {
        INFO(kind << " " << what);
        Sheaves sheaves;
        if (what == std::string("bearing_friction"))
            sheaves.axleFriction = (1.0 - left) / (1.0 + left);
        const Pull pull = pulled(item.at("inputs"), kind, sheaves);
        const double share = numberOf(shares, what);
        CHECK(pull.raise == Approx(numberOf(out.at(what), "force_to_raise")).epsilon(share));
        CHECK(pull.lower == Approx(numberOf(out.at(what), "force_to_hold_at_least")).epsilon(share));
        if (what == std::string("ideal"))
            CHECK(pull.ratio == Approx(numberOf(out, "travel_of_hand_over_travel_of_load")).epsilon(share));
        else if (pull.wheels == 1 && pull.ratio < 1.5)
        {
            const nlohmann::json measured = rigging("pulley.measure.a");
            CHECK(std::sqrt(pull.lower / pull.raise) ==
                  Approx(numberOf(measured.at("expected"), "efficiency_from_both")).epsilon(share));
        }
    }
}

} // namespace

TEST_CASE("rig.block.1, rig.block.2, rig.block.2r, rig.block.3, pulley.measure.a: small tackles", "[workshop][rigging]")
{
    checkTackle(GENERATE(as<std::string>{}, "1", "2", "2r", "3"));
}

TEST_CASE("rig.block.4, rig.block.5, rig.block.6, rig.block.9: tackles of many wheels", "[workshop][rigging][long]")
{
    checkTackle(GENERATE(as<std::string>{}, "4", "5", "6", "9"));
}

TEST_CASE("Round bars instead of pulleys in rig.block.1, .2, .2r, .3, .4, .5, .6 and .9", "[workshop][rigging][long]")
{
    const std::string kind = GENERATE(as<std::string>{}, "1", "2", "2r", "3", "4", "5", "6", "9");
    INFO(kind);
    const nlohmann::json item = rigging("rig.block." + kind);
    const nlohmann::json& out = item.at("expected").at("round_bars");
    Sheaves bars;
    bars.turn = false;
    bars.ropeFriction = -std::log(numberOf(item.at("inputs"), "efficiency_of_a_bar")) / std::numbers::pi;
    const Pull pull = pulled(item.at("inputs"), kind, bars);
    const double share = 0.01 + 0.01 * static_cast<double>(pull.wheels);
    CHECK(pull.raise == Approx(numberOf(out, "force_to_raise")).epsilon(share));
    CHECK(pull.lower == Approx(numberOf(out, "force_to_hold_at_least")).epsilon(share));
}

TEST_CASE("rig.block.moving.2r, rig.block.moving.4: a counterweight moves a tackle", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.block.moving.2r", "rig.block.moving.4");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    Sheaves sheaves;
    sheaves.mass = numberOf(in.at("each_sheave"), "mass");
    // All wheels have the radius of this test; what they weigh for the rope is as told.
    sheaves.inertia = 0.5 * sheaves.mass * reach * reach;
    Tackle rig(sheaves);
    const auto wheels = in.at("ratio").get<std::size_t>();
    rig.add("fall", wheels, false, 0.0, 0.0, "load", numberOf(in, "load"));
    std::vector<Stop>& path = rig.setUp.ropes.front().path;
    rig.weight("counter", numberOf(in, "counterweight"), std::get<Vec3>(path.back()));
    path.back() = middleOf("counter");
    Workshop sim = letGo(rig, 0.1);
    sim.advance(0.1);
    const auto half = [&]
    {
        return means(
            sim, 0.2, [&] { return sim.bodyOf("load").velocity.y; }, [&] { return sim.bodyOf("counter").velocity.y; },
            [&] { return sim.forceAt(lastOf("fall")); });
    };
    const auto early = half();
    const auto late = half();
    CHECK((late[0] - early[0]) / 0.2 == within(item, numberOf(out, "load_acceleration_upwards")));
    CHECK((early[1] - late[1]) / 0.2 == within(item, numberOf(out, "counterweight_acceleration_downwards")));
    CHECK(0.5 * (early[2] + late[2]) == within(item, numberOf(out, "tension_at_the_counterweight")));
}
