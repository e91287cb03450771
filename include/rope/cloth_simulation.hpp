#pragma once

#include <rope/cloth_settings.hpp>
#include <rope/constraint.hpp>
#include <rope/glide.hpp>
#include <rope/simulation.hpp>
#include <rope/spring.hpp>
#include <rope/step_limit.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace rope
{

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
    double handStiffness(std::size_t mass) const;

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
