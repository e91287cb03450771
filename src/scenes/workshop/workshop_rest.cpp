#include "workshop.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

// How the ropes of a set-up would rest where they are held, with what hangs on them.

namespace ropewalk
{

/// The things of a set-up by what carries them. Things are numbered: the ropes, then the bodies.
class Workshop::Carried
{
public:
    explicit Carried(const Workshop& workshop)
        : state_(workshop.state_), masses_(workshop.masses()), held_(masses_.size(), false),
          stands_(state_.ropes.size() + state_.bodies.size(), false)
    {
        for (std::size_t mass = 0; mass < held_.size(); ++mass)
            held_[mass] = workshop.pinned(mass);
        for (const rope::SolidTouch& touch : state_.touches)
        {
            hold(touch.mass, touch.edge);
            if (state_.isShape(touch.solid))
                stands_[ofBody(state_.bodyOfShape(touch.solid))] = true;
        }
        for (const rope::RopeTouch& touch : state_.selfTouches)
        {
            hold(touch.edge, true);
            hold(touch.other, true);
        }
        for (const rope::BearingState& bearing : state_.bearings)
            stands_[ofBody(state_.numberOf(bearing.bearing.body))] = true;
        for (const rope::BodyTouch& touch : state_.bodyTouches)
            for (const std::uint32_t solid : {touch.shape, touch.solid})
                if (state_.isShape(solid))
                    stands_[ofBody(state_.bodyOfShape(solid))] = true;
        for (std::size_t r = 0; r < state_.ropes.size(); ++r)
        {
            const auto first = held_.begin() + static_cast<std::ptrdiff_t>(state_.ropes[r].first);
            stands_[r] = std::any_of(first, first + static_cast<std::ptrdiff_t>(state_.ropes[r].masses()),
                                     [](bool held) { return held; });
        }
    }

    /// Of each mass of a rope, whether something holds it, and what hangs on it [kg].
    struct OnRope
    {
        std::vector<bool> held;
        std::vector<double> load;
    };
    OnRope on(std::size_t number) const
    {
        const rope::Rope& rope = state_.ropes[number];
        const auto first = held_.begin() + static_cast<std::ptrdiff_t>(rope.first);
        OnRope found{{first, first + static_cast<std::ptrdiff_t>(rope.masses())},
                     std::vector<double>(rope.masses(), 0.0)};
        for (std::size_t t = 0; t < state_.ties.size(); ++t)
            for (const auto& [here, there] : {std::pair(state_.ties[t].one, state_.ties[t].other),
                                              std::pair(state_.ties[t].other, state_.ties[t].one)})
            {
                if (here.on != rope::TiePlace::On::rope || here.rope != number)
                    continue;
                const std::size_t mass = here.edge + (here.along >= 0.5 ? 1 : 0);
                const std::optional<double> hangs = weightBehind(t, there, number);
                found.held[mass] = found.held[mass] || !hangs;
                found.load[mass] += hangs.value_or(0.0);
            }
        return found;
    }

private:
    std::size_t ofBody(std::size_t number) const { return state_.ropes.size() + number; }
    void hold(std::size_t mass, bool edge)
    {
        held_[mass] = true;
        if (edge)
            held_[mass + 1] = true;
    }
    std::size_t thingAt(const rope::TiePlace& place) const
    {
        return place.on == rope::TiePlace::On::rope ? place.rope : ofBody(state_.numberOf(place.body));
    }
    double massOf(std::size_t thing) const
    {
        if (thing >= state_.ropes.size())
            return state_.bodies[thing - state_.ropes.size()].body.mass;
        double sum = 0.0;
        for (std::size_t i = 0; i < state_.ropes[thing].masses(); ++i)
            sum += masses_[state_.ropes[thing].first + i].mass;
        return sum;
    }
    /// What hangs by tie number `tie` alone, which goes from a rope to `place` [kg]; none where something else carries
    /// it too.
    std::optional<double> weightBehind(std::size_t tie, const rope::TiePlace& place, std::size_t rope) const
    {
        if (place.on == rope::TiePlace::On::space)
            return std::nullopt;
        std::vector<std::size_t> things{thingAt(place)};
        double sum = 0.0;
        for (std::size_t i = 0; i < things.size(); ++i) // it grows
        {
            if (things[i] == rope || stands_[things[i]])
                return std::nullopt;
            sum += massOf(things[i]);
            for (std::size_t t = 0; t < state_.ties.size(); ++t)
                for (const auto& [here, there] : {std::pair(state_.ties[t].one, state_.ties[t].other),
                                                  std::pair(state_.ties[t].other, state_.ties[t].one)})
                {
                    if (t == tie || here.on == rope::TiePlace::On::space || thingAt(here) != things[i])
                        continue;
                    if (there.on == rope::TiePlace::On::space)
                        return std::nullopt;
                    if (std::find(things.begin(), things.end(), thingAt(there)) == things.end())
                        things.push_back(thingAt(there));
                }
        }
        return sum;
    }

