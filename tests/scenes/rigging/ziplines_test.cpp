// Weights that run on ropes, against tests/data/rigging.json.
//
// A weight is a round bar that lies on the rope. The items mean a small ring: it hangs where the straights beside the
// bar would meet, on a rope that is longer by what the straights are longer than the arc.
#include "rigging.hpp"

#include "scenes/set_up/path_layout.hpp"

using namespace ropewalk;

namespace
{

constexpr double pi = std::numbers::pi;

double numberOf(const nlohmann::json& in, const char* key)
{
    return in.at(key).get<double>();
}

/// A bar on a rope between two supports.
struct Zipline
{
    nlohmann::json item;
    double reach; ///< [m], from the bar's middle to the rope's line
    double slope; ///< [rad], of both straights at rest
    Rig rig;

    /// `ring` is where the item has its ring at the start. So many segments come on `reach`: a coarse polygon has its
    /// own places of rest.
    Zipline(const std::string& id, const Vec3& ring, double reachOf, double slopeOf, double segments)
        : item(rigging(id)), reach(reachOf), slope(slopeOf)
    {
        const nlohmann::json& in = item.at("inputs");
        const Vec3 far = point(in.at("supports").at(1));
        drum(rig, "weight", ring, reach, Moves::free).mass = numberOf(in, "weight") / g;
        SetUpRope& rope = rig.rope("line", {Vec3(0.0), left("weight"), far});
        rope.length = numberOf(in, "rope_length") - 2.0 * reach * (std::tan(slope) - slope);
        rope.massPerLength = in.value("weight_per_m", 0.3) / g;
        rope.axialStiffness = 1e6;
        rope.contactFriction = 0.0;
        rope.massCount = 1 + static_cast<int>(std::ceil(segments * rope.length / reach));
        double& height = rig.setUp.solids.front().position.y;
        for (double step = 0.5; step > 1e-9; step *= 0.5)
            height += lengthOf(pathOf(rig.setUp, rope)) < rope.length ? -step : step;
        rig.hold(firstOf("line"), Vec3(0.0));
        rig.hold(lastOf("line"), far);
    }

    /// Where the ring is.
    Vec3 ringOf(const Workshop& sim) const
    {
        return sim.bodyOf("weight").position - Vec3(0.0, reach / std::cos(slope), 0.0);
    }
};

} // namespace

TEST_CASE("rig.zipline.light.level, rig.zipline.light.steep: a weight runs on a rope", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.zipline.light.level", "rig.zipline.light.steep");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& out = item.at("expected");
    const double slope = numberOf(out, "slope_of_both_parts_rad");
    const Vec3 rest = point(out.at("rests_at"));
    const Zipline fine(id, rest + Vec3(0.3, 0.0, 0.0), 0.08, slope, 8.0);
    Workshop sim = fine.rig.made();
    atRest(sim);
    const Vec3 ring = fine.ringOf(sim);
    CHECK(ring.x == within(item, rest.x));
    CHECK(ring.y == within(item, rest.y));
    for (const RopePlace& end : {firstOf("line"), lastOf("line")})
        CHECK(sim.forceAt(end) == within(item, numberOf(out, "tension")));
    const std::vector<rope::Mass>& masses = sim.masses();
    const Vec3 down = masses[0].position - masses[1].position;
    CHECK(std::atan2(down.y, -down.x) == within(item, slope));

    // Let go at once, it swings about there.
    Workshop swings = fine.rig.made();
    std::vector<double> passages; // [s]
    const double step = swings.settings().maxDt;
    for (double before = 1.0; passages.size() < 3 && swings.time() < 10.0;)
    {
        swings.advance(step);
        const double now = fine.ringOf(swings).x - rest.x;
        if (before * now < 0.0)
            passages.push_back(swings.time() - step * now / (now - before));
        before = now;
    }
    REQUIRE(passages.size() == 3);
    CHECK(2.0 * pi / (passages[2] - passages[0]) == within(item, numberOf(out, "omega_of_small_rolling")));
}

