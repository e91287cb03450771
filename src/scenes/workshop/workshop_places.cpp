#include "workshop.hpp"

#include "scenes/set_up/set_up_solid.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

// Where the things of a set-up are in a run, and what pulls there.

namespace ropewalk
{

std::size_t Workshop::massOf(rope::RopeId id, rope::RopeEnd end) const
{
    const rope::Rope& rope = RopeSimulation::rope(id);
    return rope.first + (end == rope::RopeEnd::first ? 0 : rope.masses() - 1);
}

/// The place counted as the masses are.
RopePlace Workshop::asLaid(const RopePlace& place) const
{
    RopePlace laid = place;
    const auto piece =
        std::find_if(pieces_.begin(), pieces_.end(), [&](const Piece& each) { return each.of == place.rope; });
    if (piece == pieces_.end() || !piece->reversed)
        return laid;
    laid.along = piece->whole - place.along;
    if (laid.end)
        laid.end = otherEnd(*laid.end);
    return laid;
}

double Workshop::beginOf(const Piece& piece) const
{
    const rope::Rope& rope = ropeOf(piece);
    return piece.from - rope.constants.springLength * rope.reel.netInsertions();
}

std::optional<std::size_t> Workshop::massOf(const RopePlace& place) const
{
    const RopePlace laid = asLaid(place);
    const Piece* found = nullptr;
    for (const Piece& piece : pieces_)
        if (piece.of == laid.rope)
        {
            const double begin = beginOf(piece);
            const bool nearer = laid.end == rope::RopeEnd::last || (!laid.end && begin <= laid.along);
            if (found == nullptr || (nearer ? begin > beginOf(*found) : laid.end && begin < beginOf(*found)))
                found = &piece;
        }
    if (found == nullptr)
        return std::nullopt;
    if (laid.end)
        return massOf(found->id, *laid.end);
    const rope::Rope& rope = ropeOf(*found);
    const double along =
        std::round((laid.along - found->from) / rope.constants.springLength) + rope.reel.netInsertions();
    if (rope.reel.netInsertions() < 0 && along < 1.0)
        return std::nullopt;
    return rope.first + static_cast<std::size_t>(std::clamp(along, 0.0, static_cast<double>(rope.segments())));
}

Vec3 Workshop::freePlace(const SetUpSolid& solid, const Vec3& near) const
{
    const double reach = reachOf(solid);
    const auto isFree = [&](const Vec3& place)
    {
        return (!settings_.ground || place.y >= groundHeight() + reach) &&
               std::all_of(RopeSimulation::solids().begin(), RopeSimulation::solids().end(),
                           [&](const rope::SolidBody& other)
                           { return rope::clearanceAndNormal(other, place).distance >= reach; });
    };
    constexpr int steps = 20; // to each side
    Vec3 nearest = near;
    double least = std::numeric_limits<double>::max();
    for (int x = -steps; x <= steps; ++x)
        for (int y = -steps; y <= steps; ++y)
        {
            const Vec3 way = 0.5 * reach * Vec3(x, y, 0.0);
            if (glm::length(way) < least && isFree(near + way))
            {
                least = glm::length(way);
                nearest = near + way;
            }
        }
    return nearest;
}

Vec3 Workshop::positionOf(const Place& place) const
{
    if (const auto* point = std::get_if<Vec3>(&place))
        return *point;
    if (const auto* onRope = std::get_if<RopePlace>(&place))
    {
        const std::optional<std::size_t> mass = massOf(*onRope);
        return mass ? masses()[*mass].position : Vec3(0.0);
    }
    const auto& onSolid = std::get<SolidPlace>(place);
    const Solid& solid = *solidOf(onSolid.solid);
    const Vec3 own = ownPoint(*solidNamed(*setUp_, onSolid.solid), onSolid);
    return solid.body ? body(*solid.body).pointAt(own) : solid.position + solid.axes * own;
}

const Workshop::Solid* Workshop::solidOf(std::string_view name) const
{
    const SetUpSolid* solid = solidNamed(*setUp_, name);
    return solid != nullptr ? &solids_[static_cast<std::size_t>(solid - setUp_->solids.data())] : nullptr;
}

rope::Body Workshop::bodyOf(std::string_view solid) const
{
    const Solid* found = solidOf(solid);
    return found != nullptr && found->body ? body(*found->body) : rope::Body{};
}

double Workshop::turnOf(std::string_view solid) const
{
    const Solid* found = solidOf(solid);
    return found != nullptr && found->axle ? bearingTurn(*found->axle) : 0.0;
}

double Workshop::axleLoad(std::string_view solid) const
{
    const Solid* found = solidOf(solid);
    return found != nullptr && found->axle ? glm::length(bearingForce(*found->axle)) : 0.0;
}

double Workshop::wayOf(const std::optional<Place>& place, const Vec3& from) const
{
    return place ? glm::distance(positionOf(*place), from) : 0.0;
}

double Workshop::forceAt(const Place& place) const
{
    if (const auto* onRope = std::get_if<RopePlace>(&place))
    {
        const std::optional<std::size_t> mass = massOf(*onRope);
        return mass ? tensionAt(*mass) : 0.0;
    }
    Vec3 sum(0.0);
    const auto isThere = [&place](const Place& end)
    {
        const auto* one = std::get_if<SolidPlace>(&end);
        const auto* other = std::get_if<SolidPlace>(&place);
        return one != nullptr && other != nullptr && one->solid == other->solid;
    };
    for (const Tie& tie : ties_)
        if (tie.id)
            sum += ((isThere(tie.wanted.b) ? 1.0 : 0.0) - (isThere(tie.wanted.a) ? 1.0 : 0.0)) * tieForce(*tie.id);
    return glm::length(sum);
}

double Workshop::tieForceOf(std::size_t tie) const
{
    if (tie >= ties_.size())
        return 0.0;
    if (ties_[tie].id)
        return glm::length(tieForce(*ties_[tie].id));
    const SetUpTie& led = ties_[tie].wanted;
    return forceAt(std::holds_alternative<RopePlace>(led.a) ? led.a : led.b);
}

/// [N], of the segment behind a mass, or before the last one.
double Workshop::tensionAt(std::size_t mass) const
{
    const rope::Rope& rope = state_.ropeAt(mass);
    const std::size_t edge = std::min(mass - rope.first, rope.segments() - 1);
    const Vec3 way = masses()[rope.first + edge + 1].position - masses()[rope.first + edge].position;
    return rope.springs[edge].tension(glm::length(way));
}

} // namespace ropewalk
