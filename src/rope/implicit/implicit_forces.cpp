#include "implicit_rope.hpp"

#include <algorithm>
#include <cmath>

// What acts on single masses in an implicit step: the ground and the hand, each with its derivative.

namespace rope
{

void ImplicitRope::addGround(const Piece& piece, const Mass& mass, const Vec3& u, Vec3& force, Vec3& stiffness) const
{
    const Ground& ground = step_->ground;
    const double a = piece.a();
    const double t = piece.h / a;
    const double before = ground.height - mass.position.y; // depth, negative above
    if (piece.integrator == RopeIntegrator::energy_momentum)
    {
        // -(V(after) - V(before)) / (y(after) - y(before)) of V = repulsion max(0, depth)²/2: the bounce keeps energy.
        const double after = before - piece.h * u.y;
        const double deep = std::max(before, 0.0);
        const double deepAfter = std::max(after, 0.0);
        double push = 0.0;
        double rate = 0.0; // d push / d after
        if (before >= 0.0 && after >= 0.0)
        {
            push = 0.5 * ground.repulsion * (before + after);
            rate = 0.5 * ground.repulsion;
        }
        else if (deep > 0.0 || deepAfter > 0.0)
        {
            const double share = (deepAfter - deep) / (after - before); // of the way that is below the ground
            push = 0.5 * ground.repulsion * share * (deep + deepAfter);
            rate = 0.5 * ground.repulsion * (deepAfter > 0.0 ? share * (2.0 - share) : share * share);
        }
        force.y += push;
        stiffness.y += piece.h * rate;
    }
    else if (const double depth = before - t * u.y; depth > 0.0)
    {
        force.y += ground.repulsion * depth;
        stiffness.y += t * ground.repulsion;
    }

    // The part of the piece that the mass is below the ground, from the velocity before the piece: decided by the
    // iterations, friction would come and go while a step is solved, and let it go round in circles.
    const double afterAlone = before - piece.h * mass.velocity.y;
    const double highest = std::max(before, afterAlone);
    if (highest <= 0.0)
        return;
    const double contact = std::min(before, afterAlone) >= 0.0 ? 1.0 : highest / std::abs(before - afterAlone);
    const double tau = dampedAtGround_;
    const Vec3 v = mass.velocity + tau * (u - mass.velocity);
    const double along = contact * ground.friction;
    force -= along * Vec3(v.x, 0.0, v.z);
    stiffness.x += tau * along;
    stiffness.z += tau * along;
    if (v.y < 0.0)
    {
        force.y -= contact * ground.absorption * v.y;
        stiffness.y += tau * contact * ground.absorption;
    }
}

void ImplicitRope::addHand(const Piece& piece, const Mass& mass, const Vec3& u, Vec3& force, Vec3& stiffness) const
{
    // F = F_max s / sqrt(1 + s²) with s = (p - x) / 5 cm - v / (1 m/s): it follows at 20 m/s a metre, and lets go of no
    // rope that it can bear. dF = F_max / sqrt(1 + s²) (I - f fᵀ) ds with f = F/F_max, here without the f fᵀ: it only
    // makes the hand look stiffer than it is to Newton's method where it is far behind, and the system stays simple.
    constexpr double reach = 0.05; // [m]
    constexpr double pace = 1.0;   // [m/s]
    const double t = piece.h / piece.a();
    const Vec3 v = mass.velocity + dampedAtGround_ * (u - mass.velocity);
    const Vec3 s = (step_->hand->target - mass.position - t * u) / reach - v / pace;
    const double root = std::sqrt(1.0 + glm::dot(s, s));
    const double strength = step_->hand->strongest / root;
    force += strength * s;
    stiffness += strength * (t / reach + dampedAtGround_ / pace);
}

} // namespace rope
