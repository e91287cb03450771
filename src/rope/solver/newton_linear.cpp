#include "newton_solver.hpp"

#include <rope/step_watch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

// The linear systems of Newton's method. Of the matrix A a part P is factored: the bands of the ropes, or the whole
// matrix with all far couplings. The rest R = A - P couples masses far from each other where bands are
// factored; it has a uniform twist where the whole is, and the part that is not symmetric. Methods that ask for R times
// a vector only bring it in, with P⁻¹ as their preconditioner.

namespace rope
{

namespace
{

/// Adds `factor` x to y.
void add(double factor, const std::vector<double>& x, std::vector<double>& y)
{
    for (std::size_t i = 0; i < x.size(); ++i)
        y[i] += factor * x[i];
}

} // namespace

double NewtonSolver::product(const std::vector<double>& a, const std::vector<double>& b)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
    return sum;
}

/// Factors the bands, or the whole matrix; false where that has a direction of negative stiffness, or seems to.
template <std::size_t D>
bool NewtonSolver::factor(System<D>& system, const RopeState& state, const std::vector<Mass>& masses)
{
    if (!whole_ && coupled())
    {
        system.far.set(outside_.far, outside_.columns, pinned_, angleHeld_);
        whole_ = turnsExpected(system.far, masses) > turnsWorthFactor(system.far.columns(), masses.size());
    }
    if (whole_)
        return factorWhole(system, state, masses);
    assembleBands(system, state, masses);
    bool positive = true;
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        if (groups_.rests(r))
            continue;
        system.blocks[r].symmetric = true;
        positive = system.blocks[r].band.factor() == 0 && positive;
    }
    return positive;
}

template <std::size_t D>
bool NewtonSolver::factorWhole(System<D>& system, const RopeState& state, const std::vector<Mass>& masses)
{
    assembleWhole(system, state, masses);
    spend(system.whole.products() / productsPerWork);
    StepWatch::lookWithin();
    return system.whole.factor([this](std::size_t point) { return groups_.pointRests(point); }) == 0;
}

/// The correction to the residual in `system.step`, after `factor`.
template <std::size_t D>
void NewtonSolver::correct(System<D>& system, const RopeState& state, const std::vector<Mass>& masses,
                           const Limit& limit)
{
    system.step = residual_;
    if (whole_)
        system.whole.solve(system.step.data());
    else
        answerOfStep(system, state);
    if (couple(system, state, masses, limit))
        return;
    if (!coupled())
    {
        correctByGeneralBands(system, state, masses);
        return;
    }
    if (!whole_)
    {
        whole_ = true;
        factorWhole(system, state, masses); // no less positive than the bands
        system.step = residual_;
        system.whole.solve(system.step.data());
        if (couple(system, state, masses, limit))
            return;
    }
    // Neither way ends: the part that is not symmetric has to wait.
    outside_.makeSymmetric();
    system.step = residual_;
    system.whole.solve(system.step.data());
    couple(system, state, masses, limit);
}

/// Brings the rest into the correction, which so far answers the factored part. False where that takes too long.
template <std::size_t D>
bool NewtonSolver::couple(System<D>& system, const RopeState& state, const std::vector<Mass>& masses,
                          const Limit& limit)
{
    const bool far = !whole_ && coupled();
    const int worth = far ? turnsWorthFactor(system.far.columns(), masses.size()) : mostTurns;
    if (!outside_.symmetric())
        return findOneSided(system, state, limit, std::min(worth, mostTurnsOneSided));
    const bool rest = far || (whole_ && D == 3 && anyTwisted(state));
    return !rest || descend(system, state, masses, limit, worth);
}

