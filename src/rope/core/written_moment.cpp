#include "text/text.hpp"
#include <rope/written_moment.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace rope
{
namespace
{

void checkPoints(const std::vector<Vec3>& points, std::string_view name)
{
    for (std::size_t i = 0; i < points.size(); ++i)
        if (!finite(points[i]))
            throw std::invalid_argument("point " + std::to_string(i) + " of " + std::string(name) + ": must be finite");
}

} // namespace

void WrittenMoment::check(std::size_t fewest, std::size_t most) const
{
    constexpr double latest = 1e10; // [s]; from there on a step would be lost in its digits
    if (!(time >= 0.0 && time <= latest))
        throw std::invalid_argument("time = " + text::numberText(time) + " s: must be 0 to " +
                                    text::numberText(latest));
    if (positions.size() < fewest || positions.size() > most)
        throw std::invalid_argument("positions has " + std::to_string(positions.size()) + " points: must have " +
                                    std::to_string(fewest) + (fewest == most ? "" : " to " + std::to_string(most)) +
                                    ", one for each mass");
    if (velocities.size() != positions.size())
        throw std::invalid_argument("velocities has " + std::to_string(velocities.size()) + " points: must have " +
                                    std::to_string(positions.size()) + " as positions has");
    checkPoints(positions, "positions");
    checkPoints(velocities, "velocities");
    for (const auto& [name, list] : lists)
        for (std::size_t i = 0; i < list.size(); ++i)
            if (!std::isfinite(list[i]))
                throw std::invalid_argument("number " + std::to_string(i) + " of list " + name + ": must be finite");
}

void WrittenMoment::checkLists(const std::vector<std::string_view>& known) const
{
    for (const auto& [name, list] : lists)
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw std::invalid_argument(known.empty() ? "list " + name + ": this scene goes on from no list"
                                                      : text::unknownName("list of the moment", name, known));
}

void WrittenMoment::checkNames(const StateNumber* known, std::size_t count) const
{
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < count; ++i)
        names.push_back(known[i].name);
    for (const auto& [name, value] : state)
        if (std::find(names.begin(), names.end(), name) == names.end())
            throw std::invalid_argument(text::unknownName("number of the state", name, names));
}

double WrittenMoment::read(const StateNumber& number) const
{
    const auto found = state.find(number.name);
    if (found == state.end())
        return number.usual;
    if (!(found->second >= number.minimum && found->second <= number.maximum)) // NaN is neither
        throw std::invalid_argument(std::string(number.name) + " = " + text::numberText(found->second) + ": must be " +
                                    text::numberText(number.minimum) + " to " + text::numberText(number.maximum));
    return found->second;
}

} // namespace rope
