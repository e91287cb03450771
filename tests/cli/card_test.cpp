#include "catch.hpp"
#include "program.hpp"

#include <rope/rope_settings.hpp>
#include <rope/statics.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <sstream>
#include <vector>

using nlohmann::json;

namespace
{

std::string card(const std::string& format, const std::vector<std::string>& more = {},
                 const std::string& scene = "rope")
{
    std::vector<std::string> arguments = {"card", scene, "--format", format};
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

/// A MoorDyn 2 input file as its manual describes it: sections with a heading between dashes; in each but OPTIONS two
/// lines of names and units and then rows of values; in OPTIONS rows of a value and its key.
std::map<std::string, std::vector<std::vector<std::string>>> moordynSections(const std::string& text)
{
    std::map<std::string, std::vector<std::vector<std::string>>> sections;
    std::string section;
    std::istringstream stream(text);
    int headings = 0;
    for (std::string line; std::getline(stream, line);)
    {
        if (line.rfind("---", 0) == 0)
        {
            const std::size_t from = line.find_first_not_of("- ");
            section = line.substr(from, line.find_last_not_of("- ") - from + 1);
            headings = section == "OPTIONS" ? 0 : 2;
            continue;
        }
        if (section.empty() || headings-- > 0)
            continue;
        std::istringstream words(line);
        std::vector<std::string> row;
        for (std::string word; words >> word;)
            row.push_back(word);
        sections[section].push_back(row);
    }
    return sections;
}

/// The number behind `name = `.
double assigned(const std::string& text, const std::string& name)
{
    const std::size_t at = std::min(text.rfind(name + " = "), text.rfind(name + "="));
    REQUIRE(at != std::string::npos);
    return std::stod(text.substr(text.find('=', at) + 1));
}

} // namespace

TEST_CASE("the card as JSON has the rope's stiffness, mass and damping")
{
    const json facts = json::parse(card("json"));
    CHECK(facts.at("EA").get<double>() == Approx(10'000.0 * 0.05)); // k L
    CHECK(facts.at("EI") == 0.0);
    CHECK(facts.at("mass_per_length").get<double>() == Approx(0.05 / 0.05)); // m / L
    CHECK(facts.at("segments") == 79);
    // sqrt(k / (m/2)) / (2 pi), c / (2 sqrt(k m/2))
    CHECK(facts.at("segment_frequency").get<double>() ==
          Approx(std::sqrt(10'000.0 / 0.025) / (2.0 * std::numbers::pi)));
    CHECK(facts.at("segment_damping_ratio").get<double>() == Approx(0.2 / (2.0 * std::sqrt(250.0))));
    CHECK(facts.at("largest_step").get<double>() == Approx(rope::LoadedChain::of(rope::RopeSettings{}).stableStep()));
    CHECK(facts.at("parameters").at("spring_constant") == 10'000.0);
}

TEST_CASE("each system's card holds its own form of the constants")
{
    const std::vector<std::string> ten = {"--set", "mass_count=10", "--set", "spring_constant=8000"};
    CHECK(card("cpp", ten).find("    settings.massCount = 10;") != std::string::npos);
    CHECK(card("cpp", {}).find("    settings.springConstant = 10000; // N/m\n") != std::string::npos);
    CHECK(card("cpp", ten).find("    settings.springConstant = 8000; // N/m\n") != std::string::npos);
    CHECK(card("cpp", {"--set", "integrator=implicit_euler"})
              .find("settings.integrator = rope::RopeIntegrator::implicit_euler;") != std::string::npos);
    CHECK(card("table", ten).find("EA") != std::string::npos);
    CHECK(card("box2d", ten).find("joint.stiffness = 8000.0f;") != std::string::npos);
    CHECK(card("box2d", ten).find("hertz = 90.0") != std::string::npos); // sqrt(8000 / 0.025) / (2 pi) = 90.03
    CHECK(card("jolt", ten).find("edge.mCompliance = 0.000125f;") != std::string::npos);
    CHECK(card("bullet", ten).find("rope->setMass(i, 0.05f);") != std::string::npos);
    CHECK(card("xpbd", ten).find("compliance = 0.000125  # m/N\n") != std::string::npos);
    CHECK(card("moordyn", ten).find("  1  400  ") != std::string::npos); // kg/m and EA

    // EI = 0.01 N m2; B/L³ = 80 N/m. Seven masses are hinges between two free ones, and one beside the fixed end.
    std::vector<std::string> bent = ten;
    bent.insert(bent.end(), {"--set", "bending_stiffness=0.01"});
    CHECK(json::parse(card("json", bent)).at("EI") == 0.01);
    CHECK(card("moordyn", bent).find("  0.01  0  0  0  0\n") != std::string::npos);
    CHECK(assigned(card("xpbd", bent), "bend_compliance") == Approx(1.0 / 80.0));
    CHECK(count(card("mjcf", bent), "stiffness=\"80\" damping=\"0\" springlength=\"0\"") == 3 * 8);
    CHECK(card("box2d", bent).find("Does not carry over: bending_stiffness (0.01 N m2)") != std::string::npos);
    CHECK(card("box2d", ten).find("bending_stiffness") == std::string::npos);

    // EI, GJ, radius and friction, each where the system has a word for it, and named where it has none.
    std::vector<std::string> thick = bent;
    thick.insert(thick.end(),
                 {"--set", "torsional_stiffness=0.02", "--set", "rope_radius=0.006", "--set", "contact_friction=0.4"});
    const json facts = json::parse(card("json", thick));
    CHECK(facts.at("EI") == 0.01);
    CHECK(facts.at("GJ") == 0.02);
    CHECK(facts.at("radius") == 0.006);
    CHECK(facts.at("friction") == 0.4);
    CHECK(card("mjcf", thick).find("contype=\"1\" conaffinity=\"2\" friction=\"0.4\"") != std::string::npos);
    CHECK(card("mjcf", thick).find("size=\"0.006\"") != std::string::npos);
    CHECK(card("mjcf", thick).find("carry over: torsional_stiffness (0.02 N m2).") != std::string::npos);
    CHECK(card("moordyn", thick).find("rope  0.012  ") != std::string::npos); // the diameter
    CHECK(card("moordyn", thick).find("carry over: torsional_stiffness (0.02 N m2), contact_friction (0.4).") !=
          std::string::npos);
    CHECK(assigned(card("jolt", thick), "settings.mFriction") == Approx(0.4));
    CHECK(assigned(card("jolt", thick), "settings.mVertexRadius") == Approx(0.006));
    CHECK(card("jolt", thick).find("the compliance 5 (L/EI") != std::string::npos); // 0.05/0.01
    CHECK(assigned(card("bullet", thick), "rope->m_cfg.kDF") == Approx(0.4));
    CHECK(card("bullet", thick).find("setMargin(0.006f)") != std::string::npos);
    CHECK(assigned(card("xpbd", thick), "twist_compliance") == Approx(0.05 / 0.02));
    CHECK(assigned(card("xpbd", thick), "radius") == Approx(0.006));
    CHECK(assigned(card("xpbd", thick), "friction") == Approx(0.4));
    for (const char* format : {"box2d", "rapier", "unity", "unreal", "godot"})
        CHECK(card(format, thick)
                  .find("torsional_stiffness (0.02 N m2), rope_radius (0.006 m), contact_friction (0.4)") !=
              std::string::npos);
    CHECK(card("cpp", thick).find("settings.torsionalStiffness = 0.02; // N m2") != std::string::npos);

    const std::string mjcf = card("mjcf", ten);
    CHECK(count(mjcf, "<body ") == 9);
    CHECK(count(mjcf, "<spatial ") == 9);
    CHECK(mjcf.find("stiffness=\"8000\" damping=\"0.2\" springlength=\"0.05\"") != std::string::npos);

    for (const char* format : {"box2d", "jolt", "bullet", "xpbd", "mjcf", "moordyn", "unity", "unreal", "godot",
                               "rapier", "pyelastica", "dismech", "newton"})
    {
        CAPTURE(format);
        CHECK(card(format).find("Does not carry over") != std::string::npos);
    }
}

TEST_CASE("a rod of the card for PyElastica, DisMech and Newton is as stiff as ours")
{
    const std::vector<std::string> set = {"--set", "mass_count=10",          "--set", "spring_constant=8000",
                                          "--set", "bending_stiffness=0.01", "--set", "torsional_stiffness=0.008"};
    constexpr double pi = 3.14159265358979;
    const std::string bar = card("dismech", set);
    const double radius = assigned(bar, "const double radius");
    const double young = assigned(bar, "const double young_mod");
    const double area = pi * radius * radius;
    CHECK(young * area == Approx(8000.0 * 0.05));
    CHECK(young * area * radius * radius / 4.0 == Approx(0.01));
    CHECK(assigned(bar, "const double density") * area == Approx(1.0)); // kg/m
    CHECK(assigned(bar, "const double poisson") == Approx(0.01 / 0.008 - 1.0));

    const std::string rod = card("pyelastica", set);
    CHECK(assigned(rod, "base_radius") == Approx(radius));
    CHECK(assigned(rod, "youngs_modulus") == Approx(young));
    CHECK(assigned(rod, "shear_modulus") * area * radius * radius / 2.0 == Approx(0.008));
    CHECK(assigned(rod, "n_elements") == 9.0);

    const std::string cable = card("newton", set);
    CHECK(assigned(cable, "stretch_stiffness") == Approx(8000.0));
    CHECK(assigned(cable, "bend_stiffness") == Approx(0.01 / 0.05));
    CHECK(cable.find("torsional_stiffness (0.008 N m2) (a joint twists as it bends)") != std::string::npos);
    CHECK(rod.find("The radius is that of the round bar") != std::string::npos);
    CHECK(card("pyelastica").find("so stiff in bending as a round bar is") != std::string::npos);
}

// MoorDyn and Jolt are in no Debian package, so the test reads their cards as their documentation says.
TEST_CASE("MoorDyn reads the masses and the stiffness of our rope from its card")
{
    const auto file = moordynSections(card("moordyn", {"--set", "mass_count=10", "--set", "spring_constant=8000"}));
    const std::vector<std::string>& type = file.at("LINE TYPES").at(0);
    REQUIRE(type.size() == 10); // name, diameter, mass, EA, BA, EI and four coefficients
    const std::vector<std::string>& line = file.at("LINES").at(0);
    REQUIRE(line.size() == 7); // ID, type, two points, length, segments, outputs
    CHECK(line[1] == type[0]);
    const double massPerLength = std::stod(type[2]);
    const double EA = std::stod(type[3]);
    const double length = std::stod(line[4]);
    const int segments = std::stoi(line[5]);
    CHECK(segments == 9);
    CHECK(length == Approx(0.45));
    CHECK(EA == Approx(8000.0 * 0.05));
    CHECK(std::stod(type[4]) == Approx(0.2 * 0.05)); // BA; negative would be a damping ratio

    // A node has half the mass of each segment beside it, a point its own mass as well: every spring carries what ours
    // carries.
    const std::vector<std::vector<std::string>>& points = file.at("POINTS");
    REQUIRE(points.size() == 2);
    REQUIRE(points[1].size() == 9);
    CHECK(points[0][1] == "Fixed");
    CHECK(points[1][1] == "Free");
    const double node = massPerLength * length / segments;
    const double last = 0.5 * node + std::stod(points[1][5]);
    double stretch = 0.0;
    for (int below = 0; below < segments; ++below) // masses below the last one's spring
        stretch += (last + below * node) * 9.81 * length / segments / EA;
    rope::RopeSettings ours;
    ours.massCount = 10;
    ours.springConstant = 8000.0;
    CHECK(stretch == Approx(rope::LoadedChain::of(ours).weightStretch()));

    std::map<std::string, std::string> options;
    for (const std::vector<std::string>& row : file.at("OPTIONS"))
        options[row.at(1)] = row.at(0);
    CHECK(std::stod(options.at("g")) == 9.81);
    CHECK(options.at("WtrDnsty") == "0");
    CHECK(std::stod(options.at("WtrDpth")) > 10.0 * length);
    // Runge-Kutta of order 4 is stable to h omega = 2 sqrt(2).
    CHECK(options.at("tScheme") == "RK4");
    CHECK(std::stod(options.at("dtM")) * rope::LoadedChain::of(ours).highestFrequency() < 2.0 * std::sqrt(2.0));
}

TEST_CASE("Jolt's card has the compliance of our springs, and iterations enough to show it")
{
    const std::string text = card("jolt", {"--set", "spring_constant=8000", "--set", "mass=0.1"});
    CHECK(assigned(text, "edge.mCompliance") == Approx(1.0 / 8000.0)); // inverse of the stiffness of the spring
    CHECK(assigned(text, "constexpr float segment") == Approx(0.05));
    CHECK(text.find("i == 0 ? 0.0f : 10.0f;") != std::string::npos);        // mInvMass
    CHECK(assigned(text, "settings.mLinearDamping") == Approx(0.02 / 0.1)); // dv/dt = -mLinearDamping v
    const double dt = 1.0 / 60.0 / assigned(text, "settings.mNumIterations");
    // k dt^2 2/m is 0.1 or a little less, as the card promises.
    CHECK(8000.0 * dt * dt * 2.0 / 0.1 <= 0.1);
    CHECK(8000.0 * dt * dt * 2.0 / 0.1 > 0.08);
}

TEST_CASE("every scene with a rope has its card")
{
    // The thread: 20 N/m for a segment of 9.9/19 m, 0.1 kg a mass; a velocity shrinks to 0.9 of itself in a second.
    const json thread = json::parse(card("json", {}, "deployment"));
    CHECK(thread.at("segments") == 2); // so far
    CHECK(thread.at("EA").get<double>() == Approx(20.0 * 9.9 / 19.0));
    CHECK(thread.at("air_rate").get<double>() == Approx(-std::log(0.9)));
    CHECK(thread.at("parameters").at("mass").get<double>() == Approx(0.1));
    CHECK(thread.at("parameters").at("payout_speed") == 1.5);

    // The cube carries the sphere: 1 kg on a spring of 8 N/m and 5 m stretches it by 9.81 / 8 m.
    const json pendulum = json::parse(card("json", {}, "spring_pendulum"));
    CHECK(pendulum.at("segments") == 1);
    CHECK(pendulum.at("stretch").get<double>() == Approx(9.81 / 8.0 / 5.0));
    CHECK(pendulum.at("swing_period").get<double>() ==
          Approx(2.0 * std::numbers::pi * std::sqrt((5.0 + 9.81 / 8.0) / 9.81)));
    CHECK(pendulum.at("besides") == json{"its integrator, forward_euler"});
    CHECK(card("box2d", {}, "spring_pendulum").find("// Not in this card, but in its scene: its integrator") !=
          std::string::npos);

    // The scenes of rods, by their own constants.
    for (const char* scene : {"cantilever", "twist", "capstan", "real_rope"})
    {
        INFO(scene);
        const json rod = json::parse(card("json", {}, scene));
        // The capstan's rope is limp, as its law has it.
        CHECK((rod.at("EI").get<double>() > 0.0) == (std::string(scene) != "capstan"));
        CHECK(rod.at("length").get<double>() > 0.3);
        CHECK(rod.at("largest_step").get<double>() > 0.0);
        CHECK_FALSE(rod.at("besides").empty());
        // What steps explicitly does so by a step that is stable, whatever that of the scene is.
        CHECK(assigned(card("unity", {}, scene), "longestStep") < rod.at("largest_step").get<double>());
    }
    const json twisted = json::parse(card("json", {"--set", "torsional_stiffness=0.03"}, "twist"));
    CHECK(twisted.at("GJ") == 0.03);
    const json wound =
        json::parse(card("json", {"--set", "contact_friction=0.25", "--set", "bending_stiffness=0.001"}, "capstan"));
    CHECK(wound.at("friction") == 0.25);
    CHECK(wound.at("EI") == 0.001);
    CHECK(wound.at("radius").get<double>() > 0.0);

    CHECK(json::parse(card("json", {}, "race")).at("besides") == json{"a load of 1 kg at its end"});
    CHECK(json::parse(card("json", {}, "wrecking_ball")).at("besides") == json{"a ball of 300 kg at its end"});
    CHECK(json::parse(card("json", {"--set", "rope_count=9"}, "million")).at("parameters").at("gravity").at(1) == 9.81);
    const std::string weightless = card("mjcf", {}, "weightless_deployment");
    CHECK(weightless.find("Without gravity it keeps its length, and does not swing.") != std::string::npos);
    CHECK(weightless.find("inf") == std::string::npos);
    for (const char* scene : {"rope", "deployment", "spring_pendulum", "race", "wrecking_ball"})
        for (const char* format : {"cpp", "table", "mjcf", "moordyn", "jolt", "bullet", "xpbd", "unity", "unreal",
                                   "godot", "rapier", "pyelastica", "dismech", "newton"})
        {
            INFO(scene << " " << format);
            const std::string text = card(format, {}, scene);
            CHECK(text.size() > 200);
            const bool more = std::string(scene) == "race" || std::string(scene) == "wrecking_ball" ||
                              std::string(scene) == "spring_pendulum";
            CHECK((text.find("Not in this card, but in its scene: ") != std::string::npos) == more);
        }
}

TEST_CASE("slips in a card are named")
{
    CHECK(usageError({"card", "rope", "--format", "box2"}) == "unknown format 'box2'; did you mean 'box2d'?");
    CHECK(usageError({"card", "rope", "--format", "unreal engine"}) ==
          "unknown format 'unreal engine'; there are cpp, json, table, mjcf, moordyn, box2d, jolt, bullet, xpbd, "
          "unity, unreal, godot, rapier, pyelastica, dismech, newton");
    CHECK(usageError({"card", "rop"}) == "unknown scene 'rop'; did you mean 'rope'?");
    CHECK(usageError({"card", "cloth"}) == "scene 'cloth' has no rope to make a card of; the scene 'rope' has one");
    CHECK(usageError({"card", "deployment", "--set", "stiffness=0"}) ==
          "stiffness = 0: a card needs a rope that holds together, above 0 N/m");
    CHECK(usageError({"card", "spring_pendulum", "--set", "cube_position=0,50,0"}).find("spring_length = 50") == 0);
    CHECK(usageError({"card", "rope", "--set", "spring_constant=0"}) ==
          "spring_constant = 0: a card needs a rope that holds together, above 0 N/m");
}
