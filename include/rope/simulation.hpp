#pragma once

#include <rope/mass.hpp>

#include <vector>

namespace rope
{

/// Masses under forces, advanced in time: derive and say which forces.
///
/// The verbs of the lesson are here: `init` is `clearForces`, `solve` is `applyForces`, `simulate` is `integrate`, and
/// `operate` is `step`.
class Simulation
{
public:
    virtual ~Simulation() = default;

    const std::vector<Mass>& masses() const { return masses_; }
    double time() const { return time_; }   ///< [s] since the beginning
    double maxDt() const { return maxDt_; } ///< [s], the longest step that `advance` takes

    /// Throws std::invalid_argument unless `maxDt` is finite and positive.
    void setMaxDt(double maxDt);

    /// One step of `dt` seconds: prepare, clearForces, applyForces, integrate.
    void step(double dt);

    /// Advances by `h` seconds, split into the fewest equal steps not longer than `maxDt`; returns how many. (The
    /// lesson takes int(h / maxDt) + 1: one more than is needed whenever h is an exact multiple.) Where `maxDt` becomes
    /// shorter on the way, so do the steps that are left.
    int advance(double h);

    /// The number of steps `advance(h)` takes.
    static int stepCount(double h, double maxDt);

protected:
    Simulation() = default;
    Simulation(const Simulation&) = default;
    Simulation(Simulation&&) = default;
    Simulation& operator=(const Simulation&) = default;
    Simulation& operator=(Simulation&&) = default;

    /// What changes between the steps, before the forces are computed (a constant glides to its new value).
    virtual void prepare(double /*dt*/) {}
    void clearForces();
    virtual void applyForces() = 0;
    virtual void integrate(double dt);

    std::vector<Mass> masses_;

private:
    double time_ = 0.0;
    double maxDt_ = 0.002;
};

} // namespace rope
