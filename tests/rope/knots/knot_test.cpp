#include "curves.hpp"
#include "reference.hpp"

#include <limits>
#include <string>

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{

nlohmann::json item(const std::string& id)
{
    return referenceItem(id, "real_rope.json");
}

/// Type and writhe as the item says, the writhe within a share of it.
void check(const std::string& id, const Points& points, CurveEnds ends, const char* writhe, double share)
{
    CAPTURE(id);
    const nlohmann::json expected = item(id).at("expected");
    const KnotType type = rope::knotType(points, ends);
    CHECK(type.alexander == expected.at("alexander").get<Polynomial>());
    CHECK(type.determinant == expected.at("determinant").get<std::int64_t>());
    CHECK(type.share == 1.0);
    const Points ring = ends == CurveEnds::joined ? points : rope::joinedCurve(points);
    CHECK_THAT(rope::writhe(ring),
               WithinAbs(expected.at(writhe), 1e-8 + share * std::abs(expected.at(writhe).get<double>())));
}

/// In diameters of the thickest rope round the polygon: of its strands that are far apart along it, and of its bends.
double ropelength(const Points& points)
{
    const std::size_t count = points.size();
    double length = 0.0;
    double radius = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < count; ++i)
    {
        const Vec3& here = points[i];
        const Vec3 before = here - points[(i + count - 1) % count];
        const Vec3 behind = points[(i + 1) % count] - here;
        length += glm::length(behind);
        const double turn = std::acos(glm::dot(glm::normalize(before), glm::normalize(behind)));
        radius = std::min(radius, 0.5 * glm::length(behind) / std::tan(0.5 * turn));
        for (std::size_t j = 0; j < count; ++j)
        {
            const Vec3 across = points[j] - here;
            // Nearest to each other where the line between them stands across the rope.
            if (j != i && std::abs(glm::dot(glm::normalize(across), glm::normalize(behind))) < 0.1)
                radius = std::min(radius, 0.5 * glm::length(across));
        }
    }
    return length / (2.0 * radius);
}

} // namespace

TEST_CASE("topo.sticks.3_1: a trefoil of six sticks", "[knot]")
{
    const nlohmann::json reference = item("topo.sticks.3_1");
    Points points;
    for (const nlohmann::json& point : reference.at("inputs").at("vertices"))
        points.emplace_back(point[0], point[1], point[2]);
    check("topo.sticks.3_1", points, CurveEnds::joined, "writhe", 0.0);
    CHECK(rope::knotType(points, CurveEnds::joined).crossingSum ==
          3 * reference.at("expected").at("crossing_sign").get<int>());
}

TEST_CASE("topo.closed.unknot, topo.closed.3_1, topo.closed.4_1, topo.closed.5_1, topo.closed.3_1#3_1*", "[knot]")
{
    const auto closed = [](const char* id, const Points& points)
    { check(id, points, CurveEnds::joined, "writhe_of_the_polygon", 0.0); };
    closed("topo.closed.unknot",
           closedCurve(100, [](double t) { return Vec3(std::cos(t), std::sin(t), 0.3 * std::sin(5.0 * t)); }));
    closed("topo.closed.3_1", torusKnot(2, 3, 120));
    closed("topo.closed.4_1", closedCurve(120,
                                          [](double t)
                                          {
                                              const double out = 2.0 + std::cos(2.0 * t);
                                              return Vec3(out * std::cos(3.0 * t), out * std::sin(3.0 * t),
                                                          std::sin(4.0 * t));
                                          }));
    closed("topo.closed.5_1", torusKnot(2, 5, 160));
    const Points square = closedCurve(
        300, [](double t) { return Vec3(std::cos(3.0 * t + 0.7), std::cos(5.0 * t + 1.0), std::cos(7.0 * t)); });
    closed("topo.closed.3_1#3_1*", square);
    CHECK(rope::knotWords(rope::knotType(square, CurveEnds::joined)) == "square 3_1 # 3_1*");
}

