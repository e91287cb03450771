#pragma once

#include <rope/vec.hpp>

#include <glm/common.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

namespace rope
{

/// How many edges farther along a ring the edge j > i is than i, the shorter way round; 0 where j is the ring's last
/// edge of `edges`, which is its first one once more.
inline std::size_t edgesApartInRing(std::size_t i, std::size_t j, std::size_t edges)
{
    return j + 1 == edges ? 0 : std::min(j - i, i + edges - 1 - j);
}

/// Boxes along the axes, one for each edge of a rope, in a tree: a node's box holds the boxes of a stretch of the rope,
/// its branches hold the two halves. Neighbours along a rope are near each other, so the tree needs no sorting. It
/// finds the pairs of boxes that overlap, in O(N) where a few lie at each place.
class EdgeTree
{
public:
    struct Box
    {
        Vec3 low{0.0};
        Vec3 high{0.0};

        /// A box that overlaps none, and adds nothing to the box around it.
        static Box empty()
        {
            constexpr double far = std::numeric_limits<double>::infinity();
            return {Vec3(far), Vec3(-far)};
        }
        void hold(const Vec3& point)
        {
            low = glm::min(low, point);
            high = glm::max(high, point);
        }
        void grow(double margin)
        {
            low -= margin;
            high += margin;
        }
        bool overlaps(const Box& other) const
        {
            return low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y &&
                   low.z <= other.high.z && other.low.z <= high.z;
        }
    };

    /// `box` tells each edge's.
    template <typename BoxOfEdge>
    void build(std::size_t edges, const BoxOfEdge& box)
    {
        edges_ = edges;
        leaves_ = 1;
        while (leaves_ < edges)
            leaves_ *= 2;
        boxes_.resize(2 * leaves_);
        for (std::size_t i = 0; i < edges; ++i)
            boxes_[leaves_ + i] = box(i);
        for (std::size_t size = 2; size <= leaves_; size *= 2)
            for (std::size_t first = 0; first < edges; first += size)
            {
                const std::size_t node = (leaves_ + first) / size;
                boxes_[node] = boxes_[2 * node];
                if (first + size / 2 >= edges)
                    continue;
                boxes_[node].low = glm::min(boxes_[node].low, boxes_[2 * node + 1].low);
                boxes_[node].high = glm::max(boxes_[node].high, boxes_[2 * node + 1].high);
            }
    }

    /// Calls visit(i, j) with the edges i < j whose boxes overlap, of which j is at least i + `apart`.
    template <typename Visit>
    void forEachPair(std::size_t apart, const Visit& visit) const
    {
        forEachPair([apart](std::size_t first, std::size_t last) { return last - first >= apart; }, visit);
    }
    /// The same of those among which may(first, last) says that there may be two that count; of all stretches of edges
    /// that hold one, it says so.
    template <typename May, typename Visit>
    requires std::is_invocable_r_v<bool, May, std::size_t, std::size_t>
    void forEachPair(const May& may, const Visit& visit) const
    {
        if (edges_ > 0)
            within(1, leaves_, may, visit);
    }

private:
    /// Pairs of the `size` edges of a node.
    template <typename May, typename Visit>
    void within(std::size_t node, std::size_t size, const May& may, const Visit& visit) const
    {
        if (size == 1 || !may(first(node, size), last(node, size)))
            return;
        const std::size_t half = size / 2;
        within(2 * node, half, may, visit);
        if (first(2 * node + 1, half) >= edges_)
            return;
        within(2 * node + 1, half, may, visit);
        between(2 * node, 2 * node + 1, half, may, visit);
    }

    /// Pairs of one of the `size` edges of `a` and one edge of `b`, which lies behind.
    template <typename May, typename Visit>
    void between(std::size_t a, std::size_t b, std::size_t size, const May& may, const Visit& visit) const
    {
        if (!boxes_[a].overlaps(boxes_[b]) || !may(first(a, size), last(b, size)))
            return;
        if (size == 1)
        {
            visit(a - leaves_, b - leaves_);
            return;
        }
        for (const std::size_t p : {2 * a, 2 * a + 1})
            for (const std::size_t q : {2 * b, 2 * b + 1})
                if (first(q, size / 2) < edges_)
                    between(p, q, size / 2, may, visit);
    }

    std::size_t last(std::size_t node, std::size_t size) const
    {
        return std::min(first(node, size) + size, edges_) - 1;
    }
    std::size_t first(std::size_t node, std::size_t size) const { return node * size - leaves_; }

    std::vector<Box> boxes_; ///< node 1 is the root, the branches of node n are 2 n and 2 n + 1
    std::size_t edges_ = 0;
    std::size_t leaves_ = 1;
};

} // namespace rope
