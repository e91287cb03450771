#include "chain_limit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rope
{

namespace
{

constexpr double infinite = std::numeric_limits<double>::infinity();

/// (-C + sqrt(C^2 + 4 m K)) / K, the root of 4 m - 2 h C - h^2 K.
double limitOf(double mass, double K, double C)
{
    const double square = C * C + 4.0 * mass * K;
    if (square < 0.0)
        return infinite;
    const double sum = C + std::sqrt(square);
    return sum > 0.0 ? 4.0 * mass / sum : infinite;
}

/// 2 h C + h² K of a link is a 1 + b n nᵀ.
struct Coupling3
{
    double a;
    double b;
    Vec3 n;

    Coupling3(const ChainLink& link, double h)
        : a(h * h * link.across + (link.axial ? 0.0 : 2.0 * h * link.friction)),
          b(h * h * (link.along - link.across) + (link.axial ? 2.0 * h * link.friction : 0.0)), n(link.direction)
    {
    }
    Vec3 times(const Vec3& u) const { return a * u + b * glm::dot(n, u) * n; }
};

} // namespace

/// Of each row: nothing but a link's stretching ever exceeds its stiffness, (u_i - u_j)ᵀ K (u_i - u_j) <= 2 k (u_i² +
/// u_j²). Never above the limit.
double ChainLimitFinder::rowBound() const
{
    double least = infinite;
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        const ChainPoint& p = points[i];
        double K = std::max({p.stiffness.x, p.stiffness.y, p.stiffness.z, 0.0});
        double C = std::max({p.friction.x, p.friction.y, p.friction.z});
        const auto add = [&](const ChainLink& link, double factor)
        {
            K += factor * std::max({link.along, link.across, 0.0});
            C += factor * link.friction;
        };
        add(links[i], i == 0 ? 1.0 : 2.0);
        if (i + 1 < links.size())
            add(links[i + 1], 2.0);
        least = std::min(least, limitOf(p.mass, K, C));
    }
    return least;
}

/// Of the motion `mode_`, as if it were the only one possible: a bound from above.
double ChainLimitFinder::modeLimit() const
{
    double m = 0.0;
    double K = 0.0;
    double C = 0.0;
    Vec3 before(0.0);
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        const Vec3& u = mode_[i];
        m += points[i].mass * glm::dot(u, u);
        K += glm::dot(points[i].stiffness, u * u);
        C += glm::dot(points[i].friction, u * u);
        const ChainLink& link = links[i];
        const Vec3 d = u - before;
        const double along = glm::dot(link.direction, d);
        const double square = glm::dot(d, d);
        K += link.across * square + (link.along - link.across) * along * along;
        C += link.friction * (link.axial ? along * along : square);
        before = u;
    }
    return limitOf(m, K, C);
}

/// Block Cholesky of A(h), from the fixed end: P_i = A_ii - S_i P_(i-1)^-1 S_i, S_i the coupling to the mass before.
/// False where it is not positive definite.
bool ChainLimitFinder::factor(double h)
{
    h_ = h;
    Symmetric before{};
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        const ChainPoint& p = points[i];
        const Coupling3 s(links[i], h);
        Vec3 diagonal = Vec3(4.0 * p.mass) - 2.0 * h * p.friction - h * h * p.stiffness - Vec3(s.a);
        double along = -s.b; // times n nᵀ
        Vec3 n = s.n;
        Symmetric a{diagonal.x + along * n.x * n.x,
                    diagonal.y + along * n.y * n.y,
                    diagonal.z + along * n.z * n.z,
                    along * n.x * n.y,
                    along * n.x * n.z,
                    along * n.y * n.z};
        if (i + 1 < links.size())
        {
            const Coupling3 next(links[i + 1], h);
            n = next.n;
            along = -next.b;
            a.xx += along * n.x * n.x - next.a;
            a.yy += along * n.y * n.y - next.a;
            a.zz += along * n.z * n.z - next.a;
            a.xy += along * n.x * n.y;
            a.xz += along * n.x * n.z;
            a.yz += along * n.y * n.z;
        }
        if (i > 0)
        {
            // S X S with S = a 1 + b n nᵀ and w = X n: a² X + a b (n wᵀ + w nᵀ) + b² (n·w) n nᵀ
            const Symmetric& x = before;
            n = s.n;
            const Vec3 w(x.xx * n.x + x.xy * n.y + x.xz * n.z, x.xy * n.x + x.yy * n.y + x.yz * n.z,
                         x.xz * n.x + x.yz * n.y + x.zz * n.z);
            const double aa = s.a * s.a;
            const double ab = s.a * s.b;
            const double bb = s.b * s.b * glm::dot(n, w);
            a.xx -= aa * x.xx + 2.0 * ab * n.x * w.x + bb * n.x * n.x;
            a.yy -= aa * x.yy + 2.0 * ab * n.y * w.y + bb * n.y * n.y;
            a.zz -= aa * x.zz + 2.0 * ab * n.z * w.z + bb * n.z * n.z;
            a.xy -= aa * x.xy + ab * (n.x * w.y + n.y * w.x) + bb * n.x * n.y;
            a.xz -= aa * x.xz + ab * (n.x * w.z + n.z * w.x) + bb * n.x * n.z;
            a.yz -= aa * x.yz + ab * (n.y * w.z + n.z * w.y) + bb * n.y * n.z;
        }

        const double c0 = a.yy * a.zz - a.yz * a.yz;
        const double c1 = a.xz * a.yz - a.xy * a.zz;
        const double c2 = a.xy * a.yz - a.xz * a.yy;
        const double minor = a.xx * a.yy - a.xy * a.xy;
        const double determinant = a.xx * c0 + a.xy * c1 + a.xz * c2;
        if (!(a.xx > 0.0 && minor > 0.0 && determinant > 0.0))
            return false;
        const double f = 1.0 / determinant;
        before = {f * c0, f * (a.xx * a.zz - a.xz * a.xz), f * minor, f * c1, f * c2, f * (a.xy * a.xz - a.xx * a.yz)};
        inverses_[i] = before;
    }
    return true;
}