    const rope::RopeState& state_;
    const std::vector<rope::Mass>& masses_;
    std::vector<bool> held_;   ///< of all masses
    std::vector<bool> stands_; ///< things that something else than a tie carries
};

/// The masses `from` to `to` of a rope, the one of them or both held where they are. None where theory knows no shape:
/// where the ground or the rope's own stiffness has a say too.
std::optional<Workshop::Span> Workshop::spanAtRest(const rope::Rope& rope, const std::vector<double>& load,
                                                   std::size_t from, std::size_t to, bool fromHeld, bool toHeld) const
{
    constexpr std::size_t fewest = 3; // segments
    if (to < from + fewest)
        return std::nullopt;
    const auto at = [](std::size_t number) { return static_cast<std::ptrdiff_t>(number); };
    const auto& all = masses();
    rope::Chain chain = rope::Chain::of({all.begin() + at(rope.first + from), all.begin() + at(rope.first + to + 1)},
                                        {rope.springs.begin() + at(from), rope.springs.begin() + at(to)});
    for (std::size_t i = 0; i < chain.mass.size(); ++i)
        chain.mass[i] += load[from + i];
    const auto turnRound = [&]
    {
        for (std::vector<double>* list : {&chain.mass, &chain.springConstant, &chain.restLength, &chain.friction})
            std::reverse(list->begin(), list->end());
    };
    if (!fromHeld)
        turnRound();
    const Vec3 begin = all[rope.first + (fromHeld ? from : to)].position;
    const std::optional<rope::ChainAtRest> rest =
        fromHeld && toHeld ? rope::suspendedChain(chain, begin, all[rope.first + to].position, settings_.gravity)
                           : rope::hangingChain(chain, begin, settings_.gravity);
    if (!rest)
        return std::nullopt;
    const auto lowest = std::min_element(rest->positions.begin(), rest->positions.end(),
                                         [](const Vec3& a, const Vec3& b) { return a.y < b.y; });
    const double least = *std::min_element(rest->tension.begin(), rest->tension.end());
    // Within sqrt(B/T) of its ends the stiffness of a rope has a say.
    const bool bends = fromHeld && toHeld &&
                       rope.constants.bendingStiffness > 0.01 * least * rest->totalLength() * rest->totalLength();
    if (bends || (settings_.ground && lowest->y < groundHeight() + rope.constants.ropeRadius))
        return std::nullopt;
    Span span{rope.first + from, *rest, fromHeld && toHeld, rope.constants.ropeRadius,
              rest->totalLength() - chain.totalRestLength()};
    if (!fromHeld)
    {
        std::reverse(span.rest.positions.begin(), span.rest.positions.end());
        std::reverse(span.rest.tension.begin(), span.rest.tension.end());
        std::reverse(span.rest.length.begin(), span.rest.length.end());
    }
    return span;
}

std::vector<Workshop::Span> Workshop::spansAtRest() const
{
    std::vector<Span> spans;
    if (pieces_.empty())
        return spans;
    const Carried carried(*this);
    for (std::size_t r = 0; r < state_.ropes.size(); ++r)
    {
        const rope::Rope& rope = state_.ropes[r];
        if (rope.constants.closed)
            continue;
        const Carried::OnRope on = carried.on(r);
        std::vector<std::size_t> ends{0};
        for (std::size_t i = 1; i < rope.masses(); ++i)
            if (on.held[i] || i + 1 == rope.masses())
                ends.push_back(i);
        for (std::size_t e = 0; e + 1 < ends.size(); ++e)
            if (const bool fromHeld = on.held[ends[e]], toHeld = on.held[ends[e + 1]]; fromHeld || toHeld)
                if (auto span = spanAtRest(rope, on.load, ends[e], ends[e + 1], fromHeld, toHeld))
                    spans.push_back(std::move(*span));
    }
    return spans;
}

} // namespace ropewalk
