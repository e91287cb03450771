#include "catch.hpp"
#include "reference.hpp"

#include <rope/constraint.hpp>

#include <algorithm>
#include <cmath>

using rope::CorrectionRule;
using rope::LengthConstraint;
using rope::Vec3;

namespace
{

nlohmann::json constraintItem(const std::string& id)
{
    return referenceItem(id, "constraint_reference.json");
}

enum class Order
{
    topDown,
    bottomUp,
    alternating
};

/// A chain that hangs from point 0, which is pinned.
struct Chain
{
    Chain(std::size_t n, double length, double stretch)
    {
        for (std::size_t i = 0; i <= n; ++i)
        {
            positions.emplace_back(0.0, -static_cast<double>(i) * length * (1.0 + stretch), 0.0);
            inverseMasses.push_back(i == 0 ? 0.0 : 1.0);
            if (i > 0)
                constraints.push_back({i - 1, i, length});
        }
    }

    void sweep(Order order, CorrectionRule rule)
    {
        const bool up = order == Order::bottomUp || (order == Order::alternating && sweeps % 2 == 1);
        if (up)
            std::reverse(constraints.begin(), constraints.end());
        rope::relax(positions, inverseMasses, constraints, rule);
        if (up)
            std::reverse(constraints.begin(), constraints.end());
        ++sweeps;
    }

    double strain(std::size_t i) const
    {
        return glm::length(positions[i + 1] - positions[i]) / constraints[i].length - 1.0;
    }

    std::vector<Vec3> positions;
    std::vector<double> inverseMasses;
    std::vector<LengthConstraint> constraints;
    int sweeps = 0;
};

struct Case
{
    const char* name;
    Order order;
    CorrectionRule rule;
};

const Case cases[] = {{"half_top_down", Order::topDown, CorrectionRule::half},
                      {"half_bottom_up", Order::bottomUp, CorrectionRule::half},
                      {"half_alternating", Order::alternating, CorrectionRule::half},
                      {"weighted_top_down", Order::topDown, CorrectionRule::weighted},
                      {"weighted_bottom_up", Order::bottomUp, CorrectionRule::weighted}};

} // namespace

TEST_CASE("a length constraint moves its ends by inverse mass, or by half each", "[constraint]")
{
    // C = 3 m - 2 m = 1 m; shares w1/(w1 + w2) = 1/4 and w2/(w1 + w2) = 3/4.
    const Vec3 d(0.0, 3.0, 0.0);

    const rope::Corrections weighted = rope::lengthCorrections(d, 2.0, 1.0, 3.0, CorrectionRule::weighted);
    CHECK(weighted.first.y == Approx(-0.25));
    CHECK(weighted.second.y == Approx(0.75));
    CHECK(rope::lengthError(d + weighted.first - weighted.second, 2.0) == Approx(0.0).margin(1e-15));

    const rope::Corrections half = rope::lengthCorrections(d, 2.0, 1.0, 3.0, CorrectionRule::half);
    CHECK(half.first.y == Approx(-0.5));
    CHECK(half.second.y == Approx(0.5));

    const rope::Corrections besidePin = rope::lengthCorrections(d, 2.0, 0.0, 3.0, CorrectionRule::weighted);
    CHECK(besidePin.first == Vec3(0.0));
    CHECK(besidePin.second.y == Approx(1.0));
    CHECK(rope::lengthCorrections(d, 2.0, 0.0, 3.0, CorrectionRule::half).first == Vec3(0.0));
    CHECK(rope::lengthCorrections(d, 2.0, 0.0, 3.0, CorrectionRule::half).second.y == Approx(0.5));
}

TEST_CASE("a length constraint without direction or with two fixed ends moves nothing", "[constraint]")
{
    for (const CorrectionRule rule : {CorrectionRule::weighted, CorrectionRule::half})
    {
        CHECK(rope::lengthCorrections(Vec3(0.0), 1.0, 1.0, 1.0, rule).second == Vec3(0.0));
        CHECK(rope::lengthCorrections(Vec3(2.0, 0.0, 0.0), 1.0, 0.0, 0.0, rule).second == Vec3(0.0));
    }
}

TEST_CASE("the residual of a stretched chain shrinks from sweep to sweep as in the reference", "[constraint]")
{
    for (const char* id : {"G.proj10", "G.proj80"})
    {
        const nlohmann::json item = constraintItem(id);
        const nlohmann::json& setup = item.at("setup");
        for (const Case& c : cases)
        {
            Chain chain(setup.at("n").get<std::size_t>(), setup.at("L").get<double>(),
                        setup.at("stretch").get<double>());
            for (const int at : {1, 10, 20, 100, 1000})
            {
                while (chain.sweeps < at)
                    chain.sweep(c.order, c.rule);
                const nlohmann::json& value = item.at("value").at(c.name).at(std::to_string(at));
                CAPTURE(id, c.name, at);
                // Margin 1e-13: a residual that is nearly gone consists of the rounding of positions.
                CHECK(rope::largestError(chain.positions, chain.constraints) ==
                      Approx(value.at("max_abs_strain").get<double>()).epsilon(1e-9).margin(1e-13));
                CHECK(chain.positions.back().y == Approx(value.at("tip_y").get<double>()).epsilon(1e-12));
            }
        }
    }
}

TEST_CASE("the stretch of a hanging chain at rest depends on the sweeps in a step as in the reference", "[constraint]")
{
    for (const char* id : {"G.rest10", "G.rest80"})
    {
        const nlohmann::json item = constraintItem(id);
        const nlohmann::json& setup = item.at("setup");
        const auto n = setup.at("n").get<std::size_t>();
        const double length = setup.at("L").get<double>();
        const double fall = setup.at("g").get<double>() * std::pow(setup.at("dt").get<double>(), 2);
        const std::vector<int> counts = n == 10 ? std::vector<int>{1, 5, 10, 100} : std::vector<int>{20, 200};
        for (const Case& c : cases)
        {
            if (c.order == Order::alternating)
                continue;
            for (const int count : counts)
            {
                Chain chain(n, length, 0.0);
                std::vector<Vec3> before = chain.positions;
                // The chain loses 10 % of its velocity in each step: 6000 steps bring it to rest.
                for (int step = 0; step < 6000; ++step)
                {
                    for (std::size_t i = 1; i <= n; ++i)
                    {
                        const Vec3 x = chain.positions[i];
                        chain.positions[i] += 0.9 * (x - before[i]) - Vec3(0.0, fall, 0.0);
                        before[i] = x;
                    }
                    for (int i = 0; i < count; ++i)
                        chain.sweep(c.order, c.rule);
                    double motion = 0.0;
                    for (std::size_t i = 1; i <= n; ++i)
                        motion = std::max(motion, std::abs(chain.positions[i].y - before[i].y));
                    if (motion < 1e-13)
                        break;
                }
                double largest = chain.strain(0);
                for (std::size_t i = 1; i < n; ++i)
                    largest = std::max(largest, chain.strain(i));
                const nlohmann::json& value = item.at("value").at(c.name).at(std::to_string(count));
                CAPTURE(id, c.name, count);
                CHECK(largest == Approx(value.at("max_strain").get<double>()).margin(1e-6));
            }
        }
    }
}
