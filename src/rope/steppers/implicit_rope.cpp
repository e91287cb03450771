#include "implicit_rope.hpp"

#include <rope/elementary.hpp>
#include <rope/step_watch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rope
{

namespace
{

/// The resistance of a pinned mass [N s/m]: so far above all others that its row of the system gives it no velocity,
/// and that the rows beside it see something fixed.
constexpr double immovable = 1e30;

/// A friction shrinks a velocity by the factor e^(-z) in a step. It does so exactly where the step takes it at
/// v + theta (v+ - v) with theta = 1/(1 - e^-z) - 1/z. That is 1/2 + z/12 for weak friction, which keeps the order 2,
/// and goes to 1 for strong friction, which taken in the middle would reverse the velocity.
double dampedFraction(double z)
{
    return z < 1e-4 ? 0.5 + z / 12.0 : 1.0 / -elementary::expm1(-z) - 1.0 / z;
}

Vec3Of<TwoLanes> lanes(const Vec3& one, const Vec3& two)
{
    return {TwoLanes{one.x, two.x}, TwoLanes{one.y, two.y}, TwoLanes{one.z, two.z}};
}

Coupling<TwoLanes> lanes(const Coupling<double>& one, const Coupling<double>& two)
{
    return {TwoLanes{one.a, two.a}, lanes(one.p, two.p), lanes(one.q, two.q)};
}

Vec3 lane(const Vec3Of<TwoLanes>& both, int number)
{
    return {both.x[number], both.y[number], both.z[number]};
}

} // namespace

void ImplicitRope::step(const ImplicitStep& step, std::span<Mass> masses, const std::vector<Spring>& springs,
                        ImplicitEffort& effort)
{
    step_ = &step;
    masses_ = masses;
    springs_ = &springs;
    effort_ = &effort;
    ++effort.steps;
    u_.resize(masses.size());
    segments_.resize(springs.size());
    for (Mass& mass : masses)
        mass.force = Vec3(0.0);
    for (const HeldMass& held : step.held)
        masses[held.mass].velocity = held.velocity;
    piecesLeft_ = mostPieces;
    take({step.integrator, step.dt, 0.0}, 0);
}

void ImplicitRope::take(const MeanPiece& piece, int halvings)
{
    piece_ = piece;
    const bool last = halvings >= mostHalvings;
    const int iterations =
        last && piece.integrator == RopeIntegrator::implicit_euler ? 2 * mostIterations : mostIterations;
    if (piecesLeft_ > 0 && solve(iterations) && keepsEnergy() && plausible())
    {
        apply();
        return;
    }
    if (last && piece.integrator != RopeIntegrator::implicit_euler)
    {
        // Implicit Euler takes out the energy that keeps the others from a solution.
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
    // A piece without a solution: the free masses stand still for this short time.
    ++effort_->fallbacks;
    piece_.integrator = RopeIntegrator::implicit_euler;
    for (std::size_t i = 1; i < u_.size(); ++i)
        if (!pinned(i))
            u_[i] = Vec3(0.0);
    apply();
}

/// The first guess: masses go on as they are.
void ImplicitRope::begin()
{
    const ImplicitStep& step = *step_;
    const std::span<const Mass> masses = masses_;
    firstSpring_ = reeledSpring();
    for (std::size_t i = 0; i < masses.size(); ++i)
        u_[i] = masses[i].velocity;
    updateHinges();
    for (std::size_t j = 0; j < segments_.size(); ++j)
    {
        segments_[j].length = glm::distance(masses[j].position, masses[j + 1].position);
        segments_[j].tension = springAt(j).tension(segments_[j].length);
    }

    piece_.aTheta = piece_.contactATheta = 1.0;
    chi_ = 0.0;
    if (piece_.integrator != RopeIntegrator::implicit_euler)
    {
        double rate = 4.0 * springs_->back().friction; // of the fastest mode of the chain, times m
        step.forces->each<Reach::everywhere>([&rate](const auto& force) { rate += force.brake(); });
        double contact = 0.0;
        step.forces->each<Reach::somewhere>([&contact](const auto& force)
                                            { contact = std::max(contact, force.brake()); });
        const double perMass = piece_.h / std::min(masses[1].mass, masses.back().mass); // of the lightest one
        // A mode that is much faster than the step alternates from step to step and hardly feels a friction. Along the
        // springs it gets what it lacks: a part chi of the tension's change, which makes the alternation shrink by
        // (1 - chi)/(1 + chi), and that is the e^(-z/2) of the true motion. Without friction chi is 0.
        chi_ = elementary::tanh(0.25 * rate * perMass);
        piece_.aTheta = 2.0 * dampedFraction(rate * perMass);
        piece_.contactATheta = 2.0 * dampedFraction((rate + contact) * perMass);
    }
}

/// Newton's method; false where it does not converge in `iterations`.
bool ImplicitRope::solve(int iterations)
{
    StepWatch::lookWithin();
    ++effort_->pieces;
    --piecesLeft_;
    begin();
    // A segment turns by a radian when its ends differ by L/h: Newton's method is at home well below that. The error
    // after a correction is about the square of the correction, in the same measure.
    const double scale = springs_->back().restLength / piece_.h;
    const double tolerance = 1e-3 * scale;
    double last = 0.0;
    for (int i = 0; i < iterations; ++i)
    {
        const double correction = correct();
        ++effort_->iterations;
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

/// All forces on a mass but the springs': -R(u) without them, the inertia included, and the derivative of R.
inline MassRow ImplicitRope::rowOf(std::size_t i) const
{
    MassRow row;
    if (pinned(i))
    {
        row.k = Vec3(immovable);
        return row;
    }
    const Mass& mass = masses_[i];
    const Vec3& u = u_[i];
    const double inertia = mass.mass / piece_.t();
    const auto push = [&](const auto& force) { force.push(i, mass, u, piece_, row); };
    step_->forces->each<Reach::everywhere>(push);
    row.force -= inertia * (u - mass.velocity);
    row.k += Vec3(inertia);
    if (!hingeForces_.empty())
        row.force += hingeForces_[i];
    step_->forces->each<Reach::somewhere>(push);
    step_->forces->each<Reach::one>(push);
    return row;
}

/// One iteration: solves R(u) + R'(u) x = 0 and adds x to u. Returns the largest correction |x| [m/s]; infinity where
/// the system is singular. With E the derivative of the forces on single masses, the row of mass i is
///
///     (E_i + K_(i-1) + K_i) x_i - K_(i-1) x_(i-1) - K_i x_(i+1) = -R_i
///
/// The rows are taken from both ends of the rope at once, up to the one in the middle.
double ImplicitRope::correct()
{
    updateSegments();
    const std::size_t last = segments_.size();
    const std::size_t first = last % 2 == 0 ? 0 : 1; // so that as many rows lie before the middle as behind it
    const std::size_t middle = (first + last) / 2;
    const auto right = [this, last](std::size_t i, const MassRow& own)
    {
        const Vec3 before = i > 0 ? segments_[i - 1].force : Vec3(0.0);
        return i < last ? own.force + segments_[i].force - before : own.force - before;
    };
    system_.begin(middle - first, lanes(segments_[0].k, {})); // nothing lies behind a free end
    for (std::size_t i = first, j = last; i < middle; ++i, --j)
    {
        const MassRow one = rowOf(i);
        const MassRow two = rowOf(j);
        system_.add(lanes(one.k, two.k), lanes(segments_[i].k, segments_[j - 1].k),
                    lanes(right(i, one), right(j, two)));
    }
    const MassRow own = rowOf(middle);

    double largest = 0.0; // squared
    bool regular = true;
    const auto add = [&](std::size_t i, const Vec3& solution)
    {
        const Vec3 x = pinned(i) ? Vec3(0.0) : solution;
        const double square = glm::dot(x, x);
        regular = regular && square < std::numeric_limits<double>::infinity();
        largest = std::max(largest, square);
        u_[i] += x;
        return x;
    };
    const auto stretch = [this](std::size_t segment, const Vec3& x1, const Vec3& x2)
    { segments_[segment].tension += glm::dot(segments_[segment].tensionRate, x1 - x2); };
    Vec3 before = add(middle, system_.meet(own.k, right(middle, own)));
    Vec3 behind = before;
    for (std::size_t i = middle, j = middle; i > first;)
    {
        --i;
        ++j;
        const Vec3Of<TwoLanes> solution = system_.solution(i - first, lanes(before, behind));
        const Vec3 one = add(i, lane(solution, 0));
        const Vec3 two = add(j, lane(solution, 1));
        stretch(i, one, before);
        stretch(j - 1, behind, two);
        before = one;
        behind = two;
    }
    if (first > 0)
        stretch(0, Vec3(0.0), before);
    return regular ? std::sqrt(largest) : std::numeric_limits<double>::infinity();
}

/// The midpoint rule makes energy where a stiff segment turns far in a step, the more the faster it turns: a runaway.
/// What the springs' energy grew by beyond the work done on them, sum V(d+) - V(d) + F.(d+ - d), tells how much.
bool ImplicitRope::keepsEnergy() const
{
    if (piece_.integrator != RopeIntegrator::implicit_midpoint)
        return true;
    double made = 0.0;
    double kinetic = 0.0;
    for (std::size_t j = 0; j < springs_->size(); ++j)
    {
        const Mass& first = masses_[j];
        const Mass& second = masses_[j + 1];
        const Spring spring = springAt(j);
        const auto energy = [&spring](double r)
        { return 0.5 * spring.springConstant * (r - spring.restLength) * (r - spring.restLength); };
        const Vec3 d = first.position - second.position;
        const Vec3 change = piece_.h * (u_[j] - u_[j + 1]);
        const Vec3 e = d + 0.5 * change;
        const double r = glm::length(e);
        const double work = r > 0.0 ? spring.tension(r) / r * glm::dot(e, change) : 0.0;
        made += energy(glm::length(d + change)) - energy(glm::length(d)) - work;
        kinetic += 0.5 * second.mass * glm::dot(u_[j + 1], u_[j + 1]);
    }
    constexpr double mostGain = 0.02; // [1/s]
    return made <= mostGain * piece_.h * kinetic;
}

bool ImplicitRope::plausible() const
{
    // No mass crosses more than a hundred thousand segments, or a kilometre, in a step.
    const double most = std::max(1e5 * springs_->back().restLength, 1e3) / piece_.h;
    return std::all_of(u_.begin() + 1, u_.end(),
                       [most](const Vec3& u) { return finite(u) && glm::dot(u, u) <= most * most; });
}

void ImplicitRope::apply()
{
    book(*step_->work);
    const std::span<Mass> masses = masses_;
    for (std::size_t i = 0; i < masses.size(); ++i)
    {
        Mass& mass = masses[i];
        mass.position += piece_.h * u_[i];
        const Vec3 change = piece_.a() * (u_[i] - mass.velocity);
        mass.velocity += change;
        mass.force += mass.mass / step_->dt * change;
    }
}

} // namespace rope
