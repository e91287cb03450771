#include "constants.hpp"

#include "scenes/document/scene_file.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <stdexcept>
#include <vector>

namespace properties
{

namespace
{

double uniform(std::mt19937_64& random, double low, double high)
{
    return std::uniform_real_distribution<double>(low, high)(random);
}

/// A value of the row as text, of three digits.
std::string valueOf(const rope::Parameter& row, double low, double high, std::mt19937_64& random)
{
    const auto number = [&]
    { return fmt::format("{}", std::clamp(std::stod(fmt::format("{:.3g}", anywhere(random, low, high))), low, high)); };
    const auto whole = [&] { return static_cast<int>(std::lround(uniform(random, low, high))); };
    if (row.isChoice())
        return std::string(row.choices()[static_cast<std::size_t>(whole())]);
    if (std::holds_alternative<bool*>(row.field()))
        return whole() == 1 ? "true" : "false";
    if (std::holds_alternative<int*>(row.field()))
        return std::to_string(std::lround(anywhere(random, low, high)));
    if (std::holds_alternative<rope::Vec3*>(row.field()))
        return fmt::format("{},{},{}", number(), number(), number());
    return number();
}

Constants drawn(const std::string& scene, const Within& within, std::mt19937_64& random)
{
    Constants constants{scene, {}};
    const std::unique_ptr<ropewalk::Scene> usual = ropewalk::makeScene(scene);
    for (const rope::Parameter& row : usual->parameters().rows())
    {
        const auto bounds = within.find(row.name());
        if (bounds == within.end() && uniform(random, 0.0, 1.0) < 0.4)
            continue;
        const auto [low, high] = bounds != within.end() ? bounds->second : std::pair(row.minimum(), row.maximum());
        constants.values[row.name()] = valueOf(row, low, high, random);
    }
    return constants;
}

bool goTogether(const Constants& constants)
{
    try
    {
        constants.open();
        return true;
    }
    catch (const std::invalid_argument&)
    {
        return false;
    }
}

/// With one constant less, or one of a digit less; those that `within` names stay.
std::vector<Constants> smaller(const Constants& constants, const Within& within)
{
    std::vector<Constants> all;
    const auto add = [&](const Constants& one)
    {
        if (goTogether(one))
            all.push_back(one);
    };
    for (const auto& [name, text] : constants.values)
        if (!within.contains(name))
        {
            Constants fewer = constants;
            fewer.values.erase(name);
            add(fewer);
        }
    for (const auto& [name, text] : constants.values)
        if (const std::optional<double> number = text::parseNumber(text); number && !within.contains(name))
        {
            Constants rounder = constants;
            rounder.values[name] = fmt::format("{}", std::stod(fmt::format("{:.1g}", *number)));
            if (rounder.values[name] != text)
                add(rounder);
        }
    return all;
}

} // namespace

double anywhere(std::mt19937_64& random, double low, double high)
{
    const double kind = uniform(random, 0.0, 1.0);
    if (kind < 0.1)
        return kind < 0.05 ? low : high;
    if (low < 0.0 || high < 100.0 * low || high < 100.0)
        return uniform(random, low, high);
    return std::exp(uniform(random, std::log(std::max(low, 1e-6 * high)), std::log(high)));
}

std::unique_ptr<ropewalk::Scene> Constants::open() const
{
    std::unique_ptr<ropewalk::Scene> opened = ropewalk::makeScene(scene);
    for (const auto& [name, text] : values)
        opened->parameters().set(name, text);
    opened->validate();
    opened->reset();
    if (bodies)
        ropewalk::hostOf<ropewalk::BodyHost>(*opened)->setBodies(bodies);
    return opened;
}

void showValue(const Constants& constants, std::ostream& stream)
{
    stream << ropewalk::sceneText(*constants.open());
}

rc::Gen<Constants> constantsOf(const std::string& scene, const Within& within)
{
    return [=](const rc::Random& seed, int) -> rc::Shrinkable<Constants>
    {
        std::mt19937_64 random(rc::Random(seed).next());
        Constants constants{scene, {}};
        do
            constants = drawn(scene, within, random);
        while (!goTogether(constants));
        return rc::shrinkable::shrinkRecur(std::move(constants), [within](const Constants& one)
                                           { return rc::seq::fromContainer(smaller(one, within)); });
    };
}

} // namespace properties
