#pragma once

#include <rope/detail/manifold.hpp>
#include <rope/rigid_body.hpp>

#include <cstdint>
#include <vector>

namespace rope
{

/// How a body is about to move in a step: with constant acceleration, for `interval` seconds, of which it gets the
/// first `fraction`.
struct BodyMotion
{
    Vec2 velocity{0.0}; ///< [m/s] at the beginning
    Vec2 acceleration{0.0};
    double angularVelocity = 0.0;
    double angularAcceleration = 0.0;
    double interval = 0.0;
    double fraction = 1.0;
    bool crowded = false; ///< pressed by others that move, which would run into it if it stopped
    bool stops = true;    ///< where it meets another

    Vec2 displacement(double t) const { return t * (velocity + 0.5 * t * acceleration); }
    double turn(double t) const { return t * (angularVelocity + 0.5 * t * angularAcceleration); }
};

/// Two bodies that are not far from each other at the beginning of a step.
struct NearPair
{
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    double separation = 0.0; ///< [m] at the beginning
};

/// Stops bodies where they meet: each body of a pair that would meet within the step moves only up to there, and the
/// collision is solved at the beginning of the next step. So nothing passes through anything, nothing has to be pushed
/// apart afterwards, and a bounce keeps its energy and its height whatever the step. Where thousands of bodies fly
/// through each other within a step only as many pairs are followed as a tenth of a second has room for; the others may
/// overlap.
class TimeOfImpact
{
public:
    /// Lowers the fractions of the motions. A pair may overlap by `slop` more than it does where it touches already;
    /// others stop within `tolerance` of each other.
    void limit(const std::vector<RigidBody>& bodies, const std::vector<Extent>& extents,
               const std::vector<NearPair>& pairs, std::vector<BodyMotion>& motions, double tolerance, double slop);

private:
    struct Event
    {
        double fraction = 0.0;
        std::uint32_t pair = 0;
    };
    struct Problem;

    double separationAt(const Problem& problem, double fraction);
    /// The fraction of the step at which the pair meets; 1 if it does not.
    double meeting(const Problem& problem);

    std::vector<Event> events_;
    std::size_t left_ = 0;      ///< corners that a step may still place
    std::vector<Vec2> corners_; // of the two polygons and their normals, where they are tried
};

} // namespace rope
