#pragma once

#include "two.hpp"

#include <rope/vec.hpp>

#include <cstddef>
#include <vector>

namespace rope
{

/// How the forces along two links answer to the relative velocities of their ends, one in each lane: a I + p qᵀ.
struct Link
{
    Two a = two(0.0);
    TwoVec3 p{two(0.0), two(0.0), two(0.0)};
    TwoVec3 q{two(0.0), two(0.0), two(0.0)};
};

/// The linear system of a chain of n points with three coordinates each, whose neighbours are coupled by
/// K_j = a_j I + p_j q_jᵀ, the outermost ones (K_0, K_n) to something fixed; K_n = 0 where the chain ends:
///
///     (E_i + K_i + K_(i+1)) x_i - K_i x_(i-1) - K_(i+1) x_(i+1) = b_i        E_i diagonal
///
/// Block-tridiagonal with 3x3 blocks, in general without symmetry. Solved in O(n) by block elimination without
/// pivoting, from both ends at once, one in each lane; the sweeps meet in the middle. The rows are asked for one pair
/// after another, so that whoever computes them need not store them.
class BlockTridiagonal
{
public:
    /// Two rows, one from each end.
    struct Rows
    {
        TwoVec3 diagonal; ///< E
        TwoVec3 right;    ///< b
        Link inner;       ///< to the rows after them, nearer to the middle
    };
    /// The row in the middle.
    struct Middle
    {
        Vec3 diagonal{0.0};
        Vec3 right{0.0};
    };

    /// Any number of rows, zero too. Grows memory only beyond the largest so far.
    void resize(std::size_t rows)
    {
        size_ = rows;
        eliminated_.resize(middle());
    }
    std::size_t size() const { return size_; }

    /// Pairs are 0 ... middle() - 1; then there is the row of this index.
    std::size_t middle() const { return size_ / 2; }
    /// Of an even number of rows there is one more on the left: pair 0 then has none in the right lane.
    bool waits(std::size_t pair) const { return pair == 0 && size_ % 2 == 0; }
    /// The row of a pair in the right lane; in the left it is `pair` itself.
    std::size_t rightRow(std::size_t pair) const { return size_ - size_ % 2 - pair; }

    /// False when a pivot is singular or not finite; the solution is then worth nothing. `System` has
    ///
    ///     Link outer();                              K_0 and K_n
    ///     Rows rows(std::size_t pair);               in their order; a waiting lane has E = 1, b = 0 and K = 0
    ///     Middle middleRow();
    ///     void solvedMiddle(const Vec3& x);
    ///     void solved(std::size_t pair, const TwoVec3& x);    in the opposite order
    template <class System>
    bool solve(System&& system)
    {
        if (size_ == 0)
            return true;
        Row row;
        row.take(system.outer());
        const Row outer = row;
        Two check = two(0.0); // of finite numbers it stays zero
        for (std::size_t i = 0; i < middle(); ++i)
        {
            const Rows next = system.rows(i);
            row.add(next.diagonal, next.right);
            row.add(next.inner);
            check = check + eliminate(row, eliminated_[i], next.inner);
            if (waits(i))
                row.takeRight(outer);
        }

        // Both lanes bring what they know of the middle's row.
        const Middle last = system.middleRow();
        row.addOtherLane();
        row.add(TwoVec3::of(last.diagonal, last.diagonal), TwoVec3::of(last.right, last.right));
        Eliminated end;
        check = check + eliminate(row, end, Link{});
        TwoVec3 x = end.y;
        system.solvedMiddle(x.lane(0));

        for (std::size_t i = middle(); i-- > 0;)
        {
            const Eliminated& e = eliminated_[i];
            x = e.y + (x.x * e.m[0] + x.y * e.m[1] + x.z * e.m[2]);
            system.solved(i, x);
        }
        return check[0] + check[1] == 0.0;
    }

private:
    // What the two sweeps hold at a time, one in each lane. Matrices are columns.
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
        void takeRight(const Row& other)
        {
            for (int column = 0; column < 3; ++column)
                d[column].setLane(1, other.d[column].lane(1));
            b.setLane(1, other.b.lane(1));
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
    struct Eliminated // x_i = y + M x_(i+1)
    {
        TwoVec3 m[3];
        TwoVec3 y;
    };

    /// Takes a point out of the row of its neighbour: with X = 1/D, y = X b and M = X K the neighbour gets
    ///
    ///     K - K M,   K y        where  M = a X + (X p) qᵀ,  K M = a M + p (qᵀ M)
    ///
    /// left in `row`. Returns zero where X is finite.
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

        out.y = row.b.x * x0 + row.b.y * x1 + row.b.z * x2;
        const TwoVec3 xp = k.p.x * x0 + k.p.y * x1 + k.p.z * x2;
        out.m[0] = k.a * x0 + k.q.x * xp;
        out.m[1] = k.a * x1 + k.q.y * xp;
        out.m[2] = k.a * x2 + k.q.z * xp;
        row.d[0] = (k.q.x - dot(k.q, out.m[0])) * k.p - k.a * out.m[0];
        row.d[1] = (k.q.y - dot(k.q, out.m[1])) * k.p - k.a * out.m[1];
        row.d[2] = (k.q.z - dot(k.q, out.m[2])) * k.p - k.a * out.m[2];
        row.addDiagonal({k.a, k.a, k.a});
        row.b = k.a * out.y + dot(k.q, out.y) * k.p;
        return f - f;
    }

    std::size_t size_ = 0;
    std::vector<Eliminated> eliminated_;
};

} // namespace rope
