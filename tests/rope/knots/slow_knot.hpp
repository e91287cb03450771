// A second way to a knot's polynomial.
#pragma once

#include "curves.hpp"

#include <array>

/// A second way to the polynomial, slow and without any move that makes the picture simpler: all pairs of edges, seen
/// along z, and Fox's matrix of the fundamental group, its value at t modulo a prime.
class Slow
{
public:
    static constexpr std::int64_t prime = 1000000007;

    explicit Slow(const Points& points)
    {
        const std::size_t count = points.size();
        struct Under
        {
            std::size_t edge;
            double along;
            std::size_t overEdge;
            double overAlong;
            bool positive;
        };
        std::vector<Under> unders;
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = 0; j < count; ++j)
            {
                const Vec3& a = points[i];
                const Vec3 ab = points[(i + 1) % count] - a;
                const Vec3& c = points[j];
                const Vec3 cd = points[(j + 1) % count] - c;
                const double cross = ab.x * cd.y - ab.y * cd.x;
                const double s = ((c.x - a.x) * cd.y - (c.y - a.y) * cd.x) / cross;
                const double t = ((c.x - a.x) * ab.y - (c.y - a.y) * ab.x) / cross;
                const bool apart = i != j && (i + 1) % count != j && (j + 1) % count != i;
                if (apart && s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0 && a.z + s * ab.z < c.z + t * cd.z)
                    unders.push_back({i, s, j, t, cross < 0.0});
            }
        std::sort(unders.begin(), unders.end(),
                  [](const Under& one, const Under& other)
                  { return std::pair(one.edge, one.along) < std::pair(other.edge, other.along); });
        for (std::size_t k = 0; k < unders.size(); ++k)
        {
            // An arc begins behind each lower visit, and the first one before all of them.
            const auto arcs = static_cast<std::size_t>(std::count_if(
                unders.begin(), unders.end(),
                [&](const Under& under)
                { return std::pair(under.edge, under.along) < std::pair(unders[k].overEdge, unders[k].overAlong); }));
            const std::size_t over = arcs % unders.size();
            const std::size_t next = (k + 1) % unders.size();
            rows_.push_back({over, unders[k].positive ? k : next, unders[k].positive ? next : k});
        }
    }

    std::size_t crossings() const { return rows_.size(); }

    /// Whether a polynomial has these values, but for a sign and a power of t that is the same for all.
    bool agrees(const Polynomial& polynomial) const
    {
        constexpr std::array<std::int64_t, 4> places{2, 3, 5, 7};
        std::array<std::int64_t, places.size()> own{};
        std::array<std::int64_t, places.size()> wanted{};
        for (std::size_t k = 0; k < places.size(); ++k)
        {
            own[k] = at(places[k]);
            for (std::size_t i = polynomial.size(); i-- > 0;)
                wanted[k] = ((wanted[k] * places[k] + polynomial[i]) % prime + prime) % prime;
        }
        for (std::size_t shift = 0; shift <= crossings(); ++shift)
        {
            if (wanted == own)
                return true;
            for (std::int64_t& value : wanted)
                value = (prime - value) % prime;
            if (wanted == own)
                return true;
            for (std::size_t k = 0; k < places.size(); ++k)
                wanted[k] = wanted[k] * places[k] % prime;
        }
        return false;
    }

    std::int64_t at(std::int64_t t) const
    {
        const std::size_t size = rows_.empty() ? 0 : rows_.size() - 1;
        std::vector<Polynomial> m(size, Polynomial(size + 1, 0));
        for (std::size_t i = 0; i < size; ++i)
        {
            m[i][rows_[i][0]] += 1 - t;
            m[i][rows_[i][1]] += t;
            m[i][rows_[i][2]] -= 1;
            for (std::int64_t& number : m[i])
                number = (number % prime + prime) % prime;
        }
        std::int64_t value = 1;
        for (std::size_t k = 0; k < size; ++k)
        {
            std::size_t pivot = k;
            while (pivot < size && m[pivot][k] == 0)
                ++pivot;
            if (pivot == size)
                return 0;
            std::swap(m[k], m[pivot]);
            value = (k == pivot ? value : prime - value) * m[k][k] % prime;
            const std::int64_t perPivot = power(m[k][k], prime - 2);
            for (std::size_t i = k + 1; i < size; ++i)
            {
                const std::int64_t factor = m[i][k] * perPivot % prime;
                for (std::size_t j = k; j < size; ++j)
                    m[i][j] = (m[i][j] + (prime - factor) * m[k][j]) % prime;
            }
        }
        return value % prime;
    }

    static std::int64_t power(std::int64_t base, std::int64_t exponent)
    {
        std::int64_t all = 1;
        for (; exponent > 0; exponent /= 2)
        {
            all = exponent % 2 == 1 ? all * base % prime : all;
            base = base * base % prime;
        }
        return all;
    }

private:
    std::vector<std::array<std::size_t, 3>> rows_;
};
