#include "catch.hpp"
#include "reference.hpp"

#include <rope/rope_settings.hpp>
#include <rope/statics.hpp>

#include <cmath>

using rope::Chain;
using rope::ChainAtRest;
using rope::RopeSettings;
using rope::Vec3;

namespace
{

const Vec3 gravity{0.0, -9.81, 0.0};

} // namespace

TEST_CASE("the chain between two supports is the discrete elastic catenary", "[theory]")
{
    const int span = GENERATE(1, 2, 3);
    CAPTURE(span);
    const Chain chain = Chain::of(RopeSettings{});
    const auto rest = rope::suspendedChain(chain, Vec3(0.0), Vec3(span, 0.0, 0.0), gravity);
    REQUIRE(rest);
    const nlohmann::json value = referenceItem("B.cat." + std::to_string(span), "theory_reference.json").at("value");
    double sag = 0.0;
    for (const Vec3& position : rest->positions)
        sag = std::max(sag, -position.y);
    CHECK(sag == Approx(value.at("sag").get<double>()).margin(1e-9));
    CHECK(rest->tension.front() == Approx(value.at("T_first").get<double>()).margin(1e-8));
    CHECK(rest->tension.back() == Approx(value.at("T_last").get<double>()).margin(1e-8));
    CHECK(rest->tension[39] == Approx(value.at("H").get<double>()).margin(1e-8)); // the middle segment is level
    CHECK(rest->totalLength() == Approx(value.at("stretched_length").get<double>()).margin(1e-9));
    CHECK(glm::distance(rest->positions.back(), Vec3(span, 0.0, 0.0)) < 1e-11);
    for (std::size_t i = 0; i < 40; ++i)
        CHECK(rest->positions[i].x == Approx(value.at("x").at(i).get<double>()).margin(1e-9));
}

TEST_CASE("the continuous catenary", "[theory]")
{
    // EA = k L = 500 N, w = m g / L = 9.81 N/m, L0 = 3.95 m. The numbers are the formulas of ElasticCatenary, solved by
    // bisection in a script of its own.
    struct Row
    {
        double span, sag, H, end;
    };
    const Row row = GENERATE(Row{1, 1.867614, 1.485717, 19.431631}, Row{2, 1.614298, 4.409257, 19.870141},
                             Row{3, 1.224285, 10.314310, 21.949167});
    const rope::ElasticCatenary catenary = rope::elasticCatenary(500.0, 9.81, 3.95, row.span);
    CHECK(catenary.sag == Approx(row.sag).margin(1e-6));
    CHECK(catenary.horizontalPull == Approx(row.H).margin(1e-6));
    CHECK(catenary.endTension == Approx(row.end).margin(1e-6));
}

TEST_CASE("supports anywhere: each mass is in balance", "[theory]")
{
    RopeSettings settings;
    settings.massCount = 30;
    Chain chain = Chain::of(settings, 0.0);
    chain.mass[12] = 0.7; // a weight in the middle
    chain.restLength[0] = 0.02;
    chain.springConstant[0] = 25'000.0;
    const Vec3 g = GENERATE(Vec3(0.0, -9.81, 0.0), Vec3(3.0, -1.0, 7.0), Vec3(0.0, 30.0, 0.0));
    const Vec3 to = GENERATE(Vec3(0.8, 0.0, 0.1), Vec3(0.3, -1.1, 0.5), Vec3(0.05, 1.2, 0.02), Vec3(3.0, 0.5, 0.0));
    const Vec3 from(0.1, 0.2, 0.3);
    const auto rest = rope::suspendedChain(chain, from, from + to, g);
    REQUIRE(rest);
    CHECK(glm::distance(rest->positions.back(), from + to) < 1e-9);
    for (std::size_t i = 1; i + 1 < rest->positions.size(); ++i)
    {
        Vec3 force = chain.mass[i] * g;
        for (const std::size_t other : {i - 1, i + 1})
        {
            const Vec3 d = rest->positions[other] - rest->positions[i];
            const double r = glm::length(d);
            const std::size_t j = std::min(i, other);
            force += chain.springConstant[j] * (r - chain.restLength[j]) / r * d;
        }
        REQUIRE(glm::length(force) < 1e-8 * (1.0 + rest->largestTension()));
    }
}

TEST_CASE("a taut chain between supports above each other is straight, and carries what is below", "[theory]")
{
    Chain chain = Chain::of(RopeSettings{});
    chain.mass[40] = 2.0; // a weight near the middle
    const double up = GENERATE(-1.0, 1.0);
    CAPTURE(up);
    // By 0.5 m the mean stretch pulls more than the weights do.
    const Vec3 to(0.0, up * (chain.totalRestLength() + 0.5), 1e-4);
    const auto rest = rope::suspendedChain(chain, Vec3(0.0), to, gravity);
    REQUIRE(rest);
    CHECK(glm::distance(rest->positions.back(), to) < 1e-12);
    const double above = rest->tension[up < 0.0 ? 39 : 40];
    const double below = rest->tension[up < 0.0 ? 40 : 39];
    CHECK(above - below == Approx(2.0 * 9.81));
    CHECK(std::abs(rest->tension[0] - rest->tension[1]) == Approx(chain.mass[1] * 9.81));
    for (std::size_t j = 0; j < chain.segments(); ++j)
        CHECK(glm::distance(rest->positions[j], rest->positions[j + 1]) ==
              Approx(chain.restLength[j] + rest->tension[j] / chain.springConstant[j]).epsilon(1e-12));
    CHECK_FALSE(rope::suspendedChain(chain, Vec3(0.0), 0.93 * to, gravity)); // slack next to an end
}

