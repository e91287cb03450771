#pragma once

#include <rope/detail/advancing.hpp>
#include <rope/detail/book_keeper.hpp>
#include <rope/integrator.hpp>
#include <rope/parameters.hpp>
#include <rope/spring.hpp>
#include <rope/step_limits.hpp>
#include <rope/written_moment.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

// The tutorial's first scene: a passive cube that the keys move, and an active sphere that hangs from it by a spring.
//
//     m x'' = m g + F_spring(x - c, v - c') - b v,   c the cube, the rest length its distance at the start
//
// Beside it runs the same motion with steps so fine that it counts as exact: what the integrator adds or loses shows.

namespace ropewalk
{

using rope::Integrator;
using rope::Motion;
using rope::Vec3;

struct PendulumForces;
struct PendulumStep;

/// The constants of the spring pendulum; SI units.
struct PendulumSettings
{
    double mass = 1.0;
    Vec3 spherePosition{0.0, 0.0, 0.0};
    Vec3 cubePosition{0.0, 5.0, 0.0};
    double springConstant = 8.0;
    double springFriction = 0.1;
    Vec3 gravity{0.0, -9.81, 0.0};
    double mediumDrag = 0.5;
    Integrator integrator = Integrator::forward_euler;
    double connectionSpeed = 6.0;
    double maxDt = 1.0 / 60.0;
    bool autoSteps = true;

    friend bool operator==(const PendulumSettings&, const PendulumSettings&) = default;

    void describe(rope::Parameters& p);

    /// [s] without a grab, at any length of the spring: the sphere swings across the spring at a frequency between 0
    /// and that along it.
    double stableStep() const;

    /// [s] at which the sphere does not fly away: 0.9 of the stable step. Very weak friction does not damp the
    /// resonance of third order at step x w = sqrt(3): then at most 1.2 / w. Where forward Euler has no stable step,
    /// the motion may grow e-fold in 100 s.
    double advisedStep() const;
    double longestStep() const { return autoSteps ? std::min(maxDt, advisedStep()) : maxDt; }
};

/// The pendulum, the same motion with steps so fine that it counts as exact, and the books.
class SpringPendulum : public rope::Advancing<SpringPendulum>, public rope::BookKeeper
{
public:
    explicit SpringPendulum(const PendulumSettings& settings)
        : settings_(settings), sphere_{settings.spherePosition, Vec3(0.0)}, exact_(sphere_),
          cube_(settings.cubePosition), restLength_(glm::length(settings.cubePosition - settings.spherePosition))
    {
        setBooks(true);
    }

    const PendulumSettings& settings() const { return settings_; }
    void setSettings(const PendulumSettings& settings);
    void setCubeVelocity(const Vec3& velocity) { cubeVelocity_ = velocity; }
    void setGrab(const std::optional<Vec3>& target) { grabTarget_ = target; }

    /// Moves the pulled body while time stands: the pendulum goes on by `h` seconds without weight, then it stands
    /// where it is, and the comparison begins anew. The books count all of it as work at the connection point. Returns
    /// the steps.
    int pose(double h);

    double longestStep() const { return settings_.longestStep(); } ///< [s]
    void step(double h);

    /// The present moment for a file: cube and sphere.
    rope::WrittenMoment written() const;
    /// Begins at that moment, with new books, and the comparison begins there. Throws std::invalid_argument for
    /// another moment than one of a pendulum, and then changes nothing.
    void beginAt(const rope::WrittenMoment& moment);

    double time() const { return time_; }
    const Motion& sphere() const { return sphere_; }
    const Motion& exact() const { return exact_; }
    const Vec3& cube() const { return cube_; }

    rope::StepLimits stepLimits() const;
    const Vec3& cubeVelocity() const { return cubeVelocity_; }
    const std::optional<Vec3>& grabTarget() const { return grabTarget_; }
    rope::Spring spring() const { return {0, 1, settings_.springConstant, restLength_, settings_.springFriction}; }
    double springLength(const Motion& motion) const { return glm::length(motion.position - cube_); }

    double kineticEnergy(const Motion& motion) const
    {
        return 0.5 * settings_.mass * glm::dot(motion.velocity, motion.velocity);
    }
    double potentialEnergy(const Motion& motion) const
    {
        return -settings_.mass * glm::dot(settings_.gravity, motion.position);
    }
    double elasticEnergy(const Motion& motion) const
    {
        const double stretch = springLength(motion) - restLength_;
        return 0.5 * settings_.springConstant * stretch * stretch;
    }
    double kineticEnergy() const { return kineticEnergy(sphere_); }
    double potentialEnergy() const { return potentialEnergy(sphere_); }
    double elasticEnergy() const { return elasticEnergy(sphere_); }
    double totalEnergy(const Motion& motion) const
    {
        return kineticEnergy(motion) + potentialEnergy(motion) + elasticEnergy(motion);
    }

    Vec3 momentum() const { return settings_.mass * sphere_.velocity; } ///< [kg m/s]

private:
    std::array<rope::StateNumber, 1> state() const;

    /// [m/s2], t seconds after the beginning of the step
    Vec3 acceleration(double t, const Vec3& x, const Vec3& v) const;

    PendulumForces forcesAt(const Vec3& cube, const Vec3& x, const Vec3& v) const;

    /// [rad/s], of a critically damped grab that is slow enough for every integrator at the longest step. The grab
    /// cancels all other forces on the sphere, so that it comes to rest where the mouse is.
    double grabFrequency() const { return std::min(10.0, 0.2 / settings_.longestStep()); }
    Vec3 grabAcceleration(const Vec3& x, const Vec3& v) const;

    void book(const PendulumStep& step, const rope::StepWork& work);

    bool uses(rope::EnergyLine line) const override;
    bool uses(rope::MomentumLine line) const override;

    rope::BookTotals totals() const override;

    double swayPower() const override;

    PendulumSettings settings_;
    Motion sphere_;
    Motion exact_;
    Vec3 cube_;
    Vec3 cubeVelocity_{0.0};
    Vec3 cubeBefore_{0.0}; ///< [m/s] during the step before
    double restLength_;
    std::optional<Vec3> grabTarget_;
    double time_ = 0.0;
};

} // namespace ropewalk
