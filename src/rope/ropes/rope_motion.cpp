#include "rope/state/rope_ends.hpp"
#include "rope/state/rope_parts.hpp"
#include "rope/state/rope_reel.hpp"
#include "rope/steppers/rope_steppers.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

// What happens in a step of ropes besides the step itself: constants glide, held masses are led, reels wind.

namespace rope
{

void RopeSimulation::prepare(double dt)
{
    updateWhipping();
    if (rope().segmentLength.value() != settings_->springLength ||
        state_.groundHeight.value() != settings_->groundHeight || missingMasses(rope()) != 0)
        booked(EnergyLine::constants, MomentumLine::constants, [&] { glide(dt); });
}

void RopeSimulation::glide(double dt)
{
    Rope& rope = this->rope();
    const double lengthBefore = rope.segmentLength.value();
    const bool glides =
        rope.segmentLength.advance(settings_->springLength, lengthBefore, dt); // at most doubled a second
    if (glides)
        rope.reel.rescale(rope.segmentLength.value() / lengthBefore);
    state_.groundHeight.advance(settings_->groundHeight, 1.0, dt);

    const std::size_t before = masses_.size();
    const int change =
        rope.freeEnd.advance(missingMasses(rope), rope.segmentLength.value(), dt, static_cast<int>(before));
    for (int i = 0; i < change && gainMass(); ++i)
        ;
    for (int i = 0; i < -change; ++i)
        loseLastMass();
    if (!glides && masses_.size() == before)
        return;
    shapeRope(state_, 0, rope.masses() + masses_.size() - before);
    if (masses_.size() != before)
        distributeMass(rope, masses_); // puts the load on the new last mass
    updateLongestStep();
}

/// Straight on or, where a strand lies in the way of a rope that touches itself, upwards; false where there is no room.
bool RopeSimulation::gainMass()
{
    const Mass last = masses_.back();
    const double floor = state_.groundHeight.value() + settings_->ropeRadius;
    for (const Vec3& way : {last.position - masses_[masses_.size() - 2].position, Vec3(0.0, 1.0, 0.0)})
    {
        masses_.push_back(FreeEnd::beyond(last, way, rope().segmentLength.value(), floor));
        if (!rope().touchesItself() || !strandsMeet(settings_->ropeRadius))
            return true;
        masses_.pop_back();
    }
    return false;
}

/// A load is tied to the mass before, and keeps its momentum: two masses that become one have no more energy than
/// before.
void RopeSimulation::loseLastMass()
{
    const Vec3 velocity = masses_.back().velocity;
    masses_.pop_back();
    Mass& last = masses_.back();
    if (load() > 0.0)
        last.velocity = (settings_->mass * last.velocity + load() * velocity) / (settings_->mass + load());
}

namespace
{

/// A tie that draws, before a step.
struct Drawn
{
    TieId id{};
    Vec3 gap{0.0};      ///< [m]
    double apart = 0.0; ///< [m], its length
    Vec3 force{0.0};    ///< [N]
};

std::vector<Drawn> drawnTies(const RopeSimulation& sim, const std::vector<Tie>& ties)
{
    std::vector<Drawn> drawn;
    for (const Tie& tie : ties)
        if (const double apart = glm::length(tie.gap); tie.speed > 0.0 && apart > 0.0)
            drawn.push_back({tie.id, tie.gap, apart, sim.tieForce(tie.id)});
    return drawn;
}

} // namespace

/// The work of the drawing hand is its mean tension times the way that it draws in. In a stiff spring the tension rises
/// far above that before the step has moved its ends: the rest is the integrator's, which takes it back in the step.
void RopeSimulation::integrate(double dt)
{
    lead(dt);
    placeSolids(dt);
    const std::vector<Drawn> drawn = books_ ? drawnTies(*this, state_.ties) : std::vector<Drawn>{};
    drawTies(dt);
    for (Rope& rope : state_.ropes)
    {
        const double next = rope.reel.nextRestLength(reelSettings(rope), dt, static_cast<int>(rope.masses()));
        rope.feed.speed = (next - rope.reel.restLength()) / dt;
    }
    state_.grab = presentGrab();
    StepReport report{time(), books_ ? &*books_ : nullptr, runaway_, effort_};
    steppers_->of(state_).step(masses_, state_, dt, report);
    for (const Drawn& tie : drawn)
    {
        const double work = 0.5 * glm::dot(tie.force + tieForce(tie.id), tie.gap * (1.0 - gap(tie.id) / tie.apart));
        books_->energy.gain(EnergyLine::joins, work);
        books_->energy.gain(EnergyLine::integrator, -work);
    }
    // Reels turn after the positions have moved, so that rest lengths and positions belong to the same moment when the
    // next forces are computed. If they turned before the forces, a first segment would be slack by a step's feed.
    for (std::size_t r = 0; r < state_.ropes.size(); ++r)
        wind(r, dt);
}

/// Where what holds masses brings them in a step.
void RopeSimulation::lead(double dt)
{
    for (Rope& rope : state_.ropes)
        lead(rope, dt);
}

void RopeSimulation::lead(Rope& rope, double dt)
{
    rope.held.clear();
    const auto mass = [&](std::size_t k) -> const Mass& { return masses_[rope.first + k]; };
    if (rope.constants.endHeld)
    {
        const Mass& first = mass(0);
        Vec3& position = rope.connectionPosition;
        Vec3& velocity = rope.connectionVelocity;
        // A thick rope stops above the ground, but one that is on it already is not lifted.
        const double ground = state_.groundHeight.value();
        const double lowest = std::max(ground, std::min(ground + rope.constants.ropeRadius, position.y));
        position += velocity * dt;
        if (settings_->ground && position.y < lowest)
        {
            position.y = lowest;
            velocity.y = 0.0;
        }
        rope.held.push_back({0, first, (position - first.position) / dt, position, velocity});
    }
    for (const Pin& pin : rope.pins)
        if (const std::optional<std::size_t> k = rope::massOf(rope, pin))
            rope.held.push_back(gliding(*k, mass(*k), pin.at, dt));
    if (rope.constants.pinFreeEnd)
    {
        const std::size_t last = rope.masses() - 1;
        rope.held.push_back(gliding(last, mass(last), rope.constants.freeEndPosition, dt));
    }
}

void RopeSimulation::wind(std::size_t number, double dt)
{
    Rope& rope = state_.ropes[number];
    const ReelSettings settings = reelSettings(rope);
    const bool changesMasses = rope.reel.changesMasses(settings, dt, static_cast<int>(rope.masses()));
    const auto wind = [&]
    {
        const std::vector<Mass> before = changesMasses ? masses_ : std::vector<Mass>();
        const int insertions = rope.reel.netInsertions();
        if (!rope.reel.advance(settings, dt, masses_, rope.first, rope.masses()))
            return;
        const int inserted = rope.reel.netInsertions() - insertions;
        for (std::size_t i = 1; static_cast<int>(i) <= inserted; ++i)
            masses_[rope.first + i].mass = rope.constants.mass; // a copy of a mass that may be loaded
        if (inserted != 0)
            followReel(state_, number, before, masses_, inserted, rope.reel.restLength());
        shapeRope(state_, number, rope.masses());
        updateLongestStep();
    };
    if (changesMasses)
        booked(EnergyLine::reel, MomentumLine::reel, wind);
    else
        wind();
}

namespace
{

/// The ropes forget how they moved.
void stand(std::vector<Rope>& ropes)
{
    for (Rope& rope : ropes)
    {
        rope.past.dt = 0.0;
        std::fill(rope.twist.spin.begin(), rope.twist.spin.end(), 0.0);
    }
}

} // namespace

int RopeSimulation::pose(double h)
{
    const bool sound = !runawayMass();
    int steps = 0;
    booked(EnergyLine::connection, MomentumLine::connection,
           [&]
           {
               std::optional<Books> books;
               books.swap(books_); // the whole of it is one line
               const auto stop = [this]
               {
                   stand(state_.ropes);
                   for (BodyNow& body : state_.bodies)
                       body.body.velocity = body.body.spin = Vec3(0.0);
               };
               state_.world.gravity = Vec3(0.0);
               std::map<RopeId, double> speeds;
               for (Rope& rope : state_.ropes)
                   speeds[rope.id] = std::exchange(rope.constants.payoutSpeed, 0.0);
               stop();
               posing_ = true;
               const auto goOn = [&]
               {
                   posing_ = false;
                   state_.world.gravity = settings_->gravity;
                   for (Rope& rope : state_.ropes)
                       rope.constants.payoutSpeed = speeds[rope.id];
                   followFirst();
                   books_.swap(books);
               };
               try
               {
                   steps = advanceStill(h);
               }
               catch (...)
               {
                   goOn();
                   throw;
               }
               goOn();
               stop();
               rope().connectionVelocity = Vec3(0.0);
           });
    if (sound)
        runaway_.begin(totals().energy);
    return steps;
}

bool RopeSimulation::rest()
{
    // A rope whose angles nothing holds rests in any of them: it keeps the first.
    EndHold& holder = rope().ends[0];
    const bool loose = rope().waves() && !holder.angleHeld && !rope().ends[1].angleHeld;
    holder.angleHeld = holder.angleHeld || loose;
    const bool found = steppers_->newton().rest(masses_, state_, effort_);
    holder.angleHeld = holder.angleHeld && !loose;
    stand(state_.ropes);
    setBooks(keepsBooks());
    return found;
}

} // namespace rope
