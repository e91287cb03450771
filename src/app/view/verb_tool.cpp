#include "verb_tool.hpp"

#include "scenes/set_up/path_layout.hpp"
#include "scenes/set_up/set_up_check.hpp"
#include "scenes/set_up/set_up_edits.hpp"
#include "scenes/set_up/set_up_solid.hpp"

#include <fmt/format.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace ropewalk
{

namespace
{

std::string wordsOf(const Vec3& point)
{
    return fmt::format("{:.4g} {:.4g} {:.4g}", point.x, point.y, point.z);
}

/// As parseVerb() reads it.
std::string wordsOf(const Place& place)
{
    if (const auto* point = std::get_if<Vec3>(&place))
        return wordsOf(*point);
    if (const auto* rope = std::get_if<RopePlace>(&place))
        return rope->end ? placeText(place) : fmt::format("{} {}", rope->rope, rope->along);
    const auto& solid = std::get<SolidPlace>(place);
    return solid.eye.empty() ? solid.solid + " " + wordsOf(solid.at) : placeText(place);
}

/// How far from the cursor a point is seen; nothing where it is behind the eye.
std::optional<float> seenFrom(const MouseLook& look, const glm::vec3& point)
{
    const glm::vec3 seen = look.camera.project(point, aspectOf(look.viewport));
    if (seen.z <= 0.0f)
        return std::nullopt;
    return glm::distance(windowFromViewport(look.viewport, glm::vec2(seen)), look.cursor);
}

/// Rounded to 10 um, as it is written: the same mass is the same place again, and so a hold there is found.
RopePlace rounded(RopePlace place)
{
    place.along = std::round(place.along * 1e5) / 1e5;
    return place;
}

VerbTarget massOn(const MouseLook& look, std::size_t line, std::size_t mass)
{
    const std::vector<glm::vec3>& points = look.snapshot.polylines[line].points;
    const SetUpHost::DrawnPlace place = look.host.placeOn(line, static_cast<int>(mass));
    const RopePlace first = look.host.placeOn(line, 0).ofRope;
    const RopePlace last = look.host.placeOn(line, static_cast<int>(points.size()) - 1).ofRope;
    return {rounded(place.ofRope), rounded(place.ofPiece), Vec3(points[mass]),
            first.end && last.end ? std::max(first.along, last.along) : 0.0};
}

/// The mass that is seen nearest to the cursor, and not behind a solid: before one, within that share of the reach.
/// Near an end that is taken, not the masses beside it.
std::optional<VerbTarget> ropeNear(const MouseLook& look, const std::optional<SolidSeen>& solid,
                                   float beforeSolid = 0.5f, float endsReach = 0.4f)
{
    const float reach = solid ? beforeSolid * look.reach : look.reach;
    std::optional<VerbTarget> best;
    float least = reach;
    for (std::size_t line = 0; line < look.snapshot.polylines.size(); ++line)
    {
        const std::vector<glm::vec3>& points = look.snapshot.polylines[line].points;
        for (std::size_t i = 0; i < points.size(); ++i)
        {
            const std::optional<float> away = seenFrom(look, points[i]);
            if (!away || (solid && glm::distance(points[i], look.camera.eye()) > 1.05f * solid->distance))
                continue;
            const bool end = i == 0 || i + 1 == points.size();
            const float counts = end && *away < reach ? *away - endsReach * look.reach : *away;
            if (counts >= least)
                continue;
            least = counts;
            best = massOn(look, line, i);
        }
    }
    return best;
}

/// The mass that is nearest to where a stroke in the picture crosses a rope first.
std::optional<VerbTarget> crossed(const MouseLook& look, const glm::vec2& from)
{
    const auto seen = [&](const glm::vec3& point)
    { return windowFromViewport(look.viewport, glm::vec2(look.camera.project(point, aspectOf(look.viewport)))); };
    const auto across = [](const glm::vec2& a, const glm::vec2& b) { return a.x * b.y - a.y * b.x; };
    const glm::vec2 stroke = look.cursor - from;
    std::optional<VerbTarget> first;
    float least = 1.0f;
    for (std::size_t line = 0; line < look.snapshot.polylines.size(); ++line)
    {
        const std::vector<glm::vec3>& points = look.snapshot.polylines[line].points;
        for (std::size_t i = 0; i + 1 < points.size(); ++i)
        {
            const glm::vec2 a = seen(points[i]) - from;
            const glm::vec2 way = seen(points[i + 1]) - from - a;
            const float turn = across(stroke, way);
            const float along = across(a, way) / turn; // of the stroke; not a number where they are parallel
            const float part = across(a, stroke) / turn;
            if (!(along >= 0.0f && along < least && part >= 0.0f && part <= 1.0f))
                continue;
            least = along;
            first = massOn(look, line, part < 0.5f ? i : i + 1);
        }
    }
    return first;
}

const SetUpSolid* solidOf(const MouseLook& look, const std::optional<SolidSeen>& seen)
{
    const std::vector<SetUpSolid>& solids = look.host.wantedSetUp()->solids;
    return seen && seen->identity >= 0 && static_cast<std::size_t>(seen->identity) < solids.size()
               ? &solids[static_cast<std::size_t>(seen->identity)]
               : nullptr;
}

/// Whether another solid stands before this place of one.
bool isHidden(const MouseLook& look, const SetUpSolid& solid, const glm::vec3& place)
{
    const glm::vec2 at(look.camera.project(place, aspectOf(look.viewport)));
    const std::optional<SolidSeen> seen =
        ropewalk::solidSeen(look.snapshot, look.camera, look.viewport, windowFromViewport(look.viewport, at));
    const SetUpSolid* first = solidOf(look, seen);
    return first && first->name != solid.name && glm::distance(place, look.camera.eye()) > seen->distance;
}

/// The eye that is seen nearest to the cursor, on another solid than those that are taken.
std::optional<VerbTarget> eyeNear(const MouseLook& look, const std::vector<VerbTarget>& taken)
{
    std::optional<VerbTarget> best;
    float least = 0.7f * look.reach;
    const auto isTaken = [&taken](const SetUpSolid& solid)
    {
        return std::any_of(taken.begin(), taken.end(),
                           [&solid](const VerbTarget& target)
                           {
                               const auto* place = std::get_if<SolidPlace>(&target.place);
                               return place && place->solid == solid.name;
                           });
    };
    for (const SetUpSolid& solid : look.host.wantedSetUp()->solids)
        for (const Eye& eye : isTaken(solid) ? std::vector<Eye>{} : eyesOf(solid))
        {
            const Place place = SolidPlace{solid.name, Vec3(0.0), std::string(eye.name)};
            const Vec3 position = look.host.positionOf(place);
            const std::optional<float> away = seenFrom(look, glm::vec3(position));
            if (!away || *away >= least || isHidden(look, solid, glm::vec3(position)))
                continue;
            least = *away;
            best = VerbTarget{place, std::nullopt, position};
        }
    return best;
}

/// The point of its surface, in its own axes.
VerbTarget onSolid(const MouseLook& look, const SetUpSolid& solid, const Vec3& at)
{
    const auto placed = [&](const Vec3& own) { return look.host.positionOf(SolidPlace{solid.name, own, {}}); };
    const Vec3 middle = placed(Vec3(0.0));
    Vec3 own(0.0);
    for (int i = 0; i < 3; ++i)
    {
        Vec3 axis(0.0);
        axis[i] = 1.0;
        own[i] = glm::dot(at - middle, placed(axis) - middle);
    }
    return {SolidPlace{solid.name, own, {}}, std::nullopt, at};
}

std::optional<SolidSeen> solidSeen(const MouseLook& look)
{
    return ropewalk::solidSeen(look.snapshot, look.camera, look.viewport, look.cursor);
}

bool isThere(const SetUp& setUp, const Place& place)
{
    const auto* rope = std::get_if<RopePlace>(&place);
    const auto* solid = std::get_if<SolidPlace>(&place);
    return rope ? ropeNamed(setUp, rope->rope) != nullptr : !solid || solidNamed(setUp, solid->solid) != nullptr;
}

/// An end that a cut has made.
bool isCut(const VerbTarget& target)
{
    const auto* rope = std::get_if<RopePlace>(&target.place);
    return rope && !rope->end && target.piece->end;
}

/// Such ends of two pieces of one rope.
bool partedByCut(const VerbTarget& one, const VerbTarget& other)
{
    return isCut(one) && isCut(other) && one.piece->rope != other.piece->rope &&
           std::get<RopePlace>(one.place).rope == std::get<RopePlace>(other.place).rope;
}

std::string nameOf(const Stop& stop)
{
    if (const auto* place = std::get_if<SolidPlace>(&stop))
        return place->solid;
    if (const auto* round = std::get_if<RoundStop>(&stop))
        return round->solid;
    const auto* through = std::get_if<ThroughStop>(&stop);
    return through ? through->ring : "first";
}

/// What the stop is called behind which the strand begins that passes nearest to the point.
std::string behindWhat(const SetUp& setUp, const SetUpRope& rope, const Vec3& point)
{
    std::size_t best = 1;
    double least = 0.0;
    for (std::size_t i = 1; i < rope.path.size(); ++i)
    {
        const Vec3 from = middleOf(setUp, rope.path[i - 1]);
        const Vec3 way = middleOf(setUp, rope.path[i]) - from;
        const double part = glm::clamp(glm::dot(point - from, way) / std::max(glm::dot(way, way), 1e-12), 0.0, 1.0);
        const double away = glm::distance(point, from + part * way);
        if (i > 1 && away >= least)
            continue;
        least = away;
        best = i;
    }
    return best == 1 ? "first" : nameOf(rope.path[best - 1]);
}

} // namespace

std::string thingUnder(const MouseLook& look)
{
    const std::optional<SolidSeen> seen = solidSeen(look);
    constexpr float beforeSolid = 0.2f; // of the reach: a weight hangs close to its rope
    if (const std::optional<VerbTarget> rope = ropeNear(look, seen, beforeSolid))
        return std::get<RopePlace>(rope->place).rope;
    const SetUpSolid* solid = solidOf(look, seen);
    return solid ? solid->name : std::string();
}

Vec3 onGrid(const Vec3& point, double grid)
{
    return grid > 0.0 ? grid * glm::round(point / grid) : point;
}

std::string tagOf(const VerbTarget& target)
{
    const auto* rope = std::get_if<RopePlace>(&target.place);
    if (isCut(target))
        return rope->rope + ", cut end";
    if (rope && !rope->end)
        return target.whole > 0.0 ? fmt::format("{} {:.2f} / {:.2f} m", rope->rope, rope->along, target.whole)
                                  : fmt::format("{} {:.2f} m", rope->rope, rope->along);
    const auto* solid = std::get_if<SolidPlace>(&target.place);
    if (solid && solid->eye.empty())
        return solid->solid;
    return rope || solid ? placeText(target.place) : std::string();
}

void VerbTool::begin(MouseVerb verb)
{
    verb_ = verb;
    target_.reset();
    taken_.clear();
    refusal_.clear();
    pressedAt_.reset();
}

void VerbTool::look(const MouseLook& look)
{
    cursor_ = look.cursor;
    for (VerbTarget& target : taken_)
        if (!isThere(*look.host.wantedSetUp(), target.place))
            return begin(*verb_); // it is gone
        else
            target.position = look.host.positionOf(target.place);
    if (stroke())
        target_ = crossed(look, *pressedAt_);
    else if (!pressedAt_)
        target_ = look.viewport.contains(cursor_.x, cursor_.y) ? found(look) : std::nullopt;
}

std::optional<VerbTarget> VerbTool::found(const MouseLook& look) const
{
    const std::optional<SolidSeen> seen = solidSeen(look);
    const SetUpSolid* solid = solidOf(look, seen);
    if (leads())
    {
        if (!solid || !(isRound(solid->shape) || solid->shape == SceneSolid::Shape::ring))
            return std::nullopt;
        const Place place = SolidPlace{solid->name, Vec3(0.0), {}};
        return VerbTarget{place, std::nullopt, look.host.positionOf(place)};
    }
    if (dragsInFront())
        return std::nullopt;
    const bool ropeAlone = verb_ == MouseVerb::hold || verb_ == MouseVerb::wind || verb_ == MouseVerb::cut;
    std::optional<VerbTarget> eye =
        ropeAlone ? std::nullopt : eyeNear(look, verb_ == MouseVerb::tie ? taken_ : std::vector<VerbTarget>{});
    if (verb_ != MouseVerb::newRope)
    {
        std::optional<VerbTarget> rope = ropeNear(look, seen, 0.5f, verb_ == MouseVerb::cut ? 0.0f : 0.4f);
        const bool ends = verb_ == MouseVerb::wind;
        const auto away = [&look](const VerbTarget& target) { return seenFrom(look, glm::vec3(target.position)); };
        if (rope && (!ends || std::get<RopePlace>(rope->place).end) && !(eye && away(*eye) < away(*rope)))
            return rope;
        if (ropeAlone)
            return std::nullopt;
    }
    if (eye)
        return eye;
    if (solid && verb_ != MouseVerb::hang)
        return onSolid(look, *solid, Vec3(seen->at));
    if (verb_ != MouseVerb::newRope && verb_ != MouseVerb::measure)
        return std::nullopt;
    const glm::vec3 depth = taken_.empty() ? look.camera.target : glm::vec3(taken_.back().position);
    const std::optional<glm::vec3> space = dragTarget(look.camera, look.viewport, look.cursor, depth);
    if (!space)
        return std::nullopt;
    const Vec3 at = onGrid(Vec3(*space), look.grid);
    return VerbTarget{at, std::nullopt, at};
}

std::string VerbTool::press(const SetUpHost& host, bool other)
{
    refusal_.clear();
    const SetUp& setUp = *host.wantedSetUp();
    if (!target_ && verb_ == MouseVerb::cut)
    {
        pressedAt_ = cursor_;
        return {};
    }
    if (!target_)
    {
        refusal_ = leads()                    ? "Nothing there to lead a rope round"
                   : verb_ == MouseVerb::wind ? "No end of a rope there"
                   : verb_ == MouseVerb::tie  ? "No rope and no solid there"
                   : verb_ == MouseVerb::hang ? "No rope and no eye there"
                                              : "No rope there";
        return {};
    }
    if (verb_ == MouseVerb::measure && taken_.size() == 2)
        taken_.clear();
    taken_.push_back(*target_);
    const std::string place = wordsOf(target_->place);
    switch (*verb_)
    {
    case MouseVerb::hold:
        return (isHeldOrTied(setUp, std::get<RopePlace>(target_->place)) ? "let_go " : "hold ") + place;
    case MouseVerb::cut:
        return "cut " + wordsOf(Place(*target_->piece));
    case MouseVerb::tie:
        return taken_.size() == 2 ? tieOrJoin() : std::string();
    case MouseVerb::runOver:
        return taken_.size() > 1 ? runOver(setUp, other) : std::string();
    case MouseVerb::newRope:
    case MouseVerb::measure:
        return {};
    default:
        pressedAt_ = cursor_;
        return {};
    }
}

double VerbTool::amount() const
{
    const double up = pressedAt_ ? static_cast<double>(pressedAt_->y - cursor_.y) : 0.0;
    if (verb_ == MouseVerb::wind)
        return glm::clamp(0.05 * std::round((0.3 + 0.005 * up) / 0.05), -2.0, 2.0);
    const double mass = 5.0 * std::exp(-up / 80.0);
    const double digit = std::pow(10.0, std::floor(std::log10(mass)) - 1.0); // the second one
    return glm::clamp(5.0 * digit * std::round(mass / (5.0 * digit)), 0.1, 1000.0);
}

std::string VerbTool::measure() const
{
    if (verb_ == MouseVerb::measure && taken_.size() == 2)
        return fmt::format("{:.3f} m", glm::distance(taken_[0].position, taken_[1].position));
    if (verb_ == MouseVerb::measure && taken_.size() == 1 && target_)
        return fmt::format("{:.3f} m", glm::distance(taken_[0].position, target_->position));
    if (!pressedAt_ || stroke())
        return {};
    return fmt::format("{:.3g} {}", amount(), verb_ == MouseVerb::wind ? "m/s" : "kg");
}

std::string VerbTool::release()
{
    if (!pressedAt_)
        return {};
    if (stroke())
    {
        pressedAt_.reset();
        refusal_ = target_ ? "" : "No rope was crossed";
        return target_ ? "cut " + wordsOf(Place(*target_->piece)) : std::string();
    }
    std::string line = fmt::format("{} {} {:.3g}", verb_ == MouseVerb::wind ? "wind" : "hang",
                                   wordsOf(taken_.front().place), amount());
    pressedAt_.reset();
    return line;
}

/// Ends that a cut has made are joined; all else is tied.
std::string VerbTool::tieOrJoin() const
{
    if (partedByCut(taken_[0], taken_[1]))
        return "join " + placeText(*taken_[0].piece) + " " + placeText(*taken_[1].piece);
    return "tie " + wordsOf(taken_[0].place) + " " + wordsOf(taken_[1].place);
}

/// Round the side that makes the shorter way, or round the other one.
std::string VerbTool::runOver(const SetUp& setUp, bool other) const
{
    const std::string& rope = std::get<RopePlace>(taken_.front().place).rope;
    const std::string& solid = std::get<SolidPlace>(taken_.back().place).solid;
    const std::string behind = taken_.size() > 2 ? std::get<SolidPlace>(taken_[taken_.size() - 2].place).solid
                                                 : behindWhat(setUp, *ropeNamed(setUp, rope), taken_.front().position);
    const std::string begin = fmt::format("run_over {} {}", rope, solid);
    if (demandSolid(setUp, solid).shape == SceneSolid::Shape::ring)
        return begin + " behind " + behind;
    const auto way = [&](RoundStop::Side side)
    {
        try
        {
            const SetUp led = ropewalk::runOver(setUp, rope, RoundStop{solid, side}, behind);
            return lengthOf(pathOf(led, *ropeNamed(led, rope)));
        }
        catch (const std::invalid_argument&)
        {
            return 1e9;
        }
    };
    const bool left = (way(RoundStop::Side::left) <= way(RoundStop::Side::right)) != other;
    return fmt::format("{} {} behind {}", begin, left ? "left" : "right", behind);
}

bool VerbTool::finishes() const
{
    return verb_ && (leads() || dragsInFront() || (verb_ == MouseVerb::newRope && taken_.size() > 1));
}

std::string VerbTool::finish(const SetUpHost& host)
{
    if (verb_ == MouseVerb::newRope && taken_.size() > 1)
        return newRope(*host.wantedSetUp());
    if (finishes())
        end();
    return {};
}

/// Leads the rope round the round solids between its ends, by the shortest way.
std::string VerbTool::newRope(const SetUp& setUp) const
{
    std::vector<Stop> path;
    std::vector<std::size_t> rounds;
    for (std::size_t i = 0; i < taken_.size(); ++i)
    {
        const auto* place = std::get_if<SolidPlace>(&taken_[i].place);
        const SetUpSolid* solid = place ? solidNamed(setUp, place->solid) : nullptr;
        const bool between = i > 0 && i + 1 < taken_.size();
        if (between && solid && place->eye.empty() && isRound(solid->shape))
        {
            rounds.push_back(i);
            path.emplace_back(RoundStop{solid->name});
        }
        else if (between && solid && solid->shape == SceneSolid::Shape::ring)
            path.emplace_back(ThroughStop{solid->name});
        else if (place)
            path.emplace_back(*place);
        else
            path.emplace_back(std::get<Vec3>(taken_[i].place));
    }
    double least = 1e9;
    std::vector<Stop> best = path;
    for (std::size_t sides = 0; sides < std::size_t(1) << std::min<std::size_t>(rounds.size(), 8); ++sides)
    {
        for (std::size_t k = 0; k < rounds.size(); ++k)
            std::get<RoundStop>(path[rounds[k]]).side =
                (sides >> k) % 2 == 0 ? RoundStop::Side::left : RoundStop::Side::right;
        try
        {
            const double way = lengthOf(pathOf(setUp, SetUpRope{"new", path}));
            if (way < least)
            {
                least = way;
                best = path;
            }
        }
        catch (const std::invalid_argument&)
        {
            continue;
        }
    }
    std::string line = "new_rope";
    for (const Stop& stop : best)
        if (const auto* round = std::get_if<RoundStop>(&stop))
            line += fmt::format(" {} {}", round->solid, round->side == RoundStop::Side::left ? "left" : "right");
        else if (const auto* through = std::get_if<ThroughStop>(&stop))
            line += " " + through->ring;
        else if (const auto* place = std::get_if<SolidPlace>(&stop))
            line += " " + wordsOf(Place(*place));
        else
            line += " " + wordsOf(std::get<Vec3>(stop));
    return line;
}

void VerbTool::performed()
{
    if (verb_ != MouseVerb::runOver)
        end();
}

void VerbTool::refuse(std::string line)
{
    refusal_ = std::move(line);
    if (leads() && taken_.size() > 1)
        taken_.pop_back();
    else
        taken_.clear();
}

/// What a click would make, where that has a name of its own.
std::string VerbTool::tieLine() const
{
    if (taken_.empty())
        return "Tie or join: click a place on a rope or a solid";
    const VerbTarget& first = taken_.front();
    if (isCut(first))
        return target_ && partedByCut(first, *target_)
                   ? "Join: the two pieces become one rope"
                   : "Join: click the other end of the cut, or another place to tie it there";
    const auto* rope = std::get_if<RopePlace>(&first.place);
    if (!rope || !rope->end)
        return "Tie: click the other place";
    return target_ && target_->place == Place(RopePlace{rope->rope, otherEnd(*rope->end)})
               ? "Tie: the rope becomes a ring"
               : "Tie: click the other place; the rope's other end makes a ring";
}

std::string VerbTool::line() const
{
    if (refused())
        return refusal_;
    switch (*verb_)
    {
    case MouseVerb::hold:
        return "Hold: click a place on a rope; one that is held is let go";
    case MouseVerb::hang:
        return pressedAt_ ? "Hang: drag down for more, up for less"
                          : "Hang 5 kg: click a rope or an eye; drag down from there for more";
    case MouseVerb::tie:
        return tieLine();
    case MouseVerb::runOver:
        return taken_.empty() ? "Run over: click the strand of a rope"
                              : "Run over: click pulleys in order; Shift takes the other side, Enter ends it";
    case MouseVerb::cut:
        return "Cut: click a rope, or press beside it and draw across";
    case MouseVerb::wind:
        return pressedAt_ ? "Wind up: drag up to pay out faster, down to take in"
                          : "Wind up: press on an end that is held, and drag up or down";
    case MouseVerb::measure:
        return taken_.size() == 1 ? "Measure: click the other place" : "Measure: click a place";
    case MouseVerb::over:
        return "Over: drag the end of a rope; it goes in front of what it crosses";
    case MouseVerb::under:
        return "Under: drag the end of a rope; it goes behind what it crosses";
    case MouseVerb::newRope:
        break;
    }
    return taken_.size() < 2 ? "New rope: click where it begins, then place by place"
                             : "New rope: click on; Enter or a double click ends it";
}

} // namespace ropewalk
