#include "elimination_order.hpp"

#include <algorithm>

namespace rope
{

void EliminationOrder::set(std::size_t points, const std::vector<Pair>& pairs)
{
    begin(points, pairs);
    std::uint32_t degree = 0;
    for (std::uint32_t at = 0; at < points; ++at)
    {
        while (byDegree_[degree] == none)
            ++degree;
        const std::uint32_t point = byDegree_[degree];
        unplace(point);
        eliminate(point, at);
        for (std::size_t k = first_[at]; k < rows_.size(); ++k)
            degree = std::min(degree, left_[rows_[k]].degree);
    }
    first_[points] = rows_.size();
    sortRows();
}

/// All points with their neighbours one by one.
void EliminationOrder::begin(std::size_t points, const std::vector<Pair>& pairs)
{
    left_.assign(points, {});
    groups_.assign(points, {});
    byDegree_.assign(points, none);
    marked_.assign(points, none);
    position_.assign(points, none);
    first_.assign(points + 1, 0);
    rows_.clear();
    products_ = 0;
    for (const auto& [one, other] : pairs)
    {
        ++left_[one].all;
        ++left_[other].all;
    }
    std::uint32_t room = 0;
    for (Point& point : left_)
    {
        point.list = room;
        room += point.all;
        point.all = 0;
    }
    lists_.resize(room);
    for (const auto& [one, other] : pairs)
    {
        lists_[left_[one].list + left_[one].all++] = other;
        lists_[left_[other].list + left_[other].all++] = one;
    }
    for (std::uint32_t i = static_cast<std::uint32_t>(points); i-- > 0;)
    {
        left_[i].degree = left_[i].all;
        place(i);
    }
}

/// Takes a point out: all its neighbours become one group.
void EliminationOrder::eliminate(std::uint32_t point, std::uint32_t at)
{
    position_[point] = at;
    first_[at] = rows_.size();
    const std::size_t from = gather(point);
    groups_[point].first = static_cast<std::uint32_t>(from);
    groups_[point].size = static_cast<std::uint32_t>(rows_.size() - from);
    const std::size_t members = groups_[point].size;
    products_ += members * (members + 1) / 2;
    countOutside(from);
    const std::size_t left = left_.size() - at - 1;
    for (std::size_t k = from; k < from + members; ++k)
        renew(rows_[k], point, from, left);
}

/// Puts the neighbours of a point into `rows_`, and returns where they begin.
std::size_t EliminationOrder::gather(std::uint32_t point)
{
    const std::size_t from = rows_.size();
    marked_[point] = point;
    const auto add = [&](std::uint32_t neighbour)
    {
        if (marked_[neighbour] == point || position_[neighbour] != none)
            return;
        marked_[neighbour] = point;
        rows_.push_back(neighbour);
    };
    const Point& own = left_[point];
    for (std::uint32_t k = 0; k < own.groups; ++k)
    {
        Group& group = groups_[lists_[own.list + k]];
        for (std::uint32_t m = 0; m < group.size; ++m)
            add(rows_[group.first + m]);
        group.merged = true;
    }
    for (std::uint32_t k = own.groups; k < own.all; ++k)
        add(lists_[own.list + k]);
    return from;
}

/// How many members of each group of the new neighbours are not among these.
void EliminationOrder::countOutside(std::size_t from)
{
    const auto stamp = static_cast<std::uint32_t>(from);
    for (std::size_t k = from; k < rows_.size(); ++k)
    {
        const Point& member = left_[rows_[k]];
        for (std::uint32_t g = 0; g < member.groups; ++g)
        {
            Group& group = groups_[lists_[member.list + g]];
            if (group.merged)
                continue;
            if (group.seen != stamp)
            {
                group.seen = stamp;
                group.outside = group.size;
            }
            --group.outside;
        }
    }
}

/// A neighbour of the point that is eliminated joins its group, and forgets what that holds already.
void EliminationOrder::renew(std::uint32_t neighbour, std::uint32_t point, std::size_t from, std::size_t left)
{
    Point& own = left_[neighbour];
    unplace(neighbour);
    groupsKept_.clear();
    pointsKept_.clear();
    const std::size_t others = rows_.size() - from - 1;
    std::size_t degree = others;
    for (std::uint32_t k = 0; k < own.groups; ++k)
    {
        Group& group = groups_[lists_[own.list + k]];
        group.merged = group.merged || group.outside == 0;
        if (group.merged)
            continue;
        groupsKept_.push_back(lists_[own.list + k]);
        degree += group.outside;
    }
    for (std::uint32_t k = own.groups; k < own.all; ++k)
        if (const std::uint32_t other = lists_[own.list + k]; marked_[other] != point && position_[other] == none)
            pointsKept_.push_back(other);
    degree += pointsKept_.size();
    groupsKept_.push_back(point);
    const auto list = lists_.begin() + static_cast<std::ptrdiff_t>(own.list);
    std::copy(pointsKept_.begin(), pointsKept_.end(), std::copy(groupsKept_.begin(), groupsKept_.end(), list));
    own.groups = static_cast<std::uint32_t>(groupsKept_.size());
    own.all = static_cast<std::uint32_t>(groupsKept_.size() + pointsKept_.size());
    own.degree = static_cast<std::uint32_t>(std::min({degree, own.degree + others, left - 1}));
    place(neighbour);
}

void EliminationOrder::place(std::uint32_t point)
{
    Point& own = left_[point];
    own.before = none;
    own.next = byDegree_[own.degree];
    if (own.next != none)
        left_[own.next].before = point;
    byDegree_[own.degree] = point;
}

void EliminationOrder::unplace(std::uint32_t point)
{
    const Point& own = left_[point];
    (own.before != none ? left_[own.before].next : byDegree_[own.degree]) = own.next;
    if (own.next != none)
        left_[own.next].before = own.before;
}

/// Points become positions.
void EliminationOrder::sortRows()
{
    for (std::uint32_t& row : rows_)
        row = position_[row];
    for (std::size_t c = 0; c < position_.size(); ++c)
        std::sort(rows_.begin() + static_cast<std::ptrdiff_t>(first_[c]),
                  rows_.begin() + static_cast<std::ptrdiff_t>(first_[c + 1]));
}

} // namespace rope
