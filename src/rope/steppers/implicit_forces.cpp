#include "implicit_rope.hpp"

#include <algorithm>
#include <cmath>

// The forces of an implicit step at the mean velocities u, each with its derivative.

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
    const double aTheta = aTheta_;
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

/// The forces of all bends, for the whole piece.
void ImplicitRope::updateBends()
{
    bendForces_.clear();
    if (step_->bending.none())
        return;
    const std::span<const Mass> masses = masses_;
    bendForces_.resize(masses.size(), Vec3(0.0));
    const double ahead = piece_.integrator == RopeIntegrator::implicit_euler ? 0.0 : 0.5 * piece_.h;
    step_->bending.visitAt([&](std::size_t i) { return masses[i].position + ahead * masses[i].velocity; },
                           [this](std::size_t i, const Bend& bend)
                           {
                               const Vec3 before = bend.byBefore();
                               const Vec3 behind = bend.byBehind();
                               bendForces_[i - 1] += before;
                               bendForces_[i] += behind - before;
                               bendForces_[i + 1] -= behind;
                           });
}

/// What friction of the ground sees of one component of a velocity, v before the piece, and the derivative by u.
/// v + theta (v+ - v) does, where the velocity keeps its sign. Where another force turns it round, that can point
/// against the mean velocity (v + v+)/2, and friction would push the mass on: it would make energy. So the friction
/// rests until the mean velocity has turned as well, and then sees 2 theta times that.
ImplicitRope::Seen ImplicitRope::seenByGround(double v, double u) const
{
    const double turned = 2.0 * contactATheta_ / piece_.a() * v + contactATheta_ * (u - v);
    if (turned * v < 0.0)
        return {turned, contactATheta_};
    const double seen = v + contactATheta_ * (u - v);
    return seen * v < 0.0 ? Seen{} : Seen{seen, contactATheta_};
}

void ImplicitRope::addGround(const Mass& mass, const Vec3& u, MassForce& sum) const
{
    const Ground& ground = step_->around.ground;
    const double h = piece_.h;
    const double t = piece_.t();
    const double before = ground.height - mass.position.y; // depth, negative above
    if (piece_.integrator == RopeIntegrator::energy_momentum)
    {
        // -(V(after) - V(before)) / (y(after) - y(before)) of V = repulsion max(0, depth)²/2: the bounce keeps energy.
        const double after = before - h * u.y;
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
            const double share = (deepAfter - deep) / (after - before); // of the path, below the ground
            push = 0.5 * ground.repulsion * share * (deep + deepAfter);
            rate = 0.5 * ground.repulsion * (deepAfter > 0.0 ? share * (2.0 - share) : share * share);
        }
        sum.force.y += push;
        sum.k.y += h * rate;
    }
    else if (const double depth = before - t * u.y; depth > 0.0)
    {
        sum.force.y += ground.repulsion * depth;
        sum.k.y += t * ground.repulsion;
    }

    // Friction counts for the part of the piece that the mass is below the ground. The velocity before the piece
    // decides that part: decided by the iterations, friction would come and go, and they would go round in circles.
    const double afterAlone = before - h * mass.velocity.y;
    const double highest = std::max(before, afterAlone);
    if (highest <= 0.0)
        return;
    const double contact = std::min(before, afterAlone) >= 0.0 ? 1.0 : highest / std::abs(before - afterAlone);
    const Seen x = seenByGround(mass.velocity.x, u.x);
    const Seen y = seenByGround(mass.velocity.y, u.y);
    const Seen z = seenByGround(mass.velocity.z, u.z);
    const double along = contact * ground.friction;
    sum.force -= along * Vec3(x.velocity, 0.0, z.velocity);
    sum.k.x += x.rate * along;
    sum.k.z += z.rate * along;
    if (y.velocity < 0.0)
    {
        sum.force.y -= contact * ground.absorption * y.velocity;
        sum.k.y += y.rate * contact * ground.absorption;
    }
}

void ImplicitRope::addGrab(const Mass& mass, const Vec3& u, MassForce& sum) const
{
    // F = F_max s / sqrt(1 + s²) with s = (target - x) / 5 cm - v / (1 m/s): the mass follows at 20 m/s a metre, and a
    // rope that F_max can bear is not let go of. dF = F_max / sqrt(1 + s²) (I - f fᵀ) ds with f = F/F_max. Here f fᵀ is
    // left out, so that the derivative stays diagonal: far from the target Newton's method then takes the grab for
    // stiffer than it is.
    constexpr double reach = 0.05; // [m]
    constexpr double pace = 1.0;   // [m/s]
    const double t = piece_.t();
    const Vec3 v = mass.velocity + contactATheta_ * (u - mass.velocity);
    const Vec3 s = (step_->grab->target - mass.position - t * u) / reach - v / pace;
    const double strength = step_->grab->strongest / std::sqrt(1.0 + glm::dot(s, s));
    sum.force += strength * s;
    sum.k += strength * (t / reach + contactATheta_ / pace);
}

} // namespace rope
