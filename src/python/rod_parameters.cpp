#include "rod_parameters.hpp"

namespace ropewalk
{

void describe(rope::RodSettings& s, rope::Parameters& p)
{
    p.group("Rod");
    p.add("mass_count", &s.massCount, {3, 1'000'000, "", "Masses along the rod."});
    p.add("length", &s.length, {1e-6, 1e6, "m", "Length of the rod."});
    p.add("mass_per_length", &s.massPerLength, {1e-9, 1e6, "kg/m", "Mass of a metre of rod."});
    p.add("axial_stiffness", &s.axialStiffness, {1e-9, 1e15, "N", "Resistance to stretch (EA)."});
    p.add("bending_stiffness", &s.bendingStiffness, {0.0, 1e12, "N m2", "Resistance to bending (B = EI)."});
    p.add("torsional_stiffness", &s.torsionalStiffness, {0.0, 1e12, "N m2", "Resistance to twist (C = GJ)."});
    p.add("spin_inertia", &s.spinInertia,
          {0.0, 1e6, "kg m", "Inertia of a metre of rod about its own line; for twist = waves."});
    p.add("twist", &s.twist, {"uniform", "waves"},
          "uniform: a torque spreads at once; waves: an angle at each edge, with torsional waves.");

    p.group("Surroundings");
    p.add("gravity", &s.gravity, {-1e6, 1e6, "m/s2", "Acceleration of gravity."});
    p.add("air_friction", &s.airFriction, {0.0, 1e6, "N s/m", "Friction of the air on each mass."});
    p.add("rope_radius", &s.radius, {0.0, 1e3, "m", "Radius of the rod round its line; at 0 it touches nothing."});
    p.add("contact_friction", &s.contactFriction, {0.0, 1e3, "", "Coulomb's coefficient on what the rod touches."});
    p.add("surface_friction", &s.surfaceFriction,
          "Friction acts at the rod's surface and turns it about its line; for twist = waves and a spin_inertia above "
          "0.");
    p.add("self_contact", &s.selfContact, "The rod touches itself too.");

    p.group("Run");
    p.add("integrator", &s.integrator, {"bdf2", "implicit_euler"},
          "bdf2: order 2, keeps most of a swing; implicit_euler: order 1, a swing loses most of its energy.");
    p.add("max_dt", &s.maxDt, {1e-9, 10.0, "s", "Longest step; no step is unstable."});
    p.add("tolerance", &s.tolerance,
          {1e-12, 1.0, "", "Newton's method ends with a correction of this part of a segment."});
}

} // namespace ropewalk
