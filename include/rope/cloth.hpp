#pragma once

#include <rope/constraint.hpp>
#include <rope/detail/glide.hpp>
#include <rope/parameters.hpp>
#include <rope/simulation.hpp>
#include <rope/spring.hpp>
#include <rope/stability.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

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

    /// The longest step [s]: with `auto_steps` at most what worstStepLimits advises.
    double longestStep() const;
};

/// The longest steps [s] of a cloth with these constants in the worst state it can get into, all of it on the ground;
/// bounds by row sums (StiffnessBound), half of the one-sided absorption counted. Advised is 0.9 of that with all of it
/// counted, and no more than mass / absorption, beyond which velocities are turned round.
StepLimits worstStepLimits(const ClothSettings& settings);

/// A cloth: a grid of masses hung from two corners that are moved from outside, with springs between neighbours, and
/// with length and point constraints that are met by relaxation. Laid out as a horizontal sheet, row after row towards
/// +z, row 0 between the corners, at rest.
///
/// Each step predicts with the forces, corrects the positions, and then the velocities by what the positions were
/// moved:
///
///     v* = v + F/m dt,   x* = x + v* dt,   x' = relaxed x*,   v' = v* + (x' - x*) / dt
///
/// This is the tutorial's Verlet scheme (v' is the difference of the positions), also known as position based dynamics.
/// What the sweeps leave uncorrected is stretch: at rest about n g dt^2 / sweeps along a column of n constraints, so
/// shorter steps make a stiffer cloth.
class ClothSimulation : public Simulation
{
public:
    /// Throws std::invalid_argument naming the parameter, the value and the range.
    explicit ClothSimulation(const ClothSettings& settings = {});

    const ClothSettings& settings() const { return settings_; }

    /// Changes the constants while the cloth moves; throws as the constructor does, and then changes nothing. Only
    /// another number of rows or columns lays the cloth out anew, where its corners are.
    void setSettings(const ClothSettings& settings);

    /// The pinned corners move with this velocity [m/s] from the next step on; the ground holds them.
    void setConnectionVelocity(const Vec3& velocity) { connectionVelocity_ = velocity; }
    const Vec3& connectionPosition() const { return connectionPosition_; } ///< [m], the middle between the corners

    std::size_t columns() const { return columns_; }
    std::size_t rows() const { return rows_; }
    bool pinned(std::size_t mass) const { return inverseMasses_[mass] == 0.0; }
    const std::array<PointConstraint, 2>& pins() const { return pins_; }

    /// Pulls a mass to `target` [m] with a hand as stiff as the step limit leaves room for. Pinned masses cannot be
    /// grabbed.
    void grab(std::size_t mass, const Vec3& target);
    void release() { grab_.reset(); }
    std::optional<std::size_t> grabbed() const; ///< index of the grabbed mass

    const std::vector<Spring>& springs() const { return springs_; }
    const std::vector<LengthConstraint>& constraints() const { return constraints_; }

    double groundHeight() const { return groundHeight_.value(); } ///< [m], now

    double kineticEnergy() const;   ///< [J]
    double potentialEnergy() const; ///< [J] of gravity, zero at the origin
    double elasticEnergy() const;   ///< [J] of the springs
    double groundEnergy() const;    ///< [J] of the ground's springs
    double totalEnergy() const;     ///< [J], the sum of the four

    /// (r - L) / L along rows and columns.
    double largestStretch() const;
    double meanStretch() const;

    /// Largest |r - L| / L before and after the relaxation of the last step.
    double residualBefore() const { return largestError(predicted_, constraints_); }
    double residualAfter() const { return largestError(relaxed_, constraints_); }

    /// From the one to the other: before the first sweep and after each. Computed anew by each call.
    std::vector<double> residuals() const;

    /// The longest step [s] at which no mode of the present springs, friction, contacts and grab grows, to 0.1 %
    /// (network_limit.hpp); of cloths of more than some 1000 masses a bound below it (StiffnessBound). Length
    /// constraints are left out: they take freedom away.
    double stableStep() const { return stepLimits().stable; }
    StepLimits stepLimits() const; ///< the same by cause

    /// The first mass whose state is not finite, or the end of the worst spring once it is longer than any motion of
    /// these constants explains, and than their last change left it: the sign of a step beyond the limit.
    std::optional<std::size_t> runawayMass() const;

protected:
    void prepare(double dt) override;
    void applyForces() override;
    void integrate(double dt) override;

private:
    struct Grab
    {
        std::size_t mass;
        Vec3 target;
    };

    void layOut();
    void joinNeighbours();
    void updateConstants();
    void takeUpCorners(); ///< sets the pins where the corners are
    void movePins(double dt);
    void relaxLengths(double dt);
    int sweeps() const { return settings_.lengthConstraints ? settings_.iterations : 0; }
    Ground ground() const;
    double springLength(const Spring& spring) const;
    void addSurroundings(std::size_t mass, StiffnessBound& bound) const;
    double grabStiffness(std::size_t mass) const;

    ClothSettings settings_;
    std::size_t columns_ = 0;
    std::size_t rows_ = 0;
    std::vector<Spring> springs_; ///< structural, then shear, then bend
    std::size_t structuralCount_ = 0;
    std::size_t shearCount_ = 0;
    std::vector<LengthConstraint> constraints_; ///< node after node, to the right, then down
    std::vector<double> inverseMasses_;         ///< [1/kg], 0: pinned
    std::array<PointConstraint, 2> pins_;
    Vec3 connectionPosition_{0.0};
    Vec3 connectionVelocity_{0.0};
    Glide spacing_;
    Glide groundHeight_;
    std::optional<Grab> grab_;
    double energyAtChange_ = 0.0;  ///< [J], kinetic, of springs and ground, when constants were changed last
    double longestAtChange_ = 0.0; ///< [m], the longest structural spring then
    std::vector<Vec3> predicted_;  ///< positions before the last relaxation
    std::vector<Vec3> relaxed_;
};

} // namespace rope
