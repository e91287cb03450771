#include "rope/distance/edge_tree.hpp"
#include "rope/distance/segment_distance.hpp"

#include <rope/knot.hpp>
#include <rope/strands.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rope
{

namespace
{

/// An edge of one of several curves.
struct CurveEdge
{
    std::size_t curve = 0;
    std::size_t first = 0; ///< point
    std::size_t last = 0;
    Segment segment;
};

std::vector<CurveEdge> edgesOf(const std::vector<SpaceCurve>& curves)
{
    std::vector<CurveEdge> edges;
    for (std::size_t c = 0; c < curves.size(); ++c)
    {
        const std::vector<Vec3>& points = curves[c].points;
        const std::size_t count = points.size() - (curves[c].ends == CurveEnds::open ? 1 : 0);
        for (std::size_t i = 0; i < count; ++i)
        {
            const std::size_t next = (i + 1) % points.size();
            edges.push_back({c, i, next, {points[i], points[next] - points[i]}});
        }
    }
    return edges;
}

/// How near two edges are; of neighbours, apart from the point that they share.
double nearness(const CurveEdge& one, const CurveEdge& other)
{
    if (one.curve != other.curve || (one.last != other.first && other.last != one.first))
        return distance(one.segment, other.segment);
    const bool before = one.last == other.first;
    const CurveEdge& a = before ? one : other;
    const CurveEdge& b = before ? other : one;
    const auto fromEdge = [](const Vec3& point, const Segment& edge)
    {
        const double along = glm::dot(point - edge.start, edge.way) / glm::dot(edge.way, edge.way);
        return glm::distance(point, edge.at(std::clamp(along, 0.0, 1.0)));
    };
    return std::min(fromEdge(a.segment.start, b.segment), fromEdge(b.segment.at(1.0), a.segment));
}

EdgeTree::Box boxOf(const CurveEdge& edge)
{
    EdgeTree::Box box = EdgeTree::Box::empty();
    box.hold(edge.segment.start);
    box.hold(edge.segment.at(1.0));
    return box;
}

/// Of pairs that may be so near to each other.
EdgeTree treeOf(const std::vector<CurveEdge>& edges, double near)
{
    EdgeTree tree;
    tree.build(edges.size(),
               [&](std::size_t i)
               {
                   EdgeTree::Box box = boxOf(edges[i]);
                   box.grow(near);
                   return box;
               });
    return tree;
}

} // namespace

std::optional<CurveTouch> touchOf(const std::vector<SpaceCurve>& curves)
{
    const std::vector<CurveEdge> edges = edgesOf(curves);
    EdgeTree::Box all = EdgeTree::Box::empty();
    for (const CurveEdge& edge : edges)
    {
        all.hold(edge.segment.start);
        all.hold(edge.segment.at(1.0));
    }
    const double near = 1e-12 * glm::distance(all.low, all.high);
    const EdgeTree tree = treeOf(edges, near);
    std::optional<CurveTouch> touch;
    tree.forEachPair(1,
                     [&](std::size_t i, std::size_t j)
                     {
                         if (!touch && nearness(edges[i], edges[j]) < near)
                             touch = CurveTouch{{edges[i].curve, edges[j].curve}, {edges[i].first, edges[j].first}};
                     });
    return touch;
}

std::optional<StrandGap> nearestStrands(const SpaceCurve& rope, double radius)
{
    const std::vector<CurveEdge> edges = edgesOf({rope});
    std::vector<double> along{0.0}; // where each edge begins
    for (const CurveEdge& edge : edges)
        along.push_back(along.back() + glm::length(edge.segment.way));
    const auto between = [&](std::size_t i, std::size_t j)
    {
        const double ahead = along[j] - along[i + 1];
        return rope.ends == CurveEnds::open ? ahead : std::min(ahead, along.back() - along[j + 1] + along[i]);
    };
    const EdgeTree tree = treeOf(edges, radius);
    std::optional<StrandGap> least;
    tree.forEachPair(1,
                     [&](std::size_t i, std::size_t j)
                     {
                         if (between(i, j) < std::numbers::pi * radius)
                             return;
                         const double gap = distance(edges[i].segment, edges[j].segment);
                         if (gap < (least ? least->distance : 2.0 * radius))
                             least = StrandGap{{i, j}, gap};
                     });
    return least;
}

} // namespace rope
