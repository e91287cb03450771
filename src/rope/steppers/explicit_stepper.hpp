#pragma once

#include "rope_stepper.hpp"

#include "rope/forces/mass_forces.hpp"

#include <vector>

namespace rope
{

/// Takes steps by semi-implicit Euler: of ropes that neither twist nor have a thickness. All forces are those at the
/// start of the step.
class ExplicitStepper final : public RopeStepper
{
public:
    void step(std::vector<Mass>& masses, RopeState& state, double dt, StepReport& report) override;

private:
    /// What a step overwrites of a rope, and its sources of energy depend on.
    struct Start
    {
        Start(const ForceSource& from, double length, double power)
            : forces(from), firstLength(length), flowPower(power)
        {
        }

        MassForces forces;
        double firstLength; ///< [m], of the first segment
        double flowPower;   ///< [W] of the reel, where rope flows out against the friction of the first segment
    };

    void applyForces(const Rope& rope, const MassForces& forces, std::vector<Mass>& masses);
    void updateSpringForces(const Rope& rope, const std::vector<Mass>& masses);

    static StepWork workOn(const Rope& rope, const SteppedMasses& masses, const MassForces& forces, double dt);

    std::vector<Vec3> springForces_; ///< [N] of spring i on mass i; the last is zero
    std::vector<Mass> before_;       ///< with the forces
    std::vector<Start> starts_;      ///< by ropes
};

} // namespace rope
