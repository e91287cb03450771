#pragma once

#include "placed_solids.hpp"

#include "scenes/shared/rod_holder.hpp"
#include "scenes/shared/rods.hpp"

#include <rope/parameters.hpp>
#include <rope/pin.hpp>
#include <rope/rod.hpp>

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
struct RealRopeSettings
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
    Vec3 gravity{0.0, -9.81, 0.0};
    double damping = 0.2;
    rope::RodIntegrator integrator = rope::RodIntegrator::bdf2;
    double connectionSpeed = 1.0;
    double maxDt = 1.0 / 240.0;
    RodColours colours = RodColours::tension;
    RopeLook look = RopeLook::laid;

    friend bool operator==(const RealRopeSettings&, const RealRopeSettings&) = default;

    void describe(rope::Parameters& p);

    double segment() const { return length / (massCount - (closed ? 2 : 1)); } ///< [m]
    /// Segments as short as this stretch where they should turn: EA l² must be above 2 B.
    bool tooShort() const { return axialStiffness * segment() * segment() <= 2.0 * bendingStiffness; }
    /// Strands that touch slip between the corners of longer segments.
    bool tooLongForItself() const { return selfContact && segment() > 1.5 * ropeRadius; }
    /// The constants of its rod, with this number of masses.
    rope::RodSettings rod(int masses) const;
    /// Whether friction turns the rope; a ring's twist is uniform, which no friction on the way can change.
    bool rolls() const { return surfaceFriction && !closed; }
};

/// The floor is at the height 0. Until a list of solids is wanted there are none but the floor.
class RealRope : public RodHolder
{
public:
    explicit RealRope(const RealRopeSettings& settings, const SolidList& solids = {});

    const RealRopeSettings& settings() const { return settings_; }
    void
    setSettings(const RealRopeSettings& settings); ///< another length, number of masses or rule of friction begins anew

    void setConnectionVelocity(const Vec3& velocity) { connectionVelocity_ = velocity; }
    void setGrab(const std::optional<RodGrab>& grab) { grab_ = grab; }
    const std::optional<RodGrab>& grab() const { return grab_; }
    void setPins(const rope::Pins& pins); ///< of masses other than the connection point; they glide to their places
    const rope::Pins& pins() const { return pins_; }
    std::optional<std::size_t> massOf(const rope::Pin& pin) const; ///< none where the rope has no such mass

    /// Mass i > 0 keeps the identity i - netInsertions() while the reel at the held end inserts and takes off masses.
    int netInsertions() const { return rod_.reel() ? rod_.reel()->netInsertions() : 0; } ///< a ring has no reel

    void setSolids(const SolidList& solids); ///< they glide there
    const std::vector<PlacedSolids::Placed>& solids() const { return placed_.placed(); }

    rope::WrittenMoment written() const;
    /// Throws std::invalid_argument where it is no moment of such a rope.
    void beginAt(const rope::WrittenMoment& moment);

    int advance(double h);
    /// Moves the pulled masses, and solids to their places, while time stands: `h` seconds of motion without weight,
    /// with the reel at rest. Returns the steps.
    int pose(double h);
    double groundHeight() const { return 0.0; } ///< [m]
    /// Puts the masses at rest at these positions [m].
    void layOut(const std::vector<Vec3>& positions) { rod_.layOut(positions); }

private:
    void step(double dt);
    void twist(double dt);
    void hold(double dt);
    void applyTurns();
    void wind();
    double grabStiffness() const;
    std::array<rope::StateNumber, 1> state() const;

    RealRopeSettings settings_;
    PlacedSolids placed_;
    Vec3 connectionVelocity_{0.0};
    std::optional<RodGrab> grab_;
    std::optional<std::size_t> pulled_; ///< the mass that has the force of the grab
    rope::Pins pins_;
    double turned_ = 0.0; ///< [rad], of the free end against the held one
};

} // namespace ropewalk
