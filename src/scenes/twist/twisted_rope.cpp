#include "twisted_rope.hpp"

#include <rope/elementary.hpp>
#include <rope/rod_theory.hpp>
#include <rope/rope_by_length.hpp>
#include <rope/writhe.hpp>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ropewalk
{

namespace
{

constexpr double turn1 = 2.0 * std::numbers::pi; // [rad]
constexpr Vec3 line{1.0, 0.0, 0.0};              // between the clamps

/// [N] that bending takes to shorten the rope.
double bendingForce(const TwistSettings& s)
{
    return s.bendingStiffness / (s.length * s.length);
}

/// [N], a thousand times what acts on the end.
double guideForce(const TwistSettings& s)
{
    const double weight = s.massPerLength * s.length * glm::length(s.gravity);
    return 1e3 * std::max({std::abs(s.endForce), 40.0 * bendingForce(s), weight, 1e-3});
}

// The guide's friction: F = guide force (a v + b v²), v in lengths of rope a second. So the rope closes to a loop
// slowly enough to be watched, and a weak buckle grows all the same.
constexpr double slowFriction = 8e-3;
constexpr double fastFriction = 7.0;

} // namespace

void TwistSettings::describe(rope::Parameters& p)
{
    p.group("Rope");
    describeRodLength(p, length, massCount, 5, 400);
    p.add("mass_per_length", &massPerLength, {1e-4, 100.0, "kg/m", "Mass of a metre of rope."});
    describeRodBending(p, bendingStiffness);
    describeRodTorsion(p, torsionalStiffness, 1e4);
    p.add("rope_radius", &ropeRadius,
          {5e-4, 0.2, "m", "Radius of the rope as it is drawn, and within which its strands touch each other."});

    p.group("Contact");
    p.add(
        "self_contact", &selfContact,
        "The rope touches itself: it winds up to a plectoneme. Off, a loop that closes passes through itself, and the "
        "scene stops.");
    p.add("contact_friction", &contactFriction, {0.0, 2.0, "", "\u03bc, of strand on strand."});

    p.group("Ends");
    p.add("end_force", &endForce, {-1e4, 1e4, "N", "Force on the end that slides; pulls, or pushes where negative."});
    p.add("turns", &turns,
          {-100.0, 100.0, "turns",
           "How often the end is turned, by the right hand about the pull; it goes there in 4 s."});
    p.add("turning_speed", &turningSpeed, {0.0, 10.0, "turns/s", "Speed of the end while a key turns it."});

    p.group("Surroundings");
    describeAir(p);

    p.group("Run");
    describeSteps(p);

    p.group("View");
    p.add("colours", &colours, {"tension", "curvature", "torque"}, "What the colours of the rope show (C).");
}

rope::RopeByLength TwistSettings::rope() const
{
    rope::RopeByLength rod;
    rod.massCount = massCount;
    rod.length = length;
    rod.massPerLength = massPerLength;
    rod.bendingStiffness = bendingStiffness;
    rod.torsionalStiffness = torsionalStiffness;
    giveTo(rod);
    rod.tolerance = 1e-6;
    rod.radius = ropeRadius;
    rod.contactFriction = contactFriction;
    rod.selfContact = selfContact;
    rod.watchPassages = true;
    // It hardly stretches: by at most 1e-3. A segment must be stiffer than 2 B/l² against being pushed together.
    const double segments = massCount - 1;
    rod.axialStiffness = std::max(guideForce(*this), 5.0 * bendingForce(*this) * segments * segments);
    rod.airFriction = 2.0 * damping * massPerLength * length / (massCount - 1);
    return rod;
}

std::optional<double> TwistSettings::bucklingTurns() const
{
    if (!(bendingStiffness > 0.0) || !(torsionalStiffness > 0.0) || gravity != Vec3(0.0))
        return std::nullopt;
    return rope::clampedTorque(endForce / bendingForce(*this)) * bendingStiffness / (torsionalStiffness * turn1);
}

TwistedRope::TwistedRope(const TwistSettings& settings)
    : DrivenRope(rope::validated(settings).rope()), settings_(rope::validated(settings))
{
    std::vector<Vec3> positions;
    const double edge = straightLength() / static_cast<double>(springs().size());
    for (std::size_t i = 0; i < masses().size(); ++i)
        positions.push_back(static_cast<double>(i) * edge * line);
    layOut(positions);
    clamp(rope::RopeEnd::first, line);
    clamp(rope::RopeEnd::last, line);
    seedBuckling();
}

double TwistedRope::straightLength() const
{
    return settings_.length * (1.0 + settings_.endForce / RopeReadings::rope().constants.axialStiffness());
}

void TwistedRope::setSettings(const TwistSettings& settings)
{
    if (beginAnew(*this, settings))
        return;
    if (settings.turns != settings_.turns)
    {
        from_ = angle_;
        since_ = time();
        going_ = true;
    }
    settings_ = rope::validated(settings);
    RopeSimulation::setSettings(settings_.rope());
    seedBuckling();
}

void TwistedRope::setTurning(double speed)
{
    turning_ = turn1 * speed;
    going_ = going_ && speed == 0.0;
}

/// Nothing is quite straight: a tiny load bends the rope both ways across its line, by about 1e-6 of its length. Where
/// the straight rope is no rest it grows from there.
void TwistedRope::seedBuckling()
{
    constexpr double tiny = 1e-3;
    const double load = tiny * bendingForce(settings_) / static_cast<double>(springs().size());
    for (std::size_t i = 1; i + 1 < masses().size(); ++i)
    {
        const double s = static_cast<double>(i) / static_cast<double>(springs().size());
        setForce(i, {0.0, load, 0.5 * load * rope::elementary::cos(3.0 * s)});
    }
}

double TwistedRope::strongestPull() const
{
    return 10.0 * (3.0 * bendingForce(settings_) + std::abs(settings_.endForce));
}

void TwistedRope::turnEnd(double dt)
{
    if (going_)
    {
        const double part = std::clamp((time() + dt - since_) / turningTime, 0.0, 1.0);
        angle_ = glm::mix(from_, turn1 * settings_.turns, part * part * (3.0 - 2.0 * part));
    }
    else
        angle_ += turning_ * dt;
    turn(rope::RopeEnd::last, angle_);
}

/// The end slides in a guide with friction: its speed is what the pull and the rope leave of each other. The stretch
/// that it makes in the step counts, so no step is unstable.
void TwistedRope::slide(double dt)
{
    const double unit = guideForce(settings_);
    const double force = (settings_.endForce + elasticForces().back().x) / unit;
    const double slow = slowFriction + RopeReadings::rope().constants.axialStiffness() * dt / unit;
    const double speed = 2.0 * std::abs(force) / (slow + std::sqrt(slow * slow + 4.0 * fastFriction * std::abs(force)));
    pin(masses().size() - 1, std::copysign(speed, force) * settings_.length * line);
}

void TwistedRope::drive(double dt)
{
    turnEnd(dt);
    slide(dt);
}

double TwistedRope::twist() const
{
    return RopeSimulation::twist() / turn1;
}

double TwistedRope::writhe() const
{
    std::vector<Vec3> points;
    for (const rope::Mass& mass : masses())
        points.push_back(mass.position);
    return rope::writheBetween(points, line);
}

double TwistedRope::endShortening() const
{
    return straightLength() - (masses().back().position.x - masses().front().position.x);
}

double TwistedRope::largestDeflection() const
{
    double largest = 0.0;
    for (const rope::Mass& mass : masses())
        largest = std::max(largest, rope::elementary::hypot(mass.position.y, mass.position.z));
    return largest;
}

} // namespace ropewalk
