// What knots are made of, a strand that presses another one, and a hitch, against tests/data/rigging.json.
#include "rigging.hpp"

#include "scenes/workshop/workshop_presets.hpp"

using namespace ropewalk;

namespace
{

/// A strand along x on a narrow table, and one across it whose ends pull it down on both sides.
class Pinched
{
public:
    explicit Pinched(const nlohmann::json& in, bool smoothUpper = false)
        : sim_(rigOf(in, smoothUpper)), down_(in.at("each_end_goes_down_by_deg").get<double>() * pi / 180.0),
          pull_(in.at("pull_each_end_of_upper"))
    {
        const double whole = pull_;
        for (int i = 1; i <= 100; ++i)
        {
            pull_ = whole * i / 100.0;
            draw(0.0, 0.01);
        }
        draw(0.0, 0.5);
    }

    /// [N], of the upper strand on the lower one.
    double pressure() const
    {
        double sum = 0.0;
        for (const rope::RopeTouch& touch : sim_.rope().selfTouches())
            sum += touch.pressure;
        return sum;
    }

    /// Whether that force draws the lower strand through, when it grows within a second: by more than its radius.
    bool slips(double force)
    {
        const double from = sim_.positionOf(lastOf("lower")).x;
        for (int i = 1; i <= 100; ++i)
            draw(force * i / 100.0, 0.01);
        draw(force, 1.0);
        return sim_.positionOf(lastOf("lower")).x - from > r;
    }

private:
    static constexpr double pi = std::numbers::pi;
    static constexpr double r = 0.005;    ///< [m]
    static constexpr double reach = 0.25; ///< [m], of both strands

    static Rig rigOf(const nlohmann::json& in, bool smoothUpper)
    {
        const double friction = in.at("mu_rope");
        Rig rig;
        rig.settings.gravity = Vec3(0.0);
        rig.settings.damping = 5.0;
        const auto box = [&rig](const std::string& name, const Vec3& at, const Vec3& size, double roughness)
        {
            SetUpSolid solid = usualSolid(SceneSolid::Shape::box);
            solid.name = name;
            solid.position = at;
            solid.size = size;
            solid.roughness = roughness;
            rig.setUp.solids.push_back(solid);
        };
        box("table", Vec3(0.0, -0.01, 0.0), Vec3(0.4, 0.02, 2.0 * r), in.at("mu_floor").get<double>() / friction);
        // They hold the upper strand against the pull of the lower one.
        for (const double side : {-1.0, 1.0})
            box(side < 0.0 ? "behind" : "before", Vec3(r + 0.01, 0.0, 0.03 * side), Vec3(0.02, 0.2, 0.01), 0.0);
        rig.rope("lower", {Vec3(-reach, r, 0.0), Vec3(reach, r, 0.0)});
        rig.rope("upper", {Vec3(0.0, 3.0 * r, -reach), Vec3(0.0, 3.0 * r, reach)});
        for (SetUpRope& rope : rig.setUp.ropes)
        {
            rope.massCount = 101;
            rope.massPerLength = 0.05;
            rope.axialStiffness = 1e6; // a softer strand is pressed into the table, and its dent holds it
            rope.ropeRadius = r;
            rope.bendingStiffness = 0.03; // they touch in one place, and the lower one stays on its table
            rope.contactFriction = rope.name == "upper" && smoothUpper ? 0.0 : friction;
            rope.selfContact = true;
        }
        return rig;
    }

    void draw(double force, double seconds)
    {
        for (const double side : {-1.0, 1.0})
            sim_.pull(side < 0.0 ? firstOf("upper") : lastOf("upper"),
                      pull_ * Vec3(0.0, -std::sin(down_), side * std::cos(down_)));
        sim_.pull(lastOf("lower"), Vec3(force, 0.0, 0.0));
        sim_.advance(seconds);
    }

    Pushed sim_;
    double down_; ///< [rad]
    double pull_; ///< [N]
};

} // namespace

TEST_CASE("knot2.pinch.a, knot2.pinch.b: a strand that another one presses on the floor", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "knot2.pinch.a", "knot2.pinch.b");
    INFO(id);
    const nlohmann::json item = rigging(id);
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    CHECK(Pinched(in).pressure() == within(item, out.at("pressure")));
    for (const bool smooth : {false, true})
    {
        const double force = out.at(smooth ? "force_with_smooth_upper" : "force_to_draw");
        CAPTURE(force);
        CHECK_FALSE(Pinched(in, smooth).slips(0.95 * force));
        CHECK(Pinched(in, smooth).slips(1.05 * force));
    }
}

TEST_CASE("knot2.clove.tail: below its critical friction a clove hitch holds many times the pull on its tail",
          "[workshop][rigging]")
{
    const nlohmann::json item = rigging("knot2.clove.tail");
    const nlohmann::json& in = item.at("inputs");
    const nlohmann::json& out = item.at("expected");
    constexpr double tail = 5.0; // [N]
    const WorkshopPresetFile& start = workshopPreset(WorkshopPreset::tied_clove_hitch);
    Rig rig;
    rig.settings = start.settings;
    rig.setUp = *start.setUp;
    SetUpRope& rope = rig.setUp.ropes.front();
    rope.ropeRadius = solidNamed(rig.setUp, "bar")->radius / in.at("R_over_r").get<double>();
    rope.contactFriction = in.at("mu");
    rope.pull = 200.0;
    Pushed sim(rig);
    sim.pull(firstOf("line"), Vec3(0.0, -tail, 0.0));
    for (int tick = 0; tick < 900 && !sim.heldBy("line")->slipped; ++tick)
        sim.advance(1.0 / 60.0);
    REQUIRE(sim.heldBy("line")->slipped);
    const double ratio = sim.heldBy("line")->pull / tail;
    const double factor = item.at("tolerance").at("factor");
    const double expected = out.at("load_over_tail_pull");
    CHECK(ratio > expected / factor);
    CHECK(ratio < expected * factor);
    CHECK(ratio > 2.0 * out.at("two_plain_turns_would_give").get<double>());
}
