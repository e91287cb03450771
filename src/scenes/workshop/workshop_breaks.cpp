#include "workshop.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

// Where ropes of the workshop are strained most, and break; how they recoil.

namespace ropewalk
{

/// Of the longer segment beside a mass, and of the strands on the outside of the bend there, as much again at most:
/// strands slide on each other, and a knot leaves a rope half of its strength or more.
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
    const double longer = std::max(stretch(number - 1), stretch(number));
    return longer + std::min(rope.constants.ropeRadius * curvature, std::max(longer, 0.0));
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
    goOnWithRecoil();
    if (!std::exchange(hasBegun_, true))
        noteWithin();
    if (!posing())
        breakRopes();
}

/// Whether the wave of a cut or a break runs along it: where it has not come to yet, the rope is strained as before.
bool Workshop::recoils(const Piece& piece) const
{
    return recoil_ && recoil_->step > 0.0 && (piece.name == recoil_->one || piece.name == recoil_->other);
}

/// Where a rope is strained most, once a step; as near as a cut can be to its ends.
void Workshop::breakRopes()
{
    std::vector<std::pair<std::string, Strain>> breaking;
    for (const Piece& piece : pieces_)
        if (const double limit = ropeNamed(*setUp_, piece.of)->breakingStrain; limit > 0.0 && !recoils(piece))
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

/// Steps that are as long as a wave needs for half a segment, until it has run twice along the longer piece.
void Workshop::beginRecoil(const Piece& one, const Piece& other, double tension, const Vec3& along)
{
    const rope::RopeConstants& rope = ropeOf(one).constants;
    const double waveSpeed = std::sqrt(rope.springConstant * rope.springLength / rope.massPerLength());
    const double step = std::max(shortestStep, 0.5 * rope.springLength / waveSpeed);
    if (!settings_.autoSteps || tension <= 0.0 || posing() || 2.0 * step > settings_.maxDt)
        return;
    const auto first = static_cast<int>(ropeOf(one).segments());
    const auto second = static_cast<int>(ropeOf(other).segments());
    recoil_ = Recoil{one.name, other.name, along, tension, tension / (rope.massPerLength() * waveSpeed), time(), step};
    recoil_->left = std::min(mostShortSteps, 4 * std::max(first, second));
    recoil_->unseen = std::min({mostShortSteps, first, second}); // half of the shorter piece
    setLongestStep(step);
}

/// After a step.
void Workshop::goOnWithRecoil()
{
    if (!recoil_ || recoil_->step == 0.0)
        return;
    if (--recoil_->unseen == 0)
        recoil_->measured = measuredRecoil();
    if (--recoil_->left <= 0)
        recoil_->step *= 2.0; // a method of order two is stable as its steps grow so
    updateLongestStep();
    if (recoil_->step < longestStep())
        setLongestStep(recoil_->step);
    else
        recoil_->step = 0.0;
}

/// [m/s], of both ends as far as the wave has passed, a quarter of the shorter piece; none where one of them is gone.
std::optional<double> Workshop::measuredRecoil() const
{
    const auto named = [this](const std::string& name)
    { return std::find_if(pieces_.begin(), pieces_.end(), [&](const Piece& piece) { return piece.name == name; }); };
    const auto one = named(recoil_->one);
    const auto other = named(recoil_->other);
    if (one == pieces_.end() || other == pieces_.end())
        return std::nullopt;
    const std::size_t count = std::min(ropeOf(*one).segments(), ropeOf(*other).segments()) / 4 + 1;
    const std::size_t last = ropeOf(*one).first + ropeOf(*one).segments();
    double apart = 0.0;
    for (std::size_t i = 0; i < count; ++i)
        apart += glm::dot(recoil_->along, masses()[ropeOf(*other).first + i].velocity - masses()[last - i].velocity);
    return 0.5 * apart / static_cast<double>(count);
}

} // namespace ropewalk
