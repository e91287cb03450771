#include "rope/contact/edge_tree.hpp"
#include "rope/contact/segment_distance.hpp"

#include <rope/knot.hpp>

#include <algorithm>

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
    EdgeTree tree;
    tree.build(edges.size(),
               [&](std::size_t i)
               {
                   EdgeTree::Box box = EdgeTree::Box::empty();
                   box.hold(edges[i].segment.start);
                   box.hold(edges[i].segment.at(1.0));
                   box.grow(near);
                   return box;
               });
    std::optional<CurveTouch> touch;
    tree.forEachPair(1,
                     [&](std::size_t i, std::size_t j)
                     {
                         if (!touch && nearness(edges[i], edges[j]) < near)
                             touch = CurveTouch{{edges[i].curve, edges[j].curve}, {edges[i].first, edges[j].first}};
                     });
    return touch;
}

} // namespace rope
