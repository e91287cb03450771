#include "rope/solver/sparse_system.hpp"

#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <utility>
#include <vector>

using rope::EliminationOrder;
using rope::SparseSystem;

namespace
{

using Pairs = std::vector<EliminationOrder::Pair>;

/// Two chains of points with random blocks, and couplings of random pairs of edges, in a system and in a full matrix.
template <std::size_t D>
struct RandomSystem
{
    RandomSystem(unsigned seed, std::size_t points, std::size_t couplings, bool definite)
        : random(seed), size(D * points), full(size * size, 0.0)
    {
        const std::size_t cut = points / 3; // the last point of the first chain
        Pairs pairs;
        while (pairs.size() < couplings)
        {
            const std::uint32_t one = edge(points, cut);
            const std::uint32_t other = edge(points, cut);
            if (one != other)
                pairs.emplace_back(std::min(one, other), std::max(one, other));
        }
        std::sort(pairs.begin(), pairs.end());
        pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
        system.setPattern(points, pairs, [cut](std::size_t point) { return point != cut; });
        system.begin();
        setChain(0, cut + 1, definite);
        setChain(cut + 1, points - cut - 1, definite);
        for (std::size_t pair = 0; pair < pairs.size(); ++pair)
            couple(pair, pairs[pair]);
    }

    std::uint32_t edge(std::size_t points, std::size_t cut)
    {
        std::uint32_t first = 0;
        do
            first = static_cast<std::uint32_t>(random() % (points - 1));
        while (first == cut);
        return first;
    }

    void setChain(std::size_t first, std::size_t points, bool definite)
    {
        typename SparseSystem<D>::Chain chain(system, first);
        chain.begin(points);
        for (std::size_t i = 0; i < points; ++i)
            for (std::size_t ahead = 0; ahead < 3 && i + ahead < points; ++ahead)
            {
                double block[D][D];
                for (auto& column : block)
                    for (double& entry : column)
                        entry = number();
                for (std::size_t c = 0; c < D && ahead == 0; ++c)
                {
                    for (std::size_t r = 0; r < c; ++r)
                        block[c][r] = block[r][c];
                    block[c][c] += !definite && i % 3 == 1 ? -12.0 : 12.0;
                }
                chain.template setBlock<D>(i, ahead, block);
                for (std::size_t c = 0; c < D; ++c)
                    for (std::size_t r = 0; r < D; ++r)
                        at(D * (first + i) + c, D * (first + i + ahead) + r) =
                            at(D * (first + i + ahead) + r, D * (first + i) + c) = block[c][r];
            }
        chain.hold(1, D - 1);
        const std::size_t held = D * (first + 1) + D - 1;
        for (std::size_t k = 0; k < size; ++k)
            at(held, k) = at(k, held) = k == held ? 1.0 : 0.0;
        chain.add(0, 1, 2, 0, 0.5);
        at(D * first + 1, D * (first + 2)) += 0.5;
        at(D * (first + 2), D * first + 1) += 0.5;
    }

    void couple(std::size_t pair, const EliminationOrder::Pair& edges)
    {
        std::array<double, D + 3> one;
        std::array<double, D + 3> other;
        std::vector<double> w(size, 0.0);
        for (std::size_t k = 0; k < D + 3; ++k)
        {
            w[D * edges.first + k] += one[k] = number();
            w[D * edges.second + k] += other[k] = number();
        }
        system.addColumn(pair, 3.0, one, other);
        for (std::size_t r = 0; r < size; ++r)
            for (std::size_t c = 0; c < size; ++c)
                at(r, c) += 3.0 * w[r] * w[c];
    }

    double& at(std::size_t row, std::size_t column) { return full[row * size + column]; }
    double number() { return std::uniform_real_distribution<double>(-1.0, 1.0)(random); }

    /// Negative pivots of an elimination in the usual order: as many in any order.
    int negativeDirections()
    {
        int negative = 0;
        std::vector<double> a = full;
        for (std::size_t k = 0; k < size; ++k)
        {
            const double pivot = a[k * size + k];
            negative += pivot < 0.0 ? 1 : 0;
            for (std::size_t r = k + 1; r < size; ++r)
            {
                const double factor = a[r * size + k] / pivot;
                for (std::size_t c = k; c < size; ++c)
                    a[r * size + c] -= factor * a[k * size + c];
            }
        }
        return negative;
    }

