#include <rope/statics.hpp>

#include <rope/elementary.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

namespace rope
{

namespace
{

/// Free masses in a row between springs. The first spring joins mass 0 of the row to a pinned mass.
struct Row
{
    std::vector<double> mass;      ///< [kg]
    std::vector<double> stiffness; ///< [N/m] before each mass, and behind the last one: 0 where its end is free

    std::size_t size() const { return mass.size(); }
    double diagonal(std::size_t i) const { return stiffness[i] + stiffness[i + 1]; }
};

Row freeMasses(const Chain& chain, const std::vector<double>& stiffness, bool endPinned)
{
    const std::size_t count = endPinned ? chain.segments() - 1 : chain.segments();
    Row row;
    row.mass.assign(chain.mass.begin() + 1, chain.mass.begin() + 1 + static_cast<std::ptrdiff_t>(count));
    row.stiffness = stiffness;
    if (!endPinned)
        row.stiffness.push_back(0.0);
    return row;
}

/// The number of eigenvalues below `lambda` is the number of negative pivots of K - lambda M (Sylvester's law of
/// inertia).
std::size_t eigenvaluesBelow(const Row& row, double lambda)
{
    constexpr double tiny = std::numeric_limits<double>::min();
    std::size_t below = 0;
    double pivot = 1.0;
    for (std::size_t i = 0; i < row.size(); ++i)
    {
        const double coupling = i > 0 ? row.stiffness[i] : 0.0;
        pivot = row.diagonal(i) - lambda * row.mass[i] - coupling * (coupling / pivot);
        if (std::abs(pivot) < tiny)
            pivot = -tiny;
        below += pivot < 0.0 ? 1 : 0;
    }
    return below;
}

/// Solves a symmetric tridiagonal system by elimination; `right` becomes the solution. A pivot that vanishes is made
/// tiny: inverse iteration shifts by an eigenvalue, where the matrix is singular.
template <typename Number>
void solve(std::vector<Number> diagonal, const std::vector<Number>& beside, std::vector<Number>& right)
{
    const std::size_t n = right.size();
    const auto nudged = [](Number pivot) { return std::abs(pivot) > 1e-300 ? pivot : Number(1e-300); };
    for (std::size_t i = 1; i < n; ++i)
    {
        const Number factor = beside[i - 1] / nudged(diagonal[i - 1]);
        diagonal[i] -= factor * beside[i - 1];
        right[i] -= factor * right[i - 1];
    }
    right[n - 1] /= nudged(diagonal[n - 1]);
    for (std::size_t i = n - 1; i-- > 0;)
        right[i] = (right[i] - beside[i] * right[i + 1]) / nudged(diagonal[i]);
}

template <typename Number>
void normalise(std::vector<Number>& vector)
{
    Number largest = Number(0.0);
    for (const Number& x : vector)
        if (std::abs(x) > std::abs(largest))
            largest = x;
    for (Number& x : vector)
        x /= largest;
}

/// An interval that contains one or more eigenvalues.
struct Bracket
{
    double low;
    double high;
    std::size_t belowLow;  ///< number of eigenvalues below `low`
    std::size_t belowHigh; ///< number of eigenvalues below `high`

    bool narrowerThan(double part) const { return high - low <= part * high; }
    double middle() const { return 0.5 * (low + high); }
    bool containsOne() const { return belowHigh == belowLow + 1; }
};

/// The brackets of the lowest eigenvalues. A count for one eigenvalue narrows the brackets of the others too.
class Brackets
{
public:
    Brackets(const Row& row, std::size_t count) : row_(row)
    {
        double high = 0.0; // Gershgorin
        for (std::size_t i = 0; i < row.size(); ++i)
            high = std::max(high, 2.0 * row.diagonal(i) / row.mass[i]);
        brackets_.assign(count, {0.0, high * (1.0 + 1e-9), 0, row.size()});
    }

    const Bracket& of(std::size_t number) const { return brackets_[number]; }

