#pragma once

#include "two.hpp"

#include <rope/vec3.hpp>

#include <cstddef>
#include <vector>

namespace rope
{

/// a I + p qᵀ: how a force along a segment answers to the relative velocity of its two ends.
struct Coupling
{
    double a = 0.0;
    Vec3 p{0.0};
    Vec3 q{0.0};
};

/// The linear system of a chain of n points with three coordinates each, whose neighbours are coupled by
/// K_j = a_j I + p_j q_jᵀ, K_0 to something fixed before the first of them:
///
///     (E_i + K_i + K_(i+1)) x_i - K_i x_(i-1) - K_(i+1) x_(i+1) = b_i        K_n = 0, E_i diagonal
///
/// Block-tridiagonal with 3x3 blocks, in general without symmetry. Solved in O(n) by block elimination without
/// pivoting, from both ends at once, one in each lane; the sweeps meet in the middle.
class BlockTridiagonal
{
public:
    /// Any size, zero too. Grows memory only beyond the largest size so far. The contents are then undefined.
    void resize(std::size_t n)
    {
        diagonal_.resize(n);
        coupling_.resize(n);
        right_.resize(n);
        eliminated_.resize(n / 2);
    }
    std::size_t size() const { return right_.size(); }

    Vec3& diagonal(std::size_t i) { return diagonal_[i]; }          ///< E_i
    Coupling& coupling(std::size_t i) { return coupling_[i]; }      ///< K_i, between i - 1 and i
    Vec3& rightSide(std::size_t i) { return right_[i]; }            ///< b_i
    const Vec3& solution(std::size_t i) const { return right_[i]; } ///< x_i, after `solve`

    /// Overwrites b with the solution. False when a pivot is singular or not finite; the solution is then worth
    /// nothing.
    bool solve()
    {
        const std::size_t n = size();
        if (n == 0)
            return true;
        const std::size_t middle = n / 2;
        // Of an even number there is one more on the left: the right lane then waits for a step in a row of its own.
        const std::size_t wait = middle - (n - 1 - middle);
        const auto rightRow = [&](std::size_t i) { return n - 1 + wait - i; }; // its i-th row; the first may not exist
        const Coupling none{};
        const auto link = [&](std::size_t i) // to the rows after the i-th
        { return Link::of(coupling_[i + 1], i < wait ? none : coupling_[rightRow(i)]); };

        Row row;
        row.take(Link::of(coupling_[0], none));
        Two check = two(0.0); // of finite numbers it stays zero
        for (std::size_t i = 0; i < middle; ++i)
        {
            const Link k = link(i);
            if (i < wait)
                row.add(TwoVec3::of(diagonal_[i], Vec3(1.0)), TwoVec3::of(right_[i], Vec3(0.0)));
            else
                row.add(TwoVec3::of(diagonal_[i], diagonal_[rightRow(i)]), TwoVec3::of(right_[i], right_[rightRow(i)]));
            row.add(k);
            check = check + eliminate(row, eliminated_[i], k);
        }

        // Both lanes bring what they know of the middle's row.
        row.addOtherLane();
        row.add(TwoVec3::of(diagonal_[middle], diagonal_[middle]), TwoVec3::of(right_[middle], right_[middle]));
        Eliminated last;
        check = check + eliminate(row, last, Link{});
        TwoVec3 x = last.y;
        right_[middle] = x.lane(0);

        for (std::size_t i = middle; i-- > 0;)
        {
            const Link k = link(i);
            const TwoVec3 v = k.a * x + dot(k.q, x) * k.p;
            const Eliminated& e = eliminated_[i];
            x = e.y + (v.x * e.x[0] + v.y * e.x[1] + v.z * e.x[2]);
            right_[i] = x.lane(0);
            if (i >= wait)
                right_[rightRow(i)] = x.lane(1);
        }
        return check[0] + check[1] == 0.0;
    }

private:
    // What the two sweeps hold at a time, one in each lane. Matrices are columns.
    struct Link
    {
        Two a = two(0.0);
        TwoVec3 p{two(0.0), two(0.0), two(0.0)};
        TwoVec3 q{two(0.0), two(0.0), two(0.0)};

        static Link of(const Coupling& k0, const Coupling& k1)
        {
            return {Two{k0.a, k1.a}, TwoVec3::of(k0.p, k1.p), TwoVec3::of(k0.q, k1.q)};
        }
    };
    struct Row
    {
        TwoVec3 d[3];
        TwoVec3 b;

