// Ropes over wheels and with bodies: plans that each engine builds, and what is measured of them.
#pragma once

#include "peers.hpp"

#include <memory>
#include <optional>

namespace peers
{

/// A rigid body. One with an axle is a wheel about z, which ropes touch; others touch nothing.
struct PlannedBody
{
    double mass = 1.0; ///< [kg]
    Point inertia{};   ///< [kg m2]
    Point middle{};
    double wheelRadius = 0.0;                ///< [m]
    bool onAxle = false;                     ///< at its middle
    std::optional<std::size_t> carrier = {}; ///< the body that has the axle; none: it stands in space
};

/// A point of a rope stays at a place of a body, or of space.
struct PlannedTie
{
    std::size_t rope = 0;
    std::size_t point = 0;
    std::optional<std::size_t> body = {};
};

/// All that is at rest when it begins.
struct Plan
{
    bool flat = false;        ///< nothing leaves the plane across z
    double perMetre = 0.0;    ///< [kg/m], of all ropes
    double ropeRadius = 0.0;  ///< [m]
    double stiffness = 1e5;   ///< EA [N], where a rope can stretch
    double damping = 0.0;     ///< [1/s], of all motion
    double firstWeight = 0.0; ///< [kg], beside the rope's own, at the first point of the first rope
    double lastWeight = 0.0;  ///< [kg], at its last one
    std::vector<std::vector<Point>> ropes;
    std::vector<PlannedBody> bodies;
    std::vector<PlannedTie> ties;

    double edge() const { return distance(ropes[0][0], ropes[0][1]); }
};

/// A plan as an engine has built it.
class Rig
{
public:
    Rig() = default;
    virtual ~Rig() = default;
    Rig(const Rig&) = delete;
    Rig& operator=(const Rig&) = delete;

    virtual void stepFrame(Clock& clock) = 0;
    virtual std::vector<Point> line(std::size_t rope) const = 0;
    /// With the gaps where joints have come apart.
    virtual double length(std::size_t rope) const = 0;
    virtual Point middle(std::size_t body) const = 0;
    virtual void push(std::size_t body, const Point& force) = 0; ///< [N], until it is pushed anew
};

/// What a step throws where something is no number.
struct BlowsUp
{
};

using Build = std::function<std::unique_ptr<Rig>(const Plan& plan)>;

/// The tasks of an engine: those with wheels, or all. Where sides touch, as those of capsules do, and not corners,
/// these lie farther out.
void addWheels(std::vector<Case>& cases, const char* engine, const std::string& settings, bool sidesTouch,
               const Build& build);
void addRigging(std::vector<Case>& cases, const char* engine, const std::string& settings, bool sidesTouch,
                const Build& build);

} // namespace peers
