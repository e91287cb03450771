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
        fall.massPerLength = 1e-3;
        fall.axialStiffness = 1e6;
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
    for (const Stage& stage : stages)
        blocks += (stage.wheels + (stage.fromLoad ? 0 : 1)) / 2;
    const double mass = numberOf(in, "load") / g - static_cast<double>(blocks) * sheaves.mass;
    std::string hauled = rig.add("fall", stages[0].wheels, stages[0].fromLoad, 0.0, 0.0, "load", mass);
    if (stages.size() > 1)
    {
        // The second one carries the end of the first.
        const SetUpRope& first = rig.setUp.ropes.front();
        const Vec3 end = std::get<Vec3>(first.path.back());
        constexpr double lever = 0.8;
        hauled = rig.add("second", stages[1].wheels, stages[1].fromLoad, end.x, end.y + below + lever, "carrier", 0.02);
        solidNamed(rig.setUp, "carrier");
        rig.setUp.ropes.front().path.back() = middleOf("carrier");
    }
    const SetUpRope& rope = *ropeNamed(rig.setUp, hauled);
    const Vec3 hand = std::get<Vec3>(rope.path.back());
    const bool down = hand.y < -0.5 * below;
    rig.hold(lastOf(hauled), hand);
    rig.settings.damping = 0.2;
    Workshop sim = rig.made();
    calm(sim, 0.5);
    const std::size_t number = rig.setUp.holds.size() - 1;
    const double ratio = std::stod(kind);
    const auto haul = [&](double way)
    {
        constexpr double seconds = 1.0;
        sim.moveHold(number, {0.0, way / seconds, 0.0});
        sim.advance(0.5 * seconds);
        return means(sim, 0.5 * seconds, [&] { return sim.forceAt(lastOf(hauled)); })[0];
    };
    const double way = (down ? -1.0 : 1.0) * 0.04 * ratio;
    const double before = sim.bodyOf("load").position.y;
    const double raise = haul(way);
    const double rise = sim.bodyOf("load").position.y - before;
    return {raise, haul(-way), std::abs(way) / rise};
}

} // namespace

TEST_CASE("rig.block.1, rig.block.2, rig.block.2r, rig.block.3, rig.block.4, rig.block.5, rig.block.6, rig.block.9: tackles",
          "[workshop][rigging]")
{
    const std::string kind = GENERATE(as<std::string>{}, "1", "2", "2r", "3", "4", "5", "6", "9");
    const std::string id = "rig.block." + kind;
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const double left = numberOf(in, "efficiency_of_a_sheave");
    for (const char* what : {"ideal", "bearing_friction", "round_bars"})
    {
        INFO(id << " " << what);
        Sheaves sheaves;
        if (what == std::string("bearing_friction"))
            sheaves.axleFriction = (1.0 - left) / (1.0 + left);
        if (what == std::string("round_bars"))
        {
            sheaves.turn = false;
            sheaves.ropeFriction = -std::log(numberOf(in, "efficiency_of_a_bar")) / std::numbers::pi;
        }
        const nlohmann::json& out = item.at("expected").at(what);
        const Pull pull = pulled(in, kind, sheaves);
        std::printf("%s %s raise %.2f (%.2f) lower %.2f (%.2f) ratio %.3f\n", id.c_str(), what, pull.raise, numberOf(out, "force_to_raise"), pull.lower, numberOf(out, "force_to_hold_at_least"), pull.ratio); std::fflush(stdout);
        CHECK(pull.raise > 0.0);
    }
}
