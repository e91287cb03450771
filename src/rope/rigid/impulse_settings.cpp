#include <rope/impulse.hpp>

namespace rope
{

void ImpulseSettings::describe(Parameters& p)
{
    p.group("Collision");
    p.add("restitution", &restitution,
          {-1.0, 1.0, "",
           "Speed after a collision by speed before: 1 keeps the energy, 0 leaves the bodies together, a negative "
           "one leaves them going on into each other."});
    p.add("friction", &friction, {0.0, 10.0, "", "Coulomb friction: largest force along a surface by force upon it."});
    p.add("iterations", &iterations,
          {1, 1000, "",
           "Limit of the sweeps over the resting contacts in a step; collisions get ten times that. Many contacts "
           "get fewer: four million looks at one together."});
    p.group("Surroundings");
    p.add("gravity", &gravity, {-50.0, 50.0, "m/s2", "Acceleration of gravity; z has no effect in the plane."});
    p.group("Run");
    p.add("max_dt", &maxDt,
          {1e-5, 0.1, "s", "Longest step; a tick is split into the fewest that fit.", StepRole::longestStep});
}

} // namespace rope
