#include "rope/contact/rope_contacts.hpp"
#include "rope/state/solid_list.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

// The solids that ropes with a radius and bodies touch: the world's ground, then those that a caller has added, then
// the shapes of bodies, then guests.

namespace rope
{

namespace
{

void insertGround(RopeState& state)
{
    insertSolid(state, 0, SolidBody::plane({0.0, state.groundHeight.value(), 0.0}, {0.0, 1.0, 0.0}));
    state.groundIsSolid = true;
}

} // namespace

/// A ground that a thick rope or a body touches is a solid.
void RopeSimulation::keepGround()
{
    const bool solid =
        settings_->ground && (!state_.bodies.empty() || std::any_of(state_.ropes.begin(), state_.ropes.end(),
                                                                    [](const Rope& rope) { return rope.touches(); }));
    if (solid && !state_.groundIsSolid)
        insertGround(state_);
    if (!solid && state_.groundIsSolid)
    {
        eraseSolid(state_, 0);
        state_.groundIsSolid = false;
    }
}

std::size_t RopeReadings::placeOf(SolidId id) const
{
    const auto found = std::lower_bound(state_.solidIds.begin(), state_.solidIds.end(), id);
    if (found == state_.solidIds.end() || *found != id)
        throw std::out_of_range("solid " + std::to_string(static_cast<unsigned>(id)) + ": must be one that is there");
    return state_.firstShape() - static_cast<std::size_t>(state_.solidIds.end() - found);
}

SolidId RopeSimulation::addSolid(const SolidBody& solid)
{
    insertSolid(state_, state_.firstShape(), solid);
    state_.solidIds.push_back(state_.nextSolid);
    state_.nextSolid = static_cast<SolidId>(static_cast<unsigned>(state_.nextSolid) + 1);
    useLinesOfThings();
    return state_.solidIds.back();
}

void RopeSimulation::setSolid(SolidId id, const SolidBody& solid)
{
    state_.solids[placeOf(id)] = solid;
}

void RopeSimulation::removeSolid(SolidId id)
{
    const std::size_t number = placeOf(id);
    booked(EnergyLine::constants, MomentumLine::constants, [&] { eraseSolid(state_, number); });
    state_.solidIds.erase(std::lower_bound(state_.solidIds.begin(), state_.solidIds.end(), id));
}

SolidPush RopeReadings::push(SolidId id) const
{
    const std::size_t number = placeOf(id);
    return number < state_.pushes.size() ? state_.pushes[number] : SolidPush{};
}

void RopeSimulation::setGuests(std::vector<SolidBody> bodies)
{
    if (!rope().touches())
        return;
    guests_ = std::move(bodies);
    useLinesOfThings();
}

SolidPush RopeReadings::pushOnGuest(std::size_t body) const
{
    const std::size_t number = state_.firstGuest() + body;
    return number < state_.pushes.size() ? state_.pushes[number] : SolidPush{};
}

/// Where solids are when a step of `dt` [s] begins. The ground moves to where it has glided. Friction with a guest is
/// drawn by the way that it really went, which others had a say in.
void RopeSimulation::placeSolids(double dt)
{
    state_.world.groundHeight = state_.groundHeight.value();
    std::vector<SolidBody>& solids = state_.solids;
    if (state_.groundIsSolid)
        solids.front().velocity.y = (state_.groundHeight.value() - solids.front().position.y) / dt;
    const std::size_t own = state_.firstGuest();
    if (solids.size() != own + guests_.size())
    {
        state_.placed = true;
        std::erase_if(state_.touches, [&](const SolidTouch& touch) { return touch.solid >= own + guests_.size(); });
        solids.resize(own + guests_.size());
    }
    else
        for (SolidTouch& touch : state_.touches)
        {
            if (touch.solid < own)
                continue;
            const SolidBody& is = guests_[touch.solid - own];
            const SolidBody& was = solids[touch.solid];
            const Vec3 middle = (touch.point - was.position) * was.axes; // the transpose times it
            touch.slip -= is.position + is.axes * middle - touch.point;
        }
    std::copy(guests_.begin(), guests_.end(), solids.begin() + static_cast<std::ptrdiff_t>(own));
    // What a guest or a body gets, the rope loses: as exactly as its step is solved.
    constexpr double ofGuests = 1e-9;
    constexpr double ofBodies = 1e-6; // a step with bodies keeps momentum to the last digits however it is solved
    const double most = !guests_.empty() ? ofGuests : !state_.bodies.empty() ? ofBodies : settings_->tolerance;
    state_.world.tolerance = std::min(settings_->tolerance, most);
}

/// Whether strands are so near to each other that a rope of that radius which touches itself would be stuck.
bool RopeReadings::strandsMeet(double radius) const
{
    return rope::strandsMeet(masses_, rope().segmentLength.value(), radius);
}

} // namespace rope