/// Conjugate gradients: A x = b from x = P⁻¹ b. A and P say the same of a motion of all masses alike: so all that is
/// left out by ending early leaves the momentum as it is. The error in x is smaller than √(r.P⁻¹ r) in the norm of P,
/// of which the inertia is a part.
template <std::size_t D>
bool NewtonSolver::descend(System<D>& system, const RopeState& state, const std::vector<Mass>& masses,
                           const Limit& limit, int turns)
{
    std::vector<double>& x = system.step;
    Descent& d = descent_;
    d.residual.assign(x.size(), 0.0);
    addRest(system, state, -1.0, x, d.residual);
    d.answer = d.residual;
    answerOfFactored(system, d.answer, state);
    d.way = d.answer;
    d.ownWay = d.residual;
    double left = product(d.residual, d.answer);
    // The first corrections are large and need not be exact.
    constexpr double part = 0.1;
    constexpr double partOfLast = 1e-3;
    const double error = std::max(part * limit.correction, partOfLast * lastCorrection_);
    constexpr double rounding = 1e-24;
    const double enough = std::max(leastInertia(masses) * error * error, rounding * left);
    constexpr int turnsBetweenLooks = 16;
    // Measured: what a turn takes for a mass is a fifth of an iteration's time for it; for a column half of that.
    const std::size_t cost = masses.size() / 5 + system.far.columns() / 10;
    for (int turn = 0; turn < turns && left > enough && workLeft > 0; ++turn)
    {
        if (turn % turnsBetweenLooks == 0)
            StepWatch::lookWithin();
        spend(cost);
        d.product = d.ownWay;
        addRest(system, state, 1.0, d.way, d.product);
        const double step = left / product(d.way, d.product);
        add(step, d.way, x);
        add(-step, d.product, d.residual);
        d.answer = d.residual;
        answerOfFactored(system, d.answer, state);
        const double before = left;
        left = product(d.residual, d.answer);
        const double kept = left / before;
        for (std::size_t i = 0; i < x.size(); ++i)
        {
            d.way[i] = d.answer[i] + kept * d.way[i];
            d.ownWay[i] = d.residual[i] + kept * d.ownWay[i];
        }
    }
    return turns == mostTurns || workLeft <= 0 || !(left > enough);
}

/// GMRES: (1 + P⁻¹ R) x = P⁻¹ b from x = P⁻¹ b (Y. Saad, M. Schultz, GMRES, SIAM J. Sci. Stat. Comput. 7, 1986).
template <std::size_t D>
bool NewtonSolver::findOneSided(System<D>& system, const RopeState& state, const Limit& limit, int turns)
{
    std::vector<double>& x = system.step;
    const auto times = [&](double factor, const std::vector<double>& v, std::vector<double>& to)
    {
        to.assign(v.size(), 0.0);
        addRest(system, state, factor, v, to);
        addOneSidedProduct<D>(v, descent_.product);
        add(factor, descent_.product, to);
        answerOfFactored(system, to, state);
    };
    // Where ropes touch each other, corrections are many before the last one.
    const double enough =
        coupled() ? std::max(1e-3 * std::sqrt(product(x, x)), 0.1 * limit.correction) : 1e-4 * std::sqrt(product(x, x));
    basis_.resize(static_cast<std::size_t>(mostTurnsOneSided) + 1);
    times(-1.0, x, basis_[0]);
    std::array<std::array<double, mostTurnsOneSided + 1>, mostTurnsOneSided> h; // by columns, upper triangular
    std::array<double, mostTurnsOneSided> c;                                    // of the rotations
    std::array<double, mostTurnsOneSided> s;
    std::array<double, mostTurnsOneSided + 1> g{};
    g[0] = std::sqrt(product(basis_[0], basis_[0]));
    std::size_t k = 0;
    const std::size_t cost = x.size() / (3 * 4) + system.far.columns() / 10;
    for (; std::abs(g[k]) > enough; ++k)
    {
        if (k == static_cast<std::size_t>(turns) || workLeft <= 0)
            return false;
        spend(cost);
        std::vector<double>& own = basis_[k];
        const double size = k == 0 ? g[0] : h[k - 1][k];
        for (double& value : own)
            value /= size;
        std::vector<double>& next = basis_[k + 1];
        times(1.0, own, next);
        add(1.0, own, next);
        for (std::size_t i = 0; i <= k; ++i)
        {
            h[k][i] = product(basis_[i], next);
            add(-h[k][i], basis_[i], next);
        }
        const double beyond = std::sqrt(product(next, next));
        for (std::size_t i = 0; i < k; ++i)
        {
            const double upper = h[k][i];
            h[k][i] = c[i] * upper + s[i] * h[k][i + 1];
            h[k][i + 1] = c[i] * h[k][i + 1] - s[i] * upper;
        }
        const double length = std::sqrt(h[k][k] * h[k][k] + beyond * beyond);
        if (!(length > 0.0))
            return false;
        c[k] = h[k][k] / length;
        s[k] = beyond / length;
        h[k][k] = length;
        h[k][k + 1] = beyond; // for the next turn to make `next` one long
        g[k + 1] = -s[k] * g[k];
        g[k] *= c[k];
        if (beyond == 0.0)
        {
            ++k;
            break;
        }
    }
    for (std::size_t i = k; i-- > 0;)
    {
        for (std::size_t j = i + 1; j < k; ++j)
            g[i] -= h[j][i] * g[j];
        g[i] /= h[i][i];
    }
    for (std::size_t i = 0; i < k; ++i)
        add(g[i], basis_[i], x);
    return true;
}

