#pragma once

#include "set_up.hpp"

#include <vector>

// Where a rope of a set-up lies at the beginning: straight from stop to stop, and in arcs round what it runs round.

namespace ropewalk
{

/// A straight piece of a rope's path, or an arc round a solid.
struct PathPiece
{
    Vec3 from{0.0}; ///< [m]
    Vec3 to{0.0};   ///< [m]
    double length = 0.0;

    // Of an arc; one with turns is a screw.
    double radius = 0.0; ///< [m], of the rope's line; 0: a straight piece
    Vec3 middle{0.0};    ///< [m]
    Vec3 axis{0.0};      ///< of the length 1, about which it turns to the left
    double angle = 0.0;  ///< [rad]
    double rise = 0.0;   ///< [m] along the axis, half of it to each side of the middle

    Vec3 at(double part) const; ///< [m], at 0 `from`, at 1 `to`
};

/// The way along the stops, which name solids that there are. Throws std::invalid_argument where a stop lies within
/// what the rope runs round, or two stops are at one place.
std::vector<PathPiece> pathOf(const SetUp& setUp, const SetUpRope& rope);

double lengthOf(const std::vector<PathPiece>& path); ///< [m]

/// [m], what the rope is told to have or the length of its path. Throws as pathOf(), and where it is shorter than that.
double lengthOf(const SetUp& setUp, const SetUpRope& rope);

/// The count that the rope is told to have, or enough that a segment is at most ten radii of the rope, half a radius of
/// any solid that it runs round, and one and a half of its own radii where it touches itself. A ring counts two more
/// than it has segments, as RopeByLength does.
int massCountOf(const SetUp& setUp, const SetUpRope& rope);

/// A rope where it is laid out.
struct RopeLayout
{
    /// [m], of all masses: neighbours are a segment apart, or less where segments are longer than a turn of the rope.
    std::vector<Vec3> positions;
    double segment = 0.0; ///< [m]
};

/// Along its path; what it is longer than that hangs between the two stops that are farthest apart. A rope that is as
/// long as its path is measured by its segments, which are chords of its arcs. Throws as lengthOf().
RopeLayout layOut(const SetUp& setUp, const SetUpRope& rope, const Vec3& gravity);

/// Whether both are laid out at the same places: an end that is tied in one may be loose in the other.
bool laidOutAlike(const SetUpRope& a, const SetUpRope& b);

} // namespace ropewalk
