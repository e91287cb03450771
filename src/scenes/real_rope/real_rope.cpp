#include "real_rope.hpp"

#include <rope/elementary.hpp>
#include <rope/rope_by_length.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ropewalk
{

namespace
{

constexpr Vec3 connectionAtStart{-1.0, 1.45, 0.0}; // [m]
constexpr int fewestMasses = 6;                    // of a ring
constexpr int mostMasses = 1000;
constexpr double turn1 = 2.0 * std::numbers::pi; // [rad]

/// A ring falls nearly flat; its first mass is where the held end is.
Vec3 ringAt(const RealRopeSettings& s, std::size_t mass)
{
    const double step = turn1 / (s.massCount - 2);
    const double radius = 0.5 * s.segment() / rope::elementary::sin(0.5 * step);
    const double angle = step * static_cast<double>(mass);
    return connectionAtStart + radius * Vec3(1.0 - rope::elementary::cos(angle), 0.1 * rope::elementary::sin(angle),
                                             rope::elementary::sin(angle));
}

} // namespace

void RealRopeSettings::describe(rope::Parameters& p)
{
    p.group("Rope");
    describeRodLength(p, length, massCount, fewestMasses, mostMasses);
    p.add("mass_per_length", &massPerLength, {1e-4, 100.0, "kg/m", "Mass of a metre of rope."});
    p.add("axial_stiffness", &axialStiffness,
          {.minimum = 10.0,
           .maximum = 1e7,
           .unit = "N",
           .sentence = "EA: the force that would stretch the rope to twice its length.",
           .byDecades = true});
    describeRodBending(p, bendingStiffness);
    describeRodTorsion(p, torsionalStiffness, 1e4);

    p.group("Contact");
    p.add("rope_radius", &ropeRadius,
          {1e-3, 0.2, "m", "Radius of the rope: so far its line stays from floor and solids."});
    p.add("contact_friction", &contactFriction,
          {0.0, 10.0, "",
           "Coulomb friction on floor and solids: the largest force along a surface by the force upon it. A solid has "
           "a roughness beside it."});
    p.add("surface_friction", &surfaceFriction,
          {.sentence = "Friction acts at the rope's surface and turns it: it rolls, strands turn each other, and the "
                       "held end does not turn. Off, it acts on the rope's line. A change begins anew; a ring does not "
                       "roll.",
           .laysOut = true});
    p.add("self_contact", &selfContact,
          "The rope touches itself too, with the same friction: it lies in piles, coils and knots.");

    p.group("Ends");
    p.add("closed", &closed, {.sentence = "Closes the rope to a ring; a change begins anew.", .laysOut = true});
    p.add("end_held", &endHeld, "Holds the rope's first end, which keys and mouse move; off, it is let go.");
    p.add("turns", &turns,
          {-100.0, 100.0, "turns",
           "How often the last end is turned against the first; it goes there within seconds. 0: both turn freely. A "
           "ring is twisted by them before it is closed."});

    p.group("Reel");
    p.add("payout_speed", &payoutSpeed,
          {-2.0, 2.0, "m/s", "Rope paid out a second at the held end; negative takes it in."});
    p.add("max_mass_count", &maxMassCount,
          {static_cast<double>(fewestMasses), static_cast<double>(mostMasses), "",
           "Paying out stops at this number of masses."});

    p.group("Surroundings");
    describeAir(p);

    p.group("Run");
    describeSteps(p);
    p.add("connection_speed", &connectionSpeed, {0.0, 100.0, "m/s", "Speed of the held end while a key is held."});

    p.group("View");
    p.add("colours", &colours, {"tension", "curvature", "torque", "contact", "crossings"},
          "What the colours of the rope show (C); crossings: over or under, at those that make a knot.");
    p.add("look", &look, {"laid", "braided", "wire"}, "Three strands, a woven sheath as of a climbing rope, or steel.");
}

rope::RopeByLength RealRopeSettings::rope() const
{
    rope::RopeByLength rod;
    rod.massCount = massCount;
    rod.length = length;
    rod.massPerLength = massPerLength;
    rod.axialStiffness = axialStiffness;
    rod.bendingStiffness = bendingStiffness;
    rod.torsionalStiffness = torsionalStiffness;
    giveTo(rod);
    rod.airFriction = 2.0 * damping * massPerLength * segment();
    rod.radius = ropeRadius;
    rod.contactFriction = contactFriction;
    rod.surfaceFriction = rolls();
    rod.twist = rolls() ? rope::TwistModel::waves : rope::TwistModel::uniform;
    rod.spinInertia = 0.5 * massPerLength * ropeRadius * ropeRadius; // of a solid rope
    rod.selfContact = selfContact;
    rod.closed = closed;
    rod.watchPassages = true;
    rod.endHeld = endHeld;
    if (closed) // is on no reel
        return rod;
    rod.payoutSpeed = endHeld ? payoutSpeed : 0.0;
    rod.minMassCount = fewestMasses;
    rod.maxMassCount = maxMassCount;
    return rod;
}

RealRope::RealRope(const RealRopeSettings& settings, const SolidList& solids)
    : DrivenRope(rope::validated(settings).rope()), settings_(rope::validated(settings))
{
    // A little aslant, so that it does not stay in one plane.
    const Vec3 along = glm::normalize(Vec3(1.0, 0.0, 0.1));
    std::vector<Vec3> positions;
    for (std::size_t i = 0; i < masses().size(); ++i)
        positions.push_back(settings_.closed
                                ? ringAt(settings_, i)
                                : connectionAtStart + static_cast<double>(i) * settings_.segment() * along);
    layOut(positions);
    addSolid(rope::SolidBody::plane({0.0, groundHeight(), 0.0}, {0.0, 1.0, 0.0}));
    placed_.want(solids, *this);
    turned_ = turn1 * settings_.turns;
    applyTurns();
}

void RealRope::setSettings(const RealRopeSettings& settings)
{
    SolidList solids;
    for (const PlacedSolids::Placed& placed : placed_.placed())
        solids.push_back(placed.wanted);
    if (beginAnew(*this, settings, solids))
        return;
    settings_ = rope::validated(settings);
    RopeSimulation::setSettings(settings_.rope());
}

void RealRope::setSolids(const SolidList& solids)
{
    placed_.want(solids, *this);
}

void RealRope::applyTurns()
{
    const bool turns = settings_.turns != 0.0 || turned_ != 0.0;
    if (settings_.rolls() && settings_.endHeld && !turns)
    {
        // A hand that lets it turn would let the rope roll off whatever it lies on.
        turn(rope::RopeEnd::first, angle(rope::RopeEnd::first));
        RopeSimulation::release(rope::RopeEnd::last);
        return;
    }
    for (const rope::RopeEnd end : {rope::RopeEnd::first, rope::RopeEnd::last})
        if (!turns && !settings_.closed)
            RopeSimulation::release(end);
        else
            turn(end, end == rope::RopeEnd::last ? turned_ : 0.0);
}

void RealRope::twistEnd(double dt)
{
    const double rate = 0.5 * turn1 * dt; // half a turn a second
    turned_ += std::clamp(turn1 * settings_.turns - turned_, -rate, rate);
    applyTurns();
}

void RealRope::drive(double dt)
{
    if (!posing())
        twistEnd(dt);
    placed_.prepare(dt, *this);
}

std::array<rope::StateNumber, 1> RealRope::state() const
{
    constexpr double most = 1e4; // [rad]
    return {{{"turned", turned_, turn1 * settings_.turns, -most, most}}};
}

rope::WrittenMoment RealRope::written() const
{
    rope::WrittenMoment moment = RopeSimulation::written();
    moment.note(state());
    if (!placed_.placed().empty())
        moment.lists["solids"] = placed_.written(*this);
    return moment;
}

void RealRope::beginAt(const rope::WrittenMoment& moment)
{
    rope::WrittenMoment ropes = moment;
    rope::WrittenMoment own;
    if (auto turned = ropes.state.extract("turned"))
        own.state.insert(std::move(turned));
    auto solids = ropes.lists.extract("solids");
    const auto [turned] = own.numbers(state());
    moment.check(fewestMasses, mostMasses);
    RealRope begun = *this;
    if (solids)
        begun.placed_.beginAt(solids.mapped(), begun);
    begun.turned_ = turned;
    begun.RopeSimulation::beginAt(ropes);
    *this = std::move(begun);
}

} // namespace ropewalk