    void halve(std::size_t number)
    {
        const double middle = brackets_[number].middle();
        const std::size_t below = eigenvaluesBelow(row_, middle);
        for (std::size_t k = 0; k < brackets_.size(); ++k)
        {
            Bracket& bracket = brackets_[k];
            if (below > k && middle < bracket.high)
            {
                bracket.high = middle;
                bracket.belowHigh = below;
            }
            else if (below <= k && middle > bracket.low)
            {
                bracket.low = middle;
                bracket.belowLow = below;
            }
        }
    }

private:
    const Row& row_;
    std::vector<Bracket> brackets_;
};

struct Eigenpair
{
    double lambda;
    std::vector<double> u;
};

/// u becomes (K - lambda M)^-1 M u: one step of inverse iteration.
void inverseIteration(const Row& row, double lambda, std::vector<double>& u)
{
    const std::size_t n = row.size();
    std::vector<double> diagonal(n);
    std::vector<double> beside(n - 1);
    for (std::size_t i = 0; i < n; ++i)
        diagonal[i] = row.diagonal(i) - lambda * row.mass[i];
    for (std::size_t i = 0; i + 1 < n; ++i)
        beside[i] = -row.stiffness[i + 1];
    for (std::size_t i = 0; i < n; ++i)
        u[i] *= row.mass[i];
    solve(diagonal, beside, u);
    normalise(u);
}

/// u' K u / u' M u.
double rayleighQuotient(const Row& row, const std::vector<double>& u)
{
    double stiffness = 0.0;
    double mass = 0.0;
    for (std::size_t i = 0; i < row.size(); ++i)
    {
        const double stretch = u[i] - (i > 0 ? u[i - 1] : 0.0);
        stiffness += row.stiffness[i] * stretch * stretch;
        mass += row.mass[i] * u[i] * u[i];
    }
    stiffness += row.stiffness[row.size()] * u[row.size() - 1] * u[row.size() - 1];
    return stiffness / mass;
}

/// Bisection isolates the eigenvalue to a thousandth; then Rayleigh quotient iteration trebles the digits with each
/// step. Where eigenvalues are close together this iteration may leave the bracket: then bisection goes on to the end.
Eigenpair eigenpair(const Row& row, std::size_t number, Brackets& brackets)
{
    constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();
    const Bracket& bracket = brackets.of(number);
    while (!bracket.narrowerThan(bracket.containsOne() ? 1e-3 : rounding))
        brackets.halve(number);
    // No mode is orthogonal to this start.
    const auto start = [&row]
    {
        std::vector<double> u(row.size());
        for (std::size_t i = 0; i < row.size(); ++i)
            u[i] = 1.0 + 0.1 * elementary::sin(1.0 + 7.0 * static_cast<double>(i));
        return u;
    };
    Eigenpair pair{bracket.middle(), start()};
    inverseIteration(row, pair.lambda, pair.u);
    for (int i = 0; i < 8; ++i)
    {
        const double before = pair.lambda;
        inverseIteration(row, pair.lambda, pair.u);
        pair.lambda = rayleighQuotient(row, pair.u);
        if (!(pair.lambda > bracket.low && pair.lambda <= bracket.high))
            break;
        if (std::abs(pair.lambda - before) <= rounding * before)
            return pair;
    }
    while (!bracket.narrowerThan(rounding))
        brackets.halve(number);
    pair = {bracket.middle(), start()};
    for (int i = 0; i < 4; ++i)
        inverseIteration(row, pair.lambda, pair.u);
    return pair;
}

std::vector<ChainMode> modes(const Row& row, std::size_t massCount, std::size_t count)
{
    std::vector<ChainMode> result;
    Brackets brackets(row, std::min(count, row.size()));
    for (std::size_t number = 0; number < std::min(count, row.size()); ++number)
    {
        const auto [lambda, u] = eigenpair(row, number, brackets);
        ChainMode mode;
        mode.frequency = std::sqrt(lambda);
        mode.shape.assign(massCount, 0.0);
        std::copy(u.begin(), u.end(), mode.shape.begin() + 1);
        result.push_back(std::move(mode));
    }
    return result;
}

std::vector<double> turningStiffness(const ChainAtRest& rest)
{
    std::vector<double> stiffness(rest.tension.size());
    for (std::size_t j = 0; j < stiffness.size(); ++j)
        stiffness[j] = rest.tension[j] / rest.length[j];
    return stiffness;
}

} // namespace

std::vector<ChainMode> transverseModes(const Chain& chain, const ChainAtRest& rest, bool endPinned, std::size_t count)
{
    return modes(freeMasses(chain, turningStiffness(rest), endPinned), chain.mass.size(), count);
}

std::vector<ChainMode> longitudinalModes(const Chain& chain, bool endPinned, std::size_t count)
{
    return modes(freeMasses(chain, chain.springConstant, endPinned), chain.mass.size(), count);
}

SteppedMode steppedMode(const Chain& chain, const ChainAtRest& rest, double airFriction, double step,
                        std::size_t number)
{
    using Complex = std::complex<double>;
    const Row row = freeMasses(chain, turningStiffness(rest), false);
    std::vector<double> friction = chain.friction;
    friction.push_back(0.0);
    const std::size_t n = row.size();
    const double h = step;

    Brackets brackets(row, number + 1);
    const Eigenpair undamped = eigenpair(row, number, brackets);
    std::vector<Complex> u(undamped.u.begin(), undamped.u.end());

    // m, k and c of the undamped mode give the first z.
    const auto product = [&](const std::vector<double>& springs, double onEach)
    {
        Complex sum = 0.0;
        for (std::size_t i = 0; i < n; ++i)
        {
            const Complex stretch = u[i] - (i > 0 ? u[i - 1] : Complex(0.0));
            sum += springs[i] * stretch * stretch + onEach * u[i] * u[i];
        }
        return sum;
    };
    const auto inertia = [&]
    {
        Complex sum = 0.0;
        for (std::size_t i = 0; i < n; ++i)
            sum += row.mass[i] * u[i] * u[i];
        return sum;
    };
    const auto root = [&] // of m (z - 2 + 1/z) + h^2 k + h c (1 - 1/z): of the two, the one with a positive angle
    {
        const Complex m = inertia();
        const Complex k = product(row.stiffness, 0.0) / m;
        const Complex c = product(friction, airFriction) / m;
        const Complex b = h * h * k + h * c - 2.0; // z^2 + b z + (1 - h c)
        const Complex half = std::sqrt(0.25 * b * b - (1.0 - h * c));
        const Complex one = -0.5 * b + half;
        return one.imag() > 0.0 ? one : -0.5 * b - half;
    };
    Complex z = root();
    for (int i = 0; i < 30; ++i)
    {
        std::vector<Complex> diagonal(n);
        std::vector<Complex> beside(n - 1);
        const Complex alongM = z - 2.0 + 1.0 / z;
        const Complex alongC = h * (1.0 - 1.0 / z);
        for (std::size_t j = 0; j < n; ++j)
            diagonal[j] =
                alongM * row.mass[j] + h * h * row.diagonal(j) + alongC * (friction[j] + friction[j + 1] + airFriction);
        for (std::size_t j = 0; j + 1 < n; ++j)
            beside[j] = -h * h * row.stiffness[j + 1] - alongC * friction[j + 1];
        for (std::size_t j = 0; j < n; ++j)
            u[j] *= row.mass[j];
        solve(diagonal, beside, u);
        normalise(u);
        const Complex next = root();
        const bool settled = std::abs(next - z) <= 1e-15;
        z = next;
        if (settled)
            break;
    }
    // ln(z) / h
    return {elementary::atan2(z.imag(), z.real()) / h, -elementary::log(elementary::hypot(z.real(), z.imag())) / h};
}

} // namespace rope
