#include "oscillation.hpp"

#include <cmath>
#include <cstddef>

namespace ropewalk
{

Oscillation fittedOscillation(const std::vector<double>& samples, double interval)
{
    // Normal equations of q_(n+1) = a q_n + c q_(n-1).
    double s00 = 0.0;
    double s01 = 0.0;
    double s11 = 0.0;
    double r0 = 0.0;
    double r1 = 0.0;
    for (std::size_t n = 1; n + 1 < samples.size(); ++n)
    {
        const double now = samples[n];
        const double before = samples[n - 1];
        const double next = samples[n + 1];
        s00 += now * now;
        s01 += now * before;
        s11 += before * before;
        r0 += now * next;
        r1 += before * next;
    }
    const double determinant = s00 * s11 - s01 * s01;
    const double a = (r0 * s11 - r1 * s01) / determinant;
    const double b = -(r1 * s00 - r0 * s01) / determinant;
    return {std::acos(0.5 * a / std::sqrt(b)) / interval, -0.5 * std::log(b) / interval};
}

} // namespace ropewalk
