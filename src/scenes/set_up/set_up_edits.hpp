#pragma once

#include "set_up.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

// What a user does to a set-up. Each edit gives the set-up that comes of it, checked by validate(), or throws
// std::invalid_argument with a line that begins with the verb.

namespace ropewalk
{

/// Where a place is at the moment [m].
using WhereIs = std::function<Vec3(const Place&)>;

/// Holds a place of a rope at that point.
SetUp withHold(const SetUp& setUp, const RopePlace& place, const Vec3& at);

/// Undoes all holds and ties of a place, which is now at `at`.
SetUp letGo(const SetUp& setUp, const Place& place, const Vec3& at);

/// Ties a new weight to a place, which is now at `at`.
SetUp withWeight(const SetUp& setUp, const Place& place, double mass, const Vec3& at);

SetUp withTie(const SetUp& setUp, const Place& a, const Place& b);

/// Leads a rope over a solid or through a ring, behind its first stop ("first") or the last one at the solid of that
/// name; where `behind` is empty, between the two stops where that makes the shortest way. A rope that is too short for
/// it becomes as long as its path.
SetUp runOver(const SetUp& setUp, std::string_view rope, const Stop& stop, std::string_view behind = {});

/// Puts an end that is held or tied on a reel.
SetUp withReel(const SetUp& setUp, const RopePlace& end, double speed);

/// Adds a rope; its ends are held where they are points.
SetUp withRope(const SetUp& setUp, const std::vector<Stop>& path);
/// Adds a solid, and names it.
SetUp withSolid(const SetUp& setUp, SetUpSolid solid);

/// Removes a solid or a rope, and what names it: ties, holds, stops, roles.
SetUp without(const SetUp& setUp, std::string_view name);

/// Adds another solid or rope like it, moved by so much, without ties and what it runs round.
SetUp withCopy(const SetUp& setUp, std::string_view name, const Vec3& by);

/// Places a solid.
SetUp movedTo(const SetUp& setUp, std::string_view solid, const Vec3& to);

/// Pulls the last end of a rope, which is now at `at` and held from then on; 0 N lets the pull go.
SetUp withPull(const SetUp& setUp, std::string_view rope, double force, const Vec3& at);

/// Everything as a mirror across x shows it: knots become those of the other hand.
SetUp mirrored(const SetUp& setUp);

/// Where what a path leads to is at the beginning [m]: of a solid its middle.
Vec3 middleOf(const SetUp& setUp, const Stop& stop);

/// "rope1", the first of this kind that no thing is called.
std::string newName(const SetUp& setUp, std::string_view kind);

} // namespace ropewalk
