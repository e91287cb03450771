#include "rope_card.hpp"

#include "scenes/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

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
    };
    return formats;
}

const CardFormat& cardFormat(std::string_view name)
{
    std::vector<std::string_view> names;
    for (const CardFormat& one : cardFormats())
    {
        if (one.name == name)
            return one;
        names.push_back(one.name);
    }
    const std::string_view near = rope::nearest(name, names);
    throw std::invalid_argument(near.empty()
                                    ? fmt::format("unknown format '{:.60}'; there are {}", name, cardFormatList())
                                    : fmt::format("unknown format '{:.60}'; did you mean '{}'?", name, near));
}

std::string cardFormatList()
{
    std::string list;
    for (const CardFormat& one : cardFormats())
        list.append(list.empty() ? "" : ", ").append(one.name);
    return list;
}

rope::RopeSettings cardSettings(const Scene& scene)
{
    rope::RopeSettings settings;
    rope::Parameters rows;
    settings.describe(rows);
    const std::vector<rope::Parameter>& given = scene.parameters().rows();
    for (rope::Parameter& row : rows.rows())
    {
        const auto found =
            std::find_if(given.begin(), given.end(), [&row](const auto& one) { return one.name() == row.name(); });
        if (found == given.end())
            throw std::invalid_argument(fmt::format("scene '{}' has no '{}'; a card needs the scene 'rope' or a file "
                                                    "of it",
                                                    scene.info().id, row.name()));
        row.parse(found->text());
    }
    if (settings.springConstant <= 0.0)
        throw std::invalid_argument("spring_constant = 0: a card needs a rope that holds together, above 0 N/m");
    settings.massCount = std::max(2, static_cast<int>(scene.massCount()));
    return settings;
}

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

int stepsOfFrame(const CardFacts& f)
{
    return static_cast<int>(std::ceil((1.0 / 60.0) / f.settings.longestStep() * (1.0 - 1e-9)));
}

} // namespace ropewalk