    std::mt19937 random;
    std::size_t size;
    std::vector<double> full;
    SparseSystem<D> system;
};

template <std::size_t D>
void checkSolution(unsigned seed, std::size_t points, std::size_t couplings, bool definite)
{
    CAPTURE(D, seed, points, couplings, definite);
    RandomSystem<D> random(seed, points, couplings, definite);
    const int negative = random.negativeDirections();
    CHECK(random.system.factor() == negative);
    CHECK((negative == 0) == definite);
    std::vector<double> x(random.size);
    for (double& unknown : x)
        unknown = random.number();
    std::vector<double> b(random.size, 0.0);
    for (std::size_t r = 0; r < random.size; ++r)
        for (std::size_t c = 0; c < random.size; ++c)
            b[r] += random.at(r, c) * x[c];
    random.system.solve(b.data());
    double error = 0.0;
    for (std::size_t k = 0; k < random.size; ++k)
        error = std::max(error, std::abs(b[k] - x[k]));
    CHECK(error < 1e-12);
}

} // namespace

TEST_CASE("A sparse system with couplings anywhere is solved, and its negative directions are counted", "[solver]")
{
    for (unsigned seed = 0; seed < 6; ++seed)
    {
        checkSolution<3>(seed, 12 + 7 * seed, 5 * seed, seed % 2 == 0);
        checkSolution<4>(seed, 12 + 7 * seed, 6 * seed, seed % 2 == 0);
    }
}

TEST_CASE("Elimination fills a chain not at all, and a chain that lies on itself little", "[solver]")
{
    const auto products = [](std::size_t points, const Pairs& pairs)
    {
        SparseSystem<3> system;
        system.setPattern(points, pairs, [](std::size_t) { return true; });
        return system.products();
    };
    // Each point of a chain has two neighbours left when it is eliminated from an end: three products, the last two
    // points one and none.
    CHECK(products(100, {}) == 3 * 98 + 1);
    Pairs turns; // of a spiral, each on the one within
    for (std::uint32_t i = 0; i + 32 < 400; ++i)
        turns.emplace_back(i, i + 30);
    // A band as wide as a turn would take half the square of it for each point.
    CHECK(products(400, turns) < 400 * 30 * 30 / 2);
}

TEST_CASE("A zero in a sparse system counts as negative, and what follows it stays a number", "[solver]")
{
    SparseSystem<3> system;
    system.setPattern(4, {{0, 2}}, [](std::size_t) { return true; });
    system.begin();
    CHECK(system.factor() == 12);
    std::vector<double> b(12, 1.0);
    system.solve(b.data());
    CHECK(std::all_of(b.begin(), b.end(), [](double unknown) { return std::isfinite(unknown); }));
}

TEST_CASE("Points that rest are left out of a factor, and the others have the answers that they have beside them")
{
    constexpr std::size_t points = 40;
    constexpr std::size_t cut = 14; // the last point of the first chain
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    SparseSystem<3> system;
    const Pairs mayCouple{{3, 20}, {5, 22}, {9, 30}, {17, 33}};
    system.setPattern(points, mayCouple, [](std::size_t point) { return point != cut; });
    system.begin();
    for (const auto& [first, count] : {std::pair(std::size_t{0}, cut + 1), std::pair(cut + 1, points - cut - 1)})
    {
        SparseSystem<3>::Chain chain(system, first);
        chain.begin(count);
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t ahead = 0; ahead < 3 && i + ahead < count; ++ahead)
            {
                glm::dmat3 block(ahead == 0 ? 12.0 : 0.0);
                for (int c = 0; c < 3 && ahead > 0; ++c)
                    for (int r = 0; r < 3; ++r)
                        block[c][r] = number(random);
                chain.setBlock<3>(i, ahead, block);
            }
    }
    std::vector<double> right(3 * points, 0.0);
    for (std::size_t k = 3 * (cut + 1); k < right.size(); ++k)
        right[k] = number(random);

    std::vector<double> together = right;
    CHECK(system.factor() == 0);
    system.solve(together.data());
    std::vector<double> alone = right;
    alone[0] = 5.0;
    CHECK(system.factor([](std::size_t point) { return point <= cut; }) == 0);
    system.solve(alone.data());
    CHECK(alone[0] == 5.0);
    for (std::size_t k = 3 * (cut + 1); k < right.size(); ++k)
        CHECK(alone[k] == together[k]);
}