TEST_CASE("no prediction where there is none", "[theory]")
{
    const Chain chain = Chain::of(RopeSettings{});
    CHECK_FALSE(rope::hangingChain(chain, Vec3(0.0), Vec3(0.0)));
    CHECK_FALSE(rope::suspendedChain(chain, Vec3(0.0), Vec3(1.0, 0.0, 0.0), Vec3(0.0))); // slack, weightless
    CHECK_FALSE(rope::suspendedChain(chain, Vec3(0.0), Vec3(0.0, -1.0, 0.0), gravity));  // folded
    Chain loose = chain;
    loose.springConstant[3] = 0.0;
    CHECK_FALSE(rope::hangingChain(loose, Vec3(0.0), gravity));
    CHECK_FALSE(rope::suspendedChain(loose, Vec3(0.0), Vec3(1.0, 0.0, 0.0), gravity));
    const auto taut = rope::suspendedChain(chain, Vec3(0.0), Vec3(4.345, 0.0, 0.0), Vec3(0.0));
    REQUIRE(taut);
    CHECK(taut->tension[20] == Approx(50.0)); // k/79 (4.345 - 3.95) m = 50 N
}

TEST_CASE("modes of the hanging chain", "[theory]")
{
    const std::string id = GENERATE("D.modes.default", "D.modes.N10");
    CAPTURE(id);
    const nlohmann::json item = referenceItem(id, "theory_reference.json");
    RopeSettings settings;
    settings.massCount = item.at("setup").at("N").get<int>();
    settings.springLength = item.at("setup").at("L").get<double>();
    const Chain chain = Chain::of(settings);
    const auto rest = rope::hangingChain(chain, Vec3(0.0), gravity);
    REQUIRE(rest);
    const auto modes = rope::transverseModes(chain, *rest, false, 5);
    REQUIRE(modes.size() == 5);
    for (std::size_t n = 0; n < 5; ++n)
    {
        const double omega = item.at("value").at("omega_discrete_elastic").at(n).get<double>();
        CHECK(modes[n].frequency == Approx(omega).epsilon(1e-9));
        CHECK(modes[n].shape[0] == 0.0);
        if (settings.massCount == 80)
            CHECK(std::abs(modes[n].shape.back()) == Approx(1.0)); // the tip swings most
    }
}

TEST_CASE("modes of a stretched chain are those of the formula", "[theory]")
{
    // omega_p = 2 sqrt(K/m) sin(p pi / (2 n)), n segments between two supports; K = k along, T/r across.
    const Chain chain = Chain::of(RopeSettings{});
    const auto rest = rope::suspendedChain(chain, Vec3(0.0), Vec3(4.345, 0.0, 0.0), Vec3(0.0));
    REQUIRE(rest);
    const nlohmann::json value = referenceItem("D.waves.T50", "theory_reference.json").at("value");
    const auto across = rope::transverseModes(chain, *rest, true, 5);
    const auto along = rope::longitudinalModes(chain, true, 5);
    for (std::size_t p = 0; p < 5; ++p)
    {
        CHECK(across[p].frequency == Approx(value.at("omega_trans").at(p).get<double>()).epsilon(1e-9));
        CHECK(along[p].frequency == Approx(value.at("omega_long").at(p).get<double>()).epsilon(1e-9));
    }
    // With a load at the free end, the bounce of LoadedChain.
    const rope::LoadedChain loaded{80, 0.05, 1e4, 0.05, 0.2, 0.02, 9.81, 2.0};
    CHECK(rope::longitudinalModes(Chain::of(RopeSettings{}, 2.0), false, 1)[0].frequency ==
          Approx(loaded.bounce().frequency).epsilon(1e-9));
}

TEST_CASE("a damped mode in steps", "[theory]")
{
    const nlohmann::json value = referenceItem("D.modes.default", "theory_reference.json").at("value");
    const Chain chain = Chain::of(RopeSettings{});
    const auto rest = rope::hangingChain(chain, Vec3(0.0), gravity);
    // The numbers are roots z of the determinant of steppedMode's equation, found by the secant method in a script of
    // its own, with b = 0.02 N s/m and h = 2 ms.
    const rope::SteppedMode first = rope::steppedMode(chain, *rest, 0.02, 0.002, 0);
    CHECK(first.decay == Approx(0.201264).margin(1e-6));
    CHECK(first.frequency == Approx(1.838061).margin(1e-6));
    const rope::SteppedMode third = rope::steppedMode(chain, *rest, 0.02, 0.002, 2);
    CHECK(third.decay == Approx(0.263149).margin(1e-6));
    CHECK(third.frequency == Approx(6.707225).margin(1e-6));
    // Without friction sin(w' h / 2) = w h / 2, w' the frequency by steps.
    Chain smooth = chain;
    smooth.friction.assign(smooth.segments(), 0.0);
    const rope::SteppedMode free = rope::steppedMode(smooth, *rest, 0.0, 0.002, 0);
    const double omega = value.at("omega_discrete_elastic").at(0).get<double>();
    CHECK(free.decay == Approx(0.0).margin(1e-9));
    CHECK(free.frequency == Approx(2.0 / 0.002 * std::asin(0.001 * omega)).epsilon(1e-9));
}
