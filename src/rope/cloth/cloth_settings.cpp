#include <rope/cloth.hpp>

namespace rope
{

void ClothSettings::describe(Parameters& p)
{
    p.group("Cloth");
    p.add("columns", &columns,
          {.minimum = 2,
           .maximum = 200,
           .sentence = "Masses in a row; a change lays the cloth out anew.",
           .laysOut = true});
    p.add("rows", &rows,
          {.minimum = 2,
           .maximum = 200,
           .sentence = "Rows of masses; a change lays the cloth out anew.",
           .laysOut = true});
    p.add("spacing", &spacing,
          {1e-3, 1.0, "m", "Distance of neighbours at rest; while running, the cloth glides to it."});
    p.add("pin_gap", &pinGap,
          {0.1, 1.2, "",
           "Distance of the pinned corners in widths of the cloth. At 1 the upper edge would have to be straight, "
           "under infinite tension."});
    p.add("mass", &mass, {1e-6, 100.0, "kg", "Mass of each of the masses.", StepRole::mass});

    p.group("Springs");
    p.add("springs", &springs, "Springs between neighbours.");
    p.add("structural_stiffness", &structuralStiffness,
          {0.0, 1e6, "N/m", "Springs along rows and columns, against stretch.", StepRole::other});
    p.add("shear_stiffness", &shearStiffness,
          {0.0, 1e6, "N/m", "Springs along the diagonals, against shear.", StepRole::other});
    p.add("bend_stiffness", &bendStiffness,
          {0.0, 1e6, "N/m", "Springs to the next but one along rows and columns, against bending.", StepRole::other});
    p.add("spring_friction", &springFriction,
          {0.0, 100.0, "N s/m", "Internal friction of each spring.", StepRole::springFriction});

    p.group("Constraints");
    p.add("constraints", &lengthConstraints,
          "Length constraints along rows and columns; without them only the springs hold the cloth together.");
    p.add("pins", &pointConstraints, "Point constraints that hold the two upper corners; without them it falls.");
    p.add("iterations", &iterations, {0, 1000, "", "Sweeps of relaxation a step; times the masses at most 4,000,000."});
    p.add("correction_rule", &correctionRule, {"weighted", "half"},
          "weighted: the ends share the error by inverse mass; half: half each, as in the tutorial, so that beside a "
          "pin half of the error stays.");

    p.group("Surroundings");
    p.add("gravity", &gravity, {-50.0, 50.0, "m/s2", "Acceleration of gravity."});
    p.add("wind", &wind, {-50.0, 50.0, "m/s", "Velocity of the air."});
    p.add("medium_drag", &mediumDrag,
          {0.0, 10.0, "N s/m", "Friction of each mass in the air, on its velocity less the wind's.", StepRole::other});
    p.add("ground_repulsion", &groundRepulsion,
          {0.0, 1e6, "N/m", "Stiffness of the ground under a mass that is below it.", StepRole::groundRepulsion});
    p.add("ground_friction", &groundFriction, {0.0, 100.0, "N s/m", "Friction along the ground.", StepRole::other});
    p.add("ground_absorption", &groundAbsorption,
          {0.0, 100.0, "N s/m", "Friction against sinking in; masses that rise are free of it.",
           StepRole::groundAbsorption});
    p.add("ground_height", &groundHeight,
          {-1000.0, 1000.0, "m", "Height of the ground; while running, the ground glides to it."});

    p.group("Run");
    p.add("connection_speed", &connectionSpeed,
          {0.0, 100.0, "m/s", "Speed of the pinned corners while a key is held."});
    p.add("max_dt", &maxDt,
          {1e-5, 0.1, "s", "Longest step; a tick is split into the fewest that fit.", StepRole::longestStep});
    p.add("auto_steps", &autoSteps,
          "Steps also stay below what is stable with these constants. Off, max_dt alone decides, and the cloth may "
          "explode.",
          StepRole::automatic);
}

} // namespace rope
