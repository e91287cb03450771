#pragma once

#include "one_mass_settings.hpp"

#include <rope/simulation.hpp>

#include <glm/vec3.hpp>

#include <deque>

namespace ropewalk
{

/// A mass under one force, with the exact solution beside it and the trail of its path.
class OneMass : public rope::Simulation
{
public:
    explicit OneMass(const OneMassSettings& settings);

    const OneMassSettings& settings() const { return settings_; }
    /// With another mass or another force the exact solution begins anew at the present state.
    void setSettings(const OneMassSettings& settings);

    /// The present moment for a file.
    rope::WrittenMoment written() const { return writtenMasses(); }
    /// Begins at that moment; exact solution and trail begin there. Throws std::invalid_argument for another moment
    /// than one of one mass, and then changes nothing.
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

    OneMassSettings settings_;
    Motion exactStart_;
    double exactStartTime_ = 0.0; ///< [s]
    std::deque<glm::vec3> trail_;
    int sincePoint_ = 0; ///< ticks since the last point of the trail
    int forgotten_ = 0;
};

} // namespace ropewalk
