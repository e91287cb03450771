#include "rope/core/demand.hpp"
#include "rope/state/rope_cut.hpp"
#include "rope/state/rope_parts.hpp"

#include "text/text.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>

// Several ropes: they come and go, are tied, cut and joined.

namespace rope
{

namespace
{

/// What ropes that become one must have in common.
RopeConstants kindOf(const Rope& rope)
{
    RopeConstants kind = rope.constants;
    const RopeConstants usual;
    kind.massCount = usual.massCount;
    kind.endHeld = usual.endHeld;
    kind.pinFreeEnd = usual.pinFreeEnd;
    kind.freeEndPosition = usual.freeEndPosition;
    kind.payoutSpeed = usual.payoutSpeed;
    kind.minMassCount = usual.minMassCount;
    kind.maxMassCount = usual.maxMassCount;
    return kind;
}

} // namespace

std::size_t RopeReadings::numberOf(RopeId id) const
{
    for (std::size_t r = 0; r < state_.ropes.size(); ++r)
        if (state_.ropes[r].id == id)
            return r;
    throw std::out_of_range("rope " + std::to_string(static_cast<unsigned>(id)) + ": must be one that is there");
}

Rope& RopeSimulation::ropeOf(std::size_t mass)
{
    demandIndex(mass, masses_.size(), "mass");
    std::size_t r = 0;
    while (!state_.ropes[r].has(mass))
        ++r;
    return state_.ropes[r];
}

const Rope& RopeReadings::rope(RopeId id) const
{
    return state_.ropes[numberOf(id)];
}

std::vector<RopeId> RopeReadings::ropes() const
{
    std::vector<RopeId> ids;
    for (const Rope& rope : state_.ropes)
        ids.push_back(rope.id);
    return ids;
}

RopeId RopeSimulation::addRope(const RopeConstants& constants, const std::vector<Vec3>& positions)
{
    RopeSettings settings = *settings_;
    static_cast<RopeConstants&>(settings) = constants;
    settings.massCount = static_cast<int>(positions.size());
    settings = settings.checked();
    demand(settings.byNewton() == state_.byNewton,
           "a rope beside others: must take the steps that they take, all by Newton's method or none");
    demand(!constants.closed || positions.size() >= 6, "a ring: must have at least 6 positions");
    for (const Vec3& position : positions)
        demand(finite(position), "position of a rope: must be finite");
    booked(EnergyLine::constants, MomentumLine::constants, [&] { appendRope(state_, masses_, settings, positions); });
    state_.placed = true;
    keepGround();
    useLinesOfThings();
    updateLongestStep();
    return state_.ropes.back().id;
}

void RopeSimulation::setPayoutSpeed(RopeId id, double speed)
{
    Rope& rope = state_.ropes[numberOf(id)];
    RopeSettings wanted = settingsOf(rope);
    wanted.payoutSpeed = speed;
    rope.constants.payoutSpeed = wanted.checked().payoutSpeed;
    settings_->payoutSpeed = this->rope().constants.payoutSpeed;
    updateLongestStep();
}

void RopeSimulation::removeRope(RopeId id)
{
    const std::size_t number = numberOf(id);
    demand(number > 0, "the first rope: must stay");
    grab_.reset();
    booked(EnergyLine::constants, MomentumLine::constants, [&] { rope::removeRope(state_, masses_, number); });
}

/// The first rope has other masses than before, or is another one.
void RopeSimulation::followFirst()
{
    static_cast<RopeConstants&>(*settings_) = rope().constants;
    updateLongestStep();
}

RopeId RopeSimulation::cut(std::size_t mass)
{
    const Rope& rope = ropeOf(mass);
    const std::size_t number = numberOf(rope.id);
    const std::size_t at = mass - rope.first;
    demand(at > 0 && at + 1 < rope.masses(), "a cut at mass " + std::to_string(mass) + ": must be between two ends");
    demand(!rope.constants.closed, "a cut of a ring: must be of a rope with two ends");
    grab_.reset();
    booked(EnergyLine::cuts, MomentumLine::constants, [&] { cutRope(state_, masses_, number, at); });
    useLine(EnergyLine::cuts);
    followFirst();
    return state_.ropes[number + 1].id;
}

void RopeSimulation::join(RopeId one, RopeEnd end, RopeId other, RopeEnd otherEnd)
{
    const std::size_t a = numberOf(one);
    const std::size_t b = numberOf(other);
    const Rope& first = state_.ropes[a];
    const Rope& second = state_.ropes[b];
    demand(a != b, "a rope that is joined to itself: must be two ropes");
    const auto onReel = [](const Rope& rope) { return rope.constants.payoutSpeed != 0.0 || rope.reeled(); };
    demand(kindOf(first) == kindOf(second), "ropes that are joined: must be of one kind");
    demand(!first.constants.closed, "a join of rings: must be of ropes with two ends");
    const auto massAt = [](const Rope& rope, RopeEnd e) { return e == RopeEnd::first ? 0 : rope.masses() - 1; };
    for (const auto& [rope, e] : {std::pair(&first, end), std::pair(&second, otherEnd)})
    {
        demand(!pinned(rope->first + massAt(*rope, e)), "an end that is held: must be free to be joined");
        demand(e == RopeEnd::last || !onReel(*rope), "an end that is on a reel: must be free to be joined");
    }
    const double gap = glm::distance(masses_[first.first + massAt(first, end)].position,
                                     masses_[second.first + massAt(second, otherEnd)].position);
    demand(gap <= 0.5 * first.whole.restLength,
           "ends that are joined: must be nearer than half a segment, and are " + text::numberText(gap) + " m apart");
    // The last mass of one is joined to the first of the other: where both are alike, one is turned round first.
    const auto mayTurn = [&](const Rope& rope) { return !rope.constants.endHeld && !onReel(rope); };
    demand(end != otherEnd || mayTurn(first) || mayTurn(second),
           "two ropes that are held or on reels: must be joined last end to first");
    grab_.reset();
    useLine(EnergyLine::joins);
    booked(EnergyLine::joins, MomentumLine::constants,
           [&]
           {
               RopeEnd endNow = end;
               if (end == otherEnd)
               {
                   const bool turnFirst = mayTurn(first);
                   reverseRope(state_, masses_, turnFirst ? a : b);
                   if (turnFirst)
                       endNow = rope::otherEnd(end);
               }
               if (endNow == RopeEnd::last)
                   joinRopes(state_, masses_, a, b);
               else
                   joinRopes(state_, masses_, b, a);
           });
    followFirst();
}

} // namespace rope