TEST_CASE("topo.open.overhand, topo.open.figure_eight, topo.open.untied", "[knot]")
{
    const auto open = [](const char* id, const Points& points)
    { check(id, points, CurveEnds::open, "writhe_of_the_closed_polygon", 0.02); };
    open("topo.open.overhand", overhand(120));
    open("topo.open.figure_eight", figureEight(160));
    const Points untied =
        openCurve(60, 3.0, [](double s) { return Vec3(s, std::sin(3.0 * s), std::cos(7.0 * s / 3.0)); });
    open("topo.open.untied", untied);
    CHECK(rope::knotWords(rope::knotType(overhand(120), CurveEnds::open)) == "overhand 3_1, right-handed");
    CHECK(rope::knotWords(rope::knotType(mirrored(overhand(120)), CurveEnds::open)) == "overhand 3_1, left-handed");
    CHECK(rope::knotWords(rope::knotType(figureEight(160), CurveEnds::open)) == "figure-eight 4_1");
    CHECK(rope::knotWords(rope::knotType(untied, CurveEnds::open)) == "no knot 0_1");
}

TEST_CASE("topo.pass: a strand that passes through another changes the knot", "[knot]")
{
    const nlohmann::json reference = item("topo.pass");
    for (const char* when : {"before", "after"})
    {
        Points points;
        for (const nlohmann::json& point : reference.at("inputs").at(when))
            points.emplace_back(point[0], point[1], point[2]);
        CHECK(rope::knotType(points, CurveEnds::joined).alexander ==
              reference.at("expected").at(std::string("alexander_") + when).get<Polynomial>());
    }
}

TEST_CASE("topo.same_determinant: the polynomial tells 6_1 from the square knot, the signature that from the granny",
          "[knot]")
{
    const nlohmann::json expected = item("topo.same_determinant").at("expected");
    const auto of = [](const Braid& braid) { return rope::knotType(closedBraid(braid), CurveEnds::joined); };
    const KnotType stevedore = of({1, 1, 2, -1, -3, 2, -3});
    const KnotType square = of({1, 1, 1, -2, -2, -2});
    const KnotType granny = of({1, 1, 1, 2, 2, 2});
    CHECK(stevedore.determinant == expected.at("det_6_1").get<std::int64_t>());
    CHECK(square.determinant == expected.at("det_square").get<std::int64_t>());
    CHECK(stevedore.alexander == expected.at("alexander_6_1").get<Polynomial>());
    CHECK(square.alexander == expected.at("alexander_square").get<Polynomial>());
    CHECK(granny.alexander == expected.at("alexander_granny").get<Polynomial>());
    CHECK(rope::knotWords(stevedore) == "stevedore 6_1");
    CHECK(rope::knotWords(square) == "square 3_1 # 3_1*");
    CHECK(rope::knotWords(granny) == "granny 3_1 # 3_1, right-handed");
    CHECK(square.crossingSum == 0);
    CHECK(granny.crossingSum == 6);
}

TEST_CASE("topo.ropelength: no trefoil is shorter than the ideal one in diameters, and the best of a torus is near it",
          "[knot]")
{
    const double ideal = item("topo.ropelength").at("expected").at("3_1");
    double best = std::numeric_limits<double>::infinity();
    for (double thin = 1.6; thin < 2.8; thin += 0.1)
    {
        const Points points =
            closedCurve(300,
                        [thin](double t)
                        {
                            const double out = thin + std::cos(3.0 * t);
                            return Vec3(out * std::cos(2.0 * t), out * std::sin(2.0 * t), std::sin(3.0 * t));
                        });
        REQUIRE(rope::knotType(points, CurveEnds::joined).name == "3_1");
        CHECK(ropelength(points) > 0.995 * ideal);
        best = std::min(best, ropelength(points));
    }
    CHECK(best < 1.1 * ideal);
}

