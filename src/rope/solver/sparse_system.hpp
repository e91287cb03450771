#pragma once

#include "band_system.hpp"
#include "block_kernel.hpp"
#include "elimination_order.hpp"

#include "rope/core/lanes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rope
{

/// A symmetric linear system of chains of points with `D` unknowns each, in which a point couples with its neighbours
/// and theirs, as in BandSystem, and besides with points anywhere: A x = b by A = L E Lᵀ (E diagonal) without pivoting,
/// in an order that fills little. The number of pivots that are not positive is the number of directions in which A is
/// negative (Sylvester's law of inertia).
///
/// A column of L after the other takes what the columns before do to it, each row in a place of its own: so all that
/// a product reads and writes is where it is used next.
template <std::size_t D>
class SparseSystem
{
public:
    using Pair = EliminationOrder::Pair;

    /// The edges of `pairs`, by their first points, couple with each other; the pairs are in order, each once.
    /// `joined` tells of a point whether the next one is of the same chain.
    template <typename Joined>
    void setPattern(std::size_t points, const std::vector<Pair>& pairs, const Joined& joined)
    {
        chain_.clear();
        for (std::size_t i = 0; i < points; ++i)
            chain_.push_back(i + 1 < points && joined(i) ? 1 : 0);
        if (points == order_.points() && pairs == pairs_ && chain_ == chainBefore_)
            return;
        chainBefore_ = chain_;
        pairs_ = pairs;
        couple(points);
        order_.set(points, couples_);
        layOut(points);
    }
    const std::vector<Pair>& pairs() const { return pairs_; }
    /// What `factor` takes, in products of two blocks.
    std::size_t products() const { return order_.products(); }

    /// All of A is to be set.
    void begin()
    {
        for (Block& block : a_)
            block = {};
    }

    /// A chain that begins with the point `first`, as BandSystem has it.
    class Chain
    {
    public:
        Chain(SparseSystem& system, std::size_t first) : system_(system), first_(first) {}
        void begin(std::size_t points) { points_ = points; }
        std::size_t points() const { return points_; }
        template <int Size, typename Matrix>
        void setBlock(std::size_t i, std::size_t ahead, const Matrix& block)
        {
            Block& own = system_.a_[system_.besideSlot(first_ + i, ahead)];
            for (int c = 0; c < Size; ++c)
                for (int r = 0; r < Size; ++r)
                    own.at(static_cast<std::size_t>(c), static_cast<std::size_t>(r)) = block[c][r];
        }
        void add(std::size_t p, std::size_t ofP, std::size_t q, std::size_t ofQ, double value)
        {
            if (p > q)
            {
                std::swap(p, q);
                std::swap(ofP, ofQ);
            }
            Block& block = system_.a_[system_.besideSlot(first_ + p, q - p)];
            block.at(ofP, ofQ) += value;
            if (p == q && ofP != ofQ)
                block.at(ofQ, ofP) += value;
        }
        void hold(std::size_t p, std::size_t ofP)
        {
            for (std::size_t q = p - std::min<std::size_t>(p, 2); q < std::min(p + 3, points_); ++q)
            {
                Block& block = system_.a_[system_.besideSlot(first_ + std::min(p, q), std::max(p, q) - std::min(p, q))];
                for (std::size_t ofQ = 0; ofQ < D; ++ofQ)
                {
                    if (q >= p)
                        block.at(ofP, ofQ) = 0.0;
                    if (q <= p)
                        block.at(ofQ, ofP) = 0.0;
                }
            }
            system_.a_[first_ + p].at(ofP, ofP) = 1.0;
        }

    private:
        SparseSystem& system_;
        std::size_t first_ = 0;
        std::size_t points_ = 0;
    };

    /// Adds k w wᵀ, w the unknowns of two edges: of the first point all, of the next one three.
    void addColumn(std::size_t pair, double stiffness, const std::array<double, D + 3>& one,
                   const std::array<double, D + 3>& other)
    {
        const auto& [edge, otherEdge] = pairs_[pair];
        const std::array<std::size_t, 4> point{edge, edge + 1, otherEdge, otherEdge + 1};
        std::array<Column, 4> w;
        for (std::size_t k = 0; k < 2; ++k)
            for (const auto& [from, to] : {std::pair(&one, &w[k]), std::pair(&other, &w[2 + k])})
            {
                const double* at = from->data() + D * k;
                *to = {TwoLanes{at[0], at[1]}, TwoLanes{at[2], D == 4 && k == 0 ? at[D - 1] : 0.0}};
            }
        const auto add = [&](std::size_t slot, std::size_t of, std::size_t with)
        {
            Block& block = a_[slot];
            for (std::size_t c = 0; c < D; ++c)
            {
                const double weight = stiffness * w[of][c / 2][c % 2];
                block.column[c][0] += weight * w[with][0];
                block.column[c][1] += weight * w[with][1];
            }
        };
        for (const std::size_t of : {std::size_t{0}, std::size_t{2}})
        {
            add(point[of], of, of);
            add(besideSlot(point[of], 1), of, of + 1);
            add(point[of + 1], of + 1, of + 1);
        }
        for (std::size_t k = 0; k < 4; ++k)
        {
            const std::size_t of = k / 2;
            const std::size_t with = 2 + k % 2;
            const std::size_t slot = crossSlots_[pair][k];
            if (point[of] == point[with])
            {
                add(slot, of, with);
                add(slot, with, of);
            }
            else if (point[of] < point[with])
                add(slot, of, with);
            else
                add(slot, with, of);
        }
    }
    /// Adds the block of a point of the one edge with a point of the other, which lies apart from it.
    template <typename Matrix>
    void addFar(std::size_t pair, std::size_t of, std::size_t by, const Matrix& matrix)
    {
        const bool ordered = pairs_[pair].first + of < pairs_[pair].second + by;
        Block& block = a_[crossSlots_[pair][2 * of + by]];
        for (int c = 0; c < 3; ++c)
            for (int r = 0; r < 3; ++r)
                block.at(static_cast<std::size_t>(c), static_cast<std::size_t>(r)) +=
                    ordered ? matrix[r][c] : matrix[c][r];
    }
    /// Which of the pairs it is; `near` is the one that was asked for before: mostly they come in order.
    std::size_t numberOf(const Pair& pair, std::size_t near = 0) const
    {
        constexpr std::size_t soon = 4;
        for (std::size_t k = near; k < std::min(near + soon, pairs_.size()); ++k)
            if (pairs_[k] == pair)
                return k;
        return static_cast<std::size_t>(std::lower_bound(pairs_.begin(), pairs_.end(), pair) - pairs_.begin());
    }

    /// Puts L and E beside A; returns how many pivots are not positive. `rests` tells which points are left out, here
    /// and in `solve`: they couple with no other.
    template <typename Rests>
    int factor(const Rests& rests)
    {
        const std::size_t points = order_.points();
        const std::vector<std::uint32_t>& rows = order_.rows();
        firstOfRow_.assign(points, none);
        rests_.resize(points);
        for (std::size_t i = 0; i < points; ++i)
            rests_[order_.position(i)] = rests(i) ? 1 : 0;
        int notPositive = 0;
        for (std::size_t j = 0; j < points; ++j)
        {
            if (rests_[j] != 0)
            {
                passOver(j, rows);
                continue;
            }
            const std::size_t first = order_.first(j);
            const std::size_t end = order_.first(j + 1);
            work_[j] = {};
            for (std::size_t k = first; k < end; ++k)
                work_[rows[k]] = {};
            for (std::size_t k = entriesFirst_[j]; k < entriesFirst_[j + 1]; ++k)
                take(entries_[k]);
            for (std::uint32_t c = firstOfRow_[j]; c != none;)
            {
                const std::uint32_t next = nextOfRow_[c];
                subtractColumn(c, rows);
                c = next;
            }
            notPositive += factorDiagonal(j);
            for (std::size_t k = first; k < end; ++k)
                divide(work_[rows[k]], j, l_[k]);
            nextRow_[j] = first;
            enlist(static_cast<std::uint32_t>(j), rows);
        }
        return notPositive;
    }

    int factor()
    {
        return factor([](std::size_t) { return false; });
    }

    /// Solves for b, by the unknowns of the points, in its place.
    void solve(double* b) const
    {
        const std::size_t points = order_.points();
        const std::vector<std::uint32_t>& rows = order_.rows();
        std::vector<Column>& x = answer_;
        for (std::size_t i = 0; i < points; ++i)
        {
            std::array<double, 4> value{};
            for (std::size_t c = 0; c < D; ++c)
                value[c] = b[D * i + c];
            x[order_.position(i)] = {TwoLanes{value[0], value[1]}, TwoLanes{value[2], value[3]}};
        }
        for (std::size_t j = 0; j < points; ++j)
        {
            if (rests_[j] != 0)
                continue;
            const Diagonal& own = diagonal_[j];
            std::array<double, D> value;
            for (std::size_t c = 0; c < D; ++c)
            {
                value[c] = x[j][c / 2][c % 2];
                for (std::size_t k = 0; k < c; ++k)
                    value[c] -= own.below[k][c] * value[k];
            }
            for (std::size_t k = order_.first(j); k < order_.first(j + 1); ++k)
            {
                Column& to = x[rows[k]];
                for (std::size_t c = 0; c < D; ++c)
                {
                    to[0] -= l_[k].column[c][0] * value[c];
                    to[1] -= l_[k].column[c][1] * value[c];
                }
            }
            for (std::size_t c = 0; c < D; ++c)
                x[j][c / 2][c % 2] = value[c] * own.perPivot[c];
        }
        for (std::size_t j = points; j-- > 0;)
        {
            if (rests_[j] != 0)
                continue;
            const Diagonal& own = diagonal_[j];
            std::array<TwoLanes, D> sums{};
            for (std::size_t k = order_.first(j); k < order_.first(j + 1); ++k)
            {
                const Column& from = x[rows[k]];
                for (std::size_t c = 0; c < D; ++c)
                    sums[c] += l_[k].column[c][0] * from[0] + l_[k].column[c][1] * from[1];
            }
            std::array<double, D> value;
            for (std::size_t c = D; c-- > 0;)
            {
                value[c] = x[j][c / 2][c % 2] - (sums[c][0] + sums[c][1]);
                for (std::size_t k = c + 1; k < D; ++k)
                    value[c] -= own.below[c][k] * value[k];
                x[j][c / 2][c % 2] = value[c];
            }
        }
        for (std::size_t i = 0; i < points; ++i)
            for (std::size_t c = 0; c < D; ++c)
                b[D * i + c] = x[order_.position(i)][c / 2][c % 2];
    }

private:
    static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);
    using Column = std::array<TwoLanes, 2>;
    /// What couples two points: column[c] has the unknowns of the one with unknown c of the other.
    struct Block
    {
        std::array<Column, D> column{};

        double& at(std::size_t c, std::size_t r) { return reinterpret_cast<double*>(column[c].data())[r]; }
        double at(std::size_t c, std::size_t r) const { return column[c][r / 2][r % 2]; }
    };
    static_assert(sizeof(Block) == 4 * D * sizeof(double));
    static double* numbers(Block& block) { return &block.at(0, 0); }
    struct Diagonal
    {
        std::array<double, D> pivot{};
        std::array<double, D> perPivot{};
        std::array<std::array<double, D>, D> below{}; ///< [c][r], r > c
    };
    /// A block of A in a column.
    struct Entry
    {
        std::uint32_t slot = 0;
        std::uint32_t row = 0;   ///< by position
        bool transposed = false; ///< the point of the column is the greater one
    };

    std::size_t besideSlot(std::size_t point, std::size_t ahead) const { return ahead * order_.points() + point; }

    /// The pairs of points that couple: neighbours, and the four of each pair of edges.
    void couple(std::size_t points)
    {
        couples_.clear();
        for (std::uint32_t i = 0; i + 1 < points; ++i)
        {
            if (!chain_[i])
                continue;
            couples_.emplace_back(i, i + 1);
            if (chain_[i + 1])
                couples_.emplace_back(i, i + 2);
        }
        for (const Pair& pair : pairs_)
            for (std::uint32_t k = 0; k < 4; ++k)
                if (const Pair cross = crossOf(pair, k); cross.first != cross.second)
                    couples_.push_back(cross);
        std::sort(couples_.begin(), couples_.end());
        couples_.erase(std::unique(couples_.begin(), couples_.end()), couples_.end());
    }
    static Pair crossOf(const Pair& pair, std::uint32_t k)
    {
        const std::uint32_t one = pair.first + k / 2;
        const std::uint32_t other = pair.second + k % 2;
        return {std::min(one, other), std::max(one, other)};
    }

    /// Where the blocks of A lie, and which of them belong to which column.
    void layOut(std::size_t points)
    {
        const auto slotOf = [&](const Pair& cross) -> std::size_t
        {
            const std::size_t ahead = cross.second - cross.first;
            const bool beside = ahead == 0 || (ahead == 1 && chain_[cross.first]) ||
                                (ahead == 2 && chain_[cross.first] && chain_[cross.first + 1]);
            if (beside)
                return besideSlot(cross.first, ahead);
            const auto place = std::lower_bound(couples_.begin(), couples_.end(), cross);
            return 3 * points + static_cast<std::size_t>(place - couples_.begin());
        };
        a_.assign(3 * points + couples_.size(), {});
        crossSlots_.clear();
        for (const Pair& pair : pairs_)
        {
            std::array<std::uint32_t, 4> slots{};
            for (std::uint32_t k = 0; k < 4; ++k)
                slots[k] = static_cast<std::uint32_t>(slotOf(crossOf(pair, k)));
            crossSlots_.push_back(slots);
        }
        entriesFirst_.assign(points + 1, 0);
        const auto columnOf = [&](const Pair& cross)
        { return std::min(order_.position(cross.first), order_.position(cross.second)); };
        for (std::uint32_t i = 0; i < points; ++i)
            ++entriesFirst_[order_.position(i) + 1];
        for (const Pair& cross : couples_)
            ++entriesFirst_[columnOf(cross) + 1];
        for (std::size_t j = 0; j < points; ++j)
            entriesFirst_[j + 1] += entriesFirst_[j];
        entries_.resize(points + couples_.size());
        std::vector<std::size_t> at(entriesFirst_.begin(), entriesFirst_.end() - 1);
        const auto enter = [&](const Pair& cross)
        {
            const std::uint32_t one = order_.position(cross.first);
            const std::uint32_t other = order_.position(cross.second);
            entries_[at[std::min(one, other)]++] = {static_cast<std::uint32_t>(slotOf(cross)), std::max(one, other),
                                                    one > other};
        };
        for (std::uint32_t i = 0; i < points; ++i)
            enter({i, i});
        for (const Pair& cross : couples_)
            enter(cross);
        l_.resize(order_.rows().size());
        work_.resize(points);
        answer_.resize(points);
        diagonal_.resize(points);
        nextOfRow_.resize(points);
        nextRow_.resize(points);
    }

    void take(const Entry& entry)
    {
        const Block& from = a_[entry.slot];
        Block& to = work_[entry.row];
        if (!entry.transposed)
        {
            to = from;
            return;
        }
        for (std::size_t c = 0; c < D; ++c)
            for (std::size_t half = 0; half < 2; ++half)
                to.column[c][half] = TwoLanes{from.at(2 * half, c), 2 * half + 1 < D ? from.at(2 * half + 1, c) : 0.0};
    }

    /// What column c does to the column that is its next row, and to the rows of it.
    void subtractColumn(std::uint32_t c, const std::vector<std::uint32_t>& rows)
    {
        const std::size_t at = nextRow_[c];
        const Block& own = l_[at];
        std::array<double, D * D> factors; // of the column's unknowns with the unknowns of c
        for (std::size_t k = 0; k < D; ++k)
            for (std::size_t r = 0; r < D; ++r)
                factors[D * r + k] = diagonal_[c].pivot[k] * own.at(k, r);
        subtract_(numbers(l_[at]), rows.data() + at, order_.first(c + 1) - at, factors.data(), numbers(work_[0]));
        nextRow_[c] = at + 1;
        enlist(c, rows);
    }

    /// The columns that a column left out would take go on to their next rows.
    void passOver(std::size_t j, const std::vector<std::uint32_t>& rows)
    {
        for (std::uint32_t c = firstOfRow_[j]; c != none;)
        {
            const std::uint32_t next = nextOfRow_[c];
            ++nextRow_[c];
            enlist(c, rows);
            c = next;
        }
    }

    /// Puts a column among those that the column of its next row has to take.
    void enlist(std::uint32_t c, const std::vector<std::uint32_t>& rows)
    {
        if (nextRow_[c] == order_.first(c + 1))
            return;
        const std::uint32_t row = rows[nextRow_[c]];
        nextOfRow_[c] = firstOfRow_[row];
        firstOfRow_[row] = c;
    }

    int factorDiagonal(std::size_t j)
    {
        int notPositive = 0;
        Diagonal& own = diagonal_[j];
        std::array<std::array<double, D>, D> a;
        for (std::size_t c = 0; c < D; ++c)
            for (std::size_t r = c; r < D; ++r)
                a[c][r] = work_[j].at(c, r);
        for (std::size_t c = 0; c < D; ++c)
        {
            double pivot = a[c][c];
            if (pivot == 0.0)
            {
                double largest = 0.0;
                for (std::size_t r = c + 1; r < D; ++r)
                    largest = std::max(largest, std::abs(a[c][r]));
                pivot = inPlaceOfZero(largest);
            }
            notPositive += pivot > 0.0 ? 0 : 1;
            own.pivot[c] = pivot;
            own.perPivot[c] = 1.0 / pivot;
            for (std::size_t r = c + 1; r < D; ++r)
                own.below[c][r] = a[c][r] * own.perPivot[c];
            for (std::size_t k = c + 1; k < D; ++k)
                for (std::size_t r = k; r < D; ++r)
                    a[k][r] -= own.below[c][k] * a[c][r];
        }
        return notPositive;
    }

    /// The block of L from the rest of A.
    void divide(const Block& a, std::size_t j, Block& l) const
    {
        const Diagonal& own = diagonal_[j];
        std::array<Column, D> rest; // L E
        for (std::size_t c = 0; c < D; ++c)
            for (std::size_t half = 0; half < 2; ++half)
            {
                TwoLanes sum = a.column[c][half];
                for (std::size_t k = 0; k < c; ++k)
                    sum -= rest[k][half] * own.below[k][c];
                rest[c][half] = sum;
                l.column[c][half] = sum * own.perPivot[c];
            }
    }

    SubtractBlocks<D> subtract_ = subtractBlocks<D>();
    EliminationOrder order_;
    std::vector<Pair> pairs_;   ///< of edges
    std::vector<Pair> couples_; ///< of points
    std::vector<char> chain_;   ///< whether the next point is of the same chain
    std::vector<char> chainBefore_;
    std::vector<std::array<std::uint32_t, 4>> crossSlots_; ///< by pairs
    std::vector<Entry> entries_;                           ///< by columns
    std::vector<std::size_t> entriesFirst_;
    std::vector<Block> a_;
    std::vector<Block> l_; ///< by the rows of the order
    std::vector<Diagonal> diagonal_;
    std::vector<Block> work_; ///< the column that is eliminated, by rows
    mutable std::vector<Column> answer_;
    std::vector<char> rests_; ///< by positions: left out
    // the columns that the column of a row has to take, in a list of each
    std::vector<std::uint32_t> firstOfRow_;
    std::vector<std::uint32_t> nextOfRow_;
    std::vector<std::size_t> nextRow_; ///< of a column, in the order's rows
};

} // namespace rope