/// The same by factors of matrices that are not symmetric, where there are no far couplings.
template <std::size_t D>
void NewtonSolver::correctByGeneralBands(System<D>& system, const RopeState& state, const std::vector<Mass>& masses)
{
    spend(masses.size());
    assembleBands(system, state, masses);
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        if (groups_.rests(r))
            continue;
        Block<D>& block = system.blocks[r];
        block.general.begin(block.band);
        addOneSided(block.general, state.ropes[r]);
        block.symmetric = !block.general.factor();
        if (block.symmetric)
            block.band.factor();
    }
    system.step = residual_;
    answerOfStep(system, state);
}

/// [N/m], of a mass.
double NewtonSolver::leastInertia(const std::vector<Mass>& masses) const
{
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < masses.size(); ++i)
        least = std::min(least, masses[i].mass * goal.inertia[i]);
    return least;
}

/// How many turns conjugate gradients will take, about: no more than one for each column, and fewer where what couples
/// is not much stiffer than the inertia in the bands (Y. Saad, Iterative methods for sparse linear systems, 2003,
/// section 6.11). Measured in piles: two to three times the root of that ratio; with ties, half a turn a column and
/// more.
template <std::size_t D>
int NewtonSolver::turnsExpected(const FarMatrix<D>& far, const std::vector<Mass>& masses) const
{
    return static_cast<int>(std::min(0.5 * static_cast<double>(far.columns()),
                                     2.0 * std::sqrt(1.0 + far.stiffest() / leastInertia(masses))));
}

/// After how many turns of conjugate gradients a factor of the whole matrix is the shorter way, by counts.
int NewtonSolver::turnsWorthFactor(std::size_t columnCount, std::size_t masses)
{
    const auto columns = static_cast<double>(columnCount);
    // In products of two blocks, measured: what a turn takes, and about what a factor does in a pile or a spiral.
    const double turn = 5.0 * static_cast<double>(masses) + 2.4 * columns;
    const double products = 6.0 * static_cast<double>(masses) + 60.0 * columns;
    // A factor once more for the order of elimination, and for assembling the matrix.
    return static_cast<int>(2.0 * products / turn) + 1;
}

/// Adds `factor` R x to y, but for the part that is not symmetric.
template <std::size_t D>
void NewtonSolver::addRest(const System<D>& system, const RopeState& state, double factor, const std::vector<double>& x,
                           std::vector<double>& y) const
{
    if (!whole_)
    {
        if (coupled())
            system.far.addProduct(factor, x, y);
        return;
    }
    for (std::size_t r = 0; r < parts_.size() && D == 3; ++r)
    {
        const Rope& rope = state.ropes[r];
        if (!twisted(rope) || groups_.rests(r))
            continue;
        const double share = factor * uniformTwistStiffness(rope) * twistAlong(rope, parts_[r], x);
        for (std::size_t i = 0; i <= rope.segments(); ++i)
            if (!rope.pinned[i])
                for (std::size_t k = 0; k < 3; ++k)
                    y[D * (rope.first + i) + k] += share * (parts_[r].elastic.twistRate[i] -
                                                            parts_[r].elastic.twistRate[i + 1])[static_cast<int>(k)];
    }
}

