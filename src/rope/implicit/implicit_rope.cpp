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

} // namespace

void ImplicitRope::step(const ImplicitStep& step, std::vector<Mass>& masses, const std::vector<Spring>& springs,
                        ImplicitEffort& effort)
{
    step_ = &step;
    masses_ = &masses;
    springs_ = &springs;
    effort_ = &effort;
    ++effort.steps;
    system_.resize(springs.size() - (endHeld() ? 1 : 0));
    pairs_.resize(system_.middle());
    for (Mass& mass : masses)
        mass.force = Vec3(0.0);
    piecesLeft_ = mostPieces;
    take({step.integrator, step.dt, 0.0}, 0);
}

void ImplicitRope::take(const Piece& piece, int halvings)
{
    const bool last = halvings >= mostHalvings;
    const int iterations =
        last && piece.integrator == RopeIntegrator::implicit_euler ? 2 * mostIterations : mostIterations;
    if (piecesLeft_ > 0 && solve(piece, iterations) && keepsEnergy(piece) && plausible(piece))
    {
        apply(piece);
        return;
    }
    if (last && piece.integrator != RopeIntegrator::implicit_euler)
    {
        // It takes the energy out that stands in the way.
        ++effort_->fallbacks;
        take({RopeIntegrator::implicit_euler, piece.h, piece.elapsed}, halvings);
        return;
    }
    if (halvings < 2 * mostHalvings && piecesLeft_ > 0)
    {
        const double half = 0.5 * piece.h;
        take({piece.integrator, half, piece.elapsed}, halvings + 1);
        take({piece.integrator, half, piece.elapsed + half}, halvings + 1);
        return;
    }
    // What cannot be solved, stands still for this small piece.
    ++effort_->fallbacks;
    std::fill(pairs_.begin(), pairs_.end(), Pair{});
    middle_ = Vec3(0.0);
    apply({RopeIntegrator::implicit_euler, piece.h, piece.elapsed});
}

void ImplicitRope::begin(const Piece& piece)
{
    const ImplicitStep& step = *step_;
    const std::vector<Mass>& masses = *masses_;
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
    --piecesLeft_;
    begin(piece);
    // A segment turns by a radian when its ends differ by L/h: Newton's method is at home well below that. What is left
    // after a correction is about the square of it, in the same measure.
    const double scale = (*springs_).back().restLength / piece.h;
    const double tolerance = 1e-3 * scale;
    double last = 0.0;
    for (int i = 0; i < iterations; ++i)
    {
        const std::optional<double> correction = correct(piece, i == 0);
        ++effort_->iterations;
        if (!correction || !(*correction < 1e100))
            return false;
        if (*correction <= tolerance)
            return true;
        // The natural monotonicity test: corrections that do not shrink will not within the iterations left.
        if (i >= 2 && *correction > 0.5 * last && iterations == mostIterations)
            return false;
        last = *correction;
    }
    return false;
}

Vec3 ImplicitRope::meanVelocity(std::size_t mass) const
{
    if (mass == 0)
        return step_->anchorVelocity;
    if (endHeld() && mass + 1 == masses_->size())
        return *step_->freeEndVelocity;
    const std::size_t row = mass - 1;
    const std::size_t middle = system_.middle();
    return row < middle   ? pairs_[row].u.lane(0)
           : row > middle ? pairs_[system_.rightRow(row)].u.lane(1) // the inverse of rightRow is itself
                          : middle_;
}

/// The midpoint rule makes energy where a stiff segment turns far in a step, the more the faster it turns: a runaway.
/// What the springs' energy grew by beyond the work done on them, sum V(d+) - V(d) + F.(d+ - d), tells how much.
bool ImplicitRope::keepsEnergy(const Piece& piece) const
{
    if (piece.integrator != RopeIntegrator::implicit_midpoint)
        return true;
    double made = 0.0;
    double kinetic = 0.0;
    for (std::size_t j = 0; j < springs_->size(); ++j)
    {
        const Mass& first = (*masses_)[j];
        const Mass& second = (*masses_)[j + 1];
        const Spring spring = springAt(piece, j);
        const auto energy = [&spring](double r)
        { return 0.5 * spring.springConstant * (r - spring.restLength) * (r - spring.restLength); };
        const Vec3 d = first.position - second.position;
        const Vec3 u = meanVelocity(j + 1);
        const Vec3 way = piece.h * (meanVelocity(j) - u);
        const Vec3 e = d + 0.5 * way;
        const double r = glm::length(e);
        const double work = r > 0.0 ? spring.tension(r) / r * glm::dot(e, way) : 0.0;
        made += energy(glm::length(d + way)) - energy(glm::length(d)) - work;
        kinetic += 0.5 * second.mass * glm::dot(u, u);
    }
    constexpr double mostGain = 0.02; // [1/s]
    return made <= mostGain * piece.h * kinetic;
}

bool ImplicitRope::plausible(const Piece& piece) const
{
    // No mass crosses more than a hundred thousand segments, or a kilometre, in a step.
    const double most = std::max(1e5 * springs_->back().restLength, 1e3) / piece.h;
    for (std::size_t i = 1; i < masses_->size(); ++i)
        if (const Vec3 u = meanVelocity(i); !finite(u) || glm::dot(u, u) > most * most)
            return false;
    return true;
}

void ImplicitRope::apply(const Piece& piece)
{
    if (step_->work)
        book(piece, *step_->work);
    const double a = piece.a();
    std::vector<Mass>& masses = *masses_;
    masses[0].position += piece.h * step_->anchorVelocity;
    if (endHeld())
        masses.back().position += piece.h * *step_->freeEndVelocity;
    for (std::size_t i = 1; i <= system_.size(); ++i)
    {
        Mass& mass = masses[i];
        const Vec3 u = meanVelocity(i);
        const Vec3 change = a * (u - mass.velocity);
        mass.position += piece.h * u;
        mass.velocity += change;
        mass.force += mass.mass / step_->dt * change;
    }
}

} // namespace rope
