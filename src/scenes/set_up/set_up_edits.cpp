#include "set_up_edits.hpp"

#include "path_layout.hpp"
#include "set_up_check.hpp"
#include "set_up_solid.hpp"

#include "files/json_text.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <glm/vector_relational.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

namespace ropewalk
{

namespace
{

/// What `change` makes of the set-up, checked. What it refuses itself begins with the verb.
SetUp edited(const SetUp& setUp, std::string_view verb, const std::function<void(SetUp&)>& change)
{
    SetUp changed = setUp;
    try
    {
        change(changed);
    }
    catch (const SetUpFault&)
    {
        throw;
    }
    catch (const std::invalid_argument& error)
    {
        refuse("{}: {}", verb, error.what());
    }
    validate(changed);
    return changed;
}

bool names(const Place& place, std::string_view name)
{
    const auto* on = std::get_if<RopePlace>(&place);
    const auto* solid = std::get_if<SolidPlace>(&place);
    return (on && on->rope == name) || (solid && solid->solid == name);
}

bool names(const Stop& stop, std::string_view name)
{
    const auto* round = std::get_if<RoundStop>(&stop);
    const auto* through = std::get_if<ThroughStop>(&stop);
    return (round && round->solid == name) || (through && through->ring == name);
}

/// The stop at an end of a rope; null where `place` is no end.
Stop* endStop(SetUp& setUp, const Place& place)
{
    const auto* end = std::get_if<RopePlace>(&place);
    SetUpRope* rope = end ? ropeNamed(setUp, end->rope) : nullptr;
    if (!rope || !end->end)
        return nullptr;
    return *end->end == rope::RopeEnd::first ? &rope->path.front() : &rope->path.back();
}

/// Ends that have come loose are on no reel, and no hand holds them.
void forgetLooseEnds(SetUp& setUp)
{
    for (SetUpRope& rope : setUp.ropes)
        if (rope.reel && !isHeldOrTied(setUp, {rope.name, rope.reel}))
        {
            rope.reel.reset();
            rope.payoutSpeed = 0.0;
        }
    for (SetUpRope& rope : setUp.ropes)
        if (!isHeldOrTied(setUp, {rope.name, rope::RopeEnd::last}))
            rope.pull = 0.0;
    if (setUp.roles.hand && std::none_of(setUp.holds.begin(), setUp.holds.end(),
                                         [&](const SetUpHold& held) { return held.rope == *setUp.roles.hand; }))
        setUp.roles.hand.reset();
}

/// Before which stop of the path another one makes the shortest way.
std::size_t bestPlace(const SetUp& setUp, const SetUpRope& rope, const Vec3& middle)
{
    std::size_t best = 1;
    double least = 0.0;
    const std::size_t count = rope.path.size();
    for (std::size_t i = 1; i < count + (rope.closed ? 1 : 0); ++i)
    {
        const Vec3 before = middleOf(setUp, rope.path[i - 1]);
        const Vec3 behind = middleOf(setUp, rope.path[i % count]);
        const double more =
            glm::distance(before, middle) + glm::distance(middle, behind) - glm::distance(before, behind);
        if (i == 1 || more < least)
        {
            best = i;
            least = more;
        }
    }
    return best;
}

constexpr Vec3 acrossX(-1.0, 1.0, 1.0);

void mirror(SetUpSolid& solid)
{
    const glm::dmat3 axes = axesOf(solid);
    setAxes(solid, {-acrossX * axes[0], acrossX * axes[1], acrossX * axes[2]});
    solid.position *= acrossX;
    solid.velocity *= acrossX;
    solid.spinSpeed = -solid.spinSpeed;
}

/// A place or a stop, on a solid as it has been and as it is mirrored.
template <typename... Kinds>
void mirror(const SetUp& before, const SetUp& after, std::variant<Kinds...>& place)
{
    if (auto* point = std::get_if<Vec3>(&place))
        *point *= acrossX;
    else if (auto* on = std::get_if<SolidPlace>(&place))
    {
        const Vec3 way = acrossX * (axesOf(*solidNamed(before, on->solid)) * on->at);
        on->at = glm::transpose(axesOf(*solidNamed(after, on->solid))) * way;
        if (on->eye == "left" || on->eye == "right")
            on->eye = on->eye == "left" ? "right" : "left";
    }
    else if constexpr ((std::is_same_v<Kinds, RoundStop> || ...))
        if (auto* round = std::get_if<RoundStop>(&place))
            round->side = round->side == RoundStop::Side::left ? RoundStop::Side::right : RoundStop::Side::left;
}

bool isAt(const Stop& stop, std::string_view solid)
{
    const auto* place = std::get_if<SolidPlace>(&stop);
    return names(stop, solid) || (place && place->solid == solid);
}

std::size_t placeBehind(const SetUpRope& rope, std::string_view behind)
{
    if (behind == "first")
        return 1;
    for (std::size_t i = rope.path.size() - 1; i > 0; --i)
        if (isAt(rope.path[i - 1], behind))
            return i;
    refuse("rope '{}' has no stop at '{}' before its last one", rope.name, behind);
}

/// Puts the ends at a removed thing to the places where it was.
void removeFromPath(const SetUp& before, SetUpRope& rope, std::string_view name)
{
    for (Stop& stop : rope.path)
        if (const auto* place = std::get_if<SolidPlace>(&stop); place && place->solid == name)
            stop = pointOn(*solidNamed(before, name), SolidPlace(*place));
    std::erase_if(rope.path, [name](const Stop& stop) { return names(stop, name); });
}

std::string_view kindOf(std::string_view name)
{
    return name.substr(0, name.find_last_not_of("0123456789") + 1);
}

bool meetsAny(const SetUp& setUp, const SetUpSolid& solid)
{
    const Vec3 half = halfBox(solid);
    return std::any_of(
        setUp.solids.begin(), setUp.solids.end(),
        [&](const SetUpSolid& other)
        { return glm::all(glm::lessThan(glm::abs(solid.position - other.position), half + halfBox(other))); });
}

bool beginsThere(const SetUp& setUp, const Vec3& place)
{
    constexpr double near = 1e-3; // [m]
    return std::any_of(setUp.ropes.begin(), setUp.ropes.end(),
                       [&](const SetUpRope& rope)
                       { return glm::distance(middleOf(setUp, rope.path.front()), place) < near; });
}

void copyRope(SetUp& setUp, const SetUpRope& original, const Vec3& by)
{
    SetUpRope rope = original;
    rope.name = newName(setUp, kindOf(original.name));
    rope.path.clear();
    for (const Stop& stop : original.path)
        if (!std::holds_alternative<RoundStop>(stop) && !std::holds_alternative<ThroughStop>(stop))
            rope.path.emplace_back(middleOf(setUp, stop) + by);
    rope.reel.reset();
    rope.payoutSpeed = 0.0;
    std::vector<SetUpHold> holds;
    for (const SetUpHold& held : setUp.holds)
        if (held.rope.rope == original.name)
            holds.push_back({{rope.name, held.rope.end, held.rope.along}, held.at + by});
    setUp.holds.insert(setUp.holds.end(), holds.begin(), holds.end());
    setUp.ropes.push_back(std::move(rope));
}

} // namespace

Vec3 middleOf(const SetUp& setUp, const Stop& stop)
{
    if (const auto* point = std::get_if<Vec3>(&stop))
        return *point;
    if (const auto* place = std::get_if<SolidPlace>(&stop))
        return pointOn(demandSolid(setUp, place->solid), *place);
    const auto* round = std::get_if<RoundStop>(&stop);
    return demandSolid(setUp, round ? round->solid : std::get<ThroughStop>(stop).ring).position;
}

SetUp withHold(const SetUp& setUp, const RopePlace& place, const Vec3& at)
{
    return edited(setUp, "hold",
                  [&](SetUp& changed)
                  {
                      checkPlace(changed, place);
                      std::erase_if(changed.holds, [&](const SetUpHold& held) { return held.rope == place; });
                      changed.holds.push_back({place, at});
                  });
}

SetUp letGo(const SetUp& setUp, const Place& place, const Vec3& at)
{
    return edited(setUp, "let_go",
                  [&](SetUp& changed)
                  {
                      checkPlace(changed, place);
                      std::size_t undone = std::erase_if(changed.holds, [&](const SetUpHold& held)
                                                         { return Place(held.rope) == place; });
                      undone += std::erase_if(changed.ties,
                                              [&](const SetUpTie& tie) { return tie.a == place || tie.b == place; });
                      if (Stop* stop = endStop(changed, place); stop && std::holds_alternative<SolidPlace>(*stop))
                      {
                          *stop = at;
                          ++undone;
                      }
                      if (undone == 0)
                          refuse("'{}' is loose", placeText(place));
                      forgetLooseEnds(changed);
                  });
}

SetUp withWeight(const SetUp& setUp, const Place& place, double mass, const Vec3& at)
{
    return edited(setUp, "hang",
                  [&](SetUp& changed)
                  {
                      checkPlace(changed, place);
                      if (std::holds_alternative<Vec3>(place))
                          refuse("no rope and no eye there");
                      SetUpSolid weight = usualSolid(SceneSolid::Shape::weight);
                      weight.name = newName(changed, "weight");
                      weight.mass = mass;
                      weight.radius = weightRadius(mass);
                      weight.length = 2.0 * weight.radius;
                      weight.position = at - Vec3(0.0, 0.5 * weight.length, 0.0);
                      changed.ties.push_back({place, SolidPlace{weight.name, Vec3(0.0), "top"}});
                      changed.solids.push_back(std::move(weight));
                  });
}

SetUp withTie(const SetUp& setUp, const Place& a, const Place& b)
{
    return edited(setUp, "tie",
                  [&](SetUp& changed)
                  {
                      checkPlace(changed, a);
                      checkPlace(changed, b);
                      // A tie to a thing that stands still takes the place of a hold.
                      const auto letGo = [&changed](const Place& place) {
                          return std::erase_if(changed.holds,
                                               [&](const SetUpHold& held) { return Place(held.rope) == place; }) > 0;
                      };
                      if (standsStill(changed, a) && standsStill(changed, b) && !letGo(a))
                          letGo(b);
                      changed.ties.push_back({a, b});
                      forgetLooseEnds(changed);
                  });
}

SetUp runOver(const SetUp& setUp, std::string_view rope, const Stop& stop, std::string_view behind)
{
    return edited(setUp, "run_over",
                  [&](SetUp& changed)
                  {
                      demandRope(changed, rope);
                      SetUpRope& led = *ropeNamed(changed, rope);
                      const std::size_t place =
                          behind.empty() ? bestPlace(changed, led, middleOf(changed, stop)) : placeBehind(led, behind);
                      led.path.insert(led.path.begin() + static_cast<std::ptrdiff_t>(place), stop);
                      const double length = std::exchange(led.length, 0.0);
                      validate(changed);
                      const double least = std::ceil(1e3 * lengthOf(changed, led)) / 1e3;
                      led.length = length > 0.0 ? std::max(length, least) : 0.0;
                  });
}

SetUp withReel(const SetUp& setUp, const RopePlace& end, double speed)
{
    return edited(setUp, "wind",
                  [&](SetUp& changed)
                  {
                      checkPlace(changed, end);
                      if (!end.end)
                          refuse("'{}' is no end of a rope", placeText(end));
                      if (!isHeldOrTied(changed, end))
                          refuse("'{}' is loose: hold it first", placeText(end));
                      SetUpRope& rope = *ropeNamed(changed, end.rope);
                      rope.reel = end.end;
                      rope.payoutSpeed = speed;
                  });
}

SetUp withRope(const SetUp& setUp, const std::vector<Stop>& path)
{
    return edited(setUp, "new_rope",
                  [&](SetUp& changed)
                  {
                      SetUpRope rope;
                      rope.name = newName(changed, "rope");
                      rope.path = path;
                      changed.ropes.push_back(rope);
                      for (const rope::RopeEnd end : {rope::RopeEnd::first, rope::RopeEnd::last})
                          if (const Stop* stop = path.empty() ? nullptr : endStop(changed, RopePlace{rope.name, end}))
                              if (const auto* point = std::get_if<Vec3>(stop))
                                  changed.holds.push_back({{rope.name, end}, *point});
                  });
}

SetUp withSolid(const SetUp& setUp, SetUpSolid solid)
{
    return edited(setUp, "add",
                  [&](SetUp& changed)
                  {
                      solid.name = newName(changed, setUpShapeNames()[static_cast<std::size_t>(solid.shape)]);
                      changed.solids.push_back(solid);
                  });
}

SetUp without(const SetUp& setUp, std::string_view name)
{
    return edited(setUp, "delete",
                  [&](SetUp& changed)
                  {
                      demandThing(changed, name);
                      std::erase_if(changed.solids, [name](const SetUpSolid& solid) { return solid.name == name; });
                      std::erase_if(changed.ropes, [name](const SetUpRope& rope) { return rope.name == name; });
                      for (SetUpRope& rope : changed.ropes)
                          removeFromPath(setUp, rope, name);
                      std::erase_if(changed.ties,
                                    [name](const SetUpTie& tie) { return names(tie.a, name) || names(tie.b, name); });
                      std::erase_if(changed.holds, [name](const SetUpHold& held) { return held.rope.rope == name; });
                      for (std::optional<Place>* role : {&changed.roles.haul, &changed.roles.load})
                          if (*role && names(**role, name))
                              role->reset();
                      forgetLooseEnds(changed);
                  });
}

SetUp withCopy(const SetUp& setUp, std::string_view name, const Vec3& by)
{
    return edited(setUp, "copy",
                  [&](SetUp& changed)
                  {
                      Vec3 way = by;
                      demandThing(setUp, name);
                      if (const SetUpRope* rope = ropeNamed(setUp, name))
                      {
                          while (beginsThere(setUp, middleOf(setUp, rope->path.front()) + way))
                              way += by;
                          return copyRope(changed, *rope, way);
                      }
                      SetUpSolid solid = demandSolid(setUp, name);
                      solid.name = newName(changed, kindOf(name));
                      do
                          solid.position += by;
                      while (meetsAny(setUp, solid));
                      changed.solids.push_back(std::move(solid));
                  });
}

SetUp movedTo(const SetUp& setUp, std::string_view solid, const Vec3& to)
{
    return edited(setUp, "move",
                  [&](SetUp& changed)
                  {
                      demandSolid(changed, solid);
                      solidNamed(changed, solid)->position = to;
                  });
}

SetUp withPull(const SetUp& setUp, std::string_view name, double force, const Vec3& at)
{
    return edited(setUp, "pull",
                  [&](SetUp& changed)
                  {
                      demandRope(changed, name);
                      SetUpRope& rope = *ropeNamed(changed, name);
                      rope.pull = force;
                      const RopePlace last{rope.name, rope::RopeEnd::last};
                      const bool held = std::any_of(changed.holds.begin(), changed.holds.end(),
                                                    [&](const SetUpHold& hold) { return hold.rope == last; });
                      if (force > 0.0 && !held)
                          changed.holds.push_back({last, at});
                  });
}

SetUp mirrored(const SetUp& setUp)
{
    return edited(setUp, "mirror",
                  [&](SetUp& changed)
                  {
                      for (SetUpSolid& solid : changed.solids)
                          mirror(solid);
                      const auto turn = [&](auto& place) { mirror(setUp, changed, place); };
                      for (SetUpRope& rope : changed.ropes)
                          for (Stop& stop : rope.path)
                              turn(stop);
                      for (SetUpTie& tie : changed.ties)
                      {
                          turn(tie.a);
                          turn(tie.b);
                      }
                      for (SetUpHold& hold : changed.holds)
                          hold.at *= acrossX;
                      for (std::optional<Place>* role : {&changed.roles.haul, &changed.roles.load})
                          if (*role)
                              turn(**role);
                  });
}

std::string newName(const SetUp& setUp, std::string_view kind)
{
    constexpr std::size_t longest = 13; // leaves three digits
    for (int number = 1;; ++number)
        if (std::string name = fmt::format("{}{}", kind.substr(0, longest), number);
            !solidNamed(setUp, name) && !ropeNamed(setUp, name))
            return name;
}

} // namespace ropewalk
