#include "real_rope.hpp"

#include <rope/detail/glide.hpp>
#include <rope/detail/take_steps.hpp>
#include <rope/elementary.hpp>

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
constexpr double turn = 2.0 * std::numbers::pi; // [rad]

/// A ring falls nearly flat; its first mass is where the held end is.
Vec3 ringAt(const RealRopeSettings& s, std::size_t mass)
{
    const double turn1 = turn / (s.massCount - 2);
    const double radius = 0.5 * s.segment() / rope::elementary::sin(0.5 * turn1);
    const double angle = turn1 * static_cast<double>(mass);
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
    describeRodAir(p, gravity, damping);

    p.group("Run");
    describeRodSteps(p, integrator, maxDt);
    p.add("connection_speed", &connectionSpeed, {0.0, 100.0, "m/s", "Speed of the held end while a key is held."});

    p.group("View");
    p.add("colours", &colours, {"tension", "curvature", "torque", "contact"}, "What the colours of the rope show (C).");
    p.add("look", &look, {"laid", "braided", "wire"}, "Three strands, a woven sheath as of a climbing rope, or steel.");
}

rope::RodSettings RealRopeSettings::rod(int masses) const
{
    rope::RodSettings rod;
    rod.massCount = masses;
    rod.length = masses == massCount ? length : segment() * (masses - 1);
    rod.massPerLength = massPerLength;
    rod.axialStiffness = axialStiffness;
    rod.bendingStiffness = bendingStiffness;
    rod.torsionalStiffness = torsionalStiffness;
    rod.gravity = gravity;
    rod.airFriction = 2.0 * damping * massPerLength * segment();
    rod.maxDt = maxDt;
    rod.integrator = integrator;
    rod.radius = ropeRadius;
    rod.contactFriction = contactFriction;
    rod.surfaceFriction = rolls();
    rod.twist = rolls() ? rope::TwistModel::waves : rope::TwistModel::uniform;
    rod.spinInertia = 0.5 * massPerLength * ropeRadius * ropeRadius; // of a solid rope
    rod.selfContact = selfContact;
    rod.closed = closed;
    rod.watchPassages = true;
    return rod;
}

RealRope::RealRope(const RealRopeSettings& settings, const SolidList& solids)
    : RodHolder(rope::validated(settings).rod(settings.massCount)), settings_(rope::validated(settings))
{
    // A little aslant, so that it does not stay in one plane.
    const Vec3 along = glm::normalize(Vec3(1.0, 0.0, 0.1));
    std::vector<Vec3> positions;
    for (std::size_t i = 0; i < masses().size(); ++i)
        positions.push_back(settings_.closed
                                ? ringAt(settings_, i)
                                : connectionAtStart + static_cast<double>(i) * settings_.segment() * along);
    rod_.layOut(positions);
    rod_.addSolid(rope::SolidBody::plane({0.0, groundHeight(), 0.0}, {0.0, 1.0, 0.0}));
    placed_.want(solids, rod_);
    if (settings_.endHeld)
        rod_.pin(0);
    turned_ = turn * settings_.turns;
    applyTurns();
    wind();
}

void RealRope::setSettings(const RealRopeSettings& settings)
{
    if (rope::laidOutOtherwise(settings, settings_))
    {
        SolidList solids;
        for (const PlacedSolids::Placed& placed : placed_.placed())
            solids.push_back(placed.wanted);
        const bool books = rod_.keepsBooks();
        *this = RealRope(settings, solids);
        setBooks(books);
        return;
    }
    settings_ = rope::validated(settings);
    rod_.setSettings(settings_.rod(static_cast<int>(masses().size())));
    wind();
}

void RealRope::setPins(const rope::Pins& pins)
{
    for (const rope::Pin& pin : pins_)
        if (const std::optional<std::size_t> mass = massOf(pin))
            rod_.unpin(*mass);
    pins_ = pins;
}

std::optional<std::size_t> RealRope::massOf(const rope::Pin& pin) const
{
    const int mass = pin.mass + netInsertions();
    const bool there = mass >= 1 && mass < static_cast<int>(masses().size());
    return there ? std::optional(static_cast<std::size_t>(mass)) : std::nullopt;
}

void RealRope::setSolids(const SolidList& solids)
{
    placed_.want(solids, rod_);
}

