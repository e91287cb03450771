#pragma once

#include <rope/export.hpp>
#include <rope/vec.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rope
{

/// One number that a simulation goes on from besides its masses: a segment that the reel has half paid out, a ground
/// that still glides.
struct StateNumber
{
    std::string_view name;
    double now = 0.0;
    double usual = 0.0; ///< a moment need not write it then
    double minimum = 0.0;
    double maximum = 0.0;
};

/// A moment of a simulation as numbers, as a file holds it. With the same constants a simulation goes on from it with
/// the same bits.
struct ROPE_API WrittenMoment
{
    double time = 0.0;                                             ///< [s] since the beginning
    std::vector<Vec3> positions;                                   ///< [m] of the masses
    std::vector<Vec3> velocities;                                  ///< [m/s], as many
    std::map<std::string, double, std::less<>> state;              ///< by name; a missing number has its usual value
    std::map<std::string, std::vector<double>, std::less<>> lists; ///< by name, of several numbers each

    friend bool operator==(const WrittenMoment&, const WrittenMoment&) = default;

    /// Throws std::invalid_argument unless all numbers are finite and there are as many velocities as positions, and at
    /// least `fewest` and at most `most`.
    void check(std::size_t fewest, std::size_t most) const;

    /// Adds those numbers that are not as usual.
    template <std::size_t count>
    void note(const std::array<StateNumber, count>& numbers)
    {
        for (const StateNumber& number : numbers)
            if (number.now != number.usual)
                state.emplace(number.name, number.now);
    }

    /// The numbers in their order. Throws std::invalid_argument for one that is out of range, and for a name of `state`
    /// that is not among them, or of `lists` that is not among `knownLists`.
    template <std::size_t count>
    std::array<double, count> numbers(const std::array<StateNumber, count>& known,
                                      const std::vector<std::string_view>& knownLists = {}) const
    {
        checkNames(known.data(), count);
        checkLists(knownLists);
        std::array<double, count> values{};
        for (std::size_t i = 0; i < count; ++i)
            values[i] = read(known[i]);
        return values;
    }

private:
    void checkNames(const StateNumber* known, std::size_t count) const;
    void checkLists(const std::vector<std::string_view>& known) const;
    double read(const StateNumber& number) const;
};

} // namespace rope