/// mode_ becomes A^-1 mode_, of length 1.
void ChainLimitFinder::iterate()
{
    const auto times = [](const Symmetric& x, const Vec3& u)
    {
        return Vec3(x.xx * u.x + x.xy * u.y + x.xz * u.z, x.xy * u.x + x.yy * u.y + x.yz * u.z,
                    x.xz * u.x + x.yz * u.y + x.zz * u.z);
    };
    // Neighbours are coupled by + S: the links' part of A is -(2 h C + h^2 K), and that of neighbours has the other
    // sign.
    for (std::size_t i = 1; i < points.size(); ++i)
        mode_[i] -= Coupling3(links[i], h_).times(times(inverses_[i - 1], mode_[i - 1]));
    for (std::size_t i = points.size(); i-- > 0;)
    {
        if (i + 1 < points.size())
            mode_[i] -= Coupling3(links[i + 1], h_).times(mode_[i + 1]);
        mode_[i] = times(inverses_[i], mode_[i]);
    }
    double largest = 0.0;
    for (const Vec3& u : mode_)
        largest = std::max({largest, std::abs(u.x), std::abs(u.y), std::abs(u.z)});
    if (largest > 0.0 && std::isfinite(largest))
        for (Vec3& u : mode_)
            u /= largest;
}

ChainLimit ChainLimitFinder::find()
{
    ChainLimit limit{rowBound(), 0};
    if (!std::isfinite(limit.step) || points.empty())
        return {infinite, 0};

    inverses_.resize(points.size());
    mode_.resize(points.size());
    for (std::size_t i = 0; i < mode_.size(); ++i) // every mode has a part in it, the stiffest the largest
    {
        const double x = static_cast<double>(i);
        const double sign = i % 2 == 0 ? 1.0 : -1.0;
        mode_[i] = sign * Vec3(1.0 + 0.3 * std::sin(1.3 * x), 0.9 + 0.3 * std::sin(2.1 * x + 1.0),
                               0.8 + 0.3 * std::sin(0.7 * x + 2.0));
    }

    constexpr double accuracy = 5e-4;
    constexpr std::size_t mostPivots = 20'000; // about 2 ms
    std::size_t tries = std::clamp<std::size_t>(mostPivots / points.size(), 2, 12);
    double unstable = infinite;
    // Of a uniform chain the row bound is the limit itself but for rounding: just below, A is sure to have a factor.
    double h = limit.step * (1.0 - 1e-9);
    double stable = 0.0;
    for (; tries > 0; --tries)
    {
        if (factor(h))
        {
            stable = h;
            for (int i = 0; i < 3; ++i)
                iterate();
            unstable = std::min(unstable, modeLimit());
            if (unstable - stable <= accuracy * stable)
                break;
            h = std::isfinite(unstable) ? stable + 0.9 * (unstable - stable) : 2.0 * stable;
        }
        else
        {
            unstable = std::min(unstable, h);
            if (unstable - stable <= accuracy * stable)
                break;
            h = 0.5 * (stable + unstable);
        }
    }
    limit.step = std::max(limit.step * (1.0 - 1e-9), stable);
    for (std::size_t i = 1; i < mode_.size(); ++i)
        if (glm::dot(mode_[i], mode_[i]) > glm::dot(mode_[limit.point], mode_[limit.point]))
            limit.point = i;
    return limit;
}

} // namespace rope