/// Puts the part that is not symmetric, times x, into y.
template <std::size_t D>
void NewtonSolver::addOneSidedProduct(const std::vector<double>& x, std::vector<double>& y) const
{
    y.assign(x.size(), 0.0);
    const auto place = [&x](std::size_t mass) { return Vec3(x[D * mass], x[D * mass + 1], x[D * mass + 2]); };
    const auto push = [&](std::size_t mass, const Vec3& force)
    {
        for (std::size_t k = 0; k < 3 && pinned_[mass] == 0; ++k)
            y[D * mass + k] += force[static_cast<int>(k)];
    };
    for (const OneSidedStiffness& part : outside_.oneSided)
        push(part.force, part.stiffness * place(part.moved));
    const auto turn = [&](std::size_t edge, double torque)
    {
        if (D == 4 && angleHeld_[edge] == 0)
            y[D * edge + 3] += torque;
    };
    for (const FarSlope& part : outside_.farSlopes)
    {
        const Vec3 force = glm::dot(part.pressed.normal, part.pressed.relative(place)) * part.slope;
        part.force.spread(force, push);
        part.force.spreadTorque(force, turn);
    }
    for (const ColumnSlope& part : outside_.columnSlopes)
    {
        const FarColumn& f = part.force;
        const double pressed =
            f.stiffness * (glm::dot(part.own[0], place(f.edge)) + glm::dot(part.own[1], place(f.edge + 1)) +
                           glm::dot(part.others[0], place(f.other)) + glm::dot(part.others[1], place(f.other + 1)));
        for (std::uint32_t k = 0; k < 2; ++k)
        {
            push(f.edge + k, pressed * f.own[k]);
            push(f.other + k, pressed * f.others[k]);
        }
    }
    if constexpr (D == 4)
        for (const SurfaceSlope& part : outside_.surfaceSlopes)
        {
            double deeper = 0.0;
            for (std::uint32_t k = 0; k < part.grip.masses; ++k)
                deeper += part.grip.share[k] * glm::dot(part.normal, place(part.grip.first + k));
            part.grip.spread(deeper * part.slope, push, turn);
        }
}

/// Adds what of the forces from outside is not symmetric.
template <std::size_t D>
void NewtonSolver::addOneSided(GeneralBand<D>& general, const Rope& rope) const
{
    for (const OneSidedStiffness& part : outside_.oneSided)
    {
        if (!rope.has(part.force) || pinned_[part.force])
            continue;
        for (std::size_t r = 0; r < 3; ++r)
            for (std::size_t c = 0; c < 3; ++c)
                general.at(D * (part.force - rope.first) + r, D * (part.moved - rope.first) + c) +=
                    part.stiffness[static_cast<int>(c)][static_cast<int>(r)];
    }
    if constexpr (D == 4)
    {
        const auto held = [&](std::size_t unknown)
        {
            const std::size_t mass = rope.first + unknown / D;
            return (unknown % D == 3 ? angleHeld_[mass] : pinned_[mass]) != 0;
        };
        for (const SurfaceSlope& part : outside_.surfaceSlopes)
            if (rope.has(part.grip.first))
                part.addTo(general, rope.first, held);
    }
}

/// Solves for each in its place, after `factor`; `first` is the first unknown of the rope.
template <std::size_t D, typename... Sides>
void NewtonSolver::answer(const Block<D>& block, std::size_t first, Sides&... sides) const
{
    if (block.symmetric)
        block.band.solve((sides.data() + first)...);
    else
        (block.general.solve(sides.data() + first), ...);
}

/// dPhi/dx of a rope.
template <std::size_t D>
void NewtonSolver::setSpread(std::vector<double>& spread, const Rope& rope, const Part& part) const
{
    for (std::size_t i = 0; i <= rope.segments(); ++i)
    {
        const Vec3 g = rope.pinned[i] ? Vec3(0.0) : part.elastic.twistRate[i] - part.elastic.twistRate[i + 1];
        for (std::size_t k = 0; k < 3; ++k)
            spread[D * (rope.first + i) + k] = g[static_cast<int>(k)];
    }
}

