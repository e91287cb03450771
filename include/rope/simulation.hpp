#pragma once

#include <rope/detail/advancing.hpp>
#include <rope/energy.hpp>
#include <rope/export.hpp>
#include <rope/mass.hpp>
#include <rope/written_moment.hpp>

#include <vector>

namespace rope
{

/// Masses under forces, advanced in time: derive and say which forces.
///
/// The verbs of the source tutorial are here: `init` is `clearForces`, `solve` is `applyForces`, `simulate` is
/// `integrate`, and `operate` is `step`.
class ROPE_API Simulation : public Advancing<Simulation>
{
public:
    virtual ~Simulation() = default;

    const std::vector<Mass>& masses() const { return masses_; }
    double time() const { return time_; }               ///< [s] since the beginning
    double longestStep() const { return longestStep_; } ///< [s], the longest that `advance` takes

    double kineticEnergy() const { return rope::kineticEnergy(masses_); } ///< [J]
    Vec3 momentum() const { return rope::momentum(masses_); }             ///< [kg m/s] of all masses

    /// One step of `dt` seconds: prepare, clearForces, applyForces, integrate.
    void step(double dt);

protected:
    Simulation() = default;
    Simulation(const Simulation&) = default;
    Simulation(Simulation&&) = default;
    Simulation& operator=(const Simulation&) = default;
    Simulation& operator=(Simulation&&) = default;

    /// A derived class sets it from its constants; it is 2 ms until then. Throws std::invalid_argument unless it is
    /// finite and positive.
    void setLongestStep(double longestStep);

    /// Advances by `h` seconds from rest, then stops all masses and turns time back; returns the steps. The user
    /// pulls a paused scene this way: contacts are honoured, time stands still.
    int advanceStill(double h);

    /// What changes from step to step, before the forces are computed: a constant glides to its new value.
    virtual void prepare(double /*dt*/) {}
    void clearForces();
    /// Puts the masses at rest at these positions [m]. Throws std::invalid_argument unless there is a finite one for
    /// each mass.
    void placeAtRest(const std::vector<Vec3>& positions);
    /// Time and masses; a derived class adds what else it goes on from.
    WrittenMoment writtenMasses() const;
    /// Takes time, positions and velocities from `moment`, which has one of each for every mass.
    void placeMasses(const WrittenMoment& moment);
    virtual void applyForces() = 0;
    virtual void integrate(double dt);

    std::vector<Mass> masses_;

private:
    double time_ = 0.0;
    double longestStep_ = 0.002;
};

} // namespace rope
