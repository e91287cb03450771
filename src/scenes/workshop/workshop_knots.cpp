#include "workshop_knots.hpp"

#include "workshop_presets.hpp"

#include "scenes/set_up/set_up_check.hpp"
#include "scenes/shared/knot_laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

namespace
{

using Piece = Workshop::Piece;

const SetUpRope& wantedOf(const Workshop& workshop, const Piece& piece)
{
    return *ropeNamed(*workshop.setUp(), piece.of);
}

/// The two whole ropes that are tied to each other, if there are two that have a free first end and a held last one.
std::vector<const Piece*> bendOf(const Workshop& workshop)
{
    std::vector<const Piece*> found;
    for (const Piece& piece : workshop.pieces())
    {
        const SetUpRope& rope = wantedOf(workshop, piece);
        const bool loose = !isHeldOrTied(*workshop.setUp(), {rope.name, rope::RopeEnd::first});
        if (rope.selfContact && !rope.closed && loose &&
            isHeldOrTied(*workshop.setUp(), {rope.name, rope::RopeEnd::last}))
            found.push_back(&piece);
    }
    return found.size() == 2 && found[0]->of != found[1]->of ? found : std::vector<const Piece*>{};
}

/// What people call the knot of a rope that lies as in a ready-tied set-up, with the type that it then has; empty
/// where the type says all, and of other ropes.
std::string_view calledOf(const SetUpRope& rope)
{
    struct Tied
    {
        WorkshopPreset preset;
        std::string_view called;
    };
    static constexpr std::array all = {
        Tied{WorkshopPreset::tied_bowline, "bowline 6_2"}, Tied{WorkshopPreset::tied_sheet_bend, "sheet bend 6_2"},
        Tied{WorkshopPreset::tied_clove_hitch, "clove hitch 0_1"},
        Tied{WorkshopPreset::tied_munter, "munter hitch 0_1"}, Tied{WorkshopPreset::tied_prusik, "prusik 0_1"}};
    for (const Tied& tied : all)
        for (const SetUpRope& other : workshopPreset(tied.preset).setUp->ropes)
            if (rope.path == other.path)
                return tied.called;
    return {};
}

bool isOf(std::string_view called, const rope::KnotType& type)
{
    return !type.name.empty() && called.ends_with(" " + type.name);
}

/// "bowline 6_2 · determinant 11"; "prusik": without the bar or the rope that it lies round, a hitch is no knot.
std::string textOf(const rope::KnotType& type, std::string_view called)
{
    if (type.name == "0_1" && isOf(called, type))
        return std::string(called.substr(0, called.rfind(' ')));
    return isOf(called, type) ? fmt::format("{} \u00b7 determinant {}", called, type.determinant) : knotText(type);
}

/// "holds 12.4 N", "slipped at 57.1 N"; without a pull whether touches stick.
std::string stateText(const Workshop& workshop, const Piece& piece)
{
    const std::optional<Workshop::Held> held = workshop.heldBy(piece.of);
    if (!held)
        return std::string(holdText(workshop.rope(), workshop.ropeOf(piece)));
    return fmt::format("{} {:.1f} N", held->slipped ? "slipped at" : "holds", held->pull);
}

/// T R²/B of an overhand knot beside its law, and whether it would stay when it is let go; empty of other knots, and
/// where the loop is not as large as the law needs.
std::string lawText(const Workshop& workshop, const Piece& piece, double loop)
{
    const SetUpRope& rope = wantedOf(workshop, piece);
    const double radii = loop / rope.ropeRadius;
    constexpr double least = 21.0;
    constexpr double most = 66.0;
    if (radii < least || radii > most || rope.bendingStiffness == 0.0)
        return "";
    const double pull = workshop.forceAt(RopePlace{piece.of, rope::RopeEnd::last});
    const double law = overhandPull(radii) + rope.contactFriction * overhandPressure(radii);
    const double friction = overhandFriction(radii);
    return fmt::format(" \u00b7 T R\u00b2/B {:.2f}, law {:.2f} \u00b7 let go it {}: friction {:.2f}, needs {:.2f}",
                       pull * loop * loop / rope.bendingStiffness, law,
                       rope.contactFriction < friction ? "opens" : "stays", rope.contactFriction, friction);
}

/// Above the middle of all places where a rope touches ropes or solids, as high as the highest [m]; none where it is
/// loose.
std::optional<Vec3> touchedTop(const Workshop& workshop, const rope::Rope& rope)
{
    Vec3 sum(0.0);
    double top = -HUGE_VAL;
    int count = 0;
    const auto add = [&](const Vec3& point)
    {
        sum += point;
        top = std::max(top, point.y);
        ++count;
    };
    const auto isOn = [&rope](std::size_t edge) { return edge >= rope.first && edge < rope.first + rope.masses(); };
    for (const rope::RopeTouch& touch : workshop.rope().selfTouches())
        if (isOn(touch.edge) || isOn(touch.other))
            add(touch.point);
    for (const rope::SolidTouch& touch : workshop.rope().touches())
        if (isOn(touch.mass))
            add(touch.point);
    if (count == 0)
        return std::nullopt;
    return Vec3(sum.x / count, top, sum.z / count);
}

void addLabel(Snapshot& snapshot, const Workshop& workshop, const Piece& piece, KnotWatch& watch)
{
    const std::optional<rope::KnotType>& type = watch.look(workshop.rope(), piece.id);
    if (!type)
        return;
    const std::string_view called = calledOf(wantedOf(workshop, piece));
    const bool isKnot = !type->visits.empty() && type->name != "0_1";
    if (isKnot)
    {
        std::string text = fmt::format("{} \u00b7 {}", textOf(*type, called), stateText(workshop, piece));
        if (type->share < 1.0)
            text += fmt::format(" \u00b7 {:.0f} % of the ways out", 100.0 * type->share);
        text += lawText(workshop, piece, loopRadius(*type, watch.points()));
        snapshot.labels.push_back({glm::vec3(topOf(*type, watch.points())), text});
    }
    else if (const auto top = touchedTop(workshop, workshop.ropeOf(piece)); top && workshop.heldBy(piece.of))
    {
        const std::string name = isOf(called, *type) ? textOf(*type, called) : "hitch";
        snapshot.labels.push_back({glm::vec3(*top), fmt::format("{} \u00b7 {}", name, stateText(workshop, piece))});
    }
}

/// [1/m], the sharpest bend of a rope next to where it touches ropes.
double sharpestBend(const rope::RopeSimulation& sim, const rope::Rope& rope)
{
    double sharpest = 0.0;
    for (const rope::RopeTouch& touch : sim.selfTouches())
        for (const std::size_t edge : {touch.edge, touch.other})
            for (const std::size_t mass : {edge, edge + 1})
                if (mass > rope.first && mass < rope.first + rope.segments())
                    sharpest = std::max(sharpest, sim.curvature(mass));
    return sharpest;
}

} // namespace

