#include "implicit_rope.hpp"

#include <algorithm>
#include <cmath>

// The forces of springs and hinges in an implicit step at the mean velocities u, with their derivatives.

namespace rope
{

namespace
{

/// 1/r, and 0 at r = 0: what has no length has no direction.
double inverse(double r)
{
    return r > 0.0 ? 1.0 / r : 0.0;
}

} // namespace

/// The first spring at the moment of the piece at which its force is taken: the reel changes it during a step.
Spring ImplicitRope::reeledSpring() const
{
    Spring spring = springs_->front();
    if (step_->feedSpeed == 0.0)
        return spring;
    const double elapsed = piece_.elapsed + piece_.t();
    const double length = std::max(spring.restLength + step_->feedSpeed * elapsed, 0.1 * spring.restLength);
    if (step_->insertion == Insertion::consistent)
    {
        const double ratio = spring.restLength / length;
        spring.springConstant *= ratio;
        spring.friction *= ratio;
    }
    spring.restLength = length;
    return spring;
}

/// [1/s], by which rope that flows out of the reel lengthens the segment without straining it.
double ImplicitRope::flowRate(std::size_t segment, const Spring& spring) const
{
    return segment == 0 && step_->insertion == Insertion::consistent ? step_->feedSpeed / spring.restLength : 0.0;
}

namespace
{

/// The friction of a segment's spring in a piece of a step.
struct SegmentFriction
{
    double c;          ///< [N s/m]
    Vec3 e;            ///< [m], the segment at the time t in the piece
    Vec3 strain;       ///< [m/s], the velocity w' that friction sees
    double strainRate; ///< dw'/dw of the part that does not turn
    double t;          ///< [s]
    double r;          ///< [m], the length that the spring sees

    /// Adds it to the force and to K = a I + p qᵀ; `full`: against all of w', else along the segment.
    void addTo(bool full, Vec3& force, double& a, Vec3& q) const
    {
        if (full)
        {
            // F = -c w'
            force -= c * strain;
            a += c * strainRate;
            return;
        }
        // F = -c (n.w') n,  K = c (n nᵀ dw'/dw + t/|e| ((n.w') (I - n nᵀ) + n ((I - n nᵀ) w')ᵀ)),  n = e/|e|
        const double perStraight = inverse(glm::length(e));
        const Vec3 n = perStraight * e;
        const double along = glm::dot(n, strain);
        const double turn = t * perStraight;
        force -= c * along * n;
        a += c * turn * along;
        q += c * r * perStraight * ((strainRate - 2.0 * turn * along) * n + turn * strain); // n = r/|e| p
    }
};

} // namespace

/// The forces of all springs, with their derivatives.
void ImplicitRope::updateSegments()
{
    const bool meanLength = piece_.integrator == RopeIntegrator::energy_momentum;
    const bool full = step_->frictionDirection == FrictionDirection::full;
    const double h = piece_.h;
    const double t = piece_.t();
    const double aTheta = piece_.aTheta;
    const double kappaPerK = 0.5 * chi_ * h;
    for (std::size_t j = 0; j < springs_->size(); ++j)
    {
        const Mass& first = masses_[j];
        const Mass& second = masses_[j + 1];
        Segment& segment = segments_[j];
        const Spring& spring = springAt(j);
        const double flow = flowRate(j, spring);
        const double k = spring.springConstant;
        const double c = spring.friction;

        const Vec3 d = first.position - second.position;
        const Vec3 w = u_[j] - u_[j + 1];
        const Vec3 e = d + t * w;
        const Vec3 end = meanLength ? d + h * w : e;
        const double endLength = glm::length(end);
        const double perEndLength = inverse(endLength);
        const double r = meanLength ? 0.5 * (segment.length + endLength) : endLength;
        const double perLength = meanLength ? inverse(r) : perEndLength;
        const Vec3 g = perEndLength * end; // dr/dw = t g
        const Vec3 p = perLength * e;

        // The spring: F = -T p,  K = t T/r (I - p gᵀ) + p (dT/dw)ᵀ = a I + p qᵀ,  T = k (r - L) + kappa (p.w - flow r)
        const double geometric = t * perLength * segment.tension; // of the tension that the last correction predicts
        const double speed = glm::dot(p, w);                      // of lengthening
        const double kappa = kappaPerK * k;
        segment.tension = spring.tension(r) + kappa * (speed - flow * r);
        segment.tensionRate = (t * k + kappa) * g;
        if (!meanLength && kappa > 0.0)
            segment.tensionRate += kappa * t * perLength * (w - speed * p);
        Vec3 q = segment.tensionRate - geometric * g;
        double a = geometric;
        Vec3 force = -segment.tension * p;

        // Friction sees the velocity w' = v + a theta (w - v) - flow e.
        const Vec3 v = first.velocity - second.velocity;
        const Vec3 strain = v + aTheta * (w - v) - flow * e;
        const double strainRate = aTheta - flow * t;
        SegmentFriction{c, e, strain, strainRate, t, r}.addTo(full, force, a, q);
        segment.force = force;
        segment.k = {a, p, q};
    }
}

/// The forces on hinges, for the whole piece.
void ImplicitRope::updateHinges()
{
    hingeForces_.clear();
    if (step_->hinges.none())
        return;
    hingeForces_.resize(masses_.size(), Vec3(0.0));
    const double ahead = piece_.integrator == RopeIntegrator::implicit_euler ? 0.0 : 0.5 * piece_.h;
    step_->hinges.push(masses_, ahead, hingeForces_);
}

} // namespace rope
