#include "implicit_rope.hpp"

#include <algorithm>
#include <cmath>

namespace rope
{

namespace
{

/// Where in a step of h a friction that shrinks a velocity by the factor e^(-z) in it must be evaluated, as a fraction
/// of the way from v to v+, so that the step does just that: 1/(1 - e^-z) - 1/z. It is 1/2 + z/12 for weak friction,
/// which keeps the order 2, and goes to 1 for strong friction, which evaluated in the middle would reverse the
/// velocity.
double dampedFraction(double z)
{
    return z < 1e-4 ? 0.5 + z / 12.0 : 1.0 / -std::expm1(-z) - 1.0 / z;
}

bool finite(const Vec3& v)
{
    const double sum = v.x + v.y + v.z;
    return sum - sum == 0.0;
}

} // namespace

void ImplicitRope::step(const ImplicitStep& step, std::vector<Mass>& masses, const std::vector<Spring>& springs,
                        ImplicitEffort& effort)
{
    step_ = &step;
    masses_ = &masses;
    springs_ = &springs;
    effort_ = &effort;
    ++effort.steps;
    u_.resize(masses.size());
    contact_.resize(masses.size());
    segments_.resize(springs.size());
    system_.resize(springs.size());
    for (Mass& mass : masses)
        mass.force = Vec3(0.0);
    take({step.integrator, step.dt, 0.0}, 0);
}

void ImplicitRope::take(const Piece& piece, int halvings)
{
    if (solve(piece, mostIterations) && keepsEnergy(piece))
    {
        apply(piece);
        return;
    }
    if (halvings < mostHalvings)
    {
        const double half = 0.5 * piece.h;
        take({piece.integrator, half, piece.elapsed}, halvings + 1);
        take({piece.integrator, half, piece.elapsed + half}, halvings + 1);
        return;
    }
    // Implicit Euler takes the energy out that stands in the way; what it leaves unsolved is small, or nothing moves.
    const Piece safe{RopeIntegrator::implicit_euler, piece.h, piece.elapsed};
    ++effort_->fallbacks;
    solve(safe, 2 * mostIterations);
    if (!plausible(safe))
        std::fill(u_.begin() + 1, u_.end(), Vec3(0.0));
    apply(safe);
}

void ImplicitRope::begin(const Piece& piece)
{
    const ImplicitStep& step = *step_;
    const std::vector<Mass>& masses = *masses_;
    u_[0] = step.anchorVelocity;
    for (std::size_t i = 1; i < masses.size(); ++i)
    {
        u_[i] = masses[i].velocity;
        const double before = step.ground.height - masses[i].position.y;
        const double after = before - piece.h * masses[i].velocity.y;
        const double highest = std::max(before, after);
        // Decided once for the piece: friction that comes and goes while a step is solved lets it go round in circles.
        contact_[i] = highest <= 0.0 ? 0.0 : std::min(before, after) >= 0.0 ? 1.0 : highest / std::abs(before - after);
    }
    for (std::size_t j = 0; j < segments_.size(); ++j)
    {
        Segment& s = segments_[j];
        s.d = masses[j].position - masses[j + 1].position;
        s.r = glm::length(s.d);
        s.tension = springAt(piece, j).tension(s.r);
        s.tensionRate = Vec3(0.0);
    }

    dampedAt_ = dampedAtGround_ = 1.0;
    ringing_ = 0.0;
    if (piece.integrator != RopeIntegrator::implicit_euler)
    {
        const double rate = 4.0 * springs_->back().friction + step.airFriction; // fastest mode of the chain, times m
        const double ground = std::max(step.ground.friction, step.ground.absorption);
        const double lightest = std::min(masses[1].mass, masses.back().mass);
        // A mode that is much faster than the step alternates from step to step and hardly feels a friction. Along the
        // springs it gets what it lacks: a part chi of the tension's change, which makes the alternation shrink by
        // (1 - chi)/(1 + chi), and that is the e^(-z/2) of the true motion. Without friction it is nothing.
        ringing_ = std::tanh(0.25 * rate * piece.h / lightest);
        dampedAt_ = 2.0 * dampedFraction(rate * piece.h / lightest);
        dampedAtGround_ = 2.0 * dampedFraction((rate + ground) * piece.h / lightest);
    }
}

Spring ImplicitRope::springAt(const Piece& piece, std::size_t segment) const
{
    Spring spring = (*springs_)[segment];
    if (segment > 0 || step_->feedSpeed == 0.0)
        return spring;
    // The rest length of the moment in the piece at which the force is taken.
    const double at = piece.elapsed + piece.h / piece.a();
    const double length = std::max(spring.restLength + step_->feedSpeed * at, 0.1 * spring.restLength);
    if (step_->insertion == Insertion::consistent)
    {
        const double ratio = spring.restLength / length;
        spring.springConstant *= ratio;
        spring.friction *= ratio;
    }
    spring.restLength = length;
    return spring;
}

bool ImplicitRope::solve(const Piece& piece, int iterations)
{
    ++effort_->pieces;
    begin(piece);
    // A segment turns by a radian when its ends differ by L/h: Newton's method is at home well below that. What is left
    // after a correction is about the square of it, in the same measure.
    const double scale = (*springs_).back().restLength / piece.h;
    const double tolerance = 1e-3 * scale;
    double last = 0.0;
    for (int i = 0; i < iterations; ++i)
    {
        evaluate(piece);
        ++effort_->iterations;
        if (!system_.solve())
            return false;
        const double correction = correct();
        if (!(correction < 1e100))
            return false;
        if (correction <= tolerance)
            return true;
        // The natural monotonicity test: corrections that do not shrink will not within the iterations left.
        if (i >= 2 && correction > 0.5 * last && iterations == mostIterations)
            return false;
        last = correction;
    }
    return false;
}

/// Adds the solution to the mean velocities; returns the largest correction [m/s].
double ImplicitRope::correct()
{
    double largest = 0.0;
    Vec3 before(0.0); // of the anchor
    for (std::size_t j = 0; j < segments_.size(); ++j)
    {
        const Vec3& delta = system_.solution(j);
        u_[j + 1] += delta;
        largest = std::max(largest, glm::dot(delta, delta));
        segments_[j].tension += glm::dot(segments_[j].tensionRate, before - delta);
        before = delta;
    }
    return std::sqrt(largest);
}

void ImplicitRope::evaluate(const Piece& piece)
{
    const std::size_t count = segments_.size();
    for (std::size_t j = 0; j < count; j += 2)
        evaluateTwo(piece, j, std::min(j + 1, count - 1));

    const ImplicitStep& step = *step_;
    const std::vector<Mass>& masses = *masses_;
    const double a = piece.a();
    const double tau = dampedAt_;
    for (std::size_t i = 1; i <= count; ++i)
    {
        const Mass& mass = masses[i];
        const Vec3 change = u_[i] - mass.velocity;
        const double inertia = a * mass.mass / piece.h;
        Vec3& force = system_.rightSide(i - 1);
        force = mass.mass * step.gravity - step.airFriction * (mass.velocity + tau * change) - inertia * change -
                segments_[i - 1].force;
        if (i < count)
            force += segments_[i].force;
        system_.diagonal(i - 1) = Vec3(inertia + tau * step.airFriction);
        if (step.ground.height - std::min(mass.position.y, mass.position.y + piece.h * u_[i].y) > 0.0 ||
            contact_[i] > 0.0)
            addGround(piece, i);
    }
    if (step.hand)
        addHand(piece);
}

/// The segments j0 and j1, one in each lane; they may be the same.
void ImplicitRope::evaluateTwo(const Piece& piece, std::size_t j0, std::size_t j1)
{
    const ImplicitStep& step = *step_;
    const std::vector<Mass>& masses = *masses_;
    const Two t = two(piece.h / piece.a()); // de/dw
    const Two h = two(piece.h);
    const Two tau = two(dampedAt_);
    Segment& s0 = segments_[j0];
    Segment& s1 = segments_[j1];
    const Spring first = springAt(piece, j0);
    const Spring& spring0 = j0 == 0 ? first : (*springs_)[j0];
    const Spring& spring1 = j1 == 0 ? first : (*springs_)[j1];
    const Two k{spring0.springConstant, spring1.springConstant};
    const Two length{spring0.restLength, spring1.restLength};
    const Two c{spring0.friction, spring1.friction};

    const TwoVec3 w = TwoVec3::of(u_[j0], u_[j1]) - TwoVec3::of(u_[j0 + 1], u_[j1 + 1]);
    const TwoVec3 v = TwoVec3::of(j0 == 0 ? u_[0] : masses[j0].velocity, j1 == 0 ? u_[0] : masses[j1].velocity) -
                      TwoVec3::of(masses[j0 + 1].velocity, masses[j1 + 1].velocity);
    const TwoVec3 d = TwoVec3::of(s0.d, s1.d);
    const TwoVec3 e = d + t * w;
    const bool meanLength = piece.integrator == RopeIntegrator::energy_momentum;
    Two r;
    TwoVec3 g; // dr/dw = t g
    if (meanLength)
    {
        const TwoVec3 after = d + h * w;
        const Two lengthAfter = root(dot(after, after));
        r = two(0.5) * (Two{s0.r, s1.r} + lengthAfter);
        g = inverse(lengthAfter) * after;
    }
    else
    {
        r = root(dot(e, e));
        g = inverse(r) * e;
    }

    // F = -T p, dF/dw = -p (dT/dw)ᵀ - t T/r (I - p gᵀ); at r = 0 there is no direction and no force.
    const Two shorter = inverse(r);
    const TwoVec3 p = shorter * e;
    const Two geometric = t * Two{s0.tension, s1.tension} * shorter;
    const Two flow = j0 == 0 && step.insertion == Insertion::consistent
                         ? Two{step.feedSpeed / first.restLength, j1 == 0 ? step.feedSpeed / first.restLength : 0.0}
                         : two(0.0);
    const Two speed = dot(p, w); // of the change of length
    const Two kappa = two(0.5 * ringing_) * h * k;
    const Two tension = k * (r - length) + kappa * (speed - flow * r);
    TwoVec3 rate = (t * k) * g;
    rate = rate + kappa * (meanLength ? g : p + (t * shorter) * (w - speed * p));

    const TwoVec3 wd = v + tau * (w - v) - flow * e;
    const Two wdRate = tau - flow * t;
    Two a = geometric;
    TwoVec3 q = rate - geometric * g;
    TwoVec3 force = two(-1.0) * (tension * p);
    if (step.frictionDirection == FrictionDirection::full)
    {
        force = force - c * wd;
        a = a + c * wdRate;
    }
    else
    {
        // F = -c (n.w) n, dF/dw = -c (n nᵀ w' + t/|e| ((n.w) (I - n nᵀ) + n ((I - n nᵀ) w)ᵀ))
        const Two straight = root(dot(e, e));
        const Two perLength = inverse(straight);
        const TwoVec3 n = perLength * e;
        const Two along = dot(n, wd);
        const Two turn = t * perLength;
        force = force - (c * along) * n;
        a = a + c * turn * along;
        q = q + (r * perLength * c) * ((wdRate - two(2.0) * turn * along) * n + turn * wd);
    }

    const auto put = [&](std::size_t j, int lane)
    {
        Segment& s = segments_[j];
        s.tension = tension[lane];
        s.tensionRate = rate.lane(lane);
        s.force = force.lane(lane);
        system_.coupling(j) = {a[lane], p.lane(lane), q.lane(lane)};
    };
    put(j0, 0);
    put(j1, 1);
}

/// The midpoint rule makes energy where a stiff segment turns far in a step, the more the faster it turns: a runaway.
/// What the springs' energy grew by beyond the work done on them, sum V(d+) - V(d) + F.(d+ - d), tells how much.
bool ImplicitRope::keepsEnergy(const Piece& piece) const
{
    if (piece.integrator != RopeIntegrator::implicit_midpoint)
        return true;
    double made = 0.0;
    for (std::size_t j = 0; j < segments_.size(); ++j)
    {
        const Spring spring = springAt(piece, j);
        const auto energy = [&spring](double r)
        { return 0.5 * spring.springConstant * (r - spring.restLength) * (r - spring.restLength); };
        const Vec3 way = piece.h * (u_[j] - u_[j + 1]);
        const Vec3 e = segments_[j].d + 0.5 * way;
        const double r = glm::length(e);
        const double work = r > 0.0 ? spring.tension(r) / r * glm::dot(e, way) : 0.0;
        made += energy(glm::length(segments_[j].d + way)) - energy(segments_[j].r) - work;
    }
    double kinetic = 0.0;
    for (std::size_t i = 1; i < u_.size(); ++i)
        kinetic += 0.5 * (*masses_)[i].mass * glm::dot(u_[i], u_[i]);
    constexpr double mostGain = 0.02; // [1/s]
    return made <= mostGain * piece.h * kinetic;
}

bool ImplicitRope::plausible(const Piece& piece) const
{
    // No mass crosses more than a hundred thousand segments, or a kilometre, in a step.
    const double most = std::max(1e5 * springs_->back().restLength, 1e3) / piece.h;
    return std::all_of(u_.begin() + 1, u_.end(),
                       [&](const Vec3& u) { return finite(u) && glm::dot(u, u) < most * most; });
}

void ImplicitRope::apply(const Piece& piece)
{
    const double a = piece.a();
    std::vector<Mass>& masses = *masses_;
    masses[0].position += piece.h * u_[0];
    for (std::size_t i = 1; i < masses.size(); ++i)
    {
        Mass& mass = masses[i];
        const Vec3 change = a * (u_[i] - mass.velocity);
        mass.position += piece.h * u_[i];
        mass.velocity += change;
        mass.force += mass.mass / step_->dt * change;
    }
}

} // namespace rope
