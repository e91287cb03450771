// Ropes that break, against tests/data/rigging.json.
#include "rigging.hpp"

#include <algorithm>
#include <optional>

using namespace ropewalk;

namespace
{

/// A load on ropes side by side, each of which breaks at its own force.
struct Side
{
    const nlohmann::json item;
    Rig rig;
    std::optional<Workshop> sim;

    static std::string name(std::size_t rope) { return "rope" + std::to_string(rope); }

    explicit Side(const std::string& id) : item(rigging(id))
    {
        const nlohmann::json& in = item.at("inputs");
        rig.settings.maxDt = 5e-4;
        SetUpSolid load = usualSolid(SceneSolid::Shape::plank);
        load.name = "load";
        load.size = Vec3(mostBox, 0.01, 0.01); // so long that it stays level
        rig.setUp.solids = {load};
        for (std::size_t i = 1; i <= 3; ++i)
        {
            const Vec3 low(0.02 * (static_cast<double>(i) - 2.0), 0.0, 0.0);
            const Vec3 top = low + Vec3(0.0, 1.0, 0.0);
            SetUpRope& rope = rig.rope(name(i), {top, SolidPlace{"load", low, {}}});
            rope.massCount = 11;
            rope.axialStiffness = in.at("k")[i - 1];
            rope.breakingStrain = in.at("breaking_forces")[i - 1].get<double>() / rope.axialStiffness;
            rig.hold(firstOf(name(i)), top);
        }
        sim.emplace(rig.made());
    }
    void hang(double newtons)
    {
        rig.setUp.solids[0].mass = newtons / g;
        sim->follow(rig.shared());
    }
    /// At rest, until which nothing breaks.
    void hangAtRest(double newtons)
    {
        const SetUp breaking = rig.setUp;
        for (SetUpRope& rope : rig.setUp.ropes)
            rope.breakingStrain = 0.0;
        hang(newtons);
        calm(*sim, 2.0);
        rig.setUp = breaking;
        hang(newtons);
    }
    double pull(std::size_t rope) const { return sim->forceAt(firstOf(name(rope))); } ///< [N]
    bool broken(std::size_t rope) const
    {
        return std::any_of(sim->pieces().begin(), sim->pieces().end(),
                           [&](const Workshop::Piece& piece) { return piece.of == name(rope) && piece.number > 1; });
    }
};

} // namespace

TEST_CASE("cut.thread.a: slow pull breaks the upper thread, fast pull the lower one", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("cut.thread.a");
    const nlohmann::json& in = item.at("inputs");
    constexpr double length = 0.5;
    const double sinks = in.at("ball").get<double>() * g / in.at("k_upper").get<double>();
    const double limit = item.at("expected").at("speed_above_which_the_lower_breaks_first");
    const auto breaksFirst = [&](double speed)
    {
        Rig rig;
        rig.settings.maxDt = 5e-4;
        rig.weight("ball", in.at("ball"), {0.0, -length, 0.0});
        const Vec3 top(0.0);
        const Vec3 low(0.0, -2.0 * length, 0.0);
        for (const auto& [name, from, to, k] :
             {std::tuple("upper", Stop(top), Stop(middleOf("ball")), "k_upper"),
              std::tuple("lower", Stop(SolidPlace{"ball", Vec3(0.0, -0.005, 0.0), {}}), Stop(low), "k_lower")})
        {
            SetUpRope& thread = rig.rope(name, {from, to});
            thread.massCount = 21;
            thread.massPerLength = 1e-4;
            thread.axialStiffness = in.at(k).get<double>() * length;
        }
        rig.hold(firstOf("upper"), top);
        rig.hold(lastOf("lower"), low - Vec3(0.0, sinks, 0.0));
        Workshop sim = rig.made();
        calm(sim, 2.0);
        for (SetUpRope& thread : rig.setUp.ropes)
            thread.breakingStrain = in.at("breaking_force").get<double>() / thread.axialStiffness;
        sim.follow(rig.shared());
        sim.moveHold(1, {0.0, -speed, 0.0});
        while (!sim.broken() && sim.time() < 4.0)
            sim.advance(rig.settings.maxDt);
        return sim.broken() ? sim.broken()->piece : "none";
    };
    CHECK(breaksFirst(0.2 * limit) == "upper");
    CHECK(breaksFirst(3.0 * limit) == "lower");
}

