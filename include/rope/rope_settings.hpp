#pragma once

#include <rope/detail/surroundings.hpp>
#include <rope/export.hpp>
#include <rope/parameters.hpp>
#include <rope/reel.hpp>
#include <rope/spring.hpp>

#include <algorithm>

namespace rope
{

/// How a rope's steps are taken.
enum class RopeIntegrator
{
    semi_implicit_euler, ///< the lesson's: explicit; a step is cheap, and its length has a limit
    implicit_euler,      ///< no step limit; loses energy, the more the longer the step
    bdf2,                ///< that of a rod: no step limit, bends included; order 2; damps what is fast for the step
    implicit_midpoint,   ///< no limit from stiff springs alone; order 2; may gain energy where segments turn fast
    energy_momentum      ///< no step limit; order 2; keeps the energy, and solves more systems while a rope whips
};

/// The constants of a rope; SI units. The defaults are the lesson's.
struct ROPE_API RopeSettings
{
    int massCount = 80;               ///< N, masses laid out, the connection point counted
    double mass = 0.05;               ///< m [kg], of each mass
    double springConstant = 10'000.0; ///< k [N/m], of one segment
    double springLength = 0.05;       ///< L [m], rest length of one segment
    double springFriction = 0.2;      ///< c [N s/m], of one segment
    FrictionDirection frictionDirection = FrictionDirection::full;
    double bendingStiffness = 0.0;       ///< B = EI [N m2]; 0: masses and springs alone, which bend freely
    Vec3 gravity{0.0, -9.81, 0.0};       ///< g [m/s2]
    double airFriction = 0.02;           ///< b [N s/m], on each mass
    double groundRepulsion = 100.0;      ///< [N/m], on a mass below the ground
    double groundFriction = 0.2;         ///< [N s/m], along the ground
    double groundAbsorption = 2.0;       ///< A [N s/m], against sinking in
    double groundHeight = -1.5;          ///< [m]
    bool pinFreeEnd = false;             ///< the last mass is pinned at freeEndPosition
    Vec3 freeEndPosition{2.0, 0.0, 0.0}; ///< [m]
    double payoutSpeed = 0.0;            ///< [m/s], rest length paid out a second; negative reels in
    int maxMassCount = 1000;             ///< paying out stops at this number of masses
    int minMassCount = 2;                ///< reeling in stops at this number of masses
    Insertion insertion = Insertion::consistent;
    double connectionSpeed = 3.0; ///< [m/s], the fastest that the connection point is meant to move
    RopeIntegrator integrator = RopeIntegrator::semi_implicit_euler;
    double maxDt = 0.002;              ///< [s], longest step of the explicit integrator
    bool autoSteps = true;             ///< steps also stay within advisedStep()
    bool selfContact = false;          ///< a rope with a radius touches itself: edges farther apart along it than pi r
    double implicitMaxDt = 1.0 / 60.0; ///< [s], longest step of the implicit integrators
    double torsionalStiffness = 0.0;   ///< C = GJ [N m2]; a pinned free end holds the rope's angle, a loose one turns
    double ropeRadius = 0.0;           ///< r [m], so far the rope's line stays from the ground; 0: the lesson's ground
    double contactFriction = 0.0;      ///< mu, Coulomb's, where a rope with a radius touches

    friend bool operator==(const RopeSettings&, const RopeSettings&) = default;

    Surroundings surroundings() const
    {
        if (ropeRadius > 0.0)
            return {gravity, airFriction, {groundHeight, 0.0, 0.0, 0.0}}; // the rope touches it as a solid
        return {gravity, airFriction, {groundHeight, groundRepulsion, groundFriction, groundAbsorption}};
    }

    /// Whether a rod takes the steps: all that twists or has a thickness is one. It goes by implicit Euler where that
    /// is the integrator, else by BDF2.
    bool rod() const { return integrator == RopeIntegrator::bdf2 || torsionalStiffness > 0.0 || ropeRadius > 0.0; }
    bool implicit() const { return integrator != RopeIntegrator::semi_implicit_euler || rod(); }

    /// The longest step [s] of the present integrator; with `autoSteps` at most advisedStep().
    double longestStep() const;

    /// The step [s] that keeps a rope of these constants in bounds in whatever state it gets into: for an explicit
    /// integrator that of worstStepLimits; for any, one that keeps what is reeled in during a step below a quarter of a
    /// segment, more than the first segment has: it would be shorter than nothing. Infinite where there is no such.
    double advisedStep() const;

    /// One row for each field.
    void describe(Parameters& p)
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
        p.add("friction_direction", &frictionDirection, {"full", "axial"},
              "full: brakes the whole relative velocity, as in the lesson, and so rotation too (angular momentum is "
              "lost); axial: along the spring only.",
              StepRole::none, ParameterUse::fleet);
        p.group("Spring");
        p.add(
            "bending_stiffness", &bendingStiffness,
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
              {-20.0, 20.0, "m/s", "Rest length paid out a second at the connection point; negative reels in.",
               StepRole::other});
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
              "semi_implicit_euler: explicit, as in the lesson; the others solve for a whole step at once and have no "
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
               "lesson's: of springs, friction and absorption."});
        p.add("contact_friction", &contactFriction,
              {0.0, 10.0, "", "Coulomb friction of a rope with a radius on the ground and on itself."});
        p.add("self_contact", &selfContact, "A rope with a radius touches itself too: it lies in piles and coils.");
    }
};

} // namespace rope
