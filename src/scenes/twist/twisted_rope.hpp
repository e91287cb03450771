#pragma once

#include "scenes/shared/driven_rope.hpp"
#include "scenes/shared/rods.hpp"

#include <rope/parameters.hpp>

#include <optional>
#include <vector>

// A rope between two clamps: one stands, the other is pulled along the line between them, slides, and is turned.

namespace ropewalk
{

/// The constants of the twisted rope; SI units.
struct TwistSettings : RodWorld
{
    TwistSettings() : RodWorld{.gravity = Vec3(0.0), .damping = 0.8} {}

    double length = 1.0;
    int massCount = 101;
    double massPerLength = 0.05;
    double bendingStiffness = 0.01;
    double torsionalStiffness = 0.01;
    double ropeRadius = 0.008;
    bool selfContact = false;
    double contactFriction = 0.1;
    RodColours colours = RodColours::torque;
    double endForce = 0.5;
    double turns = 2.7;
    double turningSpeed = 0.5;

    friend bool operator==(const TwistSettings&, const TwistSettings&) = default;

    void describe(rope::Parameters& p);

    rope::RopeByLength rope() const; ///< the rope that it is made of

    /// Turns of the end beyond which the straight rope buckles: rope::clampedTorque; none where it has no stiffness, or
    /// weight bends it.
    std::optional<double> bucklingTurns() const;
};

class TwistedRope : public DrivenRope
{
public:
    explicit TwistedRope(const TwistSettings& settings);

    const TwistSettings& settings() const { return settings_; }
    void setSettings(const TwistSettings& settings); ///< another length or number of masses begins anew

    /// Turns the end with this speed [turns/s] from where it is; `turns` no longer says where it goes.
    void setTurning(double speed);

    double turned() const { return angle_; } ///< [rad], of the end
    double twist() const;                    ///< [turns]
    double writhe() const;                   ///< [turns]
    double endShortening() const;            ///< [m], how much nearer the end is than with a straight rope
    double largestDeflection() const;        ///< [m], from the line between the clamps

    static constexpr double turningTime = 4.0; ///< [s] in which the end goes to the constant `turns`

private:
    void drive(double dt) override;
    double strongestPull() const override;
    void turnEnd(double dt);
    void slide(double dt);
    void seedBuckling();
    double straightLength() const; ///< [m], under the pull

    TwistSettings settings_;
    double angle_ = 0.0;   ///< [rad], of the end
    double from_ = 0.0;    ///< [rad], where it began to go to `turns`
    double since_ = 0.0;   ///< [s], and when
    bool going_ = true;    ///< to `turns`
    double turning_ = 0.0; ///< [rad/s], else
};

} // namespace ropewalk
