#pragma once

#include <rope/constraint.hpp>
#include <rope/detail/demands.hpp>
#include <rope/detail/glide.hpp>
#include <rope/detail/held_mass.hpp>
#include <rope/detail/runaway.hpp>
#include <rope/detail/uncopied.hpp>
#include <rope/export.hpp>
#include <rope/ground.hpp>
#include <rope/parameters.hpp>
#include <rope/pin.hpp>
#include <rope/simulation.hpp>
#include <rope/spring.hpp>
#include <rope/step_limits.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace rope
{

/// The constants of a cloth. The springs are so soft that the usual step stays well below their stable step: without
/// the constraints the cloth is rubber.
struct ROPE_API ClothSettings
{
    int columns = 30;                   ///< masses in a row
    int rows = 30;                      ///< rows of masses
    double spacing = 0.05;              ///< [m] between neighbours at rest
    double pinGap = 0.9;                ///< distance of the pinned corners in widths of the cloth
    double mass = 0.005;                ///< [kg] of each mass
    bool springs = true;                ///< springs between neighbours
    double structuralStiffness = 100.0; ///< [N/m] along rows and columns
    double shearStiffness = 60.0;       ///< [N/m] along the diagonals
    double bendStiffness = 20.0;        ///< [N/m] to the next but one
    double springFriction = 0.01;       ///< [N s/m] of each spring
    bool lengthConstraints = true;      ///< along rows and columns
    bool pointConstraints = true;       ///< at the upper corners
    int iterations = 10;                ///< sweeps of relaxation a step
    CorrectionRule correctionRule = CorrectionRule::weighted;
    Vec3 gravity{0.0, -9.81, 0.0}; ///< [m/s2]
    Vec3 wind{0.0};                ///< [m/s], velocity of the air
    double mediumDrag = 0.006;     ///< [N s/m] of each mass
    double groundRepulsion = 50.0; ///< [N/m]
    double groundFriction = 0.05;  ///< [N s/m] along the ground
    double groundAbsorption = 0.2; ///< [N s/m] against sinking in
    double groundHeight = -2.0;    ///< [m]
    double connectionSpeed = 3.0;  ///< [m/s] at which a user moves the corners
    double maxDt = 0.002;          ///< [s], the longest step
    bool autoSteps = true;         ///< steps are at most the advised step

    friend bool operator==(const ClothSettings&, const ClothSettings&) = default;

    Ground ground() const { return {groundHeight, groundRepulsion, groundFriction, groundAbsorption}; }

    /// One row for each field, in the order of the fields.
    void describe(Parameters& p);

    double longestStep() const; ///< [s]: `maxDt`, with `autoSteps` at most the advised step

    /// Throws std::invalid_argument where a step would move masses more than four million times: it would take longer
    /// than somebody waits for an answer.
    void validate() const;
};

/// The limits of a cloth with these constants in its worst state, all of it on the ground, from row sums. The formulas
/// are as of a rope, with 8 (k_structural + k_shear + k_bend) for lambda k and 24 c for lambda c; the advised step
/// is at most 0.9 of stableStep and always at most whippingStep.
ROPE_API StepLimits worstStepLimits(const ClothSettings& settings);

/// A cloth: a grid of masses that hangs from two pinned corners, with springs between neighbours, and with length and
/// point constraints that relaxation meets. It is laid out at rest as a horizontal sheet: row 0 between the corners,
/// the other rows towards +z.
///
/// Each step predicts positions with the forces, corrects them, and corrects the velocities by the same displacement:
///
///     v* = v + F/m dt,   x* = x + v* dt,   x' = relaxed x*,   v' = v* + (x' - x*) / dt
///
/// This is the tutorial's Verlet scheme (v' is the difference of the positions), also known as position based dynamics.
/// The error that the sweeps leave is stretch: at rest about n g dt^2 / sweeps along a column of n constraints. So
/// shorter steps make a stiffer cloth.
class ROPE_API ClothSimulation : public Simulation
{
public:
    /// Throws std::invalid_argument naming the parameter, the value and the range.
    explicit ClothSimulation(const ClothSettings& settings = {});
    // In the source file, as whoever holds one would compile them again.
    ClothSimulation(const ClothSimulation& other);
    ClothSimulation(ClothSimulation&& other) noexcept;
    ClothSimulation& operator=(const ClothSimulation& other);
    ClothSimulation& operator=(ClothSimulation&& other) noexcept;
    ~ClothSimulation() override;

    const ClothSettings& settings() const { return settings_; }

    /// Changes the constants while the cloth moves; throws as the constructor does, and then changes nothing. Another
    /// number of rows or columns lays the cloth out anew between the present corners.
    void setSettings(const ClothSettings& settings);

    /// The present moment for a file.
    WrittenMoment written() const;
    /// Begins at that moment. Throws std::invalid_argument for a moment of anything else, and then changes
    /// nothing.
    void beginAt(const WrittenMoment& moment);

    /// The pinned corners move with this velocity [m/s] from the next step on; the ground holds them.
    void setConnectionVelocity(const Vec3& velocity)
    {
        connectionVelocity_ = velocity;
        apartVelocity_ = Vec3(0.0);
    }
    /// One corner moves with this velocity [m/s] from the next step on, and the other stays.
    void setCornerVelocity(std::size_t corner, const Vec3& velocity)
    {
        connectionVelocity_ = 0.5 * velocity;
        apartVelocity_ = corner == 0 ? -0.5 * velocity : 0.5 * velocity;
    }
    const Vec3& connectionPosition() const { return connectionPosition_; } ///< [m], the middle between the corners

    std::size_t columns() const { return columns_; } ///< masses in a row: the one in column i of row j is j columns + i
    std::size_t rows() const { return rows_; }
    bool pinned(std::size_t mass) const { return inverseMasses_[mass] == 0.0; }
    /// The pinned corners of row 0: the left one, then the right one.
    const std::array<PointConstraint, 2>& corners() const { return corners_; }

    /// Pins masses from now on: each glides to its place, and neither forces nor constraints move it. A pinned corner
    /// is held already, and a pin waits while there are too few masses. Throws std::invalid_argument as `sorted` does.
    void setPins(const Pins& pins);
    const Pins& pins() const { return pins_; }
    /// Index of a pin's mass; none where it is not there, or held already.
    std::optional<std::size_t> massOf(const Pin& pin) const;

    /// Moves the pulled masses, at the corners and by a grab, while time stands: the cloth goes on by `h` seconds
    /// without weight and wind, then it stands where it is. Returns the steps.
    int pose(double h);

    /// Pulls a mass to `target` [m] by a critically damped spring that holds a third of the cloth's mass: the
    /// cloth follows, and the pull is at most some four times the cloth's weight. The longer the cloth keeps the mass
    /// away, the harder it pulls. Pinned masses cannot be grabbed.
    void grab(std::size_t mass, const Vec3& target);
    void release();
    std::optional<std::size_t> grabbed() const;                         ///< index of the grabbed mass
    const Vec3& grabTarget() const { return demandGrab(grab_).target; } ///< [m], where a mass is grabbed

    const std::vector<Spring>& springs() const { return springs_; } ///< along rows and columns first
    /// Along rows and columns.
    const std::vector<LengthConstraint>& constraints() const { return constraints_; }

    double groundHeight() const { return groundHeight_.value(); } ///< [m], now

    /// [J] of gravity, zero at the origin
    double potentialEnergy() const { return gravityEnergy(masses_, settings_.gravity); }
    /// [J] of the springs
    double elasticEnergy() const { return settings_.springs ? rope::elasticEnergy(masses_, springs_) : 0.0; }
    double groundEnergy() const { return rope::groundEnergy(masses_, ground()); } ///< [J] of the ground's springs
    /// [J], the sum of the four
    double totalEnergy() const { return kineticEnergy() + potentialEnergy() + elasticEnergy() + groundEnergy(); }

    double largestStretch() const; ///< of (r - L) / L along rows and columns
    double meanStretch() const;    ///< of (r - L) / L along rows and columns

    /// Largest |r - L| / L before and after the relaxation of the last step.
    double residualBefore() const { return largestError(predicted_, constraints_); }
    double residualAfter() const { return largestError(relaxed_, constraints_); }
    /// The same before the first sweep of the last step and after each. Computed anew by each call.
    std::vector<double> residuals() const;

    /// The stable step [s] of the present springs, friction, contacts and grab, to 0.1 %; for cloths of more than some
    /// 1000 masses a lower bound, from row sums. Length constraints do not count: they only take freedom away.
    double stableStep() const { return stepLimits().stable; }
    StepLimits stepLimits() const; ///< the stable step by cause, and the advised step

    /// The mass by which a diverged cloth shows: see RopeSimulation::runawayMass.
    std::optional<std::size_t> runawayMass() const
    {
        return runaway_.mass(masses_, energies(), settings_.gravity, longestStep());
    }

protected:
    void prepare(double dt) override;
    void applyForces() override;
    void integrate(double dt) override;

private:
    struct Grab
    {
        std::size_t mass; ///< its index
        Vec3 target;      ///< [m]
        Vec3 lead{0.0};   ///< [m], by which the spring pulls beyond the target, until the mass is there
        Vec3 force{0.0};  ///< [N], of the present step
    };

    std::array<StateNumber, 11> state() const;
    EnergyByForm energies() const { return {kineticEnergy(), potentialEnergy(), elasticEnergy(), groundEnergy()}; }
    void countSources(double dt);
    void leadGrab(double dt);
    void layOut();
    void joinNeighbours();
    void updateConstants();
    void pinCorners(); ///< where they are
    void moveCorners(double dt);
    void relaxLengths(double dt);
    int sweeps() const { return settings_.lengthConstraints ? settings_.iterations : 0; }
    Ground ground() const; ///< with the ground where it has glided to
    /// [kg] that move as one at the mass: with the grab's, where it is grabbed.
    double inertia(std::size_t mass) const;
    double grabFrequency() const; ///< [rad/s] of the grab's spring

    ClothSettings settings_;
    std::size_t columns_ = 0;
    std::size_t rows_ = 0;
    std::vector<Spring> springs_; ///< structural, then shear, then bend
    std::size_t structuralCount_ = 0;
    std::size_t shearCount_ = 0;
    std::vector<LengthConstraint> constraints_; ///< node after node, to the right, then down
    std::vector<double> inverseMasses_;         ///< [1/kg], 0: pinned
    std::array<PointConstraint, 2> corners_;
    Pins pins_;
    Uncopied<std::vector<HeldMass>> held_; ///< of the present step, without the corners
    Vec3 connectionPosition_{0.0};
    Vec3 connectionVelocity_{0.0};
    Vec3 apart_{0.0}; ///< [m], by which the right corner is farther from the middle than the columns make it
    Vec3 apartVelocity_{0.0};
    Glide spacing_;
    Glide groundHeight_;
    std::optional<Grab> grab_;
    Runaway runaway_;
    Uncopied<std::vector<Vec3>> velocitiesBefore_; ///< [m/s], before the step
    std::vector<Vec3> predicted_;                  ///< positions before the last relaxation
    std::vector<Vec3> relaxed_;
};

} // namespace rope
