#include "rope_advice.hpp"

#include <rope/advisor.hpp>
#include <rope/parameters.hpp>

#include <fmt/format.h>

#include <glm/geometric.hpp>

namespace ropewalk
{

namespace
{
constexpr std::string_view gravityName = "gravity";
}

std::vector<AdvisedQuantity> advisedQuantities(const rope::RopeAdvice& a)
{
    const rope::RopeSettings& s = a.settings;
    std::vector<AdvisedQuantity> rows{
        {"mass_count", static_cast<double>(s.massCount), "", "masses, the ball counted"},
        {"mass", s.mass, "kg", "of each"},
        {"spring_constant", s.springConstant, "N/m", "of each segment"},
        {"spring_length", s.springLength, "m", "of each segment"},
        {"spring_friction", s.springFriction, "N s/m", "of each segment"},
        {"air_friction", s.airFriction, "N s/m", "of each mass"},
        {"max_dt", s.longestStep(), "s", "longest step"},
        {"steps_a_frame", static_cast<double>(a.steps), "", "of the engine's step"},
        {"cost", static_cast<double>(a.steps) * s.massCount, "mass steps", "masses times steps a frame"},
        {"largest_stable_step", a.stableStep, "s", "of the explicit method, hanging; max_dt keeps 10 % below"},
        {"stretch", 100.0 * a.stretch, "%", "hung at rest, by its own weight and the load"},
        {"load_stretch", 100.0 * a.loadStretch, "%", "by the load alone"},
        {"axial_stiffness", a.axialStiffness, "N", "EA"},
        {"bounce_period", a.bouncePeriod, "s", "slowest mode along the rope, with the load"},
        {"damping_ratio", a.dampingRatio, "", "of the bounce"},
        {"settling_time", a.settlingTime, "s", "until 2 % of a bounce are left"},
        {"swing_period", a.swingPeriod, "s", "slowest small swing, without the load"},
        {"bending_stiffness", s.bendingStiffness, "N m2", "EI; 0 bends freely"}};
    if (!(a.breakingForce > 0.0))
        return rows;
    rows.push_back({"breaking_force", a.breakingForce, "N", "of the real rope, new and straight"});
    for (const rope::KnotStrength& knot : rope::knotStrengths())
        rows.push_back({fmt::format("{}_breaking_force", knot.name), knot.part * a.breakingForce, "N",
                        "of the real rope with this knot in it"});
    return rows;
}

std::vector<std::pair<std::string, std::string>> advisedParameters(rope::RopeSettings settings, bool withGravity)
{
    std::vector<std::pair<std::string, std::string>> values;
    rope::Parameters rows;
    settings.describe(rows);
    for (const rope::Parameter& row : rows.rows())
    {
        if (!row.usedBy(rope::ParameterUse::advice) || (row.name() == gravityName && !withGravity))
            continue;
        const auto* field = std::get_if<double*>(&row.field());
        values.emplace_back(row.name(), field ? fmt::format("{:.10g}", **field) : row.text());
    }
    return values;
}

double gravityForWish(const rope::Parameters& constants)
{
    const rope::Parameter* row = constants.find(gravityName);
    rope::Vec3* const* gravity = row != nullptr ? std::get_if<rope::Vec3*>(&row->field()) : nullptr;
    const double g = gravity != nullptr ? glm::length(**gravity) : 0.0;
    return g >= 0.01 && g <= 50.0 ? g : 9.81;
}

} // namespace ropewalk
