#pragma once

#include "scene_solid.hpp"

#include <rope/rope_end.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// What a user builds in the workshop: ropes, solids, ties and holds, by names.

namespace ropewalk
{

/// A place on a rope: an end, or so far along it.
struct RopePlace
{
    std::string rope;
    std::optional<rope::RopeEnd> end = std::nullopt;
    double along = 0.0; ///< [m] of rope at rest from its first end, where `end` says nothing

    friend bool operator==(const RopePlace& a, const RopePlace& b)
    {
        return a.rope == b.rope && a.end == b.end && (a.end || a.along == b.along);
    }
};

/// A place on a solid: an eye that it has by name ("top"), or a point.
struct SolidPlace
{
    std::string solid;
    Vec3 at{0.0};    ///< [m], in its own axes, where `eye` says nothing
    std::string eye; ///< empty: none

    friend bool operator==(const SolidPlace&, const SolidPlace&) = default;
};

/// Where something is or acts: a point of space, a place on a rope or on a solid.
using Place = std::variant<Vec3, RopePlace, SolidPlace>;

/// How a solid of the set-up moves.
enum class Moves
{
    no,     ///< it stands; edits glide it
    axle,   ///< it turns about its axis
    driven, ///< the same, by a motor
    free    ///< it is a body
};

struct SetUpSolid : SceneSolid
{
    std::string name;
    Moves moves = Moves::no;
    double mass = 1.0;         ///< [kg]
    double axleRadius = 0.0;   ///< [m]
    double axleFriction = 0.0; ///< mu of the axle
    double spinSpeed = 0.0;    ///< [rad/s], of a driven one
    double mostTorque = 100.0; ///< [N m], of a driven one
    double depth = 0.01;       ///< [m], by which the rims of a pulley or a block stand out above its hub
    double width = 0.02;       ///< [m] between them
    Vec3 velocity{0.0};        ///< [m/s], of a free one at the beginning

    friend bool operator==(const SetUpSolid&, const SetUpSolid&) = default;
};

/// A rope runs round a solid.
struct RoundStop
{
    /// Which way the rope turns there, seen with the solid's axis towards the eye.
    enum class Side
    {
        left,
        right
    };
    std::string solid;
    Side side = Side::left;
    int turns = 0; ///< whole ones, beside what leads from the stop before to the one behind

    friend bool operator==(const RoundStop&, const RoundStop&) = default;
};

/// A rope runs through a ring.
struct ThroughStop
{
    std::string ring;

    friend bool operator==(const ThroughStop&, const ThroughStop&) = default;
};

/// What a rope's path leads to. Its first and last stops are its ends: points, or places of solids to which they are
/// tied.
using Stop = std::variant<Vec3, SolidPlace, RoundStop, ThroughStop>;

struct SetUpRope
{
    std::string name;
    std::vector<Stop> path;
    double length = 0.0;               ///< [m]; 0: as long as its path
    int massCount = 0;                 ///< 0: as its radius and what it runs round want it
    double massPerLength = 0.05;       ///< [kg/m]
    double axialStiffness = 20'000.0;  ///< [N]
    double bendingStiffness = 0.001;   ///< [N m2]
    double torsionalStiffness = 0.001; ///< [N m2]
    double ropeRadius = 0.005;         ///< [m]
    double contactFriction = 0.3;
    bool selfContact = false;
    double breakingStrain = 0.0;                      ///< at which it breaks; 0: never
    bool closed = false;                              ///< a ring of rope
    std::optional<rope::RopeEnd> reel = std::nullopt; ///< the end that is on a reel
    double payoutSpeed = 0.0;                         ///< [m/s], of the reel
    double pull = 0.0; ///< [N], with which what holds its last end draws it outwards; 0: not

    friend bool operator==(const SetUpRope&, const SetUpRope&) = default;
};

/// Two places that stay together.
struct SetUpTie
{
    Place a;
    Place b;
    bool meter = false; ///< its force is seen on the picture

    friend bool operator==(const SetUpTie&, const SetUpTie&) = default;
};

/// A place of a rope that is held in space.
struct SetUpHold
{
    RopePlace rope;
    Vec3 at{0.0}; ///< [m]

    friend bool operator==(const SetUpHold&, const SetUpHold&) = default;
};

/// What places are for.
struct Roles
{
    std::optional<RopePlace> hand = std::nullopt; ///< what the keys move: a hold
    std::optional<Place> haul = std::nullopt;     ///< where is pulled
    std::optional<Place> load = std::nullopt;     ///< where the load hangs

    friend bool operator==(const Roles&, const Roles&) = default;
};

struct SetUp
{
    std::vector<SetUpSolid> solids;
    std::vector<SetUpRope> ropes;
    std::vector<SetUpTie> ties;
    std::vector<SetUpHold> holds;
    Roles roles;

    friend bool operator==(const SetUp&, const SetUp&) = default;
};

/// A force where things are joined.
struct JointForce
{
    std::size_t joint = 0; ///< its number; all of the same act on one thing
    Vec3 at{0.0};          ///< [m]
    Vec3 force{0.0};       ///< [N]
};

/// The thing of that name; null where there is none.
const SetUpSolid* solidNamed(const SetUp& setUp, std::string_view name);
const SetUpRope* ropeNamed(const SetUp& setUp, std::string_view name);
SetUpSolid* solidNamed(SetUp& setUp, std::string_view name);
SetUpRope* ropeNamed(SetUp& setUp, std::string_view name);

/// "fall.last", "fall 1.3", "load.top", "load [0, 0.1, 0]".
std::string placeText(const Place& place);

/// Never changed, only replaced.
using SetUpPtr = std::shared_ptr<const SetUp>;

} // namespace ropewalk
