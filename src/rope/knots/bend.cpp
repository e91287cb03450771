#include "rope/core/demand.hpp"
#include "rope/knots/diagram.hpp"

#include <rope/knot.hpp>

#include <cstdlib>
#include <optional>

// Two ropes that are tied to each other.

namespace rope
{

BendCounts bendCounts(const std::vector<Vec3>& one, const std::vector<Vec3>& other)
{
    const std::vector<Vec3> ring = joinedBend(one, other);
    std::optional<Diagram> diagram = diagramOf(ring);
    demand(diagram.has_value(), "the ropes touch");
    simplify(*diagram);
    BendCounts counts;
    counts.crossings = diagram->signs.size();
    if (counts.crossings == 0)
        return counts;
    // The ring goes along the second rope from its loaded end: all that has a part there has the other sense.
    const std::size_t firstCorner = one.size() - 1;
    const auto own = [&](std::size_t visit) { return diagram->visits[visit].place < static_cast<double>(firstCorner); };
    const std::vector<std::size_t> over = diagram->places(true);
    const std::vector<std::size_t> under = diagram->places(false);
    for (std::size_t i = 0; i < counts.crossings; ++i)
        counts.signSum += (own(over[i]) == own(under[i]) ? 1 : -1) * diagram->signs[i];
    const double mean = static_cast<double>(counts.signSum) / static_cast<double>(counts.crossings);
    counts.twistFluctuation = 1.0 - mean * mean;
    const Faces faces(*diagram);
    for (std::size_t face = 0; face < faces.count(); ++face)
    {
        int sum = 0;
        int edges = 0;
        bool inner = true;
        faces.walk(face,
                   [&](std::size_t side)
                   {
                       const std::size_t edge = side / 2;
                       // An edge from one rope to the other is a way that joins their ends.
                       inner = inner && own(edge) == own((edge + 1) % diagram->visits.size());
                       sum += (side % 2 == 0) == own(edge) ? 1 : -1;
                       ++edges;
                   });
        counts.circulation += inner ? std::abs(sum) / static_cast<double>(edges) : 0.0;
    }
    return counts;
}

} // namespace rope
