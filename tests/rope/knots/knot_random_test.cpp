#include "curves.hpp"
#include "random_states.hpp"
#include "slow_knot.hpp"

#include "rope/knots/diagram.hpp"

#include <optional>

namespace
{

/// Whole numbers modulo 2^64: sums and products of these polynomials may be larger.
std::int64_t sumOf(std::int64_t one, std::int64_t other)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(one) + static_cast<std::uint64_t>(other));
}
std::int64_t productOf(std::int64_t one, std::int64_t other)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(one) * static_cast<std::uint64_t>(other));
}

/// Polynomials in t.
Polynomial operator*(const Polynomial& one, const Polynomial& other)
{
    Polynomial product(one.size() + other.size(), 0);
    for (std::size_t i = 0; i < one.size(); ++i)
        for (std::size_t j = 0; j < other.size(); ++j)
            product[i + j] = sumOf(product[i + j], productOf(one[i], other[j]));
    return product;
}

Polynomial plus(const Polynomial& one, const Polynomial& other, std::int64_t factor)
{
    Polynomial sum(std::max(one.size(), other.size()), 0);
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] = sumOf(i < one.size() ? one[i] : 0, productOf(factor, i < other.size() ? other[i] : 0));
    return sum;
}

/// Without powers of t that divide it, and with a first coefficient above 0.
Polynomial normalised(Polynomial all)
{
    while (!all.empty() && all.back() == 0)
        all.pop_back();
    all.erase(all.begin(), std::find_if(all.begin(), all.end(), [](std::int64_t c) { return c != 0; }));
    const bool negative = !all.empty() && all.front() < 0;
    for (std::int64_t& coefficient : all)
        coefficient *= negative ? -1 : 1;
    return all;
}

using PolynomialMatrix = std::vector<std::vector<Polynomial>>;

Polynomial determinant(const PolynomialMatrix& m)
{
    if (m.empty())
        return {1};
    Polynomial sum;
    for (std::size_t column = 0; column < m.size(); ++column)
    {
        PolynomialMatrix minor(m.begin() + 1, m.end());
        for (std::vector<Polynomial>& row : minor)
            row.erase(row.begin() + static_cast<std::ptrdiff_t>(column));
        sum = plus(sum, m[0][column] * determinant(minor), column % 2 == 0 ? 1 : -1);
    }
    return sum;
}

/// (1 + t + ... + t^(n-1)) times the Alexander polynomial of a braid's closure: the determinant of 1 less the reduced
/// matrix of W. Burau, 1936, of which each factor of a negative generator is multiplied by t.
Polynomial burau(const Braid& braid)
{
    const auto size = static_cast<std::size_t>(strandsOf(braid)) - 1;
    PolynomialMatrix all(size, std::vector<Polynomial>(size));
    for (std::size_t i = 0; i < size; ++i)
        all[i][i] = {1};
    Polynomial scale = {1}; // the power of t by which all is multiplied
    for (const int generator : braid)
    {
        const auto k = static_cast<std::size_t>(std::abs(generator)) - 1;
        const bool positive = generator > 0;
        PolynomialMatrix factor(size, std::vector<Polynomial>(size));
        for (std::size_t i = 0; i < size; ++i)
            factor[i][i] = positive ? Polynomial{1} : Polynomial{0, 1};
        factor[k][k] = positive ? Polynomial{0, -1} : Polynomial{-1};
        if (k > 0)
            factor[k][k - 1] = {0, 1};
        if (k + 1 < size)
            factor[k][k + 1] = {1};
        PolynomialMatrix next(size, std::vector<Polynomial>(size));
        for (std::size_t i = 0; i < size; ++i)
            for (std::size_t j = 0; j < size; ++j)
                for (std::size_t l = 0; l < size; ++l)
                    next[i][j] = plus(next[i][j], all[i][l] * factor[l][j], 1);
        all = next;
        if (!positive)
            scale = scale * Polynomial{0, 1};
    }
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j)
            all[i][j] = plus(i == j ? scale : Polynomial{}, all[i][j], -1);
    return normalised(determinant(all));
}

/// What holds of the numbers of every knot.
void checkKnot(const KnotType& type)
{
    REQUIRE(!type.alexander.empty());
    CHECK(type.alexander == Polynomial(type.alexander.rbegin(), type.alexander.rend()));
    std::int64_t atOne = 0;
    for (const std::int64_t coefficient : type.alexander)
        atOne += coefficient;
    CHECK(std::abs(atOne) == 1);
    CHECK(type.determinant % 2 == 1);
    REQUIRE(type.signature);
    // K. Murasugi, On a certain numerical invariant of link types, 1965.
    CHECK((type.determinant % 4 == 1) == (*type.signature % 4 == 0));
    CHECK(std::abs(*type.signature) < static_cast<int>(type.alexander.size()));
}

Points randomWalk(Random& random, int count)
{
    std::normal_distribution<double> normal;
    Points points{Vec3(0.0)};
    while (static_cast<int>(points.size()) < count)
        points.push_back(points.back() + Vec3(normal(random.engine), normal(random.engine), normal(random.engine)));
    return points;
}

/// Bends space by shears along the axes, which changes no knot in it.
Points bent(Points points, Random& random)
{
    for (int shear = 0; shear < 6; ++shear)
    {
        const int along = random.whole(0, 2);
        const int by = (along + random.whole(1, 2)) % 3;
        const double size = 0.5 * random.number();
        const double frequency = 0.8 * random.number();
        const double phase = 3.0 * random.number();
        for (Vec3& point : points)
            point[along] += size * std::sin(frequency * point[by] + phase);
    }
    return points;
}

} // namespace

