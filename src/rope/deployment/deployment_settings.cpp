#include <rope/deployment.hpp>

namespace rope
{

void DeploymentSettings::describe(Parameters& p)
{
    p.group("Thread");
    p.add("stiffness", &stiffness, {0.0, 1e5, "N/m", "Stiffness of one whole segment.", StepRole::other});
    p.add("max_mass_count", &maxMassCount,
          {.minimum = 2,
           .maximum = 1000,
           .sentence = "Masses when all of the thread is out; a change begins anew.",
           .laysOut = true});
    p.add("total_length", &totalLength, {0.5, 1000.0, "m", "Rest length when all of the thread is out."});
    p.add("total_mass", &totalMass, {1e-3, 1000.0, "kg", "Mass when all of the thread is out.", StepRole::other});
    p.add("damping", &damping, {1e-3, 1.0, "", "Factor by which every velocity shrinks in a second.", StepRole::other});
    p.add("gravity", &gravity, {-50.0, 50.0, "m/s2", "Acceleration of gravity."});
    p.group("Deployment");
    p.add("anchor", &anchor, {-100.0, 100.0, "m", "Where the thread comes out; acts at the next reset."});
    p.add("initial_anchor_segment", &initialAnchorSegment,
          {0.01, 0.4, "m", "Rest length of the first segment, at the start and when all is out."});
    p.add("deployment_speed", &deploymentSpeed,
          {-20.0, 20.0, "m/s", "Rest length paid out a second.", StepRole::other});
    p.add("insertion", &insertion, {"consistent", "article"},
          "consistent: the tension does not jump; article: as published, it drops to zero at every insertion.");
    p.group("Run");
    p.add("integrator", &integrator, {"semi_implicit_euler", "forward_euler"},
          "semi_implicit_euler: velocity first; forward_euler: position first, as in the article.",
          StepRole::integrator);
    p.add("max_dt", &maxDt,
          {1e-6, 0.02, "s", "Longest step; a tick is split into the fewest that fit.", StepRole::longestStep});
    p.add("auto_steps", &autoSteps,
          "Steps also stay below what is stable with these constants. Off, max_dt alone decides, and the thread may "
          "explode.",
          StepRole::automatic);
}

} // namespace rope