TEST_CASE("rig.zipline.light.level, rig.zipline.light.steep: a weight lets itself down a rope", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "rig.zipline.light.level", "rig.zipline.light.steep");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& out = item.at("expected");
    Zipline line(id, point(out.at("let_go_at_rope_0_15_L_from_left")), 0.08, numberOf(out, "slope_of_both_parts_rad"),
                 4.0);
    line.rig.settings.maxDt = 1.0 / 480.0; // [s], in which less than a segment passes
    Workshop sim = line.rig.made();
    while (sim.bodyOf("weight").velocity.y <= 0.0)
        sim.advance(line.rig.settings.maxDt);
    CHECK(glm::length(sim.bodyOf("weight").velocity) ==
          Approx(numberOf(out, "speed_at_the_lowest_point")).epsilon(0.02));
    const rope::ImplicitEffort effort = sim.effort();
    CHECK(effort.stood == 0);
    CHECK(effort.iterations < 30 * effort.steps); // 22, and 8 on the level rope
}

TEST_CASE("rig.zipline.heavy: a weight runs on a heavy rope", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.zipline.heavy");
    const nlohmann::json& out = item.at("expected");
    const double tension = numberOf(out, "tension_at_the_ring");
    const double slope = std::acos(numberOf(out, "horizontal_pull") / tension);
    const Vec3 rest = point(out.at("rests_at"));
    const Zipline line("rig.zipline.heavy", rest + Vec3(0.1, 0.0, 0.0), 0.16, slope, 10.0);
    Workshop sim = line.rig.made();
    atRest(sim);
    const Vec3 ring = line.ringOf(sim);
    CHECK(ring.x == within(item, rest.x));
    CHECK(ring.y == within(item, rest.y));
    CHECK(sim.forceAt(firstOf("line")) == within(item, out.at("tension_at_supports")[0].get<double>()));
    CHECK(sim.forceAt(lastOf("line")) == within(item, out.at("tension_at_supports")[1].get<double>()));
}

// The bar is the wheel of a block that cannot turn, as a ring cannot from which a weight hangs.
TEST_CASE("rig.zipline.friction.a: a weight rests on a rope that rubs", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("rig.zipline.friction.a");
    const nlohmann::json& in = item.at("inputs");
    const Vec3 far = point(in.at("supports").at(1));
    const double length = numberOf(in, "rope_length");
    for (const double outside : {-0.02, 0.02})
        for (const bool right : {false, true})
        {
            CAPTURE(outside, right);
            const double limit = item.at("expected").at("rests_between_x")[right ? 1 : 0].get<double>();
            const double x = limit + (right ? outside : -outside) * far.x;
            // On the ellipse about the supports.
            const double half = 0.5 * length;
            const double aside = (x - 0.5 * far.x) / half;
            const Vec3 ring(x, -std::sqrt((half * half - 0.25 * far.x * far.x) * (1.0 - aside * aside)), 0.0);
            const Vec3 one = glm::normalize(-ring);
            const Vec3 other = glm::normalize(far - ring);
            const double bend = 0.5 * std::acos(-glm::dot(one, other)); // at each of the straights
            constexpr double reach = 0.06;
            const Vec3 middle = ring + reach / std::cos(bend) * glm::normalize(one + other);
            Rig rig;
            SetUpSolid& block = rig.block("block", middle, reach, 0.1);
            block.axleRadius = 0.5 * block.radius;
            block.axleFriction = 10.0;
            const SolidPlace eye{"block", Vec3(0.0), "bottom"};
            const Vec3 low = pointOn(block, eye);
            rig.weight("weight", numberOf(in, "weight") / g - 0.1, low);
            rig.tie(eye, middleOf("weight"));
            SetUpRope& rope = rig.rope("line", {Vec3(0.0), left("block"), far});
            rope.length = length - 2.0 * reach * (std::tan(bend) - bend);
            rope.massPerLength = 0.005;
            rope.axialStiffness = 3e5;
            rope.contactFriction = 2.0;
            rope.massCount = 1 + static_cast<int>(8.0 * length / reach);
            rig.hold(firstOf("line"), Vec3(0.0));
            rig.hold(lastOf("line"), far);
            Workshop sim = rig.made();
            calm(sim, 1.0);
            rig.setUp.ropes.front().contactFriction = numberOf(in, "mu");
            sim.follow(rig.shared());
            const double before = sim.bodyOf("block").position.x;
            sim.advance(1.0);
            const double way = std::abs(sim.bodyOf("block").position.x - before);
            CHECK((way < 1e-3   ? "rests"
                   : way > 0.02 ? "slides"
                                : "creeps") == std::string(outside < 0.0 ? "rests" : "slides"));
        }
}
