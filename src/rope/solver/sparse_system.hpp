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
#include <numeric>
#include <utility>
#include <vector>

namespace rope
{

/// A symmetric linear system of chains of points with `D` unknowns each, in which a point couples with its neighbours
/// and theirs, as in BandSystem, and besides with points anywhere: A x = b by A = L E Lᵀ (E diagonal) without pivoting,
/// in an order that fills little. The number of pivots that are not positive is the number of directions in which A is
/// negative (Sylvester's law of inertia).
///
/// Columns of L that follow each other and fill the same rows below are a panel: its blocks stand row by row. A panel
/// after the other takes what the panels before do to it, of each row all that one of them does at once (E. Ng,
/// B. Peyton, Block sparse Cholesky algorithms on advanced uniprocessor computers, SIAM J. Sci. Comput. 14, 1993).
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
        for (std::size_t i = 0; i < order_.points(); ++i)
            rests_[order_.position(i)] = rests(i) ? 1 : 0;
        firstSource_.assign(panels_.size(), none);
        int notPositive = 0;
        for (std::uint32_t number = 0; number < panels_.size(); ++number)
        {
            Panel& panel = panels_[number];
            panel.rests = std::count(&rests_[panel.first], &rests_[panel.first] + panel.width, 0) == 0;
            if (!panel.rests)
                takeEntries(panel);
            for (std::uint32_t source = firstSource_[number]; source != none;)
            {
                const std::uint32_t next = panels_[source].nextSource;
                subtractPanel(panels_[source], panel);
                enlist(source);
                source = next;
            }
            if (panel.rests)
                continue;
            notPositive += eliminate(panel);
            panel.nextRow = panel.width;
            enlist(number);
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
        std::vector<Column>& x = answer_;
        for (std::size_t i = 0; i < points; ++i)
        {
            std::array<double, 4> value{};
            for (std::size_t c = 0; c < D; ++c)
                value[c] = b[D * i + c];
            x[order_.position(i)] = {TwoLanes{value[0], value[1]}, TwoLanes{value[2], value[3]}};
        }
        for (const Panel& panel : panels_)
            if (!panel.rests)
                solveForwards(panel);
        for (std::size_t number = panels_.size(); number-- > 0;)
            if (!panels_[number].rests)
                solveBackwards(panels_[number]);
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
    static const double* numbers(const Block& block) { return reinterpret_cast<const double*>(block.column.data()); }
    static double* numbers(Column& column) { return reinterpret_cast<double*>(column.data()); }
    struct Diagonal
    {
        std::array<double, D> pivot{};
        std::array<double, D> perPivot{};
        std::array<std::array<double, D>, D> below{}; ///< [c][r], r > c
    };
    /// Columns from `first` on. Its rows are these columns and those below, all by positions.
    struct Panel
    {
        std::uint32_t first = 0;
        std::uint32_t width = 0;
        std::uint32_t height = 0;     ///< rows
        std::size_t blocks = 0;       ///< the first one, in `l_`
        std::size_t below = 0;        ///< the first row behind the columns, in the order's rows
        bool rests = false;           ///< all of it is left out
        std::uint32_t nextRow = 0;    ///< the row of the next panel that has to take it
        std::uint32_t nextSource = 0; ///< the next one in the list of those that this panel has to take
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
        answer_.resize(points);
        diagonal_.resize(points);
        rests_.resize(points);
        placeOf_.resize(points);
        findPanels(points);
    }

    /// A column belongs to the panel of the one before, where its rows are that one's rows without itself.
    void findPanels(std::size_t points)
    {
        panels_.clear();
        panelOf_.resize(points);
        const std::uint32_t* rows = order_.rows().data();
        const auto count = [this](std::size_t c) { return order_.first(c + 1) - order_.first(c); };
        std::size_t blocks = 0;
        for (std::uint32_t c = 0; c < points; ++c)
        {
            const bool joins = c > 0 && count(c - 1) == count(c) + 1 && rows[order_.first(c - 1)] == c;
            if (!joins)
            {
                Panel panel;
                panel.first = c;
                panel.height = static_cast<std::uint32_t>(count(c)) + 1;
                panels_.push_back(panel);
            }
            Panel& panel = panels_.back();
            ++panel.width;
            panel.below = order_.first(c);
            panelOf_[c] = static_cast<std::uint32_t>(panels_.size() - 1);
        }
        std::size_t most = 0;
        for (Panel& panel : panels_)
        {
            panel.blocks = blocks;
            blocks += std::size_t{panel.width} * panel.height;
            most = std::max(most, std::size_t{panel.height});
        }
        l_.resize(blocks);
        factors_.resize(most);
        places_.resize(most);
        ownPlaces_.resize(most);
        std::iota(ownPlaces_.begin(), ownPlaces_.end(), 0U);
    }

    /// The rows behind the columns.
    const std::uint32_t* rowsBelow(const Panel& panel) const { return order_.rows().data() + panel.below; }
    std::uint32_t rowBelow(const Panel& panel, std::uint32_t row) const { return rowsBelow(panel)[row - panel.width]; }
    static std::size_t strideOf(const Panel& panel) { return 4 * D * panel.width; }
    Block& blockOf(const Panel& panel, std::size_t row, std::size_t column)
    {
        return l_[panel.blocks + row * panel.width + column];
    }
    const Block& blockOf(const Panel& panel, std::size_t row, std::size_t column) const
    {
        return l_[panel.blocks + row * panel.width + column];
    }

    /// Puts the blocks of A into a panel. Points that are left out get ones on the diagonal instead.
    void takeEntries(const Panel& panel)
    {
        std::fill_n(l_.begin() + static_cast<std::ptrdiff_t>(panel.blocks), panel.width * panel.height, Block{});
        for (std::uint32_t row = 0; row < panel.width; ++row)
            placeOf_[panel.first + row] = row;
        for (std::uint32_t row = panel.width; row < panel.height; ++row)
            placeOf_[rowBelow(panel, row)] = row;
        for (std::uint32_t c = 0; c < panel.width; ++c)
        {
            const std::uint32_t column = panel.first + c;
            for (std::size_t k = entriesFirst_[column]; k < entriesFirst_[column + 1]; ++k)
                if (rests_[column] == 0 && rests_[entries_[k].row] == 0)
                    take(entries_[k], blockOf(panel, placeOf_[entries_[k].row], c));
            for (std::size_t k = 0; k < D && rests_[column] != 0; ++k)
                blockOf(panel, c, c).at(k, k) = 1.0;
        }
    }

    void take(const Entry& entry, Block& to) const
    {
        const Block& from = a_[entry.slot];
        if (!entry.transposed)
        {
            to = from;
            return;
        }
        for (std::size_t c = 0; c < D; ++c)
            for (std::size_t half = 0; half < 2; ++half)
                to.column[c][half] = TwoLanes{from.at(2 * half, c), 2 * half + 1 < D ? from.at(2 * half + 1, c) : 0.0};
    }

    /// What the columns of a panel before do to the rows of another one that are its rows too, from `nextRow` on.
    void subtractPanel(Panel& source, const Panel& panel)
    {
        const std::uint32_t first = source.nextRow;
        while (source.nextRow < source.height && rowBelow(source, source.nextRow) < panel.first + panel.width)
            ++source.nextRow;
        if (panel.rests)
            return;
        for (std::uint32_t row = first; row < source.height; ++row)
            places_[row - first] = placeOf_[rowBelow(source, row)];
        for (std::uint32_t row = first; row < source.nextRow; ++row)
            subtractColumns(source, row, source.width, panel, places_[row - first], places_.data() + (row - first));
    }

    /// What the first `columns` of a panel do to the column of a panel that has the same number as the row; `places`
    /// are the panel's rows.
    void subtractColumns(const Panel& source, std::size_t row, std::size_t columns, const Panel& panel,
                         std::size_t column, const std::uint32_t* places)
    {
        for (std::size_t c = 0; c < columns; ++c) // L E of the row
        {
            const Block& own = blockOf(source, row, c);
            for (std::size_t k = 0; k < D; ++k)
                for (std::size_t half = 0; half < 2; ++half)
                    factors_[c].column[k][half] = diagonal_[source.first + c].pivot[k] * own.column[k][half];
        }
        kernel_.subtract(numbers(blockOf(source, row, 0)), strideOf(source), source.height - row, columns,
                         numbers(factors_.front()), numbers(blockOf(panel, 0, column)), strideOf(panel), places);
    }

    /// Eliminates the columns of a panel that has taken all others; returns how many pivots are not positive.
    int eliminate(const Panel& panel)
    {
        int notPositive = 0;
        for (std::size_t c = 0; c < panel.width; ++c)
        {
            if (c > 0)
                subtractColumns(panel, c, c, panel, c, ownPlaces_.data() + c);
            notPositive += factorDiagonal(panel.first + c, blockOf(panel, c, c));
            const Diagonal& own = diagonal_[panel.first + c];
            if (c + 1 < panel.height)
                kernel_.divide(numbers(blockOf(panel, c + 1, c)), strideOf(panel), panel.height - c - 1,
                               own.below.front().data(), own.perPivot.data());
        }
        return notPositive;
    }

    /// Puts a panel among those that the panel of its next row has to take.
    void enlist(std::uint32_t number)
    {
        Panel& panel = panels_[number];
        if (panel.nextRow == panel.height)
            return;
        std::uint32_t& list = firstSource_[panelOf_[rowBelow(panel, panel.nextRow)]];
        panel.nextSource = list;
        list = number;
    }

    /// L y = b.
    void solveForwards(const Panel& panel) const
    {
        double* y = numbers(answer_[panel.first]);
        for (std::size_t c = 0; c < panel.width; ++c)
        {
            if (c > 0)
                kernel_.subtractProducts(numbers(blockOf(panel, c, 0)), 0, 1, c, y, y, ownPlaces_.data() + c);
            const Diagonal& own = diagonal_[panel.first + c];
            for (std::size_t r = 1; r < D; ++r)
                for (std::size_t k = 0; k < r; ++k)
                    y[4 * c + r] -= own.below[k][r] * y[4 * c + k];
        }
        if (panel.height > panel.width)
            kernel_.subtractProducts(numbers(blockOf(panel, panel.width, 0)), strideOf(panel),
                                     panel.height - panel.width, panel.width, y, numbers(answer_.front()),
                                     rowsBelow(panel));
    }

    /// E Lᵀ x = y.
    void solveBackwards(const Panel& panel) const
    {
        double* own = numbers(answer_[panel.first]);
        for (std::size_t c = panel.width; c-- > 0;)
        {
            std::array<double, 4 * D> sums{};
            const auto add = [&](std::size_t row, std::size_t count, const double* x, const std::uint32_t* places)
            {
                if (count > 0)
                    kernel_.addProducts(numbers(blockOf(panel, row, c)), strideOf(panel), count, x, places,
                                        sums.data());
            };
            add(c + 1, panel.width - c - 1, own, ownPlaces_.data() + c + 1);
            add(panel.width, panel.height - panel.width, numbers(answer_.front()), rowsBelow(panel));
            const Diagonal& diagonal = diagonal_[panel.first + c];
            double* x = own + 4 * c;
            for (std::size_t k = D; k-- > 0;)
            {
                const double* of = sums.data() + 4 * k;
                x[k] = x[k] * diagonal.perPivot[k] - ((of[0] + of[2]) + (of[1] + of[3]));
                for (std::size_t r = k + 1; r < D; ++r)
                    x[k] -= diagonal.below[k][r] * x[r];
            }
        }
    }

    int factorDiagonal(std::size_t j, const Block& rest)
    {
        int notPositive = 0;
        Diagonal& own = diagonal_[j];
        std::array<std::array<double, D>, D> a;
        for (std::size_t c = 0; c < D; ++c)
            for (std::size_t r = c; r < D; ++r)
                a[c][r] = rest.at(c, r);
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

    BlockKernel<D> kernel_ = blockKernel<D>();
    EliminationOrder order_;
    std::vector<Pair> pairs_;   ///< of edges
    std::vector<Pair> couples_; ///< of points
    std::vector<char> chain_;   ///< whether the next point is of the same chain
    std::vector<char> chainBefore_;
    std::vector<std::array<std::uint32_t, 4>> crossSlots_; ///< by pairs
    std::vector<Entry> entries_;                           ///< by columns
    std::vector<std::size_t> entriesFirst_;
    std::vector<Block> a_;
    std::vector<Block> l_; ///< by panels
    std::vector<Panel> panels_;
    std::vector<std::uint32_t> panelOf_; ///< by columns
    std::vector<Diagonal> diagonal_;
    mutable std::vector<Column> answer_;
    std::vector<char> rests_;                ///< by positions: left out
    std::vector<std::uint32_t> firstSource_; ///< by panels: of those that it has to take
    std::vector<std::uint32_t> placeOf_;     ///< by positions: which row of the panel that is being eliminated
    // of a source
    std::vector<Block> factors_;
    std::vector<std::uint32_t> places_;
    std::vector<std::uint32_t> ownPlaces_; ///< 0 1 2 ...
};

} // namespace rope
