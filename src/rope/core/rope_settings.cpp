#include "demand.hpp"

#include <rope/parameters.hpp>
#include <rope/rope_settings.hpp>

#include <cmath>
#include <string>

namespace rope
{

namespace
{

/// No row of a rope by its length has an upper end: it may be a hair or a cable of a bridge.
void demandSound(RopeSettings settings)
{
    Parameters rows;
    settings.describe(rows);
    for (const Parameter& row : rows.rows())
    {
        if (!row.isNumber())
            continue;
        const bool right = row.minimum() > 0.0 ? row.number() > 0.0 : row.minimum() < 0.0 || row.number() >= 0.0;
        demand(std::isfinite(row.number()) && right, row.name() + " = " + row.text() + ": must be finite and " +
                                                         (row.minimum() > 0.0 ? "above 0" : "not below 0"));
    }
}

} // namespace

RopeSettings RopeSettings::checked() const
{
    demand(!byLength || maxMassCount >= minMassCount, "max_mass_count = " + std::to_string(maxMassCount) +
                                                          ": must be at least min_mass_count, " +
                                                          std::to_string(minMassCount));
    demand(!closed || massCount >= 6, "mass_count = " + std::to_string(massCount) + ": must be at least 6 of a ring");
    demand(!closed || twist == TwistModel::uniform, "the twist model of a ring: must be uniform");
    demand(!closed || payoutSpeed == 0.0, "a reel for a ring: must be a rope with two ends");
    demand(!surfaceFriction || twist == TwistModel::waves,
           "the twist model of a rope with friction at its surface: must be waves");
    demand(!surfaceFriction || spinInertia > 0.0,
           "the spin inertia of a rope with friction at its surface: must be above 0");
    if (byLength)
        demandSound(*this);
    return byLength ? *this : validated(*this);
}

void RopeSettings::describe(Parameters& p)
{
    p.group("Spring");
    p.add("mass_count", &massCount,
          {2, 10'000, "", "Masses laid out at the start; while running, masses grow or vanish at the free end.",
           StepRole::none, ParameterUse::advice});
    p.add("mass", &mass,
          {1e-6, 1000.0, "kg", "Mass of each of the masses.", StepRole::mass, ParameterUse::fleetAndAdvice});
    p.add("spring_constant", &springConstant,
          {0.0, 1e7, "N/m", "Stiffness of one segment.", StepRole::springs, ParameterUse::fleetAndAdvice});
    p.add("spring_length", &springLength,
          {1e-4, 10.0, "m", "Rest length of one segment; while running, the rope glides to it.", StepRole::none,
           ParameterUse::fleetAndAdvice});

    p.group("Friction");
    p.add("spring_friction", &springFriction,
          {0.0, 1000.0, "N s/m", "Internal friction of one segment.", StepRole::springFriction,
           ParameterUse::fleetAndAdvice});
    p.add(
        "friction_direction", &frictionDirection, {"full", "axial"},
        "full: brakes the whole relative velocity, as in the source tutorial, and so rotation too (angular momentum is "
        "lost); axial: along the spring only.",
        StepRole::none, ParameterUse::fleet);
    p.group("Spring");
    p.add("bending_stiffness", &bendingStiffness,
          {.minimum = 0.0,
           .maximum = 1000.0,
           .unit = "N m2",
           .sentence = "Resistance to bending (EI): a bend of the radius R takes the moment EI / R. 0 bends freely.",
           .stepRole = StepRole::bending,
           .use = ParameterUse::fleetAndAdvice,
           .byDecades = true});
    p.group("Ground");
    p.add("gravity", &gravity,
          {-50.0, 50.0, "m/s2", "Acceleration of gravity.", StepRole::none, ParameterUse::fleetAndAdvice});
    p.group("Friction");
    p.add("air_friction", &airFriction,
          {0.0, 100.0, "N s/m", "Friction of the air on each mass.", StepRole::airFriction,
           ParameterUse::fleetAndAdvice});

    p.group("Ground");
    p.add("ground_repulsion", &groundRepulsion,
          {0.0, 1e6, "N/m", "Stiffness of the ground under a mass that is below it.", StepRole::groundRepulsion,
           ParameterUse::fleetAndAdvice});
    p.add("ground_friction", &groundFriction,
          {0.0, 1000.0, "N s/m", "Friction along the ground.", StepRole::other, ParameterUse::fleetAndAdvice});
    p.add("ground_absorption", &groundAbsorption,
          {0.0, 1000.0, "N s/m", "Friction against sinking in; masses that rise are free of it.",
           StepRole::groundAbsorption, ParameterUse::fleetAndAdvice});
    p.add("ground_height", &groundHeight,
          {-1000.0, 1000.0, "m", "Height of the ground; while running, the ground glides to it.", StepRole::none,
           ParameterUse::fleet});

    p.group("Free end");
    p.add("pin_free_end", &pinFreeEnd,
          "Holds the last mass at free_end_position, to which it glides: the rope hangs between two supports.");
    p.add("free_end_position", &freeEndPosition,
          {-1000.0, 1000.0, "m", "Where pin_free_end holds the last mass; while running, it glides there."});

    p.group("Deployment");
    p.add("payout_speed", &payoutSpeed,
          {-20.0, 20.0, "m/s", "Rest length paid out a second at the ball; negative reels in.", StepRole::other});
    p.add("max_mass_count", &maxMassCount,
          {2, 10'000, "", "Paying out stops at this number of masses.", StepRole::none, ParameterUse::advice});
    p.add("min_mass_count", &minMassCount, {2, 10'000, "", "Reeling in stops at this number of masses."});
    p.add("insertion", &insertion, {"consistent", "article"},
          "consistent: a segment's stiffness follows its rest length and the tension does not jump; article: as "
          "published, the tension drops to zero at every insertion.");

    p.group("Run");
    p.add("connection_speed", &connectionSpeed,
          {0.0, 100.0, "m/s", "Speed of the rope's end while a key is held.", StepRole::none, ParameterUse::fleet});
    p.add("integrator", &integrator,
          {"semi_implicit_euler", "implicit_euler", "bdf2", "implicit_midpoint", "energy_momentum"},
          "semi_implicit_euler: explicit, as in the source tutorial; the others solve for a whole step at once and "
          "have no "
          "stability limit: implicit_euler loses energy, energy_momentum keeps it, bdf2 keeps most of a swing and "
          "takes bends into the solve. A rope that twists or has a radius goes by bdf2 or implicit_euler.",
          StepRole::integrator, ParameterUse::advice);
    p.add("max_dt", &maxDt,
          {1e-5, 0.1, "s", "Longest step; a tick is split into the fewest that fit.", StepRole::longestStep,
           ParameterUse::fleetAndAdvice});
    p.add("auto_steps", &autoSteps,
          "Steps also stay below what is stable with these constants. Off, max_dt alone decides, and the rope may "
          "explode.",
          StepRole::automatic, ParameterUse::fleet);
    p.add("implicit_max_dt", &implicitMaxDt,
          {1e-5, 0.1, "s", "Longest step of the implicit integrators, which go by it instead of max_dt.",
           StepRole::none, ParameterUse::advice});

    p.group("Rod");
    p.add("torsional_stiffness", &torsionalStiffness,
          {.minimum = 0.0,
           .maximum = 1000.0,
           .unit = "N m2",
           .sentence = "C = GJ: the torque that twists 1 m of rope by 1 rad. A pinned free end holds the rope's "
                       "angle; a loose one turns freely, and there is no torque.",
           .byDecades = true});
    p.add("rope_radius", &ropeRadius,
          {0.0, 0.2, "m",
           "So far the rope's line stays from the ground, which is then hard and rough. At 0 the ground is the "
           "source tutorial's: of springs, friction and absorption."});
    p.add("contact_friction", &contactFriction,
          {0.0, 10.0, "", "Coulomb friction of a rope with a radius on the ground and on itself."});
    p.add("self_contact", &selfContact, "A rope with a radius touches itself too: it lies in piles and coils.");
}

} // namespace rope
