#include "rope_card.hpp"

#include "scenes/scene.hpp"

#include "text/text.hpp"
#include <rope/fixed_timestep.hpp>
#include <rope/stability.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <utility>

namespace ropewalk
{

const std::vector<CardFormat>& cardFormats()
{
    static const std::vector<CardFormat> formats{
        {"cpp", "C++, this library", "rope_settings.hpp", cppCard},
        {"json", "JSON", "rope.json", jsonCard},
        {"table", "Plain table", "rope.txt", tableCard},
        {"mjcf", "MuJoCo MJCF", "rope.xml", mjcfCard},
        {"moordyn", "MoorDyn line type", "rope_moordyn.txt", moordynCard},
        {"box2d", "Box2D", "rope_box2d.hpp", box2dCard},
        {"jolt", "Jolt soft body", "rope_jolt.hpp", joltCard},
        {"bullet", "Bullet soft body", "rope_bullet.hpp", bulletCard},
        {"xpbd", "XPBD compliance", "rope_xpbd.txt", xpbdCard},
        {"unity", "Unity script", "Rope.cs", unityCard},
        {"unreal", "Unreal component", "RopeComponent.h", unrealCard},
        {"godot", "Godot script", "rope.gd", godotCard},
        {"rapier", "Rapier springs", "rope_rapier.mjs", rapierCard},
        {"pyelastica", "PyElastica rod", "rope_pyelastica.py", pyelasticaCard},
        {"dismech", "DisMech limb", "rope_dismech.cpp", dismechCard},
        {"newton", "Newton cable", "rope_newton.py", newtonCard},
    };
    return formats;
}

const CardFormat& cardFormat(std::string_view name)
{
    return text::elementNamed(name, cardFormats(), &CardFormat::name, "format");
}

std::string cardFormatList()
{
    std::string list;
    for (const CardFormat& one : cardFormats())
        list.append(list.empty() ? "" : ", ").append(one.name);
    return list;
}

RopeDescription cardRope(const Scene& scene)
{
    std::optional<RopeDescription> rope = scene.ropeDescription();
    if (!rope)
        throw std::invalid_argument(
            fmt::format("scene '{}' has no rope to make a card of; the scene 'rope' has one", scene.info().id));
    if (rope->settings.springConstant <= 0.0)
        throw std::invalid_argument(
            fmt::format("{} = 0: a card needs a rope that holds together, above 0 N/m",
                        scene.parameters().find("stiffness") ? "stiffness" : "spring_constant"));
    rope::Parameters rows;
    rope->settings.describe(rows);
    rows.validate();
    return *std::move(rope);
}

namespace
{

/// B/L³ [N/m]
double bendOf(const rope::RopeSettings& s)
{
    return s.bendingStiffness / (s.springLength * s.springLength * s.springLength);
}

/// By Rayleigh's quotient, bends add to the squared frequency of the slowest mode u the energy of its bends over that
/// of its motion. The shape hardly changes, and an error of the shape counts by its square.
double withBends(const rope::RopeSettings& settings, const rope::ChainMode& mode)
{
    double bent = 0.0;
    double moved = 0.0;
    for (std::size_t i = 1; i < mode.shape.size(); ++i)
    {
        moved += settings.mass * mode.shape[i] * mode.shape[i];
        if (i + 1 == mode.shape.size())
            break;
        const double turn = mode.shape[i - 1] - 2.0 * mode.shape[i] + mode.shape[i + 1];
        bent += bendOf(settings) * turn * turn;
    }
    return std::sqrt(mode.frequency * mode.frequency + bent / moved);
}

double swingPeriod(const rope::RopeSettings& settings)
{
    const rope::Chain chain = rope::Chain::of(settings);
    const std::optional<rope::ChainAtRest> rest = rope::hangingChain(chain, rope::Vec3(0.0), settings.gravity);
    const std::vector<rope::ChainMode> modes =
        rest ? rope::transverseModes(chain, *rest, false, 1) : std::vector<rope::ChainMode>{};
    return modes.empty() || modes.front().frequency == 0.0
               ? std::numeric_limits<double>::infinity()
               : 2.0 * std::numbers::pi / withBends(settings, modes.front());
}

} // namespace

CardFacts cardFacts(const RopeDescription& rope)
{
    const rope::RopeSettings& s = rope.settings;
    const double massPerLength = s.mass / s.springLength;
    const double reduced = 0.5 * s.mass; // of two equal masses that move against each other
    const rope::LoadedChain chain = rope::LoadedChain::of(s);
    const double bend = s.massCount > 2 ? bendOf(s) : 0.0;
    const double largestStep = std::min(chain.stableStep(), rope::stableStep(s.mass, 16.0 * bend, s.airFriction));
    constexpr double margin = 0.9;
    return {s,
            rope.besides,
            chain,
            massPerLength,
            s.ropeRadius > 0.0 ? 2.0 * s.ropeRadius : std::sqrt(massPerLength / 900.0 * 4.0 / std::numbers::pi),
            std::sqrt(s.springConstant / reduced) / (2.0 * std::numbers::pi),
            s.springFriction / (2.0 * std::sqrt(s.springConstant * reduced)),
            s.airFriction / s.mass,
            largestStep,
            s.implicit() ? std::min(margin * largestStep, s.longestStep()) : s.longestStep(),
            bend,
            swingPeriod(s),
            {}};
}

std::string unsaidBy(const CardTerms& terms, const CardFacts& f)
{
    const rope::RopeSettings& s = f.settings;
    std::string text;
    const auto add = [&text](bool said, std::string_view name, double value, std::string_view unit)
    {
        if (!said && value > 0.0)
            text += fmt::format("{}{} ({:.4g}{})", text.empty() ? "" : ", ", name, value, unit);
    };
    add(terms.bends || f.bend == 0.0, "bending_stiffness", s.bendingStiffness, " N m2");
    add(terms.twist, "torsional_stiffness", s.torsionalStiffness, " N m2");
    add(terms.thickness, "rope_radius", s.ropeRadius, " m");
    add(terms.friction || s.ropeRadius == 0.0, "contact_friction", s.contactFriction, "");
    return text;
}

std::string doesNotCarryOver(const CardTerms& terms, const CardFacts& f)
{
    const std::string unsaid = unsaidBy(terms, f);
    if (unsaid.empty())
        return {};
    const bool free = !terms.bends && f.bend > 0.0;
    return fmt::format("Does not carry over: {}{}.", unsaid, free ? "; this rope bends freely" : "");
}

std::string expectedOf(const CardFacts& f)
{
    if (f.chain.gravity == 0.0)
        return "Without gravity it keeps its length, and does not swing.";
    return fmt::format("Hung by one end it should stretch by {:.4g} % and swing with a period of {:.4g} s.",
                       100.0 * f.chain.weightStretch() / f.chain.restLength(), f.swingPeriod);
}

std::string inWords(const CardFacts& f, std::string_view line)
{
    return f.words ? f.words(line) : std::string(line);
}

std::string comments(const CardFacts& f, std::string_view before, const std::vector<std::string>& lines,
                     std::string_view after)
{
    std::string text;
    for (const std::string& line : lines)
        if (!line.empty())
            text += fmt::format("{}{}{}", before, inWords(f, line), after);
    if (!f.besides.empty())
        text += fmt::format(
            "{}{}{}", before,
            inWords(f, fmt::format("Not in this card, but in its scene: {}.", fmt::join(f.besides, "; "))), after);
    return text;
}

std::string doubleText(double value)
{
    const std::string text = fmt::format("{:.9g}", value);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string floatText(double value)
{
    return doubleText(value) + "f";
}

int stepsOfFrame(const CardFacts& f)
{
    return static_cast<int>(rope::fewestSteps(rope::FixedTimestep::usualTick, f.step));
}

} // namespace ropewalk
