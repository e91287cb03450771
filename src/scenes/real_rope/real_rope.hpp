#pragma once

#include "placed_solids.hpp"

#include "scenes/shared/driven_rope.hpp"
#include "scenes/shared/rods.hpp"

#include <rope/parameters.hpp>
#include <rope/pin.hpp>

#include <array>
#include <optional>
#include <vector>

// A rope with bending, twist and thickness, that falls over solids and lies on them and on the floor.

namespace ropewalk
{

/// How the rope is made to the eye; its constants say how it moves.
enum class RopeLook
{
    laid,
    braided,
    wire
};

/// The constants of the rope on solids; SI units.
struct RealRopeSettings : RodWorld
{
    double length = 3.5;
    int massCount = 236;
    double massPerLength = 0.28;
    double axialStiffness = 2e4;
    double bendingStiffness = 0.004;
    double torsionalStiffness = 0.004;
    double ropeRadius = 0.01;
    double contactFriction = 0.4;
    bool surfaceFriction = false;
    bool selfContact = true;
    bool closed = false;
    bool endHeld = true;
    double turns = 0.0;
    double payoutSpeed = 0.0;
    int maxMassCount = 400;
    double connectionSpeed = 1.0;
    RodColours colours = RodColours::tension;
    RopeLook look = RopeLook::laid;

    friend bool operator==(const RealRopeSettings&, const RealRopeSettings&) = default;

    void describe(rope::Parameters& p);

    double segment() const { return length / (massCount - (closed ? 2 : 1)); } ///< [m]
    /// Segments as short as this stretch where they should turn: EA l² must be above 2 B.
    bool tooShort() const { return axialStiffness * segment() * segment() <= 2.0 * bendingStiffness; }
    /// Strands that touch slip between the corners of longer segments.
    bool tooLongForItself() const { return selfContact && segment() > 1.5 * ropeRadius; }
    rope::RopeByLength rope() const; ///< the rope that it is made of
    /// Whether friction turns the rope; a ring's twist is uniform, which no friction on the way can change.
    bool rolls() const { return surfaceFriction && !closed; }
};

/// The floor is at the height 0. Until a list of solids is wanted there are none but the floor.
class RealRope : public DrivenRope
{
public:
    explicit RealRope(const RealRopeSettings& settings, const SolidList& solids = {});

    const RealRopeSettings& settings() const { return settings_; }
    void
    setSettings(const RealRopeSettings& settings); ///< another length, number of masses or rule of friction begins anew

    using rope::RopeSimulation::layOut;
    using rope::RopeSimulation::massOf;
    using rope::RopeSimulation::netInsertions;
    using rope::RopeSimulation::pins;
    using rope::RopeSimulation::pose;
    using rope::RopeSimulation::setConnectionVelocity;
    using rope::RopeSimulation::setPins;

    void setSolids(const SolidList& solids); ///< they glide there
    const std::vector<PlacedSolids::Placed>& solids() const { return placed_.placed(); }

    rope::WrittenMoment written() const;
    /// Throws std::invalid_argument where it is no moment of such a rope.
    void beginAt(const rope::WrittenMoment& moment);

    double groundHeight() const { return 0.0; } ///< [m]

private:
    void drive(double dt) override;
    void twistEnd(double dt);
    void applyTurns();
    std::array<rope::StateNumber, 1> state() const;

    RealRopeSettings settings_;
    PlacedSolids placed_;
    double turned_ = 0.0; ///< [rad], of the free end against the held one
};

} // namespace ropewalk
