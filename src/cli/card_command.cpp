#include "arguments.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "rope_card.hpp"

#include "scenes/scene_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace ropewalk
{

namespace
{

struct CardFormat
{
    std::string_view name;
    std::string (*make)(const CardFacts&);
};

constexpr std::array<CardFormat, 9> formats{{{"cpp", cppCard},
                                             {"json", jsonCard},
                                             {"table", tableCard},
                                             {"mjcf", mjcfCard},
                                             {"moordyn", moordynCard},
                                             {"box2d", box2dCard},
                                             {"jolt", joltCard},
                                             {"bullet", bulletCard},
                                             {"xpbd", xpbdCard}}};

const CardFormat& formatNamed(std::string_view name)
{
    const auto* const found =
        std::find_if(formats.begin(), formats.end(), [name](const CardFormat& one) { return one.name == name; });
    if (found != formats.end())
        return *found;
    std::vector<std::string_view> names;
    for (const CardFormat& one : formats)
        names.push_back(one.name);
    const std::string_view near = rope::nearest(name, names);
    throw std::invalid_argument(near.empty()
                                    ? fmt::format("unknown format '{:.60}'; there are {}", name, cardFormatList())
                                    : fmt::format("unknown format '{:.60}'; did you mean '{}'?", name, near));
}

/// The scene's constants by name. A scene that is no rope lacks some of them.
rope::RopeSettings ropeOf(Scene& scene)
{
    rope::RopeSettings settings;
    rope::Parameters rows;
    settings.describe(rows);
    for (rope::Parameter& row : rows.rows())
    {
        const rope::Parameter* given = scene.parameters().find(row.name());
        if (!given)
            throw std::invalid_argument(fmt::format("scene '{}' has no '{}'; a card needs the scene 'rope' or a file "
                                                    "of it",
                                                    scene.info().id, row.name()));
        row.parse(given->text());
    }
    if (settings.springConstant <= 0.0)
        throw std::invalid_argument("spring_constant = 0: a card needs a rope that holds together, above 0 N/m");
    return settings;
}

} // namespace

CardFacts cardFacts(const rope::RopeSettings& s)
{
    const double massPerLength = s.mass / s.springLength;
    const double reduced = 0.5 * s.mass; // of two equal masses that move against each other
    return {s,
            rope::LoadedChain::of(s),
            massPerLength,
            std::sqrt(massPerLength / 900.0 * 4.0 / std::numbers::pi),
            std::sqrt(s.springConstant / reduced) / (2.0 * std::numbers::pi),
            s.springFriction / (2.0 * std::sqrt(s.springConstant * reduced)),
            s.airFriction / s.mass};
}

std::string commentLines(std::string_view mark, const std::vector<std::string>& lines)
{
    std::string text;
    for (const std::string& line : lines)
        text += fmt::format("{}{}{}\n", mark, line.empty() ? "" : " ", line);
    return text;
}

std::string floatText(double value)
{
    std::string text = fmt::format("{:.9g}", value);
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text + "f";
}

std::string cardFormatList()
{
    std::string list;
    for (const CardFormat& one : formats)
        list.append(list.empty() ? "" : ", ").append(one.name);
    return list;
}

int printCard(const CardOptions& options)
{
    const CardFormat& format = formatNamed(options.format);
    std::vector<std::pair<std::string, std::string>> settings;
    for (const std::string& setting : options.settings)
        settings.push_back(parseSetting(setting));
    const std::unique_ptr<Scene> scene = openScene(options.scene, settings);
    writeOutput(format.make(cardFacts(ropeOf(*scene))));
    return success;
}

} // namespace ropewalk
