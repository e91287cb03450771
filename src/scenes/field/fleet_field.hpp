#pragma once

#include "scenes/snapshot.hpp"

#include <rope/detail/glide.hpp>
#include <rope/detail/sum.hpp>
#include <rope/parameters.hpp>
#include <rope/rope_fleet.hpp>
#include <rope/rope_settings.hpp>
#include <rope/stability.hpp>
#include <rope/step_limits.hpp>
#include <rope/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace ropewalk
{

/// What a field of ropes is made of; SI units.
struct FieldSettings
{
    FieldSettings() { rope.groundHeight = 0.0; } // the roots stand on it

    /// A fleet of this many takes about 100 MB.
    static constexpr int mostMasses = 4'000'000;

    int ropeCount = 12'500;
    double spacing = 0.4;
    double combDelay = 0.06;
    rope::Vec3 wind{6.0, 0.0, -2.5};
    double gustiness = 0.6;
    double buoyancy = 2.0;
    bool portable = false;   ///< plain arithmetic, with the same bits on every processor
    rope::RopeSettings rope; ///< of each rope

    friend bool operator==(const FieldSettings&, const FieldSettings&) = default;

    void describe(rope::Parameters& p);

    /// Throws std::invalid_argument where the masses of all ropes are too many.
    void validate() const;

    rope::Vec3 gravity() const { return (1.0 - buoyancy) * rope.gravity; } ///< [m/s2], less the buoyancy
    rope::RopeSettings effectiveRope() const;                              ///< with this gravity() and without the reel
    double longestStep() const { return effectiveRope().longestStep(); }   ///< [s]
};

inline rope::StepLimits worstStepLimits(const FieldSettings& settings)
{
    return rope::worstStepLimits(settings.effectiveRope());
}

/// Thousands of equal ropes whose connection points stand in rows, in a wind whose gusts run through the field. The
/// ropes are divided into fleets, strips across the wind with ragged edges: all ropes of a fleet feel the same wind,
/// and the next fleet feels it a little later.
class FleetField
{
public:
    /// Every rope at rest in the mean wind. Throws std::invalid_argument for constants out of their ranges.
    explicit FleetField(const FieldSettings& settings);

    const FieldSettings& settings() const { return settings_; }
    /// Changes the constants while the ropes move. Constants of the layout (rope_count, mass_count, spacing) lay the
    /// field out anew. Throws as the constructor does, and then changes nothing.
    void setSettings(const FieldSettings& settings);

    int ropeCount() const { return settings_.ropeCount; }
    int massCount() const { return settings_.rope.massCount; } ///< of one rope
    double time() const { return time_; }                      ///< [s]
    double bytesPerStep() const { return rope::sumOf(fleets_, &rope::RopeFleet::bytesPerStep); }

    double groundHeight() const { return groundHeight_.value(); } ///< [m]

    rope::Vec3 moved() const { return moved_.back().by; } ///< [m], by which the nearest row has moved
    int columns() const { return columnCount_; }
    /// Rows from the nearest to the farthest. What the keys do reaches a row after combDelay times its distance.
    int rowCount() const { return rowCount_; }
    double rowDistance(int row) const { return row * settings_.spacing; } ///< [m], from the nearest row
    int rowOf(int rope) const { return rope / columnCount_; }

    /// Splits h [s] into the fewest equal steps not longer than max_dt and returns their number; `velocity` [m/s] is
    /// the height of the nearest row's connection points.
    int advance(double h, const rope::Vec3& velocity);
    bool rests() const { return underWay_.has_value(); } ///< as Scene::rests, between two fleets
    int goOn();

    rope::Vec3 position(int rope, int mass) const { return fleetOf(rope).position(place(rope).rope, mass); } ///< [m]
    rope::Vec3 velocity(int rope, int mass) const { return fleetOf(rope).velocity(place(rope).rope, mass); } ///< [m/s]
    double length(int rope) const { return fleetOf(rope).length(place(rope).rope); }                         ///< [m]
    /// [m]
    rope::Vec3 connectionPosition(int rope) const { return fleetOf(rope).connectionPosition(place(rope).rope); }
    double bendingEnergy(int rope) const { return fleetOf(rope).bendingEnergy(place(rope).rope); } ///< [J]
    rope::Vec3 wind(int rope) const { return fleetOf(rope).settings().wind; } ///< [m/s], as it was in the last tick

    /// The first rope found that has run away. A million masses are too many to look at in each tick: a call looks at
    /// one rope of each fleet and at all ropes of one fleet, the next fleet in the next tick.
    std::optional<int> runawayRope() const;
    /// The mass of a rope that is not finite, or the far end of its longest segment.
    int worstMass(int rope) const;

    /// Positions at a stride that keeps their number affordable, as many points for each rope.
    void fill(RopeField& field) const;

private:
    struct Place
    {
        std::uint32_t fleet = 0;
        int rope = 0; ///< in the fleet
    };
    /// How far the connection points of the nearest row had moved.
    struct Moved
    {
        double time;
        rope::Vec3 by;
    };

    struct Tick
    {
        double length = 0.0;   ///< [s]
        std::size_t fleet = 0; ///< those before it are done
        int steps = 0;
    };

    void layOut();
    void shareOut();                         ///< ropes to fleets, in the order in which gusts meet them
    void hangUp();                           ///< all ropes, at rest
    rope::Vec3 restPosition(int rope) const; ///< of a connection point before any key moved it
    double gust(std::size_t fleet) const;    ///< -1 to 1
    rope::Vec3 windOf(std::size_t fleet) const;
    rope::RopeFleetSettings fleetSettings(std::size_t fleet) const;
    void moveConnections(double h, const rope::Vec3& velocity);
    rope::Vec3 movedAt(double time) const;
    double longestExplained() const;     ///< [m]
    double motionEnergy(int rope) const; ///< [J], kinetic, of the springs and of the bends
    const Place& place(int rope) const { return places_[static_cast<std::size_t>(rope)]; }
    const rope::RopeFleet& fleetOf(int rope) const { return fleets_[place(rope).fleet]; }

    FieldSettings settings_;
    int columnCount_ = 1;
    int rowCount_ = 1;
    std::vector<rope::RopeFleet> fleets_;
    std::vector<double> along_;           ///< [m], middle of each fleet's strip in the direction of the wind
    std::vector<Place> places_;           ///< of each rope
    std::vector<std::vector<int>> ropes_; ///< of each fleet
    std::deque<Moved> moved_;             ///< as far back as the farthest row needs it
    rope::Glide combDelay_{0.0};
    rope::Glide groundHeight_{0.0};
    double windPath_ = 0.0; ///< [m], by which the wind has moved on
    double time_ = 0.0;
    double energyAtChange_ = 0.0; ///< [J], motionEnergy of one rope when constants were changed last
    std::size_t tick_ = 0;
    std::optional<Tick> underWay_;
};

} // namespace ropewalk
