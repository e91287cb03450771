#include "rope/state/rope_reel.hpp"

#include <rope/energy.hpp>
#include <rope/rod.hpp>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

// The reel of a rod.

namespace rope
{

void RodSimulation::setReel(double payoutSpeed, int minMassCount, int maxMassCount)
{
    if (settings_.closed)
        throw std::invalid_argument("a reel for a ring: must be a rope with two ends");
    if (!std::isfinite(payoutSpeed) || minMassCount < 3 || maxMassCount < minMassCount)
        throw std::invalid_argument("reel with " + std::to_string(minMassCount) + " to " +
                                    std::to_string(maxMassCount) + " masses: must have 3 or more, and a finite speed");
    payoutSpeed_ = payoutSpeed;
    minMassCount_ = minMassCount;
    maxMassCount_ = maxMassCount;
    if (reel_)
        return;
    reel_.emplace(segment());
    rope().feed.length = segment();
    rope().whole = rope().springs.back();
}

ReelSettings RodSimulation::reelSettings() const
{
    return {payoutSpeed_, minMassCount_, maxMassCount_, Insertion::consistent, segment(), segment()};
}

void RodSimulation::wind(double dt)
{
    const ReelSettings settings = reelSettings();
    if (!reel_->changesMasses(settings, dt, static_cast<int>(masses_.size())))
    {
        reel_->advance(settings, dt, masses_);
        return;
    }
    const int before = reel_->netInsertions();
    const std::vector<Mass> masses = masses_;
    change(EnergyLine::reel, MomentumLine::reel,
           [&]
           {
               reel_->advance(settings, dt, masses_);
               followReel(masses, reel_->netInsertions() - before, reel_->restLength());
           });
}

/// The work of the reel in a piece of a step, -T (1 + e/2) dl with the tension and the strain in the middle of it. This
/// share of the piece's energy change is booked to the reel.
void RodSimulation::bookFeed(double dt)
{
    const Spring& now = rope().springs.front();
    Spring then = rope().whole;
    Reel::shapeSegment({.insertion = rope().constants.insertion, .segmentLength = rope().whole.restLength},
                       rope().feed.length - rope().feed.speed * dt, then);
    const double r = glm::distance(rope().past.positions[0], rope().past.positions[1]);
    const double mean = 0.5 * (then.tension(r) + now.tension(springLength(masses_, now)));
    const double strain = mean / (now.springConstant * now.restLength);
    const double work = -mean * (1.0 + 0.5 * strain) * rope().feed.speed * dt;
    books_->energy.gain(EnergyLine::reel, work);
    books_->energy.gain(EnergyLine::integrator, -work);
}

void RodSimulation::followReel(const std::vector<Mass>& before, int inserted, double restLength)
{
    const double longWhole = segment();
    rope::followReel(state_, 0, before, masses_, inserted, restLength);
    settings_.massCount += inserted;
    settings_.length = longWhole * (settings_.massCount - 1);
    setConstants();
}

} // namespace rope
