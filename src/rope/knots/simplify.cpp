#include "rope/knots/diagram.hpp"

#include <algorithm>
#include <deque>
#include <limits>

namespace rope
{

namespace
{

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

/// Visits that follow each other and are all over, or all under.
struct Strand
{
    std::size_t first = 0; ///< visit
    std::size_t count = 0;
    bool over = false;
};

/// Finds ways for strands through the faces of a diagram.
class Ways
{
public:
    explicit Ways(const Diagram& diagram)
        : diagram_(diagram), faces_(diagram), from_(faces_.count(), none), crossed_(faces_.count())
    {
    }

    /// The sides through which a strand leaves the faces on its way, from its beginning to its end, if these are fewer
    /// than the strand's crossings. Without the strand its own edges part no faces.
    std::optional<std::vector<std::size_t>> shorter(const Strand& strand)
    {
        const std::size_t edges = diagram_.visits.size();
        const std::size_t before = (strand.first + edges - 1) % edges;
        const std::size_t behind = (strand.first + strand.count - 1) % edges;
        const auto own = [&](std::size_t edge) { return (edge + edges - before) % edges <= strand.count; };
        clear();
        reach(faces_.of(2 * before), 2 * before, 0, false);
        reach(faces_.of(2 * before + 1), 2 * before + 1, 0, false);
        while (!open_.empty())
        {
            const std::size_t face = open_.front();
            open_.pop_front();
            if (face == faces_.of(2 * behind) || face == faces_.of(2 * behind + 1))
                return wayTo(face, own);
            faces_.walk(face,
                        [&](std::size_t side)
                        {
                            const bool crosses = !own(side / 2);
                            if (crossed_[face] + (crosses ? 1 : 0) < strand.count)
                                reach(faces_.of(side ^ 1), side, crossed_[face] + (crosses ? 1 : 0), crosses);
                        });
        }
        return std::nullopt;
    }

private:
    void clear()
    {
        for (const std::size_t face : reached_)
            from_[face] = none;
        reached_.clear();
        open_.clear();
    }

    /// A face is reached through a side of the one before; nearer ones stand first in the row.
    void reach(std::size_t face, std::size_t side, std::size_t crossed, bool crosses)
    {
        if (from_[face] != none && crossed_[face] <= crossed)
            return;
        from_[face] = side;
        crossed_[face] = crossed;
        reached_.push_back(face);
        crosses ? open_.push_back(face) : open_.push_front(face);
    }

    template <typename Own>
    std::vector<std::size_t> wayTo(std::size_t face, const Own& own) const
    {
        std::vector<std::size_t> sides;
        for (; crossed_[face] > 0; face = faces_.of(from_[face]))
            if (!own(from_[face] / 2))
                sides.push_back(from_[face]);
        std::reverse(sides.begin(), sides.end());
        return sides;
    }

