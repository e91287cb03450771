#include <rope/rope_constants.hpp>
#include <rope/statics.hpp>

#include <rope/elementary.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rope
{

Chain Chain::of(const std::vector<Mass>& masses, const std::vector<Spring>& springs)
{
    Chain chain;
    for (const Mass& mass : masses)
        chain.mass.push_back(mass.mass);
    for (const Spring& spring : springs)
    {
        chain.springConstant.push_back(spring.springConstant);
        chain.restLength.push_back(spring.restLength);
        chain.friction.push_back(spring.friction);
    }
    return chain;
}

Chain Chain::of(const RopeConstants& constants, double load)
{
    const auto count = static_cast<std::size_t>(constants.massCount);
    Chain chain;
    chain.mass.assign(count, constants.mass);
    chain.mass.back() += load;
    chain.springConstant.assign(count - 1, constants.springConstant);
    chain.restLength.assign(count - 1, constants.springLength);
    chain.friction.assign(count - 1, constants.springFriction);
    return chain;
}

double Chain::totalRestLength() const
{
    return std::accumulate(restLength.begin(), restLength.end(), 0.0);
}

double ChainAtRest::totalLength() const
{
    return std::accumulate(length.begin(), length.end(), 0.0);
}

double ChainAtRest::largestTension() const
{
    return *std::max_element(tension.begin(), tension.end());
}

double ChainAtRest::elasticEnergy(const Chain& chain) const
{
    double sum = 0.0;
    for (std::size_t j = 0; j < tension.size(); ++j)
        sum += 0.5 * tension[j] * tension[j] / chain.springConstant[j];
    return sum;
}

double ChainAtRest::potentialEnergy(const Chain& chain, const Vec3& gravity, const Vec3& zero) const
{
    double sum = 0.0;
    for (std::size_t i = 0; i < positions.size(); ++i)
        sum -= chain.mass[i] * glm::dot(gravity, positions[i] - zero);
    return sum;
}

namespace
{

/// Appends the next segment of the tension T [N], which points along `direction`, a vector of the length `size`.
void appendSegment(ChainAtRest& rest, const Chain& chain, double T, const Vec3& direction, double size)
{
    const std::size_t j = rest.length.size();
    rest.tension.push_back(T);
    rest.length.push_back(chain.restLength[j] + T / chain.springConstant[j]);
    rest.positions.push_back(rest.positions.back() + rest.length[j] / size * direction);
}

bool stiff(const Chain& chain)
{
    return !chain.springConstant.empty() &&
           std::all_of(chain.springConstant.begin(), chain.springConstant.end(), [](double k) { return k > 0.0; });
}

/// The errors of the two sums of the discrete catenary for a pull (H, V), and their derivatives.
struct Closure
{
    double across = 0.0;
    double along = 0.0;
    double dAcrossDH = 0.0;
    double dAlongDH = 0.0; ///< also dAcross/dV
    double dAlongDV = 0.0;
    double energy = 0.0; ///< complementary energy; `across` and `along` are its gradient
};

Closure closure(const Chain& chain, double g, double span, double drop, double H, double V)
{
    Closure c;
    c.across = -span;
    c.along = -drop;
    c.energy = -H * span - V * drop;
    for (std::size_t j = 0; j < chain.segments(); ++j)
    {
        if (j > 0)
            V -= chain.mass[j] * g;
        const double T = elementary::hypot(H, V);
        const double L = chain.restLength[j];
        const double k = chain.springConstant[j];
        const double cube = T * T * T;
        c.across += H * (L / T + 1.0 / k);
        c.along += V * (L / T + 1.0 / k);
        c.dAcrossDH += L * V * V / cube + 1.0 / k;
        c.dAlongDH -= L * H * V / cube;
        c.dAlongDV += L * H * H / cube + 1.0 / k;
        c.energy += L * T + 0.5 * T * T / k;
    }
    return c;
}

struct Pull
{
    double H = 0.0;
    double V = 0.0;
};

std::optional<Pull> solvedPull(const Chain& chain, double g, double span, double drop)
{
    const double length = chain.totalRestLength();
    double weight = 0.0;
    double compliance = 0.0;
    for (std::size_t j = 0; j < chain.segments(); ++j)
    {
        weight += j > 0 ? chain.mass[j] * g : 0.0;
        compliance += 1.0 / chain.springConstant[j];
    }
    // The start: half of the weight at each end, and a pull that is rather too strong than too weak.
    const double taut = std::max(0.0, elementary::hypot(span, drop) - length) / compliance;
    Pull at{std::max(0.5 * weight, 1e-6) + taut, 0.5 * weight + taut * drop / elementary::hypot(span, drop)};
    Closure c = closure(chain, g, span, drop, at.H, at.V);
    for (int i = 0; i < 200; ++i)
    {
        const double determinant = c.dAcrossDH * c.dAlongDV - c.dAlongDH * c.dAlongDH;
        const double dH = -(c.dAlongDV * c.across - c.dAlongDH * c.along) / determinant;
        const double dV = -(c.dAcrossDH * c.along - c.dAlongDH * c.across) / determinant;
        const double slope = c.across * dH + c.along * dV;
        double part = 1.0;
        // Where V passes zero, a pull H of zero would divide by zero.
        while (at.H + part * dH <= 0.01 * at.H)
            part *= 0.5;
        Closure next = closure(chain, g, span, drop, at.H + part * dH, at.V + part * dV);
        for (int halving = 0; next.energy > c.energy + 1e-4 * part * slope + 1e-14 * std::abs(c.energy) && halving < 60;
             ++halving)
        {
            part *= 0.5;
            next = closure(chain, g, span, drop, at.H + part * dH, at.V + part * dV);
        }
        at.H += part * dH;
        at.V += part * dV;
        c = next;
        if (std::abs(part * dH) + std::abs(part * dV) <= 1e-15 * elementary::hypot(at.H, at.V))
            break;
    }
    if (!(std::abs(c.across) + std::abs(c.along) <= 1e-9 * length))
        return std::nullopt;
    return at;
}

/// Stretched along `chord`, which gravity `g` [m/s2] points along: below zero against it. None where a segment is
/// slack.
std::optional<ChainAtRest> straightChain(const Chain& chain, const Vec3& from, const Vec3& chord, double g)
{
    const double distance = glm::length(chord);
    double free = chain.totalRestLength(); // with the stretch by the masses alone, from the first segment on
    double compliance = 0.0;
    double passed = 0.0; // [kg]
    for (std::size_t j = 0; j < chain.segments(); ++j)
    {
        passed += j > 0 ? chain.mass[j] : 0.0;
        free -= passed * g / chain.springConstant[j];
        compliance += 1.0 / chain.springConstant[j];
    }
    double T = (distance - free) / compliance;
    ChainAtRest rest;
    rest.positions.push_back(from);
    for (std::size_t j = 0; j < chain.segments(); ++j)
    {
        T -= j > 0 ? chain.mass[j] * g : 0.0;
        if (!(T > 0.0))
            return std::nullopt;
        appendSegment(rest, chain, T, chord, distance);
    }
    return rest;
}

} // namespace

std::optional<ChainAtRest> hangingChain(const Chain& chain, const Vec3& top, const Vec3& gravity)
{
    const double g = glm::length(gravity);
    if (!(g > 0.0) || !stiff(chain))
        return std::nullopt;
    const std::size_t n = chain.segments();
    std::vector<double> tension(n);
    double below = 0.0;
    for (std::size_t j = n; j-- > 0;)
    {
        below += chain.mass[j + 1];
        tension[j] = g * below;
    }
    ChainAtRest rest;
    rest.positions.push_back(top);
    for (const double T : tension)
        appendSegment(rest, chain, T, gravity, g);
    return rest;
}

std::optional<ChainAtRest> suspendedChain(const Chain& chain, const Vec3& from, const Vec3& to, const Vec3& gravity)
{
    if (!stiff(chain))
        return std::nullopt;
    const double g = glm::length(gravity);
    const Vec3 chord = to - from;
    const double distance = glm::length(chord);
    const double length = chain.totalRestLength();
    const std::size_t n = chain.segments();
    ChainAtRest rest;
    rest.positions.push_back(from);
    if (!(g > 0.0))
    {
        double compliance = 0.0;
        for (const double k : chain.springConstant)
            compliance += 1.0 / k;
        if (!(distance > length))
            return std::nullopt;
        for (std::size_t j = 0; j < n; ++j)
            appendSegment(rest, chain, (distance - length) / compliance, chord, distance);
        return rest;
    }

    const Vec3 down = gravity / g;
    const double drop = glm::dot(chord, down);
    const Vec3 across = chord - drop * down;
    const double span = glm::length(across);
    if (span < 1e-3 * length)
        return straightChain(chain, from, chord, drop < 0.0 ? -g : g);
    const std::optional<Pull> pull = solvedPull(chain, g, span, drop);
    if (!pull)
        return std::nullopt;
    double V = pull->V;
    for (std::size_t j = 0; j < n; ++j)
    {
        if (j > 0)
            V -= chain.mass[j] * g;
        const double T = elementary::hypot(pull->H, V);
        appendSegment(rest, chain, T, pull->H / span * across + V * down, T);
    }
    return rest;
}

ElasticCatenary elasticCatenary(double axialStiffness, double weightPerLength, double restLength, double span)
{
    const double EA = axialStiffness;
    const double w = weightPerLength;
    const double V = 0.5 * w * restLength;
    const auto reach = [&](double H) { return H * restLength / EA + 2.0 * H / w * elementary::asinh(V / H); };
    // The reach grows with the pull H.
    double low = 0.0;
    double high = V + EA * span / restLength;
    for (int i = 0; i < 200; ++i)
    {
        const double middle = 0.5 * (low + high);
        (reach(middle) < span ? low : high) = middle;
    }
    const double H = high;
    return {H, 0.25 * V * restLength / EA + H / w * (elementary::hypot(1.0, V / H) - 1.0), elementary::hypot(H, V)};
}

} // namespace rope
