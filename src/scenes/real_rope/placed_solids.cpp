#include "placed_solids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace ropewalk
{

void PlacedSolids::addBodies(Placed& placed, rope::RopeSimulation& rope)
{
    for (const rope::SolidBody& body : bodiesOf(placed.wanted))
        placed.bodies.push_back(rope.addSolid(body));
}

void PlacedSolids::want(const SolidList& solids, rope::RopeSimulation& rope)
{
    // A solid goes on as the one of its shape that is wanted where it is, or as the first of its shape that is left.
    std::vector<std::optional<std::size_t>> before(solids.size());
    std::vector<char> taken(placed_.size(), 0);
    for (const bool unchanged : {true, false})
        for (std::size_t i = 0; i < solids.size(); ++i)
            for (std::size_t k = 0; k < placed_.size() && !before[i]; ++k)
                if (!taken[k] && sameShape(placed_[k].wanted, solids[i]) &&
                    (!unchanged || placed_[k].wanted == solids[i]))
                {
                    before[i] = k;
                    taken[k] = 1;
                }
    for (std::size_t k = 0; k < placed_.size(); ++k)
        for (const rope::SolidId body : placed_[k].bodies)
            if (!taken[k])
                rope.removeSolid(body);
    std::vector<Placed> next;
    for (std::size_t i = 0; i < solids.size(); ++i)
    {
        next.push_back(before[i] ? placed_[*before[i]]
                                 : Placed{{.position = solids[i].position, .axes = axesOf(solids[i])}, solids[i]});
        next.back().wanted = solids[i];
        if (!before[i])
            addBodies(next.back(), rope);
    }
    placed_ = std::move(next);
}

void PlacedSolids::prepare(double dt, rope::RopeSimulation& rope)
{
    for (Placed& placed : placed_)
        placed.prepare(
            placed.wanted,
            [&](const Vec3& position, const glm::dmat3& axes) { return bodiesAt(placed.wanted, position, axes); }, dt,
            rope);
}

std::vector<double> PlacedSolids::written(const rope::RopeSimulation& rope) const
{
    std::vector<double> numbers;
    for (const Placed& placed : placed_)
    {
        numbers.push_back(static_cast<double>(rope.placeOf(placed.bodies.front())));
        for (const Vec3& vector :
             {placed.position, placed.axes[0], placed.axes[1], placed.axes[2], placed.velocity, placed.spin})
            numbers.insert(numbers.end(), {vector.x, vector.y, vector.z});
    }
    return numbers;
}

void PlacedSolids::beginAt(const std::vector<double>& numbers, rope::RopeSimulation& rope)
{
    constexpr std::size_t each = 19;
    if (numbers.size() != each * placed_.size())
        throw std::invalid_argument(fmt::format("list solids has {} numbers: must have {}, {} for each solid",
                                                numbers.size(), each * placed_.size(), each));
    // Those that have come and gone have left the others in an order of their own.
    std::vector<std::size_t> order;
    std::size_t at = 0;
    for (Placed& placed : placed_)
    {
        order.push_back(at / each);
        ++at;
        for (Vec3* vector :
             {&placed.position, &placed.axes[0], &placed.axes[1], &placed.axes[2], &placed.velocity, &placed.spin})
            for (int k = 0; k < 3; ++k)
                (*vector)[k] = numbers[at++];
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return numbers[each * a] < numbers[each * b]; });
    for (Placed& placed : placed_)
    {
        for (const rope::SolidId body : placed.bodies)
            rope.removeSolid(body);
        placed.bodies.clear();
    }
    for (const std::size_t number : order)
    {
        Placed& placed = placed_[number];
        addBodies(placed, rope);
        const std::size_t first = rope.placeOf(placed.bodies.front());
        if (static_cast<double>(first) != numbers[each * number])
            throw std::invalid_argument(fmt::format("solid {} of list solids: must begin at body {}", number, first));
    }
}

} // namespace ropewalk
