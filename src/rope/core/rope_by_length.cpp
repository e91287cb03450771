#include <rope/rope_by_length.hpp>
#include <rope/rope_settings.hpp>

#include <stdexcept>

namespace rope
{

Parameter::Choice bdf2OrEuler(RopeIntegrator& integrator)
{
    const auto get = [&integrator] { return integrator == RopeIntegrator::bdf2 ? 0 : 1; };
    const auto set = [&integrator](int value)
    { integrator = value == 0 ? RopeIntegrator::bdf2 : RopeIntegrator::implicit_euler; };
    return {{"bdf2", "implicit_euler"}, get, set};
}

void RopeByLength::describe(Parameters& p)
{
    p.group("Rope");
    p.add("mass_count", &massCount, {3, 1'000'000, "", "Masses along the rope."});
    p.add("length", &length, {1e-6, 1e6, "m", "Length of the rope."});
    p.add("mass_per_length", &massPerLength, {1e-9, 1e6, "kg/m", "Mass of a metre of rope."});
    p.add("axial_stiffness", &axialStiffness, {1e-9, 1e15, "N", "Resistance to stretch (EA)."});
    p.add("bending_stiffness", &bendingStiffness, {0.0, 1e12, "N m2", "Resistance to bending (B = EI)."});
    p.add("torsional_stiffness", &torsionalStiffness, {0.0, 1e12, "N m2", "Resistance to twist (C = GJ)."});
    p.add("spin_inertia", &spinInertia,
          {0.0, 1e6, "kg m", "Inertia of a metre of rope about its own line; for twist = waves."});
    p.add("twist", &twist, {"uniform", "waves"},
          "uniform: a torque spreads at once; waves: an angle at each edge, with torsional waves.");

    p.group("Surroundings");
    p.add("gravity", &gravity, {-1e6, 1e6, "m/s2", "Acceleration of gravity."});
    p.add("air_friction", &airFriction, {0.0, 1e6, "N s/m", "Friction of the air on each mass."});
    p.add("rope_radius", &radius, {0.0, 1e3, "m", "Radius of the rope round its line; at 0 it touches nothing."});
    p.add("contact_friction", &contactFriction, {0.0, 1e3, "", "Coulomb's coefficient on what the rope touches."});
    p.add("closed", &closed, "A ring: length then measures mass_count - 2 segments.");
    p.add("end_held", &endHeld, "The first end is a connection point, which is moved from outside.");
    p.add("surface_friction", &surfaceFriction,
          "Friction acts at the rope's surface and turns it about its line; for twist = waves and a spin_inertia above "
          "0.");
    p.add("self_contact", &selfContact, "The rope touches itself too.");

    p.group("Reel");
    p.add("payout_speed", &payoutSpeed,
          {-1e3, 1e3, "m/s", "Rope paid out a second at the first end; negative reels in."});
    p.add("min_mass_count", &minMassCount, {3, 1'000'000, "", "Reeling in stops at this number of masses."});
    p.add("max_mass_count", &maxMassCount,
          {0, 1'000'000, "", "Paying out stops at this number of masses; 0: there is no reel."});

    p.group("Run");
    p.add("integrator", bdf2OrEuler(integrator),
          "bdf2: order 2, keeps most of a swing; implicit_euler: order 1, a swing loses most of its energy.");
    p.add("max_dt", &maxDt, {1e-9, 10.0, "s", "Longest step; no step is unstable."});
    p.add("tolerance", &tolerance,
          {1e-12, 1.0, "", "Newton's method ends with a correction of this part of a segment."});
}

RopeByLength::operator RopeSettings() const
{
    validated(*this);
    if (integrator != RopeIntegrator::bdf2 && integrator != RopeIntegrator::implicit_euler)
        throw std::invalid_argument("the integrator of a rope by its length: must be bdf2 or implicit_euler");
    RopeSettings rope;
    rope.massCount = massCount;
    rope.mass = massPerLength * segment();
    rope.springConstant = axialStiffness / segment();
    rope.springLength = segment();
    rope.springFriction = 0.0;
    rope.bendingStiffness = bendingStiffness;
    // How far a line is twisted is not defined where it turns straight back, as a limp one may.
    rope.torsionalStiffness = bendingStiffness > 0.0 ? torsionalStiffness : 0.0;
    rope.spinInertia = spinInertia;
    rope.airFriction = airFriction;
    rope.byLength = true;
    rope.closed = closed;
    rope.endHeld = endHeld;
    rope.ropeRadius = radius;
    rope.contactFriction = contactFriction;
    rope.selfContact = selfContact;
    rope.surfaceFriction = surfaceFriction;
    rope.payoutSpeed = payoutSpeed;
    rope.minMassCount = maxMassCount == 0 ? massCount : minMassCount;
    rope.maxMassCount = maxMassCount == 0 ? massCount : maxMassCount;
    rope.gravity = gravity;
    rope.ground = false;
    rope.integrator = integrator;
    rope.maxDt = maxDt;
    rope.implicitMaxDt = maxDt;
    rope.tolerance = tolerance;
    rope.twist = twist;
    rope.watchPassages = watchPassages;
    return rope;
}

} // namespace rope
