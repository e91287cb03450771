// Random constants for properties: what holds for every rope, cloth or heap of bodies, whatever its constants. A
// failing property searches for the fewest constants that still fail and shows them as a scene file, which the program
// opens.
#pragma once

#include "random_states.hpp"
#include "scenes/hosts.hpp"
#include "scenes/scene.hpp"

#include "catch.hpp"

#include <rapidcheck.h>

#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <utility>

namespace properties
{

/// Constants of a scene that are not its defaults, and its bodies where they are not those of a preset.
struct Constants
{
    std::string scene;
    std::map<std::string, std::string> values;
    ropewalk::BodyList bodies = nullptr;

    /// Throws std::invalid_argument where they do not go together.
    std::unique_ptr<ropewalk::Scene> open() const;
    /// The settings of a library class that describes itself with the rows of the scene.
    template <typename Settings>
    Settings settings() const
    {
        Settings settings;
        rope::Parameters rows;
        settings.describe(rows);
        for (const auto& [name, text] : values)
            rows.set(name, text);
        return settings;
    }
};

/// The scene file.
void showValue(const Constants& constants, std::ostream& stream);

/// From where to where a constant goes, by its name: a choice or a switch counts from 0. Others go over their range.
using Within = std::map<std::string, std::pair<double, double>, std::less<>>;

/// Any constants; each stays at its default in four of ten cases, unless `within` names it. Shrinks to fewer and
/// rounder ones.
rc::Gen<Constants> constantsOf(const std::string& scene, const Within& within);

/// A number that may be anywhere between the two, by decades where the range is wide, at one of the ends now and then.
double anywhere(std::mt19937_64& random, double low, double high);

/// What the property says of `usual` random cases, or of those that tests/random_states.hpp asks for.
template <typename Property>
rc::detail::TestResult tried(int usual, const Property& property)
{
    const RandomStates states(usual);
    rc::detail::TestParams parameters;
    parameters.seed = static_cast<std::uint64_t>(states.first);
    parameters.maxSuccess = states.count;
    return rc::detail::checkTestable(property, rc::detail::TestMetadata(), parameters);
}

/// Fails the test where the property does not hold.
template <typename Property>
void holds(int usual, const Property& property)
{
    const rc::detail::TestResult result = tried(usual, property);
    std::ostringstream text;
    rc::detail::printResultMessage(result, text);
    INFO(text.str());
    CHECK(result.template is<rc::detail::SuccessResult>());
}

} // namespace properties
