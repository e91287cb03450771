#include "strand_search.hpp"

#include "rope/core/lanes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <utility>

namespace rope
{

namespace
{

/// Two vectors one behind the other, as three pairs of numbers: x y, z x, y z.
using Pairs = std::array<TwoLanes, 3>;

Pairs pairsAt(const Vec3* two)
{
    static_assert(sizeof(Pairs) == 2 * sizeof(Vec3));
    const auto pair = [&](std::size_t k)
    {
        TwoLanes numbers;
        std::memcpy(&numbers, reinterpret_cast<const char*>(two) + k * sizeof(numbers), sizeof(numbers));
        return numbers;
    };
    return {pair(0), pair(1), pair(2)};
}

Vec3 firstOf(const Pairs& pairs)
{
    return {pairs[0][0], pairs[0][1], pairs[1][0]};
}

Vec3 secondOf(const Pairs& pairs)
{
    return {pairs[1][1], pairs[2][0], pairs[2][1]};
}

/// The box around some points, no less than two.
class Bounds
{
public:
    explicit Bounds(const Pairs& points) : low_(points), high_(points) {}
    void hold(const Pairs& points)
    {
        for (std::size_t k = 0; k < points.size(); ++k)
        {
            low_[k] = points[k] < low_[k] ? points[k] : low_[k];
            high_[k] = points[k] > high_[k] ? points[k] : high_[k];
        }
    }
    EdgeTree::Box box() const
    {
        return {glm::min(firstOf(low_), secondOf(low_)), glm::max(firstOf(high_), secondOf(high_))};
    }

private:
    Pairs low_;
    Pairs high_;
};

/// The ties, and where there are several ropes what holds their masses in space.
std::vector<Tie> tiesAndHolds(const RopeState& state, const std::vector<Mass>& masses)
{
    std::vector<Tie> ties = state.ties;
    for (std::size_t r = 0; r < state.ropes.size() && state.ropes.size() > 1; ++r)
        for (std::size_t i = 0; i < state.ropes[r].masses(); ++i)
            if (state.ropes[r].pinned[i] != 0)
            {
                Tie& tie = ties.emplace_back();
                tie.one.rope = r;
                tie.one.edge = std::min(i, state.ropes[r].segments() - 1);
                tie.other.on = TiePlace::On::space;
                tie.other.at = masses[state.ropes[r].first + i].position;
            }
    return ties;
}

} // namespace

std::size_t StrandSearch::edgesApart(double radius, double segment)
{
    return static_cast<std::size_t>(std::ceil(std::numbers::pi * radius / segment)) + 1;
}

void StrandSearch::begin(const RopeState& state, const std::vector<Mass>& masses, const ContactLaws& laws)
{
    ropes_ = &state.ropes;
    laws_ = &laws;
    apart_.clear();
    for (const Rope& rope : state.ropes)
        apart_.push_back(edgesApart(laws.of(rope.first).radius, rope.whole.restLength));
    findKnots(tiesAndHolds(state, masses));
}

const std::vector<NearEdges>& StrandSearch::pairs(const std::vector<Vec3>& start, const std::vector<Vec3>& positions,
                                                  double slack)
{
    const double margin = laws_->largestRadius() + slack;
    const Vec3 common = findNearRopes(start, positions, margin);
    pairs_.clear();
    if (std::count(near_.begin(), near_.end(), 1) == 0)
        return pairs_;
    const auto boxOf = [&](std::size_t mass)
    {
        EdgeTree::Box box{start[mass], start[mass]};
        box.hold(positions[mass] - common);
        box.grow(margin);
        return box;
    };
    EdgeTree::Box ahead = boxOf(0);
    tree_.build(start.size() - 1,
                [&](std::size_t edge)
                {
                    EdgeTree::Box box = ahead;
                    ahead = boxOf(edge + 1);
                    if (!laws_->joins(edge) || !near_[laws_->rope(edge)])
                        return EdgeTree::Box::empty();
                    box.hold(ahead.low);
                    box.hold(ahead.high);
                    return box;
                });
    tree_.forEachPair([this](std::size_t first, std::size_t last) { return someMayTouch(first, last); },
                      [&](std::size_t i, std::size_t j)
                      {
                          if (!mayTouch(i, j))
                              return;
                          const auto way = [&](std::size_t mass) { return positions[mass] - start[mass]; };
                          const Vec3 middle = 0.25 * (way(i) + way(i + 1) + way(j) + way(j + 1));
                          const auto farthest = [&](std::size_t edge)
                          {
                              const Vec3 one = way(edge) - middle;
                              const Vec3 other = way(edge + 1) - middle;
                              return std::sqrt(std::max(glm::dot(one, one), glm::dot(other, other)));
                          };
                          const double reach = 2.0 * margin + farthest(i) + farthest(j);
                          if (const double apart = distance(edgeAt(start, i), edgeAt(start, j)); apart < reach)
                              pairs_.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), apart});
                      });
    std::sort(pairs_.begin(), pairs_.end(),
              [](const NearEdges& one, const NearEdges& other) { return one.pair() < other.pair(); });
    return pairs_;
}

