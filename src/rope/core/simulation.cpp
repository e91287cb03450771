#include "text/text.hpp"
#include <rope/simulation.hpp>
#include <rope/step_watch.hpp>

#include <algorithm>
#include <cmath>
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

int Simulation::advanceStill(double h)
{
    const auto stop = [this]
    {
        for (Mass& mass : masses_)
            mass.velocity = Vec3(0.0);
    };
    const double time = time_;
    stop();
    const int steps = advanceWhole(h);
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
