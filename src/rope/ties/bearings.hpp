#pragma once

#include "rope_ties.hpp"

#include <array>
#include <vector>

namespace rope
{

double bearingEnergy(const RopeState& state, const BearingState& bearing); ///< [J]

/// Axles: two springs of no length hold a body at two places of its axis, so that it turns about that axis alone. What
/// brakes or drives it is a spring too, which is drawn by the turn less what a motor wants, and slips where its torque
/// would be above the most: of friction mu times the axle's radius times its load.
class Bearings final : public OutsideForce
{
public:
    bool begin(const StepView& step) override;
    void add(const StepView& step, Hessian hessian, OutsideForces& sum) override;
    void store(const StepView& step, RopeState& state) override;
    void book(const StepView& step, ForceSum& sum, PieceWork& work) const override;

private:
    struct Axle
    {
        const BearingState* state = nullptr;
        std::array<std::pair<TiePlace, TiePlace>, 2> places; ///< on the body and on its carrier
        double stiffness = 0.0;                              ///< [N/m] of each spring
        double brake = 0.0;                                  ///< [N m/rad]
        bool slips = false;                                  ///< in this iteration
    };
    /// What an axle does at one pose.
    struct Response
    {
        Vec3 axis{0.0};
        Vec3 force{0.0};     ///< [N], on the body
        double turn = 0.0;   ///< [rad], about the axis in the step
        double drawn = 0.0;  ///< [rad]
        double torque = 0.0; ///< [N m], on the body about the axis
        double lost = 0.0;   ///< [J]
    };

    Response respond(Axle& axle, const StepView& step) const;

    std::vector<Axle> axles_;
    std::vector<Response> last_; ///< of the step that is stored
};

} // namespace rope
