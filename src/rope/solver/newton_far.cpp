#include "newton_solver.hpp"

#include <rope/step_watch.hpp>

#include <algorithm>
#include <limits>

// What couples masses far from each other in the equations of a step.

namespace rope
{

/// Brings the far couplings into the correction, which is the bands' answer alone. With M the bands' matrix and W that
/// of the couplings, conjugate gradients solve (M + W) x = b from x = M⁻¹ b, preconditioned by M. M + W and M say the
/// same of a motion of all masses alike: so all that is left out by ending early leaves the momentum as it is. The
/// error in x is smaller than √(r.M⁻¹ r) in the norm of M, of which the inertia is a part.
template <std::size_t D>
void NewtonSolver::coupleFar(System<D>& system, const RopeState& state, const std::vector<Mass>& masses,
                             const Limit& limit)
{
    std::vector<double>& x = system.step;
    FarMatrix<D>& far = system.far;
    far.set(outside_.far, pinned_, angleHeld_);
    const auto product = [](const std::vector<double>& a, const std::vector<double>& b)
    {
        double sum = 0.0;
        for (std::size_t i = 0; i < a.size(); ++i)
            sum += a[i] * b[i];
        return sum;
    };
    Descent& d = descent_;
    d.residual.assign(x.size(), 0.0);
    far.addProduct(-1.0, x, d.residual);
    d.answer = d.residual;
    answerOfBands(system, d.answer, state);
    d.way = d.answer;
    d.bandsWay = d.residual;
    double left = product(d.residual, d.answer);
    double lightest = std::numeric_limits<double>::infinity(); // [N/m]
    for (std::size_t i = 0; i < masses.size(); ++i)
        lightest = std::min(lightest, masses[i].mass * goal.inertia[i]);
    // The first corrections are large and need not be exact.
    constexpr double part = 0.1;
    constexpr double partOfLast = 1e-3;
    const double error = std::max(part * limit.correction, partOfLast * lastCorrection_);
    constexpr double rounding = 1e-24;
    const double enough = std::max(lightest * error * error, rounding * left);
    constexpr int mostTurns = 400;
    constexpr int turnsBetweenLooks = 16;
    // Measured: what a turn takes for a mass is a fifth of an iteration's time for it; for a column half of that.
    const std::size_t cost = masses.size() / 5 + far.columns() / 10;
    for (int turn = 0; turn < mostTurns && left > enough && workLeft > 0; ++turn)
    {
        if (turn % turnsBetweenLooks == 0)
            StepWatch::lookWithin();
        spend(cost);
        d.product = d.bandsWay;
        far.addProduct(1.0, d.way, d.product);
        const double step = left / product(d.way, d.product);
        for (std::size_t i = 0; i < x.size(); ++i)
        {
            x[i] += step * d.way[i];
            d.residual[i] -= step * d.product[i];
        }
        d.answer = d.residual;
        answerOfBands(system, d.answer, state);
        const double before = left;
        left = product(d.residual, d.answer);
        const double kept = left / before;
        for (std::size_t i = 0; i < x.size(); ++i)
        {
            d.way[i] = d.answer[i] + kept * d.way[i];
            d.bandsWay[i] = d.residual[i] + kept * d.bandsWay[i];
        }
    }
}

template void NewtonSolver::coupleFar(System<3>&, const RopeState&, const std::vector<Mass>&, const Limit&);
template void NewtonSolver::coupleFar(System<4>&, const RopeState&, const std::vector<Mass>&, const Limit&);

/// How many negative directions of the factored matrix the far couplings take away. With the columns U of the
/// couplings, three each, and their stiffness k, M + k U Uᵀ has as many as M less those of 1/k + Uᵀ M⁻¹ U (Haynsworth's
/// additivity of inertia).
template <std::size_t D>
int NewtonSolver::tiedNegatives(System<D>& system, const RopeState& state) const
{
    const std::size_t columns = 3 * outside_.far.size();
    if (outside.empty() || columns == 0)
        return 0;
    std::vector<std::vector<double>> u(columns, std::vector<double>(system.spread.size(), 0.0));
    for (std::size_t c = 0; c < columns; ++c)
    {
        Vec3 along(0.0);
        along[static_cast<int>(c % 3)] = 1.0;
        outside_.far[c / 3].spread(along,
                                   [&](std::size_t i, const Vec3& force)
                                   {
                                       for (std::size_t k = 0; k < 3 && pinned_[i] == 0; ++k)
                                           u[c][D * i + k] += force[static_cast<int>(k)];
                                   });
    }
    std::vector<double> s(columns * columns);
    for (std::size_t c = 0; c < columns; ++c)
    {
        std::vector<double> x = u[c];
        answerOfBands(system, x, state);
        for (std::size_t r = 0; r < columns; ++r)
            for (std::size_t i = 0; i < x.size(); ++i)
                s[r * columns + c] += u[r][i] * x[i];
        s[c * columns + c] += 1.0 / outside_.far[c / 3].stiffness[0][0];
    }
    int negative = 0;
    for (std::size_t c = 0; c < columns; ++c)
    {
        const double pivot = s[c * columns + c];
        negative += pivot < 0.0 ? 1 : 0;
        for (std::size_t r = c + 1; r < columns; ++r)
            for (std::size_t k = c + 1; k < columns; ++k)
                s[r * columns + k] -= s[r * columns + c] * s[c * columns + k] / pivot;
    }
    return negative;
}

template int NewtonSolver::tiedNegatives(System<3>&, const RopeState&) const;
template int NewtonSolver::tiedNegatives(System<4>&, const RopeState&) const;

} // namespace rope