/// Notes which ropes may touch themselves, or another one whose box, grown by the margin, overlaps their own. Returns
/// the way that all masses have in common: it brings nothing nearer.
Vec3 StrandSearch::findNearRopes(const std::vector<Vec3>& start, const std::vector<Vec3>& positions, double margin)
{
    Vec3 common(0.0);
    near_.clear();
    starts_.clear();
    ends_.clear();
    for (const Rope& rope : *ropes_)
    {
        near_.push_back(rope.touchesItself() ? 1 : 0);
        const std::size_t last = rope.first + rope.segments();
        Bounds starts(pairsAt(&start[last - 1]));
        for (std::size_t mass = rope.first; mass < last; mass += 2)
            starts.hold(pairsAt(&start[mass]));
        Bounds ends(pairsAt(&positions[last - 1]));
        Pairs ways{};
        for (std::size_t mass = rope.first; mass < last; mass += 2)
        {
            const Pairs from = pairsAt(&start[mass]);
            const Pairs to = pairsAt(&positions[mass]);
            ends.hold(to);
            for (std::size_t k = 0; k < ways.size(); ++k)
                ways[k] += to[k] - from[k];
        }
        common += firstOf(ways) + secondOf(ways);
        if (rope.masses() % 2 == 1)
            common += positions[last] - start[last];
        starts_.push_back(starts.box());
        ends_.push_back(ends.box());
    }
    common /= static_cast<double>(start.size());
    if (ropes_->size() == 1)
        return common;
    ropeTree_.build(ropes_->size(),
                    [&](std::size_t r)
                    {
                        if (laws_->of((*ropes_)[r].first).radius == 0.0)
                            return EdgeTree::Box::empty();
                        EdgeTree::Box box = starts_[r];
                        box.hold(ends_[r].low - common);
                        box.hold(ends_[r].high - common);
                        box.grow(margin);
                        return box;
                    });
    ropeTree_.forEachPair(1, [this](std::size_t i, std::size_t j) { near_[i] = near_[j] = 1; });
    return common;
}

/// Ties and holds that meet in one place, on a rope, a body or in space, are one knot: all that they hold is held
/// together.
void StrandSearch::findKnots(const std::vector<Tie>& ties)
{
    knots_.clear();
    const auto meet = [&](const TiePlace& a, const TiePlace& b)
    {
        if (a.on != b.on || a.rope != b.rope || a.body != b.body)
            return false;
        if (a.on == TiePlace::On::rope)
            return std::max(a.edge, b.edge) - std::min(a.edge, b.edge) < apart_[a.rope];
        return glm::distance(a.at, b.at) < std::numbers::pi * laws_->largestRadius();
    };
    for (const Tie& tie : ties)
    {
        std::vector<TiePlace> knot{tie.one, tie.other};
        std::erase_if(knots_,
                      [&](const std::vector<TiePlace>& other)
                      {
                          const bool same = std::any_of(other.begin(), other.end(),
                                                        [&](const TiePlace& place)
                                                        { return meet(place, tie.one) || meet(place, tie.other); });
                          if (same)
                              knot.insert(knot.end(), other.begin(), other.end());
                          return same;
                      });
        knots_.push_back(std::move(knot));
    }
    nearKnots_.clear();
    for (std::size_t k = 0; k < knots_.size(); ++k)
        for (const TiePlace& place : knots_[k])
        {
            if (place.on != TiePlace::On::rope)
                continue;
            const Rope& rope = (*ropes_)[place.rope];
            const std::size_t far = edgesApart(laws_->largestRadius(), rope.whole.restLength);
            const std::size_t last = std::min<std::size_t>(place.edge + far, rope.segments());
            for (std::size_t edge = place.edge - std::min<std::size_t>(far, place.edge); edge < last; ++edge)
                nearKnots_.emplace_back(rope.first + edge, k);
        }
    std::sort(nearKnots_.begin(), nearKnots_.end());
}

/// Whether two edges of a stretch may touch, unless knots hold them together.
bool StrandSearch::someMayTouch(std::size_t first, std::size_t last) const
{
    const std::size_t r = laws_->rope(first);
    return r != laws_->rope(last) || ((*ropes_)[r].touchesItself() && last - first >= apart_[r]);
}

/// Whether two edges may touch: of one rope, those that are farther apart along it than pi r; and those that no knot
/// holds together.
bool StrandSearch::mayTouch(std::size_t i, std::size_t j) const
{
    const std::size_t r = laws_->rope(i);
    const Rope& rope = (*ropes_)[r];
    if (r == laws_->rope(j))
    {
        if (!rope.touchesItself() || j - i < apart_[r])
            return false;
        if (rope.constants.closed && edgesApartInRing(i - rope.first, j - rope.first, rope.segments()) < apart_[r])
            return false;
    }
    auto near = std::lower_bound(nearKnots_.begin(), nearKnots_.end(), std::pair(i, std::size_t{0}));
    for (; near != nearKnots_.end() && near->first == i; ++near)
        if (inKnot(knots_[near->second], i, j))
            return false;
    return true;
}

/// Whether two places of a knot hold both edges nearer along their ropes than pi times their mean radius.
bool StrandSearch::inKnot(const std::vector<TiePlace>& knot, std::size_t i, std::size_t j) const
{
    const auto near = [&](const TiePlace& place, std::size_t edge)
    {
        const Rope& rope = (*ropes_)[laws_->rope(edge)];
        if (place.on != TiePlace::On::rope || place.rope != laws_->rope(edge))
            return false;
        const std::size_t at = rope.first + place.edge;
        const std::size_t between = edge > at ? edge - at : at - edge;
        return between < edgesApart(laws_->between(i, j).radius, rope.whole.restLength);
    };
    for (const TiePlace& one : knot)
        for (const TiePlace& other : knot)
            if (&one != &other && near(one, i) && near(other, j))
                return true;
    return false;
}

} // namespace rope