// Both ropes' loaded ends joined, and both tails: the reef knot becomes the square knot. With ends on opposite sides
// one rope runs the other way, and all of its crossings with the other change their signs.
TEST_CASE("knot2.rank.a: signs of the six crossings of reef and granny, thief and grief", "[knot]")
{
    const nlohmann::json expected = referenceItem("knot2.rank.a", "rigging.json").at("expected");
    const auto signs = [](const Braid& braid) { return rope::knotType(closedBraid(braid), CurveEnds::joined); };
    const KnotType reef = signs({1, 1, 1, -2, -2, -2});
    const KnotType granny = signs({-1, -1, -1, -2, -2, -2});
    const auto check = [&](const char* name, int sum)
    {
        CAPTURE(name);
        CHECK(sum == expected.at("sum_of_signs").at(name).get<int>());
        const double mean = sum / 6.0;
        CHECK(1.0 - mean * mean == expected.at("variance_of_signs").at(name).get<double>());
    };
    CHECK(reef.commonName == "square");
    CHECK(granny.commonName == "granny");
    check("reef", reef.crossingSum);
    check("granny", granny.crossingSum);
    check("thief", -reef.crossingSum);
    check("grief", -granny.crossingSum);
}

/// A bight of a reef knot or, where its lower half is the mirror image, of a granny: from the free end to the loaded.
Points bight(double side, int lower)
{
    const Points upper{{-20, 3, 0}, {-7, 3.5, 1}, {-3, 4, 0}, {0, 5.3, -1}, {3.5, 6.6, 0}, {6, 6, 0}, {7.2, 3.5, 1}};
    Points all = upper;
    for (auto point = upper.rbegin(); point != upper.rend(); ++point)
        all.emplace_back(point->x, -point->y, lower * point->z);
    all.emplace_back(-40.0, -3.0, 0.0);
    for (Vec3& point : all)
        point *= Vec3(side, 1.0, side);
    return all;
}

TEST_CASE("Two ropes that are tied to each other are a knot as one ring, with what counts for its hold", "[knot]")
{
    const auto name = [](int lower)
    { return rope::knotType(rope::joinedBend(bight(1.0, lower), bight(-1.0, lower)), CurveEnds::joined).commonName; };
    CHECK(name(1) == "square");
    CHECK(name(-1) == "granny");
    const rope::BendCounts reef = rope::bendCounts(bight(1.0, 1), bight(-1.0, 1));
    const rope::BendCounts granny = rope::bendCounts(bight(1.0, -1), bight(-1.0, -1));
    for (const rope::BendCounts& counts : {reef, granny})
        CHECK(counts.crossings == 6);
    CHECK(reef.signSum == 0);
    CHECK(reef.twistFluctuation == 1.0);
    CHECK(std::abs(granny.signSum) == 6);
    CHECK(granny.twistFluctuation == 0.0);
    CHECK(reef.circulation > 0.0);
    // Ropes beside each other are tied by nothing.
    CHECK(rope::bendCounts({{-1, 0, 0}, {-9, 1, 2}}, {{1, 0, 1}, {9, 2, 1}}).crossings == 0);
    CHECK_THROWS_AS(rope::joinedBend({{0, 0, 0}}, {{1, 0, 0}, {2, 0, 0}}), std::invalid_argument);
}

