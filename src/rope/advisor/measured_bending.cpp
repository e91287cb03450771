#include "wish_checks.hpp"

#include "text/text.hpp"
#include <rope/elementary.hpp>
#include <rope/measured_rope.hpp>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace rope
{

namespace
{

/// A heavy elastica that is clamped horizontally, as seen from its free end.
struct Overhang
{
    double load = 0.0; ///< Gamma = w L³/B
    double drop = 0.0; ///< of the free end, as a share of the length L
};

/// With the length of rope s from the free end, in units of (B/w)^(1/3), and the angle theta below the horizontal,
///
///     theta'' = -s cos(theta),   theta(0) = `tipAngle`,   theta'(0) = 0
///
/// up to the clamp, where theta = 0: its s is L, so that Gamma = s³. Runge and Kutta's method.
Overhang overhang(double tipAngle)
{
    constexpr double h = 2e-3;
    double s = 0.0;
    double theta = tipAngle;
    double turn = 0.0;
    double drop = 0.0;
    const auto bend = [](double at, double angle) { return -at * elementary::cos(angle); };
    for (;;)
    {
        const double k1 = bend(s, theta);
        const double k2 = bend(s + 0.5 * h, theta + 0.5 * h * turn);
        const double k3 = bend(s + 0.5 * h, theta + 0.5 * h * turn + 0.25 * h * h * k1);
        const double k4 = bend(s + h, theta + h * turn + 0.5 * h * h * k2);
        const double next = theta + h * turn + h * h / 6.0 * (k1 + k2 + k3);
        const double middle = theta + 0.5 * h * turn + 0.125 * h * h * k1;
        if (next <= 0.0)
        {
            const double part = theta / (theta - next);
            s += part * h;
            drop += 0.5 * part * h * elementary::sin(theta);
            return {s * s * s, drop / s};
        }
        drop += h / 6.0 * (elementary::sin(theta) + 4.0 * elementary::sin(middle) + elementary::sin(next));
        turn += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        theta = next;
        s += h;
    }
}

/// Gamma of the overhang whose end drops by that share of its length.
double loadOf(double drop)
{
    double low = 0.0;
    double high = 0.5 * std::numbers::pi;
    for (int i = 0; i < 50; ++i)
    {
        const double middle = 0.5 * (low + high);
        (overhang(middle).drop < drop ? low : high) = middle;
    }
    return overhang(low).load;
}

} // namespace

MeasuredBending measuredBending(const BendMeasurement& m)
{
    requireRange("mass per length", m.massPerLength, 1e-6, 1e5, "kg/m");
    requireRange("overhang", m.overhang, 1e-3, 100.0, "m");
    if (!(m.droop >= leastDroop * m.overhang && m.droop <= mostDroop * m.overhang))
        throw std::invalid_argument("droop = " + text::numberText(m.droop) +
                                    " m: must be 1 to 90 % of the overhang of " + text::numberText(m.overhang) + " m");
    requireRange("droop error", m.droopError, 0.0, 100.0, "m");
    requireRange("gravity", m.gravity, 0.01, 50.0, "m/s2");
    const double weight = m.massPerLength * m.gravity;
    const double cube = m.overhang * m.overhang * m.overhang;
    const auto stiffness = [&](double droop) { return weight * cube / loadOf(droop / m.overhang); };
    MeasuredBending result;
    result.bendingStiffness = stiffness(m.droop);
    const double small = 1e-3 * m.droop;
    const double slope = (stiffness(m.droop + small) - stiffness(m.droop - small)) / (2.0 * small);
    result.error = std::abs(slope) * m.droopError;
    return result;
}

} // namespace rope