/// Moves the held masses: the first end with its velocity, pinned masses towards their places.
void RealRope::hold(double dt)
{
    if (settings_.endHeld)
        rod_.pin(0, connectionVelocity_);
    else
        rod_.unpin(0);
    for (const rope::Pin& pin : pins_)
        if (const std::optional<std::size_t> i = massOf(pin))
            rod_.pin(*i, rope::glideVelocity(masses()[*i].position, masses()[*i].velocity, pin.at, dt));
}

void RealRope::applyTurns()
{
    const bool turns = settings_.turns != 0.0 || turned_ != 0.0;
    if (settings_.rolls() && settings_.endHeld && !turns)
    {
        // A hand that lets it turn would let the rope roll off whatever it lies on.
        rod_.turn(rope::RodEnd::first, rod_.angle(rope::RodEnd::first));
        rod_.release(rope::RodEnd::last);
        return;
    }
    for (const rope::RodEnd end : {rope::RodEnd::first, rope::RodEnd::last})
        if (!turns && !settings_.closed)
            rod_.release(end);
        else
            rod_.turn(end, end == rope::RodEnd::last ? turned_ : 0.0);
}

void RealRope::twist(double dt)
{
    const double rate = 0.5 * turn * dt; // half a turn a second
    turned_ += std::clamp(turn * settings_.turns - turned_, -rate, rate);
    applyTurns();
}

/// A rope that nobody holds is on no reel, nor is a ring.
void RealRope::wind()
{
    if (settings_.closed)
        return;
    rod_.setReel(settings_.endHeld ? settings_.payoutSpeed : 0.0, fewestMasses, settings_.maxMassCount);
}

/// [N/m], as strong as ten ropes: the mouse can lift it. A light mass must not be thrown back within a step.
double RealRope::grabStiffness() const
{
    const rope::RodSettings& rod = rod_.settings();
    const double weight = rod.massPerLength * std::max(glm::length(rod.gravity), 1.0);
    const double most = 0.2 * rod.massPerLength * settings_.segment() / (settings_.maxDt * settings_.maxDt);
    return std::min(10.0 * weight, most);
}

void RealRope::step(double dt)
{
    hold(dt);
    placed_.prepare(dt, rod_);
    if (pulled_)
        rod_.setForce(*pulled_, Vec3(0.0));
    pulled_.reset();
    if (grab_ && grab_->mass < masses().size())
    {
        pulled_ = grab_->mass;
        rod_.setForce(*pulled_, Vec3(0.0), grabForce(rod_, *grab_, grabStiffness()));
    }
    const int before = netInsertions();
    rod_.step(dt);
    placed_.stepped(dt);
    if (pulled_ && *pulled_ > 0)
    {
        const int now = static_cast<int>(*pulled_) + netInsertions() - before;
        pulled_ = now > 0 ? std::optional(static_cast<std::size_t>(now)) : std::nullopt;
    }
}

std::array<rope::StateNumber, 1> RealRope::state() const
{
    constexpr double most = 1e4; // [rad]
    return {{{"turned", turned_, turn * settings_.turns, -most, most}}};
}

rope::WrittenMoment RealRope::written() const
{
    rope::WrittenMoment moment = rod_.written();
    moment.note(state());
    if (!placed_.placed().empty())
        moment.lists["solids"] = placed_.written();
    return moment;
}

void RealRope::beginAt(const rope::WrittenMoment& moment)
{
    std::vector<std::string_view> lists = rope::RodSimulation::listNames();
    lists.emplace_back("solids");
    const auto [turned] = moment.numbers(state(), lists);
    moment.check(fewestMasses, mostMasses);
    turned_ = turned;
    if (const auto solids = moment.lists.find("solids"); solids != moment.lists.end())
        placed_.beginAt(solids->second, rod_);
    rod_.beginAt(moment);
}

int RealRope::advance(double h)
{
    return rope::takeSteps(h, settings_.maxDt,
                           [this](double dt)
                           {
                               twist(dt);
                               step(dt);
                           });
}

int RealRope::pose(double h)
{
    int steps = 0;
    rod_.pose([&] { steps = rope::takeSteps(h, settings_.maxDt, [this](double dt) { step(dt); }); });
    return steps;
}

} // namespace ropewalk
