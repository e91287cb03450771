#include <rope/simulation.hpp>
#include <rope/text.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace rope
{

void Simulation::setLongestStep(double longestStep)
{
    if (!std::isfinite(longestStep) || longestStep <= 0.0)
        throw std::invalid_argument("max_dt = " + numberText(longestStep) + " s: must be finite and above 0");
    longestStep_ = longestStep;
}

void Simulation::step(double dt)
{
    prepare(dt);
    clearForces();
    applyForces();
    integrate(dt);
    time_ += dt;
}

int Simulation::stepCount(double h, double longestStep)
{
    // 10 ms / 2 ms is 5.000000000000001 in places: without the slack a rounding error would cost a step.
    constexpr double slack = 1e-9;
    return std::max(1, static_cast<int>(std::ceil(h / longestStep * (1.0 - slack))));
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
        // A rope that is reeled in may become so stiff that the steps it began with are too long.
        if (left > 0 && dt > longestStep_ * (1.0 + slack))
        {
            const double rest = left * dt;
            left = stepCount(rest, longestStep_);
            dt = rest / left;
        }
    }
    return taken;
}

void Simulation::clearForces()
{
    for (Mass& mass : masses_)
        mass.clearForce();
}

void Simulation::integrate(double dt)
{
    for (Mass& mass : masses_)
        mass.integrate(dt);
}

} // namespace rope