    const Diagram& diagram_;
    Faces faces_;
    std::vector<std::size_t> from_;    ///< of each face, the side of the one before; none where it is not reached
    std::vector<std::size_t> crossed_; ///< edges on the way to it
    std::vector<std::size_t> reached_;
    std::deque<std::size_t> open_;
};

/// A share of the way along the curve from one visit to a later one.
double placeBetween(const Diagram& diagram, std::size_t visit, std::size_t later, double share)
{
    const double from = diagram.visits[visit].place;
    const double to = diagram.visits[later].place;
    const auto round = static_cast<double>(diagram.edges);
    const double place = from + share * (to - from + (to < from ? round : 0.0));
    return place < round ? place : place - round;
}

/// Lays the strand through these sides. The visits begin behind it from then on.
void relay(Diagram& diagram, const Strand& strand, const std::vector<std::size_t>& sides)
{
    const std::size_t edges = diagram.visits.size();
    std::vector<std::size_t> renamed(diagram.signs.size(), 0);
    for (std::size_t i = 0; i < strand.count; ++i)
        renamed[diagram.visits[(strand.first + i) % edges].crossing] = none;
    std::vector<int> signs;
    for (std::size_t crossing = 0; crossing < renamed.size(); ++crossing)
        if (renamed[crossing] != none)
        {
            renamed[crossing] = signs.size();
            signs.push_back(diagram.signs[crossing]);
        }
    const std::size_t kept = signs.size();
    for (const std::size_t side : sides) // from the left of an edge to its right, the upper strand turns into it
        signs.push_back((side % 2 == 0) == strand.over ? 1 : -1);
    std::vector<Diagram::Visit> visits;
    for (std::size_t i = strand.count; i < edges; ++i)
    {
        const std::size_t visit = (strand.first + i) % edges;
        if (const std::size_t name = renamed[diagram.visits[visit].crossing]; name != none)
            visits.push_back({name, diagram.visits[visit].over, diagram.visits[visit].place});
        const auto crossed =
            std::find_if(sides.begin(), sides.end(), [visit](std::size_t side) { return side / 2 == visit; });
        if (crossed != sides.end())
            visits.push_back({kept + static_cast<std::size_t>(crossed - sides.begin()), !strand.over,
                              placeBetween(diagram, visit, (visit + 1) % edges, 0.5)});
    }
    const std::size_t before = (strand.first + edges - 1) % edges;
    const std::size_t behind = (strand.first + strand.count) % edges;
    for (std::size_t i = 0; i < sides.size(); ++i)
        visits.push_back({kept + i, strand.over,
                          placeBetween(diagram, before, behind,
                                       (static_cast<double>(i) + 1.0) / (static_cast<double>(sides.size()) + 1.0))});
    diagram.visits = std::move(visits);
    diagram.signs = std::move(signs);
}

/// All of them, the longest first, which have most to lose.
std::vector<Strand> strandsOf(const std::vector<Diagram::Visit>& visits)
{
    const std::size_t edges = visits.size();
    std::vector<Strand> strands;
    for (std::size_t first = 0; first < edges; ++first)
    {
        const bool over = visits[first].over;
        if (visits[(first + edges - 1) % edges].over == over)
            continue;
        Strand& strand = strands.emplace_back(Strand{first, 1, over});
        while (visits[(first + strand.count) % edges].over == over)
            ++strand.count;
    }
    std::stable_sort(strands.begin(), strands.end(),
                     [](const Strand& one, const Strand& other) { return one.count > other.count; });
    return strands;
}

/// Lays one strand where it crosses fewer, if one can be.
bool shorten(Diagram& diagram)
{
    Ways ways(diagram);
    for (const Strand& strand : strandsOf(diagram.visits))
        if (const auto sides = ways.shorter(strand))
        {
            relay(diagram, strand, *sides);
            return true;
        }
    return false;
}

/// Takes away loops of one crossing, and neighbouring crossings of two strands in which the same strand is above, until
/// there are none: K. Reidemeister's first and second move, which need no faces.
class Unravelling
{
public:
    Unravelling(const std::vector<Diagram::Visit>& visits, const std::vector<std::size_t>& over,
                const std::vector<std::size_t>& under)
        : next_(visits.size()), before_(visits.size()), partner_(visits.size()), open_(visits.size())
    {
        for (std::size_t i = 0; i < visits.size(); ++i)
        {
            next_[i] = (i + 1) % visits.size();
            before_[i] = (i + visits.size() - 1) % visits.size();
            partner_[i] = (visits[i].over ? under : over)[visits[i].crossing];
            open_[i] = i;
        }
        while (!open_.empty())
        {
            const std::size_t visit = open_.back();
            open_.pop_back();
            if (!isGone(visit))
                lookBehind(visits, visit);
        }
    }

    bool isGone(std::size_t visit) const { return next_[visit] == none; }

private:
    void lookBehind(const std::vector<Diagram::Visit>& visits, std::size_t visit)
    {
        const std::size_t behind = next_[visit];
        const std::size_t other = partner_[visit];
        const std::size_t otherBehind = partner_[behind];
        if (other != behind &&
            (visits[visit].over != visits[behind].over || (next_[other] != otherBehind && next_[otherBehind] != other)))
            return;
        for (const std::size_t gone : {visit, behind, other, otherBehind})
            if (!isGone(gone))
                drop(gone);
    }
    void drop(std::size_t visit)
    {
        next_[before_[visit]] = next_[visit];
        before_[next_[visit]] = before_[visit];
        open_.push_back(before_[visit]); // something else is behind it now
        next_[visit] = none;
    }

    std::vector<std::size_t> next_; ///< of each visit, among those that are left; none: it is gone
    std::vector<std::size_t> before_;
    std::vector<std::size_t> partner_; ///< at the same crossing
    std::vector<std::size_t> open_;    ///< visits behind which is to be looked
};

void unravel(Diagram& diagram)
{
    const Unravelling left(diagram.visits, diagram.places(true), diagram.places(false));
    std::vector<std::size_t> renamed(diagram.signs.size(), none);
    std::vector<Diagram::Visit> visits;
    std::vector<int> signs;
    for (std::size_t i = 0; i < diagram.visits.size(); ++i)
    {
        if (left.isGone(i))
            continue;
        Diagram::Visit visit = diagram.visits[i];
        std::size_t& name = renamed[visit.crossing];
        if (name == none)
        {
            name = signs.size();
            signs.push_back(diagram.signs[visit.crossing]);
        }
        visit.crossing = name;
        visits.push_back(visit);
    }
    diagram.visits = std::move(visits);
    diagram.signs = std::move(signs);
}

} // namespace

void simplify(Diagram& diagram)
{
    do
        unravel(diagram);
    while (!diagram.visits.empty() && shorten(diagram));
}

} // namespace rope
