#pragma once

#include <rope/export.hpp>
#include <rope/mass.hpp>
#include <rope/spring.hpp>

#include <cstddef>
#include <vector>

namespace rope
{

/// How a reel puts masses into the rope.
enum class Insertion
{
    consistent, ///< the rope is one material: stiffness EA / rest length; the tension does not jump
    article     ///< as published: one constant for any rest length; the tension drops to zero at every insertion
};

/// The constants of a reel; all may change while it runs.
struct ReelSettings
{
    double payoutSpeed = 0.0; ///< [m/s] rest length paid out a second; negative reels in
    int minMassCount = 2;     ///< reeling in stops at this number of masses
    int maxMassCount = 1000;  ///< paying out stops at this number of masses, with a first segment of `fullLength`
    Insertion insertion = Insertion::consistent;
    double segmentLength = 0.05; ///< L [m], rest length of a whole segment
    double fullLength = 0.05;    ///< [m], rest length of the first segment when all of the rope is out
};

/// Pays a rope out of an anchor, or takes it in. Only the first segment, between the anchor (mass 0) and mass 1,
/// changes its rest length l; masses are inserted or taken off behind the anchor, at index 1.
///
/// Rule `consistent`. Let a be the anchor, u its velocity, d = x1 - a, s the payout speed. The rope's material flows
/// out of the anchor, so a material point at the fraction f of the segment moves with
///
///     v(f) = u + f (v1 - u) + (1 - f) (s / l) d.
///
/// Inserting a mass at f = (l - L) / l with that velocity leaves strain, strain rate and so the force of both pieces as
/// they were, if stiffness and friction of a piece are EA / l and cL / l with EA = k L. A mass is inserted when l
/// exceeds 1.5 L, so the piece left over is half a segment; below 0.5 L a mass is taken off. Where the full length is
/// less than half a segment, the last mass goes in when all of the rope is out, and leaves a piece of that length.
///
/// Rule `article`. Inserts when l exceeds L, at the distance l - L from the anchor, with the unit vector of its
/// neighbour's velocity times the length l - L (the dimensions are wrong, as published).
class ROPE_API Reel
{
public:
    /// A reel whose first segment has the rest length `restLength` [m].
    explicit Reel(double restLength = 0.0) : restLength_(restLength) {}
    /// A reel in the middle of its work.
    Reel(double restLength, double feedSpeed, int netInsertions)
        : restLength_(restLength), feedSpeed_(feedSpeed), netInsertions_(netInsertions)
    {
    }

    double restLength() const { return restLength_; } ///< l [m] of the first segment
    double feedSpeed() const { return feedSpeed_; }   ///< dl/dt [m/s] of the last step: the payout speed, or 0 at rest

    /// The first segment's rest length [m] after winding for `dt` seconds, before any mass is inserted or taken off.
    double nextRestLength(const ReelSettings& settings, double dt, int massCount) const;

    /// Whether winding for `dt` seconds inserts or takes off a mass.
    bool changesMasses(const ReelSettings& settings, double dt, int massCount) const;

    /// Number of masses inserted less those taken off, since the beginning.
    int netInsertions() const { return netInsertions_; }
    /// Momentum [kg m/s] that the inserted masses brought, less what the removed ones took.
    const Vec3& insertedMomentum() const { return insertedMomentum_; }

    /// Winds for `dt` seconds. masses[0] is the anchor; there are at least two masses, and a new one is a copy of
    /// masses[1]. True when the first segment has changed. If the reel winds after the masses have moved, rest lengths
    /// and positions belong to the same moment; if it winds before (as in the article), the first segment is slack by a
    /// step's feed.
    bool advance(const ReelSettings& settings, double dt, std::vector<Mass>& masses)
    {
        return advance(settings, dt, masses, 0, masses.size());
    }
    /// The same of `massCount` masses, whose anchor is masses[first]; others stand before and behind them.
    bool advance(const ReelSettings& settings, double dt, std::vector<Mass>& masses, std::size_t first,
                 std::size_t massCount);

    /// Makes `spring` the first segment's: a whole segment's constants are adapted to the rest length l.
    void shapeFirstSegment(const ReelSettings& settings, Spring& spring) const
    {
        shapeSegment(settings, restLength_, spring);
    }
    /// The same for any rest length [m].
    static void shapeSegment(const ReelSettings& settings, double restLength, Spring& spring);

    /// The velocity [m/s] across the first segment that is flow of material and no strain: (s / l) d for `consistent`.
    Vec3 flowVelocity(const ReelSettings& settings, const Vec3& d) const;

    /// Scales the first segment's rest length by `factor`, as of every other segment.
    void rescale(double factor) { restLength_ *= factor; }

private:
    void insertMass(const ReelSettings& settings, double flowSpeed, std::vector<Mass>& masses, std::size_t first);
    void takeOffMass(const ReelSettings& settings, std::vector<Mass>& masses, std::size_t first);

    double restLength_;
    double feedSpeed_ = 0.0;
    int netInsertions_ = 0;
    Vec3 insertedMomentum_{0.0};
};

} // namespace rope
