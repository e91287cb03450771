#include "set_up_check.hpp"

#include "path_layout.hpp"
#include "set_up_rows.hpp"
#include "set_up_solid.hpp"

#include "files/json_text.hpp"

#include "text/rough_text.hpp"
#include "text/text.hpp"

#include <rope/strands.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ropewalk
{

namespace
{

using text::numberText;

/// Checks each of a list; a fault names the place in the file.
template <typename List, typename Check>
void checkEach(const List& list, std::string_view key, Check check)
{
    for (std::size_t i = 0; i < list.size(); ++i)
        try
        {
            check(list[i], i);
        }
        catch (const std::invalid_argument& error)
        {
            throw SetUpFault(error.what(), fmt::format("{}/{}", key, i));
        }
}

void checkName(std::string_view kind, std::size_t number, const std::string& name, std::set<std::string>& names)
{
    constexpr std::size_t longest = 16;
    const auto isSmall = [](char c) { return c >= 'a' && c <= 'z'; };
    const auto isPart = [&](char c) { return isSmall(c) || (c >= '0' && c <= '9') || c == '_'; };
    if (name.empty() || name.size() > longest || !isSmall(name.front()) ||
        !std::all_of(name.begin(), name.end(), isPart))
        refuse("{} {}: name {}: must be a small letter, then small letters, digits and _, at most {}", kind, number,
               text::quoted(name), longest);
    if (!names.insert(name).second)
        refuse("two things are called '{}': each needs its own name", name);
}

/// Calls `check`; its faults begin with the name of the thing.
void checkThing(const std::string& thing, const std::function<void()>& check)
{
    try
    {
        check();
    }
    catch (const std::invalid_argument& error)
    {
        refuse("{}: {}", thing, error.what());
    }
}

void checkRows(auto thing)
{
    rope::Parameters rows;
    describe(thing, rows);
    rows.validate();
}

void checkSolid(const SetUpSolid& solid)
{
    validate(static_cast<const SceneSolid&>(solid));
    checkRows(solid);
    if (solid.moves == Moves::free && !(solid.mass > 0.0))
        refuse("mass = {} kg: must be above 0 where it moves free", numberText(solid.mass));
    if (solid.shape == SceneSolid::Shape::pulley || solid.shape == SceneSolid::Shape::block)
        if (solid.axleRadius > solid.radius)
            refuse("axle_radius = {} m: must be at most its radius, {} m", numberText(solid.axleRadius),
                   numberText(solid.radius));
}

std::vector<std::string_view> namesOf(const auto& things)
{
    std::vector<std::string_view> names;
    names.reserve(things.size());
    for (const auto& thing : things)
        names.push_back(thing.name);
    return names;
}

/// "is no solid; did you mean 'top'?"
std::string isNo(std::string_view kind, std::string_view name, const std::vector<std::string_view>& names)
{
    const std::string_view near = text::nearest(name, names);
    const std::string all =
        names.empty() ? fmt::format("there is no {}", kind) : fmt::format("there are {}", text::joined(names));
    return near.empty() ? fmt::format("is no {}; {}", kind, all)
                        : fmt::format("is no {}; did you mean '{}'?", kind, near);
}

const SetUpSolid& solidOnPath(const SetUp& setUp, const std::string& name)
{
    const SetUpSolid* solid = solidNamed(setUp, name);
    if (!solid)
        refuse("path names {}, which {}", text::quoted(name), isNo("solid", name, namesOf(setUp.solids)));
    return *solid;
}

void checkPoint(const Vec3& point)
{
    if (const double far = std::max({std::abs(point.x), std::abs(point.y), std::abs(point.z)}); !(far <= farthestSolid))
        refuse("{} is too far: must be {} to {} m along each axis", placeText(point), -farthestSolid, farthestSolid);
}

void checkOn(const SetUpSolid& solid, const SolidPlace& place)
{
    checkPoint(place.at);
    std::vector<std::string_view> names;
    for (const Eye& eye : eyesOf(solid))
        names.push_back(eye.name);
    if (!place.eye.empty() && std::find(names.begin(), names.end(), place.eye) == names.end())
        refuse("'{}' has no eye {}: {}", solid.name, text::quoted(place.eye),
               names.empty() ? "must be a point of it" : "must be one of " + text::joined(names));
}

void checkStop(const SetUp& setUp, const Stop& stop)
{
    if (const auto* point = std::get_if<Vec3>(&stop))
        return checkPoint(*point);
    if (const auto* place = std::get_if<SolidPlace>(&stop))
        return checkOn(solidOnPath(setUp, place->solid), *place);
    if (const auto* through = std::get_if<ThroughStop>(&stop))
    {
        if (solidOnPath(setUp, through->ring).shape != SceneSolid::Shape::ring)
            refuse("runs through '{}': must be a ring", through->ring);
        return;
    }
    const auto& round = std::get<RoundStop>(stop);
    if (!isRound(solidOnPath(setUp, round.solid).shape))
        refuse("runs round '{}': must be a pulley, a bar, a post, a sphere or a block", round.solid);
    constexpr int most = 20;
    if (round.turns < 0 || round.turns > most)
        refuse("turns = {} round '{}': must be 0 to {}", round.turns, round.solid, most);
}

void checkPath(const SetUp& setUp, const SetUpRope& rope)
{
    const std::vector<Stop>& path = rope.path;
    if (path.size() < 2 || path.size() > mostStops)
        refuse("path has {} stops: must have 2 to {}", path.size(), mostStops);
    for (const Stop& stop : path)
        checkStop(setUp, stop);
    const auto isRun = [](const Stop& stop)
    { return std::holds_alternative<RoundStop>(stop) || std::holds_alternative<ThroughStop>(stop); };
    if (!rope.closed && (isRun(path.front()) || isRun(path.back())))
        refuse("path begins or ends at what it runs round or through: must be a point or a place of a solid");
    if (rope.closed && path.size() == 2 && !std::holds_alternative<RoundStop>(path[0]) &&
        !std::holds_alternative<RoundStop>(path[1]))
        refuse("a ring through two places: must have a third or run round something");
}

void checkRope(const SetUp& setUp, const SetUpRope& rope)
{
    checkRows(rope);
    const int fewest = rope.closed ? 10 : 9;
    if (rope.massCount > 0 && rope.massCount < fewest)
        refuse("mass_count = {}: must be 0 or at least {}", rope.massCount, fewest);
    if (rope.closed && rope.reel)
        refuse("a closed rope on a reel: must have two ends");
    if (rope.closed && rope.breakingStrain > 0.0)
        refuse("breaking_strain = {} of a closed rope: must be 0, as a ring is not cut",
               numberText(rope.breakingStrain));
    if (rope.closed && rope.pull > 0.0)
        refuse("pull = {} N of a closed rope: must be 0, as a ring has no end", numberText(rope.pull));
    checkPath(setUp, rope);
}

/// A rope that touches itself must lie as far from itself as contact keeps it.
void checkStrands(const SetUp& setUp, const SetUpRope& rope)
{
    if (!rope.selfContact)
        return;
    RopeLayout laid = layOut(setUp, rope, Vec3(0.0, -9.81, 0.0));
    if (rope.closed) // the last two are the first ones once more
        laid.positions.resize(laid.positions.size() - 2);
    const rope::CurveEnds ends = rope.closed ? rope::CurveEnds::joined : rope::CurveEnds::open;
    const std::optional<rope::StrandGap> gap = rope::nearestStrands({std::move(laid.positions), ends}, rope.ropeRadius);
    constexpr double least = 0.8; // diameters
    if (gap && gap->distance < 2.0 * least * rope.ropeRadius)
        refuse(
            "rope_radius = {} m: its strands lie {:.2g} m from each other, {:.2f} m and {:.2f} m along it; must be at "
            "most {:.3g} m where it touches itself",
            numberText(rope.ropeRadius), gap->distance, laid.segment * static_cast<double>(gap->edge[0]),
            laid.segment * static_cast<double>(gap->edge[1]), 0.49 * gap->distance / least);
}

bool isEnd(const Place& place)
{
    const auto* on = std::get_if<RopePlace>(&place);
    return on && on->end;
}

/// [m] of rope from its first end.
double alongOf(const SetUp& setUp, const RopePlace& place)
{
    if (!place.end)
        return place.along;
    return *place.end == rope::RopeEnd::first ? 0.0 : lengthOf(setUp, *ropeNamed(setUp, place.rope));
}

void checkTie(const SetUp& setUp, const SetUpTie& tie)
{
    checkPlace(setUp, tie.a);
    checkPlace(setUp, tie.b);
    const auto name = [](const Place& place)
    {
        const auto* on = std::get_if<SolidPlace>(&place);
        return on ? "'" + on->solid + "'" : placeText(place);
    };
    const auto onRope = [](const Place& place) { return std::holds_alternative<RopePlace>(place); };
    if (!onRope(tie.a) && !onRope(tie.b) && standsStill(setUp, tie.a) && standsStill(setUp, tie.b))
        refuse("{} and {} both stand still: one end must move", name(tie.a), name(tie.b));
    const auto* ropeA = std::get_if<RopePlace>(&tie.a);
    const auto* ropeB = std::get_if<RopePlace>(&tie.b);
    const auto* solidA = std::get_if<SolidPlace>(&tie.a);
    const auto* solidB = std::get_if<SolidPlace>(&tie.b);
    if (solidA && solidB && solidA->solid == solidB->solid)
        refuse("both ends are on '{}': must be two things", solidA->solid);
    if (!ropeA || !ropeB || ropeA->rope != ropeB->rope)
        return;
    const bool ring = isEnd(tie.a) && isEnd(tie.b) && ropeA->end != ropeB->end;
    const double between = std::abs(alongOf(setUp, *ropeA) - alongOf(setUp, *ropeB));
    if (!ring && between < 12.0 * ropeNamed(setUp, ropeA->rope)->ropeRadius)
        refuse("'{}' is {} m of rope from there: must be at least {} m, or its other end for a ring", ropeA->rope,
               text::roughText(between), text::roughText(12.0 * ropeNamed(setUp, ropeA->rope)->ropeRadius));
}

void checkHold(const SetUp& setUp, std::size_t number)
{
    const SetUpHold& hold = setUp.holds[number];
    checkPlace(setUp, hold.rope);
    checkPoint(hold.at);
    for (std::size_t i = 0; i < number; ++i)
        if (setUp.holds[i].rope == hold.rope)
            refuse("'{}' is held already", placeText(hold.rope));
}

void checkRoles(const SetUp& setUp)
{
    const Roles& roles = setUp.roles;
    if (roles.hand)
        checkThing("role 'hand'",
                   [&]
                   {
                       checkPlace(setUp, *roles.hand);
                       if (std::none_of(setUp.holds.begin(), setUp.holds.end(),
                                        [&](const SetUpHold& hold) { return hold.rope == *roles.hand; }))
                           refuse("'{}' is loose: hold it first", placeText(*roles.hand));
                   });
    if (roles.haul)
        checkThing("role 'haul'", [&] { checkPlace(setUp, *roles.haul); });
    if (roles.load)
        checkThing("role 'load'", [&] { checkPlace(setUp, *roles.load); });
}

/// A reel holds the end that is on it where something holds the reel.
void checkReels(const SetUp& setUp)
{
    checkEach(setUp.ropes, "ropes",
              [&](const SetUpRope& rope, std::size_t)
              {
                  if (const RopePlace end{rope.name, rope.reel}; rope.reel && !isHeldOrTied(setUp, end))
                      refuse("rope '{}': reel at '{}', which is loose: hold it first", rope.name, placeText(end));
              });
}

/// A pull draws what holds the rope's last end.
void checkPulls(const SetUp& setUp)
{
    checkEach(setUp.ropes, "ropes",
              [&](const SetUpRope& rope, std::size_t)
              {
                  const RopePlace last{rope.name, rope::RopeEnd::last};
                  if (rope.pull > 0.0 && std::none_of(setUp.holds.begin(), setUp.holds.end(),
                                                      [&](const SetUpHold& hold) { return hold.rope == last; }))
                      refuse("rope '{}': pull at '{}', which is loose: hold it first", rope.name, placeText(last));
              });
}

void checkNumbers(const SetUp& setUp)
{
    if (setUp.solids.size() > mostSolids)
        throw SetUpFault(fmt::format("more than {} solids", mostSolids), "solids");
    const auto demand = [](std::size_t count, std::string_view what, std::size_t most)
    {
        if (count > most)
            throw SetUpFault(fmt::format("{} {}: must be at most {}", count, what, most), std::string(what));
    };
    demand(setUp.ropes.size(), "ropes", mostRopes);
    demand(setUp.ties.size(), "ties", mostTies);
    demand(setUp.holds.size(), "holds", mostHolds);
}

} // namespace

const SetUpRope& demandRope(const SetUp& setUp, std::string_view name)
{
    const SetUpRope* rope = ropeNamed(setUp, name);
    const std::string_view of = name.substr(0, name.rfind('_'));
    if (const std::size_t at = of.size() + 1; !rope && ropeNamed(setUp, of) && at < name.size() &&
                                              name.find_first_not_of("0123456789", at) == std::string_view::npos)
        refuse("{} is a piece that a cut has made, which is cut, joined or dragged alone: must be a place along '{}'",
               text::quoted(name), of);
    if (!rope)
        refuse("{} {}", text::quoted(name), isNo("rope", name, namesOf(setUp.ropes)));
    return *rope;
}

const SetUpSolid& demandSolid(const SetUp& setUp, std::string_view name)
{
    const SetUpSolid* solid = solidNamed(setUp, name);
    if (!solid)
        refuse("{} {}", text::quoted(name), isNo("solid", name, namesOf(setUp.solids)));
    return *solid;
}

void demandThing(const SetUp& setUp, std::string_view name)
{
    std::vector<std::string_view> names = namesOf(setUp.ropes);
    for (const std::string_view solid : namesOf(setUp.solids))
        names.push_back(solid);
    if (std::find(names.begin(), names.end(), name) == names.end())
        refuse("{} {}", text::quoted(name), isNo("rope or solid", name, names));
}

void checkPlace(const SetUp& setUp, const Place& place)
{
    if (const auto* point = std::get_if<Vec3>(&place))
        return checkPoint(*point);
    if (const auto* on = std::get_if<SolidPlace>(&place))
        return checkOn(demandSolid(setUp, on->solid), *on);
    const auto& at = std::get<RopePlace>(place);
    const SetUpRope& rope = demandRope(setUp, at.rope);
    if (at.end && rope.closed)
        refuse("'{}' is closed and has no ends: must be so many m along it", at.rope);
    if (const double length = lengthOf(setUp, rope); !at.end && !(at.along >= 0.0 && at.along <= length))
        refuse("{} m of '{}': must be 0 to {} m, its length", numberText(at.along), at.rope, numberText(length));
}

bool standsStill(const SetUp& setUp, const Place& place)
{
    if (const auto* on = std::get_if<SolidPlace>(&place))
        return solidNamed(setUp, on->solid)->moves == Moves::no;
    return std::holds_alternative<Vec3>(place) ||
           std::any_of(setUp.holds.begin(), setUp.holds.end(),
                       [&](const SetUpHold& hold) { return Place(hold.rope) == place; });
}

bool isHeldOrTied(const SetUp& setUp, const RopePlace& place)
{
    const SetUpRope& rope = demandRope(setUp, place.rope);
    if (place.end && !rope.closed &&
        std::holds_alternative<SolidPlace>(*place.end == rope::RopeEnd::first ? rope.path.front() : rope.path.back()))
        return true;
    return std::any_of(setUp.holds.begin(), setUp.holds.end(),
                       [&](const SetUpHold& hold) { return hold.rope == place; }) ||
           std::any_of(setUp.ties.begin(), setUp.ties.end(),
                       [&](const SetUpTie& tie) { return tie.a == Place(place) || tie.b == Place(place); });
}

void validate(const SetUp& setUp)
{
    checkNumbers(setUp);
    std::set<std::string> names;
    std::size_t bodies = 0;
    checkEach(setUp.solids, "solids",
              [&](const SetUpSolid& solid, std::size_t i)
              {
                  checkName("solid", i, solid.name, names);
                  checkThing(fmt::format("solid '{}'", solid.name), [&] { checkSolid(solid); });
                  if (solid.moves == Moves::free && ++bodies > mostFreeBodies)
                      refuse("solid '{}': more than {} move free", solid.name, mostFreeBodies);
              });
    int masses = 0;
    checkEach(setUp.ropes, "ropes",
              [&](const SetUpRope& rope, std::size_t i)
              {
                  checkName("rope", i, rope.name, names);
                  checkThing(fmt::format("rope '{}'", rope.name), [&] { checkRope(setUp, rope); });
                  lengthOf(setUp, rope);
                  masses += massCountOf(setUp, rope);
                  if (masses > mostRopeMasses)
                      refuse("rope '{}': the ropes up to it have {} masses: must be at most {}", rope.name,
                             text::groupedText(masses), text::groupedText(mostRopeMasses));
                  checkThing(fmt::format("rope '{}'", rope.name), [&] { checkStrands(setUp, rope); });
              });
    checkEach(setUp.ties, "ties",
              [&](const SetUpTie& tie, std::size_t) { checkThing("tie", [&] { checkTie(setUp, tie); }); });
    checkEach(setUp.holds, "holds",
              [&](const SetUpHold&, std::size_t i) { checkThing("hold", [&] { checkHold(setUp, i); }); });
    checkReels(setUp);
    checkPulls(setUp);
    try
    {
        checkRoles(setUp);
    }
    catch (const std::invalid_argument& error)
    {
        throw SetUpFault(error.what(), "roles");
    }
}

} // namespace ropewalk