std::optional<Remark> tooTight(const Workshop& workshop)
{
    constexpr double most = 0.45; // of l² by bend and rope's radius
    constexpr double fine = 0.7;  // radii
    for (const Piece& piece : workshop.pieces())
    {
        const rope::Rope& rope = workshop.ropeOf(piece);
        const double l = rope.constants.springLength;
        const double r = rope.constants.ropeRadius;
        if (!rope.constants.selfContact || r == 0.0 || l <= fine * r)
            continue;
        const double bend = sharpestBend(workshop.rope(), rope);
        if (l * l * bend <= most * r)
            continue;
        const auto masses = static_cast<int>(std::ceil(piece.whole / (fine * r))) + (rope.constants.closed ? 2 : 1);
        Remark remark{fmt::format("The knot in '{}' is tighter than its masses can follow: they cut the curve by up to "
                                  "{:.0f} % of the rope's thickness. More masses make it smooth.",
                                  piece.name, 100.0 * l * l * bend / (16.0 * r)),
                      {}};
        if (masses <= mostRopeMasses)
            remark.cures.push_back({fmt::format("Give '{}' {} masses", piece.of, masses), piece.of + ".mass_count",
                                    std::to_string(masses)});
        return remark;
    }
    return std::nullopt;
}

void addKnotLabels(Snapshot& snapshot, const Workshop& workshop, KnotWatches& knots)
{
    if (const std::vector<const Piece*> bend = bendOf(workshop); !bend.empty())
    {
        KnotWatch& watch = knots[bend[0]->name + " " + bend[1]->name];
        const std::optional<rope::KnotType>& type = watch.look(workshop.rope(), bend[0]->id, bend[1]->id);
        const std::optional<Vec3> top = touchedTop(workshop, workshop.ropeOf(*bend[0]));
        const auto heldBy = [&](const Piece& piece) {
            return workshop.heldBy(piece.of).value_or(Workshop::Held{-1.0, false}).pull;
        };
        const Piece& pulled = heldBy(*bend[0]) >= heldBy(*bend[1]) ? *bend[0] : *bend[1];
        if (type && type->name != "0_1" && top)
            return snapshot.labels.push_back(
                {glm::vec3(*top), fmt::format("{} \u00b7 {}", textOf(*type, calledOf(wantedOf(workshop, pulled))),
                                              stateText(workshop, pulled))});
    }
    for (const Piece& piece : workshop.pieces())
        addLabel(snapshot, workshop, piece, knots[piece.name]);
}

} // namespace ropewalk
