// What `ropewalk run` writes of the scenes of rods, against values that were computed without masses and springs
// (tests/data/real_rope.json).
#include "catch.hpp"
#include "program.hpp"
#include "reference.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{

using Constants = std::vector<std::pair<std::string, double>>;

/// The last row of a run.
class LastRow
{
public:
    LastRow(const std::string& scene, const Constants& constants, double seconds)
        : csv_(written(scene, constants, seconds))
    {
    }

    double operator[](const std::string& column) const { return csv_.number(csv_.rows() - 1, column); }

private:
    static std::string written(const std::string& scene, const Constants& constants, double seconds)
    {
        const std::string time = fmt::format("{}", seconds);
        std::vector<std::string> arguments{"run", scene, "--seconds", time, "--every", time};
        for (const auto& [name, value] : constants)
        {
            arguments.emplace_back("--set");
            arguments.push_back(fmt::format("{}={:.17g}", name, value));
        }
        const Outcome run = runProgram(arguments);
        REQUIRE(run.code == 0);
        CHECK(run.error.empty());
        return run.out;
    }

    Csv csv_;
};

nlohmann::json item(const std::string& id)
{
    return referenceItem(id, "real_rope.json");
}

} // namespace

TEST_CASE("run writes the tip of a cantilever as the elastica has it")
{
    const auto* const id =
        GENERATE("bend.gravity.1", "bend.gravity.3", "bend.gravity.8", "bend.gravity.20", "bend.gravity.50");
    CAPTURE(id);
    const nlohmann::json reference = item(id);
    const nlohmann::json& inputs = reference["inputs"]["example"];
    const nlohmann::json& expected = reference["expected"];
    const double length = inputs["L"].get<double>();
    const LastRow row("cantilever",
                      {{"length", length},
                       {"mass_per_length", inputs["w"].get<double>() / 9.81},
                       {"bending_stiffness", inputs["B"].get<double>()},
                       {"mass_count", 101}},
                      40.0);
    CHECK_THAT(row["tip_x"], WithinRel(length * expected["tip_x_over_L"].get<double>(), 0.01));
    CHECK_THAT(-row["tip_y"], WithinRel(length * expected["tip_drop_over_L"].get<double>(), 0.01));
    CHECK_THAT(row["tip_angle"], WithinRel(expected["tip_angle_rad"].get<double>(), 0.01));
}

TEST_CASE("run writes the torque of a twisted rope, and that it stands below the threshold and buckles beyond")
{
    const auto* const id = GENERATE("twist.clamped.0", "twist.clamped.5", "twist.clamped.50");
    CAPTURE(id);
    const nlohmann::json reference = item(id);
    constexpr double stiffness = 0.02;
    constexpr double torsion = 0.015;
    constexpr double length = 0.8;
    const double threshold = reference["expected"]["M_L_over_B"].get<double>() * stiffness / length;
    const auto at = [&](double part)
    {
        return LastRow("twist",
                       {{"length", length},
                        {"bending_stiffness", stiffness},
                        {"torsional_stiffness", torsion},
                        {"end_force", reference["inputs"].value("T_L2_over_B", 0.0) * stiffness / (length * length)},
                        {"mass_count", 81},
                        {"turns", part * threshold * length / torsion / (2.0 * std::numbers::pi)}},
                       20.0);
    };
    const LastRow below = at(0.97);
    CHECK_THAT(below["torque"], WithinRel(0.97 * threshold, 1e-6));
    CHECK(below["largest_deflection"] < 1e-3 * length);
    const LastRow beyond = at(1.03);
    CHECK(beyond["torque"] < 1.03 * threshold);
    CHECK(beyond["largest_deflection"] > 0.01 * length);
}

TEST_CASE("run writes the ratio that a capstan holds, and that more slides")
{
    const auto* const id = GENERATE("contact.capstan.a", "contact.capstan.b", "contact.capstan.c");
    CAPTURE(id);
    const nlohmann::json reference = item(id);
    const double ratio = reference["expected"]["ratio"].get<double>();
    const auto at = [&](double part)
    {
        return LastRow("capstan",
                       {{"wrap_angle", reference["inputs"]["angle_rad"].get<double>()},
                        {"contact_friction", reference["inputs"]["mu"].get<double>()},
                        {"hold", 1.0},
                        {"load", part * ratio}},
                       4.0);
    };
    const LastRow holds = at(0.98);
    CHECK_THAT(holds["ratio_limit"], WithinRel(ratio, 0.012));
    CHECK_THAT(holds["tension_ratio"], WithinRel(0.98 * ratio, 1e-6));
    CHECK_THAT(holds["slip_speed"], WithinAbs(0.0, 1e-9));
    CHECK(at(1.02)["slip_speed"] > 1e-4);
}

TEST_CASE("run writes the torque and the energy of a straight twisted rope")
{
    const nlohmann::json reference = item("twist.uniform.a");
    const nlohmann::json& inputs = reference["inputs"];
    const LastRow row("twist",
                      {{"length", inputs["L"].get<double>()},
                       {"torsional_stiffness", inputs["C"].get<double>()},
                       {"bending_stiffness", 0.05},
                       {"end_force", 5.0},
                       {"turns", inputs["angle_rad"].get<double>() / (2.0 * std::numbers::pi)}},
                      6.0);
    CHECK_THAT(row["torque"], WithinRel(reference["expected"]["torque"].get<double>(), 1e-6));
    CHECK_THAT(row["twist_energy"], WithinRel(reference["expected"]["energy"].get<double>(), 1e-6));
}