        void take(const Link& k)
        {
            d[0] = k.q.x * k.p;
            d[1] = k.q.y * k.p;
            d[2] = k.q.z * k.p;
            addDiagonal({k.a, k.a, k.a});
            b = {two(0.0), two(0.0), two(0.0)};
        }
        void addDiagonal(const TwoVec3& e)
        {
            d[0].x = d[0].x + e.x;
            d[1].y = d[1].y + e.y;
            d[2].z = d[2].z + e.z;
        }
        void add(const Link& k)
        {
            d[0] = d[0] + k.q.x * k.p;
            d[1] = d[1] + k.q.y * k.p;
            d[2] = d[2] + k.q.z * k.p;
            addDiagonal({k.a, k.a, k.a});
        }
        void add(const TwoVec3& e, const TwoVec3& right)
        {
            addDiagonal(e);
            b = b + right;
        }
        void addOtherLane()
        {
            const auto sum = [](TwoVec3& v)
            {
                const Vec3 both = v.lane(0) + v.lane(1);
                v = TwoVec3::of(both, both);
            };
            for (TwoVec3& column : d)
                sum(column);
            sum(b);
        }
    };
    struct Eliminated
    {
        TwoVec3 x[3]; ///< inverse of the pivot
        TwoVec3 y;    ///< times the right side
    };

    /// Takes a point out of the row of its neighbour: with X = 1/D, y = X b the neighbour gets
    ///
    ///     K - K X K,   K y        where  K X K = a² X + a (X p qᵀ + p qᵀX) + (qᵀX p) p qᵀ
    ///
    /// (two products with a vector instead of two with a matrix), left in `row`. Returns zero where X is finite.
    static Two eliminate(Row& row, Eliminated& out, const Link& k)
    {
        const TwoVec3* d = row.d;
        const auto cofactor = [](Two a, Two b, Two c, Two e) { return a * b - c * e; };
        const Two c0 = cofactor(d[1].y, d[2].z, d[2].y, d[1].z);
        const Two c1 = cofactor(d[2].y, d[0].z, d[0].y, d[2].z);
        const Two c2 = cofactor(d[0].y, d[1].z, d[1].y, d[0].z);
        const Two f = two(1.0) / (d[0].x * c0 + d[1].x * c1 + d[2].x * c2);
        const TwoVec3 x0 = f * TwoVec3{c0, c1, c2};
        const TwoVec3 x1 =
            f * TwoVec3{cofactor(d[2].x, d[1].z, d[1].x, d[2].z), cofactor(d[0].x, d[2].z, d[2].x, d[0].z),
                        cofactor(d[1].x, d[0].z, d[0].x, d[1].z)};
        const TwoVec3 x2 =
            f * TwoVec3{cofactor(d[1].x, d[2].y, d[2].x, d[1].y), cofactor(d[2].x, d[0].y, d[0].x, d[2].y),
                        cofactor(d[0].x, d[1].y, d[1].x, d[0].y)};

        const TwoVec3 y = row.b.x * x0 + row.b.y * x1 + row.b.z * x2;
        const TwoVec3 xp = k.p.x * x0 + k.p.y * x1 + k.p.z * x2;
        const TwoVec3 w = k.a * TwoVec3{dot(k.q, x0), dot(k.q, x1), dot(k.q, x2)};
        // K - K X K = a I - a² X + v qᵀ - p wᵀ
        const TwoVec3 v = (two(1.0) - dot(k.q, xp)) * k.p - k.a * xp;
        const Two aa = k.a * k.a;
        row.d[0] = k.q.x * v - (aa * x0 + w.x * k.p);
        row.d[1] = k.q.y * v - (aa * x1 + w.y * k.p);
        row.d[2] = k.q.z * v - (aa * x2 + w.z * k.p);
        row.addDiagonal({k.a, k.a, k.a});
        row.b = k.a * y + dot(k.q, y) * k.p;
        out = {{x0, x1, x2}, y};
        return f - f;
    }

    std::vector<Vec3> diagonal_;
    std::vector<Coupling> coupling_;
    std::vector<Vec3> right_;
    std::vector<Eliminated> eliminated_;
};

} // namespace rope
