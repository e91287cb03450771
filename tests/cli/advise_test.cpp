#include "catch.hpp"
#include "program.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

using nlohmann::json;

namespace
{

std::vector<std::string> advise(std::vector<std::string> more)
{
    more.insert(more.begin(), "advise");
    return more;
}

std::string oneLine(const Outcome& run, int code)
{
    CHECK(run.code == code);
    CHECK(std::count(run.error.begin(), run.error.end(), '\n') == 1);
    REQUIRE(run.error.find("ropewalk: ") == 0);
    return run.error.substr(10, run.error.size() - 11);
}

std::string usageError(const std::vector<std::string>& more)
{
    const Outcome run = runProgram(advise(more));
    CHECK(run.out.empty());
    return oneLine(run, 2);
}

const std::vector<std::string> wish = {"--length", "4",         "--mass", "4",      "--load",
                                       "1",        "--stretch", "1%",     "--step", "1/60"};

std::vector<std::string> wishWith(const std::vector<std::string>& more)
{
    std::vector<std::string> all = wish;
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

} // namespace

TEST_CASE("advice is constants that hang as they should")
{
    const Outcome run = runProgram(advise(wishWith({"--json"})));
    REQUIRE(run.code == 0);
    CHECK(run.error.empty());
    const json advice = json::parse(run.out);
    CHECK(advice.at("granted") == true);
    CHECK(advice.at("stretch").get<double>() == Approx(0.01));
    // (4/2 + 1) kg times g over 1 %.
    CHECK(advice.at("axial_stiffness").get<double>() == Approx(2943.0));
    CHECK(advice.at("mass_count").get<int>() * advice.at("mass").get<double>() == Approx(4.0));
    CHECK(advice.at("steps_a_frame").get<int>() * advice.at("max_dt").get<double>() == Approx(1.0 / 60.0));
    CHECK(advice.at("max_dt").get<double>() <= 0.9 * advice.at("largest_stable_step").get<double>());

    SECTION("the scene file of it runs")
    {
        const WorkFolder folder;
        folder.write("advised.json", advice.at("scene_file").dump());
        const Outcome ran = runProgram({"run", "advised.json", "--seconds", "0.5"});
        CHECK(ran.code == 0);
        CHECK(ran.error.empty());
    }
    SECTION("the text names the same constants, and the line of settings is understood")
    {
        const Outcome text = runProgram(advise(wish));
        REQUIRE(text.code == 0);
        CHECK(text.error.empty());
        const std::size_t at = text.out.find("ropewalk rope --set");
        REQUIRE(at != std::string::npos);
        const std::string line = text.out.substr(at, text.out.find('\n', at) - at);
        CHECK(line.find("spring_constant=") != std::string::npos);
        const Outcome ran = runShell("\"$P\" run" + line.substr(8) + " --seconds 0.1");
        CHECK(ran.code == 0);
        CHECK(ran.error.empty());
    }
}

TEST_CASE("a rope of a material breaks at a load, and sooner where it is knotted")
{
    const Outcome run = runProgram(advise(
        {"--length", "4", "--diameter", "0.01", "--material", "hemp", "--load", "1", "--step", "1/60", "--json"}));
    REQUIRE(run.code == 0);
    const json advice = json::parse(run.out);
    CHECK(advice.at("breaking_force").get<double>() == Approx(7100.0));
    CHECK(advice.at("bowline_breaking_force").get<double>() == Approx(0.6 * 7100.0));
    const std::string notes = advice.at("notes").dump();
    CHECK(notes.find("Modulor") != std::string::npos);
    CHECK(notes.find("Plymouth Cordage") != std::string::npos);
    CHECK_FALSE(json::parse(runProgram(advise(wishWith({"--json"}))).out).contains("breaking_force"));
}

TEST_CASE("a wish that cannot be granted ends with code 1 and says why")
{
    const Outcome run = runProgram(advise(wishWith({"--segments", "79", "--max-steps", "10"})));
    CHECK(run.out.empty());
    const std::string why = oneLine(run, 1);
    CHECK(why.find("1 % stretch with 1 kg at the end at 1/60 s needs ") == 0);
    CHECK(why.find("integrator = energy_momentum would do") != std::string::npos);

    const Outcome forPrograms = runProgram(advise(wishWith({"--segments", "79", "--max-steps", "10", "--json"})));
    CHECK(oneLine(forPrograms, 1) == why);
    CHECK(json::parse(forPrograms.out).at("granted") == false);
    CHECK(json::parse(forPrograms.out).at("reason") == why);

    const Outcome implicit =
        runProgram(advise(wishWith({"--segments", "79", "--max-steps", "10", "--implicit", "--json"})));
    CHECK(implicit.code == 0);
    CHECK(json::parse(implicit.out).at("integrator") == "energy_momentum");
}

TEST_CASE("a measured rope gives its constants with an error")
{
    const Outcome run =
        runProgram(advise({"--mass", "1.2", "--load", "5", "--elongation", "0.03", "--period", "4.1", "--json"}));
    REQUIRE(run.code == 0);
    const json measured = json::parse(run.out).at("measured");
    // A hanging rope swings with the period T = (4 pi / j) sqrt(l / g), j = 2.4048 the first zero of the Bessel
    // function J0 (D. Bernoulli, 1733): l = 6.04 m; an error of T counts twice.
    CHECK(measured.at("length").get<double>() == Approx(6.04).epsilon(0.01));
    CHECK(measured.at("length_error").get<double>() == Approx(2.0 * 0.02 / 4.1 * 6.04).epsilon(0.02));
    CHECK(measured.at("axial_stiffness_error").get<double>() > 0.0);
    // 5 kg make it 3 cm longer, known to a millimetre; the advised rope hangs like that.
    CHECK(measured.at("spring_constant").get<double>() == Approx(79.0 * 5.0 * 9.81 / 0.03));
    CHECK(measured.at("spring_constant_error").get<double>() == Approx(79.0 * 5.0 * 9.81 / 0.03 / 30.0));
    CHECK(json::parse(run.out).at("spring_constant").get<double>() ==
          Approx(measured.at("spring_constant").get<double>()));
    CHECK(json::parse(run.out).at("load_stretch").get<double>() == Approx(0.03 / measured.at("length").get<double>()));
}

TEST_CASE("a budget of cost takes the place of the number of segments")
{
    const Outcome run = runProgram(
        advise({"--length", "4", "--mass", "4", "--load", "1", "--stretch", "0.5%", "--max-cost", "500", "--json"}));
    REQUIRE(run.code == 0);
    const json advice = json::parse(run.out);
    CHECK(advice.at("cost").get<int>() <= 500);
    CHECK(advice.at("cost").get<int>() == advice.at("steps_a_frame").get<int>() * advice.at("mass_count").get<int>());
    CHECK(usageError(wishWith({"--max-cost", "1"})) == "--max-cost '1': must be a whole number, 2 to 1000000000");
}

TEST_CASE("slips in a wish are named")
{
    CHECK(usageError({}) == "--length is missing; must be given, such as --length 4");
    CHECK(usageError({"--length", "4"}) == "mass is missing; must be given, or diameter and material");
    CHECK(usageError({"--length", "4", "--mass", "1", "--overhang", "0.2"}) ==
          "--droop is missing; must be given, such as --droop 0.08");
    CHECK(usageError({"--length", "4", "--mass", "1", "--overhang", "0.2", "--droop", "0.25"}) ==
          "droop = 0.25 m: must be 1 to 90 % of the overhang of 0.2 m");
    CHECK(usageError({"--length", "4", "--mass", "1", "--construction", "laid"}) ==
          "construction without a diameter; must be given with diameter and material");
    CHECK(usageError({"--length", "4x", "--mass", "4"}) == "--length '4x': must be a number, such as 4, 0.02 or 1/60");
    CHECK(usageError({"--length", "4", "--mass", "4", "--stretch", "x%"}) ==
          "--stretch 'x%': must be a number, such as 1% or 0.01");
    CHECK(usageError({"--length", "4", "--mass", "-1"}) == "mass = -1: must be 1e-06 to 1e+06 kg");
    CHECK(usageError({"--length", "4", "--diameter", "0.01", "--material", "nilon"}) ==
          "unknown material 'nilon'; did you mean 'nylon'?");
    CHECK(usageError(wishWith({"--damping-ratio", "0.1", "--settle", "1"})) ==
          "damping ratio and settling time are both given; must be one of them");
    CHECK(usageError(wishWith({"--stretch-of", "rope"})) == "--stretch-of 'rope': must be all or load");
    CHECK(usageError(wishWith({"--segments", "0"})) == "--segments '0': must be a whole number, 1 to 9999");
    CHECK(usageError(wishWith({"--period", "4"})) ==
          "--elongation is missing; must be given, such as --elongation 0.03");
    CHECK(usageError({"--lenght", "4"}) == "unknown option '--lenght'; did you mean '--length'?");
}
