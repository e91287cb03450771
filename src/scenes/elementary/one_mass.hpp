#pragma once

#include <rope/integrator.hpp>
#include <rope/mass.hpp>
#include <rope/parameters.hpp>
#include <rope/simulation.hpp>

#include <glm/vec3.hpp>

#include <cmath>
#include <deque>

namespace ropewalk
{

using rope::Motion;
using rope::Vec3;

/// The force on the mass of a lesson.
enum class LessonForce
{
    none,
    gravity, ///< m g
    spring   ///< -k (x - c), a spring without rest length
};

/// The constants of a lesson about one mass; SI units.
struct LessonSettings
{
    LessonForce force = LessonForce::none;
    Vec3 position{0.0}; ///< [m] at the start
    Vec3 velocity{0.0}; ///< [m/s] at the start
    double mass = 1.0;
    Vec3 gravity{0.0, -9.81, 0.0};
    double springConstant = 2.0;
    Vec3 connection{0.0, -5.0, 0.0}; ///< [m], c
    double slowMotion = 10.0;
    double maxDt = 0.1;

    friend bool operator==(const LessonSettings&, const LessonSettings&) = default;

    void describe(rope::Parameters& p);

    double frequency() const { return std::sqrt(springConstant / mass); } ///< [rad/s] of the spring, sqrt(k/m)
    double stableStep() const; ///< [s]; 2/w of semi-implicit Euler with a spring, infinite without
    double longestStep() const { return maxDt; }

    Vec3 forceOn(const rope::Mass& at) const;         ///< [N]
    double potentialEnergy(const Vec3& at) const;     ///< [J]
    Motion exact(const Motion& from, double t) const; ///< after `t` seconds
};

/// A mass under one force, with the exact solution beside it and the trail of its path.
class OneMass : public rope::Simulation
{
public:
    explicit OneMass(const LessonSettings& settings);

    const LessonSettings& settings() const { return settings_; }
    /// With another mass or another force the exact solution begins anew at the present state.
    void setSettings(const LessonSettings& settings);

    /// The present moment for a file.
    rope::WrittenMoment written() const { return writtenMasses(); }
    /// Begins at that moment; exact solution and trail begin there. Throws std::invalid_argument for what is no moment
    /// of one mass, and then changes nothing.
    void beginAt(const rope::WrittenMoment& moment);

    Motion motion() const { return {masses_[0].position, masses_[0].velocity}; }
    Motion exactMotion() const { return settings_.exact(exactStart_, exactTime()); }
    const Motion& exactStart() const { return exactStart_; }
    double exactTime() const { return time() - exactStartTime_; } ///< [s] since exactStart()

    double potentialEnergy() const { return settings_.potentialEnergy(masses_[0].position); } ///< [J]
    double totalEnergy() const { return kineticEnergy() + potentialEnergy(); }                ///< [J]

    void leaveTrail(); ///< to be called once a tick
    const std::deque<glm::vec3>& trail() const { return trail_; }
    int trailForgotten() const { return forgotten_; } ///< points that were dropped from the trail's old end

private:
    void applyForces() override { masses_[0].applyForce(settings_.forceOn(masses_[0])); }

    LessonSettings settings_;
    Motion exactStart_;
    double exactStartTime_ = 0.0; ///< [s]
    std::deque<glm::vec3> trail_;
    int sincePoint_ = 0; ///< ticks since the last point of the trail
    int forgotten_ = 0;
};

} // namespace ropewalk
