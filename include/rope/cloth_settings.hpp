#pragma once

#include <rope/constraint.hpp>
#include <rope/parameters.hpp>
#include <rope/step_limits.hpp>

namespace rope
{

/// The constants of a cloth; SI units. The springs alone stay below their step limit with room to spare, and are as
/// soft as that asks: without the constraints the cloth is rubber.
struct ClothSettings
{
    int columns = 30;
    int rows = 30;
    double spacing = 0.05;
    double pinGap = 0.9;
    double mass = 0.005;
    bool springs = true;
    double structuralStiffness = 100.0;
    double shearStiffness = 60.0;
    double bendStiffness = 20.0;
    double springFriction = 0.01;
    bool lengthConstraints = true;
    bool pointConstraints = true;
    int iterations = 10;
    CorrectionRule correctionRule = CorrectionRule::weighted;
    Vec3 gravity{0.0, -9.81, 0.0};
    Vec3 wind{0.0};
    double mediumDrag = 0.006;
    double groundRepulsion = 50.0;
    double groundFriction = 0.05;
    double groundAbsorption = 0.2;
    double groundHeight = -2.0;
    double connectionSpeed = 3.0;
    double maxDt = 0.002;
    bool autoSteps = true;

    friend bool operator==(const ClothSettings&, const ClothSettings&) = default;

    void describe(Parameters& p)
    {
        p.group("Cloth");
        p.add("columns", &columns, {2, 200, "", "Masses in a row; a change lays the cloth out anew."});
        p.add("rows", &rows, {2, 200, "", "Rows of masses; a change lays the cloth out anew."});
        p.add("spacing", &spacing,
              {1e-3, 1.0, "m", "Distance of neighbours at rest; while running, the cloth glides to it."});
        p.add("pin_gap", &pinGap,
              {0.1, 1.2, "",
               "Distance of the pinned corners in widths of the cloth. At 1 the upper edge would have to be straight, "
               "under infinite tension."});
        p.add("mass", &mass, {1e-6, 100.0, "kg", "Mass of each of the masses."});

        p.group("Springs");
        p.add("springs", &springs, "Springs between neighbours.");
        p.add("structural_stiffness", &structuralStiffness,
              {0.0, 1e6, "N/m", "Springs along rows and columns, against stretch."});
        p.add("shear_stiffness", &shearStiffness, {0.0, 1e6, "N/m", "Springs along the diagonals, against shear."});
        p.add("bend_stiffness", &bendStiffness,
              {0.0, 1e6, "N/m", "Springs to the next but one along rows and columns, against bending."});
        p.add("spring_friction", &springFriction, {0.0, 100.0, "N s/m", "Internal friction of each spring."});

        p.group("Constraints");
        p.add("constraints", &lengthConstraints,
              "Length constraints along rows and columns; without them only the springs hold the cloth together.");
        p.add("pins", &pointConstraints, "Point constraints that hold the two upper corners; without them it falls.");
        p.add("iterations", &iterations, {0, 1000, "", "Sweeps of relaxation a step."});
        p.add(
            "correction_rule", &correctionRule, {"weighted", "half"},
            "weighted: the ends share the error by inverse mass; half: half each, as in the tutorial, so that beside a "
            "pin half of the error stays.");

        p.group("Surroundings");
        p.add("gravity", &gravity, {-50.0, 50.0, "m/s2", "Acceleration of gravity."});
        p.add("wind", &wind, {-50.0, 50.0, "m/s", "Velocity of the air."});
        p.add("medium_drag", &mediumDrag,
              {0.0, 10.0, "N s/m", "Friction of each mass in the air, on its velocity less the wind's."});
        p.add("ground_repulsion", &groundRepulsion,
              {0.0, 1e6, "N/m", "Stiffness of the ground under a mass that is below it."});
        p.add("ground_friction", &groundFriction, {0.0, 100.0, "N s/m", "Friction along the ground."});
        p.add("ground_absorption", &groundAbsorption,
              {0.0, 100.0, "N s/m", "Friction against sinking in; masses that rise are free of it."});
        p.add("ground_height", &groundHeight,
              {-1000.0, 1000.0, "m", "Height of the ground; while running, the ground glides to it."});

        p.group("Run");
        p.add("connection_speed", &connectionSpeed,
              {0.0, 100.0, "m/s", "Speed of the pinned corners while a key is held."});
        p.add("max_dt", &maxDt, {1e-5, 0.1, "s", "Longest step; a tick is split into the fewest that fit."});
        p.add("auto_steps", &autoSteps,
              "Steps also stay below what is stable with these constants. Off, max_dt alone decides, and the cloth may "
              "explode.");
    }

    /// The longest step [s]: with `auto_steps` at most what limitsOf advises.
    double longestStep() const;
};

/// The longest steps [s] of a cloth with these constants in the worst state it can get into, all of it on the ground;
/// bounds by row sums (StiffnessBound), half of the one-sided absorption counted. Advised is 0.9 of that with all of it
/// counted, and no more than mass / absorption, beyond which velocities are turned round.
StepLimits limitsOf(const ClothSettings& settings);

} // namespace rope
