#include "workshop.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <utility>

// Where ropes of the workshop are strained most, and break.

namespace ropewalk
{

/// Of the longer segment beside a mass, and of the strands on the outside of the bend there.
double Workshop::strainAt(const rope::Rope& rope, std::size_t number) const
{
    const auto way = [&](std::size_t segment)
    { return masses()[rope.first + segment + 1].position - masses()[rope.first + segment].position; };
    const auto stretch = [&](std::size_t segment)
    { return glm::length(way(segment)) / rope.springs[segment].restLength - 1.0; };
    if (number == 0 || number == rope.segments())
        return stretch(std::min(number, rope.segments() - 1));
    const Vec3 before = glm::normalize(way(number - 1));
    const Vec3 behind = glm::normalize(way(number));
    const double curvature =
        2.0 * rope.perVertexLength[number] * glm::length(behind - before) / glm::length(behind + before);
    return std::max(stretch(number - 1), stretch(number)) + rope.constants.ropeRadius * curvature;
}

Workshop::Strain Workshop::largestStrain(const Piece& piece) const
{
    const rope::Rope& rope = ropeOf(piece);
    Strain largest{strainAt(rope, 0), 0};
    for (std::size_t i = 1; i < rope.masses(); ++i)
        if (const double strain = strainAt(rope, i); strain > largest.strain)
            largest = {strain, i};
    return largest;
}

double Workshop::largestStrain(std::string_view rope) const
{
    double largest = 0.0;
    for (const Piece& piece : pieces_)
        if (piece.of == rope)
            largest = std::max(largest, largestStrain(piece).strain);
    return largest;
}

double Workshop::lengthOf(std::string_view rope) const
{
    double length = 0.0;
    for (const Piece& piece : pieces_)
        if (const rope::Rope& its = ropeOf(piece); piece.of == rope)
            for (std::size_t i = its.first; i < its.first + its.segments(); ++i)
                length += glm::distance(masses()[i].position, masses()[i + 1].position);
    return length;
}

void Workshop::integrate(double dt)
{
    DrivenRope::integrate(dt);
    noteWithin();
    if (!posing())
        breakRopes();
}

/// Where a rope is strained most, once a step; as near as a cut can be to its ends.
void Workshop::breakRopes()
{
    std::vector<std::pair<std::string, Strain>> breaking;
    for (const Piece& piece : pieces_)
        if (const double limit = ropeNamed(*setUp_, piece.of)->breakingStrain; limit > 0.0)
            if (const Strain most = largestStrain(piece); most.strain > limit && ropeOf(piece).segments() >= 4)
                breaking.emplace_back(piece.name, most);
    for (const auto& [name, most] : breaking)
    {
        const rope::Rope& rope = ropeOf(pieceNamed(name));
        const std::size_t number = std::clamp(most.mass, std::size_t{2}, rope.segments() - 2);
        broken_ = Break{name, rope.constants.springLength * static_cast<double>(number), most.strain, time()};
        cutAt(name, number);
    }
}

} // namespace ropewalk
