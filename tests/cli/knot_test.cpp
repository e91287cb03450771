#include "catch.hpp"
#include "program.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

using nlohmann::json;

namespace
{

constexpr double turn = 2.0 * std::numbers::pi;

std::string row(double x, double y, double z)
{
    return std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + "\n";
}

/// An overhand knot with its ends out.
std::string overhand()
{
    std::string rows;
    for (int i = 0; i <= 60; ++i)
    {
        const double s = 2.25 * (i / 30.0 - 1.0);
        rows += row(s * s * s - 3.0 * s, s * s * (s * s - 4.0), s * (s * s * s * s / 5.0 - 2.0));
    }
    return rows;
}

std::string ring(bool upright)
{
    std::string rows;
    for (int i = 0; i < 40; ++i)
    {
        const double c = std::cos(turn * i / 40);
        const double s = std::sin(turn * i / 40);
        rows += upright ? row(1.0 + c, 0.0, s) : row(c, s, 0.0);
    }
    return rows;
}

std::string usageError(const std::string& points, const std::vector<std::string>& more = {})
{
    const WorkFolder folder;
    folder.write("points.csv", points);
    std::vector<std::string> arguments = {"knot", "points.csv"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome run = runProgram(arguments);
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(std::count(run.error.begin(), run.error.end(), '\n') == 1);
    REQUIRE(run.error.find("ropewalk: ") == 0);
    return run.error.substr(10, run.error.size() - 11);
}

} // namespace

TEST_CASE("knot names an overhand knot")
{
    const WorkFolder folder;
    folder.write("rope.csv", "x,y,z\n# a rope\n" + overhand());
    const Outcome text = runProgram({"knot", "rope.csv"});
    CHECK(text.code == 0);
    CHECK(text.error.empty());
    CHECK(text.out.find("overhand 3_1, right-handed") != std::string::npos);

    const json told = json::parse(runProgram({"knot", "rope.csv", "--json"}).out);
    REQUIRE(told.at("curves").size() == 1);
    const json& curve = told.at("curves")[0];
    CHECK(curve.at("points") == 61);
    CHECK(curve.at("closed") == false);
    CHECK(curve.at("name") == "3_1");
    CHECK(curve.at("common_name") == "overhand");
    CHECK(curve.at("hand") == "right");
    CHECK(curve.at("determinant") == 3);
    CHECK(curve.at("alexander") == json({1, -1, 1}));
    CHECK(curve.at("signature") == -2);
    CHECK(curve.at("crossings") == 3);
    CHECK(curve.at("writhe").get<double>() == Approx(3.18).margin(0.05));
    CHECK(curve.at("share") == 1.0);
    CHECK(told.at("links").empty());
}

TEST_CASE("knot tells how often rings are linked, and a rope that goes through one")
{
    const WorkFolder folder;
    folder.write("rings.csv", ring(false) + "\n" + ring(true));
    const json rings = json::parse(runProgram({"knot", "rings.csv", "--closed", "--json"}).out);
    REQUIRE(rings.at("links").size() == 1);
    CHECK(rings.at("links")[0].at("curves") == json({1, 2}));
    CHECK(rings.at("links")[0].at("linking_number") == -1);
    CHECK(rings.at("curves")[0].at("length").get<double>() == Approx(80.0 * std::sin(turn / 80)).epsilon(1e-5));

    // A curve that ends where it begins is closed; two that do not are not linked.
    folder.write("threaded.csv", ring(false) + row(1.0, 0.0, 0.0) + "\n0,0,-1\n0.1,0,1\n\n\n5,0,0\n5,0,1\n");
    const json threaded = json::parse(runProgram({"knot", "threaded.csv", "--json"}).out);
    CHECK(threaded.at("curves")[0].at("closed") == true);
    CHECK(threaded.at("curves")[1].at("closed") == false);
    REQUIRE(threaded.at("links").size() == 2);
    CHECK(std::abs(threaded.at("links")[0].at("linking_number").get<int>()) == 1);
    CHECK(threaded.at("links")[1].at("linking_number") == 0);
    CHECK(runProgram({"knot", "threaded.csv"}).out.find("Linking number of 1 and 2: ") != std::string::npos);
}

TEST_CASE("knot names the row of points that are no curve")
{
    CHECK(usageError("0,0,0\n") == "points.csv:1: ends a curve of 1 point; an open one must have at least 2");
    CHECK(usageError("0,0,0\n1,0,0\n", {"--closed"}) ==
          "points.csv:2: ends a curve of 2 points; a closed one must have at least 3");
    CHECK(usageError("0,0,0\n1,0,nan\n") == "points.csv:2: 'nan' must be a number from -1e9 to 1e9");
    CHECK(usageError("0,0,0\n1,0\n") == "points.csv:2: has 2 columns, must have 3: x,y,z");
    CHECK(usageError("0,0,0\n1,0,0,0\n") == "points.csv:2: has 4 columns, must have 3: x,y,z");
    CHECK(usageError("0,0,0\n# one more\n0,0,0\n") == "points.csv:3: repeats the point of line 1");
    CHECK(usageError("0,0,0\n2,0,0\n2,1,0\n1,1,0\n1,-1,0\n") ==
          "points.csv:4: the edge from here touches the one from line 1; must pass it at a distance");
    CHECK(usageError("0,0,0\n2,0,0\n\n1,1,0\n1,0,0\n") ==
          "points.csv:4: the edge from here touches the one from line 1; must pass it at a distance");
    CHECK(usageError("0,0,0\n2,0,0\n1,0,0\n") ==
          "points.csv:2: the edge from here touches the one from line 1; must pass it at a distance");
    CHECK(usageError("") == "points.csv: has no points; must have lines x,y,z");
    const Outcome none = runProgram({"knot"});
    CHECK(none.code == 2);
    CHECK(none.error == "ropewalk: no file is given; must be a file of points, such as 'ropewalk knot rope.csv'\n");
}
