#include "rope_card.hpp"

#include "files/table.hpp"

#include "text/text.hpp"

#include <rope/parameters.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <numbers>
#include <variant>

// Cards for our own library and for people: C++, JSON, a table.

namespace ropewalk
{

namespace
{

/// "spring_constant" is the parameter, "springConstant" the field of RopeSettings.
std::string fieldName(const std::string& parameter)
{
    std::string name;
    bool upper = false;
    for (const char c : parameter)
    {
        if (c != '_')
            name += upper ? static_cast<char>(c - 'a' + 'A') : c;
        upper = c == '_';
    }
    return name;
}

std::string cppValue(const rope::Parameter& row)
{
    if (std::holds_alternative<rope::Vec3*>(row.field()))
    {
        const rope::Vec3& v = *std::get<rope::Vec3*>(row.field());
        return fmt::format("{{{}, {}, {}}}", text::numberText(v.x), text::numberText(v.y), text::numberText(v.z));
    }
    if (!std::holds_alternative<rope::Parameter::Choice>(row.field()))
        return row.text();
    const std::string_view type = row.name() == "integrator"  ? "RopeIntegrator"
                                  : row.name() == "insertion" ? "Insertion"
                                                              : "FrictionDirection";
    return fmt::format("rope::{}::{}", type, row.text());
}

struct Fact
{
    std::string_view name;
    double value;
    std::string_view unit;
    std::string_view meaning;
};

std::vector<Fact> factsOf(const CardFacts& f)
{
    const rope::LoadedChain::Bounce bounce = f.chain.bounce();
    return {{"length", f.chain.restLength(), "m", "without tension"},
            {"segments", f.settings.massCount - 1.0, "", "springs between masses"},
            {"mass", f.settings.mass * f.settings.massCount, "kg", "of all masses"},
            {"mass_per_length", f.massPerLength, "kg/m", "of one mass over one segment"},
            {"EA", f.chain.axialStiffness(), "N", "axial stiffness: spring_constant times spring_length"},
            {"EI", f.settings.bendingStiffness, "N m2", "bending stiffness; 0 bends freely"},
            {"GJ", f.settings.torsionalStiffness, "N m2", "torsional stiffness; 0 does not twist"},
            {"radius", f.settings.ropeRadius, "m", "so far its line stays from what it touches; 0 has no thickness"},
            {"friction", f.settings.contactFriction, "", "Coulomb's, of a rope with a radius where it touches"},
            {"axial_damping", f.settings.springFriction * f.settings.springLength, "N s",
             "spring_friction times spring_length"},
            {"segment_frequency", f.segmentHertz, "Hz", "of one segment between two free masses"},
            {"segment_damping_ratio", f.segmentDampingRatio, "", "of that"},
            {"bounce_frequency", bounce.frequency / (2.0 * std::numbers::pi), "Hz", "slowest mode along the rope"},
            {"damping_ratio", f.chain.bounceDecay() / bounce.frequency, "", "of the bounce, air and springs"},
            {"air_rate", f.airRate, "1/s", "at which air brakes a mass"},
            {"stretch", f.chain.weightStretch() / f.chain.restLength(), "", "of the rest length, by its own weight"},
            {"swing_period", f.swingPeriod, "s", "slowest small swing"},
            {"largest_step", f.largestStep, "s", "stable with semi-implicit Euler, off the ground"}};
}

} // namespace

std::string cppCard(const CardFacts& facts)
{
    rope::RopeSettings settings;
    rope::Parameters parameters;
    settings.describe(parameters);
    settings = facts.settings; // the rows keep the library's defaults
    std::string lines;
    for (const rope::Parameter& row : parameters.rows())
        if (!row.isDefault() || row.group() == "Spring") // what the rope is made of is always said
            lines += fmt::format("    settings.{} = {};{}{}\n", fieldName(row.name()), cppValue(row),
                                 row.unit().empty() ? "" : " // ", row.unit());
    return fmt::format(
        "{}"
        "#include <rope/rope.hpp>\n\n"
        "inline rope::RopeSettings ropeSettings()\n{{\n    rope::RopeSettings settings;\n{}"
        "    return settings;\n}}\n",
        comments(facts, "// ", {"A rope for the library ropewalk::rope; the others have the library's defaults."}),
        lines);
}

std::string jsonCard(const CardFacts& facts)
{
    nlohmann::ordered_json json;
    for (const Fact& fact : factsOf(facts))
        json[std::string(fact.name)] = fact.value;
    json["segments"] = facts.settings.massCount - 1;
    rope::RopeSettings settings = facts.settings;
    rope::Parameters rows;
    settings.describe(rows);
    nlohmann::ordered_json& parameters = json["parameters"];
    for (const rope::Parameter& row : rows.rows())
    {
        if (const auto* number = std::get_if<double*>(&row.field()))
            parameters[row.name()] = **number;
        else if (const auto* count = std::get_if<int*>(&row.field()))
            parameters[row.name()] = **count;
        else if (const auto* vector = std::get_if<rope::Vec3*>(&row.field()))
            parameters[row.name()] = {(*vector)->x, (*vector)->y, (*vector)->z};
        else
            parameters[row.name()] = row.text();
    }
    if (!facts.besides.empty())
        json["besides"] = facts.besides;
    return json.dump(2) + "\n";
}

std::string tableCard(const CardFacts& facts)
{
    Table table({{inWords(facts, "quantity")},
                 {inWords(facts, "value"), true},
                 {inWords(facts, "unit")},
                 {inWords(facts, "meaning")}});
    for (const Fact& fact : factsOf(facts))
        table.add({std::string(fact.name), fmt::format("{:.6g}", fact.value), std::string(fact.unit),
                   inWords(facts, fact.meaning)});
    return table.text() + comments(facts, "", {});
}

} // namespace ropewalk