TEST_CASE("cut.parallel.a, cut.parallel.b: ropes side by side break one after the other", "[workshop][rigging]")
{
    const std::string id = GENERATE(as<std::string>{}, "cut.parallel.a", "cut.parallel.b");
    INFO(id);
    Side side(id);
    Workshop& sim = *side.sim;
    for (const nlohmann::json& next : side.item.at("expected").at("order"))
    {
        const std::size_t breaks = next.at("breaks");
        CAPTURE(breaks);
        if (side.broken(breaks))
            continue; // together with one before
        const double load = next.at("load");
        side.hangAtRest(0.995 * load);
        sim.advance(0.1);
        CHECK(!side.broken(breaks));
        side.hang(1.005 * load);
        for (int i = 0; i < 200 && !side.broken(breaks); ++i)
            sim.advance(5e-4);
        REQUIRE(side.broken(breaks));
        const std::vector<std::size_t> also = next.value("breaks_more_at_once", std::vector<std::size_t>{});
        std::array<double, 4> peak{};
        for (int i = 0; i < 800; ++i) // a swing
        {
            sim.advance(5e-4);
            for (std::size_t rope = 1; rope <= 3; ++rope)
                peak[rope] = std::max(peak[rope], side.broken(rope) ? 0.0 : side.pull(rope));
        }
        for (const std::size_t rope : also)
            CHECK(side.broken(rope));
        if (!also.empty() || !next.contains("others_at_the_peak"))
            continue;
        calm(sim, 2.0);
        for (std::size_t rope = 1; rope <= 3; ++rope)
            if (rope != breaks)
            {
                CHECK(peak[rope] == within(side.item, next.at("others_at_the_peak")[rope - 1]));
                CHECK(side.pull(rope) == within(side.item, next.at("others_at_rest")[rope - 1]));
            }
    }
}

TEST_CASE("cut.series.a: which of three ropes one below the other breaks", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("cut.series.a");
    const nlohmann::json& ropes = item.at("inputs").at("ropes_from_the_top");
    const nlohmann::json& out = item.at("expected");
    constexpr double segment = 0.05;
    Rig rig;
    Vec3 top(0.0);
    for (std::size_t i = 0; i < ropes.size(); ++i)
    {
        const double length = ropes[i].at("length");
        const Vec3 low = top - Vec3(0.0, length, 0.0);
        SetUpRope& rope = rig.rope("rope" + std::to_string(i + 1), {top, low});
        rope.massCount = 1 + static_cast<int>(std::round(length / segment));
        rope.massPerLength = ropes[i].at("weight_per_m").get<double>() / g;
        if (i > 0)
            rig.tie(lastOf("rope" + std::to_string(i)), firstOf(rope.name));
        top = low;
    }
    const double load = out.at("at_load");
    rig.hold(firstOf("rope1"), Vec3(0.0));
    rig.setUp.ropes.back().path.back() = middleOf("load");
    rig.weight("load", 0.99 * load / g, top);
    Workshop sim = rig.made();
    calm(sim, 3.0);
    for (std::size_t i = 0; i < ropes.size(); ++i)
        rig.setUp.ropes[i].breakingStrain =
            ropes[i].at("breaking_force").get<double>() / rig.setUp.ropes[i].axialStiffness;
    double hung = 0.0;
    while (!sim.broken() && hung < 1.1 * load)
    {
        rig.setUp.solids[0].mass += 0.15 / g;
        hung = rig.setUp.solids[0].mass * g;
        sim.follow(rig.shared());
        for (int i = 0; i < 60 && !sim.broken(); ++i) // its recoil breaks others
            calm(sim, 0.25 / 60.0);
    }
    CHECK(hung == within(item, load));
    REQUIRE(sim.broken());
    CHECK(sim.broken()->piece == "rope" + std::to_string(out.at("breaks").get<int>()));
    CHECK(sim.broken()->along == Approx(2.0 * segment)); // as near to its top as a cut can be
}

TEST_CASE("cut.jerk.a: where a straight rope breaks whose end is suddenly drawn away", "[workshop][rigging]")
{
    const nlohmann::json item = rigging("cut.jerk.a");
    const nlohmann::json& in = item.at("inputs");
    const double length = in.at("length");
    const double stiffness = in.at("EA");
    const double waveSpeed = std::sqrt(stiffness / in.at("mass_per_m").get<double>());
    constexpr int segments = 200;
    for (const auto& [speed, outcome] : item.at("expected").at("test").items())
    {
        CAPTURE(speed, outcome);
        Rig rig;
        rig.settings.gravity = Vec3(0.0);
        SetUpRope& rope = rig.rope("line", {Vec3(0.0), Vec3(length, 0.0, 0.0)});
        rope.massCount = segments + 1;
        rope.axialStiffness = stiffness;
        rope.massPerLength = in.at("mass_per_m");
        rope.breakingStrain = in.at("breaking_force").get<double>() / stiffness;
        rig.hold(firstOf("line"), Vec3(0.0));
        rig.hold(lastOf("line"), Vec3(length, 0.0, 0.0));
        Workshop sim = rig.made();
        sim.moveHold(1, {std::stod(speed), 0.0, 0.0});
        const double step = 0.5 * length / segments / waveSpeed;
        while (!sim.broken() && sim.time() < 2.0 * length / waveSpeed)
            advanceUntil(sim, sim.time() + step, step);
        const std::string got = !sim.broken()                                   ? "holds the first 2 L/c"
                                : sim.broken()->along < 0.1 * length            ? "breaks at the fixed end"
                                : sim.broken()->time < 0.1 * length / waveSpeed ? "breaks at the moved end at once"
                                                                                : "breaks elsewhere";
        CHECK(got == outcome.get<std::string>());
    }
}
