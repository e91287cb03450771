#include "catch.hpp"
#include "program.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

using nlohmann::json;

namespace
{

std::string card(const std::string& format, const std::vector<std::string>& more = {})
{
    std::vector<std::string> arguments = {"card", "rope", "--format", format};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome run = runProgram(arguments);
    CHECK(run.code == 0);
    CHECK(run.error.empty());
    return run.out;
}

std::size_t count(const std::string& text, const std::string& part)
{
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
        ++found;
    return found;
}

std::string usageError(const std::vector<std::string>& arguments)
{
    const Outcome run = runProgram(arguments);
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(std::count(run.error.begin(), run.error.end(), '\n') == 1);
    REQUIRE(run.error.find("ropewalk: ") == 0);
    return run.error.substr(10, run.error.size() - 11);
}

} // namespace

TEST_CASE("the card as JSON has the rope's stiffness, mass and damping")
{
    const json facts = json::parse(card("json"));
    CHECK(facts.at("EA").get<double>() == Approx(500.0));
    CHECK(facts.at("EI") == 0.0);
    CHECK(facts.at("mass_per_length").get<double>() == Approx(1.0));
    CHECK(facts.at("segments") == 79);
    // sqrt(k / (m/2)) / (2 pi), c / (2 sqrt(k m/2))
    CHECK(facts.at("segment_frequency").get<double>() == Approx(100.6584));
    CHECK(facts.at("segment_damping_ratio").get<double>() == Approx(0.2 / (2.0 * std::sqrt(250.0))));
    CHECK(facts.at("largest_step").get<double>() == Approx(2.216098282e-3));
    CHECK(facts.at("parameters").at("spring_constant") == 10'000.0);
}

TEST_CASE("each system's card holds its own form of the constants")
{
    const std::vector<std::string> ten = {"--set", "mass_count=10", "--set", "spring_constant=8000"};
    CHECK(card("cpp", ten).find("    settings.massCount = 10;") != std::string::npos);
    CHECK(card("cpp", ten).find("    settings.springConstant = 8000; // N/m\n") != std::string::npos);
    CHECK(card("cpp", {"--set", "integrator=implicit_euler"})
              .find("settings.integrator = rope::RopeIntegrator::implicit_euler;") != std::string::npos);
    CHECK(card("table", ten).find("EA") != std::string::npos);
    CHECK(card("box2d", ten).find("joint.stiffness = 8000.0f;") != std::string::npos);
    CHECK(card("box2d", ten).find("hertz = 90.0") != std::string::npos);
    CHECK(card("jolt", ten).find("edge.mCompliance = 0.000125f;") != std::string::npos);
    CHECK(card("bullet", ten).find("rope->setMass(i, 0.05f);") != std::string::npos);
    CHECK(card("xpbd", ten).find("compliance = 0.000125  # m/N\n") != std::string::npos);
    CHECK(card("moordyn", ten).find("  1  400  ") != std::string::npos); // kg/m and EA

    const std::string mjcf = card("mjcf", ten);
    CHECK(count(mjcf, "<body ") == 9);
    CHECK(count(mjcf, "<spatial ") == 9);
    CHECK(mjcf.find("stiffness=\"8000\" damping=\"0.2\" springlength=\"0.05\"") != std::string::npos);

    for (const char* format : {"box2d", "jolt", "bullet", "xpbd", "mjcf", "moordyn"})
    {
        CAPTURE(format);
        CHECK(card(format).find("Does not carry over") != std::string::npos);
    }
}

TEST_CASE("slips in a card are named")
{
    CHECK(usageError({"card", "rope", "--format", "box2"}) == "unknown format 'box2'; did you mean 'box2d'?");
    CHECK(usageError({"card", "rope", "--format", "unreal engine"}) ==
          "unknown format 'unreal engine'; there are cpp, json, table, mjcf, moordyn, box2d, jolt, bullet, xpbd");
    CHECK(usageError({"card", "rop"}) == "unknown scene 'rop'; did you mean 'rope'?");
    CHECK(usageError({"card", "cloth"}).find("scene 'cloth' has no '") == 0);
    CHECK(usageError({"card", "rope", "--set", "spring_constant=0"}) ==
          "spring_constant = 0: a card needs a rope that holds together, above 0 N/m");
}
