#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rope
{

/// In which order the points of a sparse symmetric system are eliminated, and what that fills: a point with the fewest
/// neighbours left comes first. Eliminating a point makes neighbours of all its neighbours (P. Amestoy, T. Davis,
/// I. Duff, An approximate minimum degree ordering algorithm, SIAM J. Matrix Anal. Appl. 17, 1996).
class EliminationOrder
{
public:
    using Pair = std::pair<std::uint32_t, std::uint32_t>;

    /// For pairs of points that are coupled, each once, of two different points.
    void set(std::size_t points, const std::vector<Pair>& pairs);

    std::size_t points() const { return position_.size(); }
    /// Of a point in the order.
    std::uint32_t position(std::size_t point) const { return position_[point]; }
    /// The rows below the diagonal of a column, all by positions: [first(c), first(c + 1)) of `rows`, ascending.
    std::size_t first(std::size_t column) const { return first_[column]; }
    const std::vector<std::uint32_t>& rows() const { return rows_; }
    /// How many products of two blocks the elimination takes.
    std::size_t products() const { return products_; }

private:
    void begin(std::size_t points, const std::vector<Pair>& pairs);
    void eliminate(std::uint32_t point, std::uint32_t at);
    std::size_t gather(std::uint32_t point);
    void countOutside(std::size_t from);
    void renew(std::uint32_t neighbour, std::uint32_t point, std::size_t from, std::size_t left);
    void place(std::uint32_t point);
    void unplace(std::uint32_t point);
    void sortRows();

    static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);
    /// The neighbours of a point that is left: some as members of groups that earlier points made neighbours of each
    /// other, named by that point, the others one by one. Both lie in `lists_`, and never need more room than at the
    /// start.
    struct Point
    {
        std::uint32_t list = 0;
        std::uint32_t groups = 0;
        std::uint32_t all = 0;
        std::uint32_t degree = 0;  ///< about how many neighbours are left
        std::uint32_t next = none; ///< among the points of that degree
        std::uint32_t before = none;
    };
    /// What an eliminated point made neighbours of each other.
    struct Group
    {
        std::uint32_t first = 0; ///< in `rows_`, where they stand as points until the order is complete
        std::uint32_t size = 0;
        std::uint32_t outside = 0; ///< members that are no neighbours of the point being eliminated
        std::uint32_t seen = none; ///< the point for which `outside` was counted
        bool merged = false;       ///< all of it is in a later group
    };

    std::vector<Point> left_;
    std::vector<Group> groups_;
    std::vector<std::uint32_t> lists_;
    std::vector<std::uint32_t> byDegree_; ///< the first of the points of each degree
    std::vector<std::uint32_t> marked_;   ///< by points: the last elimination that it is a neighbour in
    std::vector<std::uint32_t> position_;
    std::vector<std::size_t> first_;
    std::vector<std::uint32_t> rows_;
    std::vector<std::uint32_t> groupsKept_;
    std::vector<std::uint32_t> pointsKept_;
    std::size_t products_ = 0;
};

} // namespace rope
