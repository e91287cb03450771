#pragma once

#include "scenes/shared/driven_rope.hpp"
#include "scenes/shared/rods.hpp"

#include <rope/parameters.hpp>

#include <cstddef>
#include <optional>
#include <vector>

// A rope that is wound round a post: a load pulls one end, a hand holds the other, and friction does the rest.

namespace ropewalk
{

/// The constants of the capstan; SI units.
struct CapstanSettings : RodWorld
{
    CapstanSettings() : RodWorld{.gravity = Vec3(0.0), .damping = 5.0} {}

    double wrapAngle = 18.84955592153876; ///< 6 pi: three turns
    double postRadius = 0.05;
    int massCount = 272;
    double massPerLength = 0.05;
    double ropeRadius = 0.004;
    double axialStiffness = 2e4;
    double bendingStiffness = 0.0;
    double torsionalStiffness = 0.0;
    double contactFriction = 0.3;
    bool selfContact = false;
    double load = 200.0;
    double hold = 1.0;
    double slideSpeed = 0.5;
    RodColours colours = RodColours::tension;

    friend bool operator==(const CapstanSettings&, const CapstanSettings&) = default;

    void describe(rope::Parameters& p);

    rope::RopeByLength rope() const; ///< the rope that it is made of

    // How the rope is laid: a helix of straight segments between two straight tails.
    double lineRadius() const { return postRadius + ropeRadius; } ///< [m], of the rope's line round the post
    int touching() const;                                         ///< masses on the post
    int tail() const;                                             ///< segments of each tail
    double turn() const { return wrapAngle / touching(); }        ///< [rad] round the post, from one to the next
    double rise() const;                                          ///< [m] along the post in one turn
    double segment() const;                                       ///< [m]
    double postLength() const;                                    ///< [m]

    /// The largest ratio of the tensions at both ends that friction holds: of the masses, each a corner of the polygon,
    /// and of the continuous rope, e^(mu phi).
    double ratioOfPolygon() const;
    double ratio() const;
    /// Whether the rope stays where it is.
    bool holds() const;

    /// The rope as it is laid, with the forces along its ends.
    std::vector<Vec3> laid() const;
};

class Capstan : public DrivenRope
{
public:
    explicit Capstan(const CapstanSettings& settings);

    const CapstanSettings& settings() const { return settings_; }
    void setSettings(const CapstanSettings& settings); ///< what lays the rope begins anew

    /// The hand pulls this times as much as `hold`.
    void setHandFactor(double factor) { handFactor_ = factor; }

    const Vec3& loadDirection() const { return loadDirection_; }
    const Vec3& holdDirection() const { return holdDirection_; }
    double loadForce() const { return pulls(settings_.load); }               ///< [N], now
    double holdForce() const { return pulls(settings_.hold * handFactor_); } ///< [N], now

    double slip() const;                   ///< [m], how far the loaded end has gone along the load
    double slipSpeed() const;              ///< [m/s], of the loaded end along the load
    double tensionRatio() const;           ///< of the last segment to the first; 0 where the first is slack
    double pressure() const;               ///< [N], of the post on the rope, all touches together
    double turned(std::size_t mass) const; ///< [rad], between the segments before and behind it
    double touchingAngle() const;          ///< [rad], by which the rope turns at the masses that touch
    /// The largest ratio of tensions that these masses hold, each a corner of its own angle.
    double ratioOfTouches() const;
    /// An end has come to the post: the pulls are over.
    bool ranOff() const { return ranOff_; }

    static constexpr double riseTime = 0.5; ///< [s] in which the stronger pull grows from the weaker one

private:
    void drive(double dt) override;
    double strongestPull() const override { return 2.0 * (settings_.load + settings_.hold + 1.0); }
    void setLoads();
    void setRope();
    bool endAtPost() const;
    double pulls(double force) const;

    CapstanSettings settings_;
    Vec3 loadDirection_{0.0};
    Vec3 holdDirection_{0.0};
    Vec3 loadedEnd_{0.0}; ///< [m], where it was laid
    Vec3 heldEnd_{0.0};
    double handFactor_ = 1.0;
    bool ranOff_ = false;
};

} // namespace ropewalk
