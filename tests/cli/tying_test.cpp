// Knots that a script ties in a straight rope by dragging its end.
#include "catch.hpp"
#include "program.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using Json = nlohmann::json;

namespace
{

std::vector<std::string> cellsOf(const std::string& line)
{
    std::vector<std::string> cells;
    std::istringstream in(line);
    for (std::string cell; std::getline(in, cell, ',');)
        cells.push_back(cell);
    return cells;
}

/// Runs a script of tests/data/tying, and names the knot that the rope then has.
std::string tiedBy(const std::string& script, int masses, const std::string& seconds)
{
    const std::string place = std::string(ROPEWALK_TEST_DATA) + "/tying/" + script;
    std::ifstream file(place + ".txt");
    int strokes = 0;
    for (std::string line; std::getline(file, line);)
        strokes += line.find(" do drag ") != std::string::npos ? 1 : 0;
    CHECK(strokes > 0);
    CHECK(strokes < 12);
    const Outcome run = runProgram({"run", place + ".json", "--input", place + ".txt", "--seconds", seconds, "--every",
                                    seconds, "--masses", "0-" + std::to_string(masses - 1)});
    INFO(run.error);
    REQUIRE(run.code == 0);
    std::istringstream lines(run.out);
    std::string header;
    std::string last;
    std::getline(lines, header);
    for (std::string line; std::getline(lines, line);)
        last = line;
    const std::vector<std::string> names = cellsOf(header);
    const std::vector<std::string> values = cellsOf(last);
    REQUIRE(names.size() == values.size());
    std::ofstream points("tied.csv");
    for (std::size_t i = 0; i + 2 < names.size(); ++i)
        if (names[i].size() > 1 && names[i][0] == 'x' && names[i + 1][0] == 'y' && names[i + 2][0] == 'z')
            points << values[i] << ',' << values[i + 1] << ',' << values[i + 2] << '\n';
    points.close();
    const Outcome knot = runProgram({"knot", "tied.csv", "--json"});
    INFO(knot.error);
    REQUIRE(knot.code == 0);
    const Json curve = Json::parse(knot.out).at("curves").at(0);
    CHECK(curve.at("points") == masses);
    return curve.at("name");
}

} // namespace

TEST_CASE("A script of seven strokes ties an overhand knot")
{
    CHECK(tiedBy("overhand", 161, "6.1") == "3_1");
}

TEST_CASE("Scripts tie a figure-eight knot and a bowline", "[long]")
{
    CHECK(tiedBy("figure_eight", 161, "6.5") == "4_1");
    CHECK(tiedBy("bowline", 250, "16.8") == "6_2");
}
