#pragma once

#include "scenes/controls.hpp"
#include "scenes/snapshot.hpp"

#include <rope/knot.hpp>
#include <rope/rope_simulation.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Which knot is in a rope that touches itself.

namespace ropewalk
{

/// Names the knot of one rope, and again only when the rope has moved.
class KnotWatch
{
public:
    /// None of a rope that its strands may pass through, or whose line touches itself.
    const std::optional<rope::KnotType>& look(const rope::RopeSimulation& sim, rope::RopeId id);

    /// Two ropes that are tied to each other, joined as rope::joinedBend() does: the first end of each is the free one.
    const std::optional<rope::KnotType>& look(const rope::RopeSimulation& sim, rope::RopeId one, rope::RopeId other);

    const std::vector<Vec3>& points() const { return points_; } ///< [m], of the curve that was named

private:
    void name(rope::CurveEnds ends, bool apart);

    std::vector<Vec3> seen_;   ///< [m], of the ropes
    std::vector<Vec3> points_; ///< [m], of the curve that they make
    std::optional<rope::KnotType> type_;
};

/// Of several ropes, by their names.
using KnotWatches = std::map<std::string, KnotWatch, std::less<>>;

/// [m], of the loop between the two strands of an overhand knot that twist about each other: its mean curvature in the
/// middle half; 0 of other knots, and of rings.
double loopRadius(const rope::KnotType& type, const std::vector<Vec3>& points);

/// For each segment how far it lies over (1) or under (0) the knot's other strands: 1 and 0 at the
/// crossings that no move takes away, even between, 0.5 before the first and behind the last. Where there are none,
/// 0.5.
std::vector<float> crossingColours(const std::optional<rope::KnotType>& type, std::size_t segments);
void scaleCrossings(Snapshot& snapshot); ///< the legend for them

/// "overhand 3_1 · determinant 3"
std::string knotText(const rope::KnotType& type);

/// Above the middle of the places where a curve of a knot crosses itself in its picture, as high as it is between them
/// [m]: a label there leaves all crossings free.
Vec3 topOf(const rope::KnotType& type, const std::vector<Vec3>& points);

/// Adds the knot's name beside it: "overhand 3_1, determinant 3, holds" with dots between. None where there is
/// no knot.
void addKnotLabel(Snapshot& snapshot, const rope::RopeSimulation& sim, rope::RopeId id, KnotWatch& watch);

/// Whether most touches of the rope with itself stick: "loose", "slips" or "holds".
std::string_view holdText(const rope::RopeSimulation& sim, const rope::Rope& rope);

} // namespace ropewalk
