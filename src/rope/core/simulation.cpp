#include "text/text.hpp"
#include <rope/fixed_timestep.hpp>
#include <rope/simulation.hpp>
#include <rope/step_watch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace rope
{

void Simulation::setLongestStep(double longestStep)
{
    if (!std::isfinite(longestStep) || longestStep <= 0.0)
        throw std::invalid_argument("max_dt = " + text::numberText(longestStep) + " s: must be finite and above 0");
    longestStep_ = longestStep;
}

void Simulation::step(double dt)
{
    StepWatch::look();
    prepare(dt);
    clearForces();
    applyForces();
    integrate(dt);
    time_ += dt;
}

int Simulation::stepCount(double h, double longestStep)
{
    constexpr double most = std::numeric_limits<int>::max();
    return static_cast<int>(std::min(fewestSteps(h, longestStep), most));
}

int Simulation::advance(double h)
{
    if (!(h > 0.0))
        return 0;
    constexpr double slack = 1e-9;
    int taken = 0;
    int left = stepCount(h, longestStep_);
    double dt = h / left;
    while (left > 0)
    {
        step(dt);
        ++taken;
        --left;
        // A rope that is reeled in may become stiffer, and need shorter steps than before; what has parted needs short
        // steps for a while.
        if (left > 0 && (dt > longestStep_ * (1.0 + slack) || 2.0 * dt < longestStep_ * (1.0 + slack)))
        {
            const double rest = left * dt;
            left = stepCount(rest, longestStep_);
            dt = rest / left;
        }
    }
    return taken;
}

int Simulation::advanceStill(double h)
{
    const auto stop = [this]
    {
        for (Mass& mass : masses_)
            mass.velocity = Vec3(0.0);
    };
    const double time = time_;
    stop();
    const int steps = advance(h);
    stop();
    time_ = time;
    return steps;
}

void Simulation::clearForces()
{
    for (Mass& mass : masses_)
        mass.clearForce();
}

void Simulation::placeAtRest(const std::vector<Vec3>& positions)
{
    if (positions.size() != masses_.size())
        throw std::invalid_argument("layout of " + std::to_string(positions.size()) + " positions: must have " +
                                    std::to_string(masses_.size()) + ", one for each mass");
    for (std::size_t i = 0; i < positions.size(); ++i)
        if (!finite(positions[i]))
            throw std::invalid_argument("position " + std::to_string(i) + " of the layout: must be finite");
    for (std::size_t i = 0; i < positions.size(); ++i)
    {
        masses_[i].position = positions[i];
        masses_[i].velocity = Vec3(0.0);
    }
}

WrittenMoment Simulation::writtenMasses() const
{
    WrittenMoment moment;
    moment.time = time_;
    for (const Mass& mass : masses_)
    {
        moment.positions.push_back(mass.position);
        moment.velocities.push_back(mass.velocity);
    }
    return moment;
}

void Simulation::placeMasses(const WrittenMoment& moment)
{
    time_ = moment.time;
    for (std::size_t i = 0; i < masses_.size(); ++i)
    {
        masses_[i].position = moment.positions[i];
        masses_[i].velocity = moment.velocities[i];
    }
}

void Simulation::integrate(double dt)
{
    for (Mass& mass : masses_)
        mass.integrate(dt);
}

} // namespace rope