/// Solves with the factored matrix, and the uniform twist in it, for the first correction.
template <std::size_t D>
void NewtonSolver::answerOfStep(System<D>& system, const RopeState& state) const
{
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        if (groups_.rests(r))
            continue;
        const Rope& rope = state.ropes[r];
        Block<D>& block = system.blocks[r];
        block.twistStiffness = D == 3 ? uniformTwistStiffness(rope) : 0.0;
        if (block.twistStiffness == 0.0)
        {
            answer(block, D * rope.first, system.step);
            continue;
        }
        setSpread<D>(system.spread, rope, parts_[r]);
        answer(block, D * rope.first, system.spread, system.step);
        block.twistAlongSpread = twistAlong(rope, parts_[r], system.spread);
        addTwist(system, block, system.step, rope, parts_[r]);
    }
}

/// The same for b in its place; after `answerOfStep`.
template <std::size_t D>
void NewtonSolver::answerOfBands(System<D>& system, std::vector<double>& b, const RopeState& state) const
{
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        if (groups_.rests(r))
            continue;
        const Rope& rope = state.ropes[r];
        const Block<D>& block = system.blocks[r];
        answer(block, D * rope.first, b);
        if (block.twistStiffness > 0.0)
            addTwist(system, block, b, rope, parts_[r]);
    }
}

/// Brings the uniform twist into the band's answer b.
template <std::size_t D>
void NewtonSolver::addTwist(const System<D>& system, const Block<D>& block, std::vector<double>& b, const Rope& rope,
                            const Part& part) const
{
    const double k = block.twistStiffness;
    const double share = k * twistAlong(rope, part, b) / (1.0 + k * block.twistAlongSpread);
    for (std::size_t i = D * rope.first; i < D * (rope.first + rope.masses()); ++i)
        b[i] -= share * system.spread[i];
}

/// dPhi/dx of a rope times a vector by unknowns.
double NewtonSolver::twistAlong(const Rope& rope, const Part& part, const std::vector<double>& step) const
{
    double product = 0.0;
    for (std::size_t i = 0; i <= rope.segments(); ++i)
    {
        const double* at = &step[3 * (rope.first + i)];
        if (!rope.pinned[i])
            product += glm::dot(part.elastic.twistRate[i] - part.elastic.twistRate[i + 1], Vec3(at[0], at[1], at[2]));
    }
    return product;
}

/// Solves with the factored part for b in its place.
template <std::size_t D>
void NewtonSolver::answerOfFactored(System<D>& system, std::vector<double>& b, const RopeState& state) const
{
    if (whole_)
        system.whole.solve(b.data());
    else
        answerOfBands(system, b, state);
}

template bool NewtonSolver::factor(System<3>&, const RopeState&, const std::vector<Mass>&);
template bool NewtonSolver::factor(System<4>&, const RopeState&, const std::vector<Mass>&);
template void NewtonSolver::correct(System<3>&, const RopeState&, const std::vector<Mass>&, const Limit&);
template void NewtonSolver::correct(System<4>&, const RopeState&, const std::vector<Mass>&, const Limit&);
template void NewtonSolver::answerOfStep(System<3>&, const RopeState&) const;
template void NewtonSolver::answerOfStep(System<4>&, const RopeState&) const;
template void NewtonSolver::answerOfFactored(System<3>&, std::vector<double>&, const RopeState&) const;
template void NewtonSolver::answerOfFactored(System<4>&, std::vector<double>&, const RopeState&) const;
template void NewtonSolver::answerOfBands(System<3>&, std::vector<double>&, const RopeState&) const;
template void NewtonSolver::answerOfBands(System<4>&, std::vector<double>&, const RopeState&) const;
template void NewtonSolver::setSpread<3>(std::vector<double>&, const Rope&, const Part&) const;
template void NewtonSolver::setSpread<4>(std::vector<double>&, const Rope&, const Part&) const;

} // namespace rope
