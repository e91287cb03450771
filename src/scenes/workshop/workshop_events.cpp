#include "workshop.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

// What a run does to the ropes of a set-up: cuts, joins, and strands that a script drags.

namespace ropewalk
{

const Workshop::Piece& Workshop::pieceNamed(std::string_view name) const
{
    const auto found =
        std::find_if(pieces_.begin(), pieces_.end(), [name](const Piece& piece) { return piece.name == name; });
    if (found == pieces_.end())
        throw std::invalid_argument(fmt::format("'{}': there is no such rope", name));
    return *found;
}

/// Index among all masses, of a place on a piece.
std::size_t Workshop::massOn(const RopePlace& place) const
{
    const Piece& piece = pieceNamed(place.rope);
    if (place.end)
        return massOf(piece.id, piece.reversed ? otherEnd(*place.end) : *place.end);
    const rope::Rope& rope = ropeOf(piece);
    const double last = static_cast<double>(rope.segments());
    const double segments = std::round(place.along / rope.constants.springLength);
    const double number = piece.reversed ? last - segments : segments + rope.reel.netInsertions();
    return rope.first + static_cast<std::size_t>(std::clamp(number, 0.0, last));
}

void Workshop::cut(const RopePlace& place)
{
    const Piece& piece = pieceNamed(place.rope);
    const rope::Rope& rope = ropeOf(piece);
    const double segment = rope.constants.springLength;
    const std::size_t number = massOn(place) - rope.first;
    if (rope.constants.closed)
        throw std::invalid_argument(fmt::format("cut: '{}' is a ring: must be a rope with two ends", piece.name));
    const double shortest = std::ceil(2e3 * segment) / 1e3; // to whole millimetres
    const double longest = std::floor(1e3 * segment * static_cast<double>(rope.segments() - 2)) / 1e3;
    if (number < 2 || number + 2 > rope.segments())
        throw std::invalid_argument(fmt::format("cut: {}: must be {} to {} m of it, two segments from its ends",
                                                placeText(place), text::numberText(shortest),
                                                text::numberText(longest)));
    cutAt(piece.name, number);
}

/// At mass `mass` of the piece.
void Workshop::cutAt(std::string_view name, std::size_t mass)
{
    letGo();
    const Piece& piece = pieceNamed(name);
    Piece second = piece;
    second.from = beginOf(piece) + ropeOf(piece).constants.springLength * static_cast<double>(mass);
    const auto taken = [&](const std::string& wanted)
    {
        return ropeNamed(*setUp_, wanted) != nullptr || solidNamed(*setUp_, wanted) != nullptr ||
               std::any_of(pieces_.begin(), pieces_.end(), [&](const Piece& other) { return other.name == wanted; });
    };
    second.number = 1;
    do
        second.name = pieceName(piece.of, ++second.number);
    while (taken(second.name));
    const std::size_t at = ropeOf(piece).first + mass;
    const double tension = tensionAt(at);
    const Vec3 along = glm::normalize(masses()[at + 1].position - masses()[at - 1].position);
    second.id = RopeSimulation::cut(at);
    const std::ptrdiff_t number = &piece - pieces_.data();
    pieces_.insert(pieces_.begin() + 1 + number, second);
    beginRecoil(pieces_[static_cast<std::size_t>(number)], second, tension, along);
}

/// Joins what a cut has parted. Two ropes of the set-up may be unlike, and what holds one of them names it.
void Workshop::join(const RopePlace& one, const RopePlace& other)
{
    for (const RopePlace* place : {&one, &other})
    {
        if (!place->end)
            throw std::invalid_argument(fmt::format("join: {}: must be an end", placeText(*place)));
        const std::size_t mass = massOn(*place);
        if (const rope::Rope& rope = state_.ropeAt(mass); mass == rope.first && rope.reeled())
            throw std::invalid_argument(
                fmt::format("join: {} has been on a reel: must be an end that was on none", placeText(*place)));
        for (const SetUpHold& hold : setUp_->holds)
            if (massOf(hold.rope) == mass)
                throw std::invalid_argument(fmt::format("join: {} is held: let it go first", placeText(*place)));
        for (const SetUpTie& tie : tiesOf(*setUp_))
            for (const Place* end : {&tie.a, &tie.b})
                if (const auto* tied = std::get_if<RopePlace>(end); tied != nullptr && massOf(*tied) == mass)
                    throw std::invalid_argument(fmt::format("join: {} is tied already", placeText(*place)));
    }
    if (one.rope == other.rope)
        throw std::invalid_argument(fmt::format("join: '{}' to itself: must be two ropes", one.rope));
    if (pieceNamed(one.rope).of != pieceNamed(other.rope).of)
        throw std::invalid_argument(
            fmt::format("join: '{}' and '{}' are no pieces of one rope: tie them instead", one.rope, other.rope));
    letGo();
    join_ = Join{one, other, draw(massOn(one), massOn(other), drawSpeed)};
}

void Workshop::drag(const RopePlace& place, const Vec3& to)
{
    pieceNamed(place.rope);
    letGo();
    drag_ = Drag{place, to};
}

void Workshop::letGo()
{
    if (drag_)
        unpin(massOn(drag_->place));
    if (join_)
        untie(join_->tie);
    drag_.reset();
    join_.reset();
}

/// For a step of `dt` [s]. What stands is in the way of a hand that leads a mass, which slides along it. Where the mass
/// is within already, it goes no deeper.
void Workshop::moveHand(std::size_t mass, const Vec3& velocity, double dt)
{
    const double radius = state_.ropeAt(mass).constants.ropeRadius;
    const Vec3& from = masses()[mass].position;
    const Vec3 wanted = from + dt * velocity;
    Vec3 to = wanted;
    for (std::size_t s = 0; s < state_.solids.size(); ++s)
    {
        const rope::SolidBody& solid = state_.solids[s];
        if (state_.isShape(s) || mass >= solid.touchingMasses)
            continue;
        const double least = std::min(radius, clearanceAndNormal(solid, from).distance);
        const rope::Clearance at = clearanceAndNormal(solid, to);
        to += std::max(0.0, least - at.distance) * at.normal;
    }
    pin(mass, to == wanted ? velocity : (to - from) / dt);
}

/// What a script drags goes there as fast as keys move the hand.
void Workshop::followScript(double dt)
{
    if (drag_)
    {
        const std::size_t mass = massOn(drag_->place);
        const Vec3 way = drag_->to - masses()[mass].position;
        const double fastest = settings_.connectionSpeed * dt;
        moveHand(mass, way * (std::min(1.0, fastest / std::max(glm::length(way), 1e-300)) / dt), dt);
    }
    if (!join_)
        return;
    const Join join = *join_;
    const Piece& one = pieceNamed(join.one.rope);
    const Piece& other = pieceNamed(join.other.rope);
    const double near = 1e-3 * ropeOf(one).constants.springLength;
    if (glm::distance(masses()[massOn(join.one)].position, masses()[massOn(join.other)].position) > near)
        return;
    letGo();
    const auto endOf = [](const Piece& piece, rope::RopeEnd end) { return piece.reversed ? otherEnd(end) : end; };
    RopeSimulation::join(one.id, endOf(one, *join.one.end), other.id, endOf(other, *join.other.end));
    keepJoined();
}

/// Of two pieces that have become one, one is left.
void Workshop::keepJoined()
{
    std::vector<Piece> pieces;
    for (const rope::RopeId id : ropes())
        pieces.push_back(
            *std::find_if(pieces_.begin(), pieces_.end(), [id](const Piece& piece) { return piece.id == id; }));
    pieces_ = std::move(pieces);
}

} // namespace ropewalk
