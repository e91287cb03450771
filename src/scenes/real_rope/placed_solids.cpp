#include "placed_solids.hpp"

#include <rope/detail/glide.hpp>
#include <rope/elementary.hpp>

#include <fmt/format.h>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

namespace ropewalk
{

namespace
{

/// The turn from one set of axes to the other: its axis times its angle [rad].
Vec3 turnBetween(const glm::dmat3& from, const glm::dmat3& to)
{
    const glm::dmat3 turn = to * glm::transpose(from);
    const Vec3 twiceSine(turn[1][2] - turn[2][1], turn[2][0] - turn[0][2], turn[0][1] - turn[1][0]);
    const double sine = 0.5 * glm::length(twiceSine);
    const double cosine = 0.5 * (turn[0][0] + turn[1][1] + turn[2][2] - 1.0);
    const double angle = rope::elementary::atan2(sine, cosine);
    if (sine > 1e-6)
        return angle * 0.5 / sine * twiceSine;
    if (cosine > 0.0)
        return 0.5 * twiceSine;
    // Half a turn: its axis is left as it is, so the sum with its image lies along it.
    for (const Vec3& v : {Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0)})
        if (const Vec3 along = v + turn * v; glm::length(along) > 0.5)
            return angle * glm::normalize(along);
    return Vec3(0.0);
}

/// Of something that is `way` from its goal and moves with `velocity`, for the next step. The glide approaches its end
/// for ever: near the goal the next step is the last one.
Vec3 glide(const Vec3& way, const Vec3& velocity, double dt)
{
    constexpr double near = 1e-6;
    if (glm::length(way) < near && glm::length(velocity) < 100.0 * near)
        return way / dt;
    return rope::glideVelocity(Vec3(0.0), velocity, way, dt);
}

} // namespace

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
        next.push_back(before[i]
                           ? placed_[*before[i]]
                           : Placed{.wanted = solids[i], .position = solids[i].position, .axes = axesOf(solids[i])});
        next.back().wanted = solids[i];
        if (!before[i])
            addBodies(next.back(), rope);
    }
    placed_ = std::move(next);
}

void PlacedSolids::prepare(double dt, rope::RopeSimulation& rope)
{
    for (Placed& placed : placed_)
    {
        placed.velocity = glide(placed.wanted.position - placed.position, placed.velocity, dt);
        placed.spin = glide(turnBetween(placed.axes, axesOf(placed.wanted)), placed.spin, dt);
        const bool moves = placed.velocity != Vec3(0.0) || placed.spin != Vec3(0.0);
        rope::SolidBody whole;
        whole.position = placed.position;
        whole.axes = placed.axes;
        whole.velocity = placed.velocity;
        whole.spin = placed.spin;
        whole = whole.after(dt);
        const std::vector<rope::SolidBody> after =
            moves ? bodiesAt(placed.wanted, whole.position, whole.axes) : std::vector<rope::SolidBody>{};
        for (std::size_t i = 0; i < placed.bodies.size(); ++i)
        {
            rope::SolidBody body = rope.solid(placed.bodies[i]);
            body.velocity = moves ? (after[i].position - body.position) / dt : Vec3(0.0);
            body.spin = placed.spin;
            rope.setSolid(placed.bodies[i], body);
        }
        placed.position = whole.position;
        placed.axes = whole.axes;
    }
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