TEST_CASE("Closures of random braids have Burau's polynomial", "[knot]")
{
    const RandomStates states(10000);
    int knots = 0;
    for (int state = states.first; state < states.end(); ++state)
    {
        CAPTURE(state);
        Random random(state);
        Braid braid;
        const int most = random.whole(1, 3);
        for (int length = random.whole(2, 14); length > 0; --length)
            braid.push_back(random.whole(1, most) * (random.number() < 0.0 ? -1 : 1));
        const Points points = closedBraid(braid);
        if (points.empty())
            continue;
        ++knots;
        const KnotType type = rope::knotType(points, CurveEnds::joined);
        checkKnot(type);
        Polynomial strands(static_cast<std::size_t>(strandsOf(braid)), 1);
        CHECK(normalised(type.alexander * strands) == burau(braid));
    }
    CHECK(knots > states.count / 4);
}

TEST_CASE("Random closed polygons have the polynomial of a slow second way", "[knot]")
{
    const RandomStates states(2000);
    int knotted = 0;
    for (int state = states.first; state < states.end(); ++state)
    {
        CAPTURE(state);
        Random random(state);
        const Points points = randomWalk(random, random.whole(6, 70));
        const KnotType type = rope::knotType(points, CurveEnds::joined);
        checkKnot(type);
        knotted += type.name == "0_1" ? 0 : 1;
        if (const Slow slow(points); slow.crossings() < 150)
            CHECK(slow.agrees(type.alexander));
    }
    CHECK(knotted > states.count / 50);
}

TEST_CASE("A curve turned, reversed or begun elsewhere is the same knot, and its mirror image has the other hand",
          "[knot]")
{
    const RandomStates states(300);
    for (int state = states.first; state < states.end(); ++state)
    {
        CAPTURE(state);
        Random random(state);
        Points points = randomWalk(random, random.whole(20, 150));
        const KnotType type = rope::knotType(points, CurveEnds::joined);
        const auto check = [&](const Points& other, int hand)
        {
            const KnotType second = rope::knotType(other, CurveEnds::joined);
            CHECK(second.alexander == type.alexander);
            CHECK(second.signature == hand * *type.signature);
            CHECK(second.name == type.name);
        };
        check(turned(points, random.vector(), 3.0 * random.number()), 1);
        check(reversed(points), 1);
        check(mirrored(points), -1);
        std::rotate(points.begin(), points.begin() + random.whole(1, 10), points.end());
        check(points, 1);
    }
}

TEST_CASE("A rope keeps its knot however space is bent round it", "[knot]")
{
    const RandomStates states(300);
    const std::vector<std::pair<std::string, Points>> ropes = {{"3_1", overhand(600)}, {"4_1", figureEight(600)}};
    int free = 0;
    for (int state = states.first; state < states.end(); ++state)
        for (const auto& [name, points] : ropes)
        {
            CAPTURE(state, name);
            Random random(state);
            const Points other = bent(turned(points, random.vector(), 3.0 * random.number()), random);
            const KnotType type = rope::knotType(other, CurveEnds::open);
            const KnotType back = rope::knotType(reversed(other), CurveEnds::open);
            CHECK(back.alexander == type.alexander);
            CHECK(back.share == type.share);
            if (type.share < 1.0) // an end has come to lie within
                continue;
            ++free;
            CHECK(type.name == name);
        }
    CHECK(free > states.count);
}

TEST_CASE("A picture in which edges stand or meet in a point is not decided by rounding", "[knot]")
{
    // A trefoil of edges along the axes, of which many lie over each other in each of these views.
    const Points lattice = {{0, 0, 0},  {3, 0, 0},   {3, 2, 0},  {1, 2, 0}, {1, 2, 2}, {1, -1, 2},
                            {2, -1, 2}, {2, -1, -1}, {2, 1, -1}, {2, 1, 1}, {0, 1, 1}, {0, 0, 1}};
    for (const Vec3& view : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)})
        CHECK_FALSE(rope::Picture(lattice, view).joinedBy({}));
    const KnotType type = rope::knotType(lattice, CurveEnds::joined);
    for (int turn = 0; turn < 3; ++turn)
    {
        Points other = lattice;
        for (Vec3& point : other)
            for (int i = 0; i < turn; ++i)
                point = Vec3(point.y, point.z, point.x);
        CHECK(rope::knotType(other, CurveEnds::joined).alexander == type.alexander);
        CHECK(rope::knotType(turned(other, Vec3(0.3, 1.0, 0.2), 0.7), CurveEnds::joined).alexander == type.alexander);
    }
    CHECK(Slow(turned(lattice, Vec3(0.3, 1.0, 0.2), 0.7)).agrees(type.alexander));
}

TEST_CASE("A tangle of a hundred crossings has its polynomial, and one of four hundred says that it is too much",
          "[knot]")
{
    // Alternating braids lose no crossing; this one's polynomial needs several primes.
    const auto alternating = [](int length)
    {
        Braid braid;
        for (int i = 0; i < length; ++i)
            braid.push_back(i % 2 == 0 ? 1 : -2);
        return braid;
    };
    const KnotType some = rope::knotType(closedBraid(alternating(52)), CurveEnds::joined);
    CHECK(some.crossings == 52);
    CHECK(normalised(some.alexander * Polynomial{1, 1, 1}) == burau(alternating(52)));
    const KnotType many = rope::knotType(closedBraid(alternating(400)), CurveEnds::joined);
    CHECK(many.crossings == 400);
    CHECK(many.alexander.empty());
    CHECK(many.determinant == 0);
    CHECK(rope::knotWords(many) == "too tangled to name");
}