// Braids of C. Livingston, A. Moore, KnotInfo: table of knot invariants.
TEST_CASE("The knots of up to seven crossings and their mirror images are known by name", "[knot]")
{
    const std::vector<std::pair<std::string, Braid>> all = {
        {"0_1", {1, 2}},
        {"3_1", {1, 1, 1}},
        {"4_1", {1, -2, 1, -2}},
        {"5_1", {1, 1, 1, 1, 1}},
        {"5_2", {1, 1, 1, 2, -1, 2}},
        {"6_1", {1, 1, 2, -1, -3, 2, -3}},
        {"6_2", {1, 1, 1, -2, 1, -2}},
        {"6_3", {1, 1, -2, 1, -2, -2}},
        {"7_1", {1, 1, 1, 1, 1, 1, 1}},
        {"7_2", {1, 1, 1, 2, -1, 2, 3, -2, 3}},
        {"7_3", {1, 1, 1, 1, 1, 2, -1, 2}},
        {"7_4", {1, 1, 2, -1, 2, 2, 3, -2, 3}},
        {"7_5", {1, 1, 1, 1, 2, -1, 2, 2}},
        {"7_6", {1, 1, -2, 1, 3, -2, 3}},
        {"7_7", {1, -2, 1, -2, 3, -2, 3}},
        {"3_1 # 4_1", {1, 1, 1, 2, -3, 2, -3}},
        {"3_1 # 5_1", {1, 1, 1, 2, 2, 2, 2, 2}},
        {"3_1 # 5_1*", {1, 1, 1, -2, -2, -2, -2, -2}},
        {"4_1 # 4_1", {1, -2, 1, -2, 3, -4, 3, -4}},
        {"", {1, 2, 1, 2, 1, 2, 1, 2}}, // 8_19
    };
    for (const auto& [name, braid] : all)
    {
        CAPTURE(name);
        const KnotType type = rope::knotType(closedBraid(braid), CurveEnds::joined);
        const KnotType mirror = rope::knotType(mirrored(closedBraid(braid)), CurveEnds::joined);
        CHECK(type.name == name);
        CHECK(mirror.name == name);
        REQUIRE(type.signature);
        CHECK(*type.signature == -*mirror.signature);
        CHECK((type.hand == KnotHand::undecided) == (*type.signature == 0));
    }
    CHECK(rope::knotWords(rope::knotType(closedBraid({1, 2, 1, 2, 1, 2, 1, 2}), CurveEnds::joined)) ==
          "unknown knot, determinant 3");
}

TEST_CASE("An end within its knot counts by the commonest of twenty ways out", "[knot]")
{
    // The end turns back through the middle of the loops.
    Points points = overhand(200);
    const Vec3 out = points.back();
    CHECK(rope::knotType(points, CurveEnds::open).share == 1.0);
    points.push_back(out + Vec3(1.0, 1.0, 0.5));
    points.push_back(Vec3(0.2, -1.5, 3.0));
    points.push_back(Vec3(0.1, -1.5, 0.1));
    const KnotType type = rope::knotType(points, CurveEnds::open);
    CHECK(type.share < 1.0);
    CHECK(type.share >= 0.1);
    CHECK_THAT(20.0 * type.share, WithinAbs(std::round(20.0 * type.share), 1e-12));
}

TEST_CASE("What is no curve is refused", "[knot]")
{
    const Points square = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.0, 1.0, 0.0}, {0.0, 1.0, 0.0}};
    CHECK(rope::knotType(square, CurveEnds::joined).name == "0_1");
    CHECK_THROWS_WITH(rope::knotType({{0.0, 0.0, 0.0}}, CurveEnds::open),
                      "a curve of 1 different points is no rope: at least 2");
    CHECK_THROWS_WITH(rope::knotType({square[0], square[1], square[0]}, CurveEnds::joined),
                      "a curve of 2 different points is no ring: at least 3");
    CHECK_THROWS_WITH(rope::knotType({square[0], square[1], Vec3(std::nan(""))}, CurveEnds::open),
                      "a point of the curve is not finite");
    const Points cross = {square[0], square[2], square[1], square[3]};
    CHECK_THROWS_WITH(rope::knotType(cross, CurveEnds::joined), "the curve touches itself");
    const Points bar = {{0.5, -1.0, 0.0}, {0.5, 0.5, 0.0}};
    const auto touch = rope::touchOf({{square, CurveEnds::joined}, {bar, CurveEnds::open}});
    REQUIRE(touch);
    CHECK(touch->curve == std::array<std::size_t, 2>{0, 1});
    CHECK(touch->edge == std::array<std::size_t, 2>{0, 0});
    CHECK_FALSE(rope::touchOf({{square, CurveEnds::joined}}));
    const auto folded = rope::touchOf({{{square[0], square[1], Vec3(0.3, 0.0, 0.0)}, CurveEnds::open}});
    REQUIRE(folded);
    CHECK(folded->edge == std::array<std::size_t, 2>{0, 1});
}
