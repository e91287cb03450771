#pragma once

#include <rope/export.hpp>
#include <rope/rope_constants.hpp>

namespace rope
{

class Parameters;

/// The constants of a rope and of its world.
struct ROPE_API RopeSettings : RopeConstants, WorldConstants
{
    friend bool operator==(const RopeSettings&, const RopeSettings&) = default;

    /// Whether Newton's method takes the steps: of all that twists, has a thickness or is a rope by its length. It goes
    /// by implicit Euler where that is the integrator, else by BDF2.
    bool byNewton() const
    {
        return integrator == RopeIntegrator::bdf2 || torsionalStiffness > 0.0 || ropeRadius > 0.0 || byLength ||
               closed || !endHeld;
    }
    bool implicit() const { return integrator != RopeIntegrator::semi_implicit_euler || byNewton(); }

    /// The longest step [s] of the present integrator; with `autoSteps` at most advisedStep().
    double longestStep() const;

    /// The step [s] that keeps a rope of these constants in bounds in whatever state it gets into. With the explicit
    /// integrator: the advised step of worstStepLimits. With every integrator: so short that the reel takes in less
    /// than a quarter of a segment per step, as the first segment may have no more. Infinite if nothing limits the
    /// step.
    double advisedStep() const;

    /// One row for each field that a user changes.
    void describe(Parameters& p);
    /// These. Throws std::invalid_argument that names a constant, its value and what would be right: out of its row's
    /// range, for a rope by its length below 0, or not together with another.
    RopeSettings checked() const;
};

} // namespace rope
